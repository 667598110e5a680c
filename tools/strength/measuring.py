"""Playing a match as its command says, with what was played before kept until a source changes."""

from __future__ import annotations

import json
import os
import subprocess
from hashlib import sha256
from pathlib import Path
from time import process_time
from typing import Final

from tools.fast.copy import ROOT, command, fingerprint
from tools.strength.bars import Record
from tools.strength.matches import Match

KEPT: Final = ROOT / "build" / "strength"
"""Where results wait for the rest of the page; a run that was broken off goes on from there."""

ADDITIONS: Final = 10_000_000


def record(match: Match, fast: Path | None, jobs: int) -> Record:
    """What the arena says of a match; raises `CalledProcessError` if it fails."""
    folder = ROOT if match.plain or fast is None else fast
    sources = fingerprint(folder, ("data", f"engine/{match.game}", "engine/commands", "tools/arena"))
    shared = [path.read_text(encoding="utf-8") for path in sorted((folder / "engine").glob("*.py"))]
    key = json.dumps([match.arguments, str(folder.relative_to(ROOT)), sources, shared])
    kept = KEPT / f"{sha256(key.encode()).hexdigest()[:16]}.json"
    if not kept.is_file():
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(_played(match, folder, jobs, kept.with_suffix(".games")), encoding="utf-8")
    found: Record = json.loads(kept.read_text(encoding="utf-8"))
    return found


def _played(match: Match, folder: Path, jobs: int, games: Path) -> str:
    words = command("-m", "engine", *match.arguments, "--json", "--jobs", str(jobs), "--kept", str(games))
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(  # noqa: S603 - our own module
        words, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout


def yardstick() -> float:
    """Seconds that this machine takes for ten million additions in plain Python."""
    before, total = process_time(), 0
    for number in range(ADDITIONS):
        total += number
    return process_time() - before
