"""The puzzle of the day: one position a game and day, the same for everybody, and what somebody did there.

It has no table: the position is made by the engine, and all that is kept is a row a person and game. Days
are those of the deal of the day, in UTC.
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
"""More than there are tries: a place is a number of both, day and tries."""

_FIRST: Final = date(1970, 1, 1)
"""Days are counted from here."""


@dataclass(frozen=True, slots=True)
class PuzzleState:
    """A game's puzzle of a day, and what somebody did with it; `kept` is what is kept, of whatever day."""

    entry: AnyEntry
    posed: PuzzlePosition
    day: str
    attempts: Attempts

    @property
    def tries(self) -> int:
        """How often they have tried this one."""
        return self.attempts.tries if self.attempts.day == self.day else 0

    @property
    def tries_left(self) -> int:
        """How often they may try it yet."""
        return TRIES - self.tries

    @property
    def is_found(self) -> bool:
        """Whether they have found what is best."""
        return self.attempts.day == self.day and self.attempts.found

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to try."""
        return self.is_found or self.tries >= TRIES

    @property
    def streak(self) -> int:
        """On how many days in a row they have found it; today counts once it is found."""
        return self.attempts.streak if self.attempts.last in (self.day, _day_before(self.day)) else 0

    @property
    def number(self) -> int:
        """A number for where they stand: whoever clicks what belongs to another has moved on."""
        return day_number(self.day) * _PLACES + self.tries

    @property
    def solution(self) -> Any:  # noqa: ANN401 - an action of any game
        """An action that is best."""
        return self.entry.game.parse(self.posed.puzzle.solutions[0], self.posed.state)

    def attempts_after_try(self, *, found: bool) -> Attempts:
        """What is kept after one more try."""
        streak, last = self.attempts.streak, self.attempts.last
        if found:
            streak, last = (streak + 1 if last == _day_before(self.day) else 1), self.day
        return Attempts(self.day, self.tries + 1, found, shared=False, streak=streak, last=last)


@dataclass(frozen=True, slots=True)
class PuzzleMove:
    """What somebody did: the action, what came of it, whether that was it, and where they stand now."""

    action: Any
    state: Any
    events: tuple[Any, ...]
    is_right: bool
    puzzle: PuzzleState


class Puzzles:
    """The puzzles of the day, for whoever wants to think."""

    def __init__(self, session: Session) -> None:
        self._context = session.context
        self._storage = PuzzleStorage(session.context.store)

    async def load_state(self, user_id: int, game: str) -> PuzzleState:
        """Where somebody stands with today's puzzle; raises `Refused` where there are none of that game."""
        entry = self._context.catalogue.get(game)
        if entry is None or not has_puzzles(entry.game):
            raise Refused("old-control")
        day = day_of(self._context.now())
        posed = puzzle_of_day(entry.game, day_number(day))
        return PuzzleState(entry, posed, day, await self._storage.attempts(user_id, game))

    async def play(self, user_id: int, game: str, place: int, line: str) -> PuzzleMove | PuzzleState:
        """What comes of a line where somebody stands; where they stand, if that is elsewhere by now.

        Raises `Refused` for what cannot be played.
        """
        stand = await self.load_state(user_id, game)
        if stand.number != place or stand.is_over:
            return stand
        rules, posed = stand.entry.game, stand.posed
        try:
            action = rules.parse(line, posed.state)
            step = posed.step_after(rules, line)
        except IllegalAction as error:
            raise Refused("old-control") from error
        right = str(action) in posed.puzzle.solutions
        after = stand.attempts_after_try(found=right)
        if not await self._storage.change(user_id, game, stand.attempts, after):
            return await self.load_state(user_id, game)
        return PuzzleMove(action, step.state, step.events, right, replace(stand, attempts=after))

    async def share(self, user_id: int, game: str, day: int) -> PuzzleState | None:
        """Where somebody stands whose result of a day may be told now; none where that was done before.

        Raises `Refused` where there is nothing of that day to tell (any more).
        """
        now = await self.load_state(user_id, game)
        stand = replace(now, day=now.attempts.day) if now.attempts.day else now
        if day_number(stand.day) != day or not stand.is_found:
            raise Refused("old-control")
        told = replace(stand.attempts, shared=True)
        if stand.attempts.shared or not await self._storage.change(user_id, game, stand.attempts, told):
            return None
        return replace(stand, attempts=told)


def day_number(day: str) -> int:
    """The number of a date in ISO form, counted from 1970."""
    return (date.fromisoformat(day) - _FIRST).days


def _day_before(day: str) -> str:
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()
