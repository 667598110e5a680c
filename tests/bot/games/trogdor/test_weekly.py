"""A raid of the week's deal in one line, and what it ranks by."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games.catalogue import IN_ENGLISH
from bot.games.trogdor.weekly import rank, share
from engine.core import Outcome
from engine.trogdor.model import Board, State
from tests.playthroughs.golden import FILES, Table, own_lines, plies


def story(ending: str) -> tuple[State, ...]:
    """Every state of a playthrough."""
    text = next(one.read_text(encoding="utf-8") for one in FILES if one.stem == f"trogdor_{ending}")
    first: State = Table(own_lines(text)).state
    return first, *(ply.state for ply in plies(text)[1])


def after(state: State, turn: int = 0, health: int | None = None) -> State:
    """The final state at a later turn, or with this health."""
    board: Board = state.board if health is None else replace(state.board, health=health)
    return replace(state, turn=replace(state.turn, number=state.turn.number + turn), board=board)


@pytest.mark.rule("trogdor:weekly-3")
def test_a_victory_is_more_than_a_petite_one_and_that_more_than_a_defeat() -> None:
    won, petite, lost = (rank(story(ending)[-1]) for ending in ("victory", "petite_victory", "defeat"))
    assert won > petite > lost
    assert rank(story("victory")[0]) == ()


@pytest.mark.rule("trogdor:weekly-3")
def test_fewer_turns_come_before_more_health() -> None:
    won = story("victory")[-1]
    assert rank(won) > rank(after(won, turn=1, health=7))
    assert rank(after(won, health=5)) > rank(after(won, health=4))


@pytest.mark.rule("trogdor:weekly-3")
def test_in_a_defeat_it_counts_what_was_left_and_not_the_turns() -> None:
    lost = story("defeat")[-1]
    more = replace(lost, board=replace(lost.board, burned=lost.board.burned[1:]))
    assert rank(lost) == rank(after(lost, turn=5)) > rank(more)
    gone = tuple(replace(player, gone=True) for player in lost.players)
    assert rank(replace(lost, players=gone, outcome=Outcome("defeat", (), (0, 0, 0)))) == ()


@pytest.mark.rule("trogdor:weekly-4")
@pytest.mark.parametrize(
    ("ending", "begins"),
    [
        ("victory", "Victory in turn 13 with 0 on the Trog-Meter. Burned a turn: "),
        ("petite_victory", "Petite victory in turn 12. Burned a turn: "),
        ("defeat", "Defeat in turn 9, with 1 thing left to burn. Burned a turn: "),
    ],
)
def test_the_line_tells_how_it_ended_and_no_card(ending: str, begins: str) -> None:
    states = story(ending)
    line = share(IN_ENGLISH, states)
    assert line.startswith(begins)
    bars = line.removeprefix(begins)
    assert (len(bars), set(bars) <= set("▁▂▃▄▅▆▇█")) == (states[-1].turn.number, True)


@pytest.mark.rule("trogdor:weekly-4")
def test_the_bar_of_a_turn_in_which_very_much_burned_is_the_highest_one() -> None:
    first, *_, last = story("defeat")
    assert share(IN_ENGLISH, (first, last)).endswith(": █" + "▁" * (last.turn.number - 1))
