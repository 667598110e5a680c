"""What a turn brings: clocks, reminders, calls, and who hears of it when; in each of the four games."""

from __future__ import annotations

import pytest

from bot.features.people.service import PersonalSettings
from bot.features.reviews.storage import CARD
from bot.features.undo.service import Undo
from bot.kernel.clicks import Opening
from bot.kernel.session import Session
from bot.store import Kind, SeatClock, Status, Terms
from tests.bot.kernel.days import GAMES, HOUR, NOON, SECOND, SHARED, Days, other
from tests.bot.samples import ANN, BEN, CLEO, QUIET, Clock, click, trace

each = pytest.mark.parametrize("game", GAMES)
shared = pytest.mark.parametrize("game", SHARED)


@pytest.fixture
def days(session: Session, clock: Clock) -> Days:
    clock.now = NOON
    return Days(session, clock)


# A turn


@each
async def test_without_a_clock_nobody_is_reminded_of_anything(days: Days, game: str) -> None:
    await days.opens(game, hours=0)
    await days.passes()
    assert (await days.table()).time.clocks == ()
    assert await days.alarms() == {}
    assert await days.later(1000) == []


@each
async def test_a_game_begins_with_a_clock_that_runs_for_who_must_act(days: Days, game: str) -> None:
    table = await days.opens(game, bank=5)
    first = await days.awaited_player()
    running = {clock.seat: clock.since for clock in table.time.clocks}
    assert running == {player.seat: NOON if player == first else None for player in table.players}
    assert {clock.bank for clock in table.time.clocks} == {5 * HOUR}
    alarms = await days.alarms()
    assert set(alarms) == {Kind.REMIND, Kind.UP}
    assert (alarms[Kind.REMIND].due, alarms[Kind.REMIND].user_id) == (NOON + 8 * HOUR, first.user_id)
    assert (alarms[Kind.UP].due, alarms[Kind.UP].detail) == (NOON + 15 * HOUR, str(first.seat))


@each
async def test_a_turn_that_passes_stops_one_clock_and_starts_the_next(days: Days, game: str) -> None:
    await days.opens(game, bank=5)
    first = await days.awaited_player()
    days.clock.now += 12 * HOUR
    await days.passes()
    second = await days.awaited_player()
    assert (second == first) is (game == "thrag")
    assert await days.clock_of(second) == SeatClock(
        second.seat,
        (3 if game == "thrag" else 5) * HOUR,
        since=days.clock.now,
        last=12 * HOUR if game == "thrag" else 0.0,
    )
    if game != "thrag":
        assert await days.clock_of(first) == SeatClock(first.seat, 3 * HOUR, last=12 * HOUR)
    assert (await days.alarms())[Kind.REMIND].due == days.clock.now + 8 * HOUR


@pytest.mark.parametrize(("game", "line"), [("trogdor", ""), ("thrag", ""), ("ploc", ""), ("thud", "offer")])
async def test_what_is_done_within_a_turn_gives_no_more_time(days: Days, game: str, line: str) -> None:
    """In Thud the one who has moved may offer to end the battle; then it is for the other to answer."""
    await days.opens(game)
    before, alarms = await days.table(), await days.alarms()
    days.clock.now += 3 * HOUR
    if game == "thud":
        await days.plays(QUIET[0])
        before, alarms = await days.table(), await days.alarms()
        days.clock.now += HOUR
    after = (await days.plays(line, ANN if game == "thud" else None)).table
    assert after.plies == before.plies + 1
    assert (after.turn, after.time.clocks) == (before.turn, before.time.clocks)
    assert await days.alarms() == alarms


@each
async def test_whoever_moved_in_time_is_not_reminded(days: Days, game: str) -> None:
    await days.opens(game)
    await days.later(7)
    await days.passes()
    second = await days.awaited_player()
    assert await days.later(7.9) == []
    assert await days.later(0.1) == [f"remind {second.name}"]


@each
async def test_a_reminder_then_time_up_and_then_silence(days: Days, game: str) -> None:
    await days.opens(game, bank=2)
    late = await days.awaited_player()
    assert await days.later(8 - SECOND) == []
    assert await days.later(SECOND) == [f"remind {late.name}"]
    assert await days.later(4 - SECOND) == []
    assert await days.later(SECOND) == ["up Ann" if game == "thrag" else f"up {other(late.user_id)}"]
    table = await days.table()
    assert table.status is Status.PLAYING
    assert days.session.absence.absent_player(table) == late
    assert await days.later(500) == []


@each
async def test_a_game_that_is_over_has_no_clock_and_only_its_card_to_come(days: Days, game: str) -> None:
    await days.opens(game)
    if game == "trogdor":
        await days.plays("leave")
        await days.plays("leave")
    else:
        for _ in range(4):  # turns: else it does not count for a month's ladder
            await days.passes()
        await days.plays("resign")
    table = await days.table()
    assert table.status is Status.OVER
    assert {clock.since for clock in table.time.clocks} == {None}
    assert set(await days.alarms()) == {CARD}
    assert await days.tick() == ["card"]
    assert await days.later(1000) == (["season"] if game in {"thud", "ploc"} else [])


@shared
async def test_while_a_table_waits_for_players_no_time_goes_by(days: Days, game: str) -> None:
    opening = Opening(game, {}, 0, BEN if game != "trogdor" else None, terms=Terms(clock=HOUR, bank=HOUR))
    table = (await days.session.lobby.open(click(ANN), opening, trace())).table
    assert (table.terms.clock, table.terms.bank, table.time.clocks) == (HOUR, HOUR, ())
    assert await days.later(100) == []
    table = (await days.session.lobby.sit(click(BEN), table.id, 0, trace())).table
    if game == "trogdor":
        table = (await days.session.lobby.start(click(ANN), table.id, table.revision, trace())).table
    assert [clock.since for clock in table.time.clocks if clock.since is not None] == [days.clock.now]


async def test_alarms_of_an_earlier_turn_are_void_even_if_it_is_the_same_ones_turn_again(days: Days) -> None:
    await days.opens("thud")
    for line in QUIET[:2]:
        await days.plays(line)
    assert [one.kind for one in await days.session.context.store.schedule.of_table(1)].count(Kind.REMIND) == 3
    assert await days.later(8) == ["remind Ann"]


async def test_somebody_who_wants_no_reminder_has_none_and_time_is_up_all_the_same(days: Days) -> None:
    await days.session.service(PersonalSettings).set_reminders(ANN.id, "never")
    await days.opens("thud")
    assert Kind.REMIND not in await days.alarms()
    assert await days.later(10) == ["up Ben"]


async def test_who_says_so_later_is_not_reminded_either(days: Days) -> None:
    await days.opens("thud")
    await days.session.service(PersonalSettings).set_reminders(ANN.id, "never")
    assert await days.later(8) == []


# Nights


@each
async def test_a_turn_that_comes_in_somebodys_night_calls_them_in_the_morning(days: Days, game: str) -> None:
    for person in (ANN, BEN):
        await days.sleeps(person, 11, 21)  # it is noon
    table = await days.opens(game, hours=0)
    shown = await days.passes()
    second = await days.awaited_player()
    assert shown.asleep == {second.user_id}
    assert shown.table.turn == table.turn + 1
    assert await days.later(9 - SECOND) == []
    assert await days.later(SECOND) == [f"call {second.name}"]


async def test_by_day_nobody_is_called_by_an_alarm(days: Days) -> None:
    await days.sleeps(BEN, 23, 7)
    await days.opens("thud", hours=0)
    assert (await days.plays(QUIET[0])).asleep == frozenset()
    assert await days.later(50) == []


async def test_who_moves_before_they_are_called_is_not_called(days: Days) -> None:
    await days.sleeps(BEN, 11, 21)
    await days.opens("thud", hours=0)
    await days.plays(QUIET[0])
    await days.plays(QUIET[1])
    assert await days.later(50) == []


async def test_a_reminder_waits_for_the_morning_if_that_is_in_time(days: Days) -> None:
    """Sixteen hours are over at 4 o'clock, all twenty at 8; Ann gets up at 7."""
    await days.sleeps(ANN, 23, 7)
    await days.opens("thud", hours=20)
    assert (await days.alarms())[Kind.REMIND].due == NOON + 19 * HOUR
    assert await days.later(19 - SECOND) == []
    assert await days.later(SECOND) == ["remind Ann"]
    assert await days.later(1) == ["up Ben"]


async def test_else_it_comes_in_the_last_minute_before_the_night(days: Days) -> None:
    """Ann gets up at 9 o'clock, when it is too late."""
    await days.sleeps(ANN, 23, 9)
    await days.opens("thud", hours=20)
    assert (await days.alarms())[Kind.REMIND].due == NOON + 11 * HOUR - 60
    assert await days.later(11 - 61 * SECOND) == []
    assert await days.later(SECOND) == ["remind Ann"]
    assert await days.later(9 + 60 * SECOND) == ["up Ben"]


async def test_somebody_who_says_that_it_is_night_is_reminded_in_the_morning(days: Days) -> None:
    """What they say while the clock runs holds at once."""
    await days.opens("thud", hours=20)
    await days.sleeps(ANN, 3, 7)
    assert await days.later(16) == []
    assert await days.later(3) == ["remind Ann"]


async def test_two_people_in_two_zones_hear_of_it_in_their_own_day(days: Days) -> None:
    """Noon in UTC is 21 o'clock in Tokyo and 8 o'clock in New York."""
    await days.sleeps(ANN, 22, 7, zone="Asia/Tokyo")
    await days.sleeps(BEN, 22, 7, zone="America/New_York")
    await days.opens("thud", hours=20)
    assert (await days.alarms())[Kind.REMIND].due == NOON + 16 * HOUR  # 13 o'clock in Tokyo
    assert await days.later(16 - SECOND) == []
    assert await days.later(SECOND) == ["remind Ann"]
    assert await days.later(7 - SECOND) == []  # time is up at 4 o'clock in New York
    assert await days.later(SECOND) == ["up Ben"]


async def test_time_up_is_told_when_the_other_wakes_up(days: Days) -> None:
    await days.sleeps(BEN, 21, 7)
    await days.opens("thud")
    assert await days.later(8) == ["remind Ann"]
    assert await days.later(11 - SECOND) == []
    assert not (await days.clock_of(await days.awaited_player())).up
    assert await days.later(SECOND) == ["up Ben"]


async def test_of_several_the_first_to_wake_up_is_told_and_those_who_sleep_are_left_alone(days: Days) -> None:
    """Time is up at 22 o'clock. The one who is late may be any of the three."""
    for person, up in ((ANN, 5), (BEN, 6), (CLEO, 7)):
        await days.sleeps(person, 21, up)
    await days.opens("trogdor", CLEO)
    late = await days.awaited_player()
    first = 6 if late.user_id == ANN.id else 5
    assert await days.later(8) == [f"remind {late.name}"]
    assert await days.later(first + 4 - SECOND) == []
    assert await days.later(SECOND) == ["up Ben" if late.user_id == ANN.id else "up Ann"]
    assert await days.later(50) == []


async def test_of_several_who_are_awake_all_are_told(days: Days) -> None:
    await days.opens("trogdor", CLEO)
    late = await days.awaited_player()
    await days.later(8)
    (told,) = await days.later(2)
    assert set(told.split()) == {"up", "Ann", "Ben", "Cleo"} - {late.name}


async def test_who_moves_after_their_time_but_before_anybody_was_told_loses_nothing(days: Days) -> None:
    await days.sleeps(BEN, 21, 7)
    await days.opens("thud", bank=1)
    assert await days.later(8) == ["remind Ann"]
    assert await days.later(6) == []
    await days.plays(QUIET[0])
    assert [clock.bank for clock in (await days.table()).time.clocks] == [0, HOUR]
    assert await days.later(5) == ["call Ben"]


async def test_where_time_loses_the_game_it_does_so_at_once_even_at_night(days: Days) -> None:
    for person in (ANN, BEN):
        await days.sleeps(person, 21, 7)
    await days.opens("thud", forfeit=True)
    assert await days.later(8) == ["remind Ann"]
    assert await days.later(2 - SECOND) == []
    assert await days.later(SECOND) == ["up Ann", "card"]
    assert (await days.table()).status is Status.OVER


# What is no move gives no time


async def _asks_and_hears_no(days: Days, *, after: float, answer: float) -> None:
    """Whoever must move offers an end so many hours into their turn, and hears no so many hours later."""
    days.clock.now += after * HOUR
    await days.plays("offer")
    days.clock.now += answer * HOUR
    await days.plays("decline")


@pytest.mark.parametrize("game", ["thud", "koom", "ploc"])
async def test_an_offer_and_its_answer_give_no_time(days: Days, game: str) -> None:
    """The turn goes on with what it had left; the time of the answer is that of who is asked."""
    await days.opens(game, hours=10, bank=5)
    mover = await days.awaited_player()
    await _asks_and_hears_no(days, after=6, answer=12)
    assert await days.awaited_player() == mover
    ours, theirs = await days.clock_of(mover), (await days.table()).time.clocks[1 - mover.seat]
    assert ours == SeatClock(mover.seat, 5 * HOUR, spent=6 * HOUR, since=days.clock.now)
    assert theirs == SeatClock(1 - mover.seat, 3 * HOUR)
    alarms = await days.alarms()
    assert alarms[Kind.UP].due == days.clock.now + (10 + 5 - 6) * HOUR
    assert alarms[Kind.REMIND].due == days.clock.now + (8 - 6) * HOUR
    await days.passes()
    assert (await days.clock_of(await days.awaited_player())).since == days.clock.now


async def test_who_offers_again_and_again_loses_on_time_all_the_same(days: Days) -> None:
    await days.opens("thud", hours=10, forfeit=True)
    mover = await days.awaited_player()
    await _asks_and_hears_no(days, after=9, answer=1)
    assert "up" not in " ".join(await days.later(1 - SECOND))
    assert f"up {mover.name}" in await days.later(SECOND)
    assert (await days.table()).status is Status.OVER


async def test_who_does_not_answer_an_offer_loses_on_time(days: Days) -> None:
    await days.opens("thud", hours=10, forfeit=True)
    mover = await days.awaited_player()
    days.clock.now += 9 * HOUR
    await days.plays("offer")
    assert f"up {other(mover.user_id)}" in await days.later(10)
    over = days.session.tables.show(await days.table())
    outcome = over.entry.game.outcome(over.state)
    assert outcome is not None
    assert outcome.winners == (mover.seat,)


@pytest.mark.parametrize(("hours", "due"), [(7.0, 8.0), (9.0, None)])
async def test_a_turn_that_was_interrupted_has_one_reminder(
    days: Days, hours: float, due: float | None
) -> None:
    await days.opens("thud", hours=10)
    mover = await days.awaited_player()
    told = await days.later(hours)
    await _asks_and_hears_no(days, after=0, answer=2)
    left = NOON + (hours + 2) * HOUR
    told += await days.tick()
    alarms = await days.alarms()
    reminded = alarms[Kind.REMIND].due if Kind.REMIND in alarms else None
    assert reminded == (None if due is None else left + (due - hours) * HOUR)
    told += await days.later(10 - hours - SECOND)
    assert [one for one in told if one.startswith("remind")] == [f"remind {mover.name}"]


async def test_nor_has_one_that_was_reminded_before_the_night(days: Days) -> None:
    await days.sleeps(ANN, 20, 8)
    await days.sleeps(BEN, 20, 8)
    await days.opens("thud", hours=12)
    mover = await days.awaited_player()
    early = (await days.alarms())[Kind.REMIND].due  # the moment would be at 21:36
    told = await days.later((early - NOON) / HOUR)
    await _asks_and_hears_no(days, after=0.0, answer=13)
    told += await days.tick() + await days.later(3.5)
    assert [one for one in told if one.startswith("remind")] == [f"remind {mover.name}"]


async def test_an_offer_stops_no_clock_that_stands_still(days: Days) -> None:
    await days.opens("thud", hours=10)
    mover = await days.awaited_player()
    days.clock.now += 6 * HOUR
    await days.goes_away({ANN.id: ANN, BEN.id: BEN}[mover.user_id])
    await _asks_and_hears_no(days, after=4, answer=1)
    assert await days.clock_of(mover) == SeatClock(mover.seat, 0.0, spent=6 * HOUR)


async def test_an_offer_that_is_taken_back_gives_no_time(days: Days) -> None:
    await days.opens("thud", hours=10)
    mover = await days.awaited_player()
    person = {ANN.id: ANN, BEN.id: BEN}[mover.user_id]
    days.clock.now += 6 * HOUR
    await days.plays("offer")
    days.clock.now += HOUR
    way = await days.session.service(Undo).find_request(click(person), days.number)
    await days.session.service(Undo).take_back(click(person), way, trace())
    assert await days.clock_of(mover) == SeatClock(mover.seat, 0.0, spent=6 * HOUR, since=days.clock.now)
