"""Tables and changes to try the store with."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from bot.features import HOOKS
from bot.ops.location import DatabaseLocation
from bot.store import Change, NewLine, NewTable, Player, Status, Store, Table, Terms
from bot.store.tables import start_hash
from engine.fairness import next_hash

ANNA = Player(0, 11, "Anna")
BERT = Player(1, 12, "Bert")
CHALLENGED = Player(1, 12, "Bert", seated=False)
TERMS = Terms('{"quiet":0}', 1)
FIRST = 1_000_000


@asynccontextmanager
async def another(place: DatabaseLocation) -> AsyncIterator[Store]:
    """A store that remembers nothing: what it says is on the disk."""
    store = await Store.open(place, patience=0.1, hooks=HOOKS)
    try:
        yield store
    finally:
        await store.close()


def new_table(
    channel_id: int = 5, players: tuple[Player, ...] = (ANNA, CHALLENGED), at: float = 1.5
) -> NewTable:
    return NewTable("thud", 3, channel_id, 11, TERMS, "secret", players, at)


def begins(table: Table, players: tuple[Player, ...]) -> str:
    """The head of the log of a table whose game begins, or began, with its options as they were."""
    if table.status is not Status.OPEN:
        return table.head
    return start_hash(table, len(players))


def move(
    table: Table,
    interaction: int,
    action: str = "dE2-E10",
    players: tuple[Player, ...] = (),
    user_id: int = 11,
) -> Change:
    """Anna moves, if it is not somebody else, and with the first move the game begins.

    The seats stay as they are unless `players` says otherwise.
    """
    head = begins(table, players or table.players)
    return Change(
        table=table.id,
        revision=table.revision,
        interaction=interaction,
        status=Status.PLAYING,
        players=players or table.players,
        state=f'{{"ply":{table.plies + 1}}}',
        counter=table.counter + 2,
        at=table.time.changed_at + 1.0,
        head=next_hash(head, table.plies + 1, 0, action),
        line=NewLine(0, user_id, action),
    )


def turn(table: Table, status: Status, interaction: int, at: float | None = None) -> Change:
    """The status changes, without a move."""
    change = replace(move(table, interaction), line=None)
    if status is Status.CLOSED:
        change = replace(change, head=table.head)
    else:
        change = replace(change, head=begins(table, table.players))
    state = table.state or (change.state if status in (Status.PLAYING, Status.OVER) else None)
    return replace(change, status=status, state=state, at=change.at if at is None else at)


async def begun_table(store: Store, moves: int = 0, channel_id: int = 5) -> Table:
    """A table with this many moves; the first one of channel 5 was opened by interaction `FIRST`."""
    tables = await store.in_channel(channel_id, live_only=False, limit=1_000)
    interaction = FIRST + 1_000_000 * (channel_id - 5) + 1_000 * len(tables)
    table = await store.create(new_table(channel_id), interaction)
    for number in range(1, moves + 1):
        table = await store.save(move(table, interaction + number))
    return table
