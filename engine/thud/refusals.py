"""Why a move is not legal: the rule that forbids it, and the legal moves nearest to it."""

from __future__ import annotations

from engine.core import Fault, IllegalAction
from engine.thud.board import NEIGHBOURS, RAYS, STONE_SQUARE, Square, bits, name
from engine.thud.model import Move, Side
from engine.thud.moves import Position, line_length, moves_of

_NEAR = 5  # how many legal lines a refusal names


def refusal(position: Position, move: Move) -> IllegalAction:
    """The refusal of a move that is not in the list of legal moves of its side."""
    rule, key, values = _reason(position, move)
    return IllegalAction(Fault.ILLEGAL, rule, key, near(position, move), **values)


def near(position: Position, move: Move) -> tuple[str, ...]:
    """The legal moves nearest in meaning: the same way, else of the same piece, else to the same square."""
    legal = moves_of(position, move.side)
    same_way = [other for other in legal if (other.origin, other.target) == (move.origin, move.target)]
    same_piece = [other for other in legal if other.origin == move.origin]
    same_target = [other for other in legal if other.target == move.target]
    found = sorted(same_way or same_piece or same_target, key=lambda other: -len(other.captured))
    return tuple(str(other) for other in found[:_NEAR])


_Reason = tuple[str, str, dict[str, str | int]]


def _reason(position: Position, move: Move) -> _Reason:
    own = position.pieces(move.side)
    if not own >> move.origin & 1:
        key = "not-your-piece" if position.pieces(move.side.other) >> move.origin & 1 else "nobody-there"
        return "thud:turn-2", key, {"square": name(move.origin)}
    if move.origin == move.target:
        return "thud:turn-3", "same-square", {"square": name(move.origin)}
    if move.target == STONE_SQUARE:
        return "thud:board-2", "stone", {"square": name(move.target)}
    step = next((step for step, line in RAYS[move.origin].items() if move.target in line), None)
    if step is None:
        rule = "thud:dwarf-1" if move.side is Side.DWARFS else "thud:troll-1"
        return rule, "not-straight", {"origin": name(move.origin), "target": name(move.target)}
    if move.side is Side.DWARFS:
        return _dwarf_reason(position, move, step)
    return _troll_reason(position, move, step)


def _blocker(position: Position, move: Move, step: int) -> Square | None:
    """The first occupied square before the target."""
    line = RAYS[move.origin][step]
    occupied = position.dwarfs | position.trolls | 1 << STONE_SQUARE
    return next((sq for sq in line[: line.index(move.target)] if occupied >> sq & 1), None)


def _dwarf_reason(position: Position, move: Move, step: int) -> _Reason:
    if (blocker := _blocker(position, move, step)) is not None:
        return "thud:dwarf-2", "blocked", {"square": name(blocker)}
    if position.dwarfs >> move.target & 1:
        return "thud:dwarf-2", "blocked", {"square": name(move.target)}
    line = line_length(position.dwarfs, move.origin, step)
    distance = (move.target - move.origin) // step
    if position.trolls >> move.target & 1 and distance > line:
        return "thud:hurl-1", "line-too-short", {"line": line, "distance": distance}
    return "thud:hurl-2", "hurl-takes-target", {"target": name(move.target)}


def _troll_reason(position: Position, move: Move, step: int) -> _Reason:
    if (position.dwarfs | position.trolls) >> move.target & 1:
        return "thud:troll-2", "lands-beside", {"square": name(move.target)}
    distance = (move.target - move.origin) // step
    line = line_length(position.trolls, move.origin, step)
    if distance > line:
        if line == 1:
            return "thud:troll-1", "one-step", {"distance": distance}
        return "thud:shove-1", "shove-too-far", {"line": line, "distance": distance}
    if (blocker := _blocker(position, move, step)) is not None:
        return "thud:shove-3", "blocked", {"square": name(blocker)}
    beyond = bits(move.captured) & ~(position.dwarfs & NEIGHBOURS[move.target])
    if beyond:
        return (
            "thud:troll-2",
            "not-beside",
            {"square": name(beyond.bit_length() - 1), "target": name(move.target)},
        )
    return "thud:shove-2", "shove-must-capture", {"distance": distance}
