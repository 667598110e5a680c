"""`make load`: how many clicks a second the bot bears, and what each costs, beside a bare bot."""

from __future__ import annotations

import argparse
import asyncio
import math
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final

from tools.load import endurance
from tools.load.bare_process import BareBotRun
from tools.load.clicks import HEADING, RateResult, line, run_rate, wait_until_idle
from tools.load.measure import usage
from tools.load.request_counts import RequestCounts, summary_lines
from tools.load.tables import GAMES, LoadTables, count_stale_boards
from tools.standin.process import Bot
from tools.standin.standin import StandIn

BARE: Final = 5.0
"""Seconds of each rate that the bare bot gets."""

BROKEN_OFF: Final = 130
"""The exit code after Ctrl+C."""

KEPT: Final = 6
"""How many messages of each table are remembered, on average."""


def main() -> int:
    """Measure what the command line asks for, and print it; returns 1 if the bot has died."""
    parser = argparse.ArgumentParser(prog="python -m tools.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=1000, help="how many games are under way")
    parser.add_argument(
        "--together", type=int, default=1, help="how many of them are played in the same channel"
    )
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each rate lasts")
    parser.add_argument(
        "--rates", type=float, nargs="+", default=[10, 25, 50, 100, 200], help="clicks a second"
    )
    parser.add_argument("--moves", type=int, default=0, help="instead: memory over so many, at full speed")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=GAMES, help="what is played, in turn")
    parser.add_argument("--seed", type=int, default=20, help="of who presses what")
    parser.add_argument("--log", type=Path, help="a file for the bot's log")
    given = parser.parse_args()
    if given.together < 1:
        parser.error("--together: at least one table is played in a channel")
    if not Path("/proc/self/stat").exists():
        print(
            "load: what the bot uses is read from Linux's /proc, which is not there.",
            file=sys.stderr,
        )
        return 2
    # Beside the project rather than in memory: a temporary folder may not sync to a disk at all.
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that all is cleared away
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder, suppress(KeyboardInterrupt):
        return asyncio.run(_measure_load(given, Path(folder) / "taproom.db"))
    return BROKEN_OFF


async def _measure_load(given: argparse.Namespace, database: Path) -> int:
    async with StandIn(kept=max(KEPT * given.tables, 2_000), limited=True) as discord:
        tables = LoadTables(discord, given.games, Random(given.seed))
        tables.prepare_world(given.tables, given.together)
        began = time.perf_counter()
        async with Bot(discord, database, log=given.log) as bot:
            used = usage(bot.pid)
            print(
                f"started in {time.perf_counter() - began:.1f} s, {used.seconds:.1f} of processor; "
                f"{used.memory:.0f} MiB",
                flush=True,
            )
            began = time.perf_counter()
            await tables.open(given.tables)
            await discord.quiet()
            print(f"{given.tables} tables opened in {time.perf_counter() - began:.0f} s", flush=True)
            # What follows the opening of so many tables is no part of a click.
            drawn = await wait_until_idle(discord, bot.pid)
            print(f"nothing left to do after {'?' if drawn is None else f'{drawn:.0f} s'}", flush=True)
            try:
                if given.moves:
                    print(endurance.HEADING, flush=True)
                    async for text in endurance.play_and_report(tables, bot.pid, given.moves):
                        print(text, flush=True)
                else:
                    await _rates(given, tables, bot.pid, database)
            except FileNotFoundError:  # its place in /proc
                print("load: the bot has died", file=sys.stderr)
                return 1
        for wrong in discord.wrong_requests():
            print(f"what Discord refuses: {wrong}")
    return 0


async def _rates(given: argparse.Namespace, tables: LoadTables, pid: int, database: Path) -> None:
    """Each rate at the bare bot, then at ours."""
    random = Random(given.seed)
    print(HEADING, flush=True)
    async with BareBotRun(random) as bare:
        for rate in given.rates:
            seconds = min(BARE, given.seconds)
            figures = await run_rate(bare.discord, bare.pid, bare.next_click, rate, seconds, random)
            print(line(f"{rate:g}/s bare", figures, pictures=False), flush=True)
            await tables.open(given.tables)  # as many as there were, where games are over
            await tables.discord.quiet()
            before = RequestCounts.until_now(tables)
            figures = await run_rate(tables.discord, pid, tables.next_click, rate, given.seconds, random)
            spent = RequestCounts.until_now(tables).since(before)
            print(line(f"{rate:g}/s taproom", figures), flush=True)
            for remark in (*summary_lines(spent, figures.clicks), *_remarks(figures)):
                print(f"{'':14}{remark}", flush=True)
    late = count_stale_boards(tables.tables, database)
    print(f"{tables.over} games came to their end meanwhile; {late} boards do not show how their game stands")
    if tables.moves:
        print(f"{tables.moves} moves were played, by {tables.clicks / tables.moves:.1f} clicks each")


def _remarks(figures: RateResult) -> list[str]:
    """What a row has no room for."""
    remarks = []
    if figures.unanswered_count:
        remarks.append(f"{figures.unanswered_count} clicks unanswered")
    if missing := figures.pictures.count(math.inf) - figures.unanswered_count:
        remarks.append(f"{missing} answered without a picture")
    if figures.held:
        remarks.append(f"{figures.held} clicks not made, as every table waited")
    if figures.children >= 0.1:  # noqa: PLR2004 - seconds
        remarks.append(f"{figures.children:.1f} s of processor in its other processes")
    if figures.others >= 0.2:  # noqa: PLR2004 - of a core
        remarks.append(f"not a quiet machine: other programs used {figures.others:.1f} of a core")
    told = Counter(re.sub(r"\bT\d+", "T…", text).splitlines()[0][:80] for text in figures.message_texts)
    return [*remarks, *(f"{count} people were told: {text}" for text, count in told.most_common(3))]


if __name__ == "__main__":
    sys.exit(main())
