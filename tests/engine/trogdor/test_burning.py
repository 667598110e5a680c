"""What Trogdor's fire can do to tiles and cottages."""

from __future__ import annotations

import pytest

from engine.trogdor.events import CottageBurned, CottageMended, Repaired, TileBurned
from tests.engine.trogdor.tables import play_card

BARE = """
    . . . .  .
    . . . .  .
    . . FD . .
    . . . .  .
    . . . .  .a
"""


@pytest.mark.rule("trogdor:burn-1")
def test_a_point_burns_the_tile_where_he_stands() -> None:
    game = play_card(BARE).play("burn")
    assert game.looks(". . . . .  . . . . .  . . F#D . .  . . . . .  . . . . .a")
    assert game.of(TileBurned) == [TileBurned(12, "trogdor")]
    assert game.state.turn.points == 6
    assert game.legal("burn") == []


@pytest.mark.rule("trogdor:burn-1", "trogdor:ruling-24")
def test_what_is_burned_cannot_be_burned_and_no_point_is_lost() -> None:
    game = play_card(BARE).play("burn")
    assert game.expect_refusal("burn").key == "already-burned"
    assert game.state.turn.points == 6


@pytest.mark.rule("trogdor:burn-1")
def test_tile_peasant_and_cottage_of_his_square_and_nothing_else() -> None:
    game = play_card(
        """
        C#Dp .# .p . .
        .#   .# .  . .
        C    .  .  . .
        .    .  .  . .
        .    .  .  . .a
        """
    )
    assert game.legal("burn") == ["burn peasant", "burn cottage"]


@pytest.mark.rule("trogdor:burn-2", "trogdor:ruling-24")
@pytest.mark.parametrize(
    ("shown", "burns"),
    [
        (". . . . .  . . .# . .  . .# LD .# .  . . .# . .  . . . . .a", True),
        (". . . . .  . .# . .# .  . .# LD .# .  . .# .# .# .  . . . . .a", False),
        (". . . . .  . . .# . .  . .# LD . .  . . .# . .  . . . . .a", False),
        (".# .# .# .# LD  .# .# .# .# .  .# .# .# .# .#  .# .# .# .# .#  .# .# .# .# .#a", False),
        (". . . .# LD  . . . . .#  . . . . .  . . . . .  . . . . .a", True),
        (". . . . .  . . .# . .  . . LD# . .  . . .# . .  . . . . .a", False),
    ],
    ids=["all four", "one green", "another green", "north-east corner, one green", "corner", "burned"],
)
def test_the_lake_burns_when_its_orthogonal_neighbours_have(shown: str, *, burns: bool) -> None:
    assert play_card(shown).legal("burn") == (["burn"] if burns else [])


@pytest.mark.rule("trogdor:burn-2")
def test_a_lake_that_is_not_ready_costs_no_point() -> None:
    game = play_card(". . . . .  . . . . .  . . LD . .  . . . . .  . . . . .a")
    assert game.expect_refusal("burn").key == "lake-not-ready"
    assert game.state.turn.points == 7


@pytest.mark.rule("trogdor:ruling-6")
def test_a_lake_that_is_a_plain_tile_burns_like_one() -> None:
    game = play_card(". . . . .  . . . . .  . . LD . .  . . . . .  . . . . .a", plain_lake=True)
    assert game.play("burn").of(TileBurned) == [TileBurned(12, "trogdor")]


@pytest.mark.rule("trogdor:burn-3")
def test_the_tile_of_a_cottage_burns_like_any_other_and_the_cottage_does_not() -> None:
    game = play_card(". . . . .  . . . . .  . . CD . .  . . . . .  . . . . .a").play("burn")
    assert game.looks(". . . . .  . . . . .  . . C#D . .  . . . . .  . . . . .a")
    assert game.expect_refusal("burn cottage").key == "cottage-not-ready"


READY = ". . . . .  . .# .# .# .  . .# C#D .# .  . .# .# .# .  . . . . .a"


@pytest.mark.rule("trogdor:burn-3", "trogdor:ruling-24")
@pytest.mark.parametrize(
    ("shown", "burns"),
    [
        (READY, True),
        (READY.replace("C#D", "CD"), False),
        (". . . . .  . .# .# .# .  . .# C#D .# .  . .# .# . .  . . . . .a", False),
        (". . . . .  . .# . .# .  . .# C#D .# .  . .# .# .# .  . . . . .a", False),
        (". . . . .  . .# L .# .  . .# C#D .# .  . .# .# .# .  . . . . .a", False),
        (". . . . .  . .# L# .# .  . .# C#D .# .  . .# .# .# .  . . . . .a", True),
        ("C#D .# . . .  .# .# . . .  . . . . .  . . . . .  . . . . .a", True),
        ("C#D .# . . .  .# . . . .  . . . . .  . . . . .  . . . . .a", False),
        (". .# C#D .# .  . .# .# .# .  . . . . .  . . . . .  . . . . .a", True),
        (READY.replace("C#D", "C#!D"), False),
    ],
    ids=[
        "all nine",
        "own tile green",
        "a diagonal one green",
        "an orthogonal one green",
        "the Lake green",
        "the Lake burned",
        "corner",
        "corner, one green",
        "edge",
        "on fire",
    ],
)
def test_a_cottage_burns_when_its_tile_and_all_around_have(shown: str, *, burns: bool) -> None:
    assert ("burn cottage" in play_card(shown).legal("burn")) is burns


@pytest.mark.rule("trogdor:burn-3")
def test_a_cottage_takes_a_point_of_its_own() -> None:
    game = play_card(READY).play("burn cottage")
    assert game.looks(READY.replace("C#D", "C#!D"))
    assert game.of(CottageBurned) == [CottageBurned(12, "trogdor")]
    assert game.state.turn.points == 6


@pytest.mark.rule("trogdor:burn-3")
def test_a_repaired_tile_nearby_leaves_the_fire_but_bars_the_next_one() -> None:
    """A peasant walks from b1 to b2 and repairs it. Then a knight comes through the cottage."""
    game = play_card(
        """
        .  .p . .  .
        .  .# .# .# .
        .  .# C#D .# .
        .1 .# .# .# .
        .  .  .  .  .a
        """,
        movement=("0 s+ een",),
    ).play("burn cottage", "finish")
    assert game.of(Repaired) == [Repaired((6,))]
    assert game.board.aflame == ()
    assert [event.square for event in game.of(CottageMended)] == [12]
    assert game.play("play block").legal("burn") == []


@pytest.mark.rule("trogdor:burn-3")
def test_a_repaired_tile_does_not_put_the_cottage_out() -> None:
    game = play_card(
        """
        . .p . .  .
        . .# .# .# .
        . .# C#D .# .
        . .# .# .# .
        . .  .  .  .a
        """,
        movement=("0 s+ nn",),
    ).play("burn cottage", "finish")
    assert game.of(Repaired) == [Repaired((6,))]
    assert game.board.aflame == (12,)
