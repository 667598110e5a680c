"""Typed lines mean what they say: every way to write an action, and the same with one word changed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from engine.core import Fault, IllegalAction
from tests.engine.games import turns
from tests.engine.said.ploc import PLOC
from tests.engine.said.speech import Speech, vary_line
from tests.engine.said.thrag import THRAG
from tests.engine.said.thud import KOOM, THUD
from tests.engine.said.trogdor import TROGDOR
from tests.engine.selfplay import LEAVING, SEATS

SPEECH: dict[str, Speech] = {"thud": THUD, "koom": KOOM, "ploc": PLOC, "thrag": THRAG, "trogdor": TROGDOR}
SOME, MANY = 400, 20_000


def positions(key: str) -> Iterator[tuple[Any, Any, int, list[Any]]]:
    """Endless positions of random games: game, state, seat to act and legal actions."""
    seed = 0
    while True:
        seed += 1
        for ply, (game, state, _) in enumerate(turns(key, SEATS[key], seed, 60)):
            if ply % 7 == seed % 7 and (acting := game.to_act(state)):
                seat = min(acting)
                able = [action for action in game.legal(state, seat) if str(action) not in LEAVING]
                yield game, state, seat, able


def read_line(game: Any, state: Any, line: str) -> Any:
    """The action of a line; None if it is refused, AMBIGUOUS if it is unclear."""
    try:
        return game.parse(line, state)
    except IllegalAction as refused:
        return refused.fault if refused.fault is Fault.AMBIGUOUS else None


@pytest.mark.noted
@pytest.mark.parametrize("key", SPEECH)
@pytest.mark.parametrize("lines", [SOME, pytest.param(MANY, marks=pytest.mark.slow)])
def test_what_is_played_is_what_was_said(key: str, lines: int) -> None:
    speech, chance, tried, wrong, unread = SPEECH[key], Random(f"{key} said"), 0, set(), set()
    for game, state, seat, able in positions(key):
        legal = set(game.legal(state, seat))
        for action in chance.sample(able, min(len(able), 3)):
            for way in speech.ways(action, state):
                tried += 1
                if read_line(game, state, way) not in (action, Fault.AMBIGUOUS):
                    unread.add((way, str(action)))
                for line in vary_line(way, speech.words, chance, 4):
                    tried += 1
                    played = read_line(game, state, line)
                    if played in legal and not speech.is_true(line.split(), played, state):
                        wrong.add((line, str(played)))
        if tried >= lines:
            break
    assert not unread, sorted(unread)[:40]
    assert not wrong, sorted(wrong)[:40]


@pytest.mark.parametrize("key", SPEECH)
def test_an_action_is_read_back_and_its_line_is_true(key: str) -> None:
    """What judges the lines is no stricter than the canonical notation."""
    speech, chance = SPEECH[key], Random(key)
    for game, state, _, able in islice(positions(key), 12):
        for action in chance.sample(able, min(len(able), 5)):
            assert game.parse(str(action), state) == action
            for way in speech.ways(action, state):
                assert speech.is_true(way.split(), action, state), (way, str(action))
