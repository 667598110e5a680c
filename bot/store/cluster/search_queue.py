"""The search queue in PostgreSQL: bots ask, search workers on any machine answer.

A question is a row. A free worker claims the next one and writes the answer into it; NOTIFY wakes both sides.
A row is valid `until` a moment that its owner postpones again and again: what a killed process leaves behind
is claimed by another one, or deleted.

Nothing of this is imported with a database file: psycopg is an extra.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, aclosing, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final, LiteralString, Self, TypeAlias

import psycopg
from psycopg import AsyncConnection, sql
from psycopg.conninfo import conninfo_to_dict

from bot.minds.worker import SearchQuestion
from bot.ops.location import Postgres
from bot.store.cluster import questions
from bot.store.cluster.questions import STALE, NoSearchWorker
from bot.store.errors import CorruptState
from bot.store.postgres import parameters

LOG = logging.getLogger("taproom.thoughts")

BEAT: Final = 2.0
"""Seconds between two heartbeats, and between two checks of one's questions."""

GRACE: Final = 6.0
"""Seconds in which a stopping worker may finish a search before it returns it; Docker waits ten."""

TRIES: Final = 2
"""How many workers may be lost over a question before it is given up."""

_AGAIN: Final = 1.0  # seconds between two tries to reach the database

Failure: Final = (psycopg.Error, OSError)
"""The errors of a database."""

Answering: TypeAlias = Callable[[SearchQuestion], Awaitable[tuple[bool, Any]]]
"""Answers a question: the answer, or false and a reason."""

# UNLOGGED: rows lost with the server are asked again, and need not wait for the disk. Other columns need
# another name of the schema, as programs of two releases may run side by side.
_SHAPE: Final = """
DO $$ DECLARE old text; BEGIN
    PERFORM pg_advisory_xact_lock(x'54415051'::int);  -- TAPQ
    FOR old IN SELECT nspname FROM pg_namespace
        WHERE starts_with(nspname, 'taproom_thoughts_') AND pg_get_userbyid(nspowner) = current_user
    LOOP
        EXECUTE format('DROP SCHEMA %I CASCADE', old);  -- the queue as procrastinate kept it
    END LOOP;
    IF to_regclass('taproom_queue.thoughts') IS NULL THEN
        CREATE SCHEMA taproom_queue
        CREATE UNLOGGED TABLE thinkers (
            id text PRIMARY KEY, host text, at_once int, version text, until timestamptz
        )
        CREATE UNLOGGED TABLE thoughts (
            id text PRIMARY KEY, asker text, version text, question text, due timestamptz, until timestamptz,
            thinker text, tries int DEFAULT 0, well bool, answer text
        )
        CREATE INDEX thoughts_due ON thoughts (version, due);
    END IF;
END $$;
SET search_path = taproom_queue
"""
_PUT: Final = """
WITH put AS (
    INSERT INTO thoughts (id, asker, version, question, due, until) VALUES
    (%(id)s, %(me)s, %(version)s, %(question)s, now() + make_interval(secs => %(later)s), now() + %(stale)s)
) SELECT pg_notify('taproom_' || %(version)s, '')
"""
_AROUND: Final = "SELECT count(*) FROM thinkers WHERE at_once > 0 AND version = %(version)s AND until > now()"
_STANDING: Final = """
UPDATE thoughts SET until = now() + %(stale)s WHERE id = ANY(%(ids)s)
RETURNING id, answer IS NOT NULL,
    EXISTS (SELECT FROM thinkers one WHERE one.id = thinker AND one.until > now())
"""
# No join with the workers: a row that was claimed meanwhile is checked again, but the join is not.
_TAKE: Final = """
UPDATE thoughts SET thinker = %(me)s, tries = tries + 1 WHERE id = (
    SELECT id FROM thoughts WHERE version = %(version)s AND answer IS NULL AND until > now()
    AND (thinker IS NULL OR thinker != ALL (ARRAY(SELECT id FROM thinkers WHERE until > now())))
    ORDER BY due LIMIT 1 FOR UPDATE SKIP LOCKED
) RETURNING id, question, tries
"""
_SAY: Final = """
WITH said AS (
    UPDATE thoughts SET well = %(well)s, answer = %(answer)s
    WHERE id = %(id)s AND thinker = %(me)s RETURNING asker
) SELECT pg_notify(asker, %(id)s) FROM said
"""
_BEAT: Final = """
WITH mine AS (
    INSERT INTO thinkers VALUES (%(me)s, %(host)s, %(at_once)s, %(version)s, now() + %(stale)s)
    ON CONFLICT (id) DO UPDATE SET at_once = excluded.at_once, until = excluded.until
), lost AS (DELETE FROM thinkers WHERE until <= now() AND id != %(me)s
), unwanted AS (DELETE FROM thoughts WHERE until <= now())
SELECT id FROM thoughts WHERE thinker = %(me)s AND until > now()
"""
_LEAVE: Final = """
WITH gone AS (DELETE FROM thinkers WHERE id = %(me)s), back AS (
    UPDATE thoughts SET thinker = NULL, tries = tries - 1
    WHERE thinker = %(me)s AND answer IS NULL RETURNING version
) SELECT pg_notify('taproom_' || version, '') FROM back
"""


@dataclass(frozen=True, slots=True)
class _QueueConnection:
    """A process at the queue: one connection for statements, and one that listens to its channel."""

    me: str
    speaks: AsyncConnection
    hears: AsyncConnection

    @classmethod
    @asynccontextmanager
    async def open(cls, place: Postgres, channel: str = "") -> AsyncIterator[Self]:
        """Open the connections, and make the tables; by default on a channel of its own. Raises `Failure`."""
        connection_args = (
            parameters(place) | {"application_name": "taproom thoughts"} | conninfo_to_dict(place.url)
        )
        me = f"taproom_{secrets.token_hex(12)}"
        async with (
            await AsyncConnection.connect(autocommit=True, **connection_args) as speaks,
            await AsyncConnection.connect(autocommit=True, **connection_args) as hears,
        ):
            await speaks.execute(_SHAPE)
            await hears.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel or me)))
            yield cls(me, speaks, hears)

    async def tell(self, statement: LiteralString, **values: object) -> list[tuple[Any, ...]]:
        """Return the result of a statement; raises `Failure`."""
        parameters_of_line = {
            "me": self.me,
            "version": questions.search_version(),
            "stale": timedelta(seconds=STALE),
        }
        return await (await self.speaks.execute(statement, parameters_of_line | values)).fetchall()


class SearchQueue:
    """The search questions of one process to remote workers.

    Without a worker of the same version, or without the database, `ask` fails at once.
    """

    def __init__(self, place: Postgres) -> None:
        self.thinkers = 0
        """The number of workers that can be asked."""
        self._place = place
        self._line: _QueueConnection | None = None
        self._asked: dict[str, asyncio.Event] = {}
        """An event for each question, by key: set when there is an answer, or will be none."""
        self._put = set[str]()  # those of them that are in the queue
        self._exchanges = set[asyncio.Task[tuple[bool, str] | None]]()
        self._tried = asyncio.Event()
        self._keeping: asyncio.Task[None] | None = None
        self._said = ""

    @classmethod
    async def open(cls, place: Postgres) -> Self:
        """Open the queue; if there is none yet, it is looked for until there is."""
        thoughts = cls(place)
        thoughts._keeping = asyncio.create_task(thoughts._keep_connected())
        await thoughts._tried.wait()
        return thoughts

    @property
    def waiting(self) -> int:
        """The number of unanswered questions."""
        return len(self._asked)

    async def ask(self, question: SearchQuestion, later: float) -> tuple[bool, Any]:
        """Return a worker's answer, or false and a reason; raises `NoSearchWorker`.

        The question comes before others that are asked more than `later` seconds after it. A cancelled
        question is removed from the queue.
        """
        try:
            text = await asyncio.to_thread(questions.dump_question, question)  # takes up to some milliseconds
        except CorruptState:
            LOG.exception("a question cannot be written: game=%s %s", question.game, question.what)
            raise NoSearchWorker from None
        if self._line is None or not self.thinkers:
            raise NoSearchWorker
        key, event = secrets.token_hex(12), asyncio.Event()
        self._asked[key] = event
        exchange = asyncio.create_task(self._exchange(self._line, event, id=key, question=text, later=later))
        self._exchanges.add(exchange)
        exchange.add_done_callback(self._exchanges.discard)
        try:
            result = await asyncio.shield(exchange)
        finally:
            event.set()
            del self._asked[key]
        if result is None:
            raise NoSearchWorker
        well, answer = result
        try:
            return well, await asyncio.to_thread(questions.load_answer, question, answer) if well else answer
        except CorruptState as error:
            return False, str(error)

    async def close(self) -> None:
        """Remove all questions from the queue, and stop asking."""
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.wait({self._keeping})

    async def _exchange(
        self, line: _QueueConnection, event: asyncio.Event, **asked: object
    ) -> tuple[bool, str] | None:
        """Keep a question in the queue until its event is set; returns its answer, if there is one."""
        key = str(asked["id"])
        try:
            await line.tell(_PUT, **asked)
            self._put.add(key)
            await event.wait()
            taken = "DELETE FROM thoughts WHERE id = %(id)s RETURNING well, answer"
            for well, answer in await line.tell(taken, id=key):
                return None if answer is None else (well, answer)
        except Failure:  # what stays there is deleted later
            pass
        finally:
            self._put.discard(key)
        return None

    async def _keep_connected(self) -> None:
        """Keep the connection to the database, and reopen it when it is lost."""
        while True:
            try:
                async with _QueueConnection.open(self._place) as line:
                    await self._serve_connection(line)
            except Failure as failure:
                message = "the queue of thoughts cannot be reached: the bot thinks by itself until it can"
                self._log_once(logging.WARNING, f"{message} ({database_message(failure)})")
            self._tried.set()
            await asyncio.sleep(_AGAIN)

    async def _serve_connection(self, line: _QueueConnection) -> None:
        """Supervise the questions and receive their answers, until something fails."""
        beaten = time.monotonic()
        try:
            while True:
                await self._supervise_questions(line)
                if time.monotonic() > beaten + STALE:
                    raise psycopg.OperationalError("no sign of life came through for too long")
                beaten, self._line = time.monotonic(), line
                self._tried.set()
                async with aclosing(line.hears.notifies(timeout=BEAT)) as notices:
                    async for notice in notices:
                        if notice.payload in self._asked:  # anyone may write there
                            self._asked[notice.payload].set()
        finally:
            self._line, self.thinkers = None, 0
            for event in self._asked.values():
                event.set()
            while self._exchanges:
                await asyncio.wait(self._exchanges)

    async def _supervise_questions(self, line: _QueueConnection) -> None:
        """Check that each question has a worker, or can have one."""
        ((self.thinkers,),) = await line.tell(_AROUND)
        if self.thinkers:
            self._log_once(logging.INFO, "there are thinkers: thoughts go to them")
        else:
            self._log_once(logging.INFO, "there is no thinker of this version: the bot thinks by itself")
        put = self._put & self._asked.keys()
        rows = await line.tell(_STANDING, ids=[*self._asked])
        waiting = {
            key for key, done, is_thought_about in rows if not done and (self.thinkers or is_thought_about)
        }
        # A missing one was deleted, as after a step of the server's clock; of one with an
        # answer the notification was lost.
        for key in (put | {key for key, _, _ in rows}) - waiting:
            if key in self._asked:
                self._asked[key].set()

    def _log_once(self, level: int, sentence: str) -> None:
        """Log a change of state, once."""
        if sentence != self._said:
            self._said = sentence
            LOG.log(level, "%s", sentence)


def database_message(failure: BaseException) -> str:
    """Return a database's error message in one line."""
    return " ".join(str(failure).split()) or type(failure).__name__


async def serve(place: Postgres, at_once: int, answer: Answering, stop: asyncio.Event) -> None:
    """Answer questions from the queue, until `stop`; a lost database connection is reopened.

    Searches under way then have `GRACE` seconds to finish; after that their questions are returned. Raises
    `Failure` if the database cannot be used at the start.
    """
    begun = False
    while not stop.is_set():
        try:
            async with _open_unless(stop, place) as line:
                if line is not None:
                    begun = True
                    await _QueueWorker(line, at_once, answer).work(stop)
        except Failure as failure:
            if not begun:
                raise
            LOG.warning("the queue of thoughts is lost, and looked for again: %s", database_message(failure))
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), _AGAIN)


@asynccontextmanager
async def _open_unless(stop: asyncio.Event, place: Postgres) -> AsyncIterator[_QueueConnection | None]:
    """Open a connection for a worker; None if `stop` is set while the server is waited for."""
    async with AsyncExitStack() as connected:
        connection = _QueueConnection.open(place, f"taproom_{questions.search_version()}")
        opening = asyncio.create_task(connected.enter_async_context(connection))
        stopping = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait((opening, stopping), return_when=asyncio.FIRST_COMPLETED)
            yield opening.result() if opening.done() else None
        finally:
            opening.cancel()
            stopping.cancel()


class _QueueWorker:
    """A search worker, as long as it keeps its connection."""

    def __init__(self, line: _QueueConnection, at_once: int, answer: Answering) -> None:
        self._line = line
        self._at_once = at_once
        self._answer = answer
        self._thoughts: dict[asyncio.Task[None], str] = {}
        self._wake = asyncio.Event()

    async def work(self, stop: asyncio.Event) -> None:
        """Answer questions until `stop`, or until something fails."""
        try:
            async with asyncio.TaskGroup() as group:
                await self._write_heartbeat()
                tasks = [
                    group.create_task(self._keep_alive()),
                    group.create_task(self._take_questions(group)),
                ]
                await stop.wait()
                self._at_once = 0  # it gets no new questions while it finishes
                await self._write_heartbeat()
                if self._thoughts:
                    await asyncio.wait(self._thoughts, timeout=GRACE)
                for task in (*tasks, *self._thoughts):
                    task.cancel()
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from failed
        finally:
            with suppress(*Failure):
                await self._line.tell(_LEAVE)

    async def _keep_alive(self) -> None:
        """Write heartbeats, and wake the search tasks whenever there may be a question."""
        while True:
            async with aclosing(self._line.hears.notifies(timeout=BEAT)) as notices:
                async for _ in notices:
                    self._wake.set()
            self._wake.set()
            await self._write_heartbeat()

    async def _write_heartbeat(self) -> None:
        """Write a heartbeat; cancel searches whose question was dropped, or claimed by another worker."""
        had = list(self._thoughts.items())
        about = {"host": socket.gethostname(), "at_once": self._at_once}
        mine = {key for (key,) in await self._line.tell(_BEAT, **about)}
        for task, key in had:
            if key not in mine:
                task.cancel()

    async def _take_questions(self, group: asyncio.TaskGroup) -> None:
        """Claim questions as long as there are some, and not too many at once."""
        while True:
            self._wake.clear()
            jobs = await self._line.tell(_TAKE) if len(self._thoughts) < self._at_once else []
            for key, text, tries in jobs:
                task = group.create_task(self._answer_question(key, text, tries))
                self._thoughts[task] = key
                task.add_done_callback(self._forget_task)
            if not jobs:
                await self._wake.wait()

    def _forget_task(self, task: asyncio.Task[None]) -> None:
        del self._thoughts[task]
        self._wake.set()

    async def _answer_question(self, key: str, text: str, tries: int) -> None:
        """Answer a question that was claimed `tries` times."""
        well, answer = False, "too many thinkers were lost over it"
        if tries > 1:
            LOG.warning("a thinker was lost in the middle of a thought: this one takes it")
        if tries <= TRIES:
            try:
                question = await asyncio.to_thread(questions.load_question, text)
                well, answer = await self._answer(question)
                if well:
                    answer = await asyncio.to_thread(questions.dump_answer, question, answer)
            except CorruptState as error:
                LOG.warning("a question cannot be read, or its answer not be written: %s", error)
                well, answer = False, str(error)
        await self._line.tell(_SAY, id=key, well=well, answer=answer)
