"""Phase two: the land fights back."""

from __future__ import annotations

from itertools import combinations

from engine.trogdor.board import ORTHOGONAL, Direction, Square, wrapped
from engine.trogdor.burning import light
from engine.trogdor.cards import Item, Keeper
from engine.trogdor.course import Course
from engine.trogdor.events import DirectionChosen, Marched, MovementDrawn, Repaired, Spawned
from engine.trogdor.knights import everybody
from engine.trogdor.model import (
    EndTurn,
    LandTurn,
    MarchPeasants,
    Phase,
    Runners,
    SpawnPeasants,
    State,
    card_of,
)
from engine.trogdor.position import cottages


def begin_land(course: Course, _task: LandTurn) -> None:
    """The land's card stays on the table until the turn ends (Rules trogdor:turn-1, trogdor:ruling-55)."""
    card = course.draw_movement(keep=True)
    course.start_land(card)
    course.tell(MovementDrawn(card.id, card.spawn, card.direction, card.repair, card.path))
    walks = everybody(course, card)
    course.change(phase=Phase.LAND)
    course.first(SpawnPeasants(), MarchPeasants(), *walks, EndTurn())
    _offer_pouch(course)


def _offer_pouch(course: Course) -> None:
    """The Pouch, before anything is spawned, if anybody will walk at all.

    Rules trogdor:item-pouch, trogdor:ruling-43, trogdor:ruling-57.
    """
    walking = course.board.peasants or spawn_number(course.state)
    if walking and course.consult(Item.POUCH, Phase.POUCH):
        best = best_direction(course)
        if best is not course.state.land_direction:
            turn_peasants(course, best)


def best_direction(course: Course) -> Direction:
    """The way with the fewest repairs, then the most peasants into fire, then the printed one.

    Rule trogdor:prefer-1; peasants who are still to come out are not foreseen.
    """
    printed, aflame = course.state.land_direction, course.board.aflame
    repairing = _repairs(course)

    def cost(direction: Direction) -> tuple[int, int, bool]:
        stops = [wrapped(square, direction) for square in course.board.peasants]
        lit = sum(stop in aflame for stop in stops)
        repaired = {stop for stop in stops if stop in course.board.burned and stop not in aflame}
        return (len(repaired) if repairing else 0, -lit, direction is not printed)

    return min(ORTHOGONAL, key=cost)


def turn_peasants(course: Course, direction: Direction) -> None:
    """The Pouch: the peasants walk another way, repairing as the card says (Rule trogdor:ruling-43)."""
    course.use_item()
    course.set_land_direction(direction)
    course.tell(DirectionChosen(course.turn.seat, direction))


def free_cottages(state: State) -> tuple[Square, ...]:
    """The cottages that are not on fire."""
    return tuple(square for square in cottages(state.board) if square not in state.board.aflame)


def spawn_number(state: State) -> int:
    """How many peasants come out: what the card wants more, one a free cottage, while the meter has any.

    Rules trogdor:spawn-1, trogdor:spawn-3, trogdor:ruling-39, trogdor:ruling-40.
    """
    if state.land is None:
        return 0
    wanted = card_of(state.house, state.land.card).spawn - len(state.board.peasants)
    return max(0, min(wanted, len(free_cottages(state)), state.board.health))


def spawn_choices(state: State) -> tuple[tuple[Square, ...], ...]:
    """The ways to place the new peasants (Rule trogdor:spawn-2)."""
    return tuple(combinations(free_cottages(state), spawn_number(state)))


def spawn_peasants(course: Course, _task: SpawnPeasants) -> None:
    """Step 1: the active player says where, unless there is no choice or he has left.

    Rules trogdor:spawn-1, trogdor:spawn-2, trogdor:ruling-40, trogdor:leave-1.
    """
    choices = spawn_choices(course.state)
    if not choices[0]:
        return
    if len(choices) > 1 and not course.player.gone:
        course.ask(Phase.SPAWN)
    else:
        spawn(course, choices[0])


def spawn(course: Course, squares: tuple[Square, ...]) -> None:
    """New peasants from the Trog-Meter, which is no damage (Rules trogdor:damage-1, trogdor:ruling-39)."""
    board = course.board
    health = board.health - len(squares)
    course.change_board(peasants=tuple(sorted((*board.peasants, *squares))), health=health)
    course.tell(Spawned(squares, health))
    course.note(spawned=squares)


def march(course: Course, _task: MarchPeasants) -> None:
    """Step 2: all together, new ones among them; then they repair, then those in burning cottages light up.

    Rules trogdor:march-1, trogdor:march-2, trogdor:board-3, trogdor:run-1, trogdor:ruling-34,
    trogdor:ruling-41, trogdor:ruling-42, trogdor:ruling-51.
    """
    direction, peasants = course.state.land_direction, course.board.peasants
    if not peasants or direction is None:
        return
    moves = tuple((square, wrapped(square, direction)) for square in peasants)
    stops = tuple(sorted(stop for _, stop in moves))
    course.change_board(peasants=stops)
    course.tell(Marched(direction, moves))
    course.note(marched=moves)
    if _repairs(course):
        _repair(course, stops)
    burning = [stop for stop in stops if stop in course.board.aflame]
    for stop in burning:
        light(course, stop, "cottage")
    if burning:
        course.first(Runners())


def _repairs(course: Course) -> bool:
    """Whether the peasants repair: the card says so, and it is not Brovelade's turn.

    Rules trogdor:march-2, trogdor:keeper-brovelade.
    """
    land = course.state.land
    return land is not None and land.repair and not course.has_power(Keeper.BROVELADE)


def _repair(course: Course, stops: tuple[Square, ...]) -> None:
    """Only where they stop, and not those who run into fire; this recharges the Fireballs.

    Rules trogdor:march-2, trogdor:item-fireballs, trogdor:ruling-19, trogdor:ruling-42.
    """
    board = course.board
    repaired = tuple(sq for sq in board.burned if sq in stops and sq not in board.aflame)
    if repaired:
        course.change_board(burned=tuple(sq for sq in board.burned if sq not in repaired))
        course.tell(Repaired(repaired))
        course.note(repaired=repaired)
        course.recharge(Item.FIREBALLS)
