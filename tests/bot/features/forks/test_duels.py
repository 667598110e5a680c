"""A fork of a duel that still runs: nobody is told there by a mind what they may not ask at the duel."""

from __future__ import annotations

import pytest

from bot.features import FEATURES
from bot.features.forks.service import Forks
from bot.features.hints.service import Hints
from bot.features.reviews.service import Reviews
from bot.features.transfer.service import Transfer
from bot.games.catalogue import CATALOGUE
from bot.kernel.clicks import Opening
from bot.kernel.session import Context, Session
from bot.store import Status, Store, Table
from bot.ui.alarms.kinds import ALARMS
from tests.bot.kernel.days import PEOPLE, Days
from tests.bot.kernel.thinkers import ScriptedSearch
from tests.bot.samples import ANN, BEN, CLEO, QUIET, Clock, act, click, game, refusing, stored_table, trace


@pytest.fixture
def session(store: Store, clock: Clock) -> Session:
    return Session.over(
        Context(store, CATALOGUE, clock, lambda: "secret", ScriptedSearch(), features=FEATURES, alarms=ALARMS)
    )


async def fork(session: Session, table: Table) -> Table:
    """A fork of Ann's, where Cleo sits down against her."""
    new = (await session.service(Forks).fork(click(ANN), table.id, None, trace())).table
    return (await session.lobby.sit(click(CLEO), new.id, 0, trace())).table


async def test_neither_hints_nor_odds_while_the_duel_runs(session: Session) -> None:
    duel = await game(session, *QUIET)
    new = await fork(session, duel)
    for person in (ANN, CLEO):
        with refusing("fork-of-duel"):
            await session.service(Hints).request_hint(click(person), new.id)
    with refusing("fork-of-duel"):
        await session.service(Hints).check_odds_possible(new)
    there = await session.service(Hints).check_odds_possible(duel)
    assert there.table == duel, "at the duel itself all is as it was"


async def test_no_review_of_it_before_the_duel_is_over(session: Session) -> None:
    duel = await game(session, *QUIET)
    new = await fork(session, duel)
    for person, line in ((ANN, QUIET[0]), (CLEO, QUIET[1]), (ANN, "resign")):
        new = (await session.play.move(click(person), new.id, line, trace())).table
    assert new.status is Status.OVER
    with refusing("fork-of-duel"):
        await session.service(Reviews).request_review(click(ANN), new)
    with refusing("fork-of-duel"):
        await session.service(Reviews).make_review(new)
    await act(session, duel, "resign")
    await session.service(Reviews).request_review(click(ANN), new)


async def test_no_bot_sits_down_to_show_what_it_would_do(session: Session) -> None:
    duel = await game(session, *QUIET)
    new = (await session.service(Forks).fork(click(ANN), duel.id, None, trace())).table
    with refusing("fork-of-duel"):
        await session.lobby.seat_bot(click(ANN), new.id, "grete", trace())
    await act(session, duel, "resign")
    assert (await session.lobby.seat_bot(click(ANN), new.id, "grete", trace())).table.status is Status.PLAYING


async def test_a_fork_of_a_fork_is_no_way_round_either(session: Session) -> None:
    duel = await game(session, *QUIET)
    first = await fork(session, duel)
    second = await fork(session, first)
    with refusing("fork-of-duel"):
        await session.service(Hints).check_odds_possible(second)
    await act(session, duel, "resign")
    await session.service(Hints).check_odds_possible(first)
    with refusing("fork-of-duel"):
        await session.service(Hints).check_odds_possible(second)  # the first fork is a duel as well
    await session.play.move(click(ANN), first.id, "resign", trace())
    await session.service(Hints).check_odds_possible(second)


async def test_nor_is_a_duel_that_has_moved_to_another_channel(session: Session) -> None:
    duel = await game(session, *QUIET)
    new = await fork(session, duel)
    await session.service(Transfer).ask_to_move(click(ANN), duel.id, 99)
    await session.service(Transfer).agree_to_move(click(BEN), duel.id)
    moving = session.service(Transfer).move_to_channel(click(ANN), duel.id, click(ANN, channel=99), trace())
    moved = (await moving).table
    assert (await stored_table(session, duel)).journey.gone == moved.id
    with refusing("fork-of-duel"):
        await session.service(Hints).check_odds_possible(new)
    await session.play.move(click(ANN, channel=99), moved.id, "resign", trace())
    await session.service(Hints).check_odds_possible(new)


async def test_nor_is_a_fork_that_moves_to_another_channel(session: Session) -> None:
    duel = await game(session, *QUIET)
    new = await fork(session, duel)
    for channel in (99, 98):
        here = new.channel_id
        await session.service(Transfer).ask_to_move(click(ANN, channel=here), new.id, channel)
        await session.service(Transfer).agree_to_move(click(CLEO, channel=here), new.id)
        there = click(ANN, channel=channel)
        new = (
            await session.service(Transfer).move_to_channel(click(ANN, channel=here), new.id, there, trace())
        ).table
    with refusing("fork-of-duel"):
        await session.service(Hints).check_odds_possible(new)
    await act(session, duel, "resign")
    await session.service(Hints).check_odds_possible(new)


async def test_no_bot_plays_there_for_somebody_who_is_late(session: Session, clock: Clock) -> None:
    days = Days(session, clock)
    duel = await days.opens("thud", hours=10)
    await days.plays(QUIET[0])
    days.number = (await fork(session, duel)).id
    late = PEOPLE[(await days.awaited_player()).user_id]
    other = click(CLEO if late == ANN else ANN)
    await days.later(11)
    turn = (await days.table()).turn
    with refusing("fork-of-duel"):
        await session.absence.substitute(other, days.number, turn, None, trace(), level="grete")
    await session.absence.substitute(other, days.number, turn, BEN, trace())


async def test_where_the_duel_itself_has_any_hints_so_has_its_fork(session: Session) -> None:
    opening = Opening("thud", {}, 0, BEN, hints=-1)
    duel = (await session.lobby.open(click(ANN), opening, trace())).table
    duel = (await session.lobby.sit(click(BEN), duel.id, duel.revision, trace())).table
    await session.service(Hints).check_odds_possible(await fork(session, duel))
