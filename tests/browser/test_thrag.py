"""One Man, Thrag! in a browser: a whole game won, and the end of a lost one, by command and buttons alone."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from bot.kernel.tables.export import options_of
from bot.store import Status
from tests.browser.conftest import Visit
from tests.browser.people import THE_END, Person
from tests.browser.processes import Playground
from tests.browser.sitting import Sitting
from tests.engine.thrag.players import Player, fickle, game, wild

pytestmark = pytest.mark.browser

LAST = 6
"""Actions before a game is lost that are played on the page."""

DEALT = 300
"""How many games are tried with a deal."""


def shortest(sitting: Sitting, player: Player, ending: str) -> list[str]:
    """The shortest of many games with this table's deal that end so.

    The test looks below the tiles, which no player can. So it knows the whole game beforehand.
    """
    table = sitting.current_table().table
    found = [list(game(options_of(table), table.seed, player, Random(number))) for number in range(DEALT)]
    ended = [plies for plies in found if getattr(plies[-1].state.outcome, "ending", "") == ending]
    return [str(ply.action) for ply in min(ended, key=len)]


def start_game(playground: Playground, database: Path, visit: Visit, **options: str) -> Sitting:
    """Start a table of Ann, with Ben as a spectator."""
    pages = {name: visit(playground, name) for name in ("Ann", "Ben")}
    pages["Ann"].opens("One Man, Thrag!", "Play", **options)
    sitting = Sitting(database, pages)
    for person in pages.values():
        expect(person.board).to_contain_text("who first?")
    assert sitting.is_on()
    return sitting


def check_ended(sitting: Sitting, told: str) -> None:
    """Check that all pages show the result, and only the buttons of a finished game."""
    shown = sitting.current_table()
    assert shown.table.status is Status.OVER
    for person in sitting.pages.values():
        expect(person.board).to_contain_text(told)
        expect(person.board.locator(".component-button")).to_have_text(
            ["History", "Open board", "Luck", "Fair play", "Play again"]
        )
        expect(person.card.locator("img")).to_be_visible()


def boards(person: Person) -> int:
    return (
        person.page.locator("article.channel-message")
        .filter(has_text="One Man, Thrag! · T1", has_not_text=THE_END)
        .count()
    )


@pytest.mark.slow
def test_a_game_is_won(playground: Playground, database: Path, visit: Visit) -> None:
    sitting = start_game(playground, database, visit, null_coin="5", track_coins="yes")
    assert json.loads(sitting.current_table().table.terms.options)["null_coin"] == 5
    sitting.play_all(shortest(sitting, fickle, "win"))
    check_ended(sitting, "Won! Ann gets Thrag home")
    assert boards(sitting.pages["Ben"]) == 1, "no one waits for her turns, so one message is edited"


@pytest.mark.slow
def test_a_game_is_lost(playground: Playground, database: Path, visit: Visit) -> None:
    sitting = start_game(playground, database, visit)
    lines = shortest(sitting, wild, "death")
    sitting.skip(*lines[:-LAST])
    sitting.play_all(lines[-LAST:])
    check_ended(sitting, "Lost. Thrag falls")
    assert boards(sitting.pages["Ben"]) == 1
