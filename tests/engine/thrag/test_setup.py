"""What lies on the table when a game begins, and what the options change."""

from __future__ import annotations

import pytest

from engine.core import BadOption, read_settings
from engine.rng import SeededRng
from engine.thrag import GAME
from engine.thrag.model import BEASTS, Foe, Suit
from tests.engine.thrag.nights import Night, new_night, night


def deal_night(seed: str, **given: str) -> Night:
    rng = SeededRng(seed)
    return Night(GAME.start(read_settings(GAME, given, 1), 1, rng), rng)


@pytest.mark.rule("thrag:setup-1")
def test_the_clock_begins_with_twelve_turns_to_go() -> None:
    game = new_night(0, 0, 0, 0)
    assert game.state.turn == 1
    assert GAME.text(game.view).startswith("Turn 1 of 12,")


@pytest.mark.rule("thrag:setup-2")
def test_the_stacks_hold_one_to_five_of_each_suit() -> None:
    game = deal_night("any")
    for suit, foe in zip(BEASTS, game.state.foes, strict=True):
        assert foe is not None
        assert sorted((foe.tile, *game.stack(suit).pile)) == [1, 2, 3, 4, 5]
    assert sorted(game.stack("black").pile) == [1, 2, 3, 4, 5]
    assert game.view.left == 15


@pytest.mark.rule("thrag:setup-2", "thrag:setup-3")
def test_stacks_and_coins_are_in_another_order_in_another_game() -> None:
    games = [deal_night(str(seed)).state for seed in range(40)]
    assert len({tuple(stack.pile for stack in state.stacks) for state in games}) > 30
    assert len({state.pools for state in games}) > 30
    assert len({state.black.pile for state in games}) > 20


@pytest.mark.rule("thrag:setup-2")
def test_dice_show_null_to_five() -> None:
    games = [deal_night(str(seed)).state for seed in range(100)]
    assert {state.die for state in games} == {0, 1, 2, 3, 4, 5}
    assert {foe.die for state in games for foe in state.foes if foe} == {0, 1, 2, 3, 4, 5}


@pytest.mark.rule("thrag:setup-3")
def test_each_suit_of_beasts_has_six_attack_coins() -> None:
    game = deal_night("any")
    assert [sorted(pool) for pool in game.state.pools] == [[0, 1, 2, 3, 4, 5]] * 3
    assert game.view.coins == (6, 6, 6)


@pytest.mark.rule("thrag:setup-4")
def test_null_two_and_four_are_hit_points_and_the_others_can_be_healed() -> None:
    game = new_night(0, 0, 0, 0)
    assert game.view.hit_points == (0, 2, 4)
    assert game.view.healing_pool == (1, 3, 5)


@pytest.mark.rule("thrag:turn-1")
def test_the_dice_are_rolled_in_the_order_red_green_blue_black() -> None:
    game = new_night(5, 4, 3, 2)
    assert game.state.foes == (Foe(1, 5), Foe(1, 4), Foe(1, 3))
    assert game.state.die == 2


@pytest.mark.rule("thrag:setup-5")
@pytest.mark.parametrize(
    ("word", "pawns"),
    [
        ("all", ("red", "green", "blue")),
        ("none", ()),
        ("red", ("red",)),
        ("green", ("green",)),
        ("blue", ("blue",)),
        ("red-green", ("red", "green")),
        ("red-blue", ("red", "blue")),
        ("green-blue", ("green", "blue")),
    ],
)
def test_weapons_are_the_pawns_in_play(word: str, pawns: tuple[str, ...]) -> None:
    game = new_night(0, 0, 0, 0, weapons=word)
    assert game.view.pawns == game.view.weapons == pawns
    assert game.legal("reroll") == [f"reroll {pawn}" for pawn in pawns]


@pytest.mark.rule("thrag:setup-5", "thrag:null-1")
def test_a_game_without_options_is_played_with_all_pawns_and_plain_nulls() -> None:
    state = deal_night("any").state
    assert state.weapons == (Suit.RED, Suit.GREEN, Suit.BLUE)
    assert (state.null_coin, state.tracks) == (0, False)


@pytest.mark.rule("thrag:null-1")
def test_a_null_is_worth_five_at_most() -> None:
    assert deal_night("any", null_coin="5").state.null_coin == 5
    with pytest.raises(BadOption):
        deal_night("any", null_coin="6")


def test_positions_are_written_as_they_are_read() -> None:
    game = night("""
        red    5+3  stack 4  discards 2   coins 3 0
        green  -    slain 1..5            coins -
        blue   1+0
        black  2    stack 3 1             coins 4 0
    """)
    assert game.foe("red") == Foe(5, 3)
    red, green, blue, black = (game.stack(suit) for suit in Suit)
    assert (red.pile, red.discards, red.slain) == ((4,), (2, 1, 3), ())
    assert (green.pile, green.discards, green.slain) == ((), (), (1, 2, 3, 4, 5))
    assert (blue.pile, blue.discards) == ((2, 3, 4, 5), ())
    assert (black.pile, black.discards) == ((3, 1), (2, 4, 5))
    assert game.state.pools == ((3, 0), (), (0, 1, 2, 3, 4, 5))
    assert game.state.flipped[0] == (1, 2, 4, 5)
    assert game.state.hit_points == (0, 4)
