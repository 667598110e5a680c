"""Positions of Ploc written as text: both sides, lines played, both sides after them.

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
    """A running match; `events` are those of the last line, `all_events` all of them."""

    state: State
    rng: Rng
    events: tuple[Event, ...] = ()
    all_events: list[Event] = field(default_factory=list)

    @property
    def view(self) -> View:
        return GAME.view(self.state, None)

    @property
    def rope(self) -> str:
        """Both sides as text: `4 3 2  9 | 2 2 3  5+2`."""
        return " | ".join(map(side_text, self.state.sides))

    def play(self, *lines: str, seat: Seat | None = None) -> Bout:
        """Play lines, by the side with the dice or by `seat`."""
        for line in lines:
            who = self.state.turn.seat if seat is None else seat
            step = GAME.apply(self.state, who, GAME.parse(line, self.state), self.rng)
            self.state, self.events = step.state, step.events
            self.all_events += step.events
        return self

    def expect_refusal(self, line: str, seat: Seat | None = None) -> IllegalAction:
        """The refusal of a line; fails if it is legal."""
        who = self.state.turn.seat if seat is None else seat
        try:
            GAME.apply(self.state, who, GAME.parse(line, self.state), self.rng)
        except IllegalAction as error:
            return error
        raise AssertionError(f"{line} is allowed\n{GAME.text(self.view)}")

    def legal(self, start: str = "", seat: Seat | None = None) -> list[str]:
        """The legal lines that begin with `start`."""
        who = self.state.turn.seat if seat is None else seat
        return [str(action) for action in GAME.legal(self.state, who) if str(action).startswith(start)]

    def of(self, kind: type[E]) -> list[E]:
        """The events of one kind in the last line."""
        return [event for event in self.events if isinstance(event, kind)]

    def kinds(self) -> list[str]:
        """The names of the last line's events."""
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
    """The position of a text, `seat` on turn. `chance` are the next dice.

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
    """A random source with these faces of dice."""
    return ScriptedRng(int(face) - 1 for face in text.split())


def new_bout(chance: str, limit: int = 0) -> Bout:
    """A new game, with the dice of `chance`: both columns, the first roll, and all later ones."""
    rng = faces(chance)
    return Bout(GAME.start({"turn_limit": limit}, 2, rng), rng)


def with_dice(game: Bout, text: str) -> Bout:
    """The same position with other dice to come."""
    return replace(game, rng=faces(text))
