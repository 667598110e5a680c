"""What is said for and against actions in Ploc is so: each claim is tried out by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from engine.core import Seat
from engine.ploc import GAME
from engine.ploc.danger import hit_chance, hits_now, next_turn_danger, removal_chance
from engine.ploc.events import MatchEnded
from engine.ploc.model import Action, Deed, State, Turn, Verb
from engine.ploc.reasons import (
    AGAINST,
    AllDiceUsed,
    ChangesNothing,
    Eases,
    EvenChances,
    Exposed,
    Grows,
    Higher,
    HitsMore,
    LaysDown,
    Leads,
    LosesMatch,
    Reason,
    Reconsiders,
    Removes,
    Rerolls,
    Safe,
    Shrinks,
    Trails,
    Triple,
    WinsMatch,
    loss,
    reasons,
)
from engine.ploc.sides import hits
from engine.rng import SeededRng
from tests.engine.selfplay import Decision, decisions


def removable(state: State) -> int:
    """How many of the other village's athletes the dice of the turn can remove, by every way to use them."""
    other = 1 - state.turn.seat
    best, seen, open_ = 0, set[State](), [state]
    before = state.sides[other].athletes
    while open_:
        at = open_.pop()
        for action in GAME.legal(at, at.turn.seat):
            if action.verb not in (Verb.USE, Verb.BERSERK):
                continue
            step = GAME.apply(at, at.turn.seat, action, SeededRng("dice"))
            if any(isinstance(event, MatchEnded) and event.winner == at.turn.seat for event in step.events):
                return before
            if step.state.match != state.match or step.state.outcome is not None:
                continue
            best = max(best, before - step.state.sides[other].athletes)
            short = replace(step.state, turn=replace(step.state.turn, before=()))
            if short not in seen:
                seen.add(short)
                open_.append(step.state)
    return best


def removal_share(state: State, seat: Seat) -> float:
    """How often the other village of `seat` removes its team, over all rolls; it must have no rerolls."""
    assert 6 not in state.sides[1 - seat].column
    came = 0
    for first, second, third in product(range(1, 7), repeat=3):
        turn = Turn(1 - seat, 2, (first, second, third), 0)
        at = replace(state, turn=turn, offer=None, outcome=None)
        came += removable(at) >= state.sides[seat].athletes
    return came / 216


def holds(decision: Decision, action: Action, reason: Reason) -> bool:  # noqa: C901, PLR0911, PLR0912, PLR0914, PLR0915
    """Whether a reason is so, by what the rules do."""
    state: State = decision.state
    seat = decision.seat
    step = GAME.apply(state, seat, action, SeededRng("reasons"))
    ended = [event for event in step.events if isinstance(event, MatchEnded)]
    after, other = step.state.sides[seat], step.state.sides[1 - seat]
    before, others = state.sides[seat], state.sides[1 - seat]
    match reason:
        case WinsMatch():
            return [event.winner for event in ended] == [seat]
        case Removes(athletes, lying, left):
            if ended:
                return left == 0 and others.athletes == athletes
            return (others.athletes - other.athletes, others.lying - other.lying) == (
                athletes,
                lying,
            ) and left == other.athletes
        case LaysDown(lying):
            return other.lying == lying == others.lying + 1 and other.athletes == others.athletes
        case Grows(change, athletes):
            return after.athletes == athletes == before.athletes + change > before.athletes
        case Shrinks(lost, athletes):
            return athletes == before.athletes - lost and (bool(ended) or after.athletes == athletes)
        case ChangesNothing(athletes):
            return after.athletes == athletes == before.athletes
        case Eases(place, met, now):
            able = [{die for die in range(1, 7) if hits(die, one, lying=False)} for one in (met, now)]
            changed = bool(ended) or after.column[place] == now
            return before.column[place] == met and changed and able[0] < able[1]
        case Rerolls(sixes):
            return after.column.count(6) == sixes == before.column.count(6) + 1
        case HitsMore(die, chance, now):
            return _is(chance, _better(state, die, now))
        case Higher(die, chance):
            return _is(chance, (6 - die) / 6) and chance > 0
        case Triple(die, face, chance):
            rest = list(state.turn.dice)
            rest.remove(die)
            return set(rest) == {face} and face != die and _is(chance, 1 / 6)
        case EvenChances(die):
            return die == 6
        case AllDiceUsed():
            return state.turn.berserk is not None or len(state.turn.uses) == 3
        case Safe(athletes):
            return athletes == before.athletes and removal_chance(state.sides, seat) == 0
        case Exposed(chance, athletes):
            if other.column.count(6) or athletes > 2:
                return athletes == after.athletes and _is(
                    chance, float(removal_chance(step.state.sides, seat))
                )
            return athletes == after.athletes and _is(chance, removal_share(step.state, seat))
        case Leads(own, theirs) | Trails(own, theirs):
            agreed = GAME.apply(replace(state, offer=1 - seat), seat, Action(Verb.ACCEPT), SeededRng("end"))
            (end,) = (event for event in agreed.events if isinstance(event, MatchEnded))
            well = (end.winner == seat) == isinstance(reason, Leads)
            return (own, theirs) == (before.athletes, others.athletes) and well
        case Reconsiders(die):
            undone = [use.die for use in state.turn.uses[-1:]]
            return [state.turn.dice[at] for at in undone] == [die] or state.turn.berserk is not None
        case LosesMatch():
            return [event.winner for event in ended] == [1 - seat] or step.state.outcome is not None


def _is(one: float, other: float) -> bool:
    return abs(one - other) < 1e-9


def _hitting(state: State, dice: list[int]) -> int:
    """How many of three dice can hit somebody standing at once, each at a place of its own."""
    column = state.sides[state.turn.seat].column
    ways = product(range(3), repeat=3)
    return max(
        sum(hits(dice[at], column[place], lying=False) for at, place in enumerate(way))
        for way in ways
        if len(set(way)) == 3
    )


def _better(state: State, die: int, now: int) -> float:
    dice = list(state.turn.dice)
    assert _hitting(state, dice) == now
    at = dice.index(die)
    return sum(_hitting(state, [*dice[:at], face, *dice[at + 1 :]]) > now for face in range(1, 7)) / 6


def looked_at(decision: Decision) -> Iterator[Action]:
    """What a hint would name, and all that can be done."""
    yield from decision.hint_actions[:3]
    yield from decision.actions


def check(count: int) -> set[type]:
    """That there are reasons, and that all of them are so; returns the kinds that were met."""
    met = set[type]()
    for decision in decisions("ploc", count):
        for action in dict.fromkeys(looked_at(decision)):
            found = reasons(decision.view, decision.seat, action)
            assert any(not isinstance(reason, AGAINST) for reason in found), f"{action}: nothing for it"
            for reason in found:
                assert holds(decision, action, reason), f"{action}: {reason}"
            met |= set(map(type, found))
    return met


def test_every_action_has_a_reason_and_each_reason_is_so() -> None:
    check(40)


@pytest.mark.slow
def test_in_two_hundred_positions_every_reason_is_so() -> None:
    assert check(200) >= {
        Removes,
        LaysDown,
        Grows,
        Eases,
        Shrinks,
        ChangesNothing,
        HitsMore,
        Higher,
        AllDiceUsed,
        Leads,
    }


def test_the_dice_that_can_hit_now_are_those_that_the_rules_let_hit() -> None:
    for decision in decisions("ploc", 60):
        if decision.state.offer is not None:
            continue
        deeds = {
            (action.die, action.place): action.lying
            for action in reversed(decision.actions)
            if action.verb is Verb.USE and action.deed is Deed.HIT
        }
        assert {(die, place): int(lying) for die, place, lying in hits_now(decision.view)} == deeds


def test_a_storm_is_at_most_what_the_dice_can_do() -> None:
    for decision in decisions("ploc", 30):
        for seat in (0, 1):
            found = next_turn_danger(decision.state.sides, seat)
            assert 0 <= found.finish <= 1
            assert found.finish <= found.many or decision.state.sides[seat].athletes > 3
            assert 0 <= found.mean <= min(4, decision.state.sides[seat].athletes)


@pytest.mark.parametrize(("met", "standing", "lying"), [(1, 6, 6), (4, 3, 5), (6, 1, 3), (2, 5, 6)])
def test_one_die_hits_beside_a_number_in_so_many_of_six_cases(met: int, standing: int, lying: int) -> None:
    assert [int(hit_chance(met, lying=down) * 6) for down in (False, True)] == [standing, lying]


def test_a_warning_is_given_for_what_loses_the_match_or_berserk() -> None:
    warned = set[str]()
    for decision in decisions("ploc", 300):
        for action in decision.actions:
            lost = loss(decision.view, decision.seat, action)
            if lost is None:
                continue
            warned.add(lost.what)
            if lost.what == "berserk":
                assert any(other.verb is Verb.BERSERK for other in decision.actions)
            else:
                events = GAME.apply(decision.state, decision.seat, action, SeededRng("end")).events
                assert [e.winner for e in events if isinstance(e, MatchEnded)] == [1 - decision.seat]
    assert "berserk" in warned
