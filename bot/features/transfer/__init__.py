"""A game moves: to another channel, or away, as a file that arrives elsewhere."""

from __future__ import annotations

from typing import Final

import discord

from bot.discord.request import Surface
from bot.features.transfer.english import ENGLISH
from bot.features.transfer.page import ARRIVE, CONTROLS, redraw_question
from bot.features.transfer.page import TRANSFER as TRANSFER_COMMAND
from bot.features.transfer.service import Transfer
from bot.features.transfer.storage import HOOKS
from bot.kernel.feature import Feature, ForPerson
from bot.kernel.session import Session
from bot.kernel.trace import Trace


async def _tables_with_question(session: Session, user_id: int, _trace: Trace) -> tuple[int, ...]:
    """The tables at whose question somebody's name stands."""
    return await session.service(Transfer).tables_with_question(user_id)


async def _refresh(surface: Surface, client: discord.Client, table_ids: tuple[int, ...]) -> None:
    for table_id in table_ids:
        await redraw_question(surface, client, table_id)


TRANSFER: Final = Feature(
    key="transfer",
    storage=HOOKS,
    service=Transfer,
    controls=CONTROLS,
    table_commands=(TRANSFER_COMMAND, ARRIVE),
    english=ENGLISH,
    for_person=ForPerson(leave_all=_tables_with_question, refresh=_refresh),
)
