"""Reasons for and against actions of Trogdor!! are true, each claim checked by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import pytest

from engine.core import Seat
from engine.deck import Deck
from engine.rng import SeededRng
from engine.trogdor import GAME
from engine.trogdor.board import SQUARES, Square
from engine.trogdor.cards import Card
from engine.trogdor.danger import risk
from engine.trogdor.events import (
    CottageBurned,
    Damaged,
    Died,
    Event,
    GameEnded,
    KnightMoved,
    Marched,
    PeasantLit,
    RageBegan,
    Repaired,
    Spared,
    TileBurned,
    TurnBegan,
    Warped,
)
from engine.trogdor.facts import (
    Burns,
    Comes,
    EndsInDanger,
    Finds,
    Gains,
    Gets,
    Heals,
    Holds,
    Keeps,
    Lights,
    Marches,
    MovesKnight,
    Nears,
    NoPointsLeft,
    Parries,
    Rages,
    Reason,
    Riskier,
    Safer,
    Scorches,
    Shields,
    StaysSafe,
    Swaps,
    Torches,
    WalksInto,
    Wastes,
    Wins,
)
from engine.trogdor.model import Action, Phase, State, TargetKind, Verb
from engine.trogdor.position import cottages, walkers
from engine.trogdor.reasons import loss, reasons, step_distance
from tests.engine.selfplay import Decision, decisions

SOME = 8
"""So many of a position's actions are looked at, besides those of a hint."""

RISKS = (Safer, Riskier, EndsInDanger)
"""The reasons that state the chance of a hit after an action."""

DOING = {
    "cottage": Action(Verb.BURN, what=TargetKind.COTTAGE),
    "peasant": Action(Verb.CHOMP),
    "tile": Action(Verb.BURN),
    "hide": Action(Verb.HIDE),
}
"""What can be done where something was found."""


def apply_action(state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after an action, and its events."""
    step = GAME.apply(state, seat, action, SeededRng("reasons"))
    return step.state, step.events


@lru_cache(maxsize=512)
def strike_chance(state: State) -> float:
    """The share of possible cards by which Trogdor is struck, each played by the rules."""
    pile = state.movement.pile or state.movement.discards
    return sum(_struck_by(state, card) for card in pile) / len(pile)


def _struck_by(state: State, card: str) -> bool:
    """Whether anything of the land's turn with this card would strike him, with no item to spare him."""
    rest = list(state.movement.pile or state.movement.discards)
    rest.remove(card)
    players = tuple(replace(player, charged=False) for player in state.players)
    changed = replace(state, players=players, movement=Deck((card, *rest), ()), phase=Phase.ACT)
    changed = replace(changed, turn=replace(changed.turn, points=0, effect=True))
    seat, action = changed.turn.seat, Action(Verb.FINISH)
    for _ in range(30):
        step = GAME.apply(changed, seat, action, SeededRng("land"))
        for event in step.events:
            if isinstance(event, Damaged | Died):
                return True
            if isinstance(event, Spared | TurnBegan | GameEnded):
                return False
        changed = step.state
        action = GAME.legal(changed, seat)[0]
    raise AssertionError("the land's turn does not end")


def _standing_at(state: State, square: Square) -> State:
    return replace(state, board=replace(state.board, trogdor=square))


def holds(decision: Decision, action: Action, reason: Reason) -> bool:  # noqa: C901, PLR0911, PLR0912, PLR0914, PLR0915
    """Whether a reason is true, by the rules."""
    state: State = decision.state
    seat = decision.seat
    after, events = apply_action(state, seat, action)
    board = after.board
    match reason:
        case Wins():
            return any(isinstance(event, GameEnded) and event.why == "won" for event in events)
        case Burns(squares, left):
            burned = {event.square for event in events if isinstance(event, TileBurned)}
            return burned == set(squares) and left == len(SQUARES) - len(board.burned)
        case Torches(square, left):
            lit = [event.square for event in events if isinstance(event, CottageBurned)]
            return square in lit and left == len(cottages(board)) - len(board.aflame)
        case Lights(square, others):
            lit = [event.square for event in events if isinstance(event, PeasantLit)]
            return lit[:1] == [square] and others == len(state.board.peasants) - 1
        case Heals(health, square):
            eaten = square is None or state.board.peasants.count(square) == board.peasants.count(square) + 1
            return eaten and health == board.health == state.board.health + 1
        case Gains(points):
            return after.turn.points == points
        case Keeps(card):
            return card in after.players[seat].hand
        case Gets(card):
            wanted = action.other if action.verb is Verb.TRADE else card
            return card == wanted and (action.verb is Verb.TRADE or card in after.players[seat].hand)
        case Shields(square, chance):
            bare = replace(state, turn=replace(state.turn, card=None, plain=False))
            bare = replace(bare, board=replace(bare.board, hiding=False, trogdor=square))
            safe = action.verb not in (Verb.HIDE, Verb.PLAY) or strike_chance(after) == 0
            return safe and abs(strike_chance(bare) - chance) < 1e-9
        case Safer(square, chance, before) | Riskier(square, chance, before, _):
            less = chance < before if isinstance(reason, Safer) else chance > before
            moved = _with_pieces_moved(decision, action)
            at = square == moved.board.trogdor
            return less and at and _is(strike_chance(moved), chance) and _is(strike_chance(state), before)
        case StaysSafe(square):
            moved = _with_pieces_moved(decision, action)
            return moved.board.trogdor == square and strike_chance(moved) == 0
        case EndsInDanger(square, chance, last, _):
            at = square == state.board.trogdor and last == (state.board.health == 0)
            return at and _is(strike_chance(state), chance)
        case Rages(square):
            began = [event.square for event in events if isinstance(event, RageBegan)]
            return began == [square]
        case Finds(square, what):
            return board.trogdor == square and DOING[what] in GAME.legal(after, seat)
        case Nears(square, what, steps):
            here = _standing_at(replace(state, phase=Phase.ACT, turn=replace(state.turn, points=3)), square)
            nearer = (
                step_distance(board.trogdor, square) == steps < step_distance(state.board.trogdor, square)
            )
            return nearer and DOING[what] in GAME.legal(here, seat)
        case MovesKnight(target):
            return any(isinstance(event, KnightMoved) and event.target == target for event in events)
        case Swaps(squares):
            return any(isinstance(event, Warped) for event in events) and all(
                state.board.kinds[one] is board.kinds[other] for one, other in (squares, squares[::-1])
            )
        case Parries(_):
            return any(isinstance(event, Spared) for event in events)
        case Holds(item):
            return after.players[seat].item is item and after.players[seat].charged
        case Marches(direction, repairs, _):
            return _is_march(after, seat, events, direction, repairs)
        case Comes(squares, repairs):
            return set(squares) <= {*cottages(state.board)} and _is_march(after, seat, events, None, repairs)
        case NoPointsLeft():
            return state.turn.points == 0
        case WalksInto(square, knights):
            there = [who for who, where in walkers(state.board) if where == square]
            hurt = any(isinstance(event, Damaged | Died | Spared) for event in events)
            return len(there) == knights and (hurt or after.phase is Phase.SHIELD)
        case Wastes(points, square, what):
            able = DOING[what] in GAME.legal(state, seat)
            return able and points == state.turn.points and square == state.board.trogdor
        case Scorches(tenths):
            return 0 <= tenths <= 10 * len(SQUARES)


def _is(first: float, second: float) -> bool:
    return abs(first - second) < 1e-9


def _with_pieces_moved(decision: Decision, action: Action) -> State:
    """The state with Trogdor, a knight or two tiles moved as by an action, and nothing else changed."""
    state, _ = apply_action(decision.state, decision.seat, action)
    before: State = decision.state
    if action.verb is Verb.FINISH:
        return before
    return replace(before, board=replace(state.board, hiding=before.board.hiding))


def _is_march(
    state: State, seat: Seat, events: tuple[Event, ...], direction: object, repairs: tuple[Square, ...]
) -> bool:
    """Whether the peasants go this way, and repair at least these tiles."""
    seen = list(events)
    for _ in range(20):
        if any(isinstance(event, Marched | TurnBegan | GameEnded) for event in seen):
            break
        step = GAME.apply(state, seat, GAME.legal(state, seat)[0], SeededRng("march"))
        seen += step.events
        state = step.state
    directions = [event.direction for event in seen if isinstance(event, Marched)]
    repaired = {square for event in seen if isinstance(event, Repaired) for square in event.squares}
    return (direction is None or directions[:1] == [direction]) and repaired >= set(repairs)


def looked_at(decision: Decision) -> Iterator[Action]:
    """The actions of a hint, and some legal actions."""
    yield from decision.hint_actions[:3]
    able = [action for action in decision.actions if action.verb is not Verb.PREFER]
    kinds = {action.verb: action for action in able}
    yield from kinds.values()
    yield from able[:: max(1, len(able) // SOME)]


def check(count: int) -> set[type]:
    """Assert that all reasons are true and the chance of a hit is stated once; the kinds that occurred."""
    met = set[type]()
    for decision in decisions("trogdor", count):
        for action in looked_at(decision):
            given = reasons(decision.view, decision.seat, action)
            stated = [reason.chance for reason in given if isinstance(reason, RISKS)]
            assert len(stated) <= 1, f"{action} states a chance twice: {given}"
            for reason in given:
                assert holds(decision, action, reason), f"{action}: {reason}"
            met |= set(map(type, given))
    return met


def test_each_reason_is_so_and_states_its_chance_once() -> None:
    check(15)


@pytest.mark.slow
def test_in_two_hundred_positions_every_reason_is_so() -> None:
    met = check(200)
    assert met >= {
        Burns,
        Torches,
        Heals,
        Gains,
        Keeps,
        Safer,
        StaysSafe,
        Finds,
        Nears,
        EndsInDanger,
        Wastes,
        Riskier,
    }


@pytest.mark.parametrize("positions", [4, pytest.param(12, marks=pytest.mark.slow)])
def test_how_likely_he_is_struck_on_any_square_is_what_the_rules_do_card_by_card(positions: int) -> None:
    for decision in decisions("trogdor", positions):
        state = decision.state
        if decision.view.phase not in (Phase.CHOOSE, Phase.ACT, Phase.AFTER) or not decision.view.coming:
            continue
        for square in SQUARES[:: 1 + decision.seat]:
            assert _is(risk(decision.view, square), strike_chance(_standing_at(state, square))), square


def test_block_and_hiding_keep_him_from_all_of_it() -> None:
    decision = next(one for one in decisions("trogdor", 20) if risk(one.view, one.state.board.trogdor))
    view, here = decision.view, decision.state.board.trogdor
    assert risk(replace(view, board=replace(view.board, hiding=True)), here) == 0
    assert risk(replace(view, turn=replace(view.turn, card=Card.BLOCK)), here) == 0
    assert risk(replace(view, turn=replace(view.turn, card=Card.BLOCK, plain=True)), here) > 0


def test_a_warning_says_what_could_be_had_instead() -> None:
    warned = set[str]()
    for decision in decisions("trogdor", 150):
        for action in decision.actions:
            lost = loss(decision.view, decision.seat, action)
            if lost is None:
                continue
            warned.add(lost.what)
            if lost.what == "knights":
                assert lost.square in [where for _, where in walkers(decision.state.board)]
            elif lost.what == "points":
                assert lost.find is not None
                assert DOING[lost.find] in decision.actions
            else:
                assert lost.instead is not None
                assert lost.instead_chance < lost.chance
                assert lost.find == "hide" or lost.instead_chance == risk(
                    replace(decision.view, board=replace(decision.view.board, trogdor=lost.instead)),
                    lost.instead,
                )
    assert warned == {"knights", "points", "struck"}
