"""Reading a line of notation, as strictly as it must be and as leniently as it can be.

Words for moves and calls are those of the octagon. Lines are all that is kept of a match: Thud's files
know no stone that moves (Rule koom:notation-4).
"""

from __future__ import annotations

import re
from dataclasses import replace
from enum import StrEnum
from typing import Final

from engine.core import Fault, IllegalAction
from engine.koom.model import Action, Move, Piece, State
from engine.koom.moves import moves_of
from engine.koom.refusals import NEAR, RefusalKey, jumped_dwarfs
from engine.notation import normalize_line, similar_lines
from engine.octagon.board import BY_NAME, NEIGHBOURS, Square, in_order
from engine.octagon.model import PlayerCall, Side
from engine.octagon.notation import (
    BETWEEN,
    CALLS,
    FROM,
    LAST,
    MOVES,
    PIECES,
    RUNS,
    SQUARE,
    STEPS,
    TAKES,
    THE,
    TO,
    WHOM,
    split_word,
)

_QUOTED: Final = 70
"""Characters of a line that a refusal repeats."""

_NAMES: Final = {
    Piece.DWARF: PIECES[Side.DWARFS],
    Piece.TROLL: PIECES[Side.TROLLS],
    Piece.ROCK: ("r", "rock", "fels", "stein", "roc", "rocher"),
}
_PIECE: Final = "|".join(word for words in _NAMES.values() for word in words)
_LINE: Final = re.compile(
    rf"(?:{THE} )?(?:(?P<piece>{_PIECE})(?= ?(?:{FROM})?{SQUARE}))? ?(?:{FROM})?(?P<origin>{SQUARE})"
    rf"(?P<way>(?: ?(?:{TO})? ?{SQUARE})*)"
    rf"(?:(?P<taken>(?:,? ?(?:{TAKES}) ?{SQUARE}(?: ?(?:{BETWEEN})? ?{SQUARE})*)?){LAST}|{WHOM})",
    re.IGNORECASE | re.ASCII,
)
"""From where, over which squares, and who is taken: `f3-f5-h7`, `e14 e4 takes e3`, `f3xf4`."""

_ROCK: Final = re.compile(
    rf"(?:{THE} )?(?:rock|fels|felsen|stein|rocher|roc) ?(?:{TO})? ?(?P<target>{SQUARE})",
    re.IGNORECASE | re.ASCII,
)
"""There is one Rock, so that it need not be said where it lies."""


class MoveWord(StrEnum):
    """How a piece is said to move; the value is one of the words for it."""

    ANY = "move"
    RUN = "run"
    STEP = "step"
    WALK = "walk"
    TRAMPLE = "trample"
    PUSH = "push"


_WAYS: Final = {
    **dict.fromkeys(MOVES, MoveWord.ANY),
    **dict.fromkeys(RUNS, MoveWord.RUN),
    **dict.fromkeys(STEPS, MoveWord.STEP),
    **dict.fromkeys(("walk", "marcher"), MoveWord.WALK),
    **dict.fromkeys(("trample", "trampeln", "pietiner"), MoveWord.TRAMPLE),
    **dict.fromkeys(("push", "roll", "schiebe", "schieben", "pousser", "pousse"), MoveWord.PUSH),
}
"""Words before a move, or after it as in German, which must be true of it."""

_CALLS: Final = CALLS | dict.fromkeys(("offer a draw", "offer draw", "remis anbieten"), PlayerCall.OFFER)


def parse(text: str, state: State) -> Action:
    """The action that `text` means in `state`: canonical notation, or what people type instead of it.

    Rules koom:notation-1, koom:notation-2, koom:notation-3. Raises `IllegalAction`, malformed or ambiguous;
    whether the action is legal is for `apply` to say.
    """
    line = normalize_line(text)
    if line.lower() in _CALLS:
        return _CALLS[line.lower()]
    way, line = split_word(line, _WAYS)
    move = None
    if match := _ROCK.fullmatch(line):
        move = _match_legal_move(
            Move(Piece.ROCK, state.rock, (_square(match["target"], state),)), state, told=True
        )
    elif match := _LINE.fullmatch(line):
        move = _parse_full_move(match, state)
    if move is None or not _fits_word(move, way):
        raise _malformed_error("koom:notation-1", RefusalKey.NOT_NOTATION, " ".join(text.split()), state)
    return move


def _parse_full_move(match: re.Match[str], state: State) -> Move | None:
    """The move of a line that says from where; none if that is all, or if it takes others than it says."""
    origin = _square(match["origin"], state)
    way, taken = _squares(match["way"], state), _squares(match["taken"] or "", state)
    if not way and not taken:
        return None
    move = Move(_piece(match["piece"], origin, state), origin, way or taken[:1], taken)
    if match["all"] or match["none"]:
        return _capture_all_or_none(move, match, state)
    move = _match_legal_move(move, state, told=bool(way))
    if match["troll"] or match["dwarf"]:
        taker = Piece.DWARF if match["troll"] else Piece.TROLL
        return move if move.piece is taker and len(move.captured) == 1 else None
    return move


def _capture_all_or_none(move: Move, match: re.Match[str], state: State) -> Move | None:
    """The legal move on the same way, or else to the same square, that takes everybody it can, or nobody."""
    found = [
        other
        for other in moves_of(state.position, state.to_move)
        if (other.piece, other.origin, other.target) == (move.piece, move.origin, move.target)
    ]
    found = [other for other in found if other.way == move.way] or found
    most = max((len(other.captured) for other in found), default=0) if match["all"] else 0
    fitting = [other for other in found if len(other.captured) == most]
    if len(fitting) > 1:
        raise _ambiguous_error(fitting)
    if not fitting or (match["all"] and int(match["count"] or most) != max(most, 1)):
        return None
    return fitting[0]


def _fits_word(move: Move, way: MoveWord | None) -> bool:
    """Whether a piece moves as it is said to."""
    match way:
        case MoveWord.RUN:
            return move.piece is Piece.DWARF
        case MoveWord.STEP:
            return len(move.way) == 1 and bool(NEIGHBOURS[move.origin] >> move.target & 1)
        case MoveWord.WALK:
            return move.piece is Piece.TROLL and not move.captured
        case MoveWord.TRAMPLE:
            return move.piece is Piece.TROLL and bool(move.captured)
        case MoveWord.PUSH:
            return move.piece is Piece.ROCK
        case _:
            return True


def _match_legal_move(move: Move, state: State, *, told: bool) -> Move:
    """The one legal move that a line fits, `move` itself if there is none; raises if there are several.

    `told` is whether the line said where the piece ends.
    """
    every = [
        other
        for other in moves_of(state.position, state.to_move)
        if (other.piece, other.origin) == (move.piece, move.origin)
        and (not told or other.target == move.target)
        and (not move.captured or set(other.captured) == set(move.captured))
    ]
    exact = [other for other in every if told and other.way == move.way]
    if not exact and len(move.way) > 1:  # another way round that takes the same and ends alike
        over = jumped_dwarfs(state.position, move)
        if len(over) < len(move.way):
            return replace(move, captured=move.captured or over)
        every = [other for other in every if set(other.captured) == set(over)]
    found = exact or every
    if len(found) > 1:
        raise _ambiguous_error(found)
    return found[0] if found else replace(move, captured=tuple(in_order(set(move.captured))))


def _ambiguous_error(fitting: list[Move]) -> IllegalAction:
    """The refusal of a line that leaves the way open; near are the largest captures and the smallest."""
    most_first = sorted(fitting, key=lambda move: -len(move.captured))
    near = dict.fromkeys(map(str, (*most_first[: NEAR - 1], most_first[-1])))
    key = RefusalKey.WHICH_WAY.value
    return IllegalAction(Fault.AMBIGUOUS, "koom:notation-3", key, tuple(near), count=len(fitting))


def _malformed_error(rule: str, key: RefusalKey, text: str, state: State) -> IllegalAction:
    """The refusal of a line that means nothing, with the legal moves that are written most like it."""
    word = text[:_QUOTED]
    legal = map(str, moves_of(state.position, state.to_move))
    near = similar_lines(word, legal, NEAR) if word else ()
    return IllegalAction(Fault.MALFORMED, rule, key.value, near, text=word)


def _squares(words: str, state: State) -> tuple[Square, ...]:
    """The squares that are named in a part of a line, in its order."""
    return tuple(_square(word, state) for word in re.findall(SQUARE, words, re.IGNORECASE | re.ASCII))


def _square(word: str, state: State) -> Square:
    """The square that a word such as `e 2` or `E02` names (Rule koom:board-3)."""
    label = word[0].upper() + word[1:].strip().lstrip("0")
    if label in BY_NAME:
        return BY_NAME[label]
    key = RefusalKey.FILE_I if label[0] == "I" else RefusalKey.NO_SQUARE
    raise _malformed_error("koom:board-3", key, word, state)


def _piece(word: str | None, origin: Square, state: State) -> Piece:
    """Which piece is meant: the letter's, else what stands there, else one of the side to move."""
    if word is not None:
        return next(piece for piece, names in _NAMES.items() if word.lower() in names)
    if origin == state.rock:
        return Piece.ROCK
    trolls = state.trolls >> origin & 1 or (state.to_move is Side.TROLLS and not state.dwarfs >> origin & 1)
    return Piece.TROLL if trolls else Piece.DWARF
