"""Boards where the bot is not itself, but somebody has brought it along: it changes them by their clicks.

There its own token is good for nothing. What happens at a table without a click, such as a bot's move, is
shown by the token of the interaction that showed the board. Discord takes that for 15 minutes, and five new
messages with it.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Final

import discord

from bot.discord.frame import NOBODY, Message
from bot.store import Board

LIFE: Final = 14 * 60
"""Seconds for which a token is used: Discord takes it for up to a minute longer."""

now: Final = time.monotonic
"""The clock that it goes by."""

REMEMBERED: Final = 1_000
"""Of how many boards tokens are kept."""


class GuestBoards:
    """The interactions that showed boards where the bot is a guest."""

    def __init__(self) -> None:
        self._kept = OrderedDict[Board, tuple[float, discord.Webhook]]()

    def keep(self, board: Board, webhook: discord.Webhook) -> None:
        """Remember that an interaction has shown a board, which has this webhook."""
        self._keep(board, now() + LIFE, webhook)

    def _keep(self, board: Board, ends: float, webhook: discord.Webhook) -> None:
        self._kept.pop(board, None)
        self._kept[board] = (ends, webhook)
        while len(self._kept) > REMEMBERED:
            self._kept.popitem(last=False)

    def _webhook(self, board: Board | None) -> discord.Webhook | None:
        if board is None or board not in self._kept:
            return None
        ends, webhook = self._kept[board]
        return webhook if now() < ends else None

    async def change(self, board: Board, message: Message) -> bool:
        """Change a board in place; false where that is not for an interaction to do. It calls nobody."""
        webhook = self._webhook(board)
        if webhook is not None:
            await webhook.edit_message(
                board.message_id, view=message.layout, attachments=message.files(), allowed_mentions=NOBODY
            )
        return webhook is not None

    async def post(self, before: Board | None, message: Message) -> Board | None:
        """Post a board anew by what showed the one `before`; none where there is no such interaction."""
        webhook = self._webhook(before)
        if webhook is None or before is None:
            return None
        sent = await webhook.send(
            view=message.layout, files=message.files(), allowed_mentions=message.mentions(), wait=True
        )
        board = Board(before.channel_id, sent.id)
        self._keep(board, self._kept[before][0], webhook)
        return board

    async def remove(self, board: Board) -> bool:
        """Take away a message that showed a table; whether an interaction could do that."""
        webhook = self._webhook(board)
        if webhook is None:
            return False
        try:
            await webhook.delete_message(board.message_id)
        except (discord.HTTPException, OSError):
            return False
        return True
