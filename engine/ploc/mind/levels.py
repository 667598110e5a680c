"""The judge of each level, and how far each level searches."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from typing import Final, TypeAlias

from engine.mind import LEVELS, Level
from engine.ploc.mind.judging import (
    CACHE_SIZE,
    Judge,
    clamp_undecided,
    decided_chance,
    glance_chance,
    lead_judge,
    one_turn_ahead,
    race_judge,
    with_hurry,
)
from engine.ploc.mind.positions import TurnStart
from engine.ploc.mind.table import table_chance
from engine.ploc.model import View
from engine.ploc.sides import starter

ReadOn: TypeAlias = Callable[[Judge, tuple[TurnStart, ...]], Judge]
"""Makes of a judge and the ends of a turn, the best first, a judge that has searched those ends further."""

# These numbers were chosen by trial, so that each level beats the one below it, and no match of the best
# level against itself takes more than 300 turns, which docs/strength.md measures. None was measured
# separately.

READ_ENDS: Final = 1
"""How many ends of its turn `grete` searches to the end of the other village's turn."""

PLOC_LEVELS: Final = tuple(
    Level(key, budget) for key, budget in zip(LEVELS, (0, 0, 0, READ_ENDS), strict=True)
)
"""The levels; the budget is the number of ends that are searched further."""

MAX_ERROR: Final = 60_000
"""By how much `pip` misjudges a position at most, up or down, in millionths: two and a half athletes."""

EAGERNESS: Final = {"odo": 300, "wenna": 130}
"""How much the own race counts against the other's, in hundredths."""

HURRY_PER_ATHLETE: Final = 2_000
"""What each athlete that is turns_left costs `grete`, in millionths, so that she finishes a match."""

HURRY_PER_TURN: Final = 100
"""By how much that grows with every turn of the match."""

LIMIT_FELT_TURNS: Final = 6
"""How many turns before a turn limit the lead begins to count."""


def judge_of(view: View, level: Level, seed: str) -> Judge:
    """The judge of a level for positions after the turn under way."""
    judge = _base_judge(view, level, seed)
    if not view.limit:
        return judge
    turns_left = view.limit - view.turn.number
    rolls = (view.turn.seat + turns_left + 1) % 2
    lead = lead_judge(ties=rolls != starter(view.match))
    if turns_left <= 1:
        return one_turn_ahead(lead) if turns_left else lead
    return judge if turns_left > LIMIT_FELT_TURNS else _mix_with_lead(judge, lead, turns_left)


def without_budget(level: Level) -> Level:
    """The level without hurry and without further search, for a chance that is shown."""
    return Level(level.key, 0)


def read_on_of(view: View, level: Level) -> ReadOn | None:
    """How a level searches its best ends further; `None` if it does not, as with every turn limit."""
    if not level.budget or view.limit:
        return None
    hurry, now, count = hurry_of(view), athletes_of(view), level.budget
    return lambda judge, ends: judge_reading_on(judge, ends[:count], 2 * hurry, now)


def judge_reading_on(judge: Judge, ends: tuple[TurnStart, ...], hurry: int, now: int) -> Judge:
    """A judge that has searched some ends of a turn to the end of the next turn.

    Other positions are judged as before, shifted as the first of those ends was; none of them is worth less
    to the village that rolls next than the worst of those ends.
    """
    if not ends:
        return judge
    ahead = with_hurry(one_turn_ahead(judge), hurry, now)
    searched = {end: ahead(end) for end in ends}
    shift, most = searched[ends[0]] - judge(ends[0]), max(searched.values())

    def reading(start: TurnStart) -> int:
        known = searched.get(start)
        return clamp_undecided(max(judge(start) + shift, most)) if known is None else known

    return reading


def hurry_of(view: View) -> int:
    """What each athlete that is turns_left costs at this turn of the match, in millionths."""
    return HURRY_PER_ATHLETE + HURRY_PER_TURN * view.turn.number


def _base_judge(view: View, level: Level, seed: str) -> Judge:
    """The judge of a level where there is no turn limit."""
    if level.key == "pip":
        return with_error(glance_chance, f"{seed}/{view.turn.number}", MAX_ERROR)
    if level.key in EAGERNESS:
        return race_judge(EAGERNESS[level.key])
    return with_hurry(table_chance, hurry_of(view), athletes_of(view)) if level.budget else table_chance


def athletes_of(view: View) -> int:
    """The athletes of both villages."""
    return sum(side.athletes for side in view.sides)


def _mix_with_lead(judge: Judge, lead: Judge, turns_left: int) -> Judge:
    """The judge mixed with that of the lead, more of that the fewer turns are turns_left."""

    def mixed_chance(start: TurnStart) -> int:
        return (judge(start) * (turns_left - 1) + lead(start)) // turns_left

    return mixed_chance


def with_error(judge: Judge, seed: str, max_error: int) -> Judge:
    """The judge with a random error of up to `max_error`, always the same in the same position."""

    @lru_cache(maxsize=CACHE_SIZE)
    def chance_with_error(start: TurnStart) -> int:
        known = decided_chance(start)
        if known is not None:
            return known
        digest = blake2b(f"{seed}:{start}".encode(), digest_size=4).digest()
        error = int.from_bytes(digest, "big") % (2 * max_error + 1) - max_error
        return clamp_undecided(judge(start) + error)

    return chance_with_error
