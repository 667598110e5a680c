"""What the house plays for somebody absent: a look one move ahead, and on with the Rock or towards it."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import Final, TypeAlias

from engine.koom.danger import winning_moves
from engine.koom.model import START, Action, Move, Piece, Position, State
from engine.koom.moves import moves_of, position_after
from engine.koom.refusals import step_distance
from engine.koom.rules import decisive_end, to_act, won_battles
from engine.octagon.board import rank_of
from engine.octagon.model import PlayerCall, Side
from engine.rng import Rng

TROLL_WORTH: Final = 2
"""What a troll counts in dwarfs: there are half as many."""

Worth: TypeAlias = tuple[int, int, int]
"""Whether a move wins or lets win, what it takes less what it risks, and how good its place is."""

WINS: Final = (1, 0, 0)
LOSES: Final = (-1, 0, 0)


def stand_in_action(state: State, actions: tuple[Action, ...], rng: Rng) -> Action:
    """A move that wins, the answer to an offer, a claim, or the best move of a ply; chance decides a tie.

    Rule koom:away-1. Raises `ValueError` where nothing else could be done than to offer or to resign.
    """
    return best_action(state, actions, rng, _worth_after_reply)


def best_action(
    state: State,
    actions: tuple[Action, ...],
    rng: Rng,
    weighed: Callable[[Position, Move, Worth], Worth] = lambda _before, _move, gain: gain,
) -> Action:
    """The same with another idea of what a move is worth: what it is at once, or less, by what comes of it.

    Raises `ValueError` as well.
    """
    moves = [action for action in actions if isinstance(action, Move)]
    if not moves and PlayerCall.DECLINE not in actions:
        raise ValueError("there is nothing to do but to offer a draw or to resign")
    if not moves:
        hopeless = bool(winning_moves(state.position, state.to_move))
        return _choose_call(state, actions, hopeless=hopeless) or PlayerCall.DECLINE
    before, most, best = state.position, LOSES, list[Move]()
    gains = [(immediate_worth(before, move), move) for move in moves]
    gains.sort(key=itemgetter(0), reverse=True)
    for gain, move in gains:
        if best and gain < most:
            break  # no move is worth more than what it is at once
        found = weighed(before, move, gain)
        if found > most:
            most, best = found, []
        if found == most:
            best.append(move)
    if most != WINS and (call := _choose_call(state, actions, hopeless=most == LOSES)) is not None:
        return call
    return best[rng.below(len(best))]


def _choose_call(state: State, actions: tuple[Action, ...], *, hopeless: bool) -> PlayerCall | None:
    """What the house says instead of a move that does not win, if anything (Rule koom:away-1)."""
    gain = _draw_gain(state, hopeless=hopeless)
    if PlayerCall.ACCEPT in actions and gain > 0:
        return PlayerCall.ACCEPT
    return PlayerCall.CLAIM if PlayerCall.CLAIM in actions and gain >= 0 else None


def _draw_gain(state: State, *, hopeless: bool) -> int:
    """What whoever must decide gains by a draw: above 0 it is better than to go on, below it is worse.

    In the last battle it decides the match, if one side has won the other battle. Elsewhere it is worth what
    the decider has lost more than the other one, or anything at all where the other side is about to win.
    """
    (seat,) = to_act(state)
    won = won_battles(state.results)
    if state.battle == state.battles and won[0] != won[1]:
        return won[seat] - won[1 - seat]
    dwarfs = START.dwarfs.bit_count() - state.dwarfs.bit_count()
    trolls = TROLL_WORTH * (START.trolls.bit_count() - state.trolls.bit_count())
    return 1 if hopeless else dwarfs - trolls if seat == state.dwarf_seat else trolls - dwarfs


def immediate_worth(before: Position, move: Move) -> Worth:
    """What a move wins by itself, and how good the place is where it leads."""
    now, side = position_after(before, move), move.side
    if (found := decisive_end(now, side.other)) is not None:
        return WINS if found[1] is side else LOSES
    return 0, _worth_of(move), _place_worth(before, now, move)


def _worth_after_reply(before: Position, move: Move, gain: Worth) -> Worth:
    """What a move is worth at once, less what the other side could do after it."""
    won, points, place = gain
    if won:
        return gain
    now, other = position_after(before, move), move.side.other
    risk = 0
    for answer in moves_of(now, other):
        found = decisive_end(position_after(now, answer), move.side) if _may_win(answer) else None
        if found is not None and found[1] is other:
            return LOSES
        risk = max(risk, _worth_of(answer))
    return 0, points - risk, place


def _may_win(move: Move) -> bool:
    """Whether a move could end a battle at all: running dwarfs who take nobody cannot."""
    return move.piece is not Piece.DWARF or bool(move.captured)


def _worth_of(move: Move) -> int:
    """What a move takes, counted in dwarfs."""
    return len(move.captured) * (TROLL_WORTH if move.side is Side.DWARFS else 1)


def _place_worth(before: Position, now: Position, move: Move) -> int:
    """How good a place is: dwarfs bring the Rock on, and stay near it; trolls come nearer to it."""
    nearer = step_distance(move.origin, before.rock) - step_distance(move.target, now.rock)
    if move.piece is Piece.ROCK:
        return 8 * (rank_of(move.origin) - rank_of(move.target))
    return nearer if move.piece is Piece.TROLL else min(nearer, 3)
