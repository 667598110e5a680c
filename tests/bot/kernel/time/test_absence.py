"""An absent player: who chooses how the game goes on, and what each choice does, in all four games."""

from __future__ import annotations

import pytest

from bot.kernel.clicks import Opening, Person
from bot.kernel.errors import AlreadyDone, NotSeated
from bot.kernel.session import Session
from bot.kernel.tables.export import export_files
from bot.kernel.tables.seats import acting_for
from bot.kernel.time.absence import NUDGES
from bot.kernel.time.schedule import DueAlarm
from bot.store import HOUSE, Kind, Player, SeatClock, Status, Table, Terms
from engine.registry import GAMES as RULES
from engine.verify import verify
from tests.bot.kernel.days import GAMES, HOUR, NOON, PEOPLE, SECOND, SHARED, Days
from tests.bot.samples import ANN, BEN, CLEO, QUIET, ROBOT, Clock, click, refusing, trace

each = pytest.mark.parametrize("game", GAMES)
shared = pytest.mark.parametrize("game", SHARED)
DORA = Person(24, "Dora")


@pytest.fixture
def days(session: Session, clock: Clock) -> Days:
    clock.now = NOON
    return Days(session, clock)


async def out_of_time(days: Days, game: str, *, bank: float = 0) -> tuple[Table, Person, Person]:
    """Return a table where time is up, the absent player, and who chooses."""
    await days.opens(game, bank=bank)
    await days.later(8)
    assert len(await days.later(2 + bank)) == 1
    late = PEOPLE[(await days.awaited_player()).user_id]
    chooser = late if game == "thrag" else BEN if late == ANN else ANN
    return await days.table(), late, chooser


async def seat_of(days: Days, person: Person) -> Player:
    return next(player for player in (await days.table()).players if player.user_id == person.id)


# Who is late, and who chooses


async def test_no_player_is_late_before_the_others_were_told(days: Days) -> None:
    await days.sleeps(BEN, 21, 7)
    await days.opens("thud")
    await days.later(8)
    await days.later(3)
    assert days.session.absence.absent_player(await days.table()) is None
    with refusing("late-no-more"):
        await days.session.absence.wait(click(BEN), 1, 1)
    await days.later(8)
    late = days.session.absence.absent_player(await days.table())
    assert late is not None
    assert late.name == "Ann"


async def test_no_game_is_late_before_it_begins_or_after_it_ends(days: Days) -> None:
    opening = Opening("thud", {}, 0, BEN, terms=Terms(clock=HOUR))
    table = (await days.session.lobby.open(click(ANN), opening, trace())).table
    assert days.session.absence.absent_player(table) is None
    await days.session.lobby.sit(click(BEN), table.id, 0, trace())
    await days.later(0.8)
    await days.later(0.2)
    assert days.session.absence.absent_player(await days.table()) is not None
    await days.plays("resign")
    assert days.session.absence.absent_player(await days.table()) is None


@each
async def test_the_choice_is_that_of_the_others_or_of_who_plays_alone(days: Days, game: str) -> None:
    table, late, chooser = await out_of_time(days, game)
    with refusing("late-others"):
        await days.session.absence.wait(click(CLEO), table.id, table.turn)
    with refusing("late-no-more"):
        await days.session.absence.wait(click(chooser), table.id, table.turn - 1)
    if game != "thrag":
        with refusing("late-yourself"):
            await days.session.absence.wait(click(late), table.id, table.turn)
    await days.session.absence.wait(click(chooser), table.id, table.turn)


@each
async def test_a_late_player_may_move_as_long_as_the_others_have_not_chosen(days: Days, game: str) -> None:
    table, _, chooser = await out_of_time(days, game)
    shown = await days.passes()
    assert shown.table.turn == table.turn + 1
    for choose in (days.session.absence.wait, days.session.absence.nudge):
        with refusing("late-no-more"):
            await choose(click(chooser), table.id, table.turn)
    with refusing("late-no-more"):
        await days.session.absence.substitute(click(chooser), table.id, table.turn, None, trace())
    with refusing("late-no-more"):
        await days.session.absence.end(click(chooser), table.id, table.turn, trace())


# Wait


@each
async def test_waiting_gives_a_whole_turn_once_more_and_the_bank_is_gone(days: Days, game: str) -> None:
    table, late, chooser = await out_of_time(days, game, bank=3)
    after = await days.session.absence.wait(click(chooser), table.id, table.turn)
    assert after.revision == table.revision, "it is no change of the game"
    player = await seat_of(days, late)
    assert await days.clock_of(player) == SeatClock(player.seat, 0.0, since=days.clock.now)
    assert days.session.absence.absent_player(await days.table()) is None
    assert await days.later(10 - SECOND) == []
    assert await days.later(SECOND) == [f"up {chooser.name}"]


async def test_waiting_once_more_is_possible_each_time(days: Days) -> None:
    table, _, _ = await out_of_time(days, "thud")
    for _ in range(3):
        await days.session.absence.wait(click(BEN), table.id, table.turn)
        with refusing("late-no-more"):
            await days.session.absence.wait(click(BEN), table.id, table.turn)
        assert await days.later(10) == ["up Ben"]


async def test_waiting_takes_the_place_of_a_notice_that_could_not_be_sent(days: Days) -> None:
    """The end of time was noted, but Discord refused the message: it would be retried."""
    table = await days.opens("thud")
    up = (await days.alarms())[Kind.UP]
    await days.later(8)
    days.clock.now += 2 * HOUR
    due = await days.session.schedule.assess(up)
    assert isinstance(due, DueAlarm)
    await days.session.schedule.note_time_up(due)
    await days.session.context.store.schedule.reschedule(up, days.clock.now + 60)
    await days.session.absence.wait(click(BEN), table.id, table.turn)
    assert (await days.alarms())[Kind.UP].due == days.clock.now + 10 * HOUR


# Nudge


@shared
async def test_a_nudge_asks_who_is_late_once_in_twelve_hours(days: Days, game: str) -> None:
    table, late, chooser = await out_of_time(days, game)
    _, alarm = await days.session.absence.nudge(click(chooser), table.id, table.turn)
    assert (alarm.kind, alarm.user_id, alarm.detail) == (Kind.NUDGE, late.id, f"{chooser.id} {chooser.name}")
    assert await days.tick() == [f"nudge {late.name}"]
    days.clock.now += NUDGES - 1
    with refusing("nudged-already"):
        await days.session.absence.nudge(click(chooser), table.id, table.turn)
    days.clock.now += 1
    await days.session.absence.nudge(click(chooser), table.id, table.turn)
    assert await days.tick() == [f"nudge {late.name}"]


async def test_a_nudge_waits_for_the_morning(days: Days) -> None:
    await days.sleeps(ANN, 21, 7)
    table, _, _ = await out_of_time(days, "thud")
    _, alarm = await days.session.absence.nudge(click(BEN), table.id, table.turn)
    assert alarm.due == NOON + 19 * HOUR
    assert await days.later(9 - SECOND) == []
    assert await days.later(SECOND) == ["nudge Ann"]


async def test_a_nudge_waits_for_the_end_of_a_vacation_and_the_morning_after_it(days: Days) -> None:
    await days.sleeps(ANN, 21, 7)
    table, _, _ = await out_of_time(days, "thud")
    await days.goes_away(ANN, days=1)
    _, alarm = await days.session.absence.nudge(click(BEN), table.id, table.turn)
    assert alarm.due == NOON + (24 + 19) * HOUR


async def test_who_moves_is_not_nudged_any_more(days: Days) -> None:
    await days.sleeps(ANN, 21, 7)
    table, _, _ = await out_of_time(days, "thud")
    await days.session.absence.nudge(click(BEN), table.id, table.turn)
    await days.plays(QUIET[0])
    assert await days.later(9) == ["remind Ben"]


# The house


async def lends(days: Days, game: str, friend: Person | None = None) -> tuple[Person, Person]:
    """Have a friend or the house play for the absent player; returns that player, and who chose it."""
    table, late, chooser = await out_of_time(days, game)
    shown = await days.session.absence.substitute(click(chooser), table.id, table.turn, friend, trace())
    assert shown.table.turn == table.turn + 1, "a turn with a time of its own"
    assert shown.news is not None
    assert shown.news.other == late.name
    return late, chooser


@pytest.mark.parametrize("game", [game for game in GAMES if game != "thrag"])
async def test_the_house_plays_turn_after_turn_until_the_absent_one_is_back(days: Days, game: str) -> None:
    late, chooser = await lends(days, game)
    player = await seat_of(days, late)
    assert (player.substitute, player.name) == (HOUSE, late.name)
    before = len(await days.log())
    for _ in range(2):
        assert await days.later(2 * SECOND) == []
        assert await days.later(SECOND) == [f"house {late.name}"]
        assert acting_for(await days.awaited_player()) == chooser.id
        await days.passes()
    lines = (await days.log())[before:]
    assert {line.user_id for line in lines if line.seat == player.seat} == {None}
    await days.plays(person=late)
    assert (await seat_of(days, late)).substitute is None
    assert (await days.log())[-1].user_id == late.id
    assert await days.later(10 * SECOND) == []


async def test_alone_the_house_takes_one_turn(days: Days) -> None:
    """It would play the game to its end within a minute."""
    late, _ = await lends(days, "thrag")
    before = await days.table()
    assert await days.later(SECOND * 3) == [f"house {late.name}"]
    after = await days.table()
    assert after.turn == before.turn + 1
    assert (await seat_of(days, late)).substitute is None
    assert await days.later(SECOND * 60) == []


@each
async def test_who_is_back_says_so_and_plays_themselves(days: Days, game: str) -> None:
    late, _ = await lends(days, game)
    shown = await days.session.absence.return_player(click(late), (await days.table()).id, trace())
    assert shown.news is not None
    assert (shown.news.key, shown.news.name) == ("time.back", late.name)
    assert (await seat_of(days, late)).substitute is None
    assert await days.later(SECOND * 60) == []
    with refusing("back-already"):
        await days.session.absence.return_player(click(late), shown.table.id, trace())


async def test_only_who_sits_there_can_be_back(days: Days) -> None:
    await lends(days, "thud")
    with pytest.raises(NotSeated):
        await days.session.absence.return_player(click(CLEO), (await days.table()).id, trace())


async def test_a_friend_cannot_resign_for_a_player(days: Days) -> None:
    await lends(days, "thud", CLEO)
    with refusing("friend-may-not"):
        await days.plays("resign", CLEO)
    assert (await days.table()).status is Status.PLAYING


@each
async def test_what_the_house_played_is_told_and_stands_the_test(days: Days, game: str) -> None:
    late, _ = await lends(days, game)
    table, alarm = await days.table(), (await days.alarms())[Kind.HOUSE]
    shown = await days.session.absence.stand_in(alarm, table, await seat_of(days, late), trace())
    assert shown.events
    assert shown.new_turn
    assert shown.news is not None
    assert (shown.news.key, shown.news.other) == ("time.now.played", late.name)
    last_shown = await days.session.absence.last_house_action(await days.table())
    assert (last_shown.events, last_shown.news) == (shown.events, shown.news), (
        "a bot that died tells the same"
    )
    exported = export_files(days.session.catalogue[game], await days.table(), await days.log())
    assert verify(exported["T1.jsonl"], RULES) == ()


@each
async def test_a_turn_of_the_house_is_played_once(days: Days, game: str) -> None:
    late, _ = await lends(days, game)
    table, alarm = await days.table(), (await days.alarms())[Kind.HOUSE]
    player = await seat_of(days, late)
    await days.session.absence.stand_in(alarm, table, player, trace())
    lines = await days.log()
    with pytest.raises(AlreadyDone):
        await days.session.absence.stand_in(alarm, table, player, trace())
    assert await days.log() == lines


async def test_the_house_waits_for_no_clock(days: Days) -> None:
    late, chooser = await lends(days, "thud")
    assert set(await days.alarms()) == {Kind.HOUSE}
    assert await days.later(1) == [f"house {late.name}"]
    assert await days.later(8) == [f"remind {chooser.name}"]


async def test_when_the_other_is_absent_too_they_choose_for_themselves(days: Days) -> None:
    """Ann's seat is the house's, and the house chooses nothing."""
    late, chooser = await lends(days, "thud")
    assert await days.later(1) == [f"house {late.name}"]
    await days.later(8)
    assert await days.later(2) == [f"up {chooser.name}"]
    table = await days.table()
    await days.session.absence.substitute(click(chooser), table.id, table.turn, None, trace())
    assert await days.later(4 * SECOND) == ["house Ben"]
    assert await days.later(4 * SECOND) == ["house Ann"]
    assert await days.later(4 * SECOND) == ["house Ben"]


# A friend


@each
async def test_a_friend_plays_until_the_absent_one_is_back(days: Days, game: str) -> None:
    late, chooser = await lends(days, game, CLEO)
    player = await days.awaited_player()
    assert (player.substitute, player.substitute_name, player.name) == (CLEO.id, "Cleo", late.name)
    assert await days.session.people.games(CLEO.id) == (await days.table(),)
    assert await days.later(8) == ["remind Cleo"]
    await days.passes()
    own = [line for line in await days.log() if line.seat == player.seat]
    assert {line.user_id for line in own} == {CLEO.id}
    if game != "thrag":
        assert acting_for(await days.awaited_player()) == chooser.id
        await days.passes()
    await days.plays(person=late)
    assert (await seat_of(days, late)).substitute is None
    assert await days.session.people.games(CLEO.id) == ()
    with pytest.raises(NotSeated):
        await days.plays(person=CLEO)


async def test_a_friend_is_reminded_in_their_own_day(days: Days) -> None:
    await days.sleeps(CLEO, 22, 5)
    await lends(days, "thud", CLEO)  # at 22 o'clock
    assert await days.later(7 - SECOND) == []
    assert await days.later(SECOND) == ["call Cleo"]
    assert await days.later(1) == ["remind Cleo"]


async def test_a_friend_can_be_late_as_well(days: Days) -> None:
    late, chooser = await lends(days, "thud", CLEO)
    await days.later(8)
    assert await days.later(2) == [f"up {chooser.name}"]
    table = await days.table()
    await days.session.absence.nudge(click(chooser), table.id, table.turn)
    assert await days.tick() == ["nudge Cleo"]
    await days.session.absence.substitute(click(chooser), table.id, table.turn, DORA, trace())
    assert (await seat_of(days, late)).substitute == DORA.id


async def test_a_friend_chooses_for_the_seat_that_they_play(days: Days) -> None:
    await lends(days, "thud", CLEO)
    await days.plays(QUIET[0])
    await days.later(8)
    assert await days.later(2) == ["up Cleo"]
    table = await days.table()
    await days.session.absence.wait(click(CLEO), table.id, table.turn)


async def test_who_cannot_be_the_friend(days: Days) -> None:
    table, _, _ = await out_of_time(days, "thud")
    for friend, why in ((ROBOT, "with-a-bot"), (ANN, "friend-seated"), (BEN, "friend-seated")):
        with refusing(why):
            await days.session.absence.substitute(click(BEN), table.id, table.turn, friend, trace())
    assert await days.table() == table


# The end


@pytest.mark.parametrize("game", ["thud", "ploc"])
async def test_ending_a_duel_is_a_defeat_of_who_is_late(days: Days, game: str) -> None:
    table, late, chooser = await out_of_time(days, game)
    shown = await days.session.absence.end(click(chooser), table.id, table.turn, trace())
    assert shown.table.status is Status.OVER
    line = (await days.log())[-1]
    seat = (await seat_of(days, late)).seat
    assert (line.seat, line.action, line.user_id) == (seat, "resign", chooser.id)
    outcome = shown.entry.game.outcome(shown.state)
    assert outcome is not None
    assert outcome.winners == (1 - seat,)
    assert await days.tick() == ["card"]


async def test_who_plays_alone_gives_up(days: Days) -> None:
    table, _, _ = await out_of_time(days, "thrag")
    shown = await days.session.absence.end(click(ANN), table.id, table.turn, trace())
    assert shown.table.status is Status.OVER
    assert [(line.action, line.user_id) for line in await days.log()] == [("resign", ANN.id)]


async def test_those_who_play_together_go_on_without_who_is_late(days: Days) -> None:
    table, _, chooser = await out_of_time(days, "trogdor")
    shown = await days.session.absence.end(click(chooser), table.id, table.turn, trace())
    assert shown.table.status is Status.PLAYING
    line = (await days.log())[-1]
    assert (line.action, line.user_id) == ("leave", chooser.id)
    assert acting_for(await days.awaited_player()) == chooser.id
    assert await days.later(8) == [f"remind {chooser.name}"]
    with refusing("late-no-more"):
        await days.session.absence.end(click(chooser), table.id, table.turn, trace())
