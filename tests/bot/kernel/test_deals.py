"""A game for one, and the deal of the day: once a person, the same for all, hidden until it was played."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest

from bot.features import FEATURES, HOOKS
from bot.features.deals.service import Deals
from bot.games.catalogue import CATALOGUE
from bot.kernel.clicks import Opening, Person
from bot.kernel.errors import AlreadyDone
from bot.kernel.session import Context, Session, Shown
from bot.kernel.tables.export import export_files
from bot.kernel.time.calendar import day_of, end_of, parse_day, parse_week, week_of
from bot.store import Status, Store, Table
from bot.ui.alarms.kinds import ALARMS
from engine.__main__ import main
from engine.core import Fault, IllegalAction
from engine.fairness import commitment, first_hash
from engine.registry import GAMES
from engine.thrag.model import State
from engine.verify import verify
from tests.bot.samples import (
    ANN,
    BEN,
    CLEO,
    HERE,
    THERE,
    Clock,
    click,
    offered_lines,
    on_disk,
    refusing,
    start_place,
    trace,
)

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC).timestamp()
HOURS = 3600.0
TODAY, TOMORROW = "2026-11-21", "2026-11-22"
WEEK, NEXT_WEEK = "2026-W47", "2026-W48"
DAILY = Opening("thrag", {}, None, None)


@pytest.fixture
def clock() -> Clock:
    return Clock(NOON)


@pytest.fixture
def session(store: Store, clock: Clock) -> Session:
    """Every secret is another one."""
    seeds = count(1)
    return Session.over(
        Context(store, CATALOGUE, clock, lambda: f"secret {next(seeds)}", features=FEATURES, alarms=ALARMS)
    )


async def deal(session: Session, person: Person = ANN, channel: int = HERE, *, weekly: bool = False) -> Shown:
    return await session.service(Deals).open_deal(
        click(person, channel=channel), DAILY, trace(), weekly=weekly
    )


async def finished_deal(
    session: Session, person: Person = ANN, channel: int = HERE, *, weekly: bool = False
) -> Table:
    """Somebody's game of today's deal, or this week's, played to its end."""
    table = (await deal(session, person, channel, weekly=weekly)).table
    table = (await session.play.move(click(person, channel=channel), table.id, "resign", trace())).table
    assert table.status is Status.OVER
    return table


# A game for one


async def test_a_game_for_one_begins_with_its_table(session: Session) -> None:
    shown = await session.lobby.open(click(ANN), Opening("thrag", {"null_coin": "2"}, None, None), trace())
    table = await on_disk(session.context.store, shown.table.id)
    assert shown.table == table
    assert (table.status, table.revision, table.terms.day) == (Status.PLAYING, 0, None)
    assert [(player.seat, player.user_id) for player in table.players] == [(0, ANN.id)]
    assert json.loads(table.terms.options) == {"weapons": "all", "null_coin": 2, "track_coins": "no"}
    agreed = ("thrag", table.terms.options, 1, CATALOGUE["thrag"].game.rules_version)
    assert table.head == first_hash(*agreed, commitment(table.seed), **start_place(table))
    after = await session.play.move(click(ANN), table.id, "resign", trace())
    assert after.table.status is Status.OVER
    exported = export_files(CATALOGUE["thrag"], after.table, await session.tables.log(after.table))
    assert verify(exported["T1.jsonl"], GAMES) == ()
    assert json.loads(exported["T1.jsonl"].splitlines()[0])["seed"] == "secret 1"


async def test_there_is_nothing_to_sit_down_at(session: Session) -> None:
    table = (await session.lobby.open(click(ANN), Opening("thrag", {}, None, None), trace())).table
    for do in (session.lobby.sit, session.lobby.start, session.lobby.decline, session.lobby.cancel):
        with refusing("already-begun"):
            await do(click(BEN), table.id, 0, trace())
    with refusing("already-begun"):
        await session.lobby.leave(click(ANN), table.id, trace())
    assert await on_disk(session.context.store, table.id) == table


async def test_an_option_that_cannot_be_opens_nothing(session: Session) -> None:
    with refusing("bad-option"):
        await session.lobby.open(click(ANN), Opening("thrag", {"null_coin": "9"}, None, None), trace())
    assert await session.context.store.table(1) is None


async def test_the_same_command_delivered_twice_opens_one_table(session: Session) -> None:
    for number, opened in enumerate((session.lobby.open, session.service(Deals).open_deal), 1):
        await opened(click(ANN, interaction=number), DAILY, trace())
        with pytest.raises(AlreadyDone):
            await session.lobby.open(click(ANN, interaction=number), DAILY, trace())
        assert await session.context.store.table(number + 1) is None


# One deal


@pytest.mark.rule("thrag:daily-1")
async def test_everybody_everywhere_has_the_same_deal_of_a_date(session: Session, clock: Clock) -> None:
    first = await deal(session)
    second = await deal(session, BEN, THERE)
    assert (first.state, first.table.seed) == (second.state, second.table.seed)
    clock.now += 12 * HOURS
    third = await deal(session, CLEO)
    assert third.table.terms.day == TOMORROW
    assert third.table.seed != first.table.seed
    assert third.state != first.state


@pytest.mark.rule("thrag:daily-1")
async def test_nobody_begins_a_deal_twice_wherever_they_are(session: Session) -> None:
    first = await deal(session)
    for channel in (HERE, THERE):
        again = await deal(session, channel=channel)
        assert again.table == first.table
    table = (await session.play.move(click(ANN), first.table.id, "resign", trace())).table
    assert (await deal(session)).table == table
    assert await session.context.store.table(2) is None


async def test_two_commands_at_once_begin_one_game(session: Session) -> None:
    shown = await asyncio.gather(*(deal(session) for _ in range(5)))
    assert {one.table.id for one in shown} == {1}
    assert await session.context.store.table(2) is None


async def test_other_games_do_not_count(session: Session) -> None:
    await session.lobby.open(click(ANN), DAILY, trace())
    shown = await deal(session)
    assert (shown.table.id, shown.table.terms.day) == (2, TODAY)
    await session.lobby.open(click(ANN), DAILY, trace())


@pytest.mark.rule("thrag:daily-1")
async def test_the_deal_has_everything_as_usual(session: Session) -> None:
    opening = Opening("thrag", {"null_coin": "0", "weapons": "all"}, None, None)
    with refusing("daily-options"):
        await session.service(Deals).open_deal(click(ANN), opening, trace())
    assert await session.context.store.table(1) is None
    assert (await deal(session)).table.terms.options == '{"null_coin":0,"track_coins":"no","weapons":"all"}'


@pytest.mark.rule("thrag:daily-1")
async def test_a_game_over_midnight_is_of_the_date_it_was_begun_on(session: Session, clock: Clock) -> None:
    clock.now = end_of(TODAY) - 1
    table = (await deal(session)).table
    clock.now += 1
    finished = (await session.play.move(click(ANN), table.id, "resign", trace())).table
    assert (finished.terms.day, finished.status) == (TODAY, Status.OVER)
    after = await deal(session)
    assert (after.table.terms.day, after.table.status) == (TOMORROW, Status.PLAYING)
    assert [result.table for result in await session.scores.deal_results(HERE, "thrag", TODAY)] == [finished]


async def test_a_bot_that_comes_back_knows_the_deal(session: Session, path: Path, clock: Clock) -> None:
    first = await deal(session)
    await session.context.store.close()
    store = await Store.open(path, hooks=HOOKS)
    other = Session.over(
        Context(store, CATALOGUE, clock, lambda: "another secret", features=FEATURES, alarms=ALARMS)
    )
    second = await deal(other, BEN)
    assert (await deal(other)).table == first.table
    await store.close()
    assert second.state == first.state


# Looking


@pytest.mark.rule("thrag:daily-1")
async def test_who_has_yet_to_play_does_not_look(session: Session, clock: Clock) -> None:
    table = await finished_deal(session)
    with refusing("daily-unplayed") as refused:
        await session.search.find(click(BEN), table.code)
    assert refused.value.table is None, "it would link to the board"
    mine = (await deal(session, BEN)).table
    with refusing("daily-playing"):
        await session.search.find(click(BEN), table.code)
    await session.play.move(click(BEN), mine.id, "resign", trace())
    assert await session.search.find(click(BEN), table.code) == table
    with refusing("daily-unplayed"):
        await session.access.check_may_look(CLEO, table)
    clock.now = end_of(TODAY)
    assert await session.search.find(click(CLEO), table.code) == table


async def test_who_still_plays_yesterdays_deal_does_not_look_today(session: Session, clock: Clock) -> None:
    table = await finished_deal(session)
    await deal(session, BEN)
    clock.now = end_of(TODAY)
    with refusing("daily-playing"):
        await session.access.check_may_look(BEN, table)


async def test_a_player_always_looks(session: Session) -> None:
    table = (await deal(session)).table
    for channel in (HERE, THERE):
        assert await session.search.find(click(ANN, channel=channel), table.code) == table
    assert await session.search.find(click(ANN), None) == table
    assert await offered_lines(session, click(ANN))


async def test_of_several_tables_the_hidden_ones_are_not_meant(session: Session) -> None:
    table = (await session.lobby.open(click(CLEO), Opening("thrag", {}, None, None), trace())).table
    await deal(session)
    assert await session.search.find(click(BEN), None) == table
    with refusing("daily-unplayed"):
        await session.search.find(click(BEN), "T2")
    with refusing("not-seated-deal"):
        await session.search.find_own(click(BEN), "T2")
    assert await offered_lines(session, click(BEN), "T2") == ()
    assert [one.code for one in await session.search.live_tables(click(BEN))] == ["T2", "T1"]


async def test_where_every_table_is_hidden_it_is_said_why(session: Session) -> None:
    await deal(session)
    with refusing("daily-unplayed"):
        await session.search.find(click(BEN), None)


# The seed


@pytest.mark.rule("thrag:daily-3")
async def test_the_seed_is_told_when_the_date_is_past_and_nobody_plays(
    session: Session, clock: Clock, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await finished_deal(session)
    other = (await deal(session, BEN, THERE)).table

    async def published_text() -> str:
        published = await session.access.is_published(table)
        found = export_files(CATALOGUE["thrag"], table, await session.tables.log(table), published=published)
        (text,) = found.values()
        assert verify(text, GAMES) == ()
        return text

    assert table.seed not in await published_text()
    clock.now = end_of(TODAY)
    assert table.seed not in await published_text(), "Ben still plays"
    file = tmp_path / "T1.jsonl"
    file.write_text(await published_text(), encoding="utf-8")
    assert main(["verify", str(file)]) == 0
    assert "Its seed is still a secret" in capsys.readouterr().out
    await session.play.move(click(BEN), other.id, "resign", trace())
    assert table.seed in await published_text()
    file.write_text(await published_text(), encoding="utf-8")
    assert main(["verify", str(file)]) == 0
    assert "all chance came from the seed that was sealed" in capsys.readouterr().out


@pytest.mark.rule("thrag:daily-3")
async def test_before_the_date_is_past_the_seed_is_a_secret_though_nobody_plays(session: Session) -> None:
    table = await finished_deal(session)
    assert not await session.access.is_published(table)
    (text,) = export_files(CATALOGUE["thrag"], table, await session.tables.log(table)).values()
    assert table.seed not in text
    assert '"outcome"' in text


async def test_a_changed_line_of_a_sealed_file_is_found(session: Session) -> None:
    table = await finished_deal(session)
    (text,) = export_files(CATALOGUE["thrag"], table, await session.tables.log(table)).values()
    assert verify(text.replace('"resign"', '"stop"'), GAMES)


# How it went


@pytest.mark.rule("thrag:daily-2")
async def test_those_who_did_equally_well_share_a_place(session: Session, clock: Clock) -> None:
    people = [Person(20 + number, f"P{number}") for number in range(4)]
    for person in people[:3]:
        clock.now += 60
        await finished_deal(session, person)
    await deal(session, people[3])
    await finished_deal(session, CLEO, THERE)
    set_rank(session, lambda _: (0,))
    results = await session.scores.deal_results(HERE, "thrag", TODAY)
    found = [(result.place, result.table.players[0].name) for result in results]
    assert found == [(1, "P0"), (1, "P1"), (1, "P2"), (0, "P3")]
    assert await session.scores.deal_results(HERE, "thrag", TOMORROW) == ()
    assert [len(result.states) for result in results] == [2, 2, 2, 0]


def set_rank(session: Session, rank: Callable[[State], tuple[int, ...]]) -> None:
    """The deals of this session are ranked so from now on."""
    entry = CATALOGUE["thrag"]
    assert entry.rules.daily is not None
    ranking = replace(entry.rules.daily, rank=rank)
    session.context.catalogue = CATALOGUE | {
        "thrag": replace(entry, rules=replace(entry.rules, daily=ranking, weekly=ranking))
    }


@pytest.mark.rule("thrag:daily-2")
async def test_what_has_no_rank_comes_after_what_has_one_and_before_what_goes_on(
    session: Session, clock: Clock
) -> None:
    people = [Person(20 + number, f"P{number}") for number in range(3)]
    for person in people:
        clock.now += 60
        await finished_deal(session, person)
    await deal(session, ANN)
    ranks = iter([(), (3,), (7,)])
    set_rank(session, lambda _: next(ranks))
    results = await session.scores.deal_results(HERE, "thrag", TODAY)
    found = [(result.place, result.table.players[0].name, result.table.status) for result in results]
    over_, playing = Status.OVER, Status.PLAYING
    assert found == [(1, "P2", over_), (2, "P1", over_), (0, "P0", over_), (0, "Ann", playing)]
    assert [len(result.states) for result in results] == [2, 2, 2, 0]


@pytest.mark.rule("thrag:daily-2")
async def test_the_better_game_has_the_better_place(session: Session) -> None:
    set_rank(session, lambda state: (sum(len(stack.slain) for stack in state.stacks),))
    await finished_deal(session, BEN)
    shown = await deal(session)
    lines = [line for line in await offered_lines(session, click(ANN), typed="fight") if "with" not in line]
    slain = [line for line in lines if _slays(shown, line)]
    assert slain, "a deal in which somebody falls without a coin"
    table = (await session.play.move(click(ANN), shown.table.id, slain[0], trace())).table
    await session.play.move(click(ANN), table.id, "resign", trace())
    results = await session.scores.deal_results(HERE, "thrag", TODAY)
    assert [(result.place, result.table.players[0].name) for result in results] == [(1, "Ann"), (2, "Ben")]


def _slays(shown: Shown, line: str) -> bool:
    view = shown.entry.game.view(shown.state, None)
    beast = ("red", "green", "blue").index(line.split()[1])
    return bool(view.foes[beast].strength <= view.die)


async def test_a_game_that_went_otherwise_than_todays_rules_has_no_story(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await finished_deal(session)
    assert len(await session.history.final_states(table)) == 2
    monkeypatch.setattr("bot.kernel.tables.history.replay_actions", _refuse)
    assert await session.history.final_states(table) == ()
    (result,) = await session.scores.deal_results(HERE, "thrag", TODAY)
    assert (result.table, result.states) == (table, ())


def _refuse(*_: object) -> None:
    raise IllegalAction(Fault.ILLEGAL, "thrag:turn-1", "must-fight")


# Weeks


@pytest.mark.rule("thrag:weekly-1")
async def test_everybody_has_the_same_deal_of_a_week_once(session: Session, clock: Clock) -> None:
    today = await deal(session)
    first = await deal(session, weekly=True)
    assert (first.table.terms.day, first.table.seed != today.table.seed) == (WEEK, True)
    clock.now = end_of(WEEK) - 1
    second = await deal(session, BEN, THERE, weekly=True)
    assert (second.table.terms.day, second.state, second.table.seed) == (WEEK, first.state, first.table.seed)
    assert (await deal(session, channel=THERE, weekly=True)).table == first.table
    clock.now += 1
    third = await deal(session, weekly=True)
    assert (third.table.terms.day, third.table.seed != first.table.seed) == (NEXT_WEEK, True)


@pytest.mark.rule("thrag:weekly-1")
async def test_a_week_is_hidden_and_sealed_until_it_is_over(session: Session, clock: Clock) -> None:
    table = await finished_deal(session, weekly=True)
    with refusing("daily-unplayed"):
        await session.search.find(click(BEN), table.code)
    clock.now = end_of(TODAY)
    with refusing("daily-unplayed"):
        await session.search.find(click(BEN), table.code)
    assert not await session.access.is_published(table)
    clock.now = end_of(WEEK) - 1
    other = (await deal(session, BEN, weekly=True)).table
    clock.now += 1
    assert await session.search.find(click(CLEO), table.code) == table
    assert not await session.access.is_published(table), "Ben still plays"
    await session.play.move(click(BEN), other.id, "resign", trace())
    assert await session.access.is_published(table)


@pytest.mark.rule("thrag:weekly-2")
async def test_what_is_finished_after_the_week_has_no_place(session: Session, clock: Clock) -> None:
    set_rank(session, lambda _: (1,))
    late = (await deal(session, BEN, weekly=True)).table
    clock.now = end_of(WEEK) - 1
    await finished_deal(session, weekly=True)
    clock.now += 1
    await session.play.move(click(BEN), late.id, "resign", trace())
    results = await session.scores.deal_results(HERE, "thrag", WEEK)
    assert [(result.place, result.table.players[0].name) for result in results] == [(1, "Ann"), (0, "Ben")]


async def test_days_and_weeks_are_listed_apart(session: Session) -> None:
    await finished_deal(session)
    await finished_deal(session, weekly=True)
    assert await session.scores.deal_days(HERE, 9) == (TODAY,)
    assert await session.scores.deal_weeks(HERE, 9) == (WEEK,)
    assert [one.table.terms.day for one in await session.scores.deal_results(HERE, "thrag", WEEK)] == [WEEK]


@pytest.mark.parametrize(
    ("typed", "week"),
    [(WEEK, WEEK), (" 2026-w47 ", WEEK), ("2026-W54", None), ("2026-W47-2", None), (TODAY, None), ("", None)],
)
def test_weeks_as_people_type_them(typed: str, week: str | None) -> None:
    assert parse_week(typed) == week


def test_a_week_ends_with_its_sunday() -> None:
    assert (week_of(end_of(WEEK) - 1), week_of(end_of(WEEK))) == (WEEK, NEXT_WEEK)
    assert end_of(WEEK) == end_of("2026-11-22")
    assert week_of(end_of("2026-12-31")) == "2026-W53"
    assert parse_day(WEEK) is None


# Dates


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        (TODAY, TODAY),
        (f" {TODAY} ", TODAY),
        ("20261121", TODAY),
        ("today", None),
        ("2026-13-01", None),
        ("", None),
    ],
)
def test_dates_as_people_type_them(typed: str, day: str | None) -> None:
    assert parse_day(typed) == day


def test_a_day_ends_when_the_next_begins() -> None:
    assert day_of(end_of(TODAY) - 1) == TODAY
    assert day_of(end_of(TODAY)) == TOMORROW
    assert day_of(end_of("2026-12-31")) == "2027-01-01"
