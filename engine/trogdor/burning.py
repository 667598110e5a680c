"""Fire: burning tiles and cottages, and the peasants who run while they burn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from engine.trogdor.board import Square, TileKind, Walker, path
from engine.trogdor.cards import Item
from engine.trogdor.events import CottageBurned, PeasantLit, PeasantRan, TileBurned
from engine.trogdor.model import Lit, Phase, Runners, Scorch, Walk
from engine.trogdor.position import can_burn_cottage, is_water, with_one, without_one
from engine.trogdor.state_builder import StateBuilder


def burn_tile(builder: StateBuilder, square: Square, by: Any) -> None:  # noqa: ANN401 - a Literal of the event
    """Burn a tile unless it is burned; a cottage's tile recharges the Ring.

    During the Fiery Rage it neither recharges nor wins (Rules trogdor:item-ring, trogdor:ruling-19,
    trogdor:ruling-48).
    """
    board = builder.board
    if square in board.burned:
        return
    builder.change_board(burned=with_one(board.burned, square))
    builder.record(TileBurned(square, by))
    if builder.in_land_turn:
        builder.note_land(burned=(square,))
    if by != "rage":
        if board.kinds[square] is TileKind.COTTAGE:
            builder.recharge(Item.RING)
        builder.check_victory()


def burn_cottage(builder: StateBuilder, square: Square, by: Any) -> None:  # noqa: ANN401 - a Literal of the event
    """Set a cottage on fire, which recharges the Ring, except during the Fiery Rage.

    Rules trogdor:item-ring, trogdor:ruling-19, trogdor:ruling-48.
    """
    builder.change_board(aflame=with_one(builder.board.aflame, square))
    builder.record(CottageBurned(square, by))
    if by != "rage":
        builder.recharge(Item.RING)
        builder.check_victory()


def light(
    builder: StateBuilder, square: Square, by: Literal["trogdor", "peasant", "cottage"], *, mine: bool = False
) -> None:
    """Set one peasant of this square on fire; he stays on the board and waits for his run.

    Rules trogdor:run-1, trogdor:run-4, trogdor:ruling-34, trogdor:ruling-35.
    """
    peasants = without_one(builder.board.peasants, square)
    builder.change_board(peasants=peasants, lit=(*builder.board.lit, Lit(square, mine)))
    builder.record(PeasantLit(square, by))
    if builder.in_land_turn:
        builder.note_land(lit=(square,))


def light_all(
    builder: StateBuilder, square: Square, by: Literal["trogdor", "peasant", "cottage"], *, mine: bool = False
) -> None:
    """Set every peasant of this square on fire."""
    while square in builder.board.peasants:
        light(builder, square, by, mine=mine)


def ignite(builder: StateBuilder, square: Square) -> None:
    """Let Trogdor set a peasant on fire, who then runs (Rules trogdor:run-1, trogdor:ruling-23)."""
    light(builder, square, "trogdor", mine=True)
    builder.schedule_first(Runners())


def run_peasants(builder: StateBuilder, task: Runners) -> None:
    """Move the first of the burning peasants one square further; the next one starts when his run has ended.

    Rules trogdor:run-1, trogdor:ruling-35. Knights, archer and Trogdor do not affect him (Rule
    trogdor:ruling-38).
    """
    if not builder.board.lit:
        return
    if not task.trodden:
        _set_off(builder)
    elif task.steps:
        _run_on(builder, task)
    else:
        _burn_out(builder, task)


def _set_off(builder: StateBuilder) -> None:
    """Start a run: draw a path, and set fire to the other peasants and the tile of the square.

    A peasant on the Lake runs as well and lights the others there, but the Lake does not burn (Rules
    trogdor:ruling-37, trogdor:ruling-50e, trogdor:ruling-56).
    """
    square = builder.board.lit[0].square
    card = builder.draw_movement()
    builder.schedule_first(Runners(card.path, (square,)))
    light_all(builder, square, "peasant")
    if not is_water(builder.state, square):
        _set_fire_to(builder, square)


def _set_fire_to(builder: StateBuilder, square: Square) -> None:
    """Burn a tile, then its cottage if it can burn at that moment.

    Rules trogdor:run-3, trogdor:ruling-36, trogdor:ruling-56.
    """
    burn_tile(builder, square, "peasant")
    if not builder.is_over and can_burn_cottage(builder.board, square):
        burn_cottage(builder, square, "peasant")


def _run_on(builder: StateBuilder, task: Runners) -> None:
    """Run to the next square: the Lake saves the peasant, any other tile burns, peasants there catch fire.

    Rules trogdor:run-2, trogdor:run-3, trogdor:run-4, trogdor:ruling-36, trogdor:ruling-37.
    """
    square = path(task.trodden[-1], task.steps[:1])[-1]
    trodden = (*task.trodden, square)
    runner, *waiting = builder.board.lit
    builder.change_board(lit=(replace(runner, square=square), *waiting))
    if is_water(builder.state, square):
        peasants = with_one(builder.board.peasants, square)
        builder.change_board(lit=tuple(waiting), peasants=peasants)
        _end_run(builder, trodden, "lake")
        return
    builder.schedule_first(Runners(task.steps[1:], trodden))
    _set_fire_to(builder, square)
    if not builder.is_over:
        light_all(builder, square, "peasant")


def _burn_out(builder: StateBuilder, task: Runners) -> None:
    """End a run: the peasant goes to the Void, or into the Flask.

    Only a peasant whom the player lit can be saved, and the Flask is asked about for each (Rules
    trogdor:run-5, trogdor:item-flask, trogdor:ruling-23, trogdor:ruling-57).
    """
    saved = builder.consult(Item.FLASK, Phase.FLASK, task) if builder.board.lit[0].mine else False
    if saved is not None:
        (bottle if saved else lose)(builder, task)


def bottle(builder: StateBuilder, task: Runners) -> None:
    """Use the Flask: the peasant goes to the Trog-Meter (Rule trogdor:item-flask)."""
    builder.use_item()
    builder.heal(lit=builder.board.lit[1:])
    _end_run(builder, task.trodden, "flask")


def lose(builder: StateBuilder, task: Runners) -> None:
    """Send the peasant to the Void (Rule trogdor:run-5)."""
    builder.change_board(lit=builder.board.lit[1:], void=builder.board.void + 1)
    _end_run(builder, task.trodden, "void")


def _end_run(
    builder: StateBuilder, trodden: tuple[Square, ...], end: Literal["void", "lake", "flask"]
) -> None:
    builder.record(PeasantRan(trodden, end))
    if builder.in_land_turn:
        builder.note_land(runs=(Walk(Walker.PEASANT, trodden),))
    builder.schedule_first(Runners())
    builder.check_victory()


def scorch(builder: StateBuilder, task: Scorch) -> None:
    """Burn the next square of Path o' Burnination: the tile unconditionally, then a cottage that can burn.

    Every peasant there catches fire; they run when the whole path has burned, in its order (Rules
    trogdor:card-path-o-burnination, trogdor:ruling-31, trogdor:ruling-50d).
    """
    square, *rest = task.squares
    builder.schedule_first(Scorch(tuple(rest)) if rest else Runners())
    burn_tile(builder, square, "path")
    if not builder.is_over and can_burn_cottage(builder.board, square):
        burn_cottage(builder, square, "path")
    if not builder.is_over:
        light_all(builder, square, "trogdor", mine=True)
