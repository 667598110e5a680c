"""In the browser: Ann prepares six lines, Ben plays what she foresaw, and her answers come by themselves."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.people import Person
from tests.browser.processes import Playground
from tests.browser.test_playground import seat_players

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LINES = (("G7", "F7"), ("G2", "G1"), ("F7", "G7"), ("G1", "G2"), ("G7", "F7"), ("G2", "G1"))
"""Ben's foreseen moves and Ann's answers, by turns: from and to."""


PHONE = 390
"""The width of the page, in pixels, where what is prepared has little room."""


def take(ann: Person, piece: str, target: str) -> None:
    """A move picked on the board as it would stand."""
    taken = ann.aside.get_by_role("button", name="Take this move", exact=True)
    back = ann.aside.get_by_role("button", name="Back", exact=True)
    ann.insist(partial(ann.pick, piece, ann.aside), lambda: back.count() > 0)
    ann.insist(partial(ann.pick, target, ann.aside), lambda: taken.count() > 0)
    ann.insist(lambda: taken.click(timeout=1000), lambda: taken.count() == 0)


def presses(ann: Person, label: str, then: str) -> None:
    """A button of the private message, until it says so."""
    key = ann.aside.get_by_role("button", name=label, exact=True)
    ann.insist(lambda: key.click(timeout=1000), lambda: ann.aside.filter(has_text=then).count() > 0)


def test_six_prepared_lines_are_entered_and_played(
    playground: Playground, visit: Visit, tmp_path: Path
) -> None:
    ann, ben = seat_players(playground, visit)
    ann.type_move("g1 g2")
    ben.sees("G1 to G2", "Trolls")
    ann.click("More")
    ann.click("Prepared")
    ann.page.set_viewport_size({"width": PHONE, "height": 900})
    presses(ann, "Prepare an answer", "What might Ben play?")
    ann.aside.screenshot(path=tmp_path / "foresee.png")
    for number, (piece, target) in enumerate(LINES):
        take(ann, piece, target)
        name = "answer" if number % 2 == 0 else "kept"
        ann.ready()
        ann.aside.screenshot(path=tmp_path / f"{number}-{name}.png")
        if number in (1, 3):
            presses(ann, "And then?", "What might Ben play?")
    presses(ann, "All prepared", "Only you see this.")
    ann.aside.screenshot(path=tmp_path / "list.png")
    for number, ((piece, target), (home, there)) in enumerate(zip(LINES[::2], LINES[1::2], strict=True)):
        ben.type_move(f"{piece} {target}")
        ben.sees(f"{home} to {there}", "Trolls")
        expect(ben.board).to_contain_text("had this answer prepared")
        ben.page.set_viewport_size({"width": PHONE, "height": 900})
        ben.ready()
        ben.board.screenshot(path=tmp_path / f"played-{number}.png")
        ben.page.set_viewport_size({"width": 1280, "height": 900})
