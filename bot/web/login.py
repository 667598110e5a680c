"""Logging in with Discord: whoever it names is let in, and finds the tables at which they sit.

Only where a host has set the application's client secret. What comes of it is a cookie as good as those that
links become, for a list of tables instead of one. Discord is asked once who somebody is; its tokens are not
kept, and stand, like its codes, in no log. It is OAuth 2 with a state that is bound to the browser, and PKCE.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import logging
import secrets
import time
from dataclasses import dataclass
from typing import Any, Final

import aiohttp
import discord
from aiohttp import web
from yarl import URL

from bot.games.catalogue import words_in
from bot.kernel.clicks import Person
from bot.kernel.tables.seats import player_of
from bot.store import Table
from bot.ui.table.waiting import group_games
from bot.web.limits import Bucket
from bot.web.responses import browser_language, phrases, read_json, render_page
from bot.web.rights import Visitor
from bot.web.site import Site
from bot.web.tickets import LOGIN
from bot.words import Words, language_of

LOG = logging.getLogger("taproom.web")


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where Discord asks people, gives tokens, and tells whose they are."""

    authorize: str = "https://discord.com/oauth2/authorize"
    token: str = "https://discord.com/api/v10/oauth2/token"  # noqa: S105 - an address
    me: str = "https://discord.com/api/v10/users/@me"


DISCORD: Final = Addresses()

PATIENCE: Final = 5.0
"""Seconds in which Discord has to say who somebody is."""

BAD: Final = 5
"""Codes that are none of Discord's, which an address may try at once; then one in half a minute."""

AT_ONCE: Final = 30
"""So many are asked for at a time; others wait."""

NAMED: Final = {"User-Agent": f"DiscordBot (https://github.com/Rapptz/discord.py {discord.__version__})"}
"""How Discord wants bots to name themselves: by their library."""

HOME: Final = "taproom-home"
BEGUN: Final = "taproom-login"
"""What the cookies are called: of whom Discord has named, and of the browser that has begun a login."""

SAID: Final = ("page.login",)
HOME_SAID: Final = ("page.in.script", "page.too-often", "page.out", "games.none")
"""What the pages say of their own, by key."""


class LoginRefused(Exception):  # noqa: N818 - no error of ours
    """Why somebody is not let in: the key of the sentence, and the status of the answer."""

    def __init__(self, key: str, status: int = 403) -> None:
        super().__init__(key)
        self.key = key
        self.status = status


class BadCode(LoginRefused):
    """Discord has never given such a code, or not to this browser."""


class Login:
    """The room of a site where people log in, and the list of their tables behind it.

    Discord is asked through an HTTP `proxy`, if there is one.
    """

    def __init__(
        self,
        site: Site,
        client: discord.Client,
        secret: str,
        addresses: Addresses = DISCORD,
        *,
        proxy: URL | None = None,
    ) -> None:
        self._site = site
        self._client = client
        self._secret = secret
        self._addresses = addresses
        self._proxy = proxy
        self._bad = Bucket(BAD, 1 / 30)
        self._asking_now = asyncio.Semaphore(AT_ONCE)
        self._out_until = 0.0
        self._by_person = Bucket(60, 5.0)

    def add(self, app: web.Application) -> None:
        """Say under which addresses it is."""
        base = self._site.base
        app.router.add_get(f"{base}/login", self._start_page)
        app.router.add_get(f"{base}/login/go", self._redirect_to_discord)
        app.router.add_get(f"{base}/login/back", self._handle_return)
        app.router.add_get(f"{base}/home", self._home)
        app.router.add_get(f"{base}/home/games", self._games)
        app.router.add_post(f"{base}/home/open", self._open)

    # To Discord and back

    async def _start_page(self, request: web.Request) -> web.Response:
        return self._login_page(words_in(browser_language(request)))

    async def _redirect_to_discord(self, _: web.Request) -> web.Response:
        """The way to Discord, for the browser that gets the key of it."""
        tickets, key = self._site.tickets(), secrets.token_urlsafe(32)
        asked = {
            "response_type": "code",
            "client_id": self._client_id(),
            "scope": "identify",
            "redirect_uri": self._return_url(),
            "state": await tickets.login_state(key),
            "code_challenge": _challenge(self._verifier(key)),
            "code_challenge_method": "S256",
        }
        response = web.Response(status=303)
        response.headers["Location"] = str(URL(self._addresses.authorize).with_query(asked))
        response.set_cookie(
            BEGUN,
            key,
            max_age=LOGIN,
            path=f"{self._site.base}/login",
            httponly=True,
            secure=self._site.url.scheme == "https",
            samesite="Lax",  # Discord leads back
        )
        return response

    async def _handle_return(self, request: web.Request) -> web.Response:
        """Where Discord leads back to: whom it names is let in."""
        words = words_in(browser_language(request))
        try:
            visitor = await self._authenticate(request)
        except LoginRefused as why:
            LOG.info("login: %s", why.key)
            response = self._login_page(words, why.key, why.status)
        else:
            assert visitor.person is not None  # noqa: S101 - Discord has named one
            words = self._words(visitor)
            filled = {"title": words("page.login.title"), **phrases(words, ("page.login.wait", "page.home"))}
            response = self._render_page("back.html", words, filled)
            cookie = await self._site.tickets().home_cookie(visitor.person, visitor.language)
            self._site.set_cookie(response, HOME, cookie, self._site.base or "/")
            LOG.info("login: user=%s let in", visitor.person.id)
        response.del_cookie(BEGUN, path=f"{self._site.base}/login")
        return response

    async def _authenticate(self, request: web.Request) -> Visitor:
        """Whom Discord names to a browser that has begun it; raises `NotLetIn`."""
        query, key = request.query, request.cookies.get(BEGUN, "")
        if not await self._site.tickets().claim_login(query.get("state", ""), key, time.time()):
            raise LoginRefused("page.login.stale")
        code = query.get("code", "")
        if "error" in query or not code:
            raise LoginRefused("page.login.declined")
        address = self._site.address_of(request)
        if not self._bad.try_take(address, time.monotonic()):  # or Discord would shut us out
            raise LoginRefused("page.login.out", 502)
        is_bad = False
        try:
            told = await self._fetch_user(code, self._verifier(key))
            visitor = _parse_user(told, browser_language(request))
        except BadCode:
            is_bad = True
            raise
        except (aiohttp.ClientError, OSError, KeyError, TypeError, ValueError, RecursionError) as error:
            LOG.warning("login: Discord cannot be asked who somebody is: %s", type(error).__name__)
            raise LoginRefused("page.login.out", 502) from None  # nothing of what was sent
        finally:
            if not is_bad:
                self._bad.refund(address)
        await self._check(visitor)
        return visitor

    async def _fetch_user(self, code: str, verifier: str) -> dict[str, Any]:
        """What Discord tells of whom a code stands for, a few at a time; raises what `_who` does."""
        async with asyncio.timeout(PATIENCE), self._asking_now:
            if time.monotonic() < self._out_until:
                raise LoginRefused("page.login.out", 502)
            async with aiohttp.ClientSession(headers=NAMED, proxy=self._proxy) as session:
                return await self._exchange_code(session, code, verifier)

    async def _exchange_code(
        self, session: aiohttp.ClientSession, code: str, verifier: str
    ) -> dict[str, Any]:
        """What Discord tells of whom a code stands for; raises `NotLetIn`, and what a connection does."""
        asked = {
            "grant_type": "authorization_code",
            "client_id": self._client_id(),
            "client_secret": self._secret,
            "redirect_uri": self._return_url(),
            "code": code,
            "code_verifier": verifier,
        }
        async with session.post(self._addresses.token, data=asked, allow_redirects=False) as answer:
            if answer.status == web.HTTPBadRequest.status_code:
                raise BadCode("page.login.stale")
            if answer.status == web.HTTPTooManyRequests.status_code:
                self._out_until = time.monotonic() + _seconds(answer.headers.get("Retry-After", ""))
            given = await _json(answer)
        headers = {"Authorization": f"Bearer {_text(given['access_token'])}"}
        async with session.get(self._addresses.me, headers=headers, allow_redirects=False) as answer:
            return await _json(answer)

    async def _check(self, visitor: Visitor) -> None:
        """Raises `NotLetIn` for bots and for whom the host has blocked."""
        assert visitor.person is not None  # noqa: S101 - as above
        if visitor.person.bot:
            raise LoginRefused("page.login.bot")
        if await self._site.session.block_list.is_blocked(visitor.person.id):
            raise LoginRefused("blocked-person")

    # The tables of whoever was let in

    async def _home(self, request: web.Request) -> web.Response:
        """The list of somebody's tables; whom nothing lets in may log in there."""
        try:
            visitor = await self._visitor(request)
        except web.HTTPForbidden:
            return self._login_page(words_in(browser_language(request)), status=403)
        words, person = self._words(visitor), visitor.person
        assert person is not None  # noqa: S101 - as above
        filled = {"title": words("page.home"), "who": words("page.home.who", name=person.name)}
        return self._render_page("home.html", words, {**filled, **phrases(words, HOME_SAID)})

    async def _games(self, request: web.Request) -> web.Response:
        """What `/games` tells of somebody's tables."""
        visitor = await self._visitor(request)
        person, session = visitor.person, self._site.session
        assert person is not None  # noqa: S101 - as above
        tables = await session.people.games(person.id)
        groups = [
            {
                "title": group.title,
                "games": [
                    {"table": table.id, "open": session.tables.is_readable(table), "text": text}
                    for table, text in group.games
                ],
            }
            for group in group_games(self._words(visitor), session, tables, person.id, linked=False)
        ]
        return web.json_response({"groups": groups})

    async def _open(self, request: web.Request) -> web.Response:
        """One of these tables is opened, as a link would."""
        visitor = await self._visitor(request)
        wanted = (await read_json(request)).get("table")
        person = visitor.person
        assert person is not None  # noqa: S101 - as above
        tables = await self._site.session.people.games(person.id)
        table = next((one for one in tables if one.id == wanted), None)
        if table is None:
            raise web.HTTPForbidden
        there = Visitor(table.id, Person(person.id, _name_at_table(table, person)), visitor.language)
        await self._site.table(there)
        return await self._site.grant_access(there)

    async def _visitor(self, request: web.Request) -> Visitor:
        """Who was let in; raises `HTTPForbidden` and `HTTPTooManyRequests`."""
        cookie = request.cookies.get(HOME, "")
        visitor = await self._site.tickets().read_home_cookie(cookie, time.time())
        if visitor is None or visitor.person is None:
            raise web.HTTPForbidden
        if await self._site.session.block_list.is_blocked(visitor.person.id):
            raise web.HTTPForbidden
        if not self._by_person.try_take(str(visitor.person.id), time.monotonic()):
            raise web.HTTPTooManyRequests
        return visitor

    # What is said and sent

    def _words(self, visitor: Visitor) -> Words:
        assert visitor.person is not None  # noqa: S101 - as above
        return words_in(self._site.session.tables.language_of(visitor.person.id, visitor.language))

    def _login_page(self, words: Words, why: str = "", status: int = 200) -> web.Response:
        """The page with the button, and `why` it is shown again."""
        title = words("page.login.failed" if why else "page.login.title")
        filled = {"title": title, "how": words(why or "page.login.how"), **phrases(words, SAID)}
        return self._render_page("login.html", words, filled, status)

    def _render_page(
        self, name: str, words: Words, filled: dict[str, str], status: int = 200
    ) -> web.Response:
        return render_page(name, {"base": self._site.base, "lang": words.language, **filled}, status=status)

    def _return_url(self) -> str:
        """Where Discord leads back to: as the host has told it."""
        return str(self._site.url / "login" / "back")

    def _client_id(self) -> str:
        if self._client.application_id is None:
            raise web.HTTPServiceUnavailable
        return str(self._client.application_id)

    def _verifier(self, key: str) -> str:
        """What proves to Discord that who began a login ends it: made anew from the browser's key.

        So it need not be kept, and the browser never has it.
        """
        made = hmac.digest(self._secret.encode(), b"pkce " + key.encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(made).decode().rstrip("=")


def _challenge(verifier: str) -> str:
    """A verifier as it may be shown before (RFC 7636)."""
    made = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


async def _json(answer: aiohttp.ClientResponse) -> dict[str, Any]:
    """What Discord answers; raises `ValueError` where it is not well, or makes no sense."""
    if answer.status != web.HTTPOk.status_code:
        told = ": is TAPROOM_WEB_SECRET this application's?" if answer.status == 401 else ""  # noqa: PLR2004
        LOG.warning("login: Discord answered %d%s", answer.status, told)
        raise ValueError(answer.status)
    found = json.loads(await answer.read())
    if not isinstance(found, dict):
        raise TypeError(found)
    return found


def _parse_user(user: dict[str, Any], spoken: str) -> Visitor:
    """Whom Discord tells of, at no table yet; raises `KeyError`, `TypeError` and `ValueError`."""
    number = int(_text(user["id"]))
    if not 0 < number < 1 << 63:
        raise ValueError(number)
    name = _text(user.get("global_name") or user["username"])
    person = Person(number, name[:100], bool(user.get("bot")))
    return Visitor(0, person, language_of(str(user.get("locale") or "")) or spoken)


def _seconds(told: str) -> float:
    """For how long Discord wants to be left alone, within reason."""
    try:
        return min(max(float(told), 1.0), 60.0)
    except ValueError:
        return 1.0


def _text(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise TypeError(type(value))
    return value


def _name_at_table(table: Table, person: Person) -> str:
    """What somebody is called at a table already; one name in a server stays, whatever Discord calls them."""
    player = player_of(table, person)
    if player is not None:
        return player.name
    lent = (one.substitute_name for one in table.players if one.substitute == person.id)
    return next(filter(None, lent), person.name)
