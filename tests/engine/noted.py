"""Decides which slow tests of engines must run again: those whose sources changed since they last passed.

They play thousands of seeded games, so with the same sources they come out the same, after many minutes. They
are those in the folder of a game, and those with the mark `noted`.

    python -m tests.engine.noted

notes the sources of today, once the slow tests of every changed game have passed.
"""

from __future__ import annotations

import json
import os
import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
NOTED: Final = Path(__file__).with_name("noted.json")
"""By game, the hash of the sources with which its slow tests last passed."""

ENGINES: Final = "engine", "data", "tests/engine"
"""Where each game has a folder; all else there is for every game."""

GAMES: Final = ("koom", "ploc", "thrag", "thud", "trogdor")

BESIDE: Final = (
    "bot/games/puzzle.py",
    "bot/store/codec.py",
    "requirements-dev.txt",
    "tests/tools/test_arena_command.py",
    "tests/tools/test_fast.py",
    "tests/tools/test_puzzles.py",
    "tools/arena",
    "tools/fast",
    "tools/puzzles",
    "tools/selfplay",
)
"""What tests with the mark need besides engines, such as the compiler of minds."""


RELATED: Final = {"thud": {"koom"}, "koom": {"thud"}}
"""Games that use each other's files."""


def is_of_another(game: str, path: Path) -> bool:
    """Whether a file belongs to another game: it or a folder above has its name."""
    others = {*GAMES} - {game} - RELATED.get(game, set())
    return any(re.split(r"[_.]", part)[0] in others for part in path.parts)


def files_of(game: str) -> list[Path]:
    """All files that the slow tests of a game depend on."""
    roots = [ROOT / name for name in (*ENGINES, *BESIDE)]
    found = {path for root in roots for path in ([root] if root.is_file() else root.rglob("*"))}
    return sorted(
        path
        for path in found - {NOTED}
        if path.is_file()
        and path.suffix not in {".pyc", ".so"}
        and not is_of_another(game, path.relative_to(ROOT))
    )


@cache
def sources(game: str) -> str:
    """A hash of these files."""
    digest = sha256()
    for path in files_of(game):
        digest.update(f"\n{path.relative_to(ROOT).as_posix()}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def is_noted(game: str) -> bool:
    """Whether the slow tests of a game have passed with its sources; never with EVERY_TEST=1."""
    noted: dict[str, str] = json.loads(NOTED.read_text(encoding="utf-8"))
    return noted.get(game) == sources(game) and not os.environ.get("EVERY_TEST")


if __name__ == "__main__":
    NOTED.write_text(json.dumps({game: sources(game) for game in GAMES}, indent=2) + "\n", encoding="utf-8")
