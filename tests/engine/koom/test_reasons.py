"""Reasons for and against moves of Koom Valley are true, checked move by move."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.core import Seat
from engine.koom import GAME
from engine.koom.danger import capturing_moves, largest_capture, winning_moves
from engine.koom.model import Action, BattleEnded, Move, Piece, Position, State
from engine.koom.moves import can_move, moves_of, position_after
from engine.koom.reasons import (
    AGAINST,
    Carries,
    Costs,
    CurrentScore,
    Gathers,
    Guarded,
    LetsWin,
    LosesBattle,
    Menaces,
    Nearer,
    Prevents,
    Reason,
    WinsBattle,
    loss,
    reasons,
)
from engine.octagon.facts import Exposes, OutOfReach, Roams, Saves, StillHangs, Takeable, Takes, Threatens
from engine.octagon.model import Side
from tests.engine.koom import naive
from tests.engine.koom.boards import NO_CHANCE, mailbox, state
from tests.engine.selfplay import Decision, decisions

SOME = 5
"""So many of a position's moves are looked at, besides those of a hint."""


def capturers(position: Position, side: Side) -> dict[int, set[int]]:
    """The pieces that a side could take, each with the origins of the capturing moves."""
    origins: dict[int, set[int]] = {}
    for move in moves_of(position, side):
        for victim in move.captured:
            origins.setdefault(victim, set()).add(move.origin)
    return origins


def wins(position: Position, side: Side) -> set[tuple[int, int]]:
    """The moves that win a battle, by the naive implementation."""
    winning = set()
    for move in moves_of(position, side):
        then = position_after(position, move)
        gone = not then.pieces(side.other) or not then.pieces(side)
        if naive.over(mailbox(then)) == side.letter or gone or not can_move(then, side.other):
            winning.add((move.origin, move.target))
    return winning


def steps(first: int, second: int) -> int:
    return max(abs(first // 16 - second // 16), abs(first % 16 - second % 16))


def end_of(before: State, seat: Seat, action: Action) -> BattleEnded | None:
    events = GAME.apply(before, seat, action, NO_CHANCE).events
    return next((event for event in events if isinstance(event, BattleEnded)), None)


def holds(before: State, seat: Seat, action: Action, reason: Reason) -> bool:  # noqa: C901, PLR0911, PLR0912, PLR0914, PLR0915
    """Whether a reason is true, by the rules."""
    if isinstance(reason, CurrentScore):
        won = [result.winner for result in before.results]
        return (reason.own, reason.other) == (won.count(seat), won.count(1 - seat))
    assert isinstance(action, Move)
    side, was, now = action.side, before.position, position_after(before.position, action)
    ended = end_of(before, seat, action)
    own, threat, hung = now.pieces(side), capturers(now, side.other), capturers(was, side.other)
    match reason:
        case WinsBattle(end):
            return ended is not None and (ended.end, ended.winner) == (end, seat)
        case LosesBattle(end):
            return ended is not None and (ended.end, ended.winner) == (end, 1 - seat)
        case Prevents():
            return bool(wins(was, side.other)) and not wins(now, side.other)
        case Takes(squares):
            gone = was.pieces(side.other) & ~now.pieces(side.other)
            return gone == sum(1 << square for square in squares) and bool(squares)
        case Saves(squares):
            origins = [action.origin if square == action.target else square for square in squares]
            there = all(own >> square & 1 for square in squares)
            return there and not threat.keys() & set(squares) and hung.keys() >= set(origins)
        case Menaces(origin, target):
            return not wins(was, side) and (origin, target) in wins(now, side)
        case Threatens(squares, origins):
            next_, could = capturers(now, side), capturers(was, side)
            named = all(origin in next_[square] for square, origin in zip(squares, origins, strict=True))
            return named and not could.keys() & set(squares)
        case Carries(square, ranks):
            return (
                action.piece is Piece.ROCK and now.rock == square and ranks == square // 16 < was.rock // 16
            )
        case Gathers(square, count):
            beside = [sq for sq in range(240) if own >> sq & 1 and steps(sq, now.rock) == 1]
            return square in beside and len(beside) == count and steps(action.origin, was.rock) > 1
        case Nearer(square, count):
            return count == steps(square, now.rock) < steps(action.origin, was.rock)
        case Guarded(squares):
            near = {sq for sq in range(240) if steps(sq, now.rock) == 1}
            dwarfs = {sq for sq in near if now.dwarfs >> sq & 1}
            return set(squares) == dwarfs and bool(dwarfs) and not any(now.trolls >> sq & 1 for sq in near)
        case OutOfReach(square):
            return own >> square & 1 == 1 and square not in threat
        case Roams(square, count):
            over = ended is not None and ended.winner is None
            onward = {move.target for move in moves_of(now, side) if move.origin == square}
            return over or count == len(onward)
        case LetsWin(origin, target):
            return (origin, target) in wins(now, side.other)
        case Takeable(square, origins):
            return square == action.target and threat[square] == set(origins)
        case Exposes(squares, origins):
            fresh = threat.keys() >= set(squares) and not hung.keys() & set(squares)
            return fresh and set(origins) == set().union(*(threat[square] for square in squares))
        case StillHangs(squares, origins):
            still = threat.keys() & hung.keys() >= set(squares)
            return still and set(origins) == set().union(*(threat[square] for square in squares))


def looked_at(decision: Decision) -> Iterator[Action]:
    """The actions of a hint, some captures and moves of the Rock, and some others."""
    yield from decision.hint_actions[:3]
    moves = [action for action in decision.actions if isinstance(action, Move)]
    yield from [move for move in moves if move.captured][:SOME]
    yield from [move for move in moves if move.piece is Piece.ROCK][:SOME]
    yield from decision.actions[:: max(1, len(decision.actions) // SOME)]


def check(count: int) -> set[type]:
    """Assert that there are reasons, and that all are true; the kinds that occurred."""
    met = set[type]()
    for decision in decisions("koom", count):
        for action in looked_at(decision):
            given = reasons(decision.view, decision.seat, action)
            lost = any(isinstance(reason, LosesBattle) for reason in given)
            assert lost or any(not isinstance(each, AGAINST) for each in given), f"{action}: nothing for it"
            for reason in given:
                assert holds(decision.state, decision.seat, action, reason), f"{action}: {reason}"
            met |= set(map(type, given))
    return met


def test_every_move_has_a_reason_and_each_reason_is_so() -> None:
    check(6)


@pytest.mark.slow
def test_in_two_hundred_positions_every_reason_is_so() -> None:
    kinds = {Takes, Saves, Threatens, Menaces, Prevents, Carries, Gathers, Nearer, Guarded, OutOfReach}
    assert check(200) >= kinds | {Takeable, StillHangs, Exposes, LetsWin}


HOME = state(
    """
    2         . d R d . . .         2
    3       . . . T . . . . .       3
    8 T T . . . . . . . . . . . . . 8
    """,
    Side.DWARFS,
)


def test_what_wins_and_what_loses_at_once_is_said() -> None:
    for action in GAME.legal(HOME, 0):
        for reason in reasons(HOME, 0, action):
            assert holds(HOME, 0, action, reason), f"{action}: {reason}"
    by_line = {str(action): reasons(HOME, 0, action) for action in GAME.legal(HOME, 0)}
    assert isinstance(by_line["RG2-G1"][0], WinsBattle)
    held = state(
        """
        6 . . . . . . T T T . . . . . . 6
        7 . . . . . . . . . . . . . . . 7
        8 . . . . . . d R . . . . . . . 8
        """,
        Side.DWARFS,
    )
    (lost,) = [move for move in moves_of(held.position, Side.DWARFS) if str(move) == "RH8-H7"]
    assert any(isinstance(reason, LosesBattle) for reason in reasons(held, 0, lost))
    assert isinstance(loss(held, 0, lost), LosesBattle)


def test_the_most_that_a_move_can_take_is_counted_as_move_by_move() -> None:
    for decision in decisions("koom", 8):
        position = decision.state.position
        for side in Side:
            counts = [len(move.captured) for move in moves_of(position, side)]
            assert largest_capture(position, side) == max(counts, default=0) * (
                2 if side is Side.DWARFS else 1
            )
            assert capturing_moves(position, side).keys() == capturers(position, side).keys()
            assert {(move.origin, move.target) for move in winning_moves(position, side)} == wins(
                position, side
            )


def test_a_warned_move_loses_what_is_said_and_another_would_not() -> None:
    warned = set[type]()
    for decision in decisions("koom", 12):
        for action in looked_at(decision):
            lost = loss(decision.view, decision.seat, action)
            if lost is None:
                continue
            warned.add(type(lost))
            assert isinstance(action, Move)
            if not isinstance(lost, Costs):
                assert holds(decision.state, decision.seat, action, lost)
                continue
            now = position_after(decision.state.position, action)
            answers = [
                move
                for move in moves_of(now, action.side.other)
                if (move.origin, tuple(sorted(move.captured))) == (lost.origin, lost.squares)
            ]
            gone, gained = (1, 2) if action.side is Side.DWARFS else (2, 1)
            nets = [
                gone * len(lost.squares)
                - gained * len(action.captured)
                - gained
                * max(
                    (len(back.captured) for back in moves_of(position_after(now, answer), action.side)),
                    default=0,
                )
                for answer in answers
            ]
            assert lost.points in nets, f"{action}: {lost}"
            assert lost.points >= 2
    assert warned, "nothing was ever lost, so this has shown nothing"
