"""The pool of search processes: questions about games, answered by priority.

No search runs in the bot's own process. A worker that dies or hangs is replaced; its question is asked once
more, and then given up. Where there are remote workers, they are asked first.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from time import monotonic
from typing import Any, Final, Protocol

from bot.minds.processes import HOME, environment
from bot.minds.worker import HEAD, SearchQuestion, frame_message
from bot.store.cluster.questions import NoSearchWorker
from engine.mind import ActionWorth

LOG = logging.getLogger("taproom.thinking")

LIMIT: Final = 30.0
"""Seconds after which a question has failed; the hardest one takes some seconds."""

TRIES: Final = 2


class Urgency(IntEnum):
    """Priority of a question; the first comes first, but never twice in a row before the second."""

    PERSON = 0  # a waiting player
    TABLE = 1  # a table where it is a bot's turn
    LATER = 2  # background work, such as a review


YIELD_SECONDS: Final = {Urgency.TABLE: 0.0, Urgency.PERSON: 5.0, Urgency.LATER: 300.0}
"""A remote question lets more urgent ones pass that were asked within so many seconds after it.

So a bot's move comes before a hint, and a hint before a review; and none of them waits forever.
"""


class NoSearchResult(Exception):  # noqa: N818 - named by what happened
    """There is no answer: the workers were too busy, or a search has failed."""


@dataclass(frozen=True, slots=True)
class _PendingQuestion:
    """A question, and the future of its answer."""

    question: SearchQuestion
    answer: asyncio.Future[Any]


class _QuestionQueue:
    """The waiting questions, by urgency, then in order.

    People and tables take turns while both wait: so a bot's move waits for one hint, and not for a dozen.
    """

    def __init__(self) -> None:
        self._lines: dict[Urgency, deque[_PendingQuestion]] = {urgency: deque() for urgency in Urgency}
        self._last: Urgency | None = None

    def put(self, urgency: Urgency, pending: _PendingQuestion) -> None:
        """Add a question, after those of the same urgency."""
        self._lines[urgency].append(pending)

    def count(self) -> int:
        """Return the number of questions, including cancelled ones."""
        return sum(map(len, self._lines.values()))

    def next_question(self) -> _PendingQuestion | None:
        """Return the next question; None if there is none that was not cancelled."""
        swapped = (Urgency.TABLE, Urgency.PERSON, Urgency.LATER)
        for urgency in swapped if self._last is Urgency.PERSON else Urgency:
            while self._lines[urgency]:
                pending = self._lines[urgency].popleft()
                if not pending.answer.done():  # otherwise the caller was cancelled
                    self._last = urgency
                    return pending
        return None


class RemoteSearch(Protocol):
    """Search workers that are no processes of the bot."""

    @property
    def waiting(self) -> int:
        """The number of unanswered questions."""

    async def ask(self, question: SearchQuestion, later: float) -> tuple[bool, Any]:
        """Return true and the answer, or false and a reason; raises `NoSearchWorker`.

        `later` is one of `YIELD_SECONDS`.
        """

    async def close(self) -> None:
        """Stop asking."""


class SearchPool:
    """A few processes that answer questions; they start with the first question.

    `workers` is their number, `limit` the seconds that an answer may take once a worker has the question.
    They answer what no worker `elsewhere` does.
    """

    def __init__(self, workers: int = 1, limit: float = LIMIT, elsewhere: RemoteSearch | None = None) -> None:
        self._workers = workers
        self._limit = limit
        self._elsewhere = elsewhere
        self._waiting = _QuestionQueue()
        self._tasks = set[asyncio.Task[None]]()
        self._starts = set[asyncio.Task[Process]]()
        self._processes = set[Process]()
        self._idle = list[Process]()
        self._at_work = 0
        self._closed = False

    @property
    def waiting(self) -> int:
        """The number of questions that wait for a worker, here or elsewhere."""
        return self._waiting.count() + (0 if self._elsewhere is None else self._elsewhere.waiting)

    async def plan(
        self, question: SearchQuestion, urgency: Urgency = Urgency.TABLE, patience: float = LIMIT
    ) -> tuple[Any, ...]:
        """Return the actions of a turn; see `ask`."""
        planned: tuple[Any, ...] = await self.ask(question, urgency, patience)
        return planned

    async def weigh(
        self, question: SearchQuestion, urgency: Urgency = Urgency.PERSON, patience: float = LIMIT
    ) -> tuple[ActionWorth[Any], ...]:
        """Return the values of actions, the best first; see `ask`."""
        weighed: tuple[ActionWorth[Any], ...] = await self.ask(question, urgency, patience)
        return weighed

    async def evaluate(
        self, question: SearchQuestion, urgency: Urgency = Urgency.LATER, patience: float = LIMIT
    ) -> float:
        """Return the first seat's expectation; see `ask`."""
        expected: float = await self.ask(question, urgency, patience)
        return expected

    async def ask(self, question: SearchQuestion, urgency: Urgency, patience: float) -> Any:  # noqa: ANN401
        """Return the answer of `engine.mind.Mind`; raises `NoSearchResult` if there is none in time.

        `patience` is how many seconds that may take altogether: in the queue, for the search, and for remote
        workers before the own ones.
        """
        if self._elsewhere is None or self._closed:
            return await self._ask_here(question, urgency, patience)
        until = monotonic() + patience
        try:
            asking = self._elsewhere.ask(question, YIELD_SECONDS[urgency])
            succeeded, result = await asyncio.wait_for(asking, patience)
        except NoSearchWorker:
            return await self._ask_here(question, urgency, max(0.0, until - monotonic()))
        except TimeoutError as error:
            raise NoSearchResult(f"no answer within {patience:g} s") from error
        if succeeded:
            return result
        LOG.error("no %s for game=%s level=%s: %s", question.what, question.game, question.level, result)
        raise NoSearchResult(result)

    async def _ask_here(self, question: SearchQuestion, urgency: Urgency, patience: float) -> Any:  # noqa: ANN401
        """Ask the bot's own processes."""
        if self._closed:
            raise NoSearchResult("the search pool is closed")
        answer = asyncio.get_running_loop().create_future()
        self._waiting.put(urgency, _PendingQuestion(question, answer))
        self._add_task()
        try:
            return await asyncio.wait_for(answer, patience)
        except TimeoutError as error:
            raise NoSearchResult(f"no answer within {patience:g} s") from error

    async def close(self) -> None:
        """Stop all searches; pending questions get no answer."""
        self._closed = True
        if self._elsewhere is not None:
            await self._elsewhere.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*self._starts, return_exceptions=True)
        for process in list(self._processes):
            await self._end(process)
        while (pending := self._waiting.next_question()) is not None:
            _fail(pending.answer, "the search pool is closed")

    def _add_task(self) -> None:
        """Start one more task, if there are fewer than workers; it ends when no question waits."""
        if self._at_work < self._workers:
            self._at_work += 1
            task = asyncio.create_task(self._work())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _work(self) -> None:
        """Answer one question after the other, until none waits."""
        try:
            await self._answer_questions()
        finally:
            self._at_work -= 1  # at once: the next question must not count on this task

    async def _answer_questions(self) -> None:
        """Answer the waiting questions, each by an idle process or a new one."""
        while (pending := self._waiting.next_question()) is not None:
            try:
                idle = self._idle.pop() if self._idle else None
                process = await self._answer_question(idle, pending.question, pending.answer)
            except BaseException:
                _fail(pending.answer, "the search pool is closed")
                raise
            if process is not None:
                self._idle.append(process)

    async def _answer_question(
        self, process: Process | None, question: SearchQuestion, answer: asyncio.Future[Any]
    ) -> Process | None:
        """Answer a question; returns the process for the next one, if it is still usable."""
        why = ""
        for _ in range(TRIES):
            try:
                process = process or await self._new_process()
                well, result = await asyncio.wait_for(_exchange(process, question), self._limit)
            except (OSError, EOFError, TimeoutError, pickle.UnpicklingError) as error:
                why = f"{type(error).__name__}: {error}"
                LOG.warning("a worker failed at %s %s: %s", question.game, question.what, why)
                if process is not None:
                    await self._end(process)
                process = None
                continue
            if not well:
                LOG.error(
                    "no %s for game=%s level=%s: %s", question.what, question.game, question.level, result
                )
                _fail(answer, result)
            elif not answer.done():
                answer.set_result(result)
            return process
        _fail(answer, why)
        return process

    async def _new_process(self) -> Process:
        """Return a new process. If the caller is cancelled, its start continues, and `close` waits for that.

        `asyncio` sometimes waits forever for a process whose start is cancelled (Python 3.11).
        """
        start = asyncio.create_task(self._start())
        self._starts.add(start)
        start.add_done_callback(self._starts.discard)
        return await asyncio.shield(start)

    async def _start(self) -> Process:
        program = (sys.executable, "-m", "bot.minds.worker")
        process = await asyncio.create_subprocess_exec(
            *program, cwd=HOME, env=environment(), stdin=PIPE, stdout=PIPE, stderr=DEVNULL
        )
        self._processes.add(process)
        return process

    async def _end(self, process: Process) -> None:
        self._processes.discard(process)
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _exchange(process: Process, question: SearchQuestion) -> tuple[bool, Any]:
    """Send a question to a worker; raises `OSError` or `EOFError` if it has died."""
    assert process.stdin is not None  # noqa: S101 - it was started with pipes
    assert process.stdout is not None  # noqa: S101
    process.stdin.write(frame_message(question))
    await process.stdin.drain()
    (size,) = HEAD.unpack(await process.stdout.readexactly(HEAD.size))
    said: tuple[bool, Any] = pickle.loads(await process.stdout.readexactly(size))  # noqa: S301 - our own
    return said


def _fail(answer: asyncio.Future[Any], why: str) -> None:
    """Set an error as the answer, unless the caller was cancelled."""
    if not answer.done():
        answer.set_exception(NoSearchResult(why))
