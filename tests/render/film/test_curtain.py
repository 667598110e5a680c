"""What lies over a board at the beginning and the end of a film."""

from __future__ import annotations

import pytest
from PIL import Image

from render.film.curtain import BESIDE, WIDE, Curtain, draw_curtain
from tools.gallery.games import GAMES

ENDS = {"thud": "over", "trogdor": "victory", "thrag": "win", "ploc": "hit", "koom": "over"}


def board(game: str) -> Image.Image:
    return GAMES[game].board(ENDS[game])


def bright(picture: Image.Image) -> int:
    return sum(level * count for level, count in enumerate(picture.convert("L").histogram()))


@pytest.mark.parametrize("game", GAMES)
def test_the_board_is_darker_behind_it_and_the_palette_is_the_games(game: str) -> None:
    before = board(game)
    untouched = before.tobytes()
    after = draw_curtain(before, Curtain("Ann wins the match by 5", "Highlights"))
    assert after.getpalette() == before.getpalette()
    assert after.size == before.size
    assert before.tobytes() == untouched
    corner = (0, 80, 120, after.height)
    assert bright(after.crop(corner)) < 0.75 * bright(before.crop(corner))


@pytest.mark.parametrize("title", ["Thud", "W" * 80, "Bartholomew the Verbose of Upper wins by one " * 4])
@pytest.mark.parametrize("wide", [560, 900])
def test_words_keep_within_the_plaque(title: str, wide: int) -> None:
    picture = board("thud").crop((0, 0, wide, 632))
    picture.putpalette(board("thud").getpalette() or ())
    emblem = Image.new("RGBA", (180, 200), (200, 40, 40, 255))
    bare, full = (draw_curtain(picture, Curtain(one, one, emblem)) for one in ("", title))
    room = min(WIDE, wide - 2 * BESIDE)
    left = (wide - room) // 2
    for box in ((0, 0, left, 632), (left + room, 0, wide, 632)):
        assert bare.crop(box).tobytes() == full.crop(box).tobytes()
    assert bare.tobytes() != full.tobytes()
