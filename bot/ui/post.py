"""Messages: a table as people see it, the same table when the game has gone on, and private answers."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from uuid import uuid4

import discord

from bot.export import options_of
from bot.session import Shown, Sketch
from bot.store import Board, Status, Table
from bot.trace import Trace
from bot.ui.keyboard import Row, game_rows, lobby_rows
from bot.words import Names, Words
from bot.words.menu import Menu
from render.canvas import png
from render.sheet import Sheet

LOG = logging.getLogger("taproom.post")

WALNUT: Final = discord.Colour(0x6B4A2E)
NOBODY: Final = discord.AllowedMentions.none()
TEXT_LIMIT: Final = 4000
"""The most characters of text in a message."""

STAMP: Final = 6
"""Characters of the log's hash under each picture."""

_PASSING: Final = 100
"""Components with an id from here on leave the message when the game goes on."""

Layout = discord.ui.LayoutView
Text = discord.ui.TextDisplay[Layout]
Gallery = discord.ui.MediaGallery[Layout]
Section = discord.ui.Section[Layout]
Panel = discord.ui.Container[Layout]


@dataclass(frozen=True, slots=True)
class Message:
    """A message ready to be sent: its layout, its picture, and whom it may ping."""

    layout: Layout
    picture: bytes | None = None
    filename: str = ""
    pings: tuple[int, ...] = ()

    def files(self) -> list[discord.File]:
        """The picture as an upload; a new object each time, since sending consumes it."""
        return [] if self.picture is None else [discord.File(io.BytesIO(self.picture), self.filename)]

    def mentions(self) -> discord.AllowedMentions:
        """Nobody but those whose turn it is."""
        return discord.AllowedMentions(
            everyone=False,
            roles=False,
            replied_user=False,
            users=[discord.Object(user) for user in self.pings],
        )


def message(words: Words, shown: Shown, trace: Trace) -> Message:
    """The message for a table as it stands."""
    if shown.state is None:
        return _lobby(words, shown)
    return _board(words, shown, trace)


def names_of(table: Table) -> Names:
    """What the players are called, by seat, safe inside Discord's markdown."""
    return tuple(map(safe, plain_names(table)))


def plain_names(table: Table) -> Names:
    """What the players are called, by seat, where nothing reads markdown."""
    return tuple(player.name for player in table.players)


def safe(text: str) -> str:
    """What somebody wrote, to be shown letter for letter: neither markdown nor a mention."""
    return discord.utils.escape_markdown(text, ignore_links=False).replace("<", "\\<")


def picture_name(table: Table, path: str = "") -> str:
    """The file name of a table's picture; each one has its own, so that no cache shows an old one."""
    step = "".join(letter for letter in path if letter.isalnum())
    return f"{table.code}-{table.revision}{step and '-' + step}.png"


def draw(words: Words, shown: Shown, menu: Menu, *, turned: bool = False) -> bytes:
    """The picture of a table as PNG: about two milliseconds, less than what handing it to a thread costs."""
    names = plain_names(shown.table)
    view = shown.entry.game.view(shown.state, None)
    sheet = Sheet(
        code=shown.table.code,
        stamp=shown.table.head[:STAMP],
        title=shown.entry.game.title,
        turn=shown.entry.turn(words, names, view),
        turned=turned,
        chosen=menu.chosen,
        targets=menu.targets,
    )
    return png(shown.entry.paint(view, sheet))


def _board(words: Words, shown: Shown, trace: Trace) -> Message:
    table, entry, names = shown.table, shown.entry, names_of(shown.table)
    view = entry.game.view(shown.state, None)
    menu = entry.menu(words, names, shown.state, shown.path) if table.status is Status.PLAYING else Menu()
    picture, trouble = _picture(words, shown, menu, trace)
    filename = picture_name(table, shown.path)
    acting = sorted(entry.game.to_act(shown.state))
    pings = tuple(player.user_id for player in table.players if player.seat in acting)
    panel = Panel(accent_colour=WALNUT)
    panel.add_item(Text("\n".join((_title(words, shown), *entry.header(words, names, view))), id=1))
    if picture is None:
        panel.add_item(Text(f"{trouble}\n```\n{entry.game.text(view)}\n```"[:2000], id=2))
    else:
        shot = discord.MediaGalleryItem(
            f"attachment://{filename}",
            description=entry.alt(words, plain_names(table), view, table.code)[:1024],
        )
        panel.add_item(Gallery(shot, id=2))
    if shown.events:
        panel.add_item(Text(" ".join(entry.narrate(words, names, shown.events))[:1500], id=3))
    if acting:
        called = entry.call(words, names, view, words.listed(tuple(f"<@{user}>" for user in pings)))
        panel.add_item(Text(called, id=_PASSING))
    if menu.question:
        panel.add_item(Text(menu.question, id=_PASSING + 1))
    rows = game_rows(words, table, menu) if table.status is Status.PLAYING else []
    return Message(_layout(panel, rows), picture, filename, pings)


def _picture(words: Words, shown: Shown, menu: Menu, trace: Trace) -> tuple[bytes | None, str]:
    """The picture, or none and a sentence: a table must go on even when its painter fails."""
    if shown.picture is not None:
        return shown.picture, ""
    try:
        with trace.span("picture"):
            return draw(words, shown, menu), ""
    except Exception:
        error = uuid4().hex[:8]
        trace.outcome = f"not-drawn:{error}"
        LOG.exception("error=%s table=%s revision=%s", error, shown.table.code, shown.table.revision)
        return None, words("not-drawn", error=error)


def sketcher(words: Words, trace: Trace) -> Sketch:
    """What draws a board while its move is being saved; a painter that fails is heard of afterwards."""

    def sketch(shown: Shown) -> bytes | None:
        with suppress(Exception), trace.span("picture"):
            return draw(words, shown, Menu())
        return None

    return sketch


def _lobby(words: Words, shown: Shown) -> Message:
    table = shown.table
    panel = Panel(accent_colour=WALNUT)
    panel.add_item(Text(f"{_title(words, shown)}\n{_invitation(words, shown)}", id=1))
    if table.status is Status.CLOSED:
        panel.add_item(Text(words("closed", code=table.code), id=2))
    asked = tuple(player.user_id for player in table.players if not player.seated)
    return Message(
        _layout(panel, lobby_rows(words, table)), pings=asked if table.status is Status.OPEN else ()
    )


def _title(words: Words, shown: Shown) -> str:
    return f"### {words('table.title', game=shown.entry.game.title, code=shown.table.code)}"


def _invitation(words: Words, shown: Shown) -> str:
    table = shown.table
    host = next(player for player in table.players if player.user_id == table.host_id)
    guest = next((player for player in table.players if not player.seated), None)
    key = "table.open" if guest is None else "table.challenge"
    invited = words(
        key,
        host=safe(host.name),
        game=shown.entry.game.title,
        seat=words(f"{table.game}.seat.{host.seat}.first"),
        guest="" if guest is None else f"<@{guest.user_id}>",
    )
    chosen = _chosen_options(shown)
    return f"{invited}\n{words('table.options', options=', '.join(chosen))}" if chosen else invited


def _chosen_options(shown: Shown) -> list[str]:
    """The options that are not as usual, for those who think of joining."""
    given = options_of(shown.table)
    usual = {option.key: str(option.default) for option in shown.entry.game.options}
    return [f"`{key}: {value}`" for key, value in given.items() if value != usual[key]]


def _layout(panel: Panel, rows: Sequence[Row] = ()) -> Layout:
    for row in rows:
        panel.add_item(row)
    layout = Layout(timeout=None)
    layout.add_item(panel)
    return unlisted(layout)


def unlisted(layout: Layout) -> Layout:
    """The layout, kept out of discord.py's memory: clicks find us by their custom_id (see docs/decisions)."""
    layout.stop()
    return layout


def note(text: str) -> Layout:
    """A message of one text; of one that is too long, the whole lines that fit."""
    layout = Layout(timeout=None)
    layout.add_item(Text(text if len(text) <= TEXT_LIMIT else text[:TEXT_LIMIT].rpartition("\n")[0]))
    return unlisted(layout)


def link(table: Table, board: Board) -> str:
    """Where a board is, for people to click on."""
    return f"https://discord.com/channels/{table.guild_id or '@me'}/{board.channel_id}/{board.message_id}"


def settled(old: discord.Message, last_line: str) -> Layout:
    """A message whose table has gone on: the same texts, the picture small, no controls, and one line more.

    So the channel keeps the game's history without a full board for every turn.
    """
    parts = list(_parts(old))
    texts = [part.content for part in parts if isinstance(part, discord.TextDisplay) and _stays(part)]
    told = Text("\n".join([*texts, last_line])[:TEXT_LIMIT], id=1)
    shots = [item for part in parts if isinstance(part, discord.MediaGalleryComponent) for item in part.items]
    panel = Panel(accent_colour=WALNUT)
    panel.add_item(Section(told, accessory=_small(shots[0])) if shots else told)
    return _layout(panel)


def _parts(old: discord.Message) -> Iterator[object]:
    for component in old.components:
        if isinstance(component, discord.Container):
            yield from component.children


def _stays(text: discord.TextDisplay) -> bool:
    return (text.id or 0) < _PASSING


def _small(item: discord.MediaGalleryItem) -> discord.ui.Thumbnail[Layout]:
    """A picture that stays, to be opened by a click; named as the attachment it is: its link expires."""
    filename = item.media.url.split("?")[0].rsplit("/", 1)[-1]
    return discord.ui.Thumbnail(f"attachment://{filename}", description=item.description)
