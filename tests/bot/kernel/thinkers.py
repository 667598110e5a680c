"""Somebody who thinks at once, in place of the processes beside the bot."""

from __future__ import annotations

from typing import Any, Final

from bot.minds.pool import LIMIT, CannotThink, Thinking, Urgency
from bot.minds.worker import Question
from engine.mind import Weighed

BEST: Final = 0.62


class Ready(Thinking):
    """Finds the first actions the best ones, in order; remembers what it was asked.

    `busy`: it never answers; nor at the levels that are `slow`. `meanwhile` is called before an answer: what
    happens while somebody thinks.
    """

    def __init__(self) -> None:
        super().__init__()
        self.asked = list[Question]()
        self.busy = False
        self.slow = frozenset[str]()
        self.meanwhile: Any = None

    async def ask(
        self,
        question: Question,
        urgency: Urgency,  # noqa: ARG002 - nobody waits here
        patience: float = LIMIT,  # noqa: ARG002
    ) -> Any:
        self.asked.append(question)
        if self.meanwhile is not None:
            await self.meanwhile()
        if self.busy or question.level in self.slow:
            raise CannotThink("no answer")
        first = question.actions[:3]
        return tuple(Weighed(action, BEST - place / 10) for place, action in enumerate(first))
