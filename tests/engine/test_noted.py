"""Slow tests are skipped only where nothing has changed that they depend on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine import noted
from tests.engine.noted import ROOT
from tools.covering import imported_modules

NOTED_TESTS = re.compile(r"mark\.noted\b")
NOT_NEEDED = {
    "bot/names.py",
    "bot/ops/location.py",
    "bot/store/errors.py",
    "bot/store/model.py",
    "tests/bot/games/whole_games.py",
    "tests/conftest.py",
    "tests/exported.py",
    "tests/project/tracked.py",
    "tools/__init__.py",
}
"""What only fast tests of the same modules need, or what stores a table, not a state."""


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small copy of the packages, with Ploc's sources of now noted."""
    for name in (
        "engine/core.py",
        "engine/octagon/board.py",
        "tools/fast/copy.py",
        "tests/engine/said/speech.py",
        "tests/engine/said/thud.py",
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
    monkeypatch.setattr(noted, "NOTED", tmp_path / "noted.json")
    monkeypatch.delenv("EVERY_TEST", raising=False)
    noted.sources.cache_clear()
    noted.NOTED.write_text(json.dumps({"ploc": noted.sources("ploc")}))
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "stays"),
    [
        ("engine/core.py", False),
        ("engine/octagon/board.py", False),
        ("tools/fast/copy.py", False),
        ("tests/engine/said/speech.py", False),
        ("tests/engine/said/thud.py", True),
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


def modules_read_by(path: Path) -> Iterator[Path]:
    """The files of the project that a file imports."""
    for name in imported_modules(path.read_text(encoding="utf-8")):
        module = ROOT.joinpath(*name.split("."))
        yield from filter(Path.is_file, (module.with_suffix(".py"), module / "__init__.py"))


def modules_of(game: str) -> Iterator[Path]:
    """The modules with slow tests that are skipped when a game has not changed."""
    for path in (ROOT / "tests").rglob("test_*.py"):
        source = path.read_text(encoding="utf-8")
        folder = path.parent == ROOT / "tests" / "engine" / game
        if NOTED_TESTS.search(source) or (folder and re.search(r"mark\.(slow|sampled)\b", source)):
            yield path


@pytest.mark.parametrize("game", noted.GAMES)
def test_they_read_nothing_of_the_project_that_is_not_hashed(game: str) -> None:
    hashed = set(noted.files_of(game))
    reached, waiting = set[Path](), [*modules_of(game)]
    assert waiting
    while waiting:
        path = waiting.pop()
        name = path.relative_to(ROOT)
        if path in reached or noted.is_of_another(game, name) or name.as_posix() in NOT_NEEDED:
            continue
        reached.add(path)
        waiting += modules_read_by(path)
    missing = {path.relative_to(ROOT).as_posix() for path in reached - hashed}
    assert missing == set()
