"""Games of many lines of Thud, written into a log at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import cycle, islice
from typing import Final, TypeAlias

from bot.games.catalogue import CATALOGUE
from bot.store import Line, Store, Table, tables
from bot.store.sql import SqlConnection
from engine.core import Seat
from engine.fairness import next_hash
from engine.replay import LogPosition, replay_positions
from engine.table_lines import HINT, undo_line

Played: TypeAlias = tuple[Seat, str]
"""A line of a log: whose, and what."""

ROUND: Final[tuple[Played, ...]] = ((0, "dG1-G2"), (1, "TG7-F7"), (0, "dG2-G1"), (1, "TF7-G7"))
"""Moves that capture nothing and come back to where they began."""

SLIP: Final = ROUND[0]


def plain_rounds(count: int) -> Iterator[Played]:
    """So many moves of Thud, none of which is taken back."""
    return islice(cycle(ROUND), count)


def slip_rounds(count: int) -> Iterator[Played]:
    """A move of Thud and its taking back, over and over."""
    return ((0, undo_line(at - 1)) if at % 2 else SLIP for at in range(count))


def mixed_lines(count: int) -> Iterator[Played]:
    """Rounds of Thud, each with a hint, a slip and a way back to its beginning, and played once more."""
    every = (
        (*ROUND, (0, HINT), SLIP, (0, undo_line(at + 5)), (0, undo_line(at)), *ROUND)
        for at in range(0, count, 12)
    )
    return islice((line for one in every for line in one), count)


async def lengthen_log(store: Store, table: Table, lines: Iterable[Played]) -> Table:
    """A table on whose log these lines follow; none of them ends the game."""
    entry, every = CATALOGUE[table.game], tuple(lines)
    stands = LogPosition(table.plies, entry.codec.load(table.state or ""), table.counter)
    last = replay_positions(entry.game, stands, table.chance, every)[-1]
    users = {player.seat: player.user_id for player in table.players}

    def write(connection: SqlConnection) -> None:
        plies, head = table.plies, table.head
        for plies, (seat, action) in enumerate(every, table.plies + 1):
            head = next_hash(head, plies, seat, action)
            line = Line(plies, seat, users[seat], action, head, table.time.changed_at + plies)
            tables.add_line(connection, table.id, line)
        connection.execute(
            "UPDATE tables SET plies = ?, head = ?, state = ?, counter = ?, revision = ? WHERE id = ?",
            (plies, head, entry.codec.dump(last.state), last.counter, table.revision + 1, table.id),
        )

    await store.outbox.write(write)
    store.forget(table.id)
    found = await store.table(table.id)
    assert found is not None
    return found
