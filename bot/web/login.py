"""Login with Discord: a user is authenticated by OAuth 2, and gets a list of their tables.

Only if the host has set the application's client secret. The login becomes a cookie like those of links, but
for a list of tables. Discord is asked once; its tokens are not stored, and neither they nor its codes are
logged. The state is bound to the browser, and PKCE is used.
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
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import aiohttp
import discord
from aiohttp import web
from yarl import URL

from bot.games.catalogue import words_in
from bot.kernel.clicks import Person
from bot.kernel.session import Session
from bot.kernel.tables.seats import player_of
from bot.store import Table
from bot.ui.table.waiting import group_games
from bot.web.limits import Bucket
from bot.web.responses import browser_language, phrases, read_json, render_page
from bot.web.rights import Visitor
from bot.web.site import Site
from bot.web.tickets import LOGIN
from bot.words import Words, language_of

JsonObject = dict[str, Any]

LOG = logging.getLogger("taproom.web")


@dataclass(frozen=True, slots=True)
class Addresses:
    """Discord's OAuth 2 endpoints."""

    authorize: str = "https://discord.com/oauth2/authorize"
    token: str = "https://discord.com/api/v10/oauth2/token"  # noqa: S105 - an address
    me: str = "https://discord.com/api/v10/users/@me"


DISCORD: Final = Addresses()

PATIENCE: Final = 5.0
"""Seconds in which Discord has to identify a user."""

BAD: Final = 5
"""Invalid codes that an address may try at once; then one in half a minute."""

AT_ONCE: Final = 30
"""The most concurrent requests to Discord; others wait."""

NAMED: Final = {"User-Agent": f"DiscordBot (https://github.com/Rapptz/discord.py {discord.__version__})"}
"""The user agent that Discord requires of bots."""

HOME: Final = "taproom-home"
BEGUN: Final = "taproom-login"
"""The names of the cookies: of a logged-in user, and of a browser that has begun a login."""

SAID: Final = ("page.login",)
HOME_SAID: Final = ("page.in.script", "page.too-often", "page.out", "games.none")
"""The keys of the pages' own sentences."""


class LoginRefused(Exception):  # noqa: N818 - a refusal, not an error
    """A refused login: the key of its sentence, and the HTTP status."""

    def __init__(self, key: str, status: int = 403) -> None:
        super().__init__(key)
        self.key = key
        self.status = status


class BadCode(LoginRefused):
    """Discord has not issued such a code, or not to this browser."""


@dataclass(frozen=True, slots=True)
class Identity:
    """A user whom Discord has named, at no table yet, and the access token that it issued for them."""

    visitor: Visitor
    token: str


class Login:
    """The pages of a site for logging in, and the list of tables behind it.

    Requests to Discord go through an HTTP `proxy`, if there is one.
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
        """Add the routes."""
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
        """Redirect to Discord, and give the browser the key of this login."""
        tickets, key = self._site.tickets(), secrets.token_urlsafe(32)
        query = {
            "response_type": "code",
            "client_id": self._client_id(),
            "scope": "identify",
            "redirect_uri": self._return_url(),
            "state": await tickets.login_state(key),
            "code_challenge": _challenge(self._verifier(key)),
            "code_challenge_method": "S256",
        }
        response = web.Response(status=303)
        response.headers["Location"] = str(URL(self._addresses.authorize).with_query(query))
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
        """Handle the return from Discord: grant access to the user it names."""
        words = words_in(browser_language(request))
        try:
            visitor = await self._authenticate(request)
        except LoginRefused as why:
            LOG.info("login: %s", why.key)
            response = self._login_page(words, why.key, why.status)
        else:
            assert visitor.person is not None  # noqa: S101 - authenticated above
            words = self._words(visitor)
            filled = {"title": words("page.login.title"), **phrases(words, ("page.login.wait", "page.home"))}
            response = self._render_page("back.html", words, filled)
            cookie = await self._site.tickets().home_cookie(visitor.person, visitor.language)
            self._site.set_cookie(response, HOME, cookie, self._site.base or "/")
            LOG.info("login: user=%s let in", visitor.person.id)
        response.del_cookie(BEGUN, path=f"{self._site.base}/login")
        return response

    async def _authenticate(self, request: web.Request) -> Visitor:
        """Return the user that Discord names to a browser that has begun a login; raises `LoginRefused`."""
        query, key = request.query, request.cookies.get(BEGUN, "")
        if not await self._site.tickets().claim_login(query.get("state", ""), key, time.time()):
            raise LoginRefused("page.login.stale")
        code = query.get("code", "")
        if "error" in query or not code:
            raise LoginRefused("page.login.declined")
        begun = {"code": code, "code_verifier": self._verifier(key), "redirect_uri": self._return_url()}
        identity = await self.identify(begun, browser_language(request), self._site.address_of(request))
        return identity.visitor

    async def identify(self, begun: dict[str, str], spoken: str, sender: str) -> Identity:
        """Return the user that Discord names for a code; raises `LoginRefused`.

        `begun` is what the login began with: the code, its PKCE verifier, and the redirect URL, if there is
        one. Invalid codes count for the `sender`.
        """
        if not self._bad.try_take(sender, time.monotonic()):  # else Discord would block the bot
            raise LoginRefused("page.login.out", 502)
        is_bad = False
        try:
            user, token = await self._fetch_user(begun)
            visitor = _parse_user(user, spoken)
        except BadCode:
            is_bad = True
            raise
        except (aiohttp.ClientError, OSError, KeyError, TypeError, ValueError, RecursionError) as error:
            LOG.warning("login: Discord cannot identify the user: %s", type(error).__name__)
            raise LoginRefused("page.login.out", 502) from None  # without secrets of the request
        finally:
            if not is_bad:
                self._bad.refund(sender)
        await self._check(visitor)
        return Identity(visitor, token)

    async def _fetch_user(self, begun: dict[str, str]) -> tuple[dict[str, Any], str]:
        """Return Discord's data of a code's user, a few at a time; raises what `_exchange_code` does."""
        async with asyncio.timeout(PATIENCE), self._asking_now:
            if time.monotonic() < self._out_until:
                raise LoginRefused("page.login.out", 502)
            async with aiohttp.ClientSession(headers=NAMED, proxy=self._proxy) as session:
                return await self._exchange_code(session, begun)

    async def _exchange_code(
        self, session: aiohttp.ClientSession, begun: dict[str, str]
    ) -> tuple[dict[str, Any], str]:
        """Return Discord's data of a code's user, and its access token.

        Raises `LoginRefused`, and connection errors.
        """
        data = {
            "grant_type": "authorization_code",
            "client_id": self._client_id(),
            "client_secret": self._secret,
            **begun,
        }
        async with session.post(self._addresses.token, data=data, allow_redirects=False) as answer:
            if answer.status == web.HTTPBadRequest.status_code:
                raise BadCode("page.login.stale")
            if answer.status == web.HTTPTooManyRequests.status_code:
                self._out_until = time.monotonic() + _seconds(answer.headers.get("Retry-After", ""))
            tokens = await _json(answer)
        token = _text(tokens["access_token"])
        headers = {"Authorization": f"Bearer {token}"}
        async with session.get(self._addresses.me, headers=headers, allow_redirects=False) as answer:
            return await _json(answer), token

    async def _check(self, visitor: Visitor) -> None:
        """Raise `LoginRefused` for bots and blocked users."""
        assert visitor.person is not None  # noqa: S101 - as above
        if visitor.person.bot:
            raise LoginRefused("page.login.bot")
        if await self._site.session.block_list.is_blocked(visitor.person.id):
            raise LoginRefused("blocked-person")

    # The tables of a logged-in user

    async def _home(self, request: web.Request) -> web.Response:
        """Return the page with the list of a user's tables, or the login page."""
        try:
            visitor = await self._visitor(request)
        except web.HTTPForbidden:
            return self._login_page(words_in(browser_language(request)), status=403)
        words, person = self._words(visitor), visitor.person
        assert person is not None  # noqa: S101 - as above
        filled = {"title": words("page.home"), "who": words("page.home.who", name=person.name)}
        return self._render_page("home.html", words, {**filled, **phrases(words, HOME_SAID)})

    async def _games(self, request: web.Request) -> web.Response:
        """Return a user's games, as `/games` does."""
        visitor = await self._visitor(request)
        person, session = visitor.person, self._site.session
        assert person is not None  # noqa: S101 - as above
        tables = await session.people.games(person.id)
        return web.json_response({"groups": games_json(self._words(visitor), session, tables, person)})

    async def _open(self, request: web.Request) -> web.Response:
        """Open one of the user's tables, as a link would."""
        visitor = await self._visitor(request)
        wanted = (await read_json(request)).get("table")
        person = visitor.person
        assert person is not None  # noqa: S101 - as above
        tables = await self._site.session.people.games(person.id)
        table = next((candidate for candidate in tables if candidate.id == wanted), None)
        if table is None:
            raise web.HTTPForbidden
        opened = Visitor(table.id, Person(person.id, name_at_table(table, person)), visitor.language)
        await self._site.table(opened)
        return await self._site.grant_access(opened)

    async def _visitor(self, request: web.Request) -> Visitor:
        """Return the logged-in user; raises `HTTPForbidden` and `HTTPTooManyRequests`."""
        cookie = request.cookies.get(HOME, "")
        visitor = await self._site.tickets().read_home_cookie(cookie, time.time())
        if visitor is None or visitor.person is None:
            raise web.HTTPForbidden
        if await self._site.session.block_list.is_blocked(visitor.person.id):
            raise web.HTTPForbidden
        if not self._by_person.try_take(str(visitor.person.id), time.monotonic()):
            raise web.HTTPTooManyRequests
        return visitor

    # Words and responses

    def _words(self, visitor: Visitor) -> Words:
        assert visitor.person is not None  # noqa: S101 - as above
        return words_in(self._site.session.tables.language_of(visitor.person.id, visitor.language))

    def _login_page(self, words: Words, why: str = "", status: int = 200) -> web.Response:
        """Return the page with the login button, and `why` it is shown again."""
        title = words("page.login.failed" if why else "page.login.title")
        filled = {"title": title, "how": words(why or "page.login.how"), **phrases(words, SAID)}
        return self._render_page("login.html", words, filled, status)

    def _render_page(
        self, name: str, words: Words, filled: dict[str, str], status: int = 200
    ) -> web.Response:
        return render_page(name, {"base": self._site.base, "lang": words.language, **filled}, status=status)

    def _return_url(self) -> str:
        """Return the redirect URL that the host has registered."""
        return str(self._site.url / "login" / "back")

    def _client_id(self) -> str:
        if self._client.application_id is None:
            raise web.HTTPServiceUnavailable
        return str(self._client.application_id)

    def _verifier(self, key: str) -> str:
        """Return the PKCE verifier, derived from the browser's key.

        So it need not be stored, and the browser never has it.
        """
        digest = hmac.digest(self._secret.encode(), b"pkce " + key.encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def _challenge(verifier: str) -> str:
    """Return the PKCE challenge of a verifier (RFC 7636)."""
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


async def _json(answer: aiohttp.ClientResponse) -> dict[str, Any]:
    """Return Discord's answer; raises `ValueError` and `TypeError` for unusable ones."""
    if answer.status != web.HTTPOk.status_code:
        hint = ": is TAPROOM_WEB_SECRET this application's?" if answer.status == 401 else ""  # noqa: PLR2004
        LOG.warning("login: Discord answered %d%s", answer.status, hint)
        raise ValueError(answer.status)
    data = json.loads(await answer.read())
    if not isinstance(data, dict):
        raise TypeError(data)
    return data


def _parse_user(user: dict[str, Any], spoken: str) -> Visitor:
    """Return the visitor that Discord describes; raises `KeyError`, `TypeError` and `ValueError`."""
    number = int(_text(user["id"]))
    if not 0 < number < 1 << 63:
        raise ValueError(number)
    name = _text(user.get("global_name") or user["username"])
    person = Person(number, name[:100], bool(user.get("bot")))
    return Visitor(0, person, language_of(str(user.get("locale") or "")) or spoken)


def _seconds(retry_after: str) -> float:
    """Return how long Discord wants no requests, within limits."""
    try:
        return min(max(float(retry_after), 1.0), 60.0)
    except ValueError:
        return 1.0


def _text(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise TypeError(type(value))
    return value


def games_json(words: Words, session: Session, tables: Sequence[Table], person: Person) -> list[JsonObject]:
    """Return a user's games as `/games` groups them."""
    return [
        {
            "title": group.title,
            "games": [
                {"table": table.id, "open": session.tables.is_readable(table), "text": text}
                for table, text in group.games
            ],
        }
        for group in group_games(words, session, tables, person.id, linked=False)
    ]


def name_at_table(table: Table, person: Person) -> str:
    """Return a user's name at a table they play at, which stays as it is, else their name at Discord."""
    player = player_of(table, person)
    if player is not None:
        return player.name
    lent = (other.substitute_name for other in table.players if other.substitute == person.id)
    return next(filter(None, lent), person.name)
