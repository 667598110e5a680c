"""A game as it went, for the slider of a page: every move in words, and its board."""

from __future__ import annotations

from bot.clicks import Person
from bot.session import Session, Shown
from bot.store import Table
from bot.ui.history.page import Page, told_of
from bot.ui.kit.keyboard import Control, Verb
from bot.ui.play.post import is_turned
from bot.web.asked import Json
from bot.words import Words
from engine.replay import lasting


async def told(session: Session, words: Words, table: Table) -> Json:
    """Each move that counts, by its number, with what happened; and which of them decided the game.

    Raises `Refused` where nobody may look back.
    """
    positions = await session.history.told(table)
    lines = await session.tables.log(table)
    entry = session.catalogue[table.game]
    counting = {one.ply for one in lasting(positions)}
    moves = [
        {"ply": one.ply, "told": "\n".join(told_of(words, Page(table, entry, positions, lines, at)))}
        for at, one in enumerate(positions)
        if one.ply in counting and not one.is_hint
    ]
    found = await session.reviews.find(table)
    turnings = [] if found is None else sorted({slip.ply for slip in found.told()})
    fork = str(Control(table.id, 0, Verb.FORK, ""))
    return {"moves": moves, "turnings": turnings, "fork": fork, "revision": table.revision}


async def at(session: Session, person: Person | None, table: Table, ply: int) -> tuple[Shown, bool]:
    """The table as it stood after a move, and whether somebody sees it turned; raises `Refused`."""
    position = await session.history.position_at(table, ply)
    positions = await session.history.told(table)
    lines = await session.tables.log(table)
    page = Page(table, session.catalogue[table.game], positions, lines, positions.index(position))
    shown = page.shown()
    return shown, person is not None and is_turned(shown, person)
