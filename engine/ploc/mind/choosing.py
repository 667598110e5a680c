"""The worth of each action at each level, and the plan that follows from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from engine.mind import ActionWorth, Level
from engine.ploc.mind.columns import DICE_NUMBER
from engine.ploc.mind.judging import SURE
from engine.ploc.mind.levels import judge_of, read_on_of, without_budget
from engine.ploc.mind.match import game_chances
from engine.ploc.mind.positions import TurnStart, TurnState, team, turn_of
from engine.ploc.mind.reading import TurnSearch, die_uses
from engine.ploc.model import Action, Verb, View
from engine.ploc.sides import leader

NEVER_PLAYED: Final = frozenset({Verb.UNDO, Verb.OFFER, Verb.CONCEDE, Verb.RESIGN})
"""Actions that no level plays: taking back, and giving up what could still be won."""


def plan(view: View, actions: tuple[Action, ...], level: Level, seed: str) -> tuple[Action, ...]:
    """The best action, and those after it until dice are rolled or the match is over.

    Raises `ValueError` where nothing can be done but to take back, to offer or to give up.
    """
    analysis = TurnAnalysis(view, level, seed)
    first = _best_action(analysis.rank_actions(actions))
    if first.verb not in {Verb.USE, Verb.BERSERK}:
        return (first,)
    planned = [first]
    turn = next(after for action, after in die_uses(analysis.turn) if action == first)

    def chance_after(use: tuple[Action, TurnState]) -> int:
        _, after = use
        return analysis.search.chance(after)

    while turn.dice and not turn.is_over:
        following, turn = max(die_uses(turn), key=chance_after)
        planned.append(following)
    return tuple(planned) if turn.is_over else (*planned, Action(Verb.DONE))


def _best_action(ranked: list[tuple[Action, int]]) -> Action:
    if not ranked:
        raise ValueError("there is nothing to do but to offer, to take back or to give up")
    best, _ = ranked[0]
    return best


def weigh(
    view: View, actions: tuple[Action, ...], level: Level, seed: str
) -> tuple[ActionWorth[Action], ...]:
    """The chance to win the game with each action, the best first, without `NEVER_PLAYED`."""
    game_chance = game_chances(view)
    seat = next(iter(view.to_act), view.turn.seat)
    return tuple(
        ActionWorth(action, game_chance(seat, chance))
        for action, chance in rank_actions(view, actions, level, seed)
    )


def rank_actions(
    view: View, actions: tuple[Action, ...], level: Level, seed: str
) -> list[tuple[Action, int]]:
    """The chance to win this match with each action, in millionths, the best first."""
    return TurnAnalysis(view, level, seed).rank_actions(actions)


def evaluate(view: View, level: Level, seed: str) -> float:
    """The chance of Plockton to win the game, without hurry and without further search."""
    if view.outcome is not None:
        return 1.0 if 0 in view.outcome.winners else 0.0
    analysis = TurnAnalysis(view, without_budget(level), seed)
    chance = game_chances(view)(view.turn.seat, analysis.current_chance())
    return chance if view.turn.seat == 0 else 1 - chance


@final
class TurnAnalysis:
    """The chances in a view at a level: the turn searched to its end, and its best ends further."""

    def __init__(self, view: View, level: Level, seed: str) -> None:
        self.view = view
        self.turn: TurnState = turn_of(view)
        judge = judge_of(view, level, seed)
        self.search = self._plain_search = TurnSearch(judge)
        self._shift = 0
        read_on = read_on_of(view, level)
        if read_on is not None and self.turn.dice:
            self.search = TurnSearch(read_on(judge, self._plain_search.turn_ends(self.turn)))
            self._shift = self.search.chance(self.turn) - self._plain_search.chance(self.turn)

    def rank_actions(self, actions: tuple[Action, ...]) -> list[tuple[Action, int]]:
        """The chance to win the match of the seat that decides, in millionths, the best action first."""
        after = {str(action): turn for action, turn in die_uses(self.turn)}
        chances: dict[Verb, Callable[[Action], int]] = {
            Verb.USE: lambda action: self.search.chance(after[str(action)]),
            Verb.BERSERK: lambda action: self.search.chance(after[str(action)]),
            Verb.REROLL: lambda action: self._chance_after_reroll(action.die),
            Verb.DONE: lambda _: self.current_chance(),
            Verb.ACCEPT: lambda _: self._chance_if_accepted(),
            Verb.DECLINE: lambda _: SURE - self.current_chance(),
        }
        ranked = [
            (action, min(max(chances[action.verb](action), 0), SURE))
            for action in actions
            if action.verb not in NEVER_PLAYED
        ]
        return sorted(ranked, key=lambda entry: (-entry[1], entry[0].verb is Verb.REROLL))

    def current_chance(self) -> int:
        """The chance of the village on turn with its best action, rerolls included."""
        fresh, _ = self._dice_by_reroll()
        rerolled = [self._chance_after_reroll(die) for die in fresh] if self.view.turn.rerolls_now else []
        return min(max(self.search.chance(self.turn), *rerolled, 0), SURE)

    def _chance_if_accepted(self) -> int:
        """The chance if the end is accepted: the village with more athletes wins (Rule ploc:offer-1)."""
        return SURE if {leader(self.view.sides, self.view.match)} == self.view.to_act else 0

    def _chance_after_reroll(self, die: int) -> int:
        """The chance if a die is rolled again, shifted as the further search has shifted the others."""
        fresh, fixed = self._dice_by_reroll()
        rerolls = self.view.turn.rerolls_now
        chance = self._plain_search.chance_after_reroll(self._turn_start(), fresh, fixed, rerolls, die)
        return chance + self._shift

    def _dice_by_reroll(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The dice that have not been rolled again, and those that have."""
        shown = list(zip(self.view.turn.dice, self.view.turn.rerolled, strict=True))
        return tuple(die for die, again in shown if not again), tuple(die for die, again in shown if again)

    def _turn_start(self) -> TurnStart:
        """The position at the start of the turn, the village on turn first."""
        own, other = self.view.sides[self.view.turn.seat], self.view.sides[1 - self.view.turn.seat]
        return (DICE_NUMBER[own.column], *team(own), DICE_NUMBER[other.column], *team(other))
