"""Fields of forms as Discord gets them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.discord.forms import ABOUT, text_field


def text_input(example: str) -> Mapping[str, Any]:
    field: Mapping[str, Any] = text_field("name", "Name", example=example, longest=30).to_component_dict()
    part: Mapping[str, Any] = field["component"]
    return part


def test_an_example_is_in_grey_where_nothing_is_written_yet() -> None:
    assert text_input("Pawn storm")["placeholder"] == "Pawn storm"
    assert text_input("a" * (ABOUT + 1))["placeholder"] == "a" * ABOUT
    assert text_input("").get("placeholder") is None
