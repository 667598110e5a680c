"""`.thud` files, as the common Thud programs write them: one battle each (Rule thud:notation-4).

The first line names the pieces of the first position, `RH8` for the stone; each further line is a ply,
dwarfs first, with or without its piece letter.
"""

from __future__ import annotations

import re
from typing import Final

from data.koom import SETUP
from engine.octagon.board import BY_NAME, Square, bits, in_order, name, squares_of
from engine.octagon.model import Side
from engine.thud.model import STONE_SQUARE, Move, Position
from engine.thud.moves import moves_of, position_after
from engine.thud.refusals import move_refusal

_PLY: Final = re.compile(r"([dT]?)([A-P]\d+)-([A-P]\d+)((?:x[A-P]\d+)*)", re.ASCII)

_OTHER_GAME: Final = "this is a battle of Koom Valley, not of Thud"


def write_thud(position: Position, plies: tuple[Move, ...]) -> str:
    """A `.thud` file: the pieces of the first position in one line, then a ply a line."""
    pieces = [f"d{name(sq)}" for sq in squares_of(position.dwarfs)]
    pieces += [f"T{name(sq)}" for sq in squares_of(position.trolls)]
    return "\n".join((",".join((*pieces, f"R{name(STONE_SQUARE)}")), *map(str, plies))) + "\n"


def read_position(line: str) -> Position:
    """The position in the first line of a `.thud` file; raises `ValueError` naming the bad entry."""
    found: dict[str, list[Square]] = {"d": [], "T": [], "R": []}
    for entry in line.removeprefix("\ufeff").strip().rstrip(",").split(","):
        word = entry.strip()
        if word[:1] not in found or word[1:] not in BY_NAME:
            raise ValueError(f"{word!r} is not a piece on a square, such as dF1, TG7 or RH8")
        found[word[0]].append(BY_NAME[word[1:]])
    every = [sq for squares in found.values() for sq in squares]
    if [{name(square) for square in found[letter]} for letter in "dT"] == [
        set(SETUP.dwarfs),
        set(SETUP.trolls),
    ]:
        raise ValueError(_OTHER_GAME)
    if found["R"] != [STONE_SQUARE]:
        raise ValueError("the stone must stand on H8, once: RH8")
    if len(set(every)) != len(every):
        raise ValueError("two pieces stand on one square")
    return Position(bits(found["d"]), bits(found["T"]))


def read_thud(text: str) -> tuple[Position, tuple[Move, ...]]:
    """The first position of a `.thud` file and its plies, dwarfs first; blank lines count for nothing.

    Raises `ValueError` for a line that cannot be read, `IllegalAction` for a move that is not legal.
    """
    first, *rest = [line.strip() for line in text.removeprefix("\ufeff").splitlines() if line.strip()] or [""]
    position = start = read_position(first)
    plies: list[Move] = []
    for line in rest:
        side = Side.DWARFS if len(plies) % 2 == 0 else Side.TROLLS
        move = _ply(line, side)
        if move not in moves_of(position, side):
            raise move_refusal(position, move, side)
        plies.append(move)
        position = position_after(position, move)
    return start, tuple(plies)


def _ply(line: str, side: Side) -> Move:
    """The move that a line stands for, by a piece of `side` if no letter says otherwise."""
    if line.startswith("R"):
        raise ValueError(_OTHER_GAME)
    match = _PLY.fullmatch(line)
    if match is None:
        raise ValueError(f"{line!r} is not a move, such as dE2-E10 or TG9-D9xE10xF9")
    letter, origin, target, taken = match.groups()
    names = [origin, target, *taken.split("x")[1:]]
    if strange := [word for word in names if word not in BY_NAME]:
        raise ValueError(f"{line!r}: there is no square {strange[0]}")
    by_letter = {"": side, Side.DWARFS.letter: Side.DWARFS, Side.TROLLS.letter: Side.TROLLS}
    captured = in_order(BY_NAME[word] for word in names[2:])
    return Move(by_letter[letter], BY_NAME[origin], BY_NAME[target], tuple(captured))
