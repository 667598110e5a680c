"""The requests with the bot's token during a rate, Discord's refusals, and who waited for them."""

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
"""The path prefixes of requests with an interaction's token: a user waits for these."""


@dataclass(slots=True)
class RequestCounts:
    """The requests with the bot's token by kind, the 429s, and the number of moves."""

    sent: Counter[str] = field(default_factory=Counter)
    refused: Sequence[RateLimitHit] = ()
    moves: int = 0

    @classmethod
    def until_now(cls, tables: LoadTables) -> RequestCounts:
        """Return the counts since the stand-in began; raises `ValueError` if it has no limits."""
        rates = tables.discord.rest.rates
        if rates is None:
            raise ValueError("nothing is counted without limits")
        return cls(Counter(rates.sent), tuple(rates.refused), tables.moves)

    def since(self, before: RequestCounts) -> RequestCounts:
        """Return the difference to earlier counts."""
        return RequestCounts(
            self.sent - before.sent, self.refused[len(before.refused) :], self.moves - before.moves
        )

    @property
    def requests_per_move(self) -> float:
        """Return the requests with the bot's token per move; NaN without moves."""
        return self.sent.total() / self.moves if self.moves else math.nan


def is_waited_for(refused: RateLimitHit, clicks: Sequence[ClickResult]) -> bool:
    """Return whether a user waited for a refused request.

    True if it was sent with an interaction's token, or posted or edited a message in a channel where a click
    waited for its picture at that moment.
    """
    method, path = refused.call.split()
    if path.startswith(BY_A_PERSON):
        return True
    if method not in ("POST", "PATCH") or not path.startswith("/channels"):
        return False
    channel = int(path.split("/")[2])
    return any(click.channel == channel and click.sent <= refused.at <= click.until for click in clicks)


def summary_lines(spent: RequestCounts, clicks: Sequence[ClickResult]) -> Iterator[str]:
    """Yield the summary of a rate: requests per move, refusals, and waiting times by token."""
    kinds = (f"{kind} {number / max(spent.moves, 1):.2f}" for kind, number in spent.sent.most_common())
    yield f"{spent.requests_per_move:.2f} requests with the bot's token a move: {', '.join(kinds) or 'none'}"
    waited = sum(is_waited_for(item, clicks) for item in spent.refused)
    scopes = Counter(item.scope for item in spent.refused)
    by_scope = "".join(f", {number} {scope}" for scope, number in scopes.most_common())
    yield f"{len(spent.refused)} answers of 429{by_scope}; people waited for {waited} of them"
    shown = [item for item in clicks if item.first is not None and item.picture is not None]
    for what, is_it in (("the bot's token", True), ("the interaction's", False)):
        some = [item for item in shown if item.by_token is is_it]
        if some:
            first, picture = [item.first or 0.0 for item in some], [item.picture or 0.0 for item in some]
            yield (
                f"{len(some)} pictures sent with {what}, ms p50 p95 p99: first answer"
                f" {' '.join(times(first).split())}, picture {' '.join(times(picture).split())}"
            )
