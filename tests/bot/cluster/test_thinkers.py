"""`python -m bot think`: search workers that answer, stop when asked to, and are replaced if they die."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

import pytest

from bot.cluster.search_worker import search_queue_of, serve_searches
from bot.minds.pool import SearchPool, Urgency
from bot.minds.worker import SearchQuestion, answer
from bot.ops.location import Postgres
from bot.store.cluster.search_queue import SearchQueue
from bot.store.errors import CannotWrite, NoDriver, NoQueue
from bot.store.upkeep import hosted
from tests.bot.store.cluster.processes import ROOT
from tests.bot.store.cluster.test_questions import random_questions
from tests.bot.store.cluster.test_queue import jobs, queue_is_empty, until
from tests.postgres import Server

ON_LINUX: Final = pytest.mark.skipif(
    not Path("/proc/self/task").exists(), reason="no process tells its children here"
)


@pytest.fixture
def database(postgres: Server) -> Iterator[Postgres]:
    made = postgres.fresh()
    yield made
    postgres.drop(made)


async def start_thinker(place: Postgres, folder: Path, **settings: str) -> Process:
    """Start a search worker as a host does."""
    known = {name: value for name, value in os.environ.items() if not name.startswith("TAPROOM_")}
    environment = {**known, "PYTHONPATH": str(ROOT), "TAPROOM_DATABASE": place.url, "TAPROOM_WORKERS": "1"}
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "think", cwd=folder, env={**environment, **settings}, stderr=PIPE
    )


async def end_thinker(process: Process, number: signal.Signals | None, worker: int | None = None) -> str:
    """Return a worker's log after ending it with the signal `number`, if any, and its process `worker`."""
    if worker is not None and number is signal.SIGKILL:
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)
    if process.returncode is None and number is not None:
        process.send_signal(number)
    _, logged = await process.communicate()
    return logged.decode()


@asynccontextmanager
async def bot_search_pool(place: Postgres) -> AsyncIterator[SearchPool]:
    """Return the bot's search pool: it knows the queue, and has a process of its own."""
    thinking = SearchPool(1, elsewhere=await search_queue_of(place))
    try:
        yield thinking
    finally:
        await thinking.close()


QUESTION: Final = next(random_questions("thrag"))
PATIENCE: Final = 240.0


def worker_of(thinker: Process) -> int:
    """Return the pid of the process that searches for a worker."""
    (worker,) = Path(f"/proc/{thinker.pid}/task/{thinker.pid}/children").read_text().split()
    return int(worker)


async def put_to_sleep(thinker: Process, thinking: SearchPool) -> int:
    """Suspend the worker's own process, so that its searches never end; returns its pid."""
    assert await thinking.plan(QUESTION, patience=PATIENCE)
    worker = worker_of(thinker)
    os.kill(worker, signal.SIGSTOP)
    return worker


def weigh_question() -> SearchQuestion:
    """Return a question that takes no time."""
    return SearchQuestion(
        "weigh", QUESTION.game, QUESTION.view, QUESTION.actions, QUESTION.level, QUESTION.seed
    )


def under_way(place: Postgres) -> bool:
    return [status for status, _ in jobs(place)] == ["doing"]


def thinking_there(place: Postgres, count: int) -> Any:
    return lambda: len(hosted.remote_workers(place).workers) == count


async def test_a_bot_without_thinkers_thinks_by_itself(database: Postgres) -> None:
    question = next(random_questions("thrag"))
    async with bot_search_pool(database) as thinking:
        assert await thinking.plan(question, patience=PATIENCE) == answer(question)
        assert thinking.waiting == 0
        assert jobs(database) == []


@pytest.mark.slow
async def test_a_thinker_is_asked_and_needs_no_token(database: Postgres, tmp_path: Path) -> None:
    process = await start_thinker(database, tmp_path)
    try:
        await until(thinking_there(database, 1), PATIENCE)
        async with bot_search_pool(database) as thinking:
            for game in ("thud", "trogdor", "thrag", "ploc"):
                question = next(random_questions(game, "weigh"))
                assert await thinking.weigh(question, patience=PATIENCE) == answer(question)
            question = next(random_questions("ploc", "odds"))
            assert await thinking.ask(question, Urgency.PERSON, PATIENCE) == answer(question)
            assert not thinking._processes, "none of its own was needed"  # noqa: SLF001
    finally:
        logged = await end_thinker(process, signal.SIGTERM)
    assert process.returncode == 0
    assert "at most 1 at once" in logged
    assert "stopped thinking" in logged
    assert "secret" not in logged


@ON_LINUX
@pytest.mark.slow
async def test_a_thinker_that_is_killed_in_mid_thought_has_its_thought_taken_by_another(
    database: Postgres, tmp_path: Path
) -> None:
    victim = await start_thinker(database, tmp_path)
    other = worker = None
    try:
        await until(thinking_there(database, 1), PATIENCE)
        async with bot_search_pool(database) as thinking:
            worker = await put_to_sleep(victim, thinking)
            asking = asyncio.create_task(thinking.weigh(weigh_question(), Urgency.TABLE, PATIENCE))
            await until(lambda: under_way(database))
            other = await start_thinker(database, tmp_path)
            await until(thinking_there(database, 2), PATIENCE)
            assert under_way(database)
            victim.kill()
            await victim.wait()
            assert await asking == answer(weigh_question())
            assert not thinking._processes, "the other thinker has answered"  # noqa: SLF001
            await until(queue_is_empty(database))
    finally:
        await end_thinker(victim, signal.SIGKILL, worker)
        if other is not None:
            await end_thinker(other, signal.SIGTERM)


@ON_LINUX
@pytest.mark.slow
async def test_if_the_only_thinker_is_killed_in_mid_thought_the_bot_thinks(
    database: Postgres, tmp_path: Path
) -> None:
    victim = await start_thinker(database, tmp_path)
    worker = None
    try:
        await until(thinking_there(database, 1), PATIENCE)
        async with bot_search_pool(database) as thinking:
            worker = await put_to_sleep(victim, thinking)
            asking = asyncio.create_task(thinking.weigh(weigh_question(), Urgency.TABLE, PATIENCE))
            await until(lambda: under_way(database))
            victim.kill()
            await victim.wait()
            assert await asking == answer(weigh_question())
            assert thinking._processes  # noqa: SLF001 - of its own
            await until(queue_is_empty(database))
    finally:
        await end_thinker(victim, signal.SIGKILL, worker)


@ON_LINUX
@pytest.mark.slow
async def test_a_thinker_that_is_stopped_in_mid_thought_gives_it_back(
    database: Postgres, tmp_path: Path
) -> None:
    process = await start_thinker(database, tmp_path)
    worker = None
    try:
        await until(thinking_there(database, 1), PATIENCE)
        async with bot_search_pool(database) as thinking:
            worker = await put_to_sleep(process, thinking)
            asking = asyncio.create_task(thinking.weigh(weigh_question(), Urgency.TABLE, PATIENCE))
            await until(lambda: under_way(database))
            process.terminate()
            assert await asking == answer(weigh_question())
            await until(queue_is_empty(database))
    finally:
        logged = await end_thinker(process, None, worker)
    assert process.returncode == 0
    assert "Traceback" not in logged
    assert "stopped thinking" in logged


async def test_with_a_file_there_is_nothing_to_ask(tmp_path: Path) -> None:
    assert await search_queue_of(tmp_path / "taproom.db") is None
    with pytest.raises(NoQueue, match="thinkers need PostgreSQL"):
        await serve_searches(tmp_path / "taproom.db", 1, asyncio.Event())


async def test_a_database_that_is_not_there_is_said_to_be(tmp_path: Path) -> None:
    nowhere = Postgres(f"postgresql://bot:hidden@/taproom?host={tmp_path}")
    with pytest.raises(CannotWrite, match="cannot be used") as raised:
        await serve_searches(nowhere, 1, asyncio.Event())
    assert "hidden" not in str(raised.value)


async def test_a_thinker_is_stopped_while_it_waits_for_a_server_that_says_nothing() -> None:
    waiting, stop = asyncio.Event(), asyncio.Event()

    async def say_nothing(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        waiting.set()
        await stop.wait()
        writer.close()

    async with await asyncio.start_server(say_nothing, "127.0.0.1", 0) as silent:
        port = silent.sockets[0].getsockname()[1]
        place = Postgres(f"postgresql://bot@127.0.0.1:{port}/taproom")
        serving = asyncio.create_task(serve_searches(place, 1, stop))
        await waiting.wait()
        stop.set()
        await serving


async def test_a_thinker_without_the_driver_says_so(
    database: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    stop = asyncio.Event()
    stop.set()
    with pytest.raises(NoDriver, match=r"requirements-cluster.txt"):
        await serve_searches(database, 1, stop)


async def test_thoughts_are_counted_wherever_they_wait(database: Postgres) -> None:
    asking = await SearchQueue.open(database)
    thinking = SearchPool(1, elsewhere=asking)
    asking._asked["1"] = Any  # type: ignore[assignment] # noqa: SLF001 - one that waits
    assert thinking.waiting == 1
    asking._asked.clear()  # noqa: SLF001
    await thinking.close()
