"""Analysis of a whole game, or of one decision: expectations, costs of decisions, and luck.

A decision is separated from chance: its cost is the value of the best action less that of the chosen one,
both before anything was rolled; what chance brought is the expectation afterwards, less that value.
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
"""How many decisions are shown, the most costly ones, and how many of each seat are kept."""

COSTLY: Final = 0.05
"""The least cost of a decision to be shown: less is within a search's own uncertainty."""

AS_GOOD: Final = 0.01
"""An action at most this much worse than the best counts as equal: values are shown in whole percent."""

LUCKY: Final = 0.1
"""The least change by chance to be shown."""

LUCKS: Final = 2
"""How many strokes of luck are shown."""

WEIGHED: Final = 24
"""How many decisions are weighed: those after which their own seat's expectation fell most."""

FIRST_LOOK: Final = 400
"""The most positions, evenly spread, that a search evaluates first."""

CLOSER: Final = 10
"""The number of pairs of these, where most changed, between which it then evaluates every position."""

Standings: TypeAlias = Mapping[int, float]
"""Expectations of the first seat (in a cooperative game: of all), by index of the position."""

Worths: TypeAlias = Mapping[int, tuple[ActionWorth[str], ...]]
"""Values of actions for the acting seat, by index of the position."""


@dataclass(frozen=True, slots=True)
class TakenAction:
    """An action of the game. `decided`: the seat had a choice, and did not resign.

    `chance`: it revealed something that no player could know.
    """

    ply: int
    seat: Seat
    action: str
    decided: bool
    chance: bool


@dataclass(frozen=True, slots=True)
class Slip:
    """A decision that cost its seat something, all from that seat's point of view.

    `before` and `after` are expectations, `worth` is the value of `action`, and `best` that of `better`;
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
    """What chance brought with a line: the first seat's expectation before and after."""

    ply: int
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysis of a game by the search at `level`; it contains no personal data.

    `standings` are the first seat's expectations after each of the `plies`. The others are in order; `slips`
    are the most costly of each seat.
    """

    level: str
    plies: tuple[int, ...]
    standings: tuple[float, ...]
    slips: tuple[Slip, ...]
    lucks: tuple[ChanceSwing, ...]

    def dearest_slips(self, seat: Seat | None = None) -> tuple[Slip, ...]:
        """Return the most costly decisions, in order; for a seat its own first, then others to fill up."""
        dearest = sorted(self.slips, key=lambda one: (one.seat != seat, one.worth - one.best))[:MOST]
        return tuple(sorted(dearest, key=lambda one: (one.seat != seat, one.ply)))

    def dump(self) -> str:
        """Return the analysis as JSON."""
        return json.dumps(asdict(self), separators=(",", ":"))


def load_analysis(text: str) -> Analysis:
    """Parse what `Analysis.dump` wrote; raises `ValueError`, `KeyError` or `TypeError` for anything else."""
    raw = json.loads(text)
    return Analysis(
        raw["level"],
        tuple(raw["plies"]),
        tuple(raw["standings"]),
        tuple(Slip(**{**slip, "also": tuple(slip.get("also", ()))}) for slip in raw["slips"]),
        tuple(ChanceSwing(**slip) for slip in raw["lucks"]),
    )


def value_for_seat(standing: float, seat: Seat, *, together: bool) -> float:
    """Convert an expectation of the first seat to that of `seat`, or back."""
    return standing if together or seat == 0 else 1 - standing


def first_positions(count: int) -> tuple[int, ...]:
    """Return the positions to evaluate first: the first, the last, and evenly between them."""
    step = -(-count // FIRST_LOOK)
    return tuple(sorted({*range(0, count, step), count - 1}))


def positions_between(standings: Standings) -> tuple[int, ...]:
    """Return further positions to evaluate: where most changed between two that are not neighbours."""
    gaps = [(a, b) for a, b in pairwise(sorted(standings)) if b - a > 1]
    gaps.sort(key=lambda gap: -abs(standings[gap[1]] - standings[gap[0]]))
    return tuple(sorted(at for a, b in gaps[:CLOSER] for at in range(a + 1, b)))


def decisions_to_weigh(
    actions: Sequence[TakenAction], standings: Standings, *, together: bool
) -> tuple[int, ...]:
    """Return which decisions to weigh, by their index, in order.

    `way[at]` leads from position `at` to the next one.
    """
    lost = {
        at: value_for_seat(standings[at], taken.seat, together=together)
        - value_for_seat(standings[at + 1], taken.seat, together=together)
        for at, taken in enumerate(actions)
        if taken.decided and at in standings and at + 1 in standings
    }
    dearest = sorted(lost, key=lambda at: (-lost[at], at))[:WEIGHED]
    return tuple(sorted(at for at in dearest if lost[at] > 0))


def analyse(
    level: str,
    began: int,
    actions: Sequence[TakenAction],
    standings: Standings,
    worths: Worths,
    *,
    together: bool,
) -> Analysis:
    """Combine a search's answers into an analysis; the game began after `began` lines of its log."""
    plies = (began, *(taken.ply for taken in actions))
    evaluated = sorted(standings)
    slips = _dearest_per_seat(_slips(actions, standings, worths, together=together))
    lucks = sorted(
        _lucks(actions, standings, worths, together=together), key=lambda one: -abs(one.after - one.before)
    )
    return Analysis(
        level,
        tuple(plies[at] for at in evaluated),
        tuple(round(standings[at], 4) for at in evaluated),
        tuple(sorted(slips, key=lambda one: one.ply)),
        tuple(sorted(lucks[:LUCKS], key=lambda one: one.ply)),
    )


class Mark(StrEnum):
    """Why a decision stands out."""

    BLUNDER = "blunder"
    BRILLIANT = "brilliant"


def mark_of(action: str, weighed: Sequence[ActionWorth[str]], least: float) -> Mark | None:
    """Return whether a decision was worse than the best by `least`, or all others were than it; else None."""
    cost = cost_of(action, weighed)
    if cost is None or len(weighed) < 2:  # noqa: PLR2004 - nothing to compare it with
        return None
    best, second = weighed[0], weighed[1]
    if cost >= least:
        return Mark.BLUNDER
    alone = best.action == action and best.worth - second.worth >= least
    return Mark.BRILLIANT if alone else None


def _dearest_per_seat(slips: Iterable[Slip]) -> Iterator[Slip]:
    """Yield the most costly slips of each seat."""
    counts = Counter[Seat]()
    for slip in sorted(slips, key=lambda one: one.worth - one.best):
        counts[slip.seat] += 1
        if counts[slip.seat] <= MOST:
            yield slip


def worth_of(action: str, weighed: Sequence[ActionWorth[str]]) -> float | None:
    """Return the value of an action: at most that of the last listed one, if it is not listed itself.

    None where the search has listed too few.
    """
    named = {one.action: one.worth for one in weighed}
    return named.get(action, weighed[-1].worth if len(weighed) > 1 else None)


def cost_of(action: str, weighed: Sequence[ActionWorth[str]]) -> float | None:
    """Return how much less an action was worth than the best one; None where the search listed too few."""
    worth = worth_of(action, weighed)
    return None if worth is None else weighed[0].worth - worth


def _slips(
    actions: Sequence[TakenAction], standings: Standings, worths: Worths, *, together: bool
) -> Iterator[Slip]:
    for at, weighed in worths.items():
        taken = actions[at]
        worth = worth_of(taken.action, weighed)
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
    actions: Sequence[TakenAction], standings: Standings, worths: Worths, *, together: bool
) -> Iterator[ChanceSwing]:
    """Yield what chance brought, compared with the action's value, or else with the expectation before."""
    for at, taken in enumerate(actions):
        if not taken.chance or at not in standings or at + 1 not in standings:
            continue
        worth = worth_of(taken.action, worths.get(at, ()))
        before = standings[at] if worth is None else value_for_seat(worth, taken.seat, together=together)
        if abs(standings[at + 1] - before) >= LUCKY:
            yield ChanceSwing(taken.ply, round(before, 4), round(standings[at + 1], 4))
