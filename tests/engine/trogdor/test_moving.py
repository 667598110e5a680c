"""What Trogdor does with a point, fire aside: steps, bites, the tunnel, hiding."""

from __future__ import annotations

import pytest

from engine.trogdor.board import Walker
from engine.trogdor.events import Chomped, Damaged, Hid, Moved, Spared
from engine.trogdor.model import Phase
from tests.engine.trogdor.tables import play_card, table

BARE = """
    . . . .  .
    . . . .  .
    . . .D . .
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
MOUNTAIN = """
    . . . .  .
    . . . .  F
    . . MD . .
    . . . .  .
    . . . .  .a
"""


@pytest.mark.rule("trogdor:move-1")
@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("step n", ". . . . .  . . .D . .  . . . . .  . . . . .  . . . . .a"),
        ("step e", ". . . . .  . . . . .  . . . .D .  . . . . .  . . . . .a"),
        ("step s", ". . . . .  . . . . .  . . . . .  . . .D . .  . . . . .a"),
        ("step w", ". . . . .  . . . . .  . .D . . .  . . . . .  . . . . .a"),
    ],
)
def test_a_point_is_a_step_north_east_south_or_west(line: str, wanted: str) -> None:
    game = play_card(BARE).play(line)
    assert game.looks(wanted)
    assert game.state.turn.points == 6
    assert play_card(BARE).legal("step") == ["step n", "step e", "step s", "step w"]


@pytest.mark.rule("trogdor:move-1", "trogdor:board-3")
def test_trogdor_does_not_step_over_the_edge_or_diagonally() -> None:
    game = play_card(CORNER)
    assert game.legal("step") == ["step e", "step s"]
    assert game.expect_refusal("step n").key == "off-map"
    assert game.expect_refusal("step se").key == "no-diagonal"


@pytest.mark.rule("trogdor:move-2", "trogdor:damage-2")
def test_a_step_onto_a_knight_hurts() -> None:
    game = play_card(". . . . .  . . . . .  . . .D .1 .  . . . . .  . . . . .a").play("step e")
    assert game.looks(". . . . .  . . . . .  . . . .1D .  . . . . .  . . . . .a")
    assert game.of(Damaged) == [Damaged(Walker.FIRST_KNIGHT, 13, 3)]
    assert (game.board.health, game.board.void) == (3, 1)
    assert game.state.phase is Phase.ACT


@pytest.mark.rule("trogdor:move-2", "trogdor:ruling-11")
def test_every_knight_of_the_square_hurts_once() -> None:
    game = play_card(". . . . .  . . . . .  . . .D .12h .  . . . . .  . . . . .a").play("step e")
    assert [event.who for event in game.of(Damaged)] == [
        Walker.FIRST_KNIGHT,
        Walker.SECOND_KNIGHT,
        Walker.TROGHAMMER,
    ]
    assert (game.board.health, game.board.void) == (1, 3)


@pytest.mark.rule("trogdor:ruling-11")
def test_a_knight_who_is_there_already_does_not_hurt() -> None:
    game = play_card(". . . . .  . . . . .  . . .1Dp . .  . . . . .  . . . . .a")
    game.play("chomp", "burn", "step e")
    assert game.board.health == 5
    assert not any(isinstance(event, Damaged) for event in game.told)
    game.play("step w")
    assert game.board.health == 4


@pytest.mark.rule("trogdor:ruling-11")
def test_the_tunnel_leads_into_a_knight_as_a_step_does() -> None:
    game = play_card(". . . . T1  . . . . .  . . . . .  . . . . .  TD . . . .a").play("tunnel e1")
    assert game.of(Damaged) == [Damaged(Walker.FIRST_KNIGHT, 4, 3)]


@pytest.mark.rule("trogdor:ruling-11")
@pytest.mark.parametrize(
    ("who", "card", "lines"),
    [
        ("hardybardy disk", "wingaling", ["card e3"]),
        ("hardybardy ring", "high-energy", ["item e3"]),
        ("hardybardy disk", "hidey-hole", ["finish", "card e3"]),
    ],
)
def test_whoever_flies_or_jumps_onto_a_knight_is_hurt(who: str, card: str, lines: list[str]) -> None:
    game = play_card(". . . . .  . . . . .  . . .D . M1  . . . . .  .a . . . .", who, card=card)
    game.play(*lines)
    assert any(isinstance(event, Damaged) and event.who is Walker.FIRST_KNIGHT for event in game.events)


@pytest.mark.rule("trogdor:ruling-11")
def test_the_archers_square_is_harmless() -> None:
    game = play_card(". . . . .  . . . . .  . . .D .a .  . . . . .  . . . . .").play("step e")
    assert game.looks(". . . . .  . . . . .  . . . .aD .  . . . . .  . . . . .")
    assert game.board.health == 4


@pytest.mark.rule("trogdor:chomp-1")
def test_a_bite_moves_a_peasant_of_the_square_to_the_trog_meter() -> None:
    game = play_card(". . . . .  . . . . .  . . .Dpp .p .  . . . . .  . . . . .a").play("chomp")
    assert game.looks(". . . . .  . . . . .  . . .Dp .p .  . . . . .  . . . . .a")
    assert game.of(Chomped) == [Chomped(0, 12, 5)]
    assert (game.board.health, game.board.void, game.state.turn.points) == (5, 0, 6)


@pytest.mark.rule("trogdor:chomp-1")
def test_a_peasant_of_another_square_is_out_of_reach() -> None:
    game = play_card(". . . . .  . . . . .  . . .D .p .  . . . . .  . . . . .a")
    assert game.expect_refusal("chomp").key == "no-peasant"


@pytest.mark.rule("trogdor:ruling-13")
def test_all_seven_peasants_can_be_health() -> None:
    game = play_card(". . . . .  . . . . .  . . .Dppp . .  . . . . .  . . . . .a")
    game.play("chomp", "chomp", "chomp")
    assert game.board.health == 7


@pytest.mark.rule("trogdor:tunnel-1")
def test_a_point_leads_from_one_tunnel_to_the_other() -> None:
    game = play_card("TD . . . .  . . . . .  M . . . .  . . . . .  . . . T .a")
    assert game.legal("tunnel") == ["tunnel d5"]
    game.play("tunnel d5")
    assert game.looks("T . . . .  . . . . .  M . . . .  . . . . .  . . . TD .a")
    assert game.of(Moved) == [Moved(0, 0, 23, "tunnel")]
    assert game.state.turn.points == 6
    assert game.legal("tunnel") == ["tunnel a1"]


@pytest.mark.rule("trogdor:tunnel-1")
def test_the_tunnel_begins_on_a_tunnel_tile() -> None:
    game = play_card("T .D . . .  . . . . .  M . . . .  . . . . .  . . . T .a")
    assert game.legal("tunnel") == []


@pytest.mark.rule("trogdor:hide-1", "trogdor:ruling-10", "trogdor:ruling-53")
def test_hiding_costs_a_point_and_ends_the_actions() -> None:
    game = play_card(MOUNTAIN).play("hide")
    assert game.board.hiding
    assert game.of(Hid) == [Hid(12)]
    assert game.state.turn.points == 0
    assert game.legal() == ["finish", "leave"]
    assert game.expect_refusal("step n").key == "hidden"


@pytest.mark.rule("trogdor:hide-1")
def test_without_a_point_trogdor_cannot_hide() -> None:
    game = play_card(MOUNTAIN, card="block").play("n", "s", "n", "s")
    assert game.expect_refusal("hide").key == "no-points"


@pytest.mark.rule("trogdor:hide-1")
@pytest.mark.parametrize("tile", [".", "C", "T", "L", "F", "S", "R", "W"])
def test_only_a_mountain_hides_him(tile: str) -> None:
    assert play_card(MOUNTAIN.replace("M", tile)).legal("hide") == []


@pytest.mark.rule("trogdor:hide-1")
def test_a_burned_mountain_hides_as_well() -> None:
    assert play_card(MOUNTAIN.replace("MD", "M#D")).legal("hide") == ["hide"]


@pytest.mark.rule("trogdor:ruling-10", "trogdor:hide-2")
def test_hiding_lasts_to_the_end_of_the_turn_and_no_longer() -> None:
    game = play_card(
        """
        . .  . .  .
        . .  . .  .
        . .1 MD . .
        . .  . .  .
        . .  . .  .a
        """,
        movement=("0 n en",),
    ).play("hide", "finish")
    assert game.of(Spared) == [Spared(Walker.FIRST_KNIGHT, "hiding")]
    assert game.board.health == 4
    assert not game.board.hiding


@pytest.mark.rule("trogdor:ruling-10")
def test_an_effect_after_the_actions_is_still_used_in_hiding() -> None:
    game = play_card(MOUNTAIN, card="flip-em-up-fran", movement=("0 n nn",)).play("hide", "finish")
    assert game.state.phase is Phase.AFTER
    assert game.board.hiding
    game.play("card c2 c4")
    assert game.looks(
        """
        . . .  . .
        . . .# . F
        . . MD . .a
        . . .# . .
        . . .  . .
        """
    )


@pytest.mark.rule("trogdor:ruling-53")
@pytest.mark.parametrize("item", ["beans", "baubles", "ring"])
def test_in_hiding_beans_baubles_and_ring_are_closed(item: str) -> None:
    crowd = MOUNTAIN.replace(". . . .  F", ". . . .1 F")
    assert play_card(crowd, f"hardybardy {item}").legal("item")
    assert play_card(crowd, f"hardybardy {item}").play("hide").legal("item") == []


@pytest.mark.rule("trogdor:ruling-53")
def test_in_hiding_fireballs_and_disk_are_open() -> None:
    assert "item e2" in play_card(MOUNTAIN, "hardybardy fireballs").play("hide").legal("item")
    assert play_card(MOUNTAIN, "hardybardy disk", void=1).play("hide").legal("item") == ["item"]


@pytest.mark.rule("trogdor:ruling-53")
@pytest.mark.parametrize("card", ["sidewise", "slantwise", "majesty"])
def test_in_hiding_effects_of_the_actions_are_closed(card: str) -> None:
    game = play_card(MOUNTAIN, card=card)
    assert game.legal("card")
    assert game.play("hide").legal("card") == []


@pytest.mark.rule("trogdor:ruling-53", "trogdor:ruling-16")
def test_items_can_be_used_from_the_choice_of_the_card_on() -> None:
    game = table(MOUNTAIN, "hardybardy fireballs")
    assert game.legal("item") == []
    assert game.expect_refusal("item e2").key == "not-now"
    assert "item e2" in game.play("play block").legal("item")
