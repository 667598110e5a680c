"""Koom Valley's *Teach me*: a run, the Rock, a sandwich, a trample, the siege, home, and a draw."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias

from bot.games.lesson import OTHER, RIGHT, Attempt, Exercise
from engine.core import read_settings
from engine.koom import GAME
from engine.koom.danger import winning_moves
from engine.koom.model import Action, Event, Move, Piece, State
from engine.koom.moves import rock_targets
from engine.koom.refusals import step_distance
from engine.octagon.board import BY_NAME, Bitboard, bits, rank_of
from engine.octagon.model import PlayerCall, Side
from engine.rng import SeededRng

_Tried: TypeAlias = Attempt[State, Action, Event]

_SEVERAL: Final = 2
"""The least captures that an exercise for several asks for."""


def _start() -> State:
    return GAME.start(read_settings(GAME, {}, 2), 2, SeededRng(""))


def _late_battle(dwarfs: str, trolls: str, rock: str, last: str, ply: int) -> State:
    """Return a battle after some plies: the pieces, and the last quiet move, such as `H7-G6`."""
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


# Judges


def _judge_move(judge: Callable[[_Tried, Move], str], tried: _Tried) -> str:
    """Judge a move; anything else is `OTHER`."""
    return judge(tried, tried.action) if isinstance(tried.action, Move) else OTHER


def _judge_run(tried: _Tried, move: Move) -> str:
    """Judge whether a dwarf has run to where the Rock can then be moved north."""
    if move.piece is Piece.ROCK:
        return "rock"
    rank = rank_of(tried.after.rock)
    return RIGHT if any(rank_of(at) < rank for at in rock_targets(tried.after.position)) else "far"


def _judge_rock(_tried: _Tried, move: Move) -> str:
    """Judge whether the Rock has moved towards the far edge."""
    if move.piece is not Piece.ROCK:
        return "dwarf"
    return RIGHT if rank_of(move.target) < rank_of(move.origin) else "away"


def _judge_sandwich(_tried: _Tried, move: Move) -> str:
    """Judge whether a dwarf has taken two trolls at once."""
    return RIGHT if len(move.captured) >= _SEVERAL else "nobody"


def _judge_trample(_tried: _Tried, move: Move) -> str:
    """Judge whether a troll has jumped twice."""
    if len(move.captured) >= _SEVERAL:
        return RIGHT
    return "single" if move.captured else "nobody"


def _judge_siege(tried: _Tried, move: Move) -> str:
    """Judge whether the third troll stands beside the Rock."""
    if len(tried.after.results) > len(tried.before.results):
        return RIGHT
    return "two" if step_distance(move.target, tried.after.rock) == 1 else "apart"


def _judge_guard(tried: _Tried, _move: Move) -> str:
    """Judge whether no troll can come to the Rock as the third one."""
    return "held" if winning_moves(tried.after.position, Side.TROLLS) else RIGHT


def _judge_home(tried: _Tried, move: Move) -> str:
    """Judge whether the Rock has come home."""
    if len(tried.after.results) > len(tried.before.results):
        return RIGHT
    return "rock" if move.piece is Piece.ROCK else "dwarf"


def _judge_offer(tried: _Tried) -> str:
    """Judge whether a draw is offered."""
    return RIGHT if tried.action is PlayerCall.OFFER else "moved"


_NO_CALL: Final = ("offer", "resign")
"""Calls that end a battle, which have an exercise of their own."""

LESSON: Final[tuple[Exercise[State, Action, Event], ...]] = (
    Exercise("run", _start, partial(_judge_move, _judge_run), ("dG15-G7",), hides=_NO_CALL, points=("H8",)),
    Exercise(
        "rock",
        lambda: _late_battle(
            "G7 H9 A10 P10 B11 O11 C12 N12 D13 M13 E14 L14 F15 H15 K15",
            "F2 H2 K2 E3 H4 K3 L3",
            "H8",
            "H3-H4",
            10,
        ),
        partial(_judge_move, _judge_rock),
        ("RH8-H7",),
        hides=_NO_CALL,
        points=("H8",),
    ),
    Exercise(
        "sandwich",
        lambda: _late_battle("F6 H4 H9 C12 N12 E14 L14 H15", "G6 H5 E3 L5 K2", "J8", "G3-G6", 30),
        partial(_judge_move, _judge_sandwich),
        ("dH9-H6xG6xH5",),
        hides=_NO_CALL,
        points=("G6", "H5"),
    ),
    Exercise(
        "trample",
        lambda: _late_battle("F5 G7 J10 C12 N12 E14 L14 K15", "F4 K3 M6 H2", "J9", "G11-G7", 31),
        partial(_judge_move, _judge_trample),
        ("TF4-F6-H8",),
        seat=1,
        hides=_NO_CALL,
        points=("F4",),
    ),
    Exercise(
        "siege",
        lambda: _late_battle("H9 G8 C12 N12 E14 L14 G15 K15", "G6 J6 K4 E3 L2", "H7", "H14-H9", 41),
        partial(_judge_move, _judge_siege),
        ("TK4-H6",),
        seat=1,
        hides=_NO_CALL,
        points=("H7",),
    ),
    Exercise(
        "guard",
        lambda: _late_battle("G8 H9 J9 C12 N12 E14 L14 G15 K15", "G6 J6 K4 E3 L2", "H7", "J3-J6", 40),
        partial(_judge_move, _judge_guard),
        ("RH7-H8",),
        hides=_NO_CALL,
        points=("H7",),
    ),
    Exercise(
        "home",
        lambda: _late_battle("F2 G4 J5 C12 N12 E14 L14", "H3 K5 M6 D4", "G2", "H6-H3", 60),
        partial(_judge_move, _judge_home),
        ("RG2-G1",),
        hides=_NO_CALL,
        points=("G2",),
    ),
    Exercise(
        "offer",
        lambda: _late_battle("C12 M13", "G6 J9", "H7", "C9-C12", 81),
        _judge_offer,
        ("offer",),
        replies=((0, "accept"),),
        seat=1,
        hides=("resign",),
    ),
)
"""Koom Valley, position by position; seat 0 leads the dwarfs, seat 1 the trolls."""
