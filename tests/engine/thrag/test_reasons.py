"""Reasons for and against actions in One Man, Thrag! are true, each claim checked by the rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.rng import SeededRng
from engine.thrag import GAME
from engine.thrag.events import Ended, PawnTurnedBlack, Slain, Struck
from engine.thrag.model import NULL, TURNS, VALUES, Action, State, Suit, Verb
from engine.thrag.position import count_living, count_living_of, index, payments, worth
from engine.thrag.reasons import (
    AGAINST,
    Betters,
    Cheapest,
    Dies,
    Falls,
    Heals,
    Hurts,
    Keeps,
    LastCoin,
    LastOfSuit,
    MustFight,
    NothingFree,
    Reason,
    Slays,
    SparesCoins,
    TurnsLeft,
    Wins,
    loss,
    reasons,
)
from tests.engine.selfplay import Decision, decisions


def fights(state: State, action: Action) -> list[tuple[bool, int, bool]]:
    """A fight with every possible top coin: whether the beast falls, the damage, whether Thrag dies.

    Where coins are not tracked, only the set of all values is known.
    """
    if action.spent is None:
        return [fight_result(state, action)]
    beast = index(action.spent)
    known = sorted(state.pools[beast]) if state.tracks else list(VALUES)
    results = []
    for value in known:
        others = list(state.pools[beast])
        if value in others:
            others.remove(value)
        else:
            others.pop()
        pools = [*state.pools]
        pools[beast] = (value, *others)
        results.append(fight_result(replace(state, pools=(pools[0], pools[1], pools[2])), action))
    return results


def fight_result(state: State, action: Action) -> tuple[bool, int, bool]:
    events = GAME.apply(state, 0, action, SeededRng("fight")).events
    damage = [event.fight.damage for event in events if isinstance(event, Struck)]
    dead = any(isinstance(event, Ended) and event.ending == "death" for event in events)
    return any(isinstance(event, Slain) for event in events), sum(damage), dead


def holds(decision: Decision, action: Action, reason: Reason) -> bool:  # noqa: C901, PLR0911, PLR0912, PLR0914
    """Whether a reason is true, by the rules."""
    state: State = decision.state
    after = GAME.apply(state, 0, action, SeededRng("reasons"))
    match reason:
        case Slays(suit, chance, need, _):
            came = fights(state, action)
            foe = state.foes[index(suit)]
            assert foe is not None
            short = 0 if action.spent is None else max(foe.strength - state.die, 0)
            return need == short and _is(sum(slain for slain, _, _ in came) / len(came), chance)
        case Dies(chance, _):
            came = fights(state, action)
            return _is(sum(dead for _, _, dead in came) / len(came), chance)
        case Hurts(tenths, _):
            came = fights(state, action)
            return tenths == round(10 * sum(damage for _, damage, _ in came) / len(came)) > 0
        case Wins():
            return after.state.outcome is not None and after.state.outcome.ending == "win"
        case LastOfSuit(suit):
            alive = count_living_of(state, suit) == 1
            fell = any(isinstance(event, Slain) for event in after.events)
            turned = any(isinstance(event, PawnTurnedBlack) for event in after.events)
            unspent = suit in state.weapons and suit not in state.spent
            return alive and (not fell or turned == unspent) and count_living(state) > 1
        case SparesCoins():
            return sorted(map(sorted, after.state.pools)) == sorted(map(sorted, state.pools))
        case MustFight():
            return Action(Verb.STOP) not in decision.actions
        case Falls(suit, chance) | Betters(suit, chance):
            return _is(chance, _reroll_share(state, suit, falls=isinstance(reason, Falls)))
        case Keeps(coins):
            return coins == tuple(coin for coin in after.state.hit_points if coin != NULL)
        case Cheapest(exactly):
            ways = payments(state.hit_points, state.owed)
            cheapest = all(sum(coins_paid) >= sum(action.coins) for coins_paid in ways)
            return cheapest and exactly == (sum(action.coins) == state.owed)
        case Heals(chance):
            return _is(chance, _heal_share(state, action.coins))
        case NothingFree(beasts):
            standing = [foe for foe in state.foes if foe is not None]
            return len(standing) == beasts and all(foe.strength > state.die for foe in standing)
        case TurnsLeft(turns):
            return turns == TURNS - state.turn
        case LastCoin():
            return sum(map(len, state.pools)) == 1 and not any(after.state.pools)


def _is(first: float, second: float) -> bool:
    return abs(first - second) < 1e-9


def _reroll_share(state: State, suit: Suit, *, falls: bool) -> float:
    """The share of results by which a beast falls without a coin, or by which the die gets better."""
    good = 0
    for value in VALUES:
        if suit is Suit.BLACK:
            standing = [foe.strength for foe in state.foes if foe is not None]
            good += any(strength <= value for strength in standing) if falls else value > state.die
        else:
            foe = state.foes[index(suit)]
            assert foe is not None
            good += foe.tile + value <= state.die if falls else value < foe.die
    return good / len(VALUES)


def _heal_share(state: State, paid: tuple[int, ...]) -> float:
    """The share of the possible next black tiles that restore a hit point."""
    pile = state.black.pile
    held = [coin for coin in state.hit_points if coin not in paid]
    return sum(tile not in held for tile in pile) / len(pile)


def check(count: int) -> set[type]:
    """Assert that there are reasons, and that all are true; the kinds that occurred."""
    met = set[type]()
    for decision in decisions("thrag", count):
        assert decision.hint_actions
        for action in decision.actions:
            given = reasons(decision.view, 0, action)
            assert any(not isinstance(reason, AGAINST) for reason in given), f"{action}: nothing for it"
            for reason in given:
                assert holds(decision, action, reason), f"{action}: {reason}"
            met |= set(map(type, given))
    return met


def test_every_action_has_a_reason_and_each_reason_is_so() -> None:
    assert check(200) >= {
        Slays,
        SparesCoins,
        MustFight,
        Betters,
        Keeps,
        Cheapest,
        Heals,
        TurnsLeft,
        Hurts,
        Dies,
    }


@pytest.mark.parametrize("tracks", [True, False])
def test_a_coin_is_as_exact_as_what_everybody_may_know(tracks: bool) -> None:
    for decision in decisions("thrag", 60):
        state = replace(decision.state, tracks=tracks)
        view = GAME.view(state, 0)
        for action in decision.actions:
            for reason in reasons(view, 0, action):
                if isinstance(reason, Slays) and action.spent is not None and reason.need:
                    whole = len(state.pools[index(action.spent)]) == len(VALUES)
                    assert reason.exact == (tracks or whole)


def test_a_warning_is_given_only_where_something_else_costs_less() -> None:
    warned = set[str]()
    for decision in decisions("thrag", 300):
        for action in decision.actions:
            lost = loss(decision.view, 0, action)
            if lost is None:
                continue
            warned.add(lost.what)
            if lost.what == "points":
                cheapest = min(map(sum, payments(decision.state.hit_points, decision.state.owed)))
                assert lost.points == sum(action.coins) - cheapest > 0
            elif lost.what == "coin":
                assert Action(Verb.FIGHT, action.suit) in decision.actions
                assert fights(decision.state, Action(Verb.FIGHT, action.suit)) == [(True, 0, False)]
            else:
                deaths = [
                    sum(dead for _, _, dead in came) / len(came)
                    for other in decision.actions
                    if other.verb is Verb.FIGHT and (came := fights(decision.state, other))
                ]
                least = 0.0 if Action(Verb.STOP) in decision.actions else min(deaths)
                assert lost.chance - least > 0.19
    assert warned == {"points", "coin", "life"}


def test_what_a_coin_adds_is_what_the_house_has_agreed() -> None:
    (decision,) = decisions("thrag", 1)
    assert worth(decision.state, NULL) == decision.state.null_coin


def test_the_last_coin_is_told_of_where_it_is_spent_and_nowhere_else() -> None:
    seen = set()
    for decision in decisions("thrag", 20):
        state = replace(decision.state, pools=((3,), (), ()))
        for action in GAME.legal(state, 0):
            if action.verb is Verb.FIGHT:
                seen.add(action.spent)
                is_mentioned = LastCoin() in reasons(GAME.view(state, 0), 0, action)
                assert is_mentioned == (action.spent is not None), action
    assert seen == {None, Suit.RED}
