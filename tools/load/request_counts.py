"""What was sent with the bot's token while clicks came at a rate, what Discord refused, and who waited."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from tools.load.clicks import ClickResult, times
from tools.load.tables import LoadTables
from tools.standin.rates import RateLimitHit

BY_A_PERSON: Final = ("/interactions", "/webhooks")
"""How the paths begin of what is sent with an interaction's token: somebody waits for it."""


@dataclass(slots=True)
class RequestCounts:
    """The requests with the bot's token by their kind, what was answered 429, and how many moves came."""

    sent: Counter[str] = field(default_factory=Counter)
    refused: Sequence[RateLimitHit] = ()
    moves: int = 0

    @classmethod
    def until_now(cls, tables: LoadTables) -> RequestCounts:
        """All since their stand-in was begun; raises `ValueError` if it has no limits."""
        rates = tables.discord.rest.rates
        if rates is None:
            raise ValueError("nothing is counted without limits")
        return cls(Counter(rates.sent), tuple(rates.refused), tables.moves)

    def since(self, before: RequestCounts) -> RequestCounts:
        """What has come since then."""
        return RequestCounts(
            self.sent - before.sent, self.refused[len(before.refused) :], self.moves - before.moves
        )

    @property
    def requests_per_move(self) -> float:
        """Requests with the bot's token for a move; not a number where there was none."""
        return self.sent.total() / self.moves if self.moves else math.nan


def is_waited_for(refused: RateLimitHit, clicks: Sequence[ClickResult]) -> bool:
    """Whether somebody waited for a request that was refused.

    That is so if it was sent with an interaction's token, or posted or changed a message where a click
    waited for its picture at that moment.
    """
    method, path = refused.call.split()
    if path.startswith(BY_A_PERSON):
        return True
    if method not in ("POST", "PATCH") or not path.startswith("/channels"):
        return False
    channel = int(path.split("/")[2])
    return any(one.channel == channel and one.sent <= refused.at <= one.until for one in clicks)


def summary_lines(spent: RequestCounts, clicks: Sequence[ClickResult]) -> Iterator[str]:
    """What there is to say of a rate: requests a move, refusals, and how long people waited for requests."""
    kinds = (f"{kind} {number / max(spent.moves, 1):.2f}" for kind, number in spent.sent.most_common())
    yield f"{spent.requests_per_move:.2f} requests with the bot's token a move: {', '.join(kinds) or 'none'}"
    waited = sum(is_waited_for(one, clicks) for one in spent.refused)
    scopes = Counter(one.scope for one in spent.refused)
    told = "".join(f", {number} {scope}" for scope, number in scopes.most_common())
    yield f"{len(spent.refused)} answers of 429{told}; people waited for {waited} of them"
    shown = [one for one in clicks if one.first is not None and one.picture is not None]
    for what, is_it in (("the bot's token", True), ("the interaction's", False)):
        some = [one for one in shown if one.by_token is is_it]
        if some:
            first, picture = [one.first or 0.0 for one in some], [one.picture or 0.0 for one in some]
            yield (
                f"{len(some)} pictures sent with {what}, ms p50 p95 p99: first answer"
                f" {' '.join(times(first).split())}, picture {' '.join(times(picture).split())}"
            )
