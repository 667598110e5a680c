"""Setting up a match, turns that begin and pass, and how matches and the game end."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.core import Number, Option, Outcome, Seat, Settings
from engine.ploc.events import Event, GameEnded, MatchBegan, MatchEnded, Rolled, TurnPassed
from engine.ploc.model import MATCHES, Dice, MatchResult, Side, State, Turn
from engine.ploc.sides import Sides, leader, starter
from engine.rng import Rng

StateAndEvents = tuple[State, tuple[Event, ...]]

SIX: Final = 6

OPTIONS: Final[tuple[Option, ...]] = (Number("turn_limit", 0, 0, 999),)


def start(settings: Settings, _seats: int, rng: Rng) -> State:
    """The first match, its columns and the first roll (Rules ploc:setup-1, ploc:setup-3)."""
    return _begin_match(1, (), int(settings["turn_limit"]), rng)[0]


def roll(rng: Rng) -> int:
    """A six-sided die."""
    return rng.below(SIX) + 1


def _roll_three(rng: Rng) -> Dice:
    return roll(rng), roll(rng), roll(rng)


def _begin_match(match: int, results: tuple[MatchResult, ...], limit: int, rng: Rng) -> StateAndEvents:
    """New columns, as many athletes as their dice say, one more for who won before (Rule ploc:match-2).

    Chance is drawn in the order Plockton's column, Broadford's, the first roll.
    """
    columns = _roll_three(rng), _roll_three(rng)
    extra = results[-1].winner if results else None
    first, second = (Side(column, sum(column) + (seat == extra)) for seat, column in enumerate(columns))
    begun = MatchBegan(match, columns, (first.athletes, second.athletes), starter(match), extra)
    turn, rolled = _begin_turn((first, second), starter(match), 1, rng)
    return State(match, (first, second), turn, results=results, limit=limit), (begun, rolled)


def _begin_turn(sides: Sides, seat: Seat, number: int, rng: Rng) -> tuple[Turn, Rolled]:
    """The three free dice are rolled; each six of the own column gives a reroll.

    Rules ploc:roll-1, ploc:reroll-1.
    """
    dice = _roll_three(rng)
    rerolls = sides[seat].column.count(SIX)
    return Turn(seat, number, dice, rerolls), Rolled(seat, dice, rerolls)


def pass_turn(state: State, rng: Rng) -> StateAndEvents:
    """The turn is confirmed: the dice go to the other side (Rules ploc:done-1, ploc:limit-1)."""
    turn = state.turn
    told = (TurnPassed(turn.seat, turn.number),)
    if turn.number == state.limit:
        after, events = end_match(state, leader(state.sides, state.match), "limit", rng)
        return after, (*told, *events)
    began, rolled = _begin_turn(state.sides, 1 - turn.seat, turn.number + 1, rng)
    last = replace(turn, before=turn.before[:1])
    return replace(state, turn=began, last=last, offered=False), (*told, rolled)


def end_if_decided(state: State, how: str, rng: Rng) -> StateAndEvents:
    """The state as it is, or the match's end if somebody has no athlete left (Rule ploc:match-1)."""
    for seat, side in enumerate(state.sides):
        if not side.athletes:
            return end_match(state, 1 - seat, how, rng)
    return state, ()


def end_match(state: State, winner: Seat, how: str, rng: Rng) -> StateAndEvents:
    """A match is decided: the second one follows, or the game is over (Rules ploc:match-2, ploc:win-1)."""
    result = MatchResult(winner, how, state.turn.number)
    told = (MatchEnded(state.match, winner, how, result.turns),)
    results = (*state.results, result)
    if state.match < MATCHES:
        after, events = _begin_match(state.match + 1, results, state.limit, rng)
    else:
        after, events = end_game(replace(state, results=results), winner, how)
    return after, (*told, *events)


def end_game(state: State, winner: Seat, how: str) -> StateAndEvents:
    """The game is over (Rules ploc:win-1, ploc:resign-1)."""
    points = (1, 0) if winner == 0 else (0, 1)
    return replace(state, offer=None, outcome=Outcome(how, (winner,), points)), (GameEnded(winner),)
