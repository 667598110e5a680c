"""Checks of untrusted files, each by a real process: within its limits, one at a time, or refused."""

from __future__ import annotations

import asyncio
import pickle
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from bot.kernel.check_pool import MOST, QUEUE, CheckPool
from bot.kernel.check_worker import CheckResult, check_file
from bot.kernel.errors import Refused
from engine.export_format import MOST_LINES
from tests.engine.exports import ExportedTable, file_records, open_game, playthrough_game, text_of

AGES = 600.0
"""Seconds; the tests may run on a busy machine."""
PICKLED_SEVEN = pickle.dumps(CheckResult(more=7))
PICKLED = "import pickle, sys; sys.stdin.buffer.read(); sys.stdout.buffer.write(pickle.dumps({found}))"


@pytest.fixture(autouse=True)
def _checks_are_made_here() -> None:
    """Do not replace the processes in this module."""


def game(plies: int = 6) -> str:
    return text_of(open_game("ploc", 2).play_on(plies).records())


def running(code: str) -> CheckPool:
    """Return a check pool whose process runs other code."""
    return CheckPool(AGES, (sys.executable, "-c", code))


async def refusal_key(checking: CheckPool, text: str) -> str:
    with pytest.raises(Refused) as caught:
        await checking.check(text)
    return caught.value.key


@pytest.mark.slow
async def test_a_process_of_its_own_finds_what_would_be_found_here() -> None:
    first = open_game("thrag", 1).play_on(5)
    checking = CheckPool(AGES)
    for text in (
        text_of(playthrough_game("thud_resignation").records()),
        text_of(file_records(first, first.move_to("T8", "two").play_on(4))),
        game().replace("T7", "T8"),
        "no game",
    ):
        assert await checking.check(text) == check_file(text)


async def test_what_is_too_large_needs_no_process() -> None:
    """The problem is reported without reading a line of it."""
    result = await running("raise SystemExit(1)").check("1\n" * (MOST_LINES + 1))
    assert [problem.key for problem in result.problems] == ["too-many-lines"]


@pytest.mark.parametrize(
    "code",
    [
        "from bot.kernel.check_worker import limit_resources; limit_resources(seconds=1)\nwhile True: pass",
        "from bot.kernel.check_worker import limit_resources; limit_resources(memory=9**9); bytearray(9**9)",
        "raise SystemExit(1)",
        "print('nonsense')",
        "",
        PICKLED.format(found="'nothing'"),
    ],
    ids=["for ever", "much memory", "failing", "no pickle", "silent", "another answer"],
)
@pytest.mark.skipif(sys.platform == "win32", reason="the limits are those of POSIX")
async def test_a_check_that_does_not_end_well_is_given_up(code: str) -> None:
    assert await refusal_key(running(code), game()) == "check-too-much"


async def test_a_check_that_waits_for_ever_is_ended() -> None:
    """A limit on processor time does not catch it."""
    code = "import time; time.sleep(600)"
    checking = CheckPool(limit=0.05, program=(sys.executable, "-c", code))
    assert await refusal_key(checking, game()) == "check-too-much"


async def test_files_are_checked_one_at_a_time_and_only_so_many_wait(tmp_path: Path) -> None:
    """Each process fails if another one is running."""
    there = tmp_path / "there"
    code = (
        f"import pathlib, sys; there = pathlib.Path({str(there)!r}); there.mkdir()\n"
        f"sys.stdin.buffer.read(); there.rmdir(); sys.stdout.buffer.write({PICKLED_SEVEN!r})"
    )
    checking = running(code)
    tasks = [asyncio.create_task(checking.check(game())) for _ in range(QUEUE)]
    await asyncio.sleep(0)
    assert await refusal_key(checking, game()) == "check-busy"
    assert await asyncio.gather(*tasks) == [CheckResult(more=7)] * QUEUE
    assert await checking.check(game()) == CheckResult(more=7)


def test_only_so_many_files_are_fetched_at_a_time() -> None:
    checking = CheckPool()
    with ExitStack() as places:
        for _ in range(MOST):
            places.enter_context(checking.reserve_slot())
        with pytest.raises(Refused) as caught, checking.reserve_slot():
            pass
        assert caught.value.key == "check-busy"
    with checking.reserve_slot():
        pass


async def test_the_process_is_told_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAPROOM_TOKEN", "the token")
    monkeypatch.setenv("OTHER_TOKEN", "another")
    code = (
        "import os, pickle, sys; from bot.kernel.check_worker import CheckResult; sys.stdin.buffer.read()\n"
        "sys.stdout.buffer.write(pickle.dumps(CheckResult(more=sum('TOKEN' in name for name in os.environ))))"
    )
    assert await running(code).check(game()) == CheckResult()


async def test_who_waits_can_go_and_the_next_one_has_their_turn() -> None:
    """A caller is cancelled at any moment of its check."""
    checking = running(f"import sys; sys.stdin.buffer.read(); sys.stdout.buffer.write({PICKLED_SEVEN!r})")
    for number in range(5):
        tasks = [asyncio.create_task(checking.check(game())) for _ in range(3)]
        for _ in range(number):
            await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        assert await asyncio.gather(*tasks, return_exceptions=True)
        assert await checking.check(game()) == CheckResult(more=7)


async def test_what_is_under_way_ends_with_the_bot() -> None:
    checking = running("import time; time.sleep(600)")
    tasks = asyncio.create_task(checking.check(game()))
    await asyncio.sleep(0)
    await checking.close()
    with pytest.raises(Refused):
        await tasks


def test_of_a_part_that_holds_each_line_has_its_hash() -> None:
    house: ExportedTable = playthrough_game("ploc_limit")
    (part,) = check_file(text_of(house.records())).parts
    results = [record["hash"] for record in house.records()[1:-1]]
    assert [part.hash_of(ply) for ply in range(1, part.lines + 1)] == results
    assert part.hash_of(part.lines + 1) is None
    assert (part.head, part.table, part.has_seed) == (results[-1], "T7", True)
