"""The pages of a bot: who may see them, the limits, and presses of buttons.

A visitor has a cookie for one table, made from a link that is good once (`bot.web.tickets`). The link's code
stands behind `#`, so no server and no referrer sees it. The pages show no more than Discord would show the
same person.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final, Protocol

import discord
from aiohttp import web
from aiohttp.http import HttpProcessingError
from yarl import URL

from bot.discord.request import Surface
from bot.games.catalogue import words_in
from bot.kernel.clicks import Click, Person
from bot.kernel.errors import Refused
from bot.kernel.session import Session
from bot.store import StoreError, Table
from bot.web.address import Proxies
from bot.web.async_cache import AsyncCache
from bot.web.connections import ConnectionLimiter, open_port
from bot.web.limits import Bucket, ConcurrencyLimit, WebLimits
from bot.web.live import LivePages
from bot.web.page_requests import PressHandler
from bot.web.responses import (
    BODY,
    ENTERING,
    HEADERS,
    TYPES,
    browser_language,
    cacheable_response,
    dumps,
    parse_press,
    phrases,
    read_json,
    refusal_response,
    render_page,
    static_files,
)
from bot.web.rights import AccessDenied, AccessUnknownError, Visitor
from bot.web.tickets import COOKIE, Tickets
from bot.words import Words

LOG = logging.getLogger("taproom.web")

PAUSE: Final = 0.25
EACH: Final = 0.02
"""Seconds that a refused request is delayed, about, and more for each that is delayed already.

So refused requests are limited to about fifty a second, and do not slow down players.
"""

WAITING: Final = 100
"""The most delayed requests; others are closed at once."""

NAME: Final = "taproom"
"""The name of the cookie."""

INSIDE: Final = "{inside:activity}"
"""The part of a path below which pages are inside Discord."""

UNREADABLE: Final = (HttpProcessingError, web.RequestPayloadError, UnicodeError)
"""Exceptions of malformed requests, such as a body that is not compressed as declared."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class SiteExtension(Protocol):
    """Pages of a site, such as `bot.web.table_pages` and `bot.web.login`."""

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
        self.client = client
        self.live = LivePages(self.limits)
        self._under_way = ConcurrencyLimit(self.limits.of_address)
        self._shown = AsyncCache[int | None](0)
        self._by_address = Bucket(120, 30.0)
        self._by_person = Bucket(60, 15.0)
        self._bad = Bucket(30, 0.5)
        self._logged = Bucket(3, 1 / 60)
        self.pause = 1.0
        self._refused = 0
        self._is_warned = False
        self._desk: PressHandler | None = None
        self._tickets: Tickets | None = None
        self.tables: SiteExtension | None = None
        self.login: SiteExtension | None = None
        self.activity: InsideAccess | None = None

    # The interface to the bot

    @property
    def open_pages(self) -> int:
        """The number of open pages."""
        return self.live.pages

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
        self.live.notify_person(click.person.id)
        return True

    def inside(self, request: web.Request) -> InsideAccess | None:
        """Return the pages inside Discord, if a request is one of theirs."""
        return self.activity if "inside" in request.match_info else None

    def watch_link(self, code: str) -> str:
        """Return the link by which anyone may view a table."""
        return str(self.url / "w" / code)

    def _ready(self) -> Surface:
        """Return the surface of a bot that has started."""
        surface = self._surface_of()
        if surface is None:
            raise web.HTTPServiceUnavailable
        if self._desk is None:
            self._desk = PressHandler(surface, self.client)
            self._tickets = Tickets(surface.session.context.store)
            surface.session.context.store.changed = self.live.notify_changed
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
    def surface(self) -> Surface:
        """The surface of the bot."""
        return self._ready()

    @property
    def session(self) -> Session:
        """The session of the bot."""
        return self._ready().session

    @property
    def table_paths(self) -> list[str]:
        """The paths of the tables' pages: in a browser, and inside Discord."""
        inside = [] if self.activity is None else [f"/{INSIDE}"]
        return [f"{self.base}{start}/t/{{table:[0-9]{{1,15}}}}" for start in ("", *inside)]

    # Requests

    def application(self) -> web.Application:
        """Return the aiohttp application with its routes."""
        app = web.Application(middlewares=[self._limit_request], client_max_size=BODY)
        app.router.add_get(f"{self.base}/in", self._entrance_page)
        app.router.add_post(f"{self.base}/in", self._enter)
        app.router.add_get(f"{self.base}/static/{{name}}", self._file)
        for start in self.table_paths:
            app.router.add_post(f"{start}/use", self._handle_press)
        for extension in (self.tables, self.login, self.activity):
            if extension is not None:
                extension.add(app)
        return app

    @web.middleware
    async def _limit_request(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Apply the limits, and add the headers; failures become short answers."""
        address, now = await self.sender_of(request), time.monotonic()
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

    async def sender_of(self, request: web.Request) -> str:
        """Return whom the limits of addresses count: inside Discord, where a proxy hides them, the person."""
        inside = self.inside(request)
        if inside is None:
            return self.address_of(request)
        try:
            self._ready()
            person = await inside.person_of(request)
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

    async def visitor(self, request: web.Request) -> Visitor:
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
        if (inside := self.inside(request)) is not None:
            return await inside.visitor(request)
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

    def words(self, visitor: Visitor) -> Words:
        """Return the sentences in a visitor's language."""
        person = visitor.person
        spoken = visitor.language
        if person is not None:
            spoken = self.session.tables.language_of(person.id, spoken)
        return words_in(spoken)

    async def _shared_table_id(self, code: str) -> int | None:
        """Return the table that a shared link shows; concurrent lookups are merged."""
        return await self._shown.get(code, lambda: self.session.web_sessions.table_shown_by(code))

    async def recheck_visitor(self, request: web.Request) -> None:
        """Raise `HTTPForbidden` if the user has logged out, or the table is no longer shared."""
        if (code := request.match_info.get("code")) is not None:
            if await self._shared_table_id(code) is None:
                raise web.HTTPForbidden
        else:
            await self._known_visitor(request)

    # Pages and presses

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

    async def _handle_press(self, request: web.Request) -> web.Response:
        """Handle a press, and return the answers."""
        visitor = await self.visitor(request)
        await self.table(visitor)
        inside = self.inside(request)
        press = parse_press(await read_json(request, None if inside is None else inside.origin))
        with _http_errors():
            given = await self._get_desk().serve(visitor, press)
        table = await self.session.tables.get(visitor.table_id)
        return web.json_response({"answers": given, "revision": table.revision}, dumps=dumps)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        if name not in static_files() or name.endswith(".html"):
            raise web.HTTPNotFound
        # From memory: sending from a file would use a descriptor per client.
        return cacheable_response(request, static_files()[name], TYPES[Path(name).suffix])


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
