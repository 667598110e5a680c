"""The caption strip: both of its lines can be read whole."""

from __future__ import annotations

from PIL import Image, ImageChops

from render.kit import caption
from render.kit.picture import DeflatedStrip, Picture
from render.kit.sheet import Sheet
from render.octagon.colours import PALETTE


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


def test_another_stamp_is_another_picture_in_one_band_alone() -> None:
    def bands(stamp: str) -> list[DeflatedStrip]:
        picture = Picture(PALETTE.blank((900, 120), "night"), (46, 64))
        caption.turn(picture, Sheet("T1", stamp, "Thud", "Ann leads"), "amber", PALETTE, 500)
        return picture.strips()

    first, *others = (bands(stamp) for stamp in ("bdf0f8", "111111", "a72e03"))
    for other in others:
        assert [one == another for one, another in zip(first, other, strict=True)] == [True, False, True]


def test_a_code_may_be_of_several_words() -> None:
    ends = []
    for code in ("Plan\u00b7T7", "Plan \u00b7 T7"):
        picture = Picture(strip())
        ends.append(caption.title(picture, Sheet(code, "", "Thud", ""), PALETTE, 500))
        assert in_colour(picture, "muted").getbbox() is not None
    assert ends[0] < ends[1]
