"""What can be done, how a game stands and what there is to see; what happens is in `events`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.core import Outcome

TURNS: Final = 12
"""Turns on the clock (Rule thrag:clock-1)."""

NULL: Final = 0
"""The coin of the last breath among the hit points, and the null of every suit."""

VALUES: Final = (0, 1, 2, 3, 4, 5)
"""What coins and dice show in each suit: null, ace, 2 to 5."""

TILES: Final = (1, 2, 3, 4, 5)
"""The tiles of a stack; the nulls are the clock."""


class Suit(StrEnum):
    """The four suits of a piecepack; the dice are rolled in this order."""

    RED = "red"
    GREEN = "green"
    BLUE = "blue"
    BLACK = "black"


BEASTS: Final = (Suit.RED, Suit.GREEN, Suit.BLUE)
"""The suits of the beasts, of the attack coins and of the pawns. Triples below are in this order."""


class Phase(StrEnum):
    """What the player is asked for."""

    FIGHT = "fight"  # whom to fight, a reroll, or an end of the fighting
    PAY = "pay"  # which hit points pay for the damage
    OVER = "over"


class Verb(StrEnum):
    """What an action is; the value begins its notation (Rule thrag:notation-1)."""

    FIGHT = "fight"
    REROLL = "reroll"
    PAY = "pay"
    STOP = "stop"
    RESIGN = "resign"


@dataclass(frozen=True, slots=True)
class Action:
    """Something the player can do; only the fields that its verb needs are set.

    `fight green`, `fight green with red`: `suit` is the beast, `spent` the pool of the coin.
    `reroll green`, `reroll black with blue`: `suit` is the die, `spent` the pawn where it is a black one.
    `pay 1 3`: the hit points in rising order. `stop` and `resign` stand alone.
    """

    verb: Verb
    suit: Suit | None = None
    spent: Suit | None = None
    coins: tuple[int, ...] = ()

    def __str__(self) -> str:
        """The canonical notation."""
        words: list[str] = [self.verb, *([self.suit] if self.suit else []), *map(str, self.coins)]
        return " ".join([*words, *(["with", self.spent] if self.spent else [])])


@dataclass(frozen=True, slots=True)
class Stack:
    """Tiles of one suit: `pile` face down, the first is drawn next; `discards` and `slain` lie open."""

    pile: tuple[int, ...]
    discards: tuple[int, ...] = ()
    slain: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Foe:
    """A beast that was drawn this turn and stands; its strength is tile and die together."""

    tile: int
    die: int

    @property
    def strength(self) -> int:
        """Rule thrag:fight-1."""
        return self.tile + self.die

    def __str__(self) -> str:
        """Tile and die, as playthroughs and logs write them: `5+3`."""
        return f"{self.tile}+{self.die}"


@dataclass(frozen=True, slots=True)
class Fight:
    """The last fight: `own` is Thrag's die, `coin` what the coin of `pool` showed, `worth` what it added.

    Without a coin `pool` and `coin` are none and `worth` is 0. `damage` 0: the beast was slain.
    """

    suit: Suit
    tile: int
    die: int
    own: int
    pool: Suit | None = None
    coin: int | None = None
    worth: int = 0

    @property
    def against(self) -> int:
        """The beast's strength (Rule thrag:fight-1)."""
        return self.tile + self.die

    @property
    def strength(self) -> int:
        """Thrag's strength (Rule thrag:fight-1)."""
        return self.own + self.worth

    @property
    def damage(self) -> int:
        """By how much Thrag fell short (Rules thrag:fight-2, thrag:fight-3)."""
        return max(self.against - self.strength, 0)

    def __str__(self) -> str:
        """Both sides, as playthroughs and logs write them: `2+4 against blue 3+0`."""
        coin = "" if self.coin is None else f"+{self.worth}"
        return f"{self.own}{coin} against {self.suit} {self.tile}+{self.die}"


@dataclass(frozen=True, slots=True)
class State:
    """A game as it stands, face-down pieces and all. Triples are in the order of `BEASTS`.

    `weapons` are the pawns in play, `spent` those that were used; `tracks` tells that the coins still
    unseen may be known. `turn` counts from 1. `foes` are the beasts of this turn that stand, `die` is
    Thrag's. `pools` hold the attack coins face down, the first on top, `flipped` those out of play.
    `hit_points` are in rising order, the null among them; all other black coins form the healing pool.
    `fights` counts the fights of this turn, `owed` is damage to be paid.
    `fight` is the last fight, of the turn before as long as there was none in this one, and gone once a die
    is rolled anew; `rerolled` is the suit of that die, and `turned` the black tile of the turn before, until
    something is done in this one.
    """

    weapons: tuple[Suit, ...]
    null_coin: int
    tracks: bool
    turn: int
    stacks: tuple[Stack, Stack, Stack]
    black: Stack
    pools: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    flipped: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]] = ((), (), ())
    foes: tuple[Foe | None, Foe | None, Foe | None] = (None, None, None)
    die: int = 0
    hit_points: tuple[int, ...] = (0, 2, 4)
    spent: tuple[Suit, ...] = ()
    fights: int = 0
    owed: int = 0
    fight: Fight | None = None
    rerolled: Suit | None = None
    turned: TurnedTile | None = None
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class TurnedTile:
    """The black tile at the end of a turn, and whether its coin joined the hit points."""

    tile: int
    healed: bool


@dataclass(frozen=True, slots=True)
class Pile:
    """A stack as everybody sees it: how many tiles lie face down, and which lie open."""

    left: int
    discards: tuple[int, ...]
    slain: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """What everybody sees: counts of what is face down, and nothing of its order.

    Triples are in the order of `BEASTS`. `coins` are how many attack coins are left in each pool; `unseen`
    are their values in rising order, only where coins are tracked. `hit_points` are in rising order. `pawns`
    are unspent, `black_pawns` those of them that reroll Thrag's die. `lost` tells that the game cannot be won
    any more (Rule thrag:hopeless-1); `left` are the beasts that live. `fight`, `rerolled` and `turned` are
    what happened last: `fight` may be of the turn before (then `fights` is 0), and `turned` is the black tile
    of that turn, in a new turn only.
    """

    turn: int
    weapons: tuple[Suit, ...]
    null_coin: int
    foes: tuple[Foe | None, Foe | None, Foe | None]
    die: int
    piles: tuple[Pile, Pile, Pile]
    black: Pile
    coins: tuple[int, int, int]
    unseen: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]] | None
    hit_points: tuple[int, ...]
    pawns: tuple[Suit, ...]
    black_pawns: tuple[Suit, ...]
    fights: int
    owed: int
    fight: Fight | None
    rerolled: Suit | None
    turned: TurnedTile | None
    lost: bool
    left: int
    outcome: Outcome | None

    @property
    def phase(self) -> Phase:
        """What the player is asked for."""
        if self.outcome is not None:
            return Phase.OVER
        return Phase.PAY if self.owed else Phase.FIGHT

    @property
    def healing_pool(self) -> tuple[int, ...]:
        """The black coins that are no hit points, in rising order (Rule thrag:setup-4)."""
        return tuple(value for value in VALUES if value not in self.hit_points)

    @property
    def score(self) -> int | None:
        """What a win has scored; none but at a win."""
        won = self.outcome is not None and self.outcome.ending == "win"
        return self.outcome.points[0] if won and self.outcome else None
