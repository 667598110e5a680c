"""A table and a position on it as whole numbers, quick to copy and to change."""

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

High Energy (5) has no effect but points, and a Troghammer (18) is never chosen.
"""

GALGABUDGE: Final = 0
CRANJEGG: Final = 1
HEGELTHA: Final = 2
STONKLAR: Final = 3
WORCHEX: Final = 4
YUBBITZ: Final = 5
CRANGOLEV: Final = 6
BROVELADE: Final = 7
"""The keepers in the order of `engine.trogdor.cards.Keeper`."""

FLASK: Final = 0
POUCH: Final = 1
FIREBALLS: Final = 2
RING: Final = 3
BEANS: Final = 4
DISK: Final = 5
SHIELD: Final = 6
TRINKET: Final = 7
BAUBLES: Final = 8
"""The items in the order of `engine.trogdor.cards.Item`."""

ITEM_COUNT: Final = 9

POINTS: Final[list[int]] = [4, 4, 4, 4, 4, 7, 4, 5, 5, 0, 5, 5, 5, 4, 4, 5, 4, 5, 0, 5]
"""By card: the points that it brings."""


def swap_bits(mask: int, one: int, other: int) -> int:
    """The mask with two squares exchanged."""
    if (mask >> one ^ mask >> other) & 1:
        return mask ^ (1 << one | 1 << other)
    return mask


@final
class Terrain:
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

    def with_swapped(self, one: int, other: int) -> Terrain:
        """The terrain with two tiles exchanged."""
        ground = Terrain()
        ground.cottages = swap_bits(self.cottages, one, other)
        ground.mountains = swap_bits(self.mountains, one, other)
        ground.tunnels = swap_bits(self.tunnels, one, other)
        ground.lake = swap_bits(self.lake, one, other)
        ground.water = swap_bits(self.water, one, other)
        ground.forests = swap_bits(self.forests, one, other)
        ground.stumps = swap_bits(self.stumps, one, other)
        ground.flowers = swap_bits(self.flowers, one, other)
        return ground


@final
class TableModel:
    """What does not change while a turn is planned: movement cards, players, rules of the table.

    By card: `spawn` peasants come out, `way` of their march, whether they `repair`. At `card * CELLS +
    start`: `trod` are the squares entered, `swept` their mask, `line` where the archer's arrow flies, `stop`
    the last square. `owner` is the seat of each item, or -1; `idle` has a bit for each item that its owner
    never lets act.
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
        self.owner: list[int] = [-1] * ITEM_COUNT
        self.gone: int = 0
        self.idle: int = 0
        self.hammer_mends: bool = False
        self.anyone: bool = False
        self.hammers: int = 7

    def seat_players(self, keepers: list[int], items: list[int], gone: int, idle: int) -> None:
        """Set the players and their items; `gone` has a bit for each seat whose player has left."""
        self.keepers, self.items, self.gone, self.idle = keepers, items, gone, idle
        self.seats = len(keepers)
        self.owner = [-1] * ITEM_COUNT
        for seat, item in enumerate(items):
            if not gone >> seat & 1:
                self.owner[item] = seat

    def next_seat(self, seat: int) -> int:
        """The next seat whose player has not left."""
        for step in range(1, self.seats + 1):
            other = (seat + step) % self.seats
            if not self.gone >> other & 1:
                return other
        return seat


@final
class Position:
    """All that a turn and the land can change. Squares are numbers, `burnt` and `aflame` masks.

    `first`, `second` and `hammer` are the knights, -1 where they are not on the map; `charged` has a bit for
    each seat; `used`: the active player has used the item in this turn; `souls` are all peasants: on the map,
    on the Trog-Meter and in the Void.
    """

    def __init__(self, ground: Terrain) -> None:
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
        """A copy that can be changed."""
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
class DrawPile:
    """Movement cards in an assumed order: after the last one it begins again."""

    def __init__(self, cards: list[int], at: int) -> None:
        self.cards = cards
        self.at = at

    def draw(self) -> int:
        """The next card."""
        card = self.cards[self.at % len(self.cards)]
        self.at += 1
        return card


@final
class Xorshift:
    """Small random numbers from a seed, the same on every machine (xorshift of 32 bits)."""

    def __init__(self, seed: int) -> None:
        self.state: int = seed & 0xFFFFFFFF or 0x9E3779B9

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, nearly equally likely."""
        state = self.state
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        self.state = state
        return (state >> 3) % bound

    def shuffle(self, cards: list[int]) -> list[int]:
        """The cards in a random order."""
        deck = cards[:]
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return deck


def first_points(world: TableModel, spot: Position, card: int) -> int:
    """The points that a card brings the active player when it is chosen."""
    if card == PATH:
        return 0
    return POINTS[card] + (1 if world.keepers[spot.seat] == CRANGOLEV else 0) + spot.bonus
