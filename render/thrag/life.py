"""Thrag's hit points and the healing pool, six coins between them, and the black stack that heals."""

from __future__ import annotations

from typing import Final, NamedTuple

from PIL import Image

from engine.thrag.model import VALUES, Pile, Suit, TurnedTile, View
from render.kit.cache import cached_sprite
from render.kit.canvas import TABLE, Face
from render.kit.picture import PasteTarget
from render.kit.sheet import PictureLanguage, Sheet
from render.kit.sprites import Clay
from render.thrag.colours import NAMED
from render.thrag.fight import burst
from render.thrag.pieces import DrawnPiece, PieceKind, on_ground, put, sharp, sprite, target
from render.thrag.supply import stack
from render.thrag.table import BLACK, LIFE, draw_centred, label, plaque

COIN: Final = 64
STEP: Final = 69
FIRST: Final = 142
_BEFORE: Final = FIRST - 20
"""What a label can take before the coins, in pixels."""

ROWS: Final = (12, 90)
TILE: Final = 40
RIM: Final = 6
"""Width of the ring around a marked coin."""


class Life(NamedTuple):
    """Which coins are hit points, what must be paid, and which coin has just come back; marks by value."""

    hit_points: tuple[int, ...]
    healing_pool: tuple[int, ...]
    owed: int
    healed: int | None
    chosen: tuple[int, ...]
    targets: tuple[int, ...]


def life_of(view: View, sheet: Sheet) -> Life:
    """What there is to see of Thrag's life."""
    turned = view.turned
    healed = turned.tile if turned is not None and turned.healed else None
    chosen, targets = (
        tuple(value for value in VALUES if f"c{value}" in places) for places in (sheet.chosen, sheet.targets)
    )
    return Life(view.hit_points, view.healing_pool, view.owed, healed, chosen, targets)


def life(onto: PasteTarget, of: Life, say: PictureLanguage) -> None:
    """The coins in two rows and what is to be told of them, on their ground."""
    for row, coins in zip(ROWS, (of.hit_points, of.healing_pool), strict=True):
        for value in coins:
            put(
                onto,
                DrawnPiece(PieceKind.HIT, COIN, Suit.BLACK, value),
                (FIRST + value * STEP, row),
                "walnut",
            )
    _marks(onto, of)
    if of.owed:
        onto.paste(burst(66, "walnut"), (12, 33))
        draw_centred(onto, f"\u2212{of.owed}", (44, 66), 26, ("brick", "cream"))
        label(onto, say("thrag.picture.to-pay"), (80, 73), ("walnut", "cream"), FIRST - 82)
    elif not any(of.hit_points):
        label(onto, say("thrag.picture.last-breath"), (16, 72), ("walnut", "amber"), _BEFORE)
    else:
        draw_centred(onto, str(sum(of.hit_points)), (70, 62), 46, ("walnut", "cream"))


def ground(say: PictureLanguage) -> Image.Image:
    """Two rows with a place for every coin."""
    tile = plaque(LIFE, "walnut", "brass-deep")
    label(tile, say("thrag.picture.hit-points"), (16, 29), ("walnut", "lamplight"), _BEFORE)
    for text, y in zip(say("thrag.picture.healing-pool").split("\n"), (115, 140), strict=False):
        label(tile, text, (16, y), ("walnut", "lamplight"), _BEFORE)
    for value in VALUES:
        for row in ROWS:
            put(tile, DrawnPiece(PieceKind.NO_COIN, COIN), (FIRST + value * STEP, row), "walnut")
    return tile


def _marks(onto: PasteTarget, of: Life) -> None:
    """The marks on hit points: just healed or chosen to pay; over them what can pay."""
    y = ROWS[0]
    for value in of.hit_points:
        if value == of.healed or value in of.chosen:
            ring = _ringed_hit_point(value, value in of.chosen)
            onto.paste(ring, (FIRST + value * STEP - RIM, y - RIM))
    for value in of.hit_points:
        if value in of.targets:
            onto.paste(target(26, "walnut"), (FIRST + value * STEP + COIN - 22, y - 4))


@cached_sprite
def _ringed_hit_point(value: int, chosen: bool) -> Image.Image:
    """A hit point in the amber ring, or in the teal frame."""
    side = COIN + 2 * RIM
    clay = Clay(side, TABLE["ink"])
    clay.fill(clay.ellipse(50, 50, 50, 50), NAMED["teal-lit" if chosen else "amber-deep"])
    clay.fill(clay.ellipse(50, 50, 48, 48), NAMED["teal" if chosen else "amber"])
    picture = sharp(clay)
    picture.alpha_composite(sprite(DrawnPiece(PieceKind.HIT, COIN, Suit.BLACK, value)), (RIM, RIM))
    return on_ground(picture, "walnut")


def black_ground(say: PictureLanguage) -> Image.Image:
    """Where the black stack lies."""
    tile = plaque(BLACK, "walnut", "black-lit")
    label(tile, say("thrag.picture.stack.black"), (14, 29), ("walnut", "lamplight"), 164)
    return tile


def black(onto: PasteTarget, pile: Pile, turned: TurnedTile | None, say: PictureLanguage) -> None:
    """The black stack, its discards, and the tile of the last turn, on their ground."""
    stack(onto, Suit.BLACK, pile.left, (12, 37), "walnut")
    if turned is not None:
        _draw_turned_tile(onto, turned, say)
    if pile.discards:
        label(onto, say("thrag.picture.discards"), (14, 105), ("walnut", "lamplight"), 124)
    for at, value in enumerate(pile.discards):
        put(onto, DrawnPiece(PieceKind.TILE, TILE, Suit.BLACK, value), (14 + at * (TILE + 4), 114), "walnut")


def _draw_turned_tile(onto: PasteTarget, turned: TurnedTile, say: PictureLanguage) -> None:
    """The tile that the turn before ended with, and whether it healed."""
    onto.paste(_amber(), (184, 12))
    put(onto, DrawnPiece(PieceKind.TILE, TURNED, Suit.BLACK, turned.tile), (184 + RIM, 12 + RIM), "lamplight")
    text = say("thrag.picture.healed" if turned.healed else "thrag.picture.unhealed")
    ink = "amber" if turned.healed else "cream"
    draw_centred(onto, text, (184 + RIM + TURNED // 2, 88), 22, ("walnut", ink), Face.LABEL, 124)


TURNED: Final = 46


@cached_sprite
def _amber() -> Image.Image:
    """The amber ring of what happened last, around a tile."""
    side = TURNED + 2 * RIM
    clay = Clay(side, TABLE["ink"])
    clay.fill(clay.rounded_square(0, 14), NAMED["amber-deep"])
    clay.fill(clay.rounded_square(2, 13), NAMED["amber"])
    clay.fill(clay.rounded_square(9, 9), NAMED["lamplight"])
    return on_ground(sharp(clay), "walnut")
