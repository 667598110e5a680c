"""The automatic steps of a tournament: its tables are opened, its message updated.

Every step is saved before it is shown. If the bot dies in between, the next one resumes: the repair shows
opened tables, and the alarm that advances runs again.
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
    """Open and show what follows after a game has ended or a player has withdrawn.

    Returns whether the message links the boards of all running games, so that nothing is left to show.
    """
    step = await surface.session.service(Tournaments).advance(tournament_id, Trace("tick.round", 0))
    for table_id in step.decided:
        table = await surface.session.tables.get(table_id)
        words = words_at(table)
        line = words("tournament.decided.board", end=game_end_text(words, step.tournament, table))
        await messenger.refresh_board(surface, client, table, (line,))
    why = await show_opened_tables(surface, client, step)
    await show_tournament(surface, client, tournament_id)
    surface.wake()  # for resigned games, and the podium
    if why:
        tournament = step.tournament
        message = Message(note(words_in(tournament.language)("thread.refused", why=why)))
        await messenger.into(
            client,
            tournament.guild_id,
            tournament.channel_id,
            message,
            f"w{tournament.id}.{tournament.revision}",
        )
    _, boards = await surface.session.service(Tournaments).shown_state(step.tournament)
    return step.tournament.status is not Status.PLAYING or (not step.opened and None not in boards)


async def announce_winners(surface: Surface, client: discord.Client, alarm: Alarm) -> None:
    """Announce the winners in the tournament's channel."""
    tournament = await surface.session.service(Tournaments).get(int(alarm.detail))
    if tournament.status is not Status.OVER:
        return
    message = messenger.mark_message(await podium_message(surface.session, tournament), alarm.id)
    await messenger.into(client, tournament.guild_id, tournament.channel_id, message, f"alarm{alarm.id}"[:25])
    await show_soon(surface, client, tournament.id)
