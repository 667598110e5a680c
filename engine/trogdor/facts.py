"""The reasons for and against an action of Trogdor!!, and what an action gives away."""

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
    """The action wins the game."""


@dataclass(frozen=True, slots=True)
class Burns:
    """The tiles on `squares` burn; `left` remain unburned."""

    squares: tuple[Square, ...]
    left: int


@dataclass(frozen=True, slots=True)
class Torches:
    """The cottage on `square` is set on fire; `left` remain."""

    square: Square
    left: int


@dataclass(frozen=True, slots=True)
class Lights:
    """The peasant on `square` is set on fire and runs; `others` remain on the board."""

    square: Square
    others: int


@dataclass(frozen=True, slots=True)
class Scorches:
    """The path of the next movement card burns: on average so many tenths of an unburned tile."""

    tenths: int


@dataclass(frozen=True, slots=True)
class Heals:
    """Trogdor gains a peasant and has `health` on the Trog-Meter; `square` is where the peasant was."""

    health: int
    square: Square | None = None


@dataclass(frozen=True, slots=True)
class Gains:
    """The action brings the action points to `points`."""

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
    """He cannot be struck in the land's next turn; otherwise he would be with this chance.

    `square` is where he is then.
    """

    square: Square
    chance: float


@dataclass(frozen=True, slots=True)
class Safer:
    """He is struck on `square` in the land's next turn with a smaller chance than before."""

    square: Square
    chance: float
    before: float


@dataclass(frozen=True, slots=True)
class StaysSafe:
    """He cannot be struck on `square` in the land's next turn."""

    square: Square


@dataclass(frozen=True, slots=True)
class Rages:
    """Knights on the target square kill him, and his Fiery Rage begins."""

    square: Square


@dataclass(frozen=True, slots=True)
class Finds:
    """On the target square he can go on at once with what is there."""

    square: Square
    what: Find


@dataclass(frozen=True, slots=True)
class Nears:
    """He comes to `steps` steps from `square`, one fewer than before, and there is something to do."""

    square: Square
    what: Find
    steps: int


@dataclass(frozen=True, slots=True)
class MovesKnight:
    """The action moves a knight or the Troghammer to `target`."""

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
    """The peasants walk this way and repair `repairs`; on the printed way it would be `instead` tiles."""

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
    """Against it: knights on the target square strike him at once."""

    square: Square
    knights: int


@dataclass(frozen=True, slots=True)
class Riskier:
    """Against it: he is struck on `square` with a larger chance than before, `by` any of these."""

    square: Square
    chance: float
    before: float
    by: tuple[Striker, ...] = ()


@dataclass(frozen=True, slots=True)
class EndsInDanger:
    """Against it: the turn ends, and he is struck on `square` with this chance, `by` any of these.

    `last`: the strike would kill him.
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
    | StaysSafe
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
    """What an action gives away for nothing.

    `struck`: he is struck with a `chance` that a neighbouring square would spare him, with the points left.
    `knights`: he walks into knights. `points`: they are lost, though there was something to do.
    """

    what: Literal["struck", "knights", "points"]
    square: Square
    chance: float = 0.0
    instead: Square | None = None
    instead_chance: float = 0.0
    points: int = 0
    find: Find | None = None
