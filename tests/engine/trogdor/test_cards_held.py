"""The action cards whose effect holds all turn."""

from __future__ import annotations

import pytest

from engine.trogdor.board import Walker
from engine.trogdor.events import ArrowShot, Damaged, FlowersSmelled, PeasantRan, PointsGained, Spared
from engine.trogdor.model import Phase
from tests.engine.trogdor.tables import play_card, table

BARE = """
    . . . .  .
    . . . .  .
    . . .D . .
    . . . .  .
    . . . .  .a
"""
KNIGHT_BESIDE = """
    . . . .  .
    . . . .  .
    . . .D .1 .
    . . . .  .
    . . . .  .a
"""
CORNER = """
    .D . . . .
    .  . . . .
    .  . . . .
    .  . . . .
    .  . . . .a
"""


@pytest.mark.rule("trogdor:card-block")
def test_block_keeps_off_knights_in_phase_two() -> None:
    game = play_card(KNIGHT_BESIDE, card="block", movement=("0 n wn",)).play("finish")
    assert game.of(Spared) == [Spared(Walker.FIRST_KNIGHT, "card")]
    assert game.board.health == 4


@pytest.mark.rule("trogdor:card-block")
def test_block_stops_an_arrow() -> None:
    game = play_card(
        ". . . . .  . . . . .a  . . .D . .  . . . . .  . . . . .", card="block", movement=("0 n nwws",)
    ).play("finish")
    assert [event.hit for event in game.of(ArrowShot)] == [True]
    assert game.of(Spared) == [Spared(Walker.ARCHER, "card")]
    assert game.board.health == 4


@pytest.mark.rule("trogdor:card-block", "trogdor:ruling-11")
def test_block_does_not_help_who_walks_into_a_knight() -> None:
    game = play_card(KNIGHT_BESIDE, card="block").play("step e")
    assert [event.who for event in game.of(Damaged)] == [Walker.FIRST_KNIGHT]


@pytest.mark.rule("trogdor:card-block", "trogdor:choose-2")
def test_a_discarded_block_blocks_nothing() -> None:
    game = table(KNIGHT_BESIDE, hand=("block", "high-energy"), movement=("0 n wn",))
    game.play("discard block", "finish")
    assert [event.who for event in game.of(Damaged)] == [Walker.FIRST_KNIGHT]


@pytest.mark.rule("trogdor:card-consummate-vs", "trogdor:move-1")
def test_consummate_vs_adds_the_diagonal_steps() -> None:
    game = play_card(BARE, card="consummate-vs")
    assert len(game.legal("step")) == 8
    game.play("step ne")
    assert game.looks(". . . . .  . . . .D .  . . . . .  . . . . .  . . . . .a")
    assert game.state.turn.points == 3
    corner = play_card(CORNER, card="consummate-vs")
    assert corner.legal("step") == ["step e", "step s", "step se"]


@pytest.mark.rule("trogdor:card-consummate-vs", "trogdor:move-2")
def test_a_diagonal_step_onto_a_knight_hurts() -> None:
    game = play_card(". . . . .  . . . .1 .  . . .D . .  . . . . .  . . . . .a", card="consummate-vs")
    assert game.play("step ne").board.health == 3


@pytest.mark.rule("trogdor:card-high-energy")
def test_high_energy_is_seven_points_and_nothing_else() -> None:
    game = play_card(BARE, card="high-energy")
    assert game.state.turn.points == 7
    assert game.legal("card") == []
    assert game.legal("step") == ["step n", "step e", "step s", "step w"]


@pytest.mark.rule("trogdor:card-invisibility", "trogdor:ruling-11")
def test_invisibility_lets_him_walk_into_knights() -> None:
    game = play_card(KNIGHT_BESIDE.replace(".1", ".1h"), card="invisibility").play("step e")
    assert game.of(Spared) == [Spared(Walker.FIRST_KNIGHT, "card"), Spared(Walker.TROGHAMMER, "card")]
    assert game.board.health == 4


@pytest.mark.rule("trogdor:card-invisibility", "trogdor:ruling-11")
def test_invisibility_covers_jumps_as_well() -> None:
    game = play_card(KNIGHT_BESIDE, "hardybardy ring", card="invisibility").play("item d3")
    assert game.board.health == 4


@pytest.mark.rule("trogdor:card-invisibility", "trogdor:knight-3")
def test_invisibility_is_over_when_the_knights_walk() -> None:
    game = play_card(KNIGHT_BESIDE, card="invisibility", movement=("0 n wn",)).play("finish")
    assert [event.who for event in game.of(Damaged)] == [Walker.FIRST_KNIGHT]


@pytest.mark.rule("trogdor:card-invisibility")
def test_invisibility_stops_no_arrow() -> None:
    game = play_card(
        ". . . . .  . . . . .a  . . .D . .  . . . . .  . . . . .", card="invisibility", movement=("0 n nwws",)
    ).play("finish")
    assert [event.who for event in game.of(Damaged)] == [Walker.ARCHER]


FLOWERS = """
    . . . .  .
    . . . .  .
    . . WD . .
    . . . .  .
    . . . .  .a
"""


@pytest.mark.rule("trogdor:card-smell-the-daisies", "trogdor:ruling-29")
@pytest.mark.parametrize("tile", ["WD", "W#D"])
def test_the_next_player_has_three_points_more_when_the_turn_ends_on_flowers(tile: str) -> None:
    shown = FLOWERS.replace("WD", tile)
    game = play_card(shown, "hardybardy disk", "hardybardy beans", card="smell-the-daisies").play("finish")
    assert game.of(FlowersSmelled) == [FlowersSmelled(0)]
    game.play("play block")
    assert (game.state.turn.seat, game.state.turn.points) == (1, 4 + 3)


@pytest.mark.rule("trogdor:ruling-29")
def test_the_daisies_are_for_the_very_next_turn_only() -> None:
    game = play_card(FLOWERS, "hardybardy disk", "hardybardy beans", card="smell-the-daisies").play("finish")
    game.play("play block", "finish", "play block")
    assert (game.state.turn.seat, game.state.turn.points) == (0, 4)


@pytest.mark.rule("trogdor:card-smell-the-daisies")
def test_flowers_that_he_has_left_again_bring_nothing() -> None:
    game = play_card(FLOWERS, card="smell-the-daisies").play("n", "finish")
    assert game.of(FlowersSmelled) == []
    assert game.state.turn.bonus == 0


@pytest.mark.rule("trogdor:card-smell-the-daisies", "trogdor:choose-2")
def test_flowers_bring_nothing_with_another_card_or_a_discard() -> None:
    assert play_card(FLOWERS, card="block").play("finish").state.turn.bonus == 0
    plain = table(FLOWERS, hand=("smell-the-daisies", "block")).play("discard smell-the-daisies", "finish")
    assert plain.state.turn.bonus == 0


@pytest.mark.rule("trogdor:ruling-52", "trogdor:ruling-29")
def test_the_daisies_pay_who_plays_alone_in_his_own_next_turn() -> None:
    game = play_card(FLOWERS, card="smell-the-daisies").play("finish", "play block")
    assert (game.state.turn.seat, game.state.turn.points) == (0, 4 + 3)


@pytest.mark.rule("trogdor:card-stump-and-rock", "trogdor:ruling-28")
@pytest.mark.parametrize("tile", ["S", "R"])
def test_a_stump_or_rock_brings_four_points_at_once_but_only_once(tile: str) -> None:
    shown = f". . . . .  . . . . .  . . {tile}D S R  . . . . .  . . . . .a"
    game = play_card(shown, card="stump-and-rock").play("burn")
    assert game.of(PointsGained) == [PointsGained(0, 4, "stump")]
    assert game.state.turn.points == 4 - 1 + 4
    game.play("e", "burn", "e", "burn")
    assert game.state.turn.points == 4 - 1 + 4 - 4


@pytest.mark.rule("trogdor:ruling-28")
def test_the_last_point_can_bring_the_four() -> None:
    game = play_card(". . . . .  . . . . .  . . .D . S  . . . . .  . . . . .a", card="stump-and-rock")
    game.play("e", "w", "e", "e")
    assert game.state.turn.points == 0
    again = play_card(". . . . .  . . . . .  . . .D . S  . . . . .  . . . . .a", card="stump-and-rock")
    assert again.play("burn", "e", "e", "burn").state.turn.points == 4


@pytest.mark.rule("trogdor:card-stump-and-rock")
@pytest.mark.parametrize("tile", [".", "F", "W", "M", "T", "C"])
def test_other_tiles_bring_no_points(tile: str) -> None:
    game = play_card(BARE.replace(".D", f"{tile}D"), card="stump-and-rock").play("burn")
    assert game.state.turn.points == 3


@pytest.mark.rule("trogdor:ruling-28", "trogdor:ruling-56")
def test_a_burning_peasant_brings_no_points() -> None:
    game = play_card(
        ". . . . .  . . . . .  . . RDp S .  . . . . .  . . . . .a",
        card="stump-and-rock",
        movement=("0 n een",),
    ).play("burn peasant")
    assert len(game.of(PeasantRan)) == 1
    assert game.state.turn.points == 3


@pytest.mark.rule("trogdor:ruling-56", "trogdor:ruling-28")
def test_fireballs_bring_the_points_without_costing_one() -> None:
    shown = "S . . . .  . . . . .  . . .D . .  . . . . .  . . . . .a"
    game = play_card(shown, "hardybardy fireballs", card="stump-and-rock").play("n", "s", "n", "s")
    assert game.state.phase is Phase.ACT
    assert game.play("item a1").state.turn.points == 4
    assert game.legal("step")


@pytest.mark.rule("trogdor:ruling-28", "trogdor:ruling-53")
def test_fireballs_out_of_hiding_bring_none() -> None:
    shown = "S . . . .  . . . . .  . . MD . .  . . . . .  . . . . .a"
    game = play_card(shown, "hardybardy fireballs", card="stump-and-rock").play("hide", "item a1")
    assert game.of(PointsGained) == []
    assert game.state.turn.points == 0


@pytest.mark.rule("trogdor:card-wraparound", "trogdor:board-3", "trogdor:move-1")
def test_wraparound_lets_his_steps_go_round_the_edges() -> None:
    game = play_card(CORNER, card="wraparound")
    assert game.legal("step") == ["step n", "step e", "step s", "step w"]
    game.play("w")
    assert game.looks(". . . . .D  . . . . .  . . . . .  . . . . .  . . . . .a")
    game.play("n")
    assert game.looks(". . . . .  . . . . .  . . . . .  . . . . .  . . . . .aD")
    assert game.state.turn.points == 3


@pytest.mark.rule("trogdor:card-wraparound", "trogdor:move-2")
def test_a_step_round_the_edge_onto_a_knight_hurts() -> None:
    game = play_card(CORNER.replace(".D . . . .", ".D . . . .1"), card="wraparound").play("w")
    assert game.board.health == 3
