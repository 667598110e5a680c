"""*Undo*: back to an earlier move, at once or by an offer to the others."""

from __future__ import annotations

from typing import Final

from bot.features.undo.english import ENGLISH
from bot.features.undo.page import CONTROLS, UNDO_COMMAND, undo_buttons
from bot.features.undo.service import Undo
from bot.features.undo.storage import HOOKS
from bot.kernel.feature import Buttons, Feature

UNDO: Final = Feature(
    key="undo",
    english=ENGLISH,
    storage=HOOKS,
    service=Undo,
    controls=CONTROLS,
    commands=(UNDO_COMMAND,),
    buttons=Buttons(near=undo_buttons),
)
