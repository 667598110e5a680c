"""The states of Trogdor that are worth looking at, by name; the golden pictures show them too."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from data.trogdor import MAPS, MOVEMENT
from engine.core import Outcome
from engine.trogdor.board import BY_NAME, Direction, Square, TileKind, Walker, path, square_at
from engine.trogdor.cards import Card, Item, Keeper
from engine.trogdor.model import (
    Action,
    Board,
    Land,
    LastAction,
    Lit,
    MovementCard,
    Offer,
    Phase,
    Player,
    TableRules,
    Turn,
    Verb,
    View,
    Walk,
)
from render.kit.sheet import Sheet
from render.trogdor.hint import hinted_places
from render.trogdor.labels import in_english
from render.trogdor.paint import paint
from tools.gallery.wall import GameWall

NAMES: Final = ("Rowan", "Magda", "Bartholomew the Verbose", "Ines", "Tove", "Q")
_KEEPERS: Final = tuple(Keeper)
_ITEMS: Final = (Item.SHIELD, Item.FIREBALLS, Item.BEANS, Item.RING, Item.FLASK, Item.POUCH)
_HANDS: Final = (
    Card.WINGALING,
    Card.SMELL_THE_DAISIES,
    Card.PATH_O_BURNINATION,
    Card.BLOCK,
    Card.HIGH_ENERGY,
    Card.MAJESTY,
)


def squares(names: str) -> tuple[Square, ...]:
    """The squares named in `names`, blanks between them."""
    return tuple(BY_NAME[name] for name in names.split())


def board(name: str = "normal", **fields: Any) -> Board:  # noqa: ANN401 - fields of Board
    """A map at the start of a game, with `fields` changed; squares can be written as names."""
    facts = MAPS[name]
    kinds = tuple(TileKind(letter) for row in facts.rows for letter in row)
    first, second = (square_at(*place) for place in facts.knights)
    found = Board(
        kinds=kinds,
        burned=(),
        aflame=(),
        peasants=tuple(square for square, kind in enumerate(kinds) if kind is TileKind.COTTAGE),
        lit=(),
        knights=(first, second),
        troghammer=None,
        archer=square_at(*facts.archer),
        trogdor=square_at(*facts.trogdor),
    )
    single = {"troghammer", "archer", "trogdor"}
    read: dict[str, Any] = {
        key: (squares(value)[0] if key in single else squares(value)) if isinstance(value, str) else value
        for key, value in fields.items()
    }
    return replace(found, **read)


def players(number: int, active: int = 0) -> tuple[Player, ...]:
    """So many keepers; the active one has two cards, every third item is discharged."""
    return tuple(
        Player(
            _KEEPERS[seat],
            _ITEMS[seat],
            (_HANDS[seat], Card.HIDEY_HOLE) if seat == active else (_HANDS[seat],),
            charged=seat % 3 != 1,
        )
        for seat in range(number)
    )


def view(on: Board | None = None, number: int = 3, **fields: Any) -> View:  # noqa: ANN401 - fields of View
    """A view of a board, `number` keepers around it, with `fields` changed."""
    found = View(
        house=TableRules(
            "normal", square_at(2, 2), plain_lake=False, hammer_mends=False, anyone=False, hammers=7
        ),
        board=on or board(),
        players=players(number),
        order=tuple(range(number)),
        turn=Turn(1, 0),
        phase=Phase.CHOOSE,
        to_act=frozenset({0}),
        offer=None,
        deed=None,
        land=None,
        card=None,
        pile=20,
        discards=(),
        movement_pile=50,
        movement_discards=0,
        struck=False,
    )
    return replace(found, **fields)


def card(name: str) -> MovementCard:
    """A card of the house's movement deck."""
    fact = next(fact for fact in MOVEMENT if fact.id == name)
    steps = tuple(Direction(step.lower()) for step in fact.path)
    return MovementCard(
        fact.id, fact.spawn, Direction(fact.peasants.direction.lower()), fact.peasants.repair, steps
    )


def walk(who: Walker, start: str, of: MovementCard) -> Walk:
    """Where a walk along a card's path leads."""
    return Walk(who, path(BY_NAME[start], of.path))


def _sheet(turn: str, number: int = 3, *, chosen: str = "", targets: str = "") -> Sheet:
    return Sheet(
        code="T7",
        stamp="3f9a1c",
        title="Trogdor!!",
        turn=turn,
        chosen=tuple(chosen.split()),
        targets=tuple(targets.split()),
        names=NAMES[:number],
        say=in_english,
    )


_BURNED: Final = "b2 c2 d2 b3 c3 d3 b4 c4 c1 a1"
_MIDDLE: Final = board(
    burned=_BURNED, peasants="e3 b5", knights="c2 a4", archer="d5", trogdor="c3", health=3, void=1
)


def _land(on: Board, name: str, **fields: Any) -> dict[str, Any]:  # noqa: ANN401 - fields of Land
    """The land's turn by a card, as fields of a view: knights and archer have walked it to where they are."""
    played = card(name)
    return {
        "card": played,
        "land": replace(Land(played.id, played.direction, played.repair), **fields),
        "board": on,
    }


def _after_phase_two() -> View:
    played = card("I1")
    on = board(
        burned="b2 c2 d2 b3 c3 d3 c1 d1 b1", aflame="", peasants="a5 e2 b4 e3", knights="d2 c2",
        troghammer="d1", archer="d3", trogdor="d2", health=2, void=2,
    )  # fmt: skip
    walks = (
        walk(Walker.FIRST_KNIGHT, "b3", played),
        walk(Walker.SECOND_KNIGHT, "a3", played),
        walk(Walker.TROGHAMMER, "b2", played),
        walk(Walker.ARCHER, "b4", played),
    )
    ends = [one.squares[-1] for one in walks]
    on = replace(on, knights=(ends[0], ends[1]), troghammer=ends[2], archer=ends[3])
    return view(
        turn=Turn(5, 1),
        players=players(3, 1),
        **_land(
            on,
            "I1",
            spawned=squares("b5"),
            marched=tuple(
                (BY_NAME[one], BY_NAME[two]) for one, two in (("a1", "a5"), ("e3", "e2"), ("b5", "b4"))
            ),
            repaired=squares("b4"),
            mended=squares("b5"),
            walks=walks,
            line=squares("d1 d2 d4 d5"),
            hits=squares("d2"),
        ),
    )


def _runs() -> View:
    on = board(
        burned="a1 b1 b2 c2 d2 b3 c3 d3 b4 c4 c1 a2 e2 e3", aflame="a1 e3", peasants="d5", knights="c2 a4",
        archer="d5", trogdor="c3", health=1, void=4, lit=(Lit(BY_NAME["d2"], mine=False),),
    )  # fmt: skip
    runs = (walk(Walker.PEASANT, "a1", card("E2")), walk(Walker.PEASANT, "c1", card("I3")))
    return view(
        turn=Turn(9, 2),
        players=players(3, 2),
        **_land(on, "K1", lit=squares("a1 c1"), burned=squares("b1 a2 c1"), runs=runs, pouched=True),
    )


_CROWD: Final = board(
    burned="c3 c2 b3", peasants="c3 c3 b3 b3 d3 d3 d3 d3 a1", knights="c3 c3", troghammer="c3", archer="c3",
    trogdor="c3", lit=(Lit(BY_NAME["a1"], mine=True), Lit(BY_NAME["b3"], mine=True)), health=0, void=0,
)  # fmt: skip
_ALL: Final = " ".join(BY_NAME)
_WON: Final = board(
    burned=_ALL, aflame="a1 e3 b5", peasants="", knights="c2 a4", trogdor="d4", health=5, void=2
)
_HIT: Final = Turn(12, 1, Card.BLOCK, points=0, acted=True)


def _over(ending: str, on: Board, **fields: Any) -> View:  # noqa: ANN401 - fields of View
    winners = () if ending == "defeat" else (0, 1, 2)
    return view(on, phase=Phase.OVER, turn=_HIT, outcome=Outcome(ending, winners, (1, 1, 1)), **fields)


def _defeat() -> View:
    on = board(burned=_BURNED, aflame="a1", peasants="d1", knights="", trogdor="b2", health=0, void=4)
    rage = (walk(Walker.TROGDOR, "c3", card("A1")), walk(Walker.TROGDOR, "d1", card("C4")))
    land = Land("A1", Direction.NORTH, repair=False, hits=squares("c3"), rage=rage)
    return _over("defeat", on, land=land, card=card("A1"))


def _act(**fields: Any) -> View:  # noqa: ANN401 - fields of View
    turn = Turn(4, 0, Card.CONSUMMATE_VS, points=3, acted=True)
    return view(_MIDDLE, phase=Phase.ACT, turn=turn, players=players(3, -1), **fields)


_HIDING: Final = replace(_MIDDLE, trogdor=BY_NAME["b2"], hiding=True)


def _near(health: int) -> View:
    """The end comes near: so few are left on the meter."""
    on = board(
        burned=f"{_BURNED} d5 c5 e5 d4", peasants="e3 b5", knights="c2 a4", archer="d5", trogdor="c3",
        health=health, void=3,
    )  # fmt: skip
    return view(on, players=_points_differ(), turn=Turn(7, 0, bonus=3))


def _points_differ() -> tuple[Player, ...]:
    """Keepers of whom one has a point more for every card."""
    first, second, third = players(3)
    return (
        replace(first, keeper=Keeper.CRANGOLEV, hand=(Card.PATH_O_BURNINATION, Card.CONSUMMATE_VS)),
        replace(second, keeper=Keeper.STONKLAR),
        third,
    )


_PICTURES: Final[dict[str, tuple[View, Sheet]]] = {
    "start": (view(), _sheet("Rowan: choose a card")),
    "step": (
        _act(deed=LastAction(Verb.STEP, BY_NAME["b2"], squares("c3"))),
        _sheet("Rowan: 3 actions left"),
    ),
    "burned": (_act(deed=LastAction(Verb.BURN, None, squares("c3"))), _sheet("Rowan: 3 actions left")),
    "chomped": (_act(deed=LastAction(Verb.CHOMP, None, squares("c3"))), _sheet("Rowan: 3 actions left")),
    "guided": (
        _act(),
        _sheet("Rowan: 3 actions left", chosen="c3", targets="b2 c2 d2 b3 d3 b4 c4 d4"),
    ),
    "land": (_after_phase_two(), _sheet("Magda: choose a card")),
    "runs": (_runs(), _sheet("Bartholomew the Verbose: choose a card")),
    "hiding": (
        replace(
            _act(deed=LastAction(Verb.HIDE, None, squares("b2"))),
            board=_HIDING,
            phase=Phase.AFTER,
            turn=Turn(4, 0, Card.CONSUMMATE_VS, acted=True),
        ),
        _sheet("Rowan: end the turn"),
    ),
    "crowd": (view(_CROWD, 4), _sheet("Rowan: choose a card", 4)),
    "six": (
        replace(
            _after_phase_two(), players=players(6, 4), order=(3, 4, 5, 0, 1, 2), turn=Turn(5, 4, bonus=3)
        ),
        _sheet("Tove: choose a card", 6),
    ),
    "solo": (view(_MIDDLE, 1), _sheet("Rowan: choose a card", 1)),
    "trade": (
        view(_MIDDLE, 3, turn=Turn(4, 0), offer=Offer(1, 0, Card.SMELL_THE_DAISIES, Card.HIDEY_HOLE)),
        _sheet("Rowan: choose a card"),
    ),
    "left": (
        view(
            _MIDDLE,
            2,
            players=(replace(players(2)[0], gone=True, hand=()), players(2, 1)[1]),
            turn=Turn(4, 1),
        ),
        _sheet("Magda: choose a card", 2),
    ),
    "victory": (_over("victory", _WON, deed=LastAction(Verb.BURN, None, squares("d4"))), _sheet("Victory!")),
    "petite": (
        _over("petite-victory", replace(_WON, knights=(), health=0, void=7)),
        _sheet("A petite victory"),
    ),
    "defeat": (_defeat(), _sheet("Defeat")),
    "wary": (_near(2), _sheet("Rowan: choose a card")),
    "grave": (_near(1), _sheet("Rowan: choose a card")),
    "last": (_near(0), _sheet("Rowan: choose a card")),
}

PICTURES: Final = {
    name: (replace(shown, coming=tuple(fact.id for fact in MOVEMENT)), sheet)
    for name, (shown, sheet) in _PICTURES.items()
}
"""By name; in each of them every movement card can still come."""

HINTS: Final[tuple[tuple[str, Action], ...]] = (
    ("step", Action(Verb.STEP, direction=Direction.NORTHEAST)),
    ("guided", Action(Verb.BURN)),
    ("guided", Action(Verb.CARD, squares=squares("b2 d4"))),
    ("start", Action(Verb.PLAY, card=Card.HIDEY_HOLE)),
)
"""Actions that are advised, on pictures by name."""

ODDS: Final = (
    (
        "step",
        (
            *(("c3", "45%"), ("d2", "9%"), ("b4", "<1%"), ("b2", "33%"), ("b3", "45%")),
            *(("d3", "62%"), ("c4", "0%"), ("d4", "57%")),
        ),
    ),
    ("six", (("c3", "100%"), ("c4", "33\N{NO-BREAK SPACE}%"), ("e1", "0%"))),
)
"""Odds on squares, on pictures by name."""

WALL: Final = GameWall(PICTURES, paint, hinted_places, HINTS, ODDS)
