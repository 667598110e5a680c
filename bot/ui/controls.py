"""The routes of buttons, lists and forms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from bot.discord.request import Layer, Route
from bot.kernel.feature import Feature
from bot.ui.alarms import idle, reminder_controls
from bot.ui.play import choosing, glossary, lobby_actions, moves, panel, private_menu
from bot.ui.play.stale_board import answer_stale_click
from bot.ui.table import board_command, close, more, page


def merge_routes(*tables: Mapping[Any, Route]) -> Mapping[str, Route]:
    """Return the mappings merged; raises `ValueError` if a verb is in two of them."""
    merged = dict[str, Route]()
    for table in tables:
        if twice := sorted(merged.keys() & table.keys()):
            raise ValueError(f"answered twice: {', '.join(twice)}")
        merged |= table
    return merged


def layers_of(features: Iterable[Feature]) -> tuple[Layer, ...]:
    """Return the layers around every control, from the outermost to the innermost."""
    return (*(layer for feature in features for layer in feature.around), answer_stale_click)


KERNEL: Final[tuple[Mapping[Any, Route], ...]] = (
    private_menu.CONTROLS,
    choosing.CONTROLS,
    close.CONTROLS,
    page.CONTROLS,
    lobby_actions.CONTROLS,
    glossary.CONTROLS,
    idle.CONTROLS,
    reminder_controls.CONTROLS,
    board_command.CONTROLS,
    more.CONTROLS,
    moves.CONTROLS,
    panel.CONTROLS,
)


def controls_of(features: Iterable[Feature]) -> Mapping[str, Route]:
    """Return the routes of all controls, given the enabled features."""
    return merge_routes(*KERNEL, *(feature.controls for feature in features if feature.controls is not None))
