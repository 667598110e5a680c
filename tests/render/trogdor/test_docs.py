"""The docs show Trogdor as the bot paints him today."""

from __future__ import annotations

from functools import cache
from io import BytesIO

import pytest
from PIL import Image

from tests.render.docs import check_picture
from tests.render.regenerate import changed
from tools.gallery.docs import FOLDER
from tools.gallery.trogdor_docs import land, pictures

FILMS = ("trogdor-film.gif", "trogdor-rage.gif")
PICTURES = ("start", "turn", "land", "cards", "victory", "petite-victory", "defeat")


@cache
def painted() -> dict[str, bytes]:
    return pictures()


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_of_the_docs_looks_as_it_is_painted_now(name: str) -> None:
    """Paint them anew with `python -m tools.gallery.trogdor_docs`."""
    check_picture(f"trogdor-{name}.png", painted())


@pytest.mark.parametrize("film", FILMS)
def test_a_film_of_the_docs_is_as_it_is_made_now(film: str) -> None:
    with Image.open(FOLDER / film) as shown, Image.open(BytesIO(painted()[film])) as now:
        assert (shown.size, shown.n_frames) == (now.size, now.n_frames)  # type: ignore[attr-defined] # GIFs have it
        last = shown.n_frames - 1  # type: ignore[attr-defined]
        for frame in (0, last // 2, last):
            shown.seek(frame)
            now.seek(frame)
            assert changed(shown.convert("RGB"), now.convert("RGB")).histogram()[255] < 60
    assert len(land()) > 10


def test_every_picture_is_that_of_a_file() -> None:
    assert set(painted()) == {f"trogdor-{name}.png" for name in PICTURES} | set(FILMS)
    assert all((FOLDER / file).is_file() for file in painted())
