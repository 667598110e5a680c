"""A sign of how a match of Koom Valley has ended: a crowned piece of who won, or both sides at the Rock."""

from __future__ import annotations

from typing import Final

from PIL import Image

from engine.koom.model import State
from engine.octagon.model import Side
from render.kit.cache import cached_sprite
from render.koom.rock import rock
from render.koom.score import EDGE
from render.octagon.ending import CROWN, SIZE, WINNER, dwarf_and_troll
from render.octagon.pieces import piece
from render.octagon.signs import crown

SMALL: Final = 92
"""Pixels of the Rock, along each side: beside who won it, and between those who did not."""


def emblem(view: State) -> Image.Image:
    """The sign, mode RGBA; raises `ValueError` while the match runs."""
    if view.outcome is None:
        raise ValueError("the game has not ended")
    if not view.outcome.winners:
        return _emblem_of_draw()
    return _emblem_of_win(Side.DWARFS if view.dwarf_seat == view.outcome.winners[0] else Side.TROLLS)


@cached_sprite
def _emblem_of_win(side: Side) -> Image.Image:
    """A piece of the side that the winner had last, crowned, and the Rock before it."""
    image = Image.new("RGBA", (SIZE, SIZE))
    image.alpha_composite(piece(side, WINNER), (0, SIZE - WINNER))
    image.alpha_composite(crown(CROWN, EDGE), ((WINNER - CROWN) // 2, 6 if side is Side.DWARFS else 2))
    image.alpha_composite(rock(SMALL), (SIZE - SMALL, SIZE - SMALL))
    return image


@cached_sprite
def _emblem_of_draw() -> Image.Image:
    """A dwarf and a troll side by side, the Rock between them."""
    return dwarf_and_troll(rock(SMALL))
