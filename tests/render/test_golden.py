from __future__ import annotations

from pathlib import Path

import pytest

from engine.octagon.board import BY_NAME
from render.octagon.board import corner
from render.octagon.colours import PALETTE
from tests.render.regenerate import (
    GOLDEN,
    NAMES,
    changed_pixels,
    compare,
    differences,
    golden_picture,
    paint_picture,
    where,
)


@pytest.mark.parametrize("picture", NAMES)
def test_a_picture_looks_as_it_did(picture: str, tmp_path: Path) -> None:
    assert golden_picture(picture).size == paint_picture(picture).size
    # A different release of FreeType may move the edge of a letter; a piece or a mark is hundreds of pixels.
    places = differences(picture)
    assert set(places) <= {"frame"}, compare(picture, tmp_path)
    assert places.get("frame", 0) < 60, compare(picture, tmp_path)


def test_every_golden_picture_is_compared() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(NAMES)


def test_a_golden_picture_that_changed_is_told_square_by_square() -> None:
    spoilt = paint_picture("thud-hurl")
    x, y = corner(BY_NAME["A6"], turned=False)
    spoilt.paste(PALETTE.index("teal"), (x + 20, y + 20, x + 30, y + 30))
    assert where(changed_pixels(paint_picture("thud-hurl"), spoilt)) == {"A6": 100}


def test_a_golden_picture_that_is_the_same_is_told_in_one_word(tmp_path: Path) -> None:
    assert compare("thud-hurl", tmp_path) == "thud-hurl: same"
    assert list(tmp_path.iterdir()) == []
