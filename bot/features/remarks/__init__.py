"""Occasional remarks of a bot on a notable move, below the board that shows its own."""

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
    """Look for a remark in the background, while another player's turn goes on."""
    if await ticker.session.service(Remarks).may_remark(shown.table, bot):
        ticker.run_in_background(_remark(ticker, shown, bot))


async def _remark(ticker: Ticker, shown: Shown, bot: Player) -> None:
    """Add a remark of a bot that has just played, if there is one; mostly there is none.

    It is dropped if the table has changed.
    """
    try:
        found_remark = await ticker.session.service(Remarks).find_remark(shown.table, bot)
        if found_remark is not None:
            words = words_at(shown.table)
            line = remark_text(words, found_remark)
            if has_room(words, split_events(ticker.surface, shown, shown.events)[1], line):
                await messenger.add_remarks(ticker.surface, ticker.client, shown, (line,))
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
