"""Thud's *Teach me*: a run, a hurl, captures, a shove, a dwarf in danger, and the end of a battle."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias

from bot.games.lesson import OTHER, RIGHT, Attempt, Exercise
from engine.core import read_settings
from engine.octagon.board import BY_NAME, Bitboard, bits
from engine.octagon.model import PlayerCall, Side
from engine.rng import SeededRng
from engine.thud import GAME
from engine.thud.model import Action, Event, Manner, Move, State
from engine.thud.moves import attackers, manner, moves_of

_Tried: TypeAlias = Attempt[State, Action, Event]

_QUIET: Final = 3
"""Plies since the last capture; late in a battle, when few pieces are left to look at."""


def _start() -> State:
    return GAME.start(read_settings(GAME, {}, 2), 2, SeededRng(""))


def _late_battle(dwarfs: str, trolls: str, last: str, ply: int) -> State:
    """Return a battle after some plies: the pieces, and the last move, such as `H7-G6`."""
    to_move = Side.TROLLS if ply % 2 else Side.DWARFS
    origin, target = (BY_NAME[square] for square in last.split("-"))
    return State(
        _squares(dwarfs),
        _squares(trolls),
        to_move=to_move,
        ply=ply,
        quiet=_QUIET,
        last=Move(to_move.other, origin, target),
    )


def _squares(names: str) -> Bitboard:
    return bits(BY_NAME[name] for name in names.split())


# Judges


def _judge_move(judge: Callable[[_Tried, Move], str], tried: _Tried) -> str:
    """Judge a move; anything else is `OTHER`."""
    return judge(tried, tried.action) if isinstance(tried.action, Move) else OTHER


def _judge_run(tried: _Tried, _move: Move) -> str:
    """Judge whether a dwarf has run out of reach of a troll's step: shoves come later."""
    steps = (move for move in moves_of(tried.after.position, Side.TROLLS) if manner(move) is Manner.MOVE)
    return "near" if any(step.captured for step in steps) else RIGHT


def _judge_hurl(_tried: _Tried, move: Move) -> str:
    """Judge whether a dwarf was hurled at a troll."""
    return RIGHT if move.captured else "ran"


def _judge_capture(tried: _Tried, move: Move) -> str:
    """Judge whether a troll has taken as many dwarfs as possible."""
    every = GAME.legal(tried.before, 1)
    most = max(len(other.captured) for other in every if isinstance(other, Move))
    if len(move.captured) == most:
        return RIGHT
    return "fewer" if move.captured else "nobody"


def _judge_shove(_tried: _Tried, move: Move) -> str:
    """Judge whether a troll was shoved by the line behind it."""
    return RIGHT if manner(move) is Manner.SHOVE else "stepped"


def _judge_guard(tried: _Tried, _move: Move) -> str:
    """Judge whether no dwarf can be taken any more."""
    return "hangs" if attackers(tried.after.position, Side.DWARFS) else RIGHT


def _judge_offer(tried: _Tried) -> str:
    """Judge whether the end of the battle is offered."""
    return RIGHT if tried.action is PlayerCall.OFFER else "moved"


_NO_CALL: Final = ("offer", "resign")
"""Calls that end a battle, which have an exercise of their own."""

LESSON: Final[tuple[Exercise[State, Action, Event], ...]] = (
    Exercise("move", _start, partial(_judge_move, _judge_run), ("dG1-G4",), hides=_NO_CALL),
    Exercise(
        "hurl",
        lambda: _late_battle("D4 E4 F4 B9 B10 C10 N6 O7 L13", "J4 H10 K9 L9", "K4-J4", 40),
        partial(_judge_move, _judge_hurl),
        ("dF4-J4xJ4",),
        hides=_NO_CALL,
        points=("D4", "E4", "F4"),
    ),
    Exercise(
        "capture",
        lambda: _late_battle("F5 G5 H6 B8 B9 C9 N5 M11", "F7 H9 K10 L6", "M7-M11", 41),
        partial(_judge_move, _judge_capture),
        ("TF7-G6xF5xG5xH6",),
        seat=1,
        hides=_NO_CALL,
    ),
    Exercise(
        "shove",
        lambda: _late_battle("L9 L11 N10 B6 B7 C7 F2 G1", "E10 F10 G10 K5", "L6-L9", 41),
        partial(_judge_move, _judge_shove),
        ("TG10-K10xL9xL11",),
        seat=1,
        hides=_NO_CALL,
        points=("E10", "F10", "G10"),
    ),
    Exercise(
        "guard",
        lambda: _late_battle("E4 B9 B10 C10 N6 O7 O8 L13 M12", "G6 K9", "H7-G6", 40),
        partial(_judge_move, _judge_guard),
        ("dE4-E2",),
        hides=_NO_CALL,
        points=("E4",),
    ),
    Exercise(
        "offer",
        lambda: _late_battle("B8 B9 C8 C9 C10 D9 N6 N7 O6 O7 O8 L13 M12 M13", "G6 K9", "H7-G6", 80),
        _judge_offer,
        ("offer",),
        replies=((1, "accept"),),
        hides=("resign",),
    ),
)
"""Thud, position by position; seat 0 leads the dwarfs, seat 1 the trolls."""
