"""Minds whose every answer is known: what they say of a position is written down by its ply."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from bot.minds.pool import NoSearchResult, SearchPool, Urgency
from bot.minds.worker import SearchQuestion
from engine.mind import ActionWorth
from tests.bot.ui.world import World


@dataclass
class Oracle:
    """Answers in the place of `bot.minds.pool.Thinking`.

    `standings` and `worths` are by ply; where nothing is written a game stands even, and an action is worth
    nothing else than it stands; actions that are not legal in a state are left out there. `dumb`: it cannot
    think. `asked` are the questions in their order; a position that was evaluated keeps its ply when its
    actions are weighed, and one that was not has the first ply whose actions are legal in it.
    """

    standings: Mapping[int, float] = field(default_factory=dict)
    worths: Mapping[int, Sequence[tuple[str, float]]] = field(default_factory=dict)
    dumb: bool = False
    asked: list[SearchQuestion] = field(default_factory=list)

    async def evaluate(self, question: SearchQuestion, urgency: Urgency, patience: float) -> float:
        assert urgency is Urgency.LATER
        assert patience > 0
        return self.standings.get(self._ply(question), 0.5)

    async def weigh(
        self, question: SearchQuestion, urgency: Urgency, patience: float
    ) -> tuple[ActionWorth[Any], ...]:
        assert urgency is Urgency.LATER
        assert patience > 0
        ply = self._ply(question)
        by_text = {str(action): action for action in question.actions}
        worths = self.worths.get(ply, ())
        return tuple(ActionWorth(by_text[text], worth) for text, worth in worths if text in by_text)

    def _ply(self, question: SearchQuestion) -> int:
        """The number of the line before the question."""
        evaluated = [one for one in self.asked if one.what == "evaluate" and one.view == question.view]
        self.asked.append(question)
        if self.dumb:
            raise NoSearchResult("dumb")
        if question.what == "evaluate" or evaluated:
            return int([question, *evaluated][-1].seed.rpartition(" ")[2])
        legal = set(map(str, question.actions))
        return next((ply for ply, listed in self.worths.items() if legal & {text for text, _ in listed}), 0)

    async def close(self) -> None:
        """There is nothing to stop."""


def ask(world: World, oracle: Oracle) -> Oracle:
    """From now on the bot asks this oracle."""
    world.session.context.search_pool = cast("SearchPool", oracle)
    return oracle
