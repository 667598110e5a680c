"""The caption strip: both of its lines can be read whole."""

from __future__ import annotations

from PIL import Image, ImageChops

from render.kit import caption
from render.kit.sheet import Sheet
from render.thud.colours import PALETTE


def in_colour(image: Image.Image, colour: str) -> Image.Image:
    """Where a picture has one of its named colours, in mode L."""
    wanted = PALETTE.index(colour)
    return image.point([255 * (index == wanted) for index in range(256)], "L")


def strip() -> Image.Image:
    return PALETTE.blank((900, 80), "night")


def test_the_stamp_does_not_cut_off_the_tails_of_the_line_above_it() -> None:
    alone, over = strip(), strip()
    caption.turn(alone, Sheet("T1", "", "Thud", "Gypsy jig?"), "amber", PALETTE, 500)
    caption.turn(over, Sheet("T1", "bdf0f8", "Thud", "Gypsy jig?"), "amber", PALETTE, 500)
    whole = in_colour(alone, "amber")
    assert whole.getbbox() is not None
    assert ImageChops.subtract(whole, in_colour(over, "amber")).getbbox() is None


def test_nor_does_the_code_of_the_table() -> None:
    alone, over = strip(), strip()
    caption.title(alone, Sheet("", "", "Fog", ""), PALETTE, 500)
    caption.title(over, Sheet("T1234567890", "", "Fog", ""), PALETTE, 500)
    whole = in_colour(alone, "cream")
    assert whole.getbbox() is not None
    # The code is drawn later, so the very tip of a tail may lie behind a letter of it.
    lost = ImageChops.subtract(whole, in_colour(over, "cream")).getbbox()
    assert lost is None or lost[1] >= caption.LOWER - 17
