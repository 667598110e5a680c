"""A guided first game: positions with a task each, and a judge of the player's actions.

A lesson belongs to a game: its positions and its judges are in the game's folder
(`bot/games/GAME/lessons.py`), and use the engine. So do the sentences: `GAME.learn.KEY` is the task, `.right`
the praise, and `.WHY` why something else was wrong; `GAME.learn.end` is what is left to know.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeAlias

from bot.words.menu import is_like
from engine.core import A, E, Game, S, Seat
from engine.rng import Rng, SeededRng

RIGHT: Final = "right"
"""The verdict on the requested action."""

ON: Final = "on"
"""The verdict on a step towards it."""

OTHER: Final = "other"
"""The verdict on anything else without a reason of its own."""

LONGEST: Final = 24
"""The most steps that are stored of one exercise; further ones are ignored."""


@dataclass(frozen=True, slots=True)
class Attempt(Generic[S, A, E]):
    """A player's action in a position, and its result."""

    before: S
    action: A
    after: S
    events: tuple[E, ...]


@dataclass(frozen=True, slots=True)
class Exercise(Generic[S, A, E]):
    """A position with a task.

    `begin` makes the position. `judge` returns `RIGHT`, `ON`, `OTHER`, or the ending of the key that explains
    the mistake. `solution` are the lines that solve it, a step each. `replies` are played by others
    afterwards, a seat and a line each. `seat` is the player's side. `chance` are the first random numbers,
    the same for all.

    `hides` are lines, and paths of questions, without a button, as they mean nothing before they were taught:
    `resign`, or `* swap` for all with that end. `even`: no button stands out, where its colour would give the
    answer away. `points` are the places that the sentence is about, and `traces` returns the places and
    arrows of events; both as `render.kit.sheet.Sheet` names them.
    """

    key: str
    begin: Callable[[], S]
    judge: Callable[[Attempt[S, A, E]], str]
    solution: tuple[str, ...]
    replies: tuple[tuple[Seat, str], ...] = ()
    seat: Seat = 0
    chance: tuple[int, ...] = ()
    hides: tuple[str, ...] = ()
    even: bool = False
    points: tuple[str, ...] = ()
    traces: Callable[[tuple[E, ...]], tuple[str, ...]] | None = None

    def is_hidden(self, value: str) -> bool:
        """Return whether a line, or the path of a question, has no button in this exercise."""
        return is_like(value, self.hides)


AnyExercise: TypeAlias = Exercise[Any, Any, Any]
"""An exercise, its types forgotten once the type checker has seen that they fit each other."""


@dataclass(frozen=True, slots=True)
class ExerciseState:
    """The progress in an exercise: the state, the last events, and the judge's verdict."""

    state: Any
    events: tuple[Any, ...]
    verdict: str


def run_exercise(
    game: Game[Any, Any, Any, Any], exercise: AnyExercise, lines: tuple[str, ...]
) -> ExerciseState:
    """Return the result of these lines, from the exercise's position on.

    The events are those of the last line, and of the replies to it. Raises `IllegalAction` for a line that
    cannot be played.
    """
    rng = _Chance(exercise.chance, f"lesson/{game.key}/{exercise.key}")
    progress = ExerciseState(exercise.begin(), (), ON)
    for line in lines:
        if progress.verdict == RIGHT:
            raise ValueError(f"{exercise.key} is done before {line!r}")
        action = game.parse(line, progress.state)
        step = game.apply(progress.state, exercise.seat, action, rng)
        verdict = exercise.judge(Attempt(progress.state, action, step.state, step.events))
        progress = ExerciseState(step.state, step.events, verdict)
    if progress.verdict != RIGHT:
        return progress
    state, events = progress.state, progress.events
    for seat, line in exercise.replies:
        step = game.apply(state, seat, game.parse(line, state), rng)
        state, events = step.state, (*events, *step.events)
    return ExerciseState(state, events, RIGHT)


class _Chance:
    """Given numbers, and after them those of a seed."""

    def __init__(self, numbers: tuple[int, ...], seed: str) -> None:
        self._told = list(numbers)
        self._rest = SeededRng(seed)

    def below(self, bound: int) -> int:
        """Return the next number."""
        return self._told.pop(0) if self._told else self._rest.below(bound)

    def stream(self, _name: str) -> _Chance:
        """Return this same source: the given numbers come in the order of use."""
        return self


def play_lines(game: Game[S, A, E, Any], state: S, lines: tuple[str, ...], rng: Rng) -> S:
    """Return the state after lines, each of the player whose turn it is."""
    for line in lines:
        seat = min(game.to_act(state))
        state = game.apply(state, seat, game.parse(line, state), rng).state
    return state
