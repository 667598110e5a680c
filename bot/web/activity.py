"""Boards inside Discord: the pages of tables as an Activity, an iframe behind Discord's proxy.

A page there has no cookie. It logs in through Discord's client, and gets a bearer token for one person in one
instance of the Activity. Nothing that it says of person or channel is trusted: Discord is asked for both. See
docs/decisions/activity.md.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Any, Final, Self

import discord
from aiohttp import web

from bot.discord.failures import FAILURES
from bot.discord.frame import game_title
from bot.games.catalogue import words_in
from bot.kernel.clicks import Click, Person
from bot.kernel.errors import Refused
from bot.kernel.tables.seats import seen_by
from bot.store import Table
from bot.web.login import PATIENCE, BadCode, JsonObject, Login, LoginRefused, games_json, name_at_table
from bot.web.responses import POLICY, browser_language, phrases, read_json, render_page
from bot.web.rights import Visitor
from bot.web.site import INSIDE, Site
from bot.words import Words

LOG = logging.getLogger("taproom.web")

ORIGIN: Final = "https://{}.discordsays.com"
"""The origin of Discord's proxy for an application."""

FRAMED: Final = {
    "Content-Security-Policy": POLICY.replace(
        "frame-ancestors 'none'", "frame-ancestors https://discord.com https://*.discord.com"
    ),
    "Cross-Origin-Resource-Policy": "cross-origin",
}
"""The headers of the entrance, which Discord's clients may frame. It has no data of anyone."""

MEANT: Final = 10 * 60.0
"""Seconds for which it is known which table someone is about to open."""

REMEMBERED: Final = 10_000
"""The most people about to open a table, and the most instances, that are remembered."""

ENTERING: Final = ("activity.wait", "activity.outside", "activity.failed", "page.in.script", "games.none")
SAID: Final = (
    "activity.none",
    "activity.denied",
    "activity.games",
    "activity.present",
    "button.page.open",
)
"""The keys of the sentences of the entrance, and of those for the user whom Discord has named."""

_INSTANCE: Final = re.compile(r"[A-Za-z0-9_-]{1,120}")
_VERIFIER: Final = re.compile(r"[A-Za-z0-9._~-]{43,128}")
_HIDDEN: Final = (web.HTTPForbidden, web.HTTPServiceUnavailable)


class ActivityRefused(Exception):  # noqa: N818 - a refusal, not an error
    """A refused request of a page inside Discord: the key of its sentence, and the values."""

    def __init__(self, key: str, **values: str) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


@dataclass(frozen=True, slots=True)
class Instance:
    """A running Activity: its id, and the channel that it runs in."""

    id: str
    channel_id: int
    guild_id: int | None

    def __str__(self) -> str:
        """The form in which a bearer token contains it."""
        return f"{self.id} {self.channel_id} {self.guild_id or 0}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse that form."""
        number, channel, guild = text.split()
        return cls(number, int(channel), int(guild) or None)

    def is_at(self, seen: Table) -> bool:
        """Whether it runs where a table is seen: in its channel, or in the one that its thread belongs to."""
        return self.guild_id == seen.guild_id and self.channel_id in (seen.channel_id, seen.home_id)


class Launches:
    """The tables that people are about to open, and those last opened in each instance; in memory only."""

    def __init__(self) -> None:
        self._meant = OrderedDict[int, tuple[float, int]]()
        self._shown = OrderedDict[str, int]()

    def note(self, person_id: int, table_id: int, now: float) -> None:
        """Note the table that someone is about to open."""
        self._meant[person_id] = now, table_id
        self._meant.move_to_end(person_id)
        _trim(self._meant)

    def take(self, person_id: int, now: float) -> int | None:
        """Return the table that someone is about to open, and forget it."""
        noted_at, table_id = self._meant.pop(person_id, (float("-inf"), 0))
        return table_id if now - noted_at <= MEANT else None

    def meant_since(self, person_id: int, moment: float) -> int | None:
        """Return the table that someone is about to open, if that was noted since a moment."""
        noted_at, table_id = self._meant.get(person_id, (float("-inf"), 0))
        return table_id if noted_at > moment else None

    def show(self, instance: Instance, table_id: int) -> None:
        """Note that a table was opened in an instance."""
        self._shown[instance.id] = table_id
        self._shown.move_to_end(instance.id)
        _trim(self._shown)

    def shown(self, instance: Instance) -> int | None:
        """Return the table that was last opened in an instance."""
        return self._shown.get(instance.id)


def _trim(remembered: OrderedDict[Any, Any]) -> None:
    while len(remembered) > REMEMBERED:
        remembered.popitem(last=False)


class Activity:
    """The pages of a site inside Discord: the entrance, the login, and the list of tables."""

    def __init__(self, site: Site, client: discord.Client, login: Login) -> None:
        self._site = site
        self._client = client
        self._login = login
        self._launches = Launches()

    def add(self, app: web.Application) -> None:
        """Add the routes."""
        base = self._site.base
        for entrance in {f"{base}/", base or "/"}:
            app.router.add_get(entrance, self._entrance)
        inside = f"{base}/{INSIDE}"
        app.router.add_post(f"{inside}/in", self._enter)
        app.router.add_get(f"{inside}/games", self._games)

    @property
    def origin(self) -> str:
        """The only origin from which its pages send anything."""
        return ORIGIN.format(self._client.application_id)

    def launched_since(self, person: Person, moment: float) -> int | None:
        """Return the table that someone has launched since a moment (`time.monotonic`), if they have."""
        return self._launches.meant_since(person.id, moment)

    def prepare_launch(self, click: Click, table: Table) -> bool:
        """Note which table someone opens; returns false outside of its channel, where it is not shown."""
        if seen_by(table, click.person.id).channel_id != click.channel_id:
            return False
        self._launches.note(click.person.id, table.id, time.monotonic())
        return True

    # Who sends a request

    async def _session_of(self, request: web.Request) -> tuple[Visitor, Instance] | None:
        """Return person and instance of a request's bearer token, at no table yet; none without one."""
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        read = await self._site.tickets().read_bearer(token if kind == "Bearer" else "", time.time())
        return None if read is None else (read[0], Instance.parse(read[1]))

    async def person_of(self, request: web.Request) -> Person | None:
        """Return who sends a request; none without a valid token."""
        session = await self._session_of(request)
        return None if session is None else session[0].person

    async def visitor(self, request: web.Request) -> Visitor:
        """Return the visitor of a table's page; raises `HTTPForbidden`, as for one of another channel."""
        session = await self._session_of(request)
        if session is None:
            raise web.HTTPForbidden
        visitor = await self._at_table(*session, int(request.match_info["table"]))
        self._launches.show(session[1], visitor.table_id)
        return visitor

    async def _at_table(self, visitor: Visitor, instance: Instance, table_id: int) -> Visitor:
        """Return a visitor at a table; raises `HTTPForbidden` unless it is in the channel of the instance."""
        assert visitor.person is not None  # noqa: S101 - a token has a person
        try:
            table = await self._site.session.tables.get(table_id)
        except Refused as refused:
            raise web.HTTPForbidden from refused
        if not instance.is_at(seen_by(table, visitor.person.id)):
            raise web.HTTPForbidden
        person = Person(visitor.person.id, name_at_table(table, visitor.person))
        return replace(visitor, table_id=table_id, person=person)

    # The way in

    async def _entrance(self, request: web.Request) -> web.Response:
        """Return the page that Discord's clients show in a frame; it has no data of anyone."""
        if self._client.application_id is None:
            raise web.HTTPServiceUnavailable
        words = words_in(browser_language(request))
        filled = {"client": str(self._client.application_id), "lang": words.language}
        response = render_page("activity.html", {**filled, **phrases(words, ENTERING)})
        response.headers.update(FRAMED)
        return response

    async def _enter(self, request: web.Request) -> web.Response:
        """Log in the user of an instance, and say which table they mean; refusals have a sentence."""
        words = words_in(browser_language(request))
        try:
            try:
                body = await read_json(request, self.origin)
            except web.HTTPForbidden as error:
                raise ActivityRefused("activity.outside") from error
            instance, token, visitor = await self._authenticate(request, body)
            assert visitor.person is not None  # noqa: S101 - authenticated above
            words = words_in(self._site.session.tables.language_of(visitor.person.id, visitor.language))
            table = await self._table_meant(instance, visitor, body)
        except ActivityRefused as why:
            LOG.info("activity: %s", why.key)
            return web.json_response({"error": words(why.key, **why.values)}, status=403)
        LOG.info("activity: user=%s let in", visitor.person.id)
        return web.json_response(
            {
                "token": await self._site.tickets().bearer(visitor, str(instance)),
                "access_token": token,
                "table": table,
                "lang": words.language,
                "words": phrases(words, SAID),
            }
        )

    async def _authenticate(self, request: web.Request, body: JsonObject) -> tuple[Instance, str, Visitor]:
        """Return the instance, Discord's access token and the user; raises `ActivityRefused`."""
        number, code, verifier = (str(body.get(key, "")) for key in ("instance", "code", "verifier"))
        if not (_INSTANCE.fullmatch(number) and _VERIFIER.fullmatch(verifier) and 0 < len(code) <= 1000):  # noqa: PLR2004 - far beyond Discord's
            raise ActivityRefused("activity.stale")
        instance, users = await self._fetch_instance(number)
        begun = {"code": code, "code_verifier": verifier}
        try:
            # The proxy hides addresses: codes are counted for the instance, which others cannot use up.
            identity = await self._login.identify(begun, browser_language(request), f"instance {number}")
        except BadCode as error:
            raise ActivityRefused("activity.stale") from error
        except LoginRefused as error:
            raise ActivityRefused(error.key) from error
        assert identity.visitor.person is not None  # noqa: S101 - as above
        if identity.visitor.person.id not in users:
            raise ActivityRefused("activity.absent")
        return instance, identity.token, identity.visitor

    async def _fetch_instance(self, number: str) -> tuple[Instance, frozenset[int]]:
        """Return a running instance and the users in it, as Discord knows them; raises `ActivityRefused`."""
        path = "/applications/{application_id}/activity-instances/{instance_id}"
        route = discord.http.Route(
            "GET", path, application_id=self._client.application_id, instance_id=number
        )
        try:
            async with asyncio.timeout(PATIENCE):
                # Private: the library has no public name for this.
                found = await self._client.http.request(route)
            place = found["location"]
            guild = int(place.get("guild_id") or 0) or None
            instance = Instance(number, int(place["channel_id"]), guild)
            return instance, frozenset(map(int, found["users"]))
        except discord.NotFound as error:
            raise ActivityRefused("activity.absent") from error
        except (*FAILURES, KeyError, TypeError, ValueError) as error:
            LOG.warning("activity: Discord does not describe the instance: %s", type(error).__name__)
            raise ActivityRefused("page.login.out") from error

    async def _table_meant(self, instance: Instance, visitor: Visitor, body: JsonObject) -> int | None:
        """Return the table that a user wants to open; none if they have not said which.

        That is the one whose button they pressed, or after a reload the one that their page had open. Raises
        `ActivityRefused` where they may not open it here.
        """
        assert visitor.person is not None  # noqa: S101 - as above
        table_id = self._launches.take(visitor.person.id, time.monotonic())
        if table_id is None:
            wanted = body.get("table")
            table_id = wanted if isinstance(wanted, int) and not isinstance(wanted, bool) else None
        if table_id is None:
            return None
        try:
            await self._site.table(replace(visitor, table_id=table_id))
        except web.HTTPServiceUnavailable as error:
            raise ActivityRefused("page.login.out") from error
        except web.HTTPForbidden as error:
            raise ActivityRefused("activity.denied") from error
        try:
            await self._at_table(visitor, instance, table_id)
        except web.HTTPForbidden as error:
            raise ActivityRefused("activity.elsewhere", code=f"T{table_id}") from error
        return table_id

    # Without a table

    async def _games(self, request: web.Request) -> web.Response:
        """Return what a user can open here: what the others have open, and their own games."""
        session = await self._session_of(request)
        if session is None:
            raise web.HTTPForbidden
        visitor, instance = session
        person, play = visitor.person, self._site.session
        assert person is not None  # noqa: S101 - a token has a person
        words = words_in(play.tables.language_of(person.id, visitor.language))
        tables = [
            table for table in await play.people.games(person.id) if instance.is_at(seen_by(table, person.id))
        ]
        groups = games_json(words, play, tables, person)
        shown = self._launches.shown(instance)
        if shown is not None and shown not in {table.id for table in tables}:
            groups = [*await self._opened_by_others(words, visitor, instance, shown), *groups]
        return web.json_response({"groups": groups})

    async def _opened_by_others(
        self, words: Words, visitor: Visitor, instance: Instance, table_id: int
    ) -> list[JsonObject]:
        """Return the table that is open in an instance, if the user may see it."""
        try:
            table = await self._site.table(await self._at_table(visitor, instance, table_id))
        except _HIDDEN:
            return []
        title = self._site.session.catalogue[table.game].game.title
        text = words("my.table", code=table.code, game=game_title(words, title, table.deal), link="")
        return [{"title": words("activity.here"), "games": [{"table": table.id, "open": True, "text": text}]}]
