"""A warning before a blunder, for who has asked for it: what a move gives away, before it is saved.

It is counted by the rules and not thought out, in a thread beside the bot, and in some milliseconds. Nobody
else waits for it, and nothing is kept of it. See docs/decisions/hints.md.
"""

from __future__ import annotations

import asyncio
from typing import Final

from bot.discord.endpoints import Endpoint, routes
from bot.discord.frame import escape_markdown, names_of, note, plain_names
from bot.discord.keyboard import STYLES, WARNED, Control, Key, Row, Verb, in_rows
from bot.discord.request import Request
from bot.features.hints.service import Hints
from bot.kernel.errors import Refused
from bot.kernel.session import Shown
from bot.store import Table
from bot.ui.play import moves
from bot.words import Words
from bot.words.menu import ButtonLook
from engine.core import Seat


async def warn_before_move(request: Request, table_id: int, line: str, revision: int | None) -> bool:
    """Whether somebody was asked if they mean a line, which then is not played; false: nothing was shown.

    What cannot be played is not warned of: playing it refuses it.
    """
    session = request.session
    if not (await session.people.habits(request.person.id)).warned:
        return False
    if not await session.service(Hints).may_warn(await session.tables.get(table_id)):
        return False
    try:
        ahead = await session.play.look_ahead(request.click, table_id, revision, line, request.trace)
    except Refused:
        return False
    shown, seat, action = ahead
    lost = await asyncio.to_thread(_describe_loss, request.words, shown, seat, action)
    if not lost:
        return False
    said = shown.entry.speech.describe(request.words, plain_names(shown.table), shown.state, seat, action)
    text = request.words("warning", action=escape_markdown(said), lost=lost)
    off = request.words("warning.off", settings=request.command("settings"))
    await request.ask(note(f"{text}\n{off}", _confirm_rows(request.words, shown.table, str(action))))
    return True


def _describe_loss(words: Words, shown: Shown, seat: Seat, action: object) -> str:
    """What an action gives away, from what its player sees; empty if that is nothing."""
    entry = shown.entry
    if entry.help.loses is None:
        return ""
    return entry.help.loses(words, names_of(shown.table), entry.game.view(shown.state, seat), seat, action)


def _confirm_rows(words: Words, table: Table, line: str) -> list[Row]:
    """To play a line all the same, or not."""
    anyway = ANYWAY.button(words("button.anyway"), (table.id, table.revision), ButtonLook.DANGER, line)
    heeded = Key(
        label=words("button.take-back"),
        style=STYLES[ButtonLook.MAIN],
        custom_id=str(Control(table.id, table.revision, Verb.NEVER_MIND, WARNED)),
    )
    return in_rows([anyway, heeded])


async def play_warned_line(request: Request, _line: str) -> None:
    """Play the line that somebody was warned of."""
    await moves.play_unchecked(request)


ANYWAY: Final = Endpoint("anyway", play_warned_line, posts=True, private=True)
CONTROLS: Final = routes(ANYWAY)
