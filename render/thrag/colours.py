"""The fixed palette of One Man, Thrag!: ivory tiles, three suits that differ in lightness, and black."""

from __future__ import annotations

from typing import Final

from engine.thrag.model import BEASTS, Suit
from render.kit.canvas import RGB, TABLE, Palette, blend_steps, mix, rgb
from render.kit.marks import GHOST
from render.kit.sprites import Tones

NAMED: Final[dict[str, RGB]] = {
    **TABLE,
    # The faces of tiles and coins.
    "ivory": rgb("eddcb4"),
    "ivory-lit": rgb("fdf5df"),
    "ivory-deep": rgb("b99f6f"),
    # The suits, from dark to light, each with the cloth that its beasts lie on.
    "red": rgb("b02c22"),
    "red-lit": rgb("e8806a"),
    "red-deep": rgb("701710"),
    "red-cloth": rgb("40191a"),
    "green": rgb("66a44c"),
    "green-lit": rgb("a9d486"),
    "green-deep": rgb("3a6a2b"),
    "green-cloth": rgb("20361f"),
    "blue": rgb("8ec3ee"),
    "blue-lit": rgb("d3eaff"),
    "blue-deep": rgb("44769f"),
    "blue-cloth": rgb("1c3148"),
    "black": rgb("222329"),
    "black-lit": rgb("71747f"),
    "black-deep": rgb("111216"),
    # Thrag, and what waits for him at home.
    "steel": rgb("aab9c9"),
    "steel-lit": rgb("eef4fa"),
    "steel-deep": rgb("64748a"),
    "skin": rgb("e9b184"),
    "skin-lit": rgb("f8d2ac"),
    "skin-deep": rgb("b9774c"),
    "hair": rgb("8a3f1c"),
    "hair-lit": rgb("bf6630"),
    "hair-deep": rgb("57240f"),
    "dawn": rgb("f2894a"),
    "dusk": rgb("2a2450"),
    "thrag-say": rgb("ffcf8f"),
}


def tones(material: str) -> Tones:
    """A material in shade, in plain light and at its lit rim."""
    return NAMED[f"{material}-deep"], NAMED[material], NAMED[f"{material}-lit"]


def ink_on(suit: Suit) -> str:
    """The colour of pips and figures on a suit: dark on the light ones."""
    return "ink" if suit in (Suit.GREEN, Suit.BLUE) else "cream"


CLOTHS: Final = ("walnut", "night", *(f"{suit}-cloth" for suit in BEASTS))
"""What the pieces lie on."""

_PAIRS: Final = (
    *((ground, "cream", 2) for ground in ("night", "walnut", "red", "black")),
    *((f"{suit}-cloth", "cream", 1) for suit in BEASTS),
    *((ground, "muted", 1) for ground in ("night", "walnut")),
    *((ground, "amber", 1) for ground in ("night", "walnut")),
    ("night", "thrag-say", 1),
    ("green", "ink", 2),
    ("blue", "ink", 2),
    ("ivory", "ink", 3),
    *((suit, "ivory", 1) for suit in Suit),
    *((suit, f"{suit}-lit", 1) for suit in Suit),
    *((suit, f"{suit}-deep", 1) for suit in Suit),
    *((f"{suit}-deep", "ink", 1) for suit in BEASTS),
    ("ivory", "ivory-lit", 1),
    ("ivory", "ivory-deep", 1),
    ("ivory-deep", "ink", 1),
    ("steel", "ink", 1),
    ("steel", "steel-lit", 1),
    ("skin", "ink", 1),
    ("amber", "ink", 1),
    ("brick", "cream", 1),
    ("teal", "teal-lit", 1),
)


def _ghosts() -> list[RGB]:
    """Empty places on each cloth, and what a piece that was lost leaves there."""
    seen = [("ivory", cloth) for cloth in CLOTHS]
    seen += [(suit.value, f"{suit}-cloth") for suit in BEASTS]
    seen += [(suit.value, "night") for suit in BEASTS]
    pits = [mix(NAMED[cloth], NAMED["ink"], 0.5) for cloth in CLOTHS]
    return pits + [mix(NAMED[cloth], NAMED[name], GHOST) for name, cloth in seen]


PALETTE: Final = Palette(
    NAMED,
    (
        *(
            colour
            for under, over, steps in _PAIRS
            for colour in blend_steps(NAMED[under], NAMED[over], steps)
        ),
        *_ghosts(),
    ),
)
