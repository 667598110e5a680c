"""Clay that can be shown at any size, its borders sharp: what is soft would not fit into 60 kB."""

from __future__ import annotations

from typing import Final

from PIL import Image

from render.kit.palette import RGB, TABLE
from render.kit.sprites import SHARP, Clay

_FINE: Final = 3.9
"""A smaller reduction needs every drawn pixel; for a larger one every second is enough, and faster."""

_KERNEL: Final = 3
"""Each pixel is the commonest of so many around it, along each side."""

_SHADE: Final = 80


class Wood(Clay):
    """A sprite in the making that is shown at any size; only when it is ready."""

    def __init__(self, size: int, line: RGB = TABLE["ink"], share: float = 1.0) -> None:
        super().__init__(size, line, share)
        self._plains: dict[int, Image.Image] = {}

    def cast(self, x: float, y: float, rx: float, ry: float) -> None:
        """The shadow of what stands at (x, y), in one tone."""
        layer = Image.new("RGBA", self._shadow.size, (*self.line, _SHADE))
        self._shadow.paste(layer, (0, 0), self.ellipse(x, y, rx, ry))

    def shown(self, size: int) -> Image.Image:
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
            self._plains[step] = self.commonest(_KERNEL, step)
        return self._plains[step]
