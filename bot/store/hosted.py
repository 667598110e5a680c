"""What a host's commands ask of a database of PostgreSQL. Each raises `NoDriver` where psycopg is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.place import Postgres
from bot.store.errors import Damaged, NoDriver
from bot.store.figures import Figures, counted
from bot.store.hooks import StorageHooks
from bot.store.processes import Running, beat_of, every_one
from bot.store.questions import PREFIX, STALE
from bot.store.restored import number_anew
from bot.store.sql import SqlConnection, clock
from bot.store.tables import broken_chains, counts

_SHOWN: Final = 5  # problems named in one sentence
_WRITABLE: Final = (
    "SELECT CASE WHEN pg_is_in_recovery() OR NOT has_table_privilege('tables', 'INSERT') THEN 0 ELSE 1 END"
)


def check_driver() -> None:
    """Raises `NoDriver` if nothing here speaks to PostgreSQL."""
    try:
        import psycopg  # noqa: F401, PLC0415 - an extra
    except ImportError as error:
        raise NoDriver from error


def is_new(place: Postgres) -> bool:
    """Whether the database is empty, so that the bot makes its tables at its first start."""
    check_driver()
    from bot.store import postgres  # noqa: PLC0415

    with postgres.connected(place) as connection:
        return not postgres.generation_of(connection) and postgres.is_empty(connection)


def check_there(place: Postgres) -> None:
    """Raises `NotADatabase` unless it is one of ours."""
    check_driver()
    from bot.store import postgres  # noqa: PLC0415

    with postgres.snapshot(place):
        pass


def check_unused(place: Postgres) -> None:
    """Raises `InUse` if a bot uses it, `NotADatabase` unless it is one of ours."""
    check_there(place)
    from bot.store import postgres  # noqa: PLC0415

    with postgres.connected(place, alone=True):
        pass


def examined(place: Postgres) -> tuple[int, int]:
    """How many tables and lines there are, once each log was found to be whole.

    Raises `Damaged`.
    """
    check_driver()
    from bot.store import postgres  # noqa: PLC0415

    with postgres.snapshot(place) as connection:
        refuse_broken(connection)
        return counts(connection)


def refuse_broken(connection: SqlConnection) -> None:
    """Raises `Damaged`, naming the first few, if the hashes of a log do not lead from one to the next."""
    broken = [f"T{table_id}" for table_id in broken_chains(connection)]
    if broken:
        raise Damaged(f"damaged logs, {len(broken)} in all: {', '.join(broken[:_SHOWN])}")


def takes_changes(place: Postgres) -> bool:
    """Whether the bot may write there."""
    check_driver()
    from bot.store import postgres  # noqa: PLC0415

    with postgres.snapshot(place) as connection:
        return bool(connection.execute(_WRITABLE).fetchall()[0][0])


def figures(place: Postgres) -> Figures:
    """The figures of a database, whether a bot runs on it or not."""
    check_driver()
    from bot.store import postgres  # noqa: PLC0415

    with postgres.snapshot(place) as connection:
        (size,) = connection.execute("SELECT pg_database_size(current_database())").fetchall()[0]
        return counted(connection, int(size))


def running(place: Postgres) -> Running:
    """The processes that use a database."""
    check_driver()
    from bot.store import postgres  # noqa: PLC0415

    with postgres.snapshot(place) as connection:
        found = every_one(connection)
        oldest = postgres.generation_of(connection)
        return Running(found, clock(connection), oldest, beat_of(place))


def numbered_anew(place: Postgres, hooks: Sequence[StorageHooks], now: float) -> None:
    """After PostgreSQL's own tools have put a backup in the place of the database: see `number_anew`.

    An older one is brought to our schemas first.

    Raises `InUse` while a bot uses it.
    """
    check_there(place)
    from bot.store import postgres  # noqa: PLC0415

    with postgres.connected(place, alone=True) as connection:
        connection.raw.execute("BEGIN")
        postgres.shape(connection, place, hooks)
        number_anew(connection, {}, now, hooks)
        connection.raw.execute("COMMIT")


# Thinkers


@dataclass(frozen=True, slots=True)
class Thinker:
    """A process that thinks: on which machine, so many thoughts at once, with which rules and minds.

    `silent`: seconds since its last sign of life.
    """

    host: str
    at_once: int
    version: str
    silent: float


@dataclass(frozen=True, slots=True)
class Thinkers:
    """Those who think, by machine; how many thoughts wait for them, and how many they are at."""

    there: tuple[Thinker, ...]
    waiting: int
    under_way: int


def thinkers(place: Postgres) -> Thinkers:
    """Who thinks at this moment for the bots of a database."""
    check_driver()
    from bot.store import postgres  # noqa: PLC0415

    there, counted = list[Thinker](), [0, 0]
    with postgres.connected(place) as connection:
        for (schema,) in connection.execute(_QUEUES, (PREFIX,)).fetchall():
            there += [Thinker(*row) for row in connection.execute(_THERE.format(schema), (STALE,)).fetchall()]
            for at, status in enumerate(("todo", "doing")):
                counted[at] += connection.execute(_COUNTED.format(schema), (status,)).fetchall()[0][0]
    return Thinkers(tuple(sorted(there, key=lambda one: (one.host, one.at_once))), *counted)


_QUEUES: Final = "SELECT nspname FROM pg_namespace WHERE starts_with(nspname, ?)"
_THERE: Final = (
    "SELECT host, at_once, version, extract(epoch FROM now() - last_heartbeat)::float8"
    " FROM {0}.taproom_present JOIN {0}.procrastinate_workers ON id = worker_id"
    " WHERE at_once > 0 AND last_heartbeat > now() - make_interval(secs => ?)"
)
_COUNTED: Final = "SELECT count(*) FROM {0}.procrastinate_jobs WHERE status::text = ?"
