"""Makes the table of chances in Ploc anew: `python -m tools.minds.ploc FILE`.

The same bytes come out on every machine. As plain Python it goes on for hours (docs/minds/ploc.md).
"""

from __future__ import annotations

import sys
from pathlib import Path

from engine.ploc.mind.table import MOST
from tools.minds.ploc.solving import SWEEPS, as_bytes, start_of, sweep


def make(file: Path, most: int = MOST, sweeps: int = SWEEPS) -> list[int]:
    """Writes the table; how much the chances changed at most in each sweep, in millionths."""
    table, changes = start_of(most), []
    for number in range(1, sweeps + 1):
        changes.append(sweep(table, most))
        sys.stderr.write(f"{number} of {sweeps}: changes up to {changes[-1]} millionths\n")
    file.write_bytes(as_bytes(table))
    return changes


if __name__ == "__main__":
    make(Path(sys.argv[1]))
