from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from PIL import Image

from render.card.paint import WIDTH
from tools.gallery.__main__ import GROUNDS, PHONE, WALLS, hang
from tools.gallery.eyes import EYES


@pytest.mark.slow
def test_the_gallery_hangs_every_picture_at_both_sizes_on_both_themes_and_for_all_eyes(
    tmp_path: Path,
) -> None:
    paths = hang(tmp_path / "new" / "gallery")
    for path in paths:
        with Image.open(path) as contact:
            assert contact.width in {4 * (width + 16) + 16 for width in (PHONE, WIDTH)}
    there = Counter(path.name.partition("-")[0] for path in paths)
    assert there == dict.fromkeys(WALLS, 2 * len(GROUNDS) + len(EYES) - 1)
