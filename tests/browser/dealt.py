"""`python -m bot` with one seed for all its tables, so that a test plays the same game every time.

What the bot says by itself is looked for more often. A test that has seen on the page how a game begins can
have its middle played without the page: it writes a `Shortcut` (`tests.browser.shortcut`) beside the file.
"""

from __future__ import annotations

import asyncio
import os
import sys
from functools import partial
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

from bot import client, playground
from bot.__main__ import main
from bot.client import Taproom
from bot.kernel.clicks import Click, Person
from bot.kernel.session import Shown
from bot.kernel.trace import Trace
from bot.store import Status
from bot.ui.alarms.messenger import show_if_reachable
from tests.browser.shortcut import Shortcut, best_line, ends_game

SEED: Final = "7a9100b5" * 4

_GLANCE: Final = 0.05
"""Seconds between two looks for a shortcut, and for the end of a bot's turn on it."""

_NUMBERS: Final = count(1)
"""Of the interactions without a click: lower ones than those of Discord."""

_run_until: Final = vars(playground)["_run_until"]


async def _run_with_shortcuts(stop: asyncio.Event, preview: Any, env: Any, bot: Taproom) -> None:
    """Serve the page, and meanwhile take the shortcuts that tests ask for."""
    walking = asyncio.create_task(_take_shortcuts(bot, Path(os.environ["TAPROOM_DATABASE"])))
    try:
        await _run_until(stop, preview, env, bot)
    finally:
        walking.cancel()


async def _take_shortcuts(bot: Taproom, database: Path) -> None:
    while True:
        await asyncio.sleep(_GLANCE)
        if (shortcut := Shortcut.read(database)) is not None:
            await _take(bot, shortcut)
            Shortcut.remove(database)


async def _take(bot: Taproom, shortcut: Shortcut) -> None:
    """Play the lines, or the best ones until the next one ends the game; then show how the table stands."""
    assert bot.surface is not None
    lines = iter(shortcut.lines)
    while (shown := await _current(bot, shortcut.table)).table.status is Status.PLAYING:
        seat = min(shown.entry.game.to_act(shown.state))
        if shortcut.level and seat != 0:
            await asyncio.sleep(_GLANCE)  # the bot does that itself, when it looks for what is due
            continue
        if shortcut.level:
            line = await asyncio.to_thread(partial(best_line, shown, shortcut.level))
            if ends_game(shown, line):
                break
        elif not (line := next(lines, "")):
            break
        table = shown.table
        (player,) = (one for one in table.players if one.seat == seat)
        click = Click(Person(player.user_id, player.name), table.channel_id, table.guild_id, next(_NUMBERS))
        await bot.surface.session.play.move(click, table.id, line, Trace("shortcut", 0))
        bot.surface.wake()
    await show_if_reachable(bot.surface, bot, shown)


async def _current(bot: Taproom, number: int) -> Shown:
    assert bot.surface is not None
    return bot.surface.session.tables.show(await bot.surface.session.tables.get(number))


if __name__ == "__main__":
    vars(client)["secrets"] = SimpleNamespace(token_hex=lambda _: SEED)
    vars(playground)["_POLL"] = 0.2
    vars(playground)["_run_until"] = _run_with_shortcuts
    sys.exit(main())
