"""Clay that can be shown at any size, its borders sharp: what is soft would not fit into 60 kB."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageFilter

from render.palette import colours_of, palette_of
from render.sprites import HALF, Clay

_KERNELS: Final = ((4.5, 3), (6.5, 5), (1000.0, 7))
"""Up to which reduction each pixel is the commonest of so many around it, along each side."""

_SHADE: Final = 80


class Wood(Clay):
    """A sprite in the making that is shown at several sizes, among them its own."""

    def cast(self, x: float, y: float, rx: float, ry: float) -> None:
        """The shadow of what stands at (x, y), in one tone."""
        layer = Image.new("RGBA", self._shadow.size, (*self.line, _SHADE))
        self._shadow.paste(layer, (0, 0), self.ellipse(x, y, rx, ry))

    def shown(self, size: int) -> Image.Image:
        """The sprite `size` pixels square, mode RGBA: each pixel has the colour most seen there."""
        box = (size, size)
        body = self._plain(size).resize(box, Image.Resampling.NEAREST)
        covered = self.image.getchannel("A").resize(box, Image.Resampling.BOX)
        body.putalpha(covered.point(lambda level: 255 if level > HALF else 0))
        sprite = self._shadow.resize(box, Image.Resampling.NEAREST)
        sprite.alpha_composite(body)
        return sprite

    def _plain(self, size: int) -> Image.Image:
        """The body at full size, mode RGB, small spots gone."""
        # The outline goes on outside, so that pixels on the silhouette are the outline's colour.
        around = Image.new("RGBA", self.image.size, self.line)
        around.alpha_composite(self.image)
        rgb = around.convert("RGB")
        tones = palette_of(colours_of(rgb))
        indices = rgb.quantize(palette=tones, dither=Image.Dither.NONE)
        factor = self.side / size
        kernel = next(kernel for most, kernel in _KERNELS if factor <= most)
        plain = Image.frombytes("L", rgb.size, indices.tobytes()).filter(ImageFilter.ModeFilter(kernel))
        tones = tones.resize(rgb.size)
        tones.frombytes(plain.tobytes())
        return tones.convert("RGB")
