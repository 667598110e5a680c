"""After an upgrade: which of the games that are going on would come out of their logs otherwise today."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from bot.catalogue import AnyEntry
from bot.export import UNPLAYABLE, replayed
from bot.store import Store, Table

LOG = logging.getLogger("taproom.upgrade")


async def kept_on_snapshot(store: Store, catalogue: Mapping[str, AnyEntry]) -> tuple[str, ...]:
    """The codes of running games that began under other rules and would come out differently today.

    Each is replayed in a dry run and reported in the log. Nothing is changed: such a game goes on from the
    state that was saved, and today's rules hold from there.
    """
    found = []
    for table in await store.live():
        entry = catalogue[table.game]
        if table.rules_version != entry.game.rules_version and await _differs(store, entry, table):
            found.append(table.code)
            LOG.warning(
                "table=%s began under rules version %s of %s; it goes on from its snapshot under version %s",
                table.code,
                table.rules_version,
                table.game,
                entry.game.rules_version,
            )
    return tuple(found)


async def _differs(store: Store, entry: AnyEntry, table: Table) -> bool:
    try:
        _, states = replayed(entry, table, await store.log(table.id))
    except UNPLAYABLE:
        return True
    return bool(entry.codec.dump(states[-1]) != table.state)
