"""Discord's OAuth 2: codes for users who authorize the application, and the tokens for them."""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from aiohttp import web

from tools.standin.payloads import Json
from tools.standin.world import BOT, FakeUser, user_object

SCOPES: Final = ["identify"]
"""The only scopes that the bot may ask for."""


@dataclass(frozen=True, slots=True)
class Grant:
    """An issued code: whom it names, and the PKCE challenge that it is bound to."""

    person: FakeUser
    challenge: str


class OAuth:
    """Codes and tokens of one application; `secret` is its client secret. Codes are valid once."""

    def __init__(self) -> None:
        self.secret = secrets.token_urlsafe(24)
        self._codes: dict[str, Grant] = {}
        self.tokens: dict[str, FakeUser] = {}

    def authorize(self, person: FakeUser, wish: Mapping[str, object]) -> str:
        """Return a code for a user; raises `ValueError` for a wish that Discord's client refuses."""
        if wrong := list(_problems(wish)):
            raise ValueError("; ".join(wrong))
        code = secrets.token_urlsafe(24)
        self._codes[code] = Grant(person, str(wish["code_challenge"]))
        return code

    async def token(self, request: web.BaseRequest) -> web.Response:
        """Exchange a code for an access token."""
        form = await request.post()
        grant = self._codes.pop(str(form.get("code")), None)
        if grant is not None and (form.get("client_id"), form.get("client_secret")) != (
            str(BOT),
            self.secret,
        ):
            return web.json_response({"error": "invalid_client"}, status=401)
        digest = sha256(str(form.get("code_verifier")).encode()).digest()
        proven = urlsafe_b64encode(digest).decode().rstrip("=")
        is_good = form.get("grant_type") == "authorization_code" and "redirect_uri" not in form
        if grant is None or grant.challenge != proven or not is_good:
            return web.json_response({"error": "invalid_grant"}, status=400)
        token = secrets.token_urlsafe(24)
        self.tokens[token] = grant.person
        about = {"access_token": token, "token_type": "Bearer", "expires_in": 604800, "scope": "identify"}
        return web.json_response(about)

    def me(self, request: web.BaseRequest) -> web.Response:
        """Return the user whose access token a request has."""
        person = self.tokens.get(request.headers["Authorization"].removeprefix("Bearer "))
        if person is None:
            return web.json_response({"message": "401: Unauthorized", "code": 0}, status=401)
        return web.json_response(account_object(person))


def account_object(person: FakeUser) -> Json:
    """Return a user as Discord describes them to an application that may identify them."""
    return user_object(person) | {"locale": person.locale}


def _problems(wish: Mapping[str, object]) -> Iterator[str]:
    known = {
        "client_id",
        "scope",
        "response_type",
        "code_challenge",
        "state",
        "prompt",
        "code_challenge_method",
    }
    if unknown := wish.keys() - known:
        yield f"unknown: {sorted(unknown)}"
    wanted = {"client_id": str(BOT), "scope": SCOPES, "response_type": "code", "prompt": "none"}
    for name, value in (wanted | {"code_challenge_method": "S256"}).items():
        if wish.get(name) != value:
            yield f"{name} is {wish.get(name)!r}"
    if len(str(wish.get("code_challenge"))) != len(urlsafe_b64encode(bytes(32)).rstrip(b"=")):
        yield "code_challenge is no SHA-256"
