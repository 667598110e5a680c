"""The fixed palette of Trogdor: parchment and char, and wooden figures that are seen on both."""

from __future__ import annotations

from typing import Final

from render.kit.canvas import RGB, TABLE, Palette, blend_steps, rgb
from render.kit.sprites import Tones

NAMED: Final[dict[str, RGB]] = {
    **TABLE,
    # The countryside on parchment.
    "parchment": rgb("ead9ae"),
    "parchment-lit": rgb("f6ecd0"),
    "parchment-deep": rgb("cdb684"),
    "sepia": rgb("6b4a2a"),
    "leaf": rgb("7d9b4a"),
    "leaf-lit": rgb("a9c46e"),
    "leaf-deep": rgb("4a682e"),
    "water": rgb("5fa3bd"),
    "water-lit": rgb("b4dde2"),
    "water-deep": rgb("336d8a"),
    "stone": rgb("a39c90"),
    "stone-lit": rgb("d3cdbf"),
    "stone-deep": rgb("6c665f"),
    "wood": rgb("9c6a3c"),
    "wood-lit": rgb("cb9759"),
    "wood-deep": rgb("684324"),
    "thatch": rgb("dfae43"),
    "thatch-lit": rgb("f5d681"),
    "thatch-deep": rgb("a4752a"),
    "petal": rgb("cf4f74"),
    "petal-lit": rgb("f0a0b4"),
    # The same countryside when Trogdor has been there.
    "char": rgb("382821"),
    "char-lit": rgb("59443a"),
    "char-deep": rgb("241814"),
    "ash": rgb("8b7a6d"),
    "ember": rgb("f2681c"),
    "ember-deep": rgb("a63510"),
    # Trogdor.
    "dragon": rgb("4fa04d"),
    "dragon-lit": rgb("9ad878"),
    "dragon-deep": rgb("2b6a38"),
    "dragon-line": rgb("0e2412"),
    # The others.
    "smock": rgb("c27a3c"),
    "smock-lit": rgb("e9ad6b"),
    "smock-deep": rgb("8a4f22"),
    "skin": rgb("f1c79c"),
    "skin-deep": rgb("cf9263"),
    "steel": rgb("b3c1cf"),
    "steel-lit": rgb("f1f6fb"),
    "steel-deep": rgb("6b7d92"),
    "violet": rgb("8155aa"),
    "violet-lit": rgb("bb97dd"),
    "violet-deep": rgb("4d2f70"),
    "blue": rgb("3f73b0"),
    "blue-lit": rgb("8ab6e6"),
    "blue-deep": rgb("264a7c"),
    "void": rgb("171026"),
    "void-lit": rgb("3c2d5e"),
    # The archer, whose arrows are danger.
    "brick-lit": rgb("e07a62"),
    "brick-deep": rgb("74241a"),
    # The Trog-Meter, when little is left on it.
    "wary": rgb("7a4d0c"),
    # Whose turn it is, on the caption strip.
    "keepers-say": rgb("b7e28f"),
}


def tones(material: str) -> Tones:
    """A material in shade, in plain light and at its lit rim."""
    return NAMED[f"{material}-deep"], NAMED[material], NAMED[f"{material}-lit"]


EMBERS: Final[Tones] = (NAMED["ember-deep"], NAMED["ember"], NAMED["amber"])
"""Fire, from its edge to its heart."""

_PAIRS: Final = (
    ("night", "cream", 1),
    ("night", "keepers-say", 1),
    ("night", "muted", 1),
    ("night", "amber", 1),
    ("field", "cream", 1),
    ("field-deep", "cream", 2),
    ("walnut", "cream", 2),
    ("walnut", "muted", 1),
    ("walnut", "amber", 1),
    ("parchment", "ink", 3),
    ("parchment", "sepia", 2),
    ("parchment", "leaf-deep", 1),
    ("parchment", "leaf", 1),
    ("parchment", "water", 1),
    ("parchment", "stone", 1),
    ("parchment", "ember", 1),
    ("parchment", "brick", 1),
    ("char", "ember", 1),
    ("char", "ash", 1),
    ("char", "brick", 1),
    ("char", "amber", 1),
    ("dragon", "dragon-lit", 1),
    ("dragon", "dragon-deep", 1),
    ("dragon", "dragon-line", 1),
    ("smock", "ink", 1),
    ("steel", "ink", 2),
    ("steel", "steel-lit", 1),
    ("skin", "ink", 1),
    ("thatch", "ink", 1),
    ("violet", "ink", 1),
    ("blue", "ink", 1),
    ("ember", "amber", 1),
    ("brick-deep", "cream", 1),
    ("wary", "cream", 1),
    ("teal", "parchment", 1),
    ("teal", "char", 1),
)

PALETTE: Final = Palette(
    NAMED,
    tuple(
        colour for under, over, steps in _PAIRS for colour in blend_steps(NAMED[under], NAMED[over], steps)
    ),
)
