"""Pictures of the docs beside what is painted today."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO

from PIL import Image

from tests.render.regenerate import changed
from tools.gallery.docs import FOLDER


def check_picture(file: str, painted: Mapping[str, bytes]) -> None:
    """That a picture of the docs looks as it is painted now."""
    with Image.open(FOLDER / file) as shown, Image.open(BytesIO(painted[file])) as now:
        assert shown.size == now.size
        # A different release of FreeType may move the edge of a letter.
        assert changed(shown, now).histogram()[255] < 60
