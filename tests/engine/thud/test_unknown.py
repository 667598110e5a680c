"""Thud has nothing hidden and no chance: nothing is ever learned, and nothing can be shuffled."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core import read_options
from engine.octagon.model import Side
from engine.rng import ScriptedRng, SeededRng
from engine.thud import GAME
from engine.thud.model import Event, State
from tests.engine.thud.boards import NO_CHANCE, play, state

BEGIN = GAME.start(read_options(GAME.options, {}), 2, NO_CHANCE)
OPENING = (
    ("dB11-H11", 0),
    ("TJ9-J12xH11", 1),
    ("offer", 1),
    ("decline", 0),
    ("dE2-E10", 0),
    ("offer", 0),
    ("accept", 1),
    ("dE2-E10", 1),
    ("resign", 0),
)
HURL = state(
    """
       A B C D E F G H J K L M N O P
    10 . . . d d T . . . . . T . . . 10
    """,
    Side.DWARFS,
    quiet_limit=5,
)


def play_events(before: State, *lines: tuple[str, int]) -> list[Event]:
    events: list[Event] = []
    for line, seat in lines:
        step = play(before, line, seat)
        before = step.state
        events += step.events
    return events


@pytest.mark.rule("thud:undo-1")
def test_nothing_that_happens_in_a_match_tells_what_was_unknown() -> None:
    events = (
        *play_events(BEGIN, *OPENING),
        *play_events(HURL, ("dE10-F10xF10", 0)),
        *play_events(replace(HURL, quiet=5), ("claim", 0)),
    )
    assert {type(event).__name__ for event in events} >= {
        *("Moved", "Shoved", "Hurled", "Captured", "EndOffered", "OfferAccepted", "OfferDeclined"),
        *("EndClaimed", "BattleEnded", "BattleBegan", "Resigned", "MatchEnded"),
    }
    assert not any(map(GAME.reveals, events))


@pytest.mark.rule("thud:fork-1")
def test_a_new_table_begins_just_where_the_old_one_stood() -> None:
    for before in (BEGIN, HURL, play(BEGIN, "dB11-H11").state):
        assert GAME.reshuffle(before, SeededRng("another")) == before
        assert GAME.reshuffle(before, ScriptedRng([])) == before, "no chance is needed for it"
