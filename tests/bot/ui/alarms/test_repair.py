"""A board that could not be shown repairs itself: whatever was lost, without a command, and with one ping."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord
import pytest
from simcord.builders import ChannelHandle

from bot.discord.keyboard import parse_control
from bot.features.reviews import highlights
from bot.kernel.trace import Trace
from bot.store import Board, Habits, Status, Table, TimeChange
from bot.ui.board.messages import shown_revision
from tests.bot.samples import offered_lines
from tests.bot.ui.alarms.test_ticker import HOUR
from tests.bot.ui.opening import open_table
from tests.bot.ui.play.test_between_moves import open_days
from tests.bot.ui.scripted import press, way_to
from tests.bot.ui.wire import CALLBACK, CHANGED, FOLLOWUP, POSTED, Fault, cut_requests, refusal
from tests.bot.ui.world import World, board, labels, message_text, pick, private, private_text, says, walk

GAMES = ("thud", "trogdor", "thrag", "ploc")


def boards(world: World, table: Table, channel: ChannelHandle | None = None) -> list[discord.Message]:
    """The messages of a channel where everybody can press something of the table; its card is none."""
    found = []
    for message in (channel or world.channel).history():
        if message.flags.ephemeral:
            continue
        ids = (getattr(part, "custom_id", None) or "" for part in _parts(message.components))
        controls = [control for control in map(parse_control, ids) if control is not None]
        if any(
            control.table == table.id and control.verb != highlights.HIGHLIGHTS.path for control in controls
        ):
            found.append(message)
    return found


def _parts(components: object) -> list[object]:
    found = list[object]()
    for part in components if isinstance(components, list) else []:
        found += [part, *_parts(getattr(part, "children", None))]
    return found


async def assert_shown_once(world: World, table_id: int = 1, channel: ChannelHandle | None = None) -> Board:
    """Check that one recorded message shows the table's current state, and nothing is left to do."""
    table = await world.table(table_id)
    [shown] = boards(world, table, channel)
    assert shown_revision(shown, table) == table.revision
    assert table.board == Board((channel or world.channel).id, shown.id)
    assert await world.session.outbox.entry_of(table_id) is None
    assert await world.session.context.store.outbox.old_boards() == ()
    return table.board


@pytest.fixture
def ping_log(world: World) -> list[set[int]]:
    """The pings of the messages that arrived, in order, without messages that ping no one."""
    backend, found = world.env.backend, list[set[int]]()

    def listen(event: str, payload: Mapping[str, Any]) -> None:
        if event == "MESSAGE_CREATE":
            sent = backend.get_message(int(payload["channel_id"]), int(payload["id"]))
            found.extend([set(sent.ping_user_ids)] if sent.ping_user_ids else [])

    backend.subscribers.append(listen)
    return found


async def by_command(world: World) -> None:
    await world.move(world.ann, "dE2-E10")


async def by_click(world: World) -> None:
    await world.picks(world.ann, "E2", "E10")


def list_of(shown: discord.Message, value: str) -> str:
    """The list of a board that offers a value."""
    parts = walk([component.to_dict() for component in shown.components])
    return next(
        str(part["custom_id"])
        for part in parts
        if value in [option["value"] for option in part.get("options", ())]
    )


WAYS: dict[str, tuple[Callable[[World], Awaitable[None]], str]] = {
    "command": (by_command, CALLBACK),
    "click": (by_click, FOLLOWUP),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("fault", ["before", "after"])
async def test_a_turn_whose_board_was_lost_on_the_way_is_shown_and_called_once(
    world: World, way: str, fault: Fault, ping_log: list[set[int]]
) -> None:
    await world.game()
    play, place = WAYS[way]
    ping_log.clear()
    with cut_requests(place, fault) as hit:
        await play(world)
    assert hit
    assert len(await world.log()) == 1, "the move stands"
    await world.tick()
    await assert_shown_once(world)
    assert ping_log == [{world.ben.id}]
    assert await world.tick() == []


@pytest.mark.parametrize("way", WAYS)
async def test_a_board_that_arrived_unnoticed_is_deleted_once_it_is_overtaken(world: World, way: str) -> None:
    await world.game()
    play, place = WAYS[way]
    with cut_requests(place, "after") as hit:
        await play(world)
    assert hit
    lines = await offered_lines(world.session, world.click_by(world.ben))
    await world.move(world.ben, lines[0])
    assert len(await world.log()) == 2, "it was answered before the repair"
    await world.tick()
    await assert_shown_once(world)


@pytest.mark.parametrize(("status", "code"), [(503, 0), (400, 30046)])
async def test_a_board_that_discord_refused_is_shown_as_soon_as_it_takes_it(
    world: World, status: int, code: int, ping_log: list[set[int]]
) -> None:
    await world.game()
    ping_log.clear()
    world.env.inject_error("POST", "/interactions/*/callback", status=status, code=code)
    world.env.inject_error("POST", "/channels/*/messages", status=503, times=3)
    assert says(private_text(await world.move(world.ann, "dE2-E10")), "cannot-post")
    for pause in (5, 10, 15):
        await world.tick()
        assert len(boards(world, await world.table())) == 1
        assert await world.tick() == [], "not at once again"
        world.clock.now += pause
    await world.tick()
    await assert_shown_once(world)
    assert ping_log == [{world.ben.id}]


async def test_a_click_whose_first_answer_is_lost_is_still_shown_at_once(
    world: World, ping_log: list[set[int]]
) -> None:
    """The board itself was not sent yet, so it can be sent without the interaction."""
    shown = await world.game()
    mine = private(await pick(world.ann, shown, "E2"))
    await pick(world.ann, mine, "E10")
    ping_log.clear()
    with cut_requests(CALLBACK, "before"):
        await world.ann.click(mine, label="Play it")
    await assert_shown_once(world)
    assert ping_log == [{world.ben.id}]


@pytest.mark.parametrize("fault", ["before", "after"])
async def test_a_board_changes_in_place_though_the_answer_to_that_is_lost(
    world: World, fault: Fault, ping_log: list[set[int]]
) -> None:
    shown = board(await open_table(world.ann, world.channel, "thrag"))
    *steps, yes = await way_to(world, "resign")
    asked = private(await press(world.ann, shown, steps))
    ping_log.clear()
    with cut_requests(CHANGED, fault) as hit:
        await world.ann.click(asked, label=yes)
    assert hit
    await world.tick()
    assert (await assert_shown_once(world)).message_id == shown.id
    assert ping_log == []


@pytest.mark.parametrize("fault", ["before", "after"])
async def test_a_typed_step_is_shown_once_though_its_answer_is_lost(
    world: World, fault: Fault, ping_log: list[set[int]]
) -> None:
    shown = board(await open_table(world.ann, world.channel, "thrag"))
    ping_log.clear()
    lines = await offered_lines(world.session, world.click_by(world.ann))
    with cut_requests(CALLBACK, fault):
        await world.ann.slash(world.channel, "move", move=lines[0])
    await world.tick()
    assert ((await assert_shown_once(world)).message_id == shown.id) == (fault == "before")
    assert ping_log == []


async def test_a_click_that_cannot_be_answered_changes_the_board_all_the_same(world: World) -> None:
    shown = board(await open_table(world.ann, world.channel, "thrag"))
    with cut_requests(CALLBACK, "before", times=2) as hit:
        for _ in range(3):
            if hit or (await world.table()).plies:
                break
            await world.ann.click(shown, label=labels(shown)[0])
    assert hit
    await world.tick()
    assert (await assert_shown_once(world)).message_id == shown.id


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("fault", ["before", "after"])
async def test_in_every_game(world: World, game: str, fault: Fault, ping_log: list[set[int]]) -> None:
    """A whole turn, the answers to which are all lost."""
    days = await open_days(world, game)
    ping_log.clear()
    actor, turn = await days.awaited_actor(), (await days.table()).turn
    while (await days.table()).turn == turn:
        world.let_presence_expire()
        with cut_requests(f"{CALLBACK}|{FOLLOWUP}|{CHANGED}", fault, times=1000):
            await days.play_awaited()
        await world.tick()
    await assert_shown_once(world)
    awaited = await days.awaited_actor()
    assert ping_log == ([] if awaited is actor else [{awaited.id}])


async def test_no_player_is_called_in_their_night(world: World, ping_log: list[set[int]]) -> None:
    await world.game()
    awake = Habits(world.ben.id, "UTC", wakes=0, sleeps=1)
    await world.session.context.store.schedule.save(TimeChange(habits=awake))
    world.clock.now = world.clock.now // (24 * HOUR) * 24 * HOUR + 12 * HOUR
    ping_log.clear()
    with cut_requests(CALLBACK, "before"):
        await world.move(world.ann, "dE2-E10")
    await world.tick()
    await assert_shown_once(world)
    assert ping_log == []


async def test_the_end_of_a_game_is_shown(world: World, ping_log: list[set[int]]) -> None:
    await world.game()
    ping_log.clear()
    with cut_requests(CALLBACK, "before"):
        await world.move(world.ann, "resign")
    assert (await world.table()).status is Status.OVER
    await world.tick()
    await assert_shown_once(world)
    assert any(says(message_text(one), "thud.match.resigned", name="Ben") for one in world.channel.history())
    assert ping_log == []


@pytest.mark.parametrize("fault", ["before", "after"])
async def test_a_challenge_that_was_lost_is_posted_and_calls(
    world: World, fault: Fault, ping_log: list[set[int]]
) -> None:
    ping_log.clear()
    with cut_requests(CALLBACK, fault):
        await open_table(world.ann, world.channel, "thud", opponent=world.ben)
    await world.tick()
    await assert_shown_once(world)
    assert ping_log == [{world.ben.id}]


async def test_who_sits_down_is_seen_though_the_answer_is_lost(
    world: World, ping_log: list[set[int]]
) -> None:
    lobby = board(await open_table(world.ann, world.channel, "trogdor"))
    ping_log.clear()
    with cut_requests(f"{CALLBACK}|{CHANGED}", "before", times=2):
        await world.ben.click(lobby, label="Join")
    await world.tick()
    assert (await assert_shown_once(world)).message_id == lobby.id
    assert "Ben" in message_text(world.last("Ben"))
    assert ping_log == []


async def test_in_a_thread(world: World, ping_log: list[set[int]]) -> None:
    await open_table(world.ann, world.channel, "thud", opponent=world.ben, side=0, thread=True)
    (thread,) = world.channel.threads
    invitation = thread.last_message
    assert invitation is not None
    ping_log.clear()
    with cut_requests(FOLLOWUP, "before"):
        await world.ben.click(invitation, label="Accept")
    await world.tick()
    await assert_shown_once(world, channel=thread)
    assert ping_log == [{world.ann.id}]


async def test_in_direct_messages(world: World) -> None:
    user = world.ann.user
    shown = board(await open_table(user, None, "thrag"))
    with cut_requests(f"{CALLBACK}|{CHANGED}", "before", times=2):
        await user.click(shown, label=labels(shown)[0])
    await world.tick()
    table = await world.table()
    assert table.plies == 1
    assert await world.session.outbox.entry_of(1) is None
    assert table.board is not None
    assert table.board.message_id == shown.id
    assert f"t1.{table.revision}." in str(shown.components)


async def test_where_the_bot_may_not_write_it_tries_again_hourly_or_after_a_click(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.game()
    with cut_requests(CALLBACK, "before"):
        await world.move(world.ann, "dE2-E10")
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    await world.tick()
    assert sum("is tried again hourly" in record.getMessage() for record in caplog.records) == 1
    assert await world.tick() == []
    assert await world.session.outbox.entry_of(1) is not None
    await world.ben.click(world.last("Dwarfs: Ann"), label="Resign")
    await assert_shown_once(world)


async def test_where_the_bot_might_not_write_for_a_moment_the_board_comes_within_seconds(
    world: World,
) -> None:
    await world.game()
    with cut_requests(CALLBACK, "before"):
        await world.move(world.ann, "dE2-E10")
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    await world.tick()
    (shown,) = [one for one in await world.later(6 / 3600) if one.new]
    assert shown.pings == {world.ben.id}
    await assert_shown_once(world)


async def test_where_the_bot_may_not_write_for_minutes_the_board_comes_within_the_hour(world: World) -> None:
    await world.game()
    with cut_requests(CALLBACK, "before"):
        await world.move(world.ann, "dE2-E10")
    with cut_requests(POSTED, "before", times=1000, failure=refusal(403, 50013)) as hit:
        await world.tick()
        await world.later(0.1)
        tried = len(hit)
        await world.later(0.9)
        assert len(hit) == tried, "hourly"
    (shown,) = [one for one in await world.later(0.1) if one.new]
    assert shown.pings == {world.ben.id}
    await assert_shown_once(world)


async def test_what_fails_for_hours_is_given_up(world: World) -> None:
    await world.game()
    world.env.inject_error("POST", "*", status=503, times=None)
    await world.move(world.ann, "dE2-E10")
    await world.tick()
    assert await world.session.outbox.entry_of(1) is not None
    await world.later(7)
    assert await world.session.outbox.entry_of(1) is None


async def test_who_is_about_to_show_a_board_is_not_disturbed(world: World, ping_log: list[set[int]]) -> None:
    """For ten seconds no process looks; then it counts as forgotten."""
    await world.game("dE2-E10")
    assert (await world.session.outbox.entry_of(1)) is None
    await world.session.play.move(world.click_by(world.ben), 1, "TG7-F7", Trace("scene", 0))
    await world.tick()  # the first look after a start takes everything
    ping_log.clear()
    world.let_presence_expire()
    await world.session.play.move(world.click_by(world.ann), 1, "dE10-E9", Trace("scene", 0))
    world.clock.now += 9
    assert await world.tick() == []
    world.clock.now += 2
    await world.tick()
    await assert_shown_once(world)
    assert ping_log == [{world.ben.id}]


async def test_a_repair_that_was_quicker_leaves_the_answer_to_be_acknowledged(
    world: World, ping_log: list[set[int]]
) -> None:
    """Nothing is posted twice, in whatever order the table is handled."""
    shown = await world.game()
    mine = private(await pick(world.ann, shown, "E2"))
    await pick(world.ann, mine, "E10")
    save = world.session.tables.save
    ping_log.clear()

    async def save_and_repair(*args: object) -> object:
        table = await save(*args)  # type: ignore[arg-type]
        world.session.outbox.retry_now(1)
        assert world.bot.ticker is not None
        await world.bot.ticker.tick()
        await world.bot.ticker.drain()
        return table

    world.session.tables.save = save_and_repair  # type: ignore[method-assign, assignment]
    result = await world.ann.click(mine, label="Play it")
    assert result.acknowledged
    await assert_shown_once(world)
    assert ping_log == [{world.ben.id}]
    assert world.is_gone(shown)
    assert world.is_gone(mine)


async def test_a_slow_channel_holds_up_no_other(world: World) -> None:
    """Each table is repaired in a task of its own."""
    elsewhere = world.guild.create_text_channel("the-snug")
    first, second = await world.start_table(), await world.start_table(channel=elsewhere)
    ticker, slow = world.bot.ticker, asyncio.Event()
    assert ticker is not None
    with cut_requests(f"POST .*/channels/{world.channel.id}/messages", slow) as hit:
        await ticker.tick()
        for _ in range(1000):
            if await world.session.outbox.entry_of(second.id) is None:
                break
            await asyncio.sleep(0)
        assert await world.session.outbox.entry_of(first.id) is not None
        assert hit
        slow.set()
        await ticker.drain()
    await assert_shown_once(world, first.id)
    await assert_shown_once(world, second.id, elsewhere)
