"""The position of a puzzle, and what comes of an action there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeAlias

from data.puzzles import Puzzle, puzzles_of
from engine.core import Game, Step, read_settings
from engine.rng import SeededRng

AnyGame: TypeAlias = Game[Any, Any, Any, Any]

KEPT = 32
"""So many positions are kept: those of a few days, for every game."""

TRIES: Final = 3
"""How often somebody may try; then it is shown."""


@dataclass(frozen=True, slots=True)
class PuzzlePosition:
    """A puzzle with its position; `counter` is how much chance has told on the way there."""

    puzzle: Puzzle
    state: Any
    counter: int

    def step_after(self, game: AnyGame, line: str) -> Step[Any, Any]:
        """What comes of a line: chance falls the same for everybody. Raises `IllegalAction`."""
        rng = SeededRng(self.puzzle.seed, self.counter)
        return game.apply(self.state, self.puzzle.seat, game.parse(line, self.state), rng)


def set_up_puzzle(game: AnyGame, puzzle: Puzzle) -> PuzzlePosition:
    """A puzzle with its position; raises `IllegalAction` where the rules lead elsewhere by now."""
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
    """Whether there are puzzles of a game."""
    return puzzles_of(game.key) is not None


def puzzle_of_day(game: AnyGame, day: int) -> PuzzlePosition:
    """The puzzle of a day, counted from any: they go round in order. Raises `ValueError` if there is none."""
    puzzles = puzzles_of(game.key)
    return _puzzle_at(game, 0 if puzzles is None else day % len(puzzles.puzzles))
