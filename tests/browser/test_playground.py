"""The playground in a real browser: what people see there, and that it is what happened."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.people import Person, changed_squares
from tests.browser.processes import Playground

pytestmark = pytest.mark.browser

DOWN_THE_FILE_OF_E = {"E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9", "E10"}
ALONG_RANK_9 = {"G9", "F9", "E9", "D9"}
IN_LINE = {"H9", "J9"}
"""Those that stand behind the troll on G9."""


def seat_players(playground: Playground, visit: Visit) -> tuple[Person, Person]:
    """Ann with the dwarfs and Ben with the trolls, at a table that Ann has opened."""
    ann, ben = visit(playground, "Ann"), visit(playground, "Ben")
    ann.opens("Thud", side="0")
    waits = ben.message("Who's in?")
    expect(waits).to_be_visible()
    ben.insist(lambda: ben.click("Join"), lambda: waits.count() == 0)
    for person in (ann, ben):
        expect(person.board.locator("img")).to_be_visible()
    return ann, ben


def test_two_people_move_by_command_by_list_and_by_form(playground: Playground, visit: Visit) -> None:
    ann, ben = seat_players(playground, visit)
    start = ann.picture()

    ann.send("move", move="E2 to E10")
    ben.sees("E2 to E10", "Trolls")
    first = ben.picture()
    assert changed_squares(start, first) == DOWN_THE_FILE_OF_E

    ben.pick_and_see("G9", "Troll on G9: move to")
    asked = ben.picture(message=ben.aside)
    assert changed_squares(first, asked, turned=True) >= ALONG_RANK_9, "it is held as he sits"
    assert not {"F1", "H8", "J9", "K15"} & changed_squares(first, asked, turned=True)
    assert ann.picture() == ben.picture() == first, "what is chosen in private is seen by nobody else"
    ben.pick_and_play("D9")
    ann.sees("G9 to D9, takes E10", "Dwarfs")
    expect(ann.board).to_contain_text(
        "Ben shoved a troll from G9 to D9 (a line of 3). The dwarf on E10 is out."
    )
    second = ann.picture()
    assert changed_squares(first, second) == DOWN_THE_FILE_OF_E | ALONG_RANK_9 | IN_LINE

    ann.type_move("n4 n12")
    expect(ann.message("it's blocked, and nobody jumps.")).to_be_visible()
    assert ann.picture() == second
    ann.type_move("f1 f9")
    ben.sees("F1 to F9", "Trolls")
    assert {"F1", "F9", "E10"} <= changed_squares(second, ben.picture())


@pytest.mark.slow
def test_killed_and_started_again_it_shows_the_board_and_the_game_goes_on(
    database: Path, visit: Visit
) -> None:
    with Playground(database) as playground:
        ann, ben = seat_players(playground, visit)
        ann.type_move("e2 e10")
        ben.sees("E2 to E10", "Trolls")
        before = ben.picture()
        playground.kill()
    with Playground(database) as playground:
        ann, ben = visit(playground, "Ann"), visit(playground, "Ben")
        ben.sees("E2 to E10", "Trolls")
        assert ben.picture() == before
        ben.type_move("g9 d9")
        ann.sees("G9 to D9, takes E10", "Dwarfs")
        assert changed_squares(before, ann.picture()) == DOWN_THE_FILE_OF_E | ALONG_RANK_9 | IN_LINE
        assert playground.ask_to_end() == 0


@pytest.mark.slow
def test_refusals_come_in_private_words_and_there_is_one_board(playground: Playground, visit: Visit) -> None:
    ann, ben = seat_players(playground, visit)
    ben.type_move("g9 g10")
    said = ben.message("Only you can see this")
    expect(said).to_contain_text("It's Ann's turn. You'll get a ping when it's yours.")
    expect(said.get_by_role("button", name="Why?")).to_be_visible()
    expect(ann.page.get_by_text("It's Ann's turn.")).to_have_count(0)

    ann.pick_and_see("E2", "Dwarf on E2: move to")
    ann.pick_and_play("E10")
    ben.sees("E2 to E10", "Trolls")
    expect(ben.page.get_by_role("button", name="Type a move")).to_have_count(1)

    cleo = visit(playground, "Cleo")
    cleo.sees("E2 to E10", "Trolls")
    cleo.click("Resign")
    expect(cleo.message("You're watching this one")).to_be_visible()
    assert cleo.picture() == ben.picture()
