"""Strength against strength, and the coins that help."""

from __future__ import annotations

import pytest

from engine.thrag.events import CoinFlipped, Slain, Struck
from engine.thrag.model import Fight, Foe, Suit
from tests.engine.thrag.nights import night

UNEVEN = """
    red    5+3  coins 5 2
    green  2+2  coins -
    blue   3+0  coins 4
    black  2
"""
"""Strengths 8, 4 and 3 against a 2; green has no coin left."""


@pytest.mark.rule("thrag:fight-1", "thrag:fight-2")
def test_equal_strength_slays() -> None:
    """Tile 1 and die 3 against a 4 without a coin."""
    game = night().play("fight blue")
    assert game.of(Slain) == [Slain(Fight(Suit.BLUE, tile=1, die=3, own=4))]
    assert game.foe("blue") is None
    assert game.stack("blue").slain == (1,)
    assert game.view.left == 14


@pytest.mark.rule("thrag:fight-1", "thrag:fight-2", "thrag:coin-1")
def test_a_coin_is_added_to_the_die() -> None:
    """3 + 0 against 2 + 4: six against three."""
    game = night(UNEVEN).play("fight blue with blue")
    fight = game.of(Slain)[0].fight
    assert (fight.strength, fight.against, fight.damage) == (6, 3, 0)
    assert game.of(CoinFlipped) == [CoinFlipped(Suit.BLUE, 4)]


@pytest.mark.rule("thrag:fight-3")
def test_the_difference_is_the_damage_and_the_beast_stays() -> None:
    game = night().play("fight red")
    fight = game.of(Struck)[0].fight
    assert (fight.strength, fight.against, fight.damage) == (4, 5, 1)
    assert game.view.owed == 1
    assert game.foe("red") == Foe(3, 2)
    assert game.view.left == 15


@pytest.mark.rule("thrag:fight-3", "thrag:coin-1")
def test_a_coin_that_is_too_low_is_gone_too() -> None:
    """2 + 5 against 5 + 3."""
    game = night(UNEVEN).play("fight red with red")
    assert game.of(Struck)[0].fight.damage == 1
    assert game.pool("red") == (2,)


@pytest.mark.rule("thrag:fight-4")
def test_the_same_beast_can_be_fought_again_as_it_stands() -> None:
    game = night().play("fight red", "pay 2")
    assert {"fight red", "fight green", "fight blue"} <= set(game.legal("fight"))
    game.play("fight red with red")  # the null: 4 against 5 again
    assert game.of(Struck)[0].fight == Fight(Suit.RED, 3, 2, 4, Suit.RED, 0, 0)
    assert game.state.fights == 2


@pytest.mark.rule("thrag:fight-4")
def test_a_beast_that_was_slain_cannot_be_fought_again() -> None:
    game = night().play("fight blue")
    assert game.legal("fight blue") == []
    assert game.expect_refusal("fight blue").key == "no-beast"


@pytest.mark.rule("thrag:coin-1")
def test_the_top_coin_of_the_own_suit_is_flipped() -> None:
    game = night(UNEVEN).play("fight red with red")
    assert game.of(CoinFlipped) == [CoinFlipped(Suit.RED, 5)]


@pytest.mark.rule("thrag:coin-1", "thrag:coin-2")
def test_no_other_pool_serves_while_the_own_has_a_coin() -> None:
    game = night(UNEVEN)
    assert game.legal("fight red") == ["fight red", "fight red with red"]
    refusal = game.expect_refusal("fight red with blue")
    assert (refusal.key, refusal.near[:2]) == ("own-pool-first", ("fight red", "fight red with red"))


@pytest.mark.rule("thrag:coin-2")
def test_any_pool_serves_once_the_own_is_empty() -> None:
    game = night(UNEVEN)
    assert game.legal("fight green") == ["fight green", "fight green with red", "fight green with blue"]
    game.play("fight green with red")
    assert game.of(CoinFlipped) == [CoinFlipped(Suit.RED, 5)]
    assert game.of(Slain)[0].fight.suit is Suit.GREEN


@pytest.mark.rule("thrag:coin-2")
def test_coins_of_a_suit_without_beasts_are_reached_through_an_empty_pool_only() -> None:
    shown = """
        red    5+3
        green  2+2  coins -
        blue   -    slain 1..5  coins 1
        black  2
    """
    game = night(shown)
    assert game.legal("fight red") == ["fight red", "fight red with red"]
    assert "fight green with blue" in game.legal("fight green")
    assert game.view.coins == (6, 0, 1)


@pytest.mark.rule("thrag:coin-2")
def test_the_pool_is_looked_at_anew_before_each_fight() -> None:
    """The last blue coin is spent on blue; from then on red serves blue."""
    shown = UNEVEN.replace("3+0  coins 4", "3+5  coins 1")
    game = night(shown).play("fight blue with blue")
    assert game.legal("fight blue") == ["fight blue", "fight blue with red"]


@pytest.mark.rule("thrag:coin-3")
def test_a_flipped_coin_is_out_of_play_and_shown_with_its_fight_only() -> None:
    game = night(UNEVEN).play("fight blue with blue")
    assert game.view.fight is not None
    assert game.view.fight.coin == 4
    assert game.view.coins == (2, 0, 0)
    game.play("fight green with red")
    assert game.view.fight is not None
    assert (game.view.fight.pool, game.view.fight.coin) == ("red", 5)
    assert game.view.unseen is None


@pytest.mark.rule("thrag:coin-3")
def test_with_tracking_the_values_still_face_down_are_told_in_rising_order() -> None:
    game = night(UNEVEN, tracks=True)
    unseen = [game.view.unseen, game.play("fight red with red").view.unseen]
    assert unseen == [((2, 5), (), (4,)), ((2,), (), (4,))]


@pytest.mark.rule("thrag:null-1")
@pytest.mark.parametrize(("null_coin", "damage"), [(0, 1), (1, 0), (2, 0), (5, 0)])
def test_a_null_coin_adds_what_was_agreed_on(null_coin: int, damage: int) -> None:
    game = night(null_coin=null_coin).play("fight red with red")
    fight = game.view.fight
    assert fight is not None
    assert (fight.coin, fight.worth, fight.strength) == (0, null_coin, 4 + null_coin)
    assert fight.damage == damage


@pytest.mark.rule("thrag:null-1")
def test_nulls_on_dice_and_among_the_hit_points_stay_nulls() -> None:
    shown = """
        red    1+0  coins 0
        green  2+4
        blue   1+3
        black  0    coins 0 4
    """
    game = night(shown, null_coin=5)
    assert game.foe("red") == Foe(1, 0)
    game.play("fight red")
    fight = game.view.fight
    assert fight is not None
    assert (fight.strength, fight.against, fight.damage) == (0, 1, 1)
    assert game.view.hit_points == (0,)


@pytest.mark.rule("thrag:null-1", "thrag:coin-3")
def test_a_tracked_null_is_listed_as_a_null_whatever_it_is_worth() -> None:
    game = night(UNEVEN.replace("coins 5 2", "coins 0 2"), null_coin=3, tracks=True)
    assert game.view.unseen == ((0, 2), (), (4,))
