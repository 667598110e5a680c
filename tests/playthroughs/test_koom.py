"""Koom Valley's playthroughs against the second one of the tests, and what they must have shown."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from engine.koom.model import BattleEnd, BattleEnded, Event, Move, State
from engine.octagon.board import name
from engine.octagon.model import BattleBegan
from tests.engine.koom import naive
from tests.engine.koom.boards import mailbox
from tests.playthroughs.golden import FILES, Table, own_lines, plies

KOOM = [file for file in FILES if file.stem.startswith("koom_")]


def naive_move(move: Move) -> naive.Found:
    cells = [naive.cell(name(square)) for square in (move.origin, move.target, *move.captured)]
    return cells[0], cells[1], frozenset(cells[2:])


@pytest.mark.parametrize("file", KOOM, ids=lambda file: file.stem)
def test_the_second_koom_valley_plays_the_same_moves(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    begun: State = Table(own_lines(text)).state
    board = mailbox(begun.position)
    for ply in plies(text)[1]:
        if isinstance(ply.action, Move):
            assert naive_move(ply.action) in naive.moves(board, ply.action.side.letter)
            board = naive.play(board, naive_move(ply.action))
        if any(isinstance(event, BattleBegan) for event in ply.events):
            board = naive.mailbox(naive.FIRST)
        assert mailbox(ply.state.position) == board


def all_events() -> list[Event]:
    games = [plies(file.read_text(encoding="utf-8"))[1] for file in KOOM]
    return [event for done in games for ply in done for event in ply.events]


def test_every_event_but_that_of_a_resignation_is_shown() -> None:
    shown = {type(event).__name__ for event in all_events()}
    assert shown == {kind.__name__ for kind in get_args(Event)} - {"Resigned"}


def test_every_end_of_a_battle_is_shown() -> None:
    assert {event.end for event in all_events() if isinstance(event, BattleEnded)} == set(BattleEnd)
