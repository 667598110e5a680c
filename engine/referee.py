"""Replays a section of an exported game by the rules, from its first line to its outcome."""

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

    SEALED = "sealed"  # chance is needed, and the seed is secret
    SAVED = "saved"  # the game continues from a saved position
    RULES = "rules"  # another rules version


@dataclass(frozen=True, slots=True)
class SectionResult:
    """A section that was checked. `position` is its last one, if it could be replayed.

    If `unchecked` is set, only the hash chain was checked from line `since` of the file on.
    """

    section: Section
    position: LogPosition | None = None
    unchecked: UncheckedReason | None = None
    since: int = 0


class _CannotCheck(Exception):  # noqa: N818 - named by what happens
    """The rules cannot be checked from here on."""

    def __init__(self, why: UncheckedReason) -> None:
        super().__init__(why)
        self.why = why


class _RuleViolation(Exception):  # noqa: N818 - named by what happens
    """A line breaks the rules."""

    def __init__(self, line: int, key: str, **values: Filling) -> None:
        super().__init__(key)
        self.problem = Problem(line, key, values)


def settings_of(header: Record) -> dict[str, str]:
    """The options of a header as text, as the engine reads them."""
    return {key: str(value) for key, value in header["options"].items()}


def check_play(game: AnyGame, section: Section, above: SectionResult | None) -> SectionResult | Problem:
    """Replay a section after the one `above` it; the first problem if it breaks the rules."""
    try:
        return _replay_section(game, section, above)
    except _RuleViolation as wrong:
        return wrong.problem


def _replay_section(game: AnyGame, section: Section, above: SectionResult | None) -> SectionResult:
    """Replay a section as far as possible; raises `_RuleViolation`."""
    header, chance = section.header.record, _chance_of(section.header.record)
    positions, since = list[LogPosition](), section.header.number + 1
    try:
        positions.append(_first_position(game, section, above))
        for row in section.lines[positions[0].ply :]:
            since = row.number
            _check_entry(game, header, positions[-1], row)
            positions.append(_next_position(game, positions, chance, row))
    except (SeedUnknown, _CannotCheck) as stop:
        why = stop.why if isinstance(stop, _CannotCheck) else UncheckedReason.SEALED
        _check_unreplayed(game, section, why, since)
        return SectionResult(section, unchecked=why, since=since)
    _check_outcome(game, section, positions[-1])
    return SectionResult(section, positions[-1])


def _chance_of(header: Record) -> Chance:
    """The source of a section's chance."""
    if "seed" not in header:
        return seedless_rng
    return partial(SeededRng, chance_seed(header["seed"], header.get("salts", ())))


def _first_position(game: AnyGame, section: Section, above: SectionResult | None) -> LogPosition:
    """The first position of a section; raises `_CannotCheck` and `SeedUnknown`."""
    header = section.header.record
    if header["rules_version"] != game.rules_version:
        raise _CannotCheck(UncheckedReason.RULES)
    if "from" in header:
        raise _CannotCheck(UncheckedReason.SAVED)
    if "moved" in header:
        if above is None or above.position is None or not section.lines:
            raise _CannotCheck((above and above.unchecked) or UncheckedReason.SAVED)
        return reshuffled_position(game, above.position.state, _chance_of(header))
    return start_position(game, settings_of(header), header["seats"], _chance_of(header))


def _provisional_state(game: AnyGame, header: Record) -> Any:  # noqa: ANN401 - a state of the game
    """Start a game with these options and an arbitrary seed."""
    settings = read_settings(game, settings_of(header), header["seats"])
    return game.start(settings, header["seats"], SeededRng(""))


def _check_entry(game: AnyGame, header: Record, last: LogPosition, row: Row) -> None:
    """Raise `_RuleViolation` for a seat that does not exist, or a table line after the end of the game."""
    seat, action = row.record["seat"], row.record["action"]
    if is_table_line(action) and game.outcome(last.state) is not None:
        raise _RuleViolation(row.number, "after-over", action=action)
    if seat not in range(header["seats"]):
        raise _RuleViolation(row.number, "no-seat", seat=seat)


def _check_unreplayed(game: AnyGame, section: Section, why: UncheckedReason, since: int) -> None:
    """Check lines that could not be replayed: their notation, and the outcome that the file claims.

    Canonical notation means the same in every state, so any state will do to parse it, and a resignation ends
    any game. Not possible under other rules. Raises `_RuleViolation`.
    """
    header = section.header.record
    if why is not UncheckedReason.RULES:
        state, over = _provisional_state(game, header), False
        for row in section.lines:
            action = row.record["action"]
            if over:
                raise _RuleViolation(row.number, "after-over", action=action)
            if row.number >= since and not is_table_line(action):
                _check_notation(game, state, row)
                over = action == RESIGN and not game.cooperative
    if section.closing is None or (claimed := section.closing.record["outcome"]) is None:
        return
    seats, winners = range(header["seats"]), claimed["winners"]
    real = winners == sorted(set(winners) & set(seats)) and len(claimed["points"]) == len(seats)
    if claimed["ending"] not in game.endings or not real:
        raise _RuleViolation(
            section.closing.number, "no-ending", told=_ending_sentence(claimed), title=game.title
        )


def _check_notation(game: AnyGame, state: Any, row: Row) -> None:  # noqa: ANN401 - a state of the game
    """Raise `_RuleViolation` for a line that is not an action in canonical notation."""
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


def _next_position(game: AnyGame, positions: Sequence[LogPosition], chance: Chance, row: Row) -> LogPosition:
    """The position after a line; raises `_RuleViolation` and `SeedUnknown`."""
    seat, action = row.record["seat"], row.record["action"]
    try:
        position = next_position(game, positions, chance, seat, action)
    except UndoBeyondStart:
        raise _RuleViolation(row.number, "undo") from None
    except IllegalAction as error:
        why = error.sentence(game.key, who=_seats_sentence(game.to_act(positions[-1].state)))
        raise _RuleViolation(row.number, "illegal", action=action, rule=error.rule, why=why) from error
    if position.action is not None and str(position.action) != action:
        raise _RuleViolation(row.number, "canonical", action=action, due=str(position.action))
    return position


def _seats_sentence(seats: Iterable[Seat]) -> Sentence:
    return sentence(PARTS, "verify.seat", seats=", ".join(map(str, sorted(seats))))


def _check_outcome(game: AnyGame, section: Section, last: LogPosition) -> None:
    """Raise `_RuleViolation` if the closing line differs from the outcome of the moves."""
    if section.closing is None:
        return
    outcome, claimed = game.outcome(last.state), section.closing.record["outcome"]
    record, number = None if outcome is None else outcome_record(outcome), section.closing.number
    if record is None and claimed is not None:
        raise _RuleViolation(number, "outcome-early", told=_ending_sentence(claimed))
    if record is not None and claimed is None:
        raise _RuleViolation(number, "outcome-missing", found=_ending_sentence(record))
    if record is not None and claimed != record:
        raise _RuleViolation(
            number, "outcome", told=_ending_sentence(claimed), found=_ending_sentence(record)
        )


def _ending_sentence(outcome: Record) -> Sentence:
    """An outcome as a sentence; its English line is the JSON of the file."""
    winners, points = (", ".join(map(str, outcome[key])) for key in ("winners", "points"))
    key = "verify.ending" if winners else "verify.ending.nobody"
    return Sentence(
        key, record_text(outcome), {"ending": outcome["ending"], "winners": winners, "points": points}
    )
