"""What somebody who has the dice, or is asked for an end of the match, may want to know.

Most useful first. "You" is the village that decides, "they" are the other one, both as they stand now.

- `match` (`action`): the chance to win this match after that action and the best play that follows, for the
  three best actions; from the table, so not exact. Values: `match`, 1 or 2.
- `finish`: the chance that they can remove all of your athletes in their next turn. Values: `athletes`, how
  many you have. Left out where it is 0.
- `struck`: the chance that they can remove three athletes or more in their next turn. Values: `tenths`, how
  many they can remove at most on the average, in tenths of an athlete.
- `berserk`: the chance that they can go berserk in their next turn. No values.
- `reroll` (`action`): the chance that more of your dice can hit somebody standing after that die is rolled
  again. Values: `die`, what it shows; `now`, how many of the three can hit as they lie.
  Left out where all three can.
- `three` (`action`): the chance that rolling that die again makes three equal dice. Values: `die`; `face`,
  what the other two show. Left out where these differ.

All but `match` are exact. Their rerolls, where they have sixes, are taken to be used for just that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from engine.mind import Odds
from engine.ploc.mind.choosing import worths
from engine.ploc.mind.columns import NUMBER
from engine.ploc.mind.counting import after_rerolling, berserk, expected, hitting, removed
from engine.ploc.mind.levels import LEVEL, calm
from engine.ploc.mind.match import widened
from engine.ploc.mind.rope import Rope, team
from engine.ploc.model import Action, Verb, View

MOST: Final = 8
"""How many odds are told."""

BEST: Final = 3
"""How many actions are told about."""

MANY: Final = 3
"""How many athletes are many to lose in a turn."""


def odds(view: View, actions: tuple[Action, ...]) -> tuple[Odds, ...]:
    """Chances by key, as the head of this module lists them; none once the game is over."""
    if view.outcome is not None or not view.to_act:
        return ()
    rerolls = [action for action in actions if action.verb is Verb.REROLL]
    return (*_matches(view, actions), *_dangers(view), *_rerolls(view, rerolls))[:MOST]


def _matches(view: View, actions: tuple[Action, ...]) -> Iterator[Odds]:
    """The best actions and what they promise of the match."""
    found = dict[Action, tuple[Action, int]]()
    for action, chance in worths(view, actions, calm(LEVEL[-1]), ""):
        found.setdefault(_by_number(view, action), (action, chance))
    for action, chance in list(found.values())[:BEST]:
        yield Odds("match", widened(chance), {"match": view.match}, str(action), exact=False)


def _by_number(view: View, action: Action) -> Action:
    """An action with the number in its place of the column: places that show the same come to the same."""
    if action.verb is not Verb.USE:
        return action
    return replace(action, place=view.sides[view.turn.seat].column[action.place])


def _dangers(view: View) -> Iterator[Odds]:
    """What the other village can do in its next turn."""
    seat = next(iter(view.to_act))
    own, other = view.sides[seat], view.sides[1 - seat]
    rope: Rope = (NUMBER[other.column], *team(other), NUMBER[own.column], *team(own))
    column = rope[0]
    gone = expected(column, lambda roll: removed(rope, roll) >= own.athletes)
    if gone:
        yield Odds("finish", float(gone), {"athletes": own.athletes})
    many = expected(column, lambda roll: removed(rope, roll) >= MANY)
    mean = expected(column, lambda roll: removed(rope, roll))
    yield Odds("struck", float(many), {"tenths": round(10 * mean)})
    yield Odds("berserk", float(expected(column, lambda roll: berserk(column, roll))))


def _rerolls(view: View, rerolls: list[Action]) -> Iterator[Odds]:
    """What rolling a die again can bring."""
    dice, column = view.turn.dice, NUMBER[view.sides[view.turn.seat].column]
    now = hitting(column, NUMBER[dice])
    for action in rerolls:
        at = dice.index(action.die)
        rolls = after_rerolling(dice, at)
        more = sum(hitting(column, roll) > now for roll in rolls)
        if now < len(dice):
            yield Odds("reroll", more / len(rolls), {"die": action.die, "now": now}, str(action))
        first, second = (die for place, die in enumerate(dice) if place != at)
        if first == second:
            yield Odds("three", 1 / len(rolls), {"die": action.die, "face": first}, str(action))
