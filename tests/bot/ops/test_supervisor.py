"""Monitoring: the HTTP endpoints, systemd's socket, and `python -m bot status`."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import sqlite3
import subprocess
import sys
import time
from asyncio.subprocess import DEVNULL, create_subprocess_exec
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from threading import Event

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.features import HOOKS
from bot.kernel.trace import Trace
from bot.ops.health import GRACE, CannotListen, Health, HealthReport, missing, processes_text
from bot.ops.settings import Settings
from bot.ops.supervisor import Monitor, Supervisor, status
from bot.store import Kind, NewAlarm, Store, TimeChange
from bot.store.cluster.processes import Process, RunningProcesses
from bot.store.schedule import ALIVE
from bot.store.upkeep.statistics import FeatureStatistic, Statistics
from tests.bot.store.cluster.processes import ROOT
from tests.bot.store.samples import begun_table

NOW = 1_800_000_000.0
WELL = Health(
    started=NOW - 7200, out=None, looked=NOW - 5, latency=41.7, servers=12, application=11, thoughts=2
)
GEESE = FeatureStatistic("geese", "Geese in the yard", "geese:     {} hiss", 3)
FIGURES = Statistics(open=2, playing=30, past=1000, size=5_000_000, alive=NOW - 5, others=(GEESE,))


@pytest.fixture
async def database(path: Path) -> Path:
    store = await Store.open(path, hooks=HOOKS)
    await begun_table(store, moves=2)
    await store.schedule.note_alive(time.time(), 150.0)
    await store.close()
    return path


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        return int(server.getsockname()[1])


class Bot:
    """A bot's health and its monitoring, with a port of its own."""

    def __init__(self, database: Path) -> None:
        self.settings = Settings(database=database, status_port=free_port())
        self.watch = Monitor(self.settings)
        self.standing = replace(WELL, started=time.time(), looked=time.time())
        self.up = asyncio.Event()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Bot]:
        async with self.watch.monitor(lambda: self.standing, self.up):
            yield self

    async def get(self, path: str) -> tuple[int, str]:
        url = f"http://127.0.0.1:{self.settings.status_port}/{path}"
        async with aiohttp.ClientSession() as session, session.get(url) as answer:
            return answer.status, await answer.text()

    async def metrics(self) -> dict[str, float]:
        """Return every sample, by name and labels."""
        _, text = await self.get("metrics")
        return {
            " ".join((sample.name, *sorted(sample.labels.values()))): sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }


# Health


@pytest.mark.parametrize(
    ("standing", "figures", "word"),
    [
        (replace(WELL, out=NOW - GRACE - 1), FIGURES, "Discord"),
        (replace(WELL, looked=0.0, started=NOW - 1, out=NOW - 1), FIGURES, "Discord"),
        (replace(WELL, looked=NOW - GRACE - 1), FIGURES, "saved"),
        (replace(WELL, looked=0.0), FIGURES, "saved"),
        (WELL, None, "database"),
    ],
    ids=["out for long", "not yet connected", "nothing looked for", "nothing can be saved", "no database"],
)
def test_what_is_wrong_is_told(standing: Health, figures: Statistics | None, word: str) -> None:
    [trouble] = HealthReport(NOW, standing, figures).troubles()
    assert word in trouble


@pytest.mark.parametrize(
    "standing", [WELL, replace(WELL, out=NOW - GRACE + 1)], ids=["all is well", "a short break"]
)
def test_what_passes_by_itself_is_no_trouble(standing: Health) -> None:
    assert HealthReport(NOW, standing, FIGURES).troubles() == ()


def test_a_report_travels_whole() -> None:
    for report in (HealthReport(NOW, WELL, FIGURES, "2026-11-20"), HealthReport(NOW, WELL, None)):
        assert HealthReport.load(report.dump()) == report


# The port


async def test_health_is_ok_or_names_the_trouble(database: Path) -> None:
    async with Bot(database).running() as bot:
        assert await bot.get("healthz") == (200, "ok\n")
        bot.standing = replace(bot.standing, out=time.time() - 2 * GRACE)
        code, text = await bot.get("healthz")
        assert code == 503
        assert "Discord" in text


async def test_the_container_asks_for_health_as_it_is_told(database: Path) -> None:
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    [port] = re.findall(r"TAPROOM_STATUS_PORT=(\d+)", text)
    [asked] = re.findall(r"^HEALTHCHECK (?:.|\\\n)*?CMD (\[.+\])$", text, re.MULTILINE)
    async with Bot(database).running() as bot:
        python, *rest = json.loads(asked.replace(f":{port}/", f":{bot.settings.status_port}/"))
        assert python == "python"

        async def exit_code() -> int:
            return await (await create_subprocess_exec(sys.executable, *rest, stderr=DEVNULL)).wait()

        assert await exit_code() == 0
        bot.standing = replace(bot.standing, out=time.time() - 2 * GRACE)
        assert await exit_code() == 1


async def test_clicks_are_counted_by_kind_and_outcome_and_their_milliseconds_by_span(database: Path) -> None:
    async with Bot(database).running() as bot:
        assert bot.watch.count is not None
        for outcome in ("ok", "ok", "stale", "fault:1a2b3c4d", "fault:5e6f7a8b", "not-drawn:out of paint"):
            trace = Trace("control.play", 7, outcome=outcome)
            trace.spans = {"store": 4.0, "answer": 80.0}
            bot.watch.count(trace)
        samples = await bot.metrics()
    clicks = {name: value for name, value in samples.items() if name.startswith("taproom_clicks_total ")}
    assert clicks == {
        "taproom_clicks_total control.play ok": 2,
        "taproom_clicks_total control.play stale": 1,
        "taproom_clicks_total control.play fault": 2,
        "taproom_clicks_total control.play not-drawn": 1,
    }
    assert samples["taproom_span_milliseconds_count answer"] == 6
    assert samples["taproom_span_milliseconds_sum store"] == 24
    assert samples["taproom_span_milliseconds_bucket 5.0 store"] == 6
    assert samples["taproom_span_milliseconds_bucket 50.0 answer"] == 0


async def test_how_the_bot_stands_is_measured(database: Path) -> None:
    async with Bot(database).running() as bot:
        bot.standing = replace(bot.standing, waiting=3, oldest=0.5, dropped=9)
        samples = await bot.metrics()
    told = {
        name: samples[f"taproom_{name}"]
        for name in ("up", "gateway_connected", "servers", "thoughts_waiting")
    }
    assert told == {"up": 1, "gateway_connected": 1, "servers": 12, "thoughts_waiting": 2}
    assert samples["taproom_clicks_waiting"] == 3
    assert samples["taproom_clicks_oldest_milliseconds"] == 500
    assert samples["taproom_clicks_dropped_total"] == 9
    assert samples["taproom_tables playing"] == 1
    assert samples["taproom_database_bytes"] > 0


async def test_health_does_not_wait_for_what_the_loop_has_its_threads_for(database: Path) -> None:
    """Pictures are drawn there, in the first minute many seconds each."""
    enough = Event()
    threads = [asyncio.create_task(asyncio.to_thread(enough.wait, 60)) for _ in range(200)]
    try:
        async with Bot(database).running() as bot:
            assert await bot.get("healthz") == (200, "ok\n")
            assert not any(task.done() for task in threads)
    finally:
        enough.set()
        await asyncio.gather(*threads)


async def test_a_port_that_is_taken_is_told(database: Path) -> None:
    bot = Bot(database)
    with closing(socket.create_server(("127.0.0.1", bot.settings.status_port))), pytest.raises(CannotListen):
        async with bot.running():
            pytest.fail("it was open")


async def test_only_this_machine_reaches_the_port(database: Path) -> None:
    """By default the port is closed on the other addresses of this machine."""
    async with Bot(database).running() as bot:
        with pytest.raises(OSError):  # noqa: PT011 - the error depends on the system
            await asyncio.open_connection("127.0.0.2", bot.settings.status_port)


@pytest.mark.slow
def test_nothing_of_it_is_loaded_where_it_is_off() -> None:
    begin = (
        "import sys, bot.__main__ as m; m.supervisor.Monitor(m.Settings(_env_file=None)); print(*sys.modules)"
    )
    command = (sys.executable, "-c", begin)
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True, timeout=60)  # noqa: S603 - Python
    assert not {"prometheus_client", "aiohttp.web", "bot.ops.http_endpoints"} & set(done.stdout.split())


# For people


async def test_the_running_bot_is_asked(database: Path) -> None:
    async with Bot(database).running() as bot:
        well, lines = await asyncio.to_thread(status, bot.settings)
        text = "\n".join(lines)
        assert well
        assert "12" in text
        assert "client_id=11&" in text
        assert "version" not in text, "a bot of an older version does not say it"
        bot.standing = replace(bot.standing, version="1.2.3")
        assert "version 1.2.3," in "\n".join((await asyncio.to_thread(status, bot.settings))[1])
        bot.standing = replace(bot.standing, out=time.time() - 2 * GRACE)
        well, lines = await asyncio.to_thread(status, bot.settings)
        assert not well
        assert lines[0].startswith("FAIL ")


def test_without_a_port_the_database_is_asked(database: Path) -> None:
    well, lines = status(Settings(database=database))
    assert well, "it was there a moment ago"
    assert any("1 being played" in line for line in lines)


def test_a_bot_that_does_not_answer_on_its_port_is_not_well(database: Path) -> None:
    """Though it ran a moment ago, according to the database."""
    port = free_port()
    well, lines = status(Settings(database=database, status_port=port))
    assert not well
    assert any("1 being played" in line for line in lines)
    assert str(port) in lines[-1]


async def test_every_process_is_named_and_one_that_was_killed_is_missed(database: Path) -> None:
    """Until another process takes its place."""
    store = await Store.open(database, hooks=HOOKS)
    process = await store.processes.begin("0/2", {})
    other = await store.processes.begin("1/2", {})
    well, lines = status(Settings(database=database))
    lines_found = [line for line in lines if line.startswith("process:")]
    assert well
    assert [
        f"bot on {process.host} (pid {process.pid}), shards 0/2, version " in line for line in lines_found
    ] == [
        True,
        False,
    ]
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE processes SET seen = seen - 3000 WHERE id = ?", (other.id,))
    well, lines = status(Settings(database=database))
    assert not well
    assert [line for line in lines if "not running; last seen 50 minutes ago" in line]
    await store.processes.begin("1/2", {})
    well, lines = status(Settings(database=database))
    assert well
    assert not [line for line in lines if "not running" in line]
    await store.close()


def test_one_that_is_too_old_for_the_database_is_missed() -> None:
    old = Process(1, "tavern", 811, "0/2", "0.0.9", 13, {}, NOW - 100, NOW - 4)
    running = RunningProcesses((old,), NOW, 14, 10.0)
    assert missing(running)
    assert "too old for this database" in next(processes_text(running))
    assert not missing(replace(running, oldest=13))


async def test_a_running_bot_tells_of_the_processes_beside_it(database: Path) -> None:
    store = await Store.open(database, hooks=HOOKS)
    await store.processes.begin("", {})
    async with Bot(database).running() as bot:
        well, lines = await asyncio.to_thread(status, bot.settings)
        assert well
        assert lines[-1].startswith("process:   bot on ")
        with closing(sqlite3.connect(database)) as connection, connection:
            connection.execute("UPDATE processes SET seen = 0")
        well, _ = await asyncio.to_thread(status, bot.settings)
        assert not well
    await store.close()


async def test_what_is_due_and_not_done_is_told(database: Path) -> None:
    store = await Store.open(database, hooks=HOOKS)
    await store.schedule.save(TimeChange(alarms=(NewAlarm(Kind.CALL, time.time() - 1, 1),)))
    await store.schedule.save(TimeChange(alarms=(NewAlarm(Kind.CALL, time.time() + 900, 1),)))
    await store.close()
    _, lines = status(Settings(database=database))
    assert "due:       1 alarm, and 1 board to be shown" in lines


async def test_a_bot_that_has_gone_is_told(database: Path) -> None:
    store = await Store.open(database, hooks=HOOKS)
    await store.set_note(ALIVE, repr(time.time() - 7200))
    await store.close()
    well, lines = status(Settings(database=database))
    assert not well
    assert "2 hours" in lines[0]


async def test_another_program_on_the_port_is_not_believed(database: Path) -> None:
    async def talks(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.0 200 OK\r\n\r\n{}")
        writer.close()

    async with await asyncio.start_server(talks, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        _, lines = await asyncio.to_thread(status, Settings(database=database, status_port=port))
    assert str(port) in lines[-1]


# systemd


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="systemd's socket is one of Unix")
@pytest.mark.parametrize("abstract", [False, True], ids=["a file", "a name"])
async def test_systemd_hears_that_the_bot_is_up_alive_and_ending(tmp_path: Path, *, abstract: bool) -> None:
    if abstract and sys.platform != "linux":
        pytest.skip("only Linux has names without files")
    name = f"\0taproom{tmp_path}" if abstract else str(tmp_path / "notify")
    loop, up = asyncio.get_running_loop(), asyncio.Event()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
        notify.bind(name)
        notify.settimeout(0)
        supervisor = Supervisor({"NOTIFY_SOCKET": name.replace("\0", "@"), "WATCHDOG_USEC": "20000"})
        telling = asyncio.create_task(supervisor.keep_notifying(lambda: WELL, up))
        early = [(await loop.sock_recv(notify, 4096)).decode().splitlines() for _ in range(3)]
        up.set()
        heard = [["STATUS=starting"]]
        while heard[0][-1] == "STATUS=starting":
            heard = [(await loop.sock_recv(notify, 4096)).decode().splitlines()]
        heard += [(await loop.sock_recv(notify, 4096)).decode().splitlines() for _ in range(2)]
        telling.cancel()
        supervisor.tell("STOPPING=1")
        while (last := (await loop.sock_recv(notify, 4096)).decode()).startswith("WATCHDOG"):
            pass
    assert early == [["EXTEND_TIMEOUT_USEC=120000000", "STATUS=starting"]] * 3, "it may take long to begin"
    assert heard[0] == ["READY=1"]
    assert [lines[0] for lines in heard[1:]] == ["WATCHDOG=1", "WATCHDOG=1"]
    assert "12 servers" in heard[1][1]
    assert last == "STOPPING=1"


def test_the_watchdog_is_fed_twice_in_its_time() -> None:
    assert Supervisor({"WATCHDOG_USEC": "20000000"}).pulse == 10
    assert Supervisor({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "1"}).pulse > 10, (
        "another process is meant"
    )


def test_nothing_is_sent_without_a_supervisor(tmp_path: Path) -> None:
    assert not Supervisor({}).listens
    Supervisor({"NOTIFY_SOCKET": str(tmp_path / "gone")}).tell("READY=1")
