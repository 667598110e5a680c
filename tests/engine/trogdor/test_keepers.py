"""The keepers: what each can do, in his own turns and not in those of others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.trogdor.events import CottageMended, Repaired
from tests.engine.trogdor.tables import Table, drawing, play_card, table

LAND = """
    T . .  . .
    . . .  . .
    . . MD . .
    . . .  . .
    M . .  . Ta
"""
CORNER = """
    .D . . . .
    .  . . . .
    .  . . . .
    .  . . . .
    .  . . . .a
"""


@pytest.mark.rule("trogdor:keeper-galgabudge", "trogdor:ruling-25", "trogdor:tunnel-1")
def test_galgabudges_mountains_are_tunnels() -> None:
    game = play_card(LAND, "galgabudge disk")
    assert game.legal("tunnel") == ["tunnel a1", "tunnel a5", "tunnel e5"]
    game.play("tunnel a5", "tunnel e5", "tunnel c3")
    assert game.state.turn.points == 4
    assert play_card(LAND).legal("tunnel") == []
    assert play_card(LAND.replace(". . MD", ".D . M"), "galgabudge disk").legal("tunnel") == []


@pytest.mark.rule("trogdor:ruling-25", "trogdor:ruling-50a", "trogdor:item-baubles")
def test_coming_to_a_mountain_is_coming_to_a_tunnel_for_galgabudge_alone() -> None:
    shown = ". . . . .  . . . . .  . . .D M .  . . . . .  . . . . .a"
    assert play_card(shown, "galgabudge baubles", charged=False).play("e").active.charged
    assert not play_card(shown, "hardybardy baubles", charged=False).play("e").active.charged


@pytest.mark.rule("trogdor:keeper-galgabudge", "trogdor:ruling-25")
@pytest.mark.parametrize(("beside", "charged"), [("M", False), ("T", True)])
def test_a_mountain_is_no_tunnel_for_somebody_elses_baubles(beside: str, charged: bool) -> None:
    """Where items recharge on anyone's turn."""
    shown = f"""
        . .  . . .
        . .  . . .
        . .D {beside} . .
        . .  . . .
        . .  . . .a
    """
    game = play_card(shown, "galgabudge disk", "hardybardy baubles", anyone=True)
    first, second = game.state.players
    game.state = replace(game.state, players=(first, replace(second, charged=False)))
    assert game.play("step e").state.players[1].charged is charged


@pytest.mark.rule("trogdor:keeper-cranjegg", "trogdor:move-1")
def test_cranjegg_steps_diagonally() -> None:
    assert len(play_card(LAND, "cranjegg disk").legal("step")) == 8
    game = play_card(CORNER, "cranjegg disk")
    assert game.legal("step") == ["step e", "step s", "step se"]
    assert game.play("se").looks(". . . . .  . .D . . .  . . . . .  . . . . .  . . . . .a")


@pytest.mark.rule("trogdor:keeper-stonklar", "trogdor:move-1", "trogdor:board-3")
def test_stonklar_steps_round_the_edges() -> None:
    game = play_card(CORNER, "stonklar disk")
    assert game.legal("step") == ["step n", "step e", "step s", "step w"]
    assert game.play("n").looks(". . . . .  . . . . .  . . . . .  . . . . .  .D . . . .a")


@pytest.mark.rule("trogdor:ruling-25")
@pytest.mark.parametrize(
    ("keeper", "card"), [("cranjegg", "wraparound"), ("stonklar", "consummate-vs"), ("stonklar", "block")]
)
def test_diagonal_steps_and_steps_round_the_edge_go_together(keeper: str, card: str) -> None:
    game = play_card(CORNER, f"{keeper} disk", card=card)
    assert ("step nw" in game.legal("step")) is (card != "block")
    if card != "block":
        assert game.play("nw").looks(". . . . .  . . . . .  . . . . .  . . . . .  . . . . .aD")
        assert game.play("ne").looks(". . . . .  . . . . .  . . . . .  .D . . . .  . . . . .a")


@pytest.mark.rule("trogdor:keeper-hegeltha", "trogdor:ruling-25", "trogdor:hide-1")
@pytest.mark.parametrize("tile", [".", "M", "T", "L", "F", "S", "R", "W"])
def test_hegeltha_hides_anywhere(tile: str) -> None:
    game = play_card(LAND.replace("MD", f"{tile}D"), "hegeltha disk")
    assert game.legal("hide") == ["hide"]
    assert game.play("hide").board.hiding


@pytest.mark.rule("trogdor:keeper-hegeltha", "trogdor:ruling-25")
@pytest.mark.parametrize("tile", ["CD", "C#D", "C#!D"])
def test_but_not_on_a_cottage_tile(tile: str) -> None:
    assert play_card(LAND.replace("MD", tile), "hegeltha disk").legal("hide") == []


FIRE = """
    .  . .   . .
    .1 . C#! . .
    .  . .   . .
    .  . .   . .D
    .  . .   . .a
"""


@pytest.mark.rule("trogdor:keeper-worchex", "trogdor:knight-2")
def test_no_knight_puts_out_a_cottage_in_worchexs_turn() -> None:
    game = play_card(FIRE, "worchex disk", movement=("0 n een",)).play("finish")
    assert game.of(CottageMended) == []
    assert game.board.aflame == (7,)
    assert play_card(FIRE, movement=("0 n een",)).play("finish").board.aflame == ()


@pytest.mark.rule("trogdor:keeper-worchex", "trogdor:ruling-9")
def test_nor_does_the_troghammer_when_worchex_draws_him() -> None:
    shown = FIRE.replace(".1 . C#!", ".h . C#!")
    assert drawing(shown, "worchex disk", trog=("troghammer",), movement=("0 n een",)).board.aflame == (7,)
    assert drawing(shown, trog=("troghammer",), movement=("0 n een",)).board.aflame == ()


MARCH = """
    .p . .   . .
    .# . .   . .
    .  . .D  . .
    .  . .   . .
    .  . .   . .a
"""


@pytest.mark.rule("trogdor:keeper-brovelade", "trogdor:march-2", "trogdor:ruling-19")
def test_no_peasant_repairs_in_brovelades_turn() -> None:
    game = play_card(MARCH, "brovelade fireballs", movement=("0 s+ nn",), charged=False).play("finish")
    assert game.of(Repaired) == []
    assert game.board.burned == (5,)
    assert not game.state.players[0].charged
    other = play_card(MARCH, "hardybardy fireballs", movement=("0 s+ nn",), charged=False).play("finish")
    assert other.of(Repaired) == [Repaired((5,))]
    assert other.state.players[0].charged


@pytest.mark.rule("trogdor:keeper-crangolev", "trogdor:powers-1")
def test_crangolevs_point_is_for_his_own_turns() -> None:
    game = table(MARCH, "crangolev disk", "hardybardy beans").play("play block")
    assert game.state.turn.points == 5
    assert game.play("finish", "play block").state.turn.points == 4
    assert game.play("finish", "play high-energy").state.turn.points == 8


@pytest.mark.rule("trogdor:keeper-hardybardy")
def test_hardybardy_can_do_what_everybody_can() -> None:
    """In a corner, on flowers, there is nothing to do but two steps and a fire."""
    game = play_card(CORNER.replace(".D", "WD"), "hardybardy pouch", card="block")
    assert game.state.turn.points == 4
    assert game.legal()[:4] == ["step e", "step s", "burn", "finish"]


def second_turn(keeper: str, shown: str) -> Table:
    """The keeper has the first turn, Hardybardy the second and begins it."""
    game = play_card(shown, f"{keeper} disk", "hardybardy beans", movement=("0 n nn", "0 s+ een"))
    return game.play("finish", "play block")


@pytest.mark.rule("trogdor:powers-1")
@pytest.mark.parametrize("keeper", ["cranjegg", "stonklar", "galgabudge", "hegeltha"])
def test_a_power_is_of_no_use_in_the_turns_of_others(keeper: str) -> None:
    corner = "TD . . . .  . . M . .  . . . . .  . . . . .  . . . . .a"
    game = second_turn(keeper, corner)
    assert game.legal("step") == ["step e", "step s"]
    assert game.legal("tunnel") == []
    assert game.legal("hide") == []


@pytest.mark.rule("trogdor:powers-1", "trogdor:keeper-worchex", "trogdor:knight-2")
def test_worchex_keeps_nobody_from_mending_in_the_turns_of_others() -> None:
    """The knight walks from a4 to a2 in the first turn, and through the cottage of c2 in the second."""
    shown = ". . . . .  . . C#! . .  . . . . .  .1 . . . .  . . . .D .a"
    game = second_turn("worchex", shown)
    assert game.board.aflame == (7,)
    assert game.play("finish").board.aflame == ()


@pytest.mark.rule("trogdor:powers-1", "trogdor:keeper-brovelade", "trogdor:march-2")
def test_brovelade_keeps_nobody_from_repairing_in_the_turns_of_others() -> None:
    """The peasant goes from e2 to e1 in the first turn, and back in the second."""
    shown = ". . . . .  . . . . .#p  . . . . .  . . . . .  . . . .D .a"
    game = second_turn("brovelade", shown).play("finish")
    assert game.of(Repaired) == [Repaired((9,))]
