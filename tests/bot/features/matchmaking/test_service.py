"""Looking for an opponent: who may, who is brought together with whom, and how the table is that they get."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features import FEATURES
from bot.features.matchmaking import MATCHMAKING
from bot.features.matchmaking.model import OpponentSearch, Pace
from bot.features.matchmaking.pairing import TERMS
from bot.features.matchmaking.service import AT_ONCE, EndReason, Matchmaking, Reachability
from bot.features.matchmaking.storage import SearchStorage
from bot.features.people.service import PersonalSettings
from bot.games.catalogue import CATALOGUE
from bot.kernel.clicks import Click, Person
from bot.kernel.feature import storage_hooks
from bot.kernel.session import Context, Session
from bot.kernel.tables.export import options_of
from bot.kernel.tables.seats import with_current_name
from bot.ops.location import DatabaseLocation
from bot.store import HINTS_SETTLED, Habits, Kind, Openers, SecondBoard, Status, Store, Table, TimeChange
from bot.ui.alarms.kinds import ALARMS
from tests.bot import held
from tests.bot.samples import ANN, BEN, CLEO, Clock, click, refusing, trace

HOME, AWAY = (3, 50), (4, 60)
"""Two servers, each with the channel where it wants to see the tables."""


def at(person: Person, where: tuple[int, int] = HOME, *, manages: bool = False) -> Click:
    """A click in a server, in another channel than the one for tables."""
    guild, _ = where
    return replace(click(person, channel=guild * 100), guild_id=guild, manages=manages)


async def set_public_name(session: Session, person: Person, **habits: object) -> None:
    """Somebody has agreed to a name."""
    says = replace(Habits(person.id, known_as=f"{person.name[0]}."), **habits)  # type: ignore[arg-type]
    await session.context.store.schedule.save(TimeChange(habits=says))


async def seek(
    session: Session,
    person: Person,
    where: tuple[int, int] = HOME,
    *,
    game: str = "thud",
    pace: Pace = Pace.DAY,
    rated: bool = True,
) -> OpponentSearch:
    return await session.service(Matchmaking).start_search(
        at(person, where), game, pace, rated=rated, near=False
    )


async def there(_: OpponentSearch) -> Reachability:
    return Reachability.YES


async def pair(session: Session) -> tuple[Table, ...]:
    return (await session.service(Matchmaking).pair_players(there))[0]


@pytest.fixture(autouse=True)
async def _two_servers(session: Session) -> None:
    """Both take part, and Ann, Ben and Cleo have agreed to a name."""
    for where in (HOME, AWAY):
        await session.server.set_finds(at(ANN, where, manages=True), where[1])
    for person in (ANN, BEN, CLEO):
        await set_public_name(session, person)


async def test_two_servers_one_table_with_a_second_board(session: Session, clock: Clock) -> None:
    await seek(session, ANN)
    clock.now += 60
    await seek(session, BEN, AWAY)
    (table,) = await pair(session)
    assert (table.guild_id, table.channel_id, table.status) == (*HOME, Status.PLAYING)
    names = {player.user_id: (player.name, player.afar) for player in table.players}
    assert names == {ANN.id: ("A.", None), BEN.id: ("B.", SecondBoard(*AWAY, "en"))}
    terms = TERMS[Pace.DAY]
    assert (table.terms.clock, table.terms.bank, table.terms.forfeit) == (terms.clock, terms.bank, True)
    assert (table.terms.hints, table.terms.hints_asked, table.terms.found) == (0, HINTS_SETTLED, True)
    assert await session.service(Matchmaking).count_searches() == 0


async def test_a_game_over_two_servers_goes_on_without_the_feature(
    session: Session, prepared_place: DatabaseLocation, clock: Clock
) -> None:
    await seek(session, ANN)
    await seek(session, BEN, AWAY)
    (table,) = await pair(session)
    await session.context.store.close()
    rest = tuple(feature for feature in FEATURES if feature is not MATCHMAKING)
    store = await Store.open(prepared_place, hooks=storage_hooks(rest))
    try:
        left = Session.over(Context(store, CATALOGUE, clock, lambda: "s", features=rest, alarms=ALARMS))
        first = next(player for player in table.players if player.seat == 0)
        person, where = (ANN, HOME) if first.user_id == ANN.id else (BEN, AWAY)
        played = await left.play.move(at(person, where), table.id, "dE2-E10", trace())
        assert played.table.plies == 1
        assert [row.newest for row in await left.second_boards.due_boards()] == [played.table.revision]
        await left.forget(BEN.id)
        assert await left.second_boards.due_boards() == ()
    finally:
        await store.close()


async def test_within_a_server_one_board_and_their_own_names(session: Session) -> None:
    await seek(session, ANN)
    await seek(session, BEN)
    (table,) = await pair(session)
    assert sorted(player.name for player in table.players) == ["Ann", "Ben"]
    assert not any(player.afar for player in table.players)


async def test_no_move_tells_what_somebody_is_called_at_home(session: Session) -> None:
    await seek(session, ANN)
    await seek(session, BEN, AWAY)
    (table,) = await pair(session)
    for person in (ANN, BEN):
        assert {player.name for player in with_current_name(table.players, person)} == {"A.", "B."}
    by_seat = {player.seat: {ANN.id: ANN, BEN.id: BEN}[player.user_id] for player in table.players}
    for line in ("dG1-G2", "TG7-F7"):
        (seat,) = session.tables.acting_seats(table)
        table = (await session.play.move(at(by_seat[seat]), table.id, line, trace())).table
    assert {player.name for player in table.players} == {"A.", "B."}
    shown = await session.play.move(at(BEN, AWAY), table.id, "resign", trace())
    assert shown.table.status is Status.OVER
    records = await session.context.store.schedule.results_of_user(ANN.id)
    assert [record.name for record in records] == ["A."]


async def test_a_friendly_game_has_hints_and_does_not_count(session: Session) -> None:
    await seek(session, ANN, rated=False)
    await seek(session, BEN, rated=False)
    (table,) = await pair(session)
    await session.play.move(at(ANN), table.id, "resign", trace())
    records = await session.context.store.schedule.results_of_user(ANN.id)
    assert table.terms.hints == -1
    assert [record.counts for record in records] == [False]


@pytest.mark.parametrize(
    ("game", "limit"),
    [("thud", ("quiet_limit", "100")), ("koom", ("quiet_limit", "100")), ("ploc", ("turn_limit", "40"))],
)
async def test_a_game_between_strangers_comes_to_an_end_by_rule(
    session: Session, game: str, limit: tuple[str, str]
) -> None:
    for person, where in ((ANN, HOME), (BEN, AWAY)):
        await seek(session, person, where, game=game)
    (table,) = await pair(session)
    assert limit in options_of(table).items()


async def test_ploc_draws_the_sides_by_its_seed(session: Session, clock: Clock) -> None:
    sat, seeds = set[int](), iter(f"seed {number}" for number in range(12))
    session.context.seeds = lambda: next(seeds)
    for _ in range(12):
        await seek(session, ANN, game="ploc")
        await seek(session, BEN, game="ploc")
        (table,) = await pair(session)
        sat.add(table.players[0].user_id)
        await session.play.move(at(ANN), table.id, "resign", trace())
        clock.now += 30 * 86_400
    assert sat == {ANN.id, BEN.id}


# Who may look


async def test_who_cannot_look(session: Session) -> None:
    with refusing("finding-off"):
        await session.service(Matchmaking).start_search(
            replace(at(ANN), guild_id=9), "thud", Pace.DAY, rated=True, near=False
        )
    with refusing("finding-off"):
        await session.service(Matchmaking).start_search(
            replace(at(ANN), guild_id=None), "thud", Pace.DAY, rated=True, near=False
        )
    with refusing("old-control"):
        await seek(session, ANN, game="trogdor")
    await seek(session, ANN)
    with refusing("finding-already"):
        await seek(session, ANN)
    await session.service(Matchmaking).set_name(ANN.id, " ")
    with refusing("finding-name"):
        await seek(session, ANN, game="ploc")


async def test_who_may_open_no_tables_may_not_look_for_one(session: Session) -> None:
    await session.server.set_openers(at(ANN, manages=True), Openers.MANAGERS)
    with refusing("opening-managers"):
        await seek(session, ANN)
    await session.service(Matchmaking).start_search(
        at(ANN, manages=True), "thud", Pace.DAY, rated=True, near=False
    )
    await session.server.set_channels(at(ANN, AWAY, manages=True), frozenset({1}))
    await seek(session, BEN, AWAY)
    assert len(await pair(session)) == 1, "the channel for such tables is picked by itself"


async def test_as_many_games_as_one_may_have(session: Session) -> None:
    for number in range(AT_ONCE):
        other = Person(100 + number, f"P{number}")
        await set_public_name(session, other)
        await seek(session, ANN)
        await seek(session, other)
        await pair(session)
    with refusing("finding-most"):
        await seek(session, ANN)


@pytest.mark.parametrize("name", ["discord.gg/abc", "x" * 33])
async def test_what_nobody_may_be_called(session: Session, name: str) -> None:
    if len(name) > 32:
        with refusing("finding-name-long"):
            await session.service(Matchmaking).set_name(ANN.id, name)
    else:
        assert (await session.service(Matchmaking).set_name(ANN.id, name)).known_as == "#0011"


# Who is brought together


async def test_nobody_on_vacation_and_nobody_who_is_blocked(session: Session, clock: Clock) -> None:
    await seek(session, ANN)
    await seek(session, BEN, AWAY)
    await set_public_name(session, ANN, away_from=clock.now - 1, away_until=clock.now + 100)
    assert await pair(session) == ()
    clock.now += 200
    await session.context.store.servers.block(BEN.id, clock.now)
    assert await pair(session) == ()
    await session.context.store.servers.unblock(BEN.id)
    clock.now += 10
    await session.context.store.servers.block(AWAY[0], clock.now)
    assert await pair(session) == ()
    await session.context.store.servers.unblock(AWAY[0])
    clock.now += 10
    assert len(await pair(session)) == 1


async def test_who_sleeps_plays_nobody_who_wants_to_play_now(session: Session, clock: Clock) -> None:
    minute = int(clock.now // 60 % 1440)
    await set_public_name(session, BEN, wakes=(minute + 60) % 1440, sleeps=(minute - 60) % 1440)
    for pace in (Pace.QUICK, Pace.DAY):
        await seek(session, ANN, pace=pace, game="thud" if pace is Pace.QUICK else "ploc")
        await seek(session, BEN, pace=pace, game="thud" if pace is Pace.QUICK else "ploc")
    assert [table.game for table in await pair(session)] == ["ploc"]
    clock.now += 2 * 3600
    assert [table.game for table in await pair(session)] == ["thud"]


async def test_never_again_whoever_of_them_said_so(session: Session, clock: Clock) -> None:
    await seek(session, ANN)
    await seek(session, BEN, AWAY)
    (table,) = await pair(session)
    assert await session.service(Matchmaking).avoid_opponent(at(BEN, AWAY), table.id) == "A."
    clock.now += 30 * 86_400
    await seek(session, ANN)
    await seek(session, BEN, AWAY)
    assert await pair(session) == ()
    await seek(session, CLEO)
    (other,) = await pair(session)
    assert {player.user_id for player in other.players} == {ANN.id, CLEO.id}
    await session.service(Matchmaking).clear_avoided(BEN.id)
    assert await session.service(Matchmaking).count_avoided(BEN.id) == 0


async def test_only_who_was_brought_together_can_be_kept_apart(session: Session) -> None:
    await seek(session, ANN)
    await seek(session, BEN)
    (table,) = await pair(session)
    with refusing("not-seated"):
        await session.service(Matchmaking).avoid_opponent(at(CLEO), table.id)


async def test_who_is_gone_is_struck_off_and_the_other_looks_on(session: Session) -> None:
    gone = await seek(session, ANN)
    await seek(session, BEN, AWAY)

    async def looks(search: OpponentSearch) -> Reachability:
        return Reachability.GONE if search.user_id == ANN.id else Reachability.YES

    tables, lost = await session.service(Matchmaking).pair_players(looks)
    assert tables == ()
    assert [search.user_id for search in lost] == [gone.user_id]
    assert [one.user_id for one in await SearchStorage(session.context.store).all_searches()] == [BEN.id]


async def test_where_the_first_server_is_full_they_play_in_the_other(session: Session, clock: Clock) -> None:
    await session.server.set_most(at(ANN, manages=True), 1)
    await seek(session, BEN)
    await seek(session, CLEO)
    await pair(session)
    await seek(session, ANN)
    clock.now += 60
    await seek(session, BEN, AWAY, game="thud")
    (table,) = await pair(session)
    assert (table.guild_id, table.channel_id) == AWAY


# How a search ends


async def test_a_search_ends_by_itself_once(session: Session, clock: Clock) -> None:
    search = await seek(session, ANN)
    assert await session.service(Matchmaking).end_searches() == ()
    clock.now = search.ends
    await seek(session, BEN)
    assert await pair(session) == (), "what is over finds nobody"
    assert [(one.user_id, why) for one, why in await session.service(Matchmaking).end_searches()] == [
        (ANN.id, EndReason.TIME)
    ]
    assert await session.service(Matchmaking).end_searches() == ()


async def test_a_server_that_takes_part_no_longer_ends_them(session: Session) -> None:
    await seek(session, ANN)
    await seek(session, BEN, AWAY)
    await session.server.set_finds(at(ANN, manages=True), None)
    assert await pair(session) == ()
    assert [(one.user_id, why) for one, why in await session.service(Matchmaking).end_searches()] == [
        (ANN.id, EndReason.SERVER)
    ]


async def test_a_search_is_cancelled_once(session: Session) -> None:
    await seek(session, ANN)
    assert await session.service(Matchmaking).cancel_search(at(ANN), "thud")
    assert not await session.service(Matchmaking).cancel_search(at(ANN), "thud")
    await seek(session, BEN)
    assert await pair(session) == ()


async def test_who_is_forgotten_looks_no_longer(session: Session) -> None:
    await seek(session, ANN)
    await seek(session, BEN)
    await session.forget(ANN.id)
    assert await pair(session) == ()
    assert (await session.people.habits(ANN.id)).known_as == ""


async def test_hundreds_who_cannot_be_paired_are_compared_beside_the_loop(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    await seek(session, ANN)
    every = SearchStorage.all_searches

    async def crowd(searches: SearchStorage) -> tuple[OpponentSearch, ...]:
        (one,) = await every(searches)
        return tuple(replace(one, user_id=ANN.id, since=one.since + number) for number in range(500))

    monkeypatch.setattr(SearchStorage, "all_searches", crowd)
    with held.count_calls() as most:
        assert await pair(session) == ()
    assert most.calls < held.MUCH


# Vacations


@pytest.mark.parametrize("pace", list(Pace))
async def test_a_vacation_stops_no_clock_against_a_stranger(
    session: Session, clock: Clock, pace: Pace
) -> None:
    """The bank is what there is for it; one that begins in a turn of theirs, or before it."""
    for person, where in ((ANN, HOME), (BEN, AWAY)):
        await seek(session, person, where, pace=pace)
    (table,) = await pair(session)
    people = {ANN.id: (ANN, HOME), BEN.id: (BEN, AWAY)}
    for line in ("dG1-G2", "TG7-F7"):
        (seat,) = session.tables.acting_seats(table)
        person, where = people[table.players[seat].user_id]
        await session.service(PersonalSettings).set_vacation(person.id, 10, None)
        await session.schedule.stop_clocks(person.id, clock.now)
        table = await session.tables.get(table.id)
        assert table.time.clocks[seat].since is not None
        table = (await session.play.move(at(person, where), table.id, line, trace())).table
    (seat,) = session.tables.acting_seats(table)
    ours = table.time.clocks[seat]
    assert ours.since == clock.now
    terms = TERMS[pace]
    (end,) = [
        alarm.due
        for alarm in await session.context.store.schedule.of_table(table.id)
        if alarm.kind is Kind.UP and alarm.turn == table.turn
    ]
    assert end == clock.now + terms.clock + terms.bank
