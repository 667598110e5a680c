"""Looking back at a game: move by move, as a film, as text, and the turns that a user missed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import discord

from bot.discord.endpoints import At
from bot.discord.keyboard import Key
from bot.discord.request import Request, Surface
from bot.features.history import catch_up, log, page, replay
from bot.features.history.english import ENGLISH
from bot.features.history.service import LastSeenTracker
from bot.features.history.storage import HOOKS
from bot.kernel.feature import Buttons, Feature, ForPerson, MoreGroup
from bot.kernel.session import Session, Shown
from bot.store import StoreError, Table
from bot.words import Words
from bot.words.menu import ButtonLook

DUEL: Final = 2
"""From more players than this on, a board cannot tell all that a user may have missed."""


def _history_buttons(label: str, at: At, ply: str) -> Sequence[Key]:
    return (page.OPEN.button(label, at, ButtonLook.PLAIN, ply),)


async def _menu_buttons(request: Request, shown: Shown) -> Sequence[Key]:
    """The button for what happened since the user's last look, not counting this one."""
    if len(shown.table.players) == 1 or shown.entry.rules.from_memory(shown.state):
        return ()
    seen = await request.session.service(LastSeenTracker).plies_seen(shown.table, request.person.id)
    return (_catch_up_button(request.words, shown.table, str(seen)),)


def _board_buttons(words: Words, table: Table) -> Sequence[Key]:
    return (_catch_up_button(words, table, ""),) if len(table.players) > DUEL else ()


def _catch_up_button(words: Words, table: Table, since: str) -> Key:
    return catch_up.AWAY.button(words("button.away"), catch_up.target_of(table), ButtonLook.PLAIN, since)


async def _save_on_close(session: Session) -> None:
    with suppress(StoreError):  # then users are told a little more than they missed
        await session.service(LastSeenTracker).save()


async def _save_each_minute(surface: Surface, _client: discord.Client) -> None:
    await surface.session.service(LastSeenTracker).save()


def _forget(session: Session, user_id: int) -> None:
    session.service(LastSeenTracker).forget(user_id)


HISTORY: Final = Feature(
    key="history",
    storage=HOOKS,
    service=LastSeenTracker,
    controls={**page.CONTROLS, **replay.CONTROLS, **catch_up.CONTROLS},
    commands=(page.HISTORY,),
    table_commands=(log.LOG_COMMAND,),
    english=ENGLISH,
    buttons=Buttons(more=_menu_buttons, group=MoreGroup.LOOK, back=_history_buttons, if_room=_board_buttons),
    around=(catch_up.catch_up_after_absence,),
    for_person=ForPerson(drop=_forget),
    each_minute=_save_each_minute,
    on_close=_save_on_close,
)
