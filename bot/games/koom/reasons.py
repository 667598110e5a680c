"""What hangs in Koom Valley, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from bot.words import Names, Words
from bot.words.reasons import Danger
from engine.core import Seat
from engine.koom.danger import takers, winning
from engine.koom.model import Move, State
from engine.thud.board import Square, name
from engine.thud.model import Side
from render.kit.hint import WAY

MOST_ARROWS: Final = 8
"""So many arrows show what hangs: with more of them nobody would see the board."""

MOST_NAMED: Final = 8
"""So many squares are named in a row."""

MANY: Final = 3
"""A piece that so many can take has the widest frame."""


def squares_in(words: Words, squares: Iterable[Square]) -> str:
    """The squares by name; of very many the first ones, and how many more there are."""
    told = tuple(map(name, squares))
    if len(told) <= MOST_NAMED:
        return words.listed(told)
    shown = told[: MOST_NAMED - 1]
    return words("koom.squares.more", squares=", ".join(shown), count=len(told) - len(shown))


def way(move: Move, victim: Square) -> str:
    """An arrow from whoever moves to whom that takes."""
    return f"{name(move.origin)}{WAY}{name(victim)}"


# What hangs


def hangs(words: Words, names: Names, view: State, seat: Seat | None) -> Danger:
    """What could be taken with one move on either side, and who could win with one.

    One's own pieces are in brick, the others' in teal. Who only watches sees those of the side that is to move
    as their own.
    """
    if view.outcome is not None:
        return Danger((words("koom.hangs.over"),))
    own = _side(view, seat)
    position = view.position
    lost, won = takers(position, own.other), takers(position, own)
    lines = [_line(words, names, view, own, lost), _line(words, names, view, own.other, won)]
    at_once = winning(position, own.other)
    if at_once:
        lines.insert(0, _about_to_win(words, names, view, own.other))
    ways = [f"{name(move.origin)}{WAY}{name(move.target)}" for move in at_once[:1]]
    ways += [way(moves[0], victim) for victim, moves in sorted(lost.items())]
    return Danger(
        tuple(lines),
        tuple((name(victim), min(_count(moves) / MANY, 1)) for victim, moves in sorted(lost.items())),
        tuple(dict.fromkeys(ways))[:MOST_ARROWS],
        tuple(name(victim) for victim in sorted(won)),
    )


def _about_to_win(words: Words, names: Names, view: State, side: Side) -> str:
    """That a side wins with its next move: now, or if nothing is done about it."""
    winner = names[view.seat_of(side)]
    if view.to_move is side:
        key = "koom.hangs.home" if side is Side.DWARFS else "koom.hangs.held"
    else:
        key = "koom.hangs.home.later" if side is Side.DWARFS else "koom.hangs.held.later"
    return words(key, name=winner)


def _count(moves: Iterable[Move]) -> int:
    """How many pieces these moves are of."""
    return len({move.origin for move in moves})


def _side(view: State, seat: Seat | None) -> Side:
    if seat is None:
        return view.to_move
    return Side.DWARFS if seat == view.dwarf_seat else Side.TROLLS


def _line(
    words: Words, names: Names, view: State, side: Side, found: Mapping[Square, tuple[Move, ...]]
) -> str:
    """Which pieces of a side hang: with the next move, or were it the others' turn."""
    owner, dwarfs = names[view.seat_of(side)], side is Side.DWARFS
    if not found:
        return words("koom.hangs.none.dwarfs" if dwarfs else "koom.hangs.none.trolls", name=owner)
    squares, count = squares_in(words, sorted(found)), len(found)
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
