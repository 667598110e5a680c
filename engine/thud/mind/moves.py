"""The packed moves of a position: captures and quiet moves of each side, and the position after one."""

from __future__ import annotations

from engine.octagon.board import Bitboard, Square
from engine.thud.mind.field import (
    BESIDE,
    BIT,
    HURLS_DOWN,
    HURLS_UP,
    LINE_STEPS,
    MOVES_DOWN,
    MOVES_UP,
    NO_HURL,
    ORIGIN_MASK,
    TARGET_SHIFT,
    PackedMove,
)


def hurls(dwarfs: Bitboard, empty: Bitboard, hung: Bitboard) -> list[PackedMove]:
    """Every hurl at the trolls of `hung` (Rules thud:hurl-1, thud:hurl-2)."""
    moves: list[PackedMove] = []
    occupied, others = ~empty, ~dwarfs
    while hung:
        low = hung & -hung
        hung ^= low
        troll = low.bit_length() - 1
        for mask, hurls_by_key in HURLS_UP[troll]:
            pieces = occupied & mask
            front, row = hurls_by_key.get(pieces & -pieces, NO_HURL)
            if not row & others:
                moves.append(front | troll << TARGET_SHIFT)
        for mask, hurls_by_key in HURLS_DOWN[troll]:
            front, row = hurls_by_key.get((occupied & mask).bit_length(), NO_HURL)
            if not row & others:
                moves.append(front | troll << TARGET_SHIFT)
    return moves


def dwarf_moves(dwarfs: Bitboard, empty: Bitboard) -> list[PackedMove]:
    """Every move of a dwarf that captures nothing (Rules thud:dwarf-1, thud:dwarf-2)."""
    moves: list[PackedMove] = []
    while dwarfs:
        low = dwarfs & -dwarfs
        dwarfs ^= low
        moves += moves_from(low.bit_length() - 1, ~empty)
    return moves


def moves_from(origin: Square, occupied: Bitboard) -> list[PackedMove]:
    """Every move along the lines out of a square; of `occupied` only what is on these lines matters."""
    moves: list[PackedMove] = []
    for mask, moves_by_blocker in MOVES_UP[origin]:
        blockers = occupied & mask
        moves += moves_by_blocker[blockers & -blockers]
    for mask, moves_by_blocker in MOVES_DOWN[origin]:
        moves += moves_by_blocker[(occupied & mask).bit_length()]
    return moves


def troll_steps(trolls: Bitboard, targets: Bitboard) -> list[PackedMove]:
    """Every step of a troll onto one of the empty squares `targets` (Rule thud:troll-1)."""
    moves: list[PackedMove] = []
    while trolls:
        low = trolls & -trolls
        trolls ^= low
        origin = low.bit_length() - 1
        near = BESIDE[origin] & targets
        while near:
            low = near & -near
            near ^= low
            moves.append(origin | low.bit_length() - 1 << TARGET_SHIFT)
    return moves


def shoves(trolls: Bitboard, empty: Bitboard, contact: Bitboard) -> list[PackedMove]:
    """Every shove by two squares or more onto a square of `contact` (Rules thud:shove-1, thud:shove-2)."""
    moves: list[PackedMove] = []
    for step in LINE_STEPS:
        rows = trolls & trolls >> step
        length = 2
        while rows:
            ahead = rows << length * step & empty
            back = rows >> step & empty
            for _ in range(length - 1):
                ahead = ahead << step & empty
                back = back >> step & empty
            _add_shoves(ahead & contact, -step * length, moves)
            _add_shoves(back & contact, step * length, moves)
            rows &= rows >> step
            length += 1
    return moves


def _add_shoves(targets: Bitboard, to_origin: int, moves: list[PackedMove]) -> None:
    """Add the shoves onto `targets`; `to_origin` leads from a target back to where the troll stood."""
    while targets:
        low = targets & -targets
        targets ^= low
        target = low.bit_length() - 1
        moves.append(target + to_origin | target << TARGET_SHIFT)


def after(
    dwarfs: Bitboard, trolls: Bitboard, move: PackedMove, dwarfs_move: bool
) -> tuple[Bitboard, Bitboard]:
    """The dwarfs and the trolls after a move (Rules thud:hurl-3, thud:troll-3)."""
    target = move >> TARGET_SHIFT
    if dwarfs_move:
        return dwarfs ^ BIT[move & ORIGIN_MASK] ^ BIT[target], trolls & ~BIT[target]
    return dwarfs & ~BESIDE[target], trolls ^ BIT[move & ORIGIN_MASK] ^ BIT[target]
