"""Prepared answers: which are played, which never, what nobody else learns, and that each is played once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.forks.service import Forks
from bot.features.prepared.model import DEEPEST, MOST
from bot.features.prepared.service import PreparedAnswers
from bot.features.prepared.storage import ANSWER, PreparedStorage
from bot.features.transfer.service import Transfer
from bot.features.undo.service import Undo
from bot.games.catalogue import CATALOGUE
from bot.kernel.clicks import Person
from bot.kernel.errors import Illegal, Refused
from bot.kernel.session import Session, Shown
from bot.kernel.tables.export import export_files
from bot.kernel.time.schedule import DueAlarm
from bot.store import HOUSE, Kind, Line, Status, Table, Terms, bot_id
from bot.store.model import NOTHING, WAITING, NewLine
from engine.core import read_settings
from engine.fairness import next_hash
from engine.registry import GAMES
from engine.replay import seedless_rng
from engine.rng import SeededRng
from engine.table_lines import HINT
from engine.verify import verify
from tests.bot.samples import (
    ANN,
    BEN,
    CLEO,
    QUIET,
    THERE,
    Clock,
    act,
    click,
    game,
    opening,
    refusing,
    stored_table,
    trace,
)

OUT, OVER, HOME, BACK = QUIET
"""Ann's dwarf goes a step, Ben's troll, and both go home again."""


def answers_service(session: Session) -> PreparedAnswers:
    return session.service(PreparedAnswers)


async def prepare(session: Session, table: Table, *lines: str, person: Person = ANN) -> int:
    """Somebody enters a branch; returns the number of its last answer."""
    found = await answers_service(session).load(click(person), table.id)
    ply, number = found.current_lines.ply, 0
    for line in lines:
        known = {one.number for one in found.answers}
        found, ahead = await answers_service(session).enter_line(click(person), table.id, ply, number, line)
        number = ahead.number
        assert number not in known or line == lines[-1]
    return number


async def branches(session: Session, table: Table, person: Person = ANN) -> list[list[str]]:
    """What somebody has prepared: each answer with what has yet to be played before."""
    found = await answers_service(session).load(click(person), table.id)
    return [[*(line for _, line in found.remaining_way(one)), one.answer] for one in found.answers]


async def due(session: Session) -> list[DueAlarm]:
    """What is to be played by now by the house, for people."""
    alarms = await session.schedule.due(session.now(), 50)
    found = [await session.assess(one) for one in alarms if one.kind == ANSWER]
    return [one for one in found if isinstance(one, DueAlarm)]


async def play_all_due(session: Session) -> list[Shown]:
    """Whatever is due is played, until nothing is."""
    shown = list[Shown]()
    while found := await due(session):
        for one in found:
            assert one.table is not None
            assert one.player is not None
            came = await answers_service(session).play_due(one.alarm, one.table, one.player, trace())
            await session.schedule.drop(one.alarm)
            shown += [] if came is None else [came]
    return shown


def lines_of(lines: tuple[Line, ...]) -> list[tuple[int, str, bool]]:
    return [(line.seat, line.action, line.prepared) for line in lines]


@pytest.fixture
async def table(session: Session) -> Table:
    """Ann has gone out; it is Ben's turn."""
    return await game(session, OUT)


async def test_an_answer_is_played_when_it_comes_true(session: Session, table: Table) -> None:
    await prepare(session, table, OVER, HOME)
    assert (await stored_table(session, table)).answering == WAITING
    shown = await act(session, table, OVER)
    assert shown.table.is_answered
    (came,) = await play_all_due(session)
    assert came.news is not None
    assert (came.news.key, came.news.name) == ("prepared.played", "Ann")
    lines = await session.tables.log(table)
    assert lines_of(lines)[1:] == [(1, OVER, False), (0, HOME, True)]
    assert [line.user_id for line in lines] == [ANN.id, BEN.id, ANN.id]
    assert not (await stored_table(session, table)).is_answered
    assert await branches(session, table) == []


async def test_a_branch_goes_on_line_by_line(session: Session, table: Table) -> None:
    await prepare(session, table, OVER, HOME, BACK, OUT, OVER, HOME)
    for line in (OVER, BACK, OVER):
        await act(session, table, line)
        assert len(await play_all_due(session)) == 1
    assert [line.action for line in await session.tables.log(table)] == [
        OUT,
        OVER,
        HOME,
        BACK,
        OUT,
        OVER,
        HOME,
    ]


async def test_of_several_branches_the_one_is_played_that_comes_true(session: Session, table: Table) -> None:
    await prepare(session, table, OVER, HOME)
    await prepare(session, table, "TG7-G6", "dA6-B6")
    await prepare(session, table, "TH7-H6", "dA6-C6")
    await act(session, table, "TG7-G6")
    await play_all_due(session)
    assert [line.action for line in await session.tables.log(table)] == [OUT, "TG7-G6", "dA6-B6"]


async def test_another_line_cancels_the_branch_and_its_player_is_told_once(
    session: Session, table: Table
) -> None:
    await prepare(session, table, OVER, HOME)
    shown = await act(session, table, "TG7-G6")
    assert not shown.table.is_answered
    assert await play_all_due(session) == []
    found = await answers_service(session).load(click(ANN), table.id)
    assert ([one.answer for one in found.off], found.answers) == ([HOME], ())
    assert (await answers_service(session).load(click(BEN), table.id)).off == ()
    await answers_service(session).drop_off_answers(found)
    assert (await answers_service(session).load(click(ANN), table.id)).off == ()


async def test_what_is_taken_otherwise_than_foreseen_is_another_line(session: Session) -> None:
    """Ben's troll lands where it was expected, and takes one dwarf of two."""
    table = await game(session, "dF1-G2", "TG7-F7", "dG1-D4")
    await prepare(session, table, "TF7-D5xC4xD4", "dA6-B6")
    await act(session, table, "TF7-D5xC4")
    assert await play_all_due(session) == []
    assert (await session.tables.log(table))[-1].action == "TF7-D5xC4"


async def test_what_is_meant_by_a_line_is_what_the_log_writes(session: Session, table: Table) -> None:
    await prepare(session, table, "g7 f7", "g2 g1")
    assert await branches(session, table) == [[OVER, HOME]]
    with pytest.raises(Illegal):
        await prepare(session, table, OVER, "dA6-A5")
    with pytest.raises(Refused, match="giving-up"):
        await prepare(session, table, OVER, "resign")


async def test_there_is_one_answer_to_a_position(session: Session, table: Table) -> None:
    await prepare(session, table, OVER, HOME, BACK, OUT)
    await prepare(session, table, OVER, "dA6-B6")
    assert await branches(session, table) == [[OVER, "dA6-B6"]]


async def test_an_answer_is_withdrawn_with_what_follows_from_it(session: Session, table: Table) -> None:
    first = await prepare(session, table, OVER, HOME)
    _, ahead = await answers_service(session).enter_line(click(ANN), table.id, 1, first, BACK)
    await answers_service(session).enter_line(click(ANN), table.id, 1, ahead.number, OUT)
    await prepare(session, table, "TG7-G6", "dA6-B6")
    assert len(await branches(session, table)) == 3
    await answers_service(session).withdraw(click(ANN), table.id, first)
    assert await branches(session, table) == [["TG7-G6", "dA6-B6"]]
    with refusing("prepared-gone"):
        await answers_service(session).withdraw(click(ANN), table.id, first)


async def test_it_is_bounded(session: Session, table: Table) -> None:
    number = await prepare(session, table, OVER, HOME, BACK, OUT, OVER, HOME)
    found = await answers_service(session).load(click(ANN), table.id)
    assert len(found.future_position(number).steps) == DEEPEST
    assert not found.has_room(found.future_position(number))
    with refusing("old-control"):
        await answers_service(session).enter_line(click(ANN), table.id, 1, number, BACK)
    game_, state = found.entry.game, found.state
    others = [str(action) for action in game_.legal(state, 1) if str(action).startswith("T")]
    others.remove(OVER)
    with refusing("prepared-many"):
        for line in others[: MOST + 1]:
            await prepare(session, table, line, "dA7-B7")
    assert len(await branches(session, table)) == MOST


async def test_it_is_entered_while_the_other_one_is_to_move(session: Session, table: Table) -> None:
    with refusing("old-control"):
        await answers_service(session).enter_line(click(BEN), table.id, 1, 0, HOME)
    with refusing("not-seated"):
        await answers_service(session).load(click(CLEO), table.id)
    await act(session, table, OVER)
    with refusing("prepared-moved-on"):
        await answers_service(session).enter_line(click(ANN), table.id, 1, 0, OVER)


async def test_nobody_is_about_the_answers_of_another(session: Session, table: Table) -> None:
    number = await prepare(session, table, OVER, HOME)
    with refusing("prepared-gone"):
        await answers_service(session).withdraw(click(BEN), table.id, number)
    assert await branches(session, table, BEN) == []


async def test_two_who_have_prepared_play_a_chain(session: Session, table: Table) -> None:
    """Six lines after the one that sets it off, each a line of its own."""
    await prepare(session, table, OVER, HOME, BACK, OUT, OVER, HOME)
    await act(session, table, OVER)
    table = await stored_table(session, table)
    await prepare(session, table, HOME, BACK, OUT, OVER, person=BEN)
    shown = await play_all_due(session)
    assert [one.table.plies for one in shown] == [3, 4, 5, 6, 7]
    lines = await session.tables.log(table)
    assert [line.action for line in lines] == [OUT, OVER, HOME, BACK, OUT, OVER, HOME]
    assert [line.prepared for line in lines] == [False, False, True, True, True, True, True]


async def test_what_has_been_withdrawn_meanwhile_is_not_played_and_its_player_is_called(
    session: Session, table: Table
) -> None:
    number = await prepare(session, table, OVER, HOME)
    await act(session, table, OVER)
    await PreparedStorage(session.context.store).drop(table.id, ANN.id, (number,))
    assert await play_all_due(session) == []
    table = await stored_table(session, table)
    assert (table.plies, table.is_answered) == (2, False)
    calls = [one for one in await session.schedule.due(session.now(), 50) if one.kind is Kind.CALL]
    assert [(one.user_id, one.turn) for one in calls] == [(ANN.id, table.turn)]


async def test_it_costs_no_time(session: Session, clock: Clock) -> None:
    table = await timed_table(session)
    before = table.time.clocks
    await prepare(session, table, OVER, HOME)
    clock.now += 60
    await act(session, table, OVER)
    clock.now += 5 * 3600
    (shown,) = await play_all_due(session)
    mine = next(one for one in shown.table.time.clocks if one.seat == 0)
    assert mine.bank == next(one for one in before if one.seat == 0).bank
    assert mine.last < 1
    assert mine.since is None
    assert next(one for one in shown.table.time.clocks if one.seat == 1).since == clock.now


async def timed_table(session: Session) -> Table:
    """The same with an hour a move."""
    wanted = replace(opening(BEN), terms=Terms(clock=1, bank=1))
    opened = await session.lobby.open(click(ANN), wanted, trace())
    table = opened.table
    table = (await session.lobby.sit(click(BEN), table.id, table.revision, trace())).table
    return (await act(session, table, OUT)).table


async def test_nobody_is_late_or_called_whose_answer_is_about_to_be_played(
    session: Session, clock: Clock
) -> None:
    table = await timed_table(session)
    await prepare(session, table, OVER, HOME)
    await act(session, table, OVER)
    clock.now += 3 * 3600
    alarms = await session.schedule.due(session.now(), 50)
    assert {one.kind for one in alarms} >= {ANSWER, Kind.UP}
    found = {one.kind: await session.assess(one) for one in alarms}
    assert isinstance(found.pop(ANSWER), DueAlarm)
    assert all(not isinstance(one, DueAlarm) for one in found.values())


# The way back


async def test_a_slip_that_is_taken_back_leaves_what_was_foreseen(session: Session, table: Table) -> None:
    await prepare(session, table, OVER, HOME)
    await act(session, table, "TG7-G6")
    way = await session.service(Undo).find_request(click(BEN), table.id)
    await session.service(Undo).take_back(click(BEN), way, trace())
    assert await branches(session, table) == [[OVER, HOME]]
    await act(session, table, OVER)
    assert len(await play_all_due(session)) == 1


async def test_a_way_back_to_before_it_switches_it_off(session: Session, table: Table) -> None:
    await prepare(session, table, OVER, HOME)
    way = await session.service(Undo).find_request(click(ANN), table.id)
    await session.service(Undo).take_back(click(ANN), way, trace())
    assert await branches(session, table) == []
    await act(session, table, "dA6-B6", ANN)
    await act(session, table, OVER, BEN)
    assert await play_all_due(session) == []


async def test_what_was_played_is_taken_back_freely_and_does_not_come_again(
    session: Session, table: Table
) -> None:
    await prepare(session, table, OVER, HOME, BACK, OUT)
    await act(session, table, OVER)
    await play_all_due(session)
    way = await session.service(Undo).find_request(click(ANN), table.id)
    assert way.takeback.is_free
    await session.service(Undo).take_back(click(ANN), way, trace())
    assert await play_all_due(session) == []
    assert not (await stored_table(session, table)).is_answered
    assert await branches(session, table) == [[HOME, BACK, OUT]]


# Forks, moves, ends, people


async def test_a_fork_has_nothing_prepared_and_leaves_what_is(session: Session, table: Table) -> None:
    await prepare(session, table, OVER, HOME)
    fork = (await session.service(Forks).fork(click(BEN), table.id, None, trace())).table
    assert fork.answering == NOTHING
    assert await branches(session, table) == [[OVER, HOME]]


async def test_the_end_of_the_game_is_the_end_of_it(session: Session, table: Table) -> None:
    await prepare(session, table, OVER, HOME)
    over = (await act(session, table, "resign", BEN)).table
    assert (over.status, over.answering) == (Status.OVER, NOTHING)
    _, _, kept = await PreparedStorage(session.context.store).load_prepared(table.id, ANN.id)
    assert kept == ()


async def test_an_export_tells_nothing_of_it_and_verifies(session: Session, table: Table) -> None:
    await prepare(session, table, OVER, HOME, BACK, OUT)
    await act(session, table, OVER)
    await play_all_due(session)
    table = await stored_table(session, table)
    exported = export_files(CATALOGUE["thud"], table, await session.tables.log(table))
    assert verify(exported["T1.jsonl"], GAMES) == ()
    assert "prepared" not in "".join(exported.values())
    assert BACK not in "".join(exported.values())


async def test_whoever_is_forgotten_has_prepared_nothing(session: Session, table: Table) -> None:
    await prepare(session, table, OVER, HOME)
    kept = await session.privacy.data_of(ANN.id)
    assert [(row["way"], row["answer"]) for row in kept["prepared"]] == [(f"1 {OVER}", HOME)]
    assert (await session.privacy.data_of(BEN.id))["prepared"] == ()
    await session.forget(ANN.id)
    await act(session, await stored_table(session, table), OVER, BEN)
    assert [one for one in await due(session) if one.alarm.user_id is not None] == []


async def test_it_waits_while_somebody_else_plays_for_them(session: Session, table: Table) -> None:
    await prepare(session, table, OVER, HOME)
    lent = tuple(
        replace(one, substitute=CLEO.id, substitute_name="Cleo") if one.seat == 0 else one
        for one in table.players
    )
    change = replace(session.tables.automatic_change(await stored_table(session, table)), players=lent)
    await session.tables.save(change, trace())
    shown = await act(session, table, OVER, BEN)
    assert not shown.table.is_answered


@pytest.mark.parametrize("user", [HOUSE, bot_id("odo", 1)])
async def test_a_line_of_the_house_or_of_a_bot_is_answered_like_any_other(
    session: Session, table: Table, user: int
) -> None:
    await prepare(session, table, OVER, HOME)
    current = await stored_table(session, table)
    await session.play.act_for(current, 1, OVER, -77, None if user == HOUSE else user, trace())
    assert len(await play_all_due(session)) == 1


async def test_a_hint_in_between_changes_nothing(session: Session, table: Table) -> None:
    await prepare(session, table, OVER, HOME)
    current = await stored_table(session, table)
    change = replace(
        session.tables.automatic_change(current),
        line=NewLine(1, BEN.id, HINT),
        head=next_hash(current.head, current.plies + 1, 1, HINT),
    )
    await session.tables.save(change, trace())
    await act(session, table, OVER)
    assert len(await play_all_due(session)) == 1


async def test_what_moves_to_another_channel_takes_nothing_along(session: Session, table: Table) -> None:
    await prepare(session, table, OVER, HOME)
    await session.service(Transfer).ask_to_move(click(ANN), table.id, THERE)
    await session.service(Transfer).agree_to_move(click(BEN), table.id)
    new = (
        await session.service(Transfer).move_to_channel(
            click(ANN), table.id, click(ANN, channel=THERE), trace()
        )
    ).table
    assert (new.answering, (await stored_table(session, table)).answering) == (NOTHING, NOTHING)
    _, _, kept = await PreparedStorage(session.context.store).load_prepared(table.id, ANN.id)
    assert kept == ()


@pytest.mark.parametrize("key", [key for key, entry in CATALOGUE.items() if entry.is_foreseeable])
def test_in_games_that_can_be_foreseen_nothing_is_hidden_or_drawn(key: str) -> None:
    game_, rng = CATALOGUE[key].game, SeededRng("ahead")
    state = game_.start(read_settings(game_, {}, 2), 2, seedless_rng(0))
    for _ in range(60):
        assert game_.view(state, 0) == game_.view(state, 1) == game_.view(state, None)
        acting = sorted(game_.to_act(state))
        if not acting:
            break
        lines = game_.legal(state, acting[0])
        state = game_.apply(state, acting[0], lines[rng.below(len(lines))], seedless_rng(0)).state


def test_games_with_chance_cannot_be_foreseen() -> None:
    assert [key for key, entry in CATALOGUE.items() if entry.is_foreseeable] == ["thud", "koom"]


# What is said and is no move


@pytest.mark.parametrize("said", [("offer", "decline"), ()])
async def test_an_offer_drops_nothing_that_was_foreseen(session: Session, said: tuple[str, ...]) -> None:
    """Ben, who must move, offers an end; and Ann offers one while it is his turn."""
    table = await game(session, OUT)
    await prepare(session, table, OVER, HOME)
    for line, person in zip(said, (BEN, ANN), strict=False):
        await session.play.move(click(person), table.id, line, trace())
        assert await branches(session, table) == [[OVER, HOME]]
    await session.play.move(click(ANN), table.id, "offer", trace())
    assert await branches(session, table) == [[OVER, HOME]]
    await session.play.move(click(BEN), table.id, OVER, trace())
    (shown,) = await play_all_due(session)
    assert shown.table.state is not None
    log = await session.tables.log(await stored_table(session, table))
    assert [line.action for line in log] == [OUT, *said, "offer", OVER, HOME]


async def test_what_follows_from_a_move_can_be_looked_at_while_an_offer_waits(session: Session) -> None:
    table = await game(session, OUT)
    number = await prepare(session, table, OVER, HOME)
    await session.play.move(click(BEN), table.id, "offer", trace())
    found = await answers_service(session).load(click(ANN), table.id)
    assert not found.is_opponents_turn
    assert [str(step.action) for step in found.future_position(number).steps] == [OVER, HOME]


async def test_an_answer_to_an_offer_is_played_as_any(session: Session) -> None:
    table = await game(session, OUT)
    await prepare(session, table, "offer", "decline")
    await session.play.move(click(BEN), table.id, "offer", trace())
    (shown,) = await play_all_due(session)
    assert session.tables.acting_seats(shown.table) == session.tables.acting_seats(table)


async def test_no_answer_is_played_to_a_move_that_was_followed_by_an_offer(session: Session) -> None:
    table = await game(session, OUT)
    await prepare(session, table, OVER, HOME)
    await session.play.move(click(BEN), table.id, OVER, trace())
    await session.play.move(click(BEN), table.id, "offer", trace())
    assert await play_all_due(session) == []
