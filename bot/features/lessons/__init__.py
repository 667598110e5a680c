"""*Teach me*: a lesson, position by position, for one person. What is taught is the game's (`bot.games`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.discord.keyboard import Key
from bot.features.lessons.english import ENGLISH
from bot.features.lessons.lesson import CONTROLS, teach_me
from bot.features.lessons.service import Lessons
from bot.features.lessons.storage import HOOKS
from bot.games.catalogue import AnyEntry
from bot.kernel.feature import Buttons, Feature
from bot.kernel.session import Shown
from bot.words import Words


def _about_game(words: Words, entry: AnyEntry | None) -> Sequence[Key]:
    if entry is None:
        return (teach_me(words, ""),)
    return (teach_me(words, entry.game.key),) if entry.help.lesson else ()


def _where_people_gather(words: Words, shown: Shown) -> Sequence[Key]:
    return _about_game(words, shown.entry) if shown.state is None else ()


LESSONS: Final = Feature(
    key="lessons",
    english=ENGLISH,
    storage=HOOKS,
    service=Lessons,
    controls=CONTROLS,
    buttons=Buttons(
        board=_where_people_gather, game=_about_game, help=lambda words: _about_game(words, None)
    ),
)
