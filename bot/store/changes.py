"""What a change makes of the table it was made for. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from bot.store.errors import WrongHead
from bot.store.model import Change, Status, Table
from engine.fairness import commitment, first_hash, next_hash

T = TypeVar("T")


def agreed(table: Table, seats: int) -> str:
    """The hash that the table's log starts from with this number of seats."""
    secret = commitment(table.seed)
    return first_hash(table.game, table.options, seats, table.rules_version, secret, table.salts)


def changed(before: Table, change: Change) -> Table:
    """What `change` makes of the table it was made for. Raises `WrongHead`."""
    table = _with_line(_begun(before, change), change)
    if table.head != change.head:
        raise WrongHead(before.id, table.head, change.head)
    return replace(
        table,
        status=change.status,
        counter=change.counter,
        revision=before.revision + 1,
        state=change.state,
        players=tuple(sorted(change.players, key=lambda player: player.seat)),
        changed_at=change.at,
        host_id=_new(change.host_id, before.host_id),
        waiting_since=_new(change.waiting_since, before.waiting_since),
        turn=_new(change.turn, before.turn),
        clocks=_new(change.clocks, before.clocks),
        base=_new(change.base, before.base),
        away=before.away or change.away,
        language=_new(change.language, before.language),
    )


def _begun(before: Table, change: Change) -> Table:
    """The table with what was agreed, if its game begins with this change.

    Until then a chain says nothing of seats; it begins with the change that brings its options.
    """
    if change.options is None:
        if before.status is Status.OPEN and change.status in (Status.PLAYING, Status.OVER):
            raise ValueError("a game begins with its options")
        return before
    if before.status is not Status.OPEN or before.plies:
        raise ValueError("options are agreed when a game begins, before its first ply")
    table = replace(
        before,
        options=change.options,
        rules_version=change.rules_version or before.rules_version,
        salts=_new(change.salts, before.salts),
    )
    return replace(table, head=agreed(table, len(change.players)))


def _with_line(table: Table, change: Change) -> Table:
    """The table with the line that the change adds to its log, if it adds one."""
    if change.action is None:
        return table
    if change.seat is None:
        raise ValueError("an action has a seat")
    plies = table.plies + 1
    return replace(table, plies=plies, head=next_hash(table.head, plies, change.seat, change.action))


def _new(said: T | None, kept: T) -> T:
    """What a change says of something, or what held before."""
    return kept if said is None else said
