"""Links that are good once, and the cookies they become.

Both are signed, so nothing is stored for their holders. Stored are used links until they would have expired,
and how often a user has logged out everywhere; for a forgotten user, an anonymous mark until their cookies
have expired. The key is in the database, where all processes find it; `python -m bot key` makes a new one.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from itsdangerous import BadData, URLSafeTimedSerializer

from bot.kernel.clicks import Person
from bot.ops.location import DatabaseLocation
from bot.store import Store
from bot.store.web_sessions import LONGEST
from bot.web.rights import Visitor

NOTE: Final = "web keys"
"""The name of the note with the keys, the oldest first."""

KEPT: Final = 2
"""Previous keys that stay valid, so that a new one logs no one out who comes back."""

LINK: Final = 10 * 60
"""Seconds for which a link is valid."""

COOKIE: Final = LONGEST
"""Seconds for which a cookie is valid."""

INSIDE: Final = 12 * 60 * 60
"""Seconds for which a page inside Discord is logged in."""

LOGIN: Final = 10 * 60
"""Seconds that a login with Discord may take."""

FRESH: Final = 10.0
"""Seconds for which the keys are cached."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """Signed data: the visitor, the number of their logouts, and what the purpose of the ticket adds."""

    visitor: Visitor
    epoch: int
    nonce: str = ""


class Tickets:
    """Signs and reads links and cookies."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._keys: list[str] = []
        self._read = float("-inf")

    async def link(self, visitor: Visitor) -> str:
        """Return the code of a link for a visitor."""
        return await self._sign("link", visitor, secrets.token_urlsafe(9))

    async def cookie(self, visitor: Visitor) -> str:
        """Return the cookie of a visitor."""
        return await self._sign("visit", visitor, "")

    async def redeem(self, code: str, now: float) -> Visitor | None:
        """Use up a link's code; return its visitor, or none if it is invalid, expired or used."""
        ticket = await self._read_ticket("link", code, LINK, now)
        if ticket is None or not ticket.nonce:
            return None
        is_new = await self._store.visits.use(ticket.nonce, now + LINK, now)
        return ticket.visitor if is_new else None

    async def read_cookie(self, cookie: str, now: float) -> Visitor | None:
        """Return a cookie's visitor; none if it is invalid or expired."""
        ticket = await self._read_ticket("visit", cookie, COOKIE, now)
        return None if ticket is None else ticket.visitor

    async def home_cookie(self, person: Person, language: str) -> str:
        """Return the cookie of a logged-in user, for the list of their tables."""
        return await self._sign("home", Visitor(0, person, language), "")

    async def read_home_cookie(self, cookie: str, now: float) -> Visitor | None:
        """Return the visitor of such a cookie, at no table yet; none if it is invalid or expired."""
        ticket = await self._read_ticket("home", cookie, COOKIE, now)
        return None if ticket is None else ticket.visitor

    async def bearer(self, visitor: Visitor, instance: str) -> str:
        """Return the bearer token of a user in an Activity's instance."""
        return await self._sign("activity", visitor, instance)

    async def read_bearer(self, token: str, now: float) -> tuple[Visitor, str] | None:
        """Return the visitor of a bearer token, at no table yet, and the instance; none if it is invalid."""
        ticket = await self._read_ticket("activity", token, INSIDE, now)
        return None if ticket is None else (ticket.visitor, ticket.nonce)

    async def login_state(self, key: str) -> str:
        """Return the OAuth 2 state of a login, bound to a browser's key."""
        return (await self._signer("login", time.time())).dumps(_digest(key))

    async def claim_login(self, state: str, key: str, now: float) -> bool:
        """Use up a login's state; return whether it is valid and belongs to this browser."""
        try:
            bound = (await self._signer("login", now)).loads(state, max_age=LOGIN)
        except (BadData, ValueError):
            return False
        if bound != _digest(key):
            return False
        return await self._store.visits.use(_digest(key), now + LOGIN, now)

    async def _sign(self, salt: str, visitor: Visitor, nonce: str) -> str:
        """Return a signed ticket of a visitor.

        `salt` is its purpose: a ticket is invalid for any other. The `nonce` of a link makes it valid once; a
        cookie has none, and is valid until it expires. "e" is the user's logout count: logging out everywhere
        raises it, and makes earlier tickets invalid.
        """
        person = visitor.person
        assert person is not None  # noqa: S101 - spectators need no ticket
        body = {
            "t": visitor.table_id,
            "u": str(person.id),
            "n": person.name,
            "l": visitor.language,
            "e": await self._store.visits.epoch(person.id),
            "o": nonce,
        }
        return (await self._signer(salt, time.time())).dumps(body)

    async def _read_ticket(self, salt: str, text: str, seconds: int, now: float) -> Ticket | None:
        try:
            signer = await self._signer(salt, now)
            read: tuple[dict[str, Any], datetime] = signer.loads(text, max_age=seconds, return_timestamp=True)
            body, signed = read
            person = Person(int(body["u"]), str(body["n"]))
            ticket = Ticket(Visitor(int(body["t"]), person, str(body["l"])), int(body["e"]), str(body["o"]))
        except (BadData, KeyError, TypeError, ValueError):
            return None
        epoch, forgotten = await self._store.visits.good_from(person.id)
        return ticket if ticket.epoch == epoch and signed.timestamp() > forgotten else None

    async def _signer(self, salt: str, now: float) -> URLSafeTimedSerializer:
        if not self._keys or now - self._read > FRESH:
            self._keys, self._read = await load_keys(self._store), now
        return URLSafeTimedSerializer(self._keys, salt=f"taproom {salt}")


def _digest(key: str) -> str:
    """Return a hash of a key that may be shown."""
    return hashlib.sha256(key.encode(errors="replace")).hexdigest()


async def load_keys(store: Store) -> list[str]:
    """Return the keys, the oldest first; the first is made on first use, once for all processes."""
    noted = await store.note(NOTE) or await store.first_note(NOTE, json.dumps([secrets.token_urlsafe(32)]))
    return [str(key) for key in json.loads(noted)]


async def new_key(store: Store, *, all_out: bool = False) -> list[str]:
    """Return the keys with a new one, which signs from now on; `all_out`: the others become invalid."""
    noted = await store.note(NOTE)
    before = [] if all_out or not noted else [str(key) for key in json.loads(noted)]
    renewed = [*before[1 - KEPT :], secrets.token_urlsafe(32)] if before else [secrets.token_urlsafe(32)]
    await store.set_note(NOTE, json.dumps(renewed))
    return renewed


async def new_key_at(place: DatabaseLocation, *, all_out: bool) -> None:
    """Make a new key without a running bot; a running one uses it within `FRESH` seconds."""
    store = await Store.open(place)
    try:
        await new_key(store, all_out=all_out)
    finally:
        await store.close()
