"""A ghost is the same picture in paler colours, in which what is written and marked still stands out."""

from __future__ import annotations

from io import BytesIO
from itertools import chain

import pytest
from PIL import Image

from bot.games.catalogue import CATALOGUE
from render.kit.canvas import TABLE, png
from render.kit.ghost import pale
from render.kit.hint import ADVISED, DANGER
from tests.render.eyes import EYES, contrast, lightness
from tests.render.pictures import GAMES


def paled(name: str) -> tuple[int, int, int]:
    red, green, blue = pale(bytes(TABLE[name]))
    return red, green, blue


@pytest.mark.parametrize("game", GAMES)
def test_a_ghost_differs_in_nothing_but_its_palette_and_is_lighter(game: str) -> None:
    view, sheet = GAMES[game].pictures["start"]
    image = CATALOGUE[game].paint(view, sheet)
    plain, ghost = (Image.open(BytesIO(data)) for data in (png(image), png(image, pale)))
    assert plain.tobytes() == ghost.tobytes()
    assert pale(bytes(plain.getpalette() or ())) == bytes(ghost.getpalette() or ())
    assert len(png(image, pale)) == len(png(image))
    grey = [sum(chain.from_iterable([one.convert("L").tobytes()])) for one in (plain, ghost)]
    assert grey[1] > grey[0] * 1.2


@pytest.mark.parametrize("eyes", EYES)
def test_words_and_marks_stand_out_in_a_ghost_too(eyes: str) -> None:
    for under, over in (ADVISED, DANGER, ("night", "cream"), ("night", "amber")):
        assert contrast(paled(under), paled(over), eyes) >= 3, (under, over)
    assert lightness(paled("night"), eyes) > lightness(TABLE["night"], eyes) + 10
