"""Reasons for moves of Thud, hanging pieces, and losing moves, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from bot.words import Names, Words
from bot.words.reasons import Danger, WordedReason
from engine.core import Seat
from engine.octagon.board import Square, name
from engine.octagon.facts import Exposes, OutOfReach, Roams, Saves, StillHangs, Takeable, Takes, Threatens
from engine.octagon.model import Side
from engine.thud.danger import capturing_moves, position_of
from engine.thud.model import Action, Move, View
from engine.thud.moves import position_after
from engine.thud.reasons import (
    CurrentScore,
    HasNeighbours,
    Nearer,
    Reason,
    Rows,
    TakesBack,
    loss,
    reasons,
)
from render.kit.hint import WAY

MOST_ARROWS: Final = 8
"""The most arrows to hanging pieces: more would hide the board."""

MOST_NAMED: Final = 8
"""The most squares that are named in a row."""

MANY: Final = 3
"""Attackers of a piece with the widest frame."""


def why(words: Words, _names: Names, view: View, seat: Seat, action: Action) -> tuple[WordedReason, ...]:
    """Return the reasons for and against a legal action, the weightiest first."""
    worded = (_phrase_reason(words, view, action, reason) for reason in reasons(view, seat, action))
    return tuple(filter(None, worded))


def _phrase_reason(words: Words, view: View, action: Action, reason: Reason) -> WordedReason | None:  # noqa: C901, PLR0911
    """Return a reason in words; none for what says nothing for this action."""
    match reason:
        case Takes(squares):
            side = "trolls" if view.to_move is Side.DWARFS else "dwarfs"
            return WordedReason(
                words.some(f"thud.why.takes.{side}", len(squares), squares=_squares(words, squares))
            )
        case Saves(squares):
            return WordedReason(words("thud.why.saves", squares=_squares(words, squares)))
        case Threatens(squares, _):
            good = tuple(name(square) for square in squares)
            return WordedReason(words("thud.why.threatens", squares=_squares(words, squares)), good=good)
        case OutOfReach():
            return WordedReason(words("thud.why.out-of-reach"))
        case TakesBack():
            return WordedReason(words("thud.why.takes-back"))
        case Rows(_, length):
            return WordedReason(words("thud.why.rows", length=length))
        case Nearer(dwarf, steps):
            return WordedReason(words.some("thud.why.nearer", steps, square=name(dwarf)))
        case HasNeighbours() | Roams():
            return None
        case CurrentScore(own, other):
            key = "thud.why.level" if own == other else "thud.why.ahead" if own > other else "thud.why.behind"
            return WordedReason(words(key, own=own, other=other))
        case Takeable(square, origins):
            side = _other_side(view)
            phrase = words.some(f"thud.why.takeable.{side}", len(origins), squares=_squares(words, origins))
            return WordedReason(phrase, against=True, danger=_arrows(view, action, (square,)))
        case Exposes(squares, _):
            phrase = words.some("thud.why.exposes", len(squares), squares=_squares(words, squares))
            return WordedReason(phrase, against=True, danger=_arrows(view, action, squares))
        case StillHangs(squares, _):
            phrase = words.some("thud.why.still-hangs", len(squares), squares=_squares(words, squares))
            return WordedReason(phrase, against=True, danger=_arrows(view, action, squares))


def _other_side(view: View) -> Side:
    return view.to_move.other


def _squares(words: Words, squares: Iterable[Square]) -> str:
    """Return the squares by name; of very many the first ones, and the number of the others."""
    names = tuple(map(name, squares))
    if len(names) <= MOST_NAMED:
        return words.join_list(names)
    shown = names[: MOST_NAMED - 1]
    return words("thud.squares.more", squares=", ".join(shown), count=len(names) - len(shown))


def _arrows(view: View, action: Action, victims: Iterable[Square]) -> tuple[str, ...]:
    """Return an arrow to each of these pieces from the first that could take it after a move."""
    if not isinstance(action, Move):
        return ()
    takers_by_square = capturing_moves(position_after(position_of(view), action), action.side.other)
    return tuple(_arrow(takers_by_square[victim][0], victim) for victim in victims)


def _arrow(move: Move, victim: Square) -> str:
    return f"{name(move.origin)}{WAY}{name(victim)}"


# Hanging pieces


def hangs(words: Words, names: Names, view: View, seat: Seat | None) -> Danger:
    """Return what could be taken with one move on either side: one's own in brick, the others' in teal.

    Spectators see the pieces of the side to move as their own.
    """
    if view.outcome is not None:
        return Danger((words("thud.hangs.over"),))
    own = _side(view, seat)
    position = position_of(view)
    lost, won = capturing_moves(position, own.other), capturing_moves(position, own)
    lines = [_danger_line(words, names, view, own, lost), _danger_line(words, names, view, own.other, won)]
    return Danger(
        tuple(lines),
        tuple((name(victim), min(_count(moves) / MANY, 1)) for victim, moves in sorted(lost.items())),
        tuple(_arrow(moves[0], victim) for victim, moves in sorted(lost.items()))[:MOST_ARROWS],
        tuple(name(victim) for victim in sorted(won)),
    )


def _count(moves: Iterable[Move]) -> int:
    """Return the number of pieces that have these moves."""
    return len({move.origin for move in moves})


def _side(view: View, seat: Seat | None) -> Side:
    if seat is None:
        return view.to_move
    return Side.DWARFS if seat == view.dwarf_seat else Side.TROLLS


def _danger_line(
    words: Words, names: Names, view: View, side: Side, takers_by_square: Mapping[Square, tuple[Move, ...]]
) -> str:
    """Return which pieces of a side hang: with the next move, or if it were the others' turn."""
    owner = names[view.dwarf_seat if side is Side.DWARFS else 1 - view.dwarf_seat]
    if not takers_by_square:
        return words(f"thud.hangs.none.{side}", name=owner)
    squares = _squares(words, sorted(takers_by_square))
    if view.to_move is side:
        return words.some(f"thud.hangs.{side}.later", len(takers_by_square), name=owner, squares=squares)
    return words.some(f"thud.hangs.{side}", len(takers_by_square), name=owner, squares=squares)


# Losing moves


def loses(words: Words, _names: Names, view: View, seat: Seat, action: Action) -> str:
    """Return what a move loses at once for nothing, for a warning before it; empty if nothing."""
    loss_found = loss(view, seat, action)
    if loss_found is None:
        return ""
    own = "dwarfs" if view.to_move is Side.DWARFS else "trolls"
    squares = _squares(words, loss_found.squares)
    return words.some(
        f"thud.loses.{own}", len(loss_found.squares), squares=squares, origin=name(loss_found.origin)
    )
