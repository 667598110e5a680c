"""`/games`: what waits for somebody, and the other games of a channel."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.people.service import PersonalSettings
from bot.games.catalogue import IN_ENGLISH
from bot.kernel.clicks import Opening, Person
from bot.kernel.trace import Trace
from bot.store import Board, Table, Terms
from tests.bot.discord.test_limits import NASTY, WIDE, check
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import World, private_text, says
from tests.databases import of_file

WITH_BEN = IN_ENGLISH("my.with", game="Thud", names="Ben")
"""A game of Ann, as her list has it."""

HOUR = 3600
FAR = 2**63 - 1


async def mine(world: World, **options: str) -> str:
    """What Ann is told, and nobody else."""
    mark = world.mark()
    said = private_text(await world.ann.slash(world.channel, "games", **options))
    assert all(posted.private and not posted.pings for posted in world.posts_since(mark))
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


async def lend_seat(world: World, table: Table, to: int) -> None:
    """Somebody plays for Ann from now on."""
    sql = "UPDATE seats SET substitute = ? WHERE table_id = ? AND user_id = ?"
    await of_file(world.session.context.store.writer).execute_fetchall(sql, (to, table.id, world.ann.id))
    world.session.context.store.forget(table.id)


# Where it is somebody's turn


async def test_who_plays_nothing_is_told_how_to_begin(world: World) -> None:
    assert await mine(world) == IN_ENGLISH("games.none")


async def test_a_turn_is_listed_with_its_board_and_since_when_it_waits(world: World) -> None:
    shown = await world.game()
    table = await world.table()
    said = await mine(world)
    assert said.startswith(f"{IN_ENGLISH('games.turn.one', count=1)}\n- **T1** {WITH_BEN} ([board](")
    assert f"/{shown.id})" in said
    assert says(said, "my.since", since=f"<t:{int(table.time.waiting_since)}:R>")


async def test_a_table_that_waits_for_the_other_says_so(world: World) -> None:
    await world.game("dG1-G2")
    first, line = (await mine(world)).splitlines()
    assert first == IN_ENGLISH("games.waiting")
    assert line.startswith(f"- **T1** {WITH_BEN}")
    assert line.endswith(IN_ENGLISH("my.their-turn", names="Ben"))


async def test_the_longest_waiting_comes_first_wherever_it_is(world: World) -> None:
    await world.start_table()
    world.clock.now += HOUR
    await elsewhere(world)
    world.clock.now += HOUR
    await world.start_table()
    lines = (await mine(world)).splitlines()
    assert [line[4:6] for line in lines[1:]] == ["T1", "T2", "T3"]
    lines = private_text(await world.ann.user.slash("games")).splitlines()
    assert [line[4:6] for line in lines[1:]] == ["T1", "T2", "T3"], "in a direct message, too"


async def test_a_clock_tells_until_when(world: World) -> None:
    trace, session = Trace("scene", 0), world.session
    opening = Opening("thud", {}, 0, Person(world.ben.id, "Ben"), terms=Terms(clock=10 * HOUR))
    table = (await session.lobby.open(world.click_by(world.ann), opening, trace)).table
    await session.lobby.sit(world.click_by(world.ben), table.id, 0, trace)
    due = int(world.clock.now) + 10 * HOUR
    assert says(await mine(world), "my.due", when=f"<t:{due}:R>")
    await world.later(10)
    assert says(await mine(world), "my.late")


async def test_who_plays_for_somebody_sees_for_whom(world: World) -> None:
    await lend_seat(world, await world.start_table(), world.cleo.id)
    said = private_text(await world.cleo.slash(world.channel, "games"))
    assert f"**T1** {IN_ENGLISH('my.with', game='Thud', names='Ann and Ben')}" in said
    assert says(said, "my.other", name="Ann")
    assert "Your turn" not in await mine(world)


async def test_a_challenge_waits_for_an_answer(world: World) -> None:
    await open_table(world.ben, world.channel, "thud", opponent=world.ann)
    assert (await mine(world)).startswith(f"{IN_ENGLISH('my.asked')}\n- **T1** {WITH_BEN}")


async def test_somebodys_games_are_those_that_wait_for_them_first(world: World) -> None:
    await world.start_table()
    world.clock.now += HOUR
    await world.start_table("dG1-G2")
    await open_table(world.ann, world.channel, "trogdor")
    head, first, waits, *rest = (await mine(world)).splitlines()
    assert (head, waits) == (IN_ENGLISH("games.turn.one", count=1), IN_ENGLISH("games.waiting"))
    assert first.startswith(f"- **T1** {WITH_BEN}")
    assert any("T2" in line and line.endswith(IN_ENGLISH("my.their-turn", names="Ben")) for line in rest)
    assert any("T3" in line and line.endswith(IN_ENGLISH("my.gathering")) for line in rest)


# Those of the channel


async def test_the_others_of_the_channel_come_after_ones_own(world: World) -> None:
    shown = await world.game()
    await open_table(world.cleo, world.channel, "thud")
    lines = private_text(await world.ben.slash(world.channel, "games")).splitlines()
    assert lines[0] == IN_ENGLISH("games.waiting")
    assert lines[1].startswith(f"- **T1** {IN_ENGLISH('my.with', game='Thud', names='Ann')}")
    assert lines[2] == IN_ENGLISH("games.here")
    waits = IN_ENGLISH("table.state.open")
    assert lines[3].startswith(f"- **T2** Thud: Cleo; {waits}")
    other = private_text(await world.cleo.slash(world.channel, "games"))
    acts = IN_ENGLISH("table.state.playing", names="Ann")
    assert f"- **T1** Thud: Ann / Ben; {acts}" in other
    assert str(shown.id) in other


async def test_those_of_other_channels_are_not_listed_but_ones_own_are(world: World) -> None:
    await world.start_table(channel=world.guild.create_text_channel("elsewhere"))
    assert "T1" in private_text(await world.ben.slash(world.channel, "games"))
    assert "T1" not in private_text(await world.cleo.slash(world.channel, "games"))


async def test_very_many_tables_with_long_names_are_within_the_limits(world: World) -> None:
    for _ in range(60):
        table = await world.start_table()
        await world.session.tables.set_board(table, Board(FAR, FAR))
    await of_file(world.session.context.store.writer).execute_fetchall("UPDATE seats SET name = ?", (WIDE,))
    await world.restart()
    result = await world.ann.slash(world.channel, "games")
    assert result.response is not None
    check(result.response.components)
    *lines, last = private_text(result).splitlines()
    assert last == f"And {60 - len(lines[1:])} more."
    result = await world.cleo.slash(world.channel, "games")
    assert result.response is not None
    check(result.response.components)
    _, _, *lines, last = private_text(result).splitlines()
    assert last.startswith("And ")


@pytest.mark.parametrize("name", NASTY[:5], ids=ascii)
async def test_names_are_shown_as_they_are_and_ping_nobody(world: World, name: str) -> None:
    await world.start_table()
    await of_file(world.session.context.store.writer).execute_fetchall("UPDATE seats SET name = ?", (name,))
    world.session.context.store.forget()
    mark = world.mark()
    await mine(world)
    assert all(not posted.pings for posted in world.posts_since(mark))


# The daily list


async def test_the_daily_list_comes_once_a_day_by_direct_message(world: World) -> None:
    await world.game()
    await world.session.service(PersonalSettings).set_digest(world.ann.id, 8 * 60)  # the clock shows 13:46
    assert await world.later(18) == []
    (list_,) = await world.later(1)
    assert says(list_.text, "my.digest.one", count=1)
    assert f"**T1** {WITH_BEN} ([board](" in list_.text
    assert says(list_.text, "my.digest.stop")
    assert not list_.pings
    assert await world.later(1) == []
    assert len(await world.later(23)) == 1


async def test_on_a_day_without_turns_there_is_no_list(world: World) -> None:
    await world.game("dG1-G2")
    await world.session.service(PersonalSettings).set_digest(world.ann.id, 8 * 60)
    assert await world.later(24) == []
    await world.move(world.ben, "TG7-F7")
    (list_,) = await world.later(24)
    assert says(list_.text, "my.digest.one", count=1)


async def test_the_list_goes_on_after_a_restart_and_comes_once(world: World) -> None:
    await world.game()
    await world.session.service(PersonalSettings).set_digest(world.ann.id, 8 * 60)
    await world.kill()
    assert len(await world.later(19)) == 1
    await world.kill()
    assert await world.tick() == []
    assert len(await world.session.context.store.schedule.of_person(world.ann.id)) == 1


async def test_a_challenge_is_on_the_list_too(world: World) -> None:
    await open_table(world.ben, world.channel, "thud", opponent=world.ann)
    await world.session.service(PersonalSettings).set_digest(world.ann.id, 8 * 60)
    (list_,) = await world.later(19)
    assert list_.text.startswith(f"{IN_ENGLISH('my.digest.asked')}\n{IN_ENGLISH('my.asked')}")
