"""The fighting of one turn as whole numbers: what it is worth when every coin and die is weighed.

Sets of tiles and of hit points are numbers whose bits are the values from the ace (bit 0) to the 5; sets of
coins begin with the null (bit 0). Colours are 0 to 2 in the order of `BEASTS`.
"""

from __future__ import annotations

from typing import Final

from engine.thrag.mind.judge import Judge
from engine.thrag.model import TURNS

SUMS: Final[list[int]] = [sum(coin + 1 for coin in range(5) if held >> coin & 1) for held in range(32)]
"""What the hit points of a set come to."""

BITS: Final[list[int]] = [held.bit_count() for held in range(64)]
"""How many pieces a set has."""

ALL: Final = 63
"""The set of all coins of a pool."""

HIGHEST: Final = 5
"""The best that a die can show."""

MOST: Final = 15
"""All numbered hit points together."""


def kept_after(held: int, damage: int) -> list[int]:
    """The sets of hit points that may be left when damage is paid (Rule thrag:pay-1)."""
    found: list[int] = []
    for paid in range(1, 32):
        if paid & ~held or SUMS[paid] < damage:
            continue
        least = (paid & -paid).bit_length()
        if SUMS[paid] - least < damage:
            found.append(held & ~paid)
    return found


LEFT: Final[list[list[list[int]]]] = [
    [kept_after(held, damage) for damage in range(MOST + 1)] for held in range(32)
]
"""What may be left of a set after so much damage; nothing where it is too much."""


class Memory:
    """What has been found of a turn; it holds as long as nothing changes but what `Fray` changes."""

    def __init__(self) -> None:
        self.readings: list[dict[int, list[float]]] = [{}, {}, {}]
        self.commons: dict[int, list[float]] = {}
        self.evenings: dict[int, float] = {}
        self.known: dict[int, float] = {}


class Fray:
    """One turn's fighting, changed and changed back while its ways are tried.

    `rest` are the beasts of a colour that live and were not drawn, `stands` is 1 where the drawn one does.
    """

    def __init__(self, judge: Judge, turn: int, null: int, black: int) -> None:
        self.judge = judge
        self.tracked: bool = judge.tracked
        self.turn = turn
        self.null = null
        self.black = black
        self.own = 0
        self.hits = 0
        self.fought = 0
        self.piles: list[int] = [0, 0, 0]
        self.discards: list[int] = [0, 0, 0]
        self.tiles: list[int] = [0, 0, 0]
        self.stands: list[int] = [0, 0, 0]
        self.dice: list[int] = [0, 0, 0]
        self.coins: list[int] = [0, 0, 0]
        self.pawns: list[int] = [0, 0, 0]
        self.rest: list[int] = [0, 0, 0]
        self.hopeless = False
        self.memory = Memory()

    def settle(self) -> None:
        """Counts what does not change in this turn; called once the fields are set."""
        for colour in range(3):
            self.rest[colour] = BITS[self.piles[colour] | self.discards[colour]]
            if self.rest[colour] > TURNS - self.turn:
                self.hopeless = True

    def short(self, colour: int) -> int:
        """What Thrag lacks to slay the beast of a colour with his die alone."""
        return self.tiles[colour] + self.dice[colour] - self.own

    def undefeated(self) -> int:
        """How many beasts of this turn stand."""
        return self.stands[0] + self.stands[1] + self.stands[2]

    def living(self) -> int:
        """How many beasts live."""
        return self.undefeated() + self.rest[0] + self.rest[1] + self.rest[2]

    def has_coins(self) -> bool:
        """Whether any attack coin is left."""
        return (self.coins[0] | self.coins[1] | self.coins[2]) > 0

    def worth(self, ahead: int) -> float:
        """The chance to win from here, weighing so many coins and rolls ahead in this turn.

        What falls to Thrag's die alone is slain first.
        """
        felled = 0
        fought = self.fought
        for colour in range(3):
            if self.stands[colour] and self.short(colour) <= 0:
                self.stands[colour] = 0
                self.fought = 1
                felled |= 1 << colour
        found = self._worth(ahead)
        for colour in range(3):
            if felled >> colour & 1:
                self.stands[colour] = 1
        self.fought = fought
        return found

    def _worth(self, ahead: int) -> float:
        """The same, where nothing falls for free."""
        if self.living() == 0:
            return 1.0
        if self.hopeless or not self.has_coins():
            return 0.0
        if self.undefeated() == 0:
            return self.ended()
        key = self._key(ahead)
        known = self.memory.known.get(key)
        if known is not None:
            return known
        found = self.ended() if self.fought else self.forced(ahead)
        if ahead > 0:
            found = max(found, self._best_chance(ahead))
        self.memory.known[key] = found
        return found

    def _best_chance(self, ahead: int) -> float:
        """The best of all coins and rerolls."""
        best = 0.0
        for colour in range(3):
            if not self.stands[colour]:
                continue
            for pool in range(3):
                if self.serves(pool, colour) and (not self.fought or self.can_fell(colour, pool)):
                    best = max(best, self.flip(colour, pool, ahead))
            if self.pawns[colour] and self.dice[colour] > 0:
                best = max(best, self.reroll(colour, ahead))
        for colour in range(3):
            if self.is_black(colour) and self.own < HIGHEST:
                return max(best, self.reroll_own(colour, ahead))
        return best

    def serves(self, pool: int, colour: int) -> bool:
        """Whether a pool's coin may be flipped against a beast (Rules thrag:coin-1, thrag:coin-2)."""
        return self.coins[pool] > 0 and (pool == colour or self.coins[colour] == 0)

    def is_black(self, colour: int) -> bool:
        """Whether a pawn rerolls Thrag's die (Rule thrag:pawn-2)."""
        return self.pawns[colour] > 0 and self.rest[colour] == 0 and self.stands[colour] == 0

    def can_fell(self, colour: int, pool: int) -> bool:
        """Whether some coin of the pool slays the beast."""
        short = self.short(colour)
        values = self.coins[pool] if self.tracked else ALL
        most = max(values.bit_length() - 1, self.null if values & 1 else 0)
        return most >= short

    def forced(self, ahead: int) -> float:
        """The best of the fights without a coin, of which there has to be one."""
        best = 0.0
        for colour in range(3):
            if self.stands[colour]:
                best = max(best, self.bare(colour, ahead))
        return best

    def bare(self, colour: int, ahead: int) -> float:
        """A fight without a coin."""
        fought = self.fought
        self.fought = 1
        found = self._resolved(colour, self.short(colour), ahead)
        self.fought = fought
        return found

    def flip(self, colour: int, pool: int, ahead: int) -> float:
        """A fight with the top coin of a pool: any that may lie there, each as likely."""
        coins = self.coins[pool]
        fought = self.fought
        short = self.short(colour)
        values = coins if self.tracked else ALL
        total = 0.0
        self.fought = 1
        for value in range(6):
            if values >> value & 1:
                self.coins[pool] = coins & ~(1 << value) if self.tracked else coins - 1
                total += self._resolved(colour, short - (value or self.null), ahead - 1)
        self.coins[pool] = coins
        self.fought = fought
        return total / BITS[values]

    def _resolved(self, colour: int, damage: int, ahead: int) -> float:
        """A fight's end: the beast falls, or Thrag pays, dies or is exhausted."""
        if damage <= 0:
            self.stands[colour] = 0
            found = self.worth(ahead) if self.has_coins() or self.living() == 0 else 0.0
            self.stands[colour] = 1
            return found
        if damage > SUMS[self.hits] or not self.has_coins():
            return 0.0
        return self.pay(damage, ahead)

    def pay(self, damage: int, ahead: int) -> float:
        """The best way to pay (Rule thrag:pay-1)."""
        hits = self.hits
        best = 0.0
        for left in LEFT[hits][damage]:
            self.hits = left
            best = max(best, self.worth(ahead))
        self.hits = hits
        return best

    def reroll(self, colour: int, ahead: int) -> float:
        """A new roll of a beast's die (Rule thrag:pawn-1)."""
        die = self.dice[colour]
        total = 0.0
        self.pawns[colour] = 0
        for rolled in range(6):
            self.dice[colour] = rolled
            total += self.worth(ahead - 1)
        self.dice[colour] = die
        self.pawns[colour] = 1
        return total / 6.0

    def reroll_own(self, pawn: int, ahead: int) -> float:
        """A new roll of Thrag's die with a black pawn (Rule thrag:pawn-2)."""
        own = self.own
        total = 0.0
        self.pawns[pawn] = 0
        for rolled in range(6):
            self.own = rolled
            total += self.worth(ahead - 1)
        self.own = own
        self.pawns[pawn] = 1
        return total / 6.0

    def _key(self, ahead: int) -> int:
        """All that changes in a turn, as one number."""
        key = (ahead * 2 + self.fought) * 8 + self.own
        for colour in range(3):
            die = self.dice[colour] if self.stands[colour] else 0
            key = (key << 3 | die) << 10 | self._aspect(colour)
        return key << 5 | self.hits

    def _aspect(self, colour: int) -> int:
        """What of a colour counts when the turn ends here, as one number of ten bits."""
        tile = self.tiles[colour] if self.stands[colour] else 0
        return (tile << 1 | self.pawns[colour]) << 6 | self.coins[colour]

    def ended(self) -> float:
        """The chance to win when the fighting ends here."""
        if self.turn == TURNS or self.hopeless:
            return 0.0
        key = self.hits
        for colour in range(3):
            if self.rest[colour] + self.stands[colour] > TURNS - self.turn:
                return 0.0
            key = key << 10 | self._aspect(colour)
        found = self.memory.evenings.get(key)
        if found is None:
            readings = [self._reading(colour) for colour in range(3)]
            found = self.judge.chance(self._common(), readings[0], readings[1], readings[2])
            self.memory.evenings[key] = found
        return found

    def _common(self) -> list[float]:
        """What the judge reads of hit points, black tiles and turn."""
        found = self.memory.commons.get(self.hits)
        if found is None:
            found = self.judge.common(self.hits, self.black, self.turn)
            self.memory.commons[self.hits] = found
        return found

    def _reading(self, colour: int) -> list[float]:
        """What the judge reads of a colour when the turn ends here; its stack may be made anew."""
        aspect = self._aspect(colour)
        found = self.memory.readings[colour].get(aspect)
        if found is not None:
            return found
        pile = self.piles[colour]
        discards = self.discards[colour]
        if self.stands[colour]:
            discards |= 1 << (self.tiles[colour] - 1)
        if pile == 0:
            pile = discards
            discards = 0
        coins = self.coins[colour]
        found = self.judge.reading(pile, discards, coins, self.pawns[colour], self.turn, self.null)
        self.memory.readings[colour][aspect] = found
        return found
