"""A table and a position on it in whole numbers, quick to copy and to change."""

from __future__ import annotations

from typing import Final, final

BLOCK: Final = 0
CONSUMMATE: Final = 1
DAN: Final = 2
FRAN: Final = 3
HIDEY: Final = 4
INVISIBLE: Final = 6
JHONKA: Final = 7
MAJESTY: Final = 8
PATH: Final = 9
SHOT_PUT: Final = 10
SIDEWISE: Final = 11
SLANTWISE: Final = 12
DAISIES: Final = 13
STUMP: Final = 14
WARP: Final = 15
WINGALING: Final = 16
WRAP: Final = 17
PLAIN: Final = 19
"""The cards in the order of `engine.trogdor.cards.Card`; `PLAIN` stands for one discarded for its points.

High Energy (5) is nothing but points to the mind, and nobody chooses a Troghammer (18).
"""

GALGABUDGE: Final = 0
CRANJEGG: Final = 1
HEGELTHA: Final = 2
STONKLAR: Final = 3
WORCHEX: Final = 4
YUBBITZ: Final = 5
CRANGOLEV: Final = 6
BROVELADE: Final = 7

FLASK: Final = 0
POUCH: Final = 1
FIREBALLS: Final = 2
RING: Final = 3
BEANS: Final = 4
DISK: Final = 5
SHIELD: Final = 6
TRINKET: Final = 7
BAUBLES: Final = 8

POINTS: Final[list[int]] = [4, 4, 4, 4, 4, 7, 4, 5, 5, 0, 5, 5, 5, 4, 4, 5, 4, 5, 0, 5]


def swapped(mask: int, one: int, other: int) -> int:
    """A mask when two squares have changed places."""
    if (mask >> one ^ mask >> other) & 1:
        return mask ^ (1 << one | 1 << other)
    return mask


@final
class Ground:
    """Where the tiles of each kind are, as masks; `water` is the Lake if it is more than a plain tile."""

    def __init__(self) -> None:
        self.cottages: int = 0
        self.mountains: int = 0
        self.tunnels: int = 0
        self.lake: int = 0
        self.water: int = 0
        self.forests: int = 0
        self.stumps: int = 0
        self.flowers: int = 0

    def swapped(self, one: int, other: int) -> Ground:
        """The same when two tiles have changed places."""
        ground = Ground()
        ground.cottages = swapped(self.cottages, one, other)
        ground.mountains = swapped(self.mountains, one, other)
        ground.tunnels = swapped(self.tunnels, one, other)
        ground.lake = swapped(self.lake, one, other)
        ground.water = swapped(self.water, one, other)
        ground.forests = swapped(self.forests, one, other)
        ground.stumps = swapped(self.stumps, one, other)
        ground.flowers = swapped(self.flowers, one, other)
        return ground


@final
class World:
    """What stays as it is while a turn is planned: the movement cards, the players, the agreements.

    `trod` at `card * 25 + start` are the squares entered, `swept` their mask, `line` where the archer's
    arrow flies, `stop` the last square. `owner` is the seat of each item, or -1; `idle` are the items
    that their owner does not let work.
    """

    def __init__(self, spawn: list[int], way: list[int], repair: list[int], trod: list[list[int]]) -> None:
        self.spawn = spawn
        self.way = way
        self.repair = repair
        self.trod = trod
        self.cards: int = len(spawn)
        self.swept: list[int] = []
        self.line: list[int] = []
        self.stop: list[int] = []
        self.keepers: list[int] = []
        self.items: list[int] = []
        self.seats: int = 0
        self.owner: list[int] = [-1] * 9
        self.gone: int = 0
        self.idle: int = 0
        self.hammer_mends: bool = False
        self.anyone: bool = False
        self.hammers: int = 7

    def seat_players(self, keepers: list[int], items: list[int], gone: int, idle: int) -> None:
        """Who plays, with which item; `gone` are the seats of those who have left, as bits."""
        self.keepers, self.items, self.gone, self.idle = keepers, items, gone, idle
        self.seats = len(keepers)
        self.owner = [-1] * 9
        for seat, item in enumerate(items):
            if not gone >> seat & 1:
                self.owner[item] = seat

    def next_seat(self, seat: int) -> int:
        """Who comes after a seat; those who left are passed over."""
        for step in range(1, self.seats + 1):
            other = (seat + step) % self.seats
            if not self.gone >> other & 1:
                return other
        return seat


@final
class Position:
    """All that a turn and the land can change. Squares are numbers, `burnt` and `aflame` masks.

    `hammer` and the knights are -1 when they are not there, `charged` has a bit for each seat, `used` tells
    whether the active player used his item in this turn, `souls` are all peasants: on the map, on the
    Trog-Meter and in the Void.
    """

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.burnt: int = 0
        self.aflame: int = 0
        self.peasants: list[int] = []
        self.first: int = -1
        self.second: int = -1
        self.hammer: int = -1
        self.archer: int = 0
        self.trogdor: int = 12
        self.hiding: bool = False
        self.health: int = 4
        self.souls: int = 7
        self.charged: int = 0
        self.used: bool = False
        self.struck: bool = False
        self.won: bool = False
        self.dead: bool = False
        self.seat: int = 0
        self.bonus: int = 0

    def copy(self) -> Position:
        """The same position, to be changed."""
        other = Position(self.ground)
        other.burnt = self.burnt
        other.aflame = self.aflame
        other.peasants = self.peasants[:]
        other.first = self.first
        other.second = self.second
        other.hammer = self.hammer
        other.archer = self.archer
        other.trogdor = self.trogdor
        other.hiding = self.hiding
        other.health = self.health
        other.souls = self.souls
        other.charged = self.charged
        other.used = self.used
        other.struck = self.struck
        other.won = self.won
        other.dead = self.dead
        other.seat = self.seat
        other.bonus = self.bonus
        return other


@final
class Pile:
    """Movement cards in an order that is made up: each one is drawn, then it begins again."""

    def __init__(self, cards: list[int], at: int) -> None:
        self.cards = cards
        self.at = at

    def draw(self) -> int:
        """The next card."""
        card = self.cards[self.at % len(self.cards)]
        self.at += 1
        return card


@final
class Dice:
    """Small whole numbers from a seed, the same everywhere (xorshift of 32 bits)."""

    def __init__(self, seed: int) -> None:
        self.state: int = seed & 0xFFFFFFFF or 0x9E3779B9

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, near enough equally likely."""
        state = self.state
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        self.state = state
        return (state >> 3) % bound

    def mixed(self, cards: list[int]) -> list[int]:
        """The cards in a random order."""
        deck = cards[:]
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return deck


def first_points(world: World, spot: Position, card: int) -> int:
    """The points that a card brings to the active player when it is chosen."""
    if card == PATH:
        return 0
    return POINTS[card] + (1 if world.keepers[spot.seat] == CRANGOLEV else 0) + spot.bonus
