"""The review of a game of Ploc in numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

from bot.games.ploc.narration import village
from bot.words import Names, Words
from bot.words.review import (
    Review,
    Track,
    Turning,
    count_per_seat,
    greatest_changes,
    shorten_to_fit,
    towards_winner,
)
from engine.core import Seat
from engine.ploc.events import Hit, MatchEnded, Swapped, TookBack, TurnPassed, Weakened, WentBerserk
from engine.ploc.model import MatchResult, State
from engine.replay import LogPosition

Done: TypeAlias = Hit | Swapped | Weakened | WentBerserk

BY_FORCE: Final = ("hit", "berserk", "swap")
"""The ends of a match that leave a side without athletes."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """A match after a turn, or at its beginning, without a `seat`.

    `athletes` are by seat; `done` is what the dice did and was not undone.
    """

    match: int
    number: int
    athletes: tuple[int, int]
    seat: Seat | None = None
    done: tuple[Done, ...] = ()


def chapter(words: Words, state: State) -> str:
    """Return the title of a position's match."""
    return words("ploc.review.match", match=state.match)


def moment(words: Words, state: State) -> str:
    """Return the number of an action on a position."""
    return words("ploc.review.moment", match=state.match, turn=state.turn.number)


def review(words: Words, names: Names, positions: Sequence[LogPosition]) -> Review:
    """Return the review of the game: the athletes of both villages turn by turn, in all matches."""
    turns = tuple(_turns(positions))
    state: State = positions[-1].state
    tracks = tuple(
        Track(words("ploc.review.athletes"), seat, tuple(turn.athletes[seat] for turn in turns))
        for seat in (0, 1)
    )
    most = count_per_seat(words, names, tuple(max(track.values) for track in tracks))
    return Review(
        _result(words, names, state),
        (
            *_matches(words, names, state.results),
            *_deed_facts(words, names, turns),
            (words("ploc.review.most"), most),
        ),
        tracks,
        _turnings(words, names, turns, towards_winner(positions[-1].state.outcome)),
    )


def _turns(positions: Sequence[LogPosition]) -> Iterator[_Turn]:
    first: State = positions[0].state
    done: list[Done] = []
    yield _Turn(first.match, first.turn.number - 1, _athletes(first))
    for before, after in pairwise(positions):
        _add(done, after)
        state: State = before.state
        ended = next((event for event in after.events if isinstance(event, MatchEnded)), None)
        passed = any(isinstance(event, TurnPassed) for event in after.events)
        last = after is positions[-1] and done
        if ended is None and not passed and not last:
            continue
        athletes = _athletes(after.state) if ended is None else _athletes_at_end(state, after.state, ended)
        yield _Turn(state.match, state.turn.number, athletes, state.turn.seat, tuple(done))
        done.clear()
        if after.state.match > state.match:
            yield _Turn(after.state.match, 0, _athletes(after.state))


def _add(done: list[Done], position: LogPosition) -> None:
    """Add what a line's dice did, or remove what was undone."""
    for event in position.events:
        if isinstance(event, Done):
            done.append(event)
        elif isinstance(event, TookBack) and done:
            done.pop()


def _athletes(state: State) -> tuple[int, int]:
    return state.sides[0].athletes, state.sides[1].athletes


def _athletes_at_end(before: State, after: State, ended: MatchEnded) -> tuple[int, int]:
    """Return the athletes at the end of a match: the state after it is that of the next match already."""
    if after.match == before.match:
        return _athletes(after)
    first, second = _athletes(before)
    if ended.how not in BY_FORCE:
        return first, second
    return (first, 0) if ended.winner == 0 else (0, second)


def _result(words: Words, names: Names, state: State) -> str:
    if state.outcome is None:
        return words("review.running")
    winner = state.outcome.winners[0]
    return words(
        f"ploc.review.won.{state.outcome.ending}",
        name=names[winner],
        village=village(words, winner),
        loser=names[1 - winner],
        match=state.match,
        turn=state.turn.number,
        score=_score(words, _athletes(state)),
    )


def _score(words: Words, athletes: tuple[int, int]) -> str:
    return words("review.score", first=athletes[0], second=athletes[1])


def _matches(words: Words, names: Names, results: Sequence[MatchResult]) -> Iterator[tuple[str, str]]:
    """Yield who won each match, how, and in how many turns."""
    for number, result in enumerate(results, 1):
        text = words(
            f"ploc.review.match.{result.how}",
            name=names[result.winner],
            loser=names[1 - result.winner],
            turns=words.some("ploc.turns", result.turns),
        )
        yield words("ploc.review.match", match=number), text


def _deed_facts(words: Words, names: Names, turns: Sequence[_Turn]) -> Iterator[tuple[str, str]]:
    """Yield how often each player's dice did what."""
    deeds = ((Hit, "hits"), (Swapped, "swaps"), (Weakened, "weakened"), (WentBerserk, "berserks"))
    for kind, name in deeds:
        done = [event.seat for turn in turns for event in turn.done if isinstance(event, kind)]
        if done:
            yield (
                words(f"ploc.review.done.{name}"),
                count_per_seat(words, names, (done.count(0), done.count(1))),
            )


def _turnings(words: Words, names: Names, turns: Sequence[_Turn], towards: int) -> tuple[Turning, ...]:
    """Return the turns that changed the athletes' difference most, towards the winner."""
    lead = [turn.athletes[0] - turn.athletes[1] for turn in turns]
    changes = [0, *(after - before for before, after in pairwise(lead))]
    moved = [0 if turn.seat is None else change for turn, change in zip(turns, changes, strict=True)]
    return tuple(
        Turning(index, _turning(words, names, turns[index - 1], turns[index]))
        for index in greatest_changes(moved, towards)
    )


def _turning(words: Words, names: Names, before: _Turn, turn: _Turn) -> str:
    berserk = any(isinstance(event, WentBerserk) for event in turn.done)
    key = "ploc.review.turning.berserk" if berserk else "ploc.review.turning"
    was, now = _score(words, before.athletes), _score(words, turn.athletes)
    return shorten_to_fit(
        names[turn.seat or 0],
        lambda name: words(key, match=turn.match, turn=turn.number, name=name, was=was, now=now),
    )
