"""How a game that ends is remembered: a row for each seat, for statistics and ratings."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

from bot.export import UNPLAYABLE, positions_of
from bot.games.catalogue import AnyEntry
from bot.session.takeback import takes_back_revealed
from bot.session.timing import Timing
from bot.store import Change, Line, Player, Record, Result, Store, Table, is_bot
from engine.core import Game, Outcome
from engine.entries import is_new_beginning, undone_to

AnyGame = Game[Any, Any, Any, Any]

Played: TypeAlias = tuple[Table, Sequence[Line]]
"""A table, and the lines of its log."""

GIVEN_UP: Final = "resign"
"""The line that concedes a game, whoever wrote it."""


class Records(Timing):
    """Games that end."""

    async def _records(self, table: Table, change: Change, outcome: Outcome | None) -> tuple[Record, ...]:
        """A record for each seat of a game that ends with this change; nothing while it goes on."""
        if outcome is None:
            return ()
        last = Line(
            table.plies + 1, change.seat or 0, change.user_id, change.action or "", change.head, change.at
        )
        lines = (*await self.store.log(table.id), last)
        entry, after = self.catalogue[table.game], replace(table, players=change.players)
        before = await before_here(self.store, table)
        return await asyncio.to_thread(records_of, entry, after, lines, outcome, change.at, before)


async def before_here(store: Store, table: Table) -> tuple[Played, ...]:
    """The tables from which a game moved here within this installation, with their logs, the first one first.

    Nothing where it came from elsewhere at some time: then nobody knows who played it there.
    """
    found = list[Played]()
    while table.moved is not None:
        code, _, head = table.moved
        old = await store.table(int(code.removeprefix("T")))
        if old is None or old.gone != table.id or not old.head.startswith(head):
            return ()
        found.append((old, await store.log(old.id)))
        table = old
    return tuple(reversed(found))


def records_of(
    entry: AnyEntry,
    table: Table,
    lines: Sequence[Line],
    outcome: Outcome,
    ended: float,
    before: Sequence[Played] = (),
) -> tuple[Record, ...]:
    """A record for each seat. The last of the `lines` is the one that ended the game.

    `before` are the tables from which it moved here.
    """
    game, players = entry.game, table.players
    parts = (*before, (table, lines))
    counts = bool(before) or table.moved is None
    counts = counts and all(_counts(game, part, players, log) for part, log in parts)
    counts = counts and not any(_cheated(entry, part, log) for part, log in parts)
    whole = [line for _, log in parts for line in log]
    return tuple(
        Record(
            table_id=table.id,
            seat=player.seat,
            user_id=player.user_id,
            name=player.name,
            game=table.game,
            guild_id=table.guild_id,
            channel_id=table.home_id or table.channel_id,
            result=result_of(game, outcome, player.seat, len(players)),
            points=outcome.points[player.seat] if player.seat < len(outcome.points) else 0,
            seats=len(players),
            plies=len(whole),
            began=whole[0].at if whole else table.created_at,
            ended=ended,
            counts=counts,
        )
        for player in players
    )


def result_of(game: AnyGame, outcome: Outcome, seat: int, seats: int) -> Result:
    """How a game ended for a seat: without winners it is a draw between opponents, a defeat otherwise."""
    if seat in outcome.winners:
        return Result.WON
    if not outcome.winners and not game.cooperative and seats > 1:
        return Result.DRAWN
    return Result.LOST


def _counts(game: AnyGame, table: Table, players: Sequence[Player], lines: Sequence[Line]) -> bool:
    """Whether a game was played from its beginning, and everybody in it played for themselves.

    Who loses because they never came back still loses. Where all win or lose together, others may help. A
    game with a bot in it is practice, and so is one between opponents who have agreed on hints.
    """
    owners = {player.seat: player.user_id for player in players}
    acted = [line for line in lines if not is_new_beginning(line.action)]
    if acted and acted[-1].action == GIVEN_UP:
        acted.pop()
    alone = game.cooperative or all(line.user_id == owners[line.seat] for line in acted)
    against_bots = any(is_bot(player.user_id) for player in players)
    practice = against_bots or (len(players) > 1 and not game.cooperative and table.hints != 0)
    return table.parent is None and alone and not practice


def _cheated(entry: AnyEntry, table: Table, lines: Sequence[Line]) -> bool:
    """Whether somebody with nobody to ask took back what they had learned; not known under other rules."""
    if not any(undone_to(line.action) is not None for line in lines):
        return False
    try:
        found = positions_of(entry, table, lines)
    except UNPLAYABLE:
        return False
    return takes_back_revealed(found, entry.game, len(table.players))
