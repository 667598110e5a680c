"""A press on a page becomes the same request as a click in Discord, and is answered to the page.

A page shows the same controls as a message, and each goes to the same handler by its custom_id. The page
provides the request's data (`InteractionData`) and collects the answers (`PageAnswer`). Private answers are
sheets over the page; public ones are posted where the player sees the table.
"""

from __future__ import annotations

import base64
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import discord

from bot.discord.answer import Removal
from bot.discord.frame import NO_MENTIONS, Layout, Message
from bot.discord.interaction_data import InteractionData
from bot.discord.keyboard import Control
from bot.discord.request import Request, Route, Surface
from bot.discord.serving import serve
from bot.games.catalogue import words_in
from bot.kernel.clicks import Click
from bot.kernel.errors import Refused
from bot.kernel.tables.seats import seen_by
from bot.kernel.trace import Trace
from bot.store import Table
from bot.web.redaction import redact_for
from bot.web.rights import Press, Rights, Sheets, Visitor

Json = dict[str, Any]

UPLOAD: Final = 10 << 20
"""The most bytes of a film or file."""

_CONTROLS: Final = (2, 3, 5, 6, 7, 8)
"""Discord's component types of buttons and lists."""

_EPOCH: Final = 1_420_070_400_000
"""Discord's epoch in milliseconds."""

_BELOW: Final = 22
"""The bits of an id below its milliseconds."""

_COUNTED: Final = 5
"""The lowest bits, which count within a millisecond; above them is a shard, of at most 99,999."""


class IdGenerator:
    """Generates ids in Discord's format, unique among all processes that share a database.

    They begin with the time, by which old interactions are forgotten. `shard` is the process's first one: no
    two processes have it at the same time.
    """

    def __init__(self, shard: int = 0, clock: Callable[[], float] = time.time) -> None:
        self._shard = shard
        self._clock = clock
        self._last = 0

    def next(self) -> int:
        """Return the next id; when a millisecond has no more, one of the next millisecond."""
        now = int(self._clock() * 1000) - _EPOCH
        self._last = max(self._last + 1, now << _COUNTED)
        milliseconds, count = divmod(self._last, 1 << _COUNTED)
        return (milliseconds << _BELOW) | (self._shard << _COUNTED) | count


class SheetComponent:
    """A component of a sheet, with what handlers read of it."""

    def __init__(self, component: Json) -> None:
        self.id = component.get("id")
        self.children = sheet_components(component.get("components", ()))
        if component["type"] in _CONTROLS:
            self.custom_id, self.label = component.get("custom_id"), component.get("label")


def sheet_components(components: Iterable[Json]) -> list[SheetComponent]:
    """Return the components of a sheet."""
    return list(map(SheetComponent, components))


@dataclass(frozen=True, slots=True)
class PageSheet:
    """The sheet that was clicked, which only its user sees. Without one it is the page itself."""

    id: int
    components: Sequence[SheetComponent]
    flags: discord.MessageFlags = field(default_factory=lambda: discord.MessageFlags(ephemeral=True))


class PageAnswer:
    """Collects the answers to a press on a page, which are returned together at the end.

    A page waits without a deadline, so nothing is deferred. Discord knows nothing of it.
    """

    elsewhere = True
    is_begun = False
    is_in_place = True
    may_update = True
    webhook = None

    def __init__(self, sheet: PageSheet, seen: Table, client: discord.Client, ids: IdGenerator) -> None:
        """`seen` is the table as the user sees it: public answers are posted there."""
        self.alone, self.is_given, self.is_lost = True, False, False
        self.given = list[Json]()
        self._gone = False
        self._sheet = sheet
        self._seen = seen
        self._client = client
        self._made = ids

    def watch(self, patience: float) -> None:
        """Do nothing: a page has no deadline."""

    async def close(self) -> None:
        """Report the clicked sheet as removed, if it is."""
        if self._gone:
            self.given.append({"how": "gone"})

    async def defer(self) -> None:
        """Do nothing: a page waits."""

    async def put_off(self) -> bool:
        """Return true: nothing needs to be acknowledged."""
        return True

    async def think(self, *, alone: bool) -> None:
        """Do nothing: a page waits."""

    async def send(
        self, message: Message, *, alone: bool, mentions: discord.AllowedMentions = NO_MENTIONS
    ) -> int:
        """Add a new sheet, or, for all, post a message where the user sees the table."""
        self.is_given = True
        if not alone:
            return await self._post(message, mentions)
        number = self._made.next()
        self._keep("new", number, message.layout, message.files())
        return number

    async def _post(self, message: Message, mentions: discord.AllowedMentions) -> int:
        channel = self._client.get_partial_messageable(self._seen.channel_id, guild_id=self._seen.guild_id)
        sent = await channel.send(view=message.layout, files=message.files(), allowed_mentions=mentions)
        return sent.id

    async def update(self, layout: Layout, files: list[discord.File] | None = None) -> None:
        """Replace the clicked sheet's content; if the page itself was clicked, add a new sheet."""
        self.is_given = True
        self._keep("update", self._sheet.id, layout, files)

    async def leave(self, layout: Layout) -> None:
        """Do nothing: a sheet does not stay."""

    async def launch(self) -> bool:
        """Return false: a page opens no other."""
        return False

    async def remove_clicked(self) -> None:
        """Remove the clicked sheet."""
        self._gone = True

    def removal(self, message_id: int) -> Removal:
        """Return a function that removes the clicked sheet; others stay until the user closes them."""

        async def remove() -> None:
            self._gone = self._gone or message_id == self._sheet.id

        return remove

    def _keep(self, how: str, number: int, layout: Layout, files: list[discord.File] | None) -> None:
        answer: Json = {"how": how, "id": str(number), "components": components_of(layout)}
        if files is not None:  # none: the sheet keeps its files
            answer["files"] = {file.filename: base64.b64encode(file.fp.read()).decode() for file in files}
        self.given.append(answer)

    async def open(self, form: discord.ui.Modal) -> None:
        """Add a form."""
        self.is_given = True
        shown = {"custom_id": form.custom_id, "title": form.title, "components": components_of(form)}
        self.given.append({"how": "form", **shown})


def components_of(view: Layout | discord.ui.Modal) -> list[Json]:
    """Return the components of a message or form as they are sent to Discord."""
    # Private: no public name gives what the library sends.
    return view.to_components()


def click_of(visitor: Visitor, table: Table, number: int) -> Click:
    """Return a click by a visitor, as if made where the table is played, with an interaction id."""
    assert visitor.person is not None  # noqa: S101 - spectators cannot press
    there = seen_by(table, visitor.person.id)
    return Click(
        person=visitor.person,
        channel_id=there.channel_id,
        guild_id=there.guild_id,
        interaction=number,
        home_id=there.home_id,
        language=table.terms.language,
        own_language=visitor.language,
    )


class PressHandler:
    """Handles presses on pages."""

    def __init__(self, surface: Surface, client: discord.Client) -> None:
        self._surface = surface
        self._client = client
        shards = surface.session.context.store.cluster.shards
        self._made = IdGenerator(0 if shards is None else shards.first)
        self._sheets = Sheets()
        self.rights = Rights(surface, client, self._sheets)

    async def serve(self, visitor: Visitor, press: Press) -> list[Json]:
        """Handle a press; return new, changed and removed sheets, and forms.

        Raises `AccessDenied` and `AccessUnknownError` as `Rights.check` does; a refusal is shown in a sheet.
        """
        surface, person = self._surface, visitor.person
        assert person is not None  # noqa: S101 - as above
        table = await surface.session.tables.get(visitor.table_id)
        control: Control | None = None
        try:
            control = await self.rights.check(visitor, table, press)
        except Refused as refused:
            route = _refusal_route(refused)
        else:
            assert control is not None  # noqa: S101 - that of the press
            route = surface.controls[control.verb]
        number = self._made.next()
        seen = seen_by(table, person.id)
        sheet = self._clicked_sheet(table.id, person.id, press, number)
        asked = self._build_request(seen, press, number, sheet)
        answer = PageAnswer(sheet, seen, self._client, self._made)
        trace = Trace(f"page.{'unknown' if control is None else control.verb}", person.id)
        words = words_in(surface.session.tables.language_of(person.id, visitor.language))
        click = click_of(visitor, table, number)
        request = Request(surface, self._client, asked, answer, trace, click, words, control)
        await serve(request, route)
        for part in answer.given:
            if part["how"] in ("new", "update"):
                self._sheets.keep(table.id, person.id, int(part["id"]), part["components"])
            elif part["how"] == "form":
                self._sheets.keep(table.id, person.id, part["custom_id"], [])
        session = surface.session
        redacted: list[Json] = await redact_for(session, self._client, visitor, table, answer.given)
        return redacted

    def _clicked_sheet(self, table_id: int, user_id: int, press: Press, number: int) -> PageSheet:
        """Return the clicked sheet. Handlers use its id as their own, so only the server may choose it."""
        components = self._sheets.get(table_id, user_id, press.sheet)
        return PageSheet(number if components is None else press.sheet, sheet_components(components or ()))

    def _build_request(self, seen: Table, press: Press, number: int, sheet: PageSheet) -> InteractionData:
        """Return the request's data, as of the place where the user sees the table."""
        fields = (press.fields or {}).items()
        guild = None if seen.guild_id is None else self._client.get_guild(seen.guild_id)
        channel = self._client.get_channel(seen.channel_id)
        return InteractionData(
            created_at=discord.utils.snowflake_time(number).timestamp(),
            message=sheet,
            channel=channel or self._client.get_partial_messageable(seen.channel_id, guild_id=seen.guild_id),
            guild=guild,
            bot_permissions=_bot_permissions(guild, channel),
            is_direct=seen.guild_id is None,
            filesize_limit=UPLOAD,
            values=press.values or (),
            form_values={key: (value,) if isinstance(value, str) else value for key, value in fields},
        )


def _bot_permissions(guild: discord.Guild | None, channel: object) -> discord.Permissions:
    """Return the bot's permissions where the table is played."""
    if guild is None or not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return discord.Permissions.all()
    try:
        return channel.permissions_for(guild.me)
    except discord.ClientException:  # a thread whose channel the bot does not see
        return discord.Permissions.none()


def _refusal_route(refused: Refused) -> Route:
    """Return a route that shows a refusal."""

    async def refuse(_: Request) -> None:
        raise refused

    return Route(refuse, bare=True)
