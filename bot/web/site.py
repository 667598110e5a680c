"""The pages, their data, and who may see them.

A visitor has a cookie for one table, made from a link that is good once (`bot.web.tickets`). The link's code
stands behind `#`, so no server and no referrer sees it. The pages show no more than Discord would show the
same person.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from math import ceil
from pathlib import Path
from typing import Final, Protocol

import discord
from aiohttp import web
from aiohttp.http import HttpProcessingError
from yarl import URL

from bot.discord.refusals import refusal
from bot.discord.request import Surface
from bot.games.catalogue import words_in
from bot.kernel.clicks import Click, Person
from bot.kernel.errors import Refused
from bot.kernel.session import Session
from bot.kernel.tables.seats import seat_of, seen_by
from bot.kernel.trace import Trace
from bot.store import StoreError, Table
from bot.ui.play.board_layout import board_picture, table_message
from bot.web import game_history
from bot.web.address import Proxies
from bot.web.async_cache import AsyncCache
from bot.web.board import PageStep, components_for, step_json, step_of
from bot.web.connections import ConnectionLimiter, open_port
from bot.web.films import Films
from bot.web.limits import Bucket, ConcurrencyLimit, WebLimits
from bot.web.live import LivePages, OpenPage
from bot.web.page_requests import PressHandler, components_of
from bot.web.redaction import needs_redaction, redact_for
from bot.web.responses import (
    BODY,
    ENTERING,
    GONE,
    HEADERS,
    SAID,
    TYPES,
    browser_language,
    cacheable_response,
    dumps,
    parse_press,
    phrases,
    png_response,
    read_json,
    refusal_response,
    render_page,
    static_files,
)
from bot.web.rights import AccessDenied, AccessUnknownError, Visitor
from bot.web.tickets import COOKIE, Tickets
from bot.words import Words
from bot.words.menu import Menu

LOG = logging.getLogger("taproom.web")

LOOKS: Final = 60
"""Past pictures that the spectators of a table may request at once, all together."""

LONG: Final = 500
"""Lines of a game whose history costs as much as a picture."""

PICTURES: Final = 128
"""The most cached pictures: each is drawn once for a revision, a step and a side of the board."""

BOARDS: Final = 128
"""The most cached boards for spectators, one for each table and language."""

FRESH: Final = 2.0
"""Seconds for which a cached board is used."""

PAUSE: Final = 0.25
EACH: Final = 0.02
"""Seconds that a refused request is delayed, about, and more for each that is delayed already.

So refused requests are limited to about fifty a second, and do not slow down players.
"""

WAITING: Final = 100
"""The most delayed requests; others are closed at once."""

QUIET: Final = 25.0
"""Seconds between keep-alive lines of a stream, so that nothing between closes the connection."""

RETRY: Final = 1000
"""The least milliseconds after which a page with a lost connection reconnects, at random."""

ONCE: Final = 5.0
"""Seconds after which a page asks again that gets no stream, as a proxy keeps it back."""

NAME: Final = "taproom"
"""The name of the cookie."""

INSIDE: Final = "{inside:activity}"
"""The part of a path below which pages are inside Discord."""

UNREADABLE: Final = (HttpProcessingError, web.RequestPayloadError, UnicodeError)
"""Exceptions of malformed requests, such as a body that is not compressed as declared."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class SiteExtension(Protocol):
    """More pages of a site, such as `bot.web.login`."""

    def add(self, app: web.Application) -> None:
        """Add the routes."""


class InsideAccess(SiteExtension, Protocol):
    """The pages of a site inside Discord (`bot.web.activity`): they have a bearer token and no cookie."""

    @property
    def origin(self) -> str:
        """The only origin from which such a page sends anything."""

    def prepare_launch(self, click: Click, table: Table) -> bool:
        """Note which table someone opens; returns false where it cannot open inside Discord."""

    async def visitor(self, request: web.Request) -> Visitor:
        """Return the visitor of a table's page; raises `HTTPForbidden`."""

    def launched_since(self, person: Person, moment: float) -> int | None:
        """Return the table that someone has launched since a moment (`time.monotonic`), if they have."""

    async def person_of(self, request: web.Request) -> Person | None:
        """Return who sends a request; none without a valid token."""


class Site:
    """The pages of one bot. `url` is their public address, set by the host."""

    def __init__(
        self,
        surface_of: Callable[[], Surface | None],
        client: discord.Client,
        url: str,
        proxies: Proxies | None = None,
        limits: WebLimits | None = None,
    ) -> None:
        self.url = URL(url)
        self.proxies = proxies or Proxies()
        self.limits = limits or WebLimits.of_process()
        self.door: ConnectionLimiter | None = None
        self._surface_of = surface_of
        self._client = client
        self._live = LivePages(self.limits)
        self._under_way = ConcurrencyLimit(self.limits.of_address)
        self._pictures = AsyncCache[bytes](PICTURES)
        self._films = Films()
        self._past_in_words = game_history.GameHistory()
        self._boards = AsyncCache[bytes](BOARDS, FRESH)
        self._shown = AsyncCache[int | None](0)
        self._by_address = Bucket(120, 30.0)
        self._by_person = Bucket(60, 15.0)
        self._looking_back = Bucket(LOOKS, 20.0)
        self._bad = Bucket(30, 0.5)
        self._logged = Bucket(3, 1 / 60)
        self.pause = 1.0
        self._refused = 0
        self._is_warned = False
        self._desk: PressHandler | None = None
        self._tickets: Tickets | None = None
        self.login: SiteExtension | None = None
        self.activity: InsideAccess | None = None

    # The interface to the bot

    @property
    def open_pages(self) -> int:
        """The number of open pages."""
        return self._live.pages

    async def link(self, person: Person, table: Table, language: str) -> str:
        """Return a link for a user to a table, good once and for ten minutes."""
        self._ready()
        ticket = await self._get_tickets().link(Visitor(table.id, person, language))
        return str(self.url / "in") + f"#{ticket}"

    def set_url(self, url: str) -> None:
        """Set the address, once the port is known."""
        self.url = URL(url)

    @property
    def are_inside(self) -> bool:
        """Whether boards open inside Discord."""
        return self.activity is not None

    def prepare_launch(self, click: Click, table: Table) -> bool:
        """Note which board a user opens inside Discord; returns false where it cannot open there.

        A page of theirs that is open there already goes to that board.
        """
        if self.activity is None or not self.activity.prepare_launch(click, table):
            return False
        self._live.notify_person(click.person.id)
        return True

    def watch_link(self, code: str) -> str:
        """Return the link by which anyone may view a table."""
        return str(self.url / "w" / code)

    def _ready(self) -> Surface:
        """Return the surface of a bot that has started."""
        surface = self._surface_of()
        if surface is None:
            raise web.HTTPServiceUnavailable
        if self._desk is None:
            self._desk = PressHandler(surface, self._client)
            self._tickets = Tickets(surface.session.context.store)
            surface.session.context.store.changed = self._live.notify_changed
        return surface

    @property
    def base(self) -> str:
        """The path of all pages; empty if that is the root."""
        return self.url.path.rstrip("/")

    def tickets(self) -> Tickets:
        """Return the signer of links and cookies."""
        self._ready()
        return self._get_tickets()

    def _get_tickets(self) -> Tickets:
        assert self._tickets is not None  # noqa: S101 - created in `_ready`
        return self._tickets

    def _get_desk(self) -> PressHandler:
        assert self._desk is not None  # noqa: S101 - as above
        return self._desk

    @property
    def session(self) -> Session:
        """The session of the bot."""
        return self._ready().session

    # Requests

    def application(self) -> web.Application:
        """Return the aiohttp application with its routes."""
        app = web.Application(middlewares=[self._limit_request], client_max_size=BODY)
        base = self.url.path.rstrip("/")
        tables = [f"{base}/t/{{table:[0-9]{{1,15}}}}"]
        if self.activity is not None:
            tables.append(f"{base}/{INSIDE}/t/{{table:[0-9]{{1,15}}}}")
        for start in (*tables, f"{base}/w/{{code:[A-Za-z0-9_-]{{8,64}}}}"):
            app.router.add_get(start, self._page)
            app.router.add_get(f"{start}/board", self._board)
            app.router.add_get(f"{start}/picture", self._picture)
            app.router.add_get(f"{start}/film", self._film)
            app.router.add_get(f"{start}/live", self._stream)
            app.router.add_get(f"{start}/past", self._past)
            app.router.add_get(f"{start}/past/{{ply:[0-9]{{1,6}}}}", self._past_picture)
        for start in tables:
            app.router.add_post(f"{start}/use", self._handle_press)
        app.router.add_get(f"{base}/in", self._entrance_page)
        app.router.add_post(f"{base}/in", self._enter)
        app.router.add_get(f"{base}/static/{{name}}", self._file)
        for extension in (self.login, self.activity):
            if extension is not None:
                extension.add(app)
        return app

    @web.middleware
    async def _limit_request(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Apply the limits, and add the headers; failures become short answers."""
        address, now = await self._sender_of(request), time.monotonic()
        allowed = self._by_address.try_take(address, now) and self._bad.has_tokens(address, now)
        if not allowed or not self._under_way.has_room(address):
            response: web.StreamResponse = refusal_response(429)
            response.headers["Retry-After"] = "5"
        else:
            self._under_way.acquire(address)
            try:
                response = await self._handle_request(request, handler)
            finally:
                self._under_way.release(address)
            if 400 <= response.status < 500:  # noqa: PLR2004 - client errors
                self._bad.try_take(address, now)
        if 400 <= response.status < 500 and not response.prepared:  # noqa: PLR2004
            await self._delay_refusal(response)
        if not response.prepared:
            for name, value in (*HEADERS.items(), ("Cache-Control", "no-store")):
                response.headers.setdefault(name, value)
        return response

    async def _handle_request(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Return the answer to a request; never raises."""
        try:
            return await handler(request)
        except web.HTTPException as error:
            return refusal_response(error.status)
        except UNREADABLE:
            return refusal_response(web.HTTPBadRequest.status_code)
        except ConnectionResetError:  # the client is gone; this is no bad request
            return web.Response()
        except StoreError as error:
            if self._logged.try_take("store", time.monotonic()):
                LOG.warning("page: %s", error)
            return refusal_response(web.HTTPServiceUnavailable.status_code)
        except Exception as error:
            if self._logged.try_take(type(error).__name__, time.monotonic()):
                LOG.exception("page: %s could not be served", request.method)
            return refusal_response(web.HTTPInternalServerError.status_code)

    async def _sender_of(self, request: web.Request) -> str:
        """Return whom the limits of addresses count: inside Discord, where a proxy hides them, the person."""
        if self.activity is None or not _is_inside(request):
            return self.address_of(request)
        try:
            self._ready()
            person = await self.activity.person_of(request)
        except (web.HTTPException, StoreError):
            person = None
        return self.address_of(request) if person is None else f"person {person.id}"

    def address_of(self, request: web.Request) -> str:
        """Return a request's client address, as limits count it."""
        peer, forwarded = request.remote or "", request.headers.getall("X-Forwarded-For", ())
        if forwarded and not self.proxies.is_trusted(peer) and not self._is_warned:
            self._is_warned = True
            LOG.warning("pages: %s forwards for others and is not in TAPROOM_WEB_PROXIES", peer)
        return self.proxies.client_address(peer, forwarded)

    async def _delay_refusal(self, response: web.StreamResponse) -> None:
        """Delay a refusal, unless too many are delayed already."""
        if self._refused >= WAITING:
            response.force_close()
            return
        self._refused += 1
        try:
            # At random, so that clients do not retry all at once.
            await asyncio.sleep(self.pause * (PAUSE + EACH * self._refused) * random.uniform(0.5, 1.5))
        finally:
            self._refused -= 1

    async def _visitor(self, request: web.Request) -> Visitor:
        """Return the visitor of a request; raises `HTTPForbidden` and `HTTPTooManyRequests`."""
        self._ready()
        code = request.match_info.get("code")
        if code is not None:
            shown = await self._shared_table_id(code)
            if shown is None:
                raise web.HTTPForbidden
            return Visitor(shown, None, browser_language(request))
        visitor = await self._known_visitor(request)
        assert visitor.person is not None  # noqa: S101 - only spectators have none
        if not self._by_person.try_take(str(visitor.person.id), time.monotonic()):
            raise web.HTTPTooManyRequests
        return visitor

    async def _known_visitor(self, request: web.Request) -> Visitor:
        """Return the visitor of a table by cookie, or inside Discord by token; raises `HTTPForbidden`."""
        if self.activity is not None and _is_inside(request):
            return await self.activity.visitor(request)
        visitor = await self._get_tickets().read_cookie(request.cookies.get(NAME, ""), time.time())
        if visitor is None or visitor.person is None or visitor.table_id != int(request.match_info["table"]):
            raise web.HTTPForbidden
        return visitor

    async def table(self, visitor: Visitor) -> Table:
        """Return the table that a visitor views.

        Raises `HTTPForbidden` where they may not, and `HTTPServiceUnavailable` where Discord does not say.
        """
        try:
            table = await self.session.tables.get(visitor.table_id)
        except Refused as refused:
            raise web.HTTPForbidden from refused
        with _http_errors():
            await self._get_desk().rights.check(visitor, table)
        return table

    def _words(self, visitor: Visitor) -> Words:
        person = visitor.person
        spoken = visitor.language
        if person is not None:
            spoken = self.session.tables.language_of(person.id, spoken)
        return words_in(spoken)

    # The pages

    async def _entrance_page(self, request: web.Request) -> web.Response:
        """Return the page that a link leads to; it sends the code behind `#` itself."""
        words = words_in(browser_language(request))
        filled = {"base": self.url.path.rstrip("/"), "lang": words.language, **phrases(words, ENTERING)}
        return render_page("in.html", filled)

    async def _enter(self, request: web.Request) -> web.Response:
        """Exchange a link's code for a cookie, once."""
        self._ready()
        body = await read_json(request)
        visitor = await self._get_tickets().redeem(str(body.get("code", ""))[:1000], time.time())
        if visitor is None or visitor.person is None:
            raise web.HTTPForbidden
        return await self.grant_access(visitor)

    async def grant_access(self, visitor: Visitor) -> web.Response:
        """Return the response that opens a table for a user: the cookie and the address."""
        assert visitor.person is not None  # noqa: S101 - spectators need no cookie
        where = f"{self.base}/t/{visitor.table_id}"
        response = web.json_response({"to": where})
        self.set_cookie(response, NAME, await self._get_tickets().cookie(visitor), where)
        LOG.info("page: user=%s table=T%s let in", visitor.person.id, visitor.table_id)
        return response

    def set_cookie(self, response: web.Response, name: str, cookie: str, path: str) -> None:
        """Set a cookie that only this site gets."""
        secure = self.url.scheme == "https"
        response.set_cookie(
            name, cookie, max_age=COOKIE, path=path, httponly=True, secure=secure, samesite="Strict"
        )

    async def _page(self, request: web.Request) -> web.Response:
        """Return the page, or one that says how to get a new link."""
        base = self.url.path.rstrip("/")
        try:
            visitor = await self._visitor(request)
            table = await self.table(visitor)
        except web.HTTPForbidden:
            if _is_inside(request):
                raise
            words = words_in(browser_language(request))
            filled = {"base": base, "off": "hidden" if self.login is None else "", **phrases(words, GONE)}
            return render_page("gone.html", {**filled, "lang": words.language}, status=403)
        words = self._words(visitor)
        title = f"{self.session.catalogue[table.game].game.title} · {table.code}"
        filled = {"base": base, "title": title, "lang": words.language, **phrases(words, SAID)}
        filled["watching"] = "" if visitor.person is not None else "yes"
        filled["how"] = words(f"{table.game}.page")
        has_keys = f"{table.game}.page.keys" in words.english
        filled["keys"] = words(f"{table.game}.page.keys") if has_keys else ""
        return render_page("page.html", filled)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        if name not in static_files() or name.endswith(".html"):
            raise web.HTTPNotFound
        # From memory: sending from a file would use a descriptor per client.
        return cacheable_response(request, static_files()[name], TYPES[Path(name).suffix])

    # Data of a page

    async def _board(self, request: web.Request) -> web.Response:
        """Return the table's current state, at a step of a guided move."""
        visitor = await self._visitor(request)
        table = await self.table(visitor)
        words, path = self._words(visitor), request.query.get("path", "")[:100]
        if visitor.person is None:
            return cacheable_response(
                request, await self._watcher_json(visitor, table, words), "application/json"
            )
        # Pages also fetch boards unattended; only a chosen step shows that the user is present.
        if path and table.terms.day is None:
            self._ready().presence.note_use(table.id, visitor.person.id, self.session.now())
        return web.Response(
            body=await self._table_json(visitor, table, words, path), content_type="application/json"
        )

    async def _table_json(self, visitor: Visitor, table: Table, words: Words, path: str) -> bytes:
        """Return the JSON of a table at a step."""
        step = await step_of(self.session, visitor, words, path)
        data = step_json(words, visitor, step)
        data["sits"] = visitor.person is not None
        if step.shown.state is None:
            message = await table_message(words, step.shown, Trace("page", 0), ways=step.ways)
            data["components"] = components_for(visitor, components_of(message.layout))
            data["picture"] = message.filename
        return dumps(await redact_for(self.session, self._client, visitor, table, data)).encode()

    async def _watcher_json(self, visitor: Visitor, table: Table, words: Words) -> bytes:
        """Return the JSON for spectators, cached by revision and for a moment.

        Parts of it, such as names, have no revision.
        """
        key = table.id, table.revision, words.language
        return await self._boards.get(key, lambda: self._table_json(visitor, table, words, ""))

    async def _picture(self, request: web.Request) -> web.Response:
        """Return the picture of a table at a step; drawn once for all with the same view."""
        visitor = await self._visitor(request)
        table = await self.table(visitor)
        words, path = self._words(visitor), request.query.get("path", "")[:100]
        if visitor.person is None:
            key: tuple[object, ...] = table.id, table.revision, "watched", words.language

            async def shared_picture() -> bytes:
                return await self._picture_of(words, await step_of(self.session, visitor, words, ""))

            return png_response(await self._pictures.get(key, shared_picture))
        step = await step_of(self.session, visitor, words, path)
        marks = step.menu.chosen, step.menu.targets
        key = table.id, step.shown.table.revision, step.shown.path, step.turned, words.language, marks
        return png_response(await self._pictures.get(key, lambda: self._picture_of(words, step)))

    async def _film(self, request: web.Request) -> web.Response:
        """Return the film that a page plays by itself; `HTTPNotFound` while there is none."""
        visitor = await self._visitor(request)
        await self.table(visitor)
        self._check_pace(visitor, 1)
        words = self._words(visitor)
        step = await step_of(self.session, visitor, words, "")
        if not step.film:
            raise web.HTTPNotFound
        return await self._films.response(self._ready(), words, step.shown)

    async def _picture_of(self, words: Words, step: PageStep) -> bytes:
        if step.shown.state is None:
            return (await table_message(words, step.shown, Trace("page", 0))).picture or b""
        menu = replace(Menu(), chosen=step.menu.chosen, targets=step.menu.targets)
        return board_picture(words, step.shown, menu, turned=step.turned)

    async def _handle_press(self, request: web.Request) -> web.Response:
        """Handle a press, and return the answers."""
        visitor = await self._visitor(request)
        await self.table(visitor)
        origin = self.activity.origin if self.activity is not None and _is_inside(request) else None
        press = parse_press(await read_json(request, origin))
        with _http_errors():
            given = await self._get_desk().serve(visitor, press)
        table = await self.session.tables.get(visitor.table_id)
        return web.json_response({"answers": given, "revision": table.revision}, dumps=dumps)

    async def _stream(self, request: web.Request) -> web.StreamResponse:
        """Stream the table's revision to a page, now and whenever it changes.

        A page beyond the limit gets it once, and when to ask again.
        """
        visitor = await self._visitor(request)
        table, person = await self.table(visitor), visitor.person
        plays = person is not None and seat_of(table, person) is not None
        page = OpenPage(table.id, await self._sender_of(request), 0 if person is None else person.id, plays)
        if _is_inside(request) and "once" in request.query:
            return _revision_response(table.revision, ONCE)
        if not self._live.has_room(page):
            return self._without_stream(table)
        with self._live.subscribe(page) as changed:
            if self.door is not None:
                self.door.when_lost(request.transport, changed.set)
            response = await _begin_stream(request)
            last_sent, began = None, time.monotonic()
            while not self._ready().closing and request.transport is not None:
                changed.clear()
                try:
                    await self._recheck_visitor(request)
                    table = await self.table(visitor)
                except web.HTTPException:
                    break
                now = table.revision, table.status
                line = ": still here\n\n" if now == last_sent else f"data: {table.revision}\n\n"
                last_sent = now
                if (launched := self._launched_since(request, person, began)) is not None:
                    line += f"event: launch\ndata: {launched}\n\n"
                    began = time.monotonic()
                try:
                    await response.write(line.encode())
                except (ConnectionError, RuntimeError):
                    break
                try:
                    await asyncio.wait_for(changed.wait(), QUIET)
                except TimeoutError:
                    continue
        return response

    def _launched_since(self, request: web.Request, person: Person | None, moment: float) -> int | None:
        """Return the table to which a page inside Discord shall go, if there is one."""
        if self.activity is None or person is None or not _is_inside(request):
            return None
        return self.activity.launched_since(person, moment)

    def _without_stream(self, table: Table) -> web.Response:
        """Return the answer to a page beyond the limit: browsers reconnect after the `retry`."""
        wait = self._live.retry_delay(time.monotonic())
        response = _revision_response(table.revision, wait, "crowded")
        response.headers["Retry-After"] = str(ceil(wait))
        return response

    async def _shared_table_id(self, code: str) -> int | None:
        """Return the table that a shared link shows; concurrent lookups are merged."""
        return await self._shown.get(code, lambda: self.session.web_sessions.table_shown_by(code))

    async def _recheck_visitor(self, request: web.Request) -> None:
        """Raise `HTTPForbidden` if the user has logged out, or the table is no longer shared."""
        if (code := request.match_info.get("code")) is not None:
            if await self._shared_table_id(code) is None:
                raise web.HTTPForbidden
        else:
            await self._known_visitor(request)

    async def _json_response(self, visitor: Visitor, table: Table, data: object) -> web.Response:
        """Return JSON about a table, redacted for a visitor."""
        redacted = await redact_for(self.session, self._client, visitor, table, data)
        return web.json_response(redacted, dumps=dumps)

    # History

    def _check_pace(self, visitor: Visitor, cost: float) -> None:
        """Raise `HTTPTooManyRequests` if a table's spectators request too much history.

        They share one limit, as each request is work.
        """
        key, now = str(visitor.table_id), time.monotonic()
        if visitor.person is None and not self._looking_back.try_take(key, now, cost):
            raise web.HTTPTooManyRequests

    async def _past(self, request: web.Request) -> web.Response:
        visitor = await self._visitor(request)
        table = await self.table(visitor)
        self._check_pace(visitor, min(1 + table.plies / LONG, LOOKS))
        words = self._words(visitor)
        try:
            body = await self._past_in_words.moves_json(self.session, words, table)
        except Refused as refused:
            person = visitor.person
            if refused.table is not None:
                refused.table = None if person is None else seen_by(refused.table, person.id)
            data = {"refused": refusal(words, refused, None), "moves": []}
            return await self._json_response(visitor, table, data)
        if needs_redaction(body):
            return await self._json_response(visitor, table, json.loads(body))
        return web.Response(body=body, content_type="application/json")

    async def _past_picture(self, request: web.Request) -> web.Response:
        visitor = await self._visitor(request)
        table = await self.table(visitor)
        self._check_pace(visitor, 1)
        words, ply = self._words(visitor), int(request.match_info["ply"])
        try:
            shown, turned = await game_history.position_at(self.session, visitor.person, table, ply)
        except Refused as refused:
            raise web.HTTPNotFound from refused
        key = table.id, "past", ply, table.plies, turned, words.language

        async def paint() -> bytes:
            return board_picture(words, shown, Menu(), turned=turned)

        return png_response(await self._pictures.get(key, paint))


def _is_inside(request: web.Request) -> bool:
    """Whether a request is one of a page inside Discord."""
    return "inside" in request.match_info


async def _begin_stream(request: web.Request) -> web.StreamResponse:
    """Send the beginning of a stream; returns it."""
    response = web.StreamResponse(headers={**HEADERS, "Cache-Control": "no-store"})
    response.content_type = "text/event-stream"
    response.headers["X-Accel-Buffering"] = "no"
    await response.prepare(request)
    await response.write(f"retry: {int(RETRY * random.uniform(1, 3))}\n\n".encode())
    return response


def _revision_response(revision: int, wait: float, event: str = "") -> web.Response:
    """Return a stream that ends at once, for a page that asks again after `wait` seconds."""
    note = f"event: {event}\ndata: {revision}\n\n" if event else ""
    lines = f"retry: {ceil(1000 * wait)}\n\n{note}data: {revision}\n\n"
    return web.Response(text=lines, content_type="text/event-stream")


@contextmanager
def _http_errors() -> Iterator[None]:
    """Turn access errors within the block into HTTP errors."""
    try:
        yield
    except AccessDenied as shut:
        raise web.HTTPForbidden from shut
    except AccessUnknownError as failure:
        raise web.HTTPServiceUnavailable from failure


@asynccontextmanager
async def serve_site(site: Site, address: str, port: int) -> AsyncIterator[int]:
    """Serve the pages within a context; yields the port. Raises `CannotListen`."""
    async with open_port(site.application(), address, port, site.limits, site.proxies) as (door, bound_port):
        site.door = door
        yield bound_port
