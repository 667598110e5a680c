"""Which levels have to play for their order again: those whose game has changed since they did.

    python -m tests.engine.ladder

notes that they have, once the slow tests of `measured` games have passed.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
NOTED: Final = Path(__file__).with_name("ladder.json")
"""By game, the hash of the sources with which its levels were last found in order."""

GAMES: Final = ("ploc", "thrag", "trogdor")


def sources(game: str) -> str:
    """A hash of all that the levels of a game depend on."""
    shared = [*(ROOT / "engine").glob("*.py"), *(ROOT / "engine" / "commands").glob("*.py")]
    own = [path for path in (ROOT / "engine" / game).rglob("*") if path.suffix != ".pyc" and path.is_file()]
    digest = sha256()
    tried = ROOT / "tests" / "engine" / game / "test_mind.py"
    for path in sorted([*shared, *own, *(ROOT / "data").glob(f"{game}*"), tried]):
        if path.is_file():
            digest.update(f"\n{path.relative_to(ROOT).as_posix()}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def skip_if_noted(game: str) -> pytest.MarkDecorator:
    """The mark of tests that let the levels of a game play against each other, for minutes."""
    noted: dict[str, str] = json.loads(NOTED.read_text(encoding="utf-8"))
    return pytest.mark.skipif(
        noted.get(game) == sources(game), reason="its levels have played with these sources"
    )


if __name__ == "__main__":
    NOTED.write_text(json.dumps({game: sources(game) for game in GAMES}, indent=2) + "\n", encoding="utf-8")
