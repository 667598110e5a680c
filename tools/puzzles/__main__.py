"""`python -m tools.puzzles GAME ...`: write data/puzzles/GAME.json.

`--count` is the number of puzzles, `--seed` selects the games that they come from. The same call writes the
same file.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Final

from data.puzzles import Puzzle, PuzzleFile
from engine.rng import SeededRng, shuffle_items
from tools.puzzles.making import SEARCHES, find_puzzles

ALIKE: Final = 3
"""One action solves no more than this share of all puzzles, so that it cannot be guessed."""

FOLDER: Final = Path("data/puzzles")


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the files."""
    parser = argparse.ArgumentParser(prog="python -m tools.puzzles", description=__doc__)
    parser.add_argument("games", nargs="+", choices=SEARCHES, metavar="GAME", help=", ".join(SEARCHES))
    parser.add_argument("--count", type=int, default=48, help="how many puzzles (default: 48)")
    parser.add_argument("--seed", default="puzzles", help="the games that they come from (default: puzzles)")
    options = parser.parse_args(arguments)
    for game in options.games:
        path = FOLDER / f"{game}.json"
        path.write_text(file_text(game, _make_puzzles(game, options.count, options.seed)), encoding="utf-8")
        print(f"{path}: {path.stat().st_size / 1000:.0f} kB")
    return 0


def _make_puzzles(game: str, wanted: int, seed: str) -> tuple[Puzzle, ...]:
    """Make so many puzzles of a game, shuffled so that those of one game are rarely neighbours."""
    puzzles, solve = list[Puzzle](), Counter[str]()
    for number in count(1):
        for puzzle in find_puzzles(game, number, seed):
            if all(solve[line] < wanted // ALIKE for line in puzzle.solutions):
                puzzles.append(puzzle)
                solve.update(puzzle.solutions)
        print(f"{game}: {len(puzzles)} in {number} games", file=sys.stderr, flush=True)
        if len(puzzles) >= wanted:
            return shuffle_items(puzzles[:wanted], SeededRng(f"{seed}/order"))
    raise AssertionError


def file_text(game: str, puzzles: tuple[Puzzle, ...]) -> str:
    """Return a game's puzzle file as JSON: level and budget of its closer look, and a puzzle on each line."""
    closer_look = SEARCHES[game].closer_look
    whole = PuzzleFile(level=closer_look.key, budget=closer_look.budget, puzzles=puzzles)
    lines = ",\n".join(
        json.dumps(puzzle.model_dump(mode="json"), separators=(",", ":")) for puzzle in whole.puzzles
    )
    return f'{{"level":"{whole.level}","budget":{whole.budget},"puzzles":[\n{lines}\n]}}\n'


if __name__ == "__main__":
    sys.exit(main())
