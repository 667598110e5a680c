"""Compiled searches choose what plain ones choose, and nothing is compiled beside the sources."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from engine.registry import GAMES
from tests.project.tracked import tracked_files
from tools.fast import __main__ as fast
from tools.fast import copy as making
from tools.fast.copy import FAST, FOLDERS, PLAIN, ROOT, NoCompiler, compiled_files, copy, fingerprint

pytestmark = pytest.mark.xdist_group("fast")  # two workers would compile the same copy at once

CONTESTS = {
    "thud": ("wenna", "odo", "--games", "2", "--plies", "24"),
    "trogdor": ("wenna", "odo", "--games", "1", "--seats", "2"),
    "thrag": ("wenna", "odo", "--games", "4"),
    "ploc": ("grete", "odo", "--games", "4"),
}


def run(folder: Path, *words: str) -> str:
    """Return what Python prints with the packages of a folder."""
    done = subprocess.run(  # noqa: S603 - our own modules
        (sys.executable, "-P", *words),
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    return done.stdout


def arena(folder: Path, game: str) -> dict[str, Any]:
    """Return a contest of a game, without times."""
    record: dict[str, Any] = json.loads(run(folder, "-m", "engine", "arena", game, *CONTESTS[game], "--json"))
    for player in record["players"]:
        del player["seconds"]
    return record


@pytest.fixture(scope="module")
def compiled_copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy; skips the test without a compiler, and fails if the compiler fails.

    The C compiler does not optimize: that takes minutes, and the result does not depend on it.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MYPYC_OPT_LEVEL", "0")
        try:
            return copy(tmp_path_factory.mktemp("compiled") / "fast")
        except NoCompiler as error:
            pytest.skip(f"nothing is compiled here: {error}")


@pytest.fixture(scope="module")
def plain(compiled_copy: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the same sources without compiled modules."""
    root = tmp_path_factory.mktemp("plain")
    for folder in FOLDERS:
        shutil.copytree(
            compiled_copy / folder, root / folder, ignore=shutil.ignore_patterns("*.so", "__pycache__")
        )
    return root


@pytest.mark.slow
@pytest.mark.noted
@pytest.mark.parametrize("game", CONTESTS)
def test_compiled_and_plain_minds_choose_the_same(compiled_copy: Path, plain: Path, game: str) -> None:
    quick, slow = arena(compiled_copy, game), arena(plain, game)
    assert (quick.pop("build"), slow.pop("build")) == ("compiled", "plain")
    assert quick == slow


@pytest.mark.slow
@pytest.mark.noted("thud")
def test_the_bot_runs_from_the_copy(compiled_copy: Path) -> None:
    said = run(compiled_copy, "-c", "import bot, engine; print(bot.__file__, engine.__file__)")
    assert [Path(name).parent.parent for name in said.split()] == [compiled_copy, compiled_copy]


def test_every_mind_is_compiled_but_for_its_face() -> None:
    names = compiled_files(ROOT)
    assert {name.split("/")[1] for name in names} <= set(GAMES)
    assert not any(name.endswith("__init__.py") for name in names)
    assert set(PLAIN) <= {path.relative_to(ROOT).as_posix() for path in ROOT.glob("engine/**/*.py")}


def test_nothing_is_compiled_beside_the_sources() -> None:
    stale = [
        path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in {".so", ".pyd"}
    ]
    assert stale == []
    assert [path for path in tracked_files() if path.is_relative_to(FAST)] == []


def a_project(root: Path) -> Path:
    for folder in FOLDERS:
        (root / folder).mkdir(parents=True)
    mind = root / "engine" / "dice" / "mind"
    mind.mkdir(parents=True)
    (mind / "__init__.py").write_text("")
    (mind / "search.py").write_text("DEPTH = 1\n")
    (root / "bot" / "words.po").write_text("words")
    return root


def test_the_copy_is_made_anew_when_anything_has_changed(tmp_path: Path) -> None:
    root = a_project(tmp_path)
    assert compiled_files(root) == ["engine/dice/mind/search.py"]
    before = fingerprint(root)
    (root / "engine" / "search.pyc").write_text("made by Python")
    assert fingerprint(root) == before
    (root / "bot" / "words.po").write_text("other words")
    changed = fingerprint(root)
    (root / "engine" / "dice" / "mind" / "search.py").rename(root / "engine" / "search.py")
    assert len({before, changed, fingerprint(root)}) == 3


def test_those_who_make_it_at_once_are_not_in_each_others_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = a_project(tmp_path)
    all_of_them = Barrier(8, timeout=60)
    monkeypatch.setattr(making, "_compile", lambda _: all_of_them.wait())
    target = root / "build" / "fast"
    with ThreadPoolExecutor(8) as pool:
        compiled_copy = list(pool.map(lambda _: copy(target, root), range(8)))
    assert compiled_copy == [target] * 8
    assert (target / "engine" / "dice" / "mind" / "search.py").is_file()
    assert [path.name for path in target.parent.iterdir()] == ["fast"], "nothing else is left there"
    assert copy(target, root) == target, "and it is not made again"


def test_without_a_compiler_there_is_a_sentence_and_no_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    root = a_project(tmp_path / "project")
    with pytest.raises(NoCompiler, match="there is no C compiler"):
        copy(root / "build" / "fast", root)
    assert not (root / "build" / "fast").exists()

    def raise_no_compiler() -> Path:
        raise NoCompiler("there is no C compiler (cc)")

    monkeypatch.setattr(fast, "copy", raise_no_compiler)
    assert fast.main() == 1
    assert "there is no C compiler (cc). The bot runs without it" in capsys.readouterr().err
