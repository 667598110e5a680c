"""Reading a line of notation, as strictly as it must be and as leniently as it can be."""

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
"""Characters of a line that a refusal repeats."""

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
"""What is taken, but not from where: `f8xg8`, `g9 takes e10`."""


class MoveWord(StrEnum):
    """How a piece is said to move; the value is one of the words for it."""

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
"""Words before a move, or after it as in German, which must be true of it."""


def parse(text: str, state: State) -> Action:
    """The action that `text` means in `state`: canonical notation, or what people type instead of it.

    Rules thud:notation-1, thud:notation-3. Raises `IllegalAction`, malformed or ambiguous; whether the
    action is legal is for `apply` to say.
    """
    line = normalize_line(text)
    if line.lower() in CALLS:
        return CALLS[line.lower()]
    way, line = split_word(line, _WAYS)
    move = None
    if match := _CAPTURE.fullmatch(line):
        move = _parse_capture(match, state)
    elif match := _MOVE.fullmatch(line):
        move = _parse_full_move(match, line, state)
    if move is None or not _fits_word(move, way):
        raise _malformed_error("thud:notation-1", RefusalKey.NOT_NOTATION, " ".join(text.split()), state)
    return move


def _fits_word(move: Move, way: MoveWord | None) -> bool:
    """Whether a piece moves as it is said to."""
    if way is MoveWord.RUN:
        return move.side is Side.DWARFS and not move.captured
    if way is MoveWord.STEP:
        return bool(NEIGHBOURS[move.origin] >> move.target & 1) and (
            move.side is Side.TROLLS or not move.captured
        )
    if way in (MoveWord.HURL, MoveWord.SHOVE):
        return bool(move.captured) and (move.side is Side.DWARFS) == (way is MoveWord.HURL)
    return True


def _parse_full_move(match: re.Match[str], line: str, state: State) -> Move | None:
    """A line that says from where and where to; none if it takes somebody else than it says."""
    origin, target = _square(match["origin"], state), _square(match["target"], state)
    taken = _squares(match["taken"] or "", state)
    move = Move(_side(match["piece"], origin, state), origin, target, taken)
    if match["all"] or match["none"]:
        move = _capture_all_or_none(move, state, all_of_them=bool(match["all"]))
    elif not taken:
        move = _complete_move(move, line, state)
    return move if _fits_captures(move, match) else None


def _capture_all_or_none(move: Move, state: State, *, all_of_them: bool) -> Move:
    """The legal move along the same way that takes everybody who can be taken, or nobody."""
    every = moves_from(state.position, state.to_move).get(move.origin, ())
    same_way = [other for other in every if (other.side, other.target) == (move.side, move.target)]
    return max(same_way, key=lambda other: len(other.captured), default=move) if all_of_them else move


def _fits_captures(move: Move, match: re.Match[str]) -> bool:
    """Whether a move takes as many, and of those, as its line says in words."""
    if match["troll"] or match["at"]:
        return move.side is Side.DWARFS and move.captured == (move.target,)
    if match["all"]:
        return bool(move.captured) and int(match["count"] or len(move.captured)) == len(move.captured)
    return not match["dwarf"] or (move.side is Side.TROLLS and len(move.captured) == 1)


def _parse_capture(match: re.Match[str], state: State) -> Move:
    """The one legal move of a piece that takes just these; raises if there are several.

    Where there is none, it is read as a move onto the first of them: `apply` says what is wrong with that.
    """
    origin, taken = _square(match["origin"], state), _squares(match["taken"], state)
    side = _side(match["piece"], origin, state)
    every = moves_from(state.position, state.to_move).get(origin, ())
    fitting = [move for move in every if (move.side, move.captured) == (side, taken)]
    if len(fitting) > 1:
        raise _ambiguous_error(RefusalKey.WHICH_LANDING, fitting)
    return fitting[0] if fitting else Move(side, origin, taken[0], taken)


def _complete_move(move: Move, line: str, state: State) -> Move:
    """The one legal move along the same way, `move` itself if there is none; raises if there are several.

    Rules thud:notation-1, thud:notation-3: a line that is a legal move letter for letter is that move.
    """
    every = moves_from(state.position, state.to_move).get(move.origin, ())
    same_way = [other for other in every if (other.side, other.target) == (move.side, move.target)]
    if not same_way or (move in same_way and line == str(move)):
        return move
    if len(same_way) > 1:
        raise _ambiguous_error(RefusalKey.WHICH_CAPTURES, same_way)
    return same_way[0]


def _ambiguous_error(key: RefusalKey, fitting: list[Move]) -> IllegalAction:
    """The refusal of a line that leaves something open; near are the largest captures and the smallest."""
    most_first = sorted(fitting, key=lambda move: -len(move.captured))
    near = dict.fromkeys(map(str, (*most_first[: NEAR - 1], most_first[-1])))
    return IllegalAction(Fault.AMBIGUOUS, "thud:notation-3", key.value, tuple(near), count=len(fitting))


def _malformed_error(rule: str, key: RefusalKey, text: str, state: State) -> IllegalAction:
    """The refusal of a line that means nothing, with the legal moves that are written most like it."""
    word = text[:_QUOTED]
    legal = [str(move) for move in moves_of(state.position, state.to_move)]
    near = similar_lines(word, legal, NEAR) if word else ()
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
    key = RefusalKey.FILE_I if label[0] == "I" else RefusalKey.NO_SQUARE
    raise _malformed_error("thud:board-3", key, word, state)


def _side(piece: str | None, origin: Square, state: State) -> Side:
    """Whose piece is meant: the letter's, else the one that stands there, else one of the side to move."""
    if piece is not None:
        return next(side for side, letters in PIECES.items() if piece.lower() in letters)
    if state.position.pieces(state.to_move.other) >> origin & 1:
        return state.to_move.other
    return state.to_move
