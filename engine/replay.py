"""A game played again from its first line, and the check of an exported one.

An exported game is JSON Lines. The first object is the header: `game`, `options`, `seats`,
`rules_version`, `commitment`, and `seed` once the game is over and nobody else plays by it. Each further
object is a line of the log: `ply`, `seat`, `action`, `hash`. The last may be
`{"outcome": {"ending", "winners", "points"}}`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.core import BadOption, Game, IllegalAction, Outcome, Seat, read_settings
from engine.fairness import commitment, first_hash, next_hash
from engine.rng import SeededRng


@dataclass(frozen=True, slots=True)
class Played:
    """Where a replay arrived: the state, and how many random words it drew."""

    state: Any
    counter: int


@dataclass(frozen=True, slots=True)
class Moment:
    """A line of a log about to be played: `state` is the one before it, and so is what `rng` draws next."""

    state: Any
    seat: Seat
    action: Any
    rng: SeededRng


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
    state = game.start(read_settings(game, options, seats), seats, rng)
    for seat, text in lines:
        state = game.apply(state, seat, game.parse(text, state), rng).state
    return Played(state, rng.counter)


def moments(
    game: Game[Any, Any, Any, Any],
    options: Mapping[str, str],
    seats: int,
    seed: str,
    lines: Iterable[tuple[Seat, str]],
) -> tuple[Moment, ...]:
    """Every line of a log with what it was played on; raises `IllegalAction` where one is not legal."""
    rng = SeededRng(seed)
    state = game.start(read_settings(game, options, seats), seats, rng)
    found = []
    for seat, text in lines:
        action = game.parse(text, state)
        found.append(Moment(state, seat, action, SeededRng(seed, rng.counter)))
        state = game.apply(state, seat, action, rng).state
    return tuple(found)


def outcome_record(outcome: Outcome) -> dict[str, Any]:
    """An outcome as it stands in JSON."""
    points, winners = list(outcome.points), list(outcome.winners)
    return {"ending": outcome.ending, "winners": winners, "points": points}


def is_sealed(text: str) -> bool:
    """Whether an exported game in which `verify` finds no fault comes without its seed.

    Then what chance decides could not be checked: its moves from there on, and its outcome.
    """
    header = json.loads(next(line for line in text.split("\n") if line.strip()))
    return header.get("seed") is None


def verify(text: str, games: Mapping[str, Game[Any, Any, Any, Any]]) -> tuple[Problem, ...]:
    """Every fault of an exported game; an empty result means that it is whole and was played by the rules.

    Checked: the form, the chain of hashes, the seed against its commitment, each action against the rules,
    and the outcome. Without the seed (a game that still runs, or a deal that others have yet to play) only
    the chain can be checked from where chance is used; see `is_sealed`.
    """
    try:
        header, *lines = [json.loads(line) for line in text.split("\n") if line.strip()] or [None]
    except (ValueError, RecursionError) as error:
        return (Problem(1, f"not JSON Lines: {error}"),)
    closing = lines.pop() if lines and isinstance(lines[-1], dict) and "outcome" in lines[-1] else {}
    problems = (*_header_problems(header, games), *_form_problems(lines))
    if problems:
        return problems
    game = games[header["game"]]
    return (
        *_seed_problems(header),
        *_chain_problems(header, lines),
        *_play_problems(game, header, lines, closing.get("outcome")),
    )


_HEADER: Final = {"game": str, "options": dict, "seats": int, "rules_version": int, "commitment": str}
_LINE: Final = {"ply": int, "seat": int, "action": str, "hash": str}


def _has_form(record: object, form: Mapping[str, type]) -> bool:
    """Whether a JSON object has all these keys with values of just these types."""
    return isinstance(record, dict) and all(type(record.get(key)) is kind for key, kind in form.items())


def _header_problems(header: Any, games: Mapping[str, Game[Any, Any, Any, Any]]) -> Iterator[Problem]:  # noqa: ANN401 - any JSON
    if not _has_form(header, _HEADER) or header["game"] not in games:
        yield Problem(1, "no header of an exported game of this house")
        return
    game = games[header["game"]]
    if header["rules_version"] != game.rules_version:
        yield Problem(1, f"rules version {header['rules_version']}, the rules here are {game.rules_version}")
    if header["seats"] not in game.seats:
        yield Problem(1, f"{header['seats']} seats, {game.title} has {game.seats.start} to {game.seats[-1]}")
        return
    try:
        read_settings(game, _options(header), header["seats"])
    except BadOption as error:
        yield Problem(1, f"an option that the game does not have: {error}")


def _options(header: Mapping[str, Any]) -> dict[str, str]:
    return {key: str(value) for key, value in header["options"].items()}


def _form_problems(lines: list[Any]) -> Iterator[Problem]:
    for number, line in enumerate(lines, 2):
        if not _has_form(line, _LINE):
            yield Problem(number, "not a line of a log")


def _seed_problems(header: Mapping[str, Any]) -> Iterator[Problem]:
    seed = header.get("seed")
    if seed is not None and commitment(str(seed)) != header["commitment"]:
        yield Problem(1, "the seed is not the one that was committed to")


def _chain_problems(header: Mapping[str, Any], lines: list[Any]) -> Iterator[Problem]:
    """The first line that does not follow; those after it cannot be judged."""
    options = json.dumps(header["options"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    head = first_hash(header["game"], options, header["seats"], header["rules_version"], header["commitment"])
    for ply, line in enumerate(lines, 1):
        if line["ply"] != ply:
            yield Problem(ply + 1, f"ply {line['ply']} stands where ply {ply} belongs")
            return
        head = next_hash(head, ply, line["seat"], line["action"])
        if line["hash"] != head:
            yield Problem(ply + 1, "the hash does not follow from the line before: changed, dropped or added")
            return


def _play_problems(
    game: Game[Any, Any, Any, Any], header: Mapping[str, Any], lines: list[Any], told: object
) -> Iterator[Problem]:
    """What the rules say against the lines and the outcome told; nothing where chance needs the seed."""
    seeded = header.get("seed") is not None
    rng = SeededRng(str(header["seed"]) if seeded else "")
    state = game.start(read_settings(game, _options(header), header["seats"]), header["seats"], rng)
    for number, line in enumerate(lines, 2):
        if rng.counter and not seeded:
            return
        if line["seat"] not in range(header["seats"]):
            yield Problem(number, f"there is no seat {line['seat']}")
            return
        try:
            state = game.apply(state, line["seat"], game.parse(line["action"], state), rng).state
        except IllegalAction as error:
            yield Problem(number, f"not legal there: {error}")
            return
    if seeded or not rng.counter:
        yield from _outcome_problems(len(lines) + 2, told, game.outcome(state), seeded=seeded)


def _outcome_problems(
    number: int, told: object, outcome: Outcome | None, *, seeded: bool
) -> Iterator[Problem]:
    record = None if outcome is None else outcome_record(outcome)
    if told != record:
        yield Problem(number, f"the outcome told is {told}, the moves lead to {record}")
    elif seeded and outcome is None:
        yield Problem(number, "the seed is told, so the game is over, but its last lines are missing")
