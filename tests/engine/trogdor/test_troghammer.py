"""The Troghammer: when his cards come in, how he enters, walks and walks on, and what he does."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from data.trogdor import MAPS
from engine.deck import Deck
from engine.trogdor.board import BY_NAME, Walker
from engine.trogdor.cards import Card
from engine.trogdor.events import (
    CardDrawn,
    Damaged,
    Died,
    HammerDrawn,
    HammerEntered,
    HammersShuffled,
    Marched,
    MovementDrawn,
    Repaired,
    Reshuffled,
    Spared,
    Spawned,
    Walked,
)
from engine.trogdor.model import Phase
from tests.engine.trogdor.tables import Table, drawing, play_card, squares

KNIGHT_BESIDE = """
    .   .   .   .   .
    .   .   .1  .   .
    .   .   .D  .   .
    .   .   .   .   .
    .   .   .   .   .
"""


def draw_hammer(shown: str, *movement: str, player: str = "hardybardy disk", **more: Any) -> Table:
    """The first player draws a Troghammer card, then Block."""
    return drawing(shown, player, trog=("troghammer", "block"), movement=movement, struck=True, **more)


@pytest.mark.rule("trogdor:hammer-1", "trogdor:ruling-3", "trogdor:damage-1")
def test_the_first_damage_shuffles_the_cards_into_the_pile_at_once() -> None:
    struck = play_card(KNIGHT_BESIDE, trog=("majesty",) * 5).play("step n")
    assert struck.of(Damaged) == [Damaged(Walker.FIRST_KNIGHT, 7, 3)]
    assert struck.of(HammersShuffled) == [HammersShuffled(7)]
    assert struck.state.struck
    assert Counter(struck.state.trog.pile) == {"troghammer": 7, "majesty": 5, "high-energy": 20}
    assert struck.state.trog.discards == ("high-energy",), "the card that was played"
    assert (
        struck.state.trog.pile[:5] != ("majesty",) * 5 or struck.state.trog.pile[-7:] != ("troghammer",) * 7
    )


@pytest.mark.rule("trogdor:hammer-1", "trogdor:ruling-3")
def test_later_damage_shuffles_nothing() -> None:
    struck = play_card(KNIGHT_BESIDE).play("step n")
    pile = struck.state.trog
    struck.play("step s", "step n")
    assert struck.none_of(HammersShuffled)
    assert struck.board.health == 2
    assert struck.state.trog == pile


@pytest.mark.rule("trogdor:ruling-3", "trogdor:ruling-55")
def test_with_an_empty_pile_the_discards_go_in_too_and_the_chosen_card_with_them() -> None:
    table = play_card(KNIGHT_BESIDE, card="block")
    table.state = replace(table.state, trog=Deck((), ("majesty", "block")))
    table.play("step n")
    assert Counter(table.state.trog.pile) == {"troghammer": 7, "majesty": 1, "block": 1}
    assert table.state.trog.discards == ()
    assert table.of(Reshuffled) == [Reshuffled("trog")]


@pytest.mark.rule("trogdor:hammer-1")
def test_the_table_can_agree_on_fewer() -> None:
    struck = play_card(KNIGHT_BESIDE, hammers=2).play("step n")
    assert struck.of(HammersShuffled) == [HammersShuffled(2)]
    assert struck.state.trog.pile.count("troghammer") == 2


@pytest.mark.rule("trogdor:ruling-52", "trogdor:hammer-1")
def test_without_troghammer_cards_nothing_is_shuffled() -> None:
    table = play_card(KNIGHT_BESIDE, hammers=0, trog=("majesty", "block", "shot-put"))
    pile = table.state.trog
    table.play("step n")
    assert table.none_of(HammersShuffled)
    assert table.state.trog == pile


@pytest.mark.rule("trogdor:ruling-54", "trogdor:ruling-3")
def test_the_hit_that_kills_shuffles_nothing() -> None:
    dead = play_card(KNIGHT_BESIDE, health=0).play("step n")
    assert dead.of(Died) == [Died(Walker.FIRST_KNIGHT, 7)]
    assert dead.none_of(HammersShuffled, Damaged)
    assert not dead.state.struck
    assert "troghammer" not in dead.state.trog.pile


@pytest.mark.rule("trogdor:hammer-2", "trogdor:card-troghammer", "trogdor:turn-2")
def test_the_first_card_brings_him_in_and_another_card_is_drawn() -> None:
    table = draw_hammer(". " * 25)
    assert table.board.troghammer == BY_NAME["c3"]
    assert table.state.phase is Phase.CHOOSE
    assert table.active.hand == ("block", "block")
    assert table.state.trog.discards == ("troghammer",)


@pytest.mark.rule("trogdor:hammer-2", "trogdor:ruling-56")
@pytest.mark.parametrize("name", MAPS)
def test_he_enters_in_the_centre_of_the_houses_maps(name: str) -> None:
    assert tuple(MAPS[name].troghammer_entry) == (2, 2)


@pytest.mark.rule("trogdor:ruling-8", "trogdor:hammer-2")
def test_his_coming_hurts_nobody_and_repairs_nothing() -> None:
    table = draw_hammer(". " * 12 + "C#!D" + " ." * 12)
    assert table.board.troghammer == BY_NAME["c3"]
    assert table.board.aflame == (12,)
    assert table.board.health == 4


@pytest.mark.rule("trogdor:hammer-2", "trogdor:card-troghammer")
def test_each_further_card_moves_him_along_a_path_and_does_nothing_else() -> None:
    """`4 n+` would bring peasants and repairs; only the path counts."""
    table = draw_hammer(
        """
        C   .   .   .   C
        .   .   .   .   .
        .   .   .D  .   .
        .#  .   .   .   .1
        .#p .   .   .   .h
        """,
        "4 n+ eee",
    )
    assert table.looks("""
        C   .   .   .   C
        .   .   .   .   .
        .   .   .D  .   .
        .#  .   .   .   .1
        .#p .   .h  .   .a
    """)
    assert len(table.state.movement.discards) == 1


@pytest.mark.rule("trogdor:card-troghammer", "trogdor:hammer-2")
def test_two_cards_on_one_turn_are_both_carried_out() -> None:
    """The active player finishes; the next one draws two Troghammers: he enters on c3 and walks to d2."""
    table = play_card(
        ".D" + " ." * 24,
        "hardybardy disk",
        "hardybardy ring",
        trog=("troghammer", "troghammer", "majesty"),
        movement=("0 n nee", "4 s+ nne"),
        struck=True,
    ).play("finish")
    assert table.of(HammerDrawn) == [HammerDrawn(1), HammerDrawn(1)]
    assert table.of(HammerEntered) == [HammerEntered(BY_NAME["c3"])]
    assert [squares(*walk.squares) for walk in table.of(Walked)][-1] == ["c3", "c2", "c1", "d1"]
    assert table.of(CardDrawn) == [CardDrawn(1, Card.MAJESTY)]
    assert len(table.of(MovementDrawn)) == 1
    assert table.none_of(Spawned, Marched, Repaired)
    assert table.state.trog.discards == ("high-energy", "troghammer", "troghammer")


@pytest.mark.rule("trogdor:ruling-3")
def test_a_drawn_troghammer_comes_round_again() -> None:
    """The pile is over after him, and the new one is made of the discards, himself among them."""
    table = play_card(".D" + " ." * 24, "hardybardy disk", "hardybardy ring", struck=True, card="majesty")
    table.state = replace(table.state, trog=Deck(("troghammer",), ("majesty",)))
    table.play("finish")
    assert table.of(Reshuffled) == [Reshuffled("trog")]
    assert table.active.hand == ("block", "majesty")
    assert (*table.state.trog.pile, *table.state.trog.discards) == ("troghammer",)


@pytest.mark.rule("trogdor:hammer-3")
@pytest.mark.parametrize(
    ("there", "stays"), [("1", False), ("2", False), ("a", False), ("p", True), ("D", True)]
)
def test_he_walks_on_from_another_knight_or_the_archer_only(there: str, *, stays: bool) -> None:
    """From a5 by `eee` to d5, and if he cannot stay there by `nnn` to d2."""
    shown = [".", *["."] * 24]
    shown[BY_NAME["a5"]] += "h"
    shown[BY_NAME["d5"]] += there
    table = draw_hammer(" ".join(shown), "0 n eee", "0 n nnn")
    assert table.board.troghammer == BY_NAME["d5" if stays else "d2"]
    assert len(table.state.movement.discards) == (1 if stays else 2)


@pytest.mark.rule("trogdor:hammer-3", "trogdor:ruling-9")
def test_he_walks_on_until_he_stands_alone() -> None:
    table = draw_hammer(
        """
        .   .   .   .   .
        .   .   .   .2  .
        .D  .   .   .   .
        .   .   .   .   .
        .h  .   .   .1  .
        """,
        "0 n eee",
        "0 n nnn",
        "0 n wne",
    )
    assert table.board.troghammer == BY_NAME["d1"]
    assert len(table.state.movement.discards) == 3


@pytest.mark.rule("trogdor:ruling-8", "trogdor:ruling-56")
@pytest.mark.parametrize("there", ["1", "a"])
def test_if_somebody_stands_where_he_enters_he_walks_on_and_that_walk_repairs(there: str) -> None:
    table = draw_hammer(". " * 12 + f"C#!{there}" + " ." * 12, "0 n nnw")
    assert table.board.troghammer == BY_NAME["b1"]
    assert table.board.aflame == ()


@pytest.mark.rule("trogdor:ruling-9", "trogdor:knight-2", "trogdor:knight-3")
def test_in_phase_one_he_hurts_trogdor_and_puts_out_cottages() -> None:
    table = draw_hammer(".h C#! .D . ." + " ." * 20, "0 n eee")
    assert table.board.health == 3
    assert table.board.aflame == ()
    assert table.state.phase is Phase.CHOOSE


@pytest.mark.rule("trogdor:ruling-9", "trogdor:keeper-worchex")
def test_worchex_keeps_his_hands_off_the_cottages() -> None:
    table = draw_hammer(".h C#! .D . ." + " ." * 20, "0 n eee", player="worchex disk")
    assert table.board.health == 3
    assert table.board.aflame == (1,)


@pytest.mark.rule("trogdor:ruling-9", "trogdor:item-shield")
def test_the_shield_stops_him() -> None:
    table = draw_hammer(".h . .D . ." + " ." * 20, "0 n eee", player="hardybardy shield")
    assert table.board.health == 4
    assert not table.active.charged
    assert table.state.turn.item, "it cannot be used again in this turn"


@pytest.mark.rule("trogdor:ruling-9", "trogdor:card-block")
def test_the_block_that_was_played_before_is_over() -> None:
    table = play_card(
        ".h . .D . ." + " ." * 20,
        "hardybardy disk",
        "hardybardy ring",
        card="block",
        trog=("troghammer",),
        movement=("0 n eee", "0 n wnn"),
        struck=True,
    ).play("finish")
    assert table.of(Spared) == [Spared(Walker.TROGHAMMER, "card")]
    assert table.of(Damaged) == [Damaged(Walker.TROGHAMMER, 2, 3)]


@pytest.mark.rule("trogdor:ruling-9", "trogdor:ruling-12")
def test_at_no_health_he_kills_before_the_player_has_acted() -> None:
    table = draw_hammer(".h . .D . ." + " ." * 20, "0 n eee", health=0)
    assert table.state.phase is Phase.OVER
    assert table.active.hand == ("block",), "no card was drawn any more"
    assert table.state.outcome is not None
    assert table.state.outcome.ending == "defeat"


@pytest.mark.rule("trogdor:hammer-2", "trogdor:card-troghammer")
def test_his_walks_are_recorded_for_the_picture_apart_from_the_lands() -> None:
    table = play_card(
        ".D" + " ." * 23 + " .h",
        "hardybardy disk",
        "hardybardy ring",
        trog=("troghammer",),
        movement=("0 n nww", "0 n nww"),
        struck=True,
    ).play("finish")
    land = table.state.land
    assert land is not None
    assert [squares(*walk.squares) for walk in land.hammer] == [["c4", "c3", "b3", "a3"]]
    assert Walker.TROGHAMMER in [walk.who for walk in land.walks]
