"""Stored settings of servers, earlier parts of transferred games, chosen languages, and the block list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.cluster.shards import Shards
from bot.store.cluster.news import ChangeNotice, ChangeSubject
from bot.store.model import Table
from bot.store.rows import tables_of
from bot.store.sql import Connections, SqlConnection, StorePart, notify, reads, upsert, writes
from bot.store.tables import LIVE, LIVE_IN_GUILD

_SERVER: Final = "guild_id, opener, role_id, most, language, keeps_record, finds"
SELECT_SERVER: Final = f"SELECT {_SERVER} FROM servers WHERE guild_id = ?"  # noqa: S608 - a constant
UPSERT_SERVER: Final = upsert("servers", _SERVER, "guild_id")
SELECT_CHANNELS: Final = "SELECT channel_id FROM server_channels WHERE guild_id = ?"
DELETE_CHANNELS: Final = "DELETE FROM server_channels WHERE guild_id = ?"
INSERT_CHANNEL: Final = "INSERT INTO server_channels (guild_id, channel_id) VALUES (?, ?)"
LIVE_THERE: Final = (
    f"SELECT id FROM tables WHERE guild_id = ? AND {LIVE} ORDER BY changed_at DESC, id DESC LIMIT ?"  # noqa: S608 - constants
)
SELECT_STRETCHES: Final = "SELECT text FROM stretches WHERE table_id = ?"
SERVERS_SPEAK: Final = "SELECT guild_id, language FROM servers WHERE language != ''"
PEOPLE_SPEAK: Final = "SELECT user_id, language FROM people WHERE language != ''"
RECORDED: Final = "SELECT guild_id FROM servers WHERE keeps_record = 1"
SELECT_MET: Final = "SELECT guild_id FROM met"
INSERT_MET: Final = "INSERT INTO met (guild_id) VALUES (?) ON CONFLICT DO NOTHING"
SELECT_BLOCKED: Final = "SELECT id, at FROM blocked"
INSERT_BLOCKED: Final = "INSERT INTO blocked (id, at) VALUES (?, ?) ON CONFLICT DO NOTHING"
DELETE_BLOCKED: Final = "DELETE FROM blocked WHERE id = ?"


class Openers(StrEnum):
    """Who may open tables in a server."""

    EVERYONE = "everyone"
    ROLE = "role"  # people with one role, and the server's managers
    MANAGERS = "managers"  # the server's managers


@dataclass(frozen=True, slots=True)
class ServerConfig:
    """The settings of a server.

    `channels` are those where tables may be opened, with their threads; empty: in all. `most` is the limit on
    live tables; 0: any number. `language` is empty for the one of Discord's server settings. `keeps_record`:
    an old board leaves a line of what happened. `finds` is the channel for matchmaking; None: there is none
    from this server.
    """

    guild_id: int
    opener: Openers = Openers.EVERYONE
    role_id: int | None = None
    channels: frozenset[int] = frozenset()
    most: int = 0
    language: str = ""
    keeps_record: bool = False
    finds: int | None = None


class Servers(StorePart):
    """Stored settings of servers. Each call is one transaction.

    `servers_speak` and `people_speak` are the chosen languages, by the server's or user's id; `recorded` are
    the servers whose old boards leave a line.
    """

    def __init__(self, store: Connections, shards: Shards | None = None) -> None:
        """`shards` are those of this process; None: there is no other process."""
        super().__init__(store)
        self._shards = shards
        self.servers_speak: dict[int, str] = {}
        self.people_speak: dict[int, str] = {}
        self.recorded = set[int]()

    async def load_languages(self) -> None:
        """Load the chosen languages."""
        servers = await self._reader.read(_languages, SERVERS_SPEAK)
        people = await self._reader.read(_languages, PEOPLE_SPEAK)
        recorded = await self._reader.read(_servers_with_record)
        for cache, languages in ((self.servers_speak, servers), (self.people_speak, people)):
            cache.clear()
            cache.update(languages)
        self.recorded.clear()
        self.recorded.update(recorded)

    @reads
    def server(self, connection: SqlConnection, guild_id: int) -> ServerConfig:
        """Return a server's settings; the defaults, if none were ever set."""
        row = connection.execute(SELECT_SERVER, (guild_id,)).fetchone()
        if row is None:
            return ServerConfig(guild_id)
        _, opener, role_id, most, language, keeps_record, finds = row
        channels = frozenset(channel for (channel,) in connection.execute(SELECT_CHANNELS, (guild_id,)))
        rest = (most, language, bool(keeps_record), finds)
        return ServerConfig(guild_id, Openers(opener), role_id, channels, *rest)

    async def set_server(self, server: ServerConfig) -> None:
        """Store a server's settings, and notify other processes."""
        await self._writer.write(self._save_settings, server)
        self.note_change(server.guild_id, server.language, keeps_record=server.keeps_record)

    def _save_settings(self, connection: SqlConnection, server: ServerConfig) -> None:
        _set_server(connection, server)
        if self._shards is not None:
            news = ChangeNotice(
                ChangeSubject.SERVER, server.guild_id, server.language, keeps_record=server.keeps_record
            )
            notify(connection, str(news))

    def note_change(self, guild_id: int, language: str, *, keeps_record: bool) -> None:
        """Update the cached language of a server, and whether its old boards leave a line."""
        self.servers_speak[guild_id] = language
        if keeps_record:
            self.recorded.add(guild_id)
        else:
            self.recorded.discard(guild_id)

    @reads
    def live(self, connection: SqlConnection, guild_id: int, limit: int) -> tuple[Table, ...]:
        """Return at most `limit` live tables of a server, the last changed first."""
        return tables_of(connection, connection.execute(LIVE_THERE, (guild_id, limit)))

    @reads
    def how_many(self, connection: SqlConnection, guild_id: int) -> int:
        """Count the live tables of a server."""
        return int(connection.execute(LIVE_IN_GUILD, (guild_id,)).fetchone()[0])

    @reads
    def earlier(self, connection: SqlConnection, table_id: int) -> str:
        """Return the exported part of a game before its transfer; empty where it began here."""
        row = connection.execute(SELECT_STRETCHES, (table_id,)).fetchone()
        return "" if row is None else str(row[0])

    @reads
    def known_servers(self, connection: SqlConnection) -> set[int]:
        """Return the servers in which the bot is or was."""
        return {guild_id for (guild_id,) in connection.execute(SELECT_MET)}

    async def meet(self, guild_ids: Iterable[int]) -> None:
        """Store that the bot is in these servers."""
        await self._writer.write(_meet, tuple(guild_ids))

    @reads
    def block_list(self, connection: SqlConnection) -> dict[int, float]:
        """Return the blocked people and servers, by Discord's ids, and since when."""
        return dict(connection.execute(SELECT_BLOCKED).fetchall())

    @writes
    def block(self, connection: SqlConnection, number: int, at: float) -> bool:
        """Block a person or a server; false if they were blocked before."""
        return connection.execute(INSERT_BLOCKED, (number, at)).rowcount > 0

    @writes
    def unblock(self, connection: SqlConnection, number: int) -> bool:
        """Unblock a person or a server; false if they were not blocked."""
        return connection.execute(DELETE_BLOCKED, (number,)).rowcount > 0


def _meet(connection: SqlConnection, guild_ids: Iterable[int]) -> None:
    connection.executemany(INSERT_MET, [(guild_id,) for guild_id in guild_ids])


def _languages(connection: SqlConnection, sql: str) -> dict[int, str]:
    return dict(connection.execute(sql).fetchall())


def _servers_with_record(connection: SqlConnection) -> set[int]:
    return {guild_id for (guild_id,) in connection.execute(RECORDED)}


def _set_server(connection: SqlConnection, server: ServerConfig) -> None:
    who = (server.guild_id, server.opener, server.role_id)
    what = (server.most, server.language, server.keeps_record, server.finds)
    connection.execute(UPSERT_SERVER, (*who, *what))
    connection.execute(DELETE_CHANNELS, (server.guild_id,))
    rows = [(server.guild_id, channel) for channel in sorted(server.channels)]
    connection.executemany(INSERT_CHANNEL, rows)
