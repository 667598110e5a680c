"""What all messages are made of: panel and texts, names and links, and what is left when a game goes on."""

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
NOBODY: Final = discord.AllowedMentions.none()
TEXT_LIMIT: Final = 4000
"""The most characters of text in a message."""

ALT_LIMIT: Final = 1024
"""The most characters that a picture may have to say what it shows."""

STAMP: Final = 6
"""Characters of the log's hash under each picture: a label that tells boards apart, and proves nothing."""

FINGERPRINT: Final = 16
"""Characters of that hash in the last message and in what is verified: 64 bits, which nobody aims at."""

_LONGEST: Final = 80
"""The most characters of anything that is quoted; a file could bring any number of them."""

PASSING: Final = 100
"""Components with an id from here on leave the message when the game goes on."""

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
    """A message ready to be sent: its layout, its picture or file, whom it may ping, and further ones."""

    layout: Layout
    picture: bytes | None = None
    filename: str = ""
    pings: tuple[int, ...] = ()
    others: tuple[tuple[bytes, str], ...] = ()

    def files(self) -> list[discord.File]:
        """The pictures and files as uploads; new objects each time, since sending consumes them."""
        own = () if self.picture is None else ((self.picture, self.filename),)
        return [discord.File(io.BytesIO(data), name) for data, name in (*own, *self.others)]

    def mentions(self) -> discord.AllowedMentions:
        """Nobody but those whose turn it is."""
        return discord.AllowedMentions(
            everyone=False,
            roles=False,
            replied_user=False,
            users=[discord.Object(user) for user in self.pings],
        )


def words_at(table: Table) -> Words:
    """The language of a table, for what everybody there reads."""
    return words_in(table.terms.language)


def names_of(table: Table) -> Names:
    """What the players are called, by seat, safe inside Discord's markdown."""
    return tuple(map(escape_markdown, plain_names(table)))


def plain_names(table: Table) -> Names:
    """What the players are called, by seat, where nothing reads markdown."""
    return tuple(player.name for player in table.players)


def picture_names(words: Words, names: Names) -> Names:
    """What the players are called in a picture, by seat: `Player 2` if there is no font for their name."""
    return drawable_names(names, tuple(words("picture.player", number=at) for at in range(1, len(names) + 1)))


def with_picture_names(words: Words, table: Table) -> Table:
    """The table with its players called as a picture calls them."""
    names = picture_names(words, plain_names(table))
    players = (replace(player, name=name) for player, name in zip(table.players, names, strict=True))
    return replace(table, players=tuple(players))


def bot_levels_of(table: Table) -> tuple[str, ...]:
    """Which of the house's own players has which seat, by its level; an empty text for everybody else."""
    return tuple(level_of(player.user_id) if is_bot(player.user_id) else "" for player in table.players)


def format_day(words: Words, day: str) -> str:
    """An ISO date as people say it, without its year; a week by the date of its Monday."""
    said = words.day(date.fromisoformat(day))
    return words("weekly.of", date=said) if is_week(day) else said


def game_title(words: Words, game: str, day: str | None) -> str:
    """What is played at a table, with the date or the week of a deal that all play."""
    return game if day is None else words("daily.title", game=game, date=format_day(words, day))


@functools.lru_cache(maxsize=1024)  # a message says a player's name several times
def without_markdown(text: str) -> str:
    """What is said in a message, for where Discord shows no Markdown: an alt text."""
    return re.sub(r"\\(.)|\*\*|`", r"\1", text)


def escape_markdown(text: str) -> str:
    """What somebody wrote, to be shown letter for letter: neither markdown nor a mention."""
    return discord.utils.escape_markdown(text, ignore_links=False).replace("<", "\\<")


def code_span(text: str) -> str:
    """What somebody typed, in the style of code: there every letter stands for itself but the backtick."""
    line = " ".join(text.replace("`", "\N{MODIFIER LETTER GRAVE ACCENT}").split())
    return f"`{line if len(line) <= _LONGEST else line[: _LONGEST - 1] + '…'}`"


def mention(words: Words, player: Player) -> str:
    """How Discord names who acts on a seat; whoever is not in that server has but their name there."""
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
    """How a board names a bot that must act: nobody is to be pinged."""
    if player.substitute is None:
        return words("call.bot", name=escape_markdown(player.name))
    return words("call.bot.for", name=player.substitute_name, other=escape_markdown(player.name))


def describe_news(words: Words, news: News) -> str:
    """What the house has to tell."""
    return words(news.key, name=escape_markdown(news.name), other=escape_markdown(news.other))


def panel_layout(panel: Panel, rows: Sequence[Row] = ()) -> Layout:
    """The layout of one panel with its controls."""
    for row in rows:
        panel.add_item(row)
    layout = Layout(timeout=None)
    layout.add_item(panel)
    return without_view_store(layout)


def text_panel(text: str, rows: Sequence[Row] = ()) -> Layout:
    """A panel of one text with its controls: what one person looks at, and changes."""
    return panel_layout(Panel(Text(text), accent_colour=WALNUT), rows)


def picture_gallery(filename: str, alt: str, number: int | None = None) -> Gallery:
    """A picture that comes with the message, and what it shows in words; `number`: its id as a component."""
    shot = discord.MediaGalleryItem(f"attachment://{filename}", description=alt[:ALT_LIMIT])
    return Gallery(shot, id=number)


def without_view_store(layout: Layout) -> Layout:
    """The layout, kept out of discord.py's memory: clicks find us by their custom_id (see docs/decisions)."""
    layout.stop()
    return layout


def note(text: str, rows: Sequence[Row] = ()) -> Layout:
    """A message of one text and its controls; of a text that is too long, the whole lines that fit."""
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
    """Where a board is, for people to click on."""
    return f"https://discord.com/channels/{table.guild_id or '@me'}/{board.channel_id}/{board.message_id}"


def is_board_of(table: Table, message: ClickedMessage) -> bool:
    """Whether a message is the one that shows a table to everybody."""
    return table.board is not None and table.board.message_id == message.id


def close_board(old: ClickedMessage, last_line: str) -> Layout:
    """A message whose table has gone on: the same texts, the picture small, no controls, and one line more.

    So the channel keeps the game's history without a full board for every turn. Of a message that was left
    so before only that line changes.
    """
    parts = list(_parts(old))
    texts = [part.content for part in parts if isinstance(part, discord.TextDisplay) and _is_kept_text(part)]
    kept = "\n".join(texts)[: TEXT_LIMIT - len(last_line)]
    lines = [*((Text(kept, id=1),) if kept else ()), Text(last_line, id=_LEFT)]
    shots = [shot for part in parts for shot in _pictures(part)]
    panel = Panel(accent_colour=WALNUT)
    for item in [Section(*lines, accessory=_thumbnail(shots[0]))] if shots else lines:
        panel.add_item(item)
    return panel_layout(panel)


def close_finished_board(old: ClickedMessage, last_line: str) -> Layout:
    """The last board of a table that is played again: as it was, with one line more, without that button."""
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
    """What a part of a message shows, large or small."""
    if isinstance(part, discord.MediaGalleryComponent):
        return tuple(part.items)
    return (part,) if isinstance(part, discord.ThumbnailComponent) else ()


def _is_kept_text(text: discord.TextDisplay) -> bool:
    return (text.id or 0) < _LEFT


def _thumbnail(picture: _Picture) -> discord.ui.Thumbnail[Layout]:
    """A picture that stays, to be opened by a click."""
    return discord.ui.Thumbnail(_attachment(picture), description=picture.description)


def _attachment(item: _Picture) -> str:
    """A picture of a message as the attachment it is: its link expires."""
    return f"attachment://{item.media.url.split('?')[0].rsplit('/', 1)[-1]}"
