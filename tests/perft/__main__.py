"""`python -m tests.perft FILE SIDE DEPTH`: counts sequences of moves with the naive implementation."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.engine.thud import naive


def main(file: str, side: str, depth: str) -> int:
    """Print the counts; the exit code is 0."""
    board = naive.mailbox(Path(file).read_text(encoding="utf-8").splitlines()[0])
    counts = naive.divide(board, {"dwarfs": "d", "trolls": "T"}[side], int(depth))
    for move in sorted(counts):
        print(move, counts[move])
    print(sum(counts.values()))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
