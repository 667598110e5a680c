"""*Teach me*: a lesson, position by position, for one person. What is taught is the game's (`bot.games`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.discord.keyboard import Key
from bot.features.lessons.english import ENGLISH
from bot.features.lessons.lesson import CONTROLS, lesson_button
from bot.features.lessons.service import Lessons
from bot.features.lessons.storage import HOOKS
from bot.games.catalogue import AnyEntry
from bot.kernel.feature import Buttons, Feature
from bot.kernel.session import Shown
from bot.words import Words


def _game_buttons(words: Words, entry: AnyEntry | None) -> Sequence[Key]:
    if entry is None:
        return (lesson_button(words, ""),)
    return (lesson_button(words, entry.game.key),) if entry.help.lesson else ()


def _lobby_buttons(words: Words, shown: Shown) -> Sequence[Key]:
    return _game_buttons(words, shown.entry) if shown.state is None else ()


LESSONS: Final = Feature(
    key="lessons",
    english=ENGLISH,
    storage=HOOKS,
    service=Lessons,
    controls=CONTROLS,
    buttons=Buttons(board=_lobby_buttons, game=_game_buttons, help=lambda words: _game_buttons(words, None)),
)
