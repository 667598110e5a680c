from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from render.card.paint import WIDTH
from tools.gallery.__main__ import PHONE, WALLS, hang


@pytest.mark.slow
def test_the_gallery_hangs_every_picture_at_both_sizes_on_both_themes(tmp_path: Path) -> None:
    paths = hang(tmp_path / "new" / "gallery")
    assert len(paths) == 4 * len(WALLS)
    for path in paths:
        with Image.open(path) as contact:
            assert contact.width in {4 * (width + 16) + 16 for width in (PHONE, WIDTH)}
