"""The palette of Koom Valley: that of Thud, for its pieces and its table, and the colours of the valley."""

from __future__ import annotations

from typing import Final

from render.kit.canvas import RGB, Palette, mix, rgb
from render.kit.marks import TINT
from render.kit.sprites import Tones

from render.thud.colours import NAMED, PALETTE as OF_THUD  # isort: skip

VALLEY: Final[dict[str, RGB]] = {
    # The ground, from the dwarfs' end to the far one; every other square is dark.
    "meadow": rgb("d5dba8"),
    "meadow-dark": rgb("81965a"),
    "meadow-lit": rgb("93a96b"),
    "meadow-deep": rgb("6b7f48"),
    "heath": rgb("ddd3ab"),
    "heath-dark": rgb("938b5d"),
    "heath-lit": rgb("a69e6d"),
    "heath-deep": rgb("7b734b"),
    "scree": rgb("d8d2c6"),
    "scree-dark": rgb("898680"),
    "scree-lit": rgb("9b9892"),
    "scree-deep": rgb("726f6a"),
    # The river, as it looks on a light square and on a dark one, and its bank.
    "water": rgb("b4d2dc"),
    "water-dark": rgb("5d8c9d"),
    "bank": rgb("456f7e"),
    # Where the Rock is wanted.
    "home": rgb("f3dc98"),
    "home-dark": rgb("ab8a45"),
    "home-lit": rgb("bd9c55"),
    "home-deep": rgb("7d622c"),
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
    """Shadows on the ground, and the light of the last move."""
    line = NAMED["iron-line"]
    lights = [VALLEY[zone] for zone in ("meadow", "heath")]
    darks = [VALLEY[f"{zone}-dark"] for zone in ("meadow", "heath", "scree")]
    return [
        *(mix(ground, line, 0.5) for ground in (*lights[:1], *darks[:2])),
        *(mix(ground, NAMED["lamplight"], TINT) for ground in (lights[0], darks[0], darks[2])),
    ]


PALETTE: Final = Palette(NAMED, (*OF_THUD.colours, *VALLEY.values(), *_blends()))
"""It begins with the colours of Thud's, in their order: what is drawn in those can be pasted as it is."""
