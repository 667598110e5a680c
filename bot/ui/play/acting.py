"""Who must act at a table, as its board tells it: how they are called, their time, and that bots think."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.seats import acting_for, is_code
from bot.session import Shown
from bot.session.timing import clock_at, due_at
from bot.store import HOUSE, Player, Status, Table, is_bot, is_nameless
from bot.ui.kit.frame import safe
from bot.words import Words
from bot.words.menu import Button, Does, Menu
from engine.core import Seat

SOON: Final = 60.0
"""Seconds within which a bot's answer finds whoever waits for it still at the board."""

_PRIVATE: Final = (Does.ASIDE, Does.FILM)
"""What is shown to whoever clicks it alone, at any time."""


def mention(words: Words, player: Player) -> str:
    """How Discord names who acts on a seat."""
    if is_bot(acting_for(player)):
        return _bot_called(words, player)
    if player.substitute is None and is_nameless(player.user_id):
        return f"**{safe(player.name)}**"
    if player.substitute is None:
        return f"<@{player.user_id}>"
    if player.substitute == HOUSE:
        return words("call.house", name=safe(player.name))
    return words("call.friend", mention=f"<@{player.substitute}>", name=safe(player.name))


def _bot_called(words: Words, player: Player) -> str:
    """How a board names a bot that must act: nobody is to be pinged."""
    if player.substitute is None:
        return words("call.bot", name=safe(player.name))
    return words("call.bot.for", name=player.substitute_name, other=safe(player.name))


def lasting(words: Words, seconds: float) -> str:
    """A length of time in hours, or in minutes where it is less than one."""
    hours, minutes = round(seconds / 3600), round(seconds / 60)
    return words.some("hours", hours) if seconds >= 3600 else words.some("minutes", minutes)  # noqa: PLR2004


def is_late(table: Table, acting: Iterable[Seat]) -> bool:
    """Whether somebody who must act has no time left, and the others were told."""
    return any(clock is not None and clock.up for clock in (clock_at(table, seat) for seat in acting))


def time_lines(words: Words, shown: Shown) -> tuple[str, ...]:
    """A line about the time of whoever must act, at a table with a clock; and that they sleep, if they do."""
    table, lines = shown.table, list[str]()
    acting = shown.entry.game.to_act(shown.state)
    for player in table.players:
        clock = clock_at(table, player.seat)
        if player.seat not in acting or clock is None or acting_for(player) <= HOUSE:
            continue
        if clock.up:
            key = "call.clock.up.alone" if len(table.players) == 1 else "call.clock.up"
            lines.append(words(key, name=safe(player.name)))
        elif (due := due_at(table, player.seat)) is None:
            lines.append(words("call.clock.away", name=safe(player.name)))
        else:
            line = words("call.clock", when=f"<t:{due}:f>", left=f"<t:{due}:R>")
            if clock.bank:
                line += words("call.clock.bank", left=lasting(words, clock.bank))
            lines.append(line)
    return tuple(lines)


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
