"""A game of buttons at a table: the file that has it, and the pages that show it."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Locator

from bot.discord.frame import names_of, plain_names
from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.kernel.session import Shown
from bot.store import Status, Table
from bot.store.db import open_reader
from bot.store.tables import table as read_table
from bot.ui.play.board_layout import board_picture
from bot.words.menu import Does, Menu, buttons_of
from tests.bot.ui.scripted import YES, ways
from tests.browser.people import Person
from tests.browser.shortcut import Shortcut

LOOKED_AT: Final = 12
"""After so many lines the picture of every page is compared with the painter's."""

STORY: Final = 300
"""Characters of a board's description that fit behind the story of its film."""

SKIPPING: Final = 1200
"""How often to look, ten times a second, before a shortcut counts as blocked."""


class Sitting:
    """The table T`number` with the pages of those who look at it, by name."""

    def __init__(self, database: Path, pages: dict[str, Person], number: int = 1) -> None:
        self.database = database
        self.pages = pages
        self.number = number

    def table(self) -> Table | None:
        """The table as it is on disk; none before there is one."""
        with closing(open_reader(self.database, 5)) as connection:
            return read_table(connection, self.number)

    def is_on(self) -> bool:
        """Whether there is such a table, and its game has begun."""
        table = self.table()
        return table is not None and table.status is not Status.OPEN

    def current_table(self) -> Shown:
        table = self.table()
        assert table is not None
        entry = CATALOGUE[table.game]
        return Shown(table, entry, entry.codec.load(table.state or ""))

    def state(self) -> Any:
        """The stored state of the game."""
        return self.current_table().state

    def play_all(self, lines: list[str]) -> None:
        """Play every line by the buttons of the player to act; lines without a button are typed."""
        for number, line in enumerate(lines):
            if number % LOOKED_AT == 0:
                self.look()
            self.play(line)
        self.look()

    def skip(self, *lines: str, level: str = "") -> None:
        """Have lines played without any page, or what a bot of this `level` plays up to the end but one."""
        Shortcut(self.number, lines, level).write(self.database)
        person, *_ = self.pages.values()
        for _ in range(SKIPPING):
            if Shortcut.is_taken(self.database):
                return
            person.page.wait_for_timeout(100)
        raise AssertionError(f"the lines were not played: {self.table()}")

    def play(self, line: str) -> None:
        shown = self.current_table()
        (seat,) = shown.entry.game.to_act(shown.state)
        person = self.pages[plain_names(shown.table)[seat]]
        sees(person, shown)
        is_played = partial(self._is_past, shown)
        way = ways(shown.entry, shown.state, names_of(shown.table)).get(line, ())
        for number, then in enumerate(way[1:], 1):
            person.insist(
                partial(press, person, way, number - 1), partial(asks, person, shown, way[:number], then)
            )
        offered = self._label_of(shown, seat, line)
        last = partial(press, person, way, len(way) - 1)
        person.insist(last if way else partial(person.send, "move", move=offered), is_played)

    @staticmethod
    def _label_of(shown: Shown, seat: int, line: str) -> str:
        """The label of a line in the completion."""
        action = shown.entry.game.parse(line, shown.state)
        return shown.entry.speech.describe(IN_ENGLISH, plain_names(shown.table), shown.state, seat, action)

    def _is_past(self, shown: Shown) -> bool:
        table = self.table()
        return table is not None and table.revision > shown.table.revision

    def look(self) -> None:
        """Every page has the picture that the painter makes of what is on disk."""
        shown = self.current_table()
        over = shown.table.status is Status.OVER
        menu = Menu() if over else shown.entry.rules.menu(IN_ENGLISH, names_of(shown.table), shown.state, "")
        whole = Image.open(io.BytesIO(board_picture(IN_ENGLISH, shown, menu))).convert("RGB")
        for person in self.pages.values():
            sees(person, shown)
            assert person.picture(whole.size) == whole


def sees(person: Person, shown: Shown) -> None:
    """Wait until a person's page shows the current table."""
    view = shown.entry.game.view(shown.state, None)
    description = shown.entry.speech.alt(IN_ENGLISH, plain_names(shown.table), view)
    # At the end a film stands for the board, and its description begins with the story.
    is_over = shown.table.status is Status.OVER
    told = re.escape(description[:STORY]) if is_over else rf"{re.escape(description)}$"
    person.sees_board(re.compile(told))
    person.ready()


def button(where: Locator, label: str) -> Locator:
    return where.get_by_role("button", name=label, exact=True).last


def press(person: Person, way: Sequence[str], number: int) -> None:
    """The first button of a way is on the board; those after it are where it leads to, in private."""
    button(person.aside if number else person.board, way[number]).click(timeout=1000)


def asks(person: Person, shown: Shown, clicked: Sequence[str], then: str) -> bool:
    """Whether the question that these buttons lead to is there with the one that is clicked next.

    The same button can stand below two questions of a guided move, so the question is looked for, too.
    """
    question = "" if then.startswith(YES) else _question(shown, clicked)
    aside = person.aside.filter(has_text=question)
    return button(aside, then).count() > 0


def _question(shown: Shown, clicked: Sequence[str]) -> str:
    """The first line of what buttons lead to, one after the other, without its markdown."""

    def at(path: str) -> Menu:
        menu: Menu = shown.entry.rules.menu(IN_ENGLISH, names_of(shown.table), shown.state, path)
        return menu

    path = ""
    for label in clicked:
        leading = (one.value for one in buttons_of(at(path)) if one.label == label and one.does is Does.GO)
        path = next(leading, "")
    return at(path).question.partition("\n")[0].replace("*", "")
