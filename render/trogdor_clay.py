"""Clay that can be shown at any size, its borders sharp: what is soft would not fit into 60 kB."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageFilter

from render.palette import RGB, TABLE, colours_of, palette_of
from render.sprites import HALF, Clay

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
        body.putalpha(covered.point(lambda level: 255 if level > HALF else 0))
        sprite = self._shadow.resize(box, Image.Resampling.NEAREST)
        sprite.alpha_composite(body)
        return sprite

    def _plain(self, step: int) -> Image.Image:
        """The body with every `step`-th drawn pixel, mode P, small spots gone; made once for each step."""
        if step not in self._plains:
            # The outline goes on outside, so that pixels on the silhouette are the outline's colour.
            around = Image.new("RGBA", self.image.size, self.line)
            around.alpha_composite(self.image)
            rgb = around.convert("RGB").resize(
                (self.side // step, self.side // step), Image.Resampling.NEAREST
            )
            tones = palette_of(colours_of(rgb))
            indices = rgb.quantize(palette=tones, dither=Image.Dither.NONE)
            plain = Image.frombytes("L", rgb.size, indices.tobytes()).filter(ImageFilter.ModeFilter(_KERNEL))
            tones = tones.resize(rgb.size)
            tones.frombytes(plain.tobytes())
            self._plains[step] = tones
        return self._plains[step]
