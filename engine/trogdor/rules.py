"""The rules of Trogdor!!: turns, the effect of an action, the view, and the end.

An action is carried out task by task (docs/decisions/game-state.md), up to the next pending decision.
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
    """The active player, who also makes every decision during the turn; none after the end.

    Rule trogdor:turn-1.
    """
    return frozenset() if state.outcome is not None else frozenset({state.turn.seat})


def apply(state: State, seat: Seat, action: Action, rng: Rng) -> Step[State, Event]:
    """Carry out an action up to the next pending decision; raises `IllegalAction`."""
    steps = unfold(state, seat, action, rng)
    return Step(steps[-1][0], tuple(event for _, events in steps for event in events))


def unfold(state: State, seat: Seat, action: Action, rng: Rng) -> tuple[tuple[State, tuple[Event, ...]], ...]:
    """Each state on the way of an action with its new events; raises `IllegalAction`."""
    if action not in legal(state, seat):
        raise refusal(state, seat, action)
    return tuple(unfold_legal(state, seat, action, rng))


def outcome(state: State) -> Outcome | None:
    """How the game ended; None while it runs (Rules trogdor:win-1, trogdor:defeat-1)."""
    return state.outcome


def view(state: State, _viewer: Seat | None) -> View:
    """The view: everything but the order of the decks, the same for everyone (Rule trogdor:ruling-5)."""
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


# The last turn step by step, for a film


Frame = tuple[View, tuple[Event, ...]]
"""A view, and the events just before it."""

Line = tuple[State, Seat, Action, SeededRng]
"""A line about to be played: state, seat, action, and its source of chance."""


def land_frames(lines: Sequence[Line]) -> tuple[Frame, ...]:
    """The frames of the game's last phase two, until the next turn begins or the game ends.

    The first frame shows the board before it, without events; empty if the land had no turn yet. A turn with
    a pending decision ends there.
    """
    last: list[Frame] = []
    for state, seat, action, rng in reversed(lines):
        steps = unfold(state, seat, action, SeededRng(rng.seed, rng.counter))
        drawn = next((index for index, (_, events) in enumerate(steps) if _has(events, MovementDrawn)), None)
        if drawn is None:
            last = [*_frames(steps), *last]
            continue
        before = steps[drawn - 1][0] if drawn else state
        return ((view(before, None), ()), *_until_over([*_frames(steps[drawn:]), *last]))
    return ()


def turn_frames(lines: Sequence[Line]) -> tuple[Frame, ...]:
    """The frames of the last turn that is over: its player's actions, the land's, and what began the next.

    The first frame shows the board before it, without events; empty if no turn is over.
    """
    over, first = list[Frame](), None
    for state, seat, action, rng in reversed(lines):
        frames = _frames(unfold(state, seat, action, SeededRng(rng.seed, rng.counter)))
        is_end = any(_has(events, TurnBegan, GameEnded) for _, events in frames)
        if is_end and over:
            return ((frames[-1][0], ()), *over)
        if is_end or over:
            over, first = [*frames, *over], state
    return () if first is None else ((view(first, None), ()), *over)


def _frames(steps: Iterable[tuple[State, tuple[Event, ...]]]) -> list[Frame]:
    return [(view(state, None), events) for state, events in steps]


def _until_over(frames: Sequence[Frame]) -> tuple[Frame, ...]:
    """The frames up to the one in which the next turn begins, or all."""
    ends = (index for index, (_, events) in enumerate(frames) if _has(events, TurnBegan, GameEnded))
    return tuple(frames[: next(ends, len(frames)) + 1])


def _has(events: Iterable[Event], *kinds: type) -> bool:
    return any(isinstance(event, kinds) for event in events)


# Hidden information: the order of the two draw piles


def reveals(event: Event) -> bool:
    """Whether an event shows a card off a pile: drawn, or walked as a path (Rule trogdor:undo-1).

    Each peasant who catches fire runs by a card of his own, the Troghammer walks by his, and Path o'
    Burnination draws one as it is used. Shuffling Troghammer cards in, or refilling a pile from its discards,
    reveals nothing until a card is drawn.
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

    Everyone can count which cards are in them, but not know where: even Troghammer cards are shuffled into
    the whole pile. A drawn card is open, even while its path is still being walked.
    """
    return replace(state, trog=_shuffle_pile(state.trog, rng), movement=_shuffle_pile(state.movement, rng))


def _shuffle_pile(deck: Deck, rng: Rng) -> Deck:
    return Deck(shuffle_items(deck.pile, rng), deck.discards)


# Carrying out an action, up to the next decision


ASKING: Final = frozenset({Phase.SHIELD, Phase.TRINKET, Phase.FLASK, Phase.POUCH, Phase.SPAWN})
"""The phases of decisions that interrupt; a table can wait in them for days, during an effect."""

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
"""The function of each task."""


def unfold_legal(
    state: State, seat: Seat, action: Action, rng: Rng
) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """Every state on the way of a legal action with its new events; the last is the result.

    Some states in between have no events: a knight on his way.
    """
    builder = StateBuilder(state, rng)
    _start_action(builder, seat, action)
    yield from _steps(builder)


def open_first_turn(state: State, rng: Rng) -> State:
    """The state of the first player's first decision, from one where only the cards are dealt."""
    builder = StateBuilder(state, rng)
    begin_turn(builder, state.first, 0)
    for _ in _steps(builder):
        pass
    return builder.state


def _steps(builder: StateBuilder) -> Iterator[tuple[State, tuple[Event, ...]]]:
    yield _step_so_far(builder)
    while not builder.is_over:
        if builder.state.phase in ASKING:
            if not builder.player.gone:
                return
            _decide_for_who_left(builder)
        elif builder.state.todo:
            task, *todo = builder.state.todo
            builder.change(todo=tuple(todo))
            TASKS[type(task)](builder, task)
        elif builder.player.gone:
            _pass_on(builder)
        elif _nothing_left_to_do(builder.state):
            finish(builder)
        else:
            return
        yield _step_so_far(builder)


def _step_so_far(builder: StateBuilder) -> tuple[State, tuple[Event, ...]]:
    events = tuple(builder.events)
    builder.events.clear()
    return builder.state, events


def _nothing_left_to_do(state: State) -> bool:
    """Whether the turn ends automatically after its last effect: no item could still be used."""
    turn = state.turn
    if turn.card is None or not turn.effect or turn.plain or items.targets(state):
        return False
    path = state.phase is Phase.ACT and turn.card is Card.PATH_O_BURNINATION
    return path or state.phase is Phase.AFTER


def finish(builder: StateBuilder) -> None:
    """End the actions, even with points left; then the card's effect after the actions, then the land.

    Rules trogdor:act-1, trogdor:turn-1, trogdor:ruling-10, trogdor:ruling-15, trogdor:ruling-33.
    """
    turn = builder.turn
    if builder.state.phase is Phase.ACT:
        builder.record(Finished(turn.seat, turn.points))
        builder.change_turn(points=0)
        if turn.card is not None and not turn.plain and TIMING[turn.card] == "after":
            builder.change(phase=Phase.AFTER)
            if effects.targets(builder.state):
                return
    builder.change(phase=Phase.LAND)
    builder.schedule_first(LandTurn())


def _start_action(builder: StateBuilder, seat: Seat, action: Action) -> None:
    match action.verb:
        case Verb.PLAY | Verb.DISCARD:
            if action.card is not None:
                choose(builder, action.card, plain=action.verb is Verb.DISCARD)
        case Verb.STEP | Verb.TUNNEL | Verb.CHOMP | Verb.BURN | Verb.HIDE:
            act(builder, action)
        case Verb.CARD:
            effects.use_effect(builder, action)
        case Verb.ITEM:
            items.use_item(builder, action)
        case Verb.FINISH:
            finish(builder)
        case Verb.YES | Verb.NO | Verb.POUCH | Verb.SPAWN:
            _answer(builder, action)
        case Verb.PREFER:
            prefer(builder, seat, action)
        case Verb.LEAVE:
            _leave(builder, seat)
        case _:
            trade(builder, seat, action)


def _answer(builder: StateBuilder, action: Action) -> None:
    """Answer a decision that interrupted, and continue what was interrupted (Rule trogdor:prefer-1)."""
    asked, back = builder.state.phase, builder.state.back
    builder.change(phase=back or Phase.LAND, back=None)
    if asked is Phase.SPAWN:
        spawn(builder, action.squares)
    elif asked is Phase.POUCH:
        if action.verb is Verb.POUCH:
            turn_peasants(builder, action.direction or Direction.NORTH)
        else:
            _keep_item(builder)
    else:
        _answer_interrupted(builder, yes=action.verb is Verb.YES)


def _answer_interrupted(builder: StateBuilder, *, yes: bool) -> None:
    """Answer for the Shield or Trinket (a strike), or the Flask (the end of a run)."""
    task, *todo = builder.state.todo
    builder.change(todo=tuple(todo))
    if not yes:
        _keep_item(builder)
    if isinstance(task, Strike):
        (protect if yes else hurt)(builder, task)
    elif isinstance(task, Runners):
        (bottle if yes else lose)(builder, task)


def _keep_item(builder: StateBuilder) -> None:
    builder.record(ItemKept(builder.turn.seat, builder.player.item))


def _decide_for_who_left(builder: StateBuilder) -> None:
    """Decide for a player who has just left, as in mode `auto` (Rule trogdor:leave-1)."""
    phase = builder.state.phase
    if phase is Phase.SPAWN:
        _answer(builder, Action(Verb.SPAWN, squares=spawn_choices(builder.state)[0]))
    elif phase is Phase.POUCH:
        best = best_direction(builder)
        stays = best is builder.state.land_direction
        _answer(builder, Action(Verb.NO) if stays else Action(Verb.POUCH, direction=best))
    else:
        _answer(builder, Action(Verb.YES))


def _leave(builder: StateBuilder, seat: Seat) -> None:
    """Let a player leave; without any player the game is lost (Rule trogdor:leave-1)."""
    drop_hand(builder, seat)
    if all(player.gone for player in builder.state.players):
        builder.end("defeat", "left")


def _pass_on(builder: StateBuilder) -> None:
    """End the turn of a player who has left: before choosing a card it just passes, later the land follows.

    Rule trogdor:leave-1.
    """
    if builder.turn.card is None:
        builder.change(trog=builder.state.trog.with_discards(*builder.player.hand))
        builder.change_player(builder.turn.seat, hand=())
        begin_turn(builder, next_seat(builder.state), builder.turn.bonus)
    else:
        builder.change_turn(points=0)
        builder.change(phase=Phase.LAND)
        builder.schedule_first(LandTurn())
