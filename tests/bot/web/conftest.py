from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.bot.ui.conftest import (
    _are_old_hands,
    _commands_are_translated_once,
    bots,
    features,
    known_cards,
    simcord_bot,
    world,
)
from tests.bot.ui.world import World
from tests.bot.web.browser import House

__all__ = [
    "_are_old_hands",
    "_commands_are_translated_once",
    "bots",
    "features",
    "known_cards",
    "simcord_bot",
    "world",
]


@pytest.fixture
async def house(world: World) -> AsyncIterator[House]:
    """The pages of the bot, served on loopback."""
    async with House.serve(world) as opened:
        yield opened
