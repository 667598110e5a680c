"""A guided first game: positions, one thing to do in each, and whether what somebody did was that.

A lesson is a game's own: what its positions are and what counts as done stands in the game's folder
(`bot/games/GAME/lessons.py`), and the engine says both. The sentences are the game's, too: `GAME.learn.KEY`
is what is so and what to do, `.right` what is said of it when it is done, and `.WHY` why something else was
not it; `GAME.learn.end` is what is left to know.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeAlias

from bot.words.menu import is_like
from engine.core import A, E, Game, S, Seat
from engine.rng import Rng, SeededRng

RIGHT: Final = "right"
"""What a judge says of the thing that was to be done."""

ON: Final = "on"
"""What it says of a step on the way there."""

OTHER: Final = "other"
"""What it says of anything else there is nothing special to say about."""

LONGEST: Final = 24
"""The most steps that are kept of one exercise; whoever wanders further stands still."""


@dataclass(frozen=True, slots=True)
class Attempt(Generic[S, A, E]):
    """What somebody did in a position, and what came of it by the rules."""

    before: S
    action: A
    after: S
    events: tuple[E, ...]


@dataclass(frozen=True, slots=True)
class Exercise(Generic[S, A, E]):
    """A position, and one thing to do in it.

    `begin` makes the position. `judge` says `RIGHT`, `ON`, `OTHER`, or the ending of the key that tells why
    not. `way` are the lines that do it, a step each. `replies` are played by others once it is done, a seat
    and a line each. `seat` is whose side somebody takes. `chance` are the numbers that fall first, the same
    for everybody.

    `hides` are lines, and paths of questions, that have no button yet, since they mean nothing before they
    were taught: `resign`, or `* swap` for all that end so. `even`: no button stands out, where its colour
    would give the answer away. `points` are the places that the sentence speaks of, and `traces` makes of
    what happened the places and the ways that tell it; both as `render.kit.sheet.Sheet` names them.
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
        """Whether a line, or the path of a question, has no button in this exercise."""
        return is_like(value, self.hides)


AnyExercise: TypeAlias = Exercise[Any, Any, Any]
"""An exercise, its types forgotten once the type checker has seen that they fit each other."""


@dataclass(frozen=True, slots=True)
class ExerciseState:
    """How far somebody has come in an exercise: the state, what happened, and what the judge says of it."""

    state: Any
    events: tuple[Any, ...]
    verdict: str


def run_exercise(
    game: Game[Any, Any, Any, Any], exercise: AnyExercise, lines: tuple[str, ...]
) -> ExerciseState:
    """What comes of these lines, from the exercise's position on.

    The events are those of the last line, and of the replies to it. Raises `IllegalAction` for a line that
    cannot be played.
    """
    rng = _Chance(exercise.chance, f"lesson/{game.key}/{exercise.key}")
    found = ExerciseState(exercise.begin(), (), ON)
    for line in lines:
        if found.verdict == RIGHT:
            raise ValueError(f"{exercise.key} is done before {line!r}")
        action = game.parse(line, found.state)
        step = game.apply(found.state, exercise.seat, action, rng)
        verdict = exercise.judge(Attempt(found.state, action, step.state, step.events))
        found = ExerciseState(step.state, step.events, verdict)
    if found.verdict != RIGHT:
        return found
    state, events = found.state, found.events
    for seat, line in exercise.replies:
        step = game.apply(state, seat, game.parse(line, state), rng)
        state, events = step.state, (*events, *step.events)
    return ExerciseState(state, events, RIGHT)


class _Chance:
    """Numbers that are told in advance, and after them those of a seed."""

    def __init__(self, numbers: tuple[int, ...], seed: str) -> None:
        self._told = list(numbers)
        self._rest = SeededRng(seed)

    def below(self, bound: int) -> int:
        """The next number."""
        return self._told.pop(0) if self._told else self._rest.below(bound)

    def stream(self, _name: str) -> _Chance:
        """The same: what is told in advance is told in the order in which it is asked for."""
        return self


def play_lines(game: Game[S, A, E, Any], state: S, lines: tuple[str, ...], rng: Rng) -> S:
    """The state after lines of whoever must act, one after the other."""
    for line in lines:
        seat = min(game.to_act(state))
        state = game.apply(state, seat, game.parse(line, state), rng).state
    return state
