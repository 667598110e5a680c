"""The luck report of a game that is over: the button *Luck* under its last board and its review."""

from __future__ import annotations

import asyncio
from typing import Final

from bot.discord.endpoints import Endpoint, routes
from bot.discord.frame import game_title, names_of
from bot.discord.request import Request
from bot.kernel.errors import Refused
from bot.kernel.session import Session
from bot.kernel.tables.seats import DONE, refuse_closed
from bot.store import Status, Table
from bot.words import Words
from engine.replay import effective_positions


async def show_luck(request: Request) -> None:
    """The report for whoever clicked."""
    await request.private(await luck_of(request.words, request.session, await request.table()))


async def luck_of(words: Words, session: Session, table: Table) -> str:
    """What chance gave in a game, in words; one that goes on could yet learn from it.

    Raises `Refused` where nothing is left to chance, and where the game is not over or cannot be replayed.
    """
    entry = session.catalogue[table.game]
    if entry.help.luck is None:
        raise Refused("luck-no-chance", game=entry.game.title)
    if table.state is None:
        raise (
            refuse_closed(table)
            if table.status is Status.CLOSED
            else Refused("not-begun", table, code=table.code)
        )
    if table.status not in DONE:
        raise Refused("luck-running", table, code=table.code)
    positions = await session.history.shown_positions(table)
    lines = await asyncio.to_thread(entry.help.luck, words, names_of(table), effective_positions(positions))
    title = words("luck.title", game=game_title(words, entry.game.title, table.deal))
    since = positions[0].ply
    return "\n".join((title, *lines, *([words("luck.since", ply=since)] if since else [])))


LUCK: Final = Endpoint("luck", show_luck, looks=True)
CONTROLS: Final = routes(LUCK)
