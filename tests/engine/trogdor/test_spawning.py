"""Step 1 of phase two: new peasants at the cottages, from the Trog-Meter."""

from __future__ import annotations

from typing import Any

import pytest

from engine.trogdor.events import Damaged, Died, HammersShuffled, Spawned
from engine.trogdor.model import Phase
from tests.engine.trogdor.tables import Table, play_card

ONE_PEASANT_TWO_FREE_COTTAGES = """
    C  .  .  .  C
    .  .  .  .  .
    .  .  .D .  .
    .  .p .  .  .
    C#! . .  .  .
"""

NOBODY_THREE_FREE_COTTAGES = """
    C  .  .  .  C
    .  .  .  .  .
    .  .  .D .  .
    .  .  .  .  .
    C  .  .  .  .
"""


def land(shown: str, card: str, *players: str, **more: Any) -> Table:
    """The land's turn with this card on this map."""
    return play_card(shown, *players, movement=(card,), **more).play("finish")


@pytest.mark.rule("trogdor:spawn-3", "trogdor:spawn-1")
@pytest.mark.parametrize("wanted", [0, 1])
def test_the_land_is_content_with_enough_peasants(wanted: int) -> None:
    after = land(ONE_PEASANT_TWO_FREE_COTTAGES, f"{wanted} s nee")
    assert after.none_of(Spawned)
    assert after.board.health == 4
    assert after.looks("""
        C  .  .  .  C
        .  .  .  .  .
        .  .  .D .  .
        .  .a .  .  .
        C#! .p . .  .
    """)


@pytest.mark.rule("trogdor:spawn-3", "trogdor:spawn-2", "trogdor:spawn-1")
@pytest.mark.parametrize(("line", "where"), [("spawn a1", 0), ("spawn e1", 4)])
def test_for_one_peasant_and_two_cottages_the_player_says_where(line: str, where: int) -> None:
    asked = land(ONE_PEASANT_TWO_FREE_COTTAGES, "2 s nee")
    assert asked.state.phase is Phase.SPAWN
    assert asked.legal("spawn") == ["spawn a1", "spawn e1"]
    assert asked.board.health == 4
    asked.play(line)
    assert asked.of(Spawned) == [Spawned((where,), 3)]


@pytest.mark.rule("trogdor:spawn-3", "trogdor:spawn-1", "trogdor:ruling-40")
@pytest.mark.parametrize("wanted", [3, 4])
def test_every_free_cottage_sends_one_and_no_more(wanted: int) -> None:
    after = land(ONE_PEASANT_TWO_FREE_COTTAGES, f"{wanted} s nee")
    assert after.of(Spawned) == [Spawned((0, 4), 2)]


@pytest.mark.rule("trogdor:spawn-1", "trogdor:ruling-41")
def test_new_peasants_walk_along_with_the_others() -> None:
    assert land(ONE_PEASANT_TWO_FREE_COTTAGES, "3 s nee").looks("""
        C  .  .  .  C
        .p .  .  .  .p
        .  .  .D .  .
        .  .a .  .  .
        C#! .p . .  .
    """)


@pytest.mark.rule("trogdor:spawn-1", "trogdor:ruling-41")
def test_somebody_on_a_cottage_does_not_keep_its_peasant_in() -> None:
    after = land(
        """
        Cp .  .  .  C#!
        .  .  .  .  .
        .  .  .D .  .
        .  .  .  .  .
        C#! . .  .  .
        """,
        "2 s nee",
    )
    assert after.looks("""
        C  .  .  .  C#!
        .pp . .  .  .
        .  .  .D .  .
        .  .a .  .  .
        C#! . .  .  .
    """)


@pytest.mark.rule("trogdor:spawn-1")
def test_cottages_on_fire_send_nobody() -> None:
    shown = ONE_PEASANT_TWO_FREE_COTTAGES.replace("C ", "C#! ").replace("C\n", "C#!\n")
    assert land(shown, "4 s nee").of(Spawned) == []


@pytest.mark.rule("trogdor:spawn-2", "trogdor:ruling-40")
def test_two_of_three_cottages_can_be_named_in_any_way() -> None:
    asked = land(NOBODY_THREE_FREE_COTTAGES, "2 s nee")
    assert asked.legal("spawn") == ["spawn a1 e1", "spawn a1 a5", "spawn e1 a5"]
    asked.play("spawn a5 e1")
    assert asked.of(Spawned) == [Spawned((4, 20), 2)]


@pytest.mark.rule("trogdor:spawn-2")
@pytest.mark.parametrize("line", ["spawn a1", "spawn a1 e1 a5", "spawn a1 a1", "spawn a1 b1"])
def test_no_other_number_and_no_other_place_is_taken(line: str) -> None:
    refused = land(NOBODY_THREE_FREE_COTTAGES, "2 s nee").expect_refusal(line)
    assert (refused.rule, refused.key) == ("trogdor:spawn-2", "wrong-number")


@pytest.mark.rule("trogdor:ruling-40")
def test_nothing_is_asked_where_there_is_one_way() -> None:
    assert land(NOBODY_THREE_FREE_COTTAGES, "3 s nee").of(Spawned) == [Spawned((0, 4, 20), 1)]


@pytest.mark.rule("trogdor:ruling-39", "trogdor:ruling-40")
def test_the_trog_meter_limits_them_and_then_the_player_says_where() -> None:
    asked = land(NOBODY_THREE_FREE_COTTAGES, "3 s nee", health=1, void=3)
    assert asked.legal("spawn") == ["spawn a1", "spawn e1", "spawn a5"]
    asked.play("spawn e1")
    assert asked.of(Spawned) == [Spawned((4,), 0)]
    assert asked.board.void == 3


@pytest.mark.rule("trogdor:ruling-39")
def test_nobody_comes_from_an_empty_meter_or_from_the_void() -> None:
    after = land(NOBODY_THREE_FREE_COTTAGES, "4 s nee", health=0, void=7)
    assert after.none_of(Spawned)
    assert (after.board.health, after.board.void, after.board.peasants) == (0, 7, ())


@pytest.mark.rule("trogdor:ruling-39", "trogdor:damage-1", "trogdor:ruling-4")
def test_to_lose_the_last_health_to_a_cottage_is_neither_damage_nor_death() -> None:
    after = land(NOBODY_THREE_FREE_COTTAGES, "3 s nee", "hardybardy pouch", health=3, charged=False)
    assert after.board.health == 0
    assert after.none_of(Damaged, Died, HammersShuffled)
    assert after.state.outcome is None
    assert not after.state.struck
    assert not after.state.players[0].charged
