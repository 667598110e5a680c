"""How far each level looks, and by what measure it judges what it sees at the end."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from typing import Final, TypeAlias

from engine.mind import LEVELS, Level
from engine.ploc.mind.judging import (
    KEPT,
    Judge,
    a_turn_ahead,
    at_a_glance,
    by_lead,
    decided,
    hurried,
    race,
    undecided,
)
from engine.ploc.mind.rope import Rope
from engine.ploc.mind.table import by_table
from engine.ploc.model import View
from engine.ploc.sides import starter

Reads: TypeAlias = Callable[[Judge, tuple[Rope, ...]], Judge]
"""Makes of a judge, and the ends of a turn from the best, the judge who has read on."""

# These numbers were chosen by trial: each level is to beat the one below it, and no match of the best with
# itself may go on for more than 300 turns, which docs/strength.md measures. None was measured by itself.

ENDS: Final = 1
"""How many ends of the own turn the best level reads through to the end of the other village's turn."""

LEVEL: Final = tuple(Level(key, budget) for key, budget in zip(LEVELS, (0, 0, 0, ENDS), strict=True))

BLUR: Final = 60_000
"""How far a beginner may be out, up and down, in millionths: two athletes and a half."""

EAGER: Final = {"odo": 300, "wenna": 130}
"""How much more the race to the other's end counts than that to the own, in hundredths."""

HURRY: Final = 2_000
"""What an athlete more on either side costs the best level, in millionths, so that it finishes."""

HASTE: Final = 100
"""And by how much that grows with every turn of the match."""

FAR: Final = 6
"""How many turns before the last one a limit is felt."""


def judge_of(view: View, level: Level, seed: str) -> Judge:
    """The measure by which a level judges positions after the turn under way."""
    judge = _measure(view, level, seed)
    if not view.limit:
        return judge
    left = view.limit - view.turn.number
    rolls = (view.turn.seat + left + 1) % 2
    lead = by_lead(ties=rolls != starter(view.match))
    if left <= 1:
        return a_turn_ahead(lead) if left else lead
    return judge if left > FAR else _between(judge, lead, left)


def calm(level: Level) -> Level:
    """The level where it only judges: the best one neither hurries nor reads on."""
    return Level(level.key, 0)


def reads_on(view: View, level: Level) -> Reads | None:
    """How a level reads its best ends on, none where it does not: near a limit all is read as it is."""
    if not level.budget or view.limit:
        return None
    hurry, now, most = hurry_of(view), pulling(view), level.budget
    return lambda judge, ends: read_through(judge, ends[:most], 2 * hurry, now)


def read_through(judge: Judge, ends: tuple[Rope, ...], hurry: int, now: int) -> Judge:
    """The judge who has read the first ends of a turn through to the end of the next one.

    What was not read is judged as before, and as much better or worse as the first that was; it is never
    better than any of those.
    """
    if not ends:
        return judge
    ahead = hurried(a_turn_ahead(judge), hurry, now)
    read = {rope: ahead(rope) for rope in ends}
    shift, worst = read[ends[0]] - judge(ends[0]), max(read.values())

    def reading(rope: Rope) -> int:
        known = read.get(rope)
        return undecided(max(judge(rope) + shift, worst)) if known is None else known

    return reading


def hurry_of(view: View) -> int:
    """What an athlete more costs the best level at this turn of the match, in millionths."""
    return HURRY + HASTE * view.turn.number


def _measure(view: View, level: Level, seed: str) -> Judge:
    if level.key == "pip":
        return blurred(at_a_glance, f"{seed}/{view.turn.number}", BLUR)
    if level.key in EAGER:
        return race(EAGER[level.key])
    return hurried(by_table, hurry_of(view), pulling(view)) if level.budget else by_table


def pulling(view: View) -> int:
    """How many athletes pull on both sides together."""
    return sum(side.athletes for side in view.sides)


def _between(judge: Judge, lead: Judge, left: int) -> Judge:
    """The judge, and the closer the last turn comes the more who leads."""

    def mixed(rope: Rope) -> int:
        return (judge(rope) * (left - 1) + lead(rope)) // left

    return mixed


def blurred(judge: Judge, seed: str, most: int) -> Judge:
    """A judge who is out by up to so much, always the same in the same position."""

    @lru_cache(maxsize=KEPT)
    def blur(rope: Rope) -> int:
        known = decided(rope)
        if known is not None:
            return known
        digest = blake2b(f"{seed}:{rope}".encode(), digest_size=4).digest()
        out = int.from_bytes(digest, "big") % (2 * most + 1) - most
        return undecided(judge(rope) + out)

    return blur
