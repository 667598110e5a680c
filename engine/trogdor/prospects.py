"""What somebody who means well can read off a view: where there is something to do, and where danger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from engine.trogdor.board import ORTHOGONAL, SIZE, SQUARES, Kind, Square, neighbours, path, shot_line
from engine.trogdor.model import Action, MovementCard, View
from engine.trogdor.movement import HOUSE_CARDS
from engine.trogdor.standing import can_burn_cottage, walkers


def goals(view: View) -> frozenset[Square]:
    """The squares where Trogdor could do something: burn the tile or the cottage, or eat a peasant."""
    board = view.board
    return frozenset(
        square
        for square in SQUARES
        if _can_burn_tile(view, square) or square in board.peasants or can_burn_cottage(board, square)
    )


def _can_burn_tile(view: View, square: Square) -> bool:
    """Whether Trogdor could burn a tile if he stood there (Rules trogdor:burn-1, trogdor:burn-2)."""
    burned = view.board.burned
    if square in burned:
        return False
    water = view.board.kinds[square] is Kind.LAKE and not view.house.plain_lake
    return not water or all(near in burned for near in neighbours(square, ORTHOGONAL))


def knights(view: View) -> frozenset[Square]:
    """The squares that hurt Trogdor when he comes there (Rule trogdor:move-2)."""
    return frozenset(square for _, square in walkers(view.board))


def distance(view: View, squares: Iterable[Square]) -> int:
    """How many steps straight ahead some squares are from Trogdor, all of them together."""
    row, column = divmod(view.board.trogdor, SIZE)
    return sum(abs(square // SIZE - row) + abs(square % SIZE - column) for square in squares)


def target(view: View, move: Action) -> Square:
    """Where a step or a tunnel leads."""
    return move.squares[0] if move.direction is None else path(view.board.trogdor, (move.direction,))[-1]


def way(view: View, moves: Iterable[Action], wanted: frozenset[Square]) -> Action | None:
    """The first of the `moves` on a shortest way to one of the squares, round all knights; none without one.

    The moves are steps and tunnels that are legal now; beyond them only plain steps are foreseen.
    """
    shut = knights(view)
    ring = {square: move for move in moves if (square := target(view, move)) not in shut}
    seen = {view.board.trogdor, *ring}
    while ring:
        if reached := wanted.intersection(ring):
            return ring[min(reached)]
        ring = {
            near: move
            for square, move in ring.items()
            for near in neighbours(square, ORTHOGONAL)
            if near not in seen and near not in shut
        }
        seen |= set(ring)
    return None


def dangers(view: View) -> Counter[Square]:
    """How often the movement cards, each taken once, would hurt Trogdor on each square if he stayed there.

    Which of them are still in the pile is left aside.
    """
    found = Counter[Square]()
    for card in view.house.cards or HOUSE_CARDS.values():
        found.update(_hit(view, card))
    return found


def _hit(view: View, card: MovementCard) -> Iterator[Square]:
    """Where knights come to, and where the arrow flies (Rules trogdor:knight-3, trogdor:archer-2)."""
    for _, square in walkers(view.board):
        yield from path(square, card.path)[1:]
    before, stop = path(view.board.archer, card.path)[-2:]
    yield from shot_line(stop, vertical=before % SIZE == stop % SIZE)
