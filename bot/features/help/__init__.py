"""`/help`, `/about` and the rules of games."""

from __future__ import annotations

from typing import Final

from bot.features.help import guide, rules
from bot.features.help.english import ENGLISH
from bot.kernel.feature import Buttons, Feature

HELP: Final = Feature(
    key="help",
    english=ENGLISH,
    controls={**guide.CONTROLS, **rules.CONTROLS},
    commands=(rules.RULES, guide.HELP, guide.ABOUT),
    buttons=Buttons(
        rules=lambda words, entry: (rules.how_to_play_button(words("button.how"), entry),),
        refusal=rules.why_buttons,
    ),
)
