"""What a dead bot left on the disk, checked in every way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.discord.frame import names_of
from bot.games.catalogue import CATALOGUE, IN_ENGLISH, AnyEntry
from bot.kernel.tables.export import export_lines, options_of
from bot.kernel.tables.seats import has_lobby
from bot.ops.location import DatabaseLocation, Postgres
from bot.store import Line, Status, Table, tables
from bot.store.upkeep.chains import broken_chains
from engine.replay import outcome_record, replay
from engine.verify import verify
from tests.databases import raw, rows_of


@dataclass(frozen=True, slots=True)
class Survivor:
    """The one table of a file, with its log and every board it ever had, as told in words.

    `unshown`: its newest revision is not known to be shown.
    """

    table: Table
    log: tuple[Line, ...]
    boards: tuple[str, ...]
    unshown: bool


def survivor(place: DatabaseLocation) -> Survivor:
    """The table, which is whole: the file, the log's hashes, and the snapshot against a replay of the log."""
    with raw(place) as connection:
        if not isinstance(place, Postgres):
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert broken_chains(connection) == ()
        # On PostgreSQL a number that was given out by a transaction that died is not given again.
        ((number,),) = connection.execute("SELECT id FROM tables").fetchall()
        table, log = tables.table(connection, number), tables.log(connection, number)
        assert table is not None
        rows = connection.execute("SELECT revision FROM outbox").fetchall()
        assert rows in ([], [(table.revision,)]), "what must be shown is the newest revision"
        interactions = connection.execute("SELECT revision FROM interactions ORDER BY revision").fetchall()
    assert interactions == [(revision,) for revision in range(table.revision + 1)]
    entry = CATALOGUE[table.game]
    joined = len(table.players) - 1
    if table.status is Status.OPEN:
        assert (table.revision, table.state, log) == (joined, None, ())
        return Survivor(table, log, (), bool(rows))
    began = joined + has_lobby(entry.game)
    assert table.revision == began + len(log) == began + table.plies
    played = _replayed_end(entry, table, log)
    assert entry.codec.load(table.state or "") == played.state
    assert table.counter == played.counter
    outcome = entry.game.outcome(played.state)
    exported = export_lines(
        table, log, len(table.players), None if outcome is None else outcome_record(outcome)
    )
    assert verify(exported, {key: known.game for key, known in CATALOGUE.items()}) == ()
    return Survivor(table, log, tuple(_boards(entry, table, log)), bool(rows))


def survivor_if_any(place: DatabaseLocation) -> Survivor | None:
    """The table; none if there is nothing of it at all."""
    kept = ("tables", "seats", "lines", "interactions")
    rows = [rows_of(place, f"SELECT count(*) FROM {name}") for name in kept]  # noqa: S608
    return survivor(place) if any(count for ((count,),) in rows) else None


def _replayed_end(entry: AnyEntry, table: Table, log: tuple[Line, ...]) -> Any:
    """The end of a replay of these lines of the log."""
    lines = [(line.seat, line.action) for line in log]
    return replay(entry.game, options_of(table), len(table.players), table.seed, lines)


def _boards(entry: AnyEntry, table: Table, log: tuple[Line, ...]) -> list[str]:
    """How the board was told before the first ply and after each."""
    states = [_replayed_end(entry, table, log[:plies]).state for plies in range(len(log) + 1)]
    views = [entry.game.view(state, None) for state in states]
    return [entry.speech.alt(IN_ENGLISH, names_of(table), view) for view in views]
