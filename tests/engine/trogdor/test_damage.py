"""What damage is and is not, what it costs, and when it kills."""

from __future__ import annotations

from typing import Any

import pytest

from engine.trogdor.board import Walker
from engine.trogdor.events import (
    ArrowShot,
    Damaged,
    Died,
    HammersShuffled,
    ItemRecharged,
    Marched,
    RageBegan,
    Spared,
    Spawned,
    TurnBegan,
    Walked,
)
from engine.trogdor.model import Phase
from tests.engine.trogdor.tables import Table, play_card, squares

KNIGHT_BESIDE = """
    .   .   .   .   .
    .   .   .1  .   .
    .   .   .D  .   .
    .   .   .   .   .
    .   .   .   .   .
"""


@pytest.mark.rule("trogdor:damage-1", "trogdor:damage-2", "trogdor:move-2")
def test_damage_sends_a_peasant_from_the_meter_to_the_void() -> None:
    hurt = play_card(KNIGHT_BESIDE).play("step n")
    assert hurt.of(Damaged) == [Damaged(Walker.FIRST_KNIGHT, 7, 3)]
    assert (hurt.board.health, hurt.board.void) == (3, 1)


@pytest.mark.rule("trogdor:damage-2")
def test_at_no_health_he_lives_and_the_next_damage_kills() -> None:
    low = play_card(KNIGHT_BESIDE, health=1).play("step n")
    assert low.board.health == 0
    assert low.state.outcome is None
    low.play("step s", "step n")
    assert low.of(Died) == [Died(Walker.FIRST_KNIGHT, 7)]
    assert low.none_of(Damaged)
    assert low.state.phase is Phase.OVER
    assert low.board.void == 1, "the last hit had no peasant to send"


@pytest.mark.rule("trogdor:damage-1", "trogdor:ruling-38", "trogdor:ruling-4")
def test_peasants_fire_and_the_archers_company_do_not_hurt() -> None:
    """A peasant runs in flames over Trogdor, who then walks onto the archer."""
    shown = ".D .p .a . ." + " ." * 20
    table = play_card(shown, movement=("0 n wss",)).play("step e", "burn peasant", "step e")
    assert table.board.trogdor == table.board.archer == 2
    assert table.board.health == 4


def _strike_and_arrow(player: str, card: str = "high-energy", tile: str = ".", **more: Any) -> Table:
    """Trogdor on c3 between a knight on b3, who will pass, and the archer, whose arrow will come."""
    shown = f"""
        .   .   .   .   .
        .   .   .   .   .
        .   .1  {tile}D  .   .
        .   .   .   .   .
        .   .   .   .   .
    """
    return play_card(shown, player, card=card, movement=("0 n eee",), **more)


@pytest.mark.rule("trogdor:ruling-4", "trogdor:hide-2", "trogdor:card-block", "trogdor:item-pouch")
@pytest.mark.parametrize(("card", "tile", "lines"), [("block", ".", ()), ("high-energy", "M", ("hide",))])
def test_a_hit_that_is_kept_off_brings_no_troghammers_and_charges_no_pouch(
    card: str, tile: str, lines: tuple[str, ...]
) -> None:
    table = _strike_and_arrow("hardybardy pouch", card, tile, charged=False).play(*lines, "finish")
    assert len(table.of(Spared)) == 1
    assert table.none_of(Damaged, HammersShuffled, ItemRecharged)
    assert not table.state.struck
    assert table.board.health == 4
    hurt = _strike_and_arrow("hardybardy pouch", charged=False).play("finish")
    assert len(hurt.of(HammersShuffled)) == len(hurt.of(ItemRecharged)) == 1


@pytest.mark.rule("trogdor:ruling-4", "trogdor:card-invisibility")
def test_invisibility_keeps_off_a_knight_and_nothing_is_shuffled() -> None:
    table = play_card(KNIGHT_BESIDE, "hardybardy pouch", card="invisibility", charged=False).play("step n")
    assert table.of(Spared) == [Spared(Walker.FIRST_KNIGHT, "card")]
    assert not table.state.struck
    assert not table.active.charged


@pytest.mark.rule("trogdor:ruling-4", "trogdor:item-shield")
def test_what_the_shield_takes_is_no_damage() -> None:
    table = _strike_and_arrow("hardybardy shield").play("finish")
    assert table.of(Spared) == [Spared(Walker.FIRST_KNIGHT, "shield")]
    assert not table.state.struck
    assert (table.board.health, table.board.void) == (4, 0)


@pytest.mark.rule("trogdor:ruling-12", "trogdor:ruling-46")
def test_death_in_phase_one_ends_everything_at_once() -> None:
    """No more points, no phase two, no next turn; the rage runs over five cards."""
    dead = play_card(KNIGHT_BESIDE, "hardybardy disk", "hardybardy ring", health=0).play("step n")
    assert len(dead.of(Died)) == len(dead.of(RageBegan)) == 1
    assert dead.none_of(TurnBegan, Spawned)
    assert dead.legal(seat=0) == dead.legal(seat=1) == []


@pytest.mark.rule("trogdor:ruling-46", "trogdor:ruling-44")
def test_death_in_phase_two_drops_the_rest_of_the_card() -> None:
    """The first knight kills on his second step: he goes no further, nobody walks after him."""
    dead = play_card(
        """
        .   .   .   .   .
        .   .   .   .   .
        .1  .   .D  .   .
        .2  .h  .   .   .
        .   .   .   .   .
        """,
        "hardybardy disk",
        "hardybardy ring",
        health=0,
        movement=("0 n eee", *("0 n www",) * 5),
    ).play("finish")
    assert [squares(*walk.squares) for walk in dead.of(Walked)] == [["a3", "b3", "c3"]]
    assert dead.of(Died) == [Died(Walker.FIRST_KNIGHT, 12)]
    assert dead.none_of(ArrowShot, TurnBegan)
    assert (dead.board.archer, dead.board.knights, dead.board.troghammer) == (24, (15,), 16)


@pytest.mark.rule("trogdor:ruling-46")
def test_peasants_have_marched_when_a_knight_kills() -> None:
    dead = play_card(".1 .D . . .p" + " ." * 20, health=0, movement=("0 s eee", *("0 n www",) * 5)).play(
        "finish"
    )
    kinds = [type(event) for event in dead.events]
    assert kinds.index(Marched) < kinds.index(Died)


@pytest.mark.rule("trogdor:damage-2", "trogdor:archer-2")
def test_an_arrow_kills_too() -> None:
    dead = play_card(".D . . . ." + " ." * 15 + " .a . . . .", health=0, movement=("0 n nns",)).play("finish")
    assert dead.of(Died) == [Died(Walker.ARCHER, 0)]
    assert dead.state.outcome is not None
