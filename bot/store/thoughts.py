"""Thoughts as a queue in PostgreSQL: bots ask, thinkers answer, on whatever machines.

The queue is procrastinate's, in a schema of its own. A question is a job; its answer comes back by NOTIFY, so
that nothing of it has to be tidied up. Who asks sees to it that somebody is at work on it: it has a job taken
anew whose thinker is gone. Bots and thinkers are known by the same beats. Nothing here outlives a minute.

Nothing of this is imported where the tables are in a file: procrastinate is an extra.
"""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import logging
import secrets
import socket
import time
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final, Self, TypeAlias, cast

import psycopg
from procrastinate import App, BaseRetryStrategy, JobContext, PsycopgConnector, RetryDecision
from procrastinate.exceptions import JobAborted, ProcrastinateException
from procrastinate.job_context import AbortReason
from procrastinate.jobs import Job, Status
from procrastinate.schema import SchemaManager
from psycopg import AsyncConnection, sql
from psycopg.conninfo import conninfo_to_dict

from bot.place import Postgres
from bot.store import questions
from bot.store.errors import CorruptState
from bot.store.postgres import parameters
from bot.store.questions import PREFIX, STALE, NobodyThinks
from bot.worker import Question

LOG = logging.getLogger("taproom.thoughts")

BEAT: Final = 2.0
"""Seconds between two signs of life, and between two looks at what becomes of one's questions."""

FORGOTTEN: Final = 30.0
"""Seconds after which it is no longer known that they were there."""

GRACE: Final = 6.0
"""Seconds in which a thinker that is stopped may end a thought, before it gives it back; Docker waits ten.

Fewer than `STALE`: it gives no sign of life in this time.
"""

TRIES: Final = 5
"""So often a thinker may be lost over a question until nobody takes it any more."""

_AGAIN: Final = 1.0  # seconds between two tries to reach the database
_LONGEST: Final = 4_000_000  # bytes of a question or an answer; the longest have 70,000
_DEAF: Final = 5.0  # seconds until a channel that says nothing is taken not to work
_PART: Final = 7000
"""Bytes of a notification; PostgreSQL takes less than 8,000."""

_EPOCH: Final = 1_767_225_600
"""Seconds since 1970 from which ranks are counted, so that they fit into 31 bits until 2094."""

_LONG_AGO: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""From when on a job may be taken again: at once, whatever this machine's clock says."""

_TASK: Final = "think"
_MAKING: Final = 0x54415051
"""The number of the lock under which the schema is made, `TAPQ`."""

_OWN: Final = """
CREATE TABLE taproom_present (
    worker_id bigint PRIMARY KEY REFERENCES procrastinate_workers (id) ON DELETE CASCADE,
    channel text NOT NULL,
    version text NOT NULL,
    host text NOT NULL,
    at_once integer NOT NULL
);
CREATE INDEX taproom_present_channel ON taproom_present (channel);
"""
"""Who is there: bots by the `channel` where they hear answers, thinkers by how much they think `at_once`.

Their beats are procrastinate's: a row of `procrastinate_workers` each.
"""

_JOIN: Final = "INSERT INTO taproom_present VALUES (%(me)s, %(channel)s, %(version)s, %(host)s, %(at_once)s)"
_CLOCK: Final = "SELECT extract(epoch FROM clock_timestamp())::float8 AS now"
_AROUND: Final = """
SELECT count(*) FILTER (WHERE worker_id = %(me)s) AS mine,
    count(*) FILTER (
        WHERE at_once > 0 AND version = %(version)s
            AND last_heartbeat > now() - make_interval(secs => %(stale)s)
    ) AS thinkers
FROM taproom_present JOIN procrastinate_workers ON id = worker_id
"""
_STANDING: Final = """
SELECT job.id, job.status = 'todo' AS waits,
    job.status = 'doing' AND (
        worker.id IS NULL OR worker.last_heartbeat <= now() - make_interval(secs => %(stale)s)
    ) AS is_left
FROM procrastinate_jobs job LEFT JOIN procrastinate_workers worker ON worker.id = job.worker_id
WHERE job.id = ANY(%(jobs)s) AND job.status IN ('todo', 'doing')
"""
_IS_THERE: Final = """
SELECT count(*) AS asking FROM taproom_present JOIN procrastinate_workers ON id = worker_id
WHERE channel = %(channel)s AND last_heartbeat > now() - make_interval(secs => %(stale)s)
"""
_SWEEP: Final = """
WITH alive AS (
    SELECT id, channel FROM procrastinate_workers LEFT JOIN taproom_present ON worker_id = id
    WHERE last_heartbeat > now() - make_interval(secs => %(stale)s)
)
DELETE FROM procrastinate_jobs job
WHERE job.status NOT IN ('todo', 'doing')
    OR (job.abort_requested OR NOT EXISTS (SELECT 1 FROM alive WHERE channel = job.args ->> 'to'))
    AND NOT (job.status = 'doing' AND EXISTS (SELECT 1 FROM alive WHERE alive.id = job.worker_id))
"""
"""Jobs that have come to their end, and those that nobody waits for, unless a thinker is at them now."""

_TELL: Final = "SELECT pg_notify(%(channel)s, part) FROM unnest(%(parts)s::text[]) AS part"

Failure: Final = (ProcrastinateException, psycopg.Error, OSError)
"""What goes wrong with a database."""

Answering: TypeAlias = Callable[[Question, float], Awaitable[tuple[bool, Any]]]
"""Thinks about a question for at most so many seconds: the answer, or false and why there is none."""


# The schema


async def _made(place: Postgres) -> str:
    """The name of the schema that this process and its like use; it is made if need be.

    Another release of the library may have another shape. It gets a schema of its own, as processes of both
    may run for a while; the one that nobody uses any more is dropped.
    """
    shape = SchemaManager.get_schema() + _OWN
    name = PREFIX + sha256(shape.encode()).hexdigest()[:8]
    connecting = AsyncConnection.connect(place.url, autocommit=True, **parameters(place))
    async with await connecting as raw, raw.transaction():
        await raw.execute("SELECT pg_advisory_xact_lock(%s)", (_MAKING,))
        found = await raw.execute(
            "SELECT nspname FROM pg_namespace"
            " WHERE starts_with(nspname, %s) AND pg_get_userbyid(nspowner) = current_user",
            (PREFIX,),
        )
        names = {str(row[0]) for row in await found.fetchall()}
        if name not in names:
            await raw.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(name)))
            await raw.execute("SELECT set_config('search_path', %s, true)", (name,))
            await raw.execute(cast("Any", shape))
        for other in names - {name}:
            await _drop_unused(raw, other)
    return name


async def _drop_unused(raw: AsyncConnection, name: str) -> None:
    workers = sql.Identifier(name, "procrastinate_workers")
    used = await raw.execute(
        sql.SQL("SELECT 1 FROM {} WHERE last_heartbeat > now() - interval '1 minute' LIMIT 1").format(workers)
    )
    if await used.fetchone() is None:
        await raw.execute(sql.SQL("DROP SCHEMA {} CASCADE").format(sql.Identifier(name)))


@asynccontextmanager
async def _opened(place: Postgres) -> AsyncIterator[App]:
    """The queue of a database, while somebody uses it; raises `Failure`."""
    schema = await _made(place)

    async def configured(raw: AsyncConnection) -> None:
        await raw.set_autocommit(True)
        # A question that is lost with the server is asked again: no disk has to be waited for.
        await raw.execute(
            "SELECT set_config('search_path', %s, false), set_config('synchronous_commit', 'off', false)",
            (schema,),
        )

    told = parameters(place)
    if "application_name" not in conninfo_to_dict(place.url):
        told["application_name"] = "taproom thoughts"
    connector = PsycopgConnector(
        conninfo=place.url,
        kwargs=told,
        configure=configured,
        min_size=1,
        max_size=4,
        timeout=5.0,
    )
    app = App(connector=connector)
    async with app.open_async():
        yield app


class _Member:
    """Somebody who is there, with the queue of the database: a bot that asks, or a thinker."""

    def __init__(self, app: App, channel: str, at_once: int) -> None:
        self._app = app
        self._channel = channel
        self._at_once = at_once
        self._me = 0
        self._beats = 0
        self._offset = 0.0

    async def join(self) -> None:
        """Tell the others."""
        self._me = await self._app.job_manager.register_worker()
        told = {"channel": self._channel, "version": questions.version(), "host": socket.gethostname()}
        await self._app.connector.execute_query_async(_JOIN, me=self._me, at_once=self._at_once, **told)
        clock = await self._app.connector.execute_query_one_async(_CLOCK)
        self._offset = clock["now"] - time.monotonic()

    async def beat(self) -> int:
        """Give a sign of life; returns how many thinkers of this version there are.

        Raises `Failure`, also for somebody who was taken for gone.
        """
        manager, connector = self._app.job_manager, self._app.connector
        await manager.update_heartbeat(self._me)
        around = await connector.execute_query_one_async(
            _AROUND, me=self._me, version=questions.version(), stale=STALE
        )
        if not around["mine"]:
            raise ProcrastinateException("no sign of life came through for too long")
        if self._beats % 5 == 0:
            await manager.prune_stalled_workers(FORGOTTEN)
            await connector.execute_query_async(_SWEEP, stale=STALE)
        self._beats += 1
        return int(around["thinkers"])

    async def leave(self) -> None:
        """Be there no longer; who cannot say so is missed after a while."""
        with suppress(*Failure):
            await self._app.job_manager.unregister_worker(self._me)

    def now(self) -> float:
        """The moment by the database's clock, in seconds since 1970: machines need not agree on the time."""
        return time.monotonic() + self._offset


# Who asks


class _Lost(Exception):  # noqa: N818 - named by what happened
    """A question is gone, and no answer has come."""


_Answer: TypeAlias = tuple[bool, str]
"""The text of an answer, or false and why there is none."""


@dataclass(slots=True)
class _Asked:
    """A question on its way: `job` is its number, once it is in the queue. `missing` counts looks in vain."""

    answer: asyncio.Future[_Answer]
    job: int | None = None
    missing: int = 0
    parts: dict[int, str] = field(default_factory=dict)


@dataclass(slots=True)
class _Line:
    """What an asker has while the database can be reached."""

    app: App
    member: _Member


class Thoughts:
    """The questions of one process to the thinkers.

    While there is none of the same version, or the database cannot be reached, `ask` says so at once.
    """

    def __init__(self, place: Postgres) -> None:
        self._place = place
        self._channel = ""
        self._queue = questions.version()
        self._keys = itertools.count(1)
        self._asked: dict[str, _Asked] = {}
        self._line: _Line | None = None
        self._thinkers = 0
        self._tried = asyncio.Event()
        self._hears = asyncio.Event()
        self._keeping: asyncio.Task[None] | None = None
        self._leaving = set[asyncio.Task[None]]()
        self._told: str | None = None

    @classmethod
    async def open(cls, place: Postgres) -> Self:
        """The way to the thinkers; if there is none yet, it is looked for until there is."""
        quiet()
        thoughts = cls(place)
        thoughts._keeping = asyncio.create_task(thoughts._keep())
        await thoughts._tried.wait()
        return thoughts

    @property
    def waiting(self) -> int:
        """How many questions have no answer yet."""
        return len(self._asked)

    @property
    def thinkers(self) -> int:
        """How many thinkers there are that may be asked."""
        return self._thinkers if self._line is not None else 0

    async def ask(self, question: Question, later: float, patience: float) -> tuple[bool, Any]:
        """What a thinker says: the answer, or false and why there is none; raises `NobodyThinks`.

        The question comes before others that are asked for more than `later` seconds after it. Nobody needs
        an answer after `patience` seconds. Whoever does not wait any more leaves nothing in the queue.
        """
        try:
            text = await asyncio.to_thread(_written, question)  # takes up to some milliseconds
        except CorruptState:
            LOG.exception("a question cannot be written: game=%s %s", question.game, question.what)
            raise NobodyThinks from None
        while (line := self._line) is not None and self._thinkers:
            rank, until = line.member.now() - _EPOCH + later, line.member.now() + patience
            with suppress(_Lost):
                well, said = await self._answered(line, text, -int(rank), until)
                try:
                    return well, (
                        await asyncio.to_thread(questions.answer_read, question, said) if well else said
                    )
                except CorruptState as error:
                    return False, str(error)
        raise NobodyThinks

    async def close(self) -> None:
        """Take back what is in the queue, and be there no longer."""
        for asked in list(self._asked.values()):
            _settle(asked.answer, NobodyThinks())
        while self._asked or self._leaving:
            await (asyncio.wait(set(self._leaving)) if self._leaving else asyncio.sleep(0))
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.wait({self._keeping})

    async def _answered(self, line: _Line, text: str, priority: int, until: float) -> _Answer:
        """The answer as text; raises `_Lost`, `NobodyThinks`."""
        key, asked = str(next(self._keys)), _Asked(asyncio.get_running_loop().create_future())
        self._asked[key] = asked
        putting = asyncio.create_task(self._put(line, asked, key, text, priority, until))
        try:
            return await asked.answer
        finally:
            del self._asked[key]
            if not asked.answer.done():
                asked.answer.cancel()
            if asked.answer.cancelled() or asked.answer.exception():
                self._spawn(self._taken_back(line, putting, asked))

    async def _put(
        self, line: _Line, asked: _Asked, key: str, text: str, priority: int, until: float
    ) -> None:
        try:
            asked.job = await line.app.configure_task(
                _TASK, queue=self._queue, priority=priority
            ).defer_async(to=self._channel, key=key, until=until, question=text)
        except Failure:
            _settle(asked.answer, NobodyThinks())
        except Exception as error:  # noqa: BLE001 - or whoever asked would wait for ever
            _settle(asked.answer, error)

    async def _taken_back(self, line: _Line, putting: asyncio.Task[None], asked: _Asked) -> None:
        """Take a question out of the queue; a thinker that is at it is told to stop."""
        await asyncio.wait({putting})
        if asked.job is not None:
            with suppress(*Failure):
                await line.app.job_manager.cancel_job_by_id_async(asked.job, abort=True, delete_job=True)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)

    # The line to the database

    async def _keep(self) -> None:
        """Keep the line, and find it again when it is lost."""
        while True:
            try:
                async with _opened(self._place) as app:
                    await self._use(app)
            except Failure as failure:
                told = "the queue of thoughts cannot be reached: the bot thinks by itself until it can"
                self._tell(f"{told} ({said_by(failure)})", logging.WARNING)
            finally:
                self._line = None
                for asked in list(self._asked.values()):
                    _settle(asked.answer, NobodyThinks())
                self._tried.set()
            await asyncio.sleep(_AGAIN)

    async def _use(self, app: App) -> None:
        """Hear answers, give signs of life, and see to the questions, until something fails."""
        # Another one each time: nobody waits for what was asked before, so that it is swept.
        self._channel = f"taproom_{secrets.token_hex(12)}"
        member = _Member(app, self._channel, 0)
        self._hears.clear()
        hearing = asyncio.create_task(
            app.connector.listen_notify(on_notification=self._heard, channels=[self._channel])
        )
        try:
            await member.join()
            await self._until_heard(app, hearing)
            while not hearing.done():
                self._thinkers = await member.beat()
                self._line = _Line(app, member)
                self._tell_thinkers()
                self._tried.set()
                await self._look_after(app)
                await asyncio.wait({hearing}, timeout=BEAT)
            await hearing
        except asyncio.CancelledError:
            await member.leave()
            raise
        finally:
            await _ended(hearing)

    async def _until_heard(self, app: App, hearing: asyncio.Task[None]) -> None:
        """Wait until the channel is listened to: until then answers would be lost."""
        until = time.monotonic() + _DEAF
        while not self._hears.is_set():
            if hearing.done():
                await hearing
            if time.monotonic() > until:
                raise ProcrastinateException(
                    "no notification comes through; a pooler must leave sessions whole"
                )
            await app.connector.execute_query_async(_TELL, channel=self._channel, parts=["hello"])
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hears.wait(), 0.1)

    async def _heard(self, *, channel: str, payload: str) -> None:  # noqa: ARG002 - there is one channel
        """A part of an answer. Anybody may write there, so what makes no sense is passed over."""
        self._hears.set()
        with suppress(ValueError, TypeError, KeyError, RecursionError, CorruptState):
            key, part, count, text = payload.split(" ", 3)
            if (asked := self._asked.get(key)) is not None:
                asked.parts[int(part)] = text
                if len(asked.parts) == int(count):
                    told = json.loads(unpacked("".join(asked.parts[at] for at in sorted(asked.parts))))
                    _settle(asked.answer, (bool(told["well"]), str(told["said"])))

    async def _look_after(self, app: App) -> None:
        """See that somebody is at each question, or can be."""
        waiting = {asked.job: asked for asked in self._asked.values() if asked.job is not None}
        if not waiting:
            return
        rows = await app.connector.execute_query_all_async(_STANDING, jobs=list(waiting), stale=STALE)
        for row in rows:
            asked = waiting.pop(row["id"])
            asked.missing = 0
            if (row["waits"] or row["is_left"]) and not self._thinkers:
                _settle(asked.answer, NobodyThinks())
            elif row["is_left"]:
                LOG.warning("a thinker was lost in the middle of a thought: another one takes it")
                with suppress(ProcrastinateException):  # it has just come to its end
                    await app.job_manager.retry_job_by_id_async(row["id"], retry_at=_LONG_AGO)
        for asked in waiting.values():  # answered by now, as a rule
            asked.missing += 1
            if asked.missing > 1:
                _settle(asked.answer, _Lost())

    def _tell_thinkers(self) -> None:
        if self._thinkers:
            self._tell("there are thinkers: thoughts go to them")
        else:
            self._tell("there is no thinker of this version: the bot thinks by itself")

    def _tell(self, sentence: str, level: int = logging.INFO) -> None:
        """Log what has changed, once."""
        if sentence != self._told:
            self._told = sentence
            LOG.log(level, "%s", sentence)


def _settle(answer: asyncio.Future[_Answer], said: _Answer | Exception) -> None:
    """What comes of a question, unless that is known already."""
    if answer.done():
        return
    if isinstance(said, Exception):
        answer.set_exception(said)
    else:
        answer.set_result(said)


async def _ended(*tasks: asyncio.Task[Any]) -> None:
    """Cancel tasks until they have ended: `wait_for` may lose a cancellation (Python 3.11)."""
    while waiting := {task for task in tasks if not task.done()}:
        for task in waiting:
            task.cancel()
        await asyncio.wait(waiting, timeout=0.5)
    await asyncio.gather(*tasks, return_exceptions=True)


def said_by(failure: BaseException) -> str:
    """What the database has said, in one line."""
    cause = failure.__cause__ if isinstance(failure.__cause__, psycopg.Error) else failure
    return " ".join(str(cause).split()) or type(cause).__name__


# Who thinks


class _GivenBack(BaseRetryStrategy):
    """What a thinker could not end before it was stopped is there for others at once, with its old rank."""

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:  # noqa: ARG002
        """Take it again, unless it has failed by itself."""
        return RetryDecision(retry_at=_LONG_AGO) if isinstance(exception, asyncio.CancelledError) else None


async def serve(place: Postgres, at_once: int, answer: Answering, stop: asyncio.Event) -> None:
    """Take questions from the queue and answer them, until `stop`; a database that is lost is waited for.

    Whatever is being thought about then has `GRACE` seconds to be ended, and is given back after that.
    Raises `Failure` if the database cannot be used from the start.
    """
    quiet()
    begun = False
    while not stop.is_set():
        try:
            async with _opened(place) as app:
                begun = True
                await _work(app, at_once, answer, stop)
        except Failure as failure:
            if not begun:
                raise
            LOG.warning("the queue of thoughts is lost, and looked for again: %s", said_by(failure))
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), _AGAIN)


async def _work(app: App, at_once: int, answer: Answering, stop: asyncio.Event) -> None:
    """Be a thinker of this version, until `stop` or until something fails."""
    member = _Member(app, "", at_once)
    _offer(app, member, answer)
    await member.join()
    working = asyncio.create_task(
        app.run_worker_async(
            queues=[questions.version()],
            concurrency=at_once,
            delete_jobs="always",
            install_signal_handlers=False,
            fetch_job_polling_interval=BEAT,
            abort_job_polling_interval=BEAT,
            update_heartbeat_interval=BEAT,
            stalled_worker_timeout=FORGOTTEN,
            shutdown_graceful_timeout=GRACE,
        )
    )
    beating = asyncio.create_task(_beats(member))
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({working, beating, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if stop.is_set():
            await member.leave()  # nobody counts on it any more, while it ends what it has begun
            return
        for failed in (beating, working):
            if failed.done():
                await failed
        raise ProcrastinateException("the worker has stopped")
    finally:
        working.cancel()
        await _ended(beating, stopping)
        await asyncio.gather(working, return_exceptions=True)


async def _beats(member: _Member) -> None:
    while True:
        await member.beat()
        await asyncio.sleep(BEAT)


def _offer(app: App, member: _Member, answer: Answering) -> None:
    """Make known to the library what is done with a job."""

    @app.task(name=_TASK, pass_context=True, retry=_GivenBack())
    async def think(context: JobContext, *, to: str, key: str, until: float, question: str) -> None:
        """Answer a question, unless nobody waits for it any more."""
        try:
            there = await app.connector.execute_query_one_async(_IS_THERE, channel=to, stale=STALE)
            if not there["asking"] or member.now() > until:
                return
            said = (False, "too many thinkers were lost over it")
            if context.job.attempts < TRIES:
                said = await _thought(question, until - member.now(), answer)
            parts = _parts(key, {"well": said[0], "said": said[1]})
            await app.connector.execute_query_async(_TELL, channel=to, parts=parts)
        except asyncio.CancelledError:
            if context.abort_reason() is AbortReason.USER_REQUEST:
                raise JobAborted from None  # whoever asked has gone
            raise


async def _thought(text: str, patience: float, answer: Answering) -> tuple[bool, str]:
    """The text of the answer to a text, or false and why there is none."""
    try:
        question = await asyncio.to_thread(_read, text)
        well, said = await answer(question, patience)
        if not well:
            return False, str(said)
        return True, await asyncio.to_thread(questions.answer_written, question, said)
    except CorruptState as error:
        LOG.warning("a question cannot be read, or its answer not be written: %s", error)
        return False, str(error)


def _parts(key: str, said: Mapping[str, object]) -> list[str]:
    """An answer as the notifications that carry it."""
    text = packed(json.dumps(said))  # letters of ASCII alone, so that a part has as many bytes
    cut = [text[at : at + _PART] for at in range(0, len(text), _PART)]
    return [f"{key} {at} {len(cut)} {part}" for at, part in enumerate(cut)]


def packed(text: str) -> str:
    """A text as letters and digits: psycopg takes 70 ms for 38 KB that are full of quotes."""
    return base64.b64encode(zlib.compress(text.encode(), 1)).decode()


def unpacked(text: str) -> str:
    """The text that was packed; raises `CorruptState` for anything else, and for what is much too long."""
    try:
        unpacker = zlib.decompressobj()
        plain = unpacker.decompress(base64.b64decode(text, validate=True), _LONGEST)
        if not unpacker.eof:
            raise CorruptState("a packed text is cut off, or too long", reading=True)
        return plain.decode()
    except (ValueError, zlib.error) as error:
        raise CorruptState("not a packed text", reading=True) from error


def _written(question: Question) -> str:
    return packed(questions.written(question))


def _read(text: str) -> Question:
    return questions.read(unpacked(text))


def quiet() -> None:
    """Have the library log nothing: its lines quote whole questions, which are secrets of running games."""
    for name in ("procrastinate", "psycopg.pool"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


assert Status.TODO.value == "todo"  # noqa: S101 - the statements above name two of them
assert Status.DOING.value == "doing"  # noqa: S101
