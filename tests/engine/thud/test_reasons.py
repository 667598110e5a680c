"""Reasons for and against moves of Thud are true, checked move by move."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.core import Seat
from engine.octagon.facts import Exposes, OutOfReach, Roams, Saves, StillHangs, Takeable, Takes, Threatens
from engine.octagon.model import Side
from engine.rng import ScriptedRng
from engine.thud import GAME
from engine.thud.danger import capturing_moves, hanging_squares, largest_capture, position_of
from engine.thud.model import Action, Move, Position, State
from engine.thud.moves import moves_of, position_after
from engine.thud.reasons import (
    AGAINST,
    CurrentScore,
    HasNeighbours,
    Nearer,
    Reason,
    Rows,
    TakesBack,
    loss,
    reasons,
)
from tests.engine.selfplay import Decision, decisions

SOME = 6
"""So many of a position's moves are looked at, besides those of a hint."""


def capturers(position: Position, side: Side) -> dict[int, set[int]]:
    """The pieces that a side could take, each with the origins of the capturing moves."""
    origins: dict[int, set[int]] = {}
    for move in moves_of(position, side):
        for victim in move.captured:
            origins.setdefault(victim, set()).add(move.origin)
    return origins


def holds(state: State, seat: Seat, action: Action, reason: Reason) -> bool:  # noqa: C901, PLR0911, PLR0912, PLR0914
    """Whether a reason is true, by the rules."""
    done = GAME.apply(state, seat, action, ScriptedRng([])).state
    if isinstance(reason, CurrentScore):
        points = GAME.view(state, None).points
        return (reason.own, reason.other) == (points[seat], points[1 - seat])
    assert isinstance(action, Move)
    side, now = action.side, position_after(state.position, action)
    if done.battle == state.battle and done.outcome is None:
        assert done.position == now
    threat, before = capturers(now, side.other), capturers(state.position, side.other)
    own = now.pieces(side)
    match reason:
        case Takes(squares):
            gone = state.position.pieces(side.other) & ~now.pieces(side.other)
            return gone == sum(1 << square for square in squares) and bool(squares)
        case Saves(squares):
            origins = [action.origin if square == action.target else square for square in squares]
            there = all(own >> square & 1 for square in squares)
            return there and not threat.keys() & set(squares) and before.keys() >= set(origins)
        case Threatens(squares, origins):
            next_, could = capturers(now, side), capturers(state.position, side)
            named = all(origin in next_[square] for square, origin in zip(squares, origins, strict=True))
            return named and not could.keys() & set(squares)
        case OutOfReach(square):
            return own >> square & 1 == 1 and square not in threat
        case TakesBack(square):
            answers = [move for move in moves_of(now, side.other) if square in move.captured]
            return bool(answers) and all(
                any(answer.target in back.captured for back in moves_of(position_after(now, answer), side))
                for answer in answers
            )
        case Rows(square, length):
            return _row(own, square) == length > _row(state.position.pieces(side), action.origin)
        case Nearer(dwarf, steps):
            return now.dwarfs >> dwarf & 1 == 1 and steps == min(
                max(abs(dwarf // 16 - action.target // 16), abs(dwarf % 16 - action.target % 16))
                for dwarf in _squares(now.dwarfs)
            )
        case HasNeighbours(squares):
            near = [
                max(abs(one // 16 - action.target // 16), abs(one % 16 - action.target % 16))
                for one in squares
            ]
            return all(own >> square & 1 for square in squares) and set(near) == {1}
        case Roams(square, count):
            return count == len({move.target for move in moves_of(now, side) if move.origin == square})
        case Takeable(square, origins):
            return square == action.target and threat[square] == set(origins)
        case Exposes(squares, origins):
            return (
                threat.keys() >= set(squares)
                and not before.keys() & set(squares)
                and _from(threat, squares, origins)
            )
        case StillHangs(squares, origins):
            return threat.keys() & before.keys() >= set(squares) and _from(threat, squares, origins)


def _from(threat: dict[int, set[int]], squares: tuple[int, ...], origins: tuple[int, ...]) -> bool:
    return set(origins) == set().union(*(threat[square] for square in squares))


def _squares(board: int) -> Iterator[int]:
    return (square for square in range(240) if board >> square & 1)


def _row(board: int, square: int) -> int:
    best = 0
    for step in (1, 15, 16, 17):
        length = 1
        for direction in (step, -step):
            sq = square + direction
            while sq >= 0 and board >> sq & 1:
                length, sq = length + 1, sq + direction
        best = max(best, length)
    return best


def looked_at(decision: Decision) -> Iterator[Action]:
    """The actions of a hint, some captures, and some other moves."""
    yield from decision.hint_actions[:3]
    captures = [action for action in decision.actions if isinstance(action, Move) and action.captured]
    yield from captures[:SOME]
    yield from decision.actions[:: max(1, len(decision.actions) // SOME)]


def check(count: int) -> set[type]:
    """Assert that there are reasons, and that all are true; the kinds that occurred."""
    met = set[type]()
    for decision in decisions("thud", count):
        for action in looked_at(decision):
            given = reasons(decision.view, decision.seat, action)
            assert any(not isinstance(reason, AGAINST) for reason in given), f"{action}: nothing for it"
            for reason in given:
                assert holds(decision.state, decision.seat, action, reason), f"{action}: {reason}"
            met |= set(map(type, given))
    return met


def test_every_move_has_a_reason_and_each_reason_is_so() -> None:
    check(25)


@pytest.mark.slow
def test_in_two_hundred_positions_every_reason_is_so() -> None:
    assert check(200) >= {Takes, Saves, Threatens, OutOfReach, Takeable, StillHangs, Exposes, Rows, Nearer}


def test_the_most_that_a_move_can_take_is_counted_for_the_whole_board_as_move_by_move() -> None:
    for decision in decisions("thud", 40):
        position = position_of(decision.view)
        for side in Side:
            points = 4 if side is Side.DWARFS else 1
            moves = moves_of(position, side)
            assert largest_capture(position, side) == max(
                (len(move.captured) * points for move in moves), default=0
            )
            assert set(capturing_moves(position, side)) == hanging_squares(position, side.other)


def test_a_warned_move_loses_what_is_said_and_another_would_not() -> None:
    warned = 0
    for decision in decisions("thud", 60):
        for action in looked_at(decision):
            lost = loss(decision.view, decision.seat, action)
            if lost is None:
                continue
            warned += 1
            assert isinstance(action, Move)
            now = position_after(decision.state.position, action)
            (answer, *_) = [
                move
                for move in moves_of(now, action.side.other)
                if move.origin == lost.origin and move.captured == lost.squares
            ]
            gone, gained = (4 if action.side is Side.TROLLS else 1), (4 if action.side is Side.DWARFS else 1)
            back = [len(move.captured) for move in moves_of(position_after(now, answer), action.side)]
            net = gone * len(lost.squares) - gained * (len(action.captured) + max(back, default=0))
            assert net >= (4 if action.side is Side.TROLLS else 2), f"{action}: {lost}"
    assert warned, "nothing was ever lost, so this has shown nothing"
