"""The effects of the action cards that are used at a moment of their own: where they can go, what they do."""

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
from engine.trogdor.model import Action, Board, LieDown, Phase, Scorch, State, TargetKind, Verb
from engine.trogdor.position import can_burn_cottage, can_burn_here, mountains, tunnels
from engine.trogdor.state_builder import StateBuilder
from engine.trogdor.turns import arrive, chomp, hide, mark

Targets: TypeAlias = tuple[tuple[tuple[Square, ...], TargetKind | None], ...]
"""The squares that something can be aimed at, and what there, if it is not the tile."""


@dataclass(frozen=True, slots=True)
class TargetedEffect:
    """Where a card's effect or an item can go in a state, and what it does there."""

    targets: Callable[[State], Targets]
    use: Callable[[StateBuilder, Action], None]


def each_as_target(squares: Iterable[Square], what: TargetKind | None = None) -> Targets:
    """Every one of the squares as a target of its own."""
    return tuple(((square,), what) for square in squares)


def is_available(state: State) -> bool:
    """Whether the moment of the card's effect is now, and it has not been used.

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
    """Where the effect can go now; an effect without a target just does nothing (Rule trogdor:ruling-15)."""
    if not is_available(state) or state.turn.card is None:
        return ()
    return EFFECTS[state.turn.card].targets(state)


def use_effect(course: StateBuilder, action: Action) -> None:
    """The card's effect, once."""
    card = course.turn.card
    if card is None:
        return
    course.record(EffectUsed(course.turn.seat, card))
    course.change_turn(effect=True)
    EFFECTS[card].use(course, action)


def tiles_in_range(state: State, squares: tuple[Square, ...]) -> tuple[Square, ...]:
    """The unburned ones of `squares`: from afar even the Lake burns, but not under Trogdor's feet.

    Rules trogdor:range-1, trogdor:ruling-26, trogdor:ruling-27, trogdor:ruling-50b.
    """
    here = state.board.trogdor
    return tuple(
        square
        for square in squares
        if square not in state.board.burned and (square != here or can_burn_here(state, square))
    )


def _burn_tiles(course: StateBuilder, action: Action) -> None:
    mark(course, Verb.CARD, *action.squares)
    for square in action.squares:
        if not course.is_over:
            burn_tile(course, square, "card")


def _majesty(state: State) -> Targets:
    """Rule trogdor:card-majesty: any tile of the board."""
    return each_as_target(tiles_in_range(state, tuple(SQUARES)))


def _once(directions: tuple[Direction, ...]) -> Callable[[State], Targets]:
    """Rules trogdor:card-sidewise, trogdor:card-slantwise: one tile beside Trogdor."""

    def near(state: State) -> Targets:
        return each_as_target(tiles_in_range(state, neighbours(state.board.trogdor, directions)))

    return near


def _flip(directions: tuple[Direction, ...]) -> Callable[[State], Targets]:
    """Up to four tiles around Trogdor, chosen together.

    Rules trogdor:card-flip-em-up-dan, trogdor:card-flip-em-up-fran, trogdor:ruling-26.
    """

    def around(state: State) -> Targets:
        tiles = sorted(tiles_in_range(state, neighbours(state.board.trogdor, directions)))
        choices = chain.from_iterable(combinations(tiles, number) for number in range(len(tiles), 0, -1))
        return tuple((choice, None) for choice in choices)

    return around


def _jhonka(state: State) -> Targets:
    """Rule trogdor:card-jhonka-help: any peasant of the board."""
    return each_as_target(tuple(sorted(set(state.board.peasants))))


def _devour(course: StateBuilder, action: Action) -> None:
    mark(course, Verb.CHOMP, *action.squares)
    chomp(course, action.squares[0])


def _wingaling(state: State) -> Targets:
    """Rule trogdor:card-wingaling: any other square."""
    return each_as_target(tuple(square for square in SQUARES if square != state.board.trogdor))


def _jump(course: StateBuilder, action: Action) -> None:
    arrive(course, action.squares[0], "jump", Verb.CARD)


def _hidey_hole(state: State) -> Targets:
    """Rules trogdor:card-hidey-hole, trogdor:ruling-50c: any mountain, his own among them."""
    return each_as_target(mountains(state.board))


def _jump_and_hide(course: StateBuilder, action: Action) -> None:
    """He arrives, knights there hurt unless he hides already, then he hides (Rule trogdor:ruling-50c)."""
    course.schedule_first(LieDown())
    if action.squares[0] != course.board.trogdor:
        arrive(course, action.squares[0], "jump", Verb.CARD)


def lie_down(course: StateBuilder, _task: LieDown) -> None:
    """He hides, unless he does already (Rules trogdor:card-hidey-hole, trogdor:ruling-50c)."""
    if not course.board.hiding:
        hide(course)


def _shot_put(state: State) -> Targets:
    """Up to two squares straight in any of eight directions: a tile, a peasant or a cottage that can burn.

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


def _put_shot(course: StateBuilder, action: Action) -> None:
    square = action.squares[0]
    mark(course, Verb.CARD, square)
    if action.what is TargetKind.PEASANT:
        ignite(course, square)
    elif action.what is TargetKind.COTTAGE:
        burn_cottage(course, square, "card")
    else:
        burn_tile(course, square, "card")


def _tunnel_warp(state: State) -> Targets:
    """A Tunnel tile and any other tile without a cottage.

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


def _warp(course: StateBuilder, action: Action) -> None:
    """Two tiles change places, burned or not, with everything on them; to be carried is no visit.

    Rules trogdor:ruling-18, trogdor:ruling-30.
    """
    course.change(board=swap_tiles(course.board, *action.squares))
    mark(course, Verb.CARD, *action.squares)
    course.record(Warped(*action.squares))


def swap_tiles(board: Board, one: Square, other: Square) -> Board:
    """The board with two tiles exchanged and all that stands on them."""
    place = {one: other, other: one}

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
    """Rule trogdor:card-path-o-burnination: it needs no aim."""
    return (((), None),)


def _scorch(course: StateBuilder, _action: Action) -> None:
    """The path of a movement card, from Trogdor's own square; he stays (Rule trogdor:ruling-31)."""
    squares = path_over(course.board.trogdor, course.draw_movement().path)
    mark(course, Verb.CARD, *squares)
    course.schedule_first(Scorch(squares))


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
"""The cards whose effect is an action of its own; the others hold all turn (Rule trogdor:ruling-15)."""
