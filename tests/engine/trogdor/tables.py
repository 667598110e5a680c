"""Games of Trogdor!! drawn as text: a map in, lines played, a map out.

A map is five rows of five cells. A cell is the letter of its tile (`.` plain, `C` cottage, `M` mountain,
`T` tunnel, `L` lake, `F` forest, `S` stump, `R` rock, `W` flower) and what is on it: `#` burned, `!` its
cottage on fire, `p` a peasant (twice for two), `1` and `2` the knights, `h` the Troghammer, `a` the archer,
`D` Trogdor, `d` Trogdor hiding. A movement card is written `spawn direction path`, with `+` for repair:
`0 n eee`, `2 w+ nne`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TypeVar

from engine.core import IllegalAction, Seat
from engine.deck import Deck
from engine.rng import Rng, SeededRng
from engine.trogdor.board import SQUARES, Direction, Square, TileKind, name
from engine.trogdor.cards import Card, Item, Keeper
from engine.trogdor.events import Event
from engine.trogdor.legality import legal
from engine.trogdor.model import Action, Board, ItemMode, MovementCard, Phase, Player, State, TableRules, Turn
from engine.trogdor.notation import parse
from engine.trogdor.rules import apply, open_first_turn

E = TypeVar("E")

QUIET = "0 n nee"
"""A movement card for when it does not matter: nobody comes out."""

PLAIN = """
    . . . . .
    . . . . .
    . . . . .
    . . . . .
    . . . . .
"""


def board(picture: str, *, health: int = 4, void: int = 0) -> Board:
    """The board that a map shows. Where it shows no knights or archer they are far: all on e5."""
    cells = picture.split()
    assert len(cells) == len(SQUARES), f"{len(cells)} cells:\n{picture}"
    marks = {square: Counter(cell[1:]) for square, cell in enumerate(cells)}

    def where(mark: str) -> tuple[Square, ...]:
        return tuple(square for square in SQUARES for _ in range(marks[square][mark]))

    knights = tuple(where(mark)[0] for mark in "12" if where(mark))
    return Board(
        kinds=tuple(TileKind(cell[0]) for cell in cells),
        burned=where("#"),
        aflame=where("!"),
        peasants=where("p"),
        lit=(),
        knights=knights,
        troghammer=next(iter(where("h")), None),
        archer=next(iter(where("a")), SQUARES[-1]),
        trogdor=(*where("D"), *where("d"), 12)[0],
        hiding=bool(where("d")),
        health=health,
        void=void,
    )


def picture(shown: Board) -> str:
    """The map of a board, in the form that `board` reads."""
    rows = [[_cell(shown, row * 5 + column) for column in range(5)] for row in range(5)]
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    return "\n".join(
        " ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def _cell(shown: Board, square: Square) -> str:
    marks = [
        "#" * (square in shown.burned),
        "!" * (square in shown.aflame),
        "p" * shown.peasants.count(square),
        *("12"[number] for number, where in enumerate(shown.knights) if where == square),
        "h" * (shown.troghammer == square),
        "a" * (shown.archer == square),
        ("d" if shown.hiding else "D") * (shown.trogdor == square),
    ]
    return shown.kinds[square] + "".join(marks)


def same(one: str, other: str) -> bool:
    """Whether two maps show the same, however they are spaced and marked in a cell."""
    return [sorted(cell) for cell in one.split()] == [sorted(cell) for cell in other.split()]


def movement_card(text: str, number: int) -> MovementCard:
    """The card that `2 w+ nne` stands for."""
    spawn, way, steps = text.split()
    return MovementCard(
        id=f"test-{number}",
        spawn=int(spawn),
        direction=Direction(way.removesuffix("+")),
        repair=way.endswith("+"),
        path=tuple(map(Direction, steps)),
    )


@dataclass
class Table:
    """A game under way; `events` are those of the last line, `told` all of them."""

    state: State
    rng: Rng
    events: tuple[Event, ...] = ()
    told: list[Event] = field(default_factory=list)

    @property
    def board(self) -> Board:
        return self.state.board

    @property
    def map(self) -> str:
        return picture(self.state.board)

    @property
    def active(self) -> Player:
        return self.state.players[self.state.turn.seat]

    def play(self, *lines: str, seat: Seat | None = None) -> Table:
        """Lines by the active player, or by a seat."""
        for line in lines:
            who = self.state.turn.seat if seat is None else seat
            step = apply(self.state, who, parse(line, self.state), self.rng)
            self.state, self.events = step.state, step.events
            self.told += step.events
        return self

    def expect_refusal(self, line: str, seat: Seat | None = None) -> IllegalAction:
        """The refusal of a line; fails if it is allowed."""
        who = self.state.turn.seat if seat is None else seat
        try:
            apply(self.state, who, parse(line, self.state), self.rng)
        except IllegalAction as error:
            return error
        raise AssertionError(f"{line} is allowed\n{self.map}")

    def legal(self, start: str = "", seat: Seat | None = None) -> list[str]:
        """The legal lines that begin with `start`."""
        who = self.state.turn.seat if seat is None else seat
        return [str(action) for action in legal(self.state, who) if str(action).startswith(start)]

    def of(self, kind: type[E]) -> list[E]:
        """The events of one kind in the last line."""
        return [event for event in self.events if isinstance(event, kind)]

    def none_of(self, *kinds: type[Event]) -> bool:
        """Whether the last line had no event of these kinds."""
        return not any(isinstance(event, kinds) for event in self.events)

    def looks(self, wanted: str) -> bool:
        """Whether the board is as a map shows; prints both where it is not."""
        fits = same(self.map, wanted)
        if not fits:
            print(f"It looks\n{self.map}\nand not{wanted}")  # noqa: T201 - what a failing test shows
        return fits


def table(  # noqa: PLR0913 - what a game can differ in
    shown: str = PLAIN,
    *players: str,
    hand: tuple[str, ...] = ("block", "high-energy"),
    movement: tuple[str, ...] = (),
    trog: tuple[str, ...] = (),
    health: int = 4,
    void: int = 0,
    struck: bool = False,
    asks: ItemMode | None = None,
    bonus: int = 0,
    charged: bool = True,
    **house: bool | int,
) -> Table:
    """The first player (seat 0) is to choose from `hand`; the others hold Block.

    `players` are `keeper item`, nothing: one who has no power and the Disk. `movement` and `trog` are drawn
    next, then quiet cards come. `house` are fields of House. `struck`: the Troghammer cards are in already
    (none of them in the pile unless `trog` says so).
    """
    seats = players or ("hardybardy disk",)
    cards = tuple(movement_card(text, number) for number, text in enumerate(movement))
    quiet = tuple(replace(movement_card(QUIET, 0), id=f"quiet-{number}") for number in range(20))
    agreed = {"plain_lake": False, "hammer_mends": False, "anyone": False, "hammers": 7} | house
    state = State(
        house=TableRules(map="test", entry=12, cards=(*cards, *quiet), **agreed),  # type: ignore[arg-type]
        board=board(shown, health=health, void=void),
        players=tuple(
            _player(text, hand if seat == 0 else ("block",), asks) for seat, text in enumerate(seats)
        ),
        first=0,
        turn=Turn(number=1, seat=0, bonus=bonus),
        phase=Phase.CHOOSE,
        trog=Deck((*trog, *("high-energy",) * 20)),
        movement=Deck(tuple(card.id for card in (*cards, *quiet))),
        struck=struck,
    )
    if not charged:
        state = replace(state, players=(replace(state.players[0], charged=False), *state.players[1:]))
    return Table(state, SeededRng("a test"))


def _player(text: str, hand: tuple[str, ...], asks: ItemMode | None) -> Player:
    keeper, item = text.split()
    usual = ItemMode.ASK if item == Item.POUCH else ItemMode.AUTO
    return Player(Keeper(keeper), Item(item), tuple(map(Card, hand)), asks=asks or usual)


def play_card(shown: str = PLAIN, *players: str, card: str = "high-energy", **more: object) -> Table:
    """A table where the first player has played `card` and keeps Block; the rest as for `table`."""
    made = table(shown, *players, hand=(card, "block"), **more)  # type: ignore[arg-type]
    return made.play(f"play {card}")


def drawing(shown: str, *players: str, **more: object) -> Table:
    """A table where the first player is about to draw his card, and does: for Troghammer cards."""
    made = table(shown, *players, hand=("block",), **more)  # type: ignore[arg-type]
    made.state = open_first_turn(replace(made.state, turn=Turn(number=0, seat=0), phase=Phase.LAND), made.rng)
    return made


def squares(*names: Square) -> list[str]:
    """Names of squares."""
    return [name(square) for square in names]


def line(action: Action) -> str:
    """An action's notation."""
    return str(action)
