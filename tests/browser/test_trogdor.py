"""Three people in three pages play a whole game of Trogdor!!, with slash commands and buttons alone."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Final

import pytest
from PIL import Image
from playwright.sync_api import Locator, expect

from bot.discord.frame import plain_names
from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.kernel.session import Shown
from bot.store import Status, Table
from bot.store.db import open_reader
from bot.store.tables import table as read_table
from bot.ui.play.board_layout import board_picture
from bot.words.menu import Does, Menu, buttons_of
from engine.core import IllegalAction
from engine.trogdor.model import Action, State, Verb
from render.trogdor.film import HEIGHT, WIDTH
from tests.browser.conftest import Visit
from tests.browser.people import Person
from tests.browser.processes import Playground
from tests.browser.sitting import sees
from tests.engine.trogdor.players import sensible

pytestmark = pytest.mark.browser

TROGDOR: Final = CATALOGUE["trogdor"]
NAMES: Final = ("Ann", "Ben", "Cleo")
LOOKED_AT: Final = 12
"""After so many actions the picture of every page is compared with the painter's."""
TYPED: Final = 15
"""Every so many actions one is sent with `/move`."""
DEEP: Final = 2
"""How many questions come before the last click of an action, at most."""
LATE: Final = 50
"""After so many actions the three are in a hurry, and a game lasts 80 at most or so."""


@dataclass(frozen=True)
class Click:
    """A button, a line in a list, or a line that is typed."""

    label: str
    listed: bool = False
    typed: bool = False


class Kingdom:
    """The table as its file has it, and the three pages that show it."""

    def __init__(self, database: Path, pages: dict[str, Person]) -> None:
        self.database = database
        self.pages = pages

    def table(self) -> Table:
        with closing(open_reader(self.database, 5)) as connection:
            found = read_table(connection, 1)
        assert found is not None
        return found

    def shown_and_state(self) -> tuple[Shown, State]:
        table = self.table()
        state = TROGDOR.codec.load(table.state or "")
        assert isinstance(state, State)
        return Shown(table, TROGDOR, state), state

    def has_begun(self) -> bool:
        return self.table().status is not Status.OPEN

    def play(self, action: Action, *, typed: bool) -> None:
        """Play an action of the player to act by the controls of the board, or by command if `typed`.

        What is chosen from a list of several is typed, too.
        """
        shown, state = self.shown_and_state()
        names, revision = plain_names(shown.table), shown.table.revision
        person = self.pages[names[state.turn.seat]]
        sees(person, shown)
        way = next(ways(state, names, action), None)
        if typed or way is None:
            description = TROGDOR.speech.describe(IN_ENGLISH, names, state, state.turn.seat, action)
            way = [Click(description, typed=True)]
        where = person.board
        for click, then in pairwise(way):
            person.insist(partial(press, person, click, where), partial(offers, person, then))
            where = person.aside
        person.insist(partial(press, person, way[-1], where), lambda: self.table().revision > revision)

    def look(self) -> None:
        """Every page has the picture that the painter makes of what is on disk."""
        shown, state = self.shown_and_state()
        names = plain_names(shown.table)
        menu = Menu() if over(shown) else TROGDOR.rules.menu(IN_ENGLISH, names, state, "")
        whole = Image.open(io.BytesIO(board_picture(IN_ENGLISH, shown, menu))).convert("RGB")
        for person in self.pages.values():
            sees(person, shown)
            assert person.picture(whole.size) == whole


def over(shown: Shown) -> bool:
    return shown.table.status is Status.OVER


def press(person: Person, click: Click, where: Locator) -> None:
    if click.typed:
        person.send("move", move=click.label)
    elif click.listed:
        person.pick(click.label)
    else:
        where.get_by_role("button", name=click.label, exact=True).last.click(timeout=1000)


def offers(person: Person, click: Click) -> bool:
    """Whether what was asked in private has this to click."""
    if click.listed:
        return person.aside.locator(".preview-select").get_by_text(click.label, exact=True).count() > 0
    return person.aside.get_by_role("button", name=click.label, exact=True).count() > 0


def ways(
    state: State, names: tuple[str, ...], action: Action, path: str = "", depth: int = 0
) -> Iterator[list[Click]]:
    """The clicks of an action on the board, from the question at `path` on."""
    menu = TROGDOR.rules.menu(IN_ENGLISH, names, state, path)
    for clicks, leads_to, plays in choices(menu):
        if plays is not None and means(plays, state, action):
            yield clicks
        elif leads_to and leads_to != path and str(action).startswith(leads_to) and depth < DEEP:
            yield from ([*clicks, *rest] for rest in ways(state, names, action, leads_to, depth + 1))


def choices(menu: Menu) -> Iterator[tuple[list[Click], str, str | None]]:
    """Everything that can be clicked, with the question that it leads to, or with what it plays."""
    for button in buttons_of(menu):
        yes = [Click(f"Yes: {button.label}")] if button.confirm else []
        clicks = [Click(button.label), *yes]
        if button.enabled and button.does is Does.GO:
            yield clicks, button.value, None
        elif button.enabled and button.does is Does.PLAY:
            yield clicks, "", button.value
    for part in menu.lists:
        for option in part.options if part.most == 1 else ():
            value, clicks = part.prefix + option.value, [Click(option.label, listed=True)]
            sure = [Click("Play it")]
            yield (clicks, value, None) if part.does is Does.GO else ([*clicks, *sure], "", value)


def means(line: str, state: State, action: Action) -> bool:
    try:
        return bool(TROGDOR.game.parse(line, state) == action)
    except IllegalAction:
        return False


def choose_action(state: State, *, late: bool) -> Action:
    """A sensible action; when it is `late`, the end of the turn if possible."""
    seat, action = sensible(state, Random(1))
    finish = Action(Verb.FINISH)
    return finish if late and finish in TROGDOR.game.legal(state, seat) else action


def gather_players(playground: Playground, database: Path, visit: Visit) -> Kingdom:
    """Open a table as Ann, join the others, pick Cleo's keeper, and start."""
    pages = {name: visit(playground, name) for name in NAMES}
    pages["Ann"].opens("Trogdor!!", keepers="chosen", map="easy", menders="troghammer")
    lobbies = {name: page.message("Who's in?") for name, page in pages.items()}
    for number, name in enumerate(NAMES):
        expect(lobbies[name]).to_contain_text(NAMES[max(number, 1) - 1])
        pages[name].ready()
        if number:
            pages[name].click("Join")
    expect(lobbies["Cleo"]).to_contain_text("At the table: Ann, Ben and Cleo")
    cleo = pages["Cleo"]
    cleo.click("My pick")
    cleo.fill_in({"keeper": "crangolev"})
    expect(lobbies["Ann"]).to_contain_text("Cleo (Crangolev)")
    kingdom = Kingdom(database, pages)
    pages["Ann"].insist(lambda: pages["Ann"].click("Start"), kingdom.has_begun)
    return kingdom


@pytest.mark.slow
def test_three_people_play_a_whole_game(playground: Playground, database: Path, visit: Visit) -> None:
    kingdom = gather_players(playground, database, visit)
    played = 0
    while (now := kingdom.shown_and_state())[1].outcome is None:
        if played % LOOKED_AT == 0:
            kingdom.look()
        action = choose_action(now[1], late=played >= LATE)
        kingdom.play(action, typed=played % TYPED == 0)
        played += 1
    for person in kingdom.pages.values():
        sees(person, kingdom.shown_and_state()[0])
        person.picture((WIDTH, HEIGHT))
    description = TROGDOR.speech.turn(IN_ENGLISH, NAMES, TROGDOR.game.view(now[1], None))
    for person in kingdom.pages.values():
        buttons = person.board.locator(".component-button")
        expect(buttons).to_have_text(
            ["Watch the film", "History", "Open board", "Luck", "Fair play", "Play again"]
        )
        expect(person.board).to_contain_text(description.rstrip("!"), ignore_case=True)
        expect(person.card.locator("img")).to_be_visible()
    kingdom.pages["Cleo"].click("Watch the film")
    expect(kingdom.pages["Cleo"].message("the film").locator("img")).to_be_visible()
    assert kingdom.pages["Ann"].message(", the film").count() == 0
