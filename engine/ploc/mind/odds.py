"""Chances for the player who has the dice, or must answer the offer of an end.

Most useful first. "You" is the village that decides, "they" are the other one, both as they are now.

- `match` (`action`): the chance to win this match after that action and the best play that follows, for the
  three best actions; from the table, so not exact. Values: `match`, 1 or 2.
- `finish`: the chance that they can remove all of your athletes in their next turn. Values: `athletes`, how
  many you have. Left out where it is 0.
- `struck`: the chance that they can remove three athletes or more in their next turn. Values: `tenths`, how
  many they can remove at most on the average, in tenths of an athlete.
- `berserk`: the chance that they can go berserk in their next turn. No values.
- `reroll` (`action`): the chance that more of your dice can hit a standing athlete after that die is rolled
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
from engine.ploc.mind.choosing import rank_actions
from engine.ploc.mind.columns import ALL_CASES, CASES, COLUMNS, DICE_NUMBER, FACES, SIXES
from engine.ploc.mind.levels import PLOC_LEVELS, without_budget
from engine.ploc.mind.match import displayed_chance
from engine.ploc.mind.outcomes import roll_results
from engine.ploc.mind.positions import TurnStart, start_after, team
from engine.ploc.mind.rerolling import SIX, best_rolls
from engine.ploc.model import BERSERK, Action, Dice, Verb, View

MAX_ODDS: Final = 8
"""The most chances that are listed; set by hand."""

BEST_ACTIONS: Final = 3
"""For how many actions the chance in the match is listed; set by hand."""

MANY: Final = 3
"""How many athletes are many to lose in a turn; set by hand."""


def odds(view: View, actions: tuple[Action, ...]) -> tuple[Odds, ...]:
    """Chances by key, as the head of this module lists them; none once the game is over."""
    if view.outcome is not None or not view.to_act:
        return ()
    rerolls = [action for action in actions if action.verb is Verb.REROLL]
    return (*_match_odds(view, actions), *_danger_odds(view), *_reroll_odds(view, rerolls))[:MAX_ODDS]


def _match_odds(view: View, actions: tuple[Action, ...]) -> Iterator[Odds]:
    """The best actions with the chance in the match."""
    best = dict[Action, tuple[Action, int]]()
    for action, chance in rank_actions(view, actions, without_budget(PLOC_LEVELS[-1]), ""):
        best.setdefault(_with_shown_number(view, action), (action, chance))
    for action, chance in list(best.values())[:BEST_ACTIONS]:
        yield Odds("match", displayed_chance(chance), {"match": view.match}, str(action), exact=False)


def _with_shown_number(view: View, action: Action) -> Action:
    """The action with the number of the column for its place: places with the same number are alike."""
    if action.verb is not Verb.USE:
        return action
    return replace(action, place=view.sides[view.turn.seat].column[action.place])


def _danger_odds(view: View) -> Iterator[Odds]:
    """What the other village can do in its next turn."""
    seat = next(iter(view.to_act))
    own, other = view.sides[seat], view.sides[1 - seat]
    start: TurnStart = (DICE_NUMBER[other.column], *team(other), DICE_NUMBER[own.column], *team(own))
    column = DICE_NUMBER[other.column]
    gone = expected_worth(column, lambda roll: max_removed(start, roll) >= own.athletes)
    if gone:
        yield Odds("finish", float(gone), {"athletes": own.athletes})
    many = expected_worth(column, lambda roll: max_removed(start, roll) >= MANY)
    mean = expected_worth(column, lambda roll: max_removed(start, roll))
    yield Odds("struck", float(many), {"tenths": round(10 * mean)})
    yield Odds("berserk", float(expected_worth(column, lambda roll: can_go_berserk(column, roll))))


def _reroll_odds(view: View, rerolls: list[Action]) -> Iterator[Odds]:
    """The chances of rolling a die again."""
    dice, column = view.turn.dice, DICE_NUMBER[view.sides[view.turn.seat].column]
    now = max_hitting(column, DICE_NUMBER[dice])
    for action in rerolls:
        rerolled = dice.index(action.die)
        rolls = after_rerolling(dice, rerolled)
        more = sum(max_hitting(column, roll) > now for roll in rolls)
        if now < len(dice):
            yield Odds("reroll", more / len(rolls), {"die": action.die, "now": now}, str(action))
        first, second = (die for number, die in enumerate(dice) if number != rerolled)
        if first == second:
            yield Odds("three", 1 / len(rolls), {"die": action.die, "face": first}, str(action))


RollWorth: TypeAlias = Callable[[int], int]
"""The worth of a roll, by its number."""


# Means over all rolls, with the best rerolls


def expected_worth(column: int, worth: RollWorth) -> Fraction:
    """The mean worth of a roll beside a column; dice are rolled again wherever that is better."""
    worths, sixes = [worth(roll) for roll in range(len(COLUMNS))], SIXES[column]
    best = best_rolls(worths, sixes) if sixes else worths
    total = sum(value * cases for value, cases in zip(best, CASES, strict=True))
    return Fraction(total, ALL_CASES * SIX**sixes)


def max_removed(start: TurnStart, roll: int) -> int:
    """How many athletes of the other village a roll can remove at most."""
    column, _, _, _, other_standing, other_lying = start
    most = 0
    for result in roll_results(column, roll):
        after = start_after(start, result)
        if after is not None:
            _, standing_then, lying_then, _, _, _ = after
            most = max(most, other_standing + other_lying - standing_then - lying_then)
    return most


def can_go_berserk(column: int, roll: int) -> bool:
    """Whether three equal dice reach the lowest of the column."""
    dice = COLUMNS[roll]
    return dice[0] == dice[2] >= COLUMNS[column][0]


def max_hitting(column: int, roll: int) -> int:
    """How many of three dice can hit a standing athlete, each at its own place."""
    return max(hits for _, _, _, hits, _, _ in roll_results(column, roll) if hits != BERSERK)


def after_rerolling(dice: Sequence[int], rerolled: int) -> tuple[int, ...]:
    """The numbers of the six rolls after one of three dice is rolled again."""
    kept = [die for number, die in enumerate(dice) if number != rerolled]
    return tuple(DICE_NUMBER[as_dice(face, *kept)] for face in FACES)


def as_dice(first: int, second: int, third: int) -> Dice:
    """Three dice in the order given."""
    return first, second, third
