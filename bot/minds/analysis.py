"""What a mind makes of a whole game, or of one decision: who stood how, what it cost, and what was luck.

A decision is told apart from chance: what it cost is the worth of the best action less that of the one that
was taken, both before anything was rolled; what chance brought is how it stands afterwards, less that worth.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final, TypeAlias

from engine.core import Seat
from engine.mind import ActionWorth

MOST: Final = 3
"""How many decisions are told, the dearest ones, and how many of each seat are kept."""

COSTLY: Final = 0.05
"""The least that a decision must have cost to be told: less is not more than a mind's own doubt."""

AS_GOOD: Final = 0.01
"""What is worth at most so much less than the best is as good: worths are shown in whole percent."""

LUCKY: Final = 0.1
"""The least that chance must have moved to be told."""

LUCKS: Final = 2
"""How many strokes of luck are told."""

WEIGHED: Final = 24
"""How many decisions are weighed: those after which their own seat stood worse by most."""

FIRST_LOOK: Final = 400
"""At so many positions at most, evenly spread, a mind looks first."""

CLOSER: Final = 10
"""Between so many pairs of these, where it changed most, it then looks at every position."""

Standings: TypeAlias = Mapping[int, float]
"""What the first seat (where all play together: all) can expect, by place on the way."""

Worths: TypeAlias = Mapping[int, tuple[ActionWorth[str], ...]]
"""What actions are worth to the seat that acts, by the place on the way that they were weighed at."""


@dataclass(frozen=True, slots=True)
class TakenAction:
    """A line of the game: what a seat did. `decided`: it had a choice, and did not give up.

    `chance`: it brought something that nobody could know.
    """

    ply: int
    seat: Seat
    action: str
    decided: bool
    chance: bool


@dataclass(frozen=True, slots=True)
class Slip:
    """A decision that cost its seat something, all as that seat sees it.

    `before` and `after` are how it stood, `worth` what `action` was worth, and `best` what `better` was;
    `also` are other actions that were as good as that.
    """

    ply: int
    seat: Seat
    action: str
    better: str
    before: float
    after: float
    worth: float
    best: float
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChanceSwing:
    """What chance brought with a line: how it stood with the first seat before that, and then."""

    ply: int
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Analysis:
    """A game as the mind at `level` sees it; nothing of people is in it.

    `standings` are what the first seat could expect after each of the `plies`. The others are in order;
    `slips` are the dearest of each seat.
    """

    level: str
    plies: tuple[int, ...]
    standings: tuple[float, ...]
    slips: tuple[Slip, ...]
    lucks: tuple[ChanceSwing, ...]

    def dearest_slips(self, seat: Seat | None = None) -> tuple[Slip, ...]:
        """The dearest decisions, in order; for a seat its own first, and others as far as there is room."""
        dearest = sorted(self.slips, key=lambda one: (one.seat != seat, one.worth - one.best))[:MOST]
        return tuple(sorted(dearest, key=lambda one: (one.seat != seat, one.ply)))

    def dump(self) -> str:
        """As JSON."""
        return json.dumps(asdict(self), separators=(",", ":"))


def load_analysis(text: str) -> Analysis:
    """What `Analysis.dumped` wrote; raises `ValueError`, `KeyError` or `TypeError` for anything else."""
    raw = json.loads(text)
    return Analysis(
        raw["level"],
        tuple(raw["plies"]),
        tuple(raw["standings"]),
        tuple(Slip(**{**one, "also": tuple(one.get("also", ()))}) for one in raw["slips"]),
        tuple(ChanceSwing(**one) for one in raw["lucks"]),
    )


def value_for_seat(standing: float, seat: Seat, *, together: bool) -> float:
    """What a seat can expect where the first one can expect this; back again by the same way."""
    return standing if together or seat == 0 else 1 - standing


def first_positions(count: int) -> tuple[int, ...]:
    """At which of so many positions to look first: at the first, the last, and evenly between them."""
    step = -(-count // FIRST_LOOK)
    return tuple(sorted({*range(0, count, step), count - 1}))


def positions_between(standings: Standings) -> tuple[int, ...]:
    """At which positions to look besides: where most happened between two that are not neighbours."""
    gaps = [(a, b) for a, b in pairwise(sorted(standings)) if b - a > 1]
    gaps.sort(key=lambda gap: -abs(standings[gap[1]] - standings[gap[0]]))
    return tuple(sorted(at for a, b in gaps[:CLOSER] for at in range(a + 1, b)))


def decisions_to_weigh(
    way: Sequence[TakenAction], standings: Standings, *, together: bool
) -> tuple[int, ...]:
    """Which decisions to weigh, by their place on the way, in order.

    `way[at]` leads from position `at` to the next one.
    """
    lost = {
        at: value_for_seat(standings[at], taken.seat, together=together)
        - value_for_seat(standings[at + 1], taken.seat, together=together)
        for at, taken in enumerate(way)
        if taken.decided and at in standings and at + 1 in standings
    }
    dearest = sorted(lost, key=lambda at: (-lost[at], at))[:WEIGHED]
    return tuple(sorted(at for at in dearest if lost[at] > 0))


def analyse(
    level: str,
    began: int,
    way: Sequence[TakenAction],
    standings: Standings,
    worths: Worths,
    *,
    together: bool,
) -> Analysis:
    """The whole game from what a mind answered; it began after `began` lines of its log."""
    plies = (began, *(taken.ply for taken in way))
    known = sorted(standings)
    slips = _dearest_per_seat(_slips(way, standings, worths, together=together))
    lucks = sorted(
        _lucks(way, standings, worths, together=together), key=lambda one: -abs(one.after - one.before)
    )
    return Analysis(
        level,
        tuple(plies[at] for at in known),
        tuple(round(standings[at], 4) for at in known),
        tuple(sorted(slips, key=lambda one: one.ply)),
        tuple(sorted(lucks[:LUCKS], key=lambda one: one.ply)),
    )


class Mark(StrEnum):
    """What a decision stood out by."""

    BLUNDER = "blunder"
    BRILLIANT = "brilliant"


def mark_of(action: str, weighed: Sequence[ActionWorth[str]], least: float) -> Mark | None:
    """Whether a decision was worse than the best by `least`, or all others were than it; else none."""
    cost = cost_of(action, weighed)
    if cost is None or len(weighed) < 2:  # noqa: PLR2004 - nothing to compare it with
        return None
    best, second = weighed[0], weighed[1]
    if cost >= least:
        return Mark.BLUNDER
    alone = best.action == action and best.worth - second.worth >= least
    return Mark.BRILLIANT if alone else None


def _dearest_per_seat(slips: Iterable[Slip]) -> Iterator[Slip]:
    """Those of each seat that cost it most."""
    found = Counter[Seat]()
    for slip in sorted(slips, key=lambda one: one.worth - one.best):
        found[slip.seat] += 1
        if found[slip.seat] <= MOST:
            yield slip


def _worth(action: str, weighed: Sequence[ActionWorth[str]]) -> float | None:
    """What an action was worth: at most as much as the last one that was named, if it was not named itself.

    None where a mind has named too little to say.
    """
    named = {one.action: one.worth for one in weighed}
    return named.get(action, weighed[-1].worth if len(weighed) > 1 else None)


def cost_of(action: str, weighed: Sequence[ActionWorth[str]]) -> float | None:
    """Returns how much less an action was worth than the best one; None where too little was named to say."""
    worth = _worth(action, weighed)
    return None if worth is None else weighed[0].worth - worth


def _slips(
    way: Sequence[TakenAction], standings: Standings, worths: Worths, *, together: bool
) -> Iterator[Slip]:
    for at, weighed in worths.items():
        taken = way[at]
        worth = _worth(taken.action, weighed)
        if worth is None or weighed[0].action == taken.action or weighed[0].worth - worth < COSTLY:
            continue
        before, after = (
            value_for_seat(standings[place], taken.seat, together=together) for place in (at, at + 1)
        )
        yield Slip(
            taken.ply,
            taken.seat,
            taken.action,
            weighed[0].action,
            round(before, 4),
            round(after, 4),
            round(worth, 4),
            round(weighed[0].worth, 4),
        )


def _lucks(
    way: Sequence[TakenAction], standings: Standings, worths: Worths, *, together: bool
) -> Iterator[ChanceSwing]:
    """What chance brought: against what the action was worth, or, where nobody weighed it, how it stood."""
    for at, taken in enumerate(way):
        if not taken.chance or at not in standings or at + 1 not in standings:
            continue
        worth = _worth(taken.action, worths.get(at, ()))
        before = standings[at] if worth is None else value_for_seat(worth, taken.seat, together=together)
        if abs(standings[at + 1] - before) >= LUCKY:
            yield ChanceSwing(taken.ply, round(before, 4), round(standings[at + 1], 4))
