"""The functions of the mind: what to do, what it is worth, how the game stands."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.mind import ActionWorth, Level
from engine.trogdor.mind.line import Budget
from engine.trogdor.mind.planner import TURN, Thought, thought
from engine.trogdor.model import Action, Phase, Verb, View

ASIDE: Final = frozenset({Verb.TRADE, Verb.ACCEPT, Verb.DECLINE, Verb.WITHDRAW, Verb.PREFER, Verb.LEAVE})
"""What does not carry the turn on."""

Actions = tuple[Action, ...]


def plan(view: View, actions: Actions, level: Level, seed: str) -> Actions:
    """What to do, up to the next revelation."""
    return _decided(view, actions, level, seed)[1]


def weigh(view: View, actions: Actions, level: Level, seed: str) -> tuple[ActionWorth[Action], ...]:
    """What the sensible actions are worth, the best first."""
    return _decided(view, actions, level, seed)[0]


def _decided(
    view: View, actions: Actions, level: Level, seed: str
) -> tuple[tuple[ActionWorth[Action], ...], Actions]:
    own = tuple(action for action in actions if action.verb not in ASIDE)
    if not own:
        weighed = _aside(view, actions, level, seed)
        return weighed, (weighed[0].action,)
    if len(own) == 1:
        return (ActionWorth(own[0], evaluate(view, level, seed)),), own
    if view.phase not in TURN:
        return _answers(thought(view, level, seed), own)
    weighed, first = _planned(view, own, level, seed)
    accept = Action(Verb.ACCEPT)
    if accept in actions:
        traded = thought(_swapped(view), level, seed).lines()[0].worth
        if traded > weighed[0].worth:
            return (ActionWorth(accept, traded), *weighed), (accept,)
    return weighed, first


def _planned(
    view: View, own: Actions, level: Level, seed: str
) -> tuple[tuple[ActionWorth[Action], ...], Actions]:
    """What can be done first, each with the best that can follow, and all of the best."""
    mind = thought(view, level, seed)
    best: dict[Action, float] = {}
    first: Actions = ()
    for line in mind.lines():
        ways = mind.actions(line)
        if ways[0] in own and ways[0] not in best:
            best[ways[0]] = line.worth
            first = first or ways
    if not first:  # nothing of all that was looked at can be done
        return (ActionWorth(own[0], evaluate(view, level, seed)),), own[:1]
    return tuple(ActionWorth(action, worth) for action, worth in best.items()), first


def _answers(mind: Thought, own: Actions) -> tuple[tuple[ActionWorth[Action], ...], Actions]:
    """The answers to a question of the land, or of an item."""
    weighed = sorted((ActionWorth(action, mind.answer(action)) for action in own), key=lambda one: -one.worth)
    return tuple(weighed), (weighed[0].action,)


def _aside(view: View, actions: Actions, level: Level, seed: str) -> tuple[ActionWorth[Action], ...]:
    """A trade that is offered, or whatever does no harm."""
    now = evaluate(view, level, seed)
    trade = {action.verb: action for action in actions}
    if Verb.ACCEPT in trade:
        swapped = evaluate(_swapped(view), level, seed)
        answers = (ActionWorth(trade[Verb.ACCEPT], swapped), ActionWorth(trade[Verb.DECLINE], now))
        return tuple(sorted(answers, key=lambda one: one.worth <= now))
    harmless = [action for action in actions if action.verb is not Verb.LEAVE]
    return tuple(ActionWorth(action, now) for action in (harmless or actions))


def _swapped(view: View) -> View:
    """The view after the open trade."""
    offer = view.offer
    if offer is None:
        return view
    players = list(view.players)
    for seat, gives, gets in (
        (offer.seat, offer.mine, offer.theirs),
        (offer.partner, offer.theirs, offer.mine),
    ):
        hand = list(players[seat].hand)
        hand[hand.index(gives)] = gets
        players[seat] = replace(players[seat], hand=tuple(hand))
    return replace(view, players=tuple(players), offer=None)


GLANCE: Final = Budget(nodes=150, ends=3, cards=6, fires=0, runs=0)
"""What is looked at to say how a game stands: little, so that all of a game can be gone through."""


def evaluate(view: View, _level: Level, seed: str) -> float:
    """The chance of victory as the position stands."""
    if view.outcome is not None:
        return 1.0 if view.outcome.ending == "victory" else 0.0
    mind = Thought(view, GLANCE, seed)
    if view.phase in TURN:
        return max(line.worth for line in mind.lines())
    if view.phase is Phase.LAND:
        return mind.worth_at(mind.spot)
    mind.search.hold(mind.spot.seat, mind.kept)
    return mind.worth_at(mind.spot)
