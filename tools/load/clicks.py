"""Clicks at a fixed rate, whether they are answered or not, and what they cost."""

from __future__ import annotations

import asyncio
import gc
import math
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Final

from tools.load.measure import LoopLag, machine_busy_seconds, measure_loop_lag, percentile, usage
from tools.standin.standin import StandIn

DRAINING: Final = 90.0
"""Seconds that a bot has to become idle after a rate."""

CALM: Final = 0.6
"""Seconds without requests and work that count as idle."""

GLANCE: Final = 0.2
"""Seconds between two checks whether it works."""

AT_WORK: Final = 0.3
"""The share of a core from which on it counts as working."""


@dataclass(frozen=True, slots=True)
class ClickResult:
    """A click: seconds to the first answer and to the picture, None if missing; the text shown instead.

    `sent` and `until` are when the click was sent and when waiting for it ended, by `time.perf_counter`;
    `channel` is where. `by_token`: the picture was sent with the bot's token.
    """

    first: float | None = None
    picture: float | None = None
    message_text: str = ""
    sent: float = 0.0
    until: float = 0.0
    channel: int = 0
    by_token: bool = False


Next = Callable[[], Awaitable[ClickResult] | None]
"""Returns the next click, or None if all tables wait for the bot."""


@dataclass(slots=True)
class RateResult:
    """The measurements of a rate. Times in seconds, memory in MiB.

    `held` are the clicks for which no table was free. `processor` is the CPU time of the bot until it was
    idle, `during` that while clicks were sent, for `seconds`; `rest` is how long it took then to become idle.
    `others` is the share of a core used by unrelated programs.
    """

    rate: float
    seconds: float = 0.0
    clicks: list[ClickResult] = field(default_factory=list)
    held: int = 0
    processor: float = 0.0
    during: float = 0.0
    children: float = 0.0
    memory: float = 0.0
    rest: float | None = None
    others: float = 0.0
    lag: LoopLag = field(default_factory=LoopLag)

    @property
    def firsts(self) -> list[float]:
        """Return the times to the first answer; infinite where there was none in time."""
        return [math.inf if click.first is None else click.first for click in self.clicks]

    @property
    def pictures(self) -> list[float]:
        """Return the times to the picture, of clicks that were not answered by a text."""
        return [
            math.inf if click.picture is None else click.picture
            for click in self.clicks
            if not click.message_text
        ]

    @property
    def message_texts(self) -> list[str]:
        """Return the texts that were shown instead of a board."""
        return [click.message_text for click in self.clicks if click.message_text]

    @property
    def unanswered_count(self) -> int:
        """Return how many clicks got no answer in time."""
        return self.firsts.count(math.inf)

    @property
    def ms_per_click(self) -> float:
        """Return the CPU milliseconds of a click."""
        return self.processor / max(len(self.clicks), 1) * 1e3

    @property
    def core_share(self) -> float:
        """Return the share of a core while clicks were sent."""
        return self.during / self.seconds


async def run_rate(
    discord: StandIn, pid: int, following: Next, rate: float, seconds: float, random: Random
) -> RateResult:
    """Send clicks at random moments at a rate, none waiting for the answer to another, and measure."""
    figures, tasks = RateResult(rate), list[asyncio.Task[ClickResult]]()

    async def wait_for_click(click: Awaitable[ClickResult]) -> ClickResult:
        return await click

    with _without_gc():
        before, everything, began = usage(pid), machine_busy_seconds(), time.perf_counter()
        async with measure_loop_lag() as figures.lag:
            due = began
            while due < began + seconds:
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                click = following()
                if click is None:
                    figures.held += 1
                else:
                    tasks.append(asyncio.create_task(wait_for_click(click)))
                due += random.expovariate(rate)
        figures.seconds = time.perf_counter() - began
        now, everything = usage(pid), machine_busy_seconds() - everything
        figures.during = now.seconds - before.seconds
        ours = figures.during + now.children - before.children
        figures.others = (everything - ours) / figures.seconds - figures.lag.share
        figures.clicks = await asyncio.gather(*tasks)
        figures.rest = await wait_until_idle(discord, pid)
        after = usage(pid)
    figures.processor = after.seconds - before.seconds
    figures.children = after.children - before.children
    figures.memory = after.memory
    return figures


async def wait_until_idle(discord: StandIn, pid: int) -> float | None:
    """Return the seconds until the bot and its processes are idle; None if that takes too long.

    Requests alone do not show it: an overloaded bot may send none for a while.
    """
    began = busy_until = now = time.perf_counter()
    calls, used = discord.rest.count, _processor_seconds(pid)
    while now < busy_until + CALM:
        if now > began + DRAINING:
            return None
        await asyncio.sleep(GLANCE)
        now, calls_now, used_now = time.perf_counter(), discord.rest.count, _processor_seconds(pid)
        if calls_now != calls or used_now - used > GLANCE * AT_WORK:
            busy_until = now
        calls, used = calls_now, used_now
    return busy_until - began


def _processor_seconds(pid: int) -> float:
    used = usage(pid)
    return used.seconds + used.children


@contextmanager
def _without_gc() -> Iterator[None]:
    """Disable garbage collection: the tool's pauses would look like the bot's."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


HEADING: Final = (
    f"{'':14}{'clicks':>7}{'in time':>9}{'first answer, ms':>23}{'picture, ms':>23}"
    f"{'ms each':>9}{'core':>6}{'MiB':>6}{'rest s':>8}{'tool: ms':>10}{'core':>6}\n"
    f"{'':30}{'p50    p95    p99':>23}{'p50    p95    p99':>23}{'':29}{'p99':>10}"
)
"""The heading of `line`: clicks and those answered in time, times, CPU time of the bot for each click and as
a share of a core, its memory, seconds until it was idle; the tool's own lag, and its share of a core."""


def line(name: str, figures: RateResult, *, pictures: bool = True) -> str:
    """Format a rate's result as a row under `HEADING`; without `pictures` if the bot shows none."""
    rest = "never" if figures.rest is None else f"{figures.rest:.1f}"
    in_time = len(figures.clicks) - figures.unanswered_count
    return (
        f"{name:14}{len(figures.clicks):7}{in_time:9}"
        f"{times(figures.firsts):>23}{times(figures.pictures if pictures else []):>23}"
        f"{figures.ms_per_click:9.2f}{figures.core_share:6.2f}{figures.memory:6.0f}{rest:>8}"
        f"{percentile(figures.lag.late, 0.99) * 1e3:10.1f}{figures.lag.share:6.2f}"
    )


def times(seconds: list[float]) -> str:
    """Format three percentiles in milliseconds; a dash for a missing one."""
    percentiles = (percentile(seconds, share) for share in (0.5, 0.95, 0.99))
    return " ".join(f"{value * 1e3:6.0f}" if math.isfinite(value) else f"{'-':>6}" for value in percentiles)
