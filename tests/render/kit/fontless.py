"""A machine on which no other font is installed than the typefaces of the pictures."""

# ruff: noqa: SLF001 - what was found on this machine is forgotten

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from render.kit import canvas, names, scripts
from render.kit.cache import PAINTED


@contextmanager
def only_fonts_in(*folders: Path) -> Iterator[None]:
    """Within it there are no other fonts than those in the folders."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scripts, "folders", lambda: iter(folders))
        _look_again()
        yield
    _look_again()


def _look_again() -> None:
    for function in (
        scripts._files,
        scripts._open,
        scripts.has_letter,
        canvas._runs,
        canvas._advance,
        names.drawable_names,
    ):
        function.cache_clear()
    PAINTED.clear()
