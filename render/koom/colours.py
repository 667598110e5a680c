"""The palette of Koom Valley: that of Thud, for its pieces and its table, and the colours of the valley."""

from __future__ import annotations

from typing import Final

from render.kit.canvas import RGB, Palette, mix, rgb
from render.kit.marks import TINT
from render.kit.sprites import Tones
from render.octagon.colours import NAMED
from render.octagon.colours import PALETTE as OF_THUD

VALLEY: Final[dict[str, RGB]] = {
    # The ground, from the dwarfs' end to the far one; every other square is dark.
    "meadow": rgb("dde2b9"),
    "meadow-dark": rgb("748751"),
    "meadow-lit": rgb("869a61"),
    "meadow-deep": rgb("586b3a"),
    "heath": rgb("e7dfc3"),
    "heath-dark": rgb("878056"),
    "heath-lit": rgb("9a9365"),
    "heath-deep": rgb("675f3a"),
    "scree": rgb("e2ded5"),
    "scree-dark": rgb("827f7a"),
    "scree-lit": rgb("94918b"),
    "scree-deep": rgb("63605c"),
    # The river, as it looks on a light square and on a dark one, and its bank.
    "water": rgb("c9dfe6"),
    "water-dark": rgb("588595"),
    "bank": rgb("456f7e"),
    # The Rock's goal.
    "home": rgb("f4e0a3"),
    "home-dark": rgb("96793d"),
    "home-lit": rgb("a98a4a"),
    "home-deep": rgb("6b5224"),
    # What the octagon lies in.
    "crag": rgb("39402f"),
    # The Rock.
    "rock": rgb("4d4560"),
    "rock-lit": rgb("9c92b8"),
    "rock-deep": rgb("2b2538"),
    "rock-line": rgb("120e1a"),
    "halo": rgb("fff6dc"),
}


def rock_tones() -> Tones:
    """The Rock in shade, in plain light and at its lit rim."""
    return VALLEY["rock-deep"], VALLEY["rock"], VALLEY["rock-lit"]


def _blends() -> list[RGB]:
    """The colours of shadows on the ground, and of the light of the last move."""
    line = NAMED["iron-line"]
    lights = [VALLEY[zone] for zone in ("meadow", "heath")]
    darks = [VALLEY[f"{zone}-dark"] for zone in ("meadow", "heath", "scree")]
    return [
        *(mix(ground, line, 0.5) for ground in (*lights[:1], *darks[:2])),
        *(mix(ground, NAMED["lamplight"], TINT) for ground in (lights[0], darks[0], darks[2])),
    ]


PALETTE: Final = Palette(NAMED, (*OF_THUD.colours, *VALLEY.values(), *_blends()))
"""It begins with Thud's colours, in their order: images in that palette can be pasted as they are."""
