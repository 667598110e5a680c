"""How pictures look to people who lack one kind of cone."""

from __future__ import annotations

from functools import cache
from typing import Final, TypeAlias

from PIL import Image, ImageFilter

Matrix: TypeAlias = tuple[tuple[float, float, float], ...]

COMMON: Final = "common"

# Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency",
# IEEE Transactions on Visualization and Computer Graphics 15 (6), 2009: severity 1.0, for linear RGB.
EYES: Final[dict[str, Matrix]] = {
    COMMON: ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

GRID: Final = 33
"""So many levels of each of red, green and blue are reckoned; what is between them is interpolated."""

DARK: Final = 0.0031308
"""Up to this light, of 1, the curve of sRGB is a straight line."""


def simulate_eyes(picture: Image.Image, eyes: str) -> Image.Image:
    """A picture as those `eyes` see it, mode RGB; raises `KeyError`."""
    return picture.convert("RGB").filter(_table(eyes))


@cache
def _table(eyes: str) -> ImageFilter.Color3DLUT:
    def convert_colour(red: float, green: float, blue: float) -> tuple[float, float, float]:
        linear = tuple(map(linear_of, (red, green, blue)))
        one, two, three = (
            _encode_srgb(
                min(1.0, max(0.0, sum(share * part for share, part in zip(row, linear, strict=True))))
            )
            for row in EYES[eyes]
        )
        return one, two, three

    return ImageFilter.Color3DLUT.generate(GRID, convert_colour)


def linear_of(part: float) -> float:
    """A part of a colour in 0..1, decoded as IEC 61966-2-1 (sRGB) says."""
    return part / 12.92 if part <= DARK * 12.92 else pow((part + 0.055) / 1.055, 2.4)


def _encode_srgb(part: float) -> float:
    return part * 12.92 if part <= DARK else 1.055 * pow(part, 1 / 2.4) - 0.055
