"""Shapes in one light: a tile is modelled at eight times its size, part by part, and reduced once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.palette import RGB

SCALE: Final = 8
"""Drawn pixels for each pixel of the finished sprite, along each side."""

Point: TypeAlias = tuple[float, float]
Mask: TypeAlias = Image.Image
"""Where a part is: mode L, the size of its clay."""


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

    def __init__(self, size: int) -> None:
        self.side = size * SCALE
        self.image = Image.new("RGBA", (self.side, self.side))

    def finished(self) -> Image.Image:
        """The sprite, mode RGBA, at its own size in pixels."""
        return self.image.reduce(SCALE)

    def length(self, units: float) -> float:
        """A length in drawn pixels."""
        return units * self.side / 100

    def polygon(self, points: Sequence[Point]) -> Mask:
        """The area inside straight edges."""
        return self._mask(lambda draw: draw.polygon(self._scaled(points), fill=255))

    def blob(self, points: Sequence[Point]) -> Mask:
        """The area inside the smooth curve through `points`."""
        return self.polygon(smooth(points))

    def ellipse(self, x: float, y: float, rx: float, ry: float) -> Mask:
        """The ellipse around (x, y) with half-axes `rx` and `ry`."""
        box = self._scaled([(x - rx, y - ry), (x + rx, y + ry)])
        return self._mask(lambda draw: draw.ellipse([*box[0], *box[1]], fill=255))

    def stroke(self, points: Sequence[Point], width: float) -> Mask:
        """A line through `points` with round ends."""
        mask = self._mask(
            lambda draw: draw.line(
                self._scaled(points), fill=255, width=round(self.length(width)), joint="curve"
            )
        )
        for x, y in (points[0], points[-1]):
            mask = ImageChops.lighter(mask, self.ellipse(x, y, width / 2, width / 2))
        return mask

    def fill(self, mask: Mask, colour: RGB, alpha: float = 1.0) -> None:
        """Flat colour where `mask` is, covering what lies under it by `alpha`."""
        layer = Image.new("RGBA", mask.size, colour)
        layer.putalpha(mask.point(lambda level: round(level * alpha)))
        self.image.alpha_composite(layer)

    def lump(self, mask: Mask, tones: tuple[RGB, RGB, RGB], line: RGB | None = None, depth: float = 5) -> None:
        """A rounded body in `tones` (shade, body, rim), with an outline 2 units wide if `line` is given."""
        shade, body, rim = tones
        if line is not None:
            self.fill(self.grown(mask, 2), line)
        self.fill(mask, body)
        self.fill(self._crescent(mask, -depth, depth * 0.45), shade)
        self.fill(self._crescent(mask, depth * 0.55, depth * 0.2), rim, 0.9)

    def shadow(self, x: float, y: float, rx: float, ry: float, colour: RGB) -> None:
        """The soft contact shadow of what stands at (x, y)."""
        blurred = self.ellipse(x, y, rx, ry).filter(ImageFilter.GaussianBlur(self.length(2.2)))
        self.fill(blurred, colour, 0.55)

    def grown(self, mask: Mask, units: float) -> Mask:
        """`mask` with a margin of `units` all around."""
        blurred = mask.filter(ImageFilter.GaussianBlur(self.length(units) / 1.6))
        return blurred.point(lambda level: 255 if level > 14 else 0)  # noqa: PLR2004 - 5 % of the blur

    def _crescent(self, mask: Mask, shift: float, blur: float) -> Mask:
        """What `mask` leaves uncovered when it moves down and right by `shift`, softened inwards."""
        pixels = round(self.length(shift))
        rest = ImageChops.subtract(mask, ImageChops.offset(mask, pixels, pixels))
        soft = rest.filter(ImageFilter.GaussianBlur(self.length(blur)))
        return ImageChops.multiply(soft, mask)

    def _scaled(self, points: Sequence[Point]) -> list[Point]:
        return [(self.length(x), self.length(y)) for x, y in points]

    def _mask(self, draw: Callable[[ImageDraw.ImageDraw], None]) -> Mask:
        mask = Image.new("L", (self.side, self.side))
        draw(ImageDraw.Draw(mask))
        return mask
