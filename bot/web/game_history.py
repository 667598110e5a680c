"""A game's history for the slider of a page: every move in words, and its board."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Hashable
from functools import partial
from typing import Final

from bot.games.catalogue import IN_ENGLISH, AnyEntry
from bot.kernel.clicks import Person
from bot.kernel.session import Session, Shown
from bot.store import Line, Table
from bot.ui.history.page import Page, describe_page
from bot.ui.play.board_layout import is_turned
from bot.words import Words
from engine.replay import LogPosition, effective_positions
from render.kit.cache import Cache

KEPT: Final = 8 << 20
"""Bytes of cached histories; one of 10,000 moves takes about one million."""


class GameHistory:
    """Builds the histories of games for pages: once per revision, in a thread."""

    def __init__(self) -> None:
        self._known = Cache(KEPT)
        self._making: dict[Hashable, asyncio.Task[bytes]] = {}
        self._one_at_a_time = asyncio.Lock()

    async def moves_json(self, session: Session, words: Words, table: Table) -> bytes:
        """Return the moves that were not undone, with their events, and the turning points, as JSON.

        Raises `Refused` where the history is closed.
        """
        positions = await session.history.shown_positions(table)
        turning_functions = [
            feature.at_table.turnings for feature in session.features if feature.at_table.turnings
        ]
        turnings = tuple(
            sorted({ply for turnings in turning_functions for ply in await turnings(session, table)})
        )
        key = table.id, table.revision, table.players, words.language, turnings
        known: bytes | None = self._known.get(key)
        if known is not None:
            return known
        task = self._making.get(key)
        if task is None:
            entry = session.catalogue[table.game]
            make = partial(moves_of, words, table, entry, positions, turnings, _fork_prefix(session, table))
            task = self._making[key] = asyncio.create_task(
                self._build_json(key, session.tables.log(table), make)
            )
            task.add_done_callback(lambda _: self._making.pop(key, None))
        return await asyncio.shield(task)

    async def _build_json(
        self, key: Hashable, log: Awaitable[tuple[Line, ...]], make: Callable[[tuple[Line, ...]], bytes]
    ) -> bytes:
        lines = await log
        async with self._one_at_a_time:
            body = await asyncio.to_thread(make, lines)
        self._known.put(key, body)
        return body


def _fork_prefix(session: Session, table: Table) -> str:
    """Return the prefix of a control that forks the game at a move; empty without one."""
    endpoints = [ways for feature in session.features for _, ways in feature.buttons.past(IN_ENGLISH)]
    return str(endpoints[0].control((table.id, 0), "")) if endpoints else ""


def moves_of(
    words: Words,
    table: Table,
    entry: AnyEntry,
    positions: tuple[LogPosition, ...],
    turnings: tuple[int, ...],
    fork: str,
    lines: tuple[Line, ...],
) -> bytes:
    """Return what `GameHistory.moves_json` does, from the positions and the log."""
    counting = (
        position.ply - positions[0].ply for position in effective_positions(positions) if not position.is_hint
    )
    pages = (Page(table, entry, positions, lines, index) for index in counting)
    moves = [
        {"ply": page.position.ply, "told": "\n".join(describe_page(words, page, lasts=True))}
        for page in pages
    ]
    data = {"moves": moves, "turnings": turnings, "fork": fork, "revision": table.revision}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


async def position_at(session: Session, person: Person | None, table: Table, ply: int) -> tuple[Shown, bool]:
    """Return the table as it was after a move, and whether the user sees it turned; raises `Refused`."""
    position = await session.history.position_at(table, ply)
    positions = await session.history.shown_positions(table)
    lines = await session.history.replayed_lines(table)  # only their hashes are looked at
    page = Page(table, session.catalogue[table.game], positions, lines, position.ply - positions[0].ply)
    shown = page.to_shown()
    return shown, person is not None and is_turned(shown, person)
