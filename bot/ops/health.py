"""How the bot stands: what it tells whoever looks after it, and whether all is well.

A `Standing` is what the running process knows of itself. It travels as JSON over the local port.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final, Self

from bot.ops.identity import invite_link
from bot.store.cluster.processes import Process, RunningProcesses
from bot.store.upkeep.hosted import RemoteWorkers
from bot.store.upkeep.statistics import FeatureStatistic, Statistics

GRACE: Final = 120.0
"""Seconds for which Discord may be out of reach, or nothing be looked for, before something is wrong."""

_HOURS: Final = 3600.0
_MEGABYTE: Final = 1e6


class CannotListen(Exception):  # noqa: N818 - named by what happened
    """The port for whoever looks after the bot cannot be opened: it is taken, or its address is not here."""


@dataclass(frozen=True, slots=True)
class Health:
    """One moment of a running bot. Moments are seconds since 1970.

    `started` is when it began; `out` since when it has no connection to Discord, none while there is one;
    `looked` when it last looked for what is due, and could note that it is there, 0 before the first time;
    `latency` is in milliseconds, none if not known. `waiting` clicks wait for their turn, the oldest for
    `oldest` seconds; `dropped` were too old to be begun with, since the start. `thoughts` are questions that
    wait for a worker, `pages` boards that are open in browsers.
    """

    started: float
    out: float | None
    looked: float = 0.0
    latency: float | None = None
    servers: int = 0
    application: int | None = None
    waiting: int = 0
    oldest: float = 0.0
    dropped: int = 0
    thoughts: int = 0
    pages: int = 0


@dataclass(frozen=True, slots=True)
class HealthReport:
    """A standing with the database's figures, none if it cannot be read, at a moment.

    `copied` is the day of the last backup, as text, or that there is none yet; none if none are made.
    """

    now: float
    standing: Health
    figures: Statistics | None
    copied: str | None = None

    def dump(self) -> dict[str, Any]:
        """The report as JSON takes it."""
        return asdict(self)

    @classmethod
    def load(cls, dumped: dict[str, Any]) -> Self:
        """The report that was dumped; raises `KeyError` or `TypeError` for anything else."""
        figures = dumped["figures"]
        return cls(
            float(dumped["now"]),
            Health(**dumped["standing"]),
            None if figures is None else _load_statistics(**figures),
            dumped["copied"],
        )

    def troubles(self) -> tuple[str, ...]:
        """What is wrong, a sentence each; none if all is well."""
        return tuple(self._troubles())

    def _troubles(self) -> Iterator[str]:
        standing = self.standing
        out = standing.out
        if out is not None and (not standing.looked or self.now - out > GRACE):
            yield f"not connected to Discord for {_format_span(self.now - out)}"
        elif out is None and self.now - max(standing.looked, standing.started) > GRACE:
            yield "nothing was looked for or saved of late; see the log"
        if self.figures is None and standing.looked:
            yield "the database cannot be read"

    def text(self) -> Iterator[str]:
        """Lines for people."""
        standing = self.standing
        state = "connected to Discord" if standing.out is None else "not connected to Discord"
        latency = "" if standing.latency is None else f", {standing.latency:.0f} ms away"
        yield f"bot:       running for {_format_span(self.now - standing.started)}, {state}{latency}"
        yield f"servers:   {standing.servers}"
        if self.figures is not None:
            yield from statistics_text(self.figures)
        clicks = f"{standing.waiting} waiting" + (
            f", the oldest for {standing.oldest:.1f} s" if standing.waiting else ""
        )
        yield f"clicks:    {clicks}; {standing.dropped} came too late since the start"
        yield f"thoughts:  {standing.thoughts} waiting"
        yield f"backup:    {self.copied or 'none at night'}"
        if standing.application is not None:
            yield f"invite:    {invite_link(standing.application)}"


def _load_statistics(others: Iterable[Iterable[Any]], **rest: Any) -> Statistics:  # noqa: ANN401 - as JSON has it
    return Statistics(**rest, others=tuple(FeatureStatistic(*one) for one in others))


def statistics_text(figures: Statistics) -> Iterator[str]:
    """A database's figures for people."""
    yield f"tables:    {figures.playing} being played, {figures.open} open, {figures.past} of the past"
    yield from (one.line.format(one.number) for one in figures.others if one.number)
    yield f"database:  {figures.size / _MEGABYTE:.1f} MB"
    waiting = f"{_count_of(figures.due, 'alarm')}, and {_count_of(figures.unshown, 'board')} to be shown"
    yield f"due:       {waiting}"


def processes_text(running: RunningProcesses) -> Iterator[str]:
    """The processes that use a database, a line each."""
    for process in running.expected_processes():
        yield f"process:   {_process_text(process, running)}"


def workers_text(thinkers: RemoteWorkers) -> Iterator[str]:
    """Those who think for the bots on other machines, a line each, and their thoughts; nothing if none do."""
    for one in thinkers.workers:
        spoken = f"rules and minds {one.version}, seen {_format_span(one.silent)} ago"
        yield f"thinker:   on {one.host}, {one.at_once} at once, {spoken}"
    if thinkers.workers or thinkers.waiting:
        yield f"thoughts:  {thinkers.under_way} under way, {thinkers.waiting} waiting"


def _process_text(process: Process, running: RunningProcesses) -> str:
    shards = f", shards {process.shards}" if process.shards else ""
    who = f"bot on {process.host} (pid {process.pid}){shards}, version {process.version}"
    ago = f"seen {_format_span(running.now - process.seen)} ago"
    if running.is_refused(process):
        return f"{who}, {ago}; too old for this database, which takes nothing from it: update it"
    if running.is_dead(process):
        return f"{who}, not running; last {ago}"
    return f"{who}, running for {_format_span(running.now - process.started)}, {ago}"


def missing(running: RunningProcesses) -> bool:
    """Whether a process that should be there is not, or can do nothing."""
    return any(running.is_dead(one) or running.is_refused(one) for one in running.expected_processes())


def last_seen(figures: Statistics, now: float) -> tuple[bool, str]:
    """Whether a bot runs on a database, and a line that says so; it notes once a minute that it is there."""
    if figures.alive is None:
        return False, "bot:       has not run on this database yet"
    ago = max(0.0, now - figures.alive)
    if ago < GRACE:
        return True, f"bot:       there {_format_span(ago)} ago; it notes that once a minute"
    return False, f"bot:       not running; last there {_format_span(ago)} ago"


def _count_of(number: int, what: str) -> str:
    """A number of things: `1 alarm`, `3 alarms`."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _format_span(seconds: float) -> str:
    """A span of time in one unit: `40 seconds`, `3 hours`."""
    for unit, size in (("days", 24 * _HOURS), ("hours", _HOURS), ("minutes", 60.0)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{max(0.0, seconds):.0f} seconds"
