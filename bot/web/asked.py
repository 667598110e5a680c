"""What is pressed on a page, asked in the way in which a click in Discord is, and answered to the page.

A page shows the same controls as a message, and each goes to the same handler by the same custom_id. So it
is an interaction, made here instead of by Discord, and its answers (`PageAnswer`) are kept for the page. What
one person is told is a sheet over the page; what all are told is posted where that person sees the table.
"""

from __future__ import annotations

import base64
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

import discord

from bot.clicks import Click
from bot.errors import Refused
from bot.games.catalogue import words_in
from bot.seats import seen_by
from bot.store import Table
from bot.trace import Trace
from bot.ui.kit.answer import Answer
from bot.ui.kit.frame import NOBODY, Layout, Message
from bot.ui.kit.keyboard import Control
from bot.ui.kit.request import Request, Route, Surface, serve
from bot.web.rights import Press, Rights, Sheets, Visitor
from bot.web.told import told_to
from bot.words import ENGLISH

Json = dict[str, Any]

EPHEMERAL: Final = 1 << 6
COMPONENTS: Final = 1 << 15
"""Flags of Discord's messages."""

UPLOAD: Final = 10 << 20
"""The most bytes of a film or a file."""

_LOCALES: Final = {"de": "de", "fr": "fr", ENGLISH: "en-US"}

_EPOCH: Final = 1_420_070_400_000
"""From then on Discord counts milliseconds."""

_BELOW: Final = 22
"""The bits of an id below its milliseconds."""

_COUNTED: Final = 5
"""The lowest of them count within a millisecond; above them is a shard, of which there are 99,999 at most."""


class Numbers:
    """Numbers of the form of Discord's ids, each of them once, over all processes that share a database.

    They begin with the time, as what is remembered of interactions is forgotten by that. `shard` is the first
    one of this process: no two processes have it at the same time.
    """

    def __init__(self, shard: int = 0, clock: Callable[[], float] = time.time) -> None:
        self._shard = shard
        self._clock = clock
        self._last = 0

    def next(self) -> int:
        """Return the next one; when a millisecond has no more, one of the next millisecond."""
        now = int(self._clock() * 1000) - _EPOCH
        self._last = max(self._last + 1, now << _COUNTED)
        milliseconds, count = divmod(self._last, 1 << _COUNTED)
        return (milliseconds << _BELOW) | (self._shard << _COUNTED) | count


class PageResponse:
    """As much of a response as handlers ask for: a page waits by itself, so it is a deferral."""

    type: Final = discord.InteractionResponseType.deferred_message_update

    def is_done(self) -> bool:
        """Whether there was a response: from the beginning on."""
        return True


class PageInteraction(discord.Interaction[discord.Client]):
    """An interaction of which Discord knows nothing: it has no message there that could be changed."""

    __slots__ = ("gone",)

    def __init__(self, payload: Json, client: discord.Client) -> None:
        # Private: handlers read messages, people and channels of the library, and nothing public makes those.
        super().__init__(data=payload, state=client._connection)  # type: ignore[arg-type] # noqa: SLF001
        self.gone = False

    @property
    def response(self) -> PageResponse:  # type: ignore[override] # it asks Discord for nothing
        """How it was answered at first."""
        return PageResponse()

    @property
    def app_permissions(self) -> discord.Permissions:
        """What the bot may do where the table is played."""
        guild, channel = self.guild, self.channel
        if guild is None or not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return discord.Permissions.all()
        return channel.permissions_for(guild.me)

    async def delete_original_response(self) -> None:
        """The sheet that was clicked goes."""
        self.gone = True

    async def edit_original_response(self, **_content: Any) -> Any:  # noqa: ANN401 - as the library has it
        """What is said of a sheet after all goes through its answer."""


class PageAnswer(Answer):
    """The answers to what was pressed on a page: kept until it is served, and then given all at once."""

    elsewhere = True

    def __init__(
        self, interaction: PageInteraction, seen: Table, client: discord.Client, made: Numbers
    ) -> None:
        """`seen` is the table as whoever presses sees it: what they show to all is posted there."""
        super().__init__(interaction)
        self.given = list[Json]()
        self._seen = seen
        self._client = client
        self._made = made
        self._page = interaction

    @property
    def is_begun(self) -> bool:
        """Whether there was a first answer; none is ever too late here."""
        return False

    def watch(self, patience: float) -> None:
        """Nobody counts the seconds: a page waits."""

    async def close(self) -> None:
        """Nothing is left to be done."""
        if self._page.gone:
            self.given.append({"how": "gone"})

    async def defer(self) -> None:
        """A page waits by itself."""

    async def think(self, *, alone: bool) -> None:
        """The same."""

    async def send(self, message: Message, *, alone: bool, mentions: discord.AllowedMentions = NOBODY) -> int:
        """A new sheet, or, for all, a message where whoever presses sees the table."""
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
        """What the clicked sheet shows from now on; a new one, where it was the page that was clicked."""
        self.is_given = True
        self._keep("update", self._interaction.message.id if self._interaction.message else 0, layout, files)

    def _keep(self, how: str, number: int, layout: Layout, files: list[discord.File] | None) -> None:
        given: Json = {"how": how, "id": str(number), "components": components_of(layout)}
        if files is not None:  # without any, those of the sheet stay
            given["files"] = {one.filename: base64.b64encode(one.fp.read()).decode() for one in files}
        self.given.append(given)

    async def open(self, form: discord.ui.Modal) -> None:
        """A form."""
        self.is_given = True
        shown = {"custom_id": form.custom_id, "title": form.title, "components": components_of(form)}
        self.given.append({"how": "form", **shown})


def components_of(view: Layout | discord.ui.Modal) -> list[Json]:
    """The components of a message or a form as Discord gets them."""
    # Private: no public name gives what the library sends.
    return view.to_components()


def click_of(visitor: Visitor, table: Table, number: int) -> Click:
    """Who presses, as if they had done so where the table is played; `number` is what it goes by."""
    assert visitor.person is not None  # noqa: S101 - who only looks on presses nothing
    there = seen_by(table, visitor.person.id)
    return Click(
        person=visitor.person,
        channel_id=there.channel_id,
        guild_id=there.guild_id,
        interaction=number,
        home_id=there.home_id,
        language=table.language,
        own_language=visitor.language,
    )


class Desk:
    """Where what is pressed on pages is served."""

    def __init__(self, surface: Surface, client: discord.Client) -> None:
        self._surface = surface
        self._client = client
        shards = surface.session.context.store.cluster.shards
        self._made = Numbers(0 if shards is None else shards.first)
        self._sheets = Sheets()
        self.rights = Rights(surface, client, self._sheets)

    async def serve(self, visitor: Visitor, press: Press) -> list[Json]:
        """What comes of a press, for the page: sheets that are new, changed or gone, and forms.

        Raises `Shut` and `NotToldError` as `Rights.check` does; a refusal is told in a sheet.
        """
        surface, person = self._surface, visitor.person
        assert person is not None  # noqa: S101 - as above
        table = await surface.session.tables.get(visitor.table_id)
        control: Control | None = None
        try:
            control = await self.rights.check(visitor, table, press)
        except Refused as refused:
            route = _refusing(refused)
        else:
            assert control is not None  # noqa: S101 - that of the press
            route = surface.controls[control.verb]
        number = self._made.next()
        interaction = PageInteraction(self._payload(visitor, table, press, number), self._client)
        answer = PageAnswer(interaction, seen_by(table, person.id), self._client, self._made)
        trace = Trace(f"page.{'unknown' if control is None else control.verb}", person.id)
        words = words_in(surface.session.tables.language_of(person.id, visitor.language))
        click = click_of(visitor, table, number)
        request = Request(surface, interaction, answer, trace, click, words, control)
        await serve(request, route)
        for one in answer.given:
            if one["how"] in ("new", "update"):
                self._sheets.keep(table.id, person.id, int(one["id"]), one["components"])
            elif one["how"] == "form":
                self._sheets.keep(table.id, person.id, one["custom_id"], [])
        session = surface.session
        given: list[Json] = await told_to(session, self._client, visitor, table, answer.given)
        return given

    def _payload(self, visitor: Visitor, table: Table, press: Press, number: int) -> Json:
        """What Discord would send."""
        person, there = visitor.person, table
        assert person is not None  # noqa: S101 - as above
        there = seen_by(table, person.id)
        user = {"id": str(person.id), "username": person.name, "discriminator": "0", "avatar": None}
        user["global_name"] = person.name
        payload: Json = {
            "id": str(number),
            "type": 3 if press.fields is None else 5,
            "token": "page",
            "version": 1,
            "application_id": str(self._client.application_id or 0),
            "attachment_size_limit": UPLOAD,
            "locale": _LOCALES.get(visitor.language, "en-US"),
            "guild_locale": _LOCALES.get(table.language, "en-US"),
            "channel": {"id": str(there.channel_id), "type": 0 if there.guild_id else 1},
            "context": 0 if there.guild_id else 1,
            "data": _data(press),
        }
        # Handlers take the number of a message for their own: nobody else chooses it.
        sheet = self._sheets.of(table.id, person.id, press.sheet)
        shown = number if sheet is None else press.sheet
        payload["message"] = _message(person.id, shown, there, sheet or [])
        if there.guild_id is None:
            payload["user"] = user
            payload["channel"]["recipients"] = []
            return payload
        payload["guild_id"] = str(there.guild_id)
        payload["authorizing_integration_owners"] = {"0": str(there.guild_id)}
        payload["member"] = {
            "user": user,
            "roles": [],
            "permissions": "0",
            "joined_at": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
        }
        return payload


def _refusing(refused: Refused) -> Route:
    """The route that tells a refusal."""

    async def refuse(_: Request) -> None:
        raise refused

    return Route(refuse, bare=True)


def _data(press: Press) -> Json:
    if press.fields is not None:
        fields = [{"type": 18, "component": _field(key, value)} for key, value in press.fields.items()]
        return {"custom_id": press.custom_id, "components": fields}
    kind = 2 if press.values is None else 3
    return {"custom_id": press.custom_id, "component_type": kind, "values": list(press.values or ())}


def _field(key: str, value: str | tuple[str, ...]) -> Json:
    if isinstance(value, str):
        return {"type": 4, "custom_id": key, "value": value}
    return {"type": 3, "custom_id": key, "values": list(value)}


def _message(user_id: int, number: int, table: Table, components: list[Json]) -> Json:
    """The sheet that was clicked, as a message that one person sees."""
    return {
        "id": str(number),
        "channel_id": str(table.channel_id),
        "author": {"id": str(user_id), "username": "page", "discriminator": "0", "avatar": None},
        "content": "",
        "timestamp": datetime.now(UTC).isoformat(),
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "type": 0,
        "flags": EPHEMERAL | COMPONENTS,
        "components": components,
    }
