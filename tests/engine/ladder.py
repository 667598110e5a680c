"""Decides which games' levels must be compared again: those whose sources changed since the last time.

    python -m tests.engine.ladder

notes that they have, once the slow tests of a game (see `skip_if_noted`) have passed.
"""

from __future__ import annotations

import ast
import json
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
NOTED: Final = Path(__file__).with_name("ladder.json")
"""By game, the hash of the sources with which its levels were last found in order."""

GAMES: Final = ("ploc", "thrag", "trogdor")

TELLING: Final = {"diagram.py", "facts.py", "luck.py", "phrases.py", "reasons.py"}
"""The modules that tell about choices; no rule and no mind imports them."""


def sources(game: str) -> str:
    """A hash of all sources that the levels of a game depend on, without comments and docstrings."""
    shared = (ROOT / "engine").glob("*.py")
    own = [path for path in (ROOT / "engine" / game).rglob("*") if path.suffix != ".pyc" and path.is_file()]
    own = [path for path in own if path.name not in TELLING]
    digest = sha256()
    tried = ROOT / "tests" / "engine" / game / "test_mind.py"
    for path in sorted([*shared, *own, *(ROOT / "data").glob(f"{game}*"), tried]):
        if path.is_file():
            digest.update(f"\n{path.relative_to(ROOT).as_posix()}\n".encode() + _code_of(path))
    return digest.hexdigest()


def _code_of(path: Path) -> bytes:
    """The syntax tree of a module without docstrings; any other file as it is."""
    if path.suffix != ".py":
        return path.read_bytes()
    tree = ast.parse(path.read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = [part for part in node.body if not _is_text(part)]
    return ast.dump(tree).encode()


def _is_text(part: ast.stmt) -> bool:
    return isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)


def skip_if_noted(game: str) -> None:
    """Skip a test of levels, which takes minutes, if the sources are unchanged."""
    noted: dict[str, str] = json.loads(NOTED.read_text(encoding="utf-8"))
    if noted.get(game) == sources(game):
        pytest.skip("its levels have played with these sources")


if __name__ == "__main__":
    NOTED.write_text(json.dumps({game: sources(game) for game in GAMES}, indent=2) + "\n", encoding="utf-8")
