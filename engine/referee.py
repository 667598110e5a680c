"""A part of an exported game, played by the rules from its first line to its outcome."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any, TypeAlias

from data.sentence import Filling, Sentence, sentence
from engine.core import RESIGN, Fault, Game, IllegalAction, Seat, read_settings
from engine.entries import is_entry
from engine.exported import Record, Row, Stretch, written
from engine.fairness import salted
from engine.faults import PARTS, Problem
from engine.replay import (
    Chance,
    Forgotten,
    Position,
    Untold,
    begun,
    moved_in,
    next_position,
    outcome_record,
    untold,
)
from engine.rng import SeededRng

AnyGame: TypeAlias = Game[Any, Any, Any, Any]


class Unchecked(StrEnum):
    """Why lines could not be checked against the rules."""

    SEALED = "sealed"  # chance came in, and its seed is not told
    SAVED = "saved"  # the game goes on from a position that was saved elsewhere
    RULES = "rules"  # other rules held


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a file, gone over. `position` is its last one, if that could be replayed.

    Where `unchecked` says why, the lines of the file from `since` on were checked as a chain only.
    """

    stretch: Stretch
    position: Position | None = None
    unchecked: Unchecked | None = None
    since: int = 0


class _Stop(Exception):  # noqa: N818 - named by what happens
    """From here on the rules cannot tell."""

    def __init__(self, why: Unchecked) -> None:
        super().__init__(why)
        self.why = why


class _Wrong(Exception):  # noqa: N818 - named by what happens
    """A line was not played by the rules."""

    def __init__(self, line: int, key: str, **values: Filling) -> None:
        super().__init__(key)
        self.problem = Problem(line, key, values)


def settings_of(header: Record) -> dict[str, str]:
    """The options of a header as text, the way the engine reads them."""
    return {key: str(value) for key, value in header["options"].items()}


def played(game: AnyGame, stretch: Stretch, above: Part | None) -> Part | Problem:
    """A part whose lines follow from each other, after the one `above` it; or the first fault of its play."""
    try:
        return _played(game, stretch, above)
    except _Wrong as wrong:
        return wrong.problem


def _played(game: AnyGame, stretch: Stretch, above: Part | None) -> Part:
    """The part, played as far as the rules can tell; raises `_Wrong`."""
    header, chance = stretch.header.record, _chance(stretch.header.record)
    found, since = list[Position](), stretch.header.number + 1
    try:
        found.append(_beginning(game, stretch, above))
        for row in stretch.lines[found[0].ply :]:
            since = row.number
            _check_entry(game, header, found[-1], row)
            found.append(_next(game, found, chance, row))
    except (Untold, _Stop) as stop:
        why = stop.why if isinstance(stop, _Stop) else Unchecked.SEALED
        _check_unplayed(game, stretch, why, since)
        return Part(stretch, unchecked=why, since=since)
    _check_outcome(game, stretch, found[-1])
    return Part(stretch, found[-1])


def _chance(header: Record) -> Chance:
    """What the dice of a part are drawn from."""
    if "seed" not in header:
        return untold
    return partial(SeededRng, salted(header["seed"], header.get("salts", ())))


def _beginning(game: AnyGame, stretch: Stretch, above: Part | None) -> Position:
    """The first position of a part, reached from the first line of the file; raises `_Stop` and `Untold`."""
    header = stretch.header.record
    if header["rules_version"] != game.rules_version:
        raise _Stop(Unchecked.RULES)
    if "from" in header:
        raise _Stop(Unchecked.SAVED)
    if "moved" in header:
        if above is None or above.position is None or not stretch.lines:
            raise _Stop((above and above.unchecked) or Unchecked.SAVED)
        return moved_in(game, above.position.state, _chance(header))
    return begun(game, settings_of(header), header["seats"], _chance(header))


def _any_start(game: AnyGame, header: Record) -> Any:  # noqa: ANN401 - a state of the game
    """How a game with these options might begin; whatever chance gives, it is as agreed."""
    settings = read_settings(game, settings_of(header), header["seats"])
    return game.start(settings, header["seats"], SeededRng(""))


def _check_entry(game: AnyGame, header: Record, last: Position, row: Row) -> None:
    """Raises `_Wrong` for a seat that is not there, and for what a table did with a game that was over."""
    seat, action = row.record["seat"], row.record["action"]
    if is_entry(action) and game.outcome(last.state) is not None:
        raise _Wrong(row.number, "after-over", action=action)
    if seat not in range(header["seats"]):
        raise _Wrong(row.number, "no-seat", seat=seat)


def _check_unplayed(game: AnyGame, stretch: Stretch, why: Unchecked, since: int) -> None:
    """What can be told of lines that could not be played: their notation, and what they are said to lead to.

    Canonical notation means the same in every state, so any will do to read it, and whoever resigns ends a
    game in any. That of other rules is not known. Raises `_Wrong`.
    """
    header = stretch.header.record
    if why is not Unchecked.RULES:
        state, over = _any_start(game, header), False
        for row in stretch.lines:
            action = row.record["action"]
            if over:
                raise _Wrong(row.number, "after-over", action=action)
            if row.number >= since and not is_entry(action):
                _check_notation(game, state, row)
                over = action == RESIGN and not game.cooperative
    if stretch.closing is None or (told := stretch.closing.record["outcome"]) is None:
        return
    seats, winners = range(header["seats"]), told["winners"]
    real = winners == sorted(set(winners) & set(seats)) and len(told["points"]) == len(seats)
    if told["ending"] not in game.endings or not real:
        raise _Wrong(stretch.closing.number, "no-ending", told=_ending(told), title=game.title)


def _check_notation(game: AnyGame, state: Any, row: Row) -> None:  # noqa: ANN401 - a state of the game
    """Raises `_Wrong` for a line that is no action of the game, written as the game writes it."""
    text = row.record["action"]
    try:
        due = str(game.parse(text, state))
    except IllegalAction as error:
        if error.fault is not Fault.MALFORMED:
            return
        why = error.sentence(game.key, who=_seats(()))
        raise _Wrong(row.number, "illegal", action=text, rule=error.rule, why=why) from error
    if due != text:
        raise _Wrong(row.number, "canonical", action=text, due=due)


def _next(game: AnyGame, found: Sequence[Position], chance: Chance, row: Row) -> Position:
    """The position after a line; raises `_Wrong` and `Untold`."""
    seat, action = row.record["seat"], row.record["action"]
    try:
        position = next_position(game, found, chance, seat, action)
    except Forgotten:
        raise _Wrong(row.number, "undo") from None
    except IllegalAction as error:
        why = error.sentence(game.key, who=_seats(game.to_act(found[-1].state)))
        raise _Wrong(row.number, "illegal", action=action, rule=error.rule, why=why) from error
    if position.action is not None and str(position.action) != action:
        raise _Wrong(row.number, "canonical", action=action, due=str(position.action))
    return position


def _seats(seats: Iterable[Seat]) -> Sentence:
    return sentence(PARTS, "verify.seat", seats=", ".join(map(str, sorted(seats))))


def _check_outcome(game: AnyGame, stretch: Stretch, last: Position) -> None:
    """Raises `_Wrong` if the closing line does not tell what the moves lead to."""
    if stretch.closing is None:
        return
    outcome, told = game.outcome(last.state), stretch.closing.record["outcome"]
    record, number = None if outcome is None else outcome_record(outcome), stretch.closing.number
    if record is None and told is not None:
        raise _Wrong(number, "outcome-early", told=_ending(told))
    if record is not None and told is None:
        raise _Wrong(number, "outcome-missing", found=_ending(record))
    if record is not None and told != record:
        raise _Wrong(number, "outcome", told=_ending(told), found=_ending(record))


def _ending(outcome: Record) -> Sentence:
    """An outcome for people; the command line has it as it stands in the file."""
    winners, points = (", ".join(map(str, outcome[key])) for key in ("winners", "points"))
    key = "verify.ending" if winners else "verify.ending.nobody"
    return Sentence(
        key, written(outcome), {"ending": outcome["ending"], "winners": winners, "points": points}
    )
