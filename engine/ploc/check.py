"""Whether a game could stand like this: what is asked of a state that was given and not played."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from engine.core import Outcome, failing
from engine.ploc.matches import SIX
from engine.ploc.model import MATCHES, Deed, MatchResult, Side, State, Turn, Use
from engine.ploc.sides import (
    Sides,
    berserk_choices,
    complete,
    hits,
    routed,
    starter,
    struck,
    swap_change,
    swapped,
    weakened,
    with_side,
)

DICE: Final = 3
LONGEST: Final = 100_000
"""Turns of a match; nobody has ever come near."""

WAYS: Final = ("hit", "berserk", "swap", "agreement", "limit", "concession")
"""How a match ends."""

_LIMIT: Final = 999
"""The highest `turn_limit`."""


def check(state: State) -> tuple[str, ...]:
    """The names of what is wrong: numbers out of range first, then what does not go together."""
    return _ranges(state) or _relations(state)


def agreed(state: State) -> object:
    """What was agreed before the game (Rule ploc:limit-1)."""
    return state.limit


def _ranges(state: State) -> tuple[str, ...]:
    turns = [turn for turn in (state.turn, state.last) if turn is not None]
    sides = [*state.sides, *(side for turn in turns for pair in turn.before for side in pair)]
    return failing(
        ("match", 1 <= state.match <= MATCHES),
        ("athletes", all(side.standing >= 0 and side.lying >= 0 for side in sides)),
        ("columns", all(_are_dice(side.column) for side in sides)),
        ("dice", all(_are_dice(turn.dice) for turn in turns)),
        ("turn", all(turn.seat in (0, 1) and 1 <= turn.number <= LONGEST for turn in turns)),
        ("rerolls", all(0 <= turn.rerolls <= DICE for turn in turns)),
        ("uses", all(_are_uses(turn) for turn in turns)),
        ("offer", state.offer in (None, 0, 1)),
        ("limit", 0 <= state.limit <= _LIMIT),
        ("results", len(state.results) <= MATCHES),
        ("results", all(result.winner in (0, 1) and result.how in WAYS for result in state.results)),
        ("results", all(1 <= result.turns <= LONGEST for result in state.results)),
    )


def _are_dice(dice: tuple[int, int, int]) -> bool:
    return all(1 <= die <= SIX for die in dice)


def _are_uses(turn: Turn) -> bool:
    """Whether each die is used once, at a place of its own, with a memory of how it was before."""
    dice, places = [use.die for use in turn.uses], [use.place for use in turn.uses]
    apart = all(len(set(found)) == len(found) and set(found) <= {0, 1, 2} for found in (dice, places))
    return apart and not (turn.uses and turn.berserk is not None)


def _relations(state: State) -> tuple[str, ...]:
    """What goes together, in a state whose numbers are in range."""
    turn, last, over = state.turn, state.last, state.outcome is not None
    opening = turn.before[0] if turn.before else state.sides
    begun = turn.number > 1
    return failing(
        ("athletes", over or all(side.athletes for side in state.sides)),
        ("athletes", all(_could_pull(state, seat, side) for seat, side in enumerate(opening))),
        ("athletes", begun or all(_is_fresh(state, seat, side) for seat, side in enumerate(opening))),
        ("turn", turn.seat == (starter(state.match) + turn.number - 1) % 2),
        ("turn", not state.limit or turn.number <= state.limit),
        ("rerolls", _rerolls_hold(turn, opening)),
        ("uses", _leads_to(turn, turn.before, state.sides)),
        ("last", (last is not None) is begun),
        ("last", last is None or _last_holds(state, last, opening)),
        ("offer", state.offer is None or (state.offer == turn.seat and state.offered and not over)),
        ("results", all(_result_holds(state, number, one) for number, one in enumerate(state.results, 1))),
        ("outcome", _outcome_holds(state, state.outcome)),
    )


def _could_pull(state: State, seat: int, side: Side) -> bool:
    """Whether so many can have come: as the column says, one more each swap, one for who won before.

    Rules ploc:swap-1, ploc:weaken-1.
    """
    before = state.turn.number - 1
    own = (before + (seat == starter(state.match))) // 2
    return side.athletes <= _at_first(state, seat, side) + DICE * own and side.lying <= DICE * (before - own)


def _at_first(state: State, seat: int, side: Side) -> int:
    """How many pull for a column when a match begins (Rules ploc:setup-1, ploc:match-2)."""
    extra = bool(state.results) and state.match == MATCHES and state.results[0].winner == seat
    return sum(side.column) + extra


def _is_fresh(state: State, seat: int, side: Side) -> bool:
    """Whether a side is as it was when the match began."""
    return side.lying == 0 and side.standing == _at_first(state, seat, side)


def _rerolls_hold(turn: Turn, opening: Sides) -> bool:
    """Whether there are as many rerolls, left and taken, as sixes in the column (Rule ploc:reroll-1)."""
    return turn.rerolls + sum(turn.rerolled) == opening[turn.seat].column.count(SIX)


def _leads_to(turn: Turn, before: tuple[Sides, ...], after: Sides) -> bool:
    """Whether what was done in a turn leads from each pair of sides to the next, and to those after it."""
    if turn.berserk is not None:
        return len(before) == 1 and _berserk_holds(turn, before[0], turn.berserk, after)
    steps = [*before, after]
    if len(steps) != len(turn.uses) + 1:
        return False
    return all(_use_leads_to(turn, use, *pair) for use, pair in zip(turn.uses, pairwise(steps), strict=True))


def _use_leads_to(turn: Turn, use: Use, before: Sides, after: Sides) -> bool:
    """Whether one die leads from these sides to those (Rule ploc:use-1)."""
    own, other, die = before[turn.seat], before[1 - turn.seat], turn.dice[use.die]
    if use.met != own.column[use.place] or not all(side.athletes for side in before):
        return False
    change = swap_change(own, die, use.met) if use.deed is Deed.SWAP else 0
    victims = other.lying if use.lying else other.standing
    able = {
        Deed.SWAP: True,
        Deed.HIT: victims > 0 and hits(die, use.met, lying=use.lying),
        Deed.WEAKEN: other.standing > 0,
    }
    told = use.change == change and (use.deed is Deed.HIT or not use.lying)
    return able[use.deed] and told and _after(turn, use, before) == after


def _berserk_holds(turn: Turn, before: Sides, removed: tuple[int, int], after: Sides) -> bool:
    """Whether berserk leads from these sides to those (Rules ploc:berserk-1, ploc:berserk-2)."""
    lying, standing = removed
    own, other = before[turn.seat], before[1 - turn.seat]
    able = len(set(turn.dice)) == 1 and turn.dice[0] >= min(own.column) and lying in berserk_choices(other)
    if not able:
        return False
    left = routed(other, lying)
    return standing == other.standing - left.standing and with_side(before, 1 - turn.seat, left) == after


def _last_holds(state: State, last: Turn, opening: Sides) -> bool:
    """Whether the turn before this one led to its beginning; only the first sides of it are kept."""
    turn = state.turn
    follows = last.seat == 1 - turn.seat and last.number == turn.number - 1 and complete(last)
    if not follows or len(last.before) != 1 or not _rerolls_hold(last, last.before[0]):
        return False
    if last.berserk is not None:
        return _leads_to(last, last.before, opening)
    steps, sides = list(last.before), last.before[0]
    for use in last.uses:
        sides = _after(last, use, sides)
        steps.append(sides)
    return _leads_to(last, tuple(steps[:-1]), opening)


def _after(turn: Turn, use: Use, sides: Sides) -> Sides:
    """The sides after a die, whether or not it could be used so."""
    own, other = sides[turn.seat], sides[1 - turn.seat]
    match use.deed:
        case Deed.SWAP:
            return with_side(sides, turn.seat, swapped(own, turn.dice[use.die], use.place))
        case Deed.HIT:
            return with_side(sides, 1 - turn.seat, struck(other, lying=use.lying))
        case Deed.WEAKEN:
            return with_side(sides, 1 - turn.seat, weakened(other))


def _result_holds(state: State, match: int, result: MatchResult) -> bool:
    """Whether a match can have ended so (Rules ploc:limit-1, ploc:concede-1)."""
    if state.limit and result.turns > state.limit:
        return False
    if result.how == "limit":
        return result.turns == state.limit
    return result.how != "concession" or match < MATCHES


def _outcome_holds(state: State, outcome: Outcome | None) -> bool:
    """Whether the game is over if it must be, and as it must be (Rules ploc:win-1, ploc:resign-1)."""
    played = len(state.results)
    if outcome is None:
        return played == state.match - 1
    won = outcome.winners in ((0,), (1,)) and outcome.points == (
        (1, 0) if outcome.winners == (0,) else (0, 1)
    )
    if outcome.ending == "resignation":
        return won and played == state.match - 1
    ended = won and played == state.match == MATCHES
    return ended and (state.results[-1].how, state.results[-1].winner) == (outcome.ending, *outcome.winners)
