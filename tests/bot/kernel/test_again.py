"""Playing again: the seats and terms of the new table, and that there is only one."""

from __future__ import annotations

import asyncio
import json

import pytest

from bot.features import FEATURES
from bot.features.deals.service import Deals
from bot.games.catalogue import CATALOGUE
from bot.kernel.clicks import Click, Opening, Person
from bot.kernel.session import Context, Session
from bot.kernel.tables.export import options_of
from bot.store import Status, Store, Table, Terms
from bot.ui.alarms.kinds import ALARMS
from tests.bot.samples import ANN, BEN, CLEO, THERE, Clock, click, game, on_disk, refusing, trace
from tests.data.test_trogdor_files import MAP


@pytest.fixture
def session(store: Store, clock: Clock) -> Session:
    return Session.over(Context(store, CATALOGUE, clock, lambda: "secret", features=FEATURES, alarms=ALARMS))


async def finished_duel(session: Session, quiet_limit: str = "0") -> Table:
    """Return a duel of Ann, with the dwarfs first, against Ben, resigned by Ann."""
    table = await game(session, quiet_limit=quiet_limit)
    return (await session.play.move(click(ANN), table.id, "resign", trace())).table


async def again(session: Session, old: Table, by: Click) -> Table:
    """Return the new table, as it is stored."""
    shown = await session.lobby.rematch(by, old.id, trace())
    assert shown.table == await on_disk(session.context.store, shown.table.id)
    return shown.table


def seats(table: Table) -> list[tuple[int, int, bool]]:
    return [(player.seat, player.user_id, player.seated) for player in table.players]


async def test_one_of_two_challenges_the_other_with_the_seats_exchanged(session: Session) -> None:
    for number, (person, other) in enumerate(((ANN, BEN), (BEN, ANN))):
        old = await finished_duel(session, quiet_limit="7")
        new = await again(session, old, click(person))
        assert (new.game, new.status, new.host_id, new.plies) == ("thud", Status.OPEN, person.id, 0)
        assert sorted(seats(new)) == sorted([(1 - number, person.id, True), (number, other.id, False)])
        assert options_of(new) == options_of(old)
        begun = await session.lobby.sit(click(other), new.id, new.revision, trace())
        assert begun.table.status is Status.PLAYING


async def test_another_person_opens_a_seat_where_they_are(session: Session) -> None:
    new = await again(session, await finished_duel(session), click(CLEO, channel=THERE))
    ((_, user, seated),) = seats(new)
    assert (user, seated, new.channel_id) == (CLEO.id, True, THERE)


@pytest.mark.parametrize("person", [ANN, CLEO])
async def test_a_game_for_one_begins_at_once(session: Session, person: Person) -> None:
    opened = await session.lobby.open(click(ANN), Opening("thrag", {"weapons": "red"}, None, None), trace())
    old = (await session.play.move(click(ANN), opened.table.id, "resign", trace())).table
    new = await again(session, old, click(person))
    assert (new.status, new.terms.day, seats(new)) == (Status.PLAYING, None, [(0, person.id, True)])
    assert new.terms.options == old.terms.options


async def test_a_lobby_opens_with_its_files_and_without_what_was_picked(session: Session) -> None:
    options = {"own_map": json.dumps(MAP), "keepers": "chosen", "troghammers": "3"}
    opening = Opening("trogdor", options, None, None, terms=Terms(patience=7200))
    opened = (await session.lobby.open(click(ANN), opening, trace())).table
    keepers = CATALOGUE["trogdor"].game.picks({**json.loads(opened.terms.options)})[0]
    await session.lobby.pick(click(ANN), opened.id, {keepers.key: keepers.choices[1]}, trace())
    await session.lobby.sit(click(BEN), opened.id, 0, trace())
    now = await session.tables.get(opened.id)
    await session.lobby.start(click(ANN), opened.id, now.revision, trace())
    await session.play.move(click(ANN), opened.id, "leave", trace())
    old = (await session.play.move(click(BEN), opened.id, "leave", trace())).table
    assert old.status is Status.OVER
    new = await again(session, old, click(CLEO))
    assert (new.status, new.terms.patience, new.terms.options) == (Status.OPEN, 7200, opened.terms.options)
    assert seats(new) == [(0, CLEO.id, True)]
    assert new.players[0].picks == "{}"


async def test_of_many_who_ask_at_once_one_opens_the_table(session: Session) -> None:
    old = await finished_duel(session)
    people = (ANN, BEN, CLEO, ANN, BEN)
    ends = await asyncio.gather(
        *(session.lobby.rematch(click(person), old.id, trace()) for person in people), return_exceptions=True
    )
    assert len([end for end in ends if not isinstance(end, Exception)]) == 1
    assert await session.context.store.table(old.id + 2) is None
    with refusing("again-opened") as refused:
        await session.lobby.rematch(click(ANN), old.id, trace())
    assert refused.value.table == await session.tables.get(old.id + 1)
    with refusing("already-done"):
        first = click(CLEO)
        await session.lobby.rematch(first, (await finished_duel(session)).id, trace())
        await session.lobby.rematch(first, old.id, trace())


async def test_one_that_was_taken_back_does_not_count(session: Session) -> None:
    old = await finished_duel(session)
    new = await again(session, old, click(ANN))
    await session.lobby.cancel(click(ANN), new.id, new.revision, trace())
    assert (await again(session, old, click(BEN))).host_id == BEN.id
    with refusing("again-opened"):
        await session.lobby.rematch(click(ANN), old.id, trace())


async def test_only_what_is_over_is_played_again_and_no_deal_of_the_day(session: Session) -> None:
    running = await game(session)
    deal = (
        await session.service(Deals).open_deal(click(ANN), Opening("thrag", {}, None, None), trace())
    ).table
    await session.play.move(click(ANN), deal.id, "resign", trace())
    for table in (running, deal):
        with refusing("old-control"):
            await session.lobby.rematch(click(ANN), table.id, trace())
    assert await session.context.store.table(deal.id + 1) is None
