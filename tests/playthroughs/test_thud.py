"""Thud's playthroughs against the naive implementation, and the events that must occur."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from engine.octagon.board import name, squares_of
from engine.octagon.model import BattleBegan
from engine.thud.model import BattleEnd, BattleEnded, Event, Hurled, Move, State
from tests.engine.thud import naive
from tests.playthroughs.golden import FILES, plies

THUD = [file for file in FILES if file.stem.startswith("thud_")]


def pieces(state: State) -> naive.Mailbox:
    dwarfs = {naive.cell(name(sq)): "d" for sq in squares_of(state.dwarfs)}
    return dwarfs | {naive.cell(name(sq)): "T" for sq in squares_of(state.trolls)}


@pytest.mark.parametrize("file", THUD, ids=lambda file: file.stem)
def test_the_second_thud_plays_the_same_moves(file: Path) -> None:
    _, done = plies(file.read_text(encoding="utf-8"))
    board = naive.mailbox(naive.FIRST_LINE)
    for ply in done:
        if isinstance(ply.action, Move):
            assert str(ply.action) in naive.moves(board, ply.action.side.letter)
            board = naive.play(board, str(ply.action))
        if any(isinstance(event, BattleBegan) for event in ply.events):
            board = naive.mailbox(naive.FIRST_LINE)
        assert pieces(ply.state) == board


def all_events() -> list[Event]:
    games = [plies(file.read_text(encoding="utf-8"))[1] for file in THUD]
    return [event for done in games for ply in done for event in ply.events]


def test_every_event_is_shown() -> None:
    assert {type(event) for event in all_events()} == set(get_args(Event))


def test_every_end_of_a_battle_is_shown() -> None:
    assert {event.end for event in all_events() if isinstance(event, BattleEnded)} == set(BattleEnd)


def test_a_capture_is_shown_that_takes_only_some() -> None:
    partial = 0
    for file in THUD:
        board = naive.mailbox(naive.FIRST_LINE)
        for ply in plies(file.read_text(encoding="utf-8"))[1]:
            if isinstance(ply.action, Move) and ply.action.side.letter == "T":
                reach = naive.beside(board, naive.cell(name(ply.action.target)))
                partial += 0 < len(ply.action.captured) < len(reach)
            board = pieces(ply.state)
    assert partial > 0


def test_a_hurl_over_empty_squares_and_one_without_are_shown() -> None:
    assert {event.line for event in all_events() if isinstance(event, Hurled)} == {1, 2}
