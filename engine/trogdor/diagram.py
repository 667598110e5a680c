"""The board as text."""

from __future__ import annotations

from engine.trogdor.board import SIZE, SQUARES
from engine.trogdor.model import View


def text(view: View) -> str:
    """The map, row by row."""
    letters = ["#" if square in view.board.burned else view.board.kinds[square] for square in SQUARES]
    return "\n".join("".join(letters[row * SIZE : row * SIZE + SIZE]) for row in range(SIZE))
