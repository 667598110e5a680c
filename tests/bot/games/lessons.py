"""What can be done in an exercise, and what is said of it: for the tests of lessons and of their words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from bot.games.catalogue import CATALOGUE, AnyEntry
from bot.games.lesson import LONGEST, ON, AnyExercise, Reached, reached

TAUGHT = tuple((key, exercise.key) for key, entry in CATALOGUE.items() for exercise in entry.lesson)
"""Every exercise, by its game's key and its own."""


def exercise_of(game: str, key: str) -> tuple[AnyEntry, AnyExercise]:
    entry = CATALOGUE[game]
    return entry, next(exercise for exercise in entry.lesson if exercise.key == key)


def tries(entry: AnyEntry, exercise: AnyExercise) -> Iterator[tuple[tuple[str, ...], Reached]]:
    """Every legal line in each position that an exercise leads to, each position once."""
    waiting, seen = [((), exercise.begin())], set()
    while waiting:
        lines, state = waiting.pop(0)
        if state in seen or len(lines) > LONGEST:
            continue
        seen.add(state)
        for action in entry.game.legal(state, exercise.seat):
            came = reached(entry.game, exercise, (*lines, str(action)))
            yield (*lines, str(action)), came
            if came.verdict == ON:
                waiting.append(((*lines, str(action)), came.state))


@cache
def verdicts(game: str, key: str) -> frozenset[str]:
    """What is said in an exercise of anything that can be done there."""
    return frozenset(came.verdict for _, came in tries(*exercise_of(game, key)))
