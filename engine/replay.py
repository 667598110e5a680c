"""A game played again from its first line, and the check of an exported one.

An exported game is JSON Lines. The first object is the header: `game`, `options`, `seats`,
`rules_version`, `commitment`, and `seed` once the game is over. Each further object is a line of the
log: `ply`, `seat`, `action`, `hash`. The last may be `{"outcome": {"ending", "winners", "points"}}`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.core import Game, IllegalAction, Outcome, Seat, read_options
from engine.fairness import commitment, first_hash, next_hash
from engine.rng import SeededRng


@dataclass(frozen=True, slots=True)
class Played:
    """Where a replay arrived: the state, and how many random words it drew."""

    state: Any
    counter: int


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with an exported game. `line` counts from 1, the header's line."""

    line: int
    what: str


def replay(
    game: Game[Any, Any, Any, Any],
    options: Mapping[str, str],
    seats: int,
    seed: str,
    lines: Iterable[tuple[Seat, str]],
) -> Played:
    """Play `lines` of (seat, notation) from the start; raises `IllegalAction` where one is not legal."""
    rng = SeededRng(seed)
    state = game.start(read_options(game.options, options), seats, rng)
    for seat, text in lines:
        state = game.apply(state, seat, game.parse(text, state), rng).state
    return Played(state, rng.counter)


def outcome_record(outcome: Outcome) -> dict[str, Any]:
    """An outcome as it stands in JSON."""
    points, winners = list(outcome.points), list(outcome.winners)
    return {"ending": outcome.ending, "winners": winners, "points": points}


def verify(text: str, games: Mapping[str, Game[Any, Any, Any, Any]]) -> tuple[Problem, ...]:
    """Every fault of an exported game; an empty result means that it is whole and was played by the rules.

    Checked: the chain of hashes, the seed against its commitment, each action against the rules, and the
    outcome. Without the seed (a game that still runs) only the chain can be checked where chance is used.
    """
    try:
        records = [json.loads(line) for line in text.splitlines() if line.strip()]
    except ValueError as error:
        return (Problem(1, f"not JSON Lines: {error}"),)
    if not records or not _is_header(records[0], games):
        return (Problem(1, "no header of an exported game of this house"),)
    header, *rest = records
    closing = rest.pop() if rest and "outcome" in rest[-1] else None
    return (
        *_seed_problems(header),
        *_chain_problems(header, rest),
        *_play_problems(header, rest, closing, games),
    )


def _is_header(record: object, games: Mapping[str, Game[Any, Any, Any, Any]]) -> bool:
    wanted = {"game": str, "options": dict, "seats": int, "rules_version": int, "commitment": str}
    return (
        isinstance(record, dict)
        and all(isinstance(record.get(key), kind) for key, kind in wanted.items())
        and record["game"] in games
    )


def _seed_problems(header: Mapping[str, Any]) -> Iterator[Problem]:
    seed = header.get("seed")
    if seed is not None and commitment(str(seed)) != header["commitment"]:
        yield Problem(1, "the seed is not the one that was committed to")


def _chain_problems(header: Mapping[str, Any], lines: list[Any]) -> Iterator[Problem]:
    options = json.dumps(header["options"], sort_keys=True, separators=(",", ":"))
    head = first_hash(header["game"], options, header["rules_version"], header["commitment"])
    for ply, line in enumerate(lines, 1):
        if not isinstance(line, dict) or not {"ply", "seat", "action", "hash"} <= line.keys():
            yield Problem(ply + 1, "not a line of a log")
            return
        if line["ply"] != ply:
            yield Problem(ply + 1, f"ply {line['ply']} stands where ply {ply} belongs")
            return
        head = next_hash(head, ply, line["seat"], line["action"])
        if line["hash"] != head:
            yield Problem(ply + 1, "the hash does not follow from the line before: changed, dropped or added")
            return


def _play_problems(
    header: Mapping[str, Any],
    lines: list[Any],
    closing: Mapping[str, Any] | None,
    games: Mapping[str, Game[Any, Any, Any, Any]],
) -> Iterator[Problem]:
    game = games[header["game"]]
    rng = SeededRng(str(header.get("seed", "")))
    options = {key: str(value) for key, value in header["options"].items()}
    state = game.start(read_options(game.options, options), header["seats"], rng)
    for number, line in enumerate(lines, 2):
        try:
            state = game.apply(state, line["seat"], game.parse(line["action"], state), rng).state
        except (IllegalAction, KeyError, TypeError) as error:
            yield Problem(number, f"not legal there: {error}")
            return
        if "seed" not in header and rng.counter:
            return  # what chance brought cannot be known before the seed is
    outcome = game.outcome(state)
    record = None if outcome is None else outcome_record(outcome)
    told = None if closing is None else closing["outcome"]
    if told != record:
        yield Problem(len(lines) + 2, f"the outcome told is {told}, the moves lead to {record}")
