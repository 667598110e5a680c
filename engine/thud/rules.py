"""Thud as a game: whose turn it is, what is legal, and what an action does."""

from __future__ import annotations

from dataclasses import replace

from engine.core import Outcome, Seat, Settings, Step
from engine.rng import Rng
from engine.thud.battle import automatic_end, begin_battle, end_battle, points_of, position_of
from engine.thud.board import name, squares_of
from engine.thud.calls import apply_call, call_refusal, legal_calls, without_offer
from engine.thud.model import (
    Action,
    Captured,
    Event,
    Hurled,
    Manner,
    Move,
    Moved,
    OfferDeclined,
    Shoved,
    State,
    View,
)
from engine.thud.moves import manner, moves_of, step_towards
from engine.thud.position import after, line_length
from engine.thud.reasons import move_refusal
from engine.thud.refusals import Refusal, illegal


def start(settings: Settings, seats: int, rng: Rng) -> State:
    """The first battle, set up; seat 0 commands the dwarfs (Rules thud:start-1, thud:match-1)."""
    del seats, rng  # always two; nothing is left to chance
    return begin_battle(1, int(settings["quiet_limit"]))


def to_act(state: State) -> frozenset[Seat]:
    """Who must act: whoever an offer waits for, else the side to move (Rules thud:turn-2, thud:end-2)."""
    if state.outcome is not None:
        return frozenset()
    return frozenset({state.seat_of(state.to_move) if state.offer is None else 1 - state.offer})


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Everything `seat` may do now; moves only in its turn, some calls at any time."""
    if state.outcome is not None:
        return ()
    calls = legal_calls(state, seat)
    if seat != state.seat_of(state.to_move) or state.offer == seat:
        return calls
    return (*moves_of(position_of(state), state.to_move), *calls)


def apply(state: State, seat: Seat, action: Action, rng: Rng) -> Step[State, Event]:
    """What `action` by `seat` does; raises `IllegalAction` and changes nothing if a rule forbids it."""
    del rng  # Thud has no chance
    if state.outcome is not None:
        raise illegal("thud:match-2", Refusal.OVER)
    if isinstance(action, Move):
        return _apply_move(state, seat, action)
    if (refused := call_refusal(state, seat, action)) is not None:
        raise refused
    return apply_call(state, seat, action)


def outcome(state: State) -> Outcome | None:
    """How the match ended, none while it goes on."""
    return state.outcome


def view(state: State, viewer: Seat | None) -> View:
    """What `viewer` may see: everything, as on a table."""
    del viewer
    return View(
        battle=state.battle,
        dwarfs=tuple(squares_of(state.dwarfs)),
        trolls=tuple(squares_of(state.trolls)),
        dwarf_seat=state.dwarf_seat,
        to_move=state.to_move,
        to_act=to_act(state),
        points=points_of(state),
        ply=state.ply,
        quiet=state.quiet,
        quiet_limit=state.quiet_limit,
        offer=state.offer,
        last=state.last,
        last_manner=None if state.last is None else manner(state.last),
        results=state.results,
        outcome=state.outcome,
    )


def _apply_move(state: State, seat: Seat, move: Move) -> Step[State, Event]:
    _check_move(state, seat, move)
    declined: tuple[Event, ...] = () if state.offer is None else (OfferDeclined(seat, by_moving=True),)
    moved = _moved(without_offer(state), seat, move)
    events = (*declined, *_move_events(state, seat, move))
    if (end := automatic_end(moved)) is None:
        return Step(moved, events)
    ended, more = end_battle(moved, end)
    return Step(ended, (*events, *more))


def _check_move(state: State, seat: Seat, move: Move) -> None:
    """Raises `IllegalAction` unless `seat` may make this move now (Rules thud:turn-2, thud:end-2)."""
    if seat != state.seat_of(state.to_move):
        raise illegal("thud:turn-2", Refusal.NOT_YOUR_TURN, side=state.to_move.value)
    if state.offer == seat:
        raise illegal("thud:end-2", Refusal.OFFER_WAITS)
    position = position_of(state)
    if move not in moves_of(position, state.to_move):
        raise move_refusal(position, move, state.to_move)


def _moved(state: State, seat: Seat, move: Move) -> State:
    """The state with the piece moved and the counters on (Rules thud:turn-2, thud:end-3, thud:end-6)."""
    position = after(position_of(state), move)
    waits = list(state.offer_wait)
    waits[seat] = max(0, waits[seat] - 1)
    return replace(
        state,
        dwarfs=position.dwarfs,
        trolls=position.trolls,
        to_move=state.to_move.other,
        ply=state.ply + 1,
        quiet=0 if move.captured else state.quiet + 1,
        offer_wait=(waits[0], waits[1]),
        last=move,
    )


def _move_events(state: State, seat: Seat, move: Move) -> tuple[Event, ...]:
    travelled = _travelled(state, seat, move)
    if not move.captured:
        return (travelled,)
    return (travelled, Captured(move.side.other, tuple(name(sq) for sq in move.captured)))


def _travelled(state: State, seat: Seat, move: Move) -> Event:
    origin, target = name(move.origin), name(move.target)
    step = step_towards(move.origin, move.target) or 0
    line = line_length(position_of(state).pieces(move.side), move.origin, step)
    match manner(move):
        case Manner.HURL:
            return Hurled(seat, origin, target, line)
        case Manner.SHOVE:
            return Shoved(seat, origin, target, line)
        case Manner.MOVE:
            return Moved(seat, move.side, origin, target)


def reveals(_event: Event) -> bool:
    """Whether an event told what nobody could know before it: never (Rule thud:undo-1)."""
    return False


def reshuffled(state: State, _rng: Rng) -> State:
    """The state as it is: nothing of it is hidden (Rule thud:fork-1)."""
    return state
