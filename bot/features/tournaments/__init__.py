"""Tournaments: the message that shows one, what is used on it, and how the bot leads it on.

- `rounds`: who meets whom, and who goes on; pure
- `storage`, `pairings`: on disk, and what follows when a game is saved
- `service`: what people and the bot do in one
- `page`: the message, and the buttons there; `told` says and `picture` paints how it stands
- `command`: `/tournament`
- `tables`, `going_on`, `alarms`: what the bot does by itself
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final

import discord

from bot.discord.request import Request, Surface
from bot.features.tournaments.alarms import ALARMS
from bot.features.tournaments.command import TOURNAMENT
from bot.features.tournaments.english import ENGLISH
from bot.features.tournaments.page import CONTROLS, show_soon
from bot.features.tournaments.pairings import HOOKS
from bot.features.tournaments.service import Tournaments
from bot.features.tournaments.storage import TournamentStorage
from bot.features.tournaments.tables import return_lost_tables
from bot.kernel.feature import AtTable, Feature, ForPerson
from bot.kernel.session import Session
from bot.kernel.trace import Trace
from bot.store import Store

LOG = logging.getLogger("taproom.tournament")


async def _related_tables(store: Store, user_id: int) -> frozenset[int]:
    """The tables of the tournaments that somebody takes part in: each result concerns them."""
    found = await TournamentStorage(store).entered_by(user_id)
    return frozenset(game.table_id for of in found for game in of.pairings if game.table_id is not None)


async def _is_awaited(store: Store, table_id: int) -> bool:
    return await TournamentStorage(store).tournament_of_table(table_id) is not None


async def _leave_all(session: Session, user_id: int, trace: Trace) -> tuple[int, ...]:
    return await session.service(Tournaments).forget(user_id, trace)


async def _refresh(surface: Surface, client: discord.Client, left: tuple[int, ...]) -> None:
    for tournament_id in left:
        await show_soon(surface, client, tournament_id, anew=True)


async def _trophies(request: Request) -> Sequence[str]:
    won = sum((await request.session.service(Tournaments).count_won(request.person.id)).values())
    return [request.words.some("trophies.tournaments", won)] if won else []


async def _clean_up(session: Session) -> None:
    """Cancel what nobody has begun for long, and delete what was cancelled long ago."""
    for cancelled in await session.service(Tournaments).cancel_unbegun():
        LOG.info("tournament=%s is cancelled: nobody has begun it for long", cancelled)
    await session.service(Tournaments).remove_unbegun()


TOURNAMENTS: Final = Feature(
    key="tournaments",
    storage=HOOKS,
    service=Tournaments,
    alarms=ALARMS,
    controls=CONTROLS,
    commands=(TOURNAMENT,),
    english=ENGLISH,
    at_table=AtTable(related_tables=_related_tables, is_awaited=_is_awaited),
    for_person=ForPerson(leave_all=_leave_all, refresh=_refresh, trophies=_trophies),
    each_minute=return_lost_tables,
    each_hour=_clean_up,
)
