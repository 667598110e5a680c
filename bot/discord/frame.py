"""Parts of all messages: panels and texts, names and links, and what remains of an old board."""

from __future__ import annotations

import functools
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final, TypeAlias

import discord

from bot.discord.interaction_data import ClickedMessage
from bot.discord.keyboard import Row, Verb, parse_control
from bot.games.catalogue import words_in
from bot.kernel.session import News
from bot.kernel.tables.seats import acting_for, has_gone
from bot.kernel.time.calendar import is_week
from bot.store import HOUSE, Board, Player, Table, is_bot, is_nameless, level_of
from bot.words import Names, Words
from render.kit.names import drawable_names

WALNUT: Final = discord.Colour(0x6B4A2E)
NO_MENTIONS: Final = discord.AllowedMentions.none()
TEXT_LIMIT: Final = 4000
"""The most characters of text in a message."""

ALT_LIMIT: Final = 1024
"""The most characters of a picture's alt text."""

FINGERPRINT: Final = 16
"""Characters of the log's hash in *Fair play* and when verifying: 64 bits, which cannot be aimed at."""

_LONGEST: Final = 80
"""The most characters of a quoted text; a file could contain any number of them."""

PASSING: Final = 100
"""Components with an id from here on are removed when the game goes on."""

_LEFT: Final = 99
"""The id of the line that a message got when its table went on."""

Layout = discord.ui.LayoutView
Text = discord.ui.TextDisplay[Layout]
Gallery = discord.ui.MediaGallery[Layout]
Section = discord.ui.Section[Layout]
Panel = discord.ui.Container[Layout]
_Picture: TypeAlias = discord.MediaGalleryItem | discord.ThumbnailComponent


@dataclass(frozen=True, slots=True)
class Message:
    """A message to be sent: its layout, its picture or file, whom it pings, and follow-up messages."""

    layout: Layout
    picture: bytes | None = None
    filename: str = ""
    pings: tuple[int, ...] = ()
    others: tuple[tuple[bytes, str], ...] = ()

    def files(self) -> list[discord.File]:
        """Return the pictures and files as uploads; new objects each time, since sending consumes them."""
        picture = () if self.picture is None else ((self.picture, self.filename),)
        return [discord.File(io.BytesIO(data), name) for data, name in (*picture, *self.others)]

    def mentions(self) -> discord.AllowedMentions:
        """Allow mentions only of the players whose turn it is."""
        return discord.AllowedMentions(
            everyone=False,
            roles=False,
            replied_user=False,
            users=[discord.Object(user) for user in self.pings],
        )


def words_at(table: Table) -> Words:
    """Return the language of a table, for public texts."""
    return words_in(table.terms.language)


def names_of(table: Table) -> Names:
    """Return the players' names by seat, escaped for Discord's markdown."""
    return tuple(map(escape_markdown, plain_names(table)))


def plain_names(table: Table) -> Names:
    """Return the players' names by seat, for places without markdown."""
    return tuple(player.name for player in table.players)


def picture_names(words: Words, names: Names) -> Names:
    """Return the players' names in a picture, by seat: `Player 2` if no font has the name."""
    return drawable_names(
        names, tuple(words("picture.player", number=number) for number in range(1, len(names) + 1))
    )


def with_picture_names(words: Words, table: Table) -> Table:
    """Return the table with the names that a picture uses."""
    names = picture_names(words, plain_names(table))
    players = (replace(player, name=name) for player, name in zip(table.players, names, strict=True))
    return replace(table, players=tuple(players))


def bot_levels_of(table: Table) -> tuple[str, ...]:
    """Return the level of the bot on each seat; an empty text for a person."""
    return tuple(level_of(player.user_id) if is_bot(player.user_id) else "" for player in table.players)


def format_day(words: Words, day: str) -> str:
    """Format an ISO date without its year; a week by the date of its Monday."""
    text = words.day(date.fromisoformat(day))
    return words("weekly.of", date=text) if is_week(day) else text


def game_title(words: Words, game: str, day: str | None) -> str:
    """Return the game's title, with the date or the week of a shared deal."""
    return game if day is None else words("daily.title", game=game, date=format_day(words, day))


@functools.lru_cache(maxsize=1024)  # a message contains a player's name several times
def without_markdown(text: str) -> str:
    """Remove Discord's markdown from a text, for an alt text."""
    return re.sub(r"\\(.)|\*\*|`", r"\1", text)


def escape_markdown(text: str) -> str:
    """Escape user text, so that it shows letter for letter: no markdown and no mention."""
    return discord.utils.escape_markdown(text, ignore_links=False).replace("<", "\\<")


def code_span(text: str) -> str:
    """Quote user text as code, where only the backtick has a meaning."""
    line = " ".join(text.replace("`", "\N{MODIFIER LETTER GRAVE ACCENT}").split())
    return f"`{line if len(line) <= _LONGEST else line[: _LONGEST - 1] + '…'}`"


def mention(words: Words, player: Player) -> str:
    """Mention the person who acts on a seat; only by name if they are not in that server."""
    if is_bot(acting_for(player)):
        return _describe_bot(words, player)
    if player.afar is not None or has_gone(player):
        return f"**{escape_markdown(player.name)}**"
    if player.substitute is None and is_nameless(player.user_id):
        return f"**{escape_markdown(player.name)}**"
    if player.substitute is None:
        return f"<@{player.user_id}>"
    if player.substitute == HOUSE:
        return words("call.house", name=escape_markdown(player.name))
    return words("call.friend", mention=f"<@{player.substitute}>", name=escape_markdown(player.name))


def _describe_bot(words: Words, player: Player) -> str:
    """Return how a board names a bot that must act, without a ping."""
    if player.substitute is None:
        return words("call.bot", name=escape_markdown(player.name))
    return words("call.bot.for", name=player.substitute_name, other=escape_markdown(player.name))


def describe_news(words: Words, news: News) -> str:
    """Return the text of a notice about a table."""
    return words(news.key, name=escape_markdown(news.name), other=escape_markdown(news.other))


def panel_layout(panel: Panel, rows: Sequence[Row] = ()) -> Layout:
    """Return the layout of one panel with its controls."""
    for row in rows:
        panel.add_item(row)
    layout = Layout(timeout=None)
    layout.add_item(panel)
    return without_view_store(layout)


def text_panel(text: str, rows: Sequence[Row] = ()) -> Layout:
    """Return a panel of one text with its controls, for a private page."""
    return panel_layout(Panel(Text(text), accent_colour=WALNUT), rows)


def picture_gallery(filename: str, alt: str, number: int | None = None) -> Gallery:
    """Return a picture with its alt text; `number`: its component id."""
    shot = discord.MediaGalleryItem(f"attachment://{filename}", description=alt[:ALT_LIMIT])
    return Gallery(shot, id=number)


def without_view_store(layout: Layout) -> Layout:
    """Keep a layout out of discord.py's memory: clicks are found by their custom_id (see docs/decisions)."""
    layout.stop()
    return layout


def note(text: str, rows: Sequence[Row] = ()) -> Layout:
    """Return a message of one text and its controls; a text that is too long is cut to whole lines."""
    layout = Layout(timeout=None)
    layout.add_item(Text(text if len(text) <= TEXT_LIMIT else text[:TEXT_LIMIT].rpartition("\n")[0]))
    for row in rows:
        layout.add_item(row)
    return without_view_store(layout)


def shows_pictures(layout: Layout) -> bool:
    """Whether a layout has pictures or files, which are attached to its message."""
    shown = (discord.ui.MediaGallery, discord.ui.Thumbnail, discord.ui.File)
    return any(isinstance(item, shown) for item in layout.walk_children())


def link(table: Table, board: Board) -> str:
    """Return the link to a board's message."""
    return f"https://discord.com/channels/{table.guild_id or '@me'}/{board.channel_id}/{board.message_id}"


def is_board_of(table: Table, message: ClickedMessage) -> bool:
    """Whether a message is the public board of a table."""
    return table.board is not None and table.board.message_id == message.id


def close_board(old: ClickedMessage, last_line: str) -> Layout:
    """Return an old board's message: the same texts, a small picture, no controls, and one line more.

    So the channel keeps the game's history without a full board for every turn. If the message was closed
    before, only that line changes.
    """
    parts = list(_parts(old))
    texts = [part.content for part in parts if isinstance(part, discord.TextDisplay) and _is_kept_text(part)]
    text = "\n".join(texts)[: TEXT_LIMIT - len(last_line)]
    lines = [*((Text(text, id=1),) if text else ()), Text(last_line, id=_LEFT)]
    shots = [shot for part in parts for shot in _pictures(part)]
    panel = Panel(accent_colour=WALNUT)
    for item in [Section(*lines, accessory=_thumbnail(shots[0]))] if shots else lines:
        panel.add_item(item)
    return panel_layout(panel)


def close_finished_board(old: ClickedMessage, last_line: str) -> Layout:
    """Return the last board of a table that is played again: with one line more, without *Again*."""
    panel, rows = Panel(accent_colour=WALNUT), list[Row]()
    for part in _parts(old):
        if isinstance(part, discord.TextDisplay):
            panel.add_item(Text(part.content, id=part.id))
        elif isinstance(part, discord.MediaGalleryComponent):
            panel.add_item(Gallery(*map(_copy_media_item, part.items), id=part.id))
        elif isinstance(part, discord.ActionRow):
            rows += _without_play_again(part)
    panel.add_item(Text(last_line, id=PASSING))
    return panel_layout(panel, rows)


def _without_play_again(row: discord.ActionRow) -> list[Row]:
    others = [
        discord.ui.Button[Layout](label=key.label, style=key.style, custom_id=key.custom_id)
        for key in row.children
        if isinstance(key, discord.Button) and not _is_play_again_button(key)
    ]
    return [Row(*others)] if others else []


def _is_play_again_button(key: discord.Button) -> bool:
    control = parse_control(key.custom_id or "")
    return control is not None and control.verb is Verb.AGAIN


def _copy_media_item(item: discord.MediaGalleryItem) -> discord.MediaGalleryItem:
    return discord.MediaGalleryItem(_attachment(item), description=item.description)


def _parts(old: ClickedMessage) -> Iterator[object]:
    for component in old.components:
        if isinstance(component, discord.Container):
            for part in component.children:
                if isinstance(part, discord.SectionComponent):
                    yield from part.children
                    yield part.accessory
                else:
                    yield part


def _pictures(part: object) -> tuple[_Picture, ...]:
    """Return the pictures in a part of a message, large or small."""
    if isinstance(part, discord.MediaGalleryComponent):
        return tuple(part.items)
    return (part,) if isinstance(part, discord.ThumbnailComponent) else ()


def _is_kept_text(text: discord.TextDisplay) -> bool:
    return (text.id or 0) < _LEFT


def _thumbnail(picture: _Picture) -> discord.ui.Thumbnail[Layout]:
    """Return a small picture that opens by a click."""
    return discord.ui.Thumbnail(_attachment(picture), description=picture.description)


def _attachment(item: _Picture) -> str:
    """Return the attachment URL of a message's picture: its link expires."""
    return f"attachment://{item.media.url.split('?')[0].rsplit('/', 1)[-1]}"
