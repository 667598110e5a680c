"""A process that checks one exported game and ends: whatever somebody has uploaded, it hurts nobody else.

The text comes in, what was found goes out as a pickle. The limits of time and memory are the system's own,
for this process alone; where it has none, `bot.kernel.check_pool` ends a process that takes too long.
"""

from __future__ import annotations

import pickle
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from bot.games.catalogue import CATALOGUE, AnyEntry
from engine.export_format import Record, covers_terms
from engine.faults import Problem
from engine.referee import SectionResult, UncheckedReason
from engine.verify import TransferableGame, check_export, transferable_game

SECONDS: Final = 20
"""Of the processor; a file of 30,000 lines takes some 3."""

MEMORY: Final = 384 * 1024 * 1024
"""Bytes of address space, 80 MiB of which are the program."""

DIGITS: Final = 64
"""Of a hash."""


@dataclass(frozen=True, slots=True)
class CheckedPart:
    """One part of a file that holds. `number` is the line of its `header`, counted from 1.

    Its log has so many `lines`, and `head` is the hash of the last. `hashes` are those of all of them, one
    after another; only of a file's last part. The lines from `since` on were checked as a chain only where
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
        """Whether the seed is told, and so chance could be checked."""
        return "seed" in self.header

    @property
    def covers_terms(self) -> bool:
        """Whether the log commits to the table's code and terms; that of an older file does not."""
        return covers_terms(self.header)

    def hash_of(self, ply: int) -> str | None:
        """The hash of a line of the log, counted from 1; none beyond its end."""
        return self.hashes[(ply - 1) * DIGITS : ply * DIGITS] or None


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What the check of a file found: its parts in order, or else its first problems and how many `more`.

    `standing` is where its game goes on from, if that can be told from the file.
    """

    parts: tuple[CheckedPart, ...] = ()
    problems: tuple[Problem, ...] = ()
    more: int = 0
    standing: TransferableGame | None = None


def check_file(text: str, catalogue: Mapping[str, AnyEntry] = CATALOGUE) -> CheckResult:
    """The check of a file, here and now."""
    games = {key: entry.game for key, entry in catalogue.items()}
    found = check_export(text, games)
    if found.problems:
        return CheckResult(problems=found.problems, more=found.more)
    return CheckResult(
        parts=tuple(_summarize_part(part, last=part is found.parts[-1]) for part in found.parts),
        standing=transferable_game(found, games),
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
    """Bound what this process may use from now on, as far as the system can."""
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
    """Check what comes in, and say what was found."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit_resources()
    found = check_file(sys.stdin.buffer.read().decode())
    sys.stdout.buffer.write(pickle.dumps(found))
