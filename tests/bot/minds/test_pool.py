"""Searches in processes of their own: by priority, and replaced if they die."""

from __future__ import annotations

import asyncio
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from bot.minds.pool import LIMIT, NoSearchResult, SearchPool, Urgency
from bot.minds.worker import HEAD, SearchQuestion, frame_message, serve
from bot.store.cluster.questions import NoSearchWorker
from engine.core import read_settings
from engine.registry import GAMES
from engine.rng import SeededRng


def make_question(
    what: Any = "plan", game: str = "thrag", level: str = "odo", view: Any = ...
) -> SearchQuestion:
    """Return a question about the first position of a game."""
    played = GAMES[game]
    seats = played.seats.start
    state = played.start(read_settings(played, {}, seats), seats, SeededRng("thinking"))
    (seat,) = sorted(played.to_act(state))[:1]
    seen = played.view(state, seat) if view is ... else view
    return SearchQuestion(what, game, seen, played.legal(state, seat), level, "thinking")


@pytest.fixture
async def thinking() -> AsyncIterator[SearchPool]:
    minds = SearchPool()
    yield minds
    await minds.close()


def processes(thinking: SearchPool) -> list[asyncio.subprocess.Process]:
    return list(thinking._processes)  # noqa: SLF001 - to kill one of them


async def test_an_answer_is_what_the_mind_says_in_any_process(thinking: SearchPool) -> None:
    plan = await thinking.plan(make_question())
    assert plan[0] in make_question().actions
    assert await thinking.plan(make_question()) == plan


@pytest.mark.parametrize(
    "game", [game if game == "trogdor" else pytest.param(game, marks=pytest.mark.slow) for game in GAMES]
)
async def test_every_game_can_be_asked_everything(thinking: SearchPool, game: str) -> None:
    question = make_question("weigh", game)
    weighed = await thinking.weigh(question)
    assert weighed[0].action in question.actions
    assert 0 <= await thinking.evaluate(make_question("evaluate", game)) <= 1
    odds = await thinking.ask(make_question("odds", game), Urgency.PERSON, LIMIT)
    assert all(0 <= one.chance <= 1 for one in odds)


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="no process tells its environment here")
async def test_a_worker_knows_no_token(thinking: SearchPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPROOM_TOKEN", "a secret")
    monkeypatch.setenv("BACKUP_PASSWORD", "another")
    await thinking.plan(make_question())
    (worker,) = processes(thinking)
    known = Path(f"/proc/{worker.pid}/environ").read_bytes()  # noqa: ASYNC240 - nothing else runs in this loop
    assert b"a secret" not in known
    assert b"another" not in known
    assert b"PATH=" in known


async def test_a_worker_that_is_killed_is_replaced(thinking: SearchPool) -> None:
    await thinking.plan(make_question())
    (first,) = processes(thinking)
    first.send_signal(signal.SIGKILL)
    assert await thinking.plan(make_question())
    (second,) = processes(thinking)
    assert second.pid != first.pid


async def test_a_worker_that_does_not_come_to_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def asleep(self: SearchPool) -> asyncio.subprocess.Process:
        program = (sys.executable, "-c", "import time; time.sleep(60)")
        process = await asyncio.create_subprocess_exec(*program, stdin=PIPE, stdout=PIPE)
        self._processes.add(process)
        return process

    monkeypatch.setattr(SearchPool, "_start", asleep)
    thinking = SearchPool(limit=0.2)
    with pytest.raises(NoSearchResult, match="TimeoutError"):
        await thinking.plan(make_question())
    assert processes(thinking) == []
    await thinking.close()


@pytest.mark.slow
async def test_a_mind_that_fails_costs_no_worker(thinking: SearchPool) -> None:
    with pytest.raises(NoSearchResult, match="KeyError"):
        await thinking.plan(make_question(level="unknown"))
    (before,) = processes(thinking)
    assert await thinking.plan(make_question())
    assert processes(thinking) == [before]


@pytest.mark.slow
async def test_a_person_is_answered_before_a_table_and_a_table_before_a_review(
    thinking: SearchPool,
) -> None:
    order = list[str]()

    async def ask(name: str, urgency: Urgency) -> None:
        await thinking.ask(make_question(), urgency, 60)
        order.append(name)

    first = asyncio.create_task(ask("first", Urgency.LATER))
    await asyncio.sleep(0)  # the worker has it now
    await asyncio.gather(
        ask("review", Urgency.LATER), ask("table", Urgency.TABLE), ask("person", Urgency.PERSON), first
    )
    assert order == ["first", "person", "table", "review"]


@pytest.mark.slow
async def test_a_bot_waits_for_one_hint_and_not_for_a_dozen(thinking: SearchPool) -> None:
    order = list[str]()

    async def ask(name: str, urgency: Urgency) -> None:
        await thinking.ask(make_question(), urgency, 60)
        order.append(name)

    hints = [asyncio.create_task(ask(f"hint {number}", Urgency.PERSON)) for number in range(12)]
    await asyncio.sleep(0)  # all of them wait, and the worker has one
    await asyncio.gather(ask("first table", Urgency.TABLE), ask("second table", Urgency.TABLE), *hints)
    others = [name for name in order if name.startswith("hint")]
    assert others == [f"hint {number}" for number in range(12)]
    assert order.index("first table") <= 2
    assert order.index("second table") <= 4


async def test_the_first_click_is_answered_first(thinking: SearchPool) -> None:
    order = list[int]()

    async def ask(number: int) -> None:
        await thinking.ask(make_question(), Urgency.TABLE, 60)
        order.append(number)

    await asyncio.gather(*(ask(number) for number in range(8)))
    assert order == list(range(8))


async def test_nothing_goes_on_while_nothing_is_asked(thinking: SearchPool) -> None:
    """A waiting task would keep a simulated Discord from coming to rest."""
    before = asyncio.all_tasks()
    for _ in range(3):
        assert await thinking.plan(make_question())
        await asyncio.sleep(0)
        assert asyncio.all_tasks() == before
    assert len(processes(thinking)) == 1, "the process is kept for the next question"


@pytest.mark.slow
async def test_questions_that_follow_each_other_at_once_are_all_answered(thinking: SearchPool) -> None:
    async def ask_on(times: int) -> None:
        for _ in range(times):
            assert await thinking.plan(make_question())

    await asyncio.wait_for(asyncio.gather(*(ask_on(5) for _ in range(4))), 60)


async def test_patience_ends(thinking: SearchPool) -> None:
    with pytest.raises(NoSearchResult, match="no answer within"):
        await thinking.plan(make_question(), patience=0.0)
    assert await thinking.plan(make_question())


async def test_no_search_runs_after_the_end_and_no_caller_waits_forever() -> None:
    thinking = SearchPool()
    waiting = asyncio.gather(*(thinking.plan(make_question()) for _ in range(5)), return_exceptions=True)
    await asyncio.sleep(0.05)
    await thinking.close()
    assert all(isinstance(answer, NoSearchResult) for answer in await waiting)
    assert processes(thinking) == []
    with pytest.raises(NoSearchResult):
        await thinking.plan(make_question())


async def test_a_worker_that_is_being_started_as_the_bot_ends_is_waited_for_and_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A cancelled start may never end."""
    start, begun, went = SearchPool._start, asyncio.Event(), list[str]()  # noqa: SLF001

    async def slowly(self: SearchPool) -> asyncio.subprocess.Process:
        begun.set()
        try:
            await asyncio.sleep(0.05)
        except asyncio.CancelledError:
            went.append("cancelled")
            raise
        went.append("started")
        return await start(self)

    monkeypatch.setattr(SearchPool, "_start", slowly)
    thinking = SearchPool()
    waiting = asyncio.create_task(thinking.plan(make_question()))
    await begun.wait()
    await thinking.close()
    assert went == ["started"]
    assert processes(thinking) == []
    with pytest.raises(NoSearchResult):
        await waiting


class ScriptedRemote:
    """A remote search with an answer for each question, in order; None: there is no worker."""

    def __init__(self, *said: tuple[bool, Any] | None) -> None:
        self.said = list(said)
        self.later = list[float]()
        self.waiting = 3
        self.closed = False

    async def ask(self, question: SearchQuestion, later: float) -> tuple[bool, Any]:
        assert question == make_question()
        self.later.append(later)
        if (said := self.said.pop(0)) is None:
            raise NoSearchWorker
        return said

    async def close(self) -> None:
        self.closed = True


@pytest.mark.slow
async def test_thinkers_elsewhere_are_asked_first_and_answer_for_the_workers() -> None:
    others = ScriptedRemote((True, "a plan"), (False, "KeyError: unknown"), None)
    thinking = SearchPool(elsewhere=others)
    assert thinking.waiting == 3
    assert await thinking.ask(make_question(), Urgency.TABLE, LIMIT) == "a plan"
    with pytest.raises(NoSearchResult, match="KeyError: unknown"):
        await thinking.ask(make_question(), Urgency.PERSON, LIMIT)
    assert processes(thinking) == []
    plan = await thinking.ask(make_question(), Urgency.LATER, LIMIT)
    assert plan[0] in make_question().actions
    assert len(processes(thinking)) == 1
    assert others.later == sorted(set(others.later)), "a move before a hint before a review"
    await thinking.close()
    assert others.closed
    with pytest.raises(NoSearchResult):
        await thinking.plan(make_question())


async def test_patience_with_thinkers_elsewhere_ends() -> None:
    class Asleep(ScriptedRemote):
        async def ask(self, question: SearchQuestion, later: float) -> tuple[bool, Any]:
            await asyncio.sleep(60)
            return await super().ask(question, later)

    thinking = SearchPool(elsewhere=Asleep())
    with pytest.raises(NoSearchResult, match="no answer within"):
        await thinking.plan(make_question(), patience=0.01)
    await thinking.close()


def test_a_worker_answers_until_its_questions_end() -> None:
    answers = BytesIO()
    serve(BytesIO(frame_message(make_question()) + frame_message(make_question(level="unknown"))), answers)
    answers.seek(0)
    sizes = []
    while head := answers.read(HEAD.size):
        (size,) = HEAD.unpack(head)
        sizes.append(size)
        answers.read(size)
    assert len(sizes) == 2
