"""Fire: tiles, cottages, and the peasants who run with it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from engine.trogdor.board import Square, TileKind, Walker, path
from engine.trogdor.cards import Item
from engine.trogdor.events import CottageBurned, PeasantLit, PeasantRan, TileBurned
from engine.trogdor.model import Lit, Phase, Runners, Scorch, Walk
from engine.trogdor.position import can_burn_cottage, is_water, with_one, without_one
from engine.trogdor.state_builder import StateBuilder


def burn_tile(course: StateBuilder, square: Square, by: Any) -> None:  # noqa: ANN401 - a Literal of the event
    """A tile burns; nothing happens to one that is burned. A cottage's tile recharges the Ring.

    The Fiery Rage does neither that nor is it a victory (Rules trogdor:item-ring, trogdor:ruling-19,
    trogdor:ruling-48).
    """
    board = course.board
    if square in board.burned:
        return
    course.change_board(burned=with_one(board.burned, square))
    course.record(TileBurned(square, by))
    if course.in_land_turn:
        course.note_land(burned=(square,))
    if by != "rage":
        if board.kinds[square] is TileKind.COTTAGE:
            course.recharge(Item.RING)
        course.check_victory()


def burn_cottage(course: StateBuilder, square: Square, by: Any) -> None:  # noqa: ANN401 - a Literal of the event
    """A cottage is on fire, which recharges the Ring, but not in the Fiery Rage.

    Rules trogdor:item-ring, trogdor:ruling-19, trogdor:ruling-48.
    """
    course.change_board(aflame=with_one(course.board.aflame, square))
    course.record(CottageBurned(square, by))
    if by != "rage":
        course.recharge(Item.RING)
        course.check_victory()


def light(
    course: StateBuilder, square: Square, by: Literal["trogdor", "peasant", "cottage"], *, mine: bool = False
) -> None:
    """A peasant of this square catches fire and waits for his run.

    Rules trogdor:run-1, trogdor:run-4, trogdor:ruling-34, trogdor:ruling-35: he stays on the board.
    """
    peasants = without_one(course.board.peasants, square)
    course.change_board(peasants=peasants, lit=(*course.board.lit, Lit(square, mine)))
    course.record(PeasantLit(square, by))
    if course.in_land_turn:
        course.note_land(lit=(square,))


def light_all(
    course: StateBuilder, square: Square, by: Literal["trogdor", "peasant", "cottage"], *, mine: bool = False
) -> None:
    """Every peasant of this square catches fire."""
    while square in course.board.peasants:
        light(course, square, by, mine=mine)


def ignite(course: StateBuilder, square: Square) -> None:
    """Trogdor sets a peasant on fire, and he runs (Rules trogdor:run-1, trogdor:ruling-23)."""
    light(course, square, "trogdor", mine=True)
    course.schedule_first(Runners())


def run_peasants(course: StateBuilder, task: Runners) -> None:
    """The first of the burning peasants goes a square further; the next one only when he has ended.

    Rules trogdor:run-1, trogdor:ruling-35. Knights, archer and Trogdor are nothing to him (Rule
    trogdor:ruling-38).
    """
    if not course.board.lit:
        return
    if not task.trodden:
        _set_off(course)
    elif task.steps:
        _run_on(course, task)
    else:
        _burn_out(course, task)


def _set_off(course: StateBuilder) -> None:
    """He draws a path of his own, sets fire to those beside him and to the tile he stands on.

    Even one who stands on the Lake runs, and lights the others there, but the Lake does not burn (Rules
    trogdor:ruling-37, trogdor:ruling-50e, trogdor:ruling-56).
    """
    square = course.board.lit[0].square
    card = course.draw_movement()
    course.schedule_first(Runners(card.path, (square,)))
    light_all(course, square, "peasant")
    if not is_water(course.state, square):
        _set_fire_to(course, square)


def _set_fire_to(course: StateBuilder, square: Square) -> None:
    """A tile burns, then its cottage if it can at that moment, and never later.

    Rules trogdor:run-3, trogdor:ruling-36, trogdor:ruling-56.
    """
    burn_tile(course, square, "peasant")
    if not course.is_over and can_burn_cottage(course.board, square):
        burn_cottage(course, square, "peasant")


def _run_on(course: StateBuilder, task: Runners) -> None:
    """The next square of his path: the Lake saves him, anything else burns, peasants catch fire.

    Rules trogdor:run-2, trogdor:run-3, trogdor:run-4, trogdor:ruling-36, trogdor:ruling-37.
    """
    square = path(task.trodden[-1], task.steps[:1])[-1]
    trodden = (*task.trodden, square)
    runner, *waiting = course.board.lit
    course.change_board(lit=(replace(runner, square=square), *waiting))
    if is_water(course.state, square):
        peasants = with_one(course.board.peasants, square)
        course.change_board(lit=tuple(waiting), peasants=peasants)
        _end_run(course, trodden, "lake")
        return
    course.schedule_first(Runners(task.steps[1:], trodden))
    _set_fire_to(course, square)
    if not course.is_over:
        light_all(course, square, "peasant")


def _burn_out(course: StateBuilder, task: Runners) -> None:
    """He has run his path: to the Void, or into the Flask.

    Only one whom the player lit can be saved, and the Flask is asked again for each (Rules trogdor:run-5,
    trogdor:item-flask, trogdor:ruling-23, trogdor:ruling-57).
    """
    saved = course.consult(Item.FLASK, Phase.FLASK, task) if course.board.lit[0].mine else False
    if saved is not None:
        (bottle if saved else lose)(course, task)


def bottle(course: StateBuilder, task: Runners) -> None:
    """The Flask brings the peasant to the Trog-Meter (Rule trogdor:item-flask)."""
    course.use_item()
    course.heal(lit=course.board.lit[1:])
    _end_run(course, task.trodden, "flask")


def lose(course: StateBuilder, task: Runners) -> None:
    """The peasant goes to the Void (Rule trogdor:run-5)."""
    course.change_board(lit=course.board.lit[1:], void=course.board.void + 1)
    _end_run(course, task.trodden, "void")


def _end_run(
    course: StateBuilder, trodden: tuple[Square, ...], end: Literal["void", "lake", "flask"]
) -> None:
    course.record(PeasantRan(trodden, end))
    if course.in_land_turn:
        course.note_land(runs=(Walk(Walker.PEASANT, trodden),))
    course.schedule_first(Runners())
    course.check_victory()


def scorch(course: StateBuilder, task: Scorch) -> None:
    """Path o' Burnination burns its next square: the tile without condition, then a cottage that can burn.

    Every peasant there catches fire; they run when the whole path has burned, in its order (Rules
    trogdor:card-path-o-burnination, trogdor:ruling-31, trogdor:ruling-50d).
    """
    square, *rest = task.squares
    course.schedule_first(Scorch(tuple(rest)) if rest else Runners())
    burn_tile(course, square, "path")
    if not course.is_over and can_burn_cottage(course.board, square):
        burn_cottage(course, square, "path")
    if not course.is_over:
        light_all(course, square, "trogdor", mine=True)
