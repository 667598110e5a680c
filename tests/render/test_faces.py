"""The faces of the bots differ in outline and lightness, at every size and in every vision."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.mind import LEVELS
from render.kit.canvas import TABLE
from render.portraits import FACES, medallion, portrait
from render.portraits.faces import GROUNDS
from render.trogdor.colours import PALETTE
from tests.render.eyes import EYES, contrast, lightness

PAIRS = list(combinations(FACES, 2))


def test_every_bot_has_a_face() -> None:
    assert tuple(FACES) == LEVELS
    assert set(GROUNDS) == set(LEVELS)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_what_is_behind_them_differs_in_lightness_for_every_eye(one: str, other: str, eyes: str) -> None:
    assert abs(lightness(GROUNDS[one], eyes) - lightness(GROUNDS[other], eyes)) >= 9


@pytest.mark.parametrize("size", [64, 32])
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_they_are_told_apart_without_colour_as_small_as_phones_show_them(
    one: str, other: str, size: int
) -> None:
    """A third of the pixels of two faces differ by a fifth of the way from black to white, or more."""
    grey = [portrait(who, size).convert("RGB").convert("L") for who in (one, other)]
    apart = ImageChops.difference(*grey).point(lambda level: 255 if level >= 51 else 0)
    assert ImageStat.Stat(apart).mean[0] / 255 >= 0.25


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("ground", ["walnut", "walnut-lit", "field", "night"])
def test_the_rim_is_seen_on_every_ground(ground: str, eyes: str) -> None:
    assert contrast(TABLE["brass"], TABLE[ground], eyes) >= 3


def test_a_face_keeps_to_the_palette_of_its_picture() -> None:
    tile = medallion("pip", 44, "walnut", PALETTE)
    assert tile.mode == "P"
    assert tile.size == (44, 44)
    assert isinstance(tile, Image.Image)
    ground = PALETTE.index("walnut")
    assert tile.getpixel((0, 0)) == ground
