"""Bots and stand-ins draw from the secret of their table: nobody knows it before the end, and all do then."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

from bot.features import FEATURES
from bot.games.catalogue import CATALOGUE
from bot.kernel.clicks import Opening
from bot.kernel.session import Context, Session
from bot.kernel.tables.export import export_files
from bot.minds.pool import LIMIT, SearchPool, Urgency
from bot.minds.worker import SearchQuestion
from bot.store import Alarm, Kind, Player, Store, Table
from bot.ui.alarms.kinds import ALARMS
from engine.fairness import seed_of_player
from engine.registry import GAMES
from engine.rng import SeededRng
from engine.verify import verify
from tests.bot.samples import ANN, Clock, act, click, game, stored_table, trace

SEALED = "00112233445566778899aabbccddeeff"


class Careless(SearchPool):
    """Does any of the legal actions, drawn from the seed that it is given; remembers these seeds."""

    def __init__(self) -> None:
        super().__init__()
        self.seeds = list[str]()

    async def ask(self, question: SearchQuestion, urgency: Urgency, patience: float = LIMIT) -> Any:  # noqa: ARG002
        self.seeds.append(question.seed)
        return (draw_action(question.actions, question.seed),)


def draw_action(actions: tuple[Any, ...], seed: str) -> object:
    able = [action for action in actions if str(action) not in ("resign", "end")]
    return able[SeededRng(seed).below(len(able))]


@pytest.fixture
def careless() -> Careless:
    return Careless()


@pytest.fixture
def session(store: Store, clock: Clock, careless: Careless) -> Session:
    return Session.over(
        Context(store, CATALOGUE, clock, lambda: SEALED, careless, features=FEATURES, alarms=ALARMS)
    )


async def against_a_bot(session: Session) -> Table:
    opening = Opening("thud", {}, 0, None, level="pip", bots=1)
    return (await session.lobby.open(click(ANN), opening, trace())).table


def due(table: Table, seat: int) -> tuple[Alarm, Player]:
    (player,) = [player for player in table.players if player.seat == seat]
    return Alarm(1, Kind.HOUSE, 0.0, table.id, None, table.turn, str(seat), None), player


async def plays(session: Session, table: Table, seat: int) -> Table:
    alarm, player = due(table, seat)
    return (await session.play.bot_turn(alarm, table, player, trace())).table


def public(table: Table) -> list[str]:
    """What everybody knows of a table that is played."""
    return [table.head, table.code, sha256(SEALED.encode()).hexdigest(), str(table.plies)]


async def test_nothing_that_everybody_knows_is_what_a_bot_draws_from(
    session: Session, careless: Careless
) -> None:
    table = (await act(session, await against_a_bot(session), "dE2-E10")).table
    await plays(session, table, 1)
    (seed,) = careless.seeds
    known = public(table)
    guesses = {*known, *(sha256(one.encode()).hexdigest() for one in known)}
    guesses |= {seed_of_player(one, table.head) for one in known}
    assert seed not in guesses
    assert SEALED not in seed


async def test_when_the_seed_is_told_everybody_can_compute_what_the_bot_drew(session: Session) -> None:
    table = (await act(session, await against_a_bot(session), "dE2-E10")).table
    for _ in range(3):
        table = await plays(session, table, 1)
        shown = session.tables.show(table)
        line = next(iter(shown.entry.game.legal(shown.state, 0)))
        table = (await act(session, table, str(line), ANN)).table
    table = (await session.play.move(click(ANN), table.id, "resign", trace())).table
    lines = await session.tables.log(table)
    text = export_files(CATALOGUE["thud"], table, lines)[f"{table.code}.jsonl"]
    assert SEALED in text
    assert verify(text, GAMES) == ()
    positions = await session.history.positions(table)
    heads = [line.hash for line in lines]
    bots = [line for line in lines if line.seat == 1 and line.user_id != ANN.id]
    assert len(bots) >= 3
    for line in bots[:3]:
        legal = GAMES["thud"].legal(positions[line.ply - 1].state, 1)
        assert line.action == str(draw_action(legal, seed_of_player(SEALED, heads[line.ply - 2])))


async def test_so_does_whoever_stands_in(session: Session) -> None:
    seeds = list[str]()
    table = await stored_table(session, await game(session))

    def stands_in(view: Any, actions: tuple[Any, ...], rng: Any) -> Any:  # noqa: ARG001
        seeds.append(rng.seed)
        return actions[0]

    entry = CATALOGUE["thud"]
    session.context.catalogue = {"thud": replace(entry, game=replace(entry.game, stand_in_action=stands_in))}
    alarm, player = due(table, 0)
    await session.absence.stand_in(alarm, table, player, trace())
    assert seeds == [seed_of_player(SEALED, table.head)]
