"""Somebody alone in a browser: against bots and with them, with hints, odds and the review afterwards."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from bot.session import Shown
from bot.store import Status
from engine.minds import MINDS
from tests.browser.conftest import Visit
from tests.browser.people import Person
from tests.browser.processes import Playground
from tests.browser.sitting import Sitting

pytestmark = pytest.mark.browser

WENNA: Final = "Wenna, the ferrywoman: thinks a little ahead"
PIP: Final = "Pip, the pot boy: plays at a glance"
THINKING: Final = 60_000
"""Milliseconds that a mind may take on a busy machine."""

PATIENCE: Final = 600
"""How often to look, ten times a second, before a bot counts as gone."""


def planned(shown: Shown, level: str = "odo") -> str:
    """What a sensible person would do for the first seat."""
    game, mind = shown.entry.game, MINDS[shown.table.game]
    view, legal = game.view(shown.state, 0), game.legal(shown.state, 0)
    return str(mind.plan(view, legal, mind.level(level), shown.table.head)[0])


def until(person: Person, sitting: Sitting, done: Callable[[Shown], bool]) -> Shown:
    """Wait for a table that is so."""
    for _ in range(PATIENCE):
        shown = sitting.shown()
        if done(shown):
            return shown
        person.page.wait_for_timeout(100)
    raise AssertionError(f"nothing has happened at {sitting.table()}")


def is_anns(shown: Shown) -> bool:
    return shown.table.status is Status.OVER or 0 in shown.entry.game.to_act(shown.state)


def played_out(person: Person, sitting: Sitting, line: Callable[[Shown], str] = planned) -> Any:
    """The state at the end of a game that Ann plays alone with bots."""
    while True:
        shown = until(person, sitting, is_anns)
        if shown.table.status is Status.OVER:
            return shown.state
        sitting.play(line(shown))


def test_a_few_moves_against_a_bot_with_a_hint_and_a_review(
    playground: Playground, database: Path, visit: Visit
) -> None:
    ann = visit(playground, "Ann")
    ann.send("play thud", level=WENNA, side="the dwarfs first")
    sitting = Sitting(database, {"Ann": ann})
    ann.page.wait_for_timeout(500)
    assert sitting.is_on()
    for _ in range(2):
        shown = until(ann, sitting, is_anns)
        sitting.play(planned(shown))
    until(ann, sitting, lambda shown: shown.table.plies == 4)
    expect(ann.board).to_contain_text("it is your move")
    ann.page.get_by_placeholder("Message #the-long-table").fill("/hint")
    ann.page.locator(".command-entry").get_by_text("/hint", exact=True).click()
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("button", name="Send", exact=True).click()
    expect(ann.message("Grete")).to_be_visible(timeout=THINKING)
    ann.send("move", move="resign")
    until(ann, sitting, lambda shown: shown.table.status is Status.OVER)
    expect(ann.card).to_contain_text(re.compile("Wenna|resign"), timeout=THINKING)


@pytest.mark.slow
def test_a_whole_game_of_ploc_against_a_bot(playground: Playground, database: Path, visit: Visit) -> None:
    ann = visit(playground, "Ann")
    ann.send("play ploc", level=PIP, side="Plockton, which begins match 1")
    sitting = Sitting(database, {"Ann": ann})
    ann.page.wait_for_timeout(500)
    state = played_out(ann, sitting)
    assert state.outcome.winners
    expect(ann.card).to_be_visible(timeout=THINKING)


@pytest.mark.slow
def test_a_whole_game_of_trogdor_with_two_bots(playground: Playground, database: Path, visit: Visit) -> None:
    ann = visit(playground, "Ann")
    ann.send("play trogdor", bots="2")
    sitting = Sitting(database, {"Ann": ann})
    ann.insist(lambda: ann.click("Start"), sitting.is_on)
    state = played_out(ann, sitting)
    assert state.outcome is not None
    assert {player.name for player in sitting.shown().table.players} == {"Ann", "Odo", "Odo 2"}
    expect(ann.card).to_be_visible(timeout=THINKING)
