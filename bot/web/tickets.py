"""Who may open which board in a browser: links that are good once, and the cookies that they become.

Both are signed, so nothing has to be kept for those who have one. That a link was used is kept until it would
have ended anyway, and how often somebody has logged out everywhere; of whom was forgotten, a mark without a
name until their cookies have ended. The key is in the database, where all
processes find it; `python -m bot key` makes a new one.
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
"""Under which the keys are noted, the oldest first."""

KEPT: Final = 2
"""Keys that are good: of those before the newest one, so that a new one logs nobody out who comes back."""

LINK: Final = 10 * 60
"""Seconds for which a link is good."""

COOKIE: Final = LONGEST
"""Seconds for which a cookie is."""

LOGIN: Final = 10 * 60
"""Seconds that a login by Discord may take."""

FRESH: Final = 10.0
"""Seconds for which the keys are not looked up again."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """What was signed: who may look at which table, and after how often they have logged out."""

    visitor: Visitor
    epoch: int
    nonce: str = ""


class Tickets:
    """Makes and reads them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._keys: list[str] = []
        self._read = float("-inf")

    async def link(self, visitor: Visitor) -> str:
        """The code of a link for somebody to a table."""
        return await self._sign("link", visitor, secrets.token_urlsafe(9))

    async def cookie(self, visitor: Visitor) -> str:
        """The cookie with which they come back."""
        return await self._sign("visit", visitor, "")

    async def redeem(self, code: str, now: float) -> Visitor | None:
        """Whom a link lets in, the first time; none if it is not ours, is over, or was used."""
        ticket = await self._read_ticket("link", code, LINK, now)
        if ticket is None or not ticket.nonce:
            return None
        is_new = await self._store.visits.use(ticket.nonce, now + LINK, now)
        return ticket.visitor if is_new else None

    async def read_cookie(self, cookie: str, now: float) -> Visitor | None:
        """Whose a cookie is; none if it is not ours, or is over."""
        ticket = await self._read_ticket("visit", cookie, COOKIE, now)
        return None if ticket is None else ticket.visitor

    async def home_cookie(self, person: Person, language: str) -> str:
        """The cookie of somebody whom Discord has named, for the list of their tables."""
        return await self._sign("home", Visitor(0, person, language), "")

    async def read_home_cookie(self, cookie: str, now: float) -> Visitor | None:
        """Whose such a cookie is; none if it is not ours, or is over. The table is none yet."""
        ticket = await self._read_ticket("home", cookie, COOKIE, now)
        return None if ticket is None else ticket.visitor

    async def login_state(self, key: str) -> str:
        """What Discord hands back of a login that one browser begins: the one that has this key."""
        return (await self._signer("login", time.time())).dumps(_digest(key))

    async def claim_login(self, state: str, key: str, now: float) -> bool:
        """Whether it is of a login that this browser has begun, just now, and which is not over yet."""
        try:
            bound = (await self._signer("login", now)).loads(state, max_age=LOGIN)
        except (BadData, ValueError):
            return False
        if bound != _digest(key):
            return False
        return await self._store.visits.use(_digest(key), now + LOGIN, now)

    async def _sign(self, salt: str, visitor: Visitor, nonce: str) -> str:
        person = visitor.person
        assert person is not None  # noqa: S101 - who only looks on needs no ticket
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
            found = Ticket(Visitor(int(body["t"]), person, str(body["l"])), int(body["e"]), str(body["o"]))
        except (BadData, KeyError, TypeError, ValueError):
            return None
        epoch, forgotten = await self._store.visits.good_from(person.id)
        return found if found.epoch == epoch and signed.timestamp() > forgotten else None

    async def _signer(self, salt: str, now: float) -> URLSafeTimedSerializer:
        if not self._keys or now - self._read > FRESH:
            self._keys, self._read = await load_keys(self._store), now
        return URLSafeTimedSerializer(self._keys, salt=f"taproom {salt}")


def _digest(key: str) -> str:
    """A key as it may be shown: nobody finds the key by it."""
    return hashlib.sha256(key.encode(errors="replace")).hexdigest()


async def load_keys(store: Store) -> list[str]:
    """The keys, the oldest first; the first one is made when it is asked for, once for all who ask."""
    noted = await store.note(NOTE) or await store.first_note(NOTE, json.dumps([secrets.token_urlsafe(32)]))
    return [str(key) for key in json.loads(noted)]


async def new_key(store: Store, *, all_out: bool = False) -> list[str]:
    """The keys with a new one, which signs from now on; `all_out`: no other is good any more."""
    noted = await store.note(NOTE)
    before = [] if all_out or not noted else [str(key) for key in json.loads(noted)]
    made = [*before[1 - KEPT :], secrets.token_urlsafe(32)] if before else [secrets.token_urlsafe(32)]
    await store.set_note(NOTE, json.dumps(made))
    return made


async def new_key_at(place: DatabaseLocation, *, all_out: bool) -> None:
    """The same where no bot needs to run; one that does finds it within `FRESH` seconds."""
    store = await Store.open(place)
    try:
        await new_key(store, all_out=all_out)
    finally:
        await store.close()
