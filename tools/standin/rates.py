"""Discord's rate limits, for a stand-in that is asked to have them.

Documented in https://docs.discord.com/developers/topics/rate-limits: the headers, the three scopes, 50
requests a second in all for what is sent with a bot's token, that interactions and their webhooks do not
count for that, and that 10,000 answers of 401, 403 or 429 (but of scope `shared`) in ten minutes ban an
address.

The sizes of buckets are not documented. These were observed by others:

- messages: 5 in 5 s to post and as many to change in a channel (discord-api-docs issue 2761); to read them 5
  in 5 s (the library hata, `rate_limit_groups.py`);
- deleting messages: 5 in 1 s up to ten seconds after they were posted, then 3 in 0.333 s, with a bucket of
  its own for each (discord-api-docs issue 8330, of May 2026);
- webhooks, and so an interaction's token: 5 in 2 s for all that is done by it (discord-api-docs issue 2701,
  hata); and 30 new messages a minute in a channel, for all tokens together, which no header tells and whose
  scope is `shared` (issues 367, 2701, 3763 and 7243);
- a channel: 5 changes in 15 s, of which 2 in ten minutes of its name or topic (hata, issue 2761);
- new threads: 50 in five minutes for the whole bot (hata);
- members of a server: 5 look-ups in 1 s; reactions: 1 in 0.25 s; typing: 5 in 5 s; commands: 2 in a minute;
  the gateway's address: 2 in 5 s (all from hata).

Not verified: how the second of the global limit is counted (here no second, wherever it begins, has more),
whether a first answer counts as a new message of a webhook (here not), and how long a ban lasts (here as long
as the stand-in). Edits of messages older than an hour have a limit of their own, of unknown size; a `Fault`
of code 30046 stands for it.
"""

from __future__ import annotations

import json
import time
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from aiohttp import web

from tools.standin.routes import ApiCall
from tools.standin.world import EPOCH

GLOBAL: Final = 50
"""Requests a second with the bot's token."""

INVALID: Final = 10_000
"""Answers of 401, 403 and 429 within `PERIOD` seconds after which an address is banned."""

PERIOD: Final = 600.0

YOUNG: Final = 10.0
"""Seconds for which deleting a message has another bucket than later."""

REMEMBERED: Final = 20_000
"""Windows after which those are forgotten that are over."""

USER, SHARED, EVERYWHERE = "user", "shared", "global"
"""The scopes of a limit: one bot's in a bucket, everybody's of a resource, one bot's in all."""


@dataclass(frozen=True, slots=True)
class RateLimit:
    """So many requests in so many seconds, for each top-level resource, or `alone` for the whole bot.

    Limits of one `name` are one bucket. `hidden`: no header tells of it.
    """

    name: str
    most: int
    seconds: float
    alone: bool = False
    scope: str = USER
    hidden: bool = False


_WEBHOOK: Final = RateLimit("webhook", 5, 2.0)
_FOLLOWED: Final = RateLimit("webhook's channel", 30, 60.0, scope=SHARED, hidden=True)
_RENAMED: Final = RateLimit("name or topic", 2, 600.0, hidden=True)
_YOUNG_DELETED: Final = RateLimit("delete a young message", 5, 1.0)
_OLD_DELETED: Final = RateLimit("delete an old message", 3, 0.333)
_THREADS: Final = RateLimit("threads", 50, 300.0, alone=True)

_LIMITS: Final = {
    "POST /channels/*/messages": RateLimit("post", 5, 5.0),
    "PATCH /channels/*/messages/*": RateLimit("edit", 5, 5.0),
    "GET /channels/*/messages": RateLimit("history", 5, 5.0),
    "GET /channels/*/messages/*": RateLimit("message", 5, 5.0),
    "POST /channels/*/typing": RateLimit("typing", 5, 5.0),
    "PUT /channels/*/messages/*/reactions/*/@me": RateLimit("reactions", 1, 0.25),
    "DELETE /channels/*/messages/*/reactions/*/@me": RateLimit("reactions", 1, 0.25),
    "PATCH /channels/*": RateLimit("channel", 5, 15.0),
    "POST /channels/*/threads": _THREADS,
    "POST /channels/*/messages/*/threads": _THREADS,
    "GET /guilds/*/members/*": RateLimit("member", 5, 1.0),
    "PUT /applications/*/commands": RateLimit("commands", 2, 60.0, alone=True),
    "PUT /applications/*/guilds/*/commands": RateLimit("commands of a server", 2, 60.0, alone=True),
    "GET /gateway/bot": RateLimit("gateway", 2, 5.0, alone=True),
    "POST /webhooks/*/*": _WEBHOOK,
    "GET /webhooks/*/*/messages/*": _WEBHOOK,
    "PATCH /webhooks/*/*/messages/*": _WEBHOOK,
    "DELETE /webhooks/*/*/messages/*": _WEBHOOK,
}
"""The limits that depend on nothing but the route."""


def kind_of(method: str, path: str) -> str:
    """The route of a request with stars for what differs, such as `PATCH /channels/*/messages/*`."""
    parts = path.strip("/").split("/")
    if parts[0] in ("webhooks", "interactions") and len(parts) > 2:  # noqa: PLR2004 - the token's place
        parts[2] = "*"
    if "reactions" in parts[:-1]:
        parts[parts.index("reactions") + 1] = "*"
    return f"{method} /" + "/".join("*" if part.isdigit() or part == "@original" else part for part in parts)


def resource_of(path: str) -> str:
    """The top-level resource of a path: a channel, a server, or a webhook with its token."""
    parts = path.strip("/").split("/")
    return "/".join(parts[: 3 if parts[0] == "webhooks" else 2])


@dataclass(frozen=True, slots=True)
class RateLimitHit:
    """A 429: when, which call, and the scope of the limit that it met."""

    at: float
    call: str
    scope: str


@dataclass(slots=True)
class _Window:
    """The time in which requests are counted against a limit: it begins with the first of them."""

    begun: float
    used: int = 0


class Rates:
    """Counts requests, and refuses those that are too many.

    `most` requests a second are allowed with the bot's token. `channel_of` knows the channel of an
    interaction by its token. `sent` counts the requests with the bot's token that were carried out, by
    `kind_of`; `refused` are all that were answered 429, `invalid` is when the answers were given that count
    for the ban. What is `is_banned` gets nothing else any more.
    """

    def __init__(self, channel_of: Callable[[str], int | None], most: int = GLOBAL) -> None:
        self.most = most
        self.is_banned = False
        self.sent = Counter[str]()
        self.refused: list[RateLimitHit] = []
        self.invalid = deque[float]()
        self._channel_of = channel_of
        self._lately = deque[float]()
        self._windows: dict[tuple[str, Hashable], _Window] = {}

    def serve(self, call: ApiCall, answer: Callable[[], web.Response], *, with_token: bool) -> web.Response:
        """The `answer` to a request with its headers, or a refusal instead."""
        if self.is_banned:
            return web.Response(status=429, text="error code: 1015")  # Cloudflare's, so without `Via`
        counts = with_token and not call.path.startswith(("/interactions", "/webhooks"))
        response = self._global_refusal(call) if counts else None
        if response is None:
            windows = [(limit, self._window(limit, key, call.at)) for limit, key in self._limits(call)]
            response = self._bucket_refusal(windows, call)
            if response is None:
                for _, window in windows:
                    window.used += 1
                self.sent[kind_of(call.method, call.path)] += counts
                response = answer()
            for limit, window in windows:
                if not limit.hidden:
                    response.headers.update(_bucket_headers(limit, window, call.at))
        self._count_invalid(response, call.at)
        return response

    def _global_refusal(self, call: ApiCall) -> web.Response | None:
        """The answer to a request that is one too many in all; none where it is not, which is counted."""
        while self._lately and self._lately[0] <= call.at - 1.0:
            self._lately.popleft()
        if len(self._lately) >= self.most:
            return self._refuse(call, EVERYWHERE, self._lately[0] + 1.0 - call.at)
        self._lately.append(call.at)
        return None

    def _bucket_refusal(self, windows: list[tuple[RateLimit, _Window]], call: ApiCall) -> web.Response | None:
        """The answer to a request that is one too many of its kind; none where it is not."""
        for limit, window in windows:
            if window.used >= limit.most:
                return self._refuse(call, limit.scope, window.begun + limit.seconds - call.at)
        return None

    def _limits(self, call: ApiCall) -> Iterator[tuple[RateLimit, Hashable]]:
        """The limits that a request counts for, each with the resource by which it is counted."""
        kind, resource = kind_of(call.method, call.path), resource_of(call.path)
        if kind == "DELETE /channels/*/messages/*":
            yield (_YOUNG_DELETED if _age(call.path) < YOUNG else _OLD_DELETED), resource
        if (limit := _LIMITS.get(kind)) is not None:
            yield limit, None if limit.alone else resource
        if kind == "POST /webhooks/*/*":
            yield _FOLLOWED, self._channel_of(call.path.split("/")[3])
        if kind == "PATCH /channels/*" and {"name", "topic"} & set(call.payload or ()):
            yield _RENAMED, resource

    def _window(self, limit: RateLimit, key: Hashable, at: float) -> _Window:
        """The window that a moment is in."""
        window = self._windows.get((limit.name, key))
        if window is None or at >= window.begun + limit.seconds:
            if len(self._windows) >= REMEMBERED:
                self._windows = {
                    one: window for one, window in self._windows.items() if at < window.begun + PERIOD
                }
            window = self._windows[limit.name, key] = _Window(at)
        return window

    def _refuse(self, call: ApiCall, scope: str, seconds: float) -> web.Response:
        self.refused.append(RateLimitHit(call.at, f"{call.method} {call.path}", scope))
        seconds = round(max(seconds, 0.001), 3)
        text = "The resource is being rate limited." if scope == SHARED else "You are being rate limited."
        about = {"message": text, "retry_after": seconds, "global": scope == EVERYWHERE}
        response = web.Response(status=429, body=json.dumps(about).encode(), content_type="application/json")
        response.headers.update(
            {"Retry-After": str(seconds), "X-RateLimit-Scope": scope, "Via": "1.1 google"}
        )
        if scope == EVERYWHERE:
            response.headers["X-RateLimit-Global"] = "true"
        return response

    def _count_invalid(self, response: web.Response, at: float) -> None:
        """Count an answer for the ban, if it is one of those, and ban."""
        if response.status not in (401, 403, 429) or response.headers.get("X-RateLimit-Scope") == SHARED:
            return
        self.invalid.append(at)
        while self.invalid[0] <= at - PERIOD:
            self.invalid.popleft()
        self.is_banned = len(self.invalid) >= INVALID


def _bucket_headers(limit: RateLimit, window: _Window, at: float) -> dict[str, str]:
    """The headers that tell of a bucket."""
    left = max(window.begun + limit.seconds - at, 0.0)
    return {
        "X-RateLimit-Limit": str(limit.most),
        "X-RateLimit-Remaining": str(limit.most - window.used),
        "X-RateLimit-Reset": f"{time.time() + left:.3f}",
        "X-RateLimit-Reset-After": f"{left:.3f}",
        "X-RateLimit-Bucket": sha256(limit.name.encode()).hexdigest()[:32],
    }


def _age(path: str) -> float:
    """Seconds since a message was posted, by its id at the end of a path."""
    number = path.rpartition("/")[2]
    return time.time() - ((int(number) >> 22) + EPOCH) / 1000 if number.isdigit() else 0.0
