"""The action cards whose effect comes before the actions."""

from __future__ import annotations

import pytest

from engine.trogdor.cards import Card
from engine.trogdor.events import Chomped, Damaged, EffectUsed, HammerEntered, Moved, TileBurned, Warped
from engine.trogdor.model import Phase
from tests.engine.trogdor.tables import play_card

CROWD = """
    C  . .p . T
    .p F .  L .
    .  . .D . .
    M  . .  . .
    T  . .  . .ap
"""


@pytest.mark.rule("trogdor:ruling-15")
@pytest.mark.parametrize("card", ["jhonka-help", "majesty", "tunnel-warp", "wingaling"])
def test_before_is_until_the_first_point_is_spent(card: str) -> None:
    game = play_card(CROWD, "hardybardy fireballs", card=card)
    assert game.legal("card")
    game.play("item b2")
    assert game.legal("card")
    points = game.state.turn.points
    assert game.play("step n").state.turn.points == points - 1
    assert game.legal("card") == []
    assert game.expect_refusal("card c1").key == "effect-too-late"


@pytest.mark.rule("trogdor:ruling-15")
@pytest.mark.parametrize("card", ["jhonka-help", "majesty", "tunnel-warp", "wingaling"])
def test_an_effect_before_the_actions_can_be_left_out(card: str) -> None:
    game = play_card(CROWD, card=card).play("finish")
    assert game.state.turn.number == 2


@pytest.mark.rule("trogdor:card-jhonka-help", "trogdor:ruling-13")
def test_jhonka_eats_any_peasant_of_the_board_for_nothing() -> None:
    game = play_card(CROWD, card="jhonka-help")
    assert game.legal("card") == ["card c1", "card a2", "card e5"]
    game.play("card e5")
    assert game.looks("C . .p . T  .p F . L .  . . .D . .  M . . . .  T . . . .a")
    assert game.events == (EffectUsed(0, Card.JHONKA_HELP), Chomped(0, 24, 5))
    assert (game.board.health, game.board.void, game.state.turn.points) == (5, 0, 5)
    assert game.legal("card") == []


@pytest.mark.rule("trogdor:card-jhonka-help", "trogdor:win-1")
def test_jhonkas_bite_can_win() -> None:
    burned = "C#! .# .# .# C#!  .# .# .# .# .#  .# .# .#D .# .#  .# .# .# .# .#  .#p .# .# .# C#!a"
    game = play_card(burned, card="jhonka-help").play("card a5")
    assert game.state.outcome is not None
    assert game.state.outcome.ending == "victory"


@pytest.mark.rule("trogdor:ruling-15", "trogdor:card-jhonka-help", "trogdor:card-majesty")
@pytest.mark.parametrize("card", ["jhonka-help", "majesty"])
def test_a_card_without_anything_to_aim_at_can_be_played(card: str) -> None:
    burned = "C# .# .# .# .#  .# .# .# .# .#  .# .# .#D .# .#  .# .# .# .# .#  .# .# .# .# .#a"
    game = play_card(burned, card=card)
    assert game.state.turn.points == 5
    assert game.legal("card") == []
    assert game.legal("step") == ["step n", "step e", "step s", "step w"]


@pytest.mark.rule("trogdor:card-majesty", "trogdor:range-1")
def test_majesty_burns_any_tile_for_nothing() -> None:
    game = play_card(CROWD.replace("F", "F#"), card="majesty")
    assert len(game.legal("card")) == 24
    assert "card b2" not in game.legal("card")
    game.play("card a5")
    assert game.of(TileBurned) == [TileBurned(20, "card")]
    assert (game.state.turn.points, game.legal("card")) == (5, [])


@pytest.mark.rule("trogdor:card-majesty", "trogdor:range-1", "trogdor:ruling-26")
def test_majesty_burns_the_far_lake_whatever_is_around_it() -> None:
    game = play_card(CROWD, card="majesty").play("card d2")
    assert game.of(TileBurned) == [TileBurned(8, "card")]


@pytest.mark.rule("trogdor:range-1", "trogdor:card-majesty")
def test_majesty_burns_a_cottages_tile_but_neither_cottages_nor_peasants() -> None:
    ready = "C#p .# . . .  .# .# . . .  . . .D . .  . . . . C  . . . . .a"
    game = play_card(ready, card="majesty")
    assert "card e4" in game.legal("card")
    assert not [line for line in game.legal("card") if "a1" in line or "peasant" in line or "cottage" in line]


@pytest.mark.rule("trogdor:ruling-27", "trogdor:ruling-50b")
@pytest.mark.parametrize(
    ("shown", "burns"),
    [
        (". . . . .  . . .# . .  . .# LD . .  . . .# . .  . . . . .a", False),
        (". . . . .  . . .# . .  . .# LD .# .  . . .# . .  . . . . .a", True),
    ],
)
def test_majesty_on_the_lake_under_his_feet_keeps_its_condition(shown: str, *, burns: bool) -> None:
    assert ("card c3" in play_card(shown, card="majesty").legal("card")) is burns


@pytest.mark.rule("trogdor:card-majesty")
def test_majesty_burns_the_tile_under_his_feet() -> None:
    assert "card c3" in play_card(CROWD, card="majesty").legal("card")


@pytest.mark.rule("trogdor:card-tunnel-warp", "trogdor:ruling-30")
def test_a_tunnel_changes_places_with_another_tile_and_all_that_is_on_the_two() -> None:
    game = play_card(
        """
        T#1p . . .   .
        .    . . .   .
        .    . . L   .
        .    . . .   .
        .    . T F2Dhapp .
        """,
        card="tunnel-warp",
    ).play("card a1 d5")
    assert game.looks(
        """
        F2Dhapp . . . .
        .       . . . .
        .       . . L .
        .       . . . .
        .       . T T#1p .
        """
    )
    assert game.of(Warped) == [Warped(0, 23)]
    assert game.state.turn.points == 5


@pytest.mark.rule("trogdor:ruling-30", "trogdor:ruling-18", "trogdor:move-2")
def test_to_be_carried_is_neither_a_visit_nor_a_meeting() -> None:
    """Trogdor rides on a tunnel onto the place of a forest; nothing is charged, and nobody hurts him."""
    shown = ". . . . F12  . . . . .  . . TD . .  . . . . .  T . . . .a"
    for item in ("beans", "baubles"):
        game = play_card(shown, f"hardybardy {item}", card="tunnel-warp", charged=False).play("card c3 e1")
        assert game.looks(". . . . TD  . . . . .  . . F12 . .  . . . . .  T . . . .a")
        assert not game.active.charged
        assert game.of(Damaged) == []


@pytest.mark.rule("trogdor:card-tunnel-warp", "trogdor:ruling-30", "trogdor:ruling-50a")
def test_the_other_tile_has_no_cottage_and_may_be_the_other_tunnel() -> None:
    game = play_card(CROWD, "galgabudge disk", card="tunnel-warp")
    lines = game.legal("card")
    assert "card e1 a5" in lines
    assert "card e1 a4" in lines
    assert not [line for line in lines if "a1" in line]
    assert not [line for line in lines if line.startswith("card a4")]
    assert len(lines) == 22 + 22 + 1


@pytest.mark.rule("trogdor:ruling-30", "trogdor:tunnel-1", "trogdor:burn-2")
def test_tunnel_and_lake_are_where_they_have_been_put() -> None:
    """The Lake comes to a1, where b1 and a2 are burned: there it is ready."""
    game = play_card("TD .# . . .  .# . . . .  . . . . L  . . . . .  . . T . .a", card="tunnel-warp")
    game.play("card a1 e3")
    assert game.legal("tunnel") == ["tunnel c5"]
    game.play("tunnel c5", "w", "w", "n")
    other = play_card("T .# . . .  .# . . . .  . . . . LD  . . . . .  . . T . .a", card="tunnel-warp")
    assert other.play("card a1 e3").legal("burn") == ["burn"]


@pytest.mark.rule("trogdor:ruling-30")
def test_where_the_troghammer_comes_in_does_not_move() -> None:
    game = play_card(
        ". . . . T  . . . . .  . . F . .  . . . . .  TD . . . .a",
        card="tunnel-warp",
        trog=("troghammer",),
    ).play("card e1 c3", "finish")
    assert game.of(HammerEntered) == [HammerEntered(12)]


@pytest.mark.rule("trogdor:card-wingaling", "trogdor:ruling-11", "trogdor:ruling-18")
def test_wingaling_flies_to_any_other_square() -> None:
    game = play_card(CROWD, "hardybardy beans", card="wingaling", charged=False)
    assert len(game.legal("card")) == 24
    game.play("card b2")
    assert game.of(Moved) == [Moved(0, 12, 6, "jump")]
    assert game.looks("C . .p . T  .p FD . L .  . . . . .  M . . . .  T . . . .ap")
    assert (game.state.turn.points, game.active.charged) == (4, True)
    assert game.state.phase is Phase.ACT
