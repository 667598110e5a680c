"""From an action to the next question: the action itself, then all that follows of its own accord."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from engine.core import Seat
from engine.rng import Rng
from engine.trogdor import effects, items
from engine.trogdor.board import Direction
from engine.trogdor.burning import bottle, lose, run, scorch
from engine.trogdor.cards import TIMING, Card
from engine.trogdor.course import Course
from engine.trogdor.damage import hurt, protect, strike
from engine.trogdor.events import Event, Finished, ItemKept
from engine.trogdor.knights import settle, stride, summon
from engine.trogdor.land import (
    begin_land,
    best_direction,
    march,
    spawn,
    spawn_choices,
    spawn_peasants,
    turn_peasants,
)
from engine.trogdor.model import Action, Phase, State, Verb
from engine.trogdor.rage import rage
from engine.trogdor.tasks import (
    DrawCard,
    EndTurn,
    LandTurn,
    LieDown,
    MarchPeasants,
    Rage,
    Runners,
    Scorch,
    Settle,
    SpawnPeasants,
    Stride,
    Strike,
    Summon,
)
from engine.trogdor.trades import drop_hand, prefer, trade
from engine.trogdor.turns import act, begin_turn, choose, draw_card, end_turn, next_seat

ASKING: Final = frozenset({Phase.SHIELD, Phase.TRINKET, Phase.FLASK, Phase.POUCH, Phase.SPAWN})
"""The questions that interrupt; a table can wait in them for days, in the middle of a card."""

TASKS: Final[dict[type, Callable[[Course, Any], None]]] = {
    DrawCard: draw_card,
    Summon: summon,
    Settle: settle,
    Stride: stride,
    Strike: strike,
    LieDown: effects.lie_down,
    Runners: run,
    Scorch: scorch,
    LandTurn: begin_land,
    SpawnPeasants: spawn_peasants,
    MarchPeasants: march,
    EndTurn: end_turn,
    Rage: rage,
}
"""What each task does."""


def unfolded(state: State, seat: Seat, action: Action, rng: Rng) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """Every state that a legal action goes through, each with what has just happened; the last is the result.

    Some states in between have no events: a knight on his way.
    """
    course = Course(state, rng)
    _do(course, seat, action)
    yield from _steps(course)


def opened(state: State, rng: Rng) -> State:
    """The state in which the first player is asked, from one where only the deal is done."""
    course = Course(state, rng)
    begin_turn(course, state.first, 0)
    for _ in _steps(course):
        pass
    return course.state


def _steps(course: Course) -> Iterator[tuple[State, tuple[Event, ...]]]:
    yield _told(course)
    while not course.over:
        if course.state.phase in ASKING:
            if not course.player.gone:
                return
            _decide_for_who_left(course)
        elif course.state.todo:
            task, *todo = course.state.todo
            course.change(todo=tuple(todo))
            TASKS[type(task)](course, task)
        elif course.player.gone:
            _pass_on(course)
        elif _nothing_left_to_do(course.state):
            finish(course)
        else:
            return
        yield _told(course)


def _told(course: Course) -> tuple[State, tuple[Event, ...]]:
    events = tuple(course.events)
    course.events.clear()
    return course.state, events


def _nothing_left_to_do(state: State) -> bool:
    """After its last effect a turn ends by itself, unless an item could still be used."""
    turn = state.turn
    if turn.card is None or not turn.effect or turn.plain or items.targets(state):
        return False
    path = state.phase is Phase.ACT and turn.card is Card.PATH_O_BURNINATION
    return path or state.phase is Phase.AFTER


def finish(course: Course) -> None:
    """The actions are over, points may be left; a card's effect after them comes, then the land.

    Rules trogdor:act-1, trogdor:turn-1, trogdor:ruling-10, trogdor:ruling-15, trogdor:ruling-33.
    """
    turn = course.turn
    if course.state.phase is Phase.ACT:
        course.tell(Finished(turn.seat, turn.points))
        course.change_turn(points=0)
        if turn.card is not None and not turn.plain and TIMING[turn.card] == "after":
            course.change(phase=Phase.AFTER)
            if effects.targets(course.state):
                return
    course.change(phase=Phase.LAND)
    course.first(LandTurn())


def _do(course: Course, seat: Seat, action: Action) -> None:
    match action.verb:
        case Verb.PLAY | Verb.DISCARD:
            if action.card is not None:
                choose(course, action.card, plain=action.verb is Verb.DISCARD)
        case Verb.STEP | Verb.TUNNEL | Verb.CHOMP | Verb.BURN | Verb.HIDE:
            act(course, action)
        case Verb.CARD:
            effects.use_effect(course, action)
        case Verb.ITEM:
            items.use_item(course, action)
        case Verb.FINISH:
            finish(course)
        case Verb.YES | Verb.NO | Verb.POUCH | Verb.SPAWN:
            _answer(course, action)
        case Verb.PREFER:
            prefer(course, seat, action)
        case Verb.LEAVE:
            _leave(course, seat)
        case _:
            trade(course, seat, action)


def _answer(course: Course, action: Action) -> None:
    """The answer to a question that interrupted; what was under way goes on (Rule trogdor:prefer-1)."""
    asked, back = course.state.phase, course.state.back
    course.change(phase=back or Phase.LAND, back=None)
    if asked is Phase.SPAWN:
        spawn(course, action.squares)
    elif asked is Phase.POUCH:
        if action.verb is Verb.POUCH:
            turn_peasants(course, action.direction or Direction.NORTH)
        else:
            _keep_item(course)
    else:
        _answer_interrupted(course, yes=action.verb is Verb.YES)


def _answer_interrupted(course: Course, *, yes: bool) -> None:
    """The Shield and the Trinket answer a strike, the Flask the end of a run."""
    task, *todo = course.state.todo
    course.change(todo=tuple(todo))
    if not yes:
        _keep_item(course)
    if isinstance(task, Strike):
        (protect if yes else hurt)(course, task)
    elif isinstance(task, Runners):
        (bottle if yes else lose)(course, task)


def _keep_item(course: Course) -> None:
    course.tell(ItemKept(course.turn.seat, course.player.item))


def _decide_for_who_left(course: Course) -> None:
    """An open question of somebody who has just left is answered as if by itself (Rule trogdor:leave-1)."""
    phase = course.state.phase
    if phase is Phase.SPAWN:
        _answer(course, Action(Verb.SPAWN, squares=spawn_choices(course.state)[0]))
    elif phase is Phase.POUCH:
        best = best_direction(course)
        stays = best is course.state.land_direction
        _answer(course, Action(Verb.NO) if stays else Action(Verb.POUCH, direction=best))
    else:
        _answer(course, Action(Verb.YES))


def _leave(course: Course, seat: Seat) -> None:
    """A player leaves; without anybody the game is lost (Rule trogdor:leave-1)."""
    drop_hand(course, seat)
    if all(player.gone for player in course.state.players):
        course.end("defeat", "left")


def _pass_on(course: Course) -> None:
    """The turn of somebody who has left: before he has chosen a card it just passes on, then the land is on.

    Rule trogdor:leave-1.
    """
    if course.turn.card is None:
        course.change(trog=course.state.trog.discarding(*course.player.hand))
        course.change_player(course.turn.seat, hand=())
        begin_turn(course, next_seat(course.state), course.turn.bonus)
    else:
        course.change_turn(points=0)
        course.change(phase=Phase.LAND)
        course.first(LandTurn())
