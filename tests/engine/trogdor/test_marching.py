"""Step 2 of phase two: the peasants' step, their repairs, and the fires they walk into."""

from __future__ import annotations

from typing import Any

import pytest

from engine.trogdor.events import (
    DirectionChosen,
    ItemRecharged,
    Marched,
    PeasantLit,
    PeasantRan,
    Repaired,
    TileBurned,
)
from engine.trogdor.model import ItemMode, Phase
from tests.engine.trogdor.tables import Table, play_card, squares

FOUR_SIDES = """
    .  .  .p .  .
    .  .  .  .  .
    .p .  .D .  .p
    .  .  .  .  .
    .  .  .pp .  .
"""


def land(shown: str, *movement: str, player: str = "hardybardy disk", **more: Any) -> Table:
    """The land's turn with these cards on this map."""
    return play_card(shown, player, movement=movement, **more).play("finish")


@pytest.mark.rule("trogdor:march-1", "trogdor:board-3", "trogdor:ruling-41")
@pytest.mark.parametrize(
    ("way", "wanted"),
    [
        ("n", ["a2", "e2", "c4", "c4", "c5"]),
        ("e", ["d1", "a3", "b3", "d5", "d5"]),
        ("s", ["c1", "c1", "c2", "a4", "e4"]),
        ("w", ["b1", "d3", "e3", "b5", "b5"]),
    ],
)
def test_all_peasants_step_one_way_and_round_the_edge(way: str, wanted: list[str]) -> None:
    after = land(FOUR_SIDES, f"0 {way} nee")
    assert squares(*after.board.peasants) == wanted


@pytest.mark.rule("trogdor:march-2", "trogdor:ruling-42")
def test_with_repair_they_unburn_where_they_stop_and_not_where_they_started() -> None:
    after = land(
        """
        .#p .#  .#  .#  .#
        .#  .#  .#  .#  .#
        .#  .#  .#D .#  .#p
        .#  .#  .#  .#  .#
        .#  .#  .#  .#  .#
        """,
        "0 e+ nee",
    )
    assert after.looks("""
        .#  .p  .#  .#  .#
        .#  .#  .#  .#  .#
        .p  .#  .#D .#  .#
        .#  .#a .#  .#  .#
        .#  .#  .#  .#  .#
    """)
    assert after.of(Repaired) == [Repaired((1, 10))]


@pytest.mark.rule("trogdor:march-2")
def test_without_repair_they_unburn_nothing() -> None:
    after = land(FOUR_SIDES.replace(".", ".#"), "0 e nee")
    assert len(after.board.burned) == 25
    assert after.none_of(Repaired)


@pytest.mark.rule("trogdor:ruling-42", "trogdor:march-2")
def test_the_lake_and_a_cottages_tile_are_repaired_like_any_other() -> None:
    after = land(
        """
        .#p L#  .   .   .
        .   .   .   .   .
        .p  C#  .D  .   .
        .   .   .   .   .
        .   .   .   .   .
        """,
        "0 e+ nee",
    )
    assert after.looks("""
        .#  Lp  .   .   .
        .   .   .   .   .
        .   Cp  .D  .   .
        .   .a  .   .   .
        .   .   .   .   .
    """)


@pytest.mark.rule("trogdor:ruling-42")
def test_a_cottage_burns_on_when_a_tile_beside_it_is_repaired() -> None:
    after = land(
        """
        C#! .#  .   .   .
        .#  .#p .   .   .
        .   .   .D  .   .
        .   .   .   .   .
        .   .   .   .   .
        """,
        "0 n+ nee",
    )
    assert after.board.aflame == (0,)
    assert 1 not in after.board.burned


@pytest.mark.rule("trogdor:ruling-34", "trogdor:ruling-42", "trogdor:march-2", "trogdor:run-1")
def test_who_walks_into_a_burning_cottage_runs_and_repairs_nothing() -> None:
    """He is lit on a1, burns it (it is), then b1, c1, d1 by a card of his own, and is gone."""
    after = land(
        """
        C#! .   .   .   .
        .#p .   .   .   .
        .   .   .D  .   .
        .   .   .   .   .
        .   .   .   .   .
        """,
        "0 n+ nee",
        "4 s eee",
    )
    assert after.none_of(Repaired)
    assert after.of(PeasantLit) == [PeasantLit(0, "cottage")]
    assert after.of(PeasantRan) == [PeasantRan((0, 1, 2, 3), "void")]
    assert after.looks("""
        C#! .#  .#  .#  .
        .#  .   .   .   .
        .   .   .D  .   .
        .   .a  .   .   .
        .   .   .   .   .
    """)
    assert (after.board.void, after.board.health) == (1, 4)


@pytest.mark.rule("trogdor:ruling-41")
def test_all_have_repaired_before_anybody_runs() -> None:
    """The one from a2 is lit on a1 and runs over b1, which the one from b2 has just repaired."""
    after = land(
        """
        C#! .#  .   .   .
        .#p .#p .   .   .
        .   .   .D  .   .
        .   .   .   .   .
        .   .   .   .   .
        """,
        "0 n+ nee",
        "0 s eee",
        "0 s sss",
    )
    kinds = [type(event) for event in after.events]
    assert kinds.index(Repaired) < kinds.index(PeasantLit)
    assert after.of(Repaired) == [Repaired((1,))]
    assert TileBurned(1, "peasant") in after.events
    assert after.of(PeasantLit) == [PeasantLit(0, "cottage"), PeasantLit(1, "peasant")]
    assert after.of(PeasantRan)[1].squares == (1, 6, 11, 16)


@pytest.mark.rule("trogdor:ruling-41", "trogdor:ruling-51")
def test_those_lit_by_cottages_run_from_the_north_and_from_the_west() -> None:
    after = land(
        """
        .   .   .   .   .
        C#! .   C#! .   .
        .p  .   .p  .   .
        .   .   C#! .   .
        .D  .   .p  .   .
        """,
        "0 n nee",
        "0 s wnn",
        "0 s wnn",
        "0 s wss",
    )
    assert [run.squares[0] for run in after.of(PeasantRan)] == [5, 7, 17]


@pytest.mark.rule("trogdor:march-1")
def test_without_peasants_nothing_marches() -> None:
    after = land(". " * 25, "0 n+ nee", player="hardybardy pouch")
    assert after.none_of(Marched)
    assert after.state.turn.number == 2


@pytest.mark.rule("trogdor:ruling-43", "trogdor:item-pouch")
def test_the_pouch_turns_them_before_the_new_ones_come_out_and_repair_stays() -> None:
    """From a1 and d4 they should go north; they go east and repair there."""
    asked = land(
        """
        C   .#  .   .   .
        .   .   .   .   .
        .   .   .D  .   .
        .   .   .   .p  .#
        .   .   .   .   .
        """,
        "2 n+ nee",
        player="hardybardy pouch",
        asks=ItemMode.ASK,
    )
    assert asked.state.phase is Phase.POUCH
    assert asked.board.health == 4
    assert asked.legal("pouch") == ["pouch e", "pouch s", "pouch w"]
    asked.play("pouch e")
    assert asked.of(DirectionChosen) == [DirectionChosen(0, asked.of(Marched)[0].direction)]
    assert asked.looks("""
        C   .p  .   .   .
        .   .   .   .   .
        .   .   .D  .   .
        .   .a  .   .   .p
        .   .   .   .   .
    """)
    assert asked.state.land is not None
    assert asked.state.land.pouched


@pytest.mark.rule("trogdor:item-fireballs", "trogdor:ruling-19")
@pytest.mark.parametrize(("tile", "charged"), [(".#", True), (".", False)])
def test_only_a_repair_that_turns_a_tile_charges_the_fireballs(tile: str, *, charged: bool) -> None:
    after = land(f".p {tile} . . . " + ". " * 20, "0 e+ nee", player="hardybardy fireballs", charged=False)
    assert bool(after.of(ItemRecharged)) is charged
    assert after.state.players[0].charged is charged


@pytest.mark.rule("trogdor:keeper-brovelade", "trogdor:ruling-19")
def test_in_brovelades_turn_nothing_is_repaired() -> None:
    after = land(".p .# . . . " + ". " * 20, "0 e+ nee", player="brovelade fireballs", charged=False)
    assert after.board.burned == (1,)
    assert not after.state.players[0].charged
