"""The ladder of a channel: how those stand who have played a game for two there within a month. Pure.

Months are those of UTC, as `2026-11`. See docs/decisions/ratings.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from bot.kernel.result_count import first_places
from bot.store import Record, Result, is_nameless

AGAINST_ONE: Final = 6
"""So many games against the same opponent count in a month, the first ones."""

GAINED: Final[Mapping[Result, int]] = {Result.WON: 2, Result.DRAWN: 1, Result.LOST: 0}
"""What a game counts, in halves of a point."""


@dataclass(frozen=True, slots=True)
class Rung:
    """Somebody on a ladder: `score` and `strength` are in halves of a point; those level share a `place`.

    `strength` is that of their opposition: the scores of those they have beaten, and half of those they drew
    with (Sonneborn-Berger).
    """

    place: int
    user_id: int
    name: str
    score: int
    strength: float
    won: int
    drawn: int
    lost: int


def ladder(records: Iterable[Record]) -> tuple[Rung, ...]:
    """The ladder of one game, the best first, from a month's records in the order in which games ended.

    What does not count is left out, and who is forgotten has no rung: whoever has met them keeps the points.
    """
    scores = dict[int, dict[int, int]]()
    tally = dict[int, Counter[Result]]()
    names = dict[int, str]()
    met = Counter[frozenset[int]]()
    for _, group in groupby(records, key=lambda record: record.table_id):
        game = tuple(group)
        if len(game) != 2 or not all(one.counts for one in game):  # noqa: PLR2004 - a duel
            continue
        both = frozenset(one.user_id for one in game)
        met[both] += 1
        if len(both) != 2 or met[both] > AGAINST_ONE:  # noqa: PLR2004
            continue
        for own, other in (game, game[::-1]):
            against = scores.setdefault(own.user_id, {})
            against[other.user_id] = against.get(other.user_id, 0) + GAINED[own.result]
            tally.setdefault(own.user_id, Counter())[own.result] += 1
            names[own.user_id] = own.name
    total = {user: sum(gained.values()) for user, gained in scores.items()}
    strength = {
        user: sum(own * total[other] / 2 for other, own in gained.items()) for user, gained in scores.items()
    }
    people = [user for user in scores if not is_nameless(user)]
    merits = {user: (total[user], strength[user], tally[user][Result.WON]) for user in people}
    places = first_places(sorted(merits.values(), reverse=True))
    rungs = [
        Rung(
            place=places[merits[user]],
            user_id=user,
            name=names[user],
            score=total[user],
            strength=strength[user],
            won=tally[user][Result.WON],
            drawn=tally[user][Result.DRAWN],
            lost=tally[user][Result.LOST],
        )
        for user in people
    ]
    return tuple(sorted(rungs, key=lambda rung: rung.place))
