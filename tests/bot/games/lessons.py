"""The possible actions in an exercise, with their verdicts: for the tests of lessons and their words."""

from __future__ import annotations

from functools import cache
from typing import Any

from bot.games.catalogue import CATALOGUE, AnyEntry
from bot.games.lesson import LONGEST, ON, AnyExercise, ExerciseState, run_exercise

TAUGHT = tuple((key, exercise.key) for key, entry in CATALOGUE.items() for exercise in entry.help.lesson)
"""Every exercise, by its game's key and its own."""


def exercise_of(game: str, key: str) -> tuple[AnyEntry, AnyExercise]:
    entry = CATALOGUE[game]
    return entry, next(exercise for exercise in entry.help.lesson if exercise.key == key)


MOST = 60
"""The most positions of an exercise that are examined: some lead to thousands, all similar."""


@cache
def tries(game: str, key: str) -> tuple[tuple[tuple[str, ...], ExerciseState], ...]:
    """Every legal line in positions that an exercise leads to, with the lines before it.

    They are taken from near the beginning and from as far away as one can get by turns.
    """
    entry, exercise = exercise_of(game, key)
    waiting: list[tuple[tuple[str, ...], Any]] = [((), exercise.begin())]
    seen, found = set[Any](), list[tuple[tuple[str, ...], ExerciseState]]()
    while waiting and len(seen) < MOST:
        lines, state = waiting.pop(0 if len(seen) % 2 else -1)
        if state in seen or len(lines) > LONGEST:
            continue
        seen.add(state)
        for action in entry.game.legal(state, exercise.seat):
            if exercise.is_hidden(str(action)):
                continue
            came = run_exercise(entry.game, exercise, (*lines, str(action)))
            found.append(((*lines, str(action)), came))
            if came.verdict == ON:
                waiting.append(((*lines, str(action)), came.state))
    return tuple(found)


@cache
def verdicts(game: str, key: str) -> frozenset[str]:
    """The verdicts on all possible actions in an exercise."""
    return frozenset(came.verdict for _, came in tries(game, key))
