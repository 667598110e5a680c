"""Rolling, rerolling, and what each die can do."""

from __future__ import annotations

import pytest

from engine.ploc.events import Hit, Rerolled, Rolled, Swapped, Weakened
from engine.ploc.model import Side, Use
from tests.engine.ploc.bouts import BROADFORD, PLOCKTON, bout

SIXES = "Plockton 6 3 6 15\n Broadford 2 2 3 7\n rolled 1 1 4"


def against(own: str, rolled: str, other: str = "2 2 3 5+2", athletes: str = "9") -> str:
    return f"Plockton {own} {athletes}\n Broadford {other}\n rolled {rolled}"


@pytest.mark.rule("ploc:roll-1")
def test_a_turn_begins_with_a_roll_of_the_free_dice() -> None:
    game = bout(chance="5 1 3").play("4a hit standing", "4b hit standing", "1c weaken", "done")
    assert game.of(Rolled) == [Rolled(BROADFORD, (5, 1, 3), rerolls=0)]
    assert (game.state.turn.seat, game.state.turn.number) == (BROADFORD, 2)


@pytest.mark.rule("ploc:roll-1")
def test_only_who_has_the_dice_uses_them() -> None:
    assert bout().legal(seat=BROADFORD) == ["concede", "resign"]
    assert bout().expect_refusal("4a swap", seat=BROADFORD).key == "not-your-turn"


@pytest.mark.rule("ploc:reroll-1")
@pytest.mark.parametrize(("column", "rerolls"), [("5 5 5", 0), ("6 1 1", 1), ("1 6 6", 2), ("6 6 6", 3)])
def test_each_six_of_the_own_column_is_a_reroll(column: str, rerolls: int) -> None:
    game = bout(f"Plockton 4 3 2 9\n Broadford {column} 7\n rolled 4 4 1", chance="1 2 3")
    game.play("4a swap", "4b swap", "1c swap", "done")
    assert game.of(Rolled)[0].rerolls == game.state.turn.rerolls == rerolls
    assert game.legal("reroll") == (["reroll 1", "reroll 2", "reroll 3"] if rerolls else [])


@pytest.mark.rule("ploc:reroll-1")
def test_sixes_of_the_other_column_are_of_no_use() -> None:
    game = bout("Plockton 4 3 2 9\n Broadford 6 6 6 7\n rolled 4 4 1")
    assert game.expect_refusal("reroll 4").key == "no-reroll"


@pytest.mark.rule("ploc:reroll-1")
def test_dice_are_rerolled_one_at_a_time_and_none_twice() -> None:
    game = bout(SIXES, chance="4 1").play("reroll 1")
    assert game.of(Rerolled) == [Rerolled(PLOCKTON, before=1, after=4)]
    assert game.state.turn.dice == (4, 1, 4)
    assert game.legal("reroll") == ["reroll 1", "reroll 4"]  # the 4 that was rolled at first
    game.play("reroll 4")
    assert game.state.turn.dice == (4, 1, 1)
    assert game.legal("reroll") == []
    assert game.expect_refusal("reroll 1").key == "no-reroll"


@pytest.mark.rule("ploc:reroll-1")
def test_a_die_that_was_rolled_again_keeps_its_value() -> None:
    game = bout(SIXES, chance="2").play("reroll 4")
    assert game.legal("reroll") == ["reroll 1"]
    refusal = game.expect_refusal("reroll 2")
    assert (refusal.key, refusal.rule) == ("rerolled-already", "ploc:reroll-1")


@pytest.mark.rule("ploc:reroll-1")
def test_three_sixes_are_good_for_each_die_once() -> None:
    game = bout("Plockton 6 6 6 15\n Broadford 2 2 3 7\n rolled 1 1 1", chance="1 1 1")
    game.play("reroll 1", "reroll 1", "reroll 1")
    assert game.state.turn.rerolled == (True, True, True)
    assert game.legal("reroll") == []


@pytest.mark.rule("ploc:reroll-1", "ploc:use-1")
def test_the_first_die_used_ends_the_rerolls() -> None:
    game = bout(SIXES).play("4b hit standing")
    assert game.legal("reroll") == []
    assert game.expect_refusal("reroll 1").key == "reroll-late"


@pytest.mark.rule("ploc:reroll-1", "ploc:berserk-1")
def test_so_does_berserk() -> None:
    game = bout("Plockton 6 1 1 15\n Broadford 2 2 3 7\n rolled 1 1 1").play("berserk 0")
    assert game.expect_refusal("reroll 1").key == "reroll-late"


@pytest.mark.rule("ploc:reroll-1", "ploc:swap-1")
def test_a_six_swapped_in_counts_from_the_next_turn_on() -> None:
    game = bout("Plockton 4 3 2 9\n Broadford 2 2 3 7\n rolled 6 4 1", chance="1 2 3  4 5 6")
    game.play("6a swap")
    assert game.legal("reroll") == []
    game.play("4b swap", "1c swap", "done", "1a weaken", "2b weaken", "3c weaken", "done")
    assert game.of(Rolled) == [Rolled(PLOCKTON, (4, 5, 6), rerolls=1)]


@pytest.mark.rule("ploc:reroll-1")
def test_a_six_swapped_away_counts_no_more() -> None:
    game = bout("Plockton 6 3 2 11\n Broadford 2 2 3 7\n rolled 5 4 1", chance="1 2 3  4 5 6")
    game.play("5a swap", "4b swap", "1c swap", "done", "1a weaken", "2b weaken", "3c weaken", "done")
    assert game.of(Rolled)[0].rerolls == 0


@pytest.mark.rule("ploc:use-1")
def test_each_die_meets_another_place() -> None:
    game = bout().play("4b swap")
    assert {line[1] for line in game.legal("4")} == {line[1] for line in game.legal("1")} == {"a", "c"}
    refusal = game.expect_refusal("1b weaken")
    assert (refusal.key, refusal.values) == ("place-taken", {"place": "b"})


@pytest.mark.rule("ploc:use-1")
def test_dice_are_used_in_any_order_each_once() -> None:
    game = bout().play("1c weaken", "4a hit lying")
    assert game.expect_refusal("1b swap").key == "no-such-die"
    game.play("4b swap")
    assert [use.die for use in game.state.turn.uses] == [2, 0, 1]
    assert game.expect_refusal("4b swap").key == "all-used"


@pytest.mark.rule("ploc:use-1", "ploc:weaken-1", "ploc:hit-2")
def test_one_die_can_lay_down_whom_the_next_removes() -> None:
    """A 2 beside a 4 hits nobody who stands."""
    game = bout(against("4 3 1", "2 1 1", "2 2 3 7"))
    assert game.expect_refusal("2a hit standing").key == "too-low"
    game.play("1b weaken", "2a hit lying")
    assert game.state.sides[BROADFORD] == Side((2, 2, 3), 6, 0)


@pytest.mark.rule("ploc:use-2")
def test_no_die_is_passed() -> None:
    game = bout().play("4a hit standing", "4b hit standing")
    assert "done" not in game.legal()
    assert (game.expect_refusal("done").key, game.expect_refusal("done").values) == ("not-done", {"left": 1})


@pytest.mark.rule("ploc:use-2")
def test_every_unused_die_has_a_swap_at_every_free_place() -> None:
    game = bout().play("4b swap")
    swaps = [line for line in game.legal() if line.endswith("swap")]
    assert swaps == ["4a swap", "4c swap", "1a swap", "1c swap"]


@pytest.mark.rule("ploc:use-2", "ploc:swap-3")
def test_a_swap_that_is_all_there_is_has_to_be_made_even_with_the_last_athlete() -> None:
    """Everybody of Broadford's lies, and the 1 reaches neither of the fours."""
    game = bout("Plockton 4 4 4 1\n Broadford 2 2 3 0+5\n rolled 1 1 1")
    assert game.legal() == ["1a swap", "1b swap", "1c swap", "offer", "concede", "resign"]


@pytest.mark.rule("ploc:hit-1")
@pytest.mark.parametrize(("die", "column", "able"), [(4, 4, True), (5, 4, True), (3, 4, False), (1, 1, True)])
def test_a_die_at_least_as_high_as_the_columns_hits(die: int, column: int, able: bool) -> None:
    game = bout(against(f"{column} 6 6", f"{die} 1 1", "2 2 3 7"))
    assert (f"{die}a hit standing" in game.legal()) is able


@pytest.mark.rule("ploc:hit-1")
def test_a_hit_removes_one_athlete_of_the_other_side() -> None:
    game = bout().play("4a hit standing")
    assert game.rope == "4 3 2  9 | 2 2 3  6"
    assert game.of(Hit) == [Hit(PLOCKTON, die=4, met=4, lying=False)]
    assert game.view.reserves == (9, 12)


@pytest.mark.rule("ploc:hit-1")
def test_a_hit_is_measured_against_the_own_column() -> None:
    game = bout("Plockton 6 6 6 9\n Broadford 1 1 1 7\n rolled 5 5 5")
    assert not [line for line in game.legal() if "hit" in line]


@pytest.mark.rule("ploc:hit-2")
@pytest.mark.parametrize(("die", "able"), [(1, False), (2, True), (3, True), (4, True), (5, True), (6, True)])
def test_up_to_two_lower_hits_who_lies(die: int, able: bool) -> None:
    """Beside a 4."""
    game = bout(against("4 6 6", f"{die} 1 1"))
    assert (f"{die}a hit lying" in game.legal()) is able
    assert (f"{die}a hit standing" in game.legal()) is (die >= 4)


@pytest.mark.rule("ploc:hit-2")
def test_a_hit_on_who_lies_leaves_those_who_stand() -> None:
    game = bout(against("4 6 6", "2 1 1")).play("2a hit lying")
    assert game.rope == "4 6 6  9 | 2 2 3  5+1"
    assert game.of(Hit) == [Hit(PLOCKTON, die=2, met=4, lying=True)]


@pytest.mark.rule("ploc:hit-3")
def test_a_high_die_removes_either_as_the_player_says() -> None:
    assert bout(against("4 3 2", "4 4 1")).play("4a hit standing").rope == "4 3 2  9 | 2 2 3  4+2"
    assert bout(against("4 3 2", "4 4 1")).play("4a hit lying").rope == "4 3 2  9 | 2 2 3  5+1"
    assert bout(against("4 3 2", "4 4 1")).expect_refusal("4a hit").key == "which-athlete"


@pytest.mark.rule("ploc:hit-3")
def test_with_one_kind_only_nothing_is_to_be_said() -> None:
    assert bout().play("4a hit").of(Hit)[0].lying is False
    assert bout(against("4 3 2", "4 4 1", "2 2 3 0+2")).play("4a hit").of(Hit)[0].lying is True


@pytest.mark.rule("ploc:swap-1")
@pytest.mark.parametrize(
    ("die", "column", "change"), [(4, 3, 2), (1, 2, 0), (3, 3, 1), (6, 1, 6), (1, 6, -4), (2, 4, -1)]
)
def test_a_swap_brings_one_and_the_difference(die: int, column: int, change: int) -> None:
    game = bout(against(f"{column} 5 5", f"{die} 1 1")).play(f"{die}a swap")
    assert game.state.sides[PLOCKTON] == Side((die, 5, 5), 9 + change)
    assert game.of(Swapped) == [Swapped(PLOCKTON, die, column, change)]
    assert game.state.turn.uses[0] == Use(0, 0, game.state.turn.uses[0].deed, column, change=change)


@pytest.mark.rule("ploc:swap-1")
def test_a_swap_leaves_the_other_side_alone() -> None:
    assert bout(against("4 3 2", "4 4 1")).play("1a swap").rope == "1 3 2  7 | 2 2 3  5+2"


@pytest.mark.rule("ploc:swap-2")
@pytest.mark.parametrize(
    ("die", "athletes", "after"),
    [
        (5, "4+3", "7+3"),  # two more than the column's 3, and one: they stand
        (2, "4+3", "4+3"),  # nobody comes, nobody goes
        (1, "4+3", "4+2"),  # one goes, who lay
        (1, "4", "3"),  # one goes, and all stand
    ],
)
def test_who_comes_stands_and_who_lies_goes_first(die: int, athletes: str, after: str) -> None:
    game = bout(against("3 5 5", f"{die} 1 1", athletes=athletes)).play(f"{die}a swap")
    assert game.rope.startswith(f"{die} 5 5  {after} |")


@pytest.mark.rule("ploc:swap-2")
def test_when_the_lying_are_too_few_standing_ones_go_as_well() -> None:
    game = bout(against("6 5 5", "1 1 1", athletes="4+3")).play("1a swap")
    assert game.rope.startswith("1 5 5  3 |")


@pytest.mark.rule("ploc:weaken-1")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_any_die_lays_one_athlete_down(die: int) -> None:
    game = bout(against("6 6 6", f"{die} 1 1")).play(f"{die}b weaken")
    assert game.rope == "6 6 6  9 | 2 2 3  4+3"
    assert game.of(Weakened) == [Weakened(PLOCKTON, die)]


@pytest.mark.rule("ploc:weaken-1")
def test_nobody_is_weakened_when_all_lie() -> None:
    game = bout(against("4 3 2", "4 4 1", "2 2 3 0+2"))
    assert not [line for line in game.legal() if line.endswith("weaken")]
    refusal = game.expect_refusal("1c weaken")
    assert (refusal.key, refusal.rule) == ("none-standing", "ploc:weaken-1")


@pytest.mark.rule("ploc:lying-1")
def test_who_lies_stays_down_through_the_turns() -> None:
    game = bout(chance="1 1 1  1 1 1").play("4a weaken", "4b weaken", "1c weaken", "done")
    assert game.rope.endswith("2 2 3  4+3")
    game.play("1a weaken", "1b weaken", "1c weaken", "done")
    assert game.rope == "4 3 2  6+3 | 2 2 3  4+3"


@pytest.mark.rule("ploc:lying-1")
def test_who_lies_still_pulls() -> None:
    game = bout("Plockton 4 3 2 9\n Broadford 2 2 3 0+1\n rolled 4 4 1").play("1c swap")
    assert game.state.outcome is None
    assert game.state.match == 1
