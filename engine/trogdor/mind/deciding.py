"""From a view to a decision: the actions to play, their worth, the chance of victory."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeAlias

from engine.mind import ActionWorth, Level
from engine.trogdor.mind.line import SearchBudget
from engine.trogdor.mind.planner import PLANNING_PHASES, TurnPlanner, planner_of
from engine.trogdor.model import Action, Phase, Verb, View

NOT_TURN_ACTIONS: Final = frozenset(
    {Verb.TRADE, Verb.ACCEPT, Verb.DECLINE, Verb.WITHDRAW, Verb.PREFER, Verb.LEAVE}
)
"""The actions that are not part of a turn."""

Actions: TypeAlias = tuple[Action, ...]


def plan(view: View, actions: Actions, level: Level, seed: str) -> Actions:
    """The actions to play, up to the next revelation."""
    _, first = _rank_actions(view, actions, level, seed)
    return first


def weigh(view: View, actions: Actions, level: Level, seed: str) -> tuple[ActionWorth[Action], ...]:
    """The chance of victory with each sensible action, the best first."""
    weighed, _ = _rank_actions(view, actions, level, seed)
    return weighed


def _rank_actions(
    view: View, actions: Actions, level: Level, seed: str
) -> tuple[tuple[ActionWorth[Action], ...], Actions]:
    """The actions by the chance of victory, and the best line of actions."""
    own = tuple(action for action in actions if action.verb not in NOT_TURN_ACTIONS)
    if not own:
        weighed = _rank_side_actions(view, actions, level, seed)
        return weighed, (weighed[0].action,)
    if len(own) == 1:
        return (ActionWorth(own[0], evaluate(view, level, seed)),), own
    if view.phase not in PLANNING_PHASES:
        return _rank_answers(planner_of(view, level, seed), own)
    weighed, first = _rank_turn_actions(view, own, level, seed)
    accept = Action(Verb.ACCEPT)
    if accept in actions:
        traded = planner_of(_view_after_trade(view), level, seed).lines()[0].worth
        if traded > weighed[0].worth:
            return (ActionWorth(accept, traded), *weighed), (accept,)
    return weighed, first


def _rank_turn_actions(
    view: View, own: Actions, level: Level, seed: str
) -> tuple[tuple[ActionWorth[Action], ...], Actions]:
    """The actions that can be first, each with its best line, and the best line itself."""
    planner = planner_of(view, level, seed)
    best: dict[Action, float] = {}
    first: Actions = ()
    for line in planner.lines():
        following = planner.actions(line)
        action = following[0]
        if action in own and action not in best:
            best[action] = line.worth
            first = first or following
    if not first:  # no line begins with a legal action
        return (ActionWorth(own[0], evaluate(view, level, seed)),), own[:1]
    return tuple(ActionWorth(action, worth) for action, worth in best.items()), first


def _rank_answers(planner: TurnPlanner, own: Actions) -> tuple[tuple[ActionWorth[Action], ...], Actions]:
    """The answers to a question in the land's turn, or of an item, and the best one."""
    weighed = sorted(
        (ActionWorth(action, planner.answer(action)) for action in own), key=lambda entry: -entry.worth
    )
    return tuple(weighed), (weighed[0].action,)


def _rank_side_actions(
    view: View, actions: Actions, level: Level, seed: str
) -> tuple[ActionWorth[Action], ...]:
    """The answers to an offered trade, or the actions that change nothing."""
    now = evaluate(view, level, seed)
    trade = {action.verb: action for action in actions}
    if Verb.ACCEPT in trade:
        swapped = evaluate(_view_after_trade(view), level, seed)
        answers = (ActionWorth(trade[Verb.ACCEPT], swapped), ActionWorth(trade[Verb.DECLINE], now))
        return tuple(sorted(answers, key=lambda entry: entry.worth <= now))
    harmless = [action for action in actions if action.verb is not Verb.LEAVE]
    return tuple(ActionWorth(action, now) for action in (harmless or actions))


def _view_after_trade(view: View) -> View:
    """The view after the offered trade."""
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


EVALUATION_BUDGET: Final = SearchBudget(nodes=150, ends=3, cards=6, fires=0, runs=0)
"""The limits of an evaluation: small, so that a whole game can be evaluated; set by hand."""


def evaluate(view: View, _level: Level, seed: str) -> float:
    """The chance of victory from the current position."""
    if view.outcome is not None:
        return 1.0 if view.outcome.ending == "victory" else 0.0
    planner = TurnPlanner(view, EVALUATION_BUDGET, seed)
    if view.phase in PLANNING_PHASES:
        return max(line.worth for line in planner.lines())
    if view.phase is Phase.LAND:
        return planner.worth_at(planner.spot)
    planner.search.set_hands(planner.spot.seat, planner.kept_card)
    return planner.worth_at(planner.spot)
