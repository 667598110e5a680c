"""*Prepared*: answers in a duel that are played automatically if the opponent makes the foreseen move.

- `model`: an answer, and how it fits the log; pure
- `storage`: the stored answers, and how a line affects them
- `service`: entering answers, and playing the due one
- `page`: the list, and the board of a future position
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from bot.discord.keyboard import Control, Key, Verb
from bot.discord.request import Request
from bot.features.prepared.alarms import ALARMS
from bot.features.prepared.english import ENGLISH
from bot.features.prepared.page import CONTROLS, off_text
from bot.features.prepared.service import PreparedAnswers
from bot.features.prepared.storage import HOOKS
from bot.kernel.feature import AtTable, Buttons, Feature, MenuNote
from bot.kernel.session import Shown
from bot.kernel.tables.seats import seat_of
from bot.store import NOTHING, Status, Table


async def _menu_buttons(request: Request, shown: Shown) -> Sequence[Key]:
    if not shown.entry.is_foreseeable or seat_of(shown.table, request.person) is None:
        return ()
    custom_id = str(Control(shown.table.id, shown.table.revision, Verb.PREPARED))
    return (Key(label=request.words("button.prepared"), custom_id=custom_id),)


async def _off_note(request: Request, table: Table) -> MenuNote | None:
    """The note on answers that became impossible, until the user has seen it."""
    if table.answering == NOTHING or table.status is not Status.PLAYING:
        return None
    answers = request.session.service(PreparedAnswers)
    prepared = await answers.load(request.click, table.id)
    return (
        MenuNote(off_text(request.words, prepared), partial(answers.drop_off_answers, prepared))
        if prepared.off
        else None
    )


PREPARED: Final = Feature(
    key="prepared",
    storage=HOOKS,
    service=PreparedAnswers,
    alarms=ALARMS,
    controls=CONTROLS,
    english=ENGLISH,
    buttons=Buttons(more=_menu_buttons),
    at_table=AtTable(menu_note=_off_note),
)
