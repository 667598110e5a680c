"""The pictures of games in the docs: `python -m tools.gallery.docs` paints them anew."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.games.trogdor.cards import paint_cards
from engine.core import Outcome
from engine.deck import Deck
from engine.octagon.model import Side
from engine.ploc.model import MatchResult
from engine.rng import SeededRng
from engine.thrag.model import Fight, Foe, Stack, Suit
from engine.thud.model import BattleEnd, BattleResult, Manner
from engine.trogdor import GAME as TROGDOR
from engine.trogdor.board import BY_NAME
from engine.trogdor.cards import Card, Item, Keeper
from engine.trogdor.model import HOUSE_CARDS, Action, Asks, Board, Deed, Phase, Player, State, Turn, Verb
from engine.trogdor.rules import Line, land_frames
from render.kit.canvas import png
from render.kit.sheet import Sheet
from render.trogdor.film import film
from tools.gallery import ploc, thrag, thud, trogdor

FOLDER: Final = Path(__file__).parents[2] / "docs" / "images"
NAMES: Final = ("Ann", "Ben", "Cleo")
SEATS: Final = {"thud": 2, "koom": 2, "trogdor": 3, "thrag": 1, "ploc": 2}

# Thud: a dwarf is hurled over three squares by a line of three, then a troll is shoved among the dwarfs
_HURL: Final = thud.view(
    "F1 G1 J1 K1 G2 D3 N4 B5 P6 A7 B7 P7 A9 P9 A10 B11 O11 C12 H12 M12 N12 D13 M13 E14 F15 G15 J15",
    "D5 G7 J8 H9 J10",
    last=(thud.move(Side.DWARFS, "L12", "H12", "H12"), Manner.HURL),
    to_move=Side.TROLLS,
)
_SHOVE: Final = thud.view(
    "F1 G1 J1 K1 G2 D3 N4 B5 P6 A7 B7 P7 A9 P9 A10 B11 O11 C12 H12 N12 D13 E14 F15 G15 J15",
    "D5 G7 J8 H9 L12",
    last=(thud.move(Side.TROLLS, "J10", "L12", "M12 M13"), Manner.SHOVE),
)
_AGREED: Final = thud.view(
    "J1 K1 K2 N4 O5 P6 P7 A9 N9 A10 P10 C12 M12 N12 D13 K13 E14 L14 F15 G15 K15",
    "F2 L4 B7 H7 F9 J9 F10",
    last=(thud.move(Side.TROLLS, "G2", "F2", "E2"), Manner.MOVE),
    battle=2,
    results=(BattleResult(BattleEnd.AGREED, 0, (18, 20)), BattleResult(BattleEnd.AGREED, 1, (28, 21))),
    outcome=Outcome("points", (0,), (7, 2)),
)

# Thrag: two of three beasts can be slain without a coin; a coin brought nothing, and the difference has to be
# paid; the last beast has fallen in the last turn
_SLAIN: Final = Stack((), (), (1, 2, 3, 4, 5))
_RED, _GREEN, _BLUE, _ = Suit
_START: Final = thrag.view(
    stacks=(Stack((1, 5, 2, 4)), Stack((5, 3, 1, 4)), Stack((2, 4, 5, 3))),
    foes=(Foe(3, 4), Foe(2, 0), Foe(1, 3)),
    die=5,
)
_PAY: Final = thrag.view(
    turn=7,
    stacks=(Stack((), (3,), (1, 2, 4)), Stack((), (), (1, 2, 3, 5)), Stack((4,), (), (1, 2, 3))),
    black=Stack((3, 1, 4, 2), (5,)),
    pools=((4, 1), (3, 0, 5, 1), (2, 5, 1)),
    flipped=((0, 3, 5, 2), (2, 4), (4, 3, 0)),
    hit_points=(0, 2, 3, 4, 5),
    spent=(_RED, _GREEN),
    foes=(Foe(5, 3), Foe(4, 3), Foe(5, 3)),
    die=4,
    fights=1,
    fight=Fight(_BLUE, 5, 3, 4, _BLUE, 0, 0),
    owed=4,
)
_SLAYER: Final = thrag.view(
    foes=(None, None, None),
    turn=12,
    stacks=(_SLAIN, _SLAIN, _SLAIN),
    black=Stack((3, 1, 4, 2), (5,)),
    pools=((), (3, 1), ()),
    flipped=((0, 3, 5, 2, 4, 1), (2, 4, 0, 5), (4, 3, 0, 2, 5, 1)),
    hit_points=(0, 5),
    spent=(_RED, _GREEN),
    die=5,
    fights=4,
    fight=Fight(_BLUE, 5, 3, 5, _GREEN, 5, 5),
    outcome=Outcome("win", (0,), (1,)),
)

# Ploc
_BEFORE: Final = ploc.did(
    ploc.turn(0, "321", number=7), (ploc.side("355", 13, 1), ploc.side("655", 16, 1)),
    "0a hit, 1b weaken, 2c weaken",
)  # fmt: skip
_HITS: Final = ploc.did(ploc.turn(1, "654", number=8, rerolls=1), _BEFORE[1], "0a hit, 1b hit, 2c fell")
_RAGE: Final = ploc.raged(ploc.turn(0, "555", number=10), (ploc.side("112", 2, 1), ploc.side("655", 18)), 0)
_LAST: Final = ploc.did(ploc.turn(1, "653", number=11, rerolls=1), _RAGE[1], "0a hit, 1b hit, 2c fell")
_WON: Final = MatchResult(1, "berserk", 9)
_SECOND: Final = (ploc.side("245", 11), ploc.side("224", 9))
_BERSERK: Final = (_WON, MatchResult(1, "hit", 11))

# Trogdor, begun by Cleo
_FINISH: Final = Action(Verb.FINISH)
_KEEPERS: Final = (
    Player(Keeper.GALGABUDGE, Item.BEANS, (Card.SIDEWISE,), asks=Asks.NEVER),
    Player(Keeper.STONKLAR, Item.TRINKET, (Card.SLANTWISE,), asks=Asks.NEVER),
    Player(Keeper.CRANJEGG, Item.RING, (Card.WRAPAROUND, Card.SIDEWISE)),
)


def _state(turn: Turn, on: Board, *hand: Card, drawn: str = "", **fields: Any) -> State:  # noqa: ANN401 - of State
    """A turn in which nothing more is to be done: Cleo's `hand`, the movement cards that are `drawn` next."""
    state = State(
        house=trogdor.view().house,
        board=on,
        players=(*_KEEPERS[:2], replace(_KEEPERS[2], hand=hand, charged=False)),
        first=2,
        turn=turn,
        phase=Phase.ACT,
        trog=Deck(("wingaling",) * 20),
        movement=Deck((*drawn.split(), *(card for card in HOUSE_CARDS if card not in drawn.split()))),
        struck=True,
    )
    return replace(state, **fields)


def _dies(left: str, drawn: str, seed: str) -> Line:
    """The line by which Trogdor dies of a knight in the land's turn; tiles that are `left` never burned."""
    burned = " ".join(name for name in BY_NAME if name not in left.split())
    fields = {"burned": burned, "aflame": "a1 e3 b5", "peasants": "", "knights": "c2 a4"}
    on = trogdor.board(**fields, archer="d2", trogdor="a3", health=0, void=7)
    state = _state(Turn(12, 2, Card.MAJESTY, acted=True), on, drawn=drawn)
    return state, 2, _FINISH, SeededRng(seed)


# Ben ends his turn, and the land draws a card by which a knight comes over Trogdor.
_LAND: Final[Line] = (
    _state(
        Turn(8, 1, Card.MAJESTY, acted=True),
        trogdor.board(
            burned="b1 c1 e1 a2 b2 d2 e2 b3 c3 d3 e3 b4 c4 d4 b5 d5 e5", peasants="", knights="c2 a4",
            troghammer="c5", archer="b3", trogdor="b5", health=6, void=1,
        ),
        Card.CONSUMMATE_VS,
        drawn="D3",
    ), 1, _FINISH, SeededRng("land"),
)  # fmt: skip
_FIERY: Final = _dies("d3 a5", "F4 L3 I3 C4 L4 G1", "5")
"""All burns with him; the other time a tile is left."""
_DYING: Final = _dies("d2 c4", "F1 C4 K4 B3 G1 A4", "0")
_BEGINS: Final = _state(Turn(1, 2), trogdor.board(), players=_KEEPERS, phase=Phase.CHOOSE, struck=False)
_ACTS: Final = _state(
    Turn(10, 2, Card.MAJESTY, points=2, acted=True, effect=True),
    trogdor.board(
        burned="a1 a2 a3 b2 b3 b4 c1 c2 c3 c4 d1 d2 d3 d4 d5 e1 e2 e3 e4 e5 a4 b5", aflame="a1 e3",
        peasants="b2", knights="d1 a4", troghammer="a2", archer="c5", trogdor="e3", health=3, void=3,
    ),
    Card.CONSUMMATE_VS,
    deed=Deed(Verb.BURN, None, trogdor.squares("e3")),
)  # fmt: skip
_BURNINATED: Final = _state(
    Turn(13, 2, Card.MAJESTY, acted=True),
    trogdor.board(
        burned=" ".join(BY_NAME), aflame="a1 e3 b5", peasants="", knights="d1 a4", troghammer="d5",
        archer="e5", trogdor="a1", health=2, void=5,
    ),
    Card.PATH_O_BURNINATION,
    phase=Phase.OVER,
    deed=Deed(Verb.BURN, None, trogdor.squares("a1")),
    outcome=Outcome("victory", (0, 1, 2), (3, 3, 3)),
)  # fmt: skip


def _seen(state: State) -> Any:  # noqa: ANN401 - a view, as those of the other games
    return TROGDOR.view(state, None)


def _after(line: Line) -> Any:  # noqa: ANN401
    return _seen(TROGDOR.apply(*line).state)


VIEWS: Final[dict[str, tuple[str, Any, str]]] = {
    "match-hurl": ("thud", _HURL, "f7b9f0"),
    "match-shove": ("thud", _SHOVE, "b87048"),
    "match-end": ("thud", _AGREED, "d040f0"),
    "thrag-start": ("thrag", _START, "be8ceb"),
    "thrag-turn": ("thrag", _PAY, "c5c11c"),
    "thrag-win": ("thrag", _SLAYER, "5e7d53"),
    "ploc-turn": ("ploc", ploc.view(_HITS[1], _HITS[0], last=_BEFORE[0]), "6d12b2"),
    "ploc-second": (
        "ploc", ploc.view(_SECOND, ploc.turn(1, "645", number=1), match=2, results=(_WON,)), "41985c",
    ),
    "ploc-end": (
        "ploc",
        ploc.view(
            _LAST[1], _LAST[0], match=2, last=_RAGE[0], results=_BERSERK, outcome=Outcome("hit", (1,), (0, 1))
        ),
        "f7c751",
    ),
    "trogdor-start": ("trogdor", _seen(_BEGINS), "51fd03"),
    "trogdor-turn": ("trogdor", _seen(_ACTS), "3608e6"),
    "trogdor-land": ("trogdor", _after(_LAND), "764d0c"),
    "trogdor-victory": ("trogdor", _seen(_BURNINATED), "c69eb3"),
    "trogdor-petite-victory": ("trogdor", _after(_FIERY), "797d93"),
    "trogdor-defeat": ("trogdor", _after(_DYING), "61f025"),
}  # fmt: skip
"""By file: the game, what is seen of it, and a stamp."""

MARKS: Final = {"thrag-turn": ((), ("c2", "c3", "c4", "c5")), "ploc-second": (("die 6", "c"), ("a",))}
"""What is chosen and offered on some of them."""


def sheet(file: str) -> Sheet:
    """What is written around the board of a file."""
    game, view, stamp = VIEWS[file]
    entry, names = CATALOGUE[game], NAMES[: SEATS[game]]
    made = Sheet(
        "T1", stamp, entry.game.title, entry.speech.turn(IN_ENGLISH, names, view), names=names, say=IN_ENGLISH
    )
    chosen, targets = MARKS.get(file, ((), ()))
    return replace(made, chosen=chosen, targets=targets)


def board(file: str) -> bytes:
    """The board of a file."""
    game, view, _ = VIEWS[file]
    return png(CATALOGUE[game].drawing.paint(view, sheet(file)))


def cards() -> bytes:
    """The keepers' cards, one of whom is a bot."""
    dealt = replace(sheet("trogdor-start"), names=("Ann", "Odo", "Cleo"), faces=("", "odo", ""))
    return png(paint_cards(IN_ENGLISH, _seen(_BEGINS), dealt, None))


def land(line: Line) -> bytes:
    """The land's turn after a line."""
    told = replace(sheet("trogdor-land"), turn=IN_ENGLISH("trogdor.film"))
    return film(land_frames([line]), told)


PICTURES: Final[dict[str, Callable[[], bytes]]] = {
    **{f"{file}.png": partial(board, file) for file in VIEWS},
    "trogdor-cards.png": cards,
    "trogdor-film.gif": partial(land, _LAND),
    "trogdor-rage.gif": partial(land, _FIERY),
}
"""The files by name, and what makes each of them."""


def write(pictures: Mapping[str, Callable[[], bytes]]) -> None:
    """Write the files."""
    for name, make in pictures.items():
        data = make()
        (FOLDER / name).write_bytes(data)
        sys.stdout.write(f"{name}: {len(data)} bytes\n")


if __name__ == "__main__":
    write(PICTURES)
