"""What each action is worth at each level, and the plan that follows from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from engine.mind import ActionWorth, Level
from engine.ploc.mind.columns import NUMBER
from engine.ploc.mind.judging import SURE
from engine.ploc.mind.levels import calm, judge_of, reads_on
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
    thought = Thought(view, level, seed)
    first = _first(thought.worths(actions))
    if first.verb not in {Verb.USE, Verb.BERSERK}:
        return (first,)
    planned, pull = [first], next(after for able, after in uses(thought.pull) if able == first)
    while pull.dice and not pull.over:
        following, pull = max(uses(pull), key=lambda use: thought.reading.worth(use[1]))
        planned.append(following)
    return tuple(planned) if pull.over else (*planned, Action(Verb.DONE))


def _first(found: list[tuple[Action, int]]) -> Action:
    if not found:
        raise ValueError("there is nothing to do but to offer, to take back or to give up")
    return found[0][0]


def weigh(
    view: View, actions: tuple[Action, ...], level: Level, seed: str
) -> tuple[ActionWorth[Action], ...]:
    """What each action promises of the whole game, the best first; nothing about what is never done."""
    game = chances(view)
    seat = next(iter(view.to_act), view.turn.seat)
    return tuple(
        ActionWorth(action, game(seat, worth)) for action, worth in worths(view, actions, level, seed)
    )


def worths(view: View, actions: tuple[Action, ...], level: Level, seed: str) -> list[tuple[Action, int]]:
    """What each action promises of this match, in millionths, the best first."""
    return Thought(view, level, seed).worths(actions)


def evaluate(view: View, level: Level, seed: str) -> float:
    """What Plockton can expect of the whole game; no level hurries here, and none reads on."""
    if view.outcome is not None:
        return 1.0 if 0 in view.outcome.winners else 0.0
    chance = chances(view)(view.turn.seat, Thought(view, calm(level), seed).as_it_lies())
    return chance if view.turn.seat == 0 else 1 - chance


@final
class Thought:
    """What a level thinks of a view: the turn read to its end, and its best ends read on."""

    def __init__(self, view: View, level: Level, seed: str) -> None:
        self.view = view
        self.pull: Pull = pull_of(view)
        judge = judge_of(view, level, seed)
        self.reading = self._near = Reading(judge)
        self._shift = 0
        read = reads_on(view, level)
        if read is not None and self.pull.dice:
            self.reading = Reading(read(judge, self._near.ends(self.pull)))
            self._shift = self.reading.worth(self.pull) - self._near.worth(self.pull)

    def worths(self, actions: tuple[Action, ...]) -> list[tuple[Action, int]]:
        """What each action promises of the match to whoever decides, in millionths, the best first."""
        after = {str(action): pull for action, pull in uses(self.pull)}
        tell: dict[Verb, Callable[[Action], int]] = {
            Verb.USE: lambda action: self.reading.worth(after[str(action)]),
            Verb.BERSERK: lambda action: self.reading.worth(after[str(action)]),
            Verb.REROLL: lambda action: self._rerolled(action.die),
            Verb.DONE: lambda _: self.as_it_lies(),
            Verb.ACCEPT: lambda _: self._agreed(),
            Verb.DECLINE: lambda _: SURE - self.as_it_lies(),
        }
        found = [
            (action, min(max(tell[action.verb](action), 0), SURE))
            for action in actions
            if action.verb not in UNSAID
        ]
        return sorted(found, key=lambda one: (-one[1], one[0].verb is Verb.REROLL))

    def as_it_lies(self) -> int:
        """The chance of the village on turn, whatever it does best, rerolls among that."""
        fresh, _ = self._dice()
        again = [self._rerolled(die) for die in fresh] if self.view.turn.rerolls_now else []
        return min(max(self.reading.worth(self.pull), *again, 0), SURE)

    def _agreed(self) -> int:
        """Who has more athletes wins by agreement (Rule ploc:offer-1)."""
        return SURE if {leader(self.view.sides, self.view.match)} == self.view.to_act else 0

    def _rerolled(self, die: int) -> int:
        """The chance if a die is rolled again, moved by as much as reading on has moved all the rest."""
        fresh, fixed = self._dice()
        return self._near.rerolled(self._rope(), fresh, fixed, self.view.turn.rerolls_now, die) + self._shift

    def _dice(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The dice that have not been rolled again, and those that have."""
        shown = list(zip(self.view.turn.dice, self.view.turn.rerolled, strict=True))
        return tuple(die for die, again in shown if not again), tuple(die for die, again in shown if again)

    def _rope(self) -> Rope:
        """Both sides as they are, the village on turn first."""
        own, other = self.view.sides[self.view.turn.seat], self.view.sides[1 - self.view.turn.seat]
        return (NUMBER[own.column], *team(own), NUMBER[other.column], *team(other))
