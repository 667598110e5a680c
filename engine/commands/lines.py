"""A game that is played line by line: `SEAT NOTATION`, or `NOTATION` where only one seat can be meant."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, is_dataclass
from typing import Any

from engine.commands.tables import AnyGame
from engine.core import IllegalAction, Seat
from engine.replay import outcome_record
from engine.rng import SeededRng


class SeatUnclear(Exception):  # noqa: N818 - a refusal, not a defect
    """A line that does not say whose action it is, or names a seat that is not there."""


class LineGame:
    """A running game. `ply` counts the lines that were played."""

    def __init__(self, game: AnyGame, state: Any, seats: int, rng: SeededRng) -> None:  # noqa: ANN401 - of any game
        self.game = game
        self.state = state
        self.ply = 0
        self._seats = seats
        self._rng = rng

    def opening_record(self) -> dict[str, Any]:
        """The record before the first line."""
        return {"ply": 0, "to_act": sorted(self.game.to_act(self.state)), "outcome": None}

    def play_line(self, line: str) -> dict[str, Any]:
        """What a line did; why it is refused, which changes nothing; or for `?` what is legal."""
        try:
            return self._play_line(line)
        except SeatUnclear as error:
            return {"error": str(error), "rule": None}
        except IllegalAction as error:
            return {"error": str(error), "fault": error.fault, "rule": error.rule, "near": error.near}

    def _play_line(self, line: str) -> dict[str, Any]:
        seat, text = self._seat_and_text(line)
        if text == "?":
            return {"seat": seat, "legal": [str(action) for action in self.game.legal(self.state, seat)]}
        action = self.game.parse(text, self.state)
        step = self.game.apply(self.state, seat, action, self._rng)
        self.state, self.ply = step.state, self.ply + 1
        return self._record(seat, str(action), step.events)

    def acting_seat(self) -> Seat:
        """Who must act; raises `Unclear` if that is nobody, or one of several."""
        acting = sorted(self.game.to_act(self.state))
        if len(acting) != 1:
            raise SeatUnclear(f"say which seat: {acting}" if acting else "the game is over")
        return acting[0]

    def _seat_and_text(self, line: str) -> tuple[Seat, str]:
        """The seat that a line names, or the one that must act, and the notation; raises `Unclear`."""
        first, _, rest = line.partition(" ")
        if not (first.isdecimal() and rest):
            return self.acting_seat(), line
        if first not in map(str, range(self._seats)):
            raise SeatUnclear(f"no seat {first}, the seats are 0 to {self._seats - 1}")
        return int(first), rest.strip()

    def _record(self, seat: Seat, action: str, events: Iterable[Any]) -> dict[str, Any]:
        outcome = self.game.outcome(self.state)
        return {
            "ply": self.ply,
            "seat": seat,
            "action": action,
            "events": [_event_record(event) for event in events],
            "to_act": sorted(self.game.to_act(self.state)),
            "outcome": None if outcome is None else outcome_record(outcome),
        }


def _event_record(event: object) -> dict[str, Any]:
    if not is_dataclass(event) or isinstance(event, type):
        raise TypeError(f"{event!r} is not an event")
    return {"event": type(event).__name__} | asdict(event)
