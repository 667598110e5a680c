"""The items that their owner uses by himself; the others wait for their moment."""

from __future__ import annotations

from typing import Final

from engine.trogdor.board import SQUARES, Walker
from engine.trogdor.burning import burn_cottage, burn_tile
from engine.trogdor.cards import Item
from engine.trogdor.effects import TargetedEffect, Targets, each_as_target
from engine.trogdor.events import KnightMoved, PointsGained
from engine.trogdor.land import put_walker
from engine.trogdor.model import Action, Phase, State, TargetKind, Verb
from engine.trogdor.position import can_burn_cottage, is_empty, walkers
from engine.trogdor.state_builder import StateBuilder
from engine.trogdor.turns import arrive, feed_stump, is_open, mark

BEANS: Final = 2


def targets(state: State) -> Targets:
    """Where the active player's item can go now.

    Its owner uses it in his own turn, once, charged, from the choice of his card until the land moves (Rules
    trogdor:items-1, trogdor:ruling-16, trogdor:ruling-53).
    """
    player = state.players[state.turn.seat]
    ready = player.charged and not state.turn.item and state.phase in (Phase.ACT, Phase.AFTER)
    return USES[player.item].targets(state) if ready and player.item in USES else ()


def use_item(course: StateBuilder, action: Action) -> None:
    """The item is discharged, then does what it does."""
    use = USES[course.player.item]
    course.use_item()
    use.use(course, action)


def _fireballs(state: State) -> Targets:
    """Any tile, the Lake among them, and any cottage that can burn.

    Rules trogdor:item-fireballs, trogdor:ruling-20, trogdor:ruling-50b.
    """
    tiles = (square for square in SQUARES if square not in state.board.burned)
    homes = (square for square in SQUARES if can_burn_cottage(state.board, square))
    return (*each_as_target(tiles), *each_as_target(homes, TargetKind.COTTAGE))


def _throw(course: StateBuilder, action: Action) -> None:
    square = action.squares[0]
    mark(course, Verb.ITEM, square)
    if action.what is TargetKind.COTTAGE:
        burn_cottage(course, square, "item")
    else:
        burn_tile(course, square, "item")
        feed_stump(course, square)


def _ring(state: State) -> Targets:
    """Any other tile, but not out of hiding.

    Rules trogdor:item-ring, trogdor:ruling-20, trogdor:ruling-53.
    """
    if state.board.hiding:
        return ()
    return each_as_target(square for square in SQUARES if square != state.board.trogdor)


def _jump(course: StateBuilder, action: Action) -> None:
    arrive(course, action.squares[0], "jump", Verb.ITEM)


def _beans(state: State) -> Targets:
    """Only while points can be spent (Rules trogdor:item-beans, trogdor:ruling-53)."""
    return (((), None),) if is_open(state) else ()


def _eat(course: StateBuilder, _action: Action) -> None:
    course.change_turn(points=course.turn.points + BEANS)
    course.record(PointsGained(course.turn.seat, BEANS, "beans"))


def _disk(state: State) -> Targets:
    """Only with somebody in the Void (Rule trogdor:item-disk)."""
    return (((), None),) if state.board.void else ()


def _heal(course: StateBuilder, _action: Action) -> None:
    course.heal_from_void()


def _baubles(state: State) -> Targets:
    """Any knight to any empty square, during the actions.

    Two knights of one square are alike; the Troghammer is named (Rules trogdor:item-baubles,
    trogdor:ruling-22, trogdor:empty-1).
    """
    if not is_open(state):
        return ()
    board = state.board
    free = tuple(square for square in SQUARES if is_empty(board, square))
    moves = tuple(((origin, target), None) for origin in sorted(set(board.knights)) for target in free)
    if board.troghammer is None:
        return moves
    return (*moves, *each_as_target(free, TargetKind.TROGHAMMER))


def _carry(course: StateBuilder, action: Action) -> None:
    """Being put somewhere hurts nobody and mends nothing (Rule trogdor:ruling-22)."""
    board, target = course.board, action.squares[-1]
    if action.what is TargetKind.TROGHAMMER:
        who, origin = Walker.TROGHAMMER, board.troghammer
    else:
        origin = action.squares[0]
        who = next(who for who, where in walkers(board) if where == origin)
    put_walker(course, who, target)
    mark(course, Verb.ITEM, target)
    course.record(KnightMoved(who, target if origin is None else origin, target))


USES: Final[dict[Item, TargetedEffect]] = {
    Item.FIREBALLS: TargetedEffect(_fireballs, _throw),
    Item.RING: TargetedEffect(_ring, _jump),
    Item.BEANS: TargetedEffect(_beans, _eat),
    Item.DISK: TargetedEffect(_disk, _heal),
    Item.BAUBLES: TargetedEffect(_baubles, _carry),
}
"""The items that are used like an action; the rest are asked for when their moment comes."""
