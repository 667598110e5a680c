"""The items that their owner uses as an action; the others interrupt at their moment."""

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
    """The possible targets of the active player's item.

    Its owner uses it in his own turn, once, charged, from the choice of his card until the land's turn (Rules
    trogdor:items-1, trogdor:ruling-16, trogdor:ruling-53).
    """
    player = state.players[state.turn.seat]
    ready = player.charged and not state.turn.item and state.phase in (Phase.ACT, Phase.AFTER)
    return USES[player.item].targets(state) if ready and player.item in USES else ()


def use_item(builder: StateBuilder, action: Action) -> None:
    """Discharge the active player's item and carry out its effect."""
    use = USES[builder.player.item]
    builder.use_item()
    use.use(builder, action)


def _fireballs(state: State) -> Targets:
    """Target any tile, even the Lake, and any cottage that can burn.

    Rules trogdor:item-fireballs, trogdor:ruling-20, trogdor:ruling-50b.
    """
    tiles = (square for square in SQUARES if square not in state.board.burned)
    homes = (square for square in SQUARES if can_burn_cottage(state.board, square))
    return (*each_as_target(tiles), *each_as_target(homes, TargetKind.COTTAGE))


def _throw(builder: StateBuilder, action: Action) -> None:
    square = action.squares[0]
    mark(builder, Verb.ITEM, square)
    if action.what is TargetKind.COTTAGE:
        burn_cottage(builder, square, "item")
    else:
        burn_tile(builder, square, "item")
        feed_stump(builder, square)


def _ring(state: State) -> Targets:
    """Target any other square, unless Trogdor hides.

    Rules trogdor:item-ring, trogdor:ruling-20, trogdor:ruling-53.
    """
    if state.board.hiding:
        return ()
    return each_as_target(square for square in SQUARES if square != state.board.trogdor)


def _jump(builder: StateBuilder, action: Action) -> None:
    arrive(builder, action.squares[0], "jump", Verb.ITEM)


def _beans(state: State) -> Targets:
    """Target nothing; only while points can be spent (Rules trogdor:item-beans, trogdor:ruling-53)."""
    return (((), None),) if is_open(state) else ()


def _eat(builder: StateBuilder, _action: Action) -> None:
    builder.change_turn(points=builder.turn.points + BEANS)
    builder.record(PointsGained(builder.turn.seat, BEANS, "beans"))


def _disk(state: State) -> Targets:
    """Target nothing; only with a peasant in the Void (Rule trogdor:item-disk)."""
    return (((), None),) if state.board.void else ()


def _heal(builder: StateBuilder, _action: Action) -> None:
    builder.heal_from_void()


def _baubles(state: State) -> Targets:
    """Target any knight and any empty square, during the actions.

    Two knights on one square are alike; the Troghammer is named (Rules trogdor:item-baubles,
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


def _carry(builder: StateBuilder, action: Action) -> None:
    """Move a knight; being carried strikes no one and mends nothing (Rule trogdor:ruling-22)."""
    board, target = builder.board, action.squares[-1]
    if action.what is TargetKind.TROGHAMMER:
        who, origin = Walker.TROGHAMMER, board.troghammer
    else:
        origin = action.squares[0]
        who = next(who for who, where in walkers(board) if where == origin)
    put_walker(builder, who, target)
    mark(builder, Verb.ITEM, target)
    builder.record(KnightMoved(who, target if origin is None else origin, target))


USES: Final[dict[Item, TargetedEffect]] = {
    Item.FIREBALLS: TargetedEffect(_fireballs, _throw),
    Item.RING: TargetedEffect(_ring, _jump),
    Item.BEANS: TargetedEffect(_beans, _eat),
    Item.DISK: TargetedEffect(_disk, _heal),
    Item.BAUBLES: TargetedEffect(_baubles, _carry),
}
"""The items that are used like an action; the others interrupt at their moment."""
