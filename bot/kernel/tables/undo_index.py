"""A log with lines that were taken back: at which positions the game stood, and who had a part since.

Two lines of a log can stand for the same position: the one that led to it, and one that went back to it. So a
game that went back to move 4 and has gone on since is at its next move once it stands at move 4 again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core import Game, Seat
from engine.replay import LogPosition

AnyGame = Game[Any, Any, Any, Any]


class UndoIndex:
    """What ways back need to know of a game, as its positions are added in order.

    A position is added in constant time, whatever came before it: a log may have thousands of ways back.
    """

    def __init__(self, found: Sequence[LogPosition] = ()) -> None:
        self._stands: list[int] = []
        """For each position the index of the one at which the game stood then, as it was reached at first."""
        self._last_at: dict[int, int] = {}
        """The index of the last position at which the game stood at each of those."""
        self._last_by: dict[Seat, int] = {}
        """The index of the last line in which a seat had a part.

        In a way back everybody had a part who acted between its ends: so what others have agreed to is not
        undone without them.
        """
        for position in found:
            self.add(position, found[0].ply)

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
        """The index of the position at which the game stood at index `at`, as it was reached at first."""
        return self._stands[at]

    def first_after(self, goal: int) -> int:
        """The index of the first position after the game has last stood at a goal."""
        return self._last_at[goal] + 1

    def seats_since(self, goal: int) -> frozenset[Seat]:
        """Who had a part in what happened since the game has last stood at a goal."""
        left = self.first_after(goal)
        return frozenset(seat for seat, at in self._last_by.items() if at >= left)


def takes_back_revealed(found: Sequence[LogPosition], game: AnyGame, seats: int) -> bool:
    """Whether somebody with nobody to ask took back what chance or something hidden had told them.

    `seats` is how many play; who has no legal action any more has left and is not asked.
    """
    course, revealed = UndoIndex(), -1
    for at, position in enumerate(found):
        if position.back is not None and position.seat is not None:
            goal = course.first_reached(position.back - found[0].ply)
            others = (seat for seat in range(seats) if seat != position.seat)
            if revealed >= course.first_after(goal) and not any(
                game.legal(found[at - 1].state, seat) for seat in others
            ):
                return True
        course.add(position, found[0].ply)
        revealed = at if reveals(game, position) else revealed
    return False


def reveals(game: AnyGame, position: LogPosition) -> bool:
    """Whether a line told somebody what nobody could know before."""
    return any(map(game.reveals, position.events))
