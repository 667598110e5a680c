"""The evaluation and the order of moves without any cache or shortcut, to compare the search with."""

from __future__ import annotations

from engine.octagon.board import BOARD
from engine.thud.mind.field import (
    BESIDE,
    CELLS,
    MOVE_MASK,
    ORIGIN_MASK,
    SCORE_SHIFT,
    TARGET_SHIFT,
    hurl_reach,
    shove_landings,
    widen,
)
from engine.thud.mind.judgement import (
    AIMED,
    ALONE,
    APART,
    BARE_DWARFS_MOVE,
    BARE_TROLLS_MOVE,
    BESIDE_DWARFS,
    BODY,
    CAUGHT_DWARFS_MOVE,
    CAUGHT_TROLLS_MOVE,
    CENTRE,
    CORE,
    COVERED,
    FAR,
    FOURS,
    FRONT,
    HUNG_DWARFS_MOVE,
    HUNG_TROLLS_MOVE,
    HUNT,
    HUNT_MAX_TROLLS,
    IN_CENTRE,
    NEAR,
    ON_RIM,
    OTHER_LINES,
    PAIRS,
    PER_DWARF,
    PER_TROLL,
    PER_TROLL_AND_DWARF,
    PER_TROLL_SQUARED,
    PRESSED,
    RIM,
    ROOM,
    SQUARES,
    TERRITORY,
    THREES,
    TROLL_PAIRS,
    TURN,
    WINGS,
    Weights,
    body_of,
    scatter,
    territory,
)
from engine.thud.mind.moves import dwarf_moves
from engine.thud.mind.network import lanes_of_dwarfs, lanes_of_trolls, network_value
from engine.thud.mind.search import (
    COVERS,
    ESCAPES,
    EXPOSED,
    JOINS,
    LEAVES,
    LENGTHENS,
    PROMISE_OFFSET,
    squares_aiming_at,
    squares_making_threes,
)


def value(
    dwarfs: int, trolls: int, empty: int, dwarfs_move: bool, mattering: Weights
) -> tuple[int, int, int]:
    """The value for the dwarfs, the trolls that hang, and where trolls could land."""
    weights = mattering.counts
    aimed = hurl_reach(dwarfs, empty)
    around = widen(trolls)
    landing = (around | shove_landings(trolls, empty)) & empty
    safe = landing & ~aimed
    bare = widen(safe) & dwarfs
    beside = widen(dwarfs)
    hung = trolls & (aimed | beside)
    dwarf_count = dwarfs.bit_count()
    troll_count = trolls.bit_count()
    total = (
        weights[PER_DWARF] * dwarf_count
        + (weights[PER_TROLL] + weights[PER_TROLL_AND_DWARF] * dwarf_count) * troll_count
        + weights[PER_TROLL_SQUARED] * troll_count * troll_count
        + weights[HUNG_DWARFS_MOVE if dwarfs_move else HUNG_TROLLS_MOVE] * hung.bit_count()
        + weights[BARE_DWARFS_MOVE if dwarfs_move else BARE_TROLLS_MOVE] * bare.bit_count()
        + weights[COVERED] * (widen(landing) & dwarfs & ~bare).bit_count()
        + weights[BESIDE_DWARFS] * (beside & empty).bit_count()
        + weights[AIMED] * (aimed & empty).bit_count()
        + weights[ROOM] * safe.bit_count()
        + weights[ON_RIM] * (dwarfs & RIM).bit_count()
        + weights[IN_CENTRE] * (trolls & CENTRE).bit_count()
        + (weights[TURN] if dwarfs_move else 0)
        + weights[APART] * scatter(dwarfs, dwarf_count)
        + weights[PRESSED] * (aimed & around & empty).bit_count()
        + closeness(dwarfs, around, weights)
        + company(dwarfs, trolls, weights)
    )
    if troll_count <= HUNT_MAX_TROLLS:
        caught = (trolls & ~widen(safe)).bit_count()
        total += weights[HUNT] + weights[CAUGHT_DWARFS_MOVE if dwarfs_move else CAUGHT_TROLLS_MOVE] * caught
        total += weights[TERRITORY] * territory(trolls, empty & ~aimed).bit_count()
    if mattering.outputs:
        total += mattering.base + network_value(
            lanes_of_dwarfs(dwarfs) + lanes_of_trolls(trolls), mattering.outputs
        )
    return total, hung, landing


def closeness(dwarfs: int, around: int, weights: list[int]) -> int:
    """How near the dwarfs are to the trolls, whose neighbourhood is `around`, and what the block is worth."""
    near = widen(around & BOARD) & BOARD
    far = widen(widen(near) & BOARD)
    body = body_of(dwarfs)
    return (
        weights[NEAR] * (near & dwarfs).bit_count()
        + weights[FAR] * (far & dwarfs).bit_count()
        + weights[BODY] * body.bit_count()
        + weights[FRONT] * (near & body).bit_count()
        + weights[WINGS] * (far & body).bit_count()
    )


def company(dwarfs: int, trolls: int, weights: list[int]) -> int:
    """The value of each side's neighbours."""
    rows = dwarfs & dwarfs >> 1
    threes = rows & rows >> 1
    squares = rows & rows >> 16
    core = threes & dwarfs >> 17 & dwarfs << 15
    total = (
        weights[TROLL_PAIRS] * (trolls & trolls >> 1).bit_count()
        + weights[CORE] * core.bit_count()
        + weights[SQUARES] * squares.bit_count()
    )
    pairs = rows.bit_count()
    three_count = threes.bit_count()
    fours = (threes & rows >> 2).bit_count()
    together = rows | rows << 1
    for step in OTHER_LINES:
        rows = dwarfs & dwarfs >> step
        together |= rows | rows << step
        pairs += rows.bit_count()
        threes = rows & rows >> step
        if threes:
            three_count += threes.bit_count()
            fours += (threes & rows >> 2 * step).bit_count()
        total += weights[TROLL_PAIRS] * (trolls & trolls >> step).bit_count()
    alone = (dwarfs & ~together).bit_count()
    return (
        total
        + weights[PAIRS] * pairs
        + weights[THREES] * three_count
        + weights[FOURS] * fours
        + weights[ALONE] * alone
    )


def quiet_dwarf_moves(history: list[int], dwarfs: int, empty: int, landing: int) -> list[int]:
    """The quiet moves of the dwarfs: into company, out of the trolls' way."""
    moves = dwarf_moves(dwarfs, empty)
    danger = widen(landing)
    threes = squares_making_threes(dwarfs, empty)
    cover = squares_aiming_at(landing & widen(dwarfs), dwarfs, empty)
    good = [0] * CELLS
    joins, exposed, lengthens, covers = JOINS, EXPOSED, LENGTHENS, COVERS  # locals are quicker in a loop
    rest = empty
    while rest:
        low = rest & -rest
        rest ^= low
        at = low.bit_length() - 1
        good[at] = (
            joins * (BESIDE[at] & dwarfs).bit_count()
            + (exposed if low & danger else 0)
            + (lengthens if low & threes else 0)
            + (covers if low & cover else 0)
        )
    rest = dwarfs
    while rest:
        low = rest & -rest
        rest ^= low
        at = low.bit_length() - 1
        good[at] = (ESCAPES if low & danger else 0) + LEAVES * (BESIDE[at] & dwarfs).bit_count()
    first = PROMISE_OFFSET
    scored_moves = [
        (good[move >> TARGET_SHIFT] + good[move & ORIGIN_MASK] + history[move] + first) << SCORE_SHIFT | move
        for move in moves
    ]
    scored_moves.sort(reverse=True)
    return [scored & MOVE_MASK for scored in scored_moves]
