"""The three weapons, and what becomes of them."""

from __future__ import annotations

import pytest

from engine.thrag.events import PawnTurnedBlack, Rerolled
from engine.thrag.model import Foe, Suit
from tests.engine.thrag.nights import night

LAST_BLUE = """
    red    5+3
    green  2+5
    blue   3+0  slain 1 2 4 5
    black  3
"""
NO_BLUE = """
    red    5+3
    green  -    slain 1..5
    blue   -    slain 1..5
    black  3
"""


@pytest.mark.rule("thrag:pawn-1")
def test_a_pawn_rerolls_its_own_beast_and_the_new_value_stands() -> None:
    game = night(chance=(5,)).play("reroll red")
    assert game.of(Rerolled) == [Rerolled(Suit.RED, Suit.RED, before=2, after=5)]
    assert game.foe("red") == Foe(3, 5)
    assert game.state.die == 4
    assert game.view.pawns == ("green", "blue")


@pytest.mark.rule("thrag:pawn-1")
def test_a_pawn_is_spent_once() -> None:
    game = night(chance=(0, 1)).play("reroll red")
    assert game.legal("reroll") == ["reroll green", "reroll blue"]
    assert game.expect_refusal("reroll red").key == "pawn-spent"
    game.play("reroll green")
    assert game.legal("reroll") == ["reroll blue"]


@pytest.mark.rule("thrag:pawn-1")
def test_a_pawn_needs_its_beast_to_stand() -> None:
    game = night().play("fight blue")
    assert game.legal("reroll") == ["reroll red", "reroll green"]
    assert (game.expect_refusal("reroll blue").rule, game.expect_refusal("reroll blue").key) == (
        "thrag:pawn-1",
        "no-beast",
    )


@pytest.mark.rule("thrag:pawn-1")
def test_a_pawn_is_good_for_no_other_suit() -> None:
    assert "reroll red with blue" not in night().legal()
    assert night().expect_refusal("reroll black with blue").key == "pawn-not-black"


@pytest.mark.rule("thrag:pawn-2")
def test_a_pawn_turns_black_the_moment_its_fifth_beast_falls() -> None:
    game = night(LAST_BLUE, chance=(5,)).play("fight blue")
    assert game.of(PawnTurnedBlack) == [PawnTurnedBlack(Suit.BLUE)]
    assert game.view.black_pawns == ("blue",)
    assert game.legal("reroll") == ["reroll red", "reroll green", "reroll black with blue"]
    game.play("reroll black with blue")
    assert game.of(Rerolled) == [Rerolled(Suit.BLACK, Suit.BLUE, before=3, after=5)]
    assert game.state.die == 5
    assert game.view.pawns == ("red", "green")


@pytest.mark.rule("thrag:pawn-2")
def test_a_spent_pawn_does_not_turn_black() -> None:
    game = night(LAST_BLUE, spent="blue").play("fight blue")
    assert game.of(PawnTurnedBlack) == []
    assert game.view.black_pawns == ()
    assert game.expect_refusal("reroll black with blue").key == "pawn-spent"


@pytest.mark.rule("thrag:pawn-2", "thrag:setup-5")
def test_a_weapon_left_out_never_turns_black() -> None:
    game = night(LAST_BLUE, weapons="red").play("fight blue")
    assert game.of(PawnTurnedBlack) == []
    assert game.legal("reroll") == ["reroll red"]
    assert game.expect_refusal("reroll black with blue").key == "pawn-out"


@pytest.mark.rule("thrag:pawn-2")
def test_several_black_pawns_are_spent_one_by_one() -> None:
    game = night(NO_BLUE, chance=(1, 4))
    assert game.legal("reroll black") == ["reroll black with green", "reroll black with blue"]
    game.play("reroll black with green")
    assert (game.state.die, game.legal("reroll black")) == (1, ["reroll black with blue"])
    game.play("reroll black with blue")
    assert (game.state.die, game.legal("reroll black")) == (4, [])


@pytest.mark.rule("thrag:pawn-2")
def test_a_black_pawn_rerolls_no_beast() -> None:
    game = night(NO_BLUE)
    assert game.expect_refusal("reroll blue").key == "pawn-is-black"
    assert game.legal("reroll red") == ["reroll red"]


@pytest.mark.rule("thrag:pawn-3")
def test_a_pawn_can_be_spent_before_the_first_fight_and_between_fights() -> None:
    game = night(chance=(0, 0)).play("reroll green", "fight blue", "reroll red", "fight red")
    assert game.stack("red").slain == (3,)


@pytest.mark.rule("thrag:pawn-3")
def test_a_pawn_can_be_spent_after_the_last_fight_with_none_to_follow() -> None:
    game = night(chance=(5, 0, 0, 0, 0)).play("fight blue", "reroll red", "stop")
    assert game.state.turn == 2


@pytest.mark.rule("thrag:pawn-3", "thrag:pay-1")
def test_no_pawn_is_spent_while_damage_waits_to_be_paid() -> None:
    game = night().play("fight red")
    assert game.legal("reroll") == []
    assert game.expect_refusal("reroll red").key == "pay-first"


@pytest.mark.rule("thrag:pawn-3", "thrag:coin-1")
def test_a_coin_and_its_fight_are_one_action() -> None:
    """Nothing is asked between the flip and the result."""
    game = night().play("fight red with red")
    assert game.kinds() == ["CoinFlipped", "Struck"]


@pytest.mark.rule("thrag:pawn-3")
def test_a_reroll_changes_no_strength_that_was_fought() -> None:
    game = night(chance=(0,)).play("fight red", "pay 2", "reroll red")
    assert game.view.fight is None
    assert game.view.rerolled == "red"
    assert game.foe("red") == Foe(3, 0)
