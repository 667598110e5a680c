"""The effects of action cards that are actions of their own: their targets, and what they do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import Final, TypeAlias

from engine.trogdor.board import (
    DIAGONAL,
    ORTHOGONAL,
    SQUARES,
    Direction,
    Square,
    TileKind,
    line_from,
    neighbours,
)
from engine.trogdor.board import path as path_over
from engine.trogdor.burning import burn_cottage, burn_tile, ignite
from engine.trogdor.cards import TIMING, Card
from engine.trogdor.events import EffectUsed, Warped
from engine.trogdor.model import Action, Board, LieDown, Phase, Scorch, State, TargetKind, Verb, View
from engine.trogdor.position import can_burn_cottage, can_burn_here, mountains, tunnels
from engine.trogdor.state_builder import StateBuilder
from engine.trogdor.turns import arrive, chomp, hide, mark

Targets: TypeAlias = tuple[tuple[tuple[Square, ...], TargetKind | None], ...]
"""Possible targets: the squares, and what is targeted there if it is not the tile."""


@dataclass(frozen=True, slots=True)
class TargetedEffect:
    """The effect of a card or an item: its targets in a state, and its function."""

    targets: Callable[[State], Targets]
    use: Callable[[StateBuilder, Action], None]


def each_as_target(squares: Iterable[Square], what: TargetKind | None = None) -> Targets:
    """Each of the squares as a target of its own."""
    return tuple(((square,), what) for square in squares)


def is_available(state: State | View) -> bool:
    """Whether the card's effect can be used now, and was not yet.

    Before: until the first point is spent. Once: while actions are open. After: when they are over (Rules
    trogdor:ruling-15, trogdor:ruling-53).
    """
    turn = state.turn
    if turn.card is None or turn.plain or turn.effect or turn.card not in EFFECTS:
        return False
    if state.phase is Phase.AFTER:
        return TIMING[turn.card] == "after"
    if state.phase is not Phase.ACT:
        return False
    now = {
        "before": not turn.acted and not state.board.hiding,
        "once": not state.board.hiding,
        "path": True,
    }
    return now.get(TIMING[turn.card], False)


def targets(state: State) -> Targets:
    """The possible targets of the effect; an effect without a target does nothing.

    Rule trogdor:ruling-15.
    """
    if not is_available(state) or state.turn.card is None:
        return ()
    return EFFECTS[state.turn.card].targets(state)


def use_effect(builder: StateBuilder, action: Action) -> None:
    """Use the card's effect, once a turn."""
    card = builder.turn.card
    if card is None:
        return
    builder.record(EffectUsed(builder.turn.seat, card))
    builder.change_turn(effect=True)
    EFFECTS[card].use(builder, action)


def tiles_in_range(state: State, squares: tuple[Square, ...]) -> tuple[Square, ...]:
    """The unburned ones of `squares`: the Lake burns from afar, but not under Trogdor's feet.

    Rules trogdor:range-1, trogdor:ruling-26, trogdor:ruling-27, trogdor:ruling-50b.
    """
    here = state.board.trogdor
    return tuple(
        square
        for square in squares
        if square not in state.board.burned and (square != here or can_burn_here(state, square))
    )


def _burn_tiles(builder: StateBuilder, action: Action) -> None:
    mark(builder, Verb.CARD, *action.squares)
    for square in action.squares:
        if not builder.is_over:
            burn_tile(builder, square, "card")


def _majesty(state: State) -> Targets:
    """Target any tile of the board (Rule trogdor:card-majesty)."""
    return each_as_target(tiles_in_range(state, tuple(SQUARES)))


def _once(directions: tuple[Direction, ...]) -> Callable[[State], Targets]:
    """Target one tile beside Trogdor (Rules trogdor:card-sidewise, trogdor:card-slantwise)."""

    def near(state: State) -> Targets:
        return each_as_target(tiles_in_range(state, neighbours(state.board.trogdor, directions)))

    return near


def _flip(directions: tuple[Direction, ...]) -> Callable[[State], Targets]:
    """Target up to four tiles around Trogdor, chosen together.

    Rules trogdor:card-flip-em-up-dan, trogdor:card-flip-em-up-fran, trogdor:ruling-26.
    """

    def around(state: State) -> Targets:
        tiles = sorted(tiles_in_range(state, neighbours(state.board.trogdor, directions)))
        choices = chain.from_iterable(combinations(tiles, number) for number in range(len(tiles), 0, -1))
        return tuple((choice, None) for choice in choices)

    return around


def _jhonka(state: State) -> Targets:
    """Target any peasant of the board (Rule trogdor:card-jhonka-help)."""
    return each_as_target(tuple(sorted(set(state.board.peasants))))


def _devour(builder: StateBuilder, action: Action) -> None:
    mark(builder, Verb.CHOMP, *action.squares)
    chomp(builder, action.squares[0])


def _wingaling(state: State) -> Targets:
    """Target any other square (Rule trogdor:card-wingaling)."""
    return each_as_target(tuple(square for square in SQUARES if square != state.board.trogdor))


def _jump(builder: StateBuilder, action: Action) -> None:
    arrive(builder, action.squares[0], "jump", Verb.CARD)


def _hidey_hole(state: State) -> Targets:
    """Target any mountain, even the one where Trogdor stands.

    Rules trogdor:card-hidey-hole, trogdor:ruling-50c.
    """
    return each_as_target(mountains(state.board))


def _jump_and_hide(builder: StateBuilder, action: Action) -> None:
    """Jump to a mountain, where knights strike unless Trogdor hides already, then hide.

    Rule trogdor:ruling-50c.
    """
    builder.schedule_first(LieDown())
    if action.squares[0] != builder.board.trogdor:
        arrive(builder, action.squares[0], "jump", Verb.CARD)


def lie_down(builder: StateBuilder, _task: LieDown) -> None:
    """Hide, unless Trogdor does already (Rules trogdor:card-hidey-hole, trogdor:ruling-50c)."""
    if not builder.board.hiding:
        hide(builder)


def _shot_put(state: State) -> Targets:
    """Target a tile, a peasant or a cottage that can burn, up to two squares in any of eight directions.

    Rules trogdor:card-shot-put, trogdor:ruling-26, trogdor:ruling-50b.
    """
    board = state.board
    lines = (line_from(board.trogdor, direction, 2) for direction in (*ORTHOGONAL, *DIAGONAL))
    reach = tuple(sorted({board.trogdor, *chain.from_iterable(lines)}))
    peasants = (square for square in reach if square in board.peasants)
    homes = (square for square in reach if can_burn_cottage(board, square))
    tiles = tiles_in_range(state, reach)
    return (
        *each_as_target(tiles),
        *each_as_target(peasants, TargetKind.PEASANT),
        *each_as_target(homes, TargetKind.COTTAGE),
    )


def _put_shot(builder: StateBuilder, action: Action) -> None:
    square = action.squares[0]
    mark(builder, Verb.CARD, square)
    if action.what is TargetKind.PEASANT:
        ignite(builder, square)
    elif action.what is TargetKind.COTTAGE:
        burn_cottage(builder, square, "card")
    else:
        burn_tile(builder, square, "card")


def _tunnel_warp(state: State) -> Targets:
    """Target a Tunnel tile and any other tile without a cottage.

    Rules trogdor:card-tunnel-warp, trogdor:ruling-30, trogdor:ruling-50a.
    """
    board, seen = state.board, set()
    pairs: list[tuple[tuple[Square, ...], TargetKind | None]] = []
    for tunnel in tunnels(board):
        for other in SQUARES:
            pair = frozenset((tunnel, other))
            if other != tunnel and board.kinds[other] is not TileKind.COTTAGE and pair not in seen:
                seen.add(pair)
                pairs.append(((tunnel, other), None))
    return tuple(pairs)


def _warp(builder: StateBuilder, action: Action) -> None:
    """Swap two tiles, burned or not, with everything on them; being carried is not a visit.

    Rules trogdor:ruling-18, trogdor:ruling-30.
    """
    builder.change(board=swap_tiles(builder.board, *action.squares))
    mark(builder, Verb.CARD, *action.squares)
    builder.record(Warped(*action.squares))


def swap_tiles(board: Board, first: Square, second: Square) -> Board:
    """The board with two tiles swapped, and everything on them."""
    place = {first: second, second: first}

    def swap_squares(squares: tuple[Square, ...]) -> tuple[Square, ...]:
        return tuple(place.get(square, square) for square in squares)

    hammer = board.troghammer
    return replace(
        board,
        kinds=tuple(board.kinds[place.get(square, square)] for square in SQUARES),
        burned=tuple(sorted(swap_squares(board.burned))),
        peasants=tuple(sorted(swap_squares(board.peasants))),
        knights=swap_squares(board.knights),
        troghammer=None if hammer is None else place.get(hammer, hammer),
        archer=place.get(board.archer, board.archer),
        trogdor=place.get(board.trogdor, board.trogdor),
    )


def _path(_state: State) -> Targets:
    """Target nothing: Path o' Burnination needs no aim (Rule trogdor:card-path-o-burnination)."""
    return (((), None),)


def _scorch(builder: StateBuilder, _action: Action) -> None:
    """Begin to burn the path of a movement card, from Trogdor's own square; he stays.

    Rule trogdor:ruling-31.
    """
    squares = path_over(builder.board.trogdor, builder.draw_movement().path)
    mark(builder, Verb.CARD, *squares)
    builder.schedule_first(Scorch(squares))


EFFECTS: Final[dict[Card, TargetedEffect]] = {
    Card.MAJESTY: TargetedEffect(_majesty, _burn_tiles),
    Card.JHONKA_HELP: TargetedEffect(_jhonka, _devour),
    Card.TUNNEL_WARP: TargetedEffect(_tunnel_warp, _warp),
    Card.WINGALING: TargetedEffect(_wingaling, _jump),
    Card.SIDEWISE: TargetedEffect(_once(ORTHOGONAL), _burn_tiles),
    Card.SLANTWISE: TargetedEffect(_once(DIAGONAL), _burn_tiles),
    Card.FLIP_EM_UP_DAN: TargetedEffect(_flip(DIAGONAL), _burn_tiles),
    Card.FLIP_EM_UP_FRAN: TargetedEffect(_flip(ORTHOGONAL), _burn_tiles),
    Card.HIDEY_HOLE: TargetedEffect(_hidey_hole, _jump_and_hide),
    Card.SHOT_PUT: TargetedEffect(_shot_put, _put_shot),
    Card.PATH_O_BURNINATION: TargetedEffect(_path, _scorch),
}
"""The cards whose effect is an action of its own; other effects hold all turn (Rule trogdor:ruling-15)."""
