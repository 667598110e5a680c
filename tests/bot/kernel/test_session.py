"""A session over a real file, each refusal by its key."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable

import pytest

from bot.features import FEATURES
from bot.games.catalogue import CATALOGUE, words_in
from bot.kernel.clicks import Click, Opening, Person
from bot.kernel.errors import AlreadyDone, Illegal, NotSeated, Refused, Stale
from bot.kernel.session import Context, Session, Shown
from bot.kernel.trace import Trace
from bot.store import Board, CannotWrite, Status, Store, Table
from bot.ui.alarms.kinds import ALARMS
from engine.octagon.model import Captured, Moved, Resigned
from engine.thud.model import EndOffered
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
    challenge,
    click,
    game,
    offered_lines,
    opening,
    refusing,
    stored_table,
    trace,
)
from tests.databases import of_file

# Opening a table


async def test_an_open_table_has_one_player_and_a_free_seat(session: Session, clock: Clock) -> None:
    clock.now = 77.0
    table = (await session.lobby.open(click(ANN), opening(seat=1, quiet_limit="40"), trace())).table
    assert [(player.seat, player.user_id, player.seated) for player in table.players] == [(1, ANN.id, True)]
    assert (table.status, table.revision, table.state) == (Status.OPEN, 0, None)
    assert (table.terms.options, table.time.created_at, table.host_id) == ('{"quiet_limit":40}', 77.0, ANN.id)
    assert await stored_table(session, table) == table


async def test_a_challenge_keeps_the_seat_of_who_was_asked(session: Session) -> None:
    table = await challenge(session)
    assert [(player.user_id, player.seated) for player in table.players] == [(ANN.id, True), (BEN.id, False)]


async def test_without_a_side_the_lot_decides_and_both_sides_come_up(store: Store, clock: Clock) -> None:
    seeds = iter(map(str, range(40)))
    session = Session.over(
        Context(store, CATALOGUE, clock, lambda: next(seeds), features=FEATURES, alarms=ALARMS)
    )
    seats = [
        (await session.lobby.open(click(ANN), opening(seat=None), trace())).table.players[0].seat
        for _ in range(40)
    ]
    assert set(seats) == {0, 1}


@pytest.mark.parametrize(
    ("wanted", "key"),
    [
        (opening(ANN), "with-yourself"),
        (opening(ROBOT), "with-a-bot"),
        (opening(quiet_limit="501"), "bad-option"),
        (opening(quiet_limit="many"), "bad-option"),
        (opening(colour="red"), "bad-option"),
    ],
)
async def test_tables_that_cannot_be_opened(session: Session, wanted: Opening, key: str) -> None:
    with refusing(key):
        await session.lobby.open(click(ANN), wanted, trace())
    assert await session.context.store.in_channel(HERE, live_only=False) == ()


async def test_an_opening_is_in_the_trace_as_saved(session: Session) -> None:
    seen = trace()
    await session.lobby.open(click(ANN), opening(), seen)
    assert (seen.table, seen.revision, seen.saved) == ("T1", 0, True)
    assert "store" in seen.spans


# Before the game begins


async def test_who_joins_gets_the_free_seat_and_the_game_begins(session: Session) -> None:
    table = (await session.lobby.open(click(ANN), opening(seat=1), trace())).table
    shown = await session.lobby.sit(click(CLEO), table.id, 0, trace())
    assert [(player.seat, player.user_id) for player in shown.table.players] == [(0, CLEO.id), (1, ANN.id)]
    assert (shown.table.status, shown.table.revision) == (Status.PLAYING, 1)
    assert shown.new_turn
    assert shown.entry.game.to_act(shown.state) == {0}
    assert await stored_table(session, table) == shown.table


async def test_who_was_challenged_accepts(session: Session) -> None:
    table = await game(session)
    assert table.status is Status.PLAYING
    assert [(player.user_id, player.seated) for player in table.players] == [(ANN.id, True), (BEN.id, True)]


async def test_who_was_challenged_declines(session: Session) -> None:
    table = await challenge(session)
    shown = await session.lobby.decline(click(BEN), table.id, 0, trace())
    assert shown.table.status is Status.CLOSED
    assert await stored_table(session, table) == shown.table


async def test_who_opened_a_table_takes_it_back(session: Session) -> None:
    table = await challenge(session)
    shown = await session.lobby.cancel(click(ANN), table.id, 0, trace())
    assert shown.table.status is Status.CLOSED


Lobby = Callable[[Session, Click, Table], Awaitable[Shown]]


async def sit(session: Session, who: Click, table: Table) -> Shown:
    return await session.lobby.sit(who, table.id, table.revision, trace())


async def decline(session: Session, who: Click, table: Table) -> Shown:
    return await session.lobby.decline(who, table.id, table.revision, trace())


async def cancel(session: Session, who: Click, table: Table) -> Shown:
    return await session.lobby.cancel(who, table.id, table.revision, trace())


@pytest.mark.parametrize(
    ("step", "who", "key"),
    [
        (sit, ANN, "own-table"),
        (sit, CLEO, "not-asked"),
        (decline, ANN, "not-asked"),
        (decline, CLEO, "not-asked"),
        (cancel, BEN, "not-host"),
        (cancel, CLEO, "not-host"),
    ],
)
async def test_a_challenge_is_between_two(session: Session, step: Lobby, who: Person, key: str) -> None:
    table = await challenge(session)
    with refusing(key):
        await step(session, click(who), table)
    assert await stored_table(session, table) == table


async def test_no_player_was_invited_to_an_open_table(session: Session) -> None:
    table = (await session.lobby.open(click(ANN), opening(), trace())).table
    with refusing("not-asked"):
        await decline(session, click(BEN), table)
    assert await stored_table(session, table) == table


@pytest.mark.parametrize("step", [sit, decline, cancel])
async def test_a_closed_table_stays_closed(session: Session, step: Lobby) -> None:
    table = await challenge(session)
    closed = (await cancel(session, click(ANN), table)).table
    with refusing("closed"):
        await step(session, click(BEN), table)
    assert await stored_table(session, table) == closed


@pytest.mark.parametrize("step", [sit, decline, cancel])
async def test_a_game_that_has_begun_goes_on(session: Session, step: Lobby) -> None:
    table = await game(session)
    with refusing("already-begun"):
        await step(session, click(ANN), table)
    assert await stored_table(session, table) == table


async def test_an_old_invitation_is_stale(session: Session) -> None:
    table = await challenge(session)
    with pytest.raises(Stale):
        await session.lobby.sit(click(BEN), table.id, 5, trace())
    assert await stored_table(session, table) == table


async def test_two_who_join_at_once_get_one_seat(session: Session) -> None:
    table = (await session.lobby.open(click(ANN), opening(), trace())).table
    results = await asyncio.gather(
        sit(session, click(BEN), table), sit(session, click(CLEO), table), return_exceptions=True
    )
    won = [result for result in results if isinstance(result, Shown)]
    lost = [result for result in results if isinstance(result, Refused)]
    assert (len(won), len(lost)) == (1, 1)
    assert lost[0].key in {"old-board", "already-begun"}
    assert await stored_table(session, table) == won[0].table


# Playing


async def test_a_move_is_on_disk_with_its_line(session: Session, clock: Clock) -> None:
    before = await game(session)
    clock.now += 60
    shown = await act(session, before, "e2 e10")
    table = shown.table
    assert shown.events == (Moved(0, shown.events[0].side, "E2", "E10"),)
    assert await stored_table(session, before) == table
    assert (table.revision, table.plies, table.time.changed_at) == (before.revision + 1, 1, clock.now)
    (line,) = await session.tables.log(table)
    assert (line.ply, line.seat, line.user_id, line.action, line.at) == (1, 0, ANN.id, "dE2-E10", clock.now)
    assert line.hash == table.head != before.head


async def test_the_trace_of_a_move_names_table_revision_and_notation(session: Session) -> None:
    table, seen = await game(session), trace()
    await session.play.move(click(ANN), table.id, "dE2-E10", seen)
    assert (seen.table, seen.revision, seen.notation, seen.saved) == ("T1", 2, "dE2-E10", True)
    assert set(seen.spans) == {"engine", "store"}


async def test_the_turn_passes_with_a_move_and_stays_with_a_declined_offer(session: Session) -> None:
    table = await game(session)
    moved = await act(session, table, "dE2-E10")
    assert moved.new_turn
    offered = await act(session, moved.table, "offer", ANN)
    assert isinstance(offered.events[0], EndOffered)
    assert not offered.new_turn, "Ben was to act and still is"
    assert not (await act(session, offered.table, "decline", BEN)).new_turn


async def test_an_offer_in_ones_own_turn_passes_the_turn(session: Session) -> None:
    table = await game(session)
    assert (await act(session, table, "offer")).new_turn


async def test_resigning_ends_the_game_at_any_time(session: Session) -> None:
    table = await game(session)
    shown = await act(session, table, "resign", BEN)
    assert shown.table.status is Status.OVER
    assert isinstance(shown.events[0], Resigned)
    with refusing("game-over"):
        await act(session, shown.table, "dE2-E10", ANN)
    assert await stored_table(session, table) == shown.table


async def test_a_name_changes_with_the_next_move(session: Session) -> None:
    table = await game(session)
    renamed = Person(ANN.id, "Anna the Great")
    shown = await session.play.move(click(renamed), table.id, "dE2-E10", trace())
    assert [player.name for player in shown.table.players] == ["Anna the Great", "Ben"]


@pytest.mark.parametrize(
    ("who", "line", "key"),
    [
        (BEN, "TG7-F7", "thud.not-your-turn"),
        (ANN, "hello", "thud.not-notation"),
        (ANN, "dI2-E10", "thud.file-i"),
        (ANN, "TE2-E10", "thud.wrong-letter"),
        (ANN, "accept", "thud.no-offer"),
        (CLEO, "dE2-E10", "not-seated"),
    ],
)
async def test_what_may_not_be_played_changes_nothing(
    session: Session, who: Person, line: str, key: str
) -> None:
    table = await game(session)
    with refusing(key) as refused:
        await act(session, table, line, who)
    assert refused.value.table == table
    assert await stored_table(session, table) == table
    assert await session.tables.log(table) == ()


async def test_an_illegal_line_tells_rule_and_near_moves(session: Session) -> None:
    table = await game(session)
    with pytest.raises(Illegal) as refused:
        await act(session, table, "dE2-E9xE9")
    assert refused.value.cause.rule.startswith("thud:")
    assert "dE2-E9" in refused.value.cause.near


async def test_a_board_three_moves_old_is_stale(session: Session) -> None:
    table = await game(session)
    now = table
    for line in QUIET[:3]:
        now = (await act(session, now, line)).table
    with pytest.raises(Stale) as refused:
        await session.play.move(click(BEN), table.id, "TG7-G6", trace(), table.revision)
    assert refused.value.table == now
    assert await stored_table(session, table) == now


async def test_the_same_interaction_plays_once(session: Session) -> None:
    table = await game(session)
    who = click(ANN, interaction=4711)
    played = await session.play.move(who, table.id, "dE2-E10", trace())
    with pytest.raises(AlreadyDone):
        await session.play.move(who, table.id, "resign", trace())
    assert await stored_table(session, table) == played.table
    assert len(await session.tables.log(table)) == 1


async def test_the_same_interaction_opens_once(session: Session) -> None:
    who = click(ANN)
    opened = await session.lobby.open(who, opening(), trace())
    with pytest.raises(AlreadyDone) as done:
        await session.lobby.open(who, opening(BEN), trace())
    assert done.value.table == opened.table
    assert await session.context.store.in_channel(HERE, live_only=False) == (opened.table,)


async def test_the_same_interaction_sits_once(session: Session) -> None:
    table = (await session.lobby.open(click(ANN), opening(), trace())).table
    who = click(BEN)
    first = sit(session, who, table)
    second = sit(session, who, table)
    results = await asyncio.gather(first, second, return_exceptions=True)
    assert sum(isinstance(result, Shown) for result in results) == 1
    assert (await stored_table(session, table)).revision == 1


@pytest.mark.parametrize("revision", [None, 1])
async def test_two_moves_at_once_have_one_winner(session: Session, revision: int | None) -> None:
    table = await game(session)
    lines = ("dE2-E10", "dG1-G2", "dF1-F2")
    results = await asyncio.gather(
        *(session.play.move(click(ANN), table.id, line, trace(), revision) for line in lines),
        return_exceptions=True,
    )
    won = [result for result in results if isinstance(result, Shown)]
    assert len(won) == 1
    lost = {result.key for result in results if isinstance(result, Refused)}
    assert len(won) + len([result for result in results if isinstance(result, Refused)]) == len(lines)
    assert lost <= {"old-board"} | ({"thud.not-your-turn"} if revision is None else set())
    assert await stored_table(session, table) == won[0].table
    assert len(await session.tables.log(table)) == 1


def _pragma(connection: sqlite3.Connection, setting: str) -> int:
    value: int = connection.execute(f"PRAGMA {setting}").fetchone()[0]
    return value


@pytest.mark.usefixtures("path")
async def test_a_full_disk_leaves_everything_as_it_was(session: Session) -> None:
    store = session.context.store
    table = await game(session, *QUIET)
    pages = await of_file(store.writer).read(_pragma, "page_count")
    await of_file(store.writer).read(_pragma, f"max_page_count = {pages}")
    last, log = table, await session.tables.log(table)
    with pytest.raises(CannotWrite, match="full"):  # noqa: PT012 - some pages have room left
        while True:
            for line in QUIET:
                last = (await act(session, last, line)).table
                log = await session.tables.log(table)
    assert await stored_table(session, table) == last
    assert await session.tables.log(table) == log
    await of_file(store.writer).read(_pragma, f"max_page_count = {1_000 * pages}")
    assert session.tables.show(last).state is not None
    assert (await act(session, last, "offer")).table.revision == last.revision + 1


# A guided move


async def test_a_guided_move_shows_the_next_question_and_saves_nothing(session: Session) -> None:
    table = await game(session)
    shown = await session.play.guide(click(ANN), table.id, table.revision, "E2", trace())
    assert (shown.path, shown.new_turn, shown.table) == ("E2", False, table)
    assert await stored_table(session, table) == table


@pytest.mark.parametrize(("who", "key"), [(BEN, "not-your-turn"), (CLEO, "not-seated")])
async def test_a_guided_move_is_for_who_must_act(session: Session, who: Person, key: str) -> None:
    table = await game(session)
    with refusing(key):
        await session.play.guide(click(who), table.id, table.revision, "E2", trace())


async def test_a_guided_move_on_an_old_board_is_stale(session: Session) -> None:
    table = await game(session)
    await act(session, table, "dE2-E10")
    with pytest.raises(Stale):
        await session.play.guide(click(BEN), table.id, table.revision, "G7", trace())


# Before and after a game


@pytest.mark.parametrize(("closing", "key"), [(False, "not-begun"), (True, "closed")])
async def test_nothing_is_played_before_a_game(session: Session, closing: bool, key: str) -> None:
    table = await challenge(session)
    if closing:
        await cancel(session, click(ANN), table)
    with refusing(key):
        await act(session, table, "dE2-E10", ANN)
    with refusing(key):
        await session.play.guide(click(ANN), table.id, table.revision, "E2", trace())


async def test_a_table_that_never_was(session: Session) -> None:
    with refusing("no-table"):
        await session.play.move(click(ANN), 99, "dE2-E10", trace())


# Finding the table that a user means


async def test_looking_finds_the_only_live_table(session: Session) -> None:
    over = await game(session, "resign")
    table = await game(session)
    assert over.status is Status.OVER
    assert (await session.search.find(click(CLEO), None)).id == table.id


async def test_looking_finds_ones_own_among_several(session: Session) -> None:
    await game(session)
    mine = (await session.lobby.open(click(CLEO), opening(), trace())).table
    assert (await session.search.find(click(CLEO), None)).id == mine.id


async def test_looking_among_several_asks_which(session: Session) -> None:
    first, second = await game(session), await game(session)
    for who in (ANN, CLEO):
        with refusing("which-table") as refused:
            await session.search.find(click(who), None)
        assert refused.value.values["ways"] == f"`table:{second.code}` (Thud), `table:{first.code}` (Thud)"
    await act(session, second, "dE2-E10")
    assert (await session.search.find(click(BEN), None)).id == second.id, "where it is Ben's turn"
    assert (await session.search.find(click(ANN), None)).id == first.id
    for code in (first.code, "t1", " 1 "):
        assert (await session.search.find(click(CLEO), code)).id == first.id


async def test_looking_where_all_is_over_finds_the_last(session: Session) -> None:
    await game(session, "resign")
    last = await game(session, "resign")
    assert (await session.search.find(click(CLEO), None)).id == last.id


async def test_looking_where_nothing_ever_was(session: Session) -> None:
    with refusing("no-table-yet"):
        await session.search.find(click(CLEO), None)


@pytest.mark.parametrize("code", ["T9", "9", "nonsense", "T", "T-1", "9" * 40])
async def test_codes_of_no_table(session: Session, code: str) -> None:
    await game(session)
    with refusing("no-table"):
        await session.search.find(click(ANN), code)


async def test_another_channels_table_is_seen_by_its_players_only(session: Session) -> None:
    table = await game(session)
    assert (await session.search.find(click(BEN, channel=THERE), table.code)).id == table.id
    with refusing("no-table"):
        await session.search.find(click(CLEO, channel=THERE), table.code)


async def test_moving_finds_the_game_where_it_is_ones_turn(session: Session) -> None:
    await game(session, "dE2-E10")
    mine = await game(session)
    assert (await session.search.find_own(click(ANN), None)).id == mine.id


async def test_moving_at_several_tables_asks_which(session: Session) -> None:
    first, _ = await game(session), await game(session)
    with refusing("which-table"):
        await session.search.find_own(click(ANN), None)
    assert (await session.search.find_own(click(ANN), first.code)).id == first.id


async def test_moving_where_one_sits_nowhere(session: Session) -> None:
    await game(session)
    with refusing("no-table-here"):
        await session.search.find_own(click(CLEO), None)


async def test_moving_after_the_end_says_that_it_is_over(session: Session) -> None:
    await game(session, "resign")
    last = await game(session, "resign")
    found = await session.search.find_own(click(ANN), None)
    assert found.id == last.id
    with refusing("game-over"):
        await act(session, found, "dE2-E10", ANN)
    with refusing("no-table-here"):
        await session.search.find_own(click(CLEO), None)


async def test_moving_at_a_table_that_waits_says_so(session: Session) -> None:
    table = await challenge(session)
    found = await session.search.find_own(click(ANN), None)
    with refusing("not-begun"):
        await act(session, found, "dE2-E10", ANN)
    assert found == table


async def test_moving_from_another_channel(session: Session) -> None:
    table = await game(session)
    with refusing("elsewhere") as refused:
        await session.search.find_own(click(ANN, channel=THERE), table.code)
    assert refused.value.values["channel"] == f"<#{HERE}>"


async def test_the_list_of_a_channel_and_ones_own(session: Session) -> None:
    await game(session, "resign")
    here = await game(session)
    request = await game(session, channel=THERE)
    listed = await session.search.live_tables(click(CLEO))
    assert [table.id for table in listed] == [here.id]
    assert {table.id for table in await session.people.games(BEN.id)} == {here.id, request.id}
    assert await session.people.games(CLEO.id) == ()


async def test_visible_tables_are_the_channels_and_ones_own_live_ones_first(session: Session) -> None:
    over = await game(session, "resign")
    here = await game(session)
    request = await game(session, channel=THERE)
    assert [table.id for table in await session.search.visible(click(CLEO))] == [here.id, over.id]
    assert {table.id for table in await session.search.visible(click(ANN))} == {over.id, here.id, request.id}
    assert (await session.search.visible(click(ANN)))[-1].id == over.id


# Suggestions for typed text


async def test_suggestions_are_legal_and_few(session: Session) -> None:
    table = await game(session)
    lines = await offered_lines(session, click(ANN))
    shown = session.tables.show(table)
    legal = {str(action) for action in shown.entry.game.legal(shown.state, 0)}
    assert len(lines) == 25
    assert set(lines) <= legal


@pytest.mark.parametrize("typed", ["e2 e10", "dE2-E10", "E2-e10", "e2e10", " DE2 - E10 "])
async def test_what_is_typed_filters_however_it_is_written(session: Session, typed: str) -> None:
    await game(session)
    assert await offered_lines(session, click(ANN), typed=typed) == ("dE2-E10",)


async def test_captures_are_suggested_first(session: Session) -> None:
    await game(session, "dG1-G6")
    lines = await offered_lines(session, click(BEN))
    takes = [line.count("x") for line in lines]
    assert takes == sorted(takes, reverse=True)
    assert takes[0] == 1


async def test_nothing_is_suggested_to_who_cannot_act(session: Session) -> None:
    table = await game(session)
    assert await offered_lines(session, click(CLEO)) == ()
    assert await offered_lines(session, click(CLEO), table.code) == ()
    assert await offered_lines(session, click(ANN), "T99") == ()
    waiting = await offered_lines(session, click(BEN))
    assert not any("-" in line for line in waiting), "only calls while the other is to move"


@pytest.mark.parametrize("typed", ["h7", "H7", "t h7", "th7"])
async def test_a_square_alone_offers_the_moves_from_it_first(session: Session, typed: str) -> None:
    await game(session, "dE2-E10")
    lines = await offered_lines(session, click(BEN), typed=typed)
    assert [line.startswith("TH7-") for line in lines][:3] == [True, True, True]


async def test_after_the_moves_from_a_square_come_those_to_it(session: Session) -> None:
    await game(session, "dE2-E10")
    lines = await offered_lines(session, click(BEN), typed="f9")
    assert lines == ("TG8-F9xE10", "TG9-F9xE10", "TG8-F9", "TG9-F9"), "F9 is empty"


@pytest.mark.parametrize(
    "typed",
    [
        "G9 to F9, takes E10",
        "G9 nach F9, schl\u00e4gt E10",
        "g9 f9 e10",
        "t g9 f9 x e10",
    ],
)
async def test_what_is_told_of_a_move_can_be_typed_as_well(session: Session, typed: str) -> None:
    await game(session, "dE2-E10")
    assert (await offered_lines(session, click(BEN), typed=typed))[0] == "TG9-F9xE10"


@pytest.mark.parametrize("typed", ["g9 takes e10", "g9xe10", "Takes E10"])
async def test_what_leaves_something_open_offers_all_that_it_could_be(session: Session, typed: str) -> None:
    await game(session, "dE2-E10")
    lines = await offered_lines(session, click(BEN), typed=typed)
    assert {"TG9-F9xE10", "TG9-F10xE10"} <= set(lines)
    assert all(line.endswith("xE10") for line in lines)


async def test_what_a_move_does_is_told_in_the_language_of_who_types(session: Session) -> None:
    await game(session, "dE2-E10")
    told = [
        (await session.search.suggest_moves(words_in(language), click(BEN), None, "g9 f9 e10", 25))[
            0
        ].description
        for language in ("en", "de", "fr")
    ]
    assert told == ["G9 to F9, takes E10", "G9 nach F9, schl\u00e4gt E10", "G9 \u00e0 F9, prend E10"]


async def test_nothing_is_suggested_where_nothing_fits(session: Session) -> None:
    await game(session)
    for typed in ("nonsense", "z9", "e2 e10 e11 e12"):
        assert await offered_lines(session, click(ANN), typed=typed) == ()


# The message that shows a table


async def test_where_a_table_is_shown_is_remembered_without_a_revision(session: Session) -> None:
    table = await game(session)
    await session.tables.set_board(table, Board(HERE, 99))
    now = await stored_table(session, table)
    assert (now.board, now.revision) == (Board(HERE, 99), table.revision)


async def test_a_capture_is_told(session: Session) -> None:
    table = await game(session, "dG1-G6")
    shown = await act(session, table, "TG7-F7xG6")
    assert [type(event) for event in shown.events] == [Moved, Captured]


def test_a_trace_without_a_table_tells_what_it_knows() -> None:
    assert Trace("control.go", 5, outcome="old-control").record() == {
        "kind": "control.go",
        "user": 5,
        "outcome": "old-control",
    }


def test_who_is_not_seated_is_a_kind_of_its_own() -> None:
    assert issubclass(NotSeated, Refused)
