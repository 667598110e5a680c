"""Ploc's *Teach me*: one match by its high points, from the first hit to going berserk.

All positions are of one game, with given dice and turns.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from bot.games.lesson import ON, OTHER, RIGHT, Attempt, Exercise, play_lines
from engine.core import read_settings
from engine.ploc import GAME
from engine.ploc.events import Event, Hit, Rerolled, Swapped, TurnPassed, Weakened, WentBerserk
from engine.ploc.model import Action, Deed, State, Verb
from engine.rng import ScriptedRng

_Tried: TypeAlias = Attempt[State, Action, Event]

_DICE: Final = "425 322 531 112 642 121 144 4"
"""Plockton's column and Broadford's, then the dice of each turn, and a die that is rolled again."""

_FIRST: Final = ("5c hit standing", "1b weaken", "3a hit lying", "done")
_ANSWER: Final = ("1a weaken", "2b hit standing", "1c swap", "done")
_SECOND: Final = ("6b swap", "4a hit standing", "2c weaken", "done")
_PULL: Final = ("2b hit standing", "1c hit standing", "1a weaken", "done")
_THIRD: Final = ("reroll 1",)
_UP_TO_SECOND: Final = (*_FIRST, *_ANSWER)
_UP_TO_THIRD: Final = (*_UP_TO_SECOND, *_SECOND, *_PULL)


def _state_after(*lines: str) -> State:
    """Return the game after these lines."""
    dice = ScriptedRng(int(die) - 1 for die in _DICE.replace(" ", ""))
    start = GAME.start(read_settings(GAME, {}, 2), 2, dice)
    return play_lines(GAME, start, lines, dice)


# Judges


def _judge_hit(tried: _Tried) -> str:
    """Judge whether an athlete was hit with the 5."""
    return RIGHT if _has_event(tried, Hit) else _judge_other_deed(tried)


def _judge_weaken(tried: _Tried) -> str:
    """Judge whether an athlete was laid down with the 1."""
    if _has_event(tried, Weakened):
        return RIGHT if tried.action.die == 1 else "high"
    return _judge_other_deed(tried)


def _judge_lying(tried: _Tried) -> str:
    """Judge whether a lying athlete was hit with a die that is too low for the others."""
    return RIGHT if _has_event(tried, Hit) else _judge_other_deed(tried)


def _judge_swap(tried: _Tried) -> str:
    """Judge whether the best die was swapped into the column."""
    swaps = [event for event in tried.events if isinstance(event, Swapped)]
    if swaps:
        return RIGHT if swaps[0].change == _MOST else "fewer"
    return _judge_other_deed(tried)


_MOST: Final = 5
"""The athletes that the best swap brings."""


def _judge_turn(tried: _Tried) -> str:
    """Judge whether all dice were used, and the turn ended."""
    if _has_event(tried, TurnPassed):
        return RIGHT
    return ON if tried.action.verb in (Verb.USE, Verb.UNDO) else OTHER


def _judge_reroll(tried: _Tried) -> str:
    """Judge whether the lowest die was rolled again."""
    if _has_event(tried, Rerolled):
        return RIGHT if tried.action.die == 1 else "good"
    return "late" if tried.action.verb is Verb.USE else OTHER


def _judge_berserk(tried: _Tried) -> str:
    """Judge whether three equal dice went berserk."""
    if _has_event(tried, WentBerserk):
        return RIGHT
    return "single" if tried.action.verb is Verb.USE else OTHER


def _has_event(tried: _Tried, kind: type[Event]) -> bool:
    return any(isinstance(event, kind) for event in tried.events)


def _judge_other_deed(tried: _Tried) -> str:
    """Return the verdict on another deed, by its kind."""
    deed = tried.action.deed if tried.action.verb is Verb.USE else None
    return {Deed.HIT: "hit", Deed.SWAP: "swap", Deed.WEAKEN: "weaken"}[deed] if deed else OTHER


_EARLY: Final = ("end",)
"""Early ends, which come at the end of the lesson."""

_NO_SWAP: Final = (*_EARLY, "* swap", "undo")
"""Swaps and undoing, which have exercises of their own."""

LESSON: Final[tuple[Exercise[State, Action, Event], ...]] = (
    Exercise(
        "hit", _state_after, _judge_hit, _FIRST[:1], hides=(*_NO_SWAP, "* weaken"), points=("a", "b", "c")
    ),
    Exercise("weaken", lambda: _state_after(*_FIRST[:1]), _judge_weaken, _FIRST[1:2], hides=_NO_SWAP),
    Exercise(
        "lying",
        lambda: _state_after(*_FIRST[:2]),
        _judge_lying,
        _FIRST[2:3],
        hides=_NO_SWAP,
        points=("count 1",),
    ),
    Exercise(
        "swap",
        lambda: _state_after(*_UP_TO_SECOND),
        _judge_swap,
        _SECOND[:1],
        hides=_EARLY,
        points=("bench 0",),
    ),
    Exercise(
        "turn",
        lambda: _state_after(*_UP_TO_SECOND, *_SECOND[:1]),
        _judge_turn,
        _SECOND[1:],
        chance=(0, 1, 0),
        hides=_EARLY,
    ),
    Exercise("reroll", lambda: _state_after(*_UP_TO_THIRD), _judge_reroll, _THIRD, chance=(3,), hides=_EARLY),
    Exercise(
        "berserk",
        lambda: _state_after(*_UP_TO_THIRD, *_THIRD),
        _judge_berserk,
        ("berserk 1",),
        hides=_EARLY,
        points=("dice",),
    ),
)
"""Ploc, position by position; seat 0 pulls for Plockton."""
