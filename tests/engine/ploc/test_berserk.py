"""Three equal dice, and what can be taken back."""

from __future__ import annotations

import pytest

from engine.ploc.events import TookBack, TurnPassed, WentBerserk
from engine.ploc.model import Side
from tests.engine.ploc.bouts import BROADFORD, PLOCKTON, bout, with_dice


def equal(dice: str = "2 2 2", column: str = "4 3 2", other: str = "7") -> str:
    return f"Plockton {column} 9\n Broadford 2 2 3 {other}\n rolled {dice}"


@pytest.mark.rule("ploc:berserk-1")
def test_three_equal_dice_that_reach_the_lowest_of_the_column_remove_four() -> None:
    """The text's example: 2, 2 and 2 with a lowest of 2."""
    game = bout(equal()).play("berserk 0")
    assert game.rope == "4 3 2  9 | 2 2 3  3"
    assert game.of(WentBerserk) == [WentBerserk(PLOCKTON, 2, standing=4, lying=0)]
    assert game.state.turn.berserk == (0, 4)


@pytest.mark.rule("ploc:berserk-1")
@pytest.mark.parametrize(
    ("dice", "column", "able"),
    [
        ("3 3 3", "4 4 2", True),  # more than the lowest
        ("1 1 1", "4 3 2", False),  # less
        ("2 2 3", "2 2 2", False),  # not equal
        ("1 1 1", "6 6 1", True),
        ("5 5 5", "6 6 6", False),
    ],
)
def test_berserk_asks_for_equal_dice_and_the_lowest_of_the_column(dice: str, column: str, able: bool) -> None:
    game = bout(equal(dice, column))
    assert (game.legal("berserk") == ["berserk 0"]) is able
    assert game.view.berserk is able


@pytest.mark.rule("ploc:berserk-1")
def test_fewer_than_four_are_all_removed() -> None:
    game = bout(equal(other="2+1"), chance="1 1 1  2 2 2  1 2 3")
    assert game.legal("berserk") == ["berserk 1"]
    game.play("berserk 1")
    assert game.of(WentBerserk) == [WentBerserk(PLOCKTON, 2, standing=2, lying=1)]
    assert game.state.match == 2


@pytest.mark.rule("ploc:berserk-1")
def test_berserk_takes_the_place_of_all_three_dice() -> None:
    game = bout(equal()).play("berserk 0")
    assert game.legal() == ["undo", "done", "offer", "concede", "resign"]
    assert game.expect_refusal("2a swap").key == "all-used"
    assert game.expect_refusal("berserk 0").key == "berserk-late"


@pytest.mark.rule("ploc:berserk-2")
@pytest.mark.parametrize(
    ("other", "choices"),
    [
        ("7", [0]),
        ("6+1", [0, 1]),
        ("3+4", [1, 2, 3, 4]),
        ("1+6", [3, 4]),
        ("0+7", [4]),
        ("4+4", [0, 1, 2, 3, 4]),
        ("2+2", [2]),
        ("1+1", [1]),
    ],
)
def test_the_player_says_how_many_of_the_removed_were_lying(other: str, choices: list[int]) -> None:
    assert bout(equal(other=other)).legal("berserk") == [f"berserk {lying}" for lying in choices]


@pytest.mark.rule("ploc:berserk-2")
def test_those_who_were_named_are_removed() -> None:
    assert bout(equal(other="3+4")).play("berserk 2").state.sides[BROADFORD] == Side((2, 2, 3), 1, 2)


@pytest.mark.rule("ploc:berserk-2")
def test_dice_that_are_equal_after_a_reroll_do_as_well() -> None:
    game = bout("Plockton 6 3 2 11\n Broadford 2 2 3 7\n rolled 2 5 2", chance="2")
    assert not game.view.berserk
    assert game.play("reroll 5").legal("berserk") == ["berserk 0"]


@pytest.mark.rule("ploc:berserk-2")
def test_dice_that_were_equal_before_a_reroll_do_not() -> None:
    game = bout("Plockton 6 3 2 11\n Broadford 2 2 3 7\n rolled 2 2 2", chance="5").play("reroll 2")
    assert game.legal("berserk") == []


@pytest.mark.rule("ploc:berserk-2")
def test_the_column_is_judged_before_any_die_is_used() -> None:
    """The 1 swapped in would be low enough, but a die was used."""
    game = bout(equal("1 1 1")).play("1c swap")
    assert game.state.sides[PLOCKTON].column == (4, 3, 1)
    assert game.expect_refusal("berserk 0").key == "berserk-late"


@pytest.mark.rule("ploc:berserk-2")
def test_berserk_is_never_forced() -> None:
    game = bout(equal()).play("2c hit standing", "2a weaken", "2b swap")
    assert game.rope == "4 2 2  9 | 2 2 3  5+1"


@pytest.mark.rule("ploc:done-1")
def test_the_turn_passes_when_it_is_confirmed_and_not_before() -> None:
    game = bout(chance="5 5 1").play("4a hit standing", "4b hit standing", "1c swap")
    assert game.state.turn.seat == PLOCKTON
    assert game.view.complete
    game.play("done")
    assert game.of(TurnPassed) == [TurnPassed(PLOCKTON, 1)]
    assert (game.state.turn.seat, game.state.turn.dice) == (BROADFORD, (5, 5, 1))
    assert game.state.last is not None
    assert [use.place for use in game.state.last.uses] == [0, 1, 2]


@pytest.mark.rule("ploc:done-1")
def test_the_dice_come_back_turn_by_turn() -> None:
    game = bout(chance="5 5 1  2 3 4").play("4a swap", "4b swap", "1c swap", "done")
    game.play("5a weaken", "5b weaken", "1c weaken", "done")
    assert (game.state.turn.seat, game.state.turn.number) == (PLOCKTON, 3)


@pytest.mark.rule("ploc:undo-1")
def test_dice_are_taken_back_one_by_one() -> None:
    game = bout()
    ropes = [game.rope, *(game.play(line).rope for line in ("4b swap", "1c weaken", "4a hit lying"))]
    assert len(set(ropes)) == 4
    for rope in reversed(ropes[:-1]):
        game.play("undo")
        assert game.events == (TookBack(PLOCKTON),)
        assert game.rope == rope
    assert game.expect_refusal("undo").key == "nothing-to-undo"
    assert game.state == bout().state


@pytest.mark.rule("ploc:undo-1", "ploc:berserk-1")
def test_berserk_is_taken_back() -> None:
    game = bout(equal(other="3+4")).play("berserk 2", "undo")
    assert game.state == bout(equal(other="3+4")).state
    assert game.legal("berserk")


@pytest.mark.rule("ploc:undo-1")
def test_a_die_taken_back_can_be_used_otherwise() -> None:
    game = bout().play("4a hit standing", "undo", "4a swap", "1b weaken", "4c hit lying")
    assert game.view.complete
    assert game.rope == "4 3 2  10 | 2 2 3  6"


@pytest.mark.rule("ploc:undo-1", "ploc:reroll-1")
def test_rerolls_are_not_taken_back() -> None:
    six = "Plockton 6 3 2 11\n Broadford 2 2 3 7\n rolled 2 5 2"
    game = bout(six, chance="4").play("reroll 5")
    assert game.expect_refusal("undo").key == "nothing-to-undo"
    assert game.play("2c swap", "undo").state.turn.dice == (2, 4, 2)


@pytest.mark.rule("ploc:undo-1", "ploc:reroll-1")
def test_with_every_die_taken_back_there_are_rerolls_again() -> None:
    six = "Plockton 6 3 2 11\n Broadford 2 2 3 7\n rolled 2 5 2"
    assert bout(six).play("2c swap", "undo").legal("reroll") == ["reroll 2", "reroll 5"]


@pytest.mark.rule("ploc:undo-1", "ploc:done-1")
def test_nothing_is_taken_back_of_a_turn_that_was_confirmed() -> None:
    game = bout(chance="5 5 1").play("4a swap", "4b swap", "1c swap", "done")
    assert game.expect_refusal("undo").key == "nothing-to-undo"
    assert game.expect_refusal("undo", seat=PLOCKTON).key == "not-your-turn"


@pytest.mark.rule("ploc:undo-1", "ploc:match-1")
def test_nothing_is_taken_back_of_a_match_that_was_decided() -> None:
    game = with_dice(bout(equal(other="1")), "1 2 3  4 5 6  1 1 1").play("2c hit standing")
    assert game.state.match == 2
    assert game.expect_refusal("undo").key == "nothing-to-undo"
