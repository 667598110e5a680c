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

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final, TypeAlias

from engine.mind import Odds
from engine.ploc.mind.choosing import worths
from engine.ploc.mind.columns import ALL_CASES, CASES, COLUMNS, FACES, NUMBER, SIXES
from engine.ploc.mind.levels import LEVEL, calm
from engine.ploc.mind.match import widened
from engine.ploc.mind.rerolling import SIX, best_rolls
from engine.ploc.mind.rope import Rope, rope_after, team
from engine.ploc.mind.ways import ways
from engine.ploc.model import BERSERK, Action, Dice, Verb, View

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


Worth: TypeAlias = Callable[[int], int]
"""What a roll is worth, by its number."""


# How often dice can do something, counted over all rolls and over whatever is worth rolling again


def expected(column: int, worth: Worth) -> Fraction:
    """What a roll beside a column is worth on the average; dice are rolled again wherever that is better."""
    worths, sixes = [worth(roll) for roll in range(len(COLUMNS))], SIXES[column]
    best = best_rolls(worths, sixes) if sixes else worths
    total = sum(value * cases for value, cases in zip(best, CASES, strict=True))
    return Fraction(total, ALL_CASES * SIX**sixes)


def removed(rope: Rope, roll: int) -> int:
    """How many athletes of the other village a roll can remove at most."""
    others = rope[4] + rope[5]
    found = 0
    for way in ways(rope[0], roll):
        after = rope_after(rope, way)
        if after is not None:
            found = max(found, others - after[1] - after[2])
    return found


def berserk(column: int, roll: int) -> bool:
    """Whether three equal dice reach the lowest of the column."""
    dice = COLUMNS[roll]
    return dice[0] == dice[2] >= COLUMNS[column][0]


def hitting(column: int, roll: int) -> int:
    """How many of three dice can hit somebody standing at once, each at its own place."""
    return max(high for _, _, _, high, _, _ in ways(column, roll) if high != BERSERK)


def after_rerolling(dice: Sequence[int], at: int) -> tuple[int, ...]:
    """The numbers of the six rolls that come of rolling one of three dice again."""
    kept = [die for place, die in enumerate(dice) if place != at]
    return tuple(NUMBER[three(face, *kept)] for face in FACES)


def three(first: int, second: int, third: int) -> Dice:
    """Three dice in the order given."""
    return first, second, third
