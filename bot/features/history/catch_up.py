"""*While you were away*: what happened at a table since somebody last looked or acted, for them alone.

It is told by itself once, with the first click after an absence in which others had more than one turn: what
came last stands on the board itself.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final

from bot.discord.endpoints import At, Endpoint, routes
from bot.discord.frame import WALNUT, Message, Panel, Text, laid_out, pictured, plain_names, safe, titled
from bot.discord.keyboard import Row, Verb
from bot.discord.limits import FILMING
from bot.discord.request import FAILURES, Handler, Request
from bot.features.history.replay import from_line, replay_of
from bot.features.history.service import Looks
from bot.games.catalogue import AnyEntry
from bot.kernel.errors import Refused
from bot.kernel.tables.seats import as_of, is_for_one
from bot.store import Line, Status, Table
from bot.ui.history.story import told, weight_of
from bot.words import Words
from bot.words.menu import Look
from engine.replay import Position, lasting

LOG = logging.getLogger("taproom.away")

MOST: Final = 3
"""As many lines tell what happened."""

TURNS: Final = 2
"""From so many turns on it is told by itself."""

Stretch = tuple[Position, ...]
"""A turn: the position before it, and those of its lines."""


@dataclass(frozen=True, slots=True)
class Missed:
    """The turns of a table that somebody has not seen; nobody took them back. `since` is the line before."""

    table: Table
    entry: AnyEntry
    log: tuple[Line, ...]
    turns: tuple[Stretch, ...]
    since: int

    def lines(self, words: Words) -> list[str]:
        """What mattered most of it, in the order in which it happened: a sentence or two a turn."""
        heavy = sorted(self.turns, key=lambda turn: (-weight_of(self.entry, turn[1:]), -turn[-1].ply))[:MOST]
        first = sorted(heavy, key=lambda turn: turn[-1].ply)
        return [self._line(words, turn) for turn in first]

    def _line(self, words: Words, turn: Stretch) -> str:
        """A turn in words, with the name of whose it was."""
        text = told(words, self.table, self.entry, self.log, turn)
        name = plain_names(as_of(self.table, turn[-1].ply))[turn[1].seat or 0]
        return safe(text if name in text else words("replay.chosen", name=name, action=text))


async def away(request: Request, after: str) -> None:
    """The button: what happened `after` a line of the log in a few lines, and as a film."""
    table = await request.table(after)
    _check(table)
    await request.defer()
    if after and not (after.isascii() and after.isdecimal()):
        raise Refused("old-control")
    since = int(after) if after else await request.session.service(Looks).since(table, request.person.id)
    missed = await _missed(request, table, since)
    if not missed.turns:
        raise Refused("away-nothing", table)
    with request.trace.span("replay"):
        film = await replay_of(request, table, request.words, missed.since)
    fits = len(film) <= request.asked.filesize_limit
    await request.show(_message(request.words, missed, film if fits else None))


def at(table: Table) -> At:
    """What the button is about."""
    return table.id, table.revision


def _check(table: Table) -> None:
    if table.state is None or table.status is Status.CLOSED:
        raise Refused("not-begun", table, code=table.code)


def turns_of(entry: AnyEntry, way: Sequence[Position]) -> tuple[Stretch, ...]:
    """The turns on a way, as far as they lie on it: lines that were played while the same turn went on."""
    steps = groupby(pairwise(way), key=lambda step: entry.rules.turn_key(step[0].state))
    found = [list(turn) for _, turn in steps]
    return tuple((turn[0][0], *(after for _, after in turn)) for turn in found)


async def _missed(request: Request, table: Table, since: int) -> Missed:
    """What happened at a table after a line of its log; raises `Refused` where that is not told."""
    positions, log = await request.session.history.told(table), await request.session.tables.log(table)
    entry = request.session.catalogue[table.game]
    turns = await asyncio.to_thread(lambda: turns_of(entry, from_line(lasting(positions), since)))
    return Missed(table, entry, log, turns, since)


def _message(words: Words, missed: Missed, film: bytes | None) -> Message:
    """The lines, with the film or with the way to it."""
    table, turns = missed.table, missed.turns
    game, name = titled(words, missed.entry.game.title, table.deal), f"{table.code}-{missed.since}-away.gif"
    panel = Panel(accent_colour=WALNUT)
    many = len(turns)
    since = words("away.most", count=many) if many > MOST else words.some("away.turns", many)
    head = words("away.title", game=game), since
    panel.add_item(Text("\n".join((*head, *(f"- {line}" for line in missed.lines(words))))))
    if film is None:
        key = AWAY.button(words("button.replay"), at(table), Look.PLAIN, str(missed.since))
        return Message(laid_out(panel, [Row(key)]))
    names = words.listed(plain_names(table))
    panel.add_item(pictured(name, words("away.alt", game=game, names=names)))
    return Message(laid_out(panel), film, name)


async def after_absence(handler: Handler, before: Table | None, request: Request) -> None:
    """Handle the control of a table; whoever was away is then told what they have missed.

    That they have seen the table is noted. Whether that fails is no matter to what they wanted.
    """
    await handler(request)  # nobody waits for what they have missed
    if before is None or request.control.verb in _SILENT:
        return
    missed = await _unseen(request, before)
    table = await request.session.tables.known(before.id)
    if table is None:
        return
    await request.session.service(Looks).note(table, request.person.id)
    if missed is not None:
        try:
            await request.show(_message(request.words, missed, None))
        except FAILURES as failure:
            LOG.info(
                "table=%s user=%s was not told what they missed: %s", table.code, request.person.id, failure
            )


async def _unseen(request: Request, table: Table) -> Missed | None:
    """What somebody had missed who comes back to a table as it was then; none if it is not told."""
    if table.status is not Status.PLAYING or table.terms.day is not None:
        return None
    if is_for_one(request.session.catalogue[table.game].game):
        return None
    since = await request.session.service(Looks).missed(table, request.person.id)
    if since is None:
        return None
    try:
        missed = await _missed(request, table, since)
    except Refused:
        return None
    return missed if len(missed.turns) >= TURNS else None


AWAY: Final = Endpoint("away", away, looks=True, limit=FILMING)
CONTROLS: Final = routes(AWAY)

_SILENT: Final = (AWAY.path, Verb.TYPE)
"""What tells it anyway, and what is answered with a form."""
