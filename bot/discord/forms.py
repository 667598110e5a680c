"""Forms: what can be entered in one. What was comes back by the key of each field: `Request.entered`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import discord

from bot.discord.keyboard import Control

TITLE: Final = 45
"""The most characters of a form's title, and of what a field is called."""

ABOUT: Final = 100
"""The most characters of what is said of a field, and of an option."""

Form: TypeAlias = discord.ui.Modal
Field: TypeAlias = discord.ui.Label[Form]


def form(title: str, control: Control, *fields: Field) -> Form:
    """A form of at most five fields; its custom_id says what it is about, and nothing is kept in memory."""
    made = Form(title=title[:TITLE], custom_id=str(control))
    for field in fields:
        made.add_item(field)
    made.stop()
    return made


def text_field(
    key: str,
    label: str,
    value: str = "",
    *,
    about: str = "",
    example: str = "",
    longest: int,
    required: bool = False,
) -> Field:
    """A line to type into, with the `value` that stands there at first, or else an `example` in grey."""
    line: discord.ui.TextInput[Form] = discord.ui.TextInput(
        custom_id=key,
        default=value or None,
        placeholder=example[:ABOUT] or None,
        max_length=longest,
        required=required,
    )
    return _with_label(label, about, line)


def list_field(key: str, label: str, options: Sequence[discord.SelectOption], *, about: str = "") -> Field:
    """A list of at most 25 options, of which one is picked."""
    chosen: discord.ui.Select[Form] = discord.ui.Select(custom_id=key, options=list(options), required=True)
    return _with_label(label, about, chosen)


def file_field(key: str, label: str, *, about: str = "") -> Field:
    """A file, which may be left out."""
    file: discord.ui.FileUpload[Form] = discord.ui.FileUpload(custom_id=key, required=False)
    return _with_label(label, about, file)


def _with_label(label: str, about: str, component: discord.ui.Item[Form]) -> Field:
    return discord.ui.Label(text=label[:TITLE], description=about[:ABOUT] or None, component=component)
