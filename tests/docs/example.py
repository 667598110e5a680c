"""The examples of docs/adding-a-game.md and docs/adding-a-feature.md, put into copies of the project."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.docs.pages import ROOT, Block, blocks, read

PAGE = read("docs/adding-a-game.md")
_COPIED = ("bot", "data", "docs", "engine", "render", "tests", "tools", ".github", ".ci")


def titled_blocks(page: str = PAGE) -> list[tuple[str, Block]]:
    """The blocks of a page that belong to a file, each with the file's path."""
    found = ((*block.info.partition(" title="), block) for block in blocks(page))
    return [(path, block) for _, mark, path, block in found if mark]


def add_example(folder: Path, page: str = PAGE, *, leave_out: str = "") -> None:
    """A copy of the project with the example in it, as the page says; `leave_out` is a file forgotten."""
    copy_project(folder)
    for path, block in titled_blocks(page):
        if path == leave_out:
            continue
        target = folder / path
        if block.info.startswith("diff"):
            text = apply_diff(target.read_text(encoding="utf-8"), block.text, path)
            target.write_text(text, encoding="utf-8")
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


def apply_diff(text: str, diff: str, path: str = "") -> str:
    """The text with each part of a diff applied; raises `ValueError` where one does not fit exactly once.

    A line with `…` stands for one line or more that look so.
    """
    for part in diff.split("@@\n"):
        lines = part.splitlines(keepends=True)
        before = "".join(f"({_form(line[1:])})" for line in lines if line[0] in " -")
        found = list(re.finditer(f"^{before}", text, re.MULTILINE))
        if len(found) != 1:
            told = "the page no longer fits: bring its diff up to date"
            raise ValueError(f"{path}: {told}; this part fits {len(found)} times:\n{part}")
        (match,) = found
        kept = iter(match.groups())
        after = "".join(_after(line, "" if line[0] == "+" else next(kept)) for line in lines)
        text = text[: match.start()] + after + text[match.end() :]
    return text


def _form(line: str) -> str:
    exact = ".*".join(map(re.escape, line.split("…")))
    return f"(?:{exact})+" if "…" in line else exact


def _after(line: str, kept: str) -> str:
    """What a line of a diff leaves: what is added, or what was `kept` of the text."""
    return line[1:] if line[0] == "+" else kept if line[0] == " " else ""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """`python -m ...` in the copy."""
    return _python(folder, "-m", *arguments)


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    """The import contracts in the copy; import-linter cannot be run as a module."""
    return _python(folder, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()")


def _python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *arguments]
    return subprocess.run(  # noqa: S603 - our own commands
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=600
    )
