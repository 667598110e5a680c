"""kill -9 between any two steps of a move: nothing that was shown is lost, and the game goes on."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio

from bot.ops.location import DatabaseLocation
from bot.store import Status
from tests.databases import rows_of
from tests.killed.driver import FORESEEN, SCENES
from tests.killed.processes import BotDatabases, BotProcesses, BotRun, bot_processes
from tests.killed.survivors import Survivor, survivor, survivor_if_any
from tests.postgres import Server

MOVES = ("join", "command", "lists", "form", "button", "sit", "start", "step")
BEGINNINGS = ("alone", "deal")
"""Moves that make a table whose game has begun."""

OF_THE_DAY = ("blow", "give-up")
THOROUGH: Final = bool(os.environ.get("EVERY_TEST"))
EVERY: Final = int(os.environ.get("KILL_EVERY", "48" if THOROUGH else "96"))
"""The slow tests kill at one of so many steps; `make test-slow KILL_EVERY=1`, at all of them, takes hours."""

OTHERS: Final = 1 if EVERY == 1 else 4 if THOROUGH else 10
"""Of the kinds of steps outside of a save, some hundred a move, it is one in so many."""

REVISION = {step: revision for scene in SCENES for revision, step in enumerate(scene)}
"""Of the table, after each of the steps."""

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.xdist_group("killed")]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def home() -> AsyncIterator[BotProcesses]:
    async with bot_processes() as ready:
        yield ready


@pytest.fixture
def ground(request: pytest.FixtureRequest, home: BotProcesses, tmp_path: Path) -> BotDatabases:
    """Files, or databases of a server for the tests that say so."""
    server: Server | None = None
    if getattr(request, "param", "sqlite") == "postgres":
        server = request.getfixturevalue("postgres")
    return BotDatabases(home, tmp_path, server)


BOTH: Final = pytest.mark.parametrize(
    "ground", ["sqlite", pytest.param("postgres", marks=pytest.mark.slow)], indirect=True
)
"""Only boundaries that involve the database; the rest of a move is equal for both kinds."""


def kind(boundary: str) -> str:
    """The boundary, whichever time it is passed."""
    return boundary.partition("#")[0]


def is_in_the_save(boundary: str) -> bool:
    return boundary.startswith("sql ")


def one_of_each_kind(boundaries: Iterable[str]) -> list[str]:
    """The first and every later boundary of SQL, and of the others the first of each kind."""
    firsts: dict[str, str] = {}
    for boundary in boundaries:
        firsts.setdefault(boundary if is_in_the_save(boundary) else kind(boundary), boundary)
    return list(firsts.values())


def one_in_the_repeated(statements: list[str]) -> list[str]:
    """The first of each kind, every end of a transaction and the last, and of the others one in `OTHERS`.

    What a later line of a game repeats is the same statement; what it belongs to ends with COMMIT.
    """
    firsts = {kind(at): at for at in reversed(statements)}.values()
    kept = {*firsts, *(at for at in statements if "COMMIT" in at), statements[-1]}
    return [at for at in statements if at in kept or at in statements[::OTHERS]]


def spread_out(boundaries: list[str], move: str) -> list[str]:
    """One in `EVERY` boundaries, beginning elsewhere in each move, so that the moves share the places."""
    moves = (*MOVES, "fight", *BEGINNINGS, *OF_THE_DAY)
    return boundaries[moves.index(move) * EVERY // len(moves) :: EVERY]


async def run_uninterrupted(ground: BotDatabases, move: str) -> BotRun:
    """Run a bot up to a move without a kill."""
    life = await ground.run_first(move, move)
    assert life.ended == 0, life.output
    assert survivor(life.place).table.revision == REVISION[move]
    return life


async def boundaries_of(ground: BotDatabases, move: str) -> list[str]:
    """All boundaries of a move without a kill."""
    return (await run_uninterrupted(ground, move)).boundaries


async def kill_at(ground: BotDatabases, move: str, at: str, number: int) -> tuple[BotRun, Survivor]:
    """Kill a bot there; returns its run and the stored table, which has all that was shown."""
    life = await ground.run_until_killed(f"{move}-{number}", move, "SIGKILL", at)
    assert life.ended == -signal.SIGKILL, f"{at}: ended with {life.ended}\n{life.output}"
    stored = survivor(life.place)
    assert stored.table.revision in {REVISION[move] - 1, REVISION[move]}, at
    assert [board for board in life.shown_boards if board not in stored.boards] == [], at
    return life, stored


async def check_continues(ground: BotDatabases, before: Survivor, place: DatabaseLocation) -> None:
    """Check that a new bot on the same file shows what was not shown, then plays two more moves."""
    life = await ground.run_again(place, "resume")
    assert life.ended == 0, life.output
    if before.unshown and before.boards:
        assert life.shown_boards[:1] == [before.boards[-1]], life.output
    after = survivor(place)
    assert after.log[: len(before.log)] == before.log
    assert len(after.log) == len(before.log) + 2
    assert set(life.shown_boards) >= set(after.boards[-2:])


async def check(ground: BotDatabases, move: str, boundaries: list[str]) -> None:
    """Kill a bot at each of the boundaries, and let a new one go on from each different thing left."""
    ends = await asyncio.gather(*(kill_at(ground, move, at, number) for number, at in enumerate(boundaries)))
    # A move is lost or saved; both must have happened, or we never hit the middle of it.
    assert {end.table.revision for _, end in ends} == {REVISION[move] - 1, REVISION[move]}
    outcomes = {(end.table.revision, end.table.board): (end, life.place) for life, end in ends}
    for end, place in outcomes.values():
        await check_continues(ground, end, place)


@pytest.mark.slow
async def test_a_bot_that_does_not_come_by_where_it_is_to_die_says_so_and_ends(ground: BotDatabases) -> None:
    life = await ground.run_first("missed", "opening", "SIGKILL", "sql nowhere#1")
    assert (life.ended, life.reported_values("missed")) == (0, ["sql nowhere#1"]), life.output


@pytest.mark.parametrize(
    ("ground", "one_in"),
    [("sqlite", 4), *(pytest.param(place, 1, marks=pytest.mark.slow) for place in ("sqlite", "postgres"))],
    indirect=["ground"],
)
async def test_killed_before_each_statement_of_a_move(ground: BotDatabases, one_in: int) -> None:
    """One move at its heart; the slow tests kill every move in every kind of place."""
    boundaries = one_of_each_kind(await boundaries_of(ground, "button"))
    await check(ground, "button", [*[*filter(is_in_the_save, boundaries)][::one_in], boundaries[-1]])


@pytest.mark.slow
async def test_killed_at_every_kind_of_step_of_a_move(ground: BotDatabases) -> None:
    seen: set[str] = set()
    for move in MOVES:
        boundaries = one_of_each_kind(await boundaries_of(ground, move))
        # A statement that an earlier move has made is the same one here; what it belongs to ends with COMMIT.
        new = [at for at in boundaries if "COMMIT" in at or kind(at) not in seen]
        seen |= {kind(at) for at in new}
        others = [at for at in new if not is_in_the_save(at)][::OTHERS]
        new = [at for at in new if is_in_the_save(at) or at in others]
        await check(ground, move, list(dict.fromkeys((*new, boundaries[-1]))))


@pytest.mark.slow
@pytest.mark.parametrize("move", [*MOVES, "fight"])
async def test_killed_at_steps_all_over_a_move(ground: BotDatabases, move: str) -> None:
    await check(ground, move, spread_out(await boundaries_of(ground, move), move))


async def check_beginning(ground: BotDatabases, move: str, boundaries: list[str]) -> None:
    """Kill a bot at each of the boundaries: there is a whole game or nothing, and a new bot goes on."""
    ends = await asyncio.gather(
        *(kill_while_opening(ground, move, at, number) for number, at in enumerate(boundaries))
    )
    outcomes = {(end is None, end and end.table.board): (end, life.place) for life, end in ends}
    # Either nothing is there or everything; both must have happened.
    assert {missing for missing, _ in outcomes} == {True, False}
    for found, place in outcomes.values():
        life = await ground.run_again(place, "resume" if found else move)
        assert life.ended == 0, life.output
        after = survivor(place)
        assert found is None or after.log[: len(found.log)] == found.log


async def kill_while_opening(
    ground: BotDatabases, move: str, at: str, number: int
) -> tuple[BotRun, Survivor | None]:
    """The life of a bot that is killed while it makes a table, and what is left, if anything is."""
    life = await ground.run_until_killed(f"{move}-{number}", move, "SIGKILL", at)
    assert life.ended == -signal.SIGKILL, f"{at}: ended with {life.ended}\n{life.output}"
    stored = survivor_if_any(life.place)
    assert [board for board in life.shown_boards if stored is None or board not in stored.boards] == [], at
    assert stored is None or (stored.table.status, stored.table.revision) == (Status.PLAYING, 0), at
    return life, stored


async def check_deal(ground: BotDatabases, move: str, boundaries: list[str]) -> None:
    """Kill a bot at each boundary of a move in the deal of the day; a new bot plays it to its end."""
    ends = await asyncio.gather(*(kill_at(ground, move, at, number) for number, at in enumerate(boundaries)))
    assert {one.table.revision for _, one in ends} == {REVISION[move] - 1, REVISION[move]}
    for before, place in {one.table.revision: (one, life.place) for life, one in ends}.values():
        life = await ground.run_again(place, "resume")
        assert life.ended == 0, life.output
        after = survivor(place)
        assert after.table.status is Status.OVER
        assert after.log[: len(before.log)] == before.log


async def check_prepared(ground: BotDatabases, move: str, boundaries: list[str]) -> None:
    """Kill a bot at each of the boundaries: a new one plays what is due, each line once, as prepared."""
    lives = await asyncio.gather(
        *(
            ground.run_until_killed(f"{move}-{number}", move, "SIGKILL", at)
            for number, at in enumerate(boundaries)
        )
    )
    ends = dict[int, BotRun]()
    for at, life in zip(boundaries, lives, strict=True):
        assert life.ended == -signal.SIGKILL, f"{at}: ended with {life.ended}\n{life.output}"
        stored = survivor(life.place)
        assert [line.action for line in stored.log] == list(FORESEEN[: len(stored.log)]), at
        assert [line.prepared for line in stored.log[2::2]] == [True] * len(stored.log[2::2]), at
        assert [board for board in life.shown_boards if board not in stored.boards] == [], at
        ends.setdefault(len(stored.log), life)
    # Each line was lost and saved by some of them, or we never hit the middle of it.
    # Three of them are there before the rest of six begin.
    assert set(ends) == set(range(1, 4) if move == "foreseen" else range(3, len(FORESEEN) + 1))
    for life in ends.values():
        went_on = await ground.run_again(life.place, "resume foreseen")
        assert went_on.ended == 0, went_on.output
        after = survivor(life.place)
        assert [line.action for line in after.log] == list(FORESEEN)
        assert [line.prepared for line in after.log] == [False, *[False, True] * 3]
        assert rows_of(life.place, "SELECT count(*) FROM prepared") == [(0,)]


@pytest.mark.slow
@BOTH
async def test_killed_at_the_end_of_each_transaction_of_a_foreseen_move_and_its_answer(
    ground: BotDatabases,
) -> None:
    """Both lines are saved once each; the slow test goes on for six of them."""
    life = await ground.run_first("foreseen", "foreseen")
    assert life.ended == 0, life.output
    # Looks for what is due commit, too, and a busy machine takes more of them: the last commit may be an
    # earlier one there. When the ticker drains, all lines are saved.
    commits, drained = (
        [at for at in life.boundaries if "COMMIT" in at],
        "call bot.ui.alarms.ticker:Ticker.drain#1",
    )
    assert drained in life.boundaries
    await check_prepared(ground, "foreseen", [*commits, drained])


@pytest.mark.slow
async def test_killed_before_each_statement_of_six_foreseen_lines(ground: BotDatabases) -> None:
    life = await ground.run_first("all foreseen", "all foreseen")
    assert life.ended == 0, life.output
    statements = list(filter(is_in_the_save, life.boundaries))
    await check_prepared(ground, "all foreseen", one_in_the_repeated(statements))


@BOTH
@pytest.mark.slow
async def test_killed_while_a_game_for_one_begins(ground: BotDatabases) -> None:
    for move in BEGINNINGS:
        boundaries = one_of_each_kind(await boundaries_of(ground, move))
        await check_beginning(ground, move, own_places(boundaries))


@BOTH
@pytest.mark.slow
async def test_killed_in_a_deal_of_the_day(ground: BotDatabases) -> None:
    (move,) = OF_THE_DAY[1:]
    boundaries = one_of_each_kind(await boundaries_of(ground, move))
    await check_deal(ground, move, own_places(boundaries))


OWN_WAYS: Final = ("NewTables.create", "Deals.open_deal", "daily:announce")
"""Functions by which a table for one goes other ways than a table for several."""


def own_places(boundaries: Iterable[str]) -> list[str]:
    """Those in the save, and those of `OWN_WAYS`, of which there must be one."""
    ways = [at for at in boundaries if kind(at).endswith(OWN_WAYS)]
    assert ways, "the functions of OWN_WAYS have other names by now"
    return [at for at in boundaries if is_in_the_save(at) or at in ways]


@pytest.mark.slow
@pytest.mark.parametrize("move", BEGINNINGS)
async def test_killed_at_steps_all_over_a_beginning(ground: BotDatabases, move: str) -> None:
    await check_beginning(ground, move, spread_out(await boundaries_of(ground, move), move))


@pytest.mark.slow
@pytest.mark.parametrize("move", OF_THE_DAY)
async def test_killed_at_steps_all_over_a_deal_of_the_day(ground: BotDatabases, move: str) -> None:
    await check_deal(ground, move, spread_out(await boundaries_of(ground, move), move))


@pytest.mark.slow
@BOTH
async def test_asked_to_end_in_the_middle_of_a_save_a_bot_finishes_it(ground: BotDatabases) -> None:
    """SIGTERM before each statement: the move is saved, shown and settled, and then the bot ends well."""
    whole = await run_uninterrupted(ground, "lists")
    finished = survivor(whole.place).table
    lives = await asyncio.gather(
        *(
            ground.run_until_killed(f"{number}", "lists", "SIGTERM", at)
            for number, at in enumerate(filter(is_in_the_save, whole.boundaries))
        )
    )
    for life in lives:
        kept = survivor(life.place)
        assert life.ended == 0, life.output
        assert (kept.table.state, kept.table.board) == (finished.state, finished.board), life.output
        assert kept.boards[-1] in life.shown_boards
