"""Reading a line of notation, as strictly as it must be and as leniently as it can be."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Final

from engine.core import Fault, IllegalAction
from engine.notation import tidied
from engine.thud.board import BY_NAME, Square, in_order
from engine.thud.model import Action, Call, Move, Side, State
from engine.thud.moves import moves_from, moves_of
from engine.thud.refusals import NEAR, Refusal

LONGEST: Final = 200
"""Characters of a line that are looked at."""

_QUOTED: Final = 70
"""Characters of a line that a refusal repeats."""

SQUARE: Final = r"[a-z] ?[0-9]{1,2}"
PIECES: Final = {
    Side.DWARFS: ("d", "dwarf", "z", "zwerg", "n", "nain"),
    Side.TROLLS: ("t", "troll"),
}
_PIECE: Final = "|".join(letters for names in PIECES.values() for letters in names)
TO: Final = r"-+|,|to|nach|auf|vers|en|a"
TAKES: Final = r"x|takes?|captures?|schlagt|schlaegt|prend"
BETWEEN: Final = rf"{TAKES}|,|\+|&|and|und|et"
_TAKEN: Final = rf"(?P<taken>(?:(?: ?(?:{BETWEEN}))* ?{SQUARE})*)"
_THE_TROLL: Final = rf",? (?:{TAKES}) (?:the|a|den|einen|le|un) troll"
_MOVE: Final = re.compile(
    rf"(?:(?P<piece>{_PIECE})(?= ?{SQUARE}))? ?(?P<origin>{SQUARE}) ?(?:{TO})? ?(?P<target>{SQUARE})"
    rf"{_TAKEN}(?:{_THE_TROLL})?",
    re.IGNORECASE | re.ASCII,
)
_CAPTURE: Final = re.compile(
    rf"(?:(?P<piece>{_PIECE})(?= ?{SQUARE}))? ?(?P<origin>{SQUARE})(?= ?(?:{TAKES})){_TAKEN}",
    re.IGNORECASE | re.ASCII,
)
"""What is taken, but not from where: `f8xg8`, `g9 takes e10`."""

CALLS: Final = {call.value: call for call in Call} | {
    "offer end": Call.OFFER,
    "anbieten": Call.OFFER,
    "proposer": Call.OFFER,
    "yes": Call.ACCEPT,
    "annehmen": Call.ACCEPT,
    "accepter": Call.ACCEPT,
    "no": Call.DECLINE,
    "ablehnen": Call.DECLINE,
    "refuser": Call.DECLINE,
    "give up": Call.RESIGN,
    "aufgeben": Call.RESIGN,
    "abandonner": Call.RESIGN,
}
"""What players can say instead of moving, in the languages that they may think in."""


def parse(text: str, state: State) -> Action:
    """The action that `text` means in `state`: canonical notation, or what people type instead of it.

    Rules thud:notation-1, thud:notation-3. Raises `IllegalAction`, malformed or ambiguous; whether the
    action is legal is for `apply` to say.
    """
    line = tidied(text[:LONGEST])
    if line.lower() in CALLS:
        return CALLS[line.lower()]
    if match := _CAPTURE.fullmatch(line):
        return _capturing(match, state)
    if match := _MOVE.fullmatch(line):
        return _moving(match, line, state)
    raise _malformed("thud:notation-1", Refusal.NOT_NOTATION, " ".join(text.split()), state)


def _moving(match: re.Match[str], line: str, state: State) -> Move:
    """A line that says from where and where to."""
    origin, target = _square(match["origin"], state), _square(match["target"], state)
    taken = _squares(match["taken"], state)
    move = Move(_side(match["piece"], origin, state), origin, target, taken)
    return move if taken else _completed(move, line, state)


def _capturing(match: re.Match[str], state: State) -> Move:
    """The one legal move of a piece that takes just these; raises if there are several.

    Where there is none, it is read as a move onto the first of them: `apply` says what is wrong with that.
    """
    origin, taken = _square(match["origin"], state), _squares(match["taken"], state)
    side = _side(match["piece"], origin, state)
    every = moves_from(state.position, state.to_move).get(origin, ())
    fitting = [move for move in every if (move.side, move.captured) == (side, taken)]
    if len(fitting) > 1:
        raise _ambiguous(Refusal.WHICH_LANDING, fitting)
    return fitting[0] if fitting else Move(side, origin, taken[0], taken)


def _completed(move: Move, line: str, state: State) -> Move:
    """The one legal move along the same way, `move` itself if there is none; raises if there are several.

    Rules thud:notation-1, thud:notation-3: a line that is a legal move letter for letter is that move.
    """
    every = moves_from(state.position, state.to_move).get(move.origin, ())
    same_way = [other for other in every if (other.side, other.target) == (move.side, move.target)]
    if not same_way or (move in same_way and line == str(move)):
        return move
    if len(same_way) > 1:
        raise _ambiguous(Refusal.WHICH_CAPTURES, same_way)
    return same_way[0]


def _ambiguous(key: Refusal, fitting: list[Move]) -> IllegalAction:
    """The refusal of a line that leaves something open; near are the largest captures and the smallest."""
    most_first = sorted(fitting, key=lambda move: -len(move.captured))
    near = dict.fromkeys(map(str, (*most_first[: NEAR - 1], most_first[-1])))
    return IllegalAction(Fault.AMBIGUOUS, "thud:notation-3", key.value, tuple(near), count=len(fitting))


def _malformed(rule: str, key: Refusal, text: str, state: State) -> IllegalAction:
    """The refusal of a line that means nothing, with the legal moves that are written most like it."""
    word = text[:_QUOTED]
    legal = [str(move) for move in moves_of(state.position, state.to_move)]
    near = tuple(get_close_matches(word, legal, NEAR, cutoff=0.3))
    return IllegalAction(Fault.MALFORMED, rule, key.value, near, text=word)


def _squares(words: str, state: State) -> tuple[Square, ...]:
    """The squares that are named in a part of a line, each once, in the order of notation."""
    found = re.findall(SQUARE, words, re.IGNORECASE | re.ASCII)
    return tuple(in_order({_square(word, state) for word in found}))


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
        return next(side for side, letters in PIECES.items() if piece.lower() in letters)
    if state.position.pieces(state.to_move.other) >> origin & 1:
        return state.to_move.other
    return state.to_move
