"""The docs show Ploc as the bot paints it today, in positions that can come about."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from tests.render.regenerate import changed
from tools.gallery.ploc_docs import FOLDER, GAME, STATES, pictures


@pytest.mark.parametrize("name", STATES)
def test_a_picture_of_the_docs_looks_as_it_is_painted_now(name: str) -> None:
    """Paint them anew with `python -m tools.gallery.ploc_docs`."""
    file = f"ploc-{name}.png"
    with Image.open(FOLDER / file) as shown, Image.open(BytesIO(pictures()[file])) as now:
        assert shown.size == now.size
        # A different release of FreeType may move the edge of a letter.
        assert changed(shown, now).histogram()[255] < 60


@pytest.mark.parametrize("name", STATES)
def test_what_is_shown_breaks_no_rule(name: str) -> None:
    assert GAME.game.check(STATES[name][0]) == ()
