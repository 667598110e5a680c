"""Positions with one best move, from games that bots played against each other; see docs/puzzles.md.

`GAME.json` holds those of a game, in the order of the days that they are shown on. `tools/puzzles` makes it.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from data.loading import read_own

Line = Annotated[str, Field(pattern=r"^\d+ \S.*$", max_length=80)]
"""A seat, and what it played: `0 dE2-E10`."""


class Puzzle(BaseModel):
    """A position, and what is best there.

    `lines` lead to it from the start that `options`, `seats` and `seed` make. `seat` is to act. `solutions`
    are the actions that are best, any of them as good as the others; `played` is what a bot did there, which
    is none of them. `worths` are what the mind expected of the first actions for that seat, the best first.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    options: dict[str, str]
    seats: int = Field(ge=1)
    seed: str
    lines: tuple[Line, ...]
    seat: int = Field(ge=0)
    solutions: tuple[str, ...] = Field(min_length=1)
    played: str
    worths: tuple[tuple[str, float], ...]


class PuzzleFile(BaseModel):
    """The puzzles of a game. `level` and `budget` are whose eyes they were seen with."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    level: str
    budget: int
    puzzles: tuple[Puzzle, ...] = Field(min_length=1)


@cache
def puzzles_of(game: str) -> PuzzleFile | None:
    """The puzzles of a game, none where it has no file of them. Raises `BadData`."""
    if not files("data").joinpath(f"puzzles/{game}.json").is_file():
        return None
    return read_own(PuzzleFile, f"puzzles/{game}.json")
