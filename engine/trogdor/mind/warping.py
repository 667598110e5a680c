"""Tunnel Warp in the compact model: the pairs of tiles worth exchanging."""

from __future__ import annotations

from engine.trogdor.mind.grid import ALL, squares_of
from engine.trogdor.mind.judge import Judge
from engine.trogdor.mind.world import Position, swapped


def exchanged(spot: Position, one: int, other: int) -> Position:
    """The position when two tiles have changed places with everything on them."""
    new = spot.copy()
    new.ground = spot.ground.swapped(one, other)
    new.burnt = swapped(spot.burnt, one, other)
    new.peasants = sorted([moved(square, one, other) for square in spot.peasants])
    new.first = moved(spot.first, one, other)
    new.second = moved(spot.second, one, other)
    new.hammer = moved(spot.hammer, one, other)
    new.archer = moved(spot.archer, one, other)
    new.trogdor = moved(spot.trogdor, one, other)
    return new


def moved(square: int, one: int, other: int) -> int:
    """Where something stands then."""
    if square == one:
        return other
    return one if square == other else square


def warps(judge: Judge, spot: Position, number: int) -> list[tuple[int, int]]:
    """The best pairs at a glance: a Tunnel tile first, then a tile without a cottage."""
    ranked: list[tuple[float, int, int]] = []
    seen = 0
    for tunnel in squares_of(spot.ground.tunnels):
        seen |= 1 << tunnel
        for other in squares_of(ALL & ~(seen | spot.ground.cottages)):
            worth = judge.logit(exchanged(spot, tunnel, other))
            ranked += [(-worth, tunnel, other)]
    ranked.sort()
    return [(tunnel, other) for _, tunnel, other in ranked[:number]]
