"""Victory: what it takes, that it comes at any moment, and before whatever would have followed."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import Outcome
from engine.trogdor.events import Died, GameEnded, PeasantRan, TileBurned, TurnBegan, Walked
from engine.trogdor.model import Phase
from tests.engine.trogdor.tables import Table, play_card

WON = [GameEnded("victory", "won")]


def almost(*changes: str, player: str = "hardybardy disk", **more: Any) -> Table:
    """All is burned but for `changes`, cells such as `c3 .D`; Trogdor is on c3 unless they say otherwise."""
    cells = ["C#!", *[".#"] * 23, "C#!"]
    cells[12] = "C#!"
    for change in changes:
        where, cell = change.split()
        cells["abcde".index(where[0]) + 5 * (int(where[1]) - 1)] = cell
    return play_card(" ".join(cells), player, "worchex ring", **more)


@pytest.mark.rule("trogdor:win-1", "trogdor:ruling-47")
@pytest.mark.parametrize(
    ("change", "line"),
    [("c2 .D", "burn"), ("c3 C#D", "burn cottage"), ("c2 .#Dp", "chomp")],
    ids=["the last tile", "the last cottage", "the last peasant"],
)
def test_the_game_is_won_in_the_middle_of_a_turn(change: str, line: str) -> None:
    won = almost(change, health=0).play(line)
    assert won.of(GameEnded) == WON
    assert won.state.outcome == Outcome("victory", (0, 1), (2, 2))
    assert won.state.phase is Phase.OVER
    assert won.legal(seat=0) == won.legal(seat=1) == []


@pytest.mark.rule("trogdor:win-1")
@pytest.mark.parametrize("lacking", ["e1 .", "e5 C#", "e1 .#p"], ids=["a tile", "a cottage", "a peasant"])
def test_nothing_may_be_lacking(lacking: str) -> None:
    table = almost("c2 .D", lacking).play("burn")
    assert table.state.outcome is None
    assert table.none_of(GameEnded)


@pytest.mark.rule("trogdor:win-1")
def test_peasants_on_the_trog_meter_do_not_matter() -> None:
    assert almost("c2 .D", health=7).play("burn").of(GameEnded) == WON


@pytest.mark.rule("trogdor:ruling-47", "trogdor:ruling-35")
def test_a_burning_peasant_is_on_the_board_until_his_run_is_over() -> None:
    """He burns the last tile on his first step, and runs on; the game is won when he is gone."""
    won = almost("c2 .#Dp", "c1 .", movement=("0 n nww",)).play("burn peasant")
    kinds = [type(event) for event in won.events]
    assert kinds.index(TileBurned) < kinds.index(PeasantRan) < kinds.index(GameEnded)
    assert won.of(PeasantRan) == [PeasantRan((7, 2, 1, 0), "void")]


@pytest.mark.rule("trogdor:ruling-47", "trogdor:ruling-35")
def test_those_who_wait_for_their_run_are_on_the_board_too() -> None:
    won = almost("c2 .#Dpp", movement=("0 n nww", "0 n nww")).play("burn peasant")
    assert len(won.of(PeasantRan)) == 2
    assert won.of(GameEnded) == WON


@pytest.mark.rule("trogdor:ruling-47", "trogdor:run-2")
def test_one_who_is_saved_keeps_the_game_going() -> None:
    table = almost("c2 .#Dp", "c1 L#", movement=("0 n nww",)).play("burn peasant")
    assert table.of(PeasantRan) == [PeasantRan((7, 2), "lake")]
    assert table.state.outcome is None


@pytest.mark.rule("trogdor:ruling-47", "trogdor:win-1")
def test_a_victory_in_phase_two_comes_before_the_knights() -> None:
    """The last peasant walks into the cottage of c3 and burns; the knight would have killed Trogdor."""
    won = almost("c2 .#p", "a5 .#D", "b5 .#1", health=0, movement=("0 s www", "0 n nww")).play("finish")
    assert won.of(GameEnded) == WON
    assert won.none_of(Walked, Died, TurnBegan)


@pytest.mark.rule("trogdor:ruling-47", "trogdor:run-3")
def test_a_runner_can_win_the_game_by_a_cottage() -> None:
    won = almost("d5 .#Dp", "e5 C#", movement=("0 n enn",)).play("burn peasant")
    assert won.of(GameEnded) == WON


@pytest.mark.rule("trogdor:win-1", "trogdor:card-majesty", "trogdor:item-fireballs")
def test_cards_and_items_can_win_it() -> None:
    assert almost("e1 .", "c2 .#D", card="majesty").play("card e1").of(GameEnded) == WON
    table = almost("e5 C#", "c2 .#D", player="hardybardy fireballs")
    assert table.play("item e5 cottage").of(GameEnded) == WON


@pytest.mark.rule("trogdor:win-1", "trogdor:leave-1")
def test_only_those_who_stayed_have_won() -> None:
    table = almost("c2 .D").play("leave", seat=1).play("burn")
    assert table.state.outcome == Outcome("victory", (0,), (2, 0))


@pytest.mark.rule("trogdor:defeat-1", "trogdor:rage-2", "trogdor:ruling-49")
def test_to_die_before_is_a_defeat_for_all() -> None:
    dead = almost("c2 .#D", "c1 .#1", "a3 .", health=0, movement=("0 n wee",) * 5).play("step n")
    assert dead.of(GameEnded) == [GameEnded("defeat", "died")]
    assert dead.state.outcome == Outcome("defeat", (), (0, 0))
