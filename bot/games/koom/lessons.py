"""Koom Valley's *Teach me*: a run, the Rock, a sandwich, a trample, the siege, home, and a draw."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias

from bot.games.lesson import OTHER, RIGHT, Exercise, Tried
from engine.core import read_settings
from engine.koom import GAME
from engine.koom.danger import winning
from engine.koom.model import Action, Event, Move, Piece, State
from engine.koom.moves import rock_targets
from engine.koom.refusals import apart
from engine.octagon.board import BY_NAME, Bitboard, bits, rank_of
from engine.octagon.model import Call, Side
from engine.rng import SeededRng

_Tried: TypeAlias = Tried[State, Action, Event]

_SEVERAL: Final = 2
"""So many dwarfs or trolls at least are had at once, where several are asked for."""


def _start() -> State:
    return GAME.start(read_settings(GAME, {}, 2), 2, SeededRng(""))


def _late(dwarfs: str, trolls: str, rock: str, last: str, ply: int) -> State:
    """A battle after so many plies: who stands where, and the quiet move that came last, such as `H7-G6`."""
    to_move = Side.TROLLS if ply % 2 else Side.DWARFS
    origin, target = (BY_NAME[square] for square in last.split("-"))
    piece = Piece.DWARF if to_move is Side.TROLLS else Piece.TROLL
    return State(
        _squares(dwarfs),
        _squares(trolls),
        BY_NAME[rock],
        to_move=to_move,
        ply=ply,
        trail=((origin, target),),
        last=Move(piece, origin, (target,)),
    )


def _squares(names: str) -> Bitboard:
    return bits(BY_NAME[name] for name in names.split())


# What was to be done


def _moves(judge: Callable[[_Tried, Move], str], tried: _Tried) -> str:
    """What is said of a move; of anything else that it was none."""
    return judge(tried, tried.action) if isinstance(tried.action, Move) else OTHER


def _run(tried: _Tried, move: Move) -> str:
    """A dwarf has run to where the Rock can be moved north from now on."""
    if move.piece is Piece.ROCK:
        return "rock"
    rank = rank_of(tried.after.rock)
    return RIGHT if any(rank_of(at) < rank for at in rock_targets(tried.after.position)) else "far"


def _rock(_tried: _Tried, move: Move) -> str:
    """The Rock is moved towards the far edge."""
    if move.piece is not Piece.ROCK:
        return "dwarf"
    return RIGHT if rank_of(move.target) < rank_of(move.origin) else "away"


def _sandwich(_tried: _Tried, move: Move) -> str:
    """A dwarf takes two trolls at once."""
    return RIGHT if len(move.captured) >= _SEVERAL else "nobody"


def _trample(_tried: _Tried, move: Move) -> str:
    """A troll jumps twice."""
    if len(move.captured) >= _SEVERAL:
        return RIGHT
    return "single" if move.captured else "nobody"


def _siege(tried: _Tried, move: Move) -> str:
    """The third troll stands beside the Rock."""
    if len(tried.after.results) > len(tried.before.results):
        return RIGHT
    return "two" if apart(move.target, tried.after.rock) == 1 else "apart"


def _guard(tried: _Tried, _move: Move) -> str:
    """No troll can come to the Rock as the third one."""
    return "held" if winning(tried.after.position, Side.TROLLS) else RIGHT


def _home(tried: _Tried, move: Move) -> str:
    """The Rock comes home."""
    if len(tried.after.results) > len(tried.before.results):
        return RIGHT
    return "rock" if move.piece is Piece.ROCK else "dwarf"


def _offer(tried: _Tried) -> str:
    """A draw is offered."""
    return RIGHT if tried.action is Call.OFFER else "moved"


_NO_CALL: Final = ("offer", "resign")
"""What ends a battle has an exercise of its own."""

LESSON: Final[tuple[Exercise[State, Action, Event], ...]] = (
    Exercise("run", _start, partial(_moves, _run), ("dG15-G7",), hides=_NO_CALL, points=("H8",)),
    Exercise(
        "rock",
        lambda: _late(
            "G7 H9 A10 P10 B11 O11 C12 N12 D13 M13 E14 L14 F15 H15 K15",
            "F2 H2 K2 E3 H4 K3 L3",
            "H8",
            "H3-H4",
            10,
        ),
        partial(_moves, _rock),
        ("RH8-H7",),
        hides=_NO_CALL,
        points=("H8",),
    ),
    Exercise(
        "sandwich",
        lambda: _late("F6 H4 H9 C12 N12 E14 L14 H15", "G6 H5 E3 L5 K2", "J8", "G3-G6", 30),
        partial(_moves, _sandwich),
        ("dH9-H6xG6xH5",),
        hides=_NO_CALL,
        points=("G6", "H5"),
    ),
    Exercise(
        "trample",
        lambda: _late("F5 G7 J10 C12 N12 E14 L14 K15", "F4 K3 M6 H2", "J9", "G11-G7", 31),
        partial(_moves, _trample),
        ("TF4-F6-H8",),
        seat=1,
        hides=_NO_CALL,
        points=("F4",),
    ),
    Exercise(
        "siege",
        lambda: _late("H9 G8 C12 N12 E14 L14 G15 K15", "G6 J6 K4 E3 L2", "H7", "H14-H9", 41),
        partial(_moves, _siege),
        ("TK4-H6",),
        seat=1,
        hides=_NO_CALL,
        points=("H7",),
    ),
    Exercise(
        "guard",
        lambda: _late("G8 H9 J9 C12 N12 E14 L14 G15 K15", "G6 J6 K4 E3 L2", "H7", "J3-J6", 40),
        partial(_moves, _guard),
        ("RH7-H8",),
        hides=_NO_CALL,
        points=("H7",),
    ),
    Exercise(
        "home",
        lambda: _late("F2 G4 J5 C12 N12 E14 L14", "H3 K5 M6 D4", "G2", "H6-H3", 60),
        partial(_moves, _home),
        ("RG2-G1",),
        hides=_NO_CALL,
        points=("G2",),
    ),
    Exercise(
        "offer",
        lambda: _late("C12 M13", "G6 J9", "H7", "C9-C12", 81),
        _offer,
        ("offer",),
        replies=((0, "accept"),),
        seat=1,
        hides=("resign",),
    ),
)
"""Koom Valley, position by position; seat 0 leads the dwarfs, seat 1 the trolls."""
