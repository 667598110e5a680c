"""From a view to a decision: the action to play, the worth of every action, the chance to win the match."""

from __future__ import annotations

from typing import Final

from engine.core import Seat
from engine.mind import ActionWorth, Level
from engine.octagon.board import bits
from engine.octagon.model import PlayerCall, Side
from engine.thud.mind.field import PackedMove, RankedMoves, pack
from engine.thud.mind.judgement import Judge
from engine.thud.mind.moves import after
from engine.thud.mind.prospects import expected_margin, seat_of, win_chance, win_chance_if_ended
from engine.thud.mind.ranking import is_gathering, quick_value, rank_moves, weights_for
from engine.thud.mind.root import rank_by_captures
from engine.thud.mind.search import INFINITY, Search
from engine.thud.model import Action, Move, View

REVALUED_MOVES: Final = 12
"""How many of the best moves are searched one by one to weigh them; set by hand."""

REVALUE_NODES: Final = 1500
"""The nodes of the search of each; chosen by trial, not measured separately."""


def plan(view: View, actions: tuple[Action, ...], level: Level, seed: str) -> tuple[Action, ...]:
    """The action to play; only one, since the other side moves after it."""
    return (_rank_actions(view, actions, level, seed)[0].action,)


def weigh(
    view: View, actions: tuple[Action, ...], level: Level, seed: str
) -> tuple[ActionWorth[Action], ...]:
    """The chance to win the match with each action, the best first; of captures only the fullest."""
    return _rank_actions(view, actions, level, seed, revalued=REVALUED_MOVES)


def evaluate(view: View, _level: Level, _seed: str) -> float:
    """The chance of seat 0 to win the match, the mean of quick searches with the weights of each side.

    With those of the side to move alone, the curve of a battle would go up and down with every move.
    """
    if view.outcome is not None:
        winners = view.outcome.winners
        return 0.5 if not winners else 1.0 if 0 in winners else 0.0
    margins = [expected_margin(view, _value_for(view, side), side) for side in Side]
    return win_chance(view, 0, sum(margins) // len(margins))


def _value_for(view: View, side: Side) -> int:
    """The value for the dwarfs by a quick search with the weights of `side`."""
    dwarfs_move = view.to_move is Side.DWARFS
    judge = Judge(weights_for(dwarfs=side is Side.DWARFS))
    value = quick_value(bits(view.dwarfs), bits(view.trolls), dwarfs_move, judge)
    return value if dwarfs_move else -value


def _rank_actions(
    view: View, actions: tuple[Action, ...], level: Level, seed: str, revalued: int = 0
) -> tuple[ActionWorth[Action], ...]:
    """The actions by the chance to win the match; `revalued` of the moves are searched one by one."""
    seat = _deciding_seat(view, actions)
    moves = _largest_captures(actions)
    mine = view.to_move is (Side.DWARFS if seat == view.dwarf_seat else Side.TROLLS)
    if not moves and not {PlayerCall.ACCEPT, PlayerCall.CLAIM} & set(actions):
        return tuple(ActionWorth(action, 0.5) for action in _other_than_resigning(actions))
    dwarfs_move = view.to_move is Side.DWARFS
    judge = Judge(weights_for(dwarfs=dwarfs_move))
    ranked = rank_moves(bits(view.dwarfs), bits(view.trolls), dwarfs_move, level, seed, view.quiet, judge)
    best_value, _ = ranked[0]
    playing_on = _chance_of_playing_on(view, seat, best_value)
    if revalued:
        ranked = _revalue(view, ranked, level, revalued, judge)
    calls = _rank_calls(view, actions, win_chance_if_ended(view, seat), playing_on)
    if not mine or not moves:
        return calls or (ActionWorth(PlayerCall.DECLINE, playing_on),)
    weighed = [
        ActionWorth(moves[move], _chance_of_playing_on(view, seat, value))
        for value, move in ranked
        if move in moves
    ]
    if calls and calls[0].action is not PlayerCall.DECLINE and calls[0].worth >= 0:
        return (*calls[:1], *weighed)
    return tuple(weighed)


def _chance_of_playing_on(view: View, seat: Seat, value: int) -> float:
    """The chance of `seat` to win the match by the value of a search for the side that is to move."""
    value = value if view.to_move is Side.DWARFS else -value
    return win_chance(view, seat, expected_margin(view, value, view.to_move))


def _other_than_resigning(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """The actions but to resign, where no decision is due; raises `ValueError` if there are none."""
    others = tuple(action for action in actions if action is not PlayerCall.RESIGN)
    if not others:
        raise ValueError("there is nothing to do but to resign")
    return others


def _deciding_seat(view: View, actions: tuple[Action, ...]) -> Seat:
    """The seat that can do these actions."""
    mover = seat_of(view, view.to_move)
    if any(isinstance(action, Move) for action in actions):
        return mover
    if PlayerCall.ACCEPT in actions and view.offer is not None:
        return 1 - view.offer
    return 1 - mover


def _largest_captures(actions: tuple[Action, ...]) -> dict[PackedMove, Action]:
    """The moves by origin and target; where several capture different dwarfs, the one that captures most."""
    moves: dict[PackedMove, Move] = {}
    for action in actions:
        if isinstance(action, Move):
            packed = pack(action.origin, action.target)
            if packed not in moves or len(action.captured) > len(moves[packed].captured):
                moves[packed] = action
    return dict(moves)


def _rank_calls(
    view: View, actions: tuple[Action, ...], ended: float, playing_on: float
) -> tuple[ActionWorth[Action], ...]:
    """The calls that are better than a move, the best first; the answers where an end was offered."""
    if PlayerCall.ACCEPT in actions:
        accept: ActionWorth[Action] = ActionWorth(PlayerCall.ACCEPT, ended)
        decline: ActionWorth[Action] = ActionWorth(PlayerCall.DECLINE, playing_on)
        return (accept, decline) if is_welcome(view, ended, playing_on) else (decline, accept)
    if PlayerCall.CLAIM in actions and is_welcome(view, ended, playing_on):
        return (ActionWorth(PlayerCall.CLAIM, ended),)
    if PlayerCall.OFFER in actions and is_worth_an_offer(view, ended, playing_on):
        return (ActionWorth(PlayerCall.OFFER, playing_on),)
    return ()


def _revalue(view: View, ranked: RankedMoves, level: Level, revalued: int, judge: Judge) -> RankedMoves:
    """The ranking with a value of its own for each move; none is worth more than the best.

    A search only shows that the other moves are not better than the best, so their values are mostly a hair
    less, whatever they lose. So the best of them by a capture search are searched one by one, and the others
    are worth their capture search less the median of what these lost.
    """
    if level.budget <= 1:
        return ranked
    dwarfs, trolls, dwarfs_move = bits(view.dwarfs), bits(view.trolls), view.to_move is Side.DWARFS
    by_captures = rank_by_captures(Search(1, judge), dwarfs, trolls, dwarfs_move, {})
    glanced = {move: value for value, move in by_captures}
    best_value, _ = ranked[0]
    rest = sorted(((min(value, glanced[move]), move) for value, move in ranked[1:]), reverse=True)
    others: RankedMoves = []
    losses: list[int] = []
    for _, move in rest[:revalued]:
        then_dwarfs, then_trolls = after(dwarfs, trolls, move, dwarfs_move)
        search = Search(REVALUE_NODES, judge)
        value = -search.negamax(then_dwarfs, then_trolls, not dwarfs_move, 1, -INFINITY, INFINITY)
        losses.append(max(0, glanced[move] - value))
        others.append((min(value, best_value), move))
    median_loss = sorted(losses)[len(losses) // 2] if losses else 0
    others += [(value - median_loss, move) for value, move in rest[revalued:]]
    others.sort(reverse=True)
    return ranked[:1] + others


# When to end a battle: the chance to win the match with an end now, against that of playing on. The longer
# nothing is captured, the more welcome an end is; else two hopeful players would never agree. The numbers
# were chosen by trial, and not measured one by one.

SETTLED_PLIES: Final = 10
"""Plies without a capture before an end is accepted that does not win the match."""

OFFER_PLIES: Final = 30
"""Plies without a capture before an end is offered, if playing on gains nothing."""

TIRED_PLIES: Final = 60
"""Plies without a capture after which an end is accepted that costs little (`TIRED_COST`)."""

WEARY_PLIES: Final = 100
"""Plies without a capture after which any end is accepted."""

HOPELESS_PLIES: Final = 200
"""Plies without a capture after which an end is offered whatever it costs."""

OFFER_INTERVAL: Final = 10
"""An end is offered once in so many plies."""

TIRED_COST: Final = 0.15
"""The chance to win the match that an end may cost after `TIRED_PLIES`."""

REQUIRED_GAIN: Final = 0.03
"""The chance to win the match that an end must gain before that."""

OFFER_COST: Final = 0.02
"""The chance to win the match that an offered end may cost."""


def is_welcome(view: View, ended: float, playing_on: float) -> bool:
    """Whether to accept an end, by the chances to win the match with it and without."""
    if view.quiet >= WEARY_PLIES or ended >= 1:
        return True
    if view.quiet >= TIRED_PLIES:
        return ended > 0 and ended >= playing_on - TIRED_COST
    return view.quiet >= SETTLED_PLIES and ended >= playing_on + REQUIRED_GAIN


def is_worth_an_offer(view: View, ended: float, playing_on: float) -> bool:
    """Whether to offer an end: nothing has happened for long, and the end loses little.

    Dwarfs who have only gathered have tried nothing yet, and so they wait for twice as long.
    """
    gathered = view.to_move is Side.DWARFS and is_gathering(len(view.dwarfs), len(view.trolls), 0)
    if view.quiet < (TIRED_PLIES if gathered else OFFER_PLIES) or view.quiet % OFFER_INTERVAL > 1:
        return False
    return (ended > 0 and ended >= playing_on - OFFER_COST) or view.quiet >= HOPELESS_PLIES
