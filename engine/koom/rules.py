"""Koom Valley as a game: whose turn it is, what is legal, what an action does, and how a battle ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final, TypeAlias

from engine.core import Outcome, Seat, Settings, Step
from engine.koom.model import (
    FAR_EDGE,
    HOLDERS,
    START,
    Action,
    BattleEnd,
    BattleEnded,
    BattleResult,
    DrawOffered,
    Event,
    MatchEnded,
    Move,
    Piece,
    Position,
    RockMoved,
    State,
    Trampled,
)
from engine.koom.moves import can_move, moves_of, pieces_beside_rock, position_after
from engine.koom.refusals import RefusalKey, illegal_action, move_refusal
from engine.octagon.board import name, rank_of
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

ENDINGS = ("battles", "draw", "resignation")
"""How a match ends: more battles won, as many, or conceded."""

OFFER_WAIT: Final = 2
"""Moves a player makes after a declined offer before offering again (Rule koom:draw-3)."""

TIMES: Final = 3
"""So often the same position stands on the board before it draws the battle (Rule koom:draw-4)."""

_Reason: TypeAlias = tuple[str, RefusalKey, dict[str, int]]


def start(settings: Settings, seats: int, rng: Rng) -> State:
    """The first battle, set up; seat 0 commands the dwarfs (Rules koom:start-1, koom:match-1)."""
    del seats, rng  # always two; nothing is left to chance
    return _new_battle(
        int(settings["battles"]), int(settings["quiet_limit"]), settings["repetition"] == "yes"
    )


def _new_battle(battles: int, quiet_limit: int, repetition: bool) -> State:
    """The pieces set up, the dwarfs to move (Rules koom:start-1, koom:turn-1)."""
    return State(
        *(START.dwarfs, START.trolls, START.rock),
        battles=battles,
        quiet_limit=quiet_limit,
        repetition=repetition,
    )


def _match_options(state: State) -> tuple[int, int, bool]:
    """What was agreed before the match: the options."""
    return state.battles, state.quiet_limit, state.repetition


def to_act(state: State) -> frozenset[Seat]:
    """Who must act: whoever an offer waits for, else the side to move (Rules koom:turn-2, koom:draw-2)."""
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
    del rng  # Koom Valley has no chance
    if state.outcome is not None:
        raise illegal_action("koom:match-2", RefusalKey.OVER)
    if isinstance(action, Move):
        return _move(state, seat, action)
    if (reason := _call_refusal(state, seat, action)) is not None:
        rule, key, values = reason
        able = (
            call
            for call in PlayerCall
            if call is not PlayerCall.RESIGN and _call_refusal(state, seat, call) is None
        )
        raise illegal_action(rule, key, tuple(map(str, able)), **values)
    return _apply_call(state, seat, action)


def _move(state: State, seat: Seat, move: Move) -> Step[State, Event]:
    """A piece moved, and the battle ended if that ends it (Rules koom:turn-2, koom:draw-2)."""
    side = state.to_move
    if seat != state.seat_of(side):
        raise illegal_action("koom:turn-2", RefusalKey.NOT_YOUR_TURN, side=side.value)
    if state.offer == seat:
        raise illegal_action("koom:draw-2", RefusalKey.OFFER_WAITS)
    if move not in moves_of(state.position, side):
        raise move_refusal(state.position, move, side)
    declined: tuple[Event, ...] = () if state.offer is None else (OfferDeclined(seat, by_moving=True),)
    moved = state_after_move(_without_offer(state), move)
    events = (*declined, *_move_events(seat, move))
    found = automatic_end(moved)
    return Step(moved, events) if found is None else _end_battle(moved, *found, *events)


def state_after_move(state: State, move: Move) -> State:
    """The state after a move, its counters on; nothing ends yet (Rules koom:draw-3, koom:draw-5)."""
    position, waits = position_after(state.position, move), list(state.offer_wait)
    mover = state.seat_of(state.to_move)
    nearest, reached = min(state.nearest, rank_of(state.rock)), rank_of(position.rock)
    waits[mover] = max(0, waits[mover] - 1)
    return replace(
        state,
        dwarfs=position.dwarfs,
        trolls=position.trolls,
        rock=position.rock,
        to_move=state.to_move.other,
        ply=state.ply + 1,
        trail=() if move.captured else (*state.trail, (move.origin, move.target)),
        offer_wait=(waits[0], waits[1]),
        last=move,
        nearest=min(nearest, reached),
        nearest_at=state.ply + 1 if reached < nearest else state.nearest_at,
    )


def _move_events(seat: Seat, move: Move) -> Iterator[Event]:
    """What a move looks like."""
    origin, target = name(move.origin), name(move.target)
    if move.piece is Piece.ROCK:
        yield RockMoved(seat, origin, target)
    elif move.tramples:
        yield Trampled(seat, origin, tuple(map(name, move.way)))
    else:
        yield Moved(seat, move.side, origin, target)
    if move.captured:
        yield Captured(move.side.other, tuple(map(name, move.captured)))


# How a battle ends


def automatic_end(state: State) -> tuple[BattleEnd, Seat | None] | None:
    """Why the battle is over by itself after a move, and who won it; none while it goes on.

    Rules koom:win-1, koom:win-2, koom:win-5, koom:draw-4.
    """
    won = decisive_end(state.position, state.to_move)
    if won is not None:
        end, side = won
        return end, None if side is None else state.seat_of(side)
    if state.repetition and count_repetitions(state) >= TIMES:
        return BattleEnd.REPEATED, None
    return None


def decisive_end(position: Position, to_move: Side) -> tuple[BattleEnd, Side | None] | None:
    """Why a battle that stands like this is over, and which side has won it; none while it goes on.

    That the Rock is home counts before all else (Rule koom:win-3). Too few trolls to hold it win nothing,
    even if no dwarf is left (Rule koom:win-4).
    """
    if FAR_EDGE >> position.rock & 1:
        return BattleEnd.HOME, Side.DWARFS
    if pieces_beside_rock(position, Side.TROLLS).bit_count() >= HOLDERS:
        return BattleEnd.HELD, Side.TROLLS
    if not position.trolls:
        return BattleEnd.WIPED_OUT, Side.DWARFS
    if not position.dwarfs:
        return BattleEnd.WIPED_OUT, Side.TROLLS if position.trolls.bit_count() >= HOLDERS else None
    if not can_move(position, to_move):
        return BattleEnd.NO_MOVE, to_move.other
    return None


def count_repetitions(state: State) -> int:
    """How often this position has stood, with the same side to move, since the last capture; at least once.

    Quiet moves are taken back one by one: nothing else could bring a position back (Rule koom:draw-4).
    """
    return Counter(islice(previous_positions(state), 0, None, 2))[state.position] if state.trail else 1


def previous_positions(state: State) -> Iterator[Position]:
    """This position and those before it since the last capture, backwards; the sides alternate."""
    dwarfs, trolls, rock = state.dwarfs, state.trolls, state.rock
    yield state.position
    for origin, target in reversed(state.trail):
        way = 1 << origin | 1 << target
        if rock == target:
            rock = origin
        elif dwarfs >> target & 1:
            dwarfs ^= way
        else:
            trolls ^= way
        yield Position(dwarfs, trolls, rock)


def _end_battle(state: State, end: BattleEnd, winner: Seat | None, *events: Event) -> Step[State, Event]:
    """A battle that is over: the next one set up with the roles changed, or the match decided.

    Rules koom:match-1, koom:match-2.
    """
    results = (*state.results, BattleResult(end, state.dwarf_seat, winner))
    ended = BattleEnded(state.battle, end, winner)
    if state.battle < state.battles:
        fresh = replace(_new_battle(*_match_options(state)), battle=state.battle + 1, results=results)
        return Step(fresh, (*events, ended, BattleBegan(fresh.battle, fresh.dwarf_seat)))
    decided = outcome_of(results)
    won = won_battles(results)
    told = MatchEnded(decided.winners[0] if decided.winners else None, won)
    return Step(replace(state, offer=None, results=results, outcome=decided), (*events, ended, told))


def won_battles(results: tuple[BattleResult, ...]) -> tuple[int, int]:
    """How many battles each seat has won."""
    winners = [result.winner for result in results]
    return winners.count(0), winners.count(1)


def outcome_of(results: tuple[BattleResult, ...]) -> Outcome:
    """Who won the match: whoever won more battles; as many are a draw (Rule koom:match-2)."""
    won = won_battles(results)
    if won[0] == won[1]:
        return Outcome("draw", (), won)
    return Outcome("battles", (0 if won[0] > won[1] else 1,), won)


# What is said instead of moving: offers of a draw and their answers, claims, resignation


def _call_refusal(state: State, seat: Seat, call: PlayerCall) -> _Reason | None:
    """What forbids `seat` to say this now, none if it may, in its turn or not.

    Rules koom:draw-1, koom:draw-2, koom:draw-3, koom:draw-5, koom:resign-1.
    """
    found: _Reason | None = None
    if call is PlayerCall.OFFER and state.offer is not None:
        found = "koom:draw-1", RefusalKey.OFFER_OPEN, {}
    elif call is PlayerCall.OFFER and state.offer_wait[seat]:
        found = "koom:draw-3", RefusalKey.OFFER_WAIT, {"moves": state.offer_wait[seat]}
    elif call in {PlayerCall.ACCEPT, PlayerCall.DECLINE} and state.offer != 1 - seat:
        found = "koom:draw-2", RefusalKey.NO_OFFER, {}
    elif call is PlayerCall.CLAIM and not state.quiet_limit:
        found = "koom:draw-5", RefusalKey.CLAIM_OFF, {}
    elif call is PlayerCall.CLAIM and seat != state.seat_of(state.to_move):
        found = "koom:draw-5", RefusalKey.CLAIM_TURN, {}
    elif call is PlayerCall.CLAIM and state.quiet < state.quiet_limit:
        found = "koom:draw-5", RefusalKey.CLAIM_EARLY, {"quiet": state.quiet, "limit": state.quiet_limit}
    return found


def _apply_call(state: State, seat: Seat, call: PlayerCall) -> Step[State, Event]:
    """What a call does that may be made now."""
    match call:
        case PlayerCall.OFFER:
            return Step(replace(state, offer=seat), (DrawOffered(seat, state.battle),))
        case PlayerCall.DECLINE:
            return Step(_without_offer(state), (OfferDeclined(seat, by_moving=False),))
        case PlayerCall.ACCEPT:
            return _end_battle(state, BattleEnd.AGREED, None, OfferAccepted(seat))
        case PlayerCall.CLAIM:
            return _end_battle(state, BattleEnd.QUIET, None, EndClaimed(seat, state.quiet))
        case PlayerCall.RESIGN:
            won = won_battles(state.results)
            over = replace(state, offer=None, outcome=Outcome("resignation", (1 - seat,), won))
            return Step(over, (Resigned(seat), MatchEnded(1 - seat, won)))


def _without_offer(state: State) -> State:
    """The state with its offer, if any, declined; who made it waits before the next (Rule koom:draw-3)."""
    if state.offer is None:
        return state
    first, second = state.offer_wait
    waits = (OFFER_WAIT, second) if state.offer == 0 else (first, OFFER_WAIT)
    return replace(state, offer=None, offer_wait=waits)
