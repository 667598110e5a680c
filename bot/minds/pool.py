"""Minds at work: questions about games, answered by processes beside the bot, the most urgent ones first.

No search runs in the bot's own process. A worker that dies or does not come to an end is replaced; its
question is asked once more, and then given up. Where there are thinkers elsewhere, they are asked first.
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
"""Seconds after which a question has gone wrong; the hardest one takes some seconds."""

TRIES: Final = 2


class Urgency(IntEnum):
    """Who waits for an answer; the first comes first, but never twice in a row before the second."""

    PERSON = 0  # somebody who looks at their screen
    TABLE = 1  # a table where it is a bot's turn
    LATER = 2  # nobody: a review that is being made


LATER: Final = {Urgency.TABLE: 0.0, Urgency.PERSON: 5.0, Urgency.LATER: 300.0}
"""For so many seconds what is asked elsewhere lets pass what is more urgent, and was asked after it.

So a bot's move comes before a hint, and a hint before a review; and none of them waits for ever.
"""


class NoSearchResult(Exception):  # noqa: N818 - named by what happened
    """No answer: the workers were too busy, or a mind has failed."""


@dataclass(frozen=True, slots=True)
class _PendingQuestion:
    """A question, and whom its answer goes to."""

    question: SearchQuestion
    answer: asyncio.Future[Any]


class _QuestionQueue:
    """The questions that wait, by urgency, then in the order in which they were asked.

    People and tables take turns while both wait: so a bot's move waits for one hint, and not for a dozen.
    """

    def __init__(self) -> None:
        self._lines: dict[Urgency, deque[_PendingQuestion]] = {urgency: deque() for urgency in Urgency}
        self._last: Urgency | None = None

    def put(self, urgency: Urgency, asked: _PendingQuestion) -> None:
        """One more question, at the end of those that are as urgent."""
        self._lines[urgency].append(asked)

    def count(self) -> int:
        """How many there are, with those that nobody waits for any more."""
        return sum(map(len, self._lines.values()))

    def next_question(self) -> _PendingQuestion | None:
        """The question that is to be answered now; none if nobody waits for an answer any more."""
        swapped = (Urgency.TABLE, Urgency.PERSON, Urgency.LATER)
        for urgency in swapped if self._last is Urgency.PERSON else Urgency:
            while self._lines[urgency]:
                asked = self._lines[urgency].popleft()
                if not asked.answer.done():  # or whoever asked has gone
                    self._last = urgency
                    return asked
        return None


class RemoteSearch(Protocol):
    """Thinkers that are no processes of the bot."""

    @property
    def waiting(self) -> int:
        """How many questions have no answer yet."""

    async def ask(self, question: SearchQuestion, later: float) -> tuple[bool, Any]:
        """The answer, or false and why there is none; raises `NobodyThinks`. See `LATER` for `later`."""

    async def close(self) -> None:
        """Ask nothing any more."""


class SearchPool:
    """A few processes that answer questions; they start when the first one is asked.

    `workers` is how many there are, `limit` how many seconds an answer may take once a worker is at it.
    They answer what nobody `elsewhere` does.
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
        """How many questions wait for a worker, or for thinkers elsewhere."""
        return self._waiting.count() + (0 if self._elsewhere is None else self._elsewhere.waiting)

    async def plan(
        self, question: SearchQuestion, urgency: Urgency = Urgency.TABLE, patience: float = LIMIT
    ) -> tuple[Any, ...]:
        """What to do; see `ask`."""
        planned: tuple[Any, ...] = await self.ask(question, urgency, patience)
        return planned

    async def weigh(
        self, question: SearchQuestion, urgency: Urgency = Urgency.PERSON, patience: float = LIMIT
    ) -> tuple[ActionWorth[Any], ...]:
        """What actions are worth, the best first; see `ask`."""
        weighed: tuple[ActionWorth[Any], ...] = await self.ask(question, urgency, patience)
        return weighed

    async def evaluate(
        self, question: SearchQuestion, urgency: Urgency = Urgency.LATER, patience: float = LIMIT
    ) -> float:
        """What the first seat can expect; see `ask`."""
        expected: float = await self.ask(question, urgency, patience)
        return expected

    async def ask(self, question: SearchQuestion, urgency: Urgency, patience: float) -> Any:  # noqa: ANN401
        """The answer of `engine.mind.Mind`; raises `CannotThink` after `patience` seconds without one."""
        if self._elsewhere is None or self._closed:
            return await self._ask_here(question, urgency, patience)
        until = monotonic() + patience
        try:
            asking = self._elsewhere.ask(question, LATER[urgency])
            well, said = await asyncio.wait_for(asking, patience)
        except NoSearchWorker:
            return await self._ask_here(question, urgency, max(0.0, until - monotonic()))
        except TimeoutError as error:
            raise NoSearchResult(f"no answer within {patience:g} s") from error
        if well:
            return said
        LOG.error("no %s for game=%s level=%s: %s", question.what, question.game, question.level, said)
        raise NoSearchResult(said)

    async def _ask_here(self, question: SearchQuestion, urgency: Urgency, patience: float) -> Any:  # noqa: ANN401
        """The same, of the bot's own processes."""
        if self._closed:
            raise NoSearchResult("nobody is there to think any more")
        answer = asyncio.get_running_loop().create_future()
        self._waiting.put(urgency, _PendingQuestion(question, answer))
        self._add_task()
        try:
            return await asyncio.wait_for(answer, patience)
        except TimeoutError as error:
            raise NoSearchResult(f"no answer within {patience:g} s") from error

    async def close(self) -> None:
        """Stop all thinking; whoever waits for an answer gets none."""
        self._closed = True
        if self._elsewhere is not None:
            await self._elsewhere.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*self._starts, return_exceptions=True)
        for process in list(self._processes):
            await self._end(process)
        while (asked := self._waiting.next_question()) is not None:
            _fail(asked.answer, "nobody is there to think any more")

    def _add_task(self) -> None:
        """Have one more task at work, as long as there are more workers; it ends when nothing is asked."""
        if self._at_work < self._workers:
            self._at_work += 1
            task = asyncio.create_task(self._work())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _work(self) -> None:
        """Answer one question after the other, until there are none."""
        try:
            await self._answer_questions()
        finally:
            self._at_work -= 1  # at once: whoever asks next must not count on this task

    async def _answer_questions(self) -> None:
        """Each by a process that has nothing to do, or a new one."""
        while (asked := self._waiting.next_question()) is not None:
            try:
                idle = self._idle.pop() if self._idle else None
                process = await self._answer_question(idle, asked.question, asked.answer)
            except BaseException:
                _fail(asked.answer, "nobody is there to think any more")
                raise
            if process is not None:
                self._idle.append(process)

    async def _answer_question(
        self, process: Process | None, question: SearchQuestion, answer: asyncio.Future[Any]
    ) -> Process | None:
        """Settle an answer; returns the process that can take the next question, if there is one."""
        why = ""
        for _ in range(TRIES):
            try:
                process = process or await self._new_process()
                well, said = await asyncio.wait_for(_exchange(process, question), self._limit)
            except (OSError, EOFError, TimeoutError, pickle.UnpicklingError) as error:
                why = f"{type(error).__name__}: {error}"
                LOG.warning("a worker failed at %s %s: %s", question.game, question.what, why)
                if process is not None:
                    await self._end(process)
                process = None
                continue
            if not well:
                LOG.error(
                    "no %s for game=%s level=%s: %s", question.what, question.game, question.level, said
                )
                _fail(answer, said)
            elif not answer.done():
                answer.set_result(said)
            return process
        _fail(answer, why)
        return process

    async def _new_process(self) -> Process:
        """A new process. Whoever waits for it can go; its start goes on, and `close` waits for that.

        `asyncio` waits without end for a process whose start is cancelled, now and then (Python 3.11).
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
    """What a worker says; raises `OSError` or `EOFError` if it has died."""
    assert process.stdin is not None  # noqa: S101 - it was started with pipes
    assert process.stdout is not None  # noqa: S101
    process.stdin.write(frame_message(question))
    await process.stdin.drain()
    (size,) = HEAD.unpack(await process.stdout.readexactly(HEAD.size))
    said: tuple[bool, Any] = pickle.loads(await process.stdout.readexactly(size))  # noqa: S301 - our own
    return said


def _fail(answer: asyncio.Future[Any], why: str) -> None:
    """Tell whoever still waits that there is no answer."""
    if not answer.done():
        answer.set_exception(NoSearchResult(why))
