"""The bot's health, for supervisors and monitoring.

A `Health` is what the running process knows of itself. It travels as JSON over the local port.
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
"""Seconds for which Discord may be unreachable, or no check for due work happen, before it is a problem."""

_HOURS: Final = 3600.0
_MEGABYTE: Final = 1e6


class CannotListen(Exception):  # noqa: N818 - named by what happened
    """A port cannot be opened: it is taken, or its address is not on this machine.

    `setting` is how the settings of the port begin, such as TAPROOM_WEB for TAPROOM_WEB_PORT.
    """

    def __init__(self, setting: str, address: str, port: int, error: OSError) -> None:
        super().__init__(f"{address}:{port}: {error.strerror or error}")
        self.setting = setting


@dataclass(frozen=True, slots=True)
class Health:
    """The state of a running bot at one moment. Moments are seconds since 1970.

    `started` is when it began; `out` since when it has no connection to Discord, None while there is one;
    `looked` when it last checked for due work, and could note that it runs, 0 before the first time;
    `latency` is in milliseconds, None if not known. `waiting` clicks wait for admission, the oldest for
    `oldest` seconds; `dropped` were too old to be handled, since the start. `thoughts` are search questions
    that wait for a worker, `pages` boards that are open in browsers. `version` is the bot's; empty if too old
    to say it.
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
    version: str = ""


@dataclass(frozen=True, slots=True)
class HealthReport:
    """The health of the bot with its database's statistics, None if it cannot be read, at a moment.

    `copied` is the day of the last backup, as text, or that there is none yet; None if backups are off.
    """

    now: float
    standing: Health
    figures: Statistics | None
    copied: str | None = None

    def dump(self) -> dict[str, Any]:
        """Return the report as JSON values."""
        return asdict(self)

    @classmethod
    def load(cls, dumped: dict[str, Any]) -> Self:
        """Parse a dumped report; raises `KeyError` or `TypeError` for anything else."""
        figures = dumped["figures"]
        return cls(
            float(dumped["now"]),
            Health(**dumped["standing"]),
            None if figures is None else _load_statistics(**figures),
            dumped["copied"],
        )

    def troubles(self) -> tuple[str, ...]:
        """Return a sentence for each problem; empty if all is well."""
        return tuple(self._troubles())

    def _troubles(self) -> Iterator[str]:
        health = self.standing
        out = health.out
        if out is not None and (not health.looked or self.now - out > GRACE):
            yield f"not connected to Discord for {_format_span(self.now - out)}"
        elif out is None and self.now - max(health.looked, health.started) > GRACE:
            yield "nothing was looked for or saved of late; see the log"
        if self.figures is None and health.looked:
            yield "the database cannot be read"

    def text(self) -> Iterator[str]:
        """Yield lines for people."""
        health = self.standing
        state = "connected to Discord" if health.out is None else "not connected to Discord"
        latency = "" if health.latency is None else f", {health.latency:.0f} ms away"
        version = f"version {health.version}, " if health.version else ""
        yield f"bot:       {version}running for {_format_span(self.now - health.started)}, {state}{latency}"
        yield f"servers:   {health.servers}"
        if self.figures is not None:
            yield from statistics_text(self.figures)
        clicks = f"{health.waiting} waiting" + (
            f", the oldest for {health.oldest:.1f} s" if health.waiting else ""
        )
        yield f"clicks:    {clicks}; {health.dropped} came too late since the start"
        yield f"thoughts:  {health.thoughts} waiting"
        yield f"backup:    {self.copied or 'none at night'}"
        if health.application is not None:
            yield f"invite:    {invite_link(health.application)}"


def _load_statistics(others: Iterable[Iterable[Any]], **rest: Any) -> Statistics:  # noqa: ANN401 - JSON values
    return Statistics(**rest, others=tuple(FeatureStatistic(*values) for values in others))


def statistics_text(figures: Statistics) -> Iterator[str]:
    """Yield a database's statistics for people."""
    yield f"tables:    {figures.playing} being played, {figures.open} open, {figures.past} of the past"
    yield from (statistic.line.format(statistic.number) for statistic in figures.others if statistic.number)
    yield f"database:  {figures.size / _MEGABYTE:.1f} MB"
    waiting = f"{_count_of(figures.due, 'alarm')}, and {_count_of(figures.unshown, 'board')} to be shown"
    yield f"due:       {waiting}"


def processes_text(running: RunningProcesses) -> Iterator[str]:
    """Yield a line for each process that uses a database."""
    for process in running.expected_processes():
        yield f"process:   {_process_text(process, running)}"


def workers_text(thinkers: RemoteWorkers) -> Iterator[str]:
    """Yield a line for each machine with search workers, and their load; nothing without any."""
    for worker in thinkers.workers:
        spoken = f"rules and minds {worker.version}, seen {_format_span(worker.silent)} ago"
        yield f"thinker:   on {worker.host}, {worker.at_once} at once, {spoken}"
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
    """Whether an expected process is missing, or can do nothing."""
    return any(
        running.is_dead(process) or running.is_refused(process) for process in running.expected_processes()
    )


def last_seen(figures: Statistics, now: float) -> tuple[bool, str]:
    """Return whether a bot runs on a database, which it notes once a minute, and a line that says so."""
    if figures.alive is None:
        return False, "bot:       has not run on this database yet"
    ago = max(0.0, now - figures.alive)
    if ago < GRACE:
        return True, f"bot:       there {_format_span(ago)} ago; it notes that once a minute"
    return False, f"bot:       not running; last there {_format_span(ago)} ago"


def _count_of(number: int, what: str) -> str:
    """Format a number of things: `1 alarm`, `3 alarms`."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _format_span(seconds: float) -> str:
    """Format a span of time in one unit: `40 seconds`, `3 hours`."""
    for unit, size in (("days", 24 * _HOURS), ("hours", _HOURS), ("minutes", 60.0)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{max(0.0, seconds):.0f} seconds"
