"""An index over a log with undos: which position each line restored, and who acted since.

Two lines of a log can have the same position: the one that led to it, and the undo that restored it. A game
that went back to move 4 and went on is at its next move once it is at move 4 again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core import Game, Seat
from engine.replay import LogPosition

AnyGame = Game[Any, Any, Any, Any]


class UndoIndex:
    """Indexes the positions of a game, added in order, for undo.

    Adding takes constant time, however long the log is, which may have thousands of undos.
    """

    def __init__(self, positions: Sequence[LogPosition] = ()) -> None:
        self._stands: list[int] = []
        """For each position, the index at which the game first reached the same position."""
        self._last_at: dict[int, int] = {}
        """For each of those, the index of the last time the game was there."""
        self._last_by: dict[Seat, int] = {}
        """For each seat, the index of the last line in which it had a part.

        An undo is the work of every player who acted between its ends: so what others have agreed to is not
        undone without them.
        """
        for position in positions:
            self.add(position, positions[0].ply)

    def add(self, position: LogPosition, first: int) -> None:
        """Add the next position of a game whose first one has this ply."""
        at = len(self._stands)
        stands = at
        if position.back is not None:
            stands = self._stands[position.back - first]
            for seat in self.seats_since(stands):
                self._last_by[seat] = at
        self._stands.append(stands)
        self._last_at[stands] = at
        if position.seat is not None:
            self._last_by[position.seat] = at

    def first_reached(self, at: int) -> int:
        """Return the index at which the game first reached the position of index `at`."""
        return self._stands[at]

    def first_after(self, goal: int) -> int:
        """Return the index of the first position after the game was last at `goal`."""
        return self._last_at[goal] + 1

    def seats_since(self, goal: int) -> frozenset[Seat]:
        """Return the seats that had a part in the game since it was last at `goal`."""
        left = self.first_after(goal)
        return frozenset(seat for seat, at in self._last_by.items() if at >= left)


def takes_back_revealed(positions: Sequence[LogPosition], game: AnyGame, seats: int) -> bool:
    """Whether a single player undid what chance or something hidden had revealed.

    `seats` is how many play; a player without legal actions has left and is not asked.
    """
    course, revealed = UndoIndex(), -1
    for at, position in enumerate(positions):
        if position.back is not None and position.seat is not None:
            goal = course.first_reached(position.back - positions[0].ply)
            others = (seat for seat in range(seats) if seat != position.seat)
            if revealed >= course.first_after(goal) and not any(
                game.legal(positions[at - 1].state, seat) for seat in others
            ):
                return True
        course.add(position, positions[0].ply)
        revealed = at if reveals(game, position) else revealed
    return False


def reveals(game: AnyGame, position: LogPosition) -> bool:
    """Whether a line revealed something that no player could know before."""
    return any(map(game.reveals, position.events))
