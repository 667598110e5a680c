"""A game in the middle of things, in a file that the playground finds: it posts every table that goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Final

import simcord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from bot import playground
from bot.client import Taproom
from bot.games.catalogue import CATALOGUE
from bot.kernel.clicks import Click, Opening, Person
from bot.kernel.session import Session
from bot.kernel.tables.seats import has_lobby
from bot.kernel.trace import Trace
from bot.store import Status, Table
from engine.core import Seat
from engine.minds import MINDS

LEVEL: Final = "pip"
"""The level of the bot that plays."""

TRIES: Final = 20
"""Games, each dealt in another way."""


@dataclass(frozen=True)
class Stage:
    """A game of Ann, and of Ben if it takes two, played until it is Ann's turn and `until` says so."""

    game: str
    until: Callable[[Any], bool]


def stage_game(database: Path, stage: Stage) -> str:
    """Play it, and leave it in the file; returns the code of its table.

    In a thread of its own: Playwright has the event loop of this one.
    """
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(_stage_game(database, stage))).result()


async def _stage_game(database: Path, stage: Stage) -> str:
    seeds = count(1)
    bot = Taproom(database, seeds=lambda: f"{next(seeds):032x}", hurried=False)
    async with simcord.run(bot, check_errors=False) as env:
        channel, people = vars(playground)["_make_world"](env)
        assert bot.surface is not None
        code = await _Studio(bot.surface.session, channel, people).code(stage)
    await bot.close()
    return code


class _Studio:
    """Plays tables without showing them."""

    def __init__(self, session: Session, channel: ChannelHandle, people: Sequence[MemberActor]) -> None:
        assert channel.guild is not None
        self._session, self._people = session, people
        self._place = channel.id, channel.guild.id
        self._trace, self._numbers = Trace("scene", 0), count(1)

    async def code(self, stage: Stage) -> str:
        """A table that is so far: games that come to their end before are left behind."""
        for _ in range(TRIES):
            table = await self._start_table(stage)
            while table.status is Status.PLAYING:
                state = self._session.tables.show(table).state
                (seat, *_) = CATALOGUE[stage.game].game.to_act(state)
                if seat == 0 and stage.until(state):
                    return table.code
                table = await self._make_move(table, state, seat)
        raise AssertionError(f"{stage.game} never comes to that")

    async def _start_table(self, stage: Stage) -> Table:
        lobby = self._session.lobby
        table = (await lobby.open(self._by(0), Opening(stage.game, {}, 0, None), self._trace)).table
        if table.status is Status.OPEN and has_lobby(CATALOGUE[stage.game].game):
            return (await lobby.start(self._by(0), table.id, table.revision, self._trace)).table
        if table.status is Status.OPEN:
            return (await lobby.sit(self._by(1), table.id, 0, self._trace, agreed=True)).table
        return table

    async def _make_move(self, table: Table, state: Any, seat: Seat) -> Table:
        """After what a bot would do."""
        game, mind = CATALOGUE[table.game].game, MINDS[table.game]
        legal = game.legal(state, seat)
        line = str(mind.plan(game.view(state, seat), legal, mind.level(LEVEL), f"{table.plies}")[0])
        return (await self._session.play.move(self._by(seat), table.id, line, self._trace)).table

    def _by(self, seat: Seat) -> Click:
        person = Person(self._people[seat].id, playground.PEOPLE[seat])
        return Click(person, *self._place, next(self._numbers))
