"""The search queue in PostgreSQL: answered, in order, by any worker, and nothing is left behind."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

import pytest

from bot.minds.pool import YIELD_SECONDS, Urgency
from bot.minds.worker import SearchQuestion
from bot.ops.location import Postgres
from bot.store.cluster import questions, search_queue
from bot.store.cluster.questions import NoSearchWorker
from bot.store.cluster.search_queue import Answering, SearchQueue, serve
from bot.store.postgres import open_connection
from bot.store.upkeep import hosted
from tests.bot.store.cluster.processes import ROOT
from tests.bot.store.cluster.test_questions import random_questions
from tests.databases import rows_of
from tests.postgres import Server
from tools.postgres import running_server, temporary_server

QUESTION: Final = next(random_questions("thrag"))
PATIENCE: Final = 60.0


@pytest.fixture
def database(postgres: Server) -> Iterator[Postgres]:
    made = postgres.fresh()
    yield made
    postgres.drop(made)


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the timeouts for dead processes."""
    monkeypatch.setattr(search_queue, "BEAT", 0.1)
    monkeypatch.setattr(search_queue, "STALE", 1.5)
    monkeypatch.setattr(hosted, "STALE", 1.5)
    monkeypatch.setattr(search_queue, "_AGAIN", 0.1)


async def first(question: SearchQuestion) -> tuple[bool, Any]:
    """Answer at once with the first legal action."""
    return True, question.actions[:1]


class BlockingMind:
    """A search that ends when the test lets it; remembers its questions, by seed."""

    def __init__(self) -> None:
        self.begun = list[str]()
        self.stopped = list[str]()
        self.may_end = asyncio.Event()

    async def __call__(self, question: SearchQuestion) -> tuple[bool, Any]:
        self.begun.append(question.seed)
        try:
            await self.may_end.wait()
        except asyncio.CancelledError:
            self.stopped.append(question.seed)
            raise
        return True, question.actions[:1]


def question_named(seed: str, what: Any = "plan") -> SearchQuestion:
    return SearchQuestion(what, QUESTION.game, QUESTION.view, QUESTION.actions, QUESTION.level, seed)


@asynccontextmanager
async def thinker(
    place: Postgres, answer: Answering = first, at_once: int = 1
) -> AsyncIterator[asyncio.Event]:
    """Run a search worker in this process, until the end or until the event is set."""
    stop = asyncio.Event()
    serving = asyncio.create_task(serve(place, at_once, answer, stop))
    try:
        yield stop
    finally:
        stop.set()
        await serving


@asynccontextmanager
async def asker(place: Postgres, thinkers: int = 1) -> AsyncIterator[SearchQueue]:
    """Open the queue of a bot; waits until it knows of so many workers."""
    asking = await SearchQueue.open(place)
    try:
        await until(lambda: asking.thinkers == thinkers)
        yield asking
    finally:
        await asking.close()


async def until(true: Callable[[], object], seconds: float = 20.0) -> None:
    """Wait until a condition holds, such as one about the database."""
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0.02)


def query_queue(place: Postgres, statement: str, *values: object) -> list[Any]:
    """Return the result of a statement about the queue."""
    with open_connection(place) as connection:
        connection.execute("SELECT set_config('search_path', 'taproom_queue', false)")
        cursor = connection.execute(statement, values)
        return cursor.fetchall() if cursor.description else []


def jobs(place: Postgres) -> list[tuple[str, str]]:
    """Return the queue's rows: their state, and the question's seed."""
    if not rows_of(place, "SELECT 1 WHERE to_regclass('taproom_queue.thoughts') IS NOT NULL"):
        return []
    rows = query_queue(place, "SELECT thinker IS NULL, question FROM thoughts ORDER BY due")
    return [("todo" if waits else "doing", json.loads(text)["seed"]) for waits, text in rows]


def queue_is_empty(place: Postgres) -> Callable[[], bool]:
    """Return a function that tells whether the queue is empty."""
    return lambda: jobs(place) == []


async def test_a_thinker_answers_and_nothing_stays(database: Postgres) -> None:
    async with thinker(database), asker(database) as asking:
        assert await asking.ask(QUESTION, 0) == (True, QUESTION.actions[:1])
        assert asking.waiting == 0
        await until(queue_is_empty(database))


async def test_many_are_answered_at_once_each_with_its_own(database: Postgres) -> None:
    some = list(random_questions("thud", plies=6)) + list(random_questions("ploc", plies=6))
    async with thinker(database, at_once=3), asker(database) as asking:
        answers = await asyncio.gather(*(asking.ask(question, 0) for question in some))
        assert answers == [(True, question.actions[:1]) for question in some]


async def test_many_thinkers_never_take_the_same_question(
    database: Postgres, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(search_queue, "STALE", 60.0)  # the load may delay a heartbeat
    async with AsyncExitStack() as there:
        for _ in range(4):
            await there.enter_async_context(thinker(database, at_once=4))
        asking = await there.enter_async_context(asker(database, 4))
        answers = await asyncio.gather(*(asking.ask(question_named(str(number)), 0) for number in range(400)))
    assert len(answers) == 400
    assert "was lost" not in caplog.text


async def test_an_answer_may_be_longer_than_a_notification(database: Postgres) -> None:
    question = next(random_questions("thud"))

    async def all_of_them(asked: SearchQuestion) -> tuple[bool, Any]:
        return True, asked.actions * 20

    async with thinker(database, all_of_them), asker(database) as asking:
        answers = await asking.ask(question, 0)
        assert answers == (True, question.actions * 20)
        assert len(questions.dump_answer(question, answers[1])) > 8000


async def test_why_there_is_no_answer_comes_back(database: Postgres) -> None:
    async def failing(_question: SearchQuestion) -> tuple[bool, Any]:
        return False, "KeyError: unknown"

    async with thinker(database, failing), asker(database) as asking:
        assert await asking.ask(QUESTION, 0) == (False, "KeyError: unknown")


async def test_a_mind_that_says_what_cannot_be_said_is_told_of(database: Postgres) -> None:
    async def wild(_question: SearchQuestion) -> tuple[bool, Any]:
        return True, "forty-two"

    async with thinker(database, wild), asker(database) as asking:
        well, why = await asking.ask(QUESTION, 0)
        assert not well
        assert "wrong type" in why


async def test_where_there_is_no_thinker_that_is_said_at_once(database: Postgres) -> None:
    async with asker(database, 0) as asking:
        with pytest.raises(NoSearchWorker):
            await asking.ask(QUESTION, 0)
        assert jobs(database) == []


async def test_a_move_comes_before_a_hint_and_a_hint_before_a_review(database: Postgres) -> None:
    slow = BlockingMind()
    async with thinker(database, slow), asker(database) as asking:
        waiting = [asyncio.create_task(asking.ask(question_named("busy"), 0))]
        await until(lambda: slow.begun)
        for seed, urgency in (
            ("review", Urgency.LATER),
            ("hint", Urgency.PERSON),
            ("move", Urgency.TABLE),
            ("other hint", Urgency.PERSON),
            ("other move", Urgency.TABLE),
        ):
            waiting.append(asyncio.create_task(asking.ask(question_named(seed), YIELD_SECONDS[urgency])))
            await until(lambda: len(jobs(database)) == len(waiting))
        slow.may_end.set()
        await asyncio.gather(*waiting)
        assert slow.begun == ["busy", "move", "other move", "hint", "other hint", "review"]


async def test_a_hint_does_not_wait_for_moves_that_are_asked_for_much_later(database: Postgres) -> None:
    slow = BlockingMind()
    async with thinker(database, slow), asker(database) as asking:
        waiting = [asyncio.create_task(asking.ask(question_named("busy"), 0))]
        await until(lambda: slow.begun)
        for seconds, seed, urgency in (
            (0, "review", Urgency.LATER),
            (0, "hint", Urgency.PERSON),
            (3, "move", Urgency.TABLE),
            (4, "late move", Urgency.TABLE),
            (393, "much later", Urgency.TABLE),
        ):
            query_queue(
                database, "UPDATE thoughts SET due = due - make_interval(secs => ?)", seconds
            )  # time passes
            waiting.append(asyncio.create_task(asking.ask(question_named(seed), YIELD_SECONDS[urgency])))
            await until(lambda: len(jobs(database)) == len(waiting))
        slow.may_end.set()
        await asyncio.gather(*waiting)
        assert slow.begun == ["busy", "move", "hint", "late move", "review", "much later"]


async def test_a_cancelled_question_leaves_the_queue_and_stops_its_search(
    database: Postgres,
) -> None:
    slow = BlockingMind()
    async with thinker(database, slow), asker(database) as asking:
        tasks = [asyncio.create_task(asking.ask(question_named(seed), 0)) for seed in ("begun", "waits")]
        await until(lambda: len(jobs(database)) == len(tasks) and slow.begun)
        for task in tasks:
            task.cancel()
        await until(queue_is_empty(database))
        await until(lambda: slow.stopped == slow.begun)
        slow.may_end.set()
        assert await asking.ask(question_named("next"), 0) == (True, QUESTION.actions[:1])


async def test_a_bot_that_stops_leaves_nothing(database: Postgres) -> None:
    slow = BlockingMind()
    async with thinker(database, slow):
        asking = await SearchQueue.open(database)
        await until(lambda: asking.thinkers)
        tasks = [asyncio.create_task(asking.ask(question_named(seed), 0)) for seed in ("begun", "waits")]
        await until(lambda: len(jobs(database)) == len(tasks) and slow.begun)
        await asking.close()
        for task in tasks:
            with pytest.raises(NoSearchWorker):
                await task
        await until(queue_is_empty(database))
        with pytest.raises(NoSearchWorker):
            await asking.ask(QUESTION, 0)


ASKING: Final = """
import asyncio, sys
from bot.ops.location import Postgres
from bot.store.cluster.search_queue import SearchQueue
from tests.bot.store.cluster.test_queue import question_named
async def main():
    asking = await SearchQueue.open(Postgres(sys.argv[1]))
    while not asking.thinkers:
        await asyncio.sleep(0.02)
    print("ready", flush=True)
    await asyncio.gather(*(asking.ask(question_named(f"of the dead {n}"), 0) for n in range(5)))
asyncio.run(main())
"""


async def test_what_a_bot_has_asked_that_was_killed_is_not_thought_about(database: Postgres) -> None:
    slow = BlockingMind()
    async with thinker(database, slow), asker(database) as asking:
        mine = asyncio.create_task(asking.ask(question_named("mine"), 0))
        await until(lambda: slow.begun)
        other = await asyncio.create_subprocess_exec(
            sys.executable, "-c", ASKING, database.url, cwd=ROOT, stdout=PIPE
        )
        await until(lambda: len(jobs(database)) == 6)
        other.kill()
        await other.wait()
        await until(lambda: jobs(database) == [("doing", "mine")])
        slow.may_end.set()
        await mine
        assert slow.begun == ["mine"]
        await until(queue_is_empty(database))


async def test_a_thought_whose_thinker_is_lost_is_taken_by_another(database: Postgres) -> None:
    """The first worker writes no heartbeat any more, like one whose machine is gone."""
    lost, slow = BlockingMind(), BlockingMind()
    slow.may_end.set()
    async with thinker(database, lost), asker(database) as asking:
        task = asyncio.create_task(asking.ask(QUESTION, 0))
        await until(lambda: lost.begun)
        ((its_id,),) = query_queue(database, "SELECT thinker FROM thoughts")
        async with thinker(database, slow):
            await until(lambda: asking.thinkers == 2)
            while not slow.begun:
                query_queue(database, "UPDATE thinkers SET until = now() WHERE id = ?", its_id)
                await asyncio.sleep(0.02)
            assert await task == (True, QUESTION.actions[:1])
        lost.may_end.set()
        await until(queue_is_empty(database))


async def test_a_thinker_that_is_stopped_ends_what_it_has_begun(
    database: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_queue, "STALE", 60.0)  # a stopping worker writes no heartbeat
    monkeypatch.setattr(search_queue, "GRACE", 60.0)
    slow = BlockingMind()
    async with asker(database, 0) as asking:
        async with thinker(database, slow) as stop:
            await until(lambda: asking.thinkers)
            task = asyncio.create_task(asking.ask(QUESTION, 0))
            await until(lambda: slow.begun)
            stop.set()
            await until(lambda: not asking.thinkers)
            slow.may_end.set()
        assert await task == (True, QUESTION.actions[:1])
        await until(queue_is_empty(database))


async def test_a_thinker_that_is_stopped_gives_back_what_takes_too_long(
    database: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_queue, "GRACE", 0.1)
    slow, other = BlockingMind(), BlockingMind()
    other.may_end.set()
    async with thinker(database, slow) as stop, asker(database) as asking:
        task = asyncio.create_task(asking.ask(QUESTION, 0))
        await until(lambda: slow.begun)
        async with thinker(database, other):
            await until(lambda: asking.thinkers == 2)
            stop.set()
            assert await task == (True, QUESTION.actions[:1])
            assert slow.stopped == other.begun == [QUESTION.seed]
            await until(queue_is_empty(database))


async def test_if_the_only_worker_is_lost_the_bot_searches_itself(
    database: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_queue, "STALE", 60.0)  # a stopping worker writes no heartbeat
    monkeypatch.setattr(search_queue, "GRACE", 60.0)
    slow = BlockingMind()
    async with asker(database, 0) as asking:
        async with thinker(database, slow) as stop:
            await until(lambda: asking.thinkers)
            begun = asyncio.create_task(asking.ask(question_named("begun"), 0))
            await until(lambda: slow.begun)  # two questions at once may arrive in either order
            waits = asyncio.create_task(asking.ask(question_named("waits"), 0))
            await until(lambda: len(jobs(database)) == 2)
            stop.set()
            with pytest.raises(NoSearchWorker):
                await waits
            slow.may_end.set()
        assert await begun == (True, QUESTION.actions[:1])
        await until(queue_is_empty(database))


async def test_a_question_that_costs_one_thinker_after_the_other_is_given_up(
    database: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_queue, "TRIES", 0)
    async with thinker(database), asker(database) as asking:
        well, why = await asking.ask(QUESTION, 0)
        assert (well, why) == (False, "too many thinkers were lost over it")


async def test_a_thinker_of_another_version_is_not_asked(
    database: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with thinker(database), asker(database) as asking:
        assert await asking.ask(QUESTION, 0)
        monkeypatch.setattr(questions, "search_version", lambda: "another one")
        async with asker(database, 0) as newer:
            with pytest.raises(NoSearchWorker):
                await newer.ask(QUESTION, 0)
        counted = hosted.remote_workers(database)
        assert [one.version for one in counted.workers] != ["another one"]


async def test_foreign_notifications_and_questions_are_ignored(
    database: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    async with thinker(database), asker(database) as asking:
        assert asking._line  # noqa: SLF001
        channel = asking._line.me  # noqa: SLF001
        with open_connection(database) as connection:
            for text in ("", "1", "x y z w", "{}"):
                connection.execute("SELECT pg_notify(?, ?)", (channel, text))
        put = "INSERT INTO thoughts (id, asker, version, question, due, until)"
        put += " VALUES (?, ?, ?, ?, now(), now() + interval '9 seconds')"
        query_queue(
            database, put, "x", channel, questions.search_version(), "cos\nsystem\n(S'touch /tmp/bomb'\ntR."
        )
        assert await asking.ask(QUESTION, 0) == (True, QUESTION.actions[:1])
        await until(lambda: not hosted.remote_workers(database).waiting)
        assert "a question cannot be read" in caplog.text


async def test_what_is_logged_tells_no_secrets(database: Postgres, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    async with thinker(database), asker(database) as asking:
        await asking.ask(question_named("a secret seed"), 0)
    assert "a secret seed" not in caplog.text
    assert "there are thinkers: thoughts go to them" in caplog.text


async def test_who_thinks_is_told(database: Postgres) -> None:
    assert hosted.remote_workers(database) == hosted.RemoteWorkers((), 0, 0)
    slow = BlockingMind()
    async with thinker(database, slow, at_once=2), asker(database) as asking:
        tasks = [asyncio.create_task(asking.ask(question_named(str(number)), 0)) for number in range(5)]
        await until(lambda: len(slow.begun) == 2 and len(jobs(database)) == len(tasks))
        counted = hosted.remote_workers(database)
        assert (counted.waiting, counted.under_way) == (3, 2)
        assert [(one.at_once, one.version) for one in counted.workers] == [(2, questions.search_version())]
        assert 0 <= counted.workers[0].silent < PATIENCE
        slow.may_end.set()
        await asyncio.gather(*tasks)
    assert hosted.remote_workers(database).workers == ()


async def test_what_a_library_kept_in_its_place_goes(database: Postgres) -> None:
    with open_connection(database) as connection:
        for statement in (
            "CREATE SCHEMA taproom_thoughts_0123abcd",
            "CREATE TABLE taproom_thoughts_0123abcd.procrastinate_jobs (id INTEGER)",
        ):
            connection.execute(statement)
    async with asker(database, 0):
        schemas = "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'taproom%'"
        assert rows_of(database, schemas) == [("taproom_queue",)]


async def test_connections_that_are_cut_are_made_anew(database: Postgres) -> None:
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'taproom thoughts'"
    slow = BlockingMind()
    async with thinker(database, slow), asker(database) as asking:
        task = asyncio.create_task(asking.ask(question_named("cut"), 0))
        await until(lambda: slow.begun)
        lost = asking._line  # noqa: SLF001
        assert len(rows_of(database, cut)) > 2
        slow.may_end.set()
        with suppress(NoSearchWorker):  # or it was answered after all
            assert await task == (True, QUESTION.actions[:1])
        await until(lambda: asking._line not in (None, lost) and asking.thinkers)  # noqa: SLF001
        assert await asking.ask(question_named("again"), 0) == (True, QUESTION.actions[:1])
        await until(queue_is_empty(database))


@pytest.mark.slow
async def test_a_server_that_is_started_anew_is_found_again(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    with temporary_server() as url:
        place, folder = Postgres(url), Path(url.split("host=")[1])
        slow = BlockingMind()
        async with thinker(place, slow), asker(place) as asking:
            task = asyncio.create_task(asking.ask(question_named("lost"), 0))
            await until(lambda: slow.begun)
            os.kill(int((folder / "data/postmaster.pid").read_text().split()[0]), signal.SIGQUIT)
            with pytest.raises(NoSearchWorker):
                await task
            with pytest.raises(NoSearchWorker):
                await asking.ask(question_named("away"), 0)
            with running_server(folder):
                slow.may_end.set()
                await until(lambda: asking.thinkers, 60)
                assert await asking.ask(question_named("again"), 0) == (True, QUESTION.actions[:1])
                await until(queue_is_empty(place))
                await asking.close()
    assert "the bot thinks by itself until it can" in caplog.text


async def test_a_database_that_cannot_be_reached_stops_no_search(tmp_path: Any) -> None:
    nowhere = Postgres(f"postgresql://bot@/taproom?host={tmp_path}")
    asking = await SearchQueue.open(nowhere)
    with pytest.raises(NoSearchWorker):
        await asking.ask(QUESTION, 0)
    await asking.close()
    with pytest.raises(search_queue.Failure):
        await serve(nowhere, 1, first, asyncio.Event())
