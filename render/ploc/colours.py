"""The fixed palette of Ploc: grass by lamplight, yellow against red, ivory dice."""

from __future__ import annotations

from typing import Final

from engine.core import Seat
from render.kit.canvas import RGB, TABLE, Palette, blend_steps, mix, rgb
from render.kit.marks import GHOST
from render.kit.sprites import Tones

NAMED: Final[dict[str, RGB]] = {
    **TABLE,
    # The green at dusk.
    "sky": rgb("2c3350"),
    "sky-low": rgb("46466a"),
    "glow": rgb("7d6168"),  # where the sun has set
    "hill": rgb("2d4038"),
    "hill-lit": rgb("3b5442"),
    "house": rgb("26211f"),
    "roof": rgb("3a2c2a"),
    "grass": rgb("789650"),
    "grass-lit": rgb("82a058"),
    "grass-shade": rgb("4f6b35"),
    "chalk": rgb("e6ead2"),
    # Plockton in yellow: light.
    "yellow": rgb("f3dc4a"),
    "yellow-lit": rgb("fff4ae"),
    "yellow-deep": rgb("c2981c"),
    # Broadford in red: dark.
    "red": rgb("a8242c"),
    "red-lit": rgb("df6059"),
    "red-deep": rgb("6d131d"),
    # What the athletes are made of besides.
    "skin": rgb("f1c79c"),
    "skin-deep": rgb("cf9263"),
    "hair": rgb("5a3218"),
    "ginger": rgb("c8622a"),
    "tweed": rgb("6e5a44"),
    "tweed-lit": rgb("94795a"),
    "tweed-deep": rgb("483a2c"),
    "plaid": rgb("24453c"),
    "wool": rgb("d8d2c2"),
    # Rope, dice and signs.
    "hemp": rgb("d2ae72"),
    "hemp-lit": rgb("efd6a0"),
    "hemp-deep": rgb("94703c"),
    "ivory": rgb("efe4c8"),
    "ivory-lit": rgb("fffaea"),
    "ivory-deep": rgb("c2ae86"),
    "bone": rgb("a8977a"),
    "bone-lit": rgb("bfae90"),
    "bone-deep": rgb("7c6c54"),
    "ember": rgb("f2681c"),
    "ember-deep": rgb("a63510"),
    # Who speaks on the caption strip.
    "yellow-say": rgb("ffe566"),
    "red-say": rgb("ff927e"),
}

TEAMS: Final = ("yellow", "red")
"""The colour of each seat: Plockton's, Broadford's."""


def tones(material: str) -> Tones:
    """A material in shade, in plain light and at its lit rim."""
    return NAMED[f"{material}-deep"], NAMED[material], NAMED[f"{material}-lit"]


def ink_of(seat: Seat) -> str:
    """The name of the colour in which a seat's words are written."""
    return f"{TEAMS[seat]}-say"


_PAIRS: Final = (
    ("night", "cream", 1),
    ("night", "muted", 1),
    ("night", "amber", 1),
    ("night", "yellow-say", 1),
    ("night", "red-say", 1),
    ("walnut", "cream", 1),
    ("walnut", "muted", 1),
    ("walnut", "yellow-say", 1),
    ("walnut", "red-say", 1),
    ("walnut", "amber", 1),
    ("walnut-lit", "cream", 1),
    ("walnut-lit", "amber", 1),
    ("field-deep", "cream", 1),
    ("field-deep", "amber", 1),
    ("cream", "ink", 1),
)

_LOST: Final = ("ink", "yellow", "yellow-lit", "red", "red-lit", "skin", "tweed", "wool")
"""What a ghost on the grass is made of."""

PALETTE: Final = Palette(
    NAMED,
    (
        *(
            colour
            for under, over, steps in _PAIRS
            for colour in blend_steps(NAMED[under], NAMED[over], steps)
        ),
        *(mix(NAMED["grass"], NAMED[name], GHOST) for name in _LOST),
    ),
)
