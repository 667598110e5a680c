"""The docs show the games as the bot paints them today."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from tests.render.regenerate import changed
from tools.gallery.docs import FOLDER, PICTURES


@pytest.mark.parametrize("file", PICTURES)
def test_a_file_of_the_docs_looks_as_it_is_made_now(file: str) -> None:
    """Make them anew with `python -m tools.gallery.docs`."""
    with Image.open(FOLDER / file) as shown, Image.open(BytesIO(PICTURES[file]())) as now:
        frames = getattr(shown, "n_frames", 1)
        assert (shown.size, frames) == (now.size, getattr(now, "n_frames", 1))
        assert frames > 10 or file.endswith(".png")
        for frame in {0, frames // 2, frames - 1}:
            shown.seek(frame)
            now.seek(frame)
            # A different release of FreeType may move the edge of a letter.
            assert changed(shown.convert("RGB"), now.convert("RGB")).histogram()[255] < 60
