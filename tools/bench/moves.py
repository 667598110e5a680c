"""How many full move lists a second, and what a sequence of plies costs."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from engine.octagon.model import Side
from engine.thud.model import START
from engine.thud.moves import generate
from engine.thud.perft import perft


def lines() -> Iterator[str]:
    """Move lists at the start for both sides, the best of ten rounds, and perft of two plies."""
    for side in Side:
        best = min(_round(side) for _ in range(10))
        yield f"move lists of the {side} at the start: {1 / best:,.0f} a second"
    began = perf_counter()
    count = perft(START, Side.DWARFS, 2)
    spent = perf_counter() - began
    yield f"perft of 2 plies: {count:,} sequences, {count / spent:,.0f} a second"


def _round(side: Side, times: int = 500) -> float:
    began = perf_counter()
    for _ in range(times):
        generate(START, side)
    return (perf_counter() - began) / times
