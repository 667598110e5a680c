"""Failures of the database, by kind. Each kind carries the data that its sentence needs."""

# ruff: noqa: N818 - a kind is named by what happened

from __future__ import annotations

from pathlib import Path

from bot.ops.location import DatabaseLocation
from bot.store.model import Table


class StoreError(Exception):
    """A failed or refused operation; the stored data is unchanged.

    `reading`: it failed during a lookup, so nothing was to be saved yet.
    """

    reading = False


class NotADatabase(StoreError):
    """The file is not one of ours: no database at all, or another program's."""

    def __init__(self, path: DatabaseLocation | str) -> None:
        super().__init__(f"{path} is not a database of this bot")
        self.path = path


class NoSuchFile(NotADatabase):
    """There is no such file."""

    def __init__(self, path: Path | str) -> None:
        super().__init__(path)
        self.args = (f"there is no file {path}",)


class IsFolder(NotADatabase):
    """The path is that of a folder."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.args = (f"{path} is a folder: name a file in it",)


class NoFolder(StoreError):
    """There is no such folder. None is made, as the path may be mistyped."""

    def __init__(self, folder: Path, mend: str = "name another file") -> None:
        super().__init__(f"there is no folder {folder}: make it, or {mend}")


class NewerSchema(StoreError):
    """The database was written by a newer version of the bot: `found`, where this one knows `known`.

    Both are versions of the schema of an `owner`, or generations of all of them.
    """

    def __init__(self, found: int, known: int, owner: str = "") -> None:
        text = f"{found} of {owner}" if owner else f"{found}"
        super().__init__(
            f"the database has schema version {text}, this bot knows versions up to {known}: update the bot,"
            " or restore the backup that was made before the upgrade"
        )
        self.found = found
        self.known = known


class OlderSchema(StoreError):
    """The database was written before schemas had owners, and its version is not the `last` one of then."""

    def __init__(self, found: int, last: int) -> None:
        super().__init__(
            f"the database has schema version {found}, this bot goes on from version {last}: start the bot of"
            " commit 736419e1 on it once, then this one"
        )


class OutdatedProgram(StoreError):
    """A newer version of the bot has changed the database, which this one, of schema `known`, cannot use."""

    def __init__(self, place: str, known: int) -> None:
        super().__init__(
            f"a newer version of the bot has changed {place} into what this one (schema {known}) cannot use:"
            " nothing is saved any more by this process; update it"
        )
        self.known = known


class OldRules(OutdatedProgram):
    """Newer processes play this game by other rules, which this one does not know."""

    def __init__(self, table_id: int, game: str) -> None:
        StoreError.__init__(self, f"table T{table_id} goes on by newer rules of {game}: update this process")
        self.table_id = table_id
        self.game = game


class ShardsReplaced(OutdatedProgram):
    """Another process has taken the shards of this one, which can save nothing from then on."""

    def __init__(self) -> None:
        StoreError.__init__(
            self,
            "another process has taken over the shards of this one, of which nothing was heard: nothing is"
            " saved or sent any more by this process",
        )


class NoSuchTable(StoreError):
    """There is no table with this id."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"there is no table T{table_id}")
        self.table_id = table_id


class StaleRevision(StoreError):
    """The change was made for another revision, or other clocks, than the stored ones (`current`)."""

    def __init__(self, current: Table) -> None:
        super().__init__(f"table {current.code} is at revision {current.revision} by now")
        self.current = current


class Repeated(StoreError):
    """The interaction was saved before: it led `table_id` to `revision`."""

    def __init__(self, table_id: int, revision: int) -> None:
        super().__init__(f"saved before: it led table T{table_id} to revision {revision}")
        self.table_id = table_id
        self.revision = revision


class DealtBefore(StoreError):
    """The host has begun this deal of the day before, at the table `table_id`."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"the deal was begun before, at table T{table_id}")
        self.table_id = table_id


class TriedBefore(StoreError):
    """A player has sat at a table of this week's deal before, at `table_id`, and cannot begin it again."""

    def __init__(self, user_id: int, table_id: int) -> None:
        super().__init__(f"the deal of the week was played before, at table T{table_id}")
        self.user_id = user_id
        self.table_id = table_id


class DealtToForgotten(StoreError):
    """A player had begun the deal of this `period`, a day or a week, before they were forgotten."""

    def __init__(self, user_id: int, period: str) -> None:
        super().__init__(f"the deal of {period} was begun before by a player who was forgotten")
        self.user_id = user_id
        self.period = period


class TooManyOfOne(StoreError):
    """A person has reached the limit `most` on live tables that they opened."""

    def __init__(self, most: int) -> None:
        super().__init__(f"there are {most} live tables of this host already")
        self.most = most


class FollowedBefore(StoreError):
    """The table is played again already, at the table `table_id`."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"it is played again already, at table T{table_id}")
        self.table_id = table_id


class ArrivedBefore(StoreError):
    """The transferred game is here already, at the table `table_id`."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"the game is here already, at table T{table_id}")
        self.table_id = table_id


class TooManyTables(StoreError):
    """The server has reached its limit `most` on live tables."""

    def __init__(self, most: int) -> None:
        super().__init__(f"there are {most} tables in this server already")
        self.most = most


class WrongHead(StoreError):
    """The change's `head` is not the hash that follows from the stored log."""

    def __init__(self, table_id: int, expected: str, given: str) -> None:
        super().__init__(f"table T{table_id}: the log's next hash is {expected}, not {given}")
        self.table_id = table_id
        self.expected = expected
        self.given = given


class CannotWrite(StoreError):
    """The database cannot be written.

    `why` is "full", "readonly", "locked" (by another process), "io", or "lost": the server cannot be reached.
    """

    def __init__(self, why: str, detail: str) -> None:
        super().__init__(f"{why}: {detail}")
        self.why = why


class NoDriver(StoreError):
    """The database is PostgreSQL, and its driver is not installed."""

    def __init__(self) -> None:
        super().__init__("PostgreSQL needs psycopg: pip install --require-hashes -r requirements-cluster.txt")


class NoQueue(StoreError):
    """There is no search queue: the database is a file, or the driver is not installed."""


class CommitUncertain(StoreError):
    """The connection was lost at the end of a save, and its outcome cannot be determined.

    It is saved whole, or not at all.
    """

    def __init__(self, place: str) -> None:
        super().__init__(f"the connection to {place} was lost at the end of a save; it may be saved or not")


class ShardTaken(StoreError):
    """Another process runs the shard `number` of so many already."""

    def __init__(self, number: int, count: int) -> None:
        super().__init__(
            f"another process already runs shard {number} of {count}: stop it, or change TAPROOM_SHARDS"
        )
        self.number = number


class AnotherCount(StoreError):
    """The other processes on this database count `theirs` shards in all, this one `ours`."""

    def __init__(self, theirs: int, ours: int) -> None:
        super().__init__(
            f"the other processes run {theirs} shards in all, and this one {ours}: give all of them the same "
            "number in TAPROOM_SHARDS"
        )


class OthersThere(StoreError):
    """Of this process and another one on this database at least one runs all shards, however many."""

    def __init__(self, place: DatabaseLocation) -> None:
        super().__init__(
            f"another bot runs on {place}, and it or this one has all shards: stop it, or give each its own"
            " in TAPROOM_SHARDS"
        )


class AnotherBot(StoreError):
    """Another bot runs on this file."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"another bot runs on {path}: stop it, or set TAPROOM_DATABASE to another file")


class CorruptState(StoreError):
    """A game state that does not parse to an equal value, or a row with impossible values."""

    def __init__(self, what: str, *, reading: bool = False) -> None:
        super().__init__(what)
        self.reading = reading


class DamagedDatabase(StoreError):
    """A database of ours is damaged: broken pages, rows without their table, a broken log."""


class AlreadyThere(StoreError):
    """The target exists already; it was left alone."""

    def __init__(self, path: DatabaseLocation) -> None:
        problem = "exists already; choose another name" if isinstance(path, Path) else "is not empty"
        super().__init__(f"{path} {problem}")
        self.path = path


class InUse(StoreError):
    """Another process has the database open, and would lose what it saves from now on."""

    def __init__(self, path: DatabaseLocation) -> None:
        super().__init__(f"{path} is in use: stop the bot first")
        self.path = path
