"""The deal of the week that several play together: one for all, one try each, and who was best."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from bot.features import FEATURES
from bot.features.deals.service import Deals
from bot.features.forks.service import Forks
from bot.features.hints.service import Hints
from bot.features.ladders.service import Ladders
from bot.features.ladders.storage import SEASON
from bot.features.transfer.service import Transfer
from bot.features.undo.service import Undo
from bot.games.catalogue import CATALOGUE
from bot.kernel.clicks import Opening, Person
from bot.kernel.errors import Refused
from bot.kernel.session import Context, Session, Shown
from bot.kernel.tables.export import export_files, options_of
from bot.kernel.tables.results import SETTLED, Unranked
from bot.kernel.time.calendar import end_of
from bot.store import Status, Store, Table, Terms, bot_name
from bot.ui.alarms.kinds import ALARMS
from engine.mind import LEVELS
from engine.registry import GAMES
from engine.verify import verify
from tests.bot.kernel.test_deals import NOON, WEEK
from tests.bot.samples import ANN, BEN, CLEO, HERE, THERE, Clock, click, refusing, trace
from tests.playthroughs.golden import FILES, plies

TOGETHER = Opening("trogdor", {}, None, None)
DORA = Person(15, "Dora")
WON = next(file.read_text(encoding="utf-8") for file in FILES if file.stem == "trogdor_victory")
ITS_SEED = "4"


@pytest.fixture
def clock() -> Clock:
    return Clock(NOON)


@pytest.fixture
def session(store: Store, clock: Clock) -> Session:
    """The first secret is that of a raid that can be won; every other is another one."""
    seeds = count(int(ITS_SEED))
    return Session.over(
        Context(store, CATALOGUE, clock, lambda: str(next(seeds)), features=FEATURES, alarms=ALARMS)
    )


async def open_lobby(session: Session, *people: Person, channel: int = HERE) -> Table:
    """A table of this week's deal where these people sit."""
    here = click(people[0], channel=channel)
    table = (await session.service(Deals).open_weekly(here, TOGETHER, trace())).table
    for person in people[1:]:
        by = click(person, channel=channel)
        table = (await session.lobby.sit(by, table.id, None, trace())).table
    return table


async def start_raid(session: Session, table: Table, person: Person = ANN) -> Shown:
    return await session.lobby.start(click(person), table.id, table.revision, trace())


async def begin_raid(session: Session, *people: Person, channel: int = HERE) -> Shown:
    return await start_raid(session, await open_lobby(session, *people, channel=channel), people[0])


async def play_line(session: Session, table: Table, person: Person, line: str) -> Table:
    return (await session.play.move(click(person), table.id, line, trace())).table


async def abandoned_raid(session: Session, *people: Person, channel: int = HERE) -> Table:
    """A raid that everybody leaves at once."""
    table = (await begin_raid(session, *people, channel=channel)).table
    for person in people:
        table = await play_line(session, table, person, "leave")
    assert table.status is Status.OVER
    return table


async def won_raid(session: Session) -> Table:
    """A raid that Ann, Ben and Cleo win."""
    people = (ANN, BEN, CLEO)
    table = (await begin_raid(session, *people)).table
    for ply in plies(WON)[1]:
        table = await play_line(session, table, people[ply.seat], str(ply.action))
    assert table.status is Status.OVER
    return table


async def places(session: Session) -> list[tuple[int, tuple[str, ...], Unranked | None]]:
    found = await session.scores.deal_results(HERE, "trogdor", WEEK)
    return [(one.place, tuple(player.name for player in one.table.players), one.apart) for one in found]


# One deal


@pytest.mark.rule("trogdor:weekly-1")
async def test_every_group_of_a_size_has_the_same_raid(session: Session, clock: Clock) -> None:
    first = await begin_raid(session, ANN, BEN)
    second = await begin_raid(session, CLEO, DORA, channel=THERE)
    assert (first.state, first.table.seed) == (second.state, second.table.seed)
    assert (first.table.terms.week, first.table.terms.day, first.table.deal) == (WEEK, None, WEEK)
    assert options_of(first.table)["map"] == "normal"
    clock.now = end_of(WEEK)
    third = await begin_raid(session, ANN, BEN)
    assert third.table.seed != first.table.seed


@pytest.mark.rule("trogdor:weekly-1")
async def test_nothing_can_be_agreed_and_nobody_salts(session: Session) -> None:
    for opening in (replace(TOGETHER, options={"map": "easy"}), replace(TOGETHER, hints=3)):
        with refusing("daily-options"):
            await session.service(Deals).open_weekly(click(ANN), opening, trace())
    table = await open_lobby(session, ANN)
    with refusing("salt-deal"):
        await session.lobby.salt(click(ANN), table.id, "salt", trace())
    opening = replace(TOGETHER, terms=Terms(clock=3600))
    timed = await session.service(Deals).open_weekly(click(BEN), opening, trace())
    assert timed.table.terms.clock == 3600


# One try


@pytest.mark.rule("trogdor:weekly-2")
async def test_who_has_begun_it_sits_at_no_other_table(session: Session, clock: Clock) -> None:
    table = (await begin_raid(session, ANN, BEN)).table
    other = await open_lobby(session, CLEO, channel=THERE)
    with refusing("weekly-tried") as refused:
        await session.lobby.sit(click(BEN, channel=THERE), other.id, None, trace())
    assert refused.value.values["code"] == table.code
    with refusing("weekly-tried"):
        await session.service(Deals).open_weekly(click(ANN, channel=THERE), TOGETHER, trace())
    clock.now = end_of(WEEK)
    assert (await open_lobby(session, ANN, BEN)).terms.week != WEEK


@pytest.mark.rule("trogdor:weekly-2")
async def test_of_two_lobbies_that_somebody_sits_in_one_begins_with_them(session: Session) -> None:
    first, second = await open_lobby(session, ANN, CLEO), await open_lobby(session, BEN, CLEO)
    ends = await asyncio.gather(
        start_raid(session, first), start_raid(session, second, BEN), return_exceptions=True
    )
    (refused,) = (end for end in ends if isinstance(end, Refused))
    assert (refused.key, refused.values["name"]) == ("weekly-tried-other", "Cleo")
    assert [type(end) for end in ends].count(Shown) == 1


@pytest.mark.rule("trogdor:weekly-2")
async def test_a_lobby_is_no_try_and_neither_is_another_game(session: Session) -> None:
    await open_lobby(session, ANN, BEN)
    await session.lobby.open(click(ANN), replace(TOGETHER, alone=True), trace())
    assert (await begin_raid(session, ANN, BEN)).table.status is Status.PLAYING


@pytest.mark.rule("trogdor:weekly-2")
async def test_a_week_that_is_over_begins_no_more(session: Session, clock: Clock) -> None:
    table = await open_lobby(session, ANN)
    clock.now = end_of(WEEK)
    with refusing("weekly-over"):
        await start_raid(session, table)


@pytest.mark.rule("trogdor:weekly-2")
async def test_nobody_plays_it_a_second_time_for_somebody_else(session: Session) -> None:
    await begin_raid(session, CLEO)
    timed = replace(TOGETHER, terms=Terms(clock=3600))
    table = (await session.service(Deals).open_weekly(click(ANN), timed, trace())).table
    await session.lobby.sit(click(BEN), table.id, None, trace())
    shown = await session.lobby.start(click(ANN), table.id, 1, trace())
    (seat,) = shown.entry.game.to_act(shown.state)
    other = (BEN, ANN)[seat]
    late = shown.table.players[seat].user_id
    table = await session.absence.leave_server(shown.table, late, trace()) or shown.table
    with refusing("weekly-tried-other"):
        await session.absence.substitute(click(other), table.id, table.turn, CLEO, trace())
    after = await session.absence.substitute(click(other), table.id, table.turn, DORA, trace())
    assert after.table.players[seat].substitute == DORA.id


# What would spoil it


@pytest.mark.rule("trogdor:weekly-5")
async def test_the_seed_is_a_secret_until_the_week_is_over_and_nobody_plays(
    session: Session, clock: Clock
) -> None:
    table = await abandoned_raid(session, ANN)
    other = (await begin_raid(session, BEN, channel=THERE)).table

    async def text() -> str:
        published = await session.access.is_published(table)
        lines = await session.tables.log(table)
        told = export_files(CATALOGUE["trogdor"], table, lines, published=published)[f"{table.code}.jsonl"]
        assert verify(told, GAMES) == ()
        return told

    assert '"seed"' not in await text()
    clock.now = end_of(WEEK)
    assert '"seed"' not in await text(), "Ben still plays"
    await play_line(session, other, BEN, "leave")
    assert f'"seed":"{ITS_SEED}"' in (await text()).replace(" ", "")


@pytest.mark.rule("trogdor:weekly-5")
async def test_nobody_goes_back_behind_what_came_out(session: Session) -> None:
    people = (ANN, BEN, CLEO)
    table = (await begin_raid(session, *people)).table
    lines = plies(WON)[1]
    first = lines[0]
    table = await play_line(session, table, people[first.seat], str(first.action))
    way = await session.service(Undo).find_request(click(people[first.seat]), table.id)
    table = (await session.service(Undo).take_back(click(people[first.seat]), way, trace())).table
    for ply in lines:
        table = await play_line(session, table, people[ply.seat], str(ply.action))
        if ply.state.turn.number > 1:
            break
    with refusing("undo-day"):
        await session.service(Undo).find_request(click(people[first.seat]), table.id)


@pytest.mark.rule("trogdor:weekly-5")
async def test_there_are_no_hints_no_forks_and_no_way_out(session: Session, clock: Clock) -> None:
    table = (await begin_raid(session, ANN)).table
    with refusing("hint-day"):
        await session.service(Hints).request_hint(click(ANN), table.id)
    assert not await session.service(Hints).may_warn(table)
    with refusing("fork-deal"):
        await session.service(Forks).fork(click(ANN), table.id, 0, trace())
    with refusing("move-day"):
        await session.service(Transfer).pending_request(click(ANN), table.id)
    table = await play_line(session, table, ANN, "leave")
    with refusing("fork-deal"):
        await session.service(Forks).fork(click(ANN), table.id, 0, trace())
    with refusing("old-control"):
        await session.lobby.rematch(click(ANN), table.id, trace())
    clock.now = end_of(WEEK)
    assert (await session.service(Forks).fork(click(ANN), table.id, 0, trace())).table.terms.week is None


async def test_it_is_an_ordinary_table_in_its_channel(session: Session) -> None:
    table = (await begin_raid(session, ANN, BEN)).table
    assert await session.search.find(click(CLEO), table.code) == table


async def test_a_thread_belongs_to_its_channel(session: Session) -> None:
    table = await abandoned_raid(session, ANN, channel=THERE)
    await session.context.store.set_place(table.id, THERE, HERE)
    assert [names for _, names, _ in await places(session)] == [("Ann",)]
    assert await session.scores.deal_weeks(HERE, 9) == (WEEK,)


# Who was best


@pytest.mark.rule("trogdor:weekly-3", "trogdor:weekly-4")
async def test_the_groups_of_a_channel_stand_in_order(session: Session, clock: Clock) -> None:
    first = await won_raid(session)
    clock.now += 60
    await abandoned_raid(session, DORA)
    other = Person(31, "Eve")
    await begin_raid(session, other)
    assert await places(session) == [
        (1, ("Ann", "Ben", "Cleo"), None),
        (0, ("Dora",), None),
        (0, ("Eve",), None),
    ]
    assert await session.scores.deal_weeks(HERE, 9) == (WEEK,)
    (result, *_) = await session.scores.deal_results(HERE, "trogdor", WEEK)
    assert (result.table, result.winners) == (first, (0, 1, 2))


def rank_every_raid(session: Session) -> None:
    """Whoever ends a raid has a place, however it went."""
    entry = CATALOGUE["trogdor"]
    assert entry.rules.weekly is not None
    weekly = replace(entry.rules.weekly, rank=lambda _: (1,))
    session.context.catalogue = CATALOGUE | {
        "trogdor": replace(entry, rules=replace(entry.rules, weekly=weekly))
    }


@pytest.mark.rule("trogdor:weekly-4")
async def test_who_had_a_bot_or_somebody_standing_in_has_no_place(session: Session) -> None:
    rank_every_raid(session)
    table = await open_lobby(session, ANN)
    table = (await session.lobby.seat_bot(click(ANN), table.id, LEVELS[0], trace())).table
    table = (await start_raid(session, table)).table
    await play_line(session, table, ANN, "leave")
    shown = await begin_raid(session, BEN)
    first = str(shown.entry.game.legal(shown.state, 0)[0])
    helped = await play_line(session, await play_line(session, shown.table, BEN, first), BEN, "leave")
    gone = await abandoned_raid(session, CLEO)
    await _signed_by_the_house(session.context.store, helped)
    await _signed_by_the_house(session.context.store, gone)  # who is late is gone, and nobody has played
    assert await places(session) == [
        (1, ("Cleo",), None),
        (0, ("Ben",), Unranked.HELPED),
        (0, ("Ann", bot_name(LEVELS[0])), None),
    ]


async def _signed_by_the_house(store: Store, table: Table) -> None:
    """As if every line had been the house's."""

    def sign(connection: Any) -> None:
        connection.execute("UPDATE lines SET user_id = NULL WHERE table_id = ?", (table.id,))

    await store.writer.write(sign)  # no session does that without a day of waiting


@pytest.mark.rule("trogdor:weekly-4")
async def test_who_ends_after_the_week_has_no_place(session: Session, clock: Clock) -> None:
    rank_every_raid(session)
    table = (await begin_raid(session, ANN)).table
    clock.now = end_of(WEEK)
    await play_line(session, table, ANN, "leave")
    assert await places(session) == [(0, ("Ann",), Unranked.LATE)]


async def test_the_end_of_a_week_is_told_once_where_somebody_was_done_in_time(
    session: Session, clock: Clock
) -> None:
    await abandoned_raid(session, ANN)
    await abandoned_raid(session, BEN)
    late = (await begin_raid(session, CLEO, channel=THERE)).table
    due = end_of(WEEK) + SETTLED
    assert [one.detail for one in await _weeks_due(session, due)] == [WEEK]
    clock.now = end_of(WEEK)
    await play_line(session, late, CLEO, "leave")
    assert len(await _weeks_due(session, due)) == 1


async def _weeks_due(session: Session, due: float) -> list[Any]:
    found = await session.context.store.schedule.due(due, 99)
    return [one for one in found if one.kind == SEASON]


async def test_everybody_of_the_best_group_has_won_the_week_until_they_are_forgotten(
    session: Session, clock: Clock
) -> None:
    await won_raid(session)
    await abandoned_raid(session, DORA)
    clock.now = end_of(WEEK) + SETTLED
    for _ in range(2):
        best = await session.service(Ladders).close_week(HERE, WEEK)
        assert [result.place for result in best["trogdor"]] == [1]
    weeks = [await session.service(Ladders).weeks_won(person.id) for person in (ANN, BEN, CLEO, DORA)]
    assert weeks == [{"trogdor": 1}, {"trogdor": 1}, {"trogdor": 1}, {}]
    assert await session.service(Ladders).months_won(ANN.id) == {}
    await session.context.store.erase(ANN.id, ())
    assert await session.service(Ladders).weeks_won(ANN.id) == {}
    assert (await places(session))[0][1][1:] == ("Ben", "Cleo")


async def test_who_lost_is_first_of_nothing(session: Session, clock: Clock) -> None:
    rank_every_raid(session)
    await abandoned_raid(session, ANN)
    clock.now = end_of(WEEK) + SETTLED
    best = await session.service(Ladders).close_week(HERE, WEEK)
    assert [result.place for result in best["trogdor"]] == [1]
    assert await session.service(Ladders).weeks_won(ANN.id) == {}
