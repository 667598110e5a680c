"""A table's log as files: the house's own format, and those of other programs."""

from __future__ import annotations

import json
from typing import Any

from bot.catalogue import AnyEntry
from bot.store import Line, Status, Table
from engine.core import BadOption, IllegalAction, read_settings
from engine.fairness import commitment
from engine.replay import Moment, moments, outcome_record
from engine.rng import SeededRng


def options_of(table: Table) -> dict[str, str]:
    """The table's options as text, the way the engine reads them."""
    return {key: str(value) for key, value in json.loads(table.options).items()}


def settings_of(table: Table) -> dict[str, int | str]:
    """The table's options as they were read when it was opened, or when its game began."""
    settings: dict[str, int | str] = json.loads(table.options)
    return settings


def files(
    entry: AnyEntry, table: Table, lines: tuple[Line, ...], *, published: bool = False
) -> dict[str, str]:
    """Every file of a table by name: `T7.jsonl` for `python -m engine verify`, and the game's own formats.

    The seed is told only once the game is over; that of a deal of the day, which others have yet to play,
    only if it is `published`. A log that today's rules no longer allow comes without
    the files of other programs, which would have to be made by replaying it.
    """
    outcome = entry.game.outcome(entry.codec.load(table.state)) if table.state else None
    ended = None if outcome is None else outcome_record(outcome)
    told = json_lines(table, lines, len(table.players), ended, published=published)
    try:
        actions, states = replayed(entry, table, lines)
    except (IllegalAction, BadOption):
        others = {}
    else:
        others = entry.files(actions, states[:-1])
    return {f"{table.code}.jsonl": told} | {f"{table.code}-{name}": text for name, text in others.items()}


def json_lines(
    table: Table,
    lines: tuple[Line, ...],
    seats: int,
    outcome: dict[str, Any] | None,
    *,
    published: bool = False,
) -> str:
    """The log in the format that `engine.replay` describes, with the seed as `files` says."""
    seeded = table.status is Status.OVER and (table.day is None or published)
    header = {
        "game": table.game,
        "options": json.loads(table.options),
        "seats": seats,
        "rules_version": table.rules_version,
        "commitment": commitment(table.seed),
    }
    records: list[dict[str, Any]] = [header | ({"seed": table.seed} if seeded else {})]
    records += [
        {"ply": line.ply, "seat": line.seat, "action": line.action, "hash": line.hash} for line in lines
    ]
    if outcome is not None:
        records.append({"outcome": outcome})
    return "".join(f"{json.dumps(record, ensure_ascii=False)}\n" for record in records)


def replayed_moments(entry: AnyEntry, table: Table, lines: tuple[Line, ...]) -> tuple[Moment, ...]:
    """Every line of a log with what it was played on; raises what `replayed` does."""
    played = [(line.seat, line.action) for line in lines]
    return moments(entry.game, options_of(table), len(table.players), table.seed, played)


def replayed(
    entry: AnyEntry, table: Table, lines: tuple[Line, ...]
) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The actions of a log, and the states: before the first, and after each.

    Raises `IllegalAction` where today's rules refuse a line, as they may for a log older than they are, and
    `BadOption` where they refuse what was agreed.
    """
    game, rng = entry.game, SeededRng(table.seed)
    seats = len(table.players)
    states = [game.start(read_settings(game, options_of(table), seats), seats, rng)]
    actions = []
    for line in lines:
        action = game.parse(line.action, states[-1])
        actions.append(action)
        states.append(game.apply(states[-1], line.seat, action, rng).state)
    return tuple(actions), tuple(states)
