"""The puzzle of the day: one position a game and day, the same for everybody."""

from __future__ import annotations

from typing import Final

from bot.features.puzzles.english import ENGLISH
from bot.features.puzzles.page import CONTROLS, PUZZLE, puzzle_button
from bot.features.puzzles.service import Puzzles
from bot.features.puzzles.storage import HOOKS
from bot.kernel.feature import Buttons, Feature

PUZZLES: Final = Feature(
    key="puzzles",
    english=ENGLISH,
    storage=HOOKS,
    service=Puzzles,
    controls=CONTROLS,
    commands=(PUZZLE,),
    buttons=Buttons(help=lambda words: (puzzle_button(words, ""),)),
)
