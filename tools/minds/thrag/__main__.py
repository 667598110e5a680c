"""Fits the judge anew and prints its numbers: `python -m tools.minds.thrag tracked 20 2000 2 0.001`.

The arguments are `tracked` or `counted`, sweeps, nights a sweep, how far the search looks ahead, and how far
a step goes; it falls to a tenth in the last sweep. It goes on from the numbers that are there.
"""

from __future__ import annotations

import sys

from engine.thrag.mind.judge import Judge, judge
from tools.minds.thrag.fitting import sweep
from tools.minds.thrag.learning import Learner, text

WIDTH = 110


def main(kind: str, sweeps: int, nights: int, ahead: int, pace: float) -> None:
    """Prints the error of each sweep, and then the text for `weights`."""
    tracked = kind == "tracked"
    learner = Learner(Judge(judge(tracked).values(), tracked))
    for number in range(sweeps):
        step = pace * 0.1 ** (number / max(sweeps - 1, 1))
        error = sweep(learner, nights, ahead, step, f"{kind}-{number}")
        print(f"sweep {number + 1}: error {error:.4f}", file=sys.stderr, flush=True)
    digits = text(learner.judge.values())
    for start in range(0, len(digits), WIDTH):
        print(digits[start : start + WIDTH])


if __name__ == "__main__":
    kind, sweeps, nights, ahead, pace = sys.argv[1:]
    main(kind, int(sweeps), int(nights), int(ahead), float(pace))
