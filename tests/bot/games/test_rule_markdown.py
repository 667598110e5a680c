"""Pages of rules in Discord's markdown."""

from __future__ import annotations

import pytest

from bot.games.rule_markdown import for_discord, plain

BOARD = "```\n  a b\n1 . x\n\n2 | .\n```"


@pytest.mark.parametrize(
    ("page", "told"),
    [
        ("A line\nthat goes on.", "A line that goes on."),
        ("One.\n\nTwo,\nof two.", "One.\nTwo, of two."),
        ("See [the map](#your-own-map) of [Thud](../thud.md).", "See the map of Thud."),
        ("Before.\n\n![A board\nwith pieces](../images/thud.png)\n\nAfter.", "Before.\nAfter."),
        ("*House ruling*: `x` and **y** stay.", "*House ruling*: `x` and **y** stay."),
        ("", ""),
    ],
)
def test_text_is_one_line_a_paragraph_without_links_and_pictures(page: str, told: str) -> None:
    assert for_discord(page) == told


def test_a_block_of_code_stays_as_it_is() -> None:
    assert for_discord(f"Here:\n\n{BOARD}\n\nSo\nit is.") == f"Here:\n{BOARD}\nSo it is."


def test_only_the_language_stays_behind_a_fence() -> None:
    assert for_discord("```json example=own_map\n{}\n```") == "```json\n{}\n```"


def test_a_table_of_two_columns_is_a_list_below_what_they_are() -> None:
    table = "| you write | what happens |\n|---|---|\n| `a`, `b` | it moves |\n| `c` | … again |"
    assert for_discord(table) == "*you write · what happens*\n- `a`, `b` · it moves\n- `c` · … again"


def test_a_larger_table_names_the_column_of_each_cell() -> None:
    table = "| map | knight | Archer |\n|---|---|---|\n| easy | b1 | e2 |"
    assert for_discord(table) == "- **easy** · knight b1, Archer e2"


def test_a_table_of_pictures_is_left_out() -> None:
    table = "| victory | defeat |\n|---|---|\n| ![won](a.png) | ![lost](b.png) |"
    assert for_discord(f"Before.\n\n{table}\n\nAfter.") == "Before.\nAfter."


def test_a_plain_line_has_no_marks() -> None:
    assert plain("*House ruling*: `x`\nand **y**") == "House ruling: x and y"
