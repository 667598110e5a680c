"""The top level is as it was given, and nothing is left lying about."""

from __future__ import annotations

import subprocess

import pytest

from tests.project.tracked import ROOT, tracked

GIVEN = {"pyproject.toml", "bot", "engine", "render", "data", "tests", ".env.example", "Procfile"}
ADDED = {
    ".ci",
    ".github",
    ".gitignore",
    ".pre-commit-config.yaml",
    "CHANGELOG.md",
    "Containerfile",
    "LICENSE",
    "Makefile",
    "README.md",
    "docs",
    "requirements-dev.txt",
    "requirements-playground.txt",
    "requirements.txt",
    "tools",
}


def test_the_top_level_is_as_given() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in tracked()} == GIVEN | ADDED


@pytest.mark.parametrize(
    "name", [".env", "taproom.db", "taproom.db-wal", "taproom.old-1.db", ".venv/bin", "build/gallery"]
)
def test_what_belongs_to_one_machine_is_not_taken_by_git(name: str) -> None:
    tracked()
    done = subprocess.run(["git", "check-ignore", "-q", name], cwd=ROOT, check=False, timeout=60)  # noqa: S603, S607
    assert done.returncode == 0


def test_the_bot_is_one_worker() -> None:
    assert (ROOT / "Procfile").read_text(encoding="utf-8") == "worker: python -m bot\n"


def test_the_container_has_every_folder_that_the_bot_needs() -> None:
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    copied = [line.split()[1] for line in text.splitlines() if line.startswith("COPY")]
    assert copied == ["requirements.txt", "bot", "engine", "render", "data", "docs/games"]


def test_no_file_is_large() -> None:
    assert [path.name for path in tracked() if path.stat().st_size > 1_000_000] == []
