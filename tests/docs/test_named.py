"""What the docs tell people to run or to look at exists: files, targets of make, commands."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from bot.__main__ import main as bot
from engine.__main__ import main as engine
from tests.docs.pages import PAGES, ROOT, blocks, read

MADE_THERE: Final = {"docs/adding-a-game.md", "docs/adding-a-feature.md"}
"""Pages whose reader makes the files; a test follows each of them."""

BUILT: Final = {"render/sprites.bin"}
"""Files that a checkout does not have yet."""

FILE: Final = re.compile(r"(?:bot|engine|render|data|tests|tools|docs|\.github)/[\w./-]+")
RUN: Final[dict[str, Callable[[list[str]], object]]] = {
    r"python -m bot": bot,
    r"^(?:\S*/)?taproom": bot,
    r"python -m engine": engine,
}
"""How a command begins, and what runs it."""


def code(page: Path) -> list[str]:
    """Every line of code of a page, in a block or in a sentence."""
    text = page.read_text(encoding="utf-8")
    return [
        *re.findall(r"`([^`\n]+)`", text),
        *(line for block in blocks(text) for line in block.text.split("\n")),
    ]


def found_in(pattern: str) -> set[str]:
    return {name for page in PAGES for line in code(page) for name in re.findall(pattern, line)}


def test_every_file_that_is_named_exists() -> None:
    missing = [
        f"{page.relative_to(ROOT)}: {name}"
        for page in PAGES
        if page.relative_to(ROOT).as_posix() not in MADE_THERE
        for name in code(page)
        if FILE.fullmatch(name)
        and name not in BUILT
        and not any((folder / name).exists() for folder in (ROOT, ROOT / "docs"))
    ]
    assert missing == []


@pytest.mark.parametrize("begin", RUN)
def test_every_command_that_is_named_exists(begin: str, capsys: pytest.CaptureFixture[str]) -> None:
    names = found_in(begin + r" ([a-z]+)\b")
    assert names
    for name in names:
        with pytest.raises(SystemExit) as ended:
            RUN[begin]([name, "--help"])
        assert ended.value.code == 0, capsys.readouterr().err


def test_every_target_of_make_that_is_named_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", read("Makefile"), re.MULTILINE))
    named = found_in(r"(?:^|\s)make ([a-z-]+)\b")
    assert named
    assert named - targets == set()
