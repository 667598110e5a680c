"""The action cards whose effect comes once, at any moment of the actions."""

from __future__ import annotations

import pytest

from engine.trogdor.events import TileBurned
from tests.engine.trogdor.tables import play_card

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


@pytest.mark.rule("trogdor:card-sidewise", "trogdor:ruling-26")
def test_sidewise_burns_a_tile_north_east_south_or_west_of_him() -> None:
    game = play_card(BARE, card="sidewise")
    assert sorted(game.legal("card")) == ["card b3", "card c2", "card c4", "card d3"]
    assert game.play("card d3").of(TileBurned) == [TileBurned(13, "card")]
    assert (game.state.turn.points, game.legal("card")) == (5, [])
    assert play_card(CORNER, card="sidewise").legal("card") == ["card b1", "card a2"]


@pytest.mark.rule("trogdor:card-slantwise", "trogdor:ruling-26")
def test_slantwise_burns_a_tile_diagonally_next_to_him() -> None:
    game = play_card(BARE, card="slantwise")
    assert sorted(game.legal("card")) == ["card b2", "card b4", "card d2", "card d4"]
    assert game.play("card b4").of(TileBurned) == [TileBurned(16, "card")]
    assert (game.state.turn.points, game.legal("card")) == (5, [])
    assert play_card(CORNER, card="slantwise").legal("card") == ["card b2"]


@pytest.mark.rule("trogdor:ruling-15")
@pytest.mark.parametrize("card", ["sidewise", "slantwise"])
@pytest.mark.parametrize("before", [0, 2, 5])
def test_once_is_at_any_moment_until_the_actions_are_over(card: str, before: int) -> None:
    """Even when all five points are spent, but they can also be spent afterwards."""
    game = play_card(BARE, card=card).play(*["n", "s", "n", "s", "n"][:before])
    near = game.legal("card")[0]
    game.play(near)
    assert game.state.turn.points == 5 - before
    assert game.expect_refusal(near).key == "effect-used"


@pytest.mark.rule("trogdor:ruling-15")
@pytest.mark.parametrize("card", ["sidewise", "slantwise"])
def test_once_is_no_duty_and_over_with_the_actions(card: str) -> None:
    game = play_card(BARE, card=card).play("finish")
    assert game.state.turn.number == 2


@pytest.mark.rule("trogdor:range-1", "trogdor:ruling-26")
@pytest.mark.parametrize(("card", "lake"), [("sidewise", "card d3"), ("slantwise", "card d2")])
def test_the_lake_beside_him_burns_whatever_is_around_it(card: str, lake: str) -> None:
    shown = ". . . . .  . . . L .  . . .D L .  . . . . .  . . . . .a"
    assert lake in play_card(shown, card=card).legal("card")


@pytest.mark.rule("trogdor:range-1")
def test_a_peasant_or_cottage_beside_him_is_not_reached() -> None:
    shown = "C#p .#D .# . .  .# .# .# . .  . . . . .  . . . . .  . . . . .a"
    assert play_card(shown, card="sidewise").legal("card") == []


@pytest.mark.rule("trogdor:ruling-25")
@pytest.mark.parametrize("card", ["sidewise", "slantwise", "flip-em-up-fran", "flip-em-up-dan"])
def test_powers_of_movement_do_not_widen_the_reach(card: str) -> None:
    plain, wide = play_card(CORNER, card=card), play_card(CORNER, "stonklar disk", card=card)
    cross, slant = play_card(CORNER, card=card), play_card(CORNER, "cranjegg disk", card=card)
    if card.startswith("flip"):
        for game in (plain, wide, cross, slant):
            game.play("finish")
    assert plain.legal("card") == wide.legal("card") == slant.legal("card")
