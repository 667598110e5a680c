"""A table's log as files: the house's own format, and those of other programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from bot.games.catalogue import AnyEntry
from bot.store import Line, Status, Table
from bot.store.tables import start_hash, start_of
from engine.core import BadOption, IllegalAction
from engine.export_format import FORMAT, FORMATS, join_parts, section_text
from engine.fairness import commitment
from engine.replay import (
    LogPosition,
    Moment,
    UndoBeyondStart,
    effective_positions,
    extend_positions,
    first_position,
    moments,
    outcome_record,
    replay_positions,
)

TOLD_LATER: Final = frozenset({"seed", "position", "hash"})
"""The keys of a header that come, or change, once nobody can play on at its table."""

UNPLAYABLE: Final = (IllegalAction, BadOption, UndoBeyondStart)
"""How replaying a log can fail under today's rules."""


def options_of(table: Table) -> dict[str, str]:
    """The table's options as text, the way the engine reads them."""
    return {key: str(value) for key, value in json.loads(table.terms.options).items()}


def settings_of(table: Table) -> dict[str, int | str]:
    """The table's options as they were read when it was opened, or when its game began."""
    settings: dict[str, int | str] = json.loads(table.terms.options)
    return settings


def export_files(
    entry: AnyEntry,
    table: Table,
    lines: tuple[Line, ...],
    *,
    published: bool = False,
    earlier: str = "",
) -> dict[str, str]:
    """Every file of a table by name: `T7.jsonl` for `python -m engine verify`, and the game's own formats.

    The seed is told only once nobody can play on at this table; that of a deal of the day or week, which
    others have yet to play, only if it is `published`. `earlier` is what was exported of the tables from
    which the game moved here.

    A log that today's rules no longer allow comes without the files of other programs, which would have to
    be made by replaying it; so does one that begins in the middle of a game, as those formats do not.
    """
    outcome = entry.game.outcome(entry.codec.load(table.state)) if table.state else None
    ended = None if outcome is None else outcome_record(outcome)
    told = export_lines(table, lines, len(table.players), ended, published=published)
    others: dict[str, str] = {}
    if table.journey.base is None:
        with suppress(*UNPLAYABLE):
            actions, states = replay_actions(entry, table, lines)
            others = entry.rules.files(actions, states[:-1])
    whole = {f"{table.code}.jsonl": join_parts(earlier, told)}
    return whole | {f"{table.code}-{name}": text for name, text in others.items()}


def export_lines(
    table: Table,
    lines: tuple[Line, ...],
    seats: int,
    outcome: dict[str, Any] | None,
    *,
    published: bool = False,
) -> str:
    """What was played at this table in the format of `engine.export_format`, with the seed as `files` says.

    The position that a fork began with is as secret as the seed: what lies face down is in it.
    """
    header = agreed_header(table, lines, seats)
    if _is_done(table) and (table.deal is None or published):
        header |= _secrets(table)
    log = [{"ply": line.ply, "seat": line.seat, "action": line.action, "hash": line.hash} for line in lines]
    return section_text(header, log, outcome)


def agreed_header(table: Table, lines: Sequence[Line], seats: int) -> dict[str, Any]:
    """The header of a table's file, without what is told only once nobody plays on, and without its hash.

    Nothing of it changes after the game has begun.
    """
    # A log that began before it told its table's code and terms is one of the older kind.
    is_older = start_of(table, seats, lines) != start_hash(table, seats)
    header: dict[str, Any] = {
        "format": FORMATS[0] if is_older else FORMAT,
        "game": table.game,
        "options": json.loads(table.terms.options),
        "seats": seats,
        "rules_version": table.terms.rules_version,
        "commitment": commitment(table.seed),
    }
    header |= {"salts": list(table.terms.salts)} if table.terms.salts else {}
    return header | {"table": table.code} | _origin(table) | {"terms": table.terms.timing}


def _is_done(table: Table) -> bool:
    """Whether nobody can play on here: the game is over, or the table was closed in the middle of it."""
    return table.status is Status.OVER or (table.status is Status.CLOSED and table.state is not None)


def _origin(table: Table) -> dict[str, Any]:
    """Where the game comes from, if it began at another table."""
    if table.journey.moved is not None:
        code, ply, head = table.journey.moved
        return {"moved": {"table": code, "ply": ply, "head": head}}
    if table.journey.parent is not None:
        return {"from": {"table": f"T{table.journey.parent[0]}", "ply": table.journey.parent[1]}}
    return {}


def _secrets(table: Table) -> dict[str, str]:
    """What is secret as long as the game goes on: the seed, and the position that a fork began with."""
    base = table.journey.base
    # Later rules may have put a later position in its place.
    if "from" not in _origin(table) or base is None or base.ply != 1:
        return {"seed": table.seed}
    return {"seed": table.seed, "position": base.state}


def positions_of(
    entry: AnyEntry, table: Table, lines: Sequence[Line], known: Sequence[LogPosition] = ()
) -> tuple[LogPosition, ...]:
    """Every position of a game, as far back as it can be replayed: from its beginning, or its `base`.

    `known` are those that were found before, from the same beginning on: only what follows is played.
    Raises `IllegalAction` where today's rules refuse a line, as they may for a log older than they are,
    `BadOption` where they refuse what was agreed, and `Forgotten`; all of them are `UNPLAYABLE`.
    """
    base = table.journey.base
    if known and known[0].ply == (0 if base is None else base.ply):
        later = [(line.seat, line.action) for line in lines if line.ply > known[-1].ply]
        return extend_positions(entry.game, known, table.chance, later)
    if base is None:
        first = first_position(entry.game, options_of(table), len(table.players), table.chance)
    else:
        first = LogPosition(base.ply, entry.codec.load(base.state), base.counter)
    rest = [(line.seat, line.action) for line in lines if line.ply > first.ply]
    return replay_positions(entry.game, first, table.chance, rest)


def replayed_moments(entry: AnyEntry, table: Table, lines: tuple[Line, ...]) -> tuple[Moment, ...]:
    """Every line that was not taken back, with what it was played on; raises what `positions_of` does."""
    return moments(positions_of(entry, table, lines), table.chance)


def replay_actions(
    entry: AnyEntry, table: Table, lines: tuple[Line, ...]
) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The actions that were not taken back, and the states: before the first, and after each.

    Raises what `positions_of` does.
    """
    way = effective_positions(positions_of(entry, table, lines))
    return tuple(position.action for position in way[1:]), tuple(position.state for position in way)
