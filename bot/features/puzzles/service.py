"""The puzzle of the day: one position a game and day, the same for everyone, and the users' attempts.

It has no table: the engine makes the position, and only a row a user and game is stored. Days are those of
the deal of the day, in UTC.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any, Final

from bot.features.puzzles.model import Attempts
from bot.features.puzzles.storage import PuzzleStorage
from bot.games.catalogue import AnyEntry
from bot.games.puzzle import TRIES, PuzzlePosition, has_puzzles, puzzle_of_day
from bot.kernel.errors import Refused
from bot.kernel.session import Session
from bot.kernel.time.calendar import day_of
from engine.core import IllegalAction

_PLACES: Final = 10
"""More than the tries of any puzzle: `PuzzleState.number` combines day and tries."""

_FIRST: Final = date(1970, 1, 1)
"""The first day that is counted."""


@dataclass(frozen=True, slots=True)
class PuzzleState:
    """A game's puzzle of a day, and the user's stored attempts, which may be of another day."""

    entry: AnyEntry
    posed: PuzzlePosition
    day: str
    attempts: Attempts

    @property
    def tries(self) -> int:
        """The number of tries at this puzzle."""
        return self.attempts.tries if self.attempts.day == self.day else 0

    @property
    def tries_left(self) -> int:
        """The number of tries left."""
        return TRIES - self.tries

    @property
    def is_found(self) -> bool:
        """Whether the user has found the best move."""
        return self.attempts.day == self.day and self.attempts.found

    @property
    def is_over(self) -> bool:
        """Whether the user cannot try again."""
        return self.is_found or self.tries >= TRIES

    @property
    def streak(self) -> int:
        """The number of consecutive days with a solved puzzle; today counts once it is solved."""
        return self.attempts.streak if self.attempts.last in (self.day, _day_before(self.day)) else 0

    @property
    def number(self) -> int:
        """A number for day and tries: a control with another number belongs to an older message."""
        return day_number(self.day) * _PLACES + self.tries

    @property
    def solution(self) -> Any:  # noqa: ANN401 - an action of any game
        """A best action."""
        return self.entry.game.parse(self.posed.puzzle.solutions[0], self.posed.state)

    def attempts_after_try(self, *, found: bool) -> Attempts:
        """The attempts after one more try."""
        streak, last = self.attempts.streak, self.attempts.last
        if found:
            streak, last = (streak + 1 if last == _day_before(self.day) else 1), self.day
        return Attempts(self.day, self.tries + 1, found, shared=False, streak=streak, last=last)


@dataclass(frozen=True, slots=True)
class PuzzleMove:
    """A user's try: the action, its result, whether it was right, and the puzzle after it."""

    action: Any
    state: Any
    events: tuple[Any, ...]
    is_right: bool
    puzzle: PuzzleState


class Puzzles:
    """The puzzles of the day."""

    def __init__(self, session: Session) -> None:
        self._context = session.context
        self._storage = PuzzleStorage(session.context.store)

    async def load_state(self, user_id: int, game: str) -> PuzzleState:
        """The user's state of today's puzzle; raises `Refused` where the game has none."""
        entry = self._context.catalogue.get(game)
        if entry is None or not has_puzzles(entry.game):
            raise Refused("old-control")
        day = day_of(self._context.now())
        posed = puzzle_of_day(entry.game, day_number(day))
        return PuzzleState(entry, posed, day, await self._storage.attempts(user_id, game))

    async def play(self, user_id: int, game: str, place: int, line: str) -> PuzzleMove | PuzzleState:
        """The result of a line; the puzzle's state if the control is out of date.

        Raises `Refused` for an illegal line.
        """
        puzzle = await self.load_state(user_id, game)
        if puzzle.number != place or puzzle.is_over:
            return puzzle
        rules, posed = puzzle.entry.game, puzzle.posed
        try:
            action = rules.parse(line, posed.state)
            step = posed.step_after(rules, line)
        except IllegalAction as error:
            raise Refused("old-control") from error
        right = str(action) in posed.puzzle.solutions
        after = puzzle.attempts_after_try(found=right)
        if not await self._storage.change(user_id, game, puzzle.attempts, after):
            return await self.load_state(user_id, game)
        return PuzzleMove(action, step.state, step.events, right, replace(puzzle, attempts=after))

    async def share(self, user_id: int, game: str, day: int) -> PuzzleState | None:
        """Note that a day's result is shared; none if it was before.

        Raises `Refused` where there is no result of that day.
        """
        today = await self.load_state(user_id, game)
        puzzle = replace(today, day=today.attempts.day) if today.attempts.day else today
        if day_number(puzzle.day) != day or not puzzle.is_found:
            raise Refused("old-control")
        attempts = replace(puzzle.attempts, shared=True)
        if puzzle.attempts.shared or not await self._storage.change(user_id, game, puzzle.attempts, attempts):
            return None
        return replace(puzzle, attempts=attempts)


def day_number(day: str) -> int:
    """The number of a date in ISO form, counted from 1970."""
    return (date.fromisoformat(day) - _FIRST).days


def _day_before(day: str) -> str:
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()
