"""The chance of victory at the start of a turn: a small network over features of the board.

The features and their scales were chosen by trial, and not measured separately; the weights were fitted to
games (`weights`, docs/minds/trogdor.md).
"""

from __future__ import annotations

from math import exp
from typing import Final, final

from engine.trogdor.mind.grid import (
    ALL,
    AROUND,
    CELLS,
    DISTANCE,
    LAST,
    NOT_EAST,
    NOT_WEST,
    SIDE,
    count,
    squares_of,
)
from engine.trogdor.mind.world import Position, TableModel

CORNERS: Final = 1 | 1 << LAST | 1 << LAST * SIDE | 1 << CELLS - 1
"""The four corners."""

MIDDLE: Final = 7 << SIDE + 1 | 7 << 2 * SIDE + 1 | 7 << 3 * SIDE + 1
"""The nine squares in the middle: three of the second row, of the third and of the fourth."""

SURE: Final = 30.0
"""Logits are cut off here, where a chance is as good as sure; set by hand."""

MANY: Final = 2
"""More health than this is much; chosen by trial, like the other limits of the features."""

LITTLE: Final = 5
SOME: Final = 10
"""How much work is little, and up to what it is not much, in action points."""

FAR: Final = 9
AROUND_ALL: Final = 10
"""More than any two squares are apart, and more than there are squares around one."""

# The features of the board, by their index; each is scaled to about 0 to 1.

TILES: Final = 0  # tiles that are not burned, in tens
LAST_TILES: Final = 1  # the same up to five, in fives
NO_TILES: Final = 2  # whether all are burned
HOMES: Final = 3  # cottages that are not on fire, in threes
NO_HOMES: Final = 4  # whether all are on fire
SOME_HEALTH: Final = 5  # whether Trogdor survives one hit
MORE_HEALTH: Final = 6  # whether he survives two
MUCH_HEALTH: Final = 7  # whether he survives three
HEALTH: Final = 8  # peasants on the Trog-Meter, in fours
PEASANTS: Final = 9  # peasants on the map, in fours
ANY_PEASANT: Final = 10  # whether there is one
NEAREST_PEASANT: Final = 11  # steps to the nearest, in fours
HAMMERS_IN: Final = 12  # whether damage has put the Troghammer cards into the deck
HAMMER: Final = 13  # whether the Troghammer is on the map
BONUS: Final = 14  # points that the next turn begins with, in threes
CAN_COME_OUT: Final = 15  # peasants that the land could bring, in threes
IN_CORNERS: Final = 16  # tiles left in corners, in fours
IN_MIDDLE: Final = 17  # tiles left in the middle, in nines
WATER: Final = 18  # whether the Lake is left
BESIDE_PEASANTS: Final = 19  # tiles left beside peasants or under them, in fives
WALK: Final = 20  # steps of a walk over all that is left to do, in tens
WORK: Final = 21  # action points that all of it takes, in twenties
LITTLE_WORK: Final = 22  # whether that is little
SOME_WORK: Final = 23  # whether that is not much
LAST_WORK: Final = 24  # the same up to sixteen, in sixteens
ALONE: Final = 25  # tiles left without another one beside them, in fours
AROUND_HOMES: Final = 26  # tiles that are missing around cottages, in tens
AROUND_A_HOME: Final = 27  # around the one where the fewest are missing, in fives
MENDED: Final = 28  # burning cottages that the knights can be expected to put out in a turn of the land
NEXT: Final = 29  # steps to the next tile or cottage that is left, in fours
MENDED_LATE: Final = 30  # `MENDED` when not much work is left
HEALTH_BY_WORK: Final = 31  # `HEALTH` times `WORK`

BOARD_FEATURES: Final = 32
"""How many features of the board there are; items, keepers and cards have a linear weight each besides."""

# Where each kind begins in the list of linear weights:

ITEMS_AT: Final = 0  # each item that is charged
KEEPERS_AT: Final = 9  # the next keeper
CARD_AT: Final = 18  # the card that he holds
OTHERS_AT: Final = 38  # the cards that the others hold


def widen(mask: int) -> int:
    """The squares of a mask and those beside them."""
    return mask | mask << 5 & ALL | mask >> 5 | (mask & NOT_EAST) << 1 | (mask & NOT_WEST) >> 1


def tour_length(square: int, targets: int) -> int:
    """The steps of a walk over all targets, always to the nearest one."""
    total = 0
    while targets:
        ring = 1 << square
        targets &= ~ring
        if not targets:
            break
        while not ring & targets:
            ring = widen(ring)
            total += 1
        nearest = ring & targets
        square = (nearest & -nearest).bit_length() - 1
    return total


def chance_of(logit: float) -> float:
    """The chance of a logit."""
    return 1.0 / (1.0 + exp(-min(max(logit, -SURE), SURE)))


@final
class Judge:
    """Evaluates positions of one table.

    At `start * CELLS + square` `swept_by` is the share of the movement cards that lead a knight over a
    square.
    """

    def __init__(
        self,
        world: TableModel,
        first: list[list[float]],
        bias: list[float],
        last: list[float],
        side: list[float],
    ) -> None:
        self.world = world
        self.first = first
        self.bias = bias
        self.last = last
        self.side = side
        self.hidden: int = len(bias)
        self.x: list[float] = [0.0] * BOARD_FEATURES
        self.swept_by: list[float] = [0.0] * (CELLS * CELLS)
        share = 1.0 / world.cards
        for start in range(CELLS):
            for card in range(world.cards):
                for square in squares_of(world.swept[card * CELLS + start] | 1 << start):
                    self.swept_by[start * CELLS + square] += share

    def hands_logit(self, seat: int, hands: list[int]) -> float:
        """The part of the logit of the keepers and their cards; `hands` has a card for each seat, or -1."""
        side, world = self.side, self.world
        total = side[KEEPERS_AT + world.keepers[seat]]
        if hands[seat] >= 0:
            total += side[CARD_AT + hands[seat]]
        for other in range(world.seats):
            if other != seat and hands[other] >= 0:
                total += side[OTHERS_AT + hands[other]]
        return total

    def items_logit(self, charged: int) -> float:
        """The part of the logit of the charged items."""
        total = 0.0
        for seat in range(self.world.seats):
            if charged >> seat & 1:
                total += self.side[ITEMS_AT + self.world.items[seat]]
        return total

    def logit(self, spot: Position) -> float:
        """The logit of the board and the items, without the hands."""
        self.fill_features(spot)
        x, first, bias, last = self.x, self.first, self.bias, self.last
        total = self.bias_of_all()
        for unit in range(self.hidden):
            row = first[unit]
            value = bias[unit]
            for feature in range(BOARD_FEATURES):
                value += row[feature] * x[feature]
            if value > 0.0:
                total += last[unit] * value
        return total + self.items_logit(spot.charged)

    def bias_of_all(self) -> float:
        """The constant of the network's logit."""
        return self.last[self.hidden]

    def fill_features(self, spot: Position) -> None:
        """Compute the features of the board into `x`."""
        x = self.x
        unburnt = ALL & ~spot.burnt
        unlit = spot.ground.cottages & ~spot.aflame
        people = 0
        nearest = FAR
        for square in spot.peasants:
            people |= 1 << square
            nearest = min(nearest, DISTANCE[spot.trogdor * CELLS + square])
        number = len(spot.peasants)
        tiles, homes = count(unburnt), count(unlit)
        self._fill_work(spot, unburnt, unlit, people)
        x[TILES] = tiles / 10.0
        x[LAST_TILES] = min(tiles, 5) / 5.0
        x[NO_TILES] = 1.0 if tiles == 0 else 0.0
        x[HOMES] = homes / 3.0
        x[NO_HOMES] = 1.0 if homes == 0 else 0.0
        health = spot.health
        x[SOME_HEALTH] = 1.0 if health >= 1 else 0.0
        x[MORE_HEALTH] = 1.0 if health > 1 else 0.0
        x[MUCH_HEALTH] = 1.0 if health > MANY else 0.0
        x[HEALTH] = health / 4.0
        x[PEASANTS] = number / 4.0
        x[ANY_PEASANT] = 1.0 if number else 0.0
        x[NEAREST_PEASANT] = nearest / 4.0 if number else 0.0
        x[HAMMERS_IN] = 1.0 if spot.struck else 0.0
        x[HAMMER] = 1.0 if spot.hammer >= 0 else 0.0
        x[BONUS] = spot.bonus / 3.0
        x[CAN_COME_OUT] = min(health, homes) / 3.0
        x[IN_CORNERS] = count(unburnt & CORNERS) / 4.0
        x[IN_MIDDLE] = count(unburnt & MIDDLE) / 9.0
        x[WATER] = 1.0 if spot.ground.water & unburnt else 0.0
        x[BESIDE_PEASANTS] = count(widen(people) & unburnt) / 5.0

    def _fill_work(self, spot: Position, unburnt: int, unlit: int, people: int) -> None:
        """Compute the features of the work that is left, and of what the knights undo."""
        x = self.x
        steps = tour_length(spot.trogdor, unburnt | unlit | people)
        work = steps + count(unburnt) + count(unlit) + len(spot.peasants)
        x[WALK] = steps / 10.0
        x[WORK] = work / 20.0
        x[LITTLE_WORK] = 1.0 if work <= LITTLE else 0.0
        x[SOME_WORK] = 1.0 if work <= SOME else 0.0
        x[LAST_WORK] = min(work, 16) / 16.0
        alone = unburnt & ~neighbours(unburnt)
        x[ALONE] = count(alone) / 4.0
        missing, least = 0, AROUND_ALL
        for square in squares_of(unlit):
            lacking = count(AROUND[square] & unburnt)
            missing += lacking
            least = min(least, lacking)
        x[AROUND_HOMES] = missing / 10.0
        x[AROUND_A_HOME] = least / 5.0 if unlit else 0.0
        x[MENDED] = self.expected_mends(spot)
        near = unburnt | unlit
        x[NEXT] = steps_to_nearest(spot.trogdor, near) / 4.0
        x[MENDED_LATE] = x[MENDED] if work <= SOME else 0.0
        x[HEALTH_BY_WORK] = spot.health / 4.0 * work / 20.0

    def expected_mends(self, spot: Position) -> float:
        """The mean number of burning cottages that the knights put out in one turn of the land."""
        total, swept = 0.0, self.swept_by
        for square in squares_of(spot.aflame):
            for knight in (spot.first, spot.second, spot.hammer):
                if knight >= 0:
                    total += swept[knight * CELLS + square]
        return total


def neighbours(mask: int) -> int:
    """The squares beside those of a mask."""
    return mask << 5 & ALL | mask >> 5 | (mask & NOT_EAST) << 1 | (mask & NOT_WEST) >> 1


def steps_to_nearest(square: int, targets: int) -> int:
    """The steps to the nearest target, 0 if there is none."""
    if not targets:
        return 0
    ring, steps = 1 << square, 0
    while not ring & targets:
        ring = widen(ring)
        steps += 1
    return steps
