"""What is drawn while a move is being saved is what its message shows, and is not made a second time."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from bot.games.catalogue import CATALOGUE, IN_ENGLISH, AnyEntry
from bot.session import Shown
from bot.trace import Trace
from bot.ui.play.post import sketcher, table_message
from bot.words import Names, Words
from bot.words.menu import Menu
from engine.core import Seat, read_settings
from engine.rng import SeededRng
from tests.bot.samples import ANN, BEN, table_of
from tests.bot.ui.kit.test_limits import components

THUD = CATALOGUE["thud"]


def counting(entry: AnyEntry, asked: list[str]) -> AnyEntry:
    """The entry, each question for its menu written down."""

    def menu(words: Words, names: Names, state: object, path: str) -> Menu:
        asked.append(path)
        return entry.rules.menu(words, names, state, path)

    return replace(entry, rules=replace(entry.rules, menu=menu))


def begun(entry: AnyEntry) -> Shown:
    """A game as it begins."""
    state = entry.game.start(read_settings(entry.game, {}, 2), 2, SeededRng(""))
    return Shown(table_of((0, ANN), (1, BEN)), entry, state)


async def test_the_menu_of_a_move_is_made_once() -> None:
    await table_message(IN_ENGLISH, begun(THUD), Trace("test", 0))
    asked: list[str] = []
    shown = begun(counting(THUD, asked))
    drawn = sketcher(lambda _: IN_ENGLISH, Trace("test", 0))(shown)
    message = await table_message(IN_ENGLISH, drawn, Trace("test", 0))
    assert asked == [""]
    assert message.picture is drawn.picture is not None
    anew = await table_message(IN_ENGLISH, shown, Trace("test", 0))
    assert components(message.layout) == components(anew.layout)


def test_where_the_painter_fails_the_table_is_shown_as_it_was_found() -> None:
    def broken(_view: object, _sheet: object) -> Image.Image:
        raise RuntimeError("out of paint")

    shown = begun(replace(THUD, drawing=replace(THUD.drawing, paint=broken)))
    assert sketcher(lambda _: IN_ENGLISH, Trace("test", 0))(shown) is shown


async def test_what_everybody_may_see_is_asked_for_once_a_message() -> None:
    asked: list[object] = []

    def view(state: object, viewer: Seat | None) -> object:
        asked.append(viewer)
        return THUD.game.view(state, viewer)

    shown = begun(replace(THUD, game=replace(THUD.game, view=view)))
    await table_message(IN_ENGLISH, replace(shown, picture=b"picture"), Trace("test", 0))
    assert asked == [None]
