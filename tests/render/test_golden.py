from __future__ import annotations

from pathlib import Path

import pytest

from render.thud_gallery import PICTURES
from tests.render.regenerate import GOLDEN, NAMES, changed, compare, kept, painted, where


@pytest.mark.parametrize("picture", NAMES)
def test_a_picture_looks_as_it_did(picture: str, tmp_path: Path) -> None:
    old, new = kept(picture), painted(picture)
    assert old.size == new.size
    # A different release of FreeType may move the edge of a letter; a piece or a mark is hundreds of pixels.
    places = where(changed(old, new), turned=PICTURES[picture][1].turned)
    assert set(places) <= {"frame"}, compare(picture, tmp_path)
    assert places.get("frame", 0) < 60, compare(picture, tmp_path)


def test_every_golden_picture_is_compared() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == {f"thud-{picture}" for picture in NAMES}


def test_a_golden_picture_that_changed_is_told_square_by_square(tmp_path: Path) -> None:
    spoilt = painted("hurl")
    spoilt.paste(0, (60, 430, 70, 440))
    places = where(changed(painted("hurl"), spoilt))
    assert places == {"A6": 100} or set(places) == {"A6"}
    assert compare("hurl", tmp_path) == "hurl: same"
