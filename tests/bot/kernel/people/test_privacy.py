"""Forgetting a person: what becomes of their games, who plays on, and who can take their seat."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.features.deals.service import Deals
from bot.features.forks.service import Forks
from bot.features.undo.service import Undo
from bot.kernel.clicks import Opening, Person
from bot.kernel.people.privacy import TRIES, games_of
from bot.kernel.session import Session
from bot.kernel.tables.export import export_files
from bot.kernel.tables.seats import acting_for, later_players, picks_at, players_as_of
from bot.kernel.time.calendar import end_of
from bot.kernel.time.schedule import LATER
from bot.ops.location import DatabaseLocation
from bot.store import (
    HOUSE,
    NAMELESS,
    Board,
    CannotWrite,
    Habits,
    Kind,
    Player,
    Result,
    Status,
    Table,
    is_nameless,
    nameless_id,
)
from bot.store.web_sessions import LONGEST as COOKIE
from engine.registry import GAMES as RULES
from engine.verify import verify
from tests.bot.kernel.days import GAMES, HOUR, NOON, SECOND, SHARED, Days
from tests.bot.samples import (
    ANN,
    BEN,
    CLEO,
    HERE,
    QUIET,
    ROBOT,
    THERE,
    Clock,
    act,
    click,
    game,
    refusing,
    stored_table,
    trace,
)
from tests.bot.traces import every_row, traces
from tests.exported import is_sealed

each = pytest.mark.parametrize("game", GAMES)
shared = pytest.mark.parametrize("game", SHARED)
DORA = Person(24, "Dora")


@pytest.fixture
def days(session: Session, clock: Clock) -> Days:
    clock.now = NOON
    return Days(session, clock)


async def until_turn_of(days: Days, person: Person) -> Table:
    """Play until it is a person's turn."""
    while (await days.awaited_player()).user_id != person.id:
        await days.passes()
    return await days.table()


async def alarms_of(days: Days) -> list[str]:
    """Return the table's alarms in this turn; there must be none for a nameless player."""
    table = await days.table()
    every = await days.session.context.store.schedule.of_table(table.id)
    assert not any(is_nameless(alarm.user_id) for alarm in every)
    return [alarm.kind for alarm in every if alarm.turn == table.turn]


async def take_over(days: Days, person: Person) -> Player:
    """Take the free seat of the table."""
    await days.session.absence.take_over(click(person), days.number, trace())
    return next(player for player in (await days.table()).players if player.user_id == person.id)


# A running game


@shared
async def test_the_house_plays_at_once_for_who_was_to_act(days: Days, game: str) -> None:
    await days.opens(game)
    table = await until_turn_of(days, ANN)
    seat = next(player.seat for player in table.players if player.user_id == ANN.id)
    await days.session.forget(ANN.id)
    after = await days.table()
    assert after.players[seat] == Player(seat, nameless_id(table.id, seat), NAMELESS, substitute=HOUSE)
    assert (after.state, after.head, after.plies) == (table.state, table.head, table.plies)
    assert await alarms_of(days) == [Kind.HOUSE]
    assert await days.later(SECOND * 3) == [f"house {NAMELESS}"]
    assert (await days.awaited_player()).user_id == BEN.id
    assert {line.user_id for line in (await days.log())[table.plies :]} == {None}


@shared
async def test_the_house_plays_every_turn_of_theirs_and_the_others_play_on(days: Days, game: str) -> None:
    await days.opens(game)
    table = await until_turn_of(days, BEN)
    await days.session.forget(ANN.id)
    assert (await days.table()).turn == table.turn, "the turn that is under way stays as it is"
    for _ in range(2):
        await days.passes()
        assert await days.later(0.1) == [f"house {NAMELESS}"]
        assert (await days.awaited_player()).user_id == BEN.id


@each
async def test_a_game_without_a_name_is_verified_at_its_end(days: Days, game: str) -> None:
    await days.opens(game)
    await until_turn_of(days, ANN)
    await days.session.forget(ANN.id)
    if game == "thrag":
        await take_over(days, BEN)
    await days.later(0.1)
    giving_up = "leave" if game == "trogdor" else "resign"
    if game == "trogdor":
        await take_over(days, CLEO)
        await days.session.play.move(click(CLEO), days.number, giving_up, trace())
    await days.session.play.move(click(BEN), days.number, giving_up, trace())
    table = await days.table()
    assert table.status is Status.OVER
    entry = days.session.catalogue[game]
    text = export_files(entry, table, await days.log(), published=True)[f"{table.code}.jsonl"]
    assert verify(text, RULES) == ()
    assert not is_sealed(text)


async def test_no_one_moves_in_a_game_for_one_until_a_player_takes_the_seat(days: Days) -> None:
    table = await days.opens("thrag")
    await days.session.forget(ANN.id)
    after = await days.table()
    assert after.players == (Player(0, nameless_id(table.id, 0), NAMELESS),)
    assert await alarms_of(days) == []
    assert await days.later(24 * 30) == []
    assert (await days.table()).plies == table.plies
    assert await take_over(days, CLEO) == Player(0, CLEO.id, "Cleo")
    await days.passes()
    assert (await days.log())[-1].user_id == CLEO.id


@each
async def test_time_does_not_pass_for_a_seat_that_waits(days: Days, game: str) -> None:
    """The bank used before is gone, but nothing of the month in which the seat was free."""
    await days.opens(game, bank=5)
    await until_turn_of(days, ANN)
    await days.later(1)
    await days.session.forget(ANN.id)
    await days.session.forget(BEN.id)
    assert await days.later(24 * 30) == []
    seat = await take_over(days, CLEO)
    clock = await days.clock_of(seat)
    assert (clock.bank, clock.spent, clock.up) == (5 * HOUR, 0.0, False)
    assert clock.since == days.clock.now
    assert days.session.absence.absent_player(await days.table()) is None


@shared
async def test_without_anybody_there_the_house_does_not_play_against_itself(days: Days, game: str) -> None:
    await days.opens(game)
    await until_turn_of(days, ANN)
    await days.session.forget(ANN.id)
    await days.session.forget(BEN.id)
    table = await days.table()
    assert all(is_nameless(acting_for(player)) for player in table.players)
    assert len({player.user_id for player in table.players}) == len(table.players)
    assert await days.later(24) == []
    assert (await days.table()).plies == table.plies
    seat = await take_over(days, CLEO)
    assert seat.seat == (await days.awaited_player()).seat, "the new player has the seat that must act"
    await days.passes()
    assert await days.later(0.1) == [f"house {NAMELESS}"]


async def test_the_house_waits_with_a_nameless_seat_while_the_others_are_away(days: Days) -> None:
    await days.opens("thud")
    table = await until_turn_of(days, BEN)
    await days.later(8)
    await days.later(2)
    await days.session.absence.substitute(click(ANN), table.id, table.turn, None, trace())
    await days.session.forget(ANN.id)
    assert await days.later(0.1) == ["house Ben"]
    plies = (await days.table()).plies
    assert await days.later(30) == []
    assert (await days.table()).plies == plies
    await days.session.absence.return_player(click(BEN), table.id, trace())
    assert await days.later(LATER / HOUR) == [f"house {NAMELESS}"]


@shared
async def test_a_friend_who_is_forgotten_is_replaced_by_the_house(days: Days, game: str) -> None:
    table, late, chooser = await out_of_time(days, game)
    await days.session.absence.substitute(click(chooser), table.id, table.turn, CLEO, trace())
    await days.session.forget(CLEO.id)
    seat = next(player for player in (await days.table()).players if player.user_id == late.id)
    assert (seat.name, seat.substitute, seat.substitute_name) == (late.name, HOUSE, "")
    assert await days.later(0.1) == [f"house {late.name}"]


async def test_a_friend_who_is_forgotten_leaves_a_game_for_one_to_its_player(days: Days) -> None:
    table, late, _ = await out_of_time(days, "thrag")
    await days.session.absence.substitute(click(late), table.id, table.turn, CLEO, trace())
    await days.session.forget(CLEO.id)
    assert (await days.table()).players == (Player(0, ANN.id, "Ann"),)
    assert await alarms_of(days) == [Kind.REMIND, Kind.UP]


@shared
async def test_a_friend_of_who_is_forgotten_plays_no_longer_but_may_sit(days: Days, game: str) -> None:
    table, late, chooser = await out_of_time(days, game)
    await days.session.absence.substitute(click(chooser), table.id, table.turn, CLEO, trace())
    with refusing("vacant-none"):
        await days.session.absence.take_over(click(DORA), table.id, trace())
    await days.session.forget(late.id)
    assert (await days.awaited_player()).substitute == HOUSE
    assert (await take_over(days, CLEO)).name == "Cleo"


async def out_of_time(days: Days, game: str) -> tuple[Table, Person, Person]:
    """Return a table where time is up, the absent player, and who chooses."""
    await days.opens(game)
    await days.later(8)
    await days.later(2)
    late = ANN if (await days.awaited_player()).user_id == ANN.id else BEN
    chooser = late if game == "thrag" else BEN if late == ANN else ANN
    return await days.table(), late, chooser


async def test_a_forgotten_late_player_is_late_no_more(days: Days) -> None:
    table, late, chooser = await out_of_time(days, "thud")
    await days.session.forget(late.id)
    assert days.session.absence.absent_player(await days.table()) is None
    with refusing("late-no-more"):
        await days.session.absence.wait(click(chooser), table.id, table.turn)


async def test_who_is_forgotten_has_no_say_in_how_a_game_goes_on(days: Days) -> None:
    _, late, chooser = await out_of_time(days, "thud")
    await days.session.forget(chooser.id)
    table = await days.table()
    player = next(one for one in table.players if one.user_id == late.id)
    assert days.session.absence.choosers(table, player) == (late.id,)


# Undo


async def test_a_nameless_seat_need_not_agree(days: Days) -> None:
    await days.opens("thud")
    table = await until_turn_of(days, BEN)
    await days.session.forget(ANN.id)
    await days.passes()
    await days.later(0.1)
    way = await days.session.service(Undo).find_request(click(BEN), table.id)
    assert not way.takeback.is_free
    assert way.voters == ()
    shown = await days.session.service(Undo).take_back(click(BEN), way, trace())
    assert shown.table.plies == (await days.log())[-1].ply


async def test_what_was_asked_before_is_asked_no_longer(days: Days) -> None:
    await days.opens("thud")
    await until_turn_of(days, BEN)
    await days.passes()
    await days.passes()
    made = await days.session.service(Undo).place_offer(
        click(BEN), await days.session.service(Undo).find_request(click(BEN), 1)
    )
    ply, revision = made.offer.ply, made.offer.revision
    await days.session.service(Undo).note_offer(made.offer, Board(HERE, 77))
    forgotten = await days.session.forget(ANN.id)
    assert forgotten.questions == ((1, Board(HERE, 77)),)
    with refusing("undo-off"):
        await days.session.service(Undo).withdraw(click(BEN), 1, revision, ply)


# Tables that have not begun


async def test_a_challenge_by_a_forgotten_player_is_closed(days: Days) -> None:
    table = (await days.session.lobby.open(click(ANN), Opening("thud", {}, 0, BEN), trace())).table
    await days.session.forget(ANN.id)
    after = await stored_table(days.session, table)
    assert after.status is Status.CLOSED
    assert [player.name for player in after.players] == [NAMELESS, "Ben"]
    assert after.host_id == after.players[0].user_id
    with refusing("closed"):
        await days.session.lobby.sit(click(BEN), table.id, after.revision, trace())


async def test_a_challenge_to_a_forgotten_player_is_closed(days: Days) -> None:
    table = (await days.session.lobby.open(click(ANN), Opening("ploc", {}, 0, BEN), trace())).table
    await days.session.forget(BEN.id)
    after = await stored_table(days.session, table)
    assert after.status is Status.CLOSED
    assert (after.host_id, [player.name for player in after.players]) == (ANN.id, ["Ann", NAMELESS])


async def test_a_lobby_goes_on_with_the_others_and_another_host(days: Days) -> None:
    table = (await days.session.lobby.open(click(ANN), Opening("trogdor", {}, None, None), trace())).table
    for person in (BEN, CLEO):
        await days.session.lobby.sit(click(person), table.id, 0, trace())
    await days.session.forget(ANN.id)
    after = await stored_table(days.session, table)
    assert (after.status, after.host_id) == (Status.OPEN, BEN.id)
    assert [(player.seat, player.name) for player in after.players] == [(0, "Ben"), (1, "Cleo")]
    await days.session.lobby.start(click(BEN), table.id, after.revision, trace())


async def test_an_empty_lobby_is_closed(days: Days) -> None:
    table = (await days.session.lobby.open(click(ANN), Opening("trogdor", {}, None, None), trace())).table
    await days.session.forget(ANN.id)
    assert (await stored_table(days.session, table)).status is Status.CLOSED


# The deal of the day


async def test_a_deal_of_the_day_is_put_away_so_that_its_seed_can_be_told(days: Days) -> None:
    opening = Opening("thrag", {}, None, None)
    table = (await days.session.service(Deals).open_deal(click(ANN), opening, trace())).table
    await days.session.forget(ANN.id)
    days.clock.now += 48 * HOUR
    after = await stored_table(days.session, table)
    assert after.status is Status.CLOSED
    assert after.state == table.state
    assert await days.session.access.is_published(after)
    with refusing("vacant-deal"):
        await days.session.absence.take_over(click(BEN), table.id, trace())


@pytest.mark.parametrize("weekly", [False, True])
@pytest.mark.parametrize("ends", [False, True])
async def test_a_forgotten_player_plays_no_deal_again(days: Days, *, weekly: bool, ends: bool) -> None:
    opening, deals = Opening("thrag", {}, None, None), days.session.service(Deals)
    first = (await deals.open_deal(click(ANN), opening, trace(), weekly=weekly)).table
    if ends:
        await days.session.play.move(click(ANN), first.id, "resign", trace())
    for _ in range(2):  # forgetting twice changes nothing
        await days.session.forget(ANN.id)
        with refusing("deal-forgotten"):
            await deals.open_deal(click(ANN), opening, trace(), weekly=weekly)
    assert (await deals.open_deal(click(BEN), opening, trace(), weekly=weekly)).table.id != first.id
    assert (await deals.open_deal(click(ANN), opening, trace(), weekly=not weekly)).table.id != first.id
    days.clock.now = end_of(first.terms.day or "")
    assert (await deals.open_deal(click(ANN), opening, trace(), weekly=weekly)).table.status is Status.PLAYING


async def test_a_forgotten_player_has_no_second_try_at_a_weeks_deal(days: Days) -> None:
    opening, lobby = Opening("trogdor", {}, None, None, alone=False), days.session.lobby
    deals = days.session.service(Deals)
    first = (await deals.open_weekly(click(ANN), opening, trace())).table
    await lobby.sit(click(BEN), first.id, first.revision, trace())
    await lobby.start(click(ANN), first.id, (await stored_table(days.session, first)).revision, trace())
    await days.session.forget(ANN.id)
    with refusing("deal-forgotten"):
        await deals.open_weekly(click(ANN), opening, trace())
    other = (await deals.open_weekly(click(CLEO), opening, trace())).table
    with refusing("deal-forgotten"):
        await lobby.sit(click(ANN), other.id, other.revision, trace())


async def test_a_mark_names_no_one_and_expires_with_its_day(days: Days, place: DatabaseLocation) -> None:
    opening = Opening("thrag", {}, None, None)
    table = (await days.session.service(Deals).open_deal(click(ANN), opening, trace())).table
    await days.session.forget(ANN.id)
    assert traces(place, ANN.id, ANN.name) == []
    ends = {row["ends"] for name, row in every_row(place) if name == "web_codes"}
    assert ends == {end_of(table.terms.day or ""), days.clock.now + COOKIE}
    await days.session.web_sessions.expire(days.clock.now + COOKIE + 1)
    assert [name for name, _ in every_row(place) if name == "web_codes"] == []


async def test_no_nameless_player_is_in_the_ranking_of_the_day(days: Days) -> None:
    opening, day = Opening("thrag", {}, None, None), days.session.access.today()
    for person in (ANN, BEN):
        table = (await days.session.service(Deals).open_deal(click(person), opening, trace())).table
        await days.session.play.move(click(person), table.id, "resign", trace())
    await days.session.forget(ANN.id)
    results = await days.session.scores.deal_results(HERE, "thrag", day)
    assert [result.table.players[0].name for result in results] == ["Ben"]


# Other people's data


async def test_playing_again_against_a_forgotten_player_leaves_the_seat_open(session: Session) -> None:
    table = (await act(session, await game(session), "resign", BEN)).table
    await session.forget(ANN.id)
    new = (await session.lobby.rematch(click(BEN), table.id, trace())).table
    assert new.status is Status.OPEN
    assert [(player.name, player.seated) for player in new.players] == [("Ben", True)]


async def test_others_keep_results_and_a_rating_and_the_nameless_are_not_listed(
    session: Session, clock: Clock
) -> None:
    for loser in (ANN, BEN, ANN):
        await act(session, await game(session, *QUIET), "resign", loser)
        clock.now += 120
    await session.scores.ladder("thud")
    await session.forget(ANN.id)
    (score,) = await session.scores.of_person(BEN.id, None)
    assert (score.tally.won, score.tally.lost) == (2, 1)
    assert score.rating is not None
    assert score.rating.games == 3
    (standing,) = await session.scores.standings(HERE, None)
    assert standing.games == 3
    assert [(place.rank, place.name) for place in standing.places] == [(1, "Ben")]
    assert await session.scores.of_person(ANN.id, None) == ()
    assert ANN.id not in (await session.scores.ladder("thud")).ratings


async def test_two_nameless_ones_have_no_place_and_break_no_rating(session: Session, clock: Clock) -> None:
    await act(session, await game(session, *QUIET), "resign", ANN)
    clock.now += 120
    for person in (ANN, BEN):
        await session.forget(person.id)
    (standing,) = await session.scores.standings(HERE, None)
    assert (standing.games, standing.places) == (1, ())
    assert not {ANN.id, BEN.id} & set((await session.scores.ladder("thud")).ratings)


async def test_a_game_that_was_taken_over_is_not_counted(session: Session) -> None:
    table = await game(session, *QUIET)
    await session.forget(ANN.id)
    await session.absence.take_over(click(CLEO), table.id, trace())
    await act(session, await session.tables.get(table.id), "dG1-G2", CLEO)
    await act(session, await session.tables.get(table.id), "resign", BEN)
    records = await session.context.store.schedule.results_of_game("thud")
    assert [(one.name, one.result, one.counts) for one in records] == [
        ("Cleo", Result.WON, False),
        ("Ben", Result.LOST, False),
    ]


async def test_a_game_taken_over_before_its_first_move_counts(session: Session) -> None:
    table = await game(session)
    await session.forget(ANN.id)
    await session.absence.take_over(click(CLEO), table.id, trace())
    for line in QUIET:
        by = CLEO if line.startswith("d") else BEN
        await act(session, await session.tables.get(table.id), line, by)
    await act(session, await session.tables.get(table.id), "resign", BEN)
    assert all(one.counts for one in await session.context.store.schedule.results_of_game("thud"))


async def test_a_finished_game_counts_as_before(session: Session) -> None:
    await act(session, await game(session, *QUIET), "resign", BEN)
    await session.forget(ANN.id)
    assert [one.counts for one in await session.context.store.schedule.results_of_game("thud")] == [
        True,
        True,
    ]


# Concurrent requests


async def test_how_much_would_change_is_counted(days: Days) -> None:
    await days.opens("thud")
    await days.opens("thrag")
    await days.session.service(Deals).open_deal(click(ANN), Opening("thrag", {}, None, None), trace())
    await days.session.lobby.open(click(ANN), Opening("ploc", {}, 0, BEN), trace())
    await act(days.session, await game(days.session), "resign", ANN)
    games = games_of(await days.session.privacy.data_of(ANN.id))
    assert (games.all, games.open, games.playing, games.deals) == (5, 1, 2, 1)


async def test_a_stranger_is_forgotten_too(days: Days) -> None:
    table = await days.opens("thud")
    assert (await days.session.forget(DORA.id)).tables == ()
    assert await days.table() == table


async def test_forgetting_twice_changes_nothing_more(days: Days) -> None:
    await days.opens("thud")
    assert (await days.session.forget(ANN.id)).tables == (1,)
    table = await days.table()
    assert (await days.session.forget(ANN.id)).tables == ()
    assert await days.table() == table


async def test_a_forgotten_player_starts_as_new(days: Days) -> None:
    await days.says(Habits(ANN.id, "Europe/Berlin", language="de", remind="never"))
    await days.opens("thud")
    await days.session.forget(ANN.id)
    assert await days.session.people.habits(ANN.id) == Habits(ANN.id)
    assert days.session.tables.language_of(ANN.id, "en") == "en"
    assert await days.session.people.games(ANN.id) == ()
    assert (await take_over(days, ANN)).name == "Ann"
    assert [table.id for table in await days.session.people.games(ANN.id)] == [1]


async def test_what_keeps_the_files_from_being_cleaned_is_in_the_log(
    session: Session, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await game(session)
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM tables").fetchone()
        assert (await session.forget(ANN.id)).tables == (1,)
        reader.execute("COMMIT")
    assert "in the write-ahead log until the bot stops: it is being read" in caplog.text


async def test_a_disk_that_fails_after_it_is_in_the_log(
    session: Session, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails() -> bool:
        raise CannotWrite("io", "no (by the test)")

    table = await game(session)
    monkeypatch.setattr(session.context.store, "scrub", fails)
    assert (await session.forget(ANN.id)).tables == (table.id,)
    assert (await stored_table(session, table)).players[0].name == NAMELESS
    assert "in the write-ahead log until the bot stops: io: no (by the test)" in caplog.text


async def test_who_moves_at_the_same_time_is_waited_for(session: Session) -> None:
    table = await game(session)
    moved, forgotten = await asyncio.gather(act(session, table, "dG1-G2"), session.forget(BEN.id))
    after = await stored_table(session, table)
    assert after.plies == moved.table.plies == 1
    assert forgotten.tables == (table.id,)
    assert [player.name for player in after.players] == ["Ann", NAMELESS]


async def test_where_others_are_quicker_every_time_nothing_happens(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await game(session)
    erase, moves = session.context.store.erase, iter(QUIET * TRIES)

    async def after_a_move(*given: object) -> tuple[int, ...]:
        await act(session, await session.tables.get(table.id), next(moves))
        return await erase(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(session.context.store, "erase", after_a_move)
    with refusing("forget-busy"):
        await session.forget(ANN.id)
    assert (await stored_table(session, table)).players[0].name == "Ann"


# Taking a seat


async def test_a_player_who_takes_a_seat_keeps_its_pick(days: Days) -> None:
    opening = Opening("trogdor", {"keepers": "chosen"}, None, None)
    opened = (await days.session.lobby.open(click(ANN), opening, trace())).table
    await days.session.lobby.sit(click(BEN), opened.id, 0, trace())
    (pick,) = picks_at(days.session.catalogue["trogdor"].game, opened)
    value = next(one for one in pick.choices if one != pick.default)
    await days.session.lobby.pick(click(ANN), opened.id, {pick.key: value}, trace())
    await days.session.lobby.start(click(ANN), opened.id, (await days.table()).revision, trace())
    picks = (await days.table()).players[0].picks
    await days.session.forget(ANN.id)
    assert (await take_over(days, CLEO)) == Player(0, CLEO.id, "Cleo", picks=picks)


async def test_who_had_a_seat_is_told_line_by_line(days: Days) -> None:
    await days.opens("thud")
    await until_turn_of(days, ANN)
    await days.session.forget(ANN.id)
    await days.later(SECOND * 3)
    first = await take_over(days, CLEO)
    table = await days.table()
    assert first.from_ply == table.plies > 0
    assert players_as_of(table, table.plies).players[first.seat].name == NAMELESS
    assert players_as_of(table, table.plies + 1) == table
    assert later_players(table, table.plies) == (first,)
    assert later_players(table, 0) == ()
    await days.session.forget(CLEO.id)
    await days.later(SECOND * 3)
    second = await take_over(days, DORA)
    table = await days.table()
    before = range(1, second.from_ply + 1)
    assert {players_as_of(table, ply).players[second.seat].name for ply in before} == {NAMELESS}
    assert later_players(table, second.from_ply) == (second,)


async def anything(session: Session, table: Table) -> str:
    """Return a legal line of the awaited player."""
    shown = session.tables.show(table)
    (seat,) = session.tables.acting_seats(table)
    return str(next(iter(shown.entry.game.legal(shown.state, seat))))


async def test_a_game_that_goes_on_elsewhere_knows_nothing_of_seats_that_were_taken(session: Session) -> None:
    table = await game(session)
    await act(session, table, await anything(session, table))
    await session.forget(ANN.id)
    await session.absence.take_over(click(CLEO), table.id, trace())
    fork = (await session.service(Forks).fork(click(CLEO), table.id, None, trace())).table
    assert [player.from_ply for player in fork.players] == [0]


async def test_a_seat_is_taken_by_one_of_two(session: Session) -> None:
    table = await game(session)
    await session.forget(ANN.id)
    both = await asyncio.gather(
        *(session.absence.take_over(click(person), table.id, trace()) for person in (CLEO, DORA)),
        return_exceptions=True,
    )
    assert sum(not isinstance(one, Exception) for one in both) == 1
    (refused,) = [one for one in both if isinstance(one, Exception)]
    assert getattr(refused, "key", "") == "vacant-none"


async def test_the_board_says_who_took_the_seat_and_calls_them_if_it_is_their_turn(session: Session) -> None:
    table = await game(session)
    await session.forget(ANN.id)
    shown = await session.absence.take_over(click(CLEO), table.id, trace())
    assert shown.news is not None
    assert (shown.news.key, shown.news.name, shown.news.other) == ("seat.taken", "Cleo", NAMELESS)
    assert shown.new_turn
    await session.forget(BEN.id)
    assert not (await session.absence.take_over(click(DORA), table.id, trace())).new_turn


@pytest.mark.parametrize(
    ("person", "channel", "key"),
    [
        (BEN, HERE, "seated-already"),
        (CLEO, THERE, "vacant-elsewhere"),
        (ROBOT, HERE, "with-a-bot"),
    ],
)
async def test_not_everybody_can_take_a_seat(
    session: Session, person: Person, channel: int, key: str
) -> None:
    table = await game(session)
    await session.forget(ANN.id)
    before = await stored_table(session, table)
    with refusing(key):
        await session.absence.take_over(click(person, channel=channel), table.id, trace())
    assert await stored_table(session, table) == before


async def test_a_friend_at_the_table_has_a_seat_to_play_already(days: Days) -> None:
    await days.opens("trogdor", CLEO)
    await until_turn_of(days, BEN)
    await days.later(8)
    await days.later(2)
    table = await days.table()
    await days.session.absence.substitute(click(CLEO), table.id, table.turn, DORA, trace())
    await days.session.forget(ANN.id)
    with refusing("vacant-friend"):
        await days.session.absence.take_over(click(DORA), table.id, trace())


async def test_a_seat_is_free_only_while_a_game_goes_on(session: Session) -> None:
    lobby = (await session.lobby.open(click(ANN), Opening("trogdor", {}, None, None), trace())).table
    with refusing("vacant-open"):
        await session.absence.take_over(click(CLEO), lobby.id, trace())
    over = (await act(session, await game(session), "resign", BEN)).table
    await session.forget(ANN.id)
    with refusing("vacant-over"):
        await session.absence.take_over(click(CLEO), over.id, trace())


async def test_a_player_who_has_left_a_game_leaves_no_seat_to_take(days: Days) -> None:
    await days.opens("trogdor", CLEO)
    await days.session.play.move(click(ANN), 1, "leave", trace())
    await days.session.forget(ANN.id)
    assert days.session.absence.vacant_seats_of(await days.table()) == ()
    with refusing("vacant-none"):
        await days.session.absence.take_over(click(DORA), 1, trace())


async def test_no_player_takes_a_second_seat_of_a_game(session: Session) -> None:
    own = await game(session)
    await session.forget(ANN.id)
    with refusing("seated-already"):
        await session.absence.take_over(click(BEN), own.id, trace())
