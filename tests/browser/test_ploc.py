"""Ploc in a browser: two people in two pages play two matches, by slash command and buttons alone.

Each is played on the page where it begins and where it ends; what lies between comes by a shortcut.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from bot.store import Status
from engine.core import Seat
from engine.ploc import GAME
from engine.ploc.model import Action, Deed, State, Verb
from tests.browser.conftest import Visit
from tests.browser.people import THE_END
from tests.browser.processes import Playground
from tests.browser.sitting import Sitting
from tests.engine.ploc.players import eager, game

pytestmark = pytest.mark.browser

BEGINNING = 4
"""Actions of a game before its middle: a turn."""

END = 5
"""Actions of a game after its middle: a turn, and the one that wins."""

PLAYED = 100
"""How many games are tried with a seed."""


def uneven(state: State, chance: Random) -> tuple[Seat, Action]:
    """Ann concedes match 1 in her second turn; in match 2 Ben pulls, and she had rather be pulled."""
    if state.match == 1 and state.turn.number > 2:
        return 0, Action(Verb.CONCEDE)
    return (eager if state.turn.seat else meek)(state, chance)


def meek(state: State, chance: Random) -> tuple[Seat, Action]:
    """Swaps that cost athletes, and else weakening."""
    (seat,) = GAME.to_act(state)
    column = state.sides[seat].column
    ways = [action for action in GAME.legal(state, seat) if action.verb in (Verb.USE, Verb.DONE)]
    gains = {Deed.HIT: 1, Deed.WEAKEN: 0}

    def gain(action: Action) -> int:
        swap = action.deed is Deed.SWAP
        return 1 + action.die - column[action.place] if swap else gains.get(action.deed or Deed.WEAKEN, 0)

    return seat, min(ways, key=lambda action: (gain(action), chance.random()))


def shortest(seed: str) -> list[str]:
    """The shortest of many games with this seed."""
    found = [list(game(0, seed, uneven, Random(number))) for number in range(PLAYED)]
    return [str(ply.action) for ply in min(found, key=len)]


@pytest.mark.slow
def test_two_people_play_two_matches(playground: Playground, database: Path, visit: Visit) -> None:
    pages = {name: visit(playground, name) for name in ("Ann", "Ben")}
    ann, ben = pages["Ann"], pages["Ben"]
    ann.opens("Ploc", side="0")
    expect(ben.message("would like Plockton")).to_be_visible()
    sitting = Sitting(database, pages)
    ben.insist(lambda: ben.click("Give them that side"), sitting.is_on)
    lines = shortest(sitting.current_table().table.seed)
    conceded = lines.index(str(Verb.CONCEDE))
    sitting.play_all(lines[:BEGINNING])
    sitting.skip(*lines[BEGINNING:conceded])
    sitting.play_all(lines[conceded : conceded + BEGINNING])
    sitting.skip(*lines[conceded + BEGINNING : -END])
    sitting.play_all(lines[-END:])
    assert sitting.current_table().table.status is Status.OVER
    state = sitting.state()
    winner = ("Ann", "Ben")[state.outcome.winners[0]]
    for person in pages.values():
        expect(person.board).to_contain_text(re.compile(rf"{winner} (goes berserk and )?wins for"))
        expect(person.board.locator(".component-button")).to_have_text(
            ["History", "Open board", "Luck", "Fair play", "Play again"]
        )
        person.sees_card(f"{winner} wins for")
        expect(person.card.locator("img")).to_be_visible()
    boards = ben.page.locator("article.channel-message").filter(has_text="Ploc · T1", has_not_text=THE_END)
    assert boards.count() == 1, "one board of a game"
