"""A run of a cluster under faults, and its report."""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections.abc import Awaitable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tools.cluster.check import Watcher, lasting_problems, wrong_alarms, wrong_boards, wrong_logs, wrong_moves
from tools.cluster.database import Database
from tools.cluster.faults import ClusterMember, Faults
from tools.load.clicks import ClickResult, wait_until_idle
from tools.load.measure import percentile, usage
from tools.load.tables import LoadTable, LoadTables
from tools.standin.process import Bot
from tools.standin.standin import StandIn

CALM: Final = 30.0
"""Seconds after the last fault within which everything must be right again."""

SETTLING: Final = 240.0
"""Seconds after which waiting for that ends."""

LATEST: Final = 0.9
"""The share of the time by which the last planned alarm is due."""

TOLD: Final = 20
"""How many problems of a kind are printed."""

_TURNS = "SELECT id, turn FROM tables WHERE id = ANY(%s)"
_PLAN = (
    "INSERT INTO alarms (kind, due, table_id, user_id, turn, detail)"
    " VALUES ('snooze', %s, %s, %s, %s, '') RETURNING id"
)


@dataclass(frozen=True, slots=True)
class ClusterPlan:
    """The processes of a run, for how many `seconds`, at how many clicks a second (`rate`).

    A process is killed `every` so many seconds; 0 disables faults.
    """

    processes: int = 4
    thinkers: int = 2
    shards: int = 16
    servers: int = 2000
    seconds: float = 600.0
    rate: float = 10.0
    every: float = 5.0
    restarts: int = 2
    seed: int = 23
    logs: Path | None = None


@dataclass(slots=True)
class LoadGenerator:
    """Users who click at a rate, whether they are answered or not."""

    tables: LoadTables
    rate: float
    random: random.Random
    clicks: list[ClickResult] = field(default_factory=list)
    held: int = 0

    async def play(self, seconds: float) -> None:
        """Click for so many seconds; no click waits for the answer to another."""
        end, due, tasks = (
            time.perf_counter() + seconds,
            time.perf_counter(),
            list[asyncio.Task[ClickResult]](),
        )

        async def wait_for_click(click: Awaitable[ClickResult]) -> ClickResult:
            return await click

        while due < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            click = self.tables.next_click()
            if click is None:
                self.held += 1
            else:
                tasks.append(asyncio.create_task(wait_for_click(click)))
            due += self.random.expovariate(self.rate)
        self.clicks = await asyncio.gather(*tasks)


@dataclass(frozen=True, slots=True)
class ClusterReport:
    """The report of a run: the load, the faults, and the problems; `calm` as `_seconds_until_calm`.

    `processor`: CPU seconds of all processes, if none was killed.
    """

    people: LoadGenerator
    faults: Faults
    alarms: int
    calm: float
    problems: dict[str, list[str]]
    processor: float | None = None

    @property
    def is_right(self) -> bool:
        """Return whether nothing was lost or done twice, and every board was right soon."""
        return not any(self.problems.values()) and self.calm <= CALM

    def __str__(self) -> str:
        """Return the report in lines."""
        clicks, counts = self.people.clicks, self.faults.counts
        firsts = [math.inf if click.first is None else click.first for click in clicks]
        answered = sum(map(math.isfinite, firsts))
        half, most = (percentile(firsts, share) * 1e3 for share in (0.5, 0.9))
        shown = len(self.people.tables.acknowledged_moves)
        lines = [
            ", ".join(f"{count} {what}" for what, count in counts.items()),
            f"{len(clicks)} clicks, {answered} answered in time, {shown} moves shown",
            f"first answer: half within {half:.0f} ms, nine of ten within {most:.0f} ms",
            f"{self.alarms} alarms; all boards and alarms right {self.calm:.0f} s after the last fault",
        ]
        if self.processor is not None:
            lines.append(f"{self.processor / max(len(clicks), 1) * 1e3:.2f} ms of processor a click")
        for what, problems in self.problems.items():
            lines.append(f"{what}: {len(problems) or 'nothing'} wrong")
            lines += [f"  {problem}" for problem in problems[:TOLD]]
        return "\n".join(lines)


async def run(plan: ClusterPlan, folder: Path | None) -> ClusterReport:
    """Run a plan; `folder` is empty and on a disk, or None. Raises `FileNotFoundError` without PostgreSQL."""
    chance = random.Random(plan.seed)
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(Database(folder))
        kept = max(20 * plan.servers, 20_000)
        discord = await stack.enter_async_context(StandIn(kept=kept, at_a_time=plan.shards))
        watcher = Watcher(discord)
        discord.world.watchers.append(watcher.watch)
        tables = LoadTables(discord, random=chance, bots=0.5)
        tables.add_servers(plan.servers, channels=1, people=2)
        members = await _start_members(plan, stack, discord, database)
        await tables.open(plan.servers)
        waiting = tables.remove_tables(plan.servers // 2)
        due = await _plan_alarms(database, waiting, plan.seconds * LATEST, chance)
        people = LoadGenerator(tables, plan.rate, chance)
        faults = Faults(members, database, plan.every, plan.restarts, chance)
        used = _processor_seconds(members)
        await asyncio.gather(people.play(plan.seconds), faults.run(plan.seconds))
        used = _processor_seconds(members) - used
        calm = await _seconds_until_calm(database, watcher, due, faults.last)
        problems = {
            "moves": await wrong_moves(database, tables.acknowledged_moves),
            "alarms": await wrong_alarms(database, watcher, due),
            "boards": await lasting_problems(
                lambda: wrong_boards(database, watcher), SETTLING if math.isfinite(calm) else 0.0
            ),
            "logs": await wrong_logs(database),
        }
        return ClusterReport(people, faults, len(due), calm, problems, None if plan.every else used)


def _processor_seconds(members: list[ClusterMember]) -> float:
    """Return the CPU seconds of these processes until now, including their workers."""
    each = [usage(member.process.pid) for member in members if member.process.is_running]
    return sum(process_usage.seconds + process_usage.children for process_usage in each)


async def _start_members(
    plan: ClusterPlan, stack: AsyncExitStack, discord: StandIn, database: Database
) -> list[ClusterMember]:
    """Start all processes of the cluster; they end with the `stack`."""
    members = []
    for number in range(plan.processes):
        name = f"bot-{number}"
        shards = range(number * plan.shards // plan.processes, (number + 1) * plan.shards // plan.processes)
        shard_range = f"{shards[0]}-{shards[-1]}/{plan.shards}"
        members.append(
            ClusterMember(
                name, Bot(discord, database.location(name), log=_log(plan, name), shards=shard_range)
            )
        )
    for number in range(plan.thinkers):
        name = f"thinker-{number}"
        thinker = Bot(discord, database.location(name), log=_log(plan, name), arguments=("think",))
        members.append(ClusterMember(name, thinker))
    for member in members:
        await stack.enter_async_context(member.process)
    for member in members:  # the sprites drawn at the very first start would slow down the clicks
        await wait_until_idle(discord, member.process.pid)
    return members


def _log(plan: ClusterPlan, name: str) -> Path | None:
    if plan.logs is None:
        return None
    plan.logs.mkdir(parents=True, exist_ok=True)
    return plan.logs / f"{name}.log"


async def _plan_alarms(
    database: Database, waiting: list[LoadTable], seconds: float, chance: random.Random
) -> list[int]:
    """Plan an alarm for the player on turn at each table, within so many seconds; returns their ids."""
    rows = await database.rows(_TURNS, [table.number for table in waiting])
    turns = {row[0]: row[1] for row in rows}
    now, planned = time.time(), list[tuple[object, ...]]()
    for table in waiting:
        called = next((person for person in table.people if person.mention in table.board.text), None)
        if called is not None:
            due = now + chance.uniform(0, seconds)
            planned.append((due, table.number, called.id, turns[table.number]))
    return await database.execute_many(_PLAN, planned)


async def _seconds_until_calm(database: Database, watcher: Watcher, due: list[int], since: float) -> float:
    """Return the seconds from the last fault until boards and alarms were right; infinite if never."""

    async def find_problems() -> list[str]:
        return [*await wrong_boards(database, watcher), *await wrong_alarms(database, watcher, due)]

    if await lasting_problems(find_problems, since + SETTLING - time.perf_counter()):
        return math.inf
    return max(0.0, time.perf_counter() - since)
