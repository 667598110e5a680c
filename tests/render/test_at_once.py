"""Pictures are painted by several threads at once: cached sprites must not suffer."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.project.tracked import ROOT
from tests.render.at_once import THREADS


def first_pictures(threads: int) -> str:
    """Return what a new process prints, in which nothing has been drawn before."""
    command = [sys.executable, "-m", "tests.render.at_once", str(threads)]
    done = subprocess.run(  # noqa: S603 - our own
        command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=300
    )
    return done.stdout


@pytest.mark.slow
def test_first_pictures_are_the_same_however_many_threads_draw_them() -> None:
    assert first_pictures(THREADS) == first_pictures(1)
