"""Shapes in one light: a tile is modelled at eight times its size, part by part, and reduced once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from typing import Final, TypeAlias

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.kit.canvas import RGB, TABLE, colours_of, palette_of

SCALE: Final = 8
"""Drawn pixels for each pixel of the finished sprite, along each side."""

Point: TypeAlias = tuple[float, float]
Tones: TypeAlias = tuple[RGB, RGB, RGB]
"""A material in shade, in plain light and at its lit rim."""

SHARP: Final = [0] * 128 + [255] * 128
"""What becomes of the 256 levels of a mask that keeps what is more than half covered."""

_TOUCHED: Final = [0] * 15 + [255] * 241
"""What becomes of them where everything counts that a blur reaches with more than 5 %."""

Mask: TypeAlias = Image.Image
"""Where a part is: mode L, the size of its clay."""

Box: TypeAlias = tuple[int, int, int, int]


def smooth(points: Sequence[Point], steps: int = 8) -> list[Point]:
    """The closed curve through `points` (Catmull-Rom), `steps` pieces from each point to the next."""
    count = len(points)
    return [
        _catmull(points[i - 1], points[i], points[(i + 1) % count], points[(i + 2) % count], step / steps)
        for i in range(count)
        for step in range(steps)
    ]


def _catmull(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    def along(p: float, q: float, r: float, s: float) -> float:
        return 0.5 * (
            2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t**3
        )

    return along(a[0], b[0], c[0], d[0]), along(a[1], b[1], c[1], d[1])


class Clay:
    """A sprite in the making; lengths are hundredths of its side, y grows downwards.

    Light comes from the upper left: `lump` gives each part a rim there, and shade at the lower right.
    """

    def __init__(self, size: int, line: RGB = TABLE["ink"], share: float = 1.0) -> None:
        self.side = size * SCALE
        self.line = line
        self.share = share  # of the tile; what is smaller stands in the middle, near the bottom
        self.image = Image.new("RGBA", (self.side, self.side))
        self._shadow = Image.new("RGBA", (self.side, self.side))

    def soft_sprite(self) -> Image.Image:
        """The sprite, mode RGBA, at its own size in pixels, every border softened."""
        return self.image.reduce(SCALE)

    def sharp_sprite(self) -> Image.Image:
        """The sprite with sharp borders, its shadow beneath it: each pixel has the colour most seen there.

        A board full of pieces with softened borders would not fit into 40 kB, and looks no better at 400 px.
        """
        size = (self.side // SCALE, self.side // SCALE)
        body = self.commonest_colours(SCALE - 1).resize(size, Image.Resampling.NEAREST).convert("RGB")
        body.putalpha(self.image.getchannel("A").reduce(SCALE).point(SHARP))
        sprite = self._shadow.resize(size, Image.Resampling.NEAREST)
        sprite.alpha_composite(body)
        return sprite

    def commonest_colours(self, kernel: int, step: int = 1) -> Image.Image:
        """Every `step`-th drawn pixel, mode P, in the commonest colour of `kernel` by `kernel` of them."""
        # The outline goes on outside, so that pixels on the silhouette are the outline's colour.
        around = Image.new("RGBA", self.image.size, self.line)
        around.alpha_composite(self.image)
        size = (self.side // step, self.side // step)
        rgb = around.convert("RGB").resize(size, Image.Resampling.NEAREST)
        tones = palette_of(colours_of(rgb))
        indices = rgb.quantize(palette=tones, dither=Image.Dither.NONE)
        left, top, right, bottom = self.image.getbbox() or (0, 0, 0, 0)
        covered = (left // step, top // step, -(-right // step), -(-bottom // step))
        plain = _filter_within(
            Image.frombytes("L", size, indices.tobytes()), covered, kernel, ImageFilter.ModeFilter(kernel)
        )
        tones = tones.resize(size)
        tones.frombytes(plain.tobytes())
        return tones

    def length(self, units: float) -> float:
        """A length in drawn pixels."""
        return units * self.share * self.side / 100

    def polygon(self, points: Sequence[Point]) -> Mask:
        """The area inside straight edges."""
        return self._mask(lambda draw: draw.polygon(self._to_pixels(points), fill=255))

    def blob(self, points: Sequence[Point]) -> Mask:
        """The area inside the smooth curve through `points`."""
        return self.polygon(smooth(points))

    def ellipse(self, x: float, y: float, rx: float, ry: float) -> Mask:
        """The ellipse around (x, y) with half-axes `rx` and `ry`."""
        box = self._to_pixels([(x - rx, y - ry), (x + rx, y + ry)])
        return self._mask(lambda draw: draw.ellipse([*box[0], *box[1]], fill=255))

    def rounded_square(self, inset: float, radius: float) -> Mask:
        """The tile without a margin of `inset`, its corners rounded by `radius`."""
        box = self._to_pixels([(inset, inset), (100 - inset, 100 - inset)])
        return self._mask(
            lambda draw: draw.rounded_rectangle([*box[0], *box[1]], self.length(radius), fill=255)
        )

    def erase(self, mask: Mask) -> None:
        """Nothing is left where `mask` is."""
        self.image.paste(Image.new("RGBA", mask.size), (0, 0), mask)

    def stroke(self, points: Sequence[Point], width: float) -> Mask:
        """A line through `points` with round ends."""
        mask = self._mask(
            lambda draw: draw.line(
                self._to_pixels(points), fill=255, width=round(self.length(width)), joint="curve"
            )
        )
        for x, y in (points[0], points[-1]):
            mask = ImageChops.lighter(mask, self.ellipse(x, y, width / 2, width / 2))
        return mask

    def fill(self, mask: Mask, colour: RGB, alpha: float = 1.0) -> None:
        """Flat colour where `mask` is, covering what lies under it by `alpha`."""
        if (box := mask.getbbox()) is None:
            return
        part = mask.crop(box)
        layer = Image.new("RGBA", part.size, colour)
        layer.putalpha(part if alpha == 1 else part.point([round(level * alpha) for level in range(256)]))
        self.image.alpha_composite(layer, box[:2])

    def lump(self, mask: Mask, tones: Tones, depth: float = 5, *, outlined: bool = True) -> None:
        """A rounded body in `tones`; `depth` is how far the shade reaches in."""
        shade, body, rim = tones
        if outlined:
            self.fill(self.grow_mask(mask, 2), self.line)
        self.fill(mask, body)
        self.fill(self._crescent(mask, -depth), shade)
        self.fill(self._crescent(mask, depth * 0.5), rim)

    def shadow(self, x: float, y: float, rx: float, ry: float) -> None:
        """The contact shadow of what stands at (x, y), in two steps of darkness."""
        for share, alpha in ((1.0, 52), (0.84, 112)):
            layer = Image.new("RGBA", self._shadow.size, (*self.line, alpha))
            self._shadow.paste(layer, (0, 0), self.ellipse(x, y, rx * share, ry * share))

    def grow_mask(self, mask: Mask, units: float) -> Mask:
        """`mask` with a margin of `units` all around."""
        return _blur(mask, self.length(units) / 1.6).point(_TOUCHED)

    def _crescent(self, mask: Mask, shift: float) -> Mask:
        """What `mask` leaves uncovered when it moves down and right by `shift`, its inner border rounded."""
        pixels = round(self.length(shift))
        rest = ImageChops.subtract(mask, ImageChops.offset(mask, pixels, pixels))
        soft = _blur(rest, self.length(abs(shift)) * 0.2)
        return ImageChops.multiply(soft.point(SHARP), mask)

    def _to_pixels(self, points: Sequence[Point]) -> list[Point]:
        left, top = (1 - self.share) * self.side * 0.5, (1 - self.share) * self.side * 0.8
        return [(left + self.length(x), top + self.length(y)) for x, y in points]

    def _mask(self, draw: Callable[[ImageDraw.ImageDraw], None]) -> Mask:
        mask = Image.new("L", (self.side, self.side))
        draw(ImageDraw.Draw(mask))
        return mask


def _blur(mask: Mask, radius: float) -> Mask:
    """`mask` blurred as by Gauss; `radius` is the standard deviation in drawn pixels."""
    # Pillow blurs thrice by a box that reaches less than the radius and one pixel more.
    return _filter_within(mask, mask.getbbox(), 3 * ceil(radius + 1), ImageFilter.GaussianBlur(radius))


def _filter_within(image: Mask, box: Box | None, reach: int, applied: ImageFilter.Filter) -> Mask:
    """A filter that looks `reach` pixels far, on an image that is of one level outside of `box`.

    It is the same as on the whole image, and faster: most of a tile is empty.
    """
    if box is None:
        return image
    left, top = max(0, box[0] - reach), max(0, box[1] - reach)
    right, bottom = min(image.width, box[2] + reach), min(image.height, box[3] + reach)
    done = image.copy()
    done.paste(image.crop((left, top, right, bottom)).filter(applied), (left, top))
    return done
