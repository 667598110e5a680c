"""The values of Trogdor!!: actions, the state of a game, and its view; events are in `events`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Literal, TypeAlias

from data.trogdor import MOVEMENT, MovementFact
from engine.core import Outcome, Seat
from engine.deck import Deck
from engine.trogdor.board import Direction, Square, TileKind, Walker, name
from engine.trogdor.cards import Card, Item, Keeper

# Tasks: what remains to be done before the next decision. A table can wait in between.


@dataclass(frozen=True, slots=True)
class DrawCard:
    """The active player draws his action card."""

    task: Literal["draw"] = "draw"


@dataclass(frozen=True, slots=True)
class Summon:
    """The Troghammer enters, or walks by a card."""

    task: Literal["summon"] = "summon"


@dataclass(frozen=True, slots=True)
class Settle:
    """The Troghammer moves on if he has stopped on another knight or the archer."""

    task: Literal["settle"] = "settle"


@dataclass(frozen=True, slots=True)
class Stride:
    """A knight or the archer walks on: `steps` are ahead, `trodden` behind, the square he is on last."""

    who: Walker
    steps: tuple[Direction, ...]
    trodden: tuple[Square, ...] = ()
    task: Literal["stride"] = "stride"


@dataclass(frozen=True, slots=True)
class Strike:
    """A knight or an arrow is about to hurt Trogdor. `moving`: it is Trogdor who walked into a knight."""

    who: Walker
    moving: bool = False
    task: Literal["strike"] = "strike"


@dataclass(frozen=True, slots=True)
class LieDown:
    """Trogdor hides where the Hidey Hole has brought him, after the knights there have struck."""

    task: Literal["lie-down"] = "lie-down"


@dataclass(frozen=True, slots=True)
class Runners:
    """The burning peasants run one after the other; `steps` and `trodden` are those of the first."""

    steps: tuple[Direction, ...] = ()
    trodden: tuple[Square, ...] = ()
    task: Literal["runners"] = "runners"


@dataclass(frozen=True, slots=True)
class Scorch:
    """Path o' Burnination continues over `squares`."""

    squares: tuple[Square, ...]
    task: Literal["scorch"] = "scorch"


@dataclass(frozen=True, slots=True)
class LandTurn:
    """Phase two begins: its card is drawn."""

    task: Literal["land"] = "land"


@dataclass(frozen=True, slots=True)
class SpawnPeasants:
    """Step 1 of phase two."""

    task: Literal["spawn"] = "spawn"


@dataclass(frozen=True, slots=True)
class MarchPeasants:
    """Step 2 of phase two."""

    task: Literal["march"] = "march"


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The turn passes."""

    task: Literal["end"] = "end"


@dataclass(frozen=True, slots=True)
class Rage:
    """Trogdor's Fiery Rage: the rest of the current path, the paths after it, and the squares behind.

    `knights` are those still on the board, in its order.
    """

    squares: tuple[Square, ...]
    paths: tuple[tuple[Direction, ...], ...]
    knights: tuple[Walker, ...]
    trodden: tuple[Square, ...] = ()
    task: Literal["rage"] = "rage"


Task: TypeAlias = (
    DrawCard
    | Summon
    | Settle
    | Stride
    | Strike
    | LieDown
    | Runners
    | Scorch
    | LandTurn
    | SpawnPeasants
    | MarchPeasants
    | EndTurn
    | Rage
)


HEALTH: Final = 4
PEASANTS: Final = 7
DISCARD_POINTS: Final = 5


class Phase(StrEnum):
    """The pending decision of the active player."""

    CHOOSE = "choose"  # which card to play or to discard
    ACT = "act"  # actions, before and once effects, items
    AFTER = "after"  # the card's effect after the actions
    SHIELD = "shield"  # whether the Shield takes this hit
    TRINKET = "trinket"  # whether the Trinket takes this arrow
    FLASK = "flask"  # whether the Flask saves this peasant
    POUCH = "pouch"  # whether the peasants walk another way
    SPAWN = "spawn"  # at which cottages the new peasants come out
    LAND = "land"  # no decision: during the land's turn, or while cards are drawn
    OVER = "over"


class ItemMode(StrEnum):
    """Whether a player's Shield, Trinket, Flask or Pouch asks, is used automatically, or is not used."""

    ASK = "ask"
    AUTO = "auto"
    NEVER = "never"


class Verb(StrEnum):
    """The kind of an action; the value begins its notation (Rule trogdor:notation-1)."""

    PLAY = "play"
    DISCARD = "discard"
    STEP = "step"
    TUNNEL = "tunnel"
    CHOMP = "chomp"
    BURN = "burn"
    HIDE = "hide"
    CARD = "card"
    ITEM = "item"
    FINISH = "finish"
    YES = "yes"
    NO = "no"
    POUCH = "pouch"
    SPAWN = "spawn"
    TRADE = "trade"
    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    PREFER = "prefer"
    LEAVE = "leave"


class TargetKind(StrEnum):
    """The kind of an action's target, where the square alone does not tell it; the default is the tile."""

    PEASANT = "peasant"
    COTTAGE = "cottage"
    TROGHAMMER = "troghammer"


@dataclass(frozen=True, slots=True)
class Action:
    """An action of a player; only the fields that its verb needs are set.

    `play block`, `step ne`, `tunnel e1`, `burn cottage`, `card b2 d4`, `card c3 peasant`, `item c3`, `item a4
    c3`, `item troghammer c3`, `pouch n`, `spawn a1 e1`, `trade block for majesty with 2`, `prefer auto`; the
    other verbs stand alone. In a trade the seat counts from 1, as for players.
    """

    verb: Verb
    card: Card | None = None
    other: Card | None = None
    seat: Seat | None = None
    direction: Direction | None = None
    squares: tuple[Square, ...] = ()
    what: TargetKind | None = None
    asks: ItemMode | None = None

    def __str__(self) -> str:
        """The canonical notation. A target stands after the squares, only the Troghammer before them."""
        if self.verb is Verb.TRADE and self.seat is not None:
            return f"trade {self.card} for {self.other} with {self.seat + 1}"
        before = [self.what] if self.what is TargetKind.TROGHAMMER else []
        after = [self.what] if self.what and not before else []
        words = (self.card, self.direction, *before, *map(name, self.squares), *after, self.asks)
        return " ".join([self.verb, *(word for word in words if word)])


@dataclass(frozen=True, slots=True)
class Board:
    """Everything on the map, the Trog-Meter and in the Void; squares sorted, repeated for several peasants.

    `aflame` are the cottages on fire, `lit` the burning peasants that wait for their run (still on the
    board), `knights` in the order of the map file, `health` the peasants on the Trog-Meter.
    """

    kinds: tuple[TileKind, ...]
    burned: tuple[Square, ...]
    aflame: tuple[Square, ...]
    peasants: tuple[Square, ...]
    lit: tuple[Lit, ...]
    knights: tuple[Square, ...]
    troghammer: Square | None
    archer: Square
    trogdor: Square
    hiding: bool = False
    health: int = HEALTH
    void: int = 0


@dataclass(frozen=True, slots=True)
class Lit:
    """A burning peasant; `mine`: lit by the player and not by a chain or a cottage."""

    square: Square
    mine: bool


@dataclass(frozen=True, slots=True)
class Player:
    """A keeper at the table. `charged`: the item can be used; `gone`: the player has left."""

    keeper: Keeper
    item: Item
    hand: tuple[Card, ...]
    charged: bool = True
    asks: ItemMode = ItemMode.AUTO
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """The active player's turn. `number` counts all turns of the game from 1.

    `card` is the chosen one, `plain`: it was discarded for its points alone. `points` are left, `acted`: some
    were spent; `effect`: the card's effect has been used, `item`: the item was.
    """

    number: int
    seat: Seat
    card: Card | None = None
    plain: bool = False
    points: int = 0
    acted: bool = False
    effect: bool = False
    item: bool = False
    bonus: int = 0  # points owed by the flowers of the turn before


@dataclass(frozen=True, slots=True)
class LastAction:
    """What the active player did last, to be marked: where Trogdor came from, and the changed squares."""

    verb: Verb
    origin: Square | None = None
    squares: tuple[Square, ...] = ()


@dataclass(frozen=True, slots=True)
class Walk:
    """The walk of a piece: `squares` from the start to the stop."""

    who: Walker
    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class Land:
    """What happened in the last phase two so far, for the picture; `card` is the movement card.

    `direction` is the way the peasants went, `pouched` that it was the player's choice. `hits` are the
    squares where Trogdor was hurt. `line` are the squares of the archer's arrow. `hammer` are walks of the
    Troghammer when the next player drew his cards; `rage` those of Trogdor's Fiery Rage.
    """

    card: str
    direction: Direction
    repair: bool
    pouched: bool = False
    spawned: tuple[Square, ...] = ()
    marched: tuple[tuple[Square, Square], ...] = ()
    repaired: tuple[Square, ...] = ()
    lit: tuple[Square, ...] = ()
    burned: tuple[Square, ...] = ()
    mended: tuple[Square, ...] = ()
    runs: tuple[Walk, ...] = ()
    walks: tuple[Walk, ...] = ()
    line: tuple[Square, ...] = ()
    hits: tuple[Square, ...] = ()
    hammer: tuple[Walk, ...] = ()
    rage: tuple[Walk, ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """An open trade: `mine` of `seat` for `theirs` of `partner`."""

    seat: Seat
    partner: Seat
    mine: Card
    theirs: Card


@dataclass(frozen=True, slots=True)
class MovementCard:
    """A card of the movement deck: how many peasants it wants, where they go, and a path for the others."""

    id: str
    spawn: int
    direction: Direction
    repair: bool
    path: tuple[Direction, ...]


@dataclass(frozen=True, slots=True)
class TableRules:
    """The options of this table: the map's name, its entry for the Troghammer, and rule variants.

    `plain_lake`: the Lake is a plain tile; `hammer_mends`: only the Troghammer repairs cottages; `anyone`:
    items recharge on anyone's turn; `cards` is the table's own movement deck, empty for the standard one.
    """

    map: str
    entry: Square
    plain_lake: bool
    hammer_mends: bool
    anyone: bool
    hammers: int
    cards: tuple[MovementCard, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """The whole state. `struck`: the first damage was taken, and the Troghammer cards are in the deck."""

    house: TableRules
    board: Board
    players: tuple[Player, ...]
    first: Seat
    turn: Turn
    phase: Phase
    trog: Deck
    movement: Deck
    struck: bool = False
    offer: Offer | None = None
    deed: LastAction | None = None
    land: Land | None = None
    back: Phase | None = None  # the phase that a decision interrupted
    todo: tuple[Task, ...] = ()
    outcome: Outcome | None = None

    @property
    def land_direction(self) -> Direction | None:
        """The direction of the peasants in the land's turn."""
        return None if self.land is None else self.land.direction


@dataclass(frozen=True, slots=True)
class View:
    """The game as everyone sees it: all but the order of the decks (Rule trogdor:ruling-5).

    `order` are the seats in turn order from the one that began, including those who left. `pile` and
    `discards` count the Trog deck, `movement_pile` and `movement_discards` the movement deck. `card` is the
    movement card of `land`. `wanted` is how many cottages the active player must choose (phase spawn).
    `coming` are the movement cards that can be drawn next, sorted by name: those of the pile, or the discards
    where it is empty.
    """

    house: TableRules
    board: Board
    players: tuple[Player, ...]
    order: tuple[Seat, ...]
    turn: Turn
    phase: Phase
    to_act: frozenset[Seat]
    offer: Offer | None
    deed: LastAction | None
    land: Land | None
    card: MovementCard | None
    pile: int
    discards: tuple[str, ...]
    movement_pile: int
    movement_discards: int
    struck: bool
    wanted: int = 0
    outcome: Outcome | None = field(default=None)
    coming: tuple[str, ...] = ()


# The movement deck: the house's own cards, or those of the table (Rule trogdor:ruling-5)


def cards_from(facts: Iterable[MovementFact]) -> tuple[MovementCard, ...]:
    """The movement cards of a file of facts."""
    return tuple(
        MovementCard(
            id=fact.id,
            spawn=fact.spawn,
            direction=Direction(fact.peasants.direction.lower()),
            repair=fact.peasants.repair,
            path=tuple(Direction(step.lower()) for step in fact.path),
        )
        for fact in facts
    )


HOUSE_CARDS: Final = {card.id: card for card in cards_from(MOVEMENT)}
"""The standard movement cards by id."""


def card_of(house: TableRules, card: str) -> MovementCard:
    """The movement card with an id at this table."""
    if not house.cards:
        return HOUSE_CARDS[card]
    return next(own for own in house.cards if own.id == card)
