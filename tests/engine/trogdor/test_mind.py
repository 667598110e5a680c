"""The mind keeps to the rules at every level, knows no order of cards, and says what it expects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from engine.core import read_settings
from engine.mind import LEVELS, Level
from engine.rng import SeededRng
from engine.trogdor import GAME
from engine.trogdor.cards import Card
from engine.trogdor.mind import MIND
from engine.trogdor.model import Action, ItemMode, State, Verb
from tests.engine.trogdor.players import fickle, game
from tests.engine.trogdor.tables import play_card, table
from tests.engine.trogdor.test_random_games import options

KEYS = [level.key for level in MIND.levels]
QUICK = KEYS[:2]

ALMOST = """
    .#  .#  .#  .#  C#!
    .#  .#  .#  .#  .#
    .#  .#  .#D .   .#
    .#  .#  .#  .#  .#
    C#! .#  .#  .#  C#!
"""
"""A step and a fire from victory."""

FAR = """
    .#D .#  .#  .#  C#!
    .#  .#  .#  .#  .#
    .#  .#  .#  .#  .#
    .#  .#  .#  .#  .
    C#! .#  .#  .#  C#!
"""
"""Seven steps and a fire from victory."""

BURNING = """
    .#  .#  .#  .   .#
    .#  .   .#  .#  .#
    .#p .#  .#D .#  .#
    .   .#  .#  .#  .
    C#  .#  .#  .   C#
"""


SHOT_AT = """
    .   .1  .   .   C
    .   .   .   .   .
    .   .D  .   .   .
    .   .   .   .   .
    C   .   .   .   C
"""
"""A knight two squares to the north of him."""


def at(key: str) -> Level:
    return MIND.level(key)


def ask(state: State, level: Level, seat: int | None = None, seed: str = "seed") -> tuple[Action, ...]:
    who = state.turn.seat if seat is None else seat
    return MIND.plan(GAME.view(state, who), GAME.legal(state, who), level, seed)


def states(seed: int) -> Iterator[State]:
    """What a game with any options comes through, players changing their minds about items now and then."""
    chance = Random(seed)
    seats = chance.randint(1, 6)
    for ply in game(options(chance, seats), seats, seed, fickle):
        yield ply.before


def play_to_end(key: str, seed: str, **given: str) -> State:
    """A game that a level plays to its end for three seats, each of its plans up to what it reveals."""
    rng = SeededRng(seed)
    state = GAME.start(read_settings(GAME, given, 3), 3, rng)
    while state.outcome is None:
        seat = state.turn.seat
        for action in ask(state, at(key), seed=seed):
            step = GAME.apply(state, seat, action, rng)
            state = step.state
            if any(map(GAME.reveals, step.events)) or state.outcome or state.turn.seat != seat:
                break
    return state


def test_its_levels_are_those_of_every_mind() -> None:
    assert tuple(KEYS) == LEVELS


@pytest.mark.slow
@pytest.mark.parametrize("key", [QUICK[0], pytest.param(QUICK[1], marks=pytest.mark.slow)])
def test_every_level_finds_something_legal_wherever_it_is_asked(key: str) -> None:
    for seed in range(4):
        for number, state in enumerate(states(seed)):
            if number % 16 == 0:
                for seat in range(len(state.players)):
                    legal = GAME.legal(state, seat)
                    if legal:
                        plan = ask(state, at(key), seat)
                        assert plan[0] in legal
                        assert plan[0].verb is not Verb.LEAVE or len(legal) == 1


@pytest.mark.slow
@pytest.mark.parametrize("key", [KEYS[0], *(pytest.param(key, marks=pytest.mark.slow) for key in KEYS[1:3])])
def test_whole_games_are_played_as_planned(key: str) -> None:
    """`GAME.apply` refuses what is not legal, so a plan that goes too far fails here."""
    assert play_to_end(key, "one", map="hard").outcome


@pytest.mark.slow
@pytest.mark.parametrize("key", QUICK)
def test_the_best_that_is_weighed_is_what_is_done(key: str) -> None:
    for number, state in enumerate(states(3)):
        seat = state.turn.seat
        view, legal = GAME.view(state, seat), GAME.legal(state, seat)
        if number % 10 or not legal:
            continue
        weighed = MIND.weigh(view, legal, at(key), "seed")
        assert weighed[0].action == MIND.plan(view, legal, at(key), "seed")[0]
        assert {each.action for each in weighed} <= set(legal)
        worths = [each.worth for each in weighed]
        assert worths == sorted(worths, reverse=True)
        assert all(0 <= worth <= 1 for worth in worths)
        assert 0 <= MIND.evaluate(view, at(key), "seed") <= 1


@pytest.mark.slow
@pytest.mark.rule("trogdor:ruling-5", "trogdor:fork-1")
@pytest.mark.parametrize("key", KEYS)
def test_the_order_of_the_piles_changes_no_plan(key: str) -> None:
    state = GAME.start(read_settings(GAME, {}, 3), 3, SeededRng("piles"))
    plans = {ask(GAME.reshuffle(state, SeededRng(str(seed))), at(key)) for seed in range(2)}
    assert len(plans) == 1


@pytest.mark.parametrize("key", KEYS)
def test_the_same_question_has_the_same_answer(key: str) -> None:
    state = play_card(BURNING, card="sidewise").state
    assert ask(state, at(key)) == ask(state, at(key))


@pytest.mark.rule("trogdor:win-1")
@pytest.mark.parametrize("key", KEYS)
def test_a_win_within_reach_is_taken(key: str) -> None:
    made = table(ALMOST, hand=("block", "invisibility"))
    for action in ask(made.state, at(key)):
        made.play(str(action))
    assert made.state.outcome
    assert made.state.outcome.ending == "victory"


@pytest.mark.rule("trogdor:win-1")
def test_a_win_within_reach_is_worth_all() -> None:
    made = table(ALMOST)
    view = GAME.view(made.state, 0)
    assert MIND.evaluate(view, at("odo"), "seed") == 1
    assert MIND.weigh(view, GAME.legal(made.state, 0), at("odo"), "seed")[0].worth == 1


@pytest.mark.rule("trogdor:item-shield")
def test_the_last_life_is_shielded() -> None:
    made = play_card(SHOT_AT, "hardybardy shield", asks=ItemMode.ASK, health=0, movement=("0 n sse",))
    made.play("finish")
    assert made.legal("yes")
    assert [str(action) for action in ask(made.state, at("odo"))] == ["yes"]


def with_offered_trade(hand: tuple[str, ...], theirs: str, offer: str) -> State:
    """Far from the last tile, with a trade that the other keeper offers."""
    made = table(FAR, "yubbitz disk", "hardybardy beans", hand=hand)
    mine, other = made.state.players
    players = (mine, replace(other, hand=(Card(theirs),)))
    made.state = replace(made.state, players=players)
    return made.play(offer, seat=1).state


@pytest.mark.rule("trogdor:keeper-yubbitz")
@pytest.mark.parametrize("key", KEYS)
def test_a_trade_that_brings_the_winning_card_is_accepted(key: str) -> None:
    state = with_offered_trade(("block", "invisibility"), "wingaling", "trade wingaling for block with 1")
    assert str(ask(state, at(key))[0]) == "accept"


@pytest.mark.rule("trogdor:keeper-yubbitz")
@pytest.mark.parametrize("key", KEYS)
def test_a_trade_that_takes_the_winning_card_is_not(key: str) -> None:
    state = with_offered_trade(("wingaling", "invisibility"), "block", "trade block for wingaling with 1")
    assert str(ask(state, at(key))[0]) == "play wingaling"


MANY, FEW = 48, 12
"""How many games tell levels apart; of the slowest level fewer are played, as it is far ahead."""


@pytest.mark.slow
@pytest.mark.xdist_group("ladder of trogdor")  # each game is played once
@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(KEYS)))
def test_each_level_wins_more_often_than_the_one_below(weaker: str, stronger: str) -> None:
    """On the same deals."""
    games = FEW if stronger == KEYS[-1] else MANY
    assert wins(stronger, games) > wins(weaker, games)


def wins(key: str, games: int) -> int:
    return sum(is_won(key, seed) for seed in range(games))


@cache
def is_won(key: str, seed: int) -> bool:
    end = play_to_end(key, f"ladder {seed}").outcome
    return end is not None and end.ending == "victory"
