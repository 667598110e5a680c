"""Trogdor's Fiery Rage: five paths after his death, and what they bring."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.core import Outcome
from engine.deck import Deck
from engine.trogdor.board import Walker
from engine.trogdor.cards import Item
from engine.trogdor.events import (
    CottageBurned,
    GameEnded,
    ItemRecharged,
    KnightErased,
    PeasantErased,
    PeasantLit,
    PeasantRan,
    RageBegan,
    Raged,
    Reshuffled,
    TileBurned,
)
from tests.engine.trogdor.tables import Table, play_card, squares

ROUND = ("0 n eee", "0 n sss", "0 n www", "0 n nnn", "0 n eee")
"""From a1: to d1, down to d4, back to a4, up to a1, to d1 again."""


def dying(shown: str, *movement: str, player: str = "hardybardy disk", **more: Any) -> Table:
    """Trogdor steps west onto a knight, with nobody on the Trog-Meter."""
    return play_card(shown, player, "hardybardy ring", movement=movement, health=0, **more).play("step w")


@pytest.mark.rule("trogdor:rage-1", "trogdor:ruling-48", "trogdor:ruling-54")
def test_he_burns_all_on_five_paths_from_where_he_died_and_erases_who_is_there() -> None:
    """Lake and cottages have no condition, and nobody runs; what is off the paths stays as it is."""
    dead = dying(
        """
        .1  .D  Lp  C   .
        .   .   .   .2  .
        .   .p  .   .pp .
        .h  .   Cp  .   .p
        .   .   .   .   .a
        """,
        *ROUND,
    )
    assert dead.looks("""
        .#  .#  L#  C#!D .
        .#  .   .   .#  .
        .#  .p  .   .#  .
        .#  .#  C#! .#  .p
        .   .   .   .   .a
    """)
    assert dead.board.void == 4
    assert [squares(*raged.squares) for raged in dead.of(Raged)] == [
        ["a1", "b1", "c1", "d1"],
        ["d1", "d2", "d3", "d4"],
        ["d4", "c4", "b4", "a4"],
        ["a4", "a3", "a2", "a1"],
        ["a1", "b1", "c1", "d1"],
    ]
    assert len(dead.of(PeasantErased)) == 4
    assert dead.none_of(PeasantLit, PeasantRan)
    assert dead.of(GameEnded) == [GameEnded("defeat", "died")]


@pytest.mark.rule("trogdor:rage-1")
def test_the_knights_who_are_erased_are_named_rightly() -> None:
    """The first knight goes where Trogdor died, the second on the way, the Troghammer last."""
    dead = dying(".1 .D . .2 ." + " ." * 5 + " .h" + " ." * 14, *ROUND)
    assert dead.of(KnightErased) == [
        KnightErased(Walker.FIRST_KNIGHT, 0),
        KnightErased(Walker.SECOND_KNIGHT, 3),
        KnightErased(Walker.TROGHAMMER, 10),
    ]
    assert (dead.board.knights, dead.board.troghammer) == ((), None)


@pytest.mark.rule("trogdor:rage-1", "trogdor:board-3")
def test_the_paths_wrap_like_every_path() -> None:
    dead = dying(".1 .D" + " ." * 23, "0 n nww", *("0 n ewe",) * 4)
    assert squares(*dead.of(Raged)[0].squares) == ["a1", "a5", "e5", "d5"]


@pytest.mark.rule("trogdor:rage-1", "trogdor:ruling-48")
def test_the_archer_lives() -> None:
    dead = dying(".1 .D .a" + " ." * 22, *ROUND)
    assert dead.board.archer == 2


@pytest.mark.rule("trogdor:rage-1", "trogdor:ruling-48")
def test_a_burned_tile_and_a_cottage_on_fire_are_left_as_they_are() -> None:
    dead = dying(".#1 .D C#! . . " + " ." * 20, *ROUND)
    assert dead.none_of(CottageBurned)
    assert TileBurned(0, "rage") not in dead.events
    assert dead.board.aflame == (2,)


@pytest.mark.rule("trogdor:rage-2", "trogdor:ruling-49", "trogdor:ruling-54")
def test_the_rage_that_completes_the_victory_is_a_petite_one_and_stops_there() -> None:
    """The cottage of d1, the peasant of e1, and round the edge to the tile of e5: there it is done."""
    won = dying(
        """
        .#1 .#D .#  C#  .#p
        .#  .#  .#  .#  .#
        .#  .#  .#h .#  .#
        .#  .#  .#  .#  .#2
        C#! .#  .#  C#! .
        """,
        "0 n eee",
        "0 n enn",
        "0 n nnn",
        "0 n eee",
        "0 n eee",
    )
    assert won.of(GameEnded) == [GameEnded("petite-victory", "rage")]
    assert won.state.outcome == Outcome("petite-victory", (0, 1), (1, 1))
    assert [squares(*raged.squares) for raged in won.of(Raged)] == [
        ["a1", "b1", "c1", "d1"],
        ["d1", "e1", "e5"],
    ]
    assert won.of(CottageBurned) == [CottageBurned(3, "rage")]
    assert won.of(PeasantErased) == [PeasantErased(4)]
    assert (won.board.knights, won.board.troghammer) == ((19,), 12)


@pytest.mark.rule("trogdor:rage-2", "trogdor:ruling-49")
@pytest.mark.parametrize("lacking", ["tile", "cottage", "peasant"])
def test_without_any_one_of_them_it_is_a_defeat(lacking: str) -> None:
    """The five paths stay in row 1, so what lacks in row 3 is out of reach."""
    cell = {"tile": ".", "cottage": "C#", "peasant": ".#p"}[lacking]
    row = ".#1 .#D .# .# .# " + ".# " * 5
    shown = row + f".# {cell} .# .# .# " + ".# " * 10
    over = dying(shown, *("0 n wew",) * 5)
    assert over.of(GameEnded) == [GameEnded("defeat", "died")]
    assert over.state.outcome == Outcome("defeat", (), (0, 0))


@pytest.mark.rule("trogdor:ruling-54", "trogdor:rage-1")
def test_all_five_cards_are_dealt_before_the_first_step() -> None:
    won = dying(".#1 .#D .# .# C#" + " .#" * 20, *("0 n www",) * 5)
    assert won.of(RageBegan) == [RageBegan(0, tuple(f"test-{number}" for number in range(5)))]
    assert [squares(*raged.squares) for raged in won.of(Raged)] == [["a1", "e1"]]
    assert won.of(GameEnded) == [GameEnded("petite-victory", "rage")]
    assert len(won.state.movement.discards) == 5


@pytest.mark.rule("trogdor:ruling-48", "trogdor:ruling-2", "trogdor:ruling-55")
def test_the_lands_card_is_discarded_first_and_can_be_among_the_five() -> None:
    """Six cards in all: the land's, three in the pile, two discarded. Two of the five are of the new pile."""
    table = play_card(".1 .D" + " ." * 23, movement=("0 n eee",), health=0)
    first, *others = [card.id for card in table.state.house.cards[:6]]
    table.state = replace(table.state, movement=Deck((first, *others[:3]), tuple(others[3:])))
    table.play("finish")
    (rage,) = table.of(RageBegan)
    assert rage.cards[:3] == tuple(others[:3])
    assert len(table.of(Reshuffled)) == 1
    deck = table.state.movement
    assert sorted((*deck.pile, *deck.discards)) == sorted((first, *others))


@pytest.mark.rule("trogdor:ruling-48", "trogdor:item-ring")
def test_keepers_and_items_have_no_part_in_it() -> None:
    """The Ring of Voip is charged by a burned cottage tile, but not by the rage."""
    dead = dying(".1 .D . C ." + " ." * 20, *ROUND, player="worchex ring", charged=False)
    assert CottageBurned(3, "rage") in dead.events
    assert dead.none_of(ItemRecharged)
    assert dead.state.players[0].item is Item.RING
    assert not dead.state.players[0].charged


@pytest.mark.rule("trogdor:rage-1", "trogdor:ruling-48")
def test_the_rage_begins_where_an_arrow_hit() -> None:
    shown = ".D . . . ." + " ." * 15 + " .a . . . ."
    dead = play_card(shown, health=0, movement=("0 n nns", *ROUND)).play("finish")
    assert dead.of(RageBegan)[0].square == 0


@pytest.mark.rule("trogdor:ruling-9", "trogdor:ruling-48")
def test_the_troghammers_deadly_walk_is_no_walk_of_the_land() -> None:
    """In the land's turn he walks to e1; the second player draws his card, and his first step kills."""
    shown = ".D . . . ." + " ." * 8 + " .h" + " ." * 11
    dead = play_card(
        shown,
        "hardybardy disk",
        "hardybardy ring",
        trog=("troghammer",),
        struck=True,
        health=0,
        movement=("0 n nne", "0 n eee", *ROUND),
    ).play("finish")
    land = dead.state.land
    assert land is not None
    assert [walk.who for walk in land.walks] == [Walker.TROGHAMMER, Walker.ARCHER]
    assert [squares(*walk.squares) for walk in land.hammer] == [["e1", "a1"]]
    assert len(land.rage) == 5
    assert dead.state.turn.seat == 1


@pytest.mark.rule("trogdor:ruling-48")
def test_the_rage_is_recorded_for_the_picture() -> None:
    dead = play_card(".1 . .D" + " ." * 22, movement=("0 n eee", *ROUND), health=0).play("finish")
    assert dead.state.land is not None
    assert [squares(*walk.squares) for walk in dead.state.land.walks] == [["a1", "b1", "c1"]]
    assert squares(*dead.state.land.rage[0].squares) == ["c1", "d1", "e1", "a1"]
    assert len(dead.state.land.rage) == 5


@pytest.mark.rule("trogdor:ruling-54", "trogdor:ruling-55")
def test_none_of_the_five_cards_is_dealt_twice_when_the_pile_runs_out_among_them() -> None:
    table = play_card(
        """
        . . .  . .
        . . .  . .
        . . .D . .
        . . .1 . .
        . . .  . .a
        """,
        health=0,
    )
    deck = table.state.movement
    table.state = replace(table.state, movement=Deck(deck.pile[:2], deck.pile[2:5]))
    table.play("step s")
    (began,) = table.of(RageBegan)
    assert len(set(began.cards)) == 5
    assert sorted(table.state.movement.discards) == sorted(deck.pile[:5])
