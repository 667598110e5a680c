"""A sign of how a game of Ploc has ended: an athlete of the village that won, and one of the other's."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from engine.core import Seat
from engine.ploc.model import View
from render.kit.cache import cached_sprite
from render.ploc.athletes import Pose, athlete_layers
from render.ploc.colours import NAMED

SIZE: Final = 220
"""Pixels of the sign, along each side."""

FINE: Final = 4
"""So much larger the round is drawn, so that its edge comes out soft."""

WINNER: Final = 176
LOSER: Final = 108
"""Pixels of both athletes, along each side."""


def emblem(view: View) -> Image.Image:
    """The sign, mode RGBA; raises `ValueError` while the game runs."""
    if view.outcome is None:
        raise ValueError("the game has not ended")
    return _emblem(view.outcome.winners[0])


@cached_sprite
def _emblem(winner: Seat) -> Image.Image:
    """One who cheers behind one who lies, on a round of the green."""
    image = Image.new("RGBA", (SIZE, SIZE))
    image.alpha_composite(_green())
    for seat, pose, size, at in (
        (winner, Pose.CHEER, WINNER, (22, 0)),
        (1 - winner, Pose.LYING, LOSER, (56, 106)),
    ):
        shadow, body = athlete_layers(seat, pose, 1, size)
        image.alpha_composite(shadow, at)
        image.alpha_composite(body, at)
    return image


def _green() -> Image.Image:
    """The round of the green, in a ring of amber."""
    disc = Image.new("RGBA", (SIZE, SIZE))
    for inset, name in ((0, "ink"), (3, "amber"), (9, "grass")):
        fine = Image.new("L", (FINE * SIZE, FINE * SIZE))
        low, high = FINE * inset, FINE * (SIZE - inset) - 1
        ImageDraw.Draw(fine).ellipse((low, low, high, high), fill=255)
        tone = Image.new("RGBA", disc.size, NAMED[name])
        tone.putalpha(fine.reduce(FINE))
        disc.alpha_composite(tone)
    return disc
