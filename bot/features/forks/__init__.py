"""Forks: a table that goes on from a move of another one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.discord.endpoints import Endpoint
from bot.features.forks.english import ENGLISH
from bot.features.forks.page import CONTROLS, FORK, FORK_HERE
from bot.features.forks.service import Forks
from bot.kernel.feature import Buttons, Feature
from bot.words import Words


def _fork_buttons(words: Words) -> Sequence[tuple[str, Endpoint[[str]]]]:
    return ((words("button.fork"), FORK_HERE),)


FORKS: Final = Feature(
    key="forks",
    service=Forks,
    controls=CONTROLS,
    table_commands=(FORK,),
    english=ENGLISH,
    buttons=Buttons(past=_fork_buttons),
)
