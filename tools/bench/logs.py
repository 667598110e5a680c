"""Replaying the log of 200 actions of each game, as history, forks and undo do, and how long that takes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from statistics import median
from time import perf_counter
from typing import Any, Final

from engine.core import Game, Seat
from engine.registry import GAMES
from engine.replay import first_position, positions
from engine.rng import SeededRng
from tools.selfplay import plies

ACTIONS: Final = 200
MILLISECONDS: Final = 200.0
GAMES_OF_EACH: Final = 8
"""Some end before so many actions; the time is that for an action, times so many."""


def played(game: Game[Any, Any, Any, Any], seed: str, most: int) -> list[tuple[Seat, str]]:
    """At most so many lines of a game that the house plays on every seat."""

    def stands_in(state: Any, seat: Seat, legal: tuple[Any, ...], ply: int) -> tuple[Any]:  # noqa: ANN401
        return (game.stands_in(game.view(state, seat), legal, SeededRng(f"{seed}{ply}")),)

    seats = game.seats[len(game.seats) // 2]
    return [(ply.seat, str(ply.action)) for ply in islice(plies(game, seats, seed, stands_in), most)]


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
