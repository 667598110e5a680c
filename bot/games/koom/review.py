"""The review of a match of Koom Valley in numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeVar

from bot.words import Names, Words
from bot.words.review import (
    Review,
    Track,
    Turning,
    count_per_seat,
    greatest_changes,
    shorten_to_fit,
    towards_winner,
    without_zeros,
)
from engine.core import Seat
from engine.koom.danger import POINTS
from engine.koom.model import (
    BattleEnd,
    BattleResult,
    Move,
    Piece,
    State,
    Trampled,
)
from engine.octagon.model import BattleBegan, Captured, Side
from engine.replay import LogPosition

T = TypeVar("T")

_ENDED: Final = {
    BattleEnd.HOME: "koom.review.end.home",
    BattleEnd.HELD: "koom.review.end.held",
    BattleEnd.WIPED_OUT: "koom.review.end.wiped-out",
    BattleEnd.NO_MOVE: "koom.review.end.no-move",
}
"""How a battle was won; all other ends are draws."""


@dataclass(frozen=True, slots=True)
class _Ply:
    """A battle after a move; at its beginning there is no `seat`.

    `strength` is by seat: a dwarf counts 1, a troll 2. `taken` is what the move captured, `rock` whether the
    Rock moved, `trampled` whether a troll jumped.
    """

    battle: int
    number: int
    strength: tuple[int, int]
    seat: Seat | None = None
    taken: Captured | None = None
    rock: bool = False
    trampled: bool = False


def chapter(words: Words, state: State) -> str:
    """Return the title of a position's battle."""
    return words("koom.review.battle", battle=state.battle)


def moment(words: Words, state: State) -> str:
    """Return the number of an action on a position."""
    return words("koom.review.moment", battle=state.battle, ply=state.ply + 1)


def review(words: Words, names: Names, positions: Sequence[LogPosition]) -> Review:
    """Return the review of the match: the strength of both seats ply by ply, in all battles."""
    plies = tuple(_plies(positions))
    state: State = positions[-1].state
    return Review(
        _result(words, names, state),
        (
            *_battles(words, names, state),
            *_capture_facts(words, names, plies),
            *_feat_facts(words, names, plies),
        ),
        tuple(
            Track(words("koom.review.strength"), seat, tuple(ply.strength[seat] for ply in plies))
            for seat in (0, 1)
        ),
        _turnings(words, names, plies, towards_winner(state.outcome)),
    )


def _plies(positions: Sequence[LogPosition]) -> Iterator[_Ply]:
    first: State = positions[0].state
    yield _Ply(first.battle, first.ply, _strength(first))
    for before, after in pairwise(positions):
        state: State = before.state
        if isinstance(after.action, Move):
            taken = _first_event(after, Captured)
            yield _Ply(
                state.battle,
                state.ply + 1,
                _strength(state, taken),
                after.seat,
                taken,
                after.action.piece is Piece.ROCK,
                _first_event(after, Trampled) is not None,
            )
        if _first_event(after, BattleBegan) is not None:
            yield _Ply(state.battle + 1, 0, _strength(after.state))


def _strength(state: State, taken: Captured | None = None) -> tuple[int, int]:
    """Return the strength of both seats, after a capture."""
    left = {side: state.position.pieces(side).bit_count() for side in Side}
    if taken is not None:
        left[taken.side] -= len(taken.squares)
    by_side = {state.seat_of(side): POINTS[side] * count for side, count in left.items()}
    return by_side[0], by_side[1]


def _first_event(position: LogPosition, kind: type[T]) -> T | None:
    """Return a position's first event of a kind."""
    return next((event for event in position.events if isinstance(event, kind)), None)


def _result(words: Words, names: Names, state: State) -> str:
    outcome = state.outcome
    if outcome is None:
        return words("review.running")
    least, most = sorted(outcome.points)
    if not outcome.winners:
        return words("koom.review.drawn", won=most)
    winner = outcome.winners[0]
    if outcome.ending == "resignation":
        return words("koom.review.resigned", name=names[winner], loser=names[1 - winner], battle=state.battle)
    return words("koom.review.won", name=names[winner], most=most, least=least)


def _battles(words: Words, names: Names, state: State) -> Iterator[tuple[str, str]]:
    """Yield who won each battle, and how."""
    for number, result in enumerate(state.results, 1):
        yield words("koom.review.battle", battle=number), _battle_result(words, names, result)
    if len(state.results) < state.battle:
        yield words("koom.review.battle", battle=state.battle), words("koom.review.end.broken")


def _battle_result(words: Words, names: Names, result: BattleResult) -> str:
    if result.winner is None:
        return words("koom.review.end.drawn")
    return words(_ENDED[result.end], name=names[result.winner])


def _capture_facts(words: Words, names: Names, plies: Sequence[_Ply]) -> Iterator[tuple[str, str]]:
    """Yield how many dwarfs and trolls each player took."""
    for seat, name in enumerate(names):
        taken = dict.fromkeys(Side, 0)
        for ply in plies:
            if ply.seat == seat and ply.taken is not None:
                taken[ply.taken.side] += len(ply.taken.squares)
        counts = [(_pieces(words, side, count), count) for side, count in taken.items()]
        yield words("koom.review.taken", name=name), without_zeros(words, counts)


def _pieces(words: Words, side: Side, count: int) -> str:
    return words.some(
        "koom.review.taken.dwarfs" if side is Side.DWARFS else "koom.review.taken.trolls", count
    )


def _feat_facts(words: Words, names: Names, plies: Sequence[_Ply]) -> Iterator[tuple[str, str]]:
    """Yield the most captures of one trample, if more than one, and the moves of the Rock."""
    trampled = [(ply, len(ply.taken.squares)) for ply in plies if ply.trampled and ply.taken is not None]
    if trampled:
        ply, most = max(trampled, key=lambda item: item[1])
        if most > 1 and ply.seat is not None:
            text = words(
                "koom.review.most", count=most, name=names[ply.seat], battle=ply.battle, ply=ply.number
            )
            yield words("koom.review.trample"), text
    steps = [sum(ply.rock and ply.seat == seat for ply in plies) for seat in range(len(names))]
    yield words("koom.review.rock"), count_per_seat(words, names, steps)


def _turnings(words: Words, names: Names, plies: Sequence[_Ply], towards: int) -> tuple[Turning, ...]:
    """Return the captures that changed the difference most, towards the winner."""
    lead = [ply.strength[0] - ply.strength[1] for ply in plies]
    changes = [0, *(after - before for before, after in pairwise(lead))]
    moves = [change if ply.taken is not None else 0 for ply, change in zip(plies, changes, strict=True)]
    return tuple(
        Turning(index, _turning(words, names, plies[index])) for index in greatest_changes(moves, towards)
    )


def _turning(words: Words, names: Names, ply: _Ply) -> str:
    if ply.taken is None or ply.seat is None:
        raise ValueError("only a capture moves what is left")
    taken = _pieces(words, ply.taken.side, len(ply.taken.squares))
    return shorten_to_fit(
        names[ply.seat],
        lambda name: words("koom.review.turning", battle=ply.battle, ply=ply.number, name=name, taken=taken),
    )
