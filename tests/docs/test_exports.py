"""docs/exports.md against the numbers of the code."""

from __future__ import annotations

import re

from bot.discord.frame import FINGERPRINT
from engine.commands import verify
from engine.export_format import LONGEST, MOST_LINES, NOTATION, POSITION, WIDEST, WORD
from engine.verify import TOLD
from tests.docs.pages import read, rows, section

PAGE = read("docs/exports.md")


def test_what_each_number_of_characters_is_worth_is_told_of_those_that_are_shown() -> None:
    shown = [int(cells[0].split()[0]) for cells in rows(section(PAGE, "What is not proven"))]
    assert shown == [64, FINGERPRINT]
    assert verify._PRINT == FINGERPRINT, "the command line asks for the same"  # noqa: SLF001


def test_how_large_a_file_may_be_is_told() -> None:
    documented = re.findall(r"[\d,]*\d", section(PAGE, "Size limits"))
    bounds = (LONGEST, MOST_LINES, WIDEST, POSITION, NOTATION, WORD, TOLD)
    assert [int(number.replace(",", "")) for number in documented] == list(bounds)
