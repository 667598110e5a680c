"""Slow tests are skipped only where nothing has changed that they depend on."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from tests.engine import noted

ALLOWED = {"bot.store.codec", "tests.bot.games.whole_games"}
"""The first one is hashed, too; the second one is read by a fast test alone."""


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small copy of the packages, with Ploc's sources of now noted."""
    for name in (
        "engine/core.py",
        "engine/ploc/rules.py",
        "engine/ploc/mind/search.py",
        "engine/thud/rules.py",
        "data/ploc_table.bin",
        "tests/engine/ploc/test_mind.py",
        "bot/store/codec.py",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    monkeypatch.setattr(noted, "ROOT", tmp_path)
    monkeypatch.setattr(noted, "KEPT", tmp_path / "bot/store/codec.py")
    monkeypatch.setattr(noted, "NOTED", tmp_path / "noted.json")
    monkeypatch.delenv("EVERY_TEST", raising=False)
    noted.sources.cache_clear()
    noted.NOTED.write_text(json.dumps({"ploc": noted.sources("ploc")}))
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "stays"),
    [
        ("engine/core.py", False),
        ("engine/ploc/rules.py", False),
        ("engine/ploc/mind/search.py", False),
        ("data/ploc_table.bin", False),
        ("tests/engine/ploc/test_mind.py", False),
        ("bot/store/codec.py", False),
        ("engine/ploc/new.py", False),
        ("engine/thud/rules.py", True),
    ],
)
def test_a_change_of_what_they_depend_on_makes_them_run(tree: Path, changed: str, stays: bool) -> None:
    assert noted.is_noted("ploc")
    noted.sources.cache_clear()
    (tree / changed).write_text("changed")
    assert noted.is_noted("ploc") is stays


@pytest.mark.usefixtures("tree")
def test_all_of_them_run_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    assert noted.is_noted("ploc")
    assert not noted.is_noted("thud")
    monkeypatch.setenv("EVERY_TEST", "1")
    assert not noted.is_noted("ploc")


@pytest.mark.parametrize("game", noted.GAMES)
def test_they_import_nothing_else_of_the_project(game: str) -> None:
    for path in (noted.ROOT / "tests" / "engine" / game).rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        if path.name.startswith("test_") and "mark.slow" not in source:
            continue
        for node in ast.walk(ast.parse(source)):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [name.name for name in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                if name.partition(".")[0] in ("bot", "render", "tools", "tests"):
                    assert name in ALLOWED or name.startswith("tests.engine"), path
