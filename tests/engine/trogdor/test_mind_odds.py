"""The odds before a decision, counted by hand: twenty quiet cards and those that are named."""

from __future__ import annotations

import pytest

from engine.mind import Odds
from engine.trogdor import GAME
from engine.trogdor.mind import MIND
from engine.trogdor.model import Verb
from tests.engine.trogdor.tables import Table, play_card, table

BESET = """
    .   .1  .   .   C
    .   .   .   .   .
    .   .D  .   .   .
    .   .   .   .   .
    C   .   .   .   C
"""
"""A knight two squares to the north of Trogdor; a quiet card leads him over b5, c5 and d5."""

KINDLED = """
    .   .1  .   .   C
    .   .   .   .   .
    .   .D  .   .   .
    .   .   .   .   .
    C   .   C#! .   C
"""

PEASANT = """
    .#  .#  .#  .#  C#
    .#  .#  .   .#  .#
    .#  .#  .#Dp .#  .#
    .#  .#  .#  .#  .#
    C#! .#  .#  .#  C#!
"""
"""A quiet card leads a runner from c3 over c2, d2 and e2, so that the last cottage can burn, and does not."""

LAKE = """
    .   .   .   .   C
    .   L   .   .   .
    .   .   .Dp .   .
    .   .   .   .   .
    C   .   .   .   C
"""

RESTORED = """
    .   .   .   .   C
    .   .   .#  .   .
    .   .   .p  .   .D
    .   .   .   .   .
    C   .   .   .   C
"""


def odds_by_action(made: Table) -> dict[tuple[str, str], Odds]:
    """The odds by key and action."""
    view = GAME.view(made.state, 0)
    return {(each.key, each.action): each for each in MIND.odds(view, GAME.legal(made.state, 0))}


@pytest.mark.rule("trogdor:knight-3")
def test_a_knight_who_comes_by_with_one_card_of_21() -> None:
    (struck) = odds_by_action(play_card(BESET, movement=("0 n sse",)))["struck", ""]
    assert struck.chance == pytest.approx(1 / 21)
    assert dict(struck.values) == {"square": "b3", "health": 4}
    assert struck.exact


@pytest.mark.rule("trogdor:archer-2")
def test_an_arrow_along_the_row() -> None:
    """A quiet card leads the archer from a4 over a3 and b3 to c3."""
    shown = BESET.replace(".1", ".").replace(".   .   .   .   .\n    C", ".a  .   .   .   .\n    C")
    assert odds_by_action(play_card(shown))["struck", ""].chance == 1


@pytest.mark.rule("trogdor:hide-2", "trogdor:card-block")
def test_block_keeps_everything_off() -> None:
    assert odds_by_action(play_card(BESET, card="block", movement=("0 n sse",)))["struck", ""].chance == 0


def test_every_square_that_he_can_go_to_is_told_with_the_way_there() -> None:
    made = play_card(BESET, movement=("0 n sse",))
    found = [each for key, each in odds_by_action(made).items() if key[0] == "struck-there"]
    ways = {str(action) for action in GAME.legal(made.state, 0) if action.verb is Verb.STEP}
    assert {each.action for each in found} == ways
    assert [each.chance for each in found] == sorted(each.chance for each in found)
    for each in found:
        gone = play_card(BESET, movement=("0 n sse",)).play(each.action)
        assert odds_by_action(gone)["struck", ""].chance == each.chance, each.action
        assert odds_by_action(gone)["struck", ""].values["square"] == each.values["square"]


@pytest.mark.rule("trogdor:knight-2")
def test_a_burning_cottage_that_a_knight_passes_is_put_out() -> None:
    mend = odds_by_action(play_card(KINDLED, movement=("0 n sse",)))["mend", ""]
    assert mend.chance == pytest.approx(20 / 21)
    assert dict(mend.values) == {"cottages": 1}
    assert ("mend", "") not in odds_by_action(play_card(KINDLED, "worchex disk"))


@pytest.mark.rule("trogdor:run-3")
def test_the_last_tile_is_on_the_way_of_all_runners_but_one() -> None:
    found = odds_by_action(play_card(PEASANT, movement=("0 n sse",)))
    end = found["run-end", "burn peasant"]
    assert end.chance == pytest.approx(20 / 21)
    assert dict(end.values) == {"tiles": 1}
    assert end.exact


@pytest.mark.rule("trogdor:run-2")
def test_one_runner_of_21_comes_to_the_lake() -> None:
    found = odds_by_action(play_card(LAKE, movement=("0 n wnw",)))
    assert found["run-lake", "burn peasant"].chance == pytest.approx(1 / 21)
    assert ("run-end", "burn peasant") not in found


@pytest.mark.rule("trogdor:march-2")
def test_a_peasant_repairs_with_one_card_of_21() -> None:
    repair = odds_by_action(play_card(RESTORED, movement=("0 n+ nne",)))["repair", ""]
    assert repair.chance == pytest.approx(1 / 21)
    assert dict(repair.values) == {"peasants": 1}
    assert ("repair", "") not in odds_by_action(play_card(RESTORED, "brovelade disk", movement=("0 n+ nne",)))


def test_nothing_is_told_when_the_game_is_over() -> None:
    made = play_card(BESET, health=0, movement=("0 n sse",)).play("finish")
    assert made.state.outcome
    assert MIND.odds(GAME.view(made.state, 0), ()) == ()


def test_each_card_says_how_he_stands_and_where_he_can_walk() -> None:
    made = table(BESET, hand=("block", "high-energy"), movement=("0 n sse",))
    found = {action: each for (key, action), each in odds_by_action(made).items() if key == "choose"}
    assert found.keys() == {"play block", "play high-energy", "discard block"}
    assert found["play block"].chance == 0
    values = {"points": 5, "square": "b3", "steps": 0, "least": 0}
    assert {**found["play block"].values, "points": 5} == values
    thrown = found["discard block"]
    assert thrown.chance == pytest.approx(1 / 21)
    assert (thrown.values["points"], thrown.values["least"], thrown.values["steps"]) == (5, 0, 1)
