"""Opening a table that continues from a move of another one: `/table fork`, and the button in a history.

The command is explicit. The button is easily pressed by mistake and opens a public table, so it asks first,
in private.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Final

import discord

from bot.discord.answer import DEAD
from bot.discord.command import Code, Command, CommandOption, Ply
from bot.discord.endpoints import Endpoint, routes
from bot.discord.frame import link, note
from bot.discord.keyboard import Row
from bot.discord.limits import OPENING
from bot.discord.request import Request
from bot.features.forks.service import Forks
from bot.kernel.errors import Refused
from bot.kernel.session import Shown
from bot.kernel.tables.seats import seen_by
from bot.store import Board, Table
from bot.ui.alarms.messenger import repost_board
from bot.ui.board.messages import record_board
from bot.ui.play.board_layout import board_message
from bot.ui.table.lines import BEGUN
from bot.words import Words
from bot.words.menu import ButtonLook

LOG = logging.getLogger("taproom.post")

_YES: Final = "yes:"
"""The prefix of the move's number in a confirmed answer."""

_NO: Final = "no"


async def fork(request: Request, table: Code | None = None, move: Ply | None = None) -> None:
    """`/table fork`: a table that continues from a move, or from the newest."""
    await request.session.server.check_opening(request.click)
    parent = await request.session.search.find(request.click, table)
    _check_can_post(request, parent)
    shown = await request.session.service(Forks).fork(request.click, parent.id, move, request.trace)
    with request.trace.span("answer"):
        await _post(request, shown)
    await request.private(_origin_text(request.words, seen_by(parent, request.person.id), shown))


async def fork_here(request: Request, answer: str) -> None:
    """Ask whether to fork at the page's move of a history, or handle one of the two answers."""
    request.trace.notation = answer
    if not answer.isdecimal() and not request.clicked_message.flags.ephemeral:
        raise Refused("old-control")
    if answer == _NO:
        await request.change(note(request.words("nothing-to-confirm")))
        return
    ply = answer.removeprefix(_YES)
    if not (ply.isascii() and ply.isdecimal()):
        raise Refused("old-control")
    await request.session.server.check_opening(request.click)
    table = await request.session.tables.get(request.control.table)
    _check_can_post(request, table)
    if answer == ply:
        await _ask_to_confirm(request, table, int(ply))
    else:
        await _fork_confirmed(request, table, int(ply))


def _check_can_post(request: Request, parent: Table) -> None:
    """Refuse a fork that could not be posted here."""
    request.note_table(parent)
    request.check_permissions()
    request.check_not_alone(request.session.catalogue[parent.game].game)


async def _ask_to_confirm(request: Request, parent: Table, ply: int) -> None:
    """Ask the user to confirm, in a new message; refuses what cannot be forked."""
    # Only for its refusals: nothing is forked before the user confirms.
    await request.session.service(Forks).fork_position(request.click, parent.id, ply)
    words, at = request.words, (parent.id, 0)
    yes = FORK_HERE.button(words("button.yes", what=words("fork.yes")), at, ButtonLook.GOOD, f"{_YES}{ply}")
    no = FORK_HERE.button(words("button.back"), at, ButtonLook.PLAIN, _NO)
    text = words("fork.ask", code=parent.code, ply=ply)
    await request.ask(note(text, [Row(yes, no)]))


async def _fork_confirmed(request: Request, parent: Table, ply: int) -> None:
    """Open the confirmed table, once for any number of clicks.

    The id of the question's message replaces the interaction's, so a second click is refused as a repeated
    one.
    """
    click = replace(request.click, interaction=request.clicked_message.id)
    shown = await request.session.service(Forks).fork(click, parent.id, ply, request.trace)
    with request.trace.span("answer"):
        try:
            seen = seen_by(parent, request.person.id)
            await request.change(note(_origin_text(request.words, seen, shown)))
        except discord.HTTPException as failure:
            if failure.code not in DEAD:
                raise
            LOG.info("a question kept its buttons: %s", failure)
        await _post(request, shown)


def _origin_text(words: Words, parent: Table, shown: Shown) -> str:
    """The origin of a fork, for its opener."""
    assert shown.table.journey.parent is not None  # noqa: S101 - it is a fork
    values: dict[str, str | int] = {
        "code": shown.table.code,
        "parent": parent.code,
        "ply": shown.table.journey.parent[1],
    }
    if parent.board is None:
        return words("fork.told.plain", **values)
    return words("fork.told", link=link(parent, parent.board), **values)


async def _post(request: Request, shown: Shown) -> None:
    """Post the new table; no mention, as the player to act has just opened it."""
    async with request.surface.posting_lock(shown.table.id):
        message = replace(await board_message(request.surface, shown, request.trace), pings=())
        try:
            with request.surface.retrying_on_failure(shown.table):
                sent = await request.post(message)
        except discord.HTTPException as failure:
            if failure.code not in DEAD:
                raise
            LOG.warning("the interaction has expired; posting without it")
            await repost_board(request.surface, request.incoming.channel, shown.table)
            return
        await record_board(request.surface, shown.table, Board(request.click.channel_id, sent))


FORK: Final = Command(
    "fork",
    "command.fork",
    fork,
    {"table": BEGUN, "move": CommandOption("command.fork.move")},
    public=True,
    limit=OPENING,
)

FORK_HERE: Final = Endpoint("fork", fork_here, looks=True, limit=OPENING)
CONTROLS: Final = routes(FORK_HERE)
