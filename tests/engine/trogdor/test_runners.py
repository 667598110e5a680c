"""How burning peasants run. The first movement cards of a table are theirs."""

from __future__ import annotations

from itertools import groupby

import pytest

from engine.trogdor import unfold
from engine.trogdor.events import CottageBurned, GameEnded, PeasantLit, PeasantRan, TileBurned
from engine.trogdor.notation import parse
from tests.engine.trogdor.tables import Table, play_card, squares

ONE = """
    . . .   . .
    . . .   . .
    . . .Dp . .
    . . .   . .
    . . .   . .a
"""


def runs(game: Table) -> list[str]:
    """Who ran where in the last line: `c3 d3 void`."""
    return [" ".join([*squares(*event.squares), event.end]) for event in game.of(PeasantRan)]


@pytest.mark.rule("trogdor:run-1", "trogdor:run-5")
def test_a_burning_peasant_burns_every_tile_of_his_path_and_where_he_starts() -> None:
    game = play_card(ONE, movement=("0 n eess",)).play("burn peasant")
    assert game.looks(
        """
        . . .   .  .
        . . .   .  .
        . . .#D .# .#
        . . .   .  .#
        . . .   .  .#a
        """
    )
    assert runs(game) == ["c3 d3 e3 e4 e5 void"]
    assert (game.board.health, game.board.void, game.board.lit) == (4, 1, ())
    assert game.state.turn.points == 6


@pytest.mark.rule("trogdor:run-1", "trogdor:board-3")
def test_his_path_goes_round_the_edges() -> None:
    game = play_card(". . . . .p  . . . . .  . . .D . .  . . . . .  . . . . .a", movement=("0 n nee",))
    game.play("n", "n", "e", "e", "burn peasant")
    assert runs(game) == ["e1 e5 a5 b5 void"]
    assert game.looks(". . . . .#D  . . . . .  . . . . .  . . . . .  .# .# . . .#a")


@pytest.mark.rule("trogdor:run-1")
def test_the_rest_of_his_card_means_nothing() -> None:
    """Nobody comes out of the cottage, no peasant steps, no knight walks."""
    game = play_card("C . . . .p  . . . . .  . .1 .Dp . .  . . . . .  . . . . .a", movement=("4 s+ eee",))
    game.play("burn peasant")
    assert game.looks("C . . . .p  . . . . .  .# .1 .#D .# .#  . . . . .  . . . . .a")


@pytest.mark.rule("trogdor:run-2", "trogdor:ruling-37")
@pytest.mark.parametrize(("lake", "after"), [("L", "Lp"), ("L#", "L#p")])
def test_the_lake_saves_him_burned_or_green(lake: str, after: str) -> None:
    game = play_card(f". . . . .  . . . . .  . . .Dp . {lake}  . . . . .  . . . . .a", movement=("0 n eess",))
    game.play("burn peasant")
    assert game.looks(f". . . . .  . . . . .  . . .#D .# {after}  . . . . .  . . . . .a")
    assert runs(game) == ["c3 d3 e3 lake"]
    assert game.board.void == 0


@pytest.mark.rule("trogdor:ruling-6", "trogdor:run-2")
def test_a_lake_that_is_a_plain_tile_burns_and_saves_nobody() -> None:
    game = play_card(
        ". . . . .  . . . . .  . . .Dp . L  . . . . .  . . . . .a", movement=("0 n eess",), plain_lake=True
    ).play("burn peasant")
    assert game.looks(". . . . .  . . . . .  . . .#D .# L#  . . . . .#  . . . . .#a")
    assert runs(game) == ["c3 d3 e3 e4 e5 void"]


@pytest.mark.rule("trogdor:ruling-37")
def test_others_on_the_lake_do_not_catch_fire_from_whom_it_saves() -> None:
    game = play_card(". . . . .  . . . . .  . . .Dp Lp .  . . . . .  . . . . .a", movement=("0 n eee",))
    game.play("burn peasant")
    assert game.looks(". . . . .  . . . . .  . . .#D Lpp .  . . . . .  . . . . .a")
    assert len(game.of(PeasantLit)) == 1


@pytest.mark.rule("trogdor:ruling-37")
def test_a_peasant_lit_on_the_lake_runs_off_and_the_lake_stays_green() -> None:
    game = play_card(". . . . .  . . . . .  . . LDp . .  . . . . .  . . . . .a", movement=("0 n een",))
    game.play("burn peasant")
    assert game.looks(". . . . .  . . . . .#  . . LD .# .#  . . . . .  . . . . .a")
    assert runs(game) == ["c3 d3 e3 e2 void"]


@pytest.mark.rule("trogdor:ruling-37")
def test_a_path_that_leads_back_to_the_lake_saves_him() -> None:
    game = play_card(". . . . .  . . . . .  . . LDp . .  . . . . .  . . . . .a", movement=("0 n ews",))
    game.play("burn peasant")
    assert game.looks(". . . . .  . . . . .  . . LDp .# .  . . . . .  . . . . .a")
    assert runs(game) == ["c3 d3 c3 lake"]


@pytest.mark.rule("trogdor:ruling-50e", "trogdor:run-4")
def test_a_run_that_starts_on_the_lake_lights_the_others_there() -> None:
    game = play_card(
        ". . . . .  . . . . .  . . LDpp . .  . . . . .  . . . . .a", movement=("0 n een", "0 n www")
    ).play("burn peasant")
    assert runs(game) == ["c3 d3 e3 e2 void", "c3 b3 a3 e3 void"]
    assert game.looks(". . . . .  . . . . .#  .# .# LD .# .#  . . . . .  . . . . .a")


READY_CORNER = """
    C  {b1}  . . .
    .  .#    . . .
    .Dp .    . . .
    .  .     . . .
    .  .     . . .a
"""


@pytest.mark.rule("trogdor:run-3", "trogdor:ruling-36")
def test_he_lights_a_cottage_that_is_ready_when_its_tile_has_burned() -> None:
    """a2 and a1 burn under him, b1 and b2 have burned before."""
    game = play_card(READY_CORNER.format(b1=".#"), movement=("0 n nne",)).play("burn peasant")
    assert game.of(CottageBurned) == [CottageBurned(0, "peasant")]
    assert game.looks(
        "C#! .# . . .  .# .# . . .  .#D . . . .  . . . . .  . . . . .a",
    )


@pytest.mark.rule("trogdor:ruling-36")
def test_a_cottage_that_is_ready_a_step_too_late_is_not_lit() -> None:
    """b1, the last tile around a1, burns only after he has passed a1."""
    game = play_card(READY_CORNER.format(b1="."), movement=("0 n nne",)).play("burn peasant")
    assert runs(game) == ["a3 a2 a1 b1 void"]
    assert game.of(CottageBurned) == []
    assert game.looks("C# .# . . .  .# .# . . .  .#D . . . .  . . . . .  . . . . .a")


@pytest.mark.rule("trogdor:ruling-56", "trogdor:run-1", "trogdor:run-3")
def test_where_he_starts_the_tile_and_a_ready_cottage_burn_too() -> None:
    game = play_card("CDp .# . . .  .# .# . . .  . . . . .  . . . . .  . . . . .a", movement=("0 n ees",))
    game.play("burn peasant")
    told = [event for event in game.events if isinstance(event, TileBurned | CottageBurned)]
    assert told[:2] == [TileBurned(0, "peasant"), CottageBurned(0, "peasant")]
    assert game.looks("C#!D .# .# . .  .# .# .# . .  . . . . .  . . . . .  . . . . .a")


@pytest.mark.rule("trogdor:run-4", "trogdor:ruling-35")
def test_he_lights_whom_he_meets_and_each_has_a_path_of_his_own() -> None:
    game = play_card(
        ". . . . .  . . . . .  . . .Dp .p .  . . . . .  . . . . .a", movement=("0 n een", "0 n sss")
    ).play("burn peasant")
    assert runs(game) == ["c3 d3 e3 e2 void", "d3 d4 d5 d1 void"]
    assert [event.by for event in game.of(PeasantLit)] == ["trogdor", "peasant"]
    assert game.looks(". . . .# .  . . . . .#  . . .#D .# .#  . . . .# .  . . . .# .a")
    assert game.board.void == 2


@pytest.mark.rule("trogdor:run-4", "trogdor:ruling-35")
def test_those_beside_him_catch_fire_before_he_sets_off() -> None:
    game = play_card(ONE.replace("Dp", "Dpp"), movement=("0 n een", "0 n sss")).play("burn peasant")
    assert runs(game) == ["c3 d3 e3 e2 void", "c3 c4 c5 c1 void"]
    first = next(at for at, event in enumerate(game.events) if isinstance(event, TileBurned))
    assert [type(event) for event in game.events[:first]] == [PeasantLit, PeasantLit]


@pytest.mark.rule("trogdor:ruling-35")
def test_first_lit_first_to_run_to_the_very_end() -> None:
    """The first lights d3, then e3. The second lights c4 when two are waiting before that one."""
    game = play_card(
        """
        . . .   .  .
        . . .   .  .
        . . .Dp .p .p
        . . .p  .  .
        . . .   .  .a
        """,
        movement=("0 n een", "0 n sww", "0 n nnn", "0 n www"),
    ).play("burn peasant")
    assert runs(game) == [
        "c3 d3 e3 e2 void",
        "d3 d4 c4 b4 void",
        "e3 e2 e1 e5 void",
        "c4 b4 a4 e4 void",
    ]


@pytest.mark.rule("trogdor:ruling-35")
def test_who_waits_is_not_lit_again() -> None:
    """The first comes through d3 twice."""
    game = play_card(
        ". . . . .  . . . . .  . . .Dp .p .  . . . . .  . . . . .a", movement=("0 n ewe", "0 n sss")
    ).play("burn peasant")
    assert runs(game) == ["c3 d3 c3 d3 void", "d3 d4 d5 d1 void"]
    assert len(game.of(PeasantLit)) == 2


ALL_BURNED = """
    C#! .# .#   .# C#!
    .#  .# .#   .# .#
    .#  .# {c3} .# .#
    .#  .# .#   .# .#
    .#  .# .#   .# C#!a
"""


@pytest.mark.rule("trogdor:ruling-35", "trogdor:win-1")
def test_who_waits_for_his_run_is_still_on_the_board() -> None:
    game = play_card(ALL_BURNED.format(c3=".#Dpp"), movement=("0 n een", "0 n sss")).play("burn peasant")
    told = [type(event) for event in game.events if not isinstance(event, PeasantLit)]
    assert told == [PeasantRan, PeasantRan, GameEnded]


@pytest.mark.rule("trogdor:ruling-35", "trogdor:win-1")
def test_one_whom_the_lake_saves_is_on_the_board() -> None:
    shown = ALL_BURNED.format(c3=".#Dp").replace("\n    .#  .# .#   .# .#", "\n    .# .# L# .# .#", 1)
    game = play_card(shown, movement=("0 n nee",)).play("burn peasant")
    assert runs(game) == ["c3 c2 lake"]
    assert game.state.outcome is None


@pytest.mark.rule("trogdor:run-5")
def test_the_void_does_not_give_back() -> None:
    """The card of the land wants four peasants. With none on the Trog-Meter nobody comes."""
    game = play_card(
        ". . C . .  . . . . .  . . .Dp . .  . . . . .  . . . . .a", movement=("0 n een", "4 n nn"), health=0
    ).play("burn peasant", "finish")
    assert (game.board.peasants, game.board.health, game.board.void) == ((), 0, 1)


@pytest.mark.rule("trogdor:ruling-34")
def test_a_cottage_lit_over_a_peasants_head_does_not_light_him() -> None:
    game = play_card("C#Dp .# . . .  .# .# . . .  . . . . .  . . . . .  . . . . .a").play("burn cottage")
    assert game.looks("C#!Dp .# . . .  .# .# . . .  . . . . .  . . . . .  . . . . .a")
    assert game.board.lit == ()


@pytest.mark.rule("trogdor:ruling-34", "trogdor:run-1")
def test_a_peasant_who_walks_into_a_burning_cottage_catches_fire() -> None:
    game = play_card(
        "C#! .p . . .  . . . . .  . . .D . .  . . . . .  . . . . .a", movement=("0 w nn", "0 n sss")
    ).play("finish")
    assert [event.by for event in game.of(PeasantLit)] == ["cottage"]
    assert runs(game) == ["a1 a2 a3 a4 void"]
    assert game.looks("C#! . . . .  .# . . . .  .# . .D . .a  .# . . . .  . . . . .")


@pytest.mark.rule("trogdor:ruling-51")
def test_peasants_lit_together_run_from_north_to_south_then_from_west_to_east() -> None:
    """All go west: into the cottages of a1, c1 and b4."""
    game = play_card(
        """
        C#! .p  C#! .p .
        .   .   .   .  .
        .   .   .D  .  .
        .   C#! .p  .  .
        .   .   .   .  .a
        """,
        movement=("0 w nn", "0 n nnn", "0 n nnn", "0 n sss"),
    ).play("finish")
    assert runs(game) == ["a1 a5 a4 a3 void", "c1 c5 c4 c3 void", "b4 b5 b1 b2 void"]


@pytest.mark.rule("trogdor:ruling-38")
def test_knights_archer_and_trogdor_do_not_mind_him() -> None:
    game = play_card(". . . . .  . . .2 . .  . . .Dp .1h .a  . . . . .  . . . . .", movement=("0 n eewwn",))
    game.play("burn peasant")
    assert runs(game) == ["c3 d3 e3 d3 c3 c2 void"]
    assert game.looks(". . . . .  . . .#2 . .  . . .#D .#1h .#a  . . . . .  . . . . .")
    assert game.board.health == 4


@pytest.mark.rule("trogdor:run-1")
def test_on_his_way_he_is_where_he_has_come_to() -> None:
    game = play_card(ONE, movement=("0 n ees",))
    states = [state for state, _ in unfold(game.state, 0, parse("burn peasant", game.state), game.rng)]
    places = [squares(runner.square) for state in states for runner in state.board.lit]
    assert [place for place, _ in groupby(places)] == [["c3"], ["d3"], ["e3"], ["e4"]]
