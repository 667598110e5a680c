"""Tables that were opened so that time decides: it does, once, and nobody did it."""

from __future__ import annotations

import pytest

from bot.features import FEATURES
from bot.games.catalogue import CATALOGUE, words_in
from bot.kernel.errors import AlreadyDone
from bot.kernel.session import Context, Session
from bot.store import Kind, Status, Store
from bot.ui.alarms.kinds import ALARMS
from bot.ui.play.board_layout import events_text
from tests.bot.kernel.days import HOUR, NOON, SECOND, SHARED, Days
from tests.bot.ops.test_upgrade import stricter
from tests.bot.samples import QUIET, Clock, trace

shared = pytest.mark.parametrize("game", SHARED)


@pytest.fixture
def days(session: Session, clock: Clock) -> Days:
    clock.now = NOON
    return Days(session, clock)


@shared
async def test_where_time_loses_it_loses_and_nobody_did_it(days: Days, game: str) -> None:
    await days.opens(game, forfeit=True)
    late = await days.awaited_player()
    await days.later(8)
    assert (await days.later(2))[0] == f"up {late.name}"
    table, line = await days.table(), (await days.log())[-1]
    gone = "leave" if game == "trogdor" else "resign"
    assert (line.seat, line.action, line.user_id) == (late.seat, gone, None)
    assert table.status is (Status.PLAYING if game == "trogdor" else Status.OVER)
    assert days.session.absence.absent_player(table) is None


@shared
async def test_where_time_loses_whoever_moves_in_time_does_not(days: Days, game: str) -> None:
    await days.opens(game, forfeit=True)
    await days.later(10 - SECOND)
    await days.passes()
    assert await days.later(SECOND) == []
    assert (await days.table()).status is Status.PLAYING


async def test_time_loses_once_even_if_it_is_told_twice(days: Days) -> None:
    await days.opens("trogdor", forfeit=True)
    table, player, alarm = await days.table(), await days.awaited_player(), (await days.alarms())[Kind.UP]
    days.clock.now += 10 * HOUR
    shown = await days.session.absence.forfeit(alarm, table, player, trace())
    assert (shown.news, shown.by_time) == (None, True)
    assert shown.events
    with pytest.raises(AlreadyDone):
        await days.session.absence.forfeit(alarm, table, player, trace())
    assert [line.action for line in await days.log()] == ["leave"]


async def test_what_time_did_is_told_by_a_bot_that_was_not_there(days: Days) -> None:
    await days.opens("thud", forfeit=True)
    await days.later(8)
    await days.later(2)
    told = await days.session.absence.last_house_action(await days.table())
    assert (told.news, told.by_time) == (None, True)
    assert told.events


@pytest.mark.parametrize("game", ["thud", "ploc"])
async def test_it_is_never_told_as_a_resignation(days: Days, game: str) -> None:
    await days.opens(game, forfeit=True)
    late = await days.awaited_player()
    await days.later(8)
    await days.later(2)
    table, words = await days.table(), words_in("en").by_time()
    shown = await days.session.history.with_last_events(days.session.tables.show(table))
    assert shown.by_time
    text = events_text(words_in("en"), shown)
    assert text.startswith(f"**{late.name}** ran out of time.")
    caption = shown.entry.speech.turn(words, ("Ann", "Ben"), shown.view)
    review = shown.entry.help.review(
        words, ("Ann", "Ben"), await days.session.history.positions(table)
    ).result
    for sentence in (text, caption, review):
        assert "resigned" not in sentence
        assert "give" not in sentence
        assert "gave" not in sentence


async def test_under_rules_that_lead_elsewhere_it_is_told_without_what_happened(
    days: Days, store: Store
) -> None:
    await days.opens("thud", forfeit=True)
    await days.plays(QUIET[0])
    await days.later(8)
    await days.later(2)
    today = Session.over(
        Context(
            store, {"thud": stricter(CATALOGUE["thud"])}, days.clock, str, features=FEATURES, alarms=ALARMS
        )
    )
    told = await today.absence.last_house_action(await days.table())
    assert told.news is not None
    assert (told.news.key, told.news.name, told.events) == ("time.now.forfeited", "Ben", ())
