"""From a match to a decision: what to do, what every action is worth, how the match stands."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import cycle, islice
from typing import Final

from engine.core import Seat
from engine.koom.mind.field import Way, after
from engine.koom.mind.root import Line, all_ways, at_sight, best, glance
from engine.koom.mind.search import ENDLESS, Key, Search
from engine.koom.model import Action, Move, State
from engine.koom.rules import previous_positions, won_battles
from engine.mind import ActionWorth, Level
from engine.octagon.board import bits
from engine.octagon.model import PlayerCall, Side
from engine.rng import SeededRng

WHIMS: Final = {"pip": 90, "odo": 50, "wenna": 12, "grete": 6}
"""By how much a move may seem better than it is, in hundredths of a dwarf."""

SCALE: Final = 420
"""How many hundredths of a dwarf make a battle likely: at so many it is won 73 times in a hundred."""

SHORT: Final = 600
"""Nodes of a look at how a battle stands."""

CLOSER: Final = 10
"""How many of the best moves are looked at again to say what each is worth."""

AGAIN: Final = 500
"""Nodes of looking again at one of them."""

CONTENT: Final = 0.03
"""By how much a draw must be better than going on, to be claimed or accepted."""

TIRED: Final = 60
"""Plies without a capture after which any draw is accepted that costs little."""

LITTLE: Final = 0.12
"""What such a draw may cost."""


def plan(state: State, actions: tuple[Action, ...], level: Level, seed: str) -> tuple[Action, ...]:
    """What to do now; one action, since the other side moves after it."""
    return (_decided(state, actions, level, seed)[0].action,)


def weigh(
    state: State, actions: tuple[Action, ...], level: Level, seed: str
) -> tuple[ActionWorth[Action], ...]:
    """The chance to win the match with each action, the best first, a draw being half of one."""
    return _decided(state, actions, level, seed, closer=CLOSER)


def evaluate(state: State, _level: Level, _seed: str) -> float:
    """The chance of seat 0 to win the match as it stands, by a short look."""
    if state.outcome is not None:
        winners = state.outcome.winners
        return 0.5 if not winners else 1.0 if 0 in winners else 0.0
    got = Search(SHORT, past_of(state)).seek(*key_of(state), 2, -ENDLESS, ENDLESS)
    return expected(state, 0, battle_chance(got if state.seat_of(state.to_move) == 0 else -got))


def key_of(state: State) -> Key:
    """Where everything stands, for a search."""
    return state.dwarfs, state.trolls, state.rock, state.to_move is Side.DWARFS


def past_of(state: State) -> frozenset[Key]:
    """The positions that stood before: who brings one back is on the way to a draw (Rule koom:draw-4)."""
    sides = cycle((state.to_move is Side.DWARFS, state.to_move is not Side.DWARFS))
    stood = (
        (at.dwarfs, at.trolls, at.rock, side)
        for at, side in zip(previous_positions(state), sides, strict=False)
    )
    return frozenset(islice(stood, 1, None))


def battle_chance(value: int) -> float:
    """How likely a battle is won that is worth this, half of the draws counted."""
    return 1 / (1 + math.exp(-max(-40.0, min(40.0, value / SCALE))))


def expected(state: State, seat: Seat, chance: float) -> float:
    """The chance to win the match, if the battle is won with this chance; of battles to come: even ones.

    Rule koom:match-2. The more even a battle is, the more likely is a draw.
    """
    won = won_battles(state.results)
    lead = won[seat] - won[1 - seat]
    draw = 2 * chance * (1 - chance) / 2
    ways = [(lead + 1, chance - draw / 2), (lead, draw), (lead - 1, 1 - chance - draw / 2)]
    for _ in range(state.battles - state.battle):
        ways = [(to + by, odd * part) for to, odd in ways for by, part in ((1, 0.4), (0, 0.2), (-1, 0.4))]
    return min(1.0, max(0.0, sum(odd * (1 if to > 0 else 0.5 if to == 0 else 0) for to, odd in ways)))


def drawn(state: State, seat: Seat) -> float:
    """The chance to win the match if the battle is drawn now."""
    won = won_battles(state.results)
    lead = won[seat] - won[1 - seat]
    if state.battle < state.battles:
        return 0.5
    return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0


def _decided(
    state: State, actions: tuple[Action, ...], level: Level, seed: str, closer: int = 0
) -> tuple[ActionWorth[Action], ...]:
    moves = {_way(action): action for action in actions if isinstance(action, Move)}
    if not moves and not {PlayerCall.ACCEPT, PlayerCall.CLAIM} & set(actions):
        return tuple(ActionWorth(action, 0.5) for action in _idle(actions))
    mover = state.seat_of(state.to_move)
    seat = _seat(state, actions, mover)
    line = _line(state, level, seed)
    value = line[0][0] if seat == mover else -line[0][0]
    going_on = expected(state, seat, battle_chance(value))
    calls = _calls(state, actions, drawn(state, seat), going_on)
    if not moves:
        return calls or (ActionWorth(PlayerCall.DECLINE, going_on),)
    if closer and level.budget > 1:
        line = _again(state, line, closer)
    weighed: list[ActionWorth[Action]] = [
        ActionWorth(moves[way], expected(state, seat, battle_chance(got)))
        for got, way in line
        if way in moves
    ]
    if calls and calls[0].action is not PlayerCall.DECLINE:
        return (calls[0], *(replace(one, worth=min(one.worth, calls[0].worth)) for one in weighed))
    return tuple(weighed)


def _line(state: State, level: Level, seed: str) -> Line:
    """The moves of the side that is to move, the best first."""
    key, most, rng = key_of(state), WHIMS[level.key], SeededRng(seed)
    search = Search(level.budget, past_of(state))
    whims = {way: rng.below(most + 1) for way in all_ways(key)}
    if level.budget == 0:
        return at_sight(key, whims)
    return glance(search, key, whims) if level.budget == 1 else best(search, key, whims)


def _again(state: State, line: Line, closer: int) -> Line:
    """The line with what each move is worth by itself; none is worth more than the best.

    A search asks of all but the best only whether they are better. So those behind it are looked at again,
    and the rest is worth less by what that mostly costs.
    """
    key = key_of(state)
    past, (most, first), found, costs = past_of(state), line[0], list[tuple[int, Way]](), [0]
    for got, way in line[1:closer]:
        search = Search(AGAIN, past)
        exact = -search.seek(*after(*key, way), not key[3], 1, -ENDLESS, ENDLESS)
        costs.append(max(0, got - exact))
        found.append((min(most, exact), way))
    cost = sorted(costs)[len(costs) // 2]
    found += [(min(most, got) - cost, way) for got, way in line[closer:]]
    found.sort(reverse=True)
    return [(most, first), *found]


def _way(move: Move) -> Way:
    """A move as a search has it."""
    return move.origin, move.target, bits(move.captured)


def _idle(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """What can be said where nothing has to be done; raises `ValueError` if that is only to resign."""
    found = tuple(action for action in actions if action is not PlayerCall.RESIGN)
    if not found:
        raise ValueError("there is nothing to do but to resign")
    return found


def _seat(state: State, actions: tuple[Action, ...], mover: Seat) -> Seat:
    """Whose actions these are."""
    if state.offer is not None and PlayerCall.ACCEPT in actions:
        return 1 - state.offer
    return mover if any(isinstance(action, Move) for action in actions) else 1 - mover


def _calls(
    state: State, actions: tuple[Action, ...], ended: float, going_on: float
) -> tuple[ActionWorth[Action], ...]:
    """What to say before moving, if anything, the better first."""
    welcome = ended >= going_on + CONTENT or (state.quiet >= TIRED and ended >= going_on - LITTLE)
    if PlayerCall.ACCEPT in actions:
        accept: ActionWorth[Action] = ActionWorth(PlayerCall.ACCEPT, ended)
        decline: ActionWorth[Action] = ActionWorth(
            PlayerCall.DECLINE, min(ended, going_on) if welcome else going_on
        )
        return (
            (accept, decline) if welcome else (decline, ActionWorth(PlayerCall.ACCEPT, min(ended, going_on)))
        )
    if PlayerCall.CLAIM in actions and welcome:
        return (ActionWorth(PlayerCall.CLAIM, ended),)
    return ()
