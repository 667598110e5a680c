"""What keepers and cards make of the map in one turn: ways, holes, visits, and what hurts."""

from __future__ import annotations

from typing import final

from engine.trogdor.mind.grid import ALL
from engine.trogdor.mind.world import (
    BAUBLES,
    BEANS,
    CONSUMMATE,
    CRANJEGG,
    FLASK,
    GALGABUDGE,
    HEGELTHA,
    STONKLAR,
    TRINKET,
    WRAP,
    Position,
    World,
)


@final
class Charges:
    """The charges of a turn, as bits of seats."""

    def __init__(self, world: World, spot: Position) -> None:
        self.world = world
        self.spot = spot

    def bit(self, item: int) -> int:
        """The bit of who owns an item, if it is charged again by what happens in this turn."""
        owner = self.world.owner[item]
        return 1 << owner if owner >= 0 and (owner == self.spot.seat or self.world.anyone) else 0

    def visits(self) -> list[int]:
        """Whose item is charged when Trogdor enters each square."""
        return [self.visit(square) for square in range(25)]

    def visit(self, square: int) -> int:
        """Whose item is charged when Trogdor enters a square."""
        ground, bit, seat = self.spot.ground, 1 << square, self.spot.seat
        found = 0
        if ground.lake & bit:
            found |= self.bit(FLASK)
        if ground.forests & bit:
            found |= self.bit(BEANS)
        if ground.tunnels & bit:
            found |= self.bit(BAUBLES)
        if ground.mountains & bit and self.world.keepers[seat] == GALGABUDGE:
            found |= 1 << seat if self.world.items[seat] == BAUBLES else 0
        if square == self.spot.archer:
            found |= self.bit(TRINKET)
        return found

    def hurts(self) -> list[int]:
        """How many knights stand on each square."""
        hurts = [0] * 25
        for knight in (self.spot.first, self.spot.second, self.spot.hammer):
            if knight >= 0:
                hurts[knight] += 1
        return hurts


def mode_of(keeper: int, card: int) -> int:
    """How Trogdor steps: 1 diagonally, too, 2 round the edges, 3 both."""
    diagonal = keeper == CRANJEGG or card == CONSUMMATE
    return (1 if diagonal else 0) + (2 if keeper == STONKLAR or card == WRAP else 0)


def holes_of(keeper: int, spot: Position) -> int:
    """The ends of the tunnel."""
    return spot.ground.tunnels | (spot.ground.mountains if keeper == GALGABUDGE else 0)


def hides_of(keeper: int, spot: Position) -> int:
    """Where Trogdor can hide."""
    return ALL & ~spot.ground.cottages if keeper == HEGELTHA else spot.ground.mountains
