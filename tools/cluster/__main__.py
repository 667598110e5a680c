"""`make cluster`: several processes with one database, people who click, and what goes wrong meanwhile.

A server of PostgreSQL on a disk, bots that share the shards of 2,000 servers, thinkers beside them. Every few
seconds one of them is killed; connections are cut, and the database is killed as well. At the end every board
is compared with the disk, every log with its chain, every move that was shown and every alarm with what is
there.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import tempfile
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Final

from tools.cluster.run import ClusterPlan, run

BROKEN_OFF: Final = 130
"""The exit code after Ctrl+C."""

_HELP: Final = {
    "processes": "bots, which share the shards",
    "thinkers": "processes that think for them",
    "shards": "in all",
    "servers": "a table in each; in half of them people play",
    "seconds": "how long",
    "rate": "clicks a second",
    "every": "seconds from one kill to the next; 0: nothing goes wrong, and what a click costs is told",
    "restarts": "of the database",
    "seed": "of who presses what, and what goes wrong when",
    "logs": "a folder for the logs of all processes",
}


def main() -> int:
    """Run what the command line asks for, and print a report; returns 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tools.cluster", description=__doc__)
    for field in fields(ClusterPlan):
        kind = Path if field.name == "logs" else type(field.default)
        parser.add_argument(f"--{field.name}", type=kind, default=field.default, help=_HELP[field.name])
    plan = ClusterPlan(**vars(parser.parse_args()))
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that all is cleared away
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder, suppress(KeyboardInterrupt):
        report = asyncio.run(run(plan, Path(folder)))
        print(report)
        return int(not report.is_right)
    return BROKEN_OFF


if __name__ == "__main__":
    sys.exit(main())
