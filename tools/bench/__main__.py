"""`make bench`: what pictures and replays cost, as ratios within one run, and how large they are."""

from __future__ import annotations

import sys

from bot import sprites
from tools.bench import logs, ploc, replay, thrag, thud, trogdor

PAINTED = (thud, trogdor, thrag, ploc, replay)


def main() -> int:
    """Print the report; returns 1 if a bar is missed."""
    sprites.prepare()  # as a bot does at its start
    holds = True
    for row in (row for part in PAINTED for row in part.rows()):
        holds &= row.holds
        print(row, flush=True)
    for line, fits in (*(told for part in PAINTED for told in part.sizes()), *logs.lines()):
        holds &= fits
        print(line, flush=True)
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
