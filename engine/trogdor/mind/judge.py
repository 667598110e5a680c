"""What a position is worth at the beginning of a turn: a small net over features of the board."""

from __future__ import annotations

from math import exp
from typing import Final, final

from engine.trogdor.mind.grid import ALL, AROUND, DISTANCE, NOT_EAST, NOT_WEST, count, squares_of
from engine.trogdor.mind.world import Position, World

CORNERS: Final = 1 | 1 << 4 | 1 << 20 | 1 << 24
MIDDLE: Final = 7 << 6 | 7 << 11 | 7 << 16
SURE: Final = 30.0
"""A logit beyond which a chance is as good as sure."""

MANY: Final = 2
"""More health than this is much."""

NEAR: Final = 5
FAR: Final = 10
"""How much work is little, and how much is no longer little, in action points."""

BOARD_FEATURES: Final = 32
"""How many numbers tell of the board; the items, the keepers and their cards have a weight each besides."""


def spread(mask: int) -> int:
    """The squares of a mask and those beside them."""
    return mask | mask << 5 & ALL | mask >> 5 | (mask & NOT_EAST) << 1 | (mask & NOT_WEST) >> 1


def tour(square: int, targets: int) -> int:
    """The steps of a walk over all targets, always to a nearest one."""
    total = 0
    while targets:
        ring = 1 << square
        targets &= ~ring
        if not targets:
            break
        while not ring & targets:
            ring = spread(ring)
            total += 1
        found = ring & targets
        square = (found & -found).bit_length() - 1
    return total


def chance_of(logit: float) -> float:
    """The chance that a logit stands for."""
    return 1.0 / (1.0 + exp(-min(max(logit, -SURE), SURE)))


@final
class Judge:
    """Weighs positions of one table; `swept_by` counts the cards that lead a knight over a square."""

    def __init__(
        self, world: World, first: list[list[float]], bias: list[float], last: list[float], side: list[float]
    ) -> None:
        self.world = world
        self.first = first
        self.bias = bias
        self.last = last
        self.side = side
        self.hidden: int = len(bias)
        self.x: list[float] = [0.0] * BOARD_FEATURES
        self.swept_by: list[float] = [0.0] * 625
        share = 1.0 / world.cards
        for start in range(25):
            for card in range(world.cards):
                for square in squares_of(world.swept[card * 25 + start] | 1 << start):
                    self.swept_by[start * 25 + square] += share

    def hands(self, seat: int, hands: list[int]) -> float:
        """The part of the logit that the keepers and their cards make; `hands` is a card a seat, or -1."""
        side, world = self.side, self.world
        total = side[9 + world.keepers[seat]]
        if hands[seat] >= 0:
            total += side[18 + hands[seat]]
        for other in range(world.seats):
            if other != seat and hands[other] >= 0:
                total += side[38 + hands[other]]
        return total

    def items(self, charged: int) -> float:
        """The part of the logit that the charged items make."""
        total = 0.0
        for seat in range(self.world.seats):
            if charged >> seat & 1:
                total += self.side[self.world.items[seat]]
        return total

    def logit(self, spot: Position) -> float:
        """What the board is worth, without the hands."""
        self.look(spot)
        x, total = self.x, self.bias_of_all()
        for unit in range(self.hidden):
            row = self.first[unit]
            value = self.bias[unit]
            for at in range(BOARD_FEATURES):
                value += row[at] * x[at]
            if value > 0.0:
                total += self.last[unit] * value
        return total + self.items(spot.charged)

    def bias_of_all(self) -> float:
        """The constant of the net."""
        return self.last[self.hidden]

    def look(self, spot: Position) -> None:
        """Fill in the features of the board."""
        x = self.x
        unburnt = ALL & ~spot.burnt
        unlit = spot.ground.cottages & ~spot.aflame
        people = 0
        nearest = 9
        for square in spot.peasants:
            people |= 1 << square
            nearest = min(nearest, DISTANCE[spot.trogdor * 25 + square])
        number = len(spot.peasants)
        tiles, homes = count(unburnt), count(unlit)
        self._fill_work(spot, unburnt, unlit, people)
        x[0] = tiles / 10.0
        x[1] = min(tiles, 5) / 5.0
        x[2] = 1.0 if tiles == 0 else 0.0
        x[3] = homes / 3.0
        x[4] = 1.0 if homes == 0 else 0.0
        health = spot.health
        x[5] = 1.0 if health >= 1 else 0.0
        x[6] = 1.0 if health > 1 else 0.0
        x[7] = 1.0 if health > MANY else 0.0
        x[8] = health / 4.0
        x[9] = number / 4.0
        x[10] = 1.0 if number else 0.0
        x[11] = nearest / 4.0 if number else 0.0
        x[12] = 1.0 if spot.struck else 0.0
        x[13] = 1.0 if spot.hammer >= 0 else 0.0
        x[14] = spot.bonus / 3.0
        x[15] = min(health, homes) / 3.0
        x[16] = count(unburnt & CORNERS) / 4.0
        x[17] = count(unburnt & MIDDLE) / 9.0
        x[18] = 1.0 if spot.ground.water & unburnt else 0.0
        x[19] = count(spread(people) & unburnt) / 5.0

    def _fill_work(self, spot: Position, unburnt: int, unlit: int, people: int) -> None:
        """How far there is to go, and what the knights undo."""
        x = self.x
        steps = tour(spot.trogdor, unburnt | unlit | people)
        work = steps + count(unburnt) + count(unlit) + len(spot.peasants)
        x[20] = steps / 10.0
        x[21] = work / 20.0
        x[22] = 1.0 if work <= NEAR else 0.0
        x[23] = 1.0 if work <= FAR else 0.0
        x[24] = min(work, 16) / 16.0
        alone = unburnt & ~spread_from(unburnt)
        x[25] = count(alone) / 4.0
        missing, least = 0, 10
        for square in squares_of(unlit):
            lacking = count(AROUND[square] & unburnt)
            missing += lacking
            least = min(least, lacking)
        x[26] = missing / 10.0
        x[27] = least / 5.0 if unlit else 0.0
        x[28] = self.mends(spot)
        near = unburnt | unlit
        x[29] = tour_first(spot.trogdor, near) / 4.0
        x[30] = x[28] if work <= FAR else 0.0
        x[31] = spot.health / 4.0 * work / 20.0

    def mends(self, spot: Position) -> float:
        """How many burning cottages the knights can be expected to mend in one turn of the land."""
        total, swept = 0.0, self.swept_by
        for square in squares_of(spot.aflame):
            for knight in (spot.first, spot.second, spot.hammer):
                if knight >= 0:
                    total += swept[knight * 25 + square]
        return total


def spread_from(mask: int) -> int:
    """The squares beside any of a mask."""
    return mask << 5 & ALL | mask >> 5 | (mask & NOT_EAST) << 1 | (mask & NOT_WEST) >> 1


def tour_first(square: int, targets: int) -> int:
    """The steps to the nearest target; 0 if there is none."""
    if not targets:
        return 0
    ring, steps = 1 << square, 0
    while not ring & targets:
        ring = spread(ring)
        steps += 1
    return steps
