"""What the dwarfs think of where nothing happens: that they may be wrong about what counts.

A search always comes to the same place, so a block that has found the best order would walk to and fro before
a troll that dodges. Who commands it looks at everything with other eyes then, for some moves at a time.
"""

from __future__ import annotations

from typing import Final

from engine.rng import SeededRng
from engine.thud.mind.judgement import Weights

PATIENT: Final = 60
"""Plies without a capture before which nobody doubts; the board was brought into order by then."""

LASTS: Final = 15
"""How many plies one doubt lasts, long enough to carry out what it leads to."""

LEAST: Final = 40
"""A weight counts at least so many hundredths of what it is, and at most as much above that as below."""

_MOST: Final = 200 - LEAST


def doubted(weights: list[Weights], trolls: int, quiet: int) -> list[Weights]:
    """The weights for up to so many trolls, after so many plies without a capture; sooner the same ones.

    Each count is mistrusted or overrated for itself, the same way against any number of trolls; not so the
    network. What is doubted depends on nothing but `quiet`.
    """
    if quiet < PATIENT:
        return weights
    chance = SeededRng(f"doubt {(quiet - PATIENT) // LASTS}")
    shares = [LEAST + chance.below(_MOST - LEAST + 1) for _ in weights[0].counts]
    return [
        Weights(
            [count * share // 100 for count, share in zip(one.counts, shares, strict=True)],
            one.outputs,
            one.base,
        )
        for one in weights[: trolls + 1]
    ]
