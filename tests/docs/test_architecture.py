"""The map shows the house that is there."""

from __future__ import annotations

import re

from tests.docs.pages import ROOT, read

PATH = re.compile(r"`([a-z_]+(?:/[a-z_]+)*(?:/|\.py|\.md|\.toml))`")
FLOORS = ("bot", "data", "docs", "engine", "render", "tests", "tools")


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
