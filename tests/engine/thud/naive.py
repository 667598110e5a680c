"""A second, naive implementation of Thud, to compare with the engine.

It follows docs/games/thud.md to the letter and shares no code with `engine`: the board is a
dict of (file, rank) to `d` or `T`, and a move is its own notation.
"""

from __future__ import annotations

from itertools import combinations

Cell = tuple[int, int]
Mailbox = dict[Cell, str]

LETTERS = "ABCDEFGHJKLMNOP"
WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
STONE = (8, 8)
FIRST_LINE = (
    "dF1,dG1,dJ1,dK1,dE2,dL2,dD3,dM3,dC4,dN4,dB5,dO5,dA6,dP6,dA7,dP7,dA9,dP9,dA10,dP10,dB11,dO11,dC12,dN12,"
    "dD13,dM13,dE14,dL14,dF15,dG15,dJ15,dK15,TG7,TH7,TJ7,TG8,TJ8,TG9,TH9,TJ9,RH8"
)
"""The first position, piece by piece."""


def cell(word: str) -> Cell:
    return LETTERS.index(word[0]) + 1, int(word[1:])


def word(at: Cell) -> str:
    return f"{LETTERS[at[0] - 1]}{at[1]}"


def mailbox(line: str) -> Mailbox:
    return {cell(entry[1:]): entry[0] for entry in line.split(",") if entry[0] != "R"}


def on_board(at: Cell) -> bool:
    file, rank = at
    return 1 <= file <= 15 and 1 <= rank <= 15 and abs(file - 8) + abs(rank - 8) <= 9


def is_free(board: Mailbox, at: Cell) -> bool:
    return on_board(at) and at != STONE and at not in board


def ahead(at: Cell, way: Cell, distance: int) -> Cell:
    return at[0] + way[0] * distance, at[1] + way[1] * distance


def line_behind(board: Mailbox, front: Cell, way: Cell) -> int:
    """The length of the line of equal pieces behind and including `front`."""
    count = 1
    while board.get(ahead(front, way, -count)) == board[front]:
        count += 1
    return count


def moves(board: Mailbox, piece: str) -> set[str]:
    """Every legal move of all pieces of one kind."""
    kind = dwarf_moves if piece == "d" else troll_moves
    return {move for at, owner in board.items() if owner == piece for move in kind(board, at)}


def dwarf_moves(board: Mailbox, at: Cell) -> list[str]:
    legal = []
    for way in WAYS:
        distance = 1
        while is_free(board, ahead(at, way, distance)):
            legal.append(f"d{word(at)}-{word(ahead(at, way, distance))}")
            distance += 1
        hit = ahead(at, way, distance)
        between = distance - 1
        if board.get(hit) == "T" and between < line_behind(board, at, way):
            legal.append(f"d{word(at)}-{word(hit)}x{word(hit)}")
    return legal


def troll_moves(board: Mailbox, at: Cell) -> list[str]:
    legal = []
    for way in WAYS:
        for distance in range(1, line_behind(board, at, way) + 1):
            landing = ahead(at, way, distance)
            if not is_free(board, landing):
                break
            choices = subsets(beside(board, landing))
            legal += [
                f"T{word(at)}-{word(landing)}" + "".join(f"x{word(victim)}" for victim in choice)
                for choice in choices
                if choice or distance == 1
            ]
    return legal


def beside(board: Mailbox, landing: Cell) -> list[Cell]:
    return sorted(ahead(landing, way, 1) for way in WAYS if board.get(ahead(landing, way, 1)) == "d")


def subsets(victims: list[Cell]) -> list[tuple[Cell, ...]]:
    return [choice for size in range(len(victims) + 1) for choice in combinations(victims, size)]


def play(board: Mailbox, move: str) -> Mailbox:
    """The board after a legal move."""
    path, *taken = move.split("x")
    origin, target = path[1:].split("-")
    board = {at: piece for at, piece in board.items() if word(at) not in {origin, *taken}}
    board[cell(target)] = move[0]
    return board


def perft(board: Mailbox, piece: str, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(divide(board, piece, depth).values())


def divide(board: Mailbox, piece: str, depth: int) -> dict[str, int]:
    other = "T" if piece == "d" else "d"
    return {move: perft(play(board, move), other, depth - 1) for move in moves(board, piece)}
