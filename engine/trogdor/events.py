"""What happened, in the past tense: what words, marks and films are made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.core import Seat
from engine.trogdor.board import Direction, Square, Walker
from engine.trogdor.cards import Card, Item
from engine.trogdor.model import ItemMode


@dataclass(frozen=True, slots=True)
class TradeOffered:
    """An open offer to swap cards."""

    seat: Seat
    partner: Seat
    mine: Card
    theirs: Card


@dataclass(frozen=True, slots=True)
class Traded:
    """The offer was accepted and the cards swapped."""

    seat: Seat
    partner: Seat
    mine: Card
    theirs: Card


@dataclass(frozen=True, slots=True)
class TradeEnded:
    """The offer is off the table; `by` its partner or owner, or since a card was chosen or somebody left."""

    seat: Seat
    by: Literal["partner", "owner", "table"]


@dataclass(frozen=True, slots=True)
class Preferred:
    """A player said what his item does when its moment comes."""

    seat: Seat
    asks: ItemMode


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """Somebody's turn began."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """The active player drew an action card."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class HammerDrawn:
    """The active player drew a Troghammer card."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HammerEntered:
    """The Troghammer came onto the board."""

    square: Square


@dataclass(frozen=True, slots=True)
class HammersShuffled:
    """The first damage put the Troghammer cards into the deck."""

    cards: int


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """A draw pile was empty, and its discards became the new one."""

    deck: Literal["trog", "movement"]


@dataclass(frozen=True, slots=True)
class CardChosen:
    """A card was played, or discarded for its points alone; `points` with everything that was added."""

    seat: Seat
    card: Card
    plain: bool
    points: int


@dataclass(frozen=True, slots=True)
class Moved:
    """Trogdor went to another square: a step, through a tunnel, or a jump by a card or an item."""

    seat: Seat
    origin: Square
    target: Square
    way: Literal["step", "tunnel", "jump"]


@dataclass(frozen=True, slots=True)
class Chomped:
    """Trogdor devoured a peasant."""

    seat: Seat
    square: Square
    health: int


@dataclass(frozen=True, slots=True)
class TileBurned:
    """A tile was burninated; `by` whom or what."""

    square: Square
    by: Literal["trogdor", "card", "item", "path", "peasant", "rage"]


@dataclass(frozen=True, slots=True)
class CottageBurned:
    """A cottage was set on fire; `by` whom or what."""

    square: Square
    by: Literal["trogdor", "card", "item", "path", "peasant", "rage"]


@dataclass(frozen=True, slots=True)
class PeasantLit:
    """A peasant caught fire; `by` Trogdor (a card among it), another burning peasant or a burning cottage."""

    square: Square
    by: Literal["trogdor", "peasant", "cottage"]


@dataclass(frozen=True, slots=True)
class PeasantRan:
    """A burning peasant ran this path; he ended in the Void, was saved by the Lake, or by the Flask."""

    squares: tuple[Square, ...]
    end: Literal["void", "lake", "flask"]


@dataclass(frozen=True, slots=True)
class PeasantErased:
    """A peasant stood in the way of Trogdor's Fiery Rage."""

    square: Square


@dataclass(frozen=True, slots=True)
class KnightErased:
    """A knight stood in the way of Trogdor's Fiery Rage."""

    who: Walker
    square: Square


@dataclass(frozen=True, slots=True)
class Hid:
    """Trogdor lay down to hide."""

    square: Square


@dataclass(frozen=True, slots=True)
class PointsGained:
    """More action points, by an item or the card's own condition."""

    seat: Seat
    points: int
    by: Literal["beans", "stump", "flowers"]


@dataclass(frozen=True, slots=True)
class EffectUsed:
    """The effect of the chosen card was used; what it did follows."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class ItemUsed:
    """An item was used and is discharged; what it did follows."""

    seat: Seat
    item: Item


@dataclass(frozen=True, slots=True)
class ItemKept:
    """The active player was asked, and the item was not used."""

    seat: Seat
    item: Item


@dataclass(frozen=True, slots=True)
class ItemRecharged:
    """An item can be used again."""

    seat: Seat
    item: Item


@dataclass(frozen=True, slots=True)
class Warped:
    """Two tiles changed places with everything on them."""

    tunnel: Square
    other: Square


@dataclass(frozen=True, slots=True)
class KnightMoved:
    """The Baubles moved a knight."""

    who: Walker
    origin: Square
    target: Square


@dataclass(frozen=True, slots=True)
class Healed:
    """The Disk brought a peasant back from the Void."""

    health: int


@dataclass(frozen=True, slots=True)
class Walked:
    """A knight, the Troghammer or the archer walked a path: `squares` from start to stop."""

    who: Walker
    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class CottageMended:
    """A knight put out a cottage."""

    who: Walker
    square: Square


@dataclass(frozen=True, slots=True)
class ArrowShot:
    """The archer shot along these squares; `hit`: Trogdor stood on one of them."""

    square: Square
    line: tuple[Square, ...]
    hit: bool


@dataclass(frozen=True, slots=True)
class Spared:
    """Something would have hurt Trogdor; `why` it did not: he hid, the card, the Shield or the Trinket."""

    who: Walker
    why: Literal["hiding", "card", "shield", "trinket"]


@dataclass(frozen=True, slots=True)
class Damaged:
    """Trogdor took damage; a peasant of the Trog-Meter went to the Void."""

    who: Walker
    square: Square
    health: int


@dataclass(frozen=True, slots=True)
class Died:
    """Trogdor took damage with no peasant left."""

    who: Walker
    square: Square


@dataclass(frozen=True, slots=True)
class MovementDrawn:
    """The land's card of this turn."""

    card: str
    spawn: int
    direction: Direction
    repair: bool
    path: tuple[Direction, ...]


@dataclass(frozen=True, slots=True)
class DirectionChosen:
    """The Pouch made the peasants walk another way."""

    seat: Seat
    direction: Direction


@dataclass(frozen=True, slots=True)
class Spawned:
    """New peasants came out of these cottages; they left the Trog-Meter."""

    squares: tuple[Square, ...]
    health: int


@dataclass(frozen=True, slots=True)
class Marched:
    """All peasants took a step: from, to."""

    direction: Direction
    moves: tuple[tuple[Square, Square], ...]


@dataclass(frozen=True, slots=True)
class Repaired:
    """Peasants unburned these tiles."""

    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class FlowersSmelled:
    """The turn ended on a flower tile: the next player has more points."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Finished:
    """The active player ended his actions with `wasted` points left."""

    seat: Seat
    wasted: int


@dataclass(frozen=True, slots=True)
class Left:
    """A player left; the hand went to the discards."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RageBegan:
    """Trogdor is dead, and his Fiery Rage begins with these movement cards."""

    square: Square
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Raged:
    """One path of the Fiery Rage: `squares` from start to end."""

    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """It is over: victory, petite victory or defeat; `why` a defeat came: death, or nobody stayed."""

    ending: Literal["victory", "petite-victory", "defeat"]
    why: Literal["won", "rage", "died", "left"]


Event: TypeAlias = (
    TurnBegan
    | CardDrawn
    | HammerDrawn
    | HammerEntered
    | HammersShuffled
    | Reshuffled
    | CardChosen
    | Moved
    | Chomped
    | TileBurned
    | CottageBurned
    | PeasantLit
    | PeasantRan
    | PeasantErased
    | KnightErased
    | Hid
    | PointsGained
    | EffectUsed
    | ItemUsed
    | ItemKept
    | ItemRecharged
    | Warped
    | KnightMoved
    | Healed
    | Walked
    | CottageMended
    | ArrowShot
    | Spared
    | Damaged
    | Died
    | MovementDrawn
    | DirectionChosen
    | Spawned
    | Marched
    | Repaired
    | FlowersSmelled
    | TradeOffered
    | Traded
    | TradeEnded
    | Preferred
    | Finished
    | Left
    | RageBegan
    | Raged
    | GameEnded
)
