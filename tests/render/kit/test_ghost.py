"""A ghost is the same picture in paler colours, in which what is written and marked stays as it is."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageStat

from bot.games.catalogue import CATALOGUE
from render.kit.canvas import TABLE, png
from render.kit.ghost import KEPT, ghost_palette
from render.kit.hint import ADVISED, DANGER, PLAYED
from tools.gallery.games import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_a_ghost_differs_in_nothing_but_its_palette_and_is_lighter(game: str) -> None:
    view, sheet = GAMES[game].pictures["start"]
    image = CATALOGUE[game].drawing.paint(view, sheet)
    plain, ghost = (Image.open(BytesIO(data)) for data in (png(image), png(image, ghost_palette)))
    assert plain.tobytes() == ghost.tobytes()
    light = [ImageStat.Stat(one.convert("L")).mean[0] for one in (plain, ghost)]
    assert light[1] > light[0] * 1.15


def test_marks_and_words_keep_their_colours_and_what_they_lie_on_does_not() -> None:
    for name in (*ADVISED, *DANGER, *PLAYED, "night"):
        assert name in KEPT
        assert ghost_palette(bytes(TABLE[name])) == bytes(TABLE[name])
    for name in ("field", "walnut", "brass"):
        assert ghost_palette(bytes(TABLE[name])) != bytes(TABLE[name])
