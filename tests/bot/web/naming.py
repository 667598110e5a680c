"""A stand-in for Discord's OAuth 2, on loopback and as strict."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import html
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Self

from aiohttp import web
from yarl import URL

from bot.web.login import Addresses

SECRET = "client-secret-for-tests-0123456"  # noqa: S105 - a made-up secret

Answers = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass
class FakeDiscord:
    """The user it names, its requests, and its failures: `instead` answers in place of `token` and `me`.

    `at_once`: it leads back without a page on which the user has to say yes.
    """

    me: dict[str, Any]
    client_id: str
    url: URL = field(default_factory=URL)
    asked: list[str] = field(default_factory=list)
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    tokens: list[str] = field(default_factory=list)
    declines: bool = False
    at_once: bool = True
    instead: dict[str, Answers] = field(default_factory=dict)

    @classmethod
    @asynccontextmanager
    async def serve(cls, client_id: str, me: dict[str, Any], host: str = "127.0.0.1") -> AsyncIterator[Self]:
        """Within it there is one."""
        made = cls(me, client_id)
        app = web.Application()
        app.router.add_get("/authorize", made.authorize)
        app.router.add_post("/token", made.token)
        app.router.add_get("/me", made.identify)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, host, 0).start()
        made.url = URL(f"http://{host}:{runner.addresses[0][1]}")
        try:
            yield made
        finally:
            await runner.cleanup()

    @property
    def addresses(self) -> Addresses:
        """Where it is."""
        return Addresses(*(str(self.url / what) for what in ("authorize", "token", "me")))

    async def authorize(self, request: web.Request) -> web.Response:
        """The page where the user says yes or no."""
        query = dict(request.query)
        assert query["response_type"] == "code"
        assert query["client_id"] == self.client_id
        assert query["scope"] == "identify"
        assert query["code_challenge_method"] == "S256"
        back = {"state": query["state"]}
        if self.declines:
            back["error"] = "access_denied"
        else:
            back["code"] = secrets.token_urlsafe(12)
            self.codes[back["code"]] = query
        to = URL(query["redirect_uri"]).with_query(back)
        if self.at_once:
            raise web.HTTPFound(to)
        page = f"<title>Discord</title><a href='{html.escape(str(to))}'>Authorize</a>"
        return web.Response(text=page, content_type="text/html")

    async def token(self, request: web.Request) -> web.StreamResponse:
        """A code becomes a token, once."""
        self.asked.append("token")
        assert request.headers["User-Agent"].startswith("DiscordBot (")
        if "token" in self.instead:
            return await self.instead["token"](request)
        form = await request.post()
        begun = self.codes.pop(str(form.get("code")), None)
        if (form.get("client_id"), form.get("client_secret")) != (self.client_id, SECRET):
            return web.json_response({"error": "invalid_client"}, status=401)
        digest = hashlib.sha256(str(form.get("code_verifier")).encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        good = begun is not None and begun["redirect_uri"] == form.get("redirect_uri")
        if not good or begun is None or begun["code_challenge"] != challenge:
            return web.json_response({"error": "invalid_grant"}, status=400)
        self.tokens.append(secrets.token_urlsafe(24))
        return web.json_response(
            {"access_token": self.tokens[-1], "token_type": "Bearer", "scope": "identify"}
        )

    async def identify(self, request: web.Request) -> web.StreamResponse:
        """Return the user."""
        self.asked.append("me")
        if "me" in self.instead:
            return await self.instead["me"](request)
        if request.headers.get("Authorization") not in {f"Bearer {one}" for one in self.tokens}:
            return web.json_response({"message": "401: Unauthorized", "code": 0}, status=401)
        return web.json_response(self.me)


def answers(body: str = "", status: int = 200, after: float = 0.0) -> Answers:
    """A function that gives this answer to any request."""

    async def answer(_: web.Request) -> web.StreamResponse:
        await asyncio.sleep(after)
        return web.Response(text=body, status=status, content_type="application/json")

    return answer
