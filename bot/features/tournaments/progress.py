"""How a tournament is led on by the bot itself: its tables are put up, and its message changed.

Every step is on disk before it is shown. Whatever is left undone by a bot that dies is done by the next one:
tables that were opened are shown by the repair, and the alarm that led on is carried out once more.
"""

from __future__ import annotations

import discord

from bot.discord.frame import (
    Message,
    note,
    words_at,
)
from bot.discord.request import Surface
from bot.features.tournaments.page import podium_message, show_soon, show_tournament
from bot.features.tournaments.service import Tournaments
from bot.features.tournaments.tables import show_opened_tables
from bot.features.tournaments.texts import game_end_text
from bot.games.catalogue import words_in
from bot.kernel.trace import Trace
from bot.store import Alarm, Status
from bot.ui.alarms import messenger


async def advance_tournament(surface: Surface, client: discord.Client, tournament_id: int) -> bool:
    """A game has ended, or somebody has withdrawn: what follows is opened, and shown.

    Whether its message leads to the boards of all games that go on, so that nothing is left to be shown.
    """
    step = await surface.session.service(Tournaments).advance(tournament_id, Trace("tick.round", 0))
    for table_id in step.decided:
        table = await surface.session.tables.get(table_id)
        words = words_at(table)
        line = words("tournament.decided.board", end=game_end_text(words, step.tournament, table))
        await messenger.refresh_board(surface, client, table, (line,))
    why = await show_opened_tables(surface, client, step)
    await show_tournament(surface, client, tournament_id)
    surface.wake()  # games that were given up, and the podium
    if why:
        of = step.tournament
        told = Message(note(words_in(of.language)("thread.refused", why=why)))
        await messenger.into(client, of.guild_id, of.channel_id, told, f"w{of.id}.{of.revision}")
    _, boards = await surface.session.service(Tournaments).shown_state(step.tournament)
    return step.tournament.status is not Status.PLAYING or (not step.opened and None not in boards)


async def announce_winners(surface: Surface, client: discord.Client, alarm: Alarm) -> None:
    """Say where it was held who has won."""
    of = await surface.session.service(Tournaments).get(int(alarm.detail))
    if of.status is not Status.OVER:
        return
    message = messenger.mark_message(await podium_message(surface.session, of), alarm.id)
    await messenger.into(client, of.guild_id, of.channel_id, message, f"alarm{alarm.id}"[:25])
    await show_soon(surface, client, of.id)
