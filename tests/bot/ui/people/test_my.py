"""`/my` and `/table standings`: what waits for somebody, and what was finished."""

# ruff: noqa: SLF001 - long names and lent seats are written by hand

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.clicks import Opening, Person
from bot.session.results import SETTLED
from bot.store import Board, Record, Result, Table
from bot.trace import Trace
from tests.bot.ui.kit.test_limits import NASTY, WIDE, check
from tests.bot.ui.kit.test_refusals import new_thread
from tests.bot.ui.world import World, board, text_of, told
from tests.databases import of_file

HOUR = 3600
FAR = 2**63 - 1


async def my(world: World, what: str, **options: str) -> str:
    """What Ann is told, and nobody else."""
    mark = world.mark()
    said = told(await world.ann.slash(world.channel, what if what == "games" else f"my {what}", **options))
    assert all(posted.private and not posted.pings for posted in world.posted(mark))
    return said


async def elsewhere(world: World) -> Table:
    """A table of Ann against Ben in another server."""
    guild = world.env.create_guild("The other inn")
    channel = guild.create_text_channel("yard")
    click = replace(world.click_by(world.ann, channel), guild_id=guild.id)
    trace, session = Trace("scene", 0), world.session
    opening = Opening("thud", {}, 0, Person(world.ben.id, "Ben"))
    table = (await session.lobby.open(click, opening, trace)).table
    answer = replace(world.click_by(world.ben, channel), guild_id=guild.id)
    return (await session.lobby.sit(answer, table.id, 0, trace)).table


async def ended(world: World, loser: int, *lines: str) -> Table:
    """A game of Ann (0) against Ben (1) in which one of them gives up; a minute later it has settled."""
    table = await world.begun(*lines)
    by = world.click_by(world.person(loser))
    table = (await world.session.play.move(by, table.id, "resign", Trace("scene", 0))).table
    world.clock.now += SETTLED + 1
    return table


async def lent(world: World, table: Table, to: int) -> None:
    """Somebody plays for Ann from now on."""
    sql = "UPDATE seats SET substitute = ? WHERE table_id = ? AND user_id = ?"
    await of_file(world.session.context.store._writer).execute_fetchall(sql, (to, table.id, world.ann.id))
    world.session.context.store.forget(table.id)


# Where it is somebody's turn


async def test_nothing_waits_for_somebody_who_does_not_play(world: World) -> None:
    assert await my(world, "turns") == "It is your turn nowhere."
    assert await my(world, "games") == "You sit at no table. `/play` opens one."


async def test_a_turn_is_listed_with_its_board_and_since_when_it_waits(world: World) -> None:
    shown = await world.game()
    table = await world.table()
    said = await my(world, "turns")
    assert said.startswith("**It is your turn at 1 table**\n- **T1** Thud with Ben ([board](")
    assert f"/{shown.id})" in said
    assert f"it came <t:{int(table.waiting_since)}:R>" in said


async def test_a_table_that_waits_for_the_other_is_not_listed(world: World) -> None:
    await world.game("dG1-G2")
    assert await my(world, "turns") == "It is your turn nowhere."


async def test_the_longest_waiting_comes_first(world: World) -> None:
    for _ in range(3):
        await world.begun()
        world.clock.now += HOUR
    lines = (await my(world, "turns")).splitlines()
    assert [line[4:6] for line in lines[1:]] == ["T1", "T2", "T3"]


async def test_tables_of_this_server_stand_apart_from_those_elsewhere(world: World) -> None:
    there = await elsewhere(world)
    world.clock.now += HOUR
    here = await world.begun()
    lines = (await my(world, "turns")).splitlines()
    assert lines[1:3] == ["In this server:", lines[2]]
    assert here.code in lines[2]
    assert lines[3] == "Elsewhere:"
    assert there.code in lines[4]


async def test_without_tables_elsewhere_there_are_no_groups(world: World) -> None:
    await world.begun()
    assert "In this server" not in await my(world, "turns")


async def test_in_a_direct_message_the_longest_waiting_comes_first_wherever_it_is(world: World) -> None:
    await world.begun()
    world.clock.now += HOUR
    session, trace = world.session, Trace("scene", 0)
    message = world.env.backend.get_dm_channel(world.ann.id)
    click = replace(world.click_by(world.ann), guild_id=None, channel_id=message.id)
    await session.lobby.open(click, Opening("thrag", {}, None, None), trace)
    lines = told(await world.ann.user.slash("my turns")).splitlines()
    assert [line[4:6] for line in lines[1:]] == ["T1", "T2"]


async def test_a_clock_tells_until_when(world: World) -> None:
    trace, session = Trace("scene", 0), world.session
    opening = Opening("thud", {}, 0, Person(world.ben.id, "Ben"), clock=10 * HOUR)
    table = (await session.lobby.open(world.click_by(world.ann), opening, trace)).table
    await session.lobby.sit(world.click_by(world.ben), table.id, 0, trace)
    due = int(world.clock.now) + 10 * HOUR
    assert f"your time is up <t:{due}:R>" in await my(world, "turns")
    await world.later(10)
    assert "**your time is up**" in await my(world, "turns")


async def test_who_plays_for_somebody_sees_for_whom(world: World) -> None:
    await lent(world, await world.begun(), world.cleo.id)
    said = told(await world.cleo.slash(world.channel, "my turns"))
    assert "**T1** Thud with Ann and Ben" in said
    assert "you play for **Ann**" in said
    assert await my(world, "turns") == "It is your turn nowhere."


async def test_a_challenge_waits_for_an_answer(world: World) -> None:
    await world.ben.slash(world.channel, "play thud", opponent=world.ann)
    said = await my(world, "turns")
    assert said.startswith(
        "It is your turn nowhere.\nChallenges that wait for your answer:\n- **T1** Thud with Ben"
    )
    assert "waiting for your answer" in await my(world, "games")


async def test_somebodys_games_are_those_that_wait_for_them_first(world: World) -> None:
    await world.begun()
    world.clock.now += HOUR
    await world.begun("dG1-G2")
    await world.ann.slash(world.channel, "play trogdor")
    first, *rest = (await my(world, "games")).splitlines()[1:]
    assert first.startswith("- **T1** Thud with Ben")
    assert first.endswith("**your turn**")
    assert any("T2" in line and line.endswith("Ben to act") for line in rest)
    assert any("T3" in line and line.endswith("waiting for players") for line in rest)


async def test_very_many_tables_with_long_names_are_within_the_limits(world: World) -> None:
    for _ in range(60):
        table = await world.begun()
        await world.session.tables.set_board(table, Board(FAR, FAR))
    await of_file(world.session.context.store._writer).execute_fetchall("UPDATE seats SET name = ?", (WIDE,))
    await world.restart()
    for command in ("my turns", "games"):
        result = await world.ann.slash(world.channel, command)
        assert result.response is not None
        check(result.response.components)
        *lines, last = told(result).splitlines()
        assert last == f"And {60 - len(lines[1:])} more."


@pytest.mark.parametrize("name", NASTY[:5], ids=ascii)
async def test_names_are_shown_as_they_are_and_ping_nobody(world: World, name: str) -> None:
    table = await ended(world, 1)
    await world.begun()
    await of_file(world.session.context.store._writer).execute_fetchall("UPDATE seats SET name = ?", (name,))
    await of_file(world.session.context.store._writer).execute_fetchall(
        "UPDATE results SET name = ?", (name,)
    )
    world.session.context.store.forget()
    mark = world.mark()
    await my(world, "turns")
    await my(world, "games")
    await world.ann.slash(world.channel, "table standings")
    assert all(not posted.pings for posted in world.posted(mark))
    assert table.code == "T1"


# The daily list


async def test_the_daily_list_comes_once_a_day_by_direct_message(world: World) -> None:
    await world.game()
    await world.session.people.set_digest(world.ann.id, 8 * 60)  # the clock shows 13:46
    assert await world.later(18) == []
    (list_,) = await world.later(1)
    assert "Your list of the day: it is your turn at 1 table." in list_.text
    assert "**T1** Thud with Ben ([board](" in list_.text
    assert "`/settings` stops this list" in list_.text
    assert not list_.pings
    assert await world.later(1) == []
    assert len(await world.later(23)) == 1


async def test_on_a_day_without_turns_there_is_no_list(world: World) -> None:
    await world.game("dG1-G2")
    await world.session.people.set_digest(world.ann.id, 8 * 60)
    assert await world.later(24) == []
    await world.move(world.ben, "TG7-F7")
    (list_,) = await world.later(24)
    assert "it is your turn at 1 table" in list_.text


async def test_the_list_goes_on_after_a_restart_and_comes_once(world: World) -> None:
    await world.game()
    await world.session.people.set_digest(world.ann.id, 8 * 60)
    await world.killed()
    assert len(await world.later(19)) == 1
    await world.killed()
    assert await world.tick() == []
    assert len(await world.session.context.store.schedule.of_person(world.ann.id)) == 1


async def test_a_challenge_is_on_the_list_too(world: World) -> None:
    await world.ben.slash(world.channel, "play thud", opponent=world.ann)
    await world.session.people.set_digest(world.ann.id, 8 * 60)
    (list_,) = await world.later(19)
    assert list_.text.startswith("Your list of the day:\nChallenges that wait for your answer:")


# What was finished


async def test_whoever_has_finished_nothing_hears_how_to_begin(world: World) -> None:
    assert await my(world, "stats") == "You have not finished a game here yet. `/play` opens one."
    said = await my(world, "stats", game="ploc")
    assert said == "You have not finished a game of Ploc yet. `/play ploc` opens one."


async def test_the_stats_tell_results_streaks_and_the_rating_with_its_uncertainty(world: World) -> None:
    for loser in (1, 0, 1, 1):
        await ended(world, loser)
    said = await my(world, "stats")
    rating = (await world.session.scores.ladder("thud")).of(world.ann.id)
    assert rating.value > 1500
    assert f"- **Thud**: rating **{rating}** · 4 games: 3 won, 0 drawn, 1 lost · the last 2 won" in said
    assert "at best 2 won in a row" in said
    assert "19 times of 20 the strength lies within its ±" in said


async def test_who_lost_hears_that_in_a_word(world: World) -> None:
    await ended(world, 0)
    said = await my(world, "stats")
    assert "1 game: 0 won, 0 drawn, 1 lost · the last one lost" in said
    assert "in a row" not in said


async def test_a_game_for_one_tells_no_rating(world: World) -> None:
    await world.ann.slash(world.channel, "play thrag")
    await world.move(world.ann, "resign")
    said = await my(world, "stats")
    assert "- **One Man, Thrag!**: 1 game, 0 won · the last one lost" in said
    assert "rating" not in said
    assert "score" not in said


async def test_the_best_score_of_a_game_for_one_is_told(world: World) -> None:
    await world.ann.slash(world.channel, "play thrag")
    table = await world.table()
    await world.session.context.store.schedule.record((_solo(world, table, 6),))
    assert "1 game, 1 won · the last one won · best score 6" in await my(world, "stats")


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


async def test_games_that_others_played_for_somebody_are_told_apart(world: World) -> None:
    table = await world.begun()
    await lent(world, table, world.cleo.id)
    session, trace = world.session, Trace("scene", 0)
    await session.play.move(world.click_by(world.cleo), table.id, "dG1-G2", trace)
    await session.play.move(world.click_by(world.ben), table.id, "resign", trace)
    said = await my(world, "stats")
    assert "Thud" not in said, "there is nothing to say of it but that"
    assert "Not counted: 1 game that was a fork, that was practice with a bot or with hints in a duel" in said
    shown = text_of(board(await world.ann.slash(world.channel, "table standings")).components)
    assert "Thud" not in shown
    assert "Not counted: 1 game " in shown


async def test_games_that_count_are_told_beside_those_that_do_not(world: World) -> None:
    await ended(world, 1)
    solo = _solo(world, await world.begun(), 6)
    other = replace(solo, game="thrag", counts=False)
    await world.session.context.store.schedule.record((other, replace(other, seat=1)))
    said = await my(world, "stats")
    assert "**Thud**: rating" in said
    assert "Thrag" not in said
    assert "Not counted: 2 games that were forks, " in said
    shown = text_of(board(await world.ann.slash(world.channel, "table standings")).components)
    assert "**Thud**, 1 game\n" in shown
    assert "Thrag" not in shown
    assert "Not counted: 1 game " in shown


# The table of a channel


async def test_the_table_of_a_channel_is_for_everybody(world: World) -> None:
    for loser in (1, 1, 0):
        await ended(world, loser)
    mark = world.mark()
    lines = text_of(board(await world.cleo.slash(world.channel, "table standings")).components).splitlines()
    assert world.pings(mark) == [set()]
    ladder = await world.session.scores.ladder("thud")
    assert lines[0] == "**Finished in this channel**"
    assert lines[2] == "**Thud**, 3 games"
    assert lines[3].startswith(
        f"**1.** Ann · rating **{ladder.of(world.ann.id)}** · 3 games: 2 won, 0 drawn, 1 lost"
    )
    assert lines[4].startswith(
        f"**2.** Ben · rating **{ladder.of(world.ben.id)}** · 3 games: 1 won, 0 drawn, 2 lost"
    )
    assert "the rating less its ±" in lines[-1]


async def test_equal_records_share_a_place_that_discord_does_not_count_anew(world: World) -> None:
    """A line that begins with a number and a dot becomes part of a list, which Discord numbers 1, 2, 3."""
    await world.ann.slash(world.channel, "play thrag")
    won = _solo(world, await world.table(), 6)
    people = [(world.ann.id, "Ann", Result.WON), (world.ben.id, "Ben", Result.WON), (9, "Cleo", Result.LOST)]
    records = [
        replace(won, seat=seat, user_id=user, name=name, result=result)
        for seat, (user, name, result) in enumerate(people)
    ]
    await world.session.context.store.schedule.record(tuple(records))
    shown = text_of(board(await world.ann.slash(world.channel, "table standings")).components)
    places = [line.split(" · ")[0] for line in shown.splitlines() if " · " in line]
    assert sorted(places) == ["**1.** Ann", "**1.** Ben", "**3.** Cleo"]
    assert not re.search(r"^\d+\.", shown, re.MULTILINE)


async def test_a_channel_where_nothing_was_finished_is_told_to_one_alone(world: World) -> None:
    await world.begun()
    said = told(await world.ann.slash(world.channel, "table standings"))
    assert said == "No game was finished in this channel yet. `/play` opens one."
    said = told(await world.ann.slash(world.channel, "table standings", game="thud"))
    assert said == "No game of Thud was finished in this channel yet. `/play thud` opens one."


async def test_a_thread_shows_the_table_of_its_channel_until_it_has_one_of_its_own(world: World) -> None:
    await ended(world, 1)
    thread = await new_thread(world, world.channel)
    there = text_of(board(await world.ann.slash(thread, "table standings")).components)
    assert "**1.** Ann" in there
    await world.ann.slash(thread, "play thrag")
    await world.ann.slash(thread, "move", move="resign")
    own = text_of(board(await world.ann.slash(thread, "table standings")).components)
    assert "**One Man, Thrag!**, 1 game" in own
    assert "Thud" not in own


async def test_the_table_can_be_that_of_one_game(world: World) -> None:
    await ended(world, 1)
    await world.ann.slash(world.channel, "play thrag")
    await world.session.context.store.schedule.record((_solo(world, await world.table(2), 6),))
    both = text_of(board(await world.ann.slash(world.channel, "table standings")).components)
    assert "**Thud**, 1 game" in both
    assert "**One Man, Thrag!**, 1 game\n**1.** Ann · 1 game, 1 won" in both
    one = text_of(board(await world.ann.slash(world.channel, "table standings", game="thud")).components)
    assert "Thrag" not in one


async def test_a_table_of_very_many_with_long_names_is_within_the_limits(world: World) -> None:
    table = await world.begun()
    await world.ann.slash(world.channel, "play thrag")
    solo = await world.table(2)
    record = replace(_solo(world, solo, 6), name=WIDE)
    other = replace(record, table_id=table.id, game="thud")
    many = [
        replace(one, seat=seat, user_id=1000 + seat)
        for one in (record, other, replace(other, table_id=table.id, game="thud"))
        for seat in range(200)
    ]
    await world.session.context.store.schedule.record(tuple(many))
    shown = board(await world.ann.slash(world.channel, "table standings"))
    check(shown.components)
    assert text_of(shown.components).count("\nAnd ") == 2
