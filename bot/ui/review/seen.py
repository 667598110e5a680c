"""A game that is over with what a mind makes of it, ready to be shown."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from bot.analysis import Analysis, Slip
from bot.errors import Refused
from bot.games.catalogue import AnyEntry
from bot.seating import is_for_one
from bot.session import Session
from bot.store import Table, bot_name
from bot.ui.kit.frame import titled
from bot.words import Names, Words
from engine.replay import Position, lasting


@dataclass(frozen=True, slots=True)
class Seen:
    """A game that is over, the positions that nobody took back, and what a mind makes of them."""

    words: Words
    table: Table
    entry: AnyEntry
    way: tuple[Position, ...]
    analysis: Analysis

    @property
    def mind(self) -> str:
        """Who has looked."""
        return bot_name(self.analysis.level)

    @property
    def together(self) -> bool:
        """Whether all win or lose together, or there is one alone."""
        return self.entry.game.cooperative or is_for_one(self.entry.game)

    @property
    def title(self) -> str:
        """What was played."""
        return titled(self.words, self.entry.game.title, self.table.day)

    @property
    def filename(self) -> str:
        """What the picture is called."""
        return f"{self.table.code}-{self.table.revision}-review.png"

    def before(self, slip: Slip) -> Position:
        """The position that a decision was made on."""
        return next(before for before, after in pairwise(self.way) if after.ply == slip.ply)

    def upper(self, names: Names) -> str:
        """Whose expectation the curve shows."""
        return self.words.listed(names) if self.together else names[0]


async def seen_of(words: Words, session: Session, table: Table) -> Seen | None:
    """What a mind makes of a game, to be told in these words; none where there is no review of it."""
    analysis = await session.review(table)
    if analysis is None:
        return None
    try:
        positions = await session.positions(table)
    except Refused:  # today's rules lead elsewhere than the mind has seen
        return None
    return Seen(words, table, session.catalogue[table.game], lasting(positions), analysis)
