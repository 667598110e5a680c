"""The review of a match of Thud in numbers, and its files for other programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from bot.words import Names, Words
from bot.words.review import (
    Review,
    Track,
    Turning,
    greatest_changes,
    shorten_to_fit,
    towards_winner,
    without_zeros,
)
from engine.core import Seat
from engine.octagon.model import BattleBegan, Captured, Side
from engine.replay import LogPosition
from engine.thud.model import START, Action, BattleEnded, Hurled, Move, Shoved, State
from engine.thud.rules import points_of
from engine.thud.thud_file import write_thud

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Ply:
    """A battle after a move; at its beginning there is no `seat`.

    `points` are by seat; `taken` is what the move captured, `thrown` its hurl or shove.
    """

    battle: int
    number: int
    points: tuple[int, int]
    seat: Seat | None = None
    taken: Captured | None = None
    thrown: Hurled | Shoved | None = None


def chapter(words: Words, state: State) -> str:
    """Return the title of a position's battle."""
    return words("thud.review.battle", battle=state.battle)


def moment(words: Words, state: State) -> str:
    """Return the number of an action on a position."""
    return words("thud.review.moment", battle=state.battle, ply=state.ply + 1)


def review(words: Words, names: Names, positions: Sequence[LogPosition]) -> Review:
    """Return the review of the match: the points of both seats ply by ply, in all battles."""
    plies = tuple(_plies(positions))
    state: State = positions[-1].state
    return Review(
        _result(words, names, state),
        (
            *_battles(words, names, state),
            *_capture_facts(words, names, plies),
            *_longest(words, names, plies),
        ),
        tuple(
            Track(words("thud.review.points"), seat, tuple(ply.points[seat] for ply in plies))
            for seat in (0, 1)
        ),
        _turnings(words, names, plies, towards_winner(state.outcome)),
    )


def _plies(positions: Sequence[LogPosition]) -> Iterator[_Ply]:
    first: State = positions[0].state
    yield _Ply(first.battle, first.ply, points_of(first))
    for before, after in pairwise(positions):
        state: State = before.state
        if isinstance(after.action, Move):
            ended = _first_event(after, BattleEnded)
            yield _Ply(
                state.battle,
                state.ply + 1,
                points_of(after.state) if ended is None else ended.points,
                after.seat,
                _first_event(after, Captured),
                _first_event(after, Hurled) or _first_event(after, Shoved),
            )
        if _first_event(after, BattleBegan) is not None:
            yield _Ply(state.battle + 1, 0, points_of(after.state))


def _first_event(position: LogPosition, kind: type[T]) -> T | None:
    """Return a position's first event of a kind."""
    return next((event for event in position.events if isinstance(event, kind)), None)


def _result(words: Words, names: Names, state: State) -> str:
    outcome = state.outcome
    if outcome is None:
        return words("review.running")
    noted = sorted(outcome.points)
    if not outcome.winners:
        return words("thud.review.drawn" if noted[0] else "thud.review.level", noted=noted[0])
    winner = outcome.winners[0]
    if outcome.ending == "resignation":
        return words(
            "thud.review.resigned",
            name=names[winner],
            loser=names[1 - winner],
            battle=state.battle,
            score=_score(words, points_of(state)),
        )
    return words(
        "thud.review.won", name=names[winner], margin=noted[1] - noted[0], most=noted[1], least=noted[0]
    )


def _score(words: Words, points: tuple[int, int]) -> str:
    return words("review.score", first=points[0], second=points[1])


def _battles(words: Words, names: Names, state: State) -> Iterator[tuple[str, str]]:
    """Yield the final points of both players, battle by battle."""
    points = [result.points for result in state.results]
    if len(points) < state.battle:
        points.append(points_of(state))
    for number, (first, second) in enumerate(points, 1):
        score = words("thud.score", first=names[0], first_points=first, second_points=second, second=names[1])
        broken = number > len(state.results)
        yield words("thud.review.battle.broken" if broken else "thud.review.battle", battle=number), score


def _capture_facts(words: Words, names: Names, plies: Sequence[_Ply]) -> Iterator[tuple[str, str]]:
    """Yield how many dwarfs and trolls each player took."""
    for seat, name in enumerate(names):
        taken = dict.fromkeys(Side, 0)
        for ply in plies:
            if ply.seat == seat and ply.taken is not None:
                taken[ply.taken.side] += len(ply.taken.squares)
        counts = [(_pieces(words, side, count), count) for side, count in taken.items()]
        yield words("thud.review.taken", name=name), without_zeros(words, counts)


def _pieces(words: Words, side: Side, count: int) -> str:
    return words.some(f"thud.review.taken.{side}", count)


def _longest(words: Words, names: Names, plies: Sequence[_Ply]) -> Iterator[tuple[str, str]]:
    """Yield the hurl and the shove by the longest line of more than one, the first of equal ones."""
    for kind, name in ((Hurled, "hurl"), (Shoved, "shove")):
        thrown = [(ply, ply.thrown) for ply in plies if isinstance(ply.thrown, kind) and ply.thrown.line > 1]
        if thrown:
            ply, most = max(thrown, key=lambda item: item[1].line)
            text = words(
                "thud.review.line", line=most.line, name=names[most.seat], battle=ply.battle, ply=ply.number
            )
            yield words(f"thud.review.longest.{name}"), text


def _turnings(words: Words, names: Names, plies: Sequence[_Ply], towards: int) -> tuple[Turning, ...]:
    """Return the captures that changed the points' difference most, towards the winner."""
    lead = [ply.points[0] - ply.points[1] for ply in plies]
    changes = [0, *(after - before for before, after in pairwise(lead))]
    moves = [change if ply.taken is not None else 0 for ply, change in zip(plies, changes, strict=True)]
    return tuple(
        Turning(index, _turning(words, names, plies[index])) for index in greatest_changes(moves, towards)
    )


def _turning(words: Words, names: Names, ply: _Ply) -> str:
    if ply.taken is None or ply.seat is None:
        raise ValueError("only a capture moves the points")
    taken, score = _pieces(words, ply.taken.side, len(ply.taken.squares)), _score(words, ply.points)
    return shorten_to_fit(
        names[ply.seat],
        lambda name: words(
            "thud.review.turning", battle=ply.battle, ply=ply.number, name=name, taken=taken, score=score
        ),
    )


def files(actions: tuple[Action, ...], states: tuple[State, ...]) -> dict[str, str]:
    """Return a `.thud` file for each battle; `states` are the ones before each action."""
    battles: dict[int, list[Move]] = {}
    for action, state in zip(actions, states, strict=True):
        if isinstance(action, Move):
            battles.setdefault(state.battle, []).append(action)
    return {f"battle-{battle}.thud": write_thud(START, tuple(plies)) for battle, plies in battles.items()}
