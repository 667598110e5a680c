"""Forms and their fields. The values come back by the key of each field: `Request.form_values`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import discord

from bot.discord.keyboard import Control

TITLE: Final = 45
"""The most characters of a form's title, and of a field's label."""

ABOUT: Final = 100
"""The most characters of a field's or an option's description."""

Form: TypeAlias = discord.ui.Modal
Field: TypeAlias = discord.ui.Label[Form]


def form(title: str, control: Control, *fields: Field) -> Form:
    """Return a form of at most five fields; its custom_id identifies it, and nothing is kept in memory."""
    new_form = Form(title=title[:TITLE], custom_id=str(control))
    for field in fields:
        new_form.add_item(field)
    new_form.stop()  # discord.py keeps a form that is not stopped until its values come
    return new_form


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
    """Return a text field, with an initial `value` or an `example` in grey."""
    line: discord.ui.TextInput[Form] = discord.ui.TextInput(
        custom_id=key,
        default=value or None,
        placeholder=example[:ABOUT] or None,
        max_length=longest,
        required=required,
    )
    return _with_label(label, about, line)


def list_field(key: str, label: str, options: Sequence[discord.SelectOption], *, about: str = "") -> Field:
    """Return a list of at most 25 options, of which one can be picked."""
    chosen: discord.ui.Select[Form] = discord.ui.Select(custom_id=key, options=list(options), required=True)
    return _with_label(label, about, chosen)


def file_field(key: str, label: str, *, about: str = "") -> Field:
    """Return an optional file upload."""
    file: discord.ui.FileUpload[Form] = discord.ui.FileUpload(custom_id=key, required=False)
    return _with_label(label, about, file)


def _with_label(label: str, about: str, component: discord.ui.Item[Form]) -> Field:
    return discord.ui.Label(text=label[:TITLE], description=about[:ABOUT] or None, component=component)
