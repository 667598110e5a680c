"""Replaying the log of 200 actions of each game, as history, forks and undo do, and how long that takes."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from time import perf_counter
from typing import Any, Final

from engine.core import Game, Seat, read_settings
from engine.registry import GAMES
from engine.replay import first_position, positions
from engine.rng import SeededRng

ACTIONS: Final = 200
MILLISECONDS: Final = 200.0
GAMES_OF_EACH: Final = 8
"""Some end before so many actions; the time is that for an action, times so many."""


def played(game: Game[Any, Any, Any, Any], seed: str, most: int) -> list[tuple[Seat, str]]:
    """At most so many lines of a game that the house plays on every seat."""
    seats = game.seats[len(game.seats) // 2]
    rng = SeededRng(seed)
    state = game.start(read_settings(game, {}, seats), seats, rng)
    lines = list[tuple[Seat, str]]()
    while game.outcome(state) is None and len(lines) < most:
        seat = min(game.to_act(state))
        view, legal = game.view(state, seat), game.legal(state, seat)
        action = game.stands_in(view, legal, SeededRng(f"{seed}{len(lines)}"))
        lines.append((seat, str(action)))
        state = game.apply(state, seat, action, rng).state
    return lines


def lines() -> Iterator[tuple[str, bool]]:
    """How long it takes for each game, and whether it stays below the bar."""
    for game in GAMES.values():
        seats = game.seats[len(game.seats) // 2]
        logs = [(seed, played(game, seed, ACTIONS)) for seed in map(str, range(GAMES_OF_EACH))]
        spent = list[float]()
        for _ in range(5):
            began, count = perf_counter(), 0
            for seed, log in logs:
                count += len(positions(game, first_position(game, {}, seats, seed), seed, log)) - 1
            spent.append(1000 * (perf_counter() - began) * ACTIONS / count)
        took = median(spent)
        quick = took < MILLISECONDS
        told = f"replaying {ACTIONS} actions of {game.title}: {took:.0f} ms"
        yield f"{told} (below {MILLISECONDS:.0f}: {'holds' if quick else 'TOO SLOW'})", quick
