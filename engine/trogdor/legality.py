"""Everything that a seat can do in a state."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core import Seat
from engine.trogdor import effects, items
from engine.trogdor.board import (
    DIAGONAL,
    ORTHOGONAL,
    Direction,
    Square,
    TileKind,
    next_square,
    next_square_wrapped,
)
from engine.trogdor.cards import Card, Keeper
from engine.trogdor.land import spawn_choices
from engine.trogdor.model import Action, Phase, State, TargetKind, Verb, View
from engine.trogdor.position import can_burn_cottage, can_burn_here, mountains, tunnels
from engine.trogdor.trades import prefer_actions, trade_actions
from engine.trogdor.turns import is_open


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """The actions open to a seat: the active player's first, then trades, settings, and leaving.

    Rules trogdor:turn-1, trogdor:leave-1.
    """
    if state.outcome is not None or state.players[seat].gone:
        return ()
    own = tuple(_answers(state)) if seat == state.turn.seat else ()
    return (*own, *trade_actions(state, seat), *prefer_actions(state, seat), Action(Verb.LEAVE))


def _answers(state: State) -> Iterator[Action]:
    """The answers to what the active player is asked."""
    match state.phase:
        case Phase.CHOOSE:
            for card in dict.fromkeys(state.players[state.turn.seat].hand):
                yield Action(Verb.PLAY, card=card)
                yield Action(Verb.DISCARD, card=card)
        case Phase.ACT | Phase.AFTER:
            yield from _turn_actions(state)
        case Phase.SHIELD | Phase.TRINKET | Phase.FLASK:
            yield Action(Verb.YES)
            yield Action(Verb.NO)
        case Phase.POUCH:
            yield from _pouch(state)
        case Phase.SPAWN:
            for squares in spawn_choices(state):
                yield Action(Verb.SPAWN, squares=squares)
        case _:
            return


def _pouch(state: State) -> Iterator[Action]:
    """The three other ways; the printed one is no choice (Rule trogdor:ruling-57)."""
    for direction in ORTHOGONAL:
        if direction is not state.land_direction:
            yield Action(Verb.POUCH, direction=direction)
    yield Action(Verb.NO)


def _turn_actions(state: State) -> Iterator[Action]:
    """Actions that cost points, the card's effect, the item, and the end of it."""
    if is_open(state) and state.turn.points:
        yield from _point_actions(state)
    for squares, what in effects.targets(state):
        yield Action(Verb.CARD, squares=squares, what=what)
    for squares, what in items.targets(state):
        yield Action(Verb.ITEM, squares=squares, what=what)
    if not must_scorch(state):
        yield Action(Verb.FINISH)


def must_scorch(state: State) -> bool:
    """Whether Path o' Burnination was chosen and not walked yet (Rule trogdor:ruling-50d)."""
    turn = state.turn
    return turn.card is Card.PATH_O_BURNINATION and not turn.plain and not turn.effect


def _point_actions(state: State) -> Iterator[Action]:
    board = state.board
    for direction, _ in steps(state):
        yield Action(Verb.STEP, direction=direction)
    for target in tunnel_ends(state):
        yield Action(Verb.TUNNEL, squares=(target,))
    here = board.trogdor
    if here in board.peasants:
        yield Action(Verb.CHOMP)
    if can_burn_here(state, here):
        yield Action(Verb.BURN)
    if here in board.peasants:
        yield Action(Verb.BURN, what=TargetKind.PEASANT)
    if can_burn_cottage(board, here):
        yield Action(Verb.BURN, what=TargetKind.COTTAGE)
    if can_hide(state):
        yield Action(Verb.HIDE)


def moves_diagonally(state: State | View) -> bool:
    """Cranjegg, or Consummate V's (Rules trogdor:keeper-cranjegg, trogdor:card-consummate-vs)."""
    return _has_power(state, Keeper.CRANJEGG) or _has_effect_of(state, Card.CONSUMMATE_VS)


def moves_round_edges(state: State | View) -> bool:
    """Stonklar, or Wraparound (Rules trogdor:keeper-stonklar, trogdor:card-wraparound)."""
    return _has_power(state, Keeper.STONKLAR) or _has_effect_of(state, Card.WRAPAROUND)


def steps(state: State | View) -> Iterator[tuple[Direction, Square]]:
    """Where Trogdor can step; both powers of movement combine (Rules trogdor:move-1, trogdor:ruling-25)."""
    for direction in (*ORTHOGONAL, *(DIAGONAL if moves_diagonally(state) else ())):
        if moves_round_edges(state):
            yield direction, next_square_wrapped(state.board.trogdor, direction)
        elif (target := next_square(state.board.trogdor, direction)) is not None:
            yield direction, target


def tunnel_ends(state: State | View) -> tuple[Square, ...]:
    """The other ends of the tunnel; Galgabudge's mountains are ends, too.

    Rules trogdor:tunnel-1, trogdor:keeper-galgabudge, trogdor:ruling-25, trogdor:ruling-50a.
    """
    more = mountains(state.board) if _has_power(state, Keeper.GALGABUDGE) else ()
    ends = sorted((*tunnels(state.board), *more))
    here = state.board.trogdor
    return tuple(end for end in ends if end != here) if here in ends else ()


def can_hide(state: State | View) -> bool:
    """On a mountain; Hegeltha on any tile without a cottage.

    Rules trogdor:hide-1, trogdor:keeper-hegeltha, trogdor:ruling-25.
    """
    kind = state.board.kinds[state.board.trogdor]
    return kind is TileKind.MOUNTAIN or (_has_power(state, Keeper.HEGELTHA) and kind is not TileKind.COTTAGE)


def _has_power(state: State | View, keeper: Keeper) -> bool:
    """Powers hold in one's own turn only (Rule trogdor:powers-1)."""
    return state.players[state.turn.seat].keeper is keeper


def _has_effect_of(state: State | View, card: Card) -> bool:
    return state.turn.card is card and not state.turn.plain
