"""The knights, the Troghammer and the archer: they walk, mend, hurt and shoot."""

from __future__ import annotations

from engine.trogdor.board import SIZE, Square, Walker, shot_line, wrapped
from engine.trogdor.cards import Keeper
from engine.trogdor.course import Course
from engine.trogdor.events import ArrowShot, CottageMended, HammerEntered, Walked
from engine.trogdor.model import MovementCard, Settle, Stride, Strike, Summon, Walk
from engine.trogdor.position import KNIGHTS, walkers, without_one


def place_of(course: Course, who: Walker) -> Square:
    """Where a knight or the archer is."""
    return course.board.archer if who is Walker.ARCHER else dict(walkers(course.board))[who]


def put(course: Course, who: Walker, square: Square) -> None:
    """A knight or the archer stands somewhere else."""
    if who is Walker.ARCHER:
        course.change_board(archer=square)
    elif who is Walker.TROGHAMMER:
        course.change_board(troghammer=square)
    else:
        at, knights = KNIGHTS.index(who), course.board.knights
        course.change_board(knights=(*knights[:at], square, *knights[at + 1 :]))


def stride(course: Course, task: Stride) -> None:
    """One square further on a path; what a knight enters he mends, and Trogdor there is hurt.

    A knight who starts beside Trogdor on one square does not hurt him, one who comes back would again (Rules
    trogdor:knight-1, trogdor:knight-2, trogdor:knight-3, trogdor:archer-1, trogdor:ruling-9,
    trogdor:ruling-44).
    """
    if not task.trodden:
        start = place_of(course, task.who)
        course.first(Stride(task.who, task.steps, (start,)))
        _mend(course, task.who, start)
    elif task.steps:
        square = wrapped(task.trodden[-1], task.steps[0])
        put(course, task.who, square)
        course.first(Stride(task.who, task.steps[1:], (*task.trodden, square)))
        _mend(course, task.who, square)
        if square == course.board.trogdor and task.who is not Walker.ARCHER:
            course.first(Strike(task.who))
    else:
        _stop(course, task)


def _mend(course: Course, who: Walker, square: Square) -> None:
    """A knight puts out a burning cottage where he starts, passes or stops.

    Not in Worchex's turn, nor against the table's option (Rules trogdor:knight-2, trogdor:keeper-worchex,
    trogdor:ruling-44).
    """
    idle = who is Walker.ARCHER or course.has_power(Keeper.WORCHEX)
    spared = course.state.house.hammer_mends and who is not Walker.TROGHAMMER
    if square in course.board.aflame and not idle and not spared:
        course.change_board(aflame=without_one(course.board.aflame, square))
        course.tell(CottageMended(who, square))
        course.note(mended=(square,))


def _stop(course: Course, task: Stride) -> None:
    walk = Walk(task.who, task.trodden)
    course.tell(Walked(task.who, task.trodden))
    course.note(**{"walks" if course.in_land_turn else "hammer": (walk,)})
    if task.who is Walker.ARCHER:
        _shoot(course, task.trodden)


def _shoot(course: Course, trodden: tuple[Square, ...]) -> None:
    """Forward and backward along his last step, the whole row or column but his own square.

    Nothing stops the arrow (Rules trogdor:archer-2, trogdor:ruling-45).
    """
    before, here = trodden[-2:]
    line = shot_line(here, vertical=before % SIZE == here % SIZE)
    hit = course.board.trogdor in line
    course.tell(ArrowShot(here, line, hit))
    course.note(line=line)
    if hit:
        course.first(Strike(Walker.ARCHER))


def summon(course: Course, _task: Summon) -> None:
    """The Troghammer comes onto his field of the map, or walks the path of a movement card.

    Coming in hurts nobody and mends nothing (Rules trogdor:hammer-2, trogdor:ruling-8, trogdor:ruling-56).
    """
    if course.board.troghammer is None:
        entry = course.state.house.entry
        course.change_board(troghammer=entry)
        course.tell(HammerEntered(entry))
        course.first(Settle())
    else:
        _walk_hammer(course)


def settle(course: Course, _task: Settle) -> None:
    """On another knight or the archer he does not stay, but walks on by a card of its own.

    Rules trogdor:hammer-3, trogdor:ruling-8, trogdor:ruling-9.
    """
    board = course.board
    if board.troghammer in (*board.knights, board.archer):
        _walk_hammer(course)


def _walk_hammer(course: Course) -> None:
    course.first(Stride(Walker.TROGHAMMER, course.draw_movement().path), Settle())


def everybody(course: Course, card: MovementCard) -> tuple[Stride, ...]:
    """The walks of a movement card: the knights one after the other, the Troghammer last, then the archer.

    Rules trogdor:knight-1, trogdor:archer-1, trogdor:ruling-44, trogdor:ruling-51.
    """
    who = (*(walker for walker, _ in walkers(course.board)), Walker.ARCHER)
    return tuple(Stride(walker, card.path) for walker in who)
