"""Phase two, the land fights back: peasants come out and march, knights and the archer walk and strike."""

from __future__ import annotations

from itertools import combinations

from engine.trogdor import events
from engine.trogdor.board import ORTHOGONAL, SIZE, Direction, Square, Walker, next_square_wrapped, shot_line
from engine.trogdor.burning import light
from engine.trogdor.cards import Item, Keeper
from engine.trogdor.model import (
    EndTurn,
    LandTurn,
    MarchPeasants,
    MovementCard,
    Phase,
    Runners,
    Settle,
    SpawnPeasants,
    State,
    Stride,
    Strike,
    Summon,
    Walk,
    card_of,
)
from engine.trogdor.position import KNIGHTS, cottages, walkers, without_one
from engine.trogdor.state_builder import StateBuilder


def begin_land(course: StateBuilder, _task: LandTurn) -> None:
    """The land's card stays on the table until the turn ends (Rules trogdor:turn-1, trogdor:ruling-55)."""
    card = course.draw_movement(keep=True)
    course.start_land(card)
    course.record(events.MovementDrawn(card.id, card.spawn, card.direction, card.repair, card.path))
    walks = schedule_walks(course, card)
    course.change(phase=Phase.LAND)
    course.schedule_first(SpawnPeasants(), MarchPeasants(), *walks, EndTurn())
    _offer_pouch(course)


def _offer_pouch(course: StateBuilder) -> None:
    """The Pouch, before anything is spawned, if anybody will walk at all.

    Rules trogdor:item-pouch, trogdor:ruling-43, trogdor:ruling-57.
    """
    walking = course.board.peasants or spawn_number(course.state)
    if walking and course.consult(Item.POUCH, Phase.POUCH):
        best = best_direction(course)
        if best is not course.state.land_direction:
            turn_peasants(course, best)


def best_direction(course: StateBuilder) -> Direction:
    """The way with the fewest repairs, then the most peasants into fire, then the printed one.

    Rule trogdor:prefer-1; peasants who are still to come out are not foreseen.
    """
    printed, aflame = course.state.land_direction, course.board.aflame
    repairing = _repairs(course)

    def cost(direction: Direction) -> tuple[int, int, bool]:
        stops = [next_square_wrapped(square, direction) for square in course.board.peasants]
        lit = sum(stop in aflame for stop in stops)
        repaired = {stop for stop in stops if stop in course.board.burned and stop not in aflame}
        return (len(repaired) if repairing else 0, -lit, direction is not printed)

    return min(ORTHOGONAL, key=cost)


def turn_peasants(course: StateBuilder, direction: Direction) -> None:
    """The Pouch: the peasants walk another way, repairing as the card says (Rule trogdor:ruling-43)."""
    course.use_item()
    course.set_land_direction(direction)
    course.record(events.DirectionChosen(course.turn.seat, direction))


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


def spawn_peasants(course: StateBuilder, _task: SpawnPeasants) -> None:
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


def spawn(course: StateBuilder, squares: tuple[Square, ...]) -> None:
    """New peasants from the Trog-Meter, which is no damage (Rules trogdor:damage-1, trogdor:ruling-39)."""
    board = course.board
    health = board.health - len(squares)
    course.change_board(peasants=tuple(sorted((*board.peasants, *squares))), health=health)
    course.record(events.Spawned(squares, health))
    course.note_land(spawned=squares)


def march(course: StateBuilder, _task: MarchPeasants) -> None:
    """Step 2: all together, new ones among them; then they repair, then those in burning cottages light up.

    Rules trogdor:march-1, trogdor:march-2, trogdor:board-3, trogdor:run-1, trogdor:ruling-34,
    trogdor:ruling-41, trogdor:ruling-42, trogdor:ruling-51.
    """
    direction, peasants = course.state.land_direction, course.board.peasants
    if not peasants or direction is None:
        return
    moves = tuple((square, next_square_wrapped(square, direction)) for square in peasants)
    stops = tuple(sorted(stop for _, stop in moves))
    course.change_board(peasants=stops)
    course.record(events.Marched(direction, moves))
    course.note_land(marched=moves)
    if _repairs(course):
        _repair(course, stops)
    burning = [stop for stop in stops if stop in course.board.aflame]
    for stop in burning:
        light(course, stop, "cottage")
    if burning:
        course.schedule_first(Runners())


def _repairs(course: StateBuilder) -> bool:
    """Whether the peasants repair: the card says so, and it is not Brovelade's turn.

    Rules trogdor:march-2, trogdor:keeper-brovelade.
    """
    land = course.state.land
    return land is not None and land.repair and not course.has_power(Keeper.BROVELADE)


def _repair(course: StateBuilder, stops: tuple[Square, ...]) -> None:
    """Only where they stop, and not those who run into fire; this recharges the Fireballs.

    Rules trogdor:march-2, trogdor:item-fireballs, trogdor:ruling-19, trogdor:ruling-42.
    """
    board = course.board
    repaired = tuple(sq for sq in board.burned if sq in stops and sq not in board.aflame)
    if repaired:
        course.change_board(burned=tuple(sq for sq in board.burned if sq not in repaired))
        course.record(events.Repaired(repaired))
        course.note_land(repaired=repaired)
        course.recharge(Item.FIREBALLS)


# The knights, the Troghammer and the archer


def place_of(course: StateBuilder, who: Walker) -> Square:
    """Where a knight or the archer is."""
    return course.board.archer if who is Walker.ARCHER else dict(walkers(course.board))[who]


def put_walker(course: StateBuilder, who: Walker, square: Square) -> None:
    """A knight or the archer stands somewhere else."""
    if who is Walker.ARCHER:
        course.change_board(archer=square)
    elif who is Walker.TROGHAMMER:
        course.change_board(troghammer=square)
    else:
        at, knights = KNIGHTS.index(who), course.board.knights
        course.change_board(knights=(*knights[:at], square, *knights[at + 1 :]))


def stride(course: StateBuilder, task: Stride) -> None:
    """One square further on a path; what a knight enters he mends, and Trogdor there is hurt.

    A knight who starts beside Trogdor on one square does not hurt him, one who comes back would again (Rules
    trogdor:knight-1, trogdor:knight-2, trogdor:knight-3, trogdor:archer-1, trogdor:ruling-9,
    trogdor:ruling-44).
    """
    if not task.trodden:
        start = place_of(course, task.who)
        course.schedule_first(Stride(task.who, task.steps, (start,)))
        _mend(course, task.who, start)
    elif task.steps:
        square = next_square_wrapped(task.trodden[-1], task.steps[0])
        put_walker(course, task.who, square)
        course.schedule_first(Stride(task.who, task.steps[1:], (*task.trodden, square)))
        _mend(course, task.who, square)
        if square == course.board.trogdor and task.who is not Walker.ARCHER:
            course.schedule_first(Strike(task.who))
    else:
        _stop(course, task)


def _mend(course: StateBuilder, who: Walker, square: Square) -> None:
    """A knight puts out a burning cottage where he starts, passes or stops.

    Not in Worchex's turn, nor against the table's option (Rules trogdor:knight-2, trogdor:keeper-worchex,
    trogdor:ruling-44).
    """
    idle = who is Walker.ARCHER or course.has_power(Keeper.WORCHEX)
    spared = course.state.house.hammer_mends and who is not Walker.TROGHAMMER
    if square in course.board.aflame and not idle and not spared:
        course.change_board(aflame=without_one(course.board.aflame, square))
        course.record(events.CottageMended(who, square))
        course.note_land(mended=(square,))


def _stop(course: StateBuilder, task: Stride) -> None:
    walk = Walk(task.who, task.trodden)
    course.record(events.Walked(task.who, task.trodden))
    course.note_land(**{"walks" if course.in_land_turn else "hammer": (walk,)})
    if task.who is Walker.ARCHER:
        _shoot(course, task.trodden)


def _shoot(course: StateBuilder, trodden: tuple[Square, ...]) -> None:
    """Forward and backward along his last step, the whole row or column but his own square.

    Nothing stops the arrow (Rules trogdor:archer-2, trogdor:ruling-45).
    """
    before, here = trodden[-2:]
    line = shot_line(here, vertical=before % SIZE == here % SIZE)
    hit = course.board.trogdor in line
    course.record(events.ArrowShot(here, line, hit))
    course.note_land(line=line)
    if hit:
        course.schedule_first(Strike(Walker.ARCHER))


def summon(course: StateBuilder, _task: Summon) -> None:
    """The Troghammer comes onto his field of the map, or walks the path of a movement card.

    Coming in hurts nobody and mends nothing (Rules trogdor:hammer-2, trogdor:ruling-8, trogdor:ruling-56).
    """
    if course.board.troghammer is None:
        entry = course.state.house.entry
        course.change_board(troghammer=entry)
        course.record(events.HammerEntered(entry))
        course.schedule_first(Settle())
    else:
        _walk_hammer(course)


def settle(course: StateBuilder, _task: Settle) -> None:
    """On another knight or the archer he does not stay, but walks on by a card of its own.

    Rules trogdor:hammer-3, trogdor:ruling-8, trogdor:ruling-9.
    """
    board = course.board
    if board.troghammer in (*board.knights, board.archer):
        _walk_hammer(course)


def _walk_hammer(course: StateBuilder) -> None:
    course.schedule_first(Stride(Walker.TROGHAMMER, course.draw_movement().path), Settle())


def schedule_walks(course: StateBuilder, card: MovementCard) -> tuple[Stride, ...]:
    """The walks of a movement card: the knights one after the other, the Troghammer last, then the archer.

    Rules trogdor:knight-1, trogdor:archer-1, trogdor:ruling-44, trogdor:ruling-51.
    """
    who = (*(walker for walker, _ in walkers(course.board)), Walker.ARCHER)
    return tuple(Stride(walker, card.path) for walker in who)
