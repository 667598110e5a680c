"""What people ask of a long game is not done on the event loop, or is little: clicks wait for that."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

import pytest

from bot.features.history.log import Block, Log
from bot.features.reviews.routes import end_card
from bot.features.reviews.storage import ReviewStorage
from bot.features.undo.service import Undo
from bot.kernel.tables.seats import MOST_LINES
from bot.kernel.trace import Trace
from bot.minds.analysis import Analysis, Slip
from bot.store import Line, Status
from bot.web.limits import Bucket
from bot.web.redaction import needs_redaction
from engine.replay import effective_positions
from tests.bot import held, long
from tests.bot.samples import QUIET
from tests.bot.ui.world import World, labels, private
from tests.bot.web.browser import House

T = TypeVar("T")


@asynccontextmanager
async def assert_quick(what: str) -> AsyncIterator[None]:
    """Within it no callback of the loop does much."""
    with held.count_calls() as most:
        yield
    assert most.calls < held.MUCH, what


@pytest.fixture
def _is_quickly_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Films and texts take seconds, beside the loop: here it is only seen to that it is beside."""
    loops = threading.get_ident()

    def beside(done: T) -> Callable[..., T]:
        def do(*_: object) -> T:
            assert threading.get_ident() != loops
            return done

        return do

    for where in ("bot.features.history.replay._paint_gif", "bot.features.reviews.highlights.film_gif"):
        monkeypatch.setattr(where, beside(b"GIF89a"))
    monkeypatch.setattr(Log, "blocks", beside((Block("2026-01-01", "1"),)))


@pytest.mark.slow
@pytest.mark.usefixtures("_is_quickly_told")
async def test_no_look_at_a_long_game_holds_the_loop(world: World, house: House) -> None:
    await world.game()
    store = world.session.context.store
    await long.lengthen_log(store, await world.table(), long.mixed_lines(MOST_LINES - 2))
    await _open_history(world, house)
    await _undo_move(world)
    async with assert_quick("the end"):
        await world.session.play.move(world.click_by(world.ben), 1, "resign", Trace("end", 0))
    await _describe_ended(world)


async def _open_history(world: World, house: House) -> None:
    page = await house.open_browser(world.ann)
    async with assert_quick("past"):
        past = await page.get("past")
    assert past.status == 200
    assert not needs_redaction(await past.read()), "that would be read on the loop"
    async with assert_quick("past at a move"):
        assert (await page.get("past/5000")).status == 200
    async with assert_quick("history"):
        history = private(await world.ann.slash(world.channel, "history", move=5000))
    async with assert_quick("leafing"):
        await world.ann.click(history, label="▶")
    async with assert_quick("film"):
        await world.ann.click(history, label="Film")
    async with assert_quick("log"):
        await world.ann.slash(world.channel, "table log", table="T1")
    async with assert_quick("export"):
        assert await world.session.access.export(await world.table())
    privacy = private(await world.ann.slash(world.channel, "privacy"))
    async with assert_quick("data"):
        await world.ann.click(privacy, label=labels(privacy)[0])


async def _undo_move(world: World) -> None:
    async with assert_quick("undo"):
        await world.ann.slash(world.channel, "undo", table="T1")
    async with assert_quick("undo to a move"):
        await world.session.service(Undo).find_request(world.click_by(world.ann), 1, to=1)


async def _describe_ended(world: World) -> None:
    """The texts about a finished game."""
    table = await world.table()
    assert table.status is Status.OVER
    async with assert_quick("card"):
        await end_card(world.session, table)
    way = effective_positions(await world.session.history.positions(table))
    slips = tuple(
        Slip(one.ply, one.seat or 0, str(one.action), str(one.action), 0.9, 0.1, 0.1, 0.9)
        for one in way[-4:-1]
    )
    plies = (way[0].ply, *(one.ply for one in way[-5:]))
    analysis = Analysis("best", plies, tuple(0.5 for _ in plies), slips, ())
    await ReviewStorage(world.session.context.store).keep(table.id, table.plies, analysis.dump())
    async with assert_quick("review"):
        review = private(await world.ann.slash(world.channel, "review", table="T1"))
    async with assert_quick("a decision"):
        await world.ann.click(review, label="Board 1")
    async with assert_quick("card with review"):
        card = private(await world.ann.click(review, label="Card"))
    async with assert_quick("highlights"):
        await world.ann.click(card, label="Highlights")


async def test_a_click_reads_no_long_log_again(
    world: World, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All clicks wait for the one connection that reads."""
    await world.game()
    store = world.session.context.store
    await long.lengthen_log(store, await world.table(), long.plain_rounds(2000))
    await store.visits.show(1, "link-for-watchers")
    page, watcher = await house.open_browser(world.ann), await house.watch_browser("link-for-watchers")
    await page.get("past")
    read, log = list[int](), store.log

    async def count_lines(table_id: int, *, after: int = 0) -> tuple[Line, ...]:
        lines = await log(table_id, after=after)
        read.append(len(lines))
        return lines

    monkeypatch.setattr(store, "log", count_lines)
    await world.move(world.ann, QUIET[0])
    await world.move(world.ben, QUIET[1])
    for path in ("board", "past/77", "past/1001"):
        assert (await watcher.get(path)).status == 200
    assert read
    assert max(read) <= 2, read


async def test_strangers_share_how_often_they_look_back(
    world: World, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.game(*QUIET)
    store = world.session.context.store
    await store.visits.show(1, "link-for-watchers")
    page, watcher = await house.open_browser(world.ann), await house.watch_browser("link-for-watchers")
    house.site.pause = 0.0
    monkeypatch.setattr(house.tables, "_looking_back", Bucket(5, 0.0))  # as if no time went by
    found = [(await watcher.get(f"past/{at % 4}")).status for at in range(6)]
    assert found == [*[200] * 5, 429]
    assert (await watcher.get("board")).status == 200
    assert (await page.get("past")).status == 200, "who plays there looks back all the same"
