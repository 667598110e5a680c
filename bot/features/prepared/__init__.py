"""*Prepared*: what somebody plays in a duel if the other one plays just this, entered ahead of time.

- `model`: an answer, and how it fits what stands of a log; pure
- `storage`: on disk, and what a line does to what is prepared
- `service`: entering, and playing what is due
- `page`: the list, and the board as it would stand
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
    """What of a person's prepared answers has come to nothing, until they were told."""
    if table.answering == NOTHING or table.status is not Status.PLAYING:
        return None
    answers = request.session.service(PreparedAnswers)
    found = await answers.load(request.click, table.id)
    return (
        MenuNote(off_text(request.words, found), partial(answers.drop_off_answers, found))
        if found.off
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
