"""Parses a line of notation: canonical notation, or what people type instead of it."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from engine.core import Fault, IllegalAction
from engine.notation import normalize_line, similar_lines
from engine.octagon.board import BY_NAME, NEIGHBOURS, Square, in_order
from engine.octagon.model import Side
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
from engine.thud.model import Action, Move, State
from engine.thud.moves import moves_from, moves_of
from engine.thud.refusals import NEAR, RefusalKey

_QUOTED: Final = 70
"""Maximum characters of the input that a refusal repeats."""

_PIECE: Final = "|".join(letters for names in PIECES.values() for letters in names)
_TAKEN: Final = rf"(?P<taken>(?:(?: ?(?:{BETWEEN}))* ?{SQUARE})*)"
AT_ONE: Final = rf"(?:(?P<at>{THE} troll (?:on|at|auf|sur|en)) )?"
_FROM_WHERE: Final = (
    rf"(?:{THE} )?(?:(?P<piece>{_PIECE})(?= ?(?:{FROM})?{SQUARE}))? ?(?:{FROM})?(?P<origin>{SQUARE})"
)
_MOVE: Final = re.compile(
    rf"{_FROM_WHERE} ?(?:{TO})? ?{AT_ONE}(?P<target>{SQUARE})(?:{_TAKEN}{LAST}|{WHOM})",
    re.IGNORECASE | re.ASCII,
)
_CAPTURE: Final = re.compile(
    rf"{_FROM_WHERE}(?= ?(?:{TAKES})){_TAKEN}",
    re.IGNORECASE | re.ASCII,
)
"""A capture without a target: `f8xg8`, `g9 takes e10`."""


class MoveWord(StrEnum):
    """A kind of move that a line can name; the value is one of the words for it."""

    ANY = "move"
    RUN = "run"
    STEP = "step"
    HURL = "hurl"
    SHOVE = "shove"


_WAYS: Final = {
    **dict.fromkeys(MOVES, MoveWord.ANY),
    **dict.fromkeys(RUNS, MoveWord.RUN),
    **dict.fromkeys(STEPS, MoveWord.STEP),
    **dict.fromkeys(("hurl", "throw", "werfe", "werfen", "wirf", "wurf", "lancer", "lance"), MoveWord.HURL),
    **dict.fromkeys(("shove", "push", "stoss", "stosse", "stossen", "pousser", "pousse"), MoveWord.SHOVE),
}
"""Words before or after a move (as in German) that must fit it."""


def parse(text: str, state: State) -> Action:
    """Parse `text` as an action in `state` (Rules thud:notation-1, thud:notation-3).

    Raises `IllegalAction`, malformed or ambiguous; `apply` checks whether the action is legal.
    """
    line = normalize_line(text)
    if line.lower() in CALLS:
        return CALLS[line.lower()]
    word, line = split_word(line, _WAYS)
    move = None
    if match := _CAPTURE.fullmatch(line):
        move = _parse_capture(match, state)
    elif match := _MOVE.fullmatch(line):
        move = _parse_full_move(match, line, state)
    if move is None or not _fits_word(move, word):
        raise _malformed_error("thud:notation-1", RefusalKey.NOT_NOTATION, " ".join(text.split()), state)
    return move


def _fits_word(move: Move, word: MoveWord | None) -> bool:
    """Whether a move is of the kind that the line names."""
    if word is MoveWord.RUN:
        return move.side is Side.DWARFS and not move.captured
    if word is MoveWord.STEP:
        return bool(NEIGHBOURS[move.origin] >> move.target & 1) and (
            move.side is Side.TROLLS or not move.captured
        )
    if word in (MoveWord.HURL, MoveWord.SHOVE):
        return bool(move.captured) and (move.side is Side.DWARFS) == (word is MoveWord.HURL)
    return True


def _parse_full_move(match: re.Match[str], line: str, state: State) -> Move | None:
    """Parse a line with origin and target; None if it does not fit its captures."""
    origin, target = _square(match["origin"], state), _square(match["target"], state)
    taken = _squares(match["taken"] or "", state)
    move = Move(_side(match["piece"], origin, state), origin, target, taken)
    if match["all"] or match["none"]:
        move = _capture_all_or_none(move, state, all_of_them=bool(match["all"]))
    elif not taken:
        move = _complete_move(move, line, state)
    return move if _fits_captures(move, match) else None


def _capture_all_or_none(move: Move, state: State, *, all_of_them: bool) -> Move:
    """The legal move along the same way with all captures, or `move` itself without any."""
    every = moves_from(state.position, state.to_move).get(move.origin, ())
    same_way = [other for other in every if (other.side, other.target) == (move.side, move.target)]
    return max(same_way, key=lambda other: len(other.captured), default=move) if all_of_them else move


def _fits_captures(move: Move, match: re.Match[str]) -> bool:
    """Whether a move's captures fit the number and kind that the line states in words."""
    if match["troll"] or match["at"]:
        return move.side is Side.DWARFS and move.captured == (move.target,)
    if match["all"]:
        return bool(move.captured) and int(match["count"] or len(move.captured)) == len(move.captured)
    return not match["dwarf"] or (move.side is Side.TROLLS and len(move.captured) == 1)


def _parse_capture(match: re.Match[str], state: State) -> Move:
    """The one legal move of a piece with exactly these captures; raises if there are several.

    If there is none, returns a move onto the first of them, so that `apply` says what is wrong with it.
    """
    origin, taken = _square(match["origin"], state), _squares(match["taken"], state)
    side = _side(match["piece"], origin, state)
    every = moves_from(state.position, state.to_move).get(origin, ())
    fitting = [move for move in every if (move.side, move.captured) == (side, taken)]
    if len(fitting) > 1:
        raise _ambiguous_error(RefusalKey.WHICH_LANDING, fitting)
    return fitting[0] if fitting else Move(side, origin, taken[0], taken)


def _complete_move(move: Move, line: str, state: State) -> Move:
    """The one legal move along the same way, else `move` itself; raises if there are several.

    A line that is exactly a legal move is that move (Rules thud:notation-1, thud:notation-3).
    """
    every = moves_from(state.position, state.to_move).get(move.origin, ())
    same_way = [other for other in every if (other.side, other.target) == (move.side, move.target)]
    if not same_way or (move in same_way and line == str(move)):
        return move
    if len(same_way) > 1:
        raise _ambiguous_error(RefusalKey.WHICH_CAPTURES, same_way)
    return same_way[0]


def _ambiguous_error(key: RefusalKey, fitting: list[Move]) -> IllegalAction:
    """The refusal of an ambiguous line; suggests the largest captures and the smallest."""
    most_first = sorted(fitting, key=lambda move: -len(move.captured))
    near = dict.fromkeys(map(str, (*most_first[: NEAR - 1], most_first[-1])))
    return IllegalAction(Fault.AMBIGUOUS, "thud:notation-3", key.value, tuple(near), count=len(fitting))


def _malformed_error(rule: str, key: RefusalKey, text: str, state: State) -> IllegalAction:
    """The refusal of a malformed line, with the most similar legal moves."""
    word = text[:_QUOTED]
    legal = [str(move) for move in moves_of(state.position, state.to_move)]
    near = similar_lines(word, legal, NEAR) if word else ()
    return IllegalAction(Fault.MALFORMED, rule, key.value, near, text=word)


def _squares(words: str, state: State) -> tuple[Square, ...]:
    """The squares named in a part of a line, each once, in the order of notation."""
    names = re.findall(SQUARE, words, re.IGNORECASE | re.ASCII)
    return tuple(in_order({_square(word, state) for word in names}))


def _square(word: str, state: State) -> Square:
    """The square of a word such as `e 2` or `E02` (Rule thud:board-3)."""
    label = word[0].upper() + word[1:].strip().lstrip("0")
    if label in BY_NAME:
        return BY_NAME[label]
    key = RefusalKey.FILE_I if label[0] == "I" else RefusalKey.NO_SQUARE
    raise _malformed_error("thud:board-3", key, word, state)


def _side(piece: str | None, origin: Square, state: State) -> Side:
    """The side of the moving piece: by its letter, else by the board, else the side to move."""
    if piece is not None:
        return next(side for side, letters in PIECES.items() if piece.lower() in letters)
    if state.position.pieces(state.to_move.other) >> origin & 1:
        return state.to_move.other
    return state.to_move
