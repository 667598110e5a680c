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
from bot.discord.frame import (
    WALNUT,
    Message,
    Panel,
    Text,
    escape_markdown,
    game_title,
    panel_layout,
    picture_gallery,
    plain_names,
)
from bot.discord.keyboard import Row, Verb
from bot.discord.limits import FILMING
from bot.discord.request import FAILURES, Handler, Request
from bot.features.history.replay import from_line, replay_of
from bot.features.history.service import LastSeenTracker
from bot.games.catalogue import AnyEntry
from bot.kernel.errors import Refused
from bot.kernel.tables.seats import is_for_one, players_as_of
from bot.store import Line, Status, Table
from bot.ui.history.story import caption_for, weight_of
from bot.words import Words
from bot.words.menu import ButtonLook
from engine.replay import LogPosition, effective_positions

LOG = logging.getLogger("taproom.away")

MOST: Final = 3
"""As many lines tell what happened."""

TURNS: Final = 2
"""From so many turns on it is told by itself."""

Stretch = tuple[LogPosition, ...]
"""A turn: the position before it, and those of its lines."""


@dataclass(frozen=True, slots=True)
class MissedTurns:
    """The turns of a table that somebody has not seen; nobody took them back. `since` is the line before."""

    table: Table
    entry: AnyEntry
    log: tuple[Line, ...]
    turns: tuple[Stretch, ...]
    since: int

    def summary_lines(self, words: Words) -> list[str]:
        """What mattered most of it, in the order in which it happened: a sentence or two a turn."""
        heavy = sorted(self.turns, key=lambda turn: (-weight_of(self.entry, turn[1:]), -turn[-1].ply))[:MOST]
        first = sorted(heavy, key=lambda turn: turn[-1].ply)
        return [self._turn_line(words, turn) for turn in first]

    def _turn_line(self, words: Words, turn: Stretch) -> str:
        """A turn in words, with the name of whose it was."""
        text = caption_for(words, self.table, self.entry, self.log, turn)
        name = plain_names(players_as_of(self.table, turn[-1].ply))[turn[1].seat or 0]
        return escape_markdown(text if name in text else words("replay.chosen", name=name, action=text))


async def show_missed_turns(request: Request, after: str) -> None:
    """The button: what happened `after` a line of the log in a few lines, and as a film."""
    table = await request.table(after)
    _check_begun(table)
    await request.defer()
    if after and not (after.isascii() and after.isdecimal()):
        raise Refused("old-control")
    since = (
        int(after)
        if after
        else await request.session.service(LastSeenTracker).plies_seen(table, request.person.id)
    )
    missed = await _find_missed_turns(request, table, since)
    if not missed.turns:
        raise Refused("away-nothing", table)
    with request.trace.span("replay"):
        film = await replay_of(request, table, request.words, missed.since)
    fits = len(film) <= request.incoming.filesize_limit
    await request.show(_missed_message(request.words, missed, film if fits else None))


def target_of(table: Table) -> At:
    """What the button is about."""
    return table.id, table.revision


def _check_begun(table: Table) -> None:
    if table.state is None or table.status is Status.CLOSED:
        raise Refused("not-begun", table, code=table.code)


def turns_of(entry: AnyEntry, way: Sequence[LogPosition]) -> tuple[Stretch, ...]:
    """The turns on a way, as far as they lie on it: lines that were played while the same turn went on."""
    steps = groupby(pairwise(way), key=lambda step: entry.rules.turn_key(step[0].state))
    found = [list(turn) for _, turn in steps]
    return tuple((turn[0][0], *(after for _, after in turn)) for turn in found)


async def _find_missed_turns(request: Request, table: Table, since: int) -> MissedTurns:
    """What happened at a table after a line of its log; raises `Refused` where that is not told."""
    positions, log = (
        await request.session.history.shown_positions(table),
        await request.session.tables.log(table),
    )
    entry = request.session.catalogue[table.game]
    turns = await asyncio.to_thread(lambda: turns_of(entry, from_line(effective_positions(positions), since)))
    return MissedTurns(table, entry, log, turns, since)


def _missed_message(words: Words, missed: MissedTurns, film: bytes | None) -> Message:
    """The lines, with the film or with the way to it."""
    table, turns = missed.table, missed.turns
    game, name = (
        game_title(words, missed.entry.game.title, table.deal),
        f"{table.code}-{missed.since}-away.gif",
    )
    panel = Panel(accent_colour=WALNUT)
    many = len(turns)
    since = words("away.most", count=many) if many > MOST else words.some("away.turns", many)
    head = words("away.title", game=game), since
    panel.add_item(Text("\n".join((*head, *(f"- {line}" for line in missed.summary_lines(words))))))
    if film is None:
        key = AWAY.button(words("button.replay"), target_of(table), ButtonLook.PLAIN, str(missed.since))
        return Message(panel_layout(panel, [Row(key)]))
    names = words.join_list(plain_names(table))
    panel.add_item(picture_gallery(name, words("away.alt", game=game, names=names)))
    return Message(panel_layout(panel), film, name)


async def catch_up_after_absence(handler: Handler, before: Table | None, request: Request) -> None:
    """Handle the control of a table; whoever was away is then told what they have missed.

    That they have seen the table is noted. Whether that fails is no matter to what they wanted.
    """
    await handler(request)  # nobody waits for what they have missed
    if before is None or request.control.verb in _SILENT:
        return
    missed = await _missed_on_return(request, before)
    table = await request.session.tables.find(before.id)
    if table is None:
        return
    await request.session.service(LastSeenTracker).note_seen(table, request.person.id)
    if missed is not None:
        try:
            await request.show(_missed_message(request.words, missed, None))
        except FAILURES as failure:
            LOG.info(
                "table=%s user=%s was not told what they missed: %s", table.code, request.person.id, failure
            )


async def _missed_on_return(request: Request, table: Table) -> MissedTurns | None:
    """What somebody had missed who comes back to a table as it was then; none if it is not told."""
    if table.status is not Status.PLAYING or table.terms.day is not None:
        return None
    if is_for_one(request.session.catalogue[table.game].game):
        return None
    since = await request.session.service(LastSeenTracker).missed_since(table, request.person.id)
    if since is None:
        return None
    try:
        missed = await _find_missed_turns(request, table, since)
    except Refused:
        return None
    return missed if len(missed.turns) >= TURNS else None


AWAY: Final = Endpoint("away", show_missed_turns, looks=True, limit=FILMING)
CONTROLS: Final = routes(AWAY)

_SILENT: Final = (AWAY.path, Verb.TYPE)
"""What tells it anyway, and what is answered with a form."""
