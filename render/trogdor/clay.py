"""Clay that can be shown at any size, its borders sharp, and the lines, bands and flames drawn with it."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Final

from PIL import Image

from render.kit.canvas import RGB, TABLE
from render.kit.sprites import SHARP, Clay, Point
from render.trogdor.colours import EMBERS

_FLAME: Final = "0,0 -34,12 -36,42 -12,62 -6,100 20,66 36,36 30,10"
"""The outline of a flame a hundred high that stands on (0, 0); y grows upwards here."""


def points(text: str) -> list[Point]:
    """The points written in `text` as SVG does: `12,40 30,8.5`."""
    pairs = (pair.split(",") for pair in text.split())
    return [(float(x), float(y)) for x, y in pairs]


def course(points: Sequence[Point], steps: int = 10) -> list[Point]:
    """The open curve through `points` (Catmull-Rom), `steps` pieces from each point to the next."""
    ends = [points[0], *points, points[-1]]
    found = []
    for i in range(len(points) - 1):
        a, b, c, d = ends[i : i + 4]
        for step in range(steps):
            t = step / steps
            found.append((_along(a[0], b[0], c[0], d[0], t), _along(a[1], b[1], c[1], d[1], t)))
    return [*found, points[-1]]


def _along(p: float, q: float, r: float, s: float, t: float) -> float:
    square, cube = 2 * p - 5 * q + 4 * r - s, 3 * q - p - 3 * r + s
    return 0.5 * (2 * q + (r - p) * t + square * t * t + cube * t**3)


def ribbon(points: Sequence[Point], left: Sequence[float], right: Sequence[float]) -> list[Point]:
    """The outline of a band along `points`; `left` and `right` of it lie so far from it as one walks."""
    line = course(points)
    sides: tuple[list[Point], list[Point]] = ([], [])
    for i, (x, y) in enumerate(line):
        (x0, y0), (x1, y1) = line[max(i - 1, 0)], line[min(i + 1, len(line) - 1)]
        length = hypot(x1 - x0, y1 - y0) or 1.0
        nx, ny = (y1 - y0) / length, -(x1 - x0) / length
        for side, widths, sign in ((sides[0], left, 1), (sides[1], right, -1)):
            far = sign * at(widths, i / (len(line) - 1))
            side.append((x + nx * far, y + ny * far))
    return [*sides[0], *reversed(sides[1])]


def at(values: Sequence[float], share: float) -> float:
    """What `values`, evenly spread over 0..1, come to at `share`."""
    place = share * (len(values) - 1)
    low = min(int(place), len(values) - 2)
    return values[low] + (values[low + 1] - values[low]) * (place - low)


def flame(clay: Clay, x: float, y: float, size: float) -> None:
    """A flame that stands on (x, y), `size` high."""
    fire(clay, [(x, y, size)])


def fire(clay: Clay, flames: Sequence[tuple[float, float, float]]) -> None:
    """Flames that burn together, each given as where it stands and how high it is."""
    for share, tone in zip((1.0, 0.72, 0.4), EMBERS, strict=True):
        for x, y, size in flames:
            s = size * share / 100
            clay.fill(clay.blob([(x + dx * s, y - up * s) for dx, up in points(_FLAME)]), tone)


_FINE: Final = 3.9
"""A smaller reduction needs every drawn pixel; for a larger one every second is enough, and faster."""

_KERNEL: Final = 3
"""Each pixel is the commonest of so many around it, along each side."""

_SHADE: Final = 80


class ScalableClay(Clay):
    """A sprite in the making that is shown at any size; only when it is ready."""

    def __init__(self, size: int, line: RGB = TABLE["ink"], share: float = 1.0) -> None:
        super().__init__(size, line, share)
        self._plains: dict[int, Image.Image] = {}

    def cast_shadow(self, x: float, y: float, rx: float, ry: float) -> None:
        """The shadow of what stands at (x, y), in one tone."""
        layer = Image.new("RGBA", self._shadow.size, (*self.line, _SHADE))
        self._shadow.paste(layer, (0, 0), self.ellipse(x, y, rx, ry))

    def sprite_at(self, size: int) -> Image.Image:
        """The sprite `size` pixels square, mode RGBA: each pixel has the colour most seen there."""
        box = (size, size)
        step = 1 if self.side <= _FINE * size else 2
        body = self._plain(step).resize(box, Image.Resampling.NEAREST).convert("RGB")
        covered = self.image.getchannel("A").resize(box, Image.Resampling.BOX)
        body.putalpha(covered.point(SHARP))
        sprite = self._shadow.resize(box, Image.Resampling.NEAREST)
        sprite.alpha_composite(body)
        return sprite

    def _plain(self, step: int) -> Image.Image:
        """The body with every `step`-th drawn pixel, mode P, small spots gone; made once for each step."""
        if step not in self._plains:
            self._plains[step] = self.commonest_colours(_KERNEL, step)
        return self._plains[step]
