"""Which function answers a button, a list or a form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from bot.discord.request import Layer, Route
from bot.kernel.feature import Feature
from bot.ui import fair, hello, server, transfer
from bot.ui.alarms import idle, late
from bot.ui.help import guide, hangs, hint, odds, rules
from bot.ui.history import away, fork, highlights, leafing, replay, undo
from bot.ui.history.away import after_absence
from bot.ui.people import privacy, settings, stats
from bot.ui.play import aside, choosing, finding, gathering, glossary, moves, panel
from bot.ui.play.behind import catching_up
from bot.ui.review import better, card, luck, reviewing
from bot.ui.table import close, looking, page


def joined(*tables: Mapping[Any, Route]) -> Mapping[str, Route]:
    """The tables as one; raises `ValueError` if a verb stands in two of them."""
    found = dict[str, Route]()
    for table in tables:
        if twice := sorted(found.keys() & table.keys()):
            raise ValueError(f"answered twice: {', '.join(twice)}")
        found |= table
    return found


AROUND: Final[tuple[Layer, ...]] = (after_absence, catching_up)
"""What every control passes, from the outside to the inside."""

KERNEL: Final[tuple[Mapping[Any, Route], ...]] = (
    aside.CONTROLS,
    away.CONTROLS,
    better.CONTROLS,
    card.CONTROLS,
    choosing.CONTROLS,
    close.CONTROLS,
    fair.CONTROLS,
    finding.CONTROLS,
    fork.CONTROLS,
    gathering.CONTROLS,
    glossary.CONTROLS,
    guide.CONTROLS,
    hello.CONTROLS,
    highlights.CONTROLS,
    hint.CONTROLS,
    idle.CONTROLS,
    late.CONTROLS,
    leafing.CONTROLS,
    looking.CONTROLS,
    luck.CONTROLS,
    moves.CONTROLS,
    odds.CONTROLS,
    page.CONTROLS,
    hangs.CONTROLS,
    panel.CONTROLS,
    privacy.CONTROLS,
    replay.CONTROLS,
    reviewing.CONTROLS,
    rules.CONTROLS,
    server.CONTROLS,
    settings.CONTROLS,
    stats.CONTROLS,
    transfer.CONTROLS,
    undo.CONTROLS,
)


def controls_of(features: Iterable[Feature]) -> Mapping[str, Route]:
    """Every control that there is with these features."""
    return joined(*KERNEL, *(feature.controls for feature in features if feature.controls is not None))
