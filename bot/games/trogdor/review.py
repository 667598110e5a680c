"""The review of a game of Trogdor!! in numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from bot.words import Names, Words
from bot.words.review import (
    Review,
    Track,
    Turning,
    greatest_changes,
    shorten_to_fit,
    without_zeros,
)
from engine.core import Seat
from engine.replay import LogPosition
from engine.trogdor.board import SQUARES
from engine.trogdor.events import (
    Chomped,
    CottageBurned,
    CottageMended,
    Damaged,
    Died,
    Event,
    GameEnded,
    PeasantErased,
    PeasantLit,
    RageBegan,
    Repaired,
    TileBurned,
    TurnBegan,
)
from engine.trogdor.model import Board, State, Turn
from engine.trogdor.position import cottages


@dataclass(frozen=True, slots=True)
class _Turn:
    """The raid after a turn: what was left to burn, and the Trog-Meter."""

    number: int
    seat: Seat
    tiles: int
    cottages: int
    health: int

    @property
    def to_burn(self) -> int:
        """Tiles and cottages together."""
        return self.tiles + self.cottages


def chapter(words: Words, state: State) -> str:
    """Return the title of a position's turn."""
    return words("review.turn", turn=state.turn.number)


def moment(words: Words, state: State) -> str:
    """Return the number of an action on a position."""
    return words("trogdor.review.moment", turn=state.turn.number)


def review(words: Words, names: Names, positions: Sequence[LogPosition]) -> Review:
    """Return the review of the raid: all that is left to burn, and the Trog-Meter, turn by turn."""
    turns = tuple(_turns(positions))
    return Review(
        _result(words, names, positions),
        tuple(_facts(words, positions)),
        (
            Track(words("trogdor.review.to-burn"), None, tuple(turn.to_burn for turn in turns)),
            Track(words("trogdor.review.health"), None, tuple(turn.health for turn in turns)),
        ),
        _turnings(words, names, turns),
    )


def _turns(positions: Sequence[LogPosition]) -> Iterator[_Turn]:
    """Yield the first state, and each turn; the current one counts once there was an action."""
    first: State = positions[0].state
    yield _summarize_turn(replace(first.turn, number=first.turn.number - 1), first.board)
    under_way = False
    for before, after in pairwise(positions):
        began = next((at for at, event in enumerate(after.events) if isinstance(event, TurnBegan)), None)
        under_way = began is None
        if began is not None:
            yield _summarize_turn(before.state.turn, after.state.board, after.events[began:])
    last: State = positions[-1].state
    if under_way or last.outcome is not None:
        yield _summarize_turn(last.turn, last.board)


def _summarize_turn(turn: Turn, board: Board, since: Sequence[Event] = ()) -> _Turn:
    """Summarize a turn; what happened `since` is on the board already, and not counted."""
    burned = _count(since, TileBurned)
    aflame = _count(since, CottageBurned) - _count(since, CottageMended)
    return _Turn(
        turn.number,
        turn.seat,
        tiles=len(SQUARES) - len(board.burned) + burned,
        cottages=len(cottages(board)) - len(board.aflame) + aflame,
        health=board.health + _count(since, Damaged),
    )


def _result(words: Words, names: Names, positions: Sequence[LogPosition]) -> str:
    state: State = positions[-1].state
    outcome, board = state.outcome, state.board
    if outcome is None:
        return words("review.running")
    ended = next((event for event in positions[-1].events if isinstance(event, GameEnded)), None)
    left = ended is not None and ended.why == "left"
    stand = _summarize_turn(state.turn, board)
    return words(
        "trogdor.review.left" if left else f"trogdor.review.{outcome.ending}",
        names=words.join_list(tuple(names[seat] for seat in outcome.winners)),
        turn=state.turn.number,
        left=_counts_text(words, stand.tiles, stand.cottages, len(board.peasants) + len(board.lit)),
        health=board.health,
    )


def _counts_text(words: Words, tiles: int, cottages: int, peasants: int) -> str:
    counted = [
        (words.some("trogdor.tiles", tiles), tiles),
        (words.some("trogdor.cottages", cottages), cottages),
        (words.some("trogdor.peasants", peasants), peasants),
    ]
    return without_zeros(words, counted)


def _facts(words: Words, positions: Sequence[LogPosition]) -> Iterator[tuple[str, str]]:
    """Yield what burned and was repaired, the peasants, the damage, and what the Fiery Rage took."""
    events = [event for position in positions for event in position.events]
    yield words("trogdor.review.turns"), str(positions[-1].state.turn.number)
    repaired = sum(len(event.squares) for event in events if isinstance(event, Repaired))
    burned = _count(events, TileBurned)
    key = "trogdor.review.repaired" if repaired else "trogdor.review.unrepaired"
    yield words("trogdor.review.burned"), words(key, count=burned, undone=repaired)
    aflame, mended = _count(events, CottageBurned), _count(events, CottageMended)
    key = "trogdor.review.mended" if mended else "trogdor.review.unmended"
    yield words("trogdor.review.aflame"), words(key, count=aflame, undone=mended)
    yield words("trogdor.review.chomped"), str(_count(events, Chomped))
    yield words("trogdor.review.lit"), str(_count(events, PeasantLit))
    yield words("trogdor.review.damage"), str(_count(events, Damaged) + _count(events, Died))
    raging = next((at for at, event in enumerate(events) if isinstance(event, RageBegan)), None)
    if raging is not None:
        yield words("trogdor.review.rage"), _rage(words, events[raging:])


def _rage(words: Words, events: Sequence[Event]) -> str:
    """Return what the dying dragon burned."""
    taken = (_count(events, kind) for kind in (TileBurned, CottageBurned, PeasantErased))
    return _counts_text(words, *taken)


def _count(events: Sequence[Event], kind: type[Event]) -> int:
    return sum(isinstance(event, kind) for event in events)


def _turnings(words: Words, names: Names, turns: Sequence[_Turn]) -> tuple[Turning, ...]:
    """Return the turns that burned most: a raid is remembered by its deeds, whoever won."""
    burned = [0, *(max(was.to_burn - now.to_burn, 0) for was, now in pairwise(turns))]
    return tuple(
        Turning(index, _turning(words, names, turns[index - 1], turns[index]))
        for index in greatest_changes(burned)
    )


def _turning(words: Words, names: Names, was: _Turn, now: _Turn) -> str:
    fires = max(was.tiles - now.tiles, 0), max(was.cottages - now.cottages, 0)
    what = _counts_text(words, *fires, 0)
    return shorten_to_fit(
        names[now.seat],
        lambda name: words("trogdor.review.turning", turn=now.number, name=name, what=what),
    )
