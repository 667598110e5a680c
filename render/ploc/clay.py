"""Sprites that are pasted as they are: palette indices and where they cover, nothing left to blend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from render.kit.canvas import RGB, TABLE
from render.kit.marks import GHOST
from render.kit.picture import PasteTarget
from render.kit.sprites import SCALE, SHARP, Clay, Point
from render.ploc.colours import NAMED, PALETTE

FINE: Final = 4
"""Drawn pixels for each pixel of the finished sprite, along each side."""

_KERNEL: Final = 3
"""Each pixel is the commonest of so many around it, along each side."""

_STEP: Final = 2
"""Every second drawn pixel is enough for that, and four times as fast."""


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """An image of the game's palette, the mask of what it covers, and where its tile begins."""

    image: Image.Image
    mask: Image.Image
    left: int
    top: int

    def paste(self, onto: PasteTarget, x: int, y: int) -> None:
        """Set it down with the upper left corner of its tile at (x, y)."""
        onto.paste(self.image, (x + self.left, y + self.top), self.mask)


def sprite_of(picture: Image.Image, margin: int = 0) -> Sprite:
    """A sprite from a picture of mode RGBA that has a `margin` around its tile; what is empty is cut off."""
    covered = picture.getchannel("A").point(SHARP)
    box = covered.getbbox() or (0, 0, 1, 1)
    body = PALETTE.quantise(picture.crop(box).convert("RGB"))
    mask = covered.crop(box).convert("1", dither=Image.Dither.NONE)
    return Sprite(body, mask, box[0] - margin, box[1] - margin)


class SharpClay(Clay):
    """A sprite in the making, `size` pixels square, that ends with sharp borders."""

    def __init__(self, size: int, line: RGB = TABLE["ink"]) -> None:
        super().__init__(-(-size * FINE // SCALE), line)
        self.size = size
        self._cast = Image.new("L", self.image.size)

    def cast_shadow(self, x: float, y: float, rx: float, ry: float) -> None:
        """The shadow of what stands at (x, y), in one tone."""
        self._cast.paste(255, (0, 0), self.ellipse(x, y, rx, ry))

    def body(self) -> Image.Image:
        """What was modelled in mode RGBA, each pixel wholly covered or not at all."""
        box = (self.size, self.size)
        body = self.commonest_colours(_KERNEL, _STEP).resize(box, Image.Resampling.NEAREST).convert("RGB")
        body.putalpha(self.image.getchannel("A").resize(box, Image.Resampling.BOX).point(SHARP))
        return body

    def ground(self, shade: str) -> Image.Image:
        """The shadow in the named colour, mode RGBA."""
        box = (self.size, self.size)
        ground = Image.new("RGBA", box, NAMED[shade])
        ground.putalpha(self._cast.resize(box, Image.Resampling.BOX).point(SHARP))
        return ground

    def sprite(self, shade: str) -> Sprite:
        """The body on its shadow in the named colour, ready to be pasted."""
        picture = self.ground(shade)
        picture.alpha_composite(self.body())
        return sprite_of(picture)


def faded_body(body: Image.Image) -> Image.Image:
    """The ghost of what stood on the grass, struck through; mode RGBA."""
    ground = Image.new("RGBA", body.size, NAMED["grass"])
    faint = Image.blend(ground, body, GHOST)
    faint.putalpha(body.getchannel("A"))
    left, top, right, bottom = body.getbbox() or (0, 0, 1, 1)
    line = [(left + 10, bottom - 6), (right - 10, top + 6)]
    ImageDraw.Draw(faint).line(line, NAMED["ink"], 4)
    return faint


def halo(body: Image.Image) -> Image.Image:
    """The amber ring around what was changed last, mode RGBA: lay it under the body."""
    ring = Image.new("RGBA", body.size)
    for wide, name in ((11, "amber-deep"), (9, "amber")):
        around = body.getchannel("A").filter(ImageFilter.MaxFilter(wide))
        ring.paste(NAMED[name], (0, 0), around)
    return ring


def points(text: str, way: int = 1) -> list[Point]:
    """The points written in `text` as `12,40 30,8.5`; mirrored in their tile where `way` is -1."""
    pairs = (pair.split(",") for pair in text.split())
    return [(float(x) if way > 0 else 100 - float(x), float(y)) for x, y in pairs]


def plate(image: Image.Image, box: Sequence[int], radius: int, colours: Sequence[tuple[int, str]]) -> None:
    """A panel with rounded corners: in turn each named colour, so many pixels further in."""
    draw = ImageDraw.Draw(image)
    x, y, wide, tall = box
    for inset, colour in colours:
        corners = (x + inset, y + inset, x + wide - 1 - inset, y + tall - 1 - inset)
        draw.rounded_rectangle(corners, max(0, radius - inset), PALETTE.index(colour))
