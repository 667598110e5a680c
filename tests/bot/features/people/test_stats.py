"""`/stats`: a user's finished games, a channel's results, and sharing them."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from simcord.builders import ChannelHandle
from simcord.results import ResponseMessage

from bot.discord.keyboard import Control
from bot.features.people import stats
from bot.features.people.service import PersonalSettings
from bot.games.catalogue import IN_ENGLISH
from bot.kernel.tables.results import SETTLED
from bot.kernel.trace import Trace
from bot.store import Record, Result, Table
from tests.bot.discord.test_forged import send_forged
from tests.bot.discord.test_limits import NASTY, WIDE, check
from tests.bot.discord.test_refusals import new_thread
from tests.bot.features.people.test_games import lend_seat
from tests.bot.samples import QUIET
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import World, board, labels, private_text, says, text_of, walk
from tests.databases import of_file


async def finish_game(world: World, loser: int, *lines: str) -> Table:
    """Finish a game of Ann (0) against Ben (1) by resignation, and wait until it counts."""
    table = await world.start_table(*(lines or QUIET))
    by = world.click_by(world.person(loser))
    table = (await world.session.play.move(by, table.id, "resign", Trace("scene", 0))).table
    world.clock.now += SETTLED + 1
    return table


async def show_stats(world: World, channel: ChannelHandle | None = None, **options: str) -> ResponseMessage:
    """Ann's private answer."""
    mark = world.mark()
    answer = (await world.ann.slash(channel or world.channel, "stats", **options)).response
    assert answer is not None
    assert all(posted.private and not posted.pings for posted in world.posts_since(mark))
    check(answer.components)
    return answer


async def mine(world: World) -> str:
    return text_of((await show_stats(world)).components)


async def channels(world: World, channel: ChannelHandle | None = None) -> str:
    return text_of((await show_stats(world, channel, show="channel")).components)


def disabled_labels(message: ResponseMessage) -> list[str]:
    """The labels of disabled buttons."""
    return [part["label"] for part in walk(message.components) if part.get("disabled")]


# All of them, one message


async def test_buttons_turn_to_the_others_in_the_same_message(world: World) -> None:
    await finish_game(world, 1)
    first = await show_stats(world)
    others = ["This channel", "This month", "Deal of the day", "Deal of the week"]
    assert (labels(first), disabled_labels(first)) == (["Yours", *others], ["Yours"])
    second = (await world.ann.click(first, label="This channel")).response
    assert second is not None
    assert second.id == first.id
    check(second.components)
    assert text_of(second.components) == await channels(world), "the same by command and by button"
    assert labels(second)[-1] == "Show everyone"
    third = (await world.ann.click(second, label="Deal of the day")).response
    assert third is not None
    assert text_of(third.components).startswith(IN_ENGLISH("daily.none.today", date="12 January"))
    assert disabled_labels(third) == [IN_ENGLISH("button.stats.day")]
    assert labels(third)[-1] != "Show everyone", "there is nothing to show"


async def test_a_shared_page_has_no_pings_and_is_in_the_language_of_the_channel(
    world: World,
) -> None:
    await finish_game(world, 1)
    await world.session.service(PersonalSettings).set_language(world.ann.id, "de")
    seen = await show_stats(world, show="channel")
    mark = world.mark()
    shared = board(await world.ann.click(seen, custom_id=str(Control(0, 0, stats.SHARE.path, "channel"))))
    assert text_of(shared.components).startswith(IN_ENGLISH("standings"))
    assert labels(shared) == []
    assert world.pings(mark) == [set()]


@pytest.mark.parametrize("name", NASTY[:5], ids=ascii)
async def test_names_are_shown_as_they_are_without_pings(world: World, name: str) -> None:
    await finish_game(world, 1)
    await of_file(world.session.context.store.writer).execute_fetchall("UPDATE results SET name = ?", (name,))
    mark = world.mark()
    board(await world.ann.click(await show_stats(world, show="channel"), label="Show everyone"))
    assert all(not posted.pings for posted in world.posts_since(mark))


async def test_what_was_forgotten_meanwhile_is_not_shown_to_everybody(world: World) -> None:
    await finish_game(world, 1)
    seen = await show_stats(world, show="channel")
    sql = "DELETE FROM results"
    await of_file(world.session.context.store.writer).execute_fetchall(sql)
    text = private_text(await world.ann.click(seen, label="Show everyone"))
    assert text == IN_ENGLISH("standings.none")


@pytest.mark.parametrize("detail", ["mine", "everybody", "channel:chess", "day:tomorrow", "day:2026-1-1"])
async def test_what_no_control_says_is_not_shown_to_everybody(world: World, detail: str) -> None:
    seen, mark = await show_stats(world), world.mark()
    forged = {"custom_id": str(Control(0, 0, stats.SHARE.path, detail)), "component_type": 2}
    send_forged(world, world.ann, seen, forged)
    await world.env.settle()
    assert [posted.private for posted in world.posts_since(mark)] == [True]


# Yours


async def test_a_user_without_finished_games_reads_how_to_begin(world: World) -> None:
    assert await mine(world) == IN_ENGLISH("stats.none")


async def test_the_stats_tell_results_streaks_and_the_rating_with_its_uncertainty(world: World) -> None:
    for loser in (1, 0, 1, 1):
        await finish_game(world, loser)
    text = await mine(world)
    rating = (await world.session.scores.ladder("thud")).rating_of(world.ann.id)
    assert rating.value > 1500
    parts = (
        IN_ENGLISH("tally.rating.provisional", rating=str(rating)),
        IN_ENGLISH("tally.duel.many", count=4, won=3, drawn=0, lost=1),
        IN_ENGLISH("tally.won.many", count=2),
    )
    assert f"- **Thud**: {' · '.join(parts)}" in text
    assert says(text, "tally.best", count=2)
    assert says(text, "tally.rated")


async def test_who_lost_hears_that_in_a_word(world: World) -> None:
    await finish_game(world, 0)
    text = await mine(world)
    parts = (IN_ENGLISH("tally.duel.one", count=1, won=0, drawn=0, lost=1), IN_ENGLISH("tally.lost.one"))
    assert " · ".join(parts) in text
    assert "streak" not in text


async def test_a_game_for_one_tells_no_rating(world: World) -> None:
    await open_table(world.ann, world.channel, "thrag")
    await world.move(world.ann, "resign")
    text = await mine(world)
    parts = (IN_ENGLISH("tally.shared.one", count=1, won=0), IN_ENGLISH("tally.lost.one"))
    assert f"- **One Man, Thrag!**: {' · '.join(parts)}" in text
    assert "rating" not in text
    assert "score" not in text


async def test_the_best_score_of_a_game_for_one_is_told(world: World) -> None:
    await open_table(world.ann, world.channel, "thrag")
    table = await world.table()
    await world.session.context.store.schedule.record((_solo(world, table, 6),))
    parts = (
        IN_ENGLISH("tally.shared.one", count=1, won=1),
        IN_ENGLISH("tally.won.one"),
        IN_ENGLISH("tally.score", score=6),
    )
    assert " · ".join(parts) in await mine(world)


def _solo(world: World, table: Table, points: int) -> Record:
    return Record(
        table_id=table.id,
        seat=0,
        user_id=world.ann.id,
        name="Ann",
        game=table.game,
        guild_id=table.guild_id,
        channel_id=table.channel_id,
        result=Result.WON,
        points=points,
        seats=1,
        plies=50,
        began=0.0,
        ended=world.clock.now,
        counts=True,
    )


async def test_games_played_by_stand_ins_are_counted_apart(world: World) -> None:
    table = await world.start_table()
    await lend_seat(world, table, world.cleo.id)
    session, trace = world.session, Trace("scene", 0)
    await session.play.move(world.click_by(world.cleo), table.id, "dG1-G2", trace)
    await session.play.move(world.click_by(world.ben), table.id, "resign", trace)
    text = await mine(world)
    assert "Thud" not in text, "there is nothing to say of it but that"
    assert says(text, "tally.apart.one", count=1)
    text = await channels(world, world.channel)
    assert "Thud" not in text
    assert says(text, "tally.apart.one", count=1)


async def test_games_that_count_are_told_beside_those_that_do_not(world: World) -> None:
    await finish_game(world, 1)
    solo = _solo(world, await world.start_table(), 6)
    other = replace(solo, game="thrag", counts=False)
    await world.session.context.store.schedule.record((other, replace(other, seat=1)))
    text = await mine(world)
    assert "**Thud**: rating" in text
    assert "Thrag" not in text
    assert says(text, "tally.apart.many", count=2)
    text = await channels(world, world.channel)
    assert "**Thud**, 1 game\n" in text
    assert "Thrag" not in text
    assert says(text, "tally.apart.one", count=1)


# The table of a channel


async def test_a_channel_has_its_places_and_ratings(world: World) -> None:
    for loser in (1, 1, 0):
        await finish_game(world, loser)
    lines = (await channels(world)).splitlines()
    ladder = await world.session.scores.ladder("thud")
    assert lines[0] == IN_ENGLISH("standings")
    assert lines[2] == "**Thud**, 3 games"
    for line, place, who, won in ((lines[3], 1, world.ann, 2), (lines[4], 2, world.ben, 1)):
        parts = (
            IN_ENGLISH("tally.rating.provisional", rating=str(ladder.rating_of(who.id))),
            IN_ENGLISH("tally.duel.many", count=3, won=won, drawn=0, lost=3 - won),
        )
        assert line.startswith(f"**{place}.** {who.name.title()} · {' · '.join(parts)}")
    assert "less its ±" in lines[-1]


async def test_equal_records_share_a_place_that_discord_does_not_count_anew(world: World) -> None:
    """A line that begins with a number and a dot becomes part of a list, which Discord numbers 1, 2, 3."""
    await open_table(world.ann, world.channel, "thrag")
    won = _solo(world, await world.table(), 6)
    people = [(world.ann.id, "Ann", Result.WON), (world.ben.id, "Ben", Result.WON), (9, "Cleo", Result.LOST)]
    records = [
        replace(won, seat=seat, user_id=user, name=name, result=result)
        for seat, (user, name, result) in enumerate(people)
    ]
    await world.session.context.store.schedule.record(tuple(records))
    text = await channels(world, world.channel)
    places = [line.split(" · ")[0] for line in text.splitlines() if " · " in line]
    assert sorted(places) == ["**1.** Ann", "**1.** Ben", "**3.** Cleo"]
    assert not re.search(r"^\d+\.", text, re.MULTILINE)


async def test_a_channel_where_nothing_was_finished_says_how_to_begin(world: World) -> None:
    await world.start_table()
    assert await channels(world) == IN_ENGLISH("standings.none")


async def test_a_thread_shows_the_table_of_its_channel_until_it_has_one_of_its_own(world: World) -> None:
    await finish_game(world, 1)
    thread = await new_thread(world, world.channel)
    there = await channels(world, thread)
    assert "**1.** Ann" in there
    await open_table(world.ann, thread, "thrag")
    await world.ann.slash(thread, "move", move="resign")
    own = await channels(world, thread)
    assert says(own, "standings.game.one", game="One Man, Thrag!", count=1)
    assert "Thud" not in own


async def test_a_channel_with_several_kinds_of_games_can_be_that_of_one(world: World) -> None:
    await finish_game(world, 1)
    assert "All games" not in str((await show_stats(world, show="channel")).components)
    await open_table(world.ann, world.channel, "thrag")
    await world.session.context.store.schedule.record((_solo(world, await world.table(2), 6),))
    seen = await show_stats(world, show="channel")
    assert "**Thud**, 1 game" in text_of(seen.components)
    head = IN_ENGLISH("standings.game.one", game="One Man, Thrag!", count=1)
    own = IN_ENGLISH("tally.shared.one", count=1, won=1)
    assert f"{head}\n**1.** Ann · {own}" in text_of(seen.components)
    one = (await world.ann.select(seen, ["thud"])).response
    assert one is not None
    assert "Thrag" not in text_of(one.components)
    shared = board(await world.ann.click(one, label="Show everyone"))
    assert text_of(shared.components) == text_of(one.components)
    every = (await world.ann.select(one, ["all"])).response
    assert every is not None
    assert text_of(every.components) == text_of(seen.components)


async def test_a_table_of_very_many_with_long_names_is_within_the_limits(world: World) -> None:
    table = await world.start_table()
    await open_table(world.ann, world.channel, "thrag")
    solo = await world.table(2)
    record = replace(_solo(world, solo, 6), name=WIDE)
    other = replace(record, table_id=table.id, game="thud")
    many = [
        replace(one, seat=seat, user_id=1000 + seat)
        for one in (record, other, replace(other, table_id=table.id, game="thud"))
        for seat in range(200)
    ]
    await world.session.context.store.schedule.record(tuple(many))
    assert (await channels(world)).count("\nAnd ") == 2
