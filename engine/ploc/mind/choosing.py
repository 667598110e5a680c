"""What each action is worth at each level, and the plan that follows from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.mind import Level, Weighed
from engine.ploc.mind.columns import NUMBER
from engine.ploc.mind.judging import SURE
from engine.ploc.mind.levels import judge_of
from engine.ploc.mind.match import chances
from engine.ploc.mind.reading import Reading, uses
from engine.ploc.mind.rope import Pull, Rope, pull_of, team
from engine.ploc.model import Action, Verb, View
from engine.ploc.sides import leader

UNSAID: Final = frozenset({Verb.UNDO, Verb.OFFER, Verb.CONCEDE, Verb.RESIGN})
"""What a mind never does: it takes nothing back, and gives nothing up that could still be won."""


def plan(view: View, actions: tuple[Action, ...], level: Level, seed: str) -> tuple[Action, ...]:
    """The best action, and what follows it until dice fall or the match is over.

    Raises `ValueError` where nothing can be done but to take back, to offer or to give up.
    """
    first, reading = _best(view, actions, level, seed)
    if first.verb not in {Verb.USE, Verb.BERSERK}:
        return (first,)
    planned, pull = [first], _after(pull_of(view), first)
    while pull.dice and not pull.over:
        following = max(uses(pull), key=lambda use: reading.worth(use[1]))
        planned.append(following[0])
        pull = following[1]
    return tuple(planned) if pull.over else (*planned, Action(Verb.DONE))


def weigh(view: View, actions: tuple[Action, ...], level: Level, seed: str) -> tuple[Weighed[Action], ...]:
    """What each action promises of the whole game, the best first; nothing about what is never done."""
    worths = _worths(view, actions, Reading(judge_of(view, level, seed)))
    game = chances(view)
    seat = next(iter(view.to_act), view.turn.seat)
    return tuple(Weighed(action, game(seat, worth)) for action, worth in worths)


def standing(view: View, level: Level, seed: str) -> float:
    """What Plockton can expect of the whole game."""
    if view.outcome is not None:
        return 1.0 if 0 in view.outcome.winners else 0.0
    chance = _as_it_lies(view, Reading(judge_of(view, level, seed)))
    seat = view.turn.seat
    expected = chances(view)(seat, chance)
    return expected if seat == 0 else 1 - expected


def _best(view: View, actions: tuple[Action, ...], level: Level, seed: str) -> tuple[Action, Reading]:
    reading = Reading(judge_of(view, level, seed))
    worths = _worths(view, actions, reading)
    if not worths:
        raise ValueError("there is nothing to do but to offer, to take back or to give up")
    return worths[0][0], reading


def _worths(view: View, actions: tuple[Action, ...], reading: Reading) -> list[tuple[Action, int]]:
    """What each action promises of the match to whoever decides, the best first."""
    after = {str(action): pull for action, pull in uses(pull_of(view))}
    tell: dict[Verb, Callable[[Action], int]] = {
        Verb.USE: lambda action: reading.worth(after[str(action)]),
        Verb.BERSERK: lambda action: reading.worth(after[str(action)]),
        Verb.REROLL: lambda action: _rerolled(view, reading, action.die),
        Verb.DONE: lambda _: _as_it_lies(view, reading),
        Verb.ACCEPT: lambda _: SURE if {leader(view.sides, view.match)} == view.to_act else 0,
        Verb.DECLINE: lambda _: SURE - _as_it_lies(view, reading),
    }
    found = [(action, tell[action.verb](action)) for action in actions if action.verb not in UNSAID]
    return sorted(found, key=lambda one: -one[1])


def _after(pull: Pull, action: Action) -> Pull:
    """What an action of the turn under way leaves."""
    return next(after for able, after in uses(pull) if able == action)


def _rope(view: View) -> Rope:
    """Both sides as they are, the village on turn first."""
    own, other = view.sides[view.turn.seat], view.sides[1 - view.turn.seat]
    return (NUMBER[own.column], *team(own), NUMBER[other.column], *team(other))


def _dice(view: View) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The dice that have not been rolled again, and those that have."""
    shown = list(zip(view.turn.dice, view.turn.rerolled, strict=True))
    return tuple(die for die, again in shown if not again), tuple(die for die, again in shown if again)


def _rerolled(view: View, reading: Reading, die: int) -> int:
    fresh, fixed = _dice(view)
    return reading.rerolled(_rope(view), fresh, fixed, view.turn.rerolls_now, die)


def _as_it_lies(view: View, reading: Reading) -> int:
    """The chance of the village on turn, rerolls included."""
    if view.turn.rerolls_now:
        return reading.rolled(_rope(view), *_dice(view), view.turn.rerolls_now)
    return reading.worth(pull_of(view))
