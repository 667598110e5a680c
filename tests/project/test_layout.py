"""Nothing is left lying about, and what is shipped is whole."""

from __future__ import annotations

import subprocess

import pytest

from tests.project.tracked import ROOT, tracked_files


@pytest.mark.parametrize(
    "name", [".env", "taproom.db", "taproom.db-wal", "taproom.old-1.db", ".venv/bin", "build/gallery"]
)
def test_what_belongs_to_one_machine_is_not_taken_by_git(name: str) -> None:
    tracked_files()
    done = subprocess.run(["git", "check-ignore", "-q", name], cwd=ROOT, check=False, timeout=60)  # noqa: S603, S607
    assert done.returncode == 0


def test_no_file_is_large() -> None:
    assert [path.name for path in tracked_files() if path.stat().st_size > 1_000_000] == []
