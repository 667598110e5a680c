"""From a view to a decision: what to do, what every action is worth, how the match stands."""

from __future__ import annotations

from typing import Final

from engine.core import Seat
from engine.mind import ActionWorth, Level
from engine.octagon.board import bits
from engine.octagon.model import PlayerCall, Side
from engine.thud.mind.judgement import Judge
from engine.thud.mind.pondering import gathers, ponder, seen, weights_of
from engine.thud.mind.prospects import chance, chance_if_ended, expected, seat_of
from engine.thud.mind.root import glance
from engine.thud.mind.search import ENDLESS, Search
from engine.thud.mind.ways import after
from engine.thud.model import Action, Move, View

CLOSER: Final = 12
"""How many of the best moves are looked at again to say what each is worth."""

AGAIN_NODES: Final = 1500
"""What looking again at one of them may cost, in nodes; chosen by trial, not measured separately."""


def plan(view: View, actions: tuple[Action, ...], level: Level, seed: str) -> tuple[Action, ...]:
    """What to do now; one action, since the other side moves after it."""
    return (_decided(view, actions, level, seed)[0].action,)


def weigh(
    view: View, actions: tuple[Action, ...], level: Level, seed: str
) -> tuple[ActionWorth[Action], ...]:
    """The chance to win the match with each action, the best first; of captures only the fullest."""
    return _decided(view, actions, level, seed, closer=CLOSER)


def evaluate(view: View, _level: Level, _seed: str) -> float:
    """The chance of seat 0 to win the match as it stands, by a short look with the weights of each side.

    With those of whoever is to move alone, the curve of a battle would go up and down with every move.
    """
    if view.outcome is not None:
        winners = view.outcome.winners
        return 0.5 if not winners else 1.0 if 0 in winners else 0.0
    margins = [expected(view, _seen_by(view, side), side) for side in Side]
    return chance(view, 0, sum(margins) // len(margins))


def _seen_by(view: View, side: Side) -> int:
    """What a short search with the weights of `side` says, to the dwarfs, whoever is to move."""
    dwarfs_move = view.to_move is Side.DWARFS
    judge = Judge(weights_of(side is Side.DWARFS))
    got = seen(bits(view.dwarfs), bits(view.trolls), dwarfs_move, judge)
    return got if dwarfs_move else -got


def _decided(
    view: View, actions: tuple[Action, ...], level: Level, seed: str, closer: int = 0
) -> tuple[ActionWorth[Action], ...]:
    seat = _seat(view, actions)
    moves = _widest(actions)
    mine = view.to_move is (Side.DWARFS if seat == view.dwarf_seat else Side.TROLLS)
    if not moves and not {PlayerCall.ACCEPT, PlayerCall.CLAIM} & set(actions):
        return tuple(ActionWorth(action, 0.5) for action in _idle(actions))
    dwarfs_move = view.to_move is Side.DWARFS
    judge = Judge(weights_of(dwarfs_move))
    line = ponder(bits(view.dwarfs), bits(view.trolls), dwarfs_move, level, seed, view.quiet, judge)
    going_on = _going_on(view, seat, line[0][0])
    if closer:
        line = _again(view, line, level, closer, judge)
    calls = _calls(view, actions, chance_if_ended(view, seat), going_on)
    if not mine or not moves:
        return calls or (ActionWorth(PlayerCall.DECLINE, going_on),)
    weighed = [ActionWorth(moves[way], _going_on(view, seat, got)) for got, way in line if way in moves]
    if calls and calls[0].action is not PlayerCall.DECLINE and calls[0].worth >= 0:
        return (*calls[:1], *weighed)
    return tuple(weighed)


def _going_on(view: View, seat: Seat, value: int) -> float:
    """The chance of `seat` to win the match if a search says this to the side that is to move."""
    value = value if view.to_move is Side.DWARFS else -value
    return chance(view, seat, expected(view, value, view.to_move))


def _idle(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """What can be said where nothing has to be done; raises `ValueError` if that is only to resign."""
    found = tuple(action for action in actions if action is not PlayerCall.RESIGN)
    if not found:
        raise ValueError("there is nothing to do but to resign")
    return found


def _seat(view: View, actions: tuple[Action, ...]) -> Seat:
    """Whose actions these are."""
    mover = seat_of(view, view.to_move)
    if any(isinstance(action, Move) for action in actions):
        return mover
    if PlayerCall.ACCEPT in actions and view.offer is not None:
        return 1 - view.offer
    return 1 - mover


def _widest(actions: tuple[Action, ...]) -> dict[int, Action]:
    """Of the moves along the same way the one that captures most."""
    found: dict[int, Move] = {}
    for move in actions:
        if isinstance(move, Move):
            way = move.origin | move.target << 8
            if way not in found or len(move.captured) > len(found[way].captured):
                found[way] = move
    return dict(found)


def _calls(
    view: View, actions: tuple[Action, ...], ended: float, going_on: float
) -> tuple[ActionWorth[Action], ...]:
    """What to say before moving, if anything, the better first."""
    if PlayerCall.ACCEPT in actions:
        accept: ActionWorth[Action] = ActionWorth(PlayerCall.ACCEPT, ended)
        decline: ActionWorth[Action] = ActionWorth(PlayerCall.DECLINE, going_on)
        return (accept, decline) if is_welcome(view, ended, going_on) else (decline, accept)
    if PlayerCall.CLAIM in actions and is_welcome(view, ended, going_on):
        return (ActionWorth(PlayerCall.CLAIM, ended),)
    if PlayerCall.OFFER in actions and is_worth_an_offer(view, ended, going_on):
        return (ActionWorth(PlayerCall.OFFER, going_on),)
    return ()


def _again(
    view: View, line: list[tuple[int, int]], level: Level, closer: int, judge: Judge
) -> list[tuple[int, int]]:
    """The line with what each move is worth by itself; none is worth more than the best.

    A search asks of all but the best only whether they are better, so what it says of them is mostly a hair
    less than the best, whatever they lose. So those that look best at a glance are looked at again, and the
    others are worth what they look like, less what it mostly costs that the other side may answer.
    """
    if level.budget <= 1:
        return line
    dwarfs, trolls, dwarfs_move = bits(view.dwarfs), bits(view.trolls), view.to_move is Side.DWARFS
    glanced = {way: got for got, way in glance(Search(1, judge), dwarfs, trolls, dwarfs_move, {})}
    most = line[0][0]
    rest = sorted(((min(before, glanced[way]), way) for before, way in line[1:]), reverse=True)
    found, costs = list[tuple[int, int]](), list[int]()
    for _, way in rest[:closer]:
        then = after(dwarfs, trolls, way, dwarfs_move)
        got = -Search(AGAIN_NODES, judge).seek(*then, not dwarfs_move, 1, -ENDLESS, ENDLESS)
        costs.append(max(0, glanced[way] - got))
        found.append((min(got, most), way))
    cost = sorted(costs)[len(costs) // 2] if costs else 0
    found += [(got - cost, way) for got, way in rest[closer:]]
    found.sort(reverse=True)
    return line[:1] + found


# When to end a battle: what an end now is worth against what going on can bring. The longer nothing is
# captured, the more an end is welcome; else two who hope would never agree. The numbers were chosen by trial,
# and not measured one by one.

SETTLED: Final = 10
"""Plies without a capture before which no end is agreed to, unless it wins the match."""

RESTLESS: Final = 30
"""Plies without a capture after which an end is offered by who gains nothing by going on."""

TIRED: Final = 60
"""Plies without a capture after which an end is agreed to that costs little."""

WEARY: Final = 100
"""Plies without a capture after which any end is welcome that somebody else offers."""

HOPELESS: Final = 200
"""Plies without a capture after which an end is offered, whatever it costs."""

EVERY: Final = 10
"""An end is offered once in so many plies."""

LITTLE: Final = 0.15
"""The part of a match that an end may cost who is tired."""

GAIN: Final = 0.03
"""The part of a match that an end must bring who is not."""

NOTHING: Final = 0.02
"""Who would gain no more than this by going on may offer an end."""


def is_welcome(view: View, ended: float, going_on: float) -> bool:
    """Whether to agree to an end, by the chances to win the match with it and without."""
    if view.quiet >= WEARY or ended >= 1:
        return True
    if view.quiet >= TIRED:
        return ended > 0 and ended >= going_on - LITTLE
    return view.quiet >= SETTLED and ended >= going_on + GAIN


def is_worth_an_offer(view: View, ended: float, going_on: float) -> bool:
    """Whether to offer an end: nothing happens any more, and it is not for who is behind to say so.

    Dwarfs who gathered until nobody came have tried nothing yet, and so they wait as long again.
    """
    gathered = view.to_move is Side.DWARFS and gathers(len(view.dwarfs), len(view.trolls), 0)
    if view.quiet < (TIRED if gathered else RESTLESS) or view.quiet % EVERY > 1:
        return False
    return (ended > 0 and ended >= going_on - NOTHING) or view.quiet >= HOPELESS
