"""The pictures of Trogdor in the docs: `python -m tools.gallery.trogdor_docs` paints them anew."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Final

from bot.games.catalogue import IN_ENGLISH
from bot.games.trogdor.cards import paint_cards
from bot.games.trogdor.narration import turn as caption
from engine.core import Outcome
from engine.deck import Deck
from engine.rng import SeededRng
from engine.trogdor import GAME
from engine.trogdor.board import BY_NAME
from engine.trogdor.cards import Card, Item, Keeper
from engine.trogdor.model import (
    HOUSE_CARDS,
    Action,
    Asks,
    Board,
    Deed,
    House,
    Phase,
    Player,
    State,
    Turn,
    Verb,
    View,
)
from engine.trogdor.rules import Frame, Line, land_frames
from render.kit.canvas import png
from render.kit.sheet import Sheet
from render.trogdor.film import film
from render.trogdor.paint import paint
from tools.gallery.docs import write
from tools.gallery.trogdor import board, squares

NAMES: Final = ("Ann", "Ben", "Cleo")
ORDER: Final = (2, 0, 1)
"""Cleo begins."""

PLAYERS: Final = (
    Player(Keeper.GALGABUDGE, Item.BEANS, (Card.SIDEWISE,), asks=Asks.NEVER),
    Player(Keeper.STONKLAR, Item.TRINKET, (Card.SLANTWISE,), asks=Asks.NEVER),
    Player(Keeper.CRANJEGG, Item.RING, (Card.WRAPAROUND, Card.SIDEWISE)),
)
_HOUSE: Final = House("normal", BY_NAME["c3"], plain_lake=False, hammer_mends=False, anyone=False, hammers=7)
_ALL: Final = " ".join(BY_NAME)


def _state(on: Board, turn: Turn, movement: tuple[str, ...], *, hand: tuple[Card, ...] = ()) -> State:
    """A turn in which nothing more is to be done, the movement cards that come next on top of their pile."""
    rest = tuple(card for card in HOUSE_CARDS if card not in movement)
    players = (*PLAYERS[:2], replace(PLAYERS[2], hand=hand, charged=False))
    return State(
        house=_HOUSE,
        board=on,
        players=players,
        first=2,
        turn=turn,
        phase=Phase.ACT,
        trog=Deck(("wingaling",) * 20),
        movement=Deck((*movement, *rest)),
        struck=True,
    )


def _before_the_land() -> State:
    """Ben ends his turn, and the land draws a card by which a knight comes over Trogdor."""
    burned = "b1 c1 e1 a2 b2 d2 e2 b3 c3 d3 e3 b4 c4 d4 b5 d5 e5"
    on = board(
        burned=burned,
        peasants="",
        knights="c2 a4",
        troghammer="c5",
        archer="b3",
        trogdor="b5",
        health=6,
        void=1,
    )
    return _state(on, Turn(8, 1, Card.MAJESTY, acted=True), ("D3",), hand=(Card.CONSUMMATE_VS,))


def land() -> tuple[Frame, ...]:
    """The land's turn, step by step."""
    return land_frames([(_before_the_land(), 1, Action(Verb.FINISH), SeededRng("land"))])


def _dying(ending: str, left: str) -> tuple[Line, View]:
    """The line by which Trogdor dies of a knight in the land's turn, and how his Fiery Rage then ends.

    All but the tiles that are `left` was burned before; the first cards by which it comes out are taken.
    """
    burned = " ".join(name for name in BY_NAME if name not in left.split())
    on = board(
        burned=burned,
        aflame="a1 e3 b5",
        peasants="",
        knights="c2 a4",
        archer="d2",
        trogdor="a3",
        health=0,
        void=7,
    )
    for number in count():
        rng = SeededRng(f"{ending} {number}")
        cards = list(HOUSE_CARDS)
        drawn = tuple(cards.pop(rng.below(len(cards))) for _ in range(6))
        state = _state(on, Turn(12, 2, Card.MAJESTY, acted=True), drawn)
        line = state, 2, Action(Verb.FINISH), SeededRng(str(number))
        after = GAME.apply(state, 2, Action(Verb.FINISH), SeededRng(str(number))).state
        if after.outcome is not None and after.outcome.ending == ending:
            found = GAME.view(after, None)
            if ending == "petite-victory" or len(found.board.burned) == len(BY_NAME) - 1:
                return line, found
    raise AssertionError


def ended(ending: str, left: str) -> View:
    """How Trogdor's Fiery Rage has led to an ending."""
    return _dying(ending, left)[1]


def rage() -> tuple[Frame, ...]:
    """The turn of the land in which he dies and takes all with him, step by step."""
    return land_frames([_dying("petite-victory", "d3 a5")[0]])


def start() -> View:
    """The beginning of a game."""
    state = replace(_state(board(), Turn(1, 2), ()), players=PLAYERS, phase=Phase.CHOOSE, struck=False)
    return GAME.view(state, None)


def acting() -> View:
    """In the middle of a turn: a cottage was set on fire, and two of five points are left."""
    on = board(
        burned="a1 a2 a3 b2 b3 b4 c1 c2 c3 c4 d1 d2 d3 d4 d5 e1 e2 e3 e4 e5 a4 b5", aflame="a1 e3",
        peasants="b2", knights="d1 a4", troghammer="a2", archer="c5", trogdor="e3", health=3, void=3,
    )  # fmt: skip
    state = _state(
        on, Turn(10, 2, Card.MAJESTY, points=2, acted=True, effect=True), (), hand=(Card.CONSUMMATE_VS,)
    )
    state = replace(state, deed=Deed(Verb.BURN, None, squares("e3")))
    return GAME.view(state, None)


def victory() -> View:
    """All is on fire."""
    on = board(
        burned=_ALL, aflame="a1 e3 b5", peasants="", knights="d1 a4", troghammer="d5", archer="e5",
        trogdor="a1", health=2, void=5,
    )  # fmt: skip
    state = _state(on, Turn(13, 2, Card.MAJESTY, acted=True), (), hand=(Card.PATH_O_BURNINATION,))
    over = replace(
        state,
        phase=Phase.OVER,
        deed=Deed(Verb.BURN, None, squares("a1")),
        outcome=Outcome("victory", (0, 1, 2), (3, 3, 3)),
    )
    return GAME.view(over, None)


def _sheet(view: View, stamp: str) -> Sheet:
    turn = caption(IN_ENGLISH, NAMES, view)
    return Sheet("T1", stamp, "Trogdor!!", turn, names=NAMES, say=IN_ENGLISH)


def pictures() -> dict[str, bytes]:
    """The files by name."""
    frames = land()
    ended_turn = GAME.apply(_before_the_land(), 1, Action(Verb.FINISH), SeededRng("land")).state
    after = GAME.view(ended_turn, None)
    views = {
        "start": (start(), "51fd03"),
        "turn": (acting(), "3608e6"),
        "land": (after, "764d0c"),
        "victory": (victory(), "c69eb3"),
        "petite-victory": (ended("petite-victory", "d3 a5"), "797d93"),
        "defeat": (ended("defeat", "d2 c4"), "61f025"),
    }
    found = {
        f"trogdor-{name}.png": png(paint(view, _sheet(view, stamp))) for name, (view, stamp) in views.items()
    }
    names = (NAMES[0], "Odo", *NAMES[2:])
    looked_up = replace(_sheet(start(), "51fd03"), names=names, faces=("", "odo", ""))
    found["trogdor-cards.png"] = png(paint_cards(IN_ENGLISH, start(), looked_up, None))
    told = replace(_sheet(after, "764d0c"), turn=IN_ENGLISH("trogdor.film"))
    films = {"trogdor-film.gif": film(frames, told), "trogdor-rage.gif": film(rage(), told)}
    return {**found, **films}


if __name__ == "__main__":
    write(pictures())
