"""The deal of the week for several players over Discord, and the announcement when a week is over."""

from __future__ import annotations

from dataclasses import replace

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.features.deals.storage import DealStorage
from bot.games.catalogue import IN_ENGLISH, words_in
from bot.kernel.tables.results import SETTLED
from bot.kernel.time.calendar import end_of
from bot.kernel.trace import Trace
from bot.minds.pool import NoSearchResult, SearchPool
from bot.store import Status, Table
from tests.bot.discord.test_limits import check
from tests.bot.kernel.test_weeks import ITS_SEED, WON
from tests.bot.ui.opening import fair_play, open_table
from tests.bot.ui.world import World, board, labels, message_text, private, private_text, says, text_of
from tests.playthroughs.golden import plies

WEEK = "1970-W03"
TITLE = "Trogdor!!, week of 12 January"
SHARE = "Victory in turn 13 with 0 on the Trog-Meter. Burned a turn: "
TRACE = Trace("scene", 0)


@pytest.fixture(autouse=True)
async def _winnable_raid(world: World) -> None:
    """The raid of the week is one that can be won."""
    await DealStorage(world.session.context.store).secret("trogdor", WEEK, ITS_SEED)


async def lobby(world: World, *others: MemberActor) -> ResponseMessage:
    """Ann's table of the week, with others."""
    shown = board(await open_table(world.ann, world.channel, "trogdor", weekly=True))
    for other in others:
        await other.click(shown, label="Join")
    return shown


async def play_won_raid(world: World) -> Table:
    """Ann, Ben and Cleo win; the last line is clicked, as people do."""
    people = (world.ann, world.ben, world.cleo)
    shown = await lobby(world, world.ben, world.cleo)
    await world.ann.click(shown, label="Start")
    *lines, last = plies(WON)[1]
    for ply in lines:
        await world.session.play.move(world.click_by(people[ply.seat]), 1, str(ply.action), TRACE)
    await world.move(people[last.seat], str(last.action))
    table = await world.table()
    assert table.status is Status.OVER
    return table


async def find_nothing(*_: object) -> None:
    raise NoSearchResult("busy")


async def end_week(world: World) -> list[str]:
    """What the bot says of the week once it is over."""
    posted = await world.later((end_of(WEEK) + SETTLED - world.clock.now) / 3600)
    return [one.text for one in posted if one.new and "The best of" in one.text]


@pytest.mark.rule("trogdor:weekly-1", "trogdor:weekly-2")
async def test_a_lobby_of_the_week_says_so_and_is_one_like_any_other(world: World) -> None:
    shown = await lobby(world, world.ben)
    lines = text_of(shown.components).splitlines()
    assert lines[0].startswith(IN_ENGLISH("table.open.drawn", host="Ann", game=TITLE))
    assert lines[-1].startswith(IN_ENGLISH("weekly.lobby"))
    check(shown.components)
    assert "Add salt…" not in labels(await fair_play(world.ann, shown))
    await world.ann.click(shown, label="Start")
    assert message_text(world.last("T1")).startswith(f"### {TITLE}")
    refused = private_text(await open_table(world.ben, world.channel, "trogdor", weekly=True))
    assert refused.startswith(IN_ENGLISH("weekly-tried", code="T1"))
    other = board(await open_table(world.cleo, world.channel, "trogdor", weekly=True))
    async with world.assert_unchanged(2):
        assert private_text(await world.ann.click(other, label="Join")) == refused


async def test_options_are_refused_and_times_are_not(world: World) -> None:
    refused = private_text(await open_table(world.ann, world.channel, "trogdor", weekly=True, map="easy"))
    assert says(refused, "daily-options")
    shown = board(await open_table(world.ann, world.channel, "trogdor", weekly=True, hours=3))
    assert "after 3 hours" in text_of(shown.components)


@pytest.mark.slow
@pytest.mark.rule("trogdor:weekly-4")
async def test_the_last_board_has_the_line_and_stats_have_the_table(world: World) -> None:
    await play_won_raid(world)
    last = message_text(world.last("Victory"))
    assert SHARE in last
    assert says(last, "daily.next", when=f"<t:{end_of(WEEK)}:R>")
    page = private(await world.ben.slash(world.channel, "stats", show="week"))
    lines = text_of(page.components).splitlines()
    assert lines[0] == f"### {TITLE}"
    assert lines[1].startswith(f"**1.** Ann, Ben and Cleo: {SHARE}")
    shared = board(await world.ben.click(page, label="Show everyone"))
    assert text_of(shared.components) == text_of(page.components)


@pytest.mark.slow
@pytest.mark.rule("thrag:weekly-2")
async def test_the_podium_of_a_week_comes_once_and_the_trophies_stay(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SearchPool, "_ask_here", find_nothing)  # no highlights: they take ten seconds
    await play_won_raid(world)
    alone = (await open_table(world.ben, world.channel, "thrag", weekly=True)).response
    assert alone is not None
    await world.session.play.move(world.click_by(world.ben), 2, "resign", TRACE)
    await world.restart()
    (podium,) = await end_week(world)
    assert podium.splitlines()[:3] == [
        IN_ENGLISH("weekly.over", week=IN_ENGLISH("weekly.of", date="12 January")),
        "",
        "**Trogdor!!**",
    ]
    assert podium.splitlines()[3].startswith(f"**1.** Ann, Ben and Cleo: {SHARE}")
    assert "Thrag" not in podium, "no player has a place there"
    assert not [one for one in await world.later(24 * 7) if one.new and says(one.text, "weekly.over")]
    for person in (world.ann, world.ben, world.cleo):
        parts = IN_ENGLISH("trophies.weeks.one", count=1)
        assert says(private_text(await person.slash(world.channel, "stats")), "trophies", parts=parts)


async def test_the_podium_speaks_the_language_of_the_channel(world: World) -> None:
    await play_won_raid(world)
    manager = replace(world.click_by(world.ann), manages=True)
    await world.session.server.set_language(manager, "de")
    posted = await world.later((end_of(WEEK) + SETTLED - world.clock.now) / 3600)
    (podium,) = [one.text for one in posted if "Die Besten der" in one.text]
    week = words_in("de")("weekly.of", date="12. Januar")
    assert podium.startswith(words_in("de")("weekly.over", week=week))


async def test_a_bot_that_dies_before_it_is_recorded_does_not_announce_a_week_twice(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_won_raid(world)

    async def dies(*_: object) -> None:
        raise SystemError("killed")

    with monkeypatch.context() as at:
        at.setattr("bot.ui.alarms.ticker.Ticker.finish", dies)
        assert len(await end_week(world)) == 1
    await world.kill()
    await world.tick()
    assert len([one for one in world.channel.history() if says(message_text(one), "weekly.over")]) == 1
