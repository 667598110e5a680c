"""The position of a puzzle, and the result of an action there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeAlias

from data.puzzles import Puzzle, puzzles_of
from engine.core import Game, Step, read_settings
from engine.rng import SeededRng

AnyGame: TypeAlias = Game[Any, Any, Any, Any]

KEPT = 32
"""The most cached positions: those of a few days, for every game."""

TRIES: Final = 3
"""The most attempts of a player; then the solution is shown."""


@dataclass(frozen=True, slots=True)
class PuzzlePosition:
    """A puzzle with its position; `counter` is the number of random numbers used before it."""

    puzzle: Puzzle
    state: Any
    counter: int

    def step_after(self, game: AnyGame, line: str) -> Step[Any, Any]:
        """Return the result of a line: chance is the same for all. Raises `IllegalAction`."""
        rng = SeededRng(self.puzzle.seed, self.counter)
        return game.apply(self.state, self.puzzle.seat, game.parse(line, self.state), rng)


def set_up_puzzle(game: AnyGame, puzzle: Puzzle) -> PuzzlePosition:
    """Set up a puzzle's position; raises `IllegalAction` if the rules have changed since."""
    rng = SeededRng(puzzle.seed)
    state = game.start(read_settings(game, puzzle.options, puzzle.seats), puzzle.seats, rng)
    for line in puzzle.lines:
        seat, _, action = line.partition(" ")
        state = game.apply(state, int(seat), game.parse(action, state), rng).state
    return PuzzlePosition(puzzle, state, rng.counter)


@lru_cache(maxsize=KEPT)
def _puzzle_at(game: AnyGame, place: int) -> PuzzlePosition:
    puzzles = puzzles_of(game.key)
    if puzzles is None:
        raise ValueError(f"{game.key} has no puzzles")
    return set_up_puzzle(game, puzzles.puzzles[place])


def has_puzzles(game: AnyGame) -> bool:
    """Return whether there are puzzles of a game."""
    return puzzles_of(game.key) is not None


def puzzle_of_day(game: AnyGame, day: int) -> PuzzlePosition:
    """Return the puzzle of a day, in rotation. Raises `ValueError` if there are none."""
    puzzles = puzzles_of(game.key)
    return _puzzle_at(game, 0 if puzzles is None else day % len(puzzles.puzzles))
