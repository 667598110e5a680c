"""Files of games that users upload: templates, their size limit, and the refusals."""

from __future__ import annotations

from typing import Final

import discord

from bot.discord.frame import Layout, Message, Text, escape_markdown, without_view_store
from bot.games.catalogue import AnyEntry
from bot.kernel.errors import Refused
from bot.words import Words
from bot.words.sentences import render
from engine.core import Document
from engine.faults import Problem

LARGEST: Final = 4 * 1024 * 1024
"""The most bytes of an uploaded export."""

WIDEST: Final = 300
"""The most characters of a reported problem."""


def file_refusal(key: str) -> Refused:
    """Return the refusal of an export, for that of an option's file."""
    match key:
        case "file-empty":
            return Refused("export.empty")
        case "file-not-text":
            return Refused("export.not-text")
        case "file-too-large":
            return Refused("export.too-large", most=LARGEST // 1024)
        case _:
            return Refused("export.not-read")


def templates_message(words: Words, entry: AnyEntry, button: str) -> Message:
    """Return the files to begin with, for each option that takes one; `button` is where they are uploaded."""
    files = [
        (option.template.encode(), f"{option.key}.json")
        for option in entry.game.options
        if isinstance(option, Document) and option.template
    ]
    layout = Layout(timeout=None)
    layout.add_item(Text(words("panel.templates", button=button)))
    for _, name in files:
        layout.add_item(discord.ui.File[Layout](f"attachment://{name}"))
    return Message(without_view_store(layout), others=tuple(files))


def problem_line(words: Words, problem: Problem) -> str:
    """Return a problem in one line; what it quotes from the file may be of any length."""
    what = render(words, problem.sentence)
    what = what if len(what) <= WIDEST else f"{what[: WIDEST - 1]}\N{HORIZONTAL ELLIPSIS}"
    return words("fair.problem", line=problem.line, what=escape_markdown(what))
