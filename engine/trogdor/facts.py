"""What can be said for an action of Trogdor!! or against it, and what it gives away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from engine.trogdor.board import Direction, Square
from engine.trogdor.cards import Card, Item
from engine.trogdor.danger import Striker

Find: TypeAlias = Literal["cottage", "peasant", "tile", "hide"]
"""What Trogdor can do on a square: light its cottage, eat a peasant, burn its tile, hide."""


@dataclass(frozen=True, slots=True)
class Wins:
    """The game is won with it."""


@dataclass(frozen=True, slots=True)
class Burns:
    """The tiles on `squares` burn; `left` are not burned then."""

    squares: tuple[Square, ...]
    left: int


@dataclass(frozen=True, slots=True)
class Torches:
    """The cottage on `square` is set on fire; `left` are not burning then."""

    square: Square
    left: int


@dataclass(frozen=True, slots=True)
class Lights:
    """The peasant on `square` is set on fire and runs; `others` are on the board besides."""

    square: Square
    others: int


@dataclass(frozen=True, slots=True)
class Scorches:
    """The path of the next movement card burns: so many tenths of a tile on the average that are not yet."""

    tenths: int


@dataclass(frozen=True, slots=True)
class Heals:
    """Trogdor has `health` peasants on the Trog-Meter then, one more; `square` is where the peasant was."""

    health: int
    square: Square | None = None


@dataclass(frozen=True, slots=True)
class Gains:
    """So many action points are there then."""

    points: int


@dataclass(frozen=True, slots=True)
class Keeps:
    """The other card stays in hand."""

    card: Card


@dataclass(frozen=True, slots=True)
class Gets:
    """A trade brings this card, or would."""

    card: Card


@dataclass(frozen=True, slots=True)
class Shields:
    """Nobody can strike him in the land's next turn; without it he would be struck with this chance.

    `square` is where he is then.
    """

    square: Square
    chance: float


@dataclass(frozen=True, slots=True)
class Safer:
    """He is struck on `square` with a smaller chance than as things stand, in the land's next turn."""

    square: Square
    chance: float
    before: float


@dataclass(frozen=True, slots=True)
class Stays:
    """He is struck on `square` with this chance in the land's next turn, `by` any of these."""

    square: Square
    chance: float
    by: tuple[Striker, ...] = ()


@dataclass(frozen=True, slots=True)
class Rages:
    """Knights on the square that he comes to kill him, and his Fiery Rage begins."""

    square: Square


@dataclass(frozen=True, slots=True)
class Finds:
    """On the square that he comes to he can go on at once with what is there."""

    square: Square
    what: Find


@dataclass(frozen=True, slots=True)
class Nears:
    """He is `steps` steps from `square`, one fewer than before, and that is there."""

    square: Square
    what: Find
    steps: int


@dataclass(frozen=True, slots=True)
class MovesKnight:
    """A knight, or the Troghammer, stands on `target` then."""

    target: Square


@dataclass(frozen=True, slots=True)
class Swaps:
    """Two tiles change places with everything on them."""

    squares: tuple[Square, Square]


@dataclass(frozen=True, slots=True)
class Parries:
    """The item takes the hit."""

    item: Item


@dataclass(frozen=True, slots=True)
class Holds:
    """The item stays charged."""

    item: Item


@dataclass(frozen=True, slots=True)
class Marches:
    """The peasants walk this way; those on the board repair the tiles on `repairs`, `instead` as printed."""

    direction: Direction
    repairs: tuple[Square, ...]
    instead: int


@dataclass(frozen=True, slots=True)
class Comes:
    """New peasants come out on `squares`; they and the others repair the tiles on `repairs`."""

    squares: tuple[Square, ...]
    repairs: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class NoPointsLeft:
    """There are no action points left."""


@dataclass(frozen=True, slots=True)
class WalksInto:
    """Against it: knights on the square that he comes to strike him at once."""

    square: Square
    knights: int


@dataclass(frozen=True, slots=True)
class Riskier:
    """Against it: he is struck on `square` with a larger chance than as things stand, `by` any of these."""

    square: Square
    chance: float
    before: float
    by: tuple[Striker, ...] = ()


@dataclass(frozen=True, slots=True)
class EndsInDanger:
    """Against it: the turn ends, and he is struck on `square` with this chance, `by` any of these.

    `last`: that is the end of him.
    """

    square: Square
    chance: float
    last: bool
    by: tuple[Striker, ...] = ()


@dataclass(frozen=True, slots=True)
class Wastes:
    """Against it: so many action points are lost, though there was something to do with them on `square`."""

    points: int
    square: Square
    what: Find


Reason: TypeAlias = (
    Wins
    | Burns
    | Torches
    | Lights
    | Scorches
    | Heals
    | Gains
    | Keeps
    | Gets
    | Shields
    | Safer
    | Stays
    | Rages
    | Finds
    | Nears
    | MovesKnight
    | Swaps
    | Parries
    | Holds
    | Marches
    | Comes
    | NoPointsLeft
    | WalksInto
    | Riskier
    | EndsInDanger
    | Wastes
)

AGAINST: Final = (WalksInto, Riskier, EndsInDanger, Wastes)
"""The reasons that speak against an action."""


@dataclass(frozen=True, slots=True)
class Loses:
    """What an action gives away, and what could be had instead.

    `struck`: he is struck with a `chance` that a square next to his would spare him, with the points that are
    left. `knights`: he walks into knights. `points`: they are lost, though there was something to do.
    """

    what: Literal["struck", "knights", "points"]
    square: Square
    chance: float = 0.0
    instead: Square | None = None
    instead_chance: float = 0.0
    points: int = 0
    find: Find | None = None
