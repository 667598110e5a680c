"""Colours with names: what every game's table has in common, and the fixed palette that a game draws with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Final, TypeAlias

from PIL import Image

RGB: TypeAlias = tuple[int, int, int]

LIMIT: Final = 128
"""The most colours that a palette may hold, blends included."""


def rgb(code: str) -> RGB:
    """The colour written as six hex digits, `3a2416`."""
    red, green, blue = bytes.fromhex(code)
    return red, green, blue


def mix(under: RGB, over: RGB, share: float) -> RGB:
    """`under` covered by `over` to the share 0..1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(under, over, strict=True))
    return red, green, blue


def between(under: RGB, over: RGB, steps: int) -> list[RGB]:
    """`steps` colours evenly on the way from `under` to `over`, both ends left out."""
    return [mix(under, over, step / (steps + 1)) for step in range(1, steps + 1)]


def colours_of(image: Image.Image) -> list[RGB]:
    """The colours in a picture of mode RGB, none if there are more than 256."""
    found = image.getcolors(256) or []
    return [colour for _, colour in found if isinstance(colour, tuple) and len(colour) == 3]  # noqa: PLR2004 - RGB


def palette_of(colours: Iterable[RGB]) -> Image.Image:
    """A palette image of one pixel, as `quantize` wants it."""
    image = Image.new("P", (1, 1))
    image.putpalette(bytes(chain.from_iterable(colours)))
    return image


TABLE: Final[Mapping[str, RGB]] = {
    "night": rgb("20130b"),  # the caption strip
    "walnut": rgb("352013"),  # the table's edge
    "walnut-lit": rgb("5f3e26"),
    "walnut-deep": rgb("281709"),
    "field": rgb("684630"),  # the table's top
    "field-grain": rgb("603f2a"),
    "field-deep": rgb("4b2f1e"),
    "brass": rgb("c8a35c"),
    "brass-deep": rgb("8a6a38"),
    "cream": rgb("f4e7ca"),  # figures and titles
    "muted": rgb("b59d7f"),  # what is small
    "ink": rgb("15100d"),
    "amber": rgb("ffb42a"),  # the last move
    "lamplight": rgb("ffd27a"),
    "amber-deep": rgb("a8660a"),
    "teal": rgb("00857f"),  # what can be done now
    "teal-lit": rgb("c6ece2"),
    "brick": rgb("b03a2a"),  # danger
}
"""What all games share: one table in one tavern, and one language of marks."""


@dataclass(frozen=True, eq=False)
class Palette:
    """A game's fixed palette: its named colours first, then the blends that soften their edges.

    Raises `ValueError` when there are more than `LIMIT` colours.
    """

    named: Mapping[str, RGB]
    blends: Iterable[RGB] = ()
    colours: tuple[RGB, ...] = field(init=False)
    _swatch: Image.Image = field(init=False, repr=False)

    def __post_init__(self) -> None:
        colours = tuple(dict.fromkeys(chain(self.named.values(), self.blends)))
        if len(colours) > LIMIT:
            raise ValueError(f"{len(colours)} colours, at most {LIMIT}")
        object.__setattr__(self, "colours", colours)
        object.__setattr__(self, "_swatch", self.blank((1, 1), "ink"))

    def __getitem__(self, name: str) -> RGB:
        """The colour called `name`; raises `KeyError`."""
        return self.named[name]

    def index(self, name: str) -> int:
        """The palette index of the colour called `name`; raises `KeyError`."""
        return self.colours.index(self.named[name])

    def nearest(self, colour: RGB) -> int:
        """The palette index that comes closest to `colour`."""
        apart = [sum((a - b) ** 2 for a, b in zip(one, colour, strict=True)) for one in self.colours]
        return apart.index(min(apart))

    def blank(self, size: tuple[int, int], name: str) -> Image.Image:
        """A palette image of `size` pixels, all of one colour."""
        return self.adopted(Image.new("P", size, self.index(name)))

    def quantised(self, image: Image.Image) -> Image.Image:
        """An opaque RGB picture in this palette, each pixel its nearest colour, without dithering."""
        indices = image.quantize(palette=self._swatch, dither=Image.Dither.NONE)
        return self.adopted(indices)

    def adopted(self, indices: Image.Image) -> Image.Image:
        """Bytes that are palette indices already (mode L or P) as an image of this palette."""
        image = Image.frombytes("P", indices.size, indices.tobytes())
        image.putpalette(bytes(chain.from_iterable(self.colours)))
        image.load()  # now, because a cached image may first be used by two threads at once
        return image
