"""Koom Valley in a browser: a match of two people and a battle against a bot, from `/play` to the card.

Each is played on the page where something begins or ends; the plies between come by a shortcut.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import expect

from bot.store import Status
from tests.browser.conftest import Visit
from tests.browser.processes import Playground
from tests.browser.shortcut import best_line
from tests.browser.sitting import Sitting, sees
from tests.browser.test_bots import (
    PIP,
    ask_command,
    is_anns,
    is_later,
    played_out,
    until,
    wait_for_review,
)
from tests.playthroughs.golden import FILES, plies

pytestmark = pytest.mark.browser

MATCH = next(file for file in FILES if file.stem == "koom_battles")
"""Ann brings the Rock home in battle 1, and holds it in battle 2."""


@pytest.mark.slow
def test_two_people_play_a_match_to_its_card(playground: Playground, database: Path, visit: Visit) -> None:
    pages = {name: visit(playground, name) for name in ("Ann", "Ben")}
    ann, ben = pages["Ann"], pages["Ben"]
    ann.opens("Koom Valley", side="0")
    expect(ben.message("Koom Valley")).to_be_visible()
    sitting = Sitting(database, pages)
    ben.insist(lambda: ben.click("Join"), sitting.is_on)
    played = plies(MATCH.read_text(encoding="utf-8"))[1]
    lines = [str(ply.action) for ply in played]
    over = next(number for number, ply in enumerate(played, 1) if ply.state.battle == 2)
    for line in lines[:2]:
        sitting.play(line)
    # The Rock by its own button, then from the list of where it can go.
    before = sitting.current_table()
    sees(ann, before)
    assert lines[2].startswith("R")
    asks = ann.aside.filter(has_text="push it to")
    ann.insist(lambda: ann.click("Push the Rock"), lambda: asks.count() > 0)
    ann.pick_and_play(lines[2].partition("-")[2])
    ann.insist(ann.ready, partial(is_later, sitting, before))
    sitting.look()
    sitting.skip(*lines[3 : over - 1])
    sitting.play_all(lines[over - 1 : over + 1])
    sitting.skip(*lines[over + 1 : -2])
    sitting.play_all(lines[-2:])
    shown = sitting.current_table()
    assert shown.table.status is Status.OVER
    outcome = sitting.state().outcome
    assert (outcome.winners, outcome.points) == ((0,), (2, 0))
    for person in pages.values():
        expect(person.board).to_contain_text("Ann wins the match, 2 : 0.")
        person.sees_card("Ann wins the match, 2 : 0")
        expect(person.card.locator("img")).to_be_visible()


@pytest.mark.slow
def test_a_battle_against_a_bot_with_a_hint_and_its_review(
    playground: Playground, database: Path, visit: Visit, tmp_path: Path
) -> None:
    ann = visit(playground, "Ann")
    ann.opens("Koom Valley", bot=PIP, side="0", battles="1")
    sitting = Sitting(database, {"Ann": ann})
    ann.insist(ann.ready, sitting.is_on)
    sitting.play(best_line(until(ann, sitting, is_anns)))
    until(ann, sitting, lambda shown: shown.table.plies == 2)
    ask_command(ann, "hint", ": a hint")
    until(ann, sitting, is_anns)
    sitting.skip(level="wenna")
    state = played_out(ann, sitting, partial(best_line, level="wenna"))
    assert state.outcome.winners == (0,)
    sitting.look()
    expect(ann.board).to_contain_text("Ann wins")
    ann.sees_card("Ann wins")
    expect(wait_for_review(ann, tmp_path / "review.png")).to_contain_text("Grete estimates that")
