"""Renumbering after a restore, so that no number is used twice: revisions, turns, alarms and codes."""

# ruff: noqa: S608 - only constants of this module are put together

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.store.hooks import StorageHooks
from bot.store.schedule import ALIVE
from bot.store.sql import SqlConnection, last_given, set_last_given
from bot.store.tables import LIVE, set_note

STEP: Final = 100_000
"""The least increase of revisions, turns and the numbers of alarms by a restore."""

CODES: Final = 1_000
"""After a restore the codes of new tables begin after the next thousand that is not near."""

_EPOCH: Final = 1_767_225_600.0  # 2026 began
_TICK: Final = 5.0
"""Seconds. No table changes more often in the long run, so that numbers which grow like this are new ones.

They stay below the nine digits that a control carries for 158 years.
"""

_AGES: Final = 1e17
"""A second board that is due later than that shows the end of its game."""

RESTORED: Final = "restored"
"""The key of the note on the last restore: its moment, and when the backup was made. The boards shown for it
have their outbox entries of that moment."""

SHOW_LIVE: Final = (
    "INSERT INTO outbox (table_id, revision, turn, since, tries, due)"
    f" SELECT id, revision, turn - 1, ?, 0, ? FROM tables WHERE {LIVE}"
    " AND (day IS NULL OR guild_id IS NULL)"
    " ON CONFLICT (table_id) DO UPDATE SET revision = excluded.revision, turn = excluded.turn,"
    " since = excluded.since, tries = 0, due = excluded.due"
)

_RAISED: Final = "CASE WHEN {0} + :step > :floor THEN {0} + :step ELSE :floor END"


def number_anew(
    connection: SqlConnection, seen: Mapping[str, int], now: float, hooks: Sequence[StorageHooks]
) -> None:
    """Give tables and alarms numbers that no message sent after the backup carries.

    Revisions, turns and alarms go up by a step, and at least to a number that grows with time, as the same
    backup may be restored twice: then an old board is outdated, and a repeated alarm is no repeat. New tables
    get codes after all that were ever given. Running games are shown again, and call the awaited players, as
    it is unknown what they have seen since; the age of the backup is noted for them. Then each feature's hook
    runs.
    """
    last = {name: max(last_given(connection, name), seen.get(name, 0)) for name in ("tables", "alarms")}
    floor = int(max(0.0, now - _EPOCH) / _TICK)
    raised = {"step": STEP, "floor": floor}
    connection.execute(
        "UPDATE alarms SET sending = NULL,"
        " turn = CASE WHEN turn = (SELECT turn FROM tables WHERE id = table_id)"
        f" THEN {_RAISED.format('turn')} ELSE turn END",
        raised,
    )
    alarms = [alarm_id for (alarm_id,) in connection.execute("SELECT id FROM alarms ORDER BY id").fetchall()]
    numbered = list(enumerate(alarms, start=max(last["alarms"] + STEP, floor)))
    connection.executemany("UPDATE alarms SET id = ? WHERE id = ?", numbered)
    connection.execute(
        f"UPDATE tables SET revision = {_RAISED.format('revision')}, turn = {_RAISED.format('turn')},"
        f" answering = CASE WHEN answering = turn THEN {_RAISED.format('turn')} ELSE answering END",
        raised,
    )
    connection.execute("UPDATE mirrors SET due = 0 WHERE due < ?", (_AGES,))
    connection.execute("UPDATE outbox SET revision = (SELECT revision FROM tables WHERE id = table_id)")
    connection.execute(SHOW_LIVE, (now, now))
    signs = connection.execute("SELECT value FROM notes WHERE key = ? OR key LIKE ?", (ALIVE, f"{ALIVE}:%"))
    if (made := max((float(value) for (value,) in signs.fetchall()), default=None)) is not None:
        set_note(connection, RESTORED, f"{now!r} {made!r}")
    numbers = {
        "tables": -(-(last["tables"] + CODES // 2) // CODES) * CODES,
        "alarms": max(last["alarms"] + STEP, floor) + len(alarms),
    }
    for name, number in numbers.items():
        set_last_given(connection, name, number)
    for hook in hooks:
        if hook.on_restored is not None:
            hook.on_restored(connection)
