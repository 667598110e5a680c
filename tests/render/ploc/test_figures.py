from __future__ import annotations

import pytest
from PIL import Image

from render.kit.canvas import Face, capitals, drawable_text, word
from render.ploc.colours import PALETTE
from render.ploc.figures import DigitTiles, words

COLOURS = ("walnut", "cream")


def blank(like: Image.Image) -> Image.Image:
    """As large as another, in a colour that no word has."""
    return PALETTE.blank(like.size, "teal")


@pytest.mark.parametrize("size", [22, 27])
@pytest.mark.parametrize(
    "name",
    [
        "Rowan",
        "Magdalena von Hohenfels",
        "jffy",
        "AVATo. (Ty)",
        "Bärbel",
        "Эмма",
        "V\u0323a\u0308",
        "T 9",
        "محمد علي",
        "अमित Ann",
    ],
)
def test_letters_side_by_side_look_like_the_whole_name(name: str, size: int) -> None:
    name = drawable_text(name, Face.FIGURES)
    whole = word(name, Face.FIGURES, size, COLOURS, PALETTE)
    laid, x = blank(whole), 0
    for tile in words(name, Face.FIGURES, size, COLOURS):
        laid.paste(tile, (x, 0))
        x += tile.width
    assert x == whole.width
    assert laid.tobytes() == whole.tobytes()


def test_names_share_their_letters() -> None:
    one, other = (words(name, Face.FIGURES, 27, COLOURS) for name in ("Emma", "Anna"))
    assert one[-1] is other[-1]


def test_no_letters_are_no_tiles() -> None:
    assert words("", Face.FIGURES, 27, COLOURS) == []


@pytest.mark.parametrize("text", ["0", "14", "108", "\u22123", "+12", "\u00d72"])
@pytest.mark.parametrize("size", [28, 44, 104])
def test_figures_look_like_the_whole_number(text: str, size: int) -> None:
    whole = word(text, Face.FIGURES, size, COLOURS, PALETTE)
    top, bottom = capitals(Face.FIGURES, size)
    whole = whole.crop((0, top, whole.width, bottom))
    figures, laid = DigitTiles(text, size, COLOURS), blank(whole)
    figures.paste(laid, 0, 0)
    assert (figures.width, figures.height) == whole.size
    assert laid.tobytes() == whole.tobytes()
