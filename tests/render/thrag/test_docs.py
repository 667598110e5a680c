"""The docs show Thrag as the bot paints it today, in positions that can come about."""

from __future__ import annotations

import pytest

from tests.render.docs import check_picture
from tools.gallery.thrag_docs import STATES, pictures


@pytest.mark.parametrize("name", STATES)
def test_a_picture_of_the_docs_looks_as_it_is_painted_now(name: str) -> None:
    """Paint them anew with `python -m tools.gallery.thrag_docs`."""
    check_picture(f"thrag-{name}.png", pictures())
