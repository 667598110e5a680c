"""Self-play yields each ply so that it can be replayed."""

from __future__ import annotations

from itertools import islice, pairwise

import pytest

from engine.rng import Rng
from engine.trogdor import GAME
from engine.trogdor.model import Action, State
from tests.played import by_chance
from tools.selfplay import Unplayable, plies


def anything(state: State, rng: Rng) -> Action:
    every = GAME.legal(state, state.turn.seat)
    return every[rng.below(len(every))]


def test_each_ply_leads_from_one_state_to_the_next_by_its_own_dice() -> None:
    game = list(islice(plies(GAME, 3, "again", by_chance(anything, "again")), 20))
    assert len(game) == 20
    assert any(ply.dice.counter for ply in game)
    for ply, following in pairwise(game):
        assert GAME.apply(ply.before, ply.seat, ply.action, ply.dice).state == ply.after == following.before


def test_who_wants_nothing_is_named() -> None:
    with pytest.raises(Unplayable, match=r"^ply 0: seat \d wanted nothing$"):
        next(plies(GAME, 3, "nothing", lambda *_: ()))
