"""How each level comes to its view of the moves."""

from __future__ import annotations

from typing import Final

from engine.mind import Level
from engine.rng import SeededRng
from engine.thud.mind.field import FREE, reach, spread
from engine.thud.mind.judgement import FEW, Judge, Weights
from engine.thud.mind.opening import begins, opened
from engine.thud.mind.root import ROOT_WIDTH, all_ways, best
from engine.thud.mind.search import ENDLESS, Search
from engine.thud.mind.ways import after
from engine.thud.mind.weights import DWARFS, TROLLS
from engine.thud.model import START

# What the dwarfs think of where nothing happens. A search always comes to the same place, so a block that has
# found the best order would stay there for ever, or walk to and fro before a troll that dodges. Who commands
# it is driven towards the trolls that are left, and then thinks that what counts may be something else: it
# looks at everything with other eyes, for some moves at a time. The numbers were chosen by trial.

HUNTED: Final = 6
"""So many trolls or fewer are gone after; with more of them a block may wait, and gather."""

WAITS: Final = 10
"""Plies without a capture before anybody is driven."""

DRIVE: Final = ((2, 40), (1, 20))
"""By how much more with each ply, and up to how much: against many trolls, and against the last few."""

PATIENT: Final = 60
"""Plies without a capture before which nobody doubts; the board was brought into order by then."""

EAGER: Final = 30
"""The same for who hunts."""

LASTS: Final = 15
"""How many plies one doubt lasts, long enough to carry out what it leads to."""

LEAST: Final = 40
"""A weight counts at least so many hundredths of what it is, and at most as much above that as below."""

_MOST: Final = 200 - LEAST


GATHERS: Final = START.dwarfs.bit_count()
"""With so many dwarfs or more, which is all of them, the dwarfs gather: until the first is taken.

Then they look further only at what is best at a glance, by each move with the captures after it. A search of
all moves finds fights, as long as they stand scattered, and the judgement thinks too well of them. Once they
are fought, only a search of all moves holds its own, against trolls who look ahead. docs/minds/thud.md has
the figures.
"""

PROMISING: Final = 3
"""So many moves they look further at then."""

GATHERING_NODES: Final = 3000
"""What they spend on that at most, whatever the level has: looking further they find fights again."""


def gathers(dwarfs: int, trolls: int, quiet: int) -> bool:
    """Whether so many dwarfs gather against so many trolls; not for ever, where nobody comes."""
    return dwarfs >= GATHERS and trolls > HUNTED and quiet < EAGER


def doubted(weights: list[Weights], trolls: int, quiet: int) -> list[Weights]:
    """The weights for up to so many trolls, after so many plies without a capture; sooner the same ones.

    Each count is mistrusted or overrated for itself, the same way against any number of trolls; not so the
    network. What is doubted depends on nothing but `quiet`.
    """
    patience = EAGER if trolls <= HUNTED else PATIENT
    if quiet < patience:
        return weights
    chance = SeededRng(f"doubt {(quiet - patience) // LASTS}")
    shares = [LEAST + chance.below(_MOST - LEAST + 1) for _ in weights[0].counts]
    return [
        Weights(
            [count * share // 100 for count, share in zip(one.counts, shares, strict=True)],
            one.outputs,
            one.base,
        )
        for one in weights[: trolls + 1]
    ]


def driven(trolls: int, quiet: int) -> int:
    """What a step counts that one of so many trolls is away from the body, after so many plies."""
    if trolls > HUNTED or quiet <= WAITS:
        return 0
    pace, most = DRIVE[trolls <= FEW]
    return min(most, (quiet - WAITS) * pace)


# The levels

WHIM: Final = {"pip": 200, "odo": 140, "wenna": 90, "grete": 8}
"""By how many hundredths of a point a level misjudges a move at most, by chance.

Chosen so that each level beats the one below it, which docs/strength.md measures.
"""

OVERLOOKED: Final = 4
"""A beginner overlooks one danger in so many."""

DEEPEST: Final = 12
"""How many plies are looked ahead at most: more than any budget comes to."""

DWARFS_SPEND: Final = 67
"""The percentage of its budget that a level spends as dwarfs: with more moves it takes no less time."""

SEEN_NODES: Final = 1250
"""What a short look may cost that tells how a battle stands."""

# What a beginner sees in a move, in hundredths of a point; chosen to play at a glance, and not measured.

TROLL: Final = 400  # a troll taken, or in danger: four dwarfs, as at the end of a battle
DWARF: Final = 100  # a dwarf taken, or in danger
COMPANY: Final = 20  # each dwarf beside the one that moved, three at most
CONTACT: Final = 40  # a troll within two steps of a dwarf


def ponder(
    dwarfs: int, trolls: int, dwarfs_move: bool, level: Level, seed: str, quiet: int, judge: Judge
) -> list[tuple[int, int]]:
    """Every move with what its side can expect, in hundredths of a point, the best first.

    `quiet` is how many plies ago something was captured; `judge` is that of the side that is to move.
    """
    chance = SeededRng(seed)
    whims = {way: chance.below(WHIM[level.key]) for way in all_ways(dwarfs, trolls, dwarfs_move)}
    if level.key == "pip":
        return told_by(
            seen(dwarfs, trolls, dwarfs_move, judge), at_a_glance(dwarfs, trolls, dwarfs_move, whims)
        )
    sure, eyes, most, budget = True, judge, ROOT_WIDTH[1], level.budget
    if dwarfs_move:
        budget = budget * DWARFS_SPEND // 100
        count = trolls.bit_count()
        doubts, drive = doubted(judge.weights, count, quiet), driven(count, quiet)
        sure = doubts is judge.weights and not drive
        eyes = judge if sure else Judge(doubts, drive)
        if gathers(dwarfs.bit_count(), count, quiet):
            most, budget = PROMISING, min(budget, GATHERING_NODES)
    search = Search(max(1, budget), eyes)
    line = best(search, dwarfs, trolls, dwarfs_move, DEEPEST, whims, most)
    if level.budget > 1 and begins(dwarfs, trolls, dwarfs_move):
        return opened(line, chance)
    return line if sure else told_by(seen(dwarfs, trolls, dwarfs_move, judge), line)


def told_by(best_one: int, line: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same line with that as the value of the best: who doubts or glances does not say how it stands."""
    change = best_one - line[0][0] if line else 0
    return [(got + change, way) for got, way in line]


def seen(dwarfs: int, trolls: int, dwarfs_move: bool, judge: Judge) -> int:
    """What a short search says to the side that is to move, in hundredths of a point."""
    return Search(SEEN_NODES, judge).seek(dwarfs, trolls, dwarfs_move, 2, -ENDLESS, ENDLESS)


def weights_of(dwarfs_move: bool) -> list[Weights]:
    """What matters to the side that thinks, by the number of trolls."""
    return DWARFS if dwarfs_move else TROLLS


def at_a_glance(dwarfs: int, trolls: int, dwarfs_move: bool, whims: dict[int, int]) -> list[tuple[int, int]]:
    """What a beginner sees: what a move takes, whether it leads to the others, now and then a danger."""
    found = []
    for way, whim in whims.items():
        then_dwarfs, then_trolls = after(dwarfs, trolls, way, dwarfs_move)
        gain = TROLL * (trolls.bit_count() - then_trolls.bit_count())
        gain += DWARF * (dwarfs.bit_count() - then_dwarfs.bit_count())
        near = spread(1 << (way >> 8))
        if dwarfs_move:
            gain += COMPANY * min(3, (near & then_dwarfs).bit_count())
        else:
            gain += CONTACT * bool(spread(near) & dwarfs)
        if whim % OVERLOOKED:
            gain += danger(dwarfs, trolls, way & 255, dwarfs_move)
            gain -= danger(then_dwarfs, then_trolls, way >> 8, dwarfs_move)
        found.append((gain + whim, way))
    found.sort(reverse=True)
    return found


def danger(dwarfs: int, trolls: int, at: int, dwarfs_move: bool) -> int:
    """What the piece on a square is worth if it could be taken there, in hundredths of a point."""
    empty = FREE & ~dwarfs & ~trolls
    if dwarfs_move:
        return DWARF if spread(spread(trolls) & empty) >> at & 1 else 0
    return TROLL if (reach(dwarfs, empty) | spread(dwarfs)) >> at & 1 else 0
