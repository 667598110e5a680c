"""Reading a line of notation, as strictly as it must be and as leniently as it can be."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Final

from engine.core import Fault, IllegalAction
from engine.thud.board import BY_NAME, Square, in_order
from engine.thud.model import Action, Call, Move, Side, State
from engine.thud.moves import moves_of
from engine.thud.refusals import NEAR, Refusal

_SQUARE: Final = r"[a-z] ?[0-9]{1,2}"
_DASH: Final = "-\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}\N{RIGHTWARDS ARROW}>"  # phones and pens write many
_MOVE: Final = re.compile(
    rf"(?P<piece>[dt](?= ?{_SQUARE}))? ?(?P<origin>{_SQUARE}) ?(?:[{_DASH}]+|to)? ?(?P<target>{_SQUARE})"
    rf"(?P<taken>(?: ?[x,+]? ?{_SQUARE})*)",
    re.IGNORECASE | re.ASCII,
)
_LONGEST: Final = 70  # characters of a line that a refusal repeats


def parse(text: str, state: State) -> Action:
    """The action that `text` means in `state`: canonical notation, or the same with parts left out.

    Rules thud:notation-1, thud:notation-3. Raises `IllegalAction`, malformed or ambiguous; whether the
    action is legal is for `apply` to say.
    """
    line = " ".join(text.split())
    if line.lower() in {call.value for call in Call}:
        return Call(line.lower())
    match = _MOVE.fullmatch(line)
    if match is None:
        raise _malformed("thud:notation-1", Refusal.NOT_NOTATION, line, state)
    origin, target = _square(match["origin"], state), _square(match["target"], state)
    words = re.findall(_SQUARE, match["taken"], re.IGNORECASE)
    taken = in_order({_square(word, state) for word in words})
    move = Move(_side(match["piece"], origin, state), origin, target, tuple(taken))
    return move if taken else _completed(move, line, state)


def _completed(move: Move, line: str, state: State) -> Move:
    """The one legal move along the same way, `move` itself if there is none; raises if there are several.

    Rules thud:notation-1, thud:notation-3: a line that is a legal move letter for letter is that move.
    """
    legal = moves_of(state.position, state.to_move)
    way = (move.side, move.origin, move.target)
    same_way = [other for other in legal if (other.side, other.origin, other.target) == way]
    if not same_way or (move in same_way and line == str(move)):
        return move
    if len(same_way) > 1:
        raise _ambiguous(same_way)
    return same_way[0]


def _ambiguous(same_way: list[Move]) -> IllegalAction:
    """The refusal of a line that leaves the captures open; near are the largest ones and the smallest."""
    most_first = sorted(same_way, key=lambda move: -len(move.captured))
    near = dict.fromkeys(map(str, (*most_first[: NEAR - 1], most_first[-1])))
    key = Refusal.WHICH_CAPTURES.value
    return IllegalAction(Fault.AMBIGUOUS, "thud:notation-3", key, tuple(near), count=len(same_way))


def _malformed(rule: str, key: Refusal, text: str, state: State) -> IllegalAction:
    """The refusal of a line that means nothing, with the legal moves that are written most like it."""
    word = text[:_LONGEST]
    legal = [str(move) for move in moves_of(state.position, state.to_move)]
    near = tuple(get_close_matches(word, legal, NEAR, cutoff=0.3))
    return IllegalAction(Fault.MALFORMED, rule, key.value, near, text=word)


def _square(word: str, state: State) -> Square:
    """The square that a word such as `e 2` or `E02` names (Rule thud:board-3)."""
    label = word[0].upper() + word[1:].strip().lstrip("0")
    if label in BY_NAME:
        return BY_NAME[label]
    key = Refusal.FILE_I if label[0] == "I" else Refusal.NO_SQUARE
    raise _malformed("thud:board-3", key, word, state)


def _side(piece: str | None, origin: Square, state: State) -> Side:
    """Whose piece is meant: the letter's, else the one that stands there, else one of the side to move."""
    if piece is not None:
        return Side.DWARFS if piece.lower() == "d" else Side.TROLLS
    if state.position.pieces(state.to_move.other) >> origin & 1:
        return state.to_move.other
    return state.to_move
