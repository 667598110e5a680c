"""After an upgrade: games that would come out otherwise today, and what older versions left out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.games.catalogue import AnyEntry
from bot.kernel.tables.export import UNPLAYABLE, replay_actions
from bot.kernel.tables.results import earlier_games, records_of
from bot.store import Base, Change, CorruptState, NewLine, Store, Table, note_unreadable
from engine.fairness import next_hash
from engine.table_lines import rules_line

LOG = logging.getLogger("taproom.upgrade")

_INTERACTIONS: Final = -5 * 10**18
"""No interaction, and no alarm either, has a number from here down: a change of rules has."""


async def snapshot_changed_games(
    store: Store, catalogue: Mapping[str, AnyEntry], at: float
) -> tuple[str, ...]:
    """The codes of running games that began under other rules and would come out differently today.

    Each is replayed in a dry run and reported in the log. Such a game goes on from the state that was saved:
    a line of its log says so, and today's rules hold from there. What came before cannot be replayed.
    """
    found = []
    rules = {key: entry.game.rules_version for key, entry in catalogue.items()}
    for table in await store.live_tables(but=rules):
        entry = catalogue.get(table.game)
        if entry is None:
            note_unreadable(table.id, f"there is no game {table.game}")
            continue
        if await _differs(store, entry, table):
            found.append(table.code)
            await store.save(_snapshot_change(table, entry.game.rules_version, at))
            LOG.warning(
                "table=%s began under rules version %s of %s; it goes on from its snapshot under version %s",
                table.code,
                table.terms.rules_version,
                table.game,
                entry.game.rules_version,
            )
    return tuple(found)


def _snapshot_change(table: Table, rules: int, at: float) -> Change:
    """The line of the log from which on today's rules hold, and the position to replay from."""
    ply, action = table.plies + 1, rules_line(rules)
    return Change(
        table=table.id,
        revision=table.revision,
        interaction=_INTERACTIONS - table.id * 10**9 - table.revision,
        status=table.status,
        players=table.players,
        state=table.state,
        counter=table.counter,
        at=at,
        head=next_hash(table.head, ply, 0, action),
        line=NewLine(0, None, action),
        journey=replace(table.journey, base=Base(ply, table.state or "", table.counter)),
    )


async def _differs(store: Store, entry: AnyEntry, table: Table) -> bool:
    lines = await store.log(table.id)
    try:
        _, states = await asyncio.to_thread(replay_actions, entry, table, lines)
    except UNPLAYABLE:
        return True
    except CorruptState as error:
        note_unreadable(table.id, str(error))
        return False
    return bool(entry.codec.dump(states[-1]) != table.state)


async def record_finished_games(store: Store, catalogue: Mapping[str, AnyEntry]) -> int:
    """How many games were over before there were records of how they ended; they have them now."""
    missing = await store.schedule.tables_without_records()
    for table_id in missing:
        try:
            table = await store.table(table_id)
            if table is None or table.state is None:
                continue
            entry = catalogue.get(table.game)
            if entry is None:
                note_unreadable(table_id, f"there is no game {table.game}")
                continue
            outcome = entry.game.outcome(entry.codec.load(table.state))
        except CorruptState as error:
            note_unreadable(table_id, str(error))
            continue
        if outcome is None:
            continue
        lines = await store.log(table_id)
        ended = lines[-1].at if lines else table.time.changed_at
        records = records_of(entry, table, lines, outcome, ended, await earlier_games(store, table))
        await store.schedule.record(records)
    return len(missing)
