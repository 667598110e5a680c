"""*Fair play*: the dice of a game and its log can be checked by anybody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.discord.keyboard import Key
from bot.features.fair_play.english import ENGLISH
from bot.features.fair_play.page import CONTROLS, EXPORT, SHOW, VERIFY
from bot.kernel.feature import Buttons, Feature
from bot.kernel.session import Shown
from bot.store import Status
from bot.words import Words


def _fair_play_buttons(words: Words, shown: Shown) -> Sequence[Key]:
    """The way there; not before a game without chance, of which there is nothing to check yet."""
    if shown.table.status is Status.OPEN and not shown.entry.rules.chance:
        return ()
    return (SHOW.button(words("button.fair"), (shown.table.id, shown.table.revision)),)


FAIR_PLAY: Final = Feature(
    key="fair_play",
    english=ENGLISH,
    controls=CONTROLS,
    table_commands=(VERIFY, EXPORT),
    buttons=Buttons(about=_fair_play_buttons),
)
