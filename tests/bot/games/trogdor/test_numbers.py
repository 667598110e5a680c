"""One chance of a strike for a position: the odds, the dangers, the reasons and the board say the same."""

from __future__ import annotations

import re
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
from engine.trogdor.model import Action, Phase, State, Verb, View
from engine.trogdor.reach import reachable_squares
from engine.trogdor.reasons import reasons
from tests.bot.games.trogdor.test_menu import PICTURE
from tests.engine.trogdor.players import fickle, game
from tests.engine.trogdor.tables import play_card
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


def squares_reached(state: State) -> set[int]:
    """Where the rules let Trogdor go before the turn ends, action by action, past the knights."""
    places = {state.board.trogdor}
    seen, open_states = set[object](), [state]
    while open_states:
        now = open_states.pop()
        for action in GAME.legal(now, now.turn.seat):
            if action.verb in (Verb.STEP, Verb.TUNNEL, Verb.CARD, Verb.ITEM):
                after = GAME.apply(now, now.turn.seat, action, SeededRng("reach")).state
                place = after.board.trogdor, after.turn.points, after.turn.item, after.turn.effect
                if after.board.trogdor not in now.board.knights and place not in seen:
                    seen.add(place)
                    places.add(after.board.trogdor)
                    open_states.append(after)
    return places


@pytest.mark.parametrize(
    ("points", "card", "keeper"),
    [
        (0, "high-energy", "hardybardy shield"),
        (1, "high-energy", "hardybardy shield"),
        (2, "consummate-vs", "hardybardy shield"),
        (2, "wraparound", "hardybardy shield"),
        (1, "high-energy", "hardybardy beans"),
        (0, "high-energy", "hardybardy ring"),
        (0, "wingaling", "hardybardy shield"),
    ],
)
def test_how_safe_he_is_is_told_of_squares_in_reach_alone(points: int, card: str, keeper: str) -> None:
    state = play_card(PICTURE, keeper, card=card, movement=("0 s see", "0 n nne", "1 e eee")).state
    state = replace(state, turn=replace(state.turn, points=points))
    view = GAME.view(state, None)
    reached = squares_reached(state)
    assert reachable_squares(view) - {*view.board.knights} == reached - {*view.board.knights}
    able = {*reached, *(view.board.knights if len(reached) > 1 else ())}
    danger = hangs(IN_ENGLISH, NAMES, view, None)
    named = {BY_NAME[square] for square in re.findall(r"\b[a-e][1-5]\b", danger.lines[-1])}
    assert len(danger.lines) == 1 or named <= able
    assert (len(danger.lines) > 1) == (len(reached) > 1)
    assert {BY_NAME[square] for square, _ in danger.written} <= able


@pytest.mark.rule("trogdor:card-block", "trogdor:hide-2")
def test_where_nothing_can_strike_no_square_has_a_number() -> None:
    state = GAME.start(read_settings(GAME, {}, 1), 1, SeededRng("hidden"))
    view = GAME.view(replace(state, board=replace(state.board, hiding=True)), 0)
    danger = hangs(IN_ENGLISH, NAMES, view, None)
    assert not danger.written
    assert not danger.heat
    assert len(danger.lines) == 1
