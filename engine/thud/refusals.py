"""What Thud refuses: every refusal by key, and why a move is not legal.

Each key has its sentence in the bot's words. A refusal names the rule that forbids the action, and the legal
moves nearest to it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, TypeAlias

from engine.core import Fault, IllegalAction
from engine.octagon.board import NEIGHBOURS, RAYS, Square, file_of, in_order, name, rank_of
from engine.octagon.model import Side
from engine.thud.model import STONE_SQUARE, Move, Position
from engine.thud.moves import line_length, moves_of, step_towards


class RefusalKey(StrEnum):
    """Why an action was refused."""

    # The line cannot be read, or says too little.
    NOT_NOTATION = "not-notation"
    FILE_I = "file-i"
    NO_SQUARE = "no-square"
    WHICH_CAPTURES = "which-captures"
    WHICH_LANDING = "which-landing"

    # It is not the time, or not the piece.
    OVER = "over"
    NOT_YOUR_TURN = "not-your-turn"
    OFFER_WAITS = "offer-waits"
    NOT_YOUR_PIECE = "not-your-piece"
    WRONG_LETTER = "wrong-letter"
    NOBODY_THERE = "nobody-there"
    STONE_STAYS = "stone-stays"

    # The piece cannot go there.
    SAME_SQUARE = "same-square"
    STONE = "stone"
    NOT_STRAIGHT = "not-straight"
    BLOCKED = "blocked"
    ONE_STEP = "one-step"

    # It can go there, but not capture like that.
    LINE_TOO_SHORT = "line-too-short"
    HURL_TAKES_TARGET = "hurl-takes-target"
    LANDS_BESIDE = "lands-beside"
    NOT_BESIDE = "not-beside"
    SHOVE_TOO_FAR = "shove-too-far"
    SHOVE_MUST_CAPTURE = "shove-must-capture"

    # The end of the battle.
    OFFER_OPEN = "offer-open"
    OFFER_WAIT = "offer-wait"
    NO_OFFER = "no-offer"
    CLAIM_OFF = "claim-off"
    CLAIM_EARLY = "claim-early"


REFUSALS: Final = frozenset(key.value for key in RefusalKey)
"""Every `key` of an `IllegalAction` that Thud raises."""


def illegal_action(
    rule: str, key: RefusalKey, near: tuple[str, ...] = (), **values: str | int
) -> IllegalAction:
    """The refusal of a clear action that `rule` forbids."""
    return IllegalAction(Fault.ILLEGAL, rule, key.value, near, **values)


# Why a move is not legal

NEAR: Final = 5
"""How many legal lines a refusal names at most."""

_Reason: TypeAlias = tuple[str, RefusalKey, dict[str, str | int]]


def move_refusal(position: Position, move: Move, side: Side) -> IllegalAction:
    """The refusal of a move that is not among the legal moves of `side`, which is to move."""
    rule, key, values = _piece_reason(position, move, side) or _way_reason(position, move)
    return illegal_action(rule, key, _nearest_moves(position, move, side), **values)


def _nearest_moves(position: Position, move: Move, side: Side) -> tuple[str, ...]:
    """The legal moves of `side` nearest in meaning: to the nearest squares, those that capture most first.

    They go the same way, or else belong to the same piece, or else reach the same square.
    """
    legal = moves_of(position, side)
    same_way = [other for other in legal if (other.origin, other.target) == (move.origin, move.target)]
    same_piece = [other for other in legal if other.origin == move.origin]
    same_target = [other for other in legal if other.target == move.target]
    found = sorted(
        same_way or same_piece or same_target,
        key=lambda other: (_step_distance(other.target, move.target), -len(other.captured)),
    )
    return tuple(str(other) for other in found[:NEAR])


def _step_distance(one: Square, other: Square) -> int:
    """How many steps a troll would need from one square to the other on an empty board."""
    return max(abs(file_of(one) - file_of(other)), abs(rank_of(one) - rank_of(other)))


def _piece_reason(position: Position, move: Move, side: Side) -> _Reason | None:
    """What is wrong with the piece, none if it is one of `side` and rightly named (Rule thud:turn-2)."""
    square = {"square": name(move.origin)}
    if move.origin == STONE_SQUARE:
        return "thud:board-2", RefusalKey.STONE_STAYS, {**square}
    if position.pieces(side.other) >> move.origin & 1:
        return "thud:turn-2", RefusalKey.NOT_YOUR_PIECE, {**square}
    if not position.pieces(side) >> move.origin & 1:
        return "thud:turn-2", RefusalKey.NOBODY_THERE, {**square}
    if move.side is not side:
        return "thud:notation-1", RefusalKey.WRONG_LETTER, {**square, "side": side.value}
    return None


def _way_reason(position: Position, move: Move) -> _Reason:
    """Why this piece cannot go there like that."""
    if move.origin == move.target:
        return "thud:turn-3", RefusalKey.SAME_SQUARE, {"square": name(move.origin)}
    if move.target == STONE_SQUARE:
        return "thud:board-2", RefusalKey.STONE, {"square": name(move.target)}
    dwarf = move.side is Side.DWARFS
    step = step_towards(move.origin, move.target)
    if step is None:
        ends = {"origin": name(move.origin), "target": name(move.target)}
        return "thud:dwarf-1" if dwarf else "thud:troll-1", RefusalKey.NOT_STRAIGHT, {**ends}
    line = line_length(position.pieces(move.side), move.origin, step)
    distance = (move.target - move.origin) // step
    reason = _dwarf_reason if dwarf else _troll_reason
    return reason(position, move, line, distance)


def _dwarf_reason(position: Position, move: Move, line: int, distance: int) -> _Reason:
    if (blocker := _blocker(position, move)) is not None:
        return _blocked_reason("thud:dwarf-2", blocker)
    if position.trolls >> move.target & 1 and distance > line:
        return "thud:hurl-1", RefusalKey.LINE_TOO_SHORT, {"line": line, "distance": distance}
    return "thud:hurl-2", RefusalKey.HURL_TAKES_TARGET, {"target": name(move.target)}


def _troll_reason(position: Position, move: Move, line: int, distance: int) -> _Reason:
    if position.dwarfs >> move.target & 1:
        return "thud:troll-2", RefusalKey.LANDS_BESIDE, {"square": name(move.target)}
    if distance > line == 1:
        return "thud:troll-1", RefusalKey.ONE_STEP, {"distance": distance}
    if distance > line:
        return "thud:shove-1", RefusalKey.SHOVE_TOO_FAR, {"line": line, "distance": distance}
    if (blocker := _blocker(position, move)) is not None:
        return _blocked_reason("thud:troll-1" if distance == 1 else "thud:shove-3", blocker)
    beside = position.dwarfs & NEIGHBOURS[move.target]
    if stray := in_order(sq for sq in move.captured if not beside >> sq & 1):
        square = {"square": name(stray[0]), "target": name(move.target)}
        return "thud:troll-2", RefusalKey.NOT_BESIDE, {**square}
    return "thud:shove-2", RefusalKey.SHOVE_MUST_CAPTURE, {"distance": distance}


def _blocker(position: Position, move: Move) -> Square | None:
    """The first square on the way that cannot be passed, the target if an own piece stands there."""
    line = next(line for line in RAYS[move.origin].values() if move.target in line)
    between, own = line[: line.index(move.target)], position.pieces(move.side)
    stops = [sq for sq in between if position.occupied_squares >> sq & 1]
    if own >> move.target & 1:
        stops.append(move.target)
    return stops[0] if stops else None


def _blocked_reason(rule: str, square: Square) -> _Reason:
    rule = "thud:board-2" if square == STONE_SQUARE else rule
    return rule, RefusalKey.BLOCKED, {"square": name(square)}
