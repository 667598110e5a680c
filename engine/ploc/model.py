"""The values of Ploc: actions, the state of a game, and its view; events are in `events`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.core import Outcome, Seat

MATCHES: Final = 2
BERSERK: Final = 4
"""How many athletes berserk removes (Rule ploc:berserk-1)."""

REACH: Final = 2
"""How far below the column's die a rolled one still hits a lying athlete (Rule ploc:hit-2)."""

PLACES: Final = "abc"
"""The places of a column, as the notation calls them."""

Dice = tuple[int, int, int]


class Deed(StrEnum):
    """What a die can do; the value is its word in the notation."""

    HIT = "hit"
    SWAP = "swap"
    WEAKEN = "weaken"


class Verb(StrEnum):
    """The kind of an action (Rule ploc:notation-1)."""

    USE = "use"
    REROLL = "reroll"
    BERSERK = "berserk"
    UNDO = "undo"
    DONE = "done"
    OFFER = "offer"
    ACCEPT = "accept"
    DECLINE = "decline"
    CONCEDE = "concede"
    RESIGN = "resign"


@dataclass(frozen=True, slots=True)
class Action:
    """An action of a player; only the fields that its verb needs are set.

    `4a hit standing`, `4a hit lying`, `4a swap`, `4a weaken`: the rolled die by what it shows, the place of
    the column (0 to 2, written a to c), what it does, and for a hit whether a lying athlete is removed.
    `reroll 4`: a die by what it shows. `berserk 3`: how many of those removed were lying, written even if 0.
    The other verbs stand alone.
    """

    verb: Verb
    die: int = 0
    place: int = 0
    deed: Deed | None = None
    lying: int = 0

    def __str__(self) -> str:
        """The canonical notation."""
        if self.verb is Verb.USE and self.deed is not None:
            victim = {0: " standing", 1: " lying"}[self.lying] if self.deed is Deed.HIT else ""
            return f"{self.die}{PLACES[self.place]} {self.deed}{victim}"
        if self.verb is Verb.REROLL:
            return f"reroll {self.die}"
        return f"berserk {self.lying}" if self.verb is Verb.BERSERK else str(self.verb)


@dataclass(frozen=True, slots=True)
class Side:
    """A village: its dice column, place by place, and its athletes in the column of the rope."""

    column: Dice
    standing: int
    lying: int = 0

    @property
    def athletes(self) -> int:
        """The athletes who pull, standing or lying."""
        return self.standing + self.lying


@dataclass(frozen=True, slots=True)
class Use:
    """What a die did: the index of the rolled die, the place it met, and what came of it.

    `met` is what the column's die showed. A hit or a weakening says whether the athlete hit was `lying`; a
    swap by how many athletes the own column grew (`change`, negative where it shrank).
    """

    die: int
    place: int
    deed: Deed
    met: int
    lying: bool = False
    change: int = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of `seat`: the rolled dice as they lie now, and what they did, in that order.

    `rerolled` marks the dice that were rolled twice; `rerolls` are left, and can be used as long as
    no die was (Rule ploc:reroll-1). `berserk` tells how many lying and how many standing athletes berserk
    removed. `before` are both sides before each use (or before berserk), the last of which an `undo` brings
    back.
    """

    seat: Seat
    number: int
    dice: Dice
    rerolls: int
    rerolled: tuple[bool, bool, bool] = (False, False, False)
    uses: tuple[Use, ...] = ()
    berserk: tuple[int, int] | None = None
    before: tuple[tuple[Side, Side], ...] = ()

    @property
    def rerolls_now(self) -> int:
        """How many dice can be rolled again: none once a die was used, or berserk (Rule ploc:reroll-1)."""
        return 0 if self.uses or self.berserk is not None else self.rerolls


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match ended: `hit`, `berserk`, `swap`, `agreement`, `limit` or `concession`."""

    winner: Seat
    how: str
    turns: int


@dataclass(frozen=True, slots=True)
class State:
    """The whole state of a game. Seat 0 is Plockton (yellow), who begins the first match, 1 Broadford (red).

    `turn.number` counts the turns of this match from 1. `last` is the previous turn, with the sides at its
    beginning; None at the beginning of a match. `offered`: the player on turn has already offered an end this
    turn; `offer` waits for an answer. `results` are those of the matches played; `limit` is the table's turn
    limit, 0 for none.
    """

    match: int
    sides: tuple[Side, Side]
    turn: Turn
    last: Turn | None = None
    offer: Seat | None = None
    offered: bool = False
    results: tuple[MatchResult, ...] = ()
    limit: int = 0
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class View:
    """The game as everyone sees it; nothing is hidden.

    `reserves` are the athletes who do not pull: 18 a side, less those who do, never below 0. `opening` are
    the sides at the beginning of this turn, `berserk` whether going berserk is possible now, `complete`
    whether all dice are used and the turn can be passed on.
    """

    match: int
    sides: tuple[Side, Side]
    opening: tuple[Side, Side]
    reserves: tuple[int, int]
    turn: Turn
    last: Turn | None
    offer: Seat | None
    results: tuple[MatchResult, ...]
    limit: int
    berserk: bool
    complete: bool
    to_act: frozenset[Seat]
    outcome: Outcome | None
