"""What players add to the chance of their table: before anybody knows the seed, and for all to check."""

from __future__ import annotations

import json
from itertools import count

import pytest

from bot.features import FEATURES
from bot.games.catalogue import CATALOGUE
from bot.kernel.clicks import Opening
from bot.kernel.session import Context, Session
from bot.store import Status, Store, Table
from bot.ui.alarms.kinds import ALARMS
from engine.fairness import chance_seed, commitment
from engine.registry import GAMES
from engine.rng import SeededRng
from engine.verify import verify
from tests.bot.samples import ANN, BEN, CLEO, Clock, click, refusing, stored_table, trace


@pytest.fixture
def session(store: Store, clock: Clock) -> Session:
    seeds = count(1)
    return Session.over(
        Context(store, CATALOGUE, clock, lambda: f"secret {next(seeds)}", features=FEATURES, alarms=ALARMS)
    )


async def open_table(session: Session, game: str = "ploc", *, challenged: bool = False) -> Table:
    seat = 0 if game == "ploc" else None
    opening = Opening(game, {}, seat, BEN if challenged else None)
    return (await session.lobby.open(click(ANN), opening, trace())).table


async def test_the_game_draws_its_chance_from_the_secret_and_all_salts_in_the_order_of_the_seats(
    session: Session,
) -> None:
    table = await open_table(session)
    before = commitment(table.seed)
    await session.lobby.salt(click(ANN), table.id, "a pinch", trace())
    table = (await session.lobby.salt(click(BEN), table.id, "of salt", trace())).table
    assert table.status is Status.PLAYING  # the last seat is taken with it
    salts = {ANN.id: "a pinch", BEN.id: "of salt"}
    assert table.terms.salts == tuple(salts[player.user_id] for player in table.players)
    assert table.chance == chance_seed(table.seed, table.terms.salts)
    assert commitment(table.seed) == before
    entry = CATALOGUE["ploc"]
    state = entry.codec.load(table.state or "")
    settings = json.loads(table.terms.options)
    assert state == entry.game.start(settings, 2, SeededRng(table.chance))


async def test_the_export_of_a_salted_game_is_verified_with_them_and_not_with_others(
    session: Session,
) -> None:
    table = await open_table(session, challenged=True)
    await session.lobby.salt(click(BEN), table.id, "pepper", trace())
    table = (await session.lobby.sit(click(BEN), table.id, 1, trace())).table
    assert table.terms.salts == ("pepper",)
    state = session.tables.show(table).state
    line = str(CATALOGUE["ploc"].game.legal(state, 0)[0])
    table = (await session.play.move(click(ANN), table.id, line, trace())).table
    table = (await session.play.move(click(BEN), table.id, "resign", trace())).table
    told = (await session.access.export(table))[f"{table.code}.jsonl"]
    assert verify(told, GAMES) == ()
    assert [problem.line for problem in verify(told.replace('"pepper"', '"paprika"'), GAMES)] == [1]


async def test_in_a_lobby_they_can_be_changed_and_taken_back_until_it_begins(session: Session) -> None:
    table = await open_table(session, "trogdor")
    await session.lobby.sit(click(BEN), table.id, 0, trace())
    await session.lobby.salt(click(ANN), table.id, "one", trace())
    await session.lobby.salt(click(BEN), table.id, "  two \n lines ", trace())
    await session.lobby.salt(click(ANN), table.id, "", trace())
    table = await stored_table(session, table)
    assert [player.salt for player in table.players] == ["", "two lines"]
    table = (await session.lobby.start(click(ANN), table.id, table.revision, trace())).table
    assert table.terms.salts == ("two lines",)
    with refusing("already-begun"):
        await session.lobby.salt(click(ANN), table.id, "late", trace())


async def test_who_leaves_takes_their_salt_along(session: Session) -> None:
    table = await open_table(session, "trogdor")
    await session.lobby.sit(click(BEN), table.id, 0, trace())
    await session.lobby.salt(click(BEN), table.id, "sour", trace())
    await session.lobby.leave(click(BEN), table.id, trace())
    table = await stored_table(session, table)
    table = (await session.lobby.start(click(ANN), table.id, table.revision, trace())).table
    assert table.terms.salts == ()
    assert table.chance == table.seed


async def test_what_cannot_be_a_salt_is_refused(session: Session) -> None:
    table = await open_table(session, "trogdor")
    with refusing("salt-long"):
        await session.lobby.salt(click(ANN), table.id, "x" * 41, trace())
    with refusing("salt-unprintable"):
        await session.lobby.salt(click(ANN), table.id, "bell\a", trace())
    with refusing("salt-unseated"):
        await session.lobby.salt(click(CLEO), table.id, "x", trace())
    assert [player.salt for player in (await stored_table(session, table)).players] == [""]
