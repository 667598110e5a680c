"""What players say instead of moving: offers to end a battle and their answers, claims, resignation."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeAlias

from engine.core import IllegalAction, Seat, Step
from engine.thud.battle import end_battle, points_of, position_of, resigned
from engine.thud.model import (
    BattleEnd,
    Call,
    EndClaimed,
    EndOffered,
    Event,
    MatchEnded,
    OfferAccepted,
    OfferDeclined,
    Resigned,
    Side,
    State,
)
from engine.thud.moves import can_capture
from engine.thud.refusals import Refusal, illegal

OFFER_WAIT: Final = 2
"""Moves a player makes after a declined offer before offering again (Rule thud:end-3)."""

_Reason: TypeAlias = tuple[str, Refusal, dict[str, int]]


def legal_calls(state: State, seat: Seat) -> tuple[Call, ...]:
    """What `seat` may say now, in its turn or not."""
    return tuple(call for call in Call if _reason(state, seat, call) is None)


def call_refusal(state: State, seat: Seat, call: Call) -> IllegalAction | None:
    """Why `seat` may not say this now, none if it may; near to it are the other calls, short of resigning."""
    if (reason := _reason(state, seat, call)) is None:
        return None
    rule, key, values = reason
    near = tuple(str(other) for other in legal_calls(state, seat) if other is not Call.RESIGN)
    return illegal(rule, key, near, **values)


def _reason(state: State, seat: Seat, call: Call) -> _Reason | None:
    match call:
        case Call.OFFER if state.offer is not None:
            return "thud:end-1", Refusal.OFFER_OPEN, {}
        case Call.OFFER if state.offer_wait[seat]:
            return "thud:end-3", Refusal.OFFER_WAIT, {"moves": state.offer_wait[seat]}
        case Call.ACCEPT | Call.DECLINE if state.offer != 1 - seat:
            return "thud:end-2", Refusal.NO_OFFER, {}
        case Call.CLAIM if not state.quiet_limit:
            return "thud:end-6", Refusal.CLAIM_OFF, {}
        case Call.CLAIM if state.quiet < state.quiet_limit:
            return "thud:end-6", Refusal.CLAIM_EARLY, {"quiet": state.quiet, "limit": state.quiet_limit}
        case _:
            return None


def apply_call(state: State, seat: Seat, call: Call) -> Step[State, Event]:
    """What a call does that may be made now."""
    match call:
        case Call.OFFER:
            return Step(replace(state, offer=seat), (_offered(state, seat),))
        case Call.DECLINE:
            return Step(without_offer(state), (OfferDeclined(seat, by_moving=False),))
        case Call.ACCEPT:
            return _ended(state, BattleEnd.AGREED, OfferAccepted(seat))
        case Call.CLAIM:
            return _ended(state, BattleEnd.QUIET, EndClaimed(seat, state.quiet))
        case Call.RESIGN:
            over = replace(state, offer=None, outcome=resigned(state, seat))
            return Step(over, (Resigned(seat), MatchEnded(1 - seat, 0)))


def _offered(state: State, seat: Seat) -> EndOffered:
    """The offer, with what the other should know before answering (Rule thud:end-1)."""
    position = position_of(state)
    captures = (can_capture(position, Side.DWARFS), can_capture(position, Side.TROLLS))
    return EndOffered(seat, points_of(state), *captures)


def without_offer(state: State) -> State:
    """The state with its offer, if any, declined; who made it waits before the next (Rule thud:end-3)."""
    if state.offer is None:
        return state
    waits = list(state.offer_wait)
    waits[state.offer] = OFFER_WAIT
    return replace(state, offer=None, offer_wait=(waits[0], waits[1]))


def _ended(state: State, end: BattleEnd, said: Event) -> Step[State, Event]:
    """The battle ended by what was said (Rules thud:end-2, thud:end-6)."""
    ended, events = end_battle(state, end)
    return Step(ended, (said, *events))
