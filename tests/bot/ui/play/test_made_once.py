"""What the message of a move needs is made once."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from bot.games.catalogue import CATALOGUE, IN_ENGLISH, AnyEntry
from bot.kernel.session import Shown
from bot.kernel.trace import Trace
from bot.ui.play.board_layout import table_message
from bot.words import Names, Words
from bot.words.menu import Menu
from engine.core import Seat, read_settings
from engine.rng import SeededRng
from tests.bot.samples import ANN, BEN, table_of

THUD = CATALOGUE["thud"]


def counting(entry: AnyEntry, asked: list[str]) -> AnyEntry:
    """The entry, each question for its menu written down."""

    def menu(words: Words, names: Names, state: object, path: str) -> Menu:
        asked.append(path)
        return entry.rules.menu(words, names, state, path)

    return replace(entry, rules=replace(entry.rules, menu=menu))


def start_game(entry: AnyEntry) -> Shown:
    """A game as it begins."""
    state = entry.game.start(read_settings(entry.game, {}, 2), 2, SeededRng(""))
    return Shown(table_of((0, ANN), (1, BEN)), entry, state)


async def test_the_menu_of_a_move_is_made_once() -> None:
    asked: list[str] = []
    await table_message(IN_ENGLISH, start_game(counting(THUD, asked)), Trace("test", 0))
    assert asked == [""]


async def test_a_board_is_painted_once_even_where_that_fails() -> None:
    painted: list[object] = []

    def fail_to_paint(view: object, _sheet: object) -> Image.Image:
        painted.append(view)
        raise RuntimeError("out of paint")

    await table_message(
        IN_ENGLISH,
        start_game(replace(THUD, drawing=replace(THUD.drawing, paint=fail_to_paint))),
        Trace("test", 0),
    )
    assert len(painted) == 1


async def test_what_everybody_may_see_is_asked_for_once_a_message() -> None:
    asked: list[object] = []

    def view(state: object, viewer: Seat | None) -> object:
        asked.append(viewer)
        return THUD.game.view(state, viewer)

    shown = start_game(replace(THUD, game=replace(THUD.game, view=view)))
    await table_message(IN_ENGLISH, shown, Trace("test", 0))
    assert asked == [None]
