"""Who acts for somebody absent: from when on, for whom, and what is written down."""

from __future__ import annotations

import pytest

from bot.features import FEATURES
from bot.kernel.clicks import Opening, Person
from bot.kernel.errors import AlreadyDone, Illegal, Refused
from bot.kernel.session import Context, Session, Shown
from bot.store import Status, Store, Table
from bot.ui.alarms.kinds import ALARMS
from tests.bot.hill import WITH_HILL
from tests.bot.kernel.test_gathering import open_lobby, start
from tests.bot.samples import ANN, BEN, CLEO, Clock, click, offered_lines, refusing, stored_table, trace

HOUR = 3600


@pytest.fixture
def session(store: Store, clock: Clock) -> Session:
    return Session.over(Context(store, WITH_HILL, clock, lambda: "secret", features=FEATURES, alarms=ALARMS))


@pytest.fixture
async def table(session: Session) -> Table:
    """Ann's turn, then Ben's, then Cleo's; an hour of patience."""
    return (await start(session, await open_lobby(session, ANN, BEN, CLEO))).table


async def play(session: Session, table: Table, person: Person, line: str) -> Shown:
    return await session.play.move(click(person), table.id, line, trace())


async def test_before_the_time_is_up_nobody_stands_in_and_hears_when(
    session: Session, table: Table, clock: Clock
) -> None:
    clock.now += HOUR - 1
    with pytest.raises(Illegal) as refused:
        await play(session, table, BEN, "lift")
    assert refused.value.standing_in == table.time.waiting_since + HOUR
    with pytest.raises(Refused) as unguided:
        await session.play.guide(click(BEN), table.id, table.revision, "pace", trace())
    assert unguided.value.standing_in == table.time.waiting_since + HOUR
    assert await offered_lines(session, click(BEN)) == ("whistle", "leave")
    assert await stored_table(session, table) == table


async def test_a_line_that_nobody_could_play_promises_nothing(session: Session, table: Table) -> None:
    with pytest.raises(Illegal) as refused:
        await play(session, table, BEN, "fly")
    assert refused.value.standing_in is None


async def test_when_the_time_is_up_another_acts_for_the_seat(
    session: Session, table: Table, clock: Clock
) -> None:
    clock.now += HOUR
    assert await offered_lines(session, click(BEN)) == (
        "whistle",
        "leave",
        "lift",
        "rest",
        "hand on",
    )
    guided = await session.play.guide(click(BEN), table.id, table.revision, "pace", trace())
    assert guided.path == "pace"
    shown = await play(session, table, BEN, "lift")
    assert shown.news is not None
    assert (shown.news.key, shown.news.name, shown.news.other) == ("stood-in", "Ben", "Ann")
    (line,) = await session.tables.log(table)
    assert (line.seat, line.user_id, line.action) == (0, BEN.id, "lift")
    assert shown.state is not None
    assert shown.state.turn == 0


async def test_the_rest_of_the_turn_need_not_wait_again(session: Session, table: Table, clock: Clock) -> None:
    clock.now += HOUR
    await play(session, table, BEN, "lift")
    await play(session, table, CLEO, "rest")
    shown = await play(session, table, CLEO, "hand on")
    assert [line.user_id for line in await session.tables.log(table)] == [BEN.id, CLEO.id, CLEO.id]
    assert shown.table.time.waiting_since == clock.now, "Ben is awaited from now on"
    with pytest.raises(Illegal):
        await play(session, table, CLEO, "lift")


async def test_ones_own_action_is_ones_own_even_then(session: Session, table: Table, clock: Clock) -> None:
    clock.now += HOUR
    shown = await play(session, table, BEN, "whistle")
    assert shown.news is None
    (line,) = await session.tables.log(table)
    assert (line.seat, line.user_id) == (1, BEN.id)
    shown = await play(session, table, CLEO, "leave")
    assert shown.state is not None
    assert shown.state.gone == (2,), "Cleo left, and nobody else"


async def test_what_others_do_does_not_end_the_waiting(session: Session, table: Table, clock: Clock) -> None:
    clock.now += HOUR - 60
    shown = await play(session, table, CLEO, "whistle")
    assert shown.table.time.waiting_since == table.time.waiting_since
    assert await stored_table(session, table) == shown.table
    clock.now += 60
    assert (await play(session, table, BEN, "lift")).news is not None


async def test_who_must_act_and_does_is_awaited_anew(session: Session, table: Table, clock: Clock) -> None:
    clock.now += HOUR + 60
    shown = await play(session, table, ANN, "rest")
    assert shown.table.time.waiting_since == clock.now
    with pytest.raises(Illegal):
        await play(session, table, BEN, "lift")


async def test_a_refusal_of_a_stand_in_is_the_one_of_the_seat(
    session: Session, table: Table, clock: Clock
) -> None:
    clock.now += HOUR
    with pytest.raises(Illegal) as refused:
        await play(session, table, BEN, "fly")
    assert refused.value.cause.key == "not-notation"
    assert refused.value.standing_in is None


async def test_who_has_left_and_who_only_watches_do_not_stand_in(
    session: Session, table: Table, clock: Clock
) -> None:
    await play(session, table, BEN, "leave")
    clock.now += HOUR
    with pytest.raises(Illegal) as refused:
        await play(session, table, BEN, "lift")
    assert refused.value.standing_in is None
    with refusing("not-your-turn"):
        await session.play.guide(click(BEN), table.id, table.revision + 1, "", trace())
    with refusing("not-seated"):
        await play(session, table, Person(99, "Dora"), "lift")
    assert (await play(session, table, CLEO, "lift")).news is not None


async def test_the_waiting_outlives_a_restart(store: Store, table: Table, clock: Clock) -> None:
    clock.now += HOUR
    again = Session.over(Context(store, WITH_HILL, clock, lambda: "other", features=FEATURES, alarms=ALARMS))
    assert (await play(again, table, BEN, "lift")).news is not None


async def test_a_table_without_patience_waits_for_ever(session: Session, clock: Clock) -> None:
    table = (await session.lobby.open(click(ANN), Opening("hill", {}, None, None), trace())).table
    table = (await session.lobby.sit(click(BEN), table.id, 0, trace())).table
    table = (await start(session, table)).table
    clock.now += 10**9
    with pytest.raises(Illegal) as refused:
        await play(session, table, BEN, "lift")
    assert refused.value.standing_in is None


async def test_one_is_found_at_the_table_where_they_may_stand_in(session: Session, clock: Clock) -> None:
    """Ben sits at two tables and must act at neither; at one of them Ann has been awaited too long."""
    late = (await start(session, await open_lobby(session, ANN, BEN))).table
    clock.now += HOUR
    await start(session, await open_lobby(session, ANN, BEN))
    assert (await session.search.find_own(click(BEN), None)).id == late.id


# From a private menu


async def test_a_private_menu_stays_good_while_others_move(session: Session, table: Table) -> None:
    await play(session, table, ANN, "lift")
    shown = await session.play.move(click(BEN), table.id, "whistle", trace(), since=table.revision)
    assert shown.table.plies == 2


async def test_what_was_done_from_a_private_menu_is_not_done_again(session: Session, table: Table) -> None:
    since = table.revision
    await play(session, table, BEN, "whistle")
    await session.play.move(click(CLEO), table.id, "whistle", trace(), since=since)
    with pytest.raises(AlreadyDone):
        await session.play.move(click(CLEO), table.id, "whistle", trace(), since=since)
    table = await stored_table(session, table)
    assert table.plies == 2
    assert (
        await session.play.move(click(CLEO), table.id, "whistle", trace(), since=table.revision)
    ).table.plies == 3


async def test_when_all_have_left_the_game_is_over(session: Session, table: Table) -> None:
    for person in (ANN, BEN, CLEO):
        table = (await play(session, table, person, "leave")).table
    assert table.status is Status.OVER
