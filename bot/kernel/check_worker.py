"""A process that checks one exported game and exits, so that a malicious upload can harm nothing else.

The text comes in on stdin, the result goes out as a pickle. The operating system enforces the limits of time
and memory for this process alone; where it has none, `bot.kernel.check_pool` ends a process that takes too
long.
"""

from __future__ import annotations

import pickle
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from engine.export_format import Record, covers_terms
from engine.faults import Problem
from engine.referee import SectionResult, UncheckedReason
from engine.registry import GAMES
from engine.verify import TransferableGame, check_export, transferable_game

SECONDS: Final = 20
"""Seconds of processor time; a file of 30,000 lines takes about 3."""

MEMORY: Final = 384 * 1024 * 1024
"""Bytes of address space, 80 MiB of which are the program."""

DIGITS: Final = 64
"""The length of a hash."""


@dataclass(frozen=True, slots=True)
class CheckedPart:
    """A valid part of a file. `number` is the line of its `header`, counted from 1.

    Its log has `lines` lines, and `head` is the hash of the last. `hashes` are the hashes of all of them,
    concatenated; only for a file's last part. The lines from `since` on were checked as a chain only where
    `unchecked` says why.
    """

    number: int
    header: Record
    lines: int
    head: str
    hashes: str
    outcome: Record | None
    unchecked: UncheckedReason | None = None
    since: int = 0

    @property
    def table(self) -> str:
        """The code of the table: `T7`."""
        return str(self.header["table"])

    @property
    def has_seed(self) -> bool:
        """Whether the file contains the seed, so that chance could be checked."""
        return "seed" in self.header

    @property
    def covers_terms(self) -> bool:
        """Whether the log commits to the table's code and terms; that of an older file does not."""
        return covers_terms(self.header)

    def hash_of(self, ply: int) -> str | None:
        """Return the hash of a line of the log, counted from 1; None beyond its end."""
        return self.hashes[(ply - 1) * DIGITS : ply * DIGITS] or None


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of checking a file: its parts in order, or else the first problems and the number of `more`.

    `standing` is the position from which the game goes on, if the file tells it.
    """

    parts: tuple[CheckedPart, ...] = ()
    problems: tuple[Problem, ...] = ()
    more: int = 0
    standing: TransferableGame | None = None


def check_file(text: str) -> CheckResult:
    """Check a file in this process."""
    result = check_export(text, GAMES)
    if result.problems:
        return CheckResult(problems=result.problems, more=result.more)
    return CheckResult(
        parts=tuple(_summarize_part(part, last=part is result.parts[-1]) for part in result.parts),
        standing=transferable_game(result, GAMES),
    )


def _summarize_part(part: SectionResult, *, last: bool) -> CheckedPart:
    stretch = part.section
    hashes = "".join(str(row.record["hash"]) for row in stretch.lines) if last else ""
    closing = None if stretch.closing is None else stretch.closing.record
    return CheckedPart(
        number=stretch.header.number,
        header=stretch.header.record,
        lines=len(stretch.lines),
        head=stretch.head,
        hashes=hashes,
        outcome=None if closing is None else closing["outcome"],
        unchecked=part.unchecked,
        since=part.since,
    )


def limit_resources(seconds: int = SECONDS, memory: int = MEMORY) -> None:
    """Limit the resources of this process, as far as the system can."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    for kind, most in (
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(OSError, ValueError):  # a host may have set it lower
            resource.setrlimit(kind, (most, most))


def main() -> None:
    """Check the text on stdin, and write the result to stdout."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit_resources()
    result = check_file(sys.stdin.buffer.read().decode())
    sys.stdout.buffer.write(pickle.dumps(result))
