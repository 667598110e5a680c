"""`python -m tools.puzzles GAME ...`: makes data/puzzles/GAME.json anew.

`--count` is how many puzzles, `--seed` the games that they come from: another seed finds others. The same
call makes the same file.
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
"""One action solves no more than this part of all puzzles, so that nobody need not look."""

FOLDER: Final = Path("data/puzzles")


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the files."""
    parser = argparse.ArgumentParser(prog="python -m tools.puzzles", description=__doc__)
    parser.add_argument("games", nargs="+", choices=SEARCHES, metavar="GAME", help=", ".join(SEARCHES))
    parser.add_argument("--count", type=int, default=48, help="how many puzzles (default: 48)")
    parser.add_argument("--seed", default="puzzles", help="the games that they come from (default: puzzles)")
    given = parser.parse_args(arguments)
    for game in given.games:
        path = FOLDER / f"{game}.json"
        path.write_text(file_text(game, _make_puzzles(game, given.count, given.seed)), encoding="utf-8")
        print(f"{path}: {path.stat().st_size / 1000:.0f} kB")
    return 0


def _make_puzzles(game: str, wanted: int, seed: str) -> tuple[Puzzle, ...]:
    """So many puzzles of a game, in an order of their own: two of one game are rarely neighbours."""
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
    """The text of a file, a line a puzzle."""
    closer = SEARCHES[game].closer
    whole = PuzzleFile(level=closer.key, budget=closer.budget, puzzles=puzzles)
    lines = ",\n".join(
        json.dumps(puzzle.model_dump(mode="json"), separators=(",", ":")) for puzzle in whole.puzzles
    )
    return f'{{"level":"{whole.level}","budget":{whole.budget},"puzzles":[\n{lines}\n]}}\n'


if __name__ == "__main__":
    sys.exit(main())
