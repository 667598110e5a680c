"""What a change makes of the table it was made for. Pure."""

from __future__ import annotations

from dataclasses import replace

from bot.store.errors import WrongHead
from bot.store.model import Change, Status, Table
from engine.fairness import commitment, first_hash, next_hash


def agreed(table: Table, seats: int) -> str:
    """The hash that the table's log starts from with this number of seats."""
    secret = commitment(table.seed)
    return first_hash(table.game, table.options, seats, table.rules_version, secret, table.salts)


def changed(before: Table, change: Change) -> Table:
    """What `change` makes of the table it was made for. Raises `WrongHead`.

    Until the game begins, a chain says nothing of seats; it begins with the change that brings its options.
    """
    plies, head = before.plies, before.head
    if change.options is not None:
        if before.status is not Status.OPEN or plies:
            raise ValueError("options are agreed when a game begins, before its first ply")
        before = replace(
            before,
            options=change.options,
            rules_version=change.rules_version or before.rules_version,
            salts=before.salts if change.salts is None else change.salts,
        )
        head = agreed(before, len(change.players))
    elif before.status is Status.OPEN and change.status in (Status.PLAYING, Status.OVER):
        raise ValueError("a game begins with its options")
    if change.action is not None:
        if change.seat is None:
            raise ValueError("an action has a seat")
        plies += 1
        head = next_hash(head, plies, change.seat, change.action)
    if head != change.head:
        raise WrongHead(before.id, head, change.head)
    return replace(
        before,
        status=change.status,
        counter=change.counter,
        revision=before.revision + 1,
        plies=plies,
        head=head,
        state=change.state,
        players=tuple(sorted(change.players, key=lambda player: player.seat)),
        changed_at=change.at,
        host_id=before.host_id if change.host_id is None else change.host_id,
        waiting_since=before.waiting_since if change.waiting_since is None else change.waiting_since,
        turn=before.turn if change.turn is None else change.turn,
        clocks=before.clocks if change.clocks is None else change.clocks,
        base=before.base if change.base is None else change.base,
        away=before.away or change.away,
        language=before.language if change.language is None else change.language,
    )
