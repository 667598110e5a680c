"""The architecture page lists the existing folders, and no page names a deleted file."""

from __future__ import annotations

import re

from tests.docs.pages import PAGES, ROOT, read

PATH = re.compile(r"`([a-z_]+(?:/[a-z_]+)*(?:/|\.py|\.md|\.toml))`")
FLOORS = ("bot", "data", "docs", "engine", "render", "tests", "tools")
EXAMPLE = "seven"
"""The game that docs/adding-a-game.md adds."""


def test_every_path_of_the_map_is_there() -> None:
    """From the top, or below a folder that its row names."""
    paths = PATH.findall(read("docs/architecture.md"))
    there = {path.relative_to(ROOT).as_posix() for floor in FLOORS for path in (ROOT / floor).rglob("*")}
    assert len(paths) > 50
    lost = [
        path
        for path in (path.rstrip("/") for path in paths)
        if not (ROOT / path).exists() and not any(one.endswith(f"/{path}") for one in there)
    ]
    assert lost == []


def test_every_module_that_a_page_names_is_there() -> None:
    modules = re.compile(rf"`((?:{'|'.join(FLOORS)})/[a-z_/]+\.py)`")
    named = {(page.name, path) for page in PAGES for path in modules.findall(page.read_text("utf-8"))}
    assert [one for one in sorted(named) if EXAMPLE not in one[1] and not (ROOT / one[1]).exists()] == []
