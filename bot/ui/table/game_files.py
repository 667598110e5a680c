"""Files of games that users upload: their size limit, and the refusals."""

from __future__ import annotations

from typing import Final

from bot.discord.frame import escape_markdown
from bot.kernel.errors import Refused
from bot.words import Words
from bot.words.sentences import render
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


def problem_line(words: Words, problem: Problem) -> str:
    """Return a problem in one line; what it quotes from the file may be of any length."""
    what = render(words, problem.sentence)
    what = what if len(what) <= WIDEST else f"{what[: WIDEST - 1]}\N{HORIZONTAL ELLIPSIS}"
    return words("fair.problem", line=problem.line, what=escape_markdown(what))
