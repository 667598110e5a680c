"""The search of a turn agrees with the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import cast

import pytest

from engine.rng import ScriptedRng
from engine.thrag import GAME
from engine.thrag.fights import replace_at
from engine.thrag.mind.fights import HIT_POINT_SUMS, LEFT_AFTER, FightSearch
from engine.thrag.mind.judge import Judge, judge_for
from engine.thrag.mind.reading import action_chance, fight_search, free_fights, set_of
from engine.thrag.model import BEASTS, Action, State, Suit, Verb
from engine.thrag.position import index, paying_coins, payments
from tests.engine.thrag.nights import night
from tests.engine.thrag.players import fickle, game, options

LAST_TURN = {
    "two coins for two beasts": "red 3+2 slain 1 2 4 5 coins 1 4\n green 4+1 slain 1 2 3 5 coins 3\n"
    "blue - slain 1..5 coins -\n black 3 coins 0 2",
    "a pawn for a high die": "red 3+5 slain 1 2 4 5 coins 1 4 5\n green - slain 1..5 coins 2\n"
    "blue - slain 1..5 coins 0\n black 2 coins 0 1 3 5",
    "the coins of others": "red 5+4 slain 1..4 coins -\n green - slain 1..5 coins 2 5 4\n"
    "blue - slain 1..5 coins 5 0\n black 5 coins 0 1 4",
    "a weak beast beside a strong one": "red 1+1 slain 2..5 coins 0\n green 5+5 slain 1..4 coins 5 4\n"
    "blue - slain 1..5 coins -\n black 4 coins 0 2 4",
}


def exact(state: State, ahead: int) -> float:
    """The chance to win in the last turn, counted with the rules themselves, every coin and roll of them."""
    if state.outcome is not None:
        return float(state.outcome.ending == "win")
    return max(_after(state, action, ahead) for action in GAME.legal(state, 0))


def _after(state: State, action: Action, ahead: int) -> float:
    chancy = action.verb is Verb.REROLL or action.spent is not None
    if action.verb in (Verb.STOP, Verb.RESIGN) or (chancy and not ahead):
        return 0.0
    found = [exact(after, ahead - chancy) for after in _outcomes(state, action)]
    return sum(found) / len(found)


def _outcomes(state: State, action: Action) -> Iterator[State]:
    """All that an action can come to, each as likely as the others."""
    if action.verb is Verb.REROLL:
        for rolled in range(6):
            yield GAME.apply(state, 0, action, ScriptedRng([rolled])).state
    elif action.spent is None:
        yield GAME.apply(state, 0, action, ScriptedRng([])).state
    else:
        at = index(action.spent)
        pool = state.pools[at]
        for top in pool:
            coins = (top, *(coin for coin in pool if coin != top))
            lies = replace(state, pools=replace_at(state.pools, at, coins))
            yield GAME.apply(lies, 0, action, ScriptedRng([])).state


def states(seed: int) -> Iterator[State]:
    chance = Random(seed)
    for ply in game(options(chance) | {"track_coins": "yes"}, str(seed), fickle, chance):
        yield ply.before


@pytest.mark.slow
@pytest.mark.rule("thrag:fight-1", "thrag:coin-1", "thrag:coin-2", "thrag:pawn-1", "thrag:pawn-2")
@pytest.mark.parametrize("ahead", [1, 2])
@pytest.mark.parametrize("fights", [0, 1])
@pytest.mark.parametrize("shown", LAST_TURN.values(), ids=LAST_TURN.keys())
def test_the_last_turn_is_worth_what_the_rules_make_of_it(shown: str, fights: int, ahead: int) -> None:
    state = night(shown, turn=12, tracks=True, fights=fights).state
    assert fight_search(GAME.view(state, 0)).chance(ahead) == pytest.approx(exact(state, ahead))


@pytest.mark.rule("thrag:pay-1")
def test_damage_leaves_what_the_rules_leave() -> None:
    for held in range(32):
        hit_points = tuple(value for value in range(6) if value == 0 or held >> (value - 1) & 1)
        assert HIT_POINT_SUMS[held] == sum(paying_coins(hit_points))
        for damage in range(1, 11):
            left = {held & ~set_of(paid, 1) for paid in payments(hit_points, damage)}
            assert set(LEFT_AFTER[held][damage]) == left


@pytest.mark.rule("thrag:coin-2", "thrag:pawn-2")
def test_the_same_coins_and_pawns_serve_as_in_the_rules() -> None:
    for seed in range(25):
        for state in states(seed):
            if not state.owed:
                assert pools_in_reach(fight_search(GAME.view(state, 0))) == legal_chances(state)


def pools_in_reach(turn: FightSearch) -> set[str]:
    pools = {
        f"fight {suit} with {BEASTS[pool]}"
        for colour, suit in enumerate(BEASTS)
        for pool in range(3)
        if turn.stands[colour] and turn.can_flip(pool, colour)
    }
    weapons = {f"reroll {BEASTS[at]}" for at in range(3) if turn.pawns[at] and turn.stands[at]}
    black = {f"reroll black with {BEASTS[at]}" for at in range(3) if turn.can_reroll_own(at)}
    return pools | weapons | black


def legal_chances(state: State) -> set[str]:
    return {str(action) for action in GAME.legal(state, 0) if action.spent or action.verb is Verb.REROLL}


def test_weighing_a_turn_leaves_it_as_it_was() -> None:
    for state in states(7):
        view = GAME.view(state, 0)
        turn = fight_search(view)
        before = contents_of(turn)
        for action in GAME.legal(state, 0):
            action_chance(turn, action, view.owed, 1)
            assert contents_of(turn) == before, action


def contents_of(turn: FightSearch) -> list[object]:
    lists = (turn.stands, turn.dice, turn.coins, turn.pawns, turn.tiles, turn.piles, turn.discards)
    return [turn.own_die, turn.hit_points, turn.fought, *(list(one) for one in lists)]


class Listener:
    """Remembers what it is asked about each colour, and thinks all nights even."""

    tracked = True

    def __init__(self) -> None:
        self.asked: list[tuple[int, ...]] = []

    def colour_reading(self, *asked: int) -> list[float]:
        self.asked.append(asked)
        return []

    def common_reading(self, *_asked: int) -> list[float]:
        return []

    def chance(self, *_readings: list[float]) -> float:
        return 0.5


@pytest.mark.rule("thrag:turn-4", "thrag:shuffle-1")
def test_the_judge_is_asked_about_the_turn_after_a_stop() -> None:
    """Escaped beasts lie among the discards, and empty stacks are made anew."""
    stops = 0
    for seed in range(12):
        for state in states(seed):
            stop = Action(Verb.STOP)
            listener = Listener()
            turn = fight_search(GAME.view(state, 0), cast("Judge", listener))
            if stop not in GAME.legal(state, 0) or state.turn == 12 or not turn.chance_if_ended():
                continue
            stops += 1
            after = GAME.apply(state, 0, stop, ScriptedRng([0] * 40)).state
            assert listener.asked == [colour_of(after, suit, state) for suit in BEASTS]
    assert stops > 20


def colour_of(after: State, suit: Suit, before: State) -> tuple[int, ...]:
    """A colour at the beginning of the next turn, the beast just drawn still in its stack."""
    at = index(suit)
    stack, foe = after.stacks[at], after.foes[at]
    pile = (*stack.pile, *([foe.tile] if foe else []))
    pawn = suit in before.weapons and suit not in before.spent
    coins = set_of(after.pools[at], 0)
    return set_of(pile, 1), set_of(stack.discards, 1), coins, int(pawn), before.turn, before.null_coin


def test_what_falls_for_nothing_is_found() -> None:
    for state in states(2):
        free = {
            suit
            for suit, foe in zip(BEASTS, state.foes, strict=True)
            if foe and not state.owed and foe.tile + foe.die <= state.die
        }
        assert {action.suit for action in free_fights(GAME.view(state, 0))} == free


def test_what_was_found_before_changes_nothing() -> None:
    """Other turns between them, and the same turn asked about after it and before: the same answers."""
    shown = [GAME.view(state, 0) for seed in range(6) for state in states(seed) if not state.owed]
    fresh = [fight_search(view, judge_for(tracked=True)).chance(1) for view in shown]
    assert [fight_search(view).chance(1) for view in shown] == fresh
    assert [fight_search(view).chance(1) for view in reversed(shown)] == fresh[::-1]
