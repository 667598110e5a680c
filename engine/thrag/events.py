"""The events of One Man, Thrag!."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.thrag.model import Fight, Foe, Suit


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """Beasts were drawn and the dice rolled; `foes` in the order of `BEASTS`, `die` is Thrag's."""

    turn: int
    foes: tuple[Foe | None, Foe | None, Foe | None]
    die: int


@dataclass(frozen=True, slots=True)
class Rerolled:
    """A pawn was spent and a die rolled again: a beast's, or Thrag's where `suit` is black."""

    suit: Suit
    pawn: Suit
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class CoinFlipped:
    """An attack coin was turned over and is out of play."""

    pool: Suit
    value: int


@dataclass(frozen=True, slots=True)
class Slain:
    """A beast fell."""

    fight: Fight


@dataclass(frozen=True, slots=True)
class Struck:
    """A beast was stronger, and Thrag took `fight.damage`."""

    fight: Fight


@dataclass(frozen=True, slots=True)
class Paid:
    """Hit points went to the healing pool. `chosen`: there was more than one way to pay."""

    coins: tuple[int, ...]
    damage: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class PawnTurnedBlack:
    """All beasts of an unspent weapon's suit are slain: its pawn can reroll Thrag's die."""

    pawn: Suit


@dataclass(frozen=True, slots=True)
class TileTurned:
    """The black tile of the turn; `healed` if its coin joined the hit points."""

    tile: int
    healed: bool


@dataclass(frozen=True, slots=True)
class Escaped:
    """A beast that stood at the end of the turn went to its discards."""

    suit: Suit
    tile: int


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """An empty stack was refilled with its `count` discards."""

    suit: Suit
    count: int


@dataclass(frozen=True, slots=True)
class Advanced:
    """The black pawn walked on; `left` turns are left."""

    left: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over: `win`, `death`, `exhaustion` or `breakfast`; `score` and `pawns` count at a win."""

    ending: str
    turn: int
    score: int
    pawns: int
    left: int


@dataclass(frozen=True, slots=True)
class Resigned:
    """Thrag went home: the player gave up."""

    turn: int
    left: int


Event: TypeAlias = (
    TurnBegan
    | Rerolled
    | CoinFlipped
    | Slain
    | Struck
    | Paid
    | PawnTurnedBlack
    | TileTurned
    | Escaped
    | Reshuffled
    | Advanced
    | Ended
    | Resigned
)
