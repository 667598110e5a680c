"""People, clicks and tables for tests below Discord."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count
from typing import TypedDict

import pytest

from bot.games.catalogue import IN_ENGLISH
from bot.kernel.clicks import Click, Opening, Person
from bot.kernel.errors import Refused
from bot.kernel.session import Session, Shown
from bot.kernel.trace import Trace
from bot.store import Player, Status, Store, Table, Terms, Time, tables
from engine.core import Seat

ANN, BEN, CLEO = Person(11, "Ann"), Person(12, "Ben"), Person(13, "Cleo")
ROBOT = Person(14, "Robot", bot=True)
HERE, THERE = 5, 6

_INTERACTIONS = count(1_000)

QUIET = ("dG1-G2", "TG7-F7", "dG2-G1", "TF7-G7")
"""A round of moves that captures nothing and returns to where it began."""


@dataclass
class Clock:
    """A clock that is moved by hand."""

    now: float = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def click(person: Person, *, channel: int = HERE, interaction: int | None = None) -> Click:
    """Return a request, by default with a new interaction id."""
    return Click(person, channel, 3, next(_INTERACTIONS) if interaction is None else interaction)


def trace() -> Trace:
    return Trace("test", 0)


def opening(guest: Person | None = None, seat: Seat | None = 0, **options: str) -> Opening:
    return Opening("thud", options, seat, guest)


async def challenge(session: Session, *, channel: int = HERE, **options: str) -> Table:
    """Have Ann, with the dwarfs first, challenge Ben."""
    return (await session.lobby.open(click(ANN, channel=channel), opening(BEN, 0, **options), trace())).table


async def game(session: Session, *lines: str, channel: int = HERE, **options: str) -> Table:
    """Return a begun game of Ann against Ben, after these lines of the awaited player."""
    table = await challenge(session, channel=channel, **options)
    table = (await session.lobby.sit(click(BEN, channel=channel), table.id, table.revision, trace())).table
    for line in lines:
        table = (await act(session, table, line)).table
    return table


def actor(session: Session, table: Table) -> Person:
    """Return the awaited player."""
    shown = session.tables.show(table)
    (seat,) = shown.entry.game.to_act(shown.state)
    return (ANN, BEN)[seat]


async def act(session: Session, table: Table, line: str, person: Person | None = None) -> Shown:
    """Play a line by the awaited player or by `person`."""
    return await session.play.move(click(person or actor(session, table)), table.id, line, trace())


async def offered_lines(
    session: Session, by: Click, code: str | None = None, typed: str = ""
) -> tuple[str, ...]:
    """Return the suggestions for a typed text, the best first."""
    suggestions = await session.search.suggest_moves(IN_ENGLISH, by, code, typed, 25)
    return tuple(one.line for one in suggestions)


async def stored_table(session: Session, table: Table) -> Table:
    """Return the stored table."""
    return await on_disk(session.context.store, table.id)


async def on_disk(store: Store, table_id: int) -> Table:
    """Return the table as in the file, after comparing it with the store's cache."""
    table = await store.reader.read(tables.table, table_id)
    assert table is not None
    assert table == await store.table(table_id)
    return table


def refusing(key: str) -> pytest.RaisesExc[Refused]:
    """Expect a refusal with this key."""
    return pytest.RaisesExc(Refused, check=lambda refused: refused.key == key)


def table_of(*players: tuple[Seat, Person], status: Status = Status.PLAYING) -> Table:
    """Return a table that is not stored, for functions that only read it."""

    seats = tuple(Player(seat, person.id, person.name) for seat, person in players)
    return replace(_TABLE, players=seats, status=status)


_TABLE = Table(
    id=7,
    game="thud",
    guild_id=3,
    channel_id=HERE,
    host_id=ANN.id,
    status=Status.PLAYING,
    terms=Terms(options='{"quiet_limit":0}', rules_version=1),
    seed="secret",
    counter=0,
    revision=4,
    plies=0,
    head="0" * 64,
    state=None,
    players=(),
    board=None,
    time=Time(created_at=1.0, changed_at=1.0),
)


class TableStart(TypedDict):
    table: str
    terms: str


def start_place(table: Table) -> TableStart:
    """Return what a table's first hash contains besides the game: its code, and its timing."""
    terms = table.terms
    forfeit = "true" if terms.forfeit else "false"
    times = f'"bank":{terms.bank},"clock":{terms.clock},"forfeit":{forfeit},"patience":{terms.patience}'
    return {"table": f"T{table.id}", "terms": f"{{{times}}}"}
