"""The example of docs/adding-a-game.md, put into a copy of the project."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tests.docs.pages import ROOT, Block, blocks, read

PAGE = read("docs/adding-a-game.md")
_COPIED = ("bot", "data", "docs", "engine", "render", "tests", ".github", ".ci")


def titled() -> list[tuple[str, Block]]:
    """The blocks that belong to a file, each with the file's path."""
    found = ((*block.info.partition(" title="), block) for block in blocks(PAGE))
    return [(path, block) for _, mark, path, block in found if mark]


def add_example(folder: Path, *, leave_out: str = "") -> None:
    """A copy of the project with the example in it, as the page says; `leave_out` is a file forgotten."""
    copy_project(folder)
    for path, block in titled():
        if path == leave_out:
            continue
        target = folder / path
        if block.info.startswith("diff"):
            target.write_text(patched(target.read_text(encoding="utf-8"), block.text), encoding="utf-8")
        else:
            assert not target.exists(), f"{path} would be overwritten"
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(block.text, encoding="utf-8")


def copy_project(folder: Path) -> None:
    for name in _COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in ROOT.iterdir():
        if path.is_file() and path.suffix not in {".db", ".db-wal", ".db-shm"} and path.name != ".env":
            shutil.copy(path, folder / path.name)


def patched(text: str, diff: str) -> str:
    """The text with each part of a diff applied; raises `ValueError` where one does not fit exactly once."""
    for part in diff.split("@@\n"):
        lines = part.splitlines(keepends=True)
        before = "".join(line[1:] for line in lines if line[0] in " -")
        after = "".join(line[1:] for line in lines if line[0] in " +")
        if text.count(before) != 1:
            raise ValueError(f"fits {text.count(before)} times:\n{part}")
        text = text.replace(before, after)
    return text


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """`python -m ...` in the copy."""
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(  # noqa: S603 - our own commands
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=600
    )
