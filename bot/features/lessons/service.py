"""*Teach me*: where somebody stands in a game's lesson, and what comes of what they do there.

A lesson has no table: its positions are made by the engine, and nothing is kept but how far somebody came.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from bot.features.lessons.model import Progress
from bot.features.lessons.storage import LessonStorage
from bot.games.catalogue import AnyEntry
from bot.games.lesson import LONGEST, ON, RIGHT, AnyExercise, ExerciseState, run_exercise
from bot.kernel.errors import Refused
from bot.kernel.session import Session
from engine.core import IllegalAction

_PLACES: Final = 100
"""More steps than there are in an exercise: a place is a number of both."""


@dataclass(frozen=True, slots=True)
class LessonState:
    """Where somebody stands in a lesson: so many exercises `done`, and these `lines` in the next one.

    `state` is the position there, none once all are done.
    """

    entry: AnyEntry
    done: int
    lines: tuple[str, ...]
    state: Any | None

    @property
    def number(self) -> int:
        """A number for where they stand: whoever clicks what belongs to another has moved on."""
        return self.done * _PLACES + len(self.lines)

    @property
    def exercise(self) -> AnyExercise:
        """The exercise that they are at; raises `IndexError` once all are done."""
        return self.entry.help.lesson[self.done]

    @property
    def is_over(self) -> bool:
        """Whether all exercises are done."""
        return self.state is None


@dataclass(frozen=True, slots=True)
class LessonMove:
    """What somebody did: the exercise that it was in, what came of it, and where they stand now."""

    exercise: AnyExercise
    reached: ExerciseState
    lesson: LessonState

    @property
    def mistake(self) -> str:
        """Why it was not what was to be done; empty for a step on the way there."""
        return "" if self.reached.verdict == ON else self.reached.verdict


class Lessons:
    """The lessons of the games, for whoever wants to learn one."""

    def __init__(self, session: Session) -> None:
        self._catalogue = session.catalogue
        self._storage = LessonStorage(session.context.store)

    async def load_state(self, user_id: int, game: str) -> LessonState:
        """Where somebody stands; raises `Refused` where there is no such lesson."""
        entry = self._catalogue.get(game)
        if entry is None or not entry.help.lesson:
            raise Refused("old-control")
        progress = await self._storage.progress(user_id, game)
        return _state_at(entry, progress)

    async def go_to_exercise(self, user_id: int, game: str, done: int) -> LessonState:
        """Somebody goes (back) to the beginning of an exercise; raises `Refused` if there is none."""
        stand = await self.load_state(user_id, game)
        if not 0 <= done <= len(stand.entry.help.lesson):
            raise Refused("old-control")
        return await self._save_state(user_id, _state_at(stand.entry, Progress(done)))

    async def play(self, user_id: int, game: str, place: int, line: str) -> LessonMove | LessonState:
        """What comes of a line where somebody stands; where they stand, if that is elsewhere by now.

        What was not to be done changes nothing. Raises `Refused` for what cannot be played.
        """
        stand = await self.load_state(user_id, game)
        if stand.number != place or stand.is_over:
            return stand
        exercise, lines = stand.exercise, (*stand.lines, line)
        if exercise.is_hidden(line):
            raise Refused("old-control")
        try:
            came = run_exercise(stand.entry.game, exercise, lines)
        except (IllegalAction, ValueError) as error:
            raise Refused("old-control") from error
        if came.verdict == RIGHT:
            stand = await self._save_state(user_id, _state_at(stand.entry, Progress(stand.done + 1)))
        elif came.verdict == ON and len(lines) < LONGEST:
            stand = await self._save_state(user_id, LessonState(stand.entry, stand.done, lines, came.state))
        return LessonMove(exercise, came, stand)

    async def show_solution(self, user_id: int, game: str, place: int) -> LessonMove | LessonState:
        """Have an exercise done for somebody, from its beginning on; or where they stand, if elsewhere."""
        stand = await self.load_state(user_id, game)
        if stand.number != place or stand.is_over:
            return stand
        exercise = stand.exercise
        came = run_exercise(stand.entry.game, exercise, exercise.solution)
        stand = await self._save_state(user_id, _state_at(stand.entry, Progress(stand.done + 1)))
        return LessonMove(exercise, came, stand)

    async def _save_state(self, user_id: int, stand: LessonState) -> LessonState:
        await self._storage.save(user_id, stand.entry.game.key, Progress(stand.done, stand.lines))
        return stand


def _state_at(entry: AnyEntry, progress: Progress) -> LessonState:
    """Where somebody stands who has come so far.

    Of a lesson that has become shorter all is done; lines that a newer one does not know are left out.
    """
    if progress.done >= len(entry.help.lesson):
        return LessonState(entry, len(entry.help.lesson), (), None)
    exercise, lines = entry.help.lesson[progress.done], progress.lines
    try:
        came = run_exercise(entry.game, exercise, lines)
    except (IllegalAction, ValueError):
        came = None
    if came is None or came.verdict != ON:
        return LessonState(entry, progress.done, (), exercise.begin())
    return LessonState(entry, progress.done, lines, came.state)
