"""Thud as a game: whose turn it is, what is legal, what an action does, and how a battle ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeAlias

from engine.core import Outcome, Seat, Settings, Step
from engine.octagon.board import name, squares_of
from engine.octagon.model import (
    BattleBegan,
    Captured,
    EndClaimed,
    Moved,
    OfferAccepted,
    OfferDeclined,
    PlayerCall,
    Resigned,
    Side,
)
from engine.rng import Rng
from engine.thud.model import (
    START,
    TROLL_POINTS,
    Action,
    BattleEnd,
    BattleEnded,
    BattleResult,
    EndOffered,
    Event,
    Hurled,
    Manner,
    MatchEnded,
    Move,
    Shoved,
    State,
    View,
)
from engine.thud.moves import (
    can_capture,
    line_length,
    manner,
    moves_from,
    moves_of,
    position_after,
    step_towards,
)
from engine.thud.refusals import RefusalKey, illegal_action, move_refusal

BATTLES = 2
ENDINGS = ("points", "draw", "resignation")
"""How a match ends: on the points of both battles, level, or conceded."""

OFFER_WAIT: Final = 2
"""Moves a player makes after a declined offer before offering again (Rule thud:end-3)."""

_Reason: TypeAlias = tuple[str, RefusalKey, dict[str, int]]


def start(settings: Settings, seats: int, rng: Rng) -> State:
    """The first battle, set up; seat 0 commands the dwarfs (Rules thud:start-1, thud:match-1)."""
    del seats, rng  # always two; nothing is left to chance
    return _begin_battle(1, int(settings["quiet_limit"]))


def to_act(state: State) -> frozenset[Seat]:
    """Who must act: whoever an offer waits for, else the side to move (Rules thud:turn-2, thud:end-2)."""
    if state.outcome is not None:
        return frozenset()
    return frozenset({state.seat_of(state.to_move) if state.offer is None else 1 - state.offer})


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Everything `seat` may do now; moves only in its turn, some calls at any time."""
    if state.outcome is not None:
        return ()
    calls = calls_of(state, seat)
    if seat != state.seat_of(state.to_move) or state.offer == seat:
        return calls
    return (*moves_of(state.position, state.to_move), *calls)


def calls_of(state: State, seat: Seat) -> tuple[PlayerCall, ...]:
    """What `seat` may say now, in its turn or not; nothing once the match is over."""
    if state.outcome is not None:
        return ()
    return tuple(call for call in PlayerCall if _call_refusal(state, seat, call) is None)


def apply(state: State, seat: Seat, action: Action, rng: Rng) -> Step[State, Event]:
    """What `action` by `seat` does; raises `IllegalAction` and changes nothing if a rule forbids it."""
    del rng  # Thud has no chance
    if state.outcome is not None:
        raise illegal_action("thud:match-2", RefusalKey.OVER)
    if isinstance(action, PlayerCall):
        _check_call(state, seat, action)
        return _apply_call(state, seat, action)
    _check_move(state, seat, action)
    declined: tuple[Event, ...] = () if state.offer is None else (OfferDeclined(seat, by_moving=True),)
    moved = _state_after_move(_without_offer(state), seat, action)
    events = (*declined, *_move_events(state, seat, action))
    if (end := _automatic_end(moved)) is None:
        return Step(moved, events)
    ended, more = _end_battle(moved, end)
    return Step(ended, (*events, *more))


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


def _check_move(state: State, seat: Seat, move: Move) -> None:
    """Raises `IllegalAction` unless `seat` may make this move now (Rules thud:turn-2, thud:end-2)."""
    if seat != state.seat_of(state.to_move):
        raise illegal_action("thud:turn-2", RefusalKey.NOT_YOUR_TURN, side=state.to_move.value)
    if state.offer == seat:
        raise illegal_action("thud:end-2", RefusalKey.OFFER_WAITS)
    position = state.position
    if move not in moves_from(position, state.to_move).get(move.origin, ()):
        raise move_refusal(position, move, state.to_move)


def _state_after_move(state: State, seat: Seat, move: Move) -> State:
    """The state with the piece moved and the counters on (Rules thud:turn-2, thud:end-3, thud:end-6)."""
    position = position_after(state.position, move)
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
    travelled = _travel_event(state, seat, move)
    if not move.captured:
        return (travelled,)
    return (travelled, Captured(move.side.other, tuple(name(sq) for sq in move.captured)))


def _travel_event(state: State, seat: Seat, move: Move) -> Event:
    origin, target = name(move.origin), name(move.target)
    step = step_towards(move.origin, move.target) or 0
    line = line_length(state.position.pieces(move.side), move.origin, step)
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


def reshuffle(state: State, _rng: Rng) -> State:
    """The state as it is: nothing of it is hidden (Rule thud:fork-1)."""
    return state


# What is said instead of moving: offers to end a battle and their answers, claims, resignation


def _check_call(state: State, seat: Seat, call: PlayerCall) -> None:
    """Raises `IllegalAction` unless `seat` may say this now; near are its other calls, short of resigning."""
    if (reason := _call_refusal(state, seat, call)) is not None:
        rule, key, values = reason
        others = (other for other in PlayerCall if other is not PlayerCall.RESIGN)
        near = tuple(str(other) for other in others if _call_refusal(state, seat, other) is None)
        raise illegal_action(rule, key, near, **values)


def _call_refusal(state: State, seat: Seat, call: PlayerCall) -> _Reason | None:
    """What forbids `seat` to say this now, none if it may, in its turn or not."""
    match call:
        case PlayerCall.OFFER if state.offer is not None:
            return "thud:end-1", RefusalKey.OFFER_OPEN, {}
        case PlayerCall.OFFER if state.offer_wait[seat]:
            return "thud:end-3", RefusalKey.OFFER_WAIT, {"moves": state.offer_wait[seat]}
        case PlayerCall.ACCEPT | PlayerCall.DECLINE if state.offer != 1 - seat:
            return "thud:end-2", RefusalKey.NO_OFFER, {}
        case PlayerCall.CLAIM if not state.quiet_limit:
            return "thud:end-6", RefusalKey.CLAIM_OFF, {}
        case PlayerCall.CLAIM if state.quiet < state.quiet_limit:
            return "thud:end-6", RefusalKey.CLAIM_EARLY, {"quiet": state.quiet, "limit": state.quiet_limit}
        case _:
            return None


def _apply_call(state: State, seat: Seat, call: PlayerCall) -> Step[State, Event]:
    """What a call does that may be made now."""
    match call:
        case PlayerCall.OFFER:
            return Step(replace(state, offer=seat), (_offer_event(state, seat),))
        case PlayerCall.DECLINE:
            return Step(_without_offer(state), (OfferDeclined(seat, by_moving=False),))
        case PlayerCall.ACCEPT:
            return _end_by_call(state, BattleEnd.AGREED, OfferAccepted(seat))
        case PlayerCall.CLAIM:
            return _end_by_call(state, BattleEnd.QUIET, EndClaimed(seat, state.quiet))
        case PlayerCall.RESIGN:
            over = replace(state, offer=None, outcome=_resignation_outcome(state, seat))
            return Step(over, (Resigned(seat), MatchEnded(1 - seat, 0)))


def _offer_event(state: State, seat: Seat) -> EndOffered:
    """The offer, with what the other should know before answering (Rule thud:end-1)."""
    position = state.position
    captures = (can_capture(position, Side.DWARFS), can_capture(position, Side.TROLLS))
    return EndOffered(seat, state.battle, points_of(state), *captures, match_balance(state))


def match_balance(state: State) -> int | None:
    """By how many points seat 0 wins the match if the battle ends as it stands (Rule thud:match-2).

    None while another battle follows.
    """
    if state.battle < BATTLES:
        return None
    return balance_of((*state.results, BattleResult(BattleEnd.AGREED, state.dwarf_seat, points_of(state))))


def _without_offer(state: State) -> State:
    """The state with its offer, if any, declined; who made it waits before the next (Rule thud:end-3)."""
    if state.offer is None:
        return state
    waits = list(state.offer_wait)
    waits[state.offer] = OFFER_WAIT
    return replace(state, offer=None, offer_wait=(waits[0], waits[1]))


def _end_by_call(state: State, end: BattleEnd, said: Event) -> Step[State, Event]:
    """The battle ended by what was said (Rules thud:end-2, thud:end-6)."""
    ended, events = _end_battle(state, end)
    return Step(ended, (said, *events))


# How a battle ends, what it is worth, and how two battles make a match


def points_of(state: State) -> tuple[int, int]:
    """What each seat's pieces on the board count: a dwarf 1, a troll 4 (Rule thud:score-1)."""
    dwarfs = state.dwarfs.bit_count()
    trolls = TROLL_POINTS * state.trolls.bit_count()
    return (dwarfs, trolls) if state.dwarf_seat == 0 else (trolls, dwarfs)


def _automatic_end(state: State) -> BattleEnd | None:
    """Why the battle is over by itself: a side without pieces, or nothing to move.

    Rules thud:end-4, thud:end-5.
    """
    if not state.dwarfs or not state.trolls:
        return BattleEnd.WIPED_OUT
    if not moves_of(state.position, state.to_move):
        return BattleEnd.NO_MOVE
    return None


def _end_battle(state: State, end: BattleEnd) -> tuple[State, tuple[Event, ...]]:
    """The state after a battle: the next one set up with the roles changed, or the match decided.

    Rules thud:score-2, thud:match-1, thud:match-2.
    """
    result = BattleResult(end, state.dwarf_seat, points_of(state))
    ended = BattleEnded(state.battle, end, result.points, result.winner, result.margin)
    results = (*state.results, result)
    if state.battle < BATTLES:
        fresh = _begin_battle(state.battle + 1, state.quiet_limit, results)
        return fresh, (ended, BattleBegan(fresh.battle, fresh.dwarf_seat))
    decided = outcome_of(results)
    match = MatchEnded(decided.winners[0] if decided.winners else None, abs(balance_of(results)))
    return replace(state, offer=None, results=results, outcome=decided), (ended, match)


def _begin_battle(battle: int, quiet_limit: int, results: tuple[BattleResult, ...] = ()) -> State:
    """The pieces set up, the dwarfs to move (Rules thud:start-1, thud:turn-1)."""
    return State(START.dwarfs, START.trolls, battle=battle, quiet_limit=quiet_limit, results=results)


def _margin_of(results: tuple[BattleResult, ...], seat: Seat) -> int:
    """The points that `seat` noted: the margins of the battles it won (Rule thud:score-2)."""
    return sum(result.margin for result in results if result.winner == seat)


def balance_of(results: tuple[BattleResult, ...]) -> int:
    """Seat 0's noted points less seat 1's (Rule thud:match-2)."""
    return _margin_of(results, 0) - _margin_of(results, 1)


def outcome_of(results: tuple[BattleResult, ...]) -> Outcome:
    """Who won the match, by the difference of the margins; level is a draw (Rule thud:match-2)."""
    points = (_margin_of(results, 0), _margin_of(results, 1))
    balance = balance_of(results)
    if balance == 0:
        return Outcome("draw", (), points)
    return Outcome("points", (0 if balance > 0 else 1,), points)


def _resignation_outcome(state: State, seat: Seat) -> Outcome:
    """The outcome when `seat` concedes: the other wins, whatever was noted (Rule thud:resign-1)."""
    return Outcome("resignation", (1 - seat,), (_margin_of(state.results, 0), _margin_of(state.results, 1)))
