"""Putting a table away: whose it is to do so, and what is left of the table."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bot.features.deals.service import Deals
from bot.features.forks.service import Forks
from bot.features.tournaments.model import Form, TournamentSetup
from bot.features.tournaments.service import Tournaments
from bot.features.transfer.service import Transfer
from bot.features.transfer.storage import TransferStorage
from bot.features.undo.service import Undo
from bot.features.undo.storage import UndoStorage
from bot.kernel.clicks import Click, Opening, Person
from bot.kernel.session import Session
from bot.kernel.tables.seats import LIVE
from bot.store import Board, Kind, NewAlarm, Status, Table, TimeChange
from engine.registry import GAMES
from engine.verify import verify
from tests.bot.kernel.days import GAMES as ALL
from tests.bot.kernel.days import NOON, Days
from tests.bot.samples import (
    ANN,
    BEN,
    CLEO,
    HERE,
    QUIET,
    THERE,
    Clock,
    act,
    challenge,
    click,
    game,
    refusing,
    stored_table,
    trace,
)

ELSEWHERE = 4
"""Another server."""


@pytest.fixture
def days(session: Session, clock: Clock) -> Days:
    clock.now = NOON
    return Days(session, clock)


def keeper(person: Person = CLEO, *, channel: int = HERE) -> Click:
    """A click of somebody who may manage the server."""
    return replace(click(person, channel=channel), manages=True)


async def close_table(session: Session, by: Click, table: Table) -> Table:
    """The table after somebody has closed it as it stands."""
    shown, _ = await session.management.close(by, table.id, table.status, trace())
    return await stored_table(session, shown.table)


# Whose it is


@pytest.mark.parametrize("key", ALL)
async def test_those_who_manage_the_server_close_any_game_that_goes_on(days: Days, key: str) -> None:
    table = await days.opens(key)
    await days.plays()
    before = await days.table()
    after = await close_table(days.session, keeper(), table)
    closed_ = replace(
        before, status=Status.CLOSED, time=replace(before.time, clocks=()), revision=before.revision + 1
    )
    assert after == replace(closed_, time=replace(closed_.time, changed_at=after.time.changed_at))
    assert after.state is not None


@pytest.mark.parametrize(("key", "reason"), [("thud", "resign"), ("ploc", "resign"), ("trogdor", "leave")])
async def test_who_manages_the_server_is_a_player_like_any_where_they_play(
    days: Days, key: str, reason: str
) -> None:
    table = await days.opens(key)
    for _ in range(4):  # or they could call a duel off
        await days.passes()
    table = await days.table()
    for person in (ANN, BEN):
        with refusing(f"close-{reason}"):
            await days.session.management.close(keeper(person), table.id, table.status, trace())
        assert await days.session.management.closable(keeper(person)) == ()
    assert (await days.table()).status is Status.PLAYING
    assert (await close_table(days.session, keeper(CLEO), table)).status is Status.CLOSED


async def test_who_manages_the_server_closes_their_own_game_against_bots(session: Session) -> None:
    opening = Opening("trogdor", {}, None, None)
    table = (await session.lobby.open(click(ANN), opening, trace())).table
    begun = (await session.lobby.start(click(ANN), table.id, table.revision, trace())).table
    assert (await close_table(session, keeper(ANN), begun)).status is Status.CLOSED


async def test_who_plays_in_a_tournament_closes_no_game_of_it(session: Session) -> None:
    called = await session.service(Tournaments).open_tournament(
        keeper(), TournamentSetup("thud", Form.KNOCKOUT, 4, 86_400)
    )
    for person in (ANN, BEN):
        await session.service(Tournaments).join(click(person), called.id)
    of = (await session.service(Tournaments).join(click(Person(15, "Dan")), called.id)).tournament
    games = [await session.tables.get(one.table_id or 0) for one in of.pairings]
    for table in games:
        plays = any(player.user_id == CLEO.id for player in table.players)
        with refusing("close-resign" if plays else "close-rival"):
            await session.management.close(keeper(), table.id, table.status, trace())
    assert await session.management.closable(keeper()) == ()
    eve = keeper(Person(16, "Eve"))
    assert set(await session.management.closable(eve)) == set(games)


async def test_and_any_that_has_not_begun(session: Session) -> None:
    after = await close_table(session, keeper(), await challenge(session))
    assert (after.status, after.state) == (Status.CLOSED, None)


async def test_not_one_of_another_server_or_of_none(session: Session) -> None:
    table = await game(session)
    for elsewhere in (ELSEWHERE, None):
        with refusing("close-others"):
            await session.management.close(
                replace(keeper(), guild_id=elsewhere), table.id, table.status, trace()
            )
    assert (await stored_table(session, table)).status is Status.PLAYING


async def test_whoever_opened_a_table_closes_it_until_its_game_begins(session: Session) -> None:
    table = await challenge(session)
    begun = (await session.lobby.sit(click(BEN), table.id, table.revision, trace())).table
    for line in QUIET:
        begun = (await act(session, begun, line)).table
    with refusing("close-resign"):
        await session.management.close(click(ANN), begun.id, begun.status, trace())
    assert (await close_table(session, click(ANN), await challenge(session))).status is Status.CLOSED


async def test_who_plays_alone_closes_their_game(days: Days) -> None:
    table = await days.opens("thrag")
    with refusing("close-others"):
        await days.session.management.close(click(BEN), table.id, table.status, trace())
    assert (await close_table(days.session, click(ANN), table)).status is Status.CLOSED


async def test_so_does_who_has_nobody_beside_them_in_a_game_for_several(session: Session) -> None:
    table = (await session.lobby.open(click(ANN), Opening("trogdor", {}, None, None), trace())).table
    begun = (await session.lobby.start(click(ANN), table.id, table.revision, trace())).table
    assert (await close_table(session, click(ANN), begun)).status is Status.CLOSED


@pytest.mark.parametrize(("key", "reason"), [("thud", "resign"), ("ploc", "resign"), ("trogdor", "leave")])
async def test_others_who_play_hear_what_they_can_do_instead(days: Days, key: str, reason: str) -> None:
    table = await days.opens(key)
    for _ in range(4):  # turns: before that a duel can be called off
        await days.passes()
    for person in (ANN, BEN):
        with refusing(f"close-{reason}"):
            await days.session.management.close(click(person), table.id, table.status, trace())
    with refusing("close-others"):
        await days.session.management.close(click(CLEO), table.id, table.status, trace())


@pytest.mark.parametrize("person", [ANN, BEN])
@pytest.mark.parametrize("key", ["thud", "ploc"])
async def test_either_calls_a_duel_off_until_both_have_moved_twice(
    days: Days, key: str, person: Person
) -> None:
    for turns in range(4):
        table = await days.opens(key)
        days.number = table.id
        for _ in range(turns):
            await days.passes()
        assert table.id in {one.id for one in await days.session.management.closable(click(person))}
        assert (await close_table(days.session, click(person), table)).status is Status.CLOSED
        assert await days.session.context.store.schedule.results_of_user(person.id) == ()


async def test_others_who_wait_hear_whose_table_it_is(session: Session) -> None:
    table = await challenge(session)
    with refusing("close-open"):
        await session.management.close(click(BEN), table.id, table.status, trace())


async def test_who_plays_for_somebody_does_not_close_their_table(days: Days) -> None:
    table = await days.opens("thud")
    lent = tuple(replace(one, substitute=CLEO.id, substitute_name="Cleo") for one in table.players)
    change = days.session.tables.change(click(ANN), table)
    await days.session.context.store.save(replace(change, players=lent))
    with refusing("close-friend"):
        await days.session.management.close(click(CLEO), table.id, table.status, trace())


async def test_a_deal_of_the_day_is_given_up_by_who_plays_it_and_closed_by_nobody(session: Session) -> None:
    table = (
        await session.service(Deals).open_deal(click(ANN), Opening("thrag", {}, None, None), trace())
    ).table
    for by, reason in (
        (keeper(), "close-deal-others"),
        (keeper(ANN), "close-deal"),
        (click(BEN), "not-seated-deal"),
    ):
        with refusing(reason):
            await session.management.close(by, table.id, table.status, trace())
    assert await session.management.closable(keeper()) == ()
    await session.play.move(click(ANN), table.id, "resign", trace())


async def test_what_is_over_or_closed_is_not_closed_again(session: Session) -> None:
    table = await game(session, "dE2-E10")
    await close_table(session, keeper(), table)
    with refusing("closed-midway"):
        await session.management.close(keeper(), table.id, Status.PLAYING, trace())
    other = await game(session, "resign")
    with refusing("game-over"):
        await session.management.close(keeper(), other.id, Status.PLAYING, trace())
    waiting = await challenge(session)
    await close_table(session, keeper(), waiting)
    with refusing("closed"):
        await session.management.close(keeper(), waiting.id, Status.OPEN, trace())


async def test_a_game_that_began_since_the_question_is_not_closed_by_its_answer(session: Session) -> None:
    table = await challenge(session)
    await session.lobby.sit(click(BEN), table.id, table.revision, trace())
    with refusing("old-board"):
        await session.management.close(keeper(), table.id, Status.OPEN, trace())
    assert (await stored_table(session, table)).status is Status.PLAYING


async def test_a_move_since_the_question_does_not_matter(session: Session) -> None:
    table = await game(session, "dE2-E10")
    assert (await close_table(session, keeper(), replace(table, revision=0))).plies == 1


async def test_the_same_click_twice_closes_once(session: Session) -> None:
    table = await game(session)
    once = keeper()
    await session.management.close(once, table.id, table.status, trace())
    with refusing("closed-midway"):
        await session.management.close(once, table.id, table.status, trace())


# Finding it


async def test_the_only_one_here_that_is_theirs_to_close_is_meant(session: Session) -> None:
    await game(session, *QUIET)
    mine = (await session.lobby.open(click(BEN), Opening("thrag", {}, None, None), trace())).table
    assert (await session.management.find_closable(click(BEN), None)).id == mine.id
    with refusing("which-table"):
        await session.management.find_closable(keeper(), None)


async def test_where_none_is_they_hear_of_the_one_they_cannot_close(session: Session) -> None:
    table = await game(session)
    assert (await session.management.find_closable(click(BEN), None)).id == table.id


async def test_those_who_manage_the_server_name_any_of_its_tables(session: Session) -> None:
    table = await game(session, channel=THERE)
    assert (await session.management.find_closable(keeper(), table.code)).id == table.id
    for by in (click(CLEO), replace(keeper(), guild_id=ELSEWHERE)):
        with refusing("no-table"):
            await session.management.find_closable(by, table.code)


async def test_what_can_be_closed_is_offered_and_nothing_else(session: Session) -> None:
    duel = await game(session, *QUIET, channel=THERE)
    begun = await game(session, *QUIET[:3])
    waiting = await challenge(session)
    alone = (await session.lobby.open(click(BEN), Opening("thrag", {}, None, None), trace())).table
    over = await game(session, "resign")
    assert over.status not in LIVE
    offered = {
        name: {table.id for table in await session.management.closable(by)}
        for name, by in {
            "Ann": click(ANN),
            "Ben": click(BEN),
            "Cleo": click(CLEO),
            "keeper": keeper(),
        }.items()
    }
    assert offered == {
        "Ann": {waiting.id, begun.id},
        "Ben": {alone.id, begun.id},
        "Cleo": set(),
        "keeper": {duel.id, begun.id, waiting.id, alone.id},
    }


# What is left


@pytest.mark.parametrize("key", ALL)
async def test_its_seed_is_told_and_all_that_was_played_is_verified(days: Days, key: str) -> None:
    await days.opens(key)
    await days.passes()
    table = await close_table(days.session, keeper(), await days.table())
    text = next(iter((await days.session.access.export(table)).values()))
    assert json.loads(text.splitlines()[0])["seed"] == table.seed
    assert verify(text, GAMES) == ()
    assert json.loads(text.splitlines()[-1])["outcome"] is None
    assert len(await days.session.history.positions(table)) == table.plies + 1


@pytest.mark.parametrize("key", ALL)
async def test_nobody_has_won_or_lost(days: Days, key: str) -> None:
    table = await days.opens(key)
    await days.passes()
    await close_table(days.session, keeper(), table)
    for person in (ANN, BEN):
        assert await days.session.context.store.schedule.results_of_user(person.id) == ()


@pytest.mark.parametrize("key", ALL)
async def test_its_clocks_and_alarms_are_gone(days: Days, key: str) -> None:
    table = await days.opens(key, bank=5)
    schedule = days.session.context.store.schedule
    call = NewAlarm(Kind.CALL, NOON, table.id, ANN.id, table.turn)
    await schedule.save(TimeChange(alarms=(call,)))
    assert await schedule.of_table(table.id) != ()
    after = await close_table(days.session, keeper(), table)
    assert after.time.clocks == ()
    assert await schedule.of_table(table.id) == ()
    assert await days.later(1000) == []


async def test_what_its_players_were_asked_is_asked_no_longer(session: Session) -> None:
    table = await game(session, "dE2-E10", "TG9-F9xE10")
    way = await session.service(Undo).find_request(click(ANN), table.id)
    asked = Board(HERE, 99)
    await session.service(Undo).note_offer(
        (await session.service(Undo).place_offer(click(ANN), way)).offer, asked
    )
    leaving = await session.service(Transfer).ask_to_move(click(ANN), table.id, THERE)
    also = Board(HERE, 100)
    await TransferStorage(session.context.store).save_transfer(replace(leaving.transfer, message=also))
    _, questions = await session.management.close(keeper(), table.id, table.status, trace())
    assert questions == (asked, also)
    assert await UndoStorage(session.context.store).last_offer(table.id) is None
    assert await TransferStorage(session.context.store).pending_transfer(table.id) is None


async def test_nothing_is_moved_at_it_any_more(session: Session) -> None:
    table = await game(session, "dE2-E10")
    await close_table(session, keeper(), table)
    for refused in (
        session.play.move(click(BEN), table.id, "TG9-F9xE10", trace()),
        session.service(Undo).find_request(click(ANN), table.id),
        session.service(Transfer).ask_to_move(click(ANN), table.id, THERE),
        session.lobby.sit(click(CLEO), table.id, table.revision, trace()),
        session.management.set_language(click(ANN), table.id, "de", trace()),
    ):
        with refusing("closed-midway"):
            await refused
    with refusing("old-control"):
        await session.lobby.rematch(click(ANN), table.id, trace())


async def test_a_fork_goes_on_from_it(session: Session) -> None:
    table = await game(session, "dE2-E10")
    await close_table(session, keeper(), table)
    forked = (await session.service(Forks).fork(click(ANN), table.id, None, trace())).table
    begun = (await session.lobby.sit(click(BEN), forked.id, forked.revision, trace())).table
    assert begun.journey.parent == (table.id, 1)
    assert (await session.play.move(click(BEN), begun.id, "TG9-F9xE10", trace())).table.plies == 2


async def test_it_no_longer_counts_among_the_tables_of_its_server(session: Session) -> None:
    table = await game(session)
    await close_table(session, keeper(), table)
    assert await session.server.live_tables(keeper()) == ()
    assert await session.people.games(ANN.id) == ()
