"""`python -m tests.playthroughs FILE [--write]`: what the engine answers, against what the file says."""

from __future__ import annotations

import argparse
import difflib
import sys
from pathlib import Path

from tests.playthroughs.golden import replay_text


def main(arguments: list[str] | None = None) -> int:
    """Print the difference and, if told so, save what was played; the exit code is 1 if any is left."""
    parser = argparse.ArgumentParser(prog="python -m tests.playthroughs", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--write", action="store_true", help="save the answers; read the difference first")
    given = parser.parse_args(arguments)
    before = given.file.read_text(encoding="utf-8")
    try:
        after = replay_text(before)
    except ValueError as error:
        print(f"{given.file}: {error}", file=sys.stderr)
        return 2
    sys.stdout.writelines(
        difflib.unified_diff(
            before.splitlines(keepends=True), after.splitlines(keepends=True), "file", "played"
        )
    )
    if given.write:
        given.file.write_text(after, encoding="utf-8")
        return 0
    return int(before != after)


if __name__ == "__main__":
    sys.exit(main())
