"""The action cards whose effect comes after the actions."""

from __future__ import annotations

import pytest

from engine.trogdor.board import Walker
from engine.trogdor.events import (
    CottageBurned,
    Damaged,
    Died,
    Finished,
    Hid,
    MovementDrawn,
    PeasantRan,
    Spared,
    TileBurned,
)
from engine.trogdor.model import ItemMode, Phase
from tests.engine.trogdor.tables import Table, play_card

BARE = """
    . . . .  .
    . . . .  .
    . . .D . .
    . . . .  .
    . . . .  .a
"""
AFTER = ["flip-em-up-dan", "flip-em-up-fran", "hidey-hole", "shot-put"]


def after(shown: str, *players: str, card: str, **more: object) -> Table:
    """The actions are over, the effect of the card can be used."""
    return play_card(shown, *players, card=card, **more).play("finish")


@pytest.mark.rule("trogdor:ruling-15")
@pytest.mark.parametrize("card", AFTER)
def test_after_is_when_the_actions_have_been_ended(card: str) -> None:
    game = play_card(BARE.replace(". . . .  .", "M . . .  ."), card=card)
    assert game.legal("card") == []
    assert game.expect_refusal("card c2").key == "effect-too-early"
    game.play("finish")
    assert game.state.phase is Phase.AFTER
    assert len(game.of(Finished)) == 1
    assert game.legal("card")
    assert game.legal("step") == []


@pytest.mark.rule("trogdor:ruling-15")
@pytest.mark.parametrize("card", AFTER)
def test_after_is_no_duty(card: str) -> None:
    game = after(BARE.replace(". . . .  .", "M . . .  ."), card=card).play("finish")
    assert len(game.of(MovementDrawn)) == 1
    assert game.of(TileBurned) == []


@pytest.mark.rule("trogdor:ruling-15")
@pytest.mark.parametrize("card", ["flip-em-up-dan", "flip-em-up-fran"])
def test_without_anything_to_burn_the_land_is_on_at_once(card: str) -> None:
    burned = ". . . . .  . .# .# .# .  . .# .D .# .  . .# .# .# .  . . . . .a"
    assert len(after(burned, card=card).of(MovementDrawn)) == 1


@pytest.mark.rule("trogdor:card-flip-em-up-dan", "trogdor:ruling-26")
def test_flip_em_up_dan_burns_up_to_four_tiles_diagonally() -> None:
    game = after(BARE, card="flip-em-up-dan", movement=("0 n nn",))
    assert len(game.legal("card")) == 4 + 6 + 4 + 1
    game.play("card b2 d2 b4 d4")
    assert game.looks(". . . . .  . .# . .# .  . . .D . .a  . .# . .# .  . . . . .")
    assert [event.square for event in game.of(TileBurned)] == [6, 8, 16, 18]
    assert all(event.by == "card" for event in game.of(TileBurned))


@pytest.mark.rule("trogdor:card-flip-em-up-fran", "trogdor:ruling-26")
def test_flip_em_up_fran_burns_up_to_four_tiles_around_him() -> None:
    game = after(BARE, card="flip-em-up-fran")
    assert len(game.legal("card")) == 4 + 6 + 4 + 1
    assert "card c2" in game.legal("card")
    game.play("card b3 d3")
    assert [event.square for event in game.of(TileBurned)] == [11, 13]


@pytest.mark.rule("trogdor:ruling-26")
@pytest.mark.parametrize(
    ("card", "lines"),
    [
        ("flip-em-up-fran", ["card b1 a2", "card b1", "card a2"]),
        ("flip-em-up-dan", ["card b2"]),
    ],
)
def test_in_a_corner_fewer_tiles_are_in_reach(card: str, lines: list[str]) -> None:
    corner = ".D . . . .  . . . . .  . . . . .  . . . . .  . . . . .a"
    assert sorted(after(corner, card=card).legal("card")) == sorted(lines)


@pytest.mark.rule("trogdor:range-1", "trogdor:ruling-26")
def test_flip_em_up_burns_the_lake_but_no_peasant_and_no_cottage() -> None:
    shown = "C#p .#D .p . .  .# L . . .  . . . . .  . . . . .  . . . . .a"
    assert sorted(after(shown, card="flip-em-up-fran").legal("card")) == ["card b2", "card c1", "card c1 b2"]


@pytest.mark.rule("trogdor:ruling-26", "trogdor:ruling-15")
def test_the_tiles_of_flip_em_up_are_chosen_all_at_once() -> None:
    game = after(BARE, card="flip-em-up-fran").play("card c2")
    assert len(game.of(TileBurned)) == 1
    assert len(game.of(MovementDrawn)) == 1


HOLE = """
    . . . .  M
    . . . .  .
    . . .D . .
    . . M .  .
    . . . .  .a
"""


@pytest.mark.rule("trogdor:card-hidey-hole", "trogdor:ruling-10")
def test_hidey_hole_brings_him_to_a_mountain_and_hides_him_without_a_point() -> None:
    """All four points are spent before. Then a knight comes to e1, and an arrow along its column."""
    shown = HOLE.replace("    . . . .  .\n", "    . . . .  .1\n", 1)
    game = play_card(shown, card="hidey-hole", movement=("0 n nn",)).play("n", "s", "n", "s", "finish")
    assert game.legal("card") == ["card e1", "card c4"]
    game.play("card e1")
    assert game.of(Hid) == [Hid(4)]
    assert game.of(Spared) == [Spared(Walker.FIRST_KNIGHT, "hiding"), Spared(Walker.ARCHER, "hiding")]
    assert (game.board.trogdor, game.board.health) == (4, 4)


@pytest.mark.rule("trogdor:ruling-50c", "trogdor:ruling-11")
def test_a_knight_on_the_mountain_hurts_him_and_then_he_hides() -> None:
    game = after(HOLE.replace("M\n", "M1\n", 1), card="hidey-hole").play("card e1")
    told = [type(event) for event in game.events if isinstance(event, Damaged | Hid)]
    assert told == [Damaged, Hid]
    assert game.board.health == 3


@pytest.mark.rule("trogdor:ruling-50c", "trogdor:item-shield")
def test_he_does_not_hide_yet_while_the_shield_is_asked() -> None:
    shown = HOLE.replace("M\n", "M1\n", 1)
    game = after(shown, "hardybardy shield", card="hidey-hole", asks=ItemMode.ASK).play("card e1")
    assert game.state.phase is Phase.SHIELD
    assert not game.board.hiding
    game.play("no")
    assert [type(event) for event in game.events if isinstance(event, Damaged | Hid)] == [Damaged, Hid]


@pytest.mark.rule("trogdor:ruling-50c", "trogdor:ruling-12")
def test_who_dies_on_the_mountain_has_not_hidden() -> None:
    game = after(HOLE.replace("M\n", "M1\n", 1), card="hidey-hole", health=0).play("card e1")
    assert len(game.of(Died)) == 1
    assert game.of(Hid) == []


@pytest.mark.rule("trogdor:ruling-50c")
def test_the_mountain_he_stands_on_is_no_arrival() -> None:
    shown = ". . . . .  . . . . .  . . M1D . .  . . . . .  .a . . . M"
    game = after(shown, card="hidey-hole").play("card c3")
    assert game.of(Hid) == [Hid(12)]
    assert game.of(Damaged) == []


@pytest.mark.rule("trogdor:ruling-50c", "trogdor:ruling-10")
def test_who_hides_already_is_not_hurt_where_he_comes_and_stays_hidden() -> None:
    shown = ". . . . .  . . . . .  . . MD . .  . . . . .  .a . . . M1"
    game = play_card(shown, card="hidey-hole").play("hide", "finish", "card e5")
    assert game.of(Spared)[0] == Spared(Walker.FIRST_KNIGHT, "hiding")
    assert game.board.health == 4
    assert game.board.trogdor == 24


@pytest.mark.rule("trogdor:card-shot-put", "trogdor:ruling-26")
@pytest.mark.parametrize(
    ("shown", "reach"),
    [
        (BARE, "a1 c1 e1 b2 c2 d2 a3 b3 c3 d3 e3 b4 c4 d4 a5 c5 e5"),
        (".D . . . .  . . . . .  . . . . .  . . . . .  . . . . .a", "a1 b1 c1 a2 b2 a3 c3"),
    ],
)
def test_shot_put_reaches_two_squares_straight_or_diagonally(shown: str, reach: str) -> None:
    game = after(shown, "stonklar disk", card="shot-put")
    assert game.legal("card") == [f"card {square}" for square in reach.split()]


@pytest.mark.rule("trogdor:card-shot-put", "trogdor:range-1")
def test_shot_put_burns_one_thing() -> None:
    game = after(". . L . .  . . . . .  . . .D . .  . . . . .  . . . . .a", card="shot-put").play("card c1")
    assert game.of(TileBurned) == [TileBurned(2, "card")]
    assert len(game.of(MovementDrawn)) == 1


@pytest.mark.rule("trogdor:ruling-50b")
def test_shot_put_on_the_lake_under_his_feet_keeps_its_condition() -> None:
    green = ". . . . .  . . .# . .  . .# LD . .  . . .# . .  . . . . .a"
    ready = ". . . . .  . . .# . .  . .# LD .# .  . . .# . .  . . . . .a"
    assert "card c3" not in after(green, card="shot-put").legal("card")
    assert "card c3" in after(ready, card="shot-put").legal("card")


@pytest.mark.rule("trogdor:card-shot-put", "trogdor:run-1")
def test_shot_put_lights_a_peasant_who_runs() -> None:
    game = after(
        ". . . . .  . . . .p .  .p . .Dp . .  . . . . .p  . . . . .a",
        card="shot-put",
        movement=("0 n sss", "0 n nn"),
    )
    peasants = [line for line in game.legal("card") if line.endswith("peasant")]
    assert peasants == ["card d2 peasant", "card a3 peasant", "card c3 peasant"]
    game.play("card a3 peasant")
    assert [event.squares for event in game.of(PeasantRan)] == [(10, 15, 20, 0)]


@pytest.mark.rule("trogdor:card-shot-put", "trogdor:burn-3")
def test_shot_put_lights_a_cottage_that_is_ready() -> None:
    game = after("C# .# . . C#  .# .# . . .#  . . .D . .  . . . . .  . . . . .a", card="shot-put")
    assert [line for line in game.legal("card") if line.endswith("cottage")] == ["card a1 cottage"]
    game.play("card a1 cottage")
    assert game.of(CottageBurned) == [CottageBurned(0, "card")]
