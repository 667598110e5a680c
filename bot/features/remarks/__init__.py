"""What a bot says now and then of a move that stood out, below the board that shows its own."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final

from bot.discord.frame import words_at
from bot.discord.keyboard import Key
from bot.discord.setting_controls import settings_key
from bot.features.remarks.english import ENGLISH
from bot.features.remarks.service import Remarks
from bot.features.remarks.text import has_room, remark_text
from bot.kernel.feature import AtTable, Buttons, Feature
from bot.kernel.session import Shown
from bot.store import Habits, Player
from bot.ui.alarms import messenger
from bot.ui.alarms.ticker import Ticker
from bot.ui.board.show import split_events
from bot.words import Words

LOG = logging.getLogger("taproom.ticker")


async def _remark_after_turn(ticker: Ticker, shown: Shown, bot: Player) -> None:
    """It is thought of aside, while it is somebody's turn."""
    if await ticker.session.service(Remarks).may_remark(shown.table, bot):
        ticker.run_in_background(_remark(ticker, shown, bot))


async def _remark(ticker: Ticker, shown: Shown, bot: Player) -> None:
    """A bot that has just played says a word on a move that stood out; mostly nothing.

    It is not said if somebody was quicker.
    """
    try:
        found = await ticker.session.service(Remarks).find_remark(shown.table, bot)
        if found is not None:
            words = words_at(shown.table)
            said = remark_text(words, found)
            if has_room(words, split_events(ticker.surface, shown, shown.events)[1], said):
                await messenger.add_remarks(ticker.surface, ticker.client, shown, (said,))
    except Exception:
        LOG.exception("table=%s a remark could not be made", shown.table.code)


def _settings_buttons(words: Words, habits: Habits) -> Sequence[Key]:
    label, which = ("button.remarks.on", "talk") if habits.quiet else ("button.remarks.off", "quiet")
    return (settings_key(words(label), which),)


REMARKS: Final = Feature(
    key="remarks",
    english=ENGLISH,
    service=Remarks,
    buttons=Buttons(settings=_settings_buttons),
    at_table=AtTable(after_bot_turn=_remark_after_turn),
)
