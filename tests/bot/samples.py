"""People, clicks and tables to try the bot with, below Discord."""

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
"""A round of moves that captures nothing and comes back to where it began."""


@dataclass
class Clock:
    """A clock that stands still until somebody moves it."""

    now: float = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def click(person: Person, *, channel: int = HERE, interaction: int | None = None) -> Click:
    """A request, with an interaction id of its own unless one is given."""
    return Click(person, channel, 3, next(_INTERACTIONS) if interaction is None else interaction)


def trace() -> Trace:
    return Trace("test", 0)


def opening(guest: Person | None = None, seat: Seat | None = 0, **options: str) -> Opening:
    return Opening("thud", options, seat, guest)


async def challenge(session: Session, *, channel: int = HERE, **options: str) -> Table:
    """Ann, with the dwarfs first, challenges Ben."""
    return (await session.lobby.open(click(ANN, channel=channel), opening(BEN, 0, **options), trace())).table


async def game(session: Session, *lines: str, channel: int = HERE, **options: str) -> Table:
    """A game of Ann against Ben that has begun, after these lines of whoever is to act."""
    table = await challenge(session, channel=channel, **options)
    table = (await session.lobby.sit(click(BEN, channel=channel), table.id, table.revision, trace())).table
    for line in lines:
        table = (await act(session, table, line)).table
    return table


def actor(session: Session, table: Table) -> Person:
    """Who must act."""
    shown = session.tables.show(table)
    (seat,) = shown.entry.game.to_act(shown.state)
    return (ANN, BEN)[seat]


async def act(session: Session, table: Table, line: str, person: Person | None = None) -> Shown:
    """A line, played by whoever must act or by `person`."""
    return await session.play.move(click(person or actor(session, table)), table.id, line, trace())


async def offered_lines(
    session: Session, by: Click, code: str | None = None, typed: str = ""
) -> tuple[str, ...]:
    """The lines that are offered to somebody who types, the best first."""
    found = await session.search.suggest_moves(IN_ENGLISH, by, code, typed, 25)
    return tuple(one.line for one in found)


async def stored_table(session: Session, table: Table) -> Table:
    """The table as it is on disk."""
    return await on_disk(session.context.store, table.id)


async def on_disk(store: Store, table_id: int) -> Table:
    """The table as the file has it, whatever the store remembers; the two must agree."""
    found = await store.reader.read(tables.table, table_id)
    assert found is not None
    assert found == await store.table(table_id)
    return found


def refusing(key: str) -> pytest.RaisesExc[Refused]:
    """The block is refused for this reason."""
    return pytest.RaisesExc(Refused, check=lambda refused: refused.key == key)


def table_of(*players: tuple[Seat, Person], status: Status = Status.PLAYING) -> Table:
    """A table on no disk, for what only looks."""

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
    """What the hash of a table's start tells besides the game: its code, and how it is timed."""
    terms = table.terms
    forfeit = "true" if terms.forfeit else "false"
    times = f'"bank":{terms.bank},"clock":{terms.clock},"forfeit":{forfeit},"patience":{terms.patience}'
    return {"table": f"T{table.id}", "terms": f"{{{times}}}"}
