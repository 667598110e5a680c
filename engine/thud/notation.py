"""Reading a line of notation, as strictly as it must be and as leniently as it can be (Rule thud:board-3)."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Final

from engine.core import Fault, IllegalAction
from engine.thud.battle import position_of
from engine.thud.board import BY_NAME, STONE_SQUARE, Square, name
from engine.thud.model import Action, Call, Move, Side, State
from engine.thud.moves import in_order, moves_of

_SQUARE: Final = r"[a-z]\s*\d{1,2}"
_MOVE: Final = re.compile(
    rf"(?P<piece>[dt](?=\s*{_SQUARE}))?\s*(?P<origin>{_SQUARE})\s*(?:-+|>|to)?\s*(?P<target>{_SQUARE})"
    rf"(?P<taken>(?:\s*[x,+]?\s*{_SQUARE})*)",
    re.IGNORECASE,
)
_NEAR: Final = 5  # how many legal lines a refusal names


def parse(text: str, state: State) -> Action:
    """The action that `text` means in `state`: canonical notation, or the same with parts left out.

    The piece letter and the captures may be left out where only one legal move is left then; `TG9-G10`
    written out in full is the step that takes nothing. Raises `IllegalAction`: malformed, or ambiguous.
    """
    line = " ".join(text.split())
    if line.lower() in {call.value for call in Call}:
        return Call(line.lower())
    match = _MOVE.fullmatch(line)
    if match is None:
        raise _malformed("not-notation", line, state)
    origin = _square(match["origin"], state)
    target = _square(match["target"], state)
    taken = in_order({_square(word, state) for word in re.findall(_SQUARE, match["taken"], re.IGNORECASE)})
    move = Move(_side(match["piece"], origin, state), origin, target, tuple(taken))
    return move if taken or str(move) == line else _completed(move, state)


def _completed(move: Move, state: State) -> Move:
    """The one legal move along the same way, `move` itself if there is none; raises if there are several."""
    legal = moves_of(position_of(state), move.side)
    same_way = [other for other in legal if (other.origin, other.target) == (move.origin, move.target)]
    if len(same_way) > 1:
        most_first = sorted(same_way, key=lambda other: -len(other.captured))
        near = (*(str(other) for other in most_first[: _NEAR - 1]), str(most_first[-1]))
        raise IllegalAction(Fault.AMBIGUOUS, "thud:troll-2", "which-captures", near, count=len(same_way))
    return same_way[0] if same_way else move


def _malformed(key: str, text: str, state: State) -> IllegalAction:
    return IllegalAction(Fault.MALFORMED, "thud:board-3", key, near_to(text, state), text=text[:70])


def near_to(line: str, state: State) -> tuple[str, ...]:
    """The legal moves of the side to move that are written most like `line`, the closest first."""
    legal = [str(move) for move in moves_of(position_of(state), state.to_move)]
    return tuple(get_close_matches(line, legal, _NEAR, cutoff=0.3))


def from_squares(origin: Square, target: Square, state: State) -> tuple[str, ...]:
    """The legal moves nearest in meaning: the same way, else from the same piece, else to the same square."""
    legal = moves_of(position_of(state), state.to_move)
    same_way = [move for move in legal if (move.origin, move.target) == (origin, target)]
    same_piece = [move for move in legal if move.origin == origin]
    same_target = [move for move in legal if move.target == target]
    found = same_way or same_piece or same_target
    return tuple(str(move) for move in sorted(found, key=lambda move: -len(move.captured))[:_NEAR])


def _square(word: str, state: State) -> Square:
    label = "".join(word.split()).upper()
    label = label[0] + label[1:].lstrip("0")
    if label in BY_NAME:
        return BY_NAME[label]
    raise _malformed("file-i" if label[0] == "I" else "no-square", label, state)


def _side(piece: str | None, origin: Square, state: State) -> Side:
    if piece is not None:
        return Side.DWARFS if piece.lower() == "d" else Side.TROLLS
    if state.dwarfs >> origin & 1:
        return Side.DWARFS
    if state.trolls >> origin & 1:
        return Side.TROLLS
    key = "stone-stays" if origin == STONE_SQUARE else "nobody-there"
    near = near_to(name(origin), state)
    raise IllegalAction(Fault.ILLEGAL, "thud:turn-2", key, near, square=name(origin))
