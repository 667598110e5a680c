"""One chance of a strike for a position: the odds, the dangers, the reasons and the board say the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from bot.games.catalogue import IN_ENGLISH
from bot.games.trogdor.odds import odds as describe_odds
from bot.games.trogdor.reasons import arrival_risk, hangs
from engine.core import read_settings
from engine.rng import SeededRng
from engine.trogdor import GAME
from engine.trogdor.board import BY_NAME
from engine.trogdor.danger import risk, threats
from engine.trogdor.facts import EndsInDanger
from engine.trogdor.mind.odds import odds
from engine.trogdor.model import Action, Phase, Verb, View
from engine.trogdor.reasons import reasons
from tests.engine.trogdor.players import fickle, game
from tests.engine.trogdor.test_random_games import options

NAMES = tuple("ABCDEF")
FEW, MANY = 60, 1000


def positions(number: int) -> Iterator[tuple[View, tuple[Action, ...]]]:
    """So many positions of random games in which a player can act on a turn, with the legal actions."""
    left = number
    for seed in range(number):
        chance = Random(seed)
        seats = chance.randint(1, 6)
        for at, ply in enumerate(game(options(chance, seats), seats, seed, fickle)):
            state = ply.before
            if at % 5 == 0 and state.phase in (Phase.CHOOSE, Phase.ACT, Phase.AFTER):
                yield GAME.view(state, state.turn.seat), GAME.legal(state, state.turn.seat)
                left -= 1
            if not left:
                return


def check_numbers(number: int) -> None:
    compared = 0
    for view, legal in positions(number):
        here, known = view.board.trogdor, odds(view, legal)
        written = dict(hangs(IN_ENGLISH, NAMES, view, None).written)
        struck = {str(one.values["square"]): one.chance for one in known if one.key.startswith("struck")}
        assert struck.pop(next(name for name in struck if BY_NAME[name] == here)) == risk(view, here)
        for name, chance in struck.items():
            arrived = replace(view, board=replace(view.board, trogdor=BY_NAME[name]))
            assert chance == risk(arrived, BY_NAME[name]) == arrival_risk(view, BY_NAME[name])
        for name, share in describe_odds(IN_ENGLISH, NAMES, view, known).places:
            if name in written:
                assert written[name] == share
                compared += 1
        for reason in reasons(view, view.turn.seat, Action(Verb.FINISH)):
            if isinstance(reason, EndsInDanger):
                assert reason.chance == risk(view, here)
        shares = [threat.share for threat in threats(view)]
        assert max(shares, default=0) <= risk(view, here) <= sum(shares) + 1e-9
    assert compared > number / 2, "too few numbers were compared"


def test_a_position_has_one_chance_of_a_strike() -> None:
    check_numbers(FEW)


@pytest.mark.slow
def test_a_thousand_positions_have_one_chance_of_a_strike() -> None:
    check_numbers(MANY)


@pytest.mark.rule("trogdor:card-block", "trogdor:hide-2")
def test_where_nothing_can_strike_no_square_has_a_number() -> None:
    state = GAME.start(read_settings(GAME, {}, 1), 1, SeededRng("hidden"))
    view = GAME.view(replace(state, board=replace(state.board, hiding=True)), 0)
    danger = hangs(IN_ENGLISH, NAMES, view, None)
    assert not danger.written
    assert not danger.heat
    assert len(danger.lines) == 1
