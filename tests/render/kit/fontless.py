"""A context without fallback fonts."""

# ruff: noqa: SLF001 - resets the cache of installed fonts

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from render.kit import canvas, names, scripts
from render.kit.cache import PAINTED


@contextmanager
def only_fonts_in(*folders: Path) -> Iterator[None]:
    """Look for fallback fonts only in these folders, within the context."""
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
