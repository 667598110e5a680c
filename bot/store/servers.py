"""The store's part for what servers allow, games that moved here, languages that were chosen, and blocks."""

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
    ROLE = "role"  # whoever has one role, and those who manage the server
    MANAGERS = "managers"  # those who may manage the server


@dataclass(frozen=True, slots=True)
class ServerConfig:
    """What those who manage a server have settled.

    `channels` are those where tables may be opened, with their threads; empty: in all. `most` is how many
    tables there may be at once; 0: any number. `language` is empty where they go by what Discord says.
    `keeps_record`: a board that goes leaves a line of what happened. `finds` is the channel for tables of
    people whom the bot brings together; none: nobody can look for an opponent there.
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
    """What servers have settled. Each call is one transaction.

    `servers_speak` and `people_speak` are the languages that were chosen, by the server's or user's id;
    `recorded` are the servers that keep a line of each turn.
    """

    def __init__(self, store: Connections, shards: Shards | None = None) -> None:
        """`shards` are those of this process; none: there is no other one to be told."""
        super().__init__(store)
        self._shards = shards
        self.servers_speak: dict[int, str] = {}
        self.people_speak: dict[int, str] = {}
        self.recorded = set[int]()

    async def load_languages(self) -> None:
        """Read which languages were chosen."""
        servers = await self._reader.read(_languages, SERVERS_SPEAK)
        people = await self._reader.read(_languages, PEOPLE_SPEAK)
        recorded = await self._reader.read(_servers_with_record)
        for known, found in ((self.servers_speak, servers), (self.people_speak, people)):
            known.clear()
            known.update(found)
        self.recorded.clear()
        self.recorded.update(recorded)

    @reads
    def server(self, connection: SqlConnection, guild_id: int) -> ServerConfig:
        """What was settled in a server: that everything is allowed, if nobody ever settled anything."""
        row = connection.execute(SELECT_SERVER, (guild_id,)).fetchone()
        if row is None:
            return ServerConfig(guild_id)
        _, opener, role_id, most, language, keeps_record, finds = row
        channels = frozenset(channel for (channel,) in connection.execute(SELECT_CHANNELS, (guild_id,)))
        rest = (most, language, bool(keeps_record), finds)
        return ServerConfig(guild_id, Openers(opener), role_id, channels, *rest)

    async def set_server(self, server: ServerConfig) -> None:
        """Settle this, in place of what was."""
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
        """From now on a server speaks this, and keeps a line of each turn or not."""
        self.servers_speak[guild_id] = language
        if keeps_record:
            self.recorded.add(guild_id)
        else:
            self.recorded.discard(guild_id)

    @reads
    def live(self, connection: SqlConnection, guild_id: int, limit: int) -> tuple[Table, ...]:
        """At most `limit` tables of a server that are open or being played, the last changed first."""
        return tables_of(connection, connection.execute(LIVE_THERE, (guild_id, limit)))

    @reads
    def how_many(self, connection: SqlConnection, guild_id: int) -> int:
        """How many tables of a server are open or being played."""
        return int(connection.execute(LIVE_IN_GUILD, (guild_id,)).fetchone()[0])

    @reads
    def earlier(self, connection: SqlConnection, table_id: int) -> str:
        """What was played before a game moved in, as it was exported; empty where it began here."""
        row = connection.execute(SELECT_STRETCHES, (table_id,)).fetchone()
        return "" if row is None else str(row[0])

    @reads
    def known_servers(self, connection: SqlConnection) -> set[int]:
        """The servers in which the bot is, or was."""
        return {guild_id for (guild_id,) in connection.execute(SELECT_MET)}

    async def meet(self, guild_ids: Iterable[int]) -> None:
        """The bot is in these servers."""
        await self._writer.write(_meet, tuple(guild_ids))

    @reads
    def block_list(self, connection: SqlConnection) -> dict[int, float]:
        """The people and servers that may not use the bot, by Discord's numbers, and since when."""
        return dict(connection.execute(SELECT_BLOCKED).fetchall())

    @writes
    def block(self, connection: SqlConnection, number: int, at: float) -> bool:
        """Block a person or a server; false if they were blocked before."""
        return connection.execute(INSERT_BLOCKED, (number, at)).rowcount > 0

    @writes
    def unblock(self, connection: SqlConnection, number: int) -> bool:
        """Let a person or a server use the bot again; false if they were not blocked."""
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
