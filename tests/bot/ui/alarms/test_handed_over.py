"""Several processes: a board is drawn by the process that owns the table, at once on request."""

from __future__ import annotations

import asyncio
import json

import discord
import pytest

from bot import VERSION
from bot.cluster.shards import Shards, shard_of
from bot.discord.channels import WriteAccess
from bot.features import FEATURES
from bot.games.catalogue import CATALOGUE
from bot.kernel.session import Context, Session
from bot.kernel.trace import Trace
from bot.store import ShardTaken
from bot.store.cluster.messages import Cluster
from bot.store.cluster.news import ChangeNotice, ChangeSubject
from bot.ui.alarms import messenger
from bot.ui.alarms.kinds import ALARMS
from bot.ui.board.messages import shown_revision
from tests.bot.samples import QUIET
from tests.bot.store.samples import another
from tests.bot.ui.world import SEED, World


@pytest.fixture
def news_sent(world: World, monkeypatch: pytest.MonkeyPatch) -> list[ChangeNotice]:
    """The world's server belongs to another process; the news sent to it."""
    heard = list[ChangeNotice]()

    async def tell(_cluster: Cluster, news: ChangeNotice) -> None:
        heard.append(news)

    other, store = 1 - shard_of(world.guild.id, 2), world.session.context.store
    monkeypatch.setattr(store.cluster, "shards", Shards(other, other, 2))
    monkeypatch.setattr(store.outbox, "_shards", store.cluster.shards)
    monkeypatch.setattr(Cluster, "tell", tell)
    return heard


async def test_whose_table_it_is_draws_the_board(world: World, news_sent: list[ChangeNotice]) -> None:
    table = await world.start_table(QUIET[0])
    surface, mark = world.bot.surface, world.mark()
    assert surface is not None
    assert await messenger.refresh_board(surface, world.bot, table, ("Ann closes the table.",))
    await messenger.show_table(surface, world.bot, world.session.tables.show(table))
    assert world.posts_since(mark) == []
    assert news_sent == [
        ChangeNotice(ChangeSubject.SHOW, table.id, lines=("Ann closes the table.",)),
        ChangeNotice(ChangeSubject.SHOW, table.id),
    ]


async def moved_by_another_process(world: World, line: str) -> None:
    """A player moves, and another process saves it."""
    async with another(world.path) as store:
        session = Session.over(
            Context(store, CATALOGUE, world.clock, lambda: SEED, features=FEATURES, alarms=ALARMS)
        )
        table = await session.tables.get(1)
        shown = session.tables.show(table)
        (seat,) = shown.entry.game.to_act(shown.state)
        await session.play.move(world.click_by(world.person(seat)), 1, line, Trace("scene", 0))


def hear_news(world: World, news: ChangeNotice) -> None:
    """Pass news to the bot, as from the database: first to its memory, then to the rest."""
    world.session.context.store.cluster._memory.handle_change(news)  # noqa: SLF001 - as by the listening thread
    world.bot.handle_change(news)


async def test_what_another_process_has_saved_is_shown_as_soon_as_it_asks_for_it(world: World) -> None:
    await world.game(QUIET[0])
    await world.tick()
    await moved_by_another_process(world, QUIET[1])
    hear_news(world, ChangeNotice(ChangeSubject.TABLE, 1))
    assert await world.tick() == [], "the process that saved it has ten seconds to show it"
    hear_news(world, ChangeNotice(ChangeSubject.SHOW, 1))
    (shown,) = [*await world.tick(), *await world.tick()]
    assert shown.pings == set()
    assert shown_revision(world.last("T1"), await world.table()) == (await world.table()).revision
    assert await world.tick() == []


async def test_a_board_that_shows_its_table_is_drawn_anew_with_what_there_is_to_say(world: World) -> None:
    await world.game(QUIET[0])
    await world.tick()
    hear_news(world, ChangeNotice(ChangeSubject.SHOW, 1, lines=("Ann is on vacation.",)))
    (shown,) = await world.tick()
    assert (shown.new, shown.pings) == (False, set())
    assert "Ann is on vacation." in shown.text


async def test_a_process_without_the_table_shows_nothing(world: World, news_sent: list[ChangeNotice]) -> None:
    await world.start_table(QUIET[0])
    hear_news(world, ChangeNotice(ChangeSubject.SHOW, 1))
    hear_news(world, ChangeNotice(ChangeSubject.SHOW, 99))
    assert await world.tick() == []
    assert news_sent == []


async def test_the_numbers_of_the_commands_are_read_when_another_process_has_told_discord(
    world: World,
) -> None:
    noted = json.dumps({"set": "other", "ids": {"play": 7}})
    await world.session.tables.set_note(f"commands of {world.bot.application_id}", noted)
    hear_news(world, ChangeNotice(ChangeSubject.COMMANDS))
    reading = world.bot._reading  # noqa: SLF001 - nothing else tells when it is done
    assert reading is not None
    await reading
    assert world.bot.surface is not None
    assert world.bot.surface.command("play") == "</play:7>"


async def test_of_another_processs_channel_it_is_known_whether_the_bot_sees_it(
    world: World, news_sent: list[ChangeNotice], monkeypatch: pytest.MonkeyPatch
) -> None:
    surface, gone = world.bot.surface, world.guild.create_text_channel("gone")
    assert surface is not None
    world.env.backend.delete_channel(gone.id)
    monkeypatch.setattr(world.bot, "get_guild", lambda _: None)
    assert await surface.channels.access(world.bot, world.guild.id, world.channel.id) is WriteAccess.OPEN
    assert await surface.channels.access(world.bot, world.guild.id, gone.id) is WriteAccess.GONE
    assert news_sent == []


async def test_a_process_whose_shards_are_another_ones_ends_and_says_why(world: World) -> None:
    world.bot.handle_shards_lost(ShardTaken(1, 2))
    ending = world.bot._reading  # noqa: SLF001 - as above
    assert ending is not None
    await ending
    assert world.bot.is_closed()
    assert "already runs shard 1 of 2" in str(world.bot.lost)


async def test_nothing_is_due_while_the_shards_may_be_another_ones(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks, ticker = [], world.bot.ticker
    assert ticker is not None
    surface = world.bot.surface
    assert surface is not None

    async def look() -> bool:
        looks.append(world.session.schedule.is_ours)
        surface.closing = True
        return False

    monkeypatch.setattr(ticker, "poll", look)
    monkeypatch.setattr(Cluster, "holds", False)
    running = asyncio.create_task(ticker.run(0.01))
    await asyncio.sleep(0.1)
    assert looks == []
    monkeypatch.setattr(Cluster, "holds", True)
    await running
    assert looks == [True]


async def test_a_bot_is_out_while_any_of_its_shards_is(world: World) -> None:
    bot = world.bot
    assert bot.health().out is None
    assert bot.health().version == VERSION
    await bot.on_shard_disconnect(0)
    await bot.on_shard_disconnect(1)
    since = bot.health().out
    assert since == world.clock.now
    world.clock.now += 60
    await bot.on_shard_resumed(0)
    assert bot.health().out == since
    await bot.on_shard_ready(1)
    assert bot.health().out is None


async def test_a_session_that_begins_has_taken_one_turn(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    lanes = list[int]()

    async def turn(_cluster: Cluster, lane: int, _at: float) -> float:
        lanes.append(lane)
        return 0.0

    async def fail_to_connect(*_: object, **__: object) -> None:
        assert lanes == [1], "before it connects"
        await world.bot.before_identify_hook(5, initial=True)
        raise ConnectionError

    monkeypatch.setattr(Cluster, "next_turn", turn)
    monkeypatch.setattr(discord.AutoShardedClient, "launch_shard", fail_to_connect)
    monkeypatch.setattr(world.bot, "shard_ids", [5])
    monkeypatch.setattr(world.bot, "_shards", Shards(4, 7, 8))
    monkeypatch.setattr(world.bot, "_lanes", 4)
    with pytest.raises(ConnectionError):
        await world.bot.connect()
    assert lanes == [1], "and not once more"
    await world.bot.before_identify_hook(6)
    assert lanes == [1, 2], "a session that is lost waits for its turn like a new one"


async def test_who_waits_for_long_keeps_its_turn(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """discord.py retries after a minute: if that took a new turn, it would never connect."""
    waits = [0.3, 600.0]

    async def turn(_cluster: Cluster, _lane: int, _at: float) -> float:
        return waits.pop(0)

    monkeypatch.setattr(Cluster, "next_turn", turn)
    monkeypatch.setattr(world.bot, "_shards", Shards(4, 7, 8))
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(world.bot.before_identify_hook(5), 0.01)
    await asyncio.wait_for(world.bot.before_identify_hook(5), 60)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(world.bot.before_identify_hook(5), 0.01)
    assert waits == []
