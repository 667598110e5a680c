"""A person at the board in a browser: what they tap, and what they see."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from typing import Any, Final, NamedTuple
from urllib.parse import quote_plus

from playwright.sync_api import Locator, Page, ViewportSize, expect

from bot.discord.frame import names_of
from bot.games.catalogue import IN_ENGLISH, AnyEntry
from bot.kernel.session import Shown
from bot.words.menu import Does, Menu, buttons_of
from tests.bot.ui.scripted import YES
from tests.browser.people import Person

PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
DESK: Final[ViewportSize] = {"width": 1280, "height": 900}


class Tap(NamedTuple):
    """A tap: its label, and the step of the menu that it opens."""

    label: str
    path: str | None = None


def taps(entry: AnyEntry, shown: Shown, line: str) -> tuple[Tap, ...]:
    """The shortest sequence of taps for a line; empty if there is none."""
    waiting, seen = deque[tuple[str, tuple[Tap, ...]]]([("", ())]), set[str]()
    while waiting:
        path, way = waiting.popleft()
        if path in seen:
            continue
        seen.add(path)
        for value, label, does, asks in _choices(
            entry.rules.menu(IN_ENGLISH, names_of(shown.table), shown.state, path)
        ):
            if does is Does.GO:
                waiting.append((value, (*way, Tap(label, value))))
            elif value == line:
                return (*way, Tap(label), *((Tap(f"{YES}{label}"[:80]),) if asks else ()))
    return ()


def _choices(menu: Menu) -> Iterator[tuple[str, str, Does, bool]]:
    for button in buttons_of(menu):
        if button.enabled:
            yield button.value, button.label, button.does, bool(button.confirm)
    for part in menu.lists:
        if part.most == 1:
            yield from (
                (part.prefix + choice.value, choice.label, part.does, False) for choice in part.options
            )


class Board:
    """The page of a table, as one person has it open."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults = list[str]()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda told: self.faults.append(told.text) if told.type == "error" else None)

    def enters(self, person: Person) -> None:
        """Open the page by the link from Discord."""
        opens = person.page.get_by_role("button", name="Open board", exact=True)
        link = person.page.get_by_role("link", name="Open in browser")
        if not opens.count():  # it still asks about hints
            person.insist(lambda: person.click("More"), lambda: opens.count() > 0)
        person.insist(lambda: opens.last.click(timeout=3000), lambda: link.count() > 0)
        address = link.last.get_attribute("href")
        assert address is not None
        self.page.goto(address)
        self.at(None)

    def at(self, revision: int | None, path: str = "") -> None:
        """Wait until the board is there, at a revision of the table and a step of the menu."""
        shows = "revision=" if revision is None else f"revision={revision}&path={quote_plus(path)}&"
        expect(self.page.locator("#picture")).to_have_attribute("src", re.compile(re.escape(shows)))

    def place(self, label: str) -> Locator:
        """The place, or the button below the picture, that is called so."""
        called = re.compile(rf"(^|, ){re.escape(label)}(: |, |$)")
        lying = self.page.locator("#places").get_by_role("button", name=called)
        below = self.page.locator("#choices").get_by_role("button", name=re.compile(rf"^{re.escape(label)}"))
        return lying.or_(below).first

    def taps(self, label: str) -> None:
        """Tap what is called so; where several lie there, or it costs something, choose it once more."""
        sheet = self.page.locator("#sheet[open]")
        if label.startswith(YES):
            sheet.get_by_role("button", name=label, exact=True).click()
            return
        here = self.place(label)
        expect(here).to_be_visible()
        here.click()
        again = sheet.locator(".choices").get_by_role("button", name=re.compile(rf"^{re.escape(label)}"))
        if again.count():
            again.first.click()

    def drags(self, label: str, target: str) -> None:
        """Drag what is called so to a target, which is there once it has been taken up."""
        mouse, piece = self.page.mouse, self.place(label).bounding_box()
        assert piece is not None
        mouse.move(piece["x"] + piece["width"] / 2, piece["y"] + piece["height"] / 2)
        mouse.down()
        mouse.move(piece["x"] + 2 * piece["width"], piece["y"], steps=5)
        expect(self.place(target)).to_be_visible()
        there = self.place(target).bounding_box()
        assert there is not None
        mouse.move(there["x"] + there["width"] / 2, there["y"] + there["height"] / 2, steps=5)
        mouse.up()

    def types(self, line: str) -> None:
        """Type a move into the form."""
        self.page.locator("#rows").get_by_role("button", name="Type a move").click()
        self.page.locator("#sheet input").fill(line)
        self.page.locator("#sheet").get_by_role("button", name="Send").click()

    def plays(self, shown: Shown, line: str) -> None:
        """A line of the table as it is shown."""
        self.at(shown.table.revision)
        way = taps(shown.entry, shown, line)
        if not way:
            self.types(line)
        for tap in way:
            self.taps(tap.label)
            if tap.path is not None:  # a person does not tap what is not visible yet
                self.at(shown.table.revision, tap.path)
        self.at(shown.table.revision + 1)

    def pixels(self) -> Any:
        """The size of the picture and the width of the page, for failure messages."""
        return self.page.evaluate(
            "() => [document.querySelector('#picture').clientWidth, document.documentElement.scrollWidth,"
            " document.documentElement.clientWidth]"
        )
