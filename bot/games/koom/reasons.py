"""Reasons for moves of Koom Valley, hanging pieces, and losing moves, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from bot.words import Names, Words
from bot.words.reasons import Danger, WordedReason
from engine.core import Seat
from engine.koom import reasons as facts
from engine.koom.danger import capturing_moves, winning_moves
from engine.koom.model import Action, BattleEnd, Move, State
from engine.koom.moves import position_after
from engine.octagon.board import Square, name
from engine.octagon.facts import Exposes, OutOfReach, Roams, Saves, StillHangs, Takeable, Takes, Threatens
from engine.octagon.model import Side
from render.kit.hint import WAY

MOST_ARROWS: Final = 8
"""The most arrows to hanging pieces: more would hide the board."""

MOST_NAMED: Final = 8
"""The most squares that are named in a row."""

MANY: Final = 3
"""Attackers of a piece with the widest frame."""


_WINS: Final = {
    BattleEnd.HOME: "koom.why.wins.home",
    BattleEnd.HELD: "koom.why.wins.held",
    BattleEnd.WIPED_OUT: "koom.why.wins",
    BattleEnd.NO_MOVE: "koom.why.wins",
}


def why(words: Words, _names: Names, view: State, seat: Seat, action: Action) -> tuple[WordedReason, ...]:
    """Return the reasons for and against a legal action, the weightiest first."""
    worded = (_phrase_reason(words, view, action, reason) for reason in facts.reasons(view, seat, action))
    return tuple(filter(None, worded))


def _phrase_reason(words: Words, view: State, action: Action, reason: facts.Reason) -> WordedReason | None:  # noqa: C901, PLR0911, PLR0912
    """Return a reason in words; none for what says nothing for this action."""
    dwarfs = view.to_move is Side.DWARFS
    match reason:
        case facts.WinsBattle(end):
            return WordedReason(words(_WINS[end]))
        case facts.Prevents():
            return WordedReason(words("koom.why.prevents.held" if dwarfs else "koom.why.prevents.home"))
        case Takes(squares):
            return WordedReason(
                words.some(
                    "koom.why.takes.trolls" if dwarfs else "koom.why.takes.dwarfs",
                    len(squares),
                    squares=_squares(words, squares),
                )
            )
        case Saves(squares):
            return WordedReason(words("koom.why.saves", squares=_squares(words, squares)))
        case facts.Menaces(_, target):
            key = "koom.why.menaces.home" if dwarfs else "koom.why.menaces.held"
            return WordedReason(words(key, square=name(target)), good=(name(target),))
        case Threatens(squares, _):
            good = tuple(map(name, squares))
            return WordedReason(words("koom.why.threatens", squares=_squares(words, squares)), good=good)
        case facts.Carries(_, ranks):
            return WordedReason(words.some("koom.why.carries", ranks))
        case facts.Gathers(_, count):
            return WordedReason(
                words.some("koom.why.gathers.dwarfs" if dwarfs else "koom.why.gathers.trolls", count)
            )
        case facts.Nearer(_, steps):
            return WordedReason(words.some("koom.why.nearer", steps))
        case facts.Guarded():
            return WordedReason(words("koom.why.guarded"))
        case OutOfReach():
            return WordedReason(words("koom.why.out-of-reach"))
        case Roams():
            return None
        case facts.CurrentScore(own, other):
            key = "koom.why.level" if own == other else "koom.why.ahead" if own > other else "koom.why.behind"
            return WordedReason(words(key, own=own, other=other))
        case facts.LetsWin(origin, target):
            key = "koom.why.lets-win.held" if dwarfs else "koom.why.lets-win.home"
            danger = (f"{name(origin)}{WAY}{name(target)}",)
            return WordedReason(
                words(key, origin=name(origin), target=name(target)), against=True, danger=danger
            )
        case facts.LosesBattle():
            return WordedReason(words("koom.why.loses"), against=True)
        case Takeable(square, origins):
            phrase = words.some(
                "koom.why.takeable.trolls" if dwarfs else "koom.why.takeable.dwarfs",
                len(origins),
                squares=_squares(words, origins),
            )
            return WordedReason(phrase, against=True, danger=_arrows(view, action, (square,)))
        case Exposes(squares, _):
            phrase = words("koom.why.exposes", squares=_squares(words, squares))
            return WordedReason(phrase, against=True, danger=_arrows(view, action, squares))
        case StillHangs(squares, _):
            phrase = words("koom.why.still-hangs", squares=_squares(words, squares))
            return WordedReason(phrase, against=True, danger=_arrows(view, action, squares))


def _squares(words: Words, squares: Iterable[Square]) -> str:
    """Return the squares by name; of very many the first ones, and the number of the others."""
    names = tuple(map(name, squares))
    if len(names) <= MOST_NAMED:
        return words.join_list(names)
    shown = names[: MOST_NAMED - 1]
    return words("koom.squares.more", squares=", ".join(shown), count=len(names) - len(shown))


def _arrows(view: State, action: Action, victims: Iterable[Square]) -> tuple[str, ...]:
    """Return an arrow to each of these pieces from the first that could take it after a move."""
    if not isinstance(action, Move):
        return ()
    takers_by_square = capturing_moves(position_after(view.position, action), action.side.other)
    return tuple(_arrow(takers_by_square[victim][0], victim) for victim in victims)


def _arrow(move: Move, victim: Square) -> str:
    """Return an arrow from the moving piece to its victim."""
    return f"{name(move.origin)}{WAY}{name(victim)}"


# Hanging pieces


def hangs(words: Words, names: Names, view: State, seat: Seat | None) -> Danger:
    """Return what could be taken with one move on either side, and who could win with one.

    One's own pieces are in brick, the others' in teal. Spectators see the side to move as their own.
    """
    if view.outcome is not None:
        return Danger((words("koom.hangs.over"),))
    own = _side(view, seat)
    position = view.position
    lost, won = capturing_moves(position, own.other), capturing_moves(position, own)
    lines = [_danger_line(words, names, view, own, lost), _danger_line(words, names, view, own.other, won)]
    at_once = winning_moves(position, own.other)
    if at_once:
        lines.insert(0, _about_to_win(words, names, view, own.other))
    ways = [f"{name(move.origin)}{WAY}{name(move.target)}" for move in at_once[:1]]
    ways += [_arrow(moves[0], victim) for victim, moves in sorted(lost.items())]
    return Danger(
        tuple(lines),
        tuple((name(victim), min(_count(moves) / MANY, 1)) for victim, moves in sorted(lost.items())),
        tuple(dict.fromkeys(ways))[:MOST_ARROWS],
        tuple(name(victim) for victim in sorted(won)),
    )


def _about_to_win(words: Words, names: Names, view: State, side: Side) -> str:
    """Return that a side wins with its next move: now, or unless that is prevented."""
    winner = names[view.seat_of(side)]
    if view.to_move is side:
        key = "koom.hangs.home" if side is Side.DWARFS else "koom.hangs.held"
    else:
        key = "koom.hangs.home.later" if side is Side.DWARFS else "koom.hangs.held.later"
    return words(key, name=winner)


def _count(moves: Iterable[Move]) -> int:
    """Return the number of pieces that have these moves."""
    return len({move.origin for move in moves})


def _side(view: State, seat: Seat | None) -> Side:
    if seat is None:
        return view.to_move
    return Side.DWARFS if seat == view.dwarf_seat else Side.TROLLS


def _danger_line(
    words: Words, names: Names, view: State, side: Side, takers_by_square: Mapping[Square, tuple[Move, ...]]
) -> str:
    """Return which pieces of a side hang: with the next move, or if it were the others' turn."""
    owner, dwarfs = names[view.seat_of(side)], side is Side.DWARFS
    if not takers_by_square:
        return words("koom.hangs.none.dwarfs" if dwarfs else "koom.hangs.none.trolls", name=owner)
    squares, count = _squares(words, sorted(takers_by_square)), len(takers_by_square)
    if view.to_move is side:
        return words.some(
            "koom.hangs.dwarfs.later" if dwarfs else "koom.hangs.trolls.later",
            count,
            name=owner,
            squares=squares,
        )
    return words.some(
        "koom.hangs.dwarfs" if dwarfs else "koom.hangs.trolls", count, name=owner, squares=squares
    )


# Losing moves


def loses(words: Words, _names: Names, view: State, seat: Seat, action: Action) -> str:
    """Return what a move loses at once, for a warning before it; empty if nothing."""
    dwarfs = view.to_move is Side.DWARFS
    match facts.loss(view, seat, action):
        case facts.LosesBattle():
            return words("koom.loses.battle")
        case facts.LetsWin(origin, target):
            key = "koom.loses.held" if dwarfs else "koom.loses.home"
            return words(key, origin=name(origin), target=name(target))
        case facts.Costs(squares, origin):
            return words.some(
                "koom.loses.dwarfs" if dwarfs else "koom.loses.trolls",
                len(squares),
                squares=_squares(words, squares),
                origin=name(origin),
            )
        case _:
            return ""
