"""Plans for a turn of Trogdor!!: which actions are steps of one, and what one costs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from bot.words import Words
from engine.trogdor.model import Action, Phase, Verb, View

_NO_STEPS: Final = frozenset({Verb.TRADE, Verb.ACCEPT, Verb.DECLINE, Verb.WITHDRAW, Verb.PREFER, Verb.LEAVE})
"""What waits for somebody else, or is a setting of one's own."""


def is_plan_step(action: Action) -> bool:
    """Whether an action is something that the dragon does, or decides."""
    return action.verb not in _NO_STEPS


def price(words: Words, views: Sequence[View]) -> str:
    """The action points that a plan uses and leaves, and the health that it costs or brings."""
    spent = sum(max(0, one.turn.points - other.turn.points) for one, other in pairwise(views))
    first, last = views[0].board.health, views[-1].board.health
    told = [words.some("trogdor.price.points", spent)] if spent else []
    if views[-1].phase is Phase.ACT and views[-1].turn.points:
        told.append(words("trogdor.price.left", count=views[-1].turn.points))
    if first != last:
        told.append(words("trogdor.price.health", before=first, after=last))
    return " \N{MIDDLE DOT} ".join(told)
