"""Clicks at a rate, whether they are answered or not; or as many as a bot can bear."""

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
"""Seconds in which a bot is to come to rest after a rate."""

CALM: Final = 0.6
"""Seconds without calls and work that count as rest."""

GLANCE: Final = 0.2
"""Seconds between two looks whether it works."""

AT_WORK: Final = 0.3
"""The share of a core from which on it does."""


@dataclass(frozen=True, slots=True)
class ClickResult:
    """Seconds to the first answer and to the picture, none if they did not come; what was told instead.

    `sent` and `until` are when the click was sent and when nobody waited for it any more, by
    `time.perf_counter`, `channel` is where. `by_token`: the picture was sent with the bot's token.
    """

    first: float | None = None
    picture: float | None = None
    message_text: str = ""
    sent: float = 0.0
    until: float = 0.0
    channel: int = 0
    by_token: bool = False


Next = Callable[[], Awaitable[ClickResult] | None]
"""The next click, or none if everybody waits for the bot."""


@dataclass(slots=True)
class RateResult:
    """What a rate has shown. Times in seconds, memory in MiB.

    `held` are the clicks for which no table was free. `processor` is what the bot used until it came to
    rest, `during` what it used while clicks were sent, for `seconds`; `rest` is how long it took it then.
    `others` is the share of a core that programs used which have nothing to do with it.
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
        """The times to the first answer; without end where there was none in time."""
        return [math.inf if click.first is None else click.first for click in self.clicks]

    @property
    def pictures(self) -> list[float]:
        """The times to the picture of those who were not told something else instead."""
        return [
            math.inf if one.picture is None else one.picture for one in self.clicks if not one.message_text
        ]

    @property
    def message_texts(self) -> list[str]:
        """What people were told instead of being shown a board."""
        return [click.message_text for click in self.clicks if click.message_text]

    @property
    def unanswered_count(self) -> int:
        """How many clicks got no answer in time."""
        return self.firsts.count(math.inf)

    @property
    def ms_per_click(self) -> float:
        """Milliseconds of processor for a click."""
        return self.processor / max(len(self.clicks), 1) * 1e3

    @property
    def core_share(self) -> float:
        """The share of a core while clicks were sent."""
        return self.during / self.seconds


async def run_rate(
    discord: StandIn, pid: int, following: Next, rate: float, seconds: float, random: Random
) -> RateResult:
    """Clicks at chance moments, so many a second: none waits for the answer to another."""
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
    """Seconds until the bot and the processes it has started have nothing to do; none if that takes too long.

    Calls alone do not tell: whoever has too much to do may call nothing for a while.
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
    """Without garbage collection: our own pauses would look like the bot's."""
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
"""What `line` stands under: clicks and those answered in time, times, processor of the bot for each click and
as a share of a core, its memory, seconds until it rested; how late the tool was, and its share of a core."""


def line(name: str, figures: RateResult, *, pictures: bool = True) -> str:
    """The figures of a rate, as a row under `HEADING`; without `pictures` if the bot shows none."""
    rest = "never" if figures.rest is None else f"{figures.rest:.1f}"
    in_time = len(figures.clicks) - figures.unanswered_count
    return (
        f"{name:14}{len(figures.clicks):7}{in_time:9}"
        f"{times(figures.firsts):>23}{times(figures.pictures if pictures else []):>23}"
        f"{figures.ms_per_click:9.2f}{figures.core_share:6.2f}{figures.memory:6.0f}{rest:>8}"
        f"{percentile(figures.lag.late, 0.99) * 1e3:10.1f}{figures.lag.share:6.2f}"
    )


def times(seconds: list[float]) -> str:
    """Three percentiles in milliseconds; a dash where there is none."""
    found = (percentile(seconds, share) for share in (0.5, 0.95, 0.99))
    return " ".join(f"{one * 1e3:6.0f}" if math.isfinite(one) else f"{'-':>6}" for one in found)
