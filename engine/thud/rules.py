"""Thud as a game: whose turn it is, what is legal, and what an action does."""

from __future__ import annotations

from dataclasses import replace

from engine.core import Fault, IllegalAction, Outcome, Seat, Settings, Step
from engine.rng import Rng
from engine.thud.battle import automatic_end, begin_battle, end_battle, points_of, position_of, resigned
from engine.thud.board import name, squares_of
from engine.thud.model import (
    Action,
    BattleEnd,
    Call,
    Captured,
    EndClaimed,
    EndOffered,
    Event,
    Hurled,
    Manner,
    MatchEnded,
    Move,
    Moved,
    OfferAccepted,
    OfferDeclined,
    Resigned,
    Shoved,
    Side,
    State,
    View,
)
from engine.thud.moves import after, can_capture, line_length, manner, moves_of, step_towards
from engine.thud.refusals import refusal

OFFER_WAIT = 2
"""Moves a player makes after a declined offer before offering again (Rule thud:end-3)."""


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
    calls = [call for call in Call if _call_refusal(state, seat, call) is None]
    if seat != state.seat_of(state.to_move) or state.offer == seat:
        return tuple(calls)
    return (*moves_of(position_of(state), state.to_move), *calls)


def apply(state: State, seat: Seat, action: Action, rng: Rng) -> Step[State, Event]:
    """What `action` by `seat` does; raises `IllegalAction` and changes nothing if a rule forbids it."""
    del rng  # Thud has no chance
    if state.outcome is not None:
        raise IllegalAction(Fault.ILLEGAL, "thud:match-2", "over")
    if isinstance(action, Move):
        return _apply_move(state, seat, action)
    if (refused := _call_refusal(state, seat, action)) is not None:
        raise refused
    return _apply_call(state, seat, action)


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


def _call_refusal(state: State, seat: Seat, call: Call) -> IllegalAction | None:
    """Why `seat` may not make this call now, none if it may."""
    match call:
        case Call.OFFER if state.offer is not None:
            return _refuse("thud:end-1", "offer-open")
        case Call.OFFER if state.offer_wait[seat]:
            return _refuse("thud:end-3", "offer-wait", moves=state.offer_wait[seat])
        case Call.ACCEPT | Call.DECLINE if state.offer != 1 - seat:
            return _refuse("thud:end-2", "no-offer")
        case Call.CLAIM if not state.quiet_limit:
            return _refuse("thud:end-6", "claim-off")
        case Call.CLAIM if state.quiet < state.quiet_limit:
            return _refuse("thud:end-6", "claim-early", quiet=state.quiet, limit=state.quiet_limit)
        case _:
            return None


def _refuse(rule: str, key: str, **values: str | int) -> IllegalAction:
    return IllegalAction(Fault.ILLEGAL, rule, key, (), **values)


def _apply_move(state: State, seat: Seat, move: Move) -> Step[State, Event]:
    if seat != state.seat_of(state.to_move):
        raise _refuse("thud:turn-2", "not-your-turn", side=state.to_move.value)
    if state.offer == seat:
        raise _refuse("thud:end-2", "offer-waits")
    position = position_of(state)
    if move.side is not state.to_move or move not in moves_of(position, state.to_move):
        raise refusal(position, replace(move, side=state.to_move))
    declined: tuple[Event, ...] = () if state.offer is None else (OfferDeclined(seat, by_moving=True),)
    moved = _moved(_declined(state), seat, move)
    events = (*declined, *_move_events(state, seat, move))
    if (end := automatic_end(moved)) is None:
        return Step(moved, events)
    ended, more = end_battle(moved, end)
    return Step(ended, (*events, *more))


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
    origin, target = name(move.origin), name(move.target)
    step = step_towards(move.origin, move.target) or 0
    line = line_length(position_of(state).pieces(move.side), move.origin, step)
    travelled: Event
    match manner(move):
        case Manner.HURL:
            travelled = Hurled(seat, origin, target, line)
        case Manner.SHOVE:
            travelled = Shoved(seat, origin, target, line)
        case Manner.MOVE:
            travelled = Moved(seat, move.side, origin, target)
    if not move.captured:
        return (travelled,)
    return (travelled, Captured(move.side.other, tuple(name(sq) for sq in move.captured)))


def _apply_call(state: State, seat: Seat, call: Call) -> Step[State, Event]:
    match call:
        case Call.OFFER:
            return Step(replace(state, offer=seat), (_offered(state, seat),))
        case Call.DECLINE:
            return Step(_declined(state), (OfferDeclined(seat, by_moving=False),))
        case Call.ACCEPT:
            return _ended(state, BattleEnd.AGREED, OfferAccepted(seat))
        case Call.CLAIM:
            return _ended(state, BattleEnd.QUIET, EndClaimed(seat, state.quiet))
        case Call.RESIGN:
            conceded = resigned(state, seat)
            return Step(
                replace(state, offer=None, outcome=conceded), (Resigned(seat), MatchEnded(1 - seat, 0))
            )


def _offered(state: State, seat: Seat) -> EndOffered:
    """The offer, with what the other should know before answering (Rule thud:end-1)."""
    position = position_of(state)
    captures = (can_capture(position, Side.DWARFS), can_capture(position, Side.TROLLS))
    return EndOffered(seat, points_of(state), *captures)


def _declined(state: State) -> State:
    """The state without its offer; who made it waits two moves before the next (Rule thud:end-3)."""
    if state.offer is None:
        return state
    waits = list(state.offer_wait)
    waits[state.offer] = OFFER_WAIT
    return replace(state, offer=None, offer_wait=(waits[0], waits[1]))


def _ended(state: State, end: BattleEnd, said: Event) -> Step[State, Event]:
    ended, events = end_battle(replace(state, offer=None), end)
    return Step(ended, (said, *events))
