"""A second, naive implementation of Koom Valley, to compare with the engine.

It follows docs/games/koom.md to the letter and shares no code with `engine`: the board is a dict of
(file, rank) to `d`, `T` or `R`. What a move leads to is a board; moves that lead to the same one are one move
where the same piece made them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

Cell = tuple[int, int]
Mailbox = dict[Cell, str]
Found = tuple[Cell, Cell, frozenset[Cell]]
"""From where, where to, and who is taken."""

LETTERS = "ABCDEFGHJKLMNOP"
WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
FIRST = (
    "RH8,dH9,dA10,dP10,dB11,dO11,dC12,dN12,dD13,dM13,dE14,dL14,dF15,dG15,dH15,dJ15,dK15,"
    "TF2,TH2,TK2,TE3,TF3,TH3,TK3,TL3"
)
"""The first position, piece by piece."""


def cell(word: str) -> Cell:
    return LETTERS.index(word[0]) + 1, int(word[1:])


def word(at: Cell) -> str:
    return f"{LETTERS[at[0] - 1]}{at[1]}"


def mailbox(line: str) -> Mailbox:
    return {cell(entry[1:]): entry[0] for entry in line.split(",")}


def on_board(at: Cell) -> bool:
    file, rank = at
    return 1 <= file <= 15 and 1 <= rank <= 15 and abs(file - 8) + abs(rank - 8) <= 9


def ahead(at: Cell, way: Cell, distance: int = 1) -> Cell:
    return at[0] + way[0] * distance, at[1] + way[1] * distance


def is_free(board: Mailbox, at: Cell) -> bool:
    return on_board(at) and at not in board


def beside(board: Mailbox, at: Cell, piece: str) -> int:
    return sum(board.get(ahead(at, way)) == piece for way in WAYS)


def walks(board: Mailbox, at: Cell, most: int) -> Iterator[Cell]:
    for way in WAYS:
        for distance in count(1):
            to = ahead(at, way, distance)
            if distance > most or not is_free(board, to):
                break
            yield to


def dwarf_moves(board: Mailbox, at: Cell) -> Iterator[Found]:
    others = {cell for cell, piece in board.items() if piece == "d" and cell != at}
    for to in walks(board, at, 15):
        near = {ahead(to, way): ahead(to, way, 2) for way in WAYS}
        yield at, to, frozenset(one for one in near if board.get(one) == "T" and near[one] in others)


def rock_moves(board: Mailbox, at: Cell) -> Iterator[Found]:
    if beside(board, at, "d"):
        for to in walks(board, at, 1):
            if beside(board, to, "d"):
                yield at, to, frozenset()


def troll_moves(board: Mailbox, at: Cell) -> Iterator[Found]:
    yield from ((at, to, frozenset[Cell]()) for to in walks(board, at, 3))
    rest = {cell: piece for cell, piece in board.items() if cell != at}
    yield from ((at, to, taken) for to, taken in tramples(rest, at, frozenset()))


def tramples(board: Mailbox, at: Cell, taken: frozenset[Cell]) -> Iterator[tuple[Cell, frozenset[Cell]]]:
    for way in WAYS:
        over, to = ahead(at, way), ahead(at, way, 2)
        if board.get(over) == "d" and is_free(board, to):
            yield to, taken | {over}
            left = {cell: piece for cell, piece in board.items() if cell != over}
            yield from tramples(left, to, taken | {over})


def moves(board: Mailbox, side: str) -> set[Found]:
    """Every legal move of a side, `d` or `T`."""
    legal = set[Found]()
    for at, piece in board.items():
        if piece == side == "d":
            legal.update(dwarf_moves(board, at))
        elif piece == "R" and side == "d":
            legal.update(rock_moves(board, at))
        elif piece == side == "T":
            legal.update(troll_moves(board, at))
    return legal


def play(board: Mailbox, move: Found) -> Mailbox:
    at, to, taken = move
    return {cell: piece for cell, piece in board.items() if cell != at and cell not in taken} | {
        to: board[at]
    }


def over(board: Mailbox) -> str:
    """The side that has won, `d` or `T`; empty while the battle goes on."""
    rock = next(cell for cell, piece in board.items() if piece == "R")
    if rock[1] == 1:
        return "d"
    return "T" if beside(board, rock, "T") >= 3 else ""


def perft(board: Mailbox, side: str, depth: int) -> int:
    """The number of sequences of so many plies; a battle that is over goes no further."""
    if depth == 0:
        return 1
    if over(board):
        return 0
    other = "T" if side == "d" else "d"
    return sum(perft(play(board, move), other, depth - 1) for move in moves(board, side))
