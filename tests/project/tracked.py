"""The project's own files: what is committed, and what would be with `git add`."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CODE = ("bot", "data", "engine", "render")


@cache
def tracked_files() -> tuple[Path, ...]:
    """Every file that git knows or would take; the test is left out where there is no git."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git repository")
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)  # noqa: S603
    paths = (ROOT / name for name in done.stdout.split("\0") if name)
    return tuple(sorted(path for path in paths if path.is_file()))


NUMBERS = (".bin",)
"""How the names of files end that hold numbers, byte by byte."""


def texts() -> dict[str, str]:
    """Every file of text, by its path from the root."""
    found = {}
    for path in tracked_files():
        content = path.read_bytes()
        if b"\0" not in content and path.suffix not in NUMBERS:
            found[path.relative_to(ROOT).as_posix()] = content.decode("utf-8")
    return found


def modules(*folders: str) -> list[Path]:
    """Every Python file below these folders of the root."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))
