"""A part of an exported game, played by the rules from its first line to its outcome."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any, TypeAlias

from data.sentence import Filling, Sentence, sentence
from engine.core import RESIGN, Fault, Game, IllegalAction, Seat, read_settings
from engine.export_format import Record, Row, Section, record_text
from engine.fairness import chance_seed
from engine.faults import PARTS, Problem
from engine.replay import (
    Chance,
    LogPosition,
    SeedUnknown,
    UndoBeyondStart,
    next_position,
    outcome_record,
    reshuffled_position,
    seedless_rng,
    start_position,
)
from engine.rng import SeededRng
from engine.table_lines import is_table_line

AnyGame: TypeAlias = Game[Any, Any, Any, Any]


class UncheckedReason(StrEnum):
    """Why lines could not be checked against the rules."""

    SEALED = "sealed"  # chance came in, and its seed is not told
    SAVED = "saved"  # the game goes on from a position that was saved elsewhere
    RULES = "rules"  # other rules held


@dataclass(frozen=True, slots=True)
class SectionResult:
    """One part of a file, gone over. `position` is its last one, if that could be replayed.

    Where `unchecked` says why, the lines of the file from `since` on were checked as a chain only.
    """

    section: Section
    position: LogPosition | None = None
    unchecked: UncheckedReason | None = None
    since: int = 0


class _CannotCheck(Exception):  # noqa: N818 - named by what happens
    """From here on the rules cannot tell."""

    def __init__(self, why: UncheckedReason) -> None:
        super().__init__(why)
        self.why = why


class _RuleViolation(Exception):  # noqa: N818 - named by what happens
    """A line was not played by the rules."""

    def __init__(self, line: int, key: str, **values: Filling) -> None:
        super().__init__(key)
        self.problem = Problem(line, key, values)


def settings_of(header: Record) -> dict[str, str]:
    """The options of a header as text, the way the engine reads them."""
    return {key: str(value) for key, value in header["options"].items()}


def check_play(game: AnyGame, stretch: Section, above: SectionResult | None) -> SectionResult | Problem:
    """A part whose lines follow from each other, after the one `above` it; or the first fault of its play."""
    try:
        return _replay_section(game, stretch, above)
    except _RuleViolation as wrong:
        return wrong.problem


def _replay_section(game: AnyGame, stretch: Section, above: SectionResult | None) -> SectionResult:
    """The part, played as far as the rules can tell; raises `_Wrong`."""
    header, chance = stretch.header.record, _chance_of(stretch.header.record)
    found, since = list[LogPosition](), stretch.header.number + 1
    try:
        found.append(_first_position(game, stretch, above))
        for row in stretch.lines[found[0].ply :]:
            since = row.number
            _check_entry(game, header, found[-1], row)
            found.append(_next_position(game, found, chance, row))
    except (SeedUnknown, _CannotCheck) as stop:
        why = stop.why if isinstance(stop, _CannotCheck) else UncheckedReason.SEALED
        _check_unreplayed(game, stretch, why, since)
        return SectionResult(stretch, unchecked=why, since=since)
    _check_outcome(game, stretch, found[-1])
    return SectionResult(stretch, found[-1])


def _chance_of(header: Record) -> Chance:
    """What the dice of a part are drawn from."""
    if "seed" not in header:
        return seedless_rng
    return partial(SeededRng, chance_seed(header["seed"], header.get("salts", ())))


def _first_position(game: AnyGame, stretch: Section, above: SectionResult | None) -> LogPosition:
    """The first position of a part, reached from the first line of the file; raises `_Stop` and `Untold`."""
    header = stretch.header.record
    if header["rules_version"] != game.rules_version:
        raise _CannotCheck(UncheckedReason.RULES)
    if "from" in header:
        raise _CannotCheck(UncheckedReason.SAVED)
    if "moved" in header:
        if above is None or above.position is None or not stretch.lines:
            raise _CannotCheck((above and above.unchecked) or UncheckedReason.SAVED)
        return reshuffled_position(game, above.position.state, _chance_of(header))
    return start_position(game, settings_of(header), header["seats"], _chance_of(header))


def _provisional_state(game: AnyGame, header: Record) -> Any:  # noqa: ANN401 - a state of the game
    """How a game with these options might begin; whatever chance gives, it is as agreed."""
    settings = read_settings(game, settings_of(header), header["seats"])
    return game.start(settings, header["seats"], SeededRng(""))


def _check_entry(game: AnyGame, header: Record, last: LogPosition, row: Row) -> None:
    """Raises `_Wrong` for a seat that is not there, and for what a table did with a game that was over."""
    seat, action = row.record["seat"], row.record["action"]
    if is_table_line(action) and game.outcome(last.state) is not None:
        raise _RuleViolation(row.number, "after-over", action=action)
    if seat not in range(header["seats"]):
        raise _RuleViolation(row.number, "no-seat", seat=seat)


def _check_unreplayed(game: AnyGame, stretch: Section, why: UncheckedReason, since: int) -> None:
    """What can be told of lines that could not be played: their notation, and what they are said to lead to.

    Canonical notation means the same in every state, so any will do to read it, and whoever resigns ends a
    game in any. That of other rules is not known. Raises `_Wrong`.
    """
    header = stretch.header.record
    if why is not UncheckedReason.RULES:
        state, over = _provisional_state(game, header), False
        for row in stretch.lines:
            action = row.record["action"]
            if over:
                raise _RuleViolation(row.number, "after-over", action=action)
            if row.number >= since and not is_table_line(action):
                _check_notation(game, state, row)
                over = action == RESIGN and not game.cooperative
    if stretch.closing is None or (told := stretch.closing.record["outcome"]) is None:
        return
    seats, winners = range(header["seats"]), told["winners"]
    real = winners == sorted(set(winners) & set(seats)) and len(told["points"]) == len(seats)
    if told["ending"] not in game.endings or not real:
        raise _RuleViolation(
            stretch.closing.number, "no-ending", told=_ending_sentence(told), title=game.title
        )


def _check_notation(game: AnyGame, state: Any, row: Row) -> None:  # noqa: ANN401 - a state of the game
    """Raises `_Wrong` for a line that is no action of the game, written as the game writes it."""
    text = row.record["action"]
    try:
        due = str(game.parse(text, state))
    except IllegalAction as error:
        if error.fault is not Fault.MALFORMED:
            return
        why = error.sentence(game.key, who=_seats_sentence(()))
        raise _RuleViolation(row.number, "illegal", action=text, rule=error.rule, why=why) from error
    if due != text:
        raise _RuleViolation(row.number, "canonical", action=text, due=due)


def _next_position(game: AnyGame, found: Sequence[LogPosition], chance: Chance, row: Row) -> LogPosition:
    """The position after a line; raises `_Wrong` and `Untold`."""
    seat, action = row.record["seat"], row.record["action"]
    try:
        position = next_position(game, found, chance, seat, action)
    except UndoBeyondStart:
        raise _RuleViolation(row.number, "undo") from None
    except IllegalAction as error:
        why = error.sentence(game.key, who=_seats_sentence(game.to_act(found[-1].state)))
        raise _RuleViolation(row.number, "illegal", action=action, rule=error.rule, why=why) from error
    if position.action is not None and str(position.action) != action:
        raise _RuleViolation(row.number, "canonical", action=action, due=str(position.action))
    return position


def _seats_sentence(seats: Iterable[Seat]) -> Sentence:
    return sentence(PARTS, "verify.seat", seats=", ".join(map(str, sorted(seats))))


def _check_outcome(game: AnyGame, stretch: Section, last: LogPosition) -> None:
    """Raises `_Wrong` if the closing line does not tell what the moves lead to."""
    if stretch.closing is None:
        return
    outcome, told = game.outcome(last.state), stretch.closing.record["outcome"]
    record, number = None if outcome is None else outcome_record(outcome), stretch.closing.number
    if record is None and told is not None:
        raise _RuleViolation(number, "outcome-early", told=_ending_sentence(told))
    if record is not None and told is None:
        raise _RuleViolation(number, "outcome-missing", found=_ending_sentence(record))
    if record is not None and told != record:
        raise _RuleViolation(number, "outcome", told=_ending_sentence(told), found=_ending_sentence(record))


def _ending_sentence(outcome: Record) -> Sentence:
    """An outcome for people; the command line has it as it stands in the file."""
    winners, points = (", ".join(map(str, outcome[key])) for key in ("winners", "points"))
    key = "verify.ending" if winners else "verify.ending.nobody"
    return Sentence(
        key, record_text(outcome), {"ending": outcome["ending"], "winners": winners, "points": points}
    )
