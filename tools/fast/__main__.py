"""`make fast`: the copy of the project in build/fast with compiled minds."""

from __future__ import annotations

import sys

from tools.fast.copy import FAST, ROOT, CannotCompile, compiled_files, copy


def main() -> int:
    """Make the copy unless it is up to date; returns 1 if it cannot be compiled."""
    try:
        copy()
    except CannotCompile as error:
        print(f"No faster copy: {error}. The bot runs without it, and plays the same.", file=sys.stderr)
        return 1
    made = f"{len(compiled_files(ROOT))} modules of the minds are compiled in {FAST.relative_to(ROOT)}"
    print(f"{made}; `make run-fast` runs the bot there.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
