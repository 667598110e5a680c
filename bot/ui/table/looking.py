"""Looking at a table, and leaving one: `/board`, `/resign`, `/leave`."""

from __future__ import annotations

from typing import Final

import discord

from bot.errors import Refused
from bot.seats import as_of, check_turn, name_at, seat_of
from bot.session import Shown
from bot.store import Line, Status, Table
from bot.ui.kit.command import Code, Command, Option
from bot.ui.kit.frame import Message, Text, pictured, plain_names, titled, unlisted
from bot.ui.kit.request import Request
from bot.ui.play.aside import LEAVE, ask
from bot.ui.play.deliver import deliver
from bot.ui.play.moves import board_text
from bot.ui.play.post import draw
from bot.ui.play.threads import brought_back
from bot.ui.table.lines import (
    BEGUN,
    TABLE,
    can_be_left,
    can_be_shown,
    find_from_afar,
    is_played,
    line_of,
    own_option,
    visible_option,
)
from bot.words import Words
from bot.words.menu import Menu
from engine.entries import HINT


async def show(request: Request, table: Code | None = None, turned: bool = False) -> None:
    """`/board`: the board where it is asked for; to one person, if it is of elsewhere or `turned`."""
    found = await request.session.search.find(request.click, table)
    found = request.about(await brought_back(request, found))
    shown = request.session.tables.shown(found)
    others_deal = found.day is not None and seat_of(found, request.person) is None
    if turned or others_deal or found.channel_id != request.interaction.channel_id:
        await _show_privately(request, shown, turned=turned)
    else:
        await deliver(request, await request.session.history.recalled(shown), ping=False)


async def _show_privately(request: Request, shown: Shown, *, turned: bool) -> None:
    """The board for one person and without controls: from the other side, or of another channel's table."""
    board_text(request.words, shown)  # refuses a game that has not begun
    picture = await draw(request.words, shown, Menu(), turned=turned)
    view = shown.entry.game.view(shown.state, None)
    alt = shown.entry.alt(request.words, plain_names(shown.table), view, shown.table.code)
    layout = discord.ui.LayoutView(timeout=None)
    game = titled(request.words, shown.entry.game.title, shown.table.day)
    title = request.words("table.title", game=game, code=shown.table.code)
    layout.add_item(Text(f"### {title}"))
    layout.add_item(pictured("board.png", alt))
    await request.show(Message(unlisted(layout), picture, "board.png"))


async def text(request: Request, table: Code | None = None) -> None:
    """`/table text`: the board as text."""
    await request.private(board_text(request.words, request.session.tables.shown(await request.find(table))))


async def resign(request: Request, table: Code | None = None) -> None:
    """`/resign`: the question before it; in a co-operative game that before leaving."""
    found = request.about(await find_from_afar(request, table))
    check_turn(found, request.person, None)
    if request.session.catalogue[found.game].game.cooperative:
        await _ask_to_leave(request, found)
    else:
        await ask(request, request.session.tables.shown(found), "resign")


async def leave(request: Request, table: Code | None = None) -> None:
    """`/leave`: at once while a table waits; later, where others go on, after a question."""
    found = request.about(await find_from_afar(request, table))
    if found.status is Status.OPEN:
        request.check_permissions()
        await deliver(request, await request.session.lobby.leave(request.click, found.id, request.trace))
        return
    check_turn(found, request.person, None)
    if not request.session.catalogue[found.game].game.cooperative:
        alone = len(found.players) == 1
        raise Refused("leave-alone" if alone else "leave-is-resign", found, code=found.code)
    await _ask_to_leave(request, found)


async def _ask_to_leave(request: Request, table: Table) -> None:
    """Leaving needs no turn, so the answer holds even if others move meanwhile."""
    await ask(request, request.session.tables.shown(table), LEAVE, aside=True)


async def moves(request: Request, table: Code | None = None) -> None:
    """`/table moves`: the last lines, and all of them as files, to one person."""
    found, words = await request.find(table), request.words
    lines = await request.session.tables.log(found)
    if not lines:
        await request.private(words("table.moves.none", code=found.code))
        return
    parts = [words.some("table.moves", len(lines), code=found.code), "```"]
    cooperative = request.session.catalogue[found.game].game.cooperative
    parts += [_move(words, found, line, named=cooperative) for line in lines[-40:]]
    published = await request.session.access.is_published(found)
    if found.status is Status.OVER and not published:
        parts.insert(1, words("table.moves.sealed"))
    exported = await request.session.transfer.export(found)
    layout = discord.ui.LayoutView(timeout=None)
    layout.add_item(Text("\n".join([*parts, "```"])[:3900]))
    for name in exported:
        layout.add_item(discord.ui.File(f"attachment://{name}"))
    files = tuple((text.encode(), name) for name, text in exported.items())
    await request.show(Message(unlisted(layout), others=files))


def _move(words: Words, table: Table, line: Line, *, named: bool) -> str:
    """A line of the log, in a block of code: nothing in it is markdown, and names must not end the block.

    Who did it is `named` where the notation does not tell, and where somebody did it for somebody else.
    """
    then = as_of(table, line.ply)
    players = {player.user_id: player for player in then.players}
    actor, who = players.get(line.user_id or 0), _plain(name_at(then, line.seat))
    if actor is not None and actor.seat != line.seat:
        who = words("table.moves.stood-in", name=_plain(actor.name), other=who)
    elif not named and line.action != HINT:
        return f"{line.ply:>3}  {line.action}"
    return f"{line.ply:>3}  {who}: {line.action}"


def _plain(name: str) -> str:
    """A name inside a block of code."""
    return name.replace("`", "'")


async def list_tables(request: Request, mine: bool = False) -> None:
    """`/table list`: the tables of a channel, or all those of whoever asks."""
    words, session = request.words, request.session
    tables = await session.search.listed(request.click, mine=mine)
    if tables:
        head = words("table.list.mine" if mine else "table.list.here")
    else:
        head = words("table.list.none.mine" if mine else "table.list.none.here")
    await request.private("\n".join([head, *(line_of(words, session, table) for table in tables)]))


BOARD: Final = Command(
    "board",
    "command.board",
    show,
    {"table": visible_option(can_be_shown), "turned": Option("command.board.turned")},
    posts=True,
    public=True,
)
TEXT: Final = Command("text", "command.text", text, {"table": BEGUN})
MOVES: Final = Command("moves", "command.moves", moves, {"table": TABLE})
LIST: Final = Command("list", "command.list", list_tables, {"mine": Option("command.list.mine")})
LEAVING: Final = Command("leave", "command.leave", leave, {"table": own_option(can_be_left, afar=True)})
RESIGN: Final = Command("resign", "command.resign", resign, {"table": own_option(is_played, afar=True)})
