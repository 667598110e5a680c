"""What a board says of time: until when there is some, whose it is, and who plays for whom."""

from __future__ import annotations

from collections.abc import Iterable

from bot.seating import acting_for
from bot.session import Shown
from bot.session.timing import clock_at, due_at
from bot.store import HOUSE, Player, Table, is_bot, is_nameless
from bot.ui.kit.frame import safe
from bot.ui.play.bot_lists import called
from bot.words import Words
from engine.core import Seat


def mention(words: Words, player: Player) -> str:
    """How Discord names who acts on a seat."""
    if is_bot(acting_for(player)):
        return called(words, player)
    if player.substitute is None and is_nameless(player.user_id):
        return f"**{safe(player.name)}**"
    if player.substitute is None:
        return f"<@{player.user_id}>"
    if player.substitute == HOUSE:
        return words("call.house", name=safe(player.name))
    return words("call.friend", mention=f"<@{player.substitute}>", name=safe(player.name))


def lasting(words: Words, seconds: float) -> str:
    """A length of time in hours, or in minutes where it is less than one."""
    hours, minutes = round(seconds / 3600), round(seconds / 60)
    return words.some("hours", hours) if seconds >= 3600 else words.some("minutes", minutes)  # noqa: PLR2004


def is_late(table: Table, acting: Iterable[Seat]) -> bool:
    """Whether somebody who must act has no time left, and the others were told."""
    return any(clock is not None and clock.up for clock in (clock_at(table, seat) for seat in acting))


def time_lines(words: Words, shown: Shown) -> tuple[str, ...]:
    """A line about the time of whoever must act, at a table with a clock; and that they sleep, if they do."""
    table, told = shown.table, list[str]()
    acting = shown.entry.game.to_act(shown.state)
    for player in table.players:
        clock = clock_at(table, player.seat)
        if player.seat not in acting or clock is None or acting_for(player) <= HOUSE:
            continue
        if clock.up:
            key = "call.clock.up.alone" if len(table.players) == 1 else "call.clock.up"
            told.append(words(key, name=safe(player.name)))
        elif (due := due_at(table, player.seat)) is None:
            told.append(words("call.clock.away", name=safe(player.name)))
        else:
            line = words("call.clock", when=f"<t:{due}:f>", left=f"<t:{due}:R>")
            if clock.bank:
                line += words("call.clock.bank", left=lasting(words, clock.bank))
            told.append(line)
    return tuple(told)
