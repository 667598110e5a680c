"""Decides which games' slow tests must run again: those whose sources changed since these tests last passed.

They play thousands of seeded games, so with the same sources they come out the same, after many minutes.

    python -m tests.engine.noted

notes the sources of today, once the slow tests of every changed game have passed.
"""

from __future__ import annotations

import json
import os
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
NOTED: Final = Path(__file__).with_name("noted.json")
"""By game, the hash of the sources with which its slow tests last passed."""

GAMES: Final = ("koom", "ploc", "thrag", "thud", "trogdor")

KEPT: Final = ROOT / "bot" / "store" / "codec.py"
"""Random games test with it that every state can be stored."""


@cache
def sources(game: str) -> str:
    """A hash of all files that the slow tests in the folder of a game depend on."""
    packages = ROOT / "engine", ROOT / "data", ROOT / "tests" / "engine"
    shared = {KEPT, *(path for package in packages for path in package.glob("*.py"))}
    own = {path for package in packages for path in (package / game).rglob("*")}
    digest = sha256()
    for path in sorted({*shared, *own, *(ROOT / "data").glob(f"{game}*")}):
        if path.is_file() and path.suffix != ".pyc":
            digest.update(f"\n{path.relative_to(ROOT).as_posix()}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def is_noted(game: str) -> bool:
    """Whether the slow tests of a game have passed with its sources; never with EVERY_TEST=1."""
    noted: dict[str, str] = json.loads(NOTED.read_text(encoding="utf-8"))
    return noted.get(game) == sources(game) and not os.environ.get("EVERY_TEST")


if __name__ == "__main__":
    NOTED.write_text(json.dumps({game: sources(game) for game in GAMES}, indent=2) + "\n", encoding="utf-8")
