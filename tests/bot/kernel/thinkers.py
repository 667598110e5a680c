"""Somebody who thinks at once, in place of the processes beside the bot."""

from __future__ import annotations

from typing import Any, Final

from bot.minds.pool import LIMIT, NoSearchResult, SearchPool, Urgency
from bot.minds.worker import SearchQuestion
from engine.mind import ActionWorth

BEST: Final = 0.62


class ScriptedSearch(SearchPool):
    """Finds the first actions the best ones, in order; remembers what it was asked.

    `busy`: it never answers; nor at the levels that are `slow`. `meanwhile` is called before an answer: what
    happens while somebody thinks.
    """

    def __init__(self) -> None:
        super().__init__()
        self.asked = list[SearchQuestion]()
        self.busy = False
        self.slow = frozenset[str]()
        self.meanwhile: Any = None

    async def ask(
        self,
        question: SearchQuestion,
        urgency: Urgency,  # noqa: ARG002 - nobody waits here
        patience: float = LIMIT,  # noqa: ARG002
    ) -> Any:
        self.asked.append(question)
        if self.meanwhile is not None:
            await self.meanwhile()
        if self.busy or question.level in self.slow:
            raise NoSearchResult("no answer")
        first = question.actions[:3]
        return tuple(ActionWorth(action, BEST - place / 10) for place, action in enumerate(first))
