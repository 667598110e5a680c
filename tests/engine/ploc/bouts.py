"""Matches of Ploc written as text: a rope in, lines played, a rope out.

    Plockton   4 3 2  9
    Broadford  2 2 3  5+2
    rolled     4 4 1

A line a village: its column, then its athletes, standing and (after the plus) lying. The free dice come last.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeVar

from engine.core import IllegalAction, Seat
from engine.ploc import GAME
from engine.ploc.events import Event
from engine.ploc.model import Dice, MatchResult, Side, State, Turn, View
from engine.rng import Rng, ScriptedRng

E = TypeVar("E")

USUAL = """
    Plockton   4 3 2  9
    Broadford  2 2 3  7
    rolled     4 4 1
"""
"""The example of the text: nine against seven, and what Plockton rolls."""

PLOCKTON, BROADFORD = 0, 1


@dataclass
class Bout:
    """A match under way; `events` are those of the last line, `told` all of them."""

    state: State
    rng: Rng
    events: tuple[Event, ...] = ()
    told: list[Event] = field(default_factory=list)

    @property
    def view(self) -> View:
        return GAME.view(self.state, None)

    @property
    def rope(self) -> str:
        """Both sides as they are written: `4 3 2  9 | 2 2 3  5+2`."""
        return " | ".join(map(side_text, self.state.sides))

    def play(self, *lines: str, seat: Seat | None = None) -> Bout:
        """Lines by whoever has the dice, or by a seat."""
        for line in lines:
            who = self.state.turn.seat if seat is None else seat
            step = GAME.apply(self.state, who, GAME.parse(line, self.state), self.rng)
            self.state, self.events = step.state, step.events
            self.told += step.events
        return self

    def expect_refusal(self, line: str, seat: Seat | None = None) -> IllegalAction:
        """The refusal of a line; fails if it is allowed."""
        who = self.state.turn.seat if seat is None else seat
        try:
            GAME.apply(self.state, who, GAME.parse(line, self.state), self.rng)
        except IllegalAction as error:
            return error
        raise AssertionError(f"{line} is allowed\n{GAME.text(self.view)}")

    def legal(self, start: str = "", seat: Seat | None = None) -> list[str]:
        """The legal lines that begin so."""
        who = self.state.turn.seat if seat is None else seat
        return [str(action) for action in GAME.legal(self.state, who) if str(action).startswith(start)]

    def of(self, kind: type[E]) -> list[E]:
        """The events of one kind in the last line."""
        return [event for event in self.events if isinstance(event, kind)]

    def kinds(self) -> list[str]:
        """What happened in the last line, by name."""
        return [type(event).__name__ for event in self.events]

    @property
    def winner(self) -> Seat | None:
        return None if self.state.outcome is None else self.state.outcome.winners[0]


def side_text(side: Side) -> str:
    """A side's column and athletes."""
    lying = f"+{side.lying}" if side.lying else ""
    return f"{' '.join(map(str, side.column))}  {side.standing}{lying}"


def dice(words: list[str]) -> Dice:
    first, second, third = map(int, words)
    return first, second, third


def read_side(words: list[str]) -> Side:
    standing, _, lying = words[3].partition("+")
    return Side(dice(words[:3]), int(standing), int(lying or 0))


def bout(
    shown: str = USUAL,
    *,
    seat: Seat = PLOCKTON,
    match: int = 1,
    number: int = 1,
    won: Seat = PLOCKTON,
    limit: int = 0,
    chance: str = "",
) -> Bout:
    """The position that a text shows, `seat` on turn. `chance` are the dice to come, as they will show.

    In match 2 `won` has won the first.
    """
    rows = dict(line.split(maxsplit=1) for line in shown.strip().splitlines())
    first, second = (read_side(rows[name].split()) for name in ("Plockton", "Broadford"))
    own = (first, second)[seat]
    rolled = dice(rows["rolled"].split())
    state = State(
        match=match,
        sides=(first, second),
        turn=Turn(seat, number, rolled, own.column.count(6)),
        results=(MatchResult(won, "hit", 9),) if match > 1 else (),
        limit=limit,
    )
    return Bout(state, faces(chance))


def faces(text: str) -> Rng:
    """A chance that makes dice show this."""
    return ScriptedRng(int(face) - 1 for face in text.split())


def new_bout(chance: str, limit: int = 0) -> Bout:
    """A new game: Plockton's column, Broadford's, the first roll, and what comes after."""
    rng = faces(chance)
    return Bout(GAME.start({"turn_limit": limit}, 2, rng), rng)


def with_dice(game: Bout, text: str) -> Bout:
    """The same table with other dice to come."""
    return replace(game, rng=faces(text))
