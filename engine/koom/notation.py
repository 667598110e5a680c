"""Parses a line of notation: canonical notation, or what people type instead of it.

Words for moves and calls are those of the octagon. A match is stored as lines only: Thud's file format has no
stone that moves (Rule koom:notation-4).
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
"""Maximum characters of the input that a refusal repeats."""

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
"""Origin, squares on the way, and captures: `f3-f5-h7`, `e14 e4 takes e3`, `f3xf4`."""

_ROCK: Final = re.compile(
    rf"(?:{THE} )?(?:rock|fels|felsen|stein|rocher|roc) ?(?:{TO})? ?(?P<target>{SQUARE})",
    re.IGNORECASE | re.ASCII,
)
"""A move of the Rock, with or without its origin."""


class MoveWord(StrEnum):
    """A kind of move that a line can name; the value is one of the words for it."""

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
"""Words before or after a move (as in German) that must fit it."""

_CALLS: Final = CALLS | dict.fromkeys(("offer a draw", "offer draw", "remis anbieten"), PlayerCall.OFFER)


def parse(text: str, state: State) -> Action:
    """Parse `text` as an action in `state` (Rules koom:notation-1, koom:notation-2, koom:notation-3).

    Raises `IllegalAction`, malformed or ambiguous; `apply` checks whether the action is legal.
    """
    line = normalize_line(text)
    if line.lower() in _CALLS:
        return _CALLS[line.lower()]
    word, line = split_word(line, _WAYS)
    move = None
    if match := _ROCK.fullmatch(line):
        move = _match_legal_move(
            Move(Piece.ROCK, state.rock, (_square(match["target"], state),)), state, has_target=True
        )
    elif match := _LINE.fullmatch(line):
        move = _parse_full_move(match, state)
    if move is None or not _fits_word(move, word):
        raise _malformed_error("koom:notation-1", RefusalKey.NOT_NOTATION, " ".join(text.split()), state)
    return move


def _parse_full_move(match: re.Match[str], state: State) -> Move | None:
    """Parse a line with an origin; None if it has nothing else, or does not fit its captures."""
    origin = _square(match["origin"], state)
    way, taken = _squares(match["way"], state), _squares(match["taken"] or "", state)
    if not way and not taken:
        return None
    move = Move(_piece(match["piece"], origin, state), origin, way or taken[:1], taken)
    if match["all"] or match["none"]:
        return _capture_all_or_none(move, match, state)
    move = _match_legal_move(move, state, has_target=bool(way))
    if match["troll"] or match["dwarf"]:
        taker = Piece.DWARF if match["troll"] else Piece.TROLL
        return move if move.piece is taker and len(move.captured) == 1 else None
    return move


def _capture_all_or_none(move: Move, match: re.Match[str], state: State) -> Move | None:
    """The legal move on the same way, or to the same square, with all captures or none."""
    candidates = [
        other
        for other in moves_of(state.position, state.to_move)
        if (other.piece, other.origin, other.target) == (move.piece, move.origin, move.target)
    ]
    candidates = [other for other in candidates if other.way == move.way] or candidates
    most = max((len(other.captured) for other in candidates), default=0) if match["all"] else 0
    fitting = [other for other in candidates if len(other.captured) == most]
    if len(fitting) > 1:
        raise _ambiguous_error(fitting)
    if not fitting or (match["all"] and int(match["count"] or most) != max(most, 1)):
        return None
    return fitting[0]


def _fits_word(move: Move, word: MoveWord | None) -> bool:
    """Whether a move is of the kind that the line names."""
    match word:
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


def _match_legal_move(move: Move, state: State, *, has_target: bool) -> Move:
    """The one legal move that fits a line, else `move` itself; raises if there are several.

    `has_target`: the line names the target.
    """
    every = [
        other
        for other in moves_of(state.position, state.to_move)
        if (other.piece, other.origin) == (move.piece, move.origin)
        and (not has_target or other.target == move.target)
        and (not move.captured or set(other.captured) == set(move.captured))
    ]
    exact = [other for other in every if has_target and other.way == move.way]
    if not exact and len(move.way) > 1:  # another way round that takes the same and ends alike
        over = jumped_dwarfs(state.position, move)
        if len(over) < len(move.way):
            return replace(move, captured=move.captured or over)
        every = [other for other in every if set(other.captured) == set(over)]
    fitting = exact or every
    if len(fitting) > 1:
        raise _ambiguous_error(fitting)
    return fitting[0] if fitting else replace(move, captured=tuple(in_order(set(move.captured))))


def _ambiguous_error(fitting: list[Move]) -> IllegalAction:
    """The refusal of an ambiguous line; suggests the largest captures and the smallest."""
    most_first = sorted(fitting, key=lambda move: -len(move.captured))
    near = dict.fromkeys(map(str, (*most_first[: NEAR - 1], most_first[-1])))
    key = RefusalKey.WHICH_WAY.value
    return IllegalAction(Fault.AMBIGUOUS, "koom:notation-3", key, tuple(near), count=len(fitting))


def _malformed_error(rule: str, key: RefusalKey, text: str, state: State) -> IllegalAction:
    """The refusal of a malformed line, with the most similar legal moves."""
    word = text[:_QUOTED]
    legal = map(str, moves_of(state.position, state.to_move))
    near = similar_lines(word, legal, NEAR) if word else ()
    return IllegalAction(Fault.MALFORMED, rule, key.value, near, text=word)


def _squares(words: str, state: State) -> tuple[Square, ...]:
    """The squares named in a part of a line, in order."""
    return tuple(_square(word, state) for word in re.findall(SQUARE, words, re.IGNORECASE | re.ASCII))


def _square(word: str, state: State) -> Square:
    """The square of a word such as `e 2` or `E02` (Rule koom:board-3)."""
    label = word[0].upper() + word[1:].strip().lstrip("0")
    if label in BY_NAME:
        return BY_NAME[label]
    key = RefusalKey.FILE_I if label[0] == "I" else RefusalKey.NO_SQUARE
    raise _malformed_error("koom:board-3", key, word, state)


def _piece(word: str | None, origin: Square, state: State) -> Piece:
    """The moving piece: by its letter, else by the board, else any of the side to move."""
    if word is not None:
        return next(piece for piece, names in _NAMES.items() if word.lower() in names)
    if origin == state.rock:
        return Piece.ROCK
    trolls = state.trolls >> origin & 1 or (state.to_move is Side.TROLLS and not state.dwarfs >> origin & 1)
    return Piece.TROLL if trolls else Piece.DWARF
