"""How a night ends, and what a win is worth."""

from __future__ import annotations

import pytest

from engine.core import Outcome
from engine.thrag import GAME
from engine.thrag.events import Ended, Resigned
from tests.engine.thrag.nights import Night, night, over

DONE = "slain 1..5  coins -"


def last_beast(black: str = "black  4", red: str = "3+1  slain 1 2 4 5  coins 2", **more: object) -> Night:
    """One red beast is left of all."""
    shown = f"red {red}\n green - {DONE}\n blue - {DONE}\n {black}"
    return night(shown, **more)  # type: ignore[arg-type]


def two_left(black: str, coin: int, **more: object) -> Night:
    """A red 3+1 and a green 2+3 are left, and one coin."""
    shown = f"""
        red    3+1  slain 1 2 4 5  coins {coin}
        green  2+3  slain 1 3 4 5  coins -
        blue   -    {DONE}
        {black}
    """
    return night(shown, **more)  # type: ignore[arg-type]


@pytest.mark.rule("thrag:win-1")
def test_thrag_wins_the_moment_the_fifteenth_beast_falls() -> None:
    game = last_beast().play("fight red")
    assert game.kinds() == ["Slain", "PawnTurnedBlack", "Ended"]
    assert over(game) == ("win", True)
    assert game.state.outcome == Outcome("win", (0,), (12,))


@pytest.mark.rule("thrag:win-1", "thrag:exhaust-1")
def test_the_last_of_all_coins_can_win() -> None:
    game = last_beast("black  2").play("fight red with red")
    assert game.view.coins == (0, 0, 0)
    assert over(game) == ("win", True)


@pytest.mark.rule("thrag:win-1", "thrag:clock-1")
def test_a_win_in_the_twelfth_turn_is_a_win() -> None:
    game = last_beast(turn=12).play("fight red")
    assert game.state.outcome == Outcome("win", (0,), (1,))


@pytest.mark.rule("thrag:death-1")
def test_thrag_dies_of_more_damage_than_his_coins_cover() -> None:
    """6 hit points, 7 damage."""
    game = night("red 5+5\n green 2+0\n blue 1+5\n black 3").play("fight red")
    assert game.kinds() == ["Struck", "Ended"]
    assert over(game) == ("death", True)
    assert game.state.outcome == Outcome("death", (), (0,))


@pytest.mark.rule("thrag:exhaust-1")
def test_without_coins_thrag_goes_home_even_though_he_has_just_slain_one() -> None:
    """The green beast is 5 against a 4: a reroll could still have won the game."""
    game = two_left("black  4", 0).play("fight red with red")
    assert game.kinds() == ["CoinFlipped", "Slain", "PawnTurnedBlack", "Ended"]
    assert over(game) == ("exhaustion", True)


@pytest.mark.rule("thrag:exhaust-1")
def test_a_beast_in_a_stack_is_alive_too() -> None:
    game = last_beast(red="3+1  stack 5  slain 1 2 4  coins 2").play("fight red with red")
    assert game.ending == "exhaustion"
    assert game.of(Ended)[0].left == 1


@pytest.mark.rule("thrag:exhaust-1")
def test_with_a_coin_left_in_any_pool_thrag_goes_on() -> None:
    shown = "red 3+1 coins 0\n green 2+5 coins -\n blue - slain 1..5 coins 4\n black 4"
    game = night(shown).play("fight red with red")
    assert game.view.coins == (0, 0, 1)
    assert game.ending is None


@pytest.mark.rule("thrag:exhaust-2")
def test_when_the_last_coin_is_lost_no_payment_is_asked_for() -> None:
    """2 against 5 is 3 damage; the 3, the 4 or 1 and 2 would cover it."""
    game = two_left("black  1  coins 0 1 2 3 4", 1).play("fight green with red")
    assert game.kinds() == ["CoinFlipped", "Struck", "Ended"]
    assert over(game) == ("exhaustion", True)
    assert game.view.owed == 0
    assert game.view.hit_points == (0, 1, 2, 3, 4)


@pytest.mark.rule("thrag:exhaust-2", "thrag:pay-2")
def test_nor_is_a_single_way_paid() -> None:
    game = two_left("black  1", 1).play("fight green with red")
    assert game.ending == "exhaustion"
    assert game.view.hit_points == (0, 2, 4)


@pytest.mark.rule("thrag:exhaust-2", "thrag:death-1")
def test_damage_of_the_last_coin_that_cannot_be_covered_is_death() -> None:
    game = two_left("black  1  coins 0 2", 1).play("fight green with red")
    assert over(game) == ("death", True)


@pytest.mark.rule("thrag:breakfast-1", "thrag:clock-1", "thrag:turn-4")
def test_after_the_twelfth_turn_the_buffet_is_closed() -> None:
    game = night(turn=12, fights=1).play("stop")
    assert game.kinds() == ["TileTurned", "Escaped", "Escaped", "Escaped", "Advanced", "Ended"]
    assert over(game) == ("breakfast", True)


@pytest.mark.rule("thrag:breakfast-1", "thrag:turn-3")
def test_slaying_all_of_the_turn_is_not_enough_in_the_twelfth() -> None:
    game = last_beast(red="3+1  stack 5  slain 1 2 4", turn=12).play("fight red")
    assert game.ending == "breakfast"


@pytest.mark.rule("thrag:resign-1")
def test_thrag_can_give_up_before_a_fight_and_after_one() -> None:
    game = night(turn=3).play("resign")
    assert game.events == (Resigned(3, 15),)
    assert over(game) == ("resignation", True)
    assert over(night().play("fight blue", "resign")) == ("resignation", True)


@pytest.mark.rule("thrag:resign-1")
def test_thrag_can_give_up_while_he_owes() -> None:
    game = night().play("fight red")
    assert game.legal("resign") == ["resign"]
    assert over(game.play("resign")) == ("resignation", True)
    assert game.view.owed == 0


@pytest.mark.rule("thrag:score-1")
@pytest.mark.parametrize("turn", range(5, 13))
def test_a_win_is_worth_thirteen_less_the_turn(turn: int) -> None:
    game = last_beast(turn=turn).play("fight red")
    assert game.view.score == 13 - turn
    assert game.of(Ended)[0].score == 13 - turn
    assert game.state.outcome is not None
    assert game.state.outcome.points == (13 - turn,)


@pytest.mark.rule("thrag:score-1")
def test_a_loss_has_no_score() -> None:
    lost = night(turn=12, fights=1).play("stop")
    assert lost.view.score is None
    assert lost.state.outcome is not None
    assert lost.state.outcome.points == (0,)


@pytest.mark.rule("thrag:score-2")
@pytest.mark.parametrize(
    ("weapons", "spent", "pawns"),
    [("red green blue", "", 3), ("red green blue", "blue", 2), ("red", "", 1), ("", "", 0)],
)
def test_unspent_pawns_in_play_count_the_black_ones_too(weapons: str, spent: str, pawns: int) -> None:
    game = last_beast(weapons=weapons, spent=spent).play("fight red")
    assert game.of(Ended)[0].pawns == pawns
    assert len(game.view.pawns) == pawns


@pytest.mark.rule("thrag:hopeless-1")
@pytest.mark.parametrize(
    ("red", "turn", "lost"),
    [
        ("3+1  stack 5  slain 1 2 4", 12, True),  # two live, and this turn is the last
        ("3+1  stack 5  slain 1 2 4", 11, False),  # one now, one in turn 12
        ("3+1  stack 1 2 4 5", 9, True),  # five live, with turns 9 to 12
        ("3+1  stack 1 2 4 5", 8, False),
    ],
)
def test_a_suit_with_more_beasts_than_turns_cannot_be_beaten(red: str, turn: int, lost: bool) -> None:
    game = last_beast(red=red, turn=turn)
    assert game.view.lost is lost
    assert game.ending is None
    assert ("Too late to win" in GAME.text(game.view)) is lost


@pytest.mark.rule("thrag:hopeless-1")
def test_this_turn_does_not_count_for_a_suit_whose_beast_has_fallen() -> None:
    """Red has one beast left when its beast of turn 12 is slain, and no turn to meet it."""
    shown = "red 3+1 stack 5 slain 1 2 4\n green 2+5 slain 1 3 4 5\n blue - slain 1..5\n black 4"
    game = night(shown, turn=12)
    assert game.play("fight red").view.lost
    assert not night(shown, turn=11).play("fight red").view.lost


@pytest.mark.rule("thrag:hopeless-1")
def test_a_hopeless_game_goes_on() -> None:
    game = last_beast(red="3+1  stack 5  slain 1 2 4", turn=12)
    assert game.legal("fight") == ["fight red", "fight red with red"]
    assert game.play("fight red").ending == "breakfast"
