"""How each level ranks the moves."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.mind import Level
from engine.octagon.board import Bitboard, Square
from engine.rng import SeededRng
from engine.thud.mind.field import (
    FREE,
    ORIGIN_MASK,
    TARGET_SHIFT,
    PackedMove,
    RankedMoves,
    hurl_reach,
    widen,
)
from engine.thud.mind.judgement import HUNT_MAX_TROLLS, Judge, Weights
from engine.thud.mind.moves import after
from engine.thud.mind.opening import is_start, with_opening_first
from engine.thud.mind.root import ROOT_WIDTH, all_moves, deepen
from engine.thud.mind.search import INFINITY, Search
from engine.thud.mind.weights import DWARF_WEIGHTS, TROLL_WEIGHTS
from engine.thud.model import START

# Dwarfs where nothing happens. A search always comes to the same place, so a block in its best order would
# stay there for ever, or walk to and fro before a troll that dodges. So the dwarfs are first driven towards
# the trolls that are left (distance costs more with each ply), and then doubt their weights: these are scaled
# at random, anew every few plies. The numbers were chosen by trial; docs/minds/thud.md has what driving,
# doubts and gathering changed together in ten battles against each opponent.

CHASE_MAX_TROLLS: Final = 6
"""With so many trolls or fewer the dwarfs are driven towards them; with more they may wait and gather."""

DRIVE_AFTER: Final = 10
"""Plies without a capture before the dwarfs are driven."""


class Drive(NamedTuple):
    """What each step of distance costs, in hundredths of a point: more with each ply, up to a limit."""

    per_ply: int
    limit: int


DRIVE: Final = Drive(per_ply=2, limit=40)
"""Against many trolls."""

DRIVE_IN_HUNT: Final = Drive(per_ply=1, limit=20)
"""Against the last few (`HUNT_MAX_TROLLS`)."""

DOUBT_AFTER: Final = 60
"""Plies without a capture before the dwarfs doubt; a block has found its best order by then."""

DOUBT_AFTER_IN_CHASE: Final = 30
"""The same against `CHASE_MAX_TROLLS` or fewer."""

DOUBT_PLIES: Final = 15
"""How many plies one doubt lasts, long enough to carry out what it leads to."""

MIN_SHARE: Final = 40
"""A doubted weight is at least so many hundredths of itself, and at most as much above that as below."""

_MAX_SHARE: Final = 200 - MIN_SHARE


GATHERING_DWARFS: Final = START.dwarfs.bit_count()
"""With so many dwarfs, which is all of them, the dwarfs gather: until the first is taken.

Then they search deeper only the moves that a capture search ranks best. A search of all moves finds fights,
as long as they stand scattered, and the evaluation overrates them. Once there are fights, only a search of
all moves holds its own against trolls that look ahead. docs/minds/thud.md has the points of other limits.
"""

GATHERING_MOVES: Final = 3
"""So many moves they search deeper then; the measurements are those of `GATHERING_DWARFS`."""

GATHERING_NODES: Final = 3000
"""The most nodes that they spend on that, at any level; with more they find fights again.

Measured by the dwarfs that are left after 60 plies (docs/minds/thud.md): fewer with half or twice as many
nodes.
"""


def is_gathering(dwarfs: int, trolls: int, quiet: int) -> bool:
    """Whether so many dwarfs gather against so many trolls, `quiet` plies after the last capture."""
    return dwarfs >= GATHERING_DWARFS and trolls > CHASE_MAX_TROLLS and quiet < DOUBT_AFTER_IN_CHASE


def doubted_weights(weights: list[Weights], trolls: int, quiet: int) -> list[Weights]:
    """The weights for up to so many trolls, doubted after many plies without a capture; else the same list.

    Each weight is scaled by a share of its own, the same against any number of trolls; the network is not.
    The shares depend on nothing but `quiet`.
    """
    patience = DOUBT_AFTER_IN_CHASE if trolls <= CHASE_MAX_TROLLS else DOUBT_AFTER
    if quiet < patience:
        return weights
    chance = SeededRng(f"doubt {(quiet - patience) // DOUBT_PLIES}")
    shares = [MIN_SHARE + chance.below(_MAX_SHARE - MIN_SHARE + 1) for _ in weights[0].counts]
    return [
        Weights(
            [count * share // 100 for count, share in zip(trusted.counts, shares, strict=True)],
            trusted.outputs,
            trusted.base,
        )
        for trusted in weights[: trolls + 1]
    ]


def drive_per_step(trolls: int, quiet: int) -> int:
    """What each step costs that a troll is away from the body, `quiet` plies after the last capture."""
    if trolls > CHASE_MAX_TROLLS or quiet <= DRIVE_AFTER:
        return 0
    drive = DRIVE_IN_HUNT if trolls <= HUNT_MAX_TROLLS else DRIVE
    return min(drive.limit, (quiet - DRIVE_AFTER) * drive.per_ply)


# The levels

MAX_ERROR: Final = {"pip": 200, "odo": 140, "wenna": 90, "grete": 8}
"""By how many hundredths of a point a level misjudges a move at most, at random.

Set so that each level beats the one below it, which docs/strength.md measures.
"""

OVERLOOKED_ONE_IN: Final = 4
"""`pip` overlooks one danger in so many; set by hand."""

MAX_DEPTH: Final = 12
"""The depth in plies at which every search ends; set by hand: no budget comes so far."""

DWARF_BUDGET_PERCENT: Final = 67
"""The percentage of its budget that a level spends as dwarfs, set so that both sides take as long."""

QUICK_NODES: Final = 1250
"""The nodes of a quick search that values a battle; set by hand."""

# What `pip` sees in a move, in hundredths of a point: set by hand, to play at a glance, and not measured.

TROLL_WORTH: Final = 400  # a troll taken, or in danger: four dwarfs, as at the end of a battle
DWARF_WORTH: Final = 100  # a dwarf taken, or in danger
COMPANY: Final = 20  # each dwarf beside the one that moved, up to `MAX_COMPANY`
MAX_COMPANY: Final = 3
CONTACT: Final = 40  # a troll within two steps of a dwarf


def rank_moves(
    dwarfs: Bitboard, trolls: Bitboard, dwarfs_move: bool, level: Level, seed: str, quiet: int, judge: Judge
) -> RankedMoves:
    """Every move ranked by a level.

    `quiet` is how many plies ago the last capture was; `judge` is that of the side that is to move.
    """
    chance = SeededRng(seed)
    max_error = MAX_ERROR[level.key]
    errors = {move: chance.below(max_error) for move in all_moves(dwarfs, trolls, dwarfs_move)}
    if level.key == "pip":
        ranked = rank_at_a_glance(dwarfs, trolls, dwarfs_move, errors)
        return with_best_value(quick_value(dwarfs, trolls, dwarfs_move, judge), ranked)
    trusts_weights, used_judge, max_width, budget = True, judge, ROOT_WIDTH[1], level.budget
    if dwarfs_move:
        budget = budget * DWARF_BUDGET_PERCENT // 100
        count = trolls.bit_count()
        weights, drive = doubted_weights(judge.weights, count, quiet), drive_per_step(count, quiet)
        trusts_weights = weights is judge.weights and not drive
        used_judge = judge if trusts_weights else Judge(weights, drive)
        if is_gathering(dwarfs.bit_count(), count, quiet):
            max_width, budget = GATHERING_MOVES, min(budget, GATHERING_NODES)
    search = Search(max(1, budget), used_judge)
    ranked = deepen(search, dwarfs, trolls, dwarfs_move, MAX_DEPTH, errors, max_width)
    if level.budget > 1 and is_start(dwarfs, trolls, dwarfs_move):
        return with_opening_first(ranked, chance)
    if trusts_weights:
        return ranked
    return with_best_value(quick_value(dwarfs, trolls, dwarfs_move, judge), ranked)


def with_best_value(best_value: int, ranked: RankedMoves) -> RankedMoves:
    """The ranking with all values moved so that the best one is `best_value`.

    Values by doubted weights or at a glance order the moves, but do not say how a battle stands.
    """
    change = best_value - ranked[0][0] if ranked else 0
    return [(value + change, move) for value, move in ranked]


def quick_value(dwarfs: Bitboard, trolls: Bitboard, dwarfs_move: bool, judge: Judge) -> int:
    """The value of a position for the side that is to move by a quick search, in hundredths of a point."""
    return Search(QUICK_NODES, judge).negamax(dwarfs, trolls, dwarfs_move, 2, -INFINITY, INFINITY)


def weights_for(*, dwarfs: bool) -> list[Weights]:
    """The weights for the player of the dwarfs or of the trolls, by the number of trolls."""
    return DWARF_WEIGHTS if dwarfs else TROLL_WEIGHTS


def rank_at_a_glance(
    dwarfs: Bitboard, trolls: Bitboard, dwarfs_move: bool, errors: dict[PackedMove, int]
) -> RankedMoves:
    """The moves ranked by what they take, whether they lead to the others, and most dangers."""
    ranked = []
    for move, error in errors.items():
        origin, target = move & ORIGIN_MASK, move >> TARGET_SHIFT
        then_dwarfs, then_trolls = after(dwarfs, trolls, move, dwarfs_move)
        gain = TROLL_WORTH * (trolls.bit_count() - then_trolls.bit_count())
        gain += DWARF_WORTH * (dwarfs.bit_count() - then_dwarfs.bit_count())
        near = widen(1 << target)
        if dwarfs_move:
            gain += COMPANY * min(MAX_COMPANY, (near & then_dwarfs).bit_count())
        else:
            gain += CONTACT * bool(widen(near) & dwarfs)
        if error % OVERLOOKED_ONE_IN:
            gain += danger_of(dwarfs, trolls, origin, dwarfs_move)
            gain -= danger_of(then_dwarfs, then_trolls, target, dwarfs_move)
        ranked.append((gain + error, move))
    ranked.sort(reverse=True)
    return ranked


def danger_of(dwarfs: Bitboard, trolls: Bitboard, square: Square, dwarfs_move: bool) -> int:
    """The worth of the piece on a square if it could be taken there, else 0."""
    empty = FREE & ~dwarfs & ~trolls
    if dwarfs_move:
        return DWARF_WORTH if widen(widen(trolls) & empty) >> square & 1 else 0
    return TROLL_WORTH if (hurl_reach(dwarfs, empty) | widen(dwarfs)) >> square & 1 else 0
