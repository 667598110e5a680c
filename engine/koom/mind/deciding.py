"""From a match to a decision: the action to play, the worth of every action, the chance to win the match."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import cycle, islice
from typing import Final

from engine.core import Seat
from engine.koom.mind.field import SearchMove, after
from engine.koom.mind.root import RankedMoves, all_moves, deepen, rank_at_sight, rank_by_captures
from engine.koom.mind.search import INFINITY, Key, Search
from engine.koom.model import Action, Move, State
from engine.koom.rules import previous_positions, won_battles
from engine.mind import ActionWorth, Level
from engine.octagon.board import bits
from engine.octagon.model import PlayerCall, Side
from engine.rng import SeededRng

MAX_ERROR: Final = {"pip": 90, "odo": 50, "wenna": 12, "grete": 6}
"""By how many hundredths of a dwarf a level overrates a move at most, at random; set by hand."""

LOGISTIC_SCALE: Final = 420
"""With this value, in hundredths of a dwarf, a battle is won 73 times in a hundred; set by hand."""

QUICK_NODES: Final = 600
"""The nodes of a quick search that values a battle; set by hand."""

REVALUED_MOVES: Final = 10
"""How many of the best moves are searched one by one to weigh them; set by hand."""

REVALUE_NODES: Final = 500
"""The nodes of the search of each; set by hand."""

DRAW_GAIN: Final = 0.03
"""By how much a draw must be better than playing on, to be claimed or accepted; set by hand."""

TIRED_PLIES: Final = 60
"""Plies without a capture after which a draw is accepted that costs little; set by hand."""

TIRED_COST: Final = 0.12
"""The chance to win the match that such a draw may cost; set by hand."""

EVEN_BATTLE: Final = ((1, 0.4), (0, 0.2), (-1, 0.4))
"""A battle to come: the change of the lead, and the chance of each; set by hand."""


def plan(state: State, actions: tuple[Action, ...], level: Level, seed: str) -> tuple[Action, ...]:
    """The action to play; only one, since the other side moves after it."""
    return (_rank_actions(state, actions, level, seed)[0].action,)


def weigh(
    state: State, actions: tuple[Action, ...], level: Level, seed: str
) -> tuple[ActionWorth[Action], ...]:
    """The chance to win the match with each action, the best first, a draw being half of one."""
    return _rank_actions(state, actions, level, seed, revalued=REVALUED_MOVES)


def evaluate(state: State, _level: Level, _seed: str) -> float:
    """The chance of seat 0 to win the match, by a quick search."""
    if state.outcome is not None:
        winners = state.outcome.winners
        return 0.5 if not winners else 1.0 if 0 in winners else 0.0
    value = Search(QUICK_NODES, past_positions(state)).negamax(*key_of(state), 2, -INFINITY, INFINITY)
    return match_chance(state, 0, battle_chance(value if state.seat_of(state.to_move) == 0 else -value))


def key_of(state: State) -> Key:
    """The position and who is to move, for a search."""
    return state.dwarfs, state.trolls, state.rock, state.to_move is Side.DWARFS


def past_positions(state: State) -> frozenset[Key]:
    """The earlier positions of the battle: repeating one leads to a draw (Rule koom:draw-4)."""
    sides = cycle((state.to_move is Side.DWARFS, state.to_move is not Side.DWARFS))
    keys = (
        (position.dwarfs, position.trolls, position.rock, side)
        for position, side in zip(previous_positions(state), sides, strict=False)
    )
    return frozenset(islice(keys, 1, None))


def battle_chance(value: int) -> float:
    """The chance to win a battle of this value, half of the draws counted."""
    return 1 / (1 + math.exp(-max(-40.0, min(40.0, value / LOGISTIC_SCALE))))


def match_chance(state: State, seat: Seat, chance: float) -> float:
    """The chance to win the match, if this battle is won with `chance`; later battles count as even.

    Rule koom:match-2. The more even a battle is, the more likely is a draw.
    """
    won = won_battles(state.results)
    lead = won[seat] - won[1 - seat]
    draw = 2 * chance * (1 - chance) / 2
    leads = [(lead + 1, chance - draw / 2), (lead, draw), (lead - 1, 1 - chance - draw / 2)]
    for _ in range(state.battles - state.battle):
        leads = [(ahead + by, odds * part) for ahead, odds in leads for by, part in EVEN_BATTLE]
    won_or_half = sum(odds * (1 if ahead > 0 else 0.5 if ahead == 0 else 0) for ahead, odds in leads)
    return min(1.0, max(0.0, won_or_half))


def match_chance_if_drawn(state: State, seat: Seat) -> float:
    """The chance to win the match if the battle is drawn now."""
    won = won_battles(state.results)
    lead = won[seat] - won[1 - seat]
    if state.battle < state.battles:
        return 0.5
    return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0


def _rank_actions(
    state: State, actions: tuple[Action, ...], level: Level, seed: str, revalued: int = 0
) -> tuple[ActionWorth[Action], ...]:
    """The actions by the chance to win the match; `revalued` of the moves are searched one by one."""
    moves = {_search_move_of(action): action for action in actions if isinstance(action, Move)}
    if not moves and not {PlayerCall.ACCEPT, PlayerCall.CLAIM} & set(actions):
        return tuple(ActionWorth(action, 0.5) for action in _other_than_resigning(actions))
    mover = state.seat_of(state.to_move)
    seat = _deciding_seat(state, actions, mover)
    ranked = _rank_moves(state, level, seed)
    best_value, _ = ranked[0]
    value = best_value if seat == mover else -best_value
    playing_on = match_chance(state, seat, battle_chance(value))
    calls = _rank_calls(state, actions, match_chance_if_drawn(state, seat), playing_on)
    if not moves:
        return calls or (ActionWorth(PlayerCall.DECLINE, playing_on),)
    if revalued and level.budget > 1:
        ranked = _revalue(state, ranked, revalued)
    weighed: list[ActionWorth[Action]] = [
        ActionWorth(moves[move], match_chance(state, seat, battle_chance(move_value)))
        for move_value, move in ranked
        if move in moves
    ]
    if calls and calls[0].action is not PlayerCall.DECLINE:
        return (calls[0], *(replace(entry, worth=min(entry.worth, calls[0].worth)) for entry in weighed))
    return tuple(weighed)


def _rank_moves(state: State, level: Level, seed: str) -> RankedMoves:
    """The moves of the side that is to move, ranked by a level."""
    key, max_error, rng = key_of(state), MAX_ERROR[level.key], SeededRng(seed)
    search = Search(level.budget, past_positions(state))
    errors = {move: rng.below(max_error + 1) for move in all_moves(key)}
    if level.budget == 0:
        return rank_at_sight(key, errors)
    return rank_by_captures(search, key, errors) if level.budget == 1 else deepen(search, key, errors)


def _revalue(state: State, ranked: RankedMoves, revalued: int) -> RankedMoves:
    """The ranking with a value of its own for each move; none is worth more than the best.

    A search only shows that the other moves are not better than the best. So the next ones are searched one
    by one, and the rest is worth less by the median of what these lost.
    """
    key, past = key_of(state), past_positions(state)
    _, _, _, dwarfs_move = key
    best_value, best_move = ranked[0]
    others: RankedMoves = []
    losses = [0]
    for value, move in ranked[1:revalued]:
        search = Search(REVALUE_NODES, past)
        exact = -search.negamax(*after(*key, move), not dwarfs_move, 1, -INFINITY, INFINITY)
        losses.append(max(0, value - exact))
        others.append((min(best_value, exact), move))
    median_loss = sorted(losses)[len(losses) // 2]
    others += [(min(best_value, value) - median_loss, move) for value, move in ranked[revalued:]]
    others.sort(reverse=True)
    return [(best_value, best_move), *others]


def _search_move_of(move: Move) -> SearchMove:
    """A move in the form that the search uses."""
    return move.origin, move.target, bits(move.captured)


def _other_than_resigning(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """The actions but to resign, where no decision is due; raises `ValueError` if there are none."""
    others = tuple(action for action in actions if action is not PlayerCall.RESIGN)
    if not others:
        raise ValueError("there is nothing to do but to resign")
    return others


def _deciding_seat(state: State, actions: tuple[Action, ...], mover: Seat) -> Seat:
    """The seat that can do these actions."""
    if state.offer is not None and PlayerCall.ACCEPT in actions:
        return 1 - state.offer
    return mover if any(isinstance(action, Move) for action in actions) else 1 - mover


def _rank_calls(
    state: State, actions: tuple[Action, ...], ended: float, playing_on: float
) -> tuple[ActionWorth[Action], ...]:
    """The calls that are better than a move, the best first; the answers where a draw was offered."""
    welcome = ended >= playing_on + DRAW_GAIN or (
        state.quiet >= TIRED_PLIES and ended >= playing_on - TIRED_COST
    )
    if PlayerCall.ACCEPT in actions:
        accept: ActionWorth[Action] = ActionWorth(PlayerCall.ACCEPT, ended)
        decline: ActionWorth[Action] = ActionWorth(
            PlayerCall.DECLINE, min(ended, playing_on) if welcome else playing_on
        )
        return (
            (accept, decline)
            if welcome
            else (decline, ActionWorth(PlayerCall.ACCEPT, min(ended, playing_on)))
        )
    if PlayerCall.CLAIM in actions and welcome:
        return (ActionWorth(PlayerCall.CLAIM, ended),)
    return ()
