"""Tournaments on disk: a change of one, and the tables that it opens, are a single transaction."""

# ruff: noqa: S608 - only constants of this module are put together

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from bot.cluster.shards import Shards
from bot.features.tournaments.model import (
    Entrant,
    Form,
    Pairing,
    PairingResult,
    ResultKind,
    StaleTournament,
    Tournament,
    TournamentSetup,
)
from bot.features.tournaments.pairings import ROUND, tournament_of_table
from bot.store import Board, NewAlarm, NewTable, Status, Store
from bot.store.outbox import GRACE
from bot.store.rows import add_alarms
from bot.store.sql import SqlConnection, StorePart, for_shards, reads, writes
from bot.store.tables import open_table

Key = tuple[int, int, int]
"""Round, match and game."""

_COLUMNS: Final = (
    "game, form, guild_id, channel_id, host_id, host_name, status, places, by_rating, bots, threads, clock,"
    " seed, language, at, changed_at, round, revision, message_channel_id, message_id"
)
INSERT: Final = (
    f"INSERT INTO tournaments (interaction, {_COLUMNS})"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (interaction) DO NOTHING RETURNING id"
)
BY_INTERACTION: Final = "SELECT id FROM tournaments WHERE interaction = ?"
SELECT: Final = f"SELECT id, {_COLUMNS} FROM tournaments WHERE id = ?"
UPDATE: Final = (
    "UPDATE tournaments SET host_id = ?, host_name = ?, status = ?, round = ?, changed_at = ?,"
    " revision = revision + 1 WHERE id = ? AND revision = ?"
)
SET_MESSAGE: Final = "UPDATE tournaments SET message_channel_id = ?, message_id = ? WHERE id = ?"
IN_CHANNEL: Final = (
    "SELECT id FROM tournaments WHERE channel_id = ? AND status IN ('open', 'playing') ORDER BY id"
)
LAST_IN_CHANNEL: Final = (
    "SELECT id FROM tournaments WHERE channel_id = ? AND status = 'over' ORDER BY id DESC LIMIT ?"
)
OF_USER: Final = (
    "SELECT e.tournament_id FROM entrants e JOIN tournaments t ON t.id = e.tournament_id"
    " WHERE e.user_id = ? AND t.status IN ('open', 'playing') ORDER BY 1"
)
OF_HOST: Final = "SELECT id FROM tournaments WHERE host_id = ? AND status IN ('open', 'playing') ORDER BY id"
WON: Final = (
    "SELECT t.game, count(*) FROM entrants e JOIN tournaments t ON t.id = e.tournament_id"
    " WHERE e.user_id = ? AND e.place = 1 AND (SELECT count(*) FROM entrants o"
    " WHERE o.tournament_id = t.id AND (o.user_id IS NULL OR o.user_id > 0)) >= ?"  # not the bots
    " GROUP BY t.game ORDER BY t.game"
)
UNBEGUN: Final = "SELECT id FROM tournaments WHERE status = 'open' AND at <= ? ORDER BY id"
CANCELLED: Final = (
    "SELECT id FROM tournaments WHERE status = 'closed' AND changed_at < ? AND NOT EXISTS"
    " (SELECT 1 FROM pairings p WHERE p.tournament_id = tournaments.id) ORDER BY id LIMIT ?"
)
UNDER_WAY: Final = (
    "SELECT p.table_id, t.guild_id, t.channel_id FROM tournaments t JOIN pairings p ON p.tournament_id = t.id"
    " WHERE t.status = 'playing' AND p.ended = '' AND p.table_id IS NOT NULL ORDER BY p.table_id"
)
ENTRANTS: Final = (
    "SELECT number, user_id, name, out, place FROM entrants WHERE tournament_id = ? ORDER BY number"
)
INSERT_ENTRANT: Final = (
    "INSERT INTO entrants (tournament_id, number, user_id, name, out, place) VALUES (?, ?, ?, ?, ?, ?)"
)
PAIRINGS: Final = (
    "SELECT round, number, game, first, second, table_id, ended, first_points, second_points, how"
    " FROM pairings WHERE tournament_id = ? ORDER BY round, number, game"
)
INSERT_PAIRING: Final = (
    "INSERT INTO pairings (tournament_id, round, number, game, first, second, table_id, ended, first_points,"
    " second_points, how) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)

LOOKS: Final = 60.0
"""Seconds within which it is looked whether what has changed is shown."""
LOOKED_AT_LATER: Final = (
    "DELETE FROM alarms WHERE kind = ? AND detail = ? AND sending IS NULL AND due > ? AND due <= ?"
)


class TournamentStorage(StorePart):
    """The tournaments on disk. Each call is one transaction."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._patient = store.patient
        self._hooks = store.hooks
        self._shards = store.shards

    @writes
    def create(self, connection: SqlConnection, new: Tournament, interaction: int) -> Tournament:
        """A tournament that people sign up for; the one that this interaction has made, if it has.

        Soon an alarm looks whether it is shown.
        """
        place = (None, None) if new.message is None else (new.message.channel_id, new.message.message_id)
        call = new.setup
        called = (call.game, call.form, new.guild_id, new.channel_id, new.host_id, new.host_name, new.status)
        agreed = (call.places, call.by_rating, call.bots, call.threads, call.clock, new.seed, new.language)
        row = (interaction, *called, *agreed, new.at, new.changed_at, new.round, new.revision, *place)
        found = connection.execute(INSERT, row).fetchall()
        if not found:  # the same command once more
            (tournament_id,) = connection.execute(BY_INTERACTION, (interaction,)).fetchone()
            return _get_written(connection, tournament_id)
        tournament_id = found[0][0]
        _write_entrants(connection, replace(new, id=tournament_id))
        add_alarms(connection, (NewAlarm(ROUND, new.at + GRACE, detail=str(tournament_id)),))
        return _get_written(connection, tournament_id)

    async def made_by(self, interaction: int) -> Tournament | None:
        """The tournament that this interaction has made; none if it has made none."""
        return next(iter(await self._reader.read(_find_tournaments, BY_INTERACTION, (interaction,))), None)

    async def get(self, tournament_id: int) -> Tournament | None:
        """The tournament, or none if there is no such one."""
        return await self._reader.read(_get, tournament_id)

    async def tournament_of_table(self, table_id: int) -> int | None:
        """The tournament that a table's game belongs to, or none."""
        return await self._reader.read(tournament_of_table, table_id)

    async def tables_under_way(self) -> tuple[tuple[int, int], ...]:
        """The tables of games that go on, each with the channel where its tournament is held."""
        return await self._reader.read(_tables_under_way, for_shards(UNDER_WAY, self._shards))

    @writes
    def save(
        self,
        connection: SqlConnection,
        after: Tournament,
        tables: Mapping[Key, NewTable],
        alarms: tuple[NewAlarm, ...] = (),
    ) -> tuple[Tournament, tuple[int, ...]]:
        """The tournament as it became from its `revision`, and the ids of the tables that were opened for it.

        `tables` are those of pairings by their keys. Of the `alarms` that lead on, those from before that are
        not due yet make way for the new. Raises `StaleTournament` where somebody was quicker:
        then nothing has happened.
        """
        row = (after.host_id, after.host_name, after.status, after.round, after.changed_at)
        # The revision is the lock: of two who have read the same one, the second meets no row.
        if connection.execute(UPDATE, (*row, after.id, after.revision)).rowcount != 1:
            raise StaleTournament(after.id)
        made = {key: open_table(connection, new, self._hooks) for key, new in tables.items()}
        pairings = tuple(replace(one, table_id=made.get(one.key, one.table_id)) for one in after.pairings)
        connection.execute("DELETE FROM entrants WHERE tournament_id = ?", (after.id,))
        _write_entrants(connection, after)
        connection.execute("DELETE FROM pairings WHERE tournament_id = ?", (after.id,))
        _write_pairings(connection, replace(after, pairings=pairings))
        within = after.changed_at, after.changed_at + LOOKS
        connection.execute(LOOKED_AT_LATER, (ROUND, str(after.id), *within))
        last = max((one.table_id for one in pairings if one.table_id is not None), default=None)
        add_alarms(connection, alarms, last)
        return _get_written(connection, after.id), tuple(made.values())

    @writes
    def set_message(self, connection: SqlConnection, tournament_id: int, message: Board) -> None:
        """Remember which message shows a tournament; not a revision."""
        connection.execute(SET_MESSAGE, (message.channel_id, message.message_id, tournament_id))

    async def live_in(self, channel_id: int) -> tuple[Tournament, ...]:
        """Those of a channel that people sign up for or play in, the oldest first."""
        return await self._reader.read(_find_tournaments, IN_CHANNEL, (channel_id,))

    async def last_in(self, channel_id: int, limit: int) -> tuple[Tournament, ...]:
        """At most `limit` of those that are over, the newest first."""
        return await self._reader.read(_find_tournaments, LAST_IN_CHANNEL, (channel_id, limit))

    async def entered_by(self, user_id: int) -> tuple[Tournament, ...]:
        """Those that somebody has signed up for or plays in, the oldest first."""
        return await self._reader.read(_find_tournaments, OF_USER, (user_id,))

    async def organized_by(self, user_id: int) -> tuple[Tournament, ...]:
        """Those that somebody has called and that go on, the oldest first."""
        return await self._reader.read(_find_tournaments, OF_HOST, (user_id,))

    async def never_begun(self, before: float) -> tuple[Tournament, ...]:
        """Those called until then that people still sign up for, the oldest first."""
        return await self._reader.read(_find_tournaments, for_shards(UNBEGUN, self._shards), (before,))

    @reads
    def count_won(self, connection: SqlConnection, user_id: int, people: int) -> dict[str, int]:
        """How many somebody has won in which at least so many `people` took part, by game."""
        return dict(connection.execute(WON, (user_id, people)).fetchall())

    async def remove_unbegun(self, before: float, limit: int) -> None:
        """Delete at most `limit` tournaments that were cancelled before then, and had never begun.

        Each is a transaction of its own, so that nobody waits for all.
        """
        for tournament_id in await self._patient.read(_cancelled_unbegun, before, limit, self._shards):
            await self._writer.write(_remove, tournament_id)


def _cancelled_unbegun(
    connection: SqlConnection, before: float, limit: int, shards: Shards | None
) -> tuple[int, ...]:
    rows = connection.execute(for_shards(CANCELLED, shards), (before, limit)).fetchall()
    return tuple(tournament_id for (tournament_id,) in rows)


def _remove(connection: SqlConnection, tournament_id: int) -> None:
    connection.execute("DELETE FROM entrants WHERE tournament_id = ?", (tournament_id,))
    connection.execute("DELETE FROM tournaments WHERE id = ?", (tournament_id,))


def _write_entrants(connection: SqlConnection, of: Tournament) -> None:
    rows = [(of.id, one.number, one.user_id, one.name, one.out, one.place) for one in of.entrants]
    connection.executemany(INSERT_ENTRANT, rows)


def _write_pairings(connection: SqlConnection, of: Tournament) -> None:
    rows = [
        (of.id, *one.key, one.first, one.second, one.table_id, one.ended, *one.points, one.how)
        for one in of.pairings
    ]
    connection.executemany(INSERT_PAIRING, rows)


def _get_written(connection: SqlConnection, tournament_id: int) -> Tournament:
    found = _get(connection, tournament_id)
    assert found is not None  # noqa: S101 - it was written just now
    return found


def _get(connection: SqlConnection, tournament_id: int) -> Tournament | None:
    row = connection.execute(SELECT, (tournament_id,)).fetchone()
    return None if row is None else _tournament_from_row(connection, row)


def _find_tournaments(
    connection: SqlConnection, sql: str, values: tuple[float, ...]
) -> tuple[Tournament, ...]:
    ids = [id_ for (id_,) in connection.execute(sql, values).fetchall()]
    return tuple(_get_written(connection, id_) for id_ in ids)


def _tables_under_way(connection: SqlConnection, sql: str) -> tuple[tuple[int, int], ...]:
    return tuple((table_id, channel_id) for table_id, _, channel_id in connection.execute(sql).fetchall())


def _tournament_from_row(  # noqa: PLR0914 - a name a column
    connection: SqlConnection, row: tuple[Any, ...]
) -> Tournament:
    id_, game, form, guild_id, channel_id, host_id, host_name, status, *rest = row
    places, by_rating, bots, threads, clock, seed, language, at, changed_at, *rest = rest
    round_, revision, message_channel, message = rest
    return Tournament(
        id=id_,
        setup=TournamentSetup(game, Form(form), places, clock, bool(by_rating), bots, bool(threads)),
        guild_id=guild_id,
        channel_id=channel_id,
        host_id=host_id,
        host_name=host_name,
        status=Status(status),
        seed=seed,
        language=language,
        at=at,
        changed_at=changed_at,
        round=round_,
        revision=revision,
        message=None if message is None else Board(message_channel, message),
        entrants=_entrants(connection, id_),
        pairings=_pairings(connection, id_),
    )


def _entrants(connection: SqlConnection, tournament_id: int) -> tuple[Entrant, ...]:
    rows = connection.execute(ENTRANTS, (tournament_id,)).fetchall()
    return tuple(Entrant(number, user, name, bool(out), place) for number, user, name, out, place in rows)


def _pairings(connection: SqlConnection, tournament_id: int) -> tuple[Pairing, ...]:
    rows = connection.execute(PAIRINGS, (tournament_id,)).fetchall()
    return tuple(
        Pairing(
            round_,
            number,
            game,
            first,
            second,
            table_id,
            PairingResult(ended),
            (ours, theirs),
            ResultKind(how),
        )
        for round_, number, game, first, second, table_id, ended, ours, theirs, how in rows
    )
