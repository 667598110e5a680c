"""How games that ended are remembered: a row for each seat, and whether it counts for ratings and streaks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.features import FEATURES
from bot.features.undo.service import Undo
from bot.games.catalogue import CATALOGUE
from bot.kernel.clicks import Opening, Person
from bot.kernel.session import Context, Session
from bot.kernel.tables.results import records_of, result_of
from bot.store import Journey, Line, Record, Result, Status, Store, Table
from bot.ui.alarms.kinds import ALARMS
from engine.core import Outcome
from engine.registry import GAMES
from tests.bot.kernel.days import NOON, SECOND, Days
from tests.bot.samples import ANN, BEN, CLEO, HERE, QUIET, Clock, act, click, game, table_of, trace
from tests.playthroughs.golden import FILES, plies

PEOPLE = (ANN, BEN, CLEO)


@pytest.fixture
def days(session: Session, clock: Clock) -> Days:
    clock.now = NOON
    return Days(session, clock)


async def play_recorded(store: Store, clock: Clock, stem: str) -> tuple[Session, Table]:
    """A whole game of the playthroughs, Ann, Ben and Cleo on its seats; a line takes a minute."""
    (text,) = (file.read_text(encoding="utf-8") for file in FILES if file.stem == stem)
    said = re.findall(r"^(seed|seats|option): *(.*)$", text, re.MULTILINE)
    settings = dict(said)
    options = dict(value.split("=", 1) for name, value in said if name == "option")
    rules, lines = plies(text)
    session = Session.over(
        Context(store, CATALOGUE, clock, lambda: settings.get("seed", ""), features=FEATURES, alarms=ALARMS)
    )
    table = (await session.lobby.open(click(ANN), Opening(rules.key, options, 0, None), trace())).table
    seats = int(settings.get("seats", rules.seats.start))
    for person in PEOPLE[1:seats]:
        table = (await session.lobby.sit(click(person), table.id, table.revision, trace(), agreed=True)).table
    if table.status is Status.OPEN:
        table = (await session.lobby.start(click(ANN), table.id, table.revision, trace())).table
    for ply in lines:
        clock.now += 60
        table = (await act(session, table, str(ply.action), PEOPLE[ply.seat])).table
    assert table.status is Status.OVER
    return session, table


async def records(session: Session, table: Table) -> tuple[Record, ...]:
    """What is on disk about a table's end."""
    found = await session.context.store.schedule.results_of_game(table.game)
    return tuple(one for one in found if one.table_id == table.id)


def results(records: Sequence[Record]) -> list[tuple[Result, int]]:
    return [(one.result, one.points) for one in records]


# How a game ended


@pytest.mark.parametrize(
    ("stem", "told"),
    [
        ("thud_draw_level", [(Result.DRAWN, 1), (Result.DRAWN, 1)]),
        ("thud_points_agreed", [(Result.WON, 6), (Result.LOST, 0)]),
        ("ploc_agreement", [(Result.LOST, 0), (Result.WON, 1)]),
        ("thrag_win_options", [(Result.WON, 8)]),
        ("thrag_death", [(Result.LOST, 0)]),
        ("trogdor_victory", [(Result.WON, 2)] * 3),
        ("trogdor_defeat", [(Result.LOST, 0)] * 3),
    ],
)
async def test_every_seat_has_its_result(
    store: Store, clock: Clock, stem: str, told: list[tuple[Result, int]]
) -> None:
    session, table = await play_recorded(store, clock, stem)
    found = await records(session, table)
    assert results(found) == told
    assert [(one.seat, one.user_id, one.name) for one in found] == [
        (seat, person.id, person.name) for seat, person in enumerate(PEOPLE[: len(told)])
    ]
    assert {one.seats for one in found} == {len(told)}
    assert {one.counts for one in found} == {True}


async def test_a_record_tells_where_when_and_how_long(store: Store, clock: Clock) -> None:
    begin = clock.now
    session, table = await play_recorded(store, clock, "thud_draw_level")
    (one, _) = await records(session, table)
    assert (one.game, one.guild_id, one.channel_id) == ("thud", 3, HERE)
    assert (one.plies, one.began, one.ended) == (8, begin + 60, begin + 8 * 60)


async def test_there_is_no_record_before_the_end(session: Session) -> None:
    table = await game(session, *QUIET)
    assert await records(session, table) == ()
    await act(session, table, "resign", ANN)
    assert results(await records(session, table)) == [(Result.LOST, 0), (Result.WON, 0)]


async def test_who_resigns_loses_whoever_it_is(session: Session) -> None:
    for loser in (ANN, BEN):
        table = await game(session)
        await act(session, table, "resign", loser)
        lost = [one.user_id for one in await records(session, table) if one.result is Result.LOST]
        assert lost == [loser.id]


def test_who_left_the_others_has_lost_and_they_have_not() -> None:
    (text,) = (file.read_text(encoding="utf-8") for file in FILES if file.stem == "trogdor_table")
    outcome = GAMES["trogdor"].outcome(plies(text)[1][-1].state)
    assert outcome is not None
    told = [result_of(GAMES["trogdor"], outcome, seat, 4) for seat in range(4)]
    assert told == [Result.WON, Result.LOST, Result.WON, Result.WON]


async def test_a_new_name_is_the_one_that_is_remembered(session: Session) -> None:
    table = await game(session)
    await act(session, table, "resign", Person(ANN.id, "Anna"))
    assert [one.name for one in await records(session, table)] == ["Anna", "Ben"]


@pytest.mark.parametrize(
    ("key", "seats", "winners", "told"),
    [
        ("thud", 2, (0,), [Result.WON, Result.LOST]),
        ("thud", 2, (), [Result.DRAWN, Result.DRAWN]),
        ("ploc", 2, (1,), [Result.LOST, Result.WON]),
        ("trogdor", 2, (), [Result.LOST, Result.LOST]),
        ("trogdor", 2, (0, 1), [Result.WON, Result.WON]),
        ("trogdor", 1, (), [Result.LOST]),
        ("thrag", 1, (), [Result.LOST]),
        ("thrag", 1, (0,), [Result.WON]),
    ],
)
def test_without_winners_opponents_have_drawn_and_others_have_lost(
    key: str, seats: int, winners: tuple[int, ...], told: list[Result]
) -> None:
    outcome = Outcome("", winners, (0,) * seats)
    assert [result_of(GAMES[key], outcome, seat, seats) for seat in range(seats)] == told


# Whether it counts


def counts(
    *lines: tuple[int, int | None, str], key: str = "thud", parent: tuple[int, int] | None = None
) -> bool:
    """Whether a game of Ann and Ben counts after lines of a seat by a user."""
    table = replace(table_of((0, ANN), (1, BEN)), journey=Journey(parent))
    log = [Line(ply, seat, user, action, "", 1.0) for ply, (seat, user, action) in enumerate(lines, 1)]
    found = records_of(CATALOGUE[key], table, log, Outcome("", (1,), (0, 1)), 9.0)
    (every,) = {one.counts for one in found}
    return every


OWN = ((0, ANN.id, "dG1-G2"), (1, BEN.id, "TG7-F7"))
OWN_BACK = ((0, ANN.id, "dG2-G1"), (1, BEN.id, "TF7-G7"))
BEN_WINS = (1, BEN.id, "TF7-G7")


def test_a_game_counts_that_everybody_played_for_themselves() -> None:
    assert counts(*OWN, BEN_WINS)
    assert counts(*OWN, *OWN_BACK, (0, ANN.id, "resign"))


def test_a_resignation_before_both_have_moved_twice_does_not_count() -> None:
    """Whoever lets their time run out has lost all the same; what was taken back was not moved."""
    resigns, both = (0, ANN.id, "resign"), (*OWN, *OWN_BACK)
    for moved in range(4):
        assert not counts(*both[:moved], resigns)
        assert not counts(*both[:moved], (1, BEN.id, "resign"))
        assert counts(*both[:moved], (0, None, "resign"))
    assert not counts(*both, (1, BEN.id, "!undo 2"), resigns)
    talk = ((0, ANN.id, "offer"), (1, BEN.id, "decline"))
    assert not counts(*OWN, *talk, *talk, resigns)
    assert counts(*OWN, *talk, *OWN_BACK, resigns)


def test_a_turn_of_many_steps_is_one_turn() -> None:
    ann, ben = ((0, ANN.id, "4a weaken"), (0, ANN.id, "done")), ((1, BEN.id, "done"),)
    resigns = (1, BEN.id, "resign")
    assert not counts(*ann, *ben, resigns, key="ploc")
    assert not counts(*ann, *ben, *ann, resigns, key="ploc")
    assert counts(*ann, *ben, *ann, *ben, resigns, key="ploc")


@pytest.mark.parametrize("stranger", [CLEO.id, None])
def test_a_duel_in_which_somebody_else_took_a_turn_does_not(stranger: int | None) -> None:
    assert not counts(*OWN, (0, stranger, "dG2-G1"), BEN_WINS)
    assert not counts(*OWN, (0, stranger, "dG2-G1"), (1, BEN.id, "resign"))


@pytest.mark.parametrize("stranger", [CLEO.id, None])
def test_nor_does_one_that_somebody_else_has_won_with_the_last_line(stranger: int | None) -> None:
    assert not counts(*OWN, (0, ANN.id, "dG2-G1"), (1, stranger, "TF7-G7"))


@pytest.mark.parametrize("by", [BEN.id, None])
def test_a_defeat_by_absence_counts_whoever_wrote_it_down(by: int | None) -> None:
    assert counts(*OWN, (0, by, "resign"))
    assert counts((0, by, "resign"))


@pytest.mark.parametrize("by", [BEN.id, CLEO.id, None])
def test_where_people_play_together_others_may_help(by: int | None) -> None:
    assert counts((0, by, "step n"), (1, BEN.id, "step s"), key="trogdor")


def test_a_change_of_the_rules_does_not_take_a_games_worth() -> None:
    assert counts(OWN[0], (0, None, "!rules 2"), OWN[1], BEN_WINS)


def test_taking_back_does_not_either() -> None:
    assert counts(*OWN, (1, BEN.id, "!undo 1"), OWN[1], BEN_WINS)


@pytest.mark.parametrize("host", [ANN, BEN, CLEO])
@pytest.mark.parametrize("key", ["thud", "trogdor"])
def test_a_game_that_began_in_the_middle_of_another_does_not_count(key: str, host: Person) -> None:
    origin = (0, host.id, "!from T7 34 0123456789abcdef")
    assert not counts(origin, *OWN, BEN_WINS, key=key, parent=(7, 34))


# At a table


async def overdue_table(days: Days, key: str) -> Table:
    """A table where time is up, and Ben chooses."""
    await days.opens(key)
    await days.later(8)
    await days.later(2)
    return await days.table()


async def test_a_game_that_the_other_ended_counts(days: Days) -> None:
    table = await overdue_table(days, "thud")
    await days.session.absence.end(click(BEN), table.id, table.turn, trace())
    found = await records(days.session, table)
    assert results(found) == [(Result.LOST, 0), (Result.WON, 0)]
    assert {one.counts for one in found} == {True}
    assert {one.ended for one in found} == {days.clock.now}


async def test_a_game_lost_on_time_counts(days: Days) -> None:
    await days.opens("ploc", forfeit=True)
    await days.later(8)
    await days.later(2)
    found = await records(days.session, await days.table())
    assert [one.result for one in found] == [Result.LOST, Result.WON]
    assert {one.counts for one in found} == {True}


async def test_a_game_in_which_the_house_played_does_not_count_for_anybody(days: Days) -> None:
    table = await overdue_table(days, "thud")
    await days.session.absence.substitute(click(BEN), table.id, table.turn, None, trace())
    assert await days.later(3 * SECOND) == ["house Ann"]
    await days.plays("resign", BEN)
    found = await records(days.session, table)
    assert [(one.user_id, one.result, one.counts) for one in found] == [
        (ANN.id, Result.WON, False),
        (BEN.id, Result.LOST, False),
    ]


async def test_the_result_is_the_owners_even_if_a_friend_played_on(days: Days) -> None:
    table = await overdue_table(days, "ploc")
    await days.session.absence.substitute(click(BEN), table.id, table.turn, CLEO, trace())
    await days.passes()
    await days.plays("resign", BEN)
    found = await records(days.session, table)
    assert [(one.user_id, one.name, one.result) for one in found] == [
        (ANN.id, "Ann", Result.WON),
        (BEN.id, "Ben", Result.LOST),
    ]
    assert {one.counts for one in found} == {False}
    assert await days.session.context.store.schedule.results_of_user(CLEO.id) == ()


async def test_a_solitaire_that_the_house_ends_does_not_count(days: Days) -> None:
    """The house takes a turn each time that Ann has let her time run out, and never gives up."""
    table = await overdue_table(days, "thrag")
    for _ in range(12):  # that many turns has a game at most
        await days.session.absence.substitute(click(ANN), table.id, table.turn, None, trace())
        if await days.later(3 * SECOND) == ["house Ann", "card"]:
            break
        await days.later(8)
        await days.later(2)
        table = await days.table()
    (one,) = await records(days.session, await days.table())
    assert (one.user_id, one.counts, one.seats) == (ANN.id, False, 1)
    assert days.session.tables.acting_seats(await days.table()) == frozenset()


def test_a_game_in_a_thread_belongs_to_the_channel_of_the_thread() -> None:
    table = replace(table_of((0, ANN), (1, BEN)), home_id=77)
    found = records_of(CATALOGUE["thud"], table, [], Outcome("", (), (0, 0)), 9.0)
    assert {one.channel_id for one in found} == {77}
    assert {(one.began, one.plies) for one in found} == {(table.time.created_at, 0)}


# Taking back alone


async def taken_back(days: Days, lines: tuple[str, ...]) -> Record:
    """A solitaire in which the last of these lines is taken back, and which is then given up."""
    await days.opens("thrag", hours=0)
    for line in lines:
        await days.plays(line)
    way = await days.session.service(Undo).find_request(click(ANN), 1, moves=1)
    await days.session.service(Undo).take_back(click(ANN), way, trace())
    await days.plays("resign")
    (one,) = await records(days.session, await days.table())
    return one


async def test_who_alone_takes_back_what_chance_told_them_plays_for_nothing(days: Days) -> None:
    assert not (await taken_back(days, ("fight red with red",))).counts


async def test_who_alone_takes_back_what_told_them_nothing_loses_nothing_by_it(days: Days) -> None:
    assert (await taken_back(days, ("fight blue",))).counts
