"""What can be seen from a board: who stands where, what can burn, whether the game is won."""

from __future__ import annotations

from typing import Final

from engine.trogdor.board import DIAGONAL, ORTHOGONAL, SQUARES, Square, TileKind, Walker, neighbours
from engine.trogdor.model import Board, State, View

AROUND: Final = (*ORTHOGONAL, *DIAGONAL)
KNIGHTS: Final = (Walker.FIRST_KNIGHT, Walker.SECOND_KNIGHT)


def cottages(board: Board) -> tuple[Square, ...]:
    """The squares of the cottages."""
    return tuple(square for square in SQUARES if board.kinds[square] is TileKind.COTTAGE)


def is_won(board: Board) -> bool:
    """All tiles burned, all cottages on fire, no peasant on the board, burning ones among them.

    Rules trogdor:win-1, trogdor:ruling-35.
    """
    return (
        len(board.burned) == len(SQUARES)
        and not board.peasants
        and not board.lit
        and len(board.aflame) == len(cottages(board))
    )


def is_water(state: State | View, square: Square) -> bool:
    """Whether a square is the Lake, and the Lake is more than a plain tile (Rule trogdor:ruling-6)."""
    return state.board.kinds[square] is TileKind.LAKE and not state.house.plain_lake


def can_burn_here(state: State | View, square: Square) -> bool:
    """Whether Trogdor can burn the tile he stands on.

    Not twice, and the Lake only after its orthogonal neighbours (Rules trogdor:burn-1, trogdor:burn-2,
    trogdor:ruling-24).
    """
    burned = state.board.burned
    if square in burned:
        return False
    return not is_water(state, square) or all(near in burned for near in neighbours(square, ORTHOGONAL))


def can_burn_cottage(board: Board, square: Square) -> bool:
    """Whether the cottage of a square can be set on fire: its tile and all around are burned.

    Rules trogdor:burn-3, trogdor:ruling-24.
    """
    return (
        board.kinds[square] is TileKind.COTTAGE
        and square not in board.aflame
        and square in board.burned
        and all(near in board.burned for near in neighbours(square, AROUND))
    )


def walkers(board: Board) -> tuple[tuple[Walker, Square], ...]:
    """The knights and where they are: in the order of the map file, the Troghammer last.

    Rules trogdor:ruling-44, trogdor:ruling-51.
    """
    knights = tuple(zip(KNIGHTS, board.knights, strict=False))
    if board.troghammer is None:
        return knights
    return (*knights, (Walker.TROGHAMMER, board.troghammer))


def is_empty(board: Board, square: Square) -> bool:
    """Whether neither a piece nor a cottage is there (Rule trogdor:empty-1)."""
    pieces = (*board.peasants, *board.knights, board.troghammer, board.archer, board.trogdor)
    return square not in pieces and board.kinds[square] is not TileKind.COTTAGE


def tunnels(board: Board) -> tuple[Square, ...]:
    """The Tunnel tiles."""
    return tuple(square for square in SQUARES if board.kinds[square] is TileKind.TUNNEL)


def mountains(board: Board) -> tuple[Square, ...]:
    """The Mountain tiles."""
    return tuple(square for square in SQUARES if board.kinds[square] is TileKind.MOUNTAIN)


def with_one(squares: tuple[Square, ...], square: Square) -> tuple[Square, ...]:
    """`squares` with one more, in order."""
    return tuple(sorted((*squares, square)))


def without_one(squares: tuple[Square, ...], square: Square) -> tuple[Square, ...]:
    """`squares` with one fewer; raises `ValueError` if it is not among them."""
    at = squares.index(square)
    return squares[:at] + squares[at + 1 :]
