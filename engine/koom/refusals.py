"""What Koom Valley refuses: every refusal by key, and why a move is not legal.

Each key has its sentence in the bot's words. A refusal names the rule that forbids the action, and the legal
moves nearest to it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, TypeAlias

from engine.core import Fault, IllegalAction
from engine.koom.model import Move, Piece, Position
from engine.koom.moves import PAIRS, STRIDES, moves_of, sandwiched_trolls
from engine.octagon.board import NEIGHBOURS, RAYS, Square, file_of, name, rank_of
from engine.octagon.model import Side


class RefusalKey(StrEnum):
    """Why an action was refused."""

    # The line cannot be read, or says too little.
    NOT_NOTATION = "not-notation"
    FILE_I = "file-i"
    NO_SQUARE = "no-square"
    WHICH_WAY = "which-way"

    # It is not the time, or not the piece.
    OVER = "over"
    NOT_YOUR_TURN = "not-your-turn"
    OFFER_WAITS = "offer-waits"
    NOT_YOUR_PIECE = "not-your-piece"
    NOT_YOUR_ROCK = "not-your-rock"
    WRONG_LETTER = "wrong-letter"
    NOBODY_THERE = "nobody-there"

    # It cannot go there.
    SAME_SQUARE = "same-square"
    NOT_STRAIGHT = "not-straight"
    BLOCKED = "blocked"
    TOO_FAR = "too-far"
    NO_JUMP = "no-jump"
    ROCK_ALONE = "rock-alone"
    ROCK_ONE_STEP = "rock-one-step"
    ROCK_LEFT = "rock-left"

    # It can go there, but does not take that.
    TAKES_OTHERS = "takes-others"
    TAKES_NOBODY = "takes-nobody"

    # The end of the battle.
    OFFER_OPEN = "offer-open"
    OFFER_WAIT = "offer-wait"
    NO_OFFER = "no-offer"
    CLAIM_OFF = "claim-off"
    CLAIM_EARLY = "claim-early"
    CLAIM_TURN = "claim-turn"


REFUSALS: Final = frozenset(key.value for key in RefusalKey)
"""Every `key` of an `IllegalAction` that Koom Valley raises."""

NEAR: Final = 5
"""How many legal lines a refusal names at most."""

_Reason: TypeAlias = tuple[str, RefusalKey, dict[str, str | int]]


def illegal_action(
    rule: str, key: RefusalKey, near: tuple[str, ...] = (), **values: str | int
) -> IllegalAction:
    """The refusal of a clear action that `rule` forbids."""
    return IllegalAction(Fault.ILLEGAL, rule, key.value, near, **values)


def move_refusal(position: Position, move: Move, side: Side) -> IllegalAction:
    """The refusal of a move that is not among the legal moves of `side`, which is to move."""
    rule, key, values = _piece_reason(position, move, side) or _way_reason(position, move)
    return illegal_action(rule, key, _nearest_moves(position, move, side), **values)


def step_distance(one: Square, other: Square) -> int:
    """How many steps lie between two squares, on an empty board."""
    return max(abs(file_of(one) - file_of(other)), abs(rank_of(one) - rank_of(other)))


def _nearest_moves(position: Position, move: Move, side: Side) -> tuple[str, ...]:
    """The legal moves of the same piece, or else to the same square; to the nearest squares first."""
    legal = moves_of(position, side)
    found = [other for other in legal if other.origin == move.origin]
    found = found or [other for other in legal if other.target == move.target]
    found.sort(key=lambda other: (step_distance(other.target, move.target), -len(other.captured)))
    return tuple(map(str, found[:NEAR]))


def _piece_reason(position: Position, move: Move, side: Side) -> _Reason | None:
    """What is wrong with the piece, none if it is one of `side` and rightly named (Rule koom:turn-2)."""
    square: dict[str, str | int] = {"square": name(move.origin)}
    if move.origin == position.rock:
        if side is Side.TROLLS:
            return "koom:rock-3", RefusalKey.NOT_YOUR_ROCK, square
        stands = Piece.ROCK
    elif position.pieces(side.other) >> move.origin & 1:
        return "koom:turn-2", RefusalKey.NOT_YOUR_PIECE, square
    elif not position.pieces(side) >> move.origin & 1:
        return "koom:turn-2", RefusalKey.NOBODY_THERE, square
    else:
        stands = Piece.DWARF if side is Side.DWARFS else Piece.TROLL
    if move.piece is not stands:
        return "koom:notation-1", RefusalKey.WRONG_LETTER, {**square, "piece": stands.name.lower()}
    return None


def _way_reason(position: Position, move: Move) -> _Reason:
    """Why this piece cannot go there like that."""
    if move.piece is Piece.ROCK:
        return _rock_reason(position, move)
    if move.piece is Piece.TROLL and (move.captured or len(move.way) > 1 or jumped_dwarfs(position, move)):
        return _jump_reason(position, move)
    return _walk_reason(position, move)


def jumped_dwarfs(position: Position, move: Move) -> tuple[Square, ...]:
    """The dwarfs between the squares of a way, as far as there are any."""
    at, found = move.origin, list[Square]()
    for landing in move.way:
        dwarf = next((near for near, far in PAIRS[at] if far == landing), None)
        if dwarf is None or dwarf in found or not position.dwarfs >> dwarf & 1:
            break
        found.append(dwarf)
        at = landing
    return tuple(found)


def _rock_reason(position: Position, move: Move) -> _Reason:
    """Why the Rock cannot be moved there."""
    target = name(move.target)
    if not NEIGHBOURS[move.origin] & position.dwarfs:
        return "koom:rock-2", RefusalKey.ROCK_ALONE, {"square": name(move.origin)}
    if not NEIGHBOURS[move.origin] >> move.target & 1 or len(move.way) > 1:
        return "koom:rock-1", RefusalKey.ROCK_ONE_STEP, {"target": target}
    if position.occupied_squares >> move.target & 1:
        return "koom:rock-1", RefusalKey.BLOCKED, {"square": target}
    if not NEIGHBOURS[move.target] & position.dwarfs:
        return "koom:rock-2", RefusalKey.ROCK_LEFT, {"target": target}
    return "koom:rock-4", RefusalKey.TAKES_NOBODY, {"target": target}


def _walk_reason(position: Position, move: Move) -> _Reason:
    """Why a dwarf cannot run there, or a troll walk."""
    dwarf = move.piece is Piece.DWARF
    rule = "koom:dwarf-1" if dwarf else "koom:troll-1"
    if move.origin == move.target:
        return "koom:turn-3", RefusalKey.SAME_SQUARE, {"square": name(move.origin)}
    line = next((line for line in RAYS[move.origin].values() if move.target in line), None)
    if line is None or len(move.way) > 1:
        return rule, RefusalKey.NOT_STRAIGHT, {"origin": name(move.origin), "target": name(move.target)}
    way = line[: line.index(move.target) + 1]
    if not dwarf and len(way) > STRIDES:
        return rule, RefusalKey.TOO_FAR, {"distance": len(way), "most": STRIDES}
    if stop := next((square for square in way if position.occupied_squares >> square & 1), None):
        return _blocked_reason(position, move, stop)
    due = sandwiched_trolls(position, move.origin, move.target) if dwarf else ()
    if due:
        return "koom:sandwich-2", RefusalKey.TAKES_OTHERS, {"squares": ", ".join(map(name, due))}
    return "koom:sandwich-1", RefusalKey.TAKES_NOBODY, {"target": name(move.target)}


def _blocked_reason(position: Position, move: Move, stop: Square) -> _Reason:
    """What stands in the way."""
    if stop == position.rock:
        return "koom:board-2", RefusalKey.BLOCKED, {"square": name(stop)}
    rule = "koom:dwarf-2" if move.piece is Piece.DWARF else "koom:troll-1"
    return rule, RefusalKey.BLOCKED, {"square": name(stop)}


def _jump_reason(position: Position, move: Move) -> _Reason:
    """Where a way of jumps breaks off."""
    over = jumped_dwarfs(position, move)
    free = ~position.occupied_squares | 1 << move.origin
    if stop := next((landing for landing in move.way[: len(over)] if not free >> landing & 1), None):
        rule = "koom:board-2" if stop == position.rock else "koom:trample-1"
        return rule, RefusalKey.BLOCKED, {"square": name(stop)}
    if len(over) < len(move.way):
        at, landing = (move.origin, *move.way)[len(over) :][:2]
        return "koom:trample-1", RefusalKey.NO_JUMP, {"origin": name(at), "target": name(landing)}
    return "koom:trample-1", RefusalKey.TAKES_OTHERS, {"squares": ", ".join(map(name, over))}
