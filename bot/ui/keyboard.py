"""Menus as Discord's buttons and lists."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final

import discord

from bot.store import Status, Table
from bot.ui.ids import Control, Verb
from bot.words import Words
from bot.words.menu import Button, Does, List, Look, Menu

ROW: Final = 5
"""Buttons in a row."""

_STYLES: Final = {
    Look.MAIN: discord.ButtonStyle.primary,
    Look.PLAIN: discord.ButtonStyle.secondary,
    Look.GOOD: discord.ButtonStyle.success,
    Look.DANGER: discord.ButtonStyle.danger,
}

Row = discord.ui.ActionRow[discord.ui.LayoutView]


def game_rows(words: Words, table: Table, menu: Menu) -> list[Row]:
    """The controls of a running game: the menu's lists, its buttons, and those that every game has."""
    rows = [Row(_select(table, index, part)) for index, part in enumerate(menu.lists)]
    buttons = [_button(table, button) for button in menu.buttons]
    typing = _plain(table, words("button.type"), Verb.TYPE)
    reading = _plain(table, words("button.text"), Verb.TEXT)
    # What answers the question of a guided move comes first; at its beginning there is none.
    return rows + in_rows([*buttons, typing, reading] if menu.question else [typing, reading, *buttons])


def lobby_rows(words: Words, table: Table) -> list[Row]:
    """The controls of a table that waits for its players."""
    if table.status is not Status.OPEN:
        return []
    asked = any(not player.seated for player in table.players)
    sit = _plain(table, words("button.accept" if asked else "button.join"), Verb.SIT, Look.GOOD)
    decline = [_plain(table, words("button.decline"), Verb.DECLINE)] if asked else []
    return in_rows([sit, *decline, _plain(table, words("button.cancel"), Verb.CANCEL)])


def confirm_rows(words: Words, table: Table, button: Button) -> list[Row]:
    """Yes to what a button does, or never mind."""
    yes = _plain(table, words("button.yes", what=button.label), Verb.PLAY, Look.DANGER, button.value)
    return in_rows([yes, _plain(table, words("button.back"), Verb.NEVER_MIND)])


def in_rows(buttons: Iterable[discord.ui.Button[discord.ui.LayoutView]]) -> list[Row]:
    """Buttons in rows of at most five."""
    rest = iter(buttons)
    rows = []
    while chunk := list(islice(rest, ROW)):
        rows.append(Row(*chunk))
    return rows


def _plain(
    table: Table, label: str, verb: Verb, look: Look = Look.PLAIN, detail: str = ""
) -> discord.ui.Button[discord.ui.LayoutView]:
    custom_id = str(Control(table.id, table.revision, verb, detail))
    return discord.ui.Button(label=label, style=_STYLES[look], custom_id=custom_id)


def _button(table: Table, button: Button) -> discord.ui.Button[discord.ui.LayoutView]:
    verb = Verb.GO if button.does is Does.GO else Verb.ASK if button.confirm else Verb.PLAY
    return _plain(table, button.label, verb, button.look, button.value)


def _select(table: Table, index: int, part: List) -> discord.ui.Select[discord.ui.LayoutView]:
    verb = Verb.PICK_GO if part.does is Does.GO else Verb.PICK_PLAY
    return discord.ui.Select(
        custom_id=str(Control(table.id, table.revision, verb, f"{index}:{part.prefix}")),
        placeholder=part.title[:150],
        max_values=part.most,
        options=[
            discord.SelectOption(
                label=option.label[:100], value=option.value, description=option.description[:100] or None
            )
            for option in part.options
        ],
    )
