"""Thrag's *Teach me*: a fight, a coin, what it costs, a pawn, the end of a turn, and a win."""

from __future__ import annotations

from typing import Final, TypeAlias

from bot.games.lesson import ON, OTHER, RIGHT, Attempt, Exercise, play_lines
from engine.rng import ScriptedRng
from engine.thrag import GAME
from engine.thrag.events import Event, Slain
from engine.thrag.model import BEASTS, Action, Foe, Stack, State, Suit, TurnedTile, Verb

_Tried: TypeAlias = Attempt[State, Action, Event]

_NO_CHANCE: Final = ScriptedRng(())
"""A source of no random numbers: fights and coins need none here."""


def _first_turn(*lines: str) -> State:
    """Return the first turn after some lines: a weak beast, one for most coins, and a strong one."""
    begun = State(
        weapons=BEASTS,
        null_coin=0,
        tracks=False,
        turn=1,
        stacks=(Stack((4, 1, 3, 5)), Stack((1, 5, 2, 4)), Stack((2, 4, 1, 3))),
        black=Stack((4, 2, 1, 5, 3)),
        pools=((1, 5, 0, 3, 2, 4), (3, 0, 5, 1, 4, 2), (0, 4, 2, 5, 1, 3)),
        foes=(Foe(2, 1), Foe(3, 2), Foe(5, 1)),
        die=4,
    )
    return play_lines(GAME, begun, lines, _NO_CHANCE)


def _second_turn() -> State:
    """Return the second turn: a weak beast with a high die; the 2 is paid, its tile the next black one."""
    return State(
        weapons=BEASTS,
        null_coin=0,
        tracks=False,
        turn=2,
        stacks=(
            Stack((4, 3, 5), slain=(2,)),
            Stack((1, 5, 2), slain=(3,)),
            Stack((4, 1, 3), discards=(5,)),
        ),
        black=Stack((2, 1, 5, 3), discards=(4,)),
        pools=((1, 5, 0, 3, 2, 4), (0, 5, 1, 4, 2), (4, 2, 5, 1, 3)),
        flipped=((), (3,), (0,)),
        foes=(Foe(1, 5), Foe(4, 4), Foe(2, 4)),
        die=3,
        hit_points=(0, 4),
        turned=TurnedTile(4, healed=False),
    )


_RED_IS_SLAIN: Final = ("reroll red", "fight red")


def _second_slain() -> State:
    """Return the second turn once the weak beast is slain; its die fell low."""
    return play_lines(GAME, _second_turn(), _RED_IS_SLAIN, ScriptedRng((1,)))


def _last_turn() -> State:
    """Return the ninth turn: one beast is left, too strong for Thrag's die; two pawns are black."""
    every = (1, 2, 3, 4, 5)
    return State(
        weapons=BEASTS,
        null_coin=0,
        tracks=False,
        turn=9,
        stacks=(Stack((), slain=every), Stack((), slain=every), Stack((), slain=(1, 2, 4, 5))),
        black=Stack((5, 3), discards=(1, 2, 4)),
        pools=((4,), (2, 1), (4, 0)),
        flipped=((0, 1, 2, 3, 5), (0, 3, 4, 5), (1, 2, 3, 5)),
        foes=(None, None, Foe(3, 2)),
        die=1,
        hit_points=(0, 4),
        spent=(Suit.RED, Suit.BLUE),
        turned=TurnedTile(4, healed=False),
    )


# Judges


def _judge_fight(tried: _Tried) -> str:
    """Return the verdict on a fight: `RIGHT` if the beast fell, "strong" if it was stronger than Thrag.

    Fights with a coin are hidden in this exercise.
    """
    if tried.action.verb is not Verb.FIGHT:
        return OTHER
    return RIGHT if _slays(tried) and tried.action.spent is None else "strong"


def _judge_coin(tried: _Tried) -> str:
    """Judge whether the weaker beast fell with a coin."""
    match tried.action:
        case Action(verb=Verb.FIGHT, spent=None):
            return "bare"
        case Action(verb=Verb.FIGHT):
            return RIGHT if _slays(tried) else "strong"
        case Action(verb=Verb.STOP):
            return "stop"
        case _:
            return OTHER


def _judge_pay(tried: _Tried) -> str:
    """Judge whether the damage was paid exactly."""
    if tried.action.verb is not Verb.PAY:
        return OTHER
    return RIGHT if sum(tried.action.coins) == tried.before.owed else "change"


def _judge_pawn(tried: _Tried) -> str:
    """Judge whether the beast with the high die rolled it again, and fell without a coin."""
    match tried.action:
        case Action(verb=Verb.REROLL, suit=Suit.RED):
            return ON
        case Action(verb=Verb.REROLL):
            return "pawn"
        case Action(verb=Verb.FIGHT, spent=None) if _slays(tried):
            return RIGHT
        case Action(verb=Verb.FIGHT):
            return "fight"
        case _:
            return OTHER


def _judge_stop(tried: _Tried) -> str:
    """Judge whether the fighting was ended."""
    match tried.action.verb:
        case Verb.STOP:
            return RIGHT
        case Verb.FIGHT:
            return "fight"
        case _:
            return OTHER


def _judge_win(tried: _Tried) -> str:
    """Judge whether the last beast fell, by a black pawn or by a coin."""
    if tried.after.outcome is not None and tried.after.outcome.ending == "win":
        return RIGHT
    match tried.action.verb:
        case Verb.REROLL:
            return ON
        case Verb.FIGHT:
            return "fight"
        case _:
            return OTHER


def _slays(tried: _Tried) -> bool:
    return any(isinstance(event, Slain) for event in tried.events)


_UP_TO_COIN: Final = ("fight red",)
_UP_TO_PAY: Final = (*_UP_TO_COIN, "fight green with green", "fight blue with blue")

_NO_PAWN: Final = ("resign", "reroll *")
"""Pawns, which have their own exercise, and resigning."""

LESSON: Final[tuple[Exercise[State, Action, Event], ...]] = (
    Exercise(
        "fight", _first_turn, _judge_fight, ("fight red",), even=True, hides=(*_NO_PAWN, "fight * with *")
    ),
    Exercise(
        "coin",
        lambda: _first_turn(*_UP_TO_COIN),
        _judge_coin,
        ("fight green with green",),
        even=True,
        hides=_NO_PAWN,
        points=("coins green",),
    ),
    Exercise(
        "pay",
        lambda: _first_turn(*_UP_TO_PAY),
        _judge_pay,
        ("pay 2",),
        even=True,
        hides=_NO_PAWN,
        points=("c2", "c4"),
    ),
    Exercise(
        "pawn",
        _second_turn,
        _judge_pawn,
        _RED_IS_SLAIN,
        chance=(1,),
        even=True,
        hides=("resign",),
        points=("pawn red", "die red"),
    ),
    Exercise("stop", _second_slain, _judge_stop, ("stop",), even=True, hides=("resign",)),
    Exercise(
        "win",
        _last_turn,
        _judge_win,
        ("reroll black with green", "fight blue"),
        chance=(5,),
        even=True,
        hides=("resign",),
        points=("black pawn green", "die black"),
    ),
)
"""Thrag, position by position."""
