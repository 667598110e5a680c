"""A database of the numbered migrations, with all games and features under way: everything goes on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import count

import pytest

from bot.features import FEATURES, HOOKS
from bot.features.lessons.model import Progress
from bot.features.lessons.storage import LessonStorage
from bot.features.orders.storage import OrderStorage
from bot.features.plans.service import Plans
from bot.features.puzzles.model import Attempts
from bot.features.puzzles.storage import PuzzleStorage
from bot.features.tournaments.model import PairingResult
from bot.features.tournaments.service import Tournaments
from bot.features.votes.service import Votes
from bot.games.catalogue import CATALOGUE
from bot.kernel.clicks import Person
from bot.kernel.session import Context, Session
from bot.ops.location import DatabaseLocation
from bot.store import Board, Status, Store, Table
from bot.store.upkeep.chains import broken_chains
from bot.ui.alarms.kinds import ALARMS
from tests.bot import samples
from tests.bot.features.prepared.test_service import branches
from tests.bot.features.tournaments.test_service import due, resigns
from tests.bot.samples import ANN, BEN, CLEO, QUIET, Clock, click, trace
from tests.bot.store.numbered import make_numbered
from tests.databases import rows_of

THUD, TROGDOR, OVER, TOURNAMENT = 1, 5, 8, 1


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def old(request: pytest.FixtureRequest) -> DatabaseLocation:
    """Where the database is."""
    kind = "path" if request.param == "sqlite" else "empty"
    found: DatabaseLocation = request.getfixturevalue(kind)
    make_numbered(found)
    return found


@pytest.fixture
def clock() -> Clock:
    return Clock(1_001_000.0)


@pytest.fixture
async def session(
    old: DatabaseLocation, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Session]:
    monkeypatch.setattr(samples, "_INTERACTIONS", count(50_000))  # others are noted there as saved
    store = await Store.open(old, hooks=HOOKS)
    yield Session.over(Context(store, CATALOGUE, clock, lambda: "secret", features=FEATURES, alarms=ALARMS))
    await store.close()


async def one_more(session: Session, table: Table) -> Table:
    """Whoever is to act at a table does something that is allowed."""
    shown = session.tables.show(table)
    seat = min(shown.entry.game.to_act(shown.state))
    who = Person(table.players[seat].user_id, table.players[seat].name)
    action = next(one for one in shown.entry.game.legal(shown.state, seat) if str(one) != "resign")
    return (await session.play.move(click(who), table.id, str(action), trace())).table


async def test_each_game_is_played_on(session: Session) -> None:
    found = await session.context.store.live_tables()
    assert {table.game for table in found} == set(CATALOGUE)
    for table in found:
        after = await one_more(session, table)
        while after.plies < table.plies + 4 and after.status is Status.PLAYING:
            after = await one_more(session, after)
        assert after.revision - table.revision == after.plies - table.plies
        assert len(await session.context.store.log(table.id)) == after.plies
    assert await session.context.store.reader.read(broken_chains) == ()


async def test_what_was_prepared_is_there(session: Session) -> None:
    table = await session.tables.get(THUD)
    assert await branches(session, table, BEN) == [[QUIET[2], QUIET[3]]]


async def test_plans_and_the_vote_go_on_and_end_with_the_turn(session: Session) -> None:
    plans, votes = session.service(Plans), session.service(Votes)
    table = await session.tables.get(TROGDOR)
    liked, mine = await plans.load_plan(click(BEN), TROGDOR, table.turn, 2)
    assert (liked.plan.name, liked.seated, mine) == ("East", 1, True)
    asked = await votes.open_vote(TROGDOR)
    assert asked is not None
    assert asked.votes == {ANN.id: 0}
    asked = await votes.cast_vote(click(BEN), TROGDOR, asked.vote.number, 1)
    assert asked.votes == {ANN.id: 0, BEN.id: 1}
    turn = table.turn
    while table.turn == turn:
        table = await one_more(session, table)
    assert await session.context.store.reader.read(_count, "plans") == 0


def _count(connection: object, table: str) -> int:
    found = connection.execute(f"SELECT count(*) FROM {table}")  # type: ignore[attr-defined] # noqa: S608
    return int(found.fetchone()[0])


async def test_the_tournament_goes_on(session: Session, clock: Clock) -> None:
    service = session.service(Tournaments)
    of = await service.get(TOURNAMENT)
    for pairing in of.pairings:
        table = await session.tables.get(pairing.table_id or 0)
        await resigns(session, table, table.players[0].user_id)
    assert await due(session, clock)
    of = await service.get(TOURNAMENT)
    assert [one.ended for one in of.pairings].count(PairingResult.NOT_YET) == 1, "the final"


async def test_what_people_have_said_and_learned_is_there(session: Session) -> None:
    store = session.context.store
    habits = await session.people.habits(ANN.id)
    assert habits.zone == "Europe/Berlin"
    assert await session.service(OrderStorage).orders_of(ANN.id) == frozenset({"nudge"})
    assert await LessonStorage(store).progress(BEN.id, "thud") == Progress(2, ("dG1-G2",))
    kept = Attempts("2026-11-29", 2, found=True, streak=3, last="2026-11-29")
    assert await PuzzleStorage(store).attempts(CLEO.id, "trogdor") == kept
    assert await store.note("note") == "kept"
    assert (await session.tables.get(OVER)).status is Status.OVER
    assert [row.table_id for row in await store.outbox.unshown()] == list(range(1, 9))
    assert Board(5, 900) in [row.board for row in await store.outbox.old_boards()]


async def test_codes_and_alarms_are_numbered_on(session: Session, old: DatabaseLocation) -> None:
    (last,) = rows_of(old, "SELECT max(id) FROM alarms")[0]
    await one_more(session, await session.tables.get(THUD))
    new = [alarm for (alarm,) in rows_of(old, "SELECT id FROM alarms ORDER BY id")]
    assert new[-1] > last
    again = (await session.lobby.rematch(click(ANN), OVER, trace())).table
    assert again.id == OVER + 1
