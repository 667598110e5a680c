"""Boards at tables with bots: what people can choose meanwhile, and where no new message is due."""

from __future__ import annotations

from typing import Final

from bot.seating import is_code
from bot.session import Shown
from bot.store import Status, Table, is_bot
from bot.words.menu import Button, Does, Menu

SOON: Final = 60.0
"""Seconds within which a bot's answer finds whoever waits for it still at the board."""

_PRIVATE: Final = (Does.ASIDE, Does.FILM)
"""What is shown to whoever clicks it alone, at any time."""


def is_for_code(shown: Shown) -> bool:
    """Whether a game goes on, and none of those who must act is a person."""
    if shown.table.status is not Status.PLAYING:
        return False
    acting = shown.entry.game.to_act(shown.state)
    return all(is_code(player) for player in shown.table.players if player.seat in acting)


def is_with_one_bot(table: Table) -> bool:
    """Whether somebody plays with a bot and nobody else, so that a board changes in front of them alone."""
    lent = any(player.substitute is not None for player in table.players)
    return not lent and sorted(is_bot(player.user_id) for player in table.players) == [False, True]


def open_to_people(shown: Shown, menu: Menu) -> Menu:
    """What people can choose of a menu: all of it, unless only bots are to act."""
    if not is_for_code(shown):
        return menu
    game, people = shown.entry.game, [player for player in shown.table.players if not is_code(player)]
    lines = {str(action) for player in people for action in game.legal(shown.state, player.seat)}

    def is_open(button: Button) -> bool:
        return button.does in _PRIVATE or (button.does is Does.PLAY and button.value in lines)

    rows = (tuple(filter(is_open, row)) for row in menu.rows)
    return Menu(rows=tuple(filter(None, rows)), buttons=tuple(filter(is_open, menu.buttons)))
