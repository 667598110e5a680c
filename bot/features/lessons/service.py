"""*Teach me*: the user's position in a game's lesson, and what their moves lead to.

A lesson has no table: the engine makes its positions, and only the progress is stored.
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
"""More than the steps of any exercise: `LessonState.number` combines both."""


@dataclass(frozen=True, slots=True)
class LessonState:
    """A user's position in a lesson: so many exercises `done`, and `lines` played in the next one.

    `state` is the game state there, none once all exercises are done.
    """

    entry: AnyEntry
    done: int
    lines: tuple[str, ...]
    state: Any | None

    @property
    def number(self) -> int:
        """A number for the position: a control with another number belongs to an older message."""
        return self.done * _PLACES + len(self.lines)

    @property
    def exercise(self) -> AnyExercise:
        """The current exercise; raises `IndexError` once all are done."""
        return self.entry.help.lesson[self.done]

    @property
    def is_over(self) -> bool:
        """Whether all exercises are done."""
        return self.state is None


@dataclass(frozen=True, slots=True)
class LessonMove:
    """A user's move: its exercise, its result, and the position in the lesson after it."""

    exercise: AnyExercise
    reached: ExerciseState
    lesson: LessonState

    @property
    def mistake(self) -> str:
        """The reason why the move was wrong; empty for a step on the way."""
        return "" if self.reached.verdict == ON else self.reached.verdict


class Lessons:
    """The lessons of the games."""

    def __init__(self, session: Session) -> None:
        self._catalogue = session.catalogue
        self._storage = LessonStorage(session.context.store)

    async def load_state(self, user_id: int, game: str) -> LessonState:
        """The user's position in a lesson; raises `Refused` where the game has no lesson."""
        entry = self._catalogue.get(game)
        if entry is None or not entry.help.lesson:
            raise Refused("old-control")
        progress = await self._storage.progress(user_id, game)
        return _state_at(entry, progress)

    async def go_to_exercise(self, user_id: int, game: str, done: int) -> LessonState:
        """Move the user to the start of an exercise; raises `Refused` if there is none."""
        lesson = await self.load_state(user_id, game)
        if not 0 <= done <= len(lesson.entry.help.lesson):
            raise Refused("old-control")
        return await self._save_state(user_id, _state_at(lesson.entry, Progress(done)))

    async def play(self, user_id: int, game: str, place: int, line: str) -> LessonMove | LessonState:
        """The result of a line at the user's position; the position if the control is out of date.

        A wrong move changes nothing. Raises `Refused` for an illegal one.
        """
        lesson = await self.load_state(user_id, game)
        if lesson.number != place or lesson.is_over:
            return lesson
        exercise, lines = lesson.exercise, (*lesson.lines, line)
        if exercise.is_hidden(line):
            raise Refused("old-control")
        try:
            result = run_exercise(lesson.entry.game, exercise, lines)
        except (IllegalAction, ValueError) as error:
            raise Refused("old-control") from error
        if result.verdict == RIGHT:
            lesson = await self._save_state(user_id, _state_at(lesson.entry, Progress(lesson.done + 1)))
        elif result.verdict == ON and len(lines) < LONGEST:
            lesson = await self._save_state(
                user_id, LessonState(lesson.entry, lesson.done, lines, result.state)
            )
        return LessonMove(exercise, result, lesson)

    async def show_solution(self, user_id: int, game: str, place: int) -> LessonMove | LessonState:
        """Solve an exercise for the user from its start; the position if the control is out of date."""
        lesson = await self.load_state(user_id, game)
        if lesson.number != place or lesson.is_over:
            return lesson
        exercise = lesson.exercise
        result = run_exercise(lesson.entry.game, exercise, exercise.solution)
        lesson = await self._save_state(user_id, _state_at(lesson.entry, Progress(lesson.done + 1)))
        return LessonMove(exercise, result, lesson)

    async def _save_state(self, user_id: int, lesson: LessonState) -> LessonState:
        await self._storage.save(user_id, lesson.entry.game.key, Progress(lesson.done, lesson.lines))
        return lesson


def _state_at(entry: AnyEntry, progress: Progress) -> LessonState:
    """The position in a lesson for a stored progress.

    A lesson that has become shorter counts as done; lines that a newer one does not know are dropped.
    """
    if progress.done >= len(entry.help.lesson):
        return LessonState(entry, len(entry.help.lesson), (), None)
    exercise, lines = entry.help.lesson[progress.done], progress.lines
    try:
        result = run_exercise(entry.game, exercise, lines)
    except (IllegalAction, ValueError):
        result = None
    if result is None or result.verdict != ON:
        return LessonState(entry, progress.done, (), exercise.begin())
    return LessonState(entry, progress.done, lines, result.state)
