"""Games that are over: their card, review, luck and highlights, and what would have been drill."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.discord.keyboard import Key
from bot.features.reviews import drill, highlights, luck, routes
from bot.features.reviews.alarms import ALARMS
from bot.features.reviews.english import ENGLISH
from bot.features.reviews.routes import REVIEW_COMMAND
from bot.features.reviews.service import Reviews
from bot.features.reviews.storage import HOOKS
from bot.kernel.feature import AtTable, Buttons, Feature
from bot.kernel.session import Session, Shown
from bot.store import Status as Status
from bot.store import Table
from bot.words import Words


def _luck_buttons(words: Words, shown: Shown) -> Sequence[Key]:
    if shown.table.status is not Status.OVER or shown.entry.help.luck is None:
        return ()
    return (luck.LUCK.button(words("button.luck"), (shown.table.id, shown.table.revision)),)


async def _turnings(session: Session, table: Table) -> Iterable[int]:
    found = await session.service(Reviews).find_review(table)
    return () if found is None else (slip.ply for slip in found.dearest_slips())


REVIEWS: Final = Feature(
    key="reviews",
    english=ENGLISH,
    storage=HOOKS,
    service=Reviews,
    alarms=ALARMS,
    controls={**drill.CONTROLS, **highlights.CONTROLS, **luck.CONTROLS, **routes.CONTROLS},
    commands=(REVIEW_COMMAND,),
    buttons=Buttons(about=_luck_buttons),
    at_table=AtTable(turnings=_turnings),
)
