"""The functions of the game record: who acts, what an action does, what is seen, how it ended.

An action is carried out from task to task (docs/decisions/game-state.md), up to the next question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from engine.core import Outcome, Seat, Step
from engine.deck import Deck
from engine.rng import Rng, SeededRng, shuffle_items
from engine.trogdor import effects, items
from engine.trogdor.board import Direction, Walker
from engine.trogdor.burning import bottle, lose, run_peasants, scorch
from engine.trogdor.cards import TIMING, Card
from engine.trogdor.damage import hurt, protect, rage, strike
from engine.trogdor.events import (
    CardDrawn,
    EffectUsed,
    Event,
    Finished,
    GameEnded,
    HammerDrawn,
    ItemKept,
    MovementDrawn,
    PeasantLit,
    PeasantRan,
    RageBegan,
    TurnBegan,
    Walked,
)
from engine.trogdor.land import (
    begin_land,
    best_direction,
    march,
    settle,
    spawn,
    spawn_choices,
    spawn_number,
    spawn_peasants,
    stride,
    summon,
    turn_peasants,
)
from engine.trogdor.legality import legal
from engine.trogdor.model import (
    Action,
    DrawCard,
    EndTurn,
    LandTurn,
    LieDown,
    MarchPeasants,
    Phase,
    Rage,
    Runners,
    Scorch,
    Settle,
    SpawnPeasants,
    State,
    Stride,
    Strike,
    Summon,
    Verb,
    View,
    card_of,
)
from engine.trogdor.refusals import refusal
from engine.trogdor.state_builder import StateBuilder
from engine.trogdor.trades import drop_hand, prefer, trade
from engine.trogdor.turns import act, begin_turn, choose, draw_card, end_turn, next_seat


def to_act(state: State) -> frozenset[Seat]:
    """The active player, also for every question that comes up in his turn (Rule trogdor:turn-1)."""
    return frozenset() if state.outcome is not None else frozenset({state.turn.seat})


def apply(state: State, seat: Seat, action: Action, rng: Rng) -> Step[State, Event]:
    """The state in which somebody is asked again, and what happened until then; raises `IllegalAction`."""
    steps = unfold(state, seat, action, rng)
    return Step(steps[-1][0], tuple(event for _, events in steps for event in events))


def unfold(state: State, seat: Seat, action: Action, rng: Rng) -> tuple[tuple[State, tuple[Event, ...]], ...]:
    """The same step by step: each state on the way with what had just happened; raises `IllegalAction`."""
    if action not in legal(state, seat):
        raise refusal(state, seat, action)
    return tuple(unfold_legal(state, seat, action, rng))


def outcome(state: State) -> Outcome | None:
    """Victory, petite victory or defeat; none while it runs (Rules trogdor:win-1, trogdor:defeat-1)."""
    return state.outcome


def view(state: State, _viewer: Seat | None) -> View:
    """Everything but the order of the decks; everybody sees the same (Rule trogdor:ruling-5)."""
    seats = len(state.players)
    land = state.land
    return View(
        house=state.house,
        board=state.board,
        players=state.players,
        order=tuple((state.first + step) % seats for step in range(seats)),
        turn=state.turn,
        phase=state.phase,
        to_act=to_act(state),
        offer=state.offer,
        deed=state.deed,
        land=land,
        card=None if land is None else card_of(state.house, land.card),
        pile=len(state.trog.pile),
        discards=state.trog.discards,
        movement_pile=len(state.movement.pile),
        movement_discards=len(state.movement.discards),
        struck=state.struck,
        wanted=spawn_number(state) if state.phase is Phase.SPAWN else 0,
        outcome=state.outcome,
        coming=tuple(sorted(state.movement.pile or state.movement.discards)),
    )


# The land's last turn step by step, for a film of it


Frame = tuple[View, tuple[Event, ...]]
"""What is seen, and what has just happened."""

Line = tuple[State, Seat, Action, SeededRng]
"""A line of a game about to be played, with the chance it draws from."""


def land_frames(lines: Sequence[Line]) -> tuple[Frame, ...]:
    """The last phase two of a game with all that follows until the next turn has begun or the game is over.

    The first frame shows the board before it, without events; nothing comes back if the land had no turn
    yet. A turn that waits for an answer ends where it waits.
    """
    last: list[Frame] = []
    for state, seat, action, rng in reversed(lines):
        steps = unfold(state, seat, action, SeededRng(rng.seed, rng.counter))
        drawn = next((at for at, (_, events) in enumerate(steps) if _has(events, MovementDrawn)), None)
        if drawn is None:
            last = [*_frames(steps), *last]
            continue
        before = steps[drawn - 1][0] if drawn else state
        return ((view(before, None), ()), *_until_over([*_frames(steps[drawn:]), *last]))
    return ()


def _frames(steps: Iterable[tuple[State, tuple[Event, ...]]]) -> list[Frame]:
    return [(view(state, None), events) for state, events in steps]


def _until_over(frames: Sequence[Frame]) -> tuple[Frame, ...]:
    """The frames up to the one in which the next turn begins, or all that there are."""
    ends = (at for at, (_, events) in enumerate(frames) if _has(events, TurnBegan, GameEnded))
    return tuple(frames[: next(ends, len(frames)) + 1])


def _has(events: Iterable[Event], *kinds: type) -> bool:
    return any(isinstance(event, kinds) for event in events)


# What nobody at the table can know: the order of the two draw piles


def reveals(event: Event) -> bool:
    """Whether a card came off a pile, or somebody went the way of one (Rule trogdor:undo-1).

    Each peasant who catches fire runs by a card of his own, the Troghammer walks by his, and Path o'
    Burnination draws one as it is used. Troghammer cards that are shuffled in, and a pile that is made of
    its discards, show nothing until something is drawn.
    """
    match event:
        case CardDrawn() | HammerDrawn() | MovementDrawn() | PeasantLit() | PeasantRan() | RageBegan():
            return True
        case EffectUsed(card=card):
            return card is Card.PATH_O_BURNINATION
        case Walked(who=who):
            return who is Walker.TROGHAMMER
        case _:
            return False


def reshuffle(state: State, rng: Rng) -> State:
    """The state with both draw piles in a new order (Rule trogdor:fork-1).

    Which cards are in them can be counted by everybody, where they are by nobody: the Troghammer cards, too,
    are shuffled into the whole pile. A card that was drawn lies open, even while its path is still walked.
    """
    return replace(state, trog=_shuffle_pile(state.trog, rng), movement=_shuffle_pile(state.movement, rng))


def _shuffle_pile(deck: Deck, rng: Rng) -> Deck:
    return Deck(shuffle_items(deck.pile, rng), deck.discards)


# From an action to the next question: the action itself, then all that follows of its own accord


ASKING: Final = frozenset({Phase.SHIELD, Phase.TRINKET, Phase.FLASK, Phase.POUCH, Phase.SPAWN})
"""The questions that interrupt; a table can wait in them for days, in the middle of a card."""

TASKS: Final[dict[type, Callable[[StateBuilder, Any], None]]] = {
    DrawCard: draw_card,
    Summon: summon,
    Settle: settle,
    Stride: stride,
    Strike: strike,
    LieDown: effects.lie_down,
    Runners: run_peasants,
    Scorch: scorch,
    LandTurn: begin_land,
    SpawnPeasants: spawn_peasants,
    MarchPeasants: march,
    EndTurn: end_turn,
    Rage: rage,
}
"""What each task does."""


def unfold_legal(
    state: State, seat: Seat, action: Action, rng: Rng
) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """Every state that a legal action goes through, each with what has just happened; the last is the result.

    Some states in between have no events: a knight on his way.
    """
    course = StateBuilder(state, rng)
    _start_action(course, seat, action)
    yield from _steps(course)


def open_first_turn(state: State, rng: Rng) -> State:
    """The state in which the first player is asked, from one where only the deal is done."""
    course = StateBuilder(state, rng)
    begin_turn(course, state.first, 0)
    for _ in _steps(course):
        pass
    return course.state


def _steps(course: StateBuilder) -> Iterator[tuple[State, tuple[Event, ...]]]:
    yield _step_so_far(course)
    while not course.is_over:
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
        yield _step_so_far(course)


def _step_so_far(course: StateBuilder) -> tuple[State, tuple[Event, ...]]:
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


def finish(course: StateBuilder) -> None:
    """The actions are over, points may be left; a card's effect after them comes, then the land.

    Rules trogdor:act-1, trogdor:turn-1, trogdor:ruling-10, trogdor:ruling-15, trogdor:ruling-33.
    """
    turn = course.turn
    if course.state.phase is Phase.ACT:
        course.record(Finished(turn.seat, turn.points))
        course.change_turn(points=0)
        if turn.card is not None and not turn.plain and TIMING[turn.card] == "after":
            course.change(phase=Phase.AFTER)
            if effects.targets(course.state):
                return
    course.change(phase=Phase.LAND)
    course.schedule_first(LandTurn())


def _start_action(course: StateBuilder, seat: Seat, action: Action) -> None:
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


def _answer(course: StateBuilder, action: Action) -> None:
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


def _answer_interrupted(course: StateBuilder, *, yes: bool) -> None:
    """The Shield and the Trinket answer a strike, the Flask the end of a run."""
    task, *todo = course.state.todo
    course.change(todo=tuple(todo))
    if not yes:
        _keep_item(course)
    if isinstance(task, Strike):
        (protect if yes else hurt)(course, task)
    elif isinstance(task, Runners):
        (bottle if yes else lose)(course, task)


def _keep_item(course: StateBuilder) -> None:
    course.record(ItemKept(course.turn.seat, course.player.item))


def _decide_for_who_left(course: StateBuilder) -> None:
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


def _leave(course: StateBuilder, seat: Seat) -> None:
    """A player leaves; without anybody the game is lost (Rule trogdor:leave-1)."""
    drop_hand(course, seat)
    if all(player.gone for player in course.state.players):
        course.end("defeat", "left")


def _pass_on(course: StateBuilder) -> None:
    """The turn of somebody who has left: before he has chosen a card it just passes on, then the land is on.

    Rule trogdor:leave-1.
    """
    if course.turn.card is None:
        course.change(trog=course.state.trog.with_discards(*course.player.hand))
        course.change_player(course.turn.seat, hand=())
        begin_turn(course, next_seat(course.state), course.turn.bonus)
    else:
        course.change_turn(points=0)
        course.change(phase=Phase.LAND)
        course.schedule_first(LandTurn())
