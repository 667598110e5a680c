"""The search of one turn's fights: the chance to win over all coins and dice.

Sets of tiles and of hit points are whole numbers, a bit for each value from the ace (bit 0) to the 5; in sets
of coins the null is bit 0 and the ace bit 1. Colours are numbers from 0 to 2 in the order of `BEASTS`.
"""

from __future__ import annotations

from typing import Final

from engine.thrag.mind.judge import Judge
from engine.thrag.model import TURNS

COLOURS: Final = 3
"""How many colours of beasts, and of pools, there are."""

FACES: Final = 6
"""How many faces a die has, from 0 to 5, and how many values a coin."""

VALUES: Final = 5
"""How many values tiles and hit points have, from the ace to the 5."""

SETS: Final = 1 << VALUES
"""How many sets of tiles or of hit points there are."""

# The keys of the caches are whole numbers, put together of parts with so many bits each:

DIE_BITS: Final = 3
TILE_BITS: Final = 3  # 0 where the beast does not stand
PAWN_BITS: Final = 1
COIN_BITS: Final = 6
COLOUR_BITS: Final = TILE_BITS + PAWN_BITS + COIN_BITS
HIT_POINT_BITS: Final = VALUES

HIT_POINT_SUMS: Final[list[int]] = [
    sum(value + 1 for value in range(VALUES) if held >> value & 1) for held in range(SETS)
]
"""The sum of the hit points of each set."""

SET_SIZES: Final[list[int]] = [held.bit_count() for held in range(1 << FACES)]
"""How many pieces each set has."""

ALL_COINS: Final = (1 << FACES) - 1
"""The set of all coins of a pool."""

HIGHEST_DIE: Final = 5
"""The highest face of a die."""

MAX_DAMAGE: Final = 15
"""All numbered hit points together."""


def sets_after_payment(held: int, damage: int) -> list[int]:
    """The sets of hit points that may be left when damage is paid (Rule thrag:pay-1)."""
    left: list[int] = []
    for paid in range(1, SETS):
        if paid & ~held or HIT_POINT_SUMS[paid] < damage:
            continue
        least = (paid & -paid).bit_length()
        if HIT_POINT_SUMS[paid] - least < damage:
            left.append(held & ~paid)
    return left


LEFT_AFTER: Final[list[list[list[int]]]] = [
    [sets_after_payment(held, damage) for damage in range(MAX_DAMAGE + 1)] for held in range(SETS)
]
"""By set of hit points and damage: the sets that may be left; none where the damage is too much."""


class SearchCache:
    """Results of a turn's search; they hold while nothing changes but what `FightSearch` changes."""

    def __init__(self) -> None:
        self.colour_readings: list[dict[int, list[float]]] = [{}, {}, {}]
        self.common_readings: dict[int, list[float]] = {}
        self.chances_if_ended: dict[int, float] = {}
        self.chances: dict[int, float] = {}


class FightSearch:
    """The state of one turn, changed and changed back during its search.

    Lists are by colour. `stands` is 1 where the drawn beast was not slain, with its `tiles` and `dice`;
    `undrawn` counts the living beasts that were not drawn; `piles` and `discards` are their sets; `coins` are
    sets, or only numbers of coins where they are not `tracked`; `hopeless`: more beasts of a colour live than
    turns are left.
    """

    def __init__(self, judge: Judge, turn: int, null: int, black: int) -> None:
        self.judge = judge
        self.tracked: bool = judge.tracked
        self.turn = turn
        self.null = null
        self.black = black
        self.own_die = 0
        self.hit_points = 0
        self.fought = 0
        self.piles: list[int] = [0, 0, 0]
        self.discards: list[int] = [0, 0, 0]
        self.tiles: list[int] = [0, 0, 0]
        self.stands: list[int] = [0, 0, 0]
        self.dice: list[int] = [0, 0, 0]
        self.coins: list[int] = [0, 0, 0]
        self.pawns: list[int] = [0, 0, 0]
        self.undrawn: list[int] = [0, 0, 0]
        self.hopeless = False
        self.cache = SearchCache()

    def count_undrawn(self) -> None:
        """Count the beasts that were not drawn; called once the fields are set."""
        for colour in range(COLOURS):
            self.undrawn[colour] = SET_SIZES[self.piles[colour] | self.discards[colour]]
            if self.undrawn[colour] > TURNS - self.turn:
                self.hopeless = True

    def shortfall(self, colour: int) -> int:
        """By how much Thrag's die alone falls short of slaying the beast of a colour."""
        return self.tiles[colour] + self.dice[colour] - self.own_die

    def standing_count(self) -> int:
        """How many beasts of this turn were not slain."""
        return self.stands[0] + self.stands[1] + self.stands[2]

    def living_count(self) -> int:
        """How many beasts of all turns live."""
        return self.standing_count() + self.undrawn[0] + self.undrawn[1] + self.undrawn[2]

    def has_coins(self) -> bool:
        """Whether any attack coin is left."""
        return (self.coins[0] | self.coins[1] | self.coins[2]) > 0

    def chance(self, ahead: int) -> float:
        """The chance to win from here, searching `ahead` coins and rolls deep.

        Beasts that fall to Thrag's die alone are slain first.
        """
        felled = 0
        fought = self.fought
        for colour in range(COLOURS):
            if self.stands[colour] and self.shortfall(colour) <= 0:
                self.stands[colour] = 0
                self.fought = 1
                felled |= 1 << colour
        chance = self._chance_without_free_fights(ahead)
        for colour in range(COLOURS):
            if felled >> colour & 1:
                self.stands[colour] = 1
        self.fought = fought
        return chance

    def _chance_without_free_fights(self, ahead: int) -> float:
        """The chance to win where no beast falls to Thrag's die alone."""
        if self.living_count() == 0:
            return 1.0
        if self.hopeless or not self.has_coins():
            return 0.0
        if self.standing_count() == 0:
            return self.chance_if_ended()
        key = self._key(ahead)
        known = self.cache.chances.get(key)
        if known is not None:
            return known
        chance = self.chance_if_ended() if self.fought else self.best_fight_without_coin(ahead)
        if ahead > 0:
            chance = max(chance, self._best_flip_or_reroll(ahead))
        self.cache.chances[key] = chance
        return chance

    def _best_flip_or_reroll(self, ahead: int) -> float:
        """The best chance over all coins and rerolls."""
        best = 0.0
        for colour in range(COLOURS):
            if not self.stands[colour]:
                continue
            for pool in range(COLOURS):
                if self.can_flip(pool, colour) and (not self.fought or self.can_fell(colour, pool)):
                    best = max(best, self.fight_with_coin(colour, pool, ahead))
            if self.pawns[colour] and self.dice[colour] > 0:
                best = max(best, self.reroll_beast(colour, ahead))
        for colour in range(COLOURS):
            if self.can_reroll_own(colour) and self.own_die < HIGHEST_DIE:
                return max(best, self.reroll_own(colour, ahead))
        return best

    def can_flip(self, pool: int, colour: int) -> bool:
        """Whether a pool's coin may be flipped against a beast (Rules thrag:coin-1, thrag:coin-2)."""
        return self.coins[pool] > 0 and (pool == colour or self.coins[colour] == 0)

    def can_reroll_own(self, colour: int) -> bool:
        """Whether the pawn of a colour can reroll Thrag's die (Rule thrag:pawn-2)."""
        return self.pawns[colour] > 0 and self.undrawn[colour] == 0 and self.stands[colour] == 0

    def can_fell(self, colour: int, pool: int) -> bool:
        """Whether a coin of the pool could slay the beast of a colour."""
        short = self.shortfall(colour)
        values = self.coins[pool] if self.tracked else ALL_COINS
        most = max(values.bit_length() - 1, self.null if values & 1 else 0)
        return most >= short

    def best_fight_without_coin(self, ahead: int) -> float:
        """The best chance over the fights without a coin, where a fight is forced."""
        best = 0.0
        for colour in range(COLOURS):
            if self.stands[colour]:
                best = max(best, self.fight_without_coin(colour, ahead))
        return best

    def fight_without_coin(self, colour: int, ahead: int) -> float:
        """The chance after a fight without a coin."""
        fought = self.fought
        self.fought = 1
        chance = self._resolve_fight(colour, self.shortfall(colour), ahead)
        self.fought = fought
        return chance

    def fight_with_coin(self, colour: int, pool: int, ahead: int) -> float:
        """The chance after a fight with a pool's top coin: the mean over the coins that may lie there."""
        coins = self.coins[pool]
        fought = self.fought
        short = self.shortfall(colour)
        values = coins if self.tracked else ALL_COINS
        total = 0.0
        self.fought = 1
        for value in range(FACES):
            if values >> value & 1:
                self.coins[pool] = coins & ~(1 << value) if self.tracked else coins - 1
                total += self._resolve_fight(colour, short - (value or self.null), ahead - 1)
        self.coins[pool] = coins
        self.fought = fought
        return total / SET_SIZES[values]

    def _resolve_fight(self, colour: int, damage: int, ahead: int) -> float:
        """The chance after a fight: the beast falls, or Thrag pays, dies or is out of coins."""
        if damage <= 0:
            self.stands[colour] = 0
            chance = self.chance(ahead) if self.has_coins() or self.living_count() == 0 else 0.0
            self.stands[colour] = 1
            return chance
        if damage > HIT_POINT_SUMS[self.hit_points] or not self.has_coins():
            return 0.0
        return self.pay(damage, ahead)

    def pay(self, damage: int, ahead: int) -> float:
        """The chance after the best payment (Rule thrag:pay-1)."""
        hits = self.hit_points
        best = 0.0
        for left in LEFT_AFTER[hits][damage]:
            self.hit_points = left
            best = max(best, self.chance(ahead))
        self.hit_points = hits
        return best

    def reroll_beast(self, colour: int, ahead: int) -> float:
        """The chance after a new roll of a beast's die, the mean over its faces (Rule thrag:pawn-1)."""
        die = self.dice[colour]
        total = 0.0
        self.pawns[colour] = 0
        for rolled in range(FACES):
            self.dice[colour] = rolled
            total += self.chance(ahead - 1)
        self.dice[colour] = die
        self.pawns[colour] = 1
        return total / FACES

    def reroll_own(self, pawn: int, ahead: int) -> float:
        """The chance after a new roll of Thrag's die with the pawn of a colour (Rule thrag:pawn-2)."""
        own = self.own_die
        total = 0.0
        self.pawns[pawn] = 0
        for rolled in range(FACES):
            self.own_die = rolled
            total += self.chance(ahead - 1)
        self.own_die = own
        self.pawns[pawn] = 1
        return total / FACES

    def _key(self, ahead: int) -> int:
        """All that changes in a turn, packed into one number."""
        key = (ahead << 1 | self.fought) << DIE_BITS | self.own_die
        for colour in range(COLOURS):
            die = self.dice[colour] if self.stands[colour] else 0
            key = (key << DIE_BITS | die) << COLOUR_BITS | self._colour_key(colour)
        return key << HIT_POINT_BITS | self.hit_points

    def _colour_key(self, colour: int) -> int:
        """What of a colour matters once the turn ends, packed into one number of `COLOUR_BITS`."""
        tile = self.tiles[colour] if self.stands[colour] else 0
        return (tile << PAWN_BITS | self.pawns[colour]) << COIN_BITS | self.coins[colour]

    def chance_if_ended(self) -> float:
        """The chance to win if the turn ends here."""
        if self.turn == TURNS or self.hopeless:
            return 0.0
        key = self.hit_points
        for colour in range(COLOURS):
            if self.undrawn[colour] + self.stands[colour] > TURNS - self.turn:
                return 0.0
            key = key << COLOUR_BITS | self._colour_key(colour)
        chance = self.cache.chances_if_ended.get(key)
        if chance is None:
            readings = [self._colour_reading(colour) for colour in range(COLOURS)]
            chance = self.judge.chance(self._common_reading(), readings[0], readings[1], readings[2])
            self.cache.chances_if_ended[key] = chance
        return chance

    def _common_reading(self) -> list[float]:
        """The judge's reading of hit points, black tiles and turn, cached."""
        reading = self.cache.common_readings.get(self.hit_points)
        if reading is None:
            reading = self.judge.common_reading(self.hit_points, self.black, self.turn)
            self.cache.common_readings[self.hit_points] = reading
        return reading

    def _colour_reading(self, colour: int) -> list[float]:
        """The judge's reading of a colour if the turn ends here; an empty stack is made of the discards."""
        key = self._colour_key(colour)
        known = self.cache.colour_readings[colour].get(key)
        if known is not None:
            return known
        pile = self.piles[colour]
        discards = self.discards[colour]
        if self.stands[colour]:
            discards |= 1 << (self.tiles[colour] - 1)
        if pile == 0:
            pile = discards
            discards = 0
        coins = self.coins[colour]
        reading = self.judge.colour_reading(pile, discards, coins, self.pawns[colour], self.turn, self.null)
        self.cache.colour_readings[colour][key] = reading
        return reading
