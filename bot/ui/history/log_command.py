"""`/table log`: the whole game as text, only for who asks."""

from __future__ import annotations

import asyncio
from typing import Final

from bot.errors import Refused
from bot.store import Table
from bot.ui.history.log_text import Block, Log, dated
from bot.ui.kit.command import Code, Command
from bot.ui.kit.request import Request
from bot.ui.table.lines import TABLE

SHOWN: Final = 3800
"""The most characters of the log in the message; the file has the rest."""


async def log(request: Request, table: Code | None = None) -> None:
    """`/table log`: the last lines in a block of code, and the whole as a file."""
    found = await request.find(table)
    told = await _log(request, found)
    text, last = await asyncio.to_thread(lambda: (told.text(), _last(told.blocks())))
    head = told.words.some("log.title", len(told.lines), code=found.code)
    if not last:
        head = told.words("table.moves.none", code=found.code)
    head = f"{head}\n```\n{last}\n```" if last else head
    await request.hand_over(head, f"{found.code}-log.txt", text.encode())


async def _log(request: Request, table: Table) -> Log:
    """The log of a game that has begun; raises `Refused` for one that has not."""
    entry = request.session.catalogue[table.game]
    if table.state is None:
        raise Refused("not-begun", table, code=table.code)
    try:
        positions = await request.session.positions(table)
    except Refused:
        positions = None
    lines = await request.session.log(table)
    guests = await request.session.store.guests(table.id)
    return Log(request.words, entry, table, lines[: table.plies], positions, guests)


def _last(blocks: tuple[Block, ...]) -> str:
    """The last lines, as many as fit; of one that does not fit alone, the beginning."""
    kept = blocks[-1:]
    for block in reversed(blocks[:-1]):
        if len(_text((block, *kept))) > SHOWN:
            break
        kept = (block, *kept)
    return _text(kept)[:SHOWN]


def _text(blocks: tuple[Block, ...]) -> str:
    return "\n".join(dated(blocks))


LOG: Final = Command("log", "command.log", log, {"table": TABLE})
