"""Path o' Burnination. Its own movement card comes first, then those of the peasants it lights."""

from __future__ import annotations

import pytest

from engine.trogdor.events import CottageBurned, MovementDrawn, PeasantLit, PeasantRan, TileBurned
from engine.trogdor.model import ItemMode, Phase
from tests.engine.trogdor.tables import Table, play_card, squares

PATH = "path-o-burnination"


def play_path(shown: str, *players: str, **more: object) -> Table:
    return play_card(shown, *players, card=PATH, **more).play("card")


@pytest.mark.rule("trogdor:card-path-o-burnination", "trogdor:ruling-31")
def test_it_burns_a_path_from_his_own_square_round_the_edges_and_he_stays() -> None:
    game = play_path(
        ". . . . .  . . . . .  . . . . .D  . . . . .  .a . . . .", movement=("0 n ees", "0 n nn")
    )
    assert [event.square for event in game.of(TileBurned)] == [14, 10, 11, 16]
    assert {event.by for event in game.of(TileBurned)} == {"path"}
    assert game.board.trogdor == 14
    assert game.board.health == 4


@pytest.mark.rule("trogdor:card-path-o-burnination", "trogdor:ruling-31")
def test_the_lake_burns_on_it_even_under_his_feet() -> None:
    game = play_path(". . . . .  . . . . .  . . LD . .  . . . . .  . . . . .a", movement=("0 n een",))
    assert [event.square for event in game.of(TileBurned)] == [12, 13, 14, 9]


@pytest.mark.rule("trogdor:card-path-o-burnination")
def test_no_action_is_possible() -> None:
    """Nothing but the path and leaving, though he stands among peasants on a mountain."""
    game = play_card(". . . . .  . . . . .  . . MDp . .  . . . . .  . . . . .a", card=PATH)
    assert game.legal() == ["card", "leave"]
    assert game.expect_refusal("chomp").key == "path-acts"


@pytest.mark.rule("trogdor:ruling-50d")
def test_the_path_has_to_be_walked() -> None:
    game = play_card(". . . . .  . . . . .  . . .D . .  . . . . .  . . . . .a", card=PATH)
    assert game.expect_refusal("finish").key == "path-first"
    assert len(game.play("card").of(MovementDrawn)) == 1


@pytest.mark.rule("trogdor:ruling-50d", "trogdor:ruling-16")
def test_items_come_before_and_after_it() -> None:
    shown = ". . . . .  . . . . .  . . .D . .  . . . . .  . . . . .a"
    game = play_card(shown, "hardybardy ring", card=PATH, movement=("0 n nn", "0 n nn"))
    game.play("item d1", "card")
    assert [event.square for event in game.of(TileBurned)] == [3, 23, 18]
    later = play_card(shown, "hardybardy fireballs", card=PATH, movement=("0 n nn", "0 n nn")).play("card")
    assert later.state.phase is Phase.ACT
    assert later.legal("finish") == ["finish"]
    assert later.play("item a1").board.burned == (0, 2, 7, 12)
    assert len(later.of(MovementDrawn)) == 1


@pytest.mark.rule("trogdor:ruling-16", "trogdor:ruling-53")
@pytest.mark.parametrize("item", ["baubles", "beans"])
def test_baubles_and_beans_need_actions(item: str) -> None:
    shown = ". .1 . . .  . . . . .  . . .D . .  . . . . .  . . . . .a"
    assert play_card(shown, f"hardybardy {item}", card=PATH).legal("item") == []


@pytest.mark.rule("trogdor:ruling-31", "trogdor:ruling-50d")
def test_a_cottage_burns_if_it_is_ready_when_its_tile_has_burned() -> None:
    game = play_path("CD .# . . .  .# .# . . .  . . . . .  . . . . .  . . . . .a", movement=("0 n ee",))
    assert game.of(CottageBurned) == [CottageBurned(0, "path")]


@pytest.mark.rule("trogdor:ruling-50d")
def test_a_cottage_that_becomes_ready_later_on_the_path_is_not_lit() -> None:
    """a1 burns first, and b1, the last tile around it, right after."""
    game = play_path("CD . . . .  .# .# . . .  . . . . .  . . . . .  . . . . .a", movement=("0 n ee",))
    assert game.of(CottageBurned) == []
    assert game.board.aflame == ()


@pytest.mark.rule("trogdor:ruling-31")
def test_its_peasants_catch_fire_and_run_when_all_of_it_has_burned_in_its_order() -> None:
    """It goes from c3 by b3 to b2: the peasant of b3 runs first, though b2 lies further north."""
    game = play_path(
        ". . . . .  . .pp . . .  . .p .D . .  . . . . .  . . . . .a",
        movement=("0 n wn", "0 n ss", "0 n ee", "0 n ww", "0 n nn"),
    )
    assert [squares(*event.squares) for event in game.of(PeasantRan)] == [
        ["b3", "b4", "b5"],
        ["b2", "c2", "d2"],
        ["b2", "a2", "e2"],
    ]
    assert [event.by for event in game.of(PeasantLit)] == ["trogdor"] * 3
    assert [event.by for event in game.of(TileBurned)] == ["path"] * 3 + ["peasant"] * 6
    assert game.board.void == 3


@pytest.mark.rule("trogdor:ruling-57", "trogdor:ruling-23", "trogdor:item-flask")
def test_the_flask_is_asked_for_each_of_its_peasants() -> None:
    game = play_card(
        ". . . . .  . . . . .  . .p .Dp . .  . . . . .  . . . . .a",
        "hardybardy flask",
        card=PATH,
        asks=ItemMode.ASK,
        movement=("0 n wn", "0 n ss", "0 n nn", "0 n nn"),
    ).play("card")
    assert game.state.phase is Phase.FLASK
    game.play("no")
    assert game.of(PeasantRan)[0].end == "void"
    assert game.state.phase is Phase.FLASK
    game.play("yes")
    assert game.of(PeasantRan)[0].end == "flask"
    assert (game.board.health, game.board.void) == (5, 1)
