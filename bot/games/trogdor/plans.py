"""Plans for a turn of Trogdor!!: their possible steps, and their costs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from bot.words import Words
from engine.trogdor.model import Action, Phase, Verb, View

_NO_STEPS: Final = frozenset({Verb.TRADE, Verb.ACCEPT, Verb.DECLINE, Verb.WITHDRAW, Verb.PREFER, Verb.LEAVE})
"""Actions that wait for others, or are a setting."""


def is_plan_step(action: Action) -> bool:
    """Return whether an action is a deed or decision of the dragon."""
    return action.verb not in _NO_STEPS


def price(words: Words, views: Sequence[View]) -> str:
    """Return the action points that a plan uses and leaves, and the health that it costs or brings."""
    spent = sum(max(0, before.turn.points - after.turn.points) for before, after in pairwise(views))
    first, last = views[0].board.health, views[-1].board.health
    parts = [words.some("trogdor.price.points", spent)] if spent else []
    if views[-1].phase is Phase.ACT and views[-1].turn.points:
        parts.append(words("trogdor.price.left", count=views[-1].turn.points))
    if first != last:
        parts.append(words("trogdor.price.health", before=first, after=last))
    return " \N{MIDDLE DOT} ".join(parts)
