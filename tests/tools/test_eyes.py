"""Contact sheets for those who lack one kind of cone show what they see."""

from __future__ import annotations

import pytest
from PIL import Image

from render.kit.canvas import RGB
from tests.render.eyes import difference
from tools.gallery.eyes import COMMON, EYES, simulate_eyes

CLOSE = 2.3
"""A difference in CIELAB that is just noticed side by side."""

COLOURS: tuple[RGB, ...] = (
    (0, 0, 0),
    (255, 255, 255),
    (74, 44, 29),
    (176, 50, 36),
    (14, 124, 120),
    (88, 48, 150),
    (250, 176, 30),
)


def through(eyes: str, colour: RGB) -> RGB:
    red, green, blue = tuple(simulate_eyes(Image.new("RGB", (1, 1), colour), eyes).tobytes())
    return red, green, blue


@pytest.mark.parametrize("colour", COLOURS)
def test_whoever_lacks_no_cone_sees_the_picture_as_it_is(colour: RGB) -> None:
    assert difference(through(COMMON, colour), colour, COMMON) < CLOSE


@pytest.mark.parametrize("eyes", [eyes for eyes in EYES if eyes != COMMON])
@pytest.mark.parametrize("grey", [0, 90, 255])
def test_nobody_sees_colours_in_grey(grey: int, eyes: str) -> None:
    assert difference(through(eyes, (grey, grey, grey)), (grey, grey, grey), COMMON) < CLOSE


def test_without_red_cones_brick_comes_close_to_moss() -> None:
    brick, moss = (190, 60, 40), (60, 100, 40)
    far = difference(brick, moss, COMMON)
    assert difference(through("protan", brick), through("protan", moss), COMMON) < far / 3
    assert difference(through("tritan", brick), through("tritan", moss), COMMON) > far / 2
