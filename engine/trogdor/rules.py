"""The functions of the game record: who acts, what an action does, what is seen, how it ended."""

from __future__ import annotations

from engine.core import Outcome, Seat, Step
from engine.rng import Rng
from engine.trogdor.events import Event
from engine.trogdor.land import spawn_number
from engine.trogdor.legality import legal
from engine.trogdor.model import Action, Phase, State, View
from engine.trogdor.movement import card_of
from engine.trogdor.refusals import refusal
from engine.trogdor.resolve import unfolded


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
    return tuple(unfolded(state, seat, action, rng))


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
