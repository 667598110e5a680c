"""A game played again from its first line, and the check of an exported one.

An exported game is JSON Lines. The first object is the header: `game`, `options`, `seats`,
`rules_version`, `commitment`, and `seed` once the game is over and nobody else plays by it. A game that
began at a position of another table has that one's name and line in `from`, and `position`, a text, with
the seed. Each further object is a line of the log: `ply`, `seat`, `action`, `hash`; `engine.entries` tells
of the actions that are not the game's own. The last may be `{"outcome": {"ending", "winners", "points"}}`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from engine.core import BadOption, Game, IllegalAction, Outcome, Seat, read_settings
from engine.entries import is_new_beginning, origin, parent, undone_to
from engine.fairness import commitment, first_hash, next_hash
from engine.rng import SeededRng


@dataclass(frozen=True, slots=True)
class Position:
    """How a game stood after `ply` lines of its log, and the line that led there.

    `counter` is how many random words were drawn. A position that no player's line led to (the first one, and
    one that was taken back to) has no `action` and events; `back` is then the ply that was gone back to, and
    `seat` whoever asked for it. `before` is the ply of the position that the line was played on.
    """

    ply: int
    state: Any
    counter: int
    seat: Seat | None = None
    action: Any = None
    events: tuple[Any, ...] = ()
    before: int | None = None
    back: int | None = None


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


class Forgotten(Exception):  # noqa: N818 - named by what happened
    """A log takes a game back to a position before the one from which it can be replayed."""


def first_position(
    game: Game[Any, Any, Any, Any], options: Mapping[str, str], seats: int, seed: str
) -> Position:
    """How a game begins; raises `BadOption`."""
    rng = SeededRng(seed)
    return Position(0, game.start(read_settings(game, options, seats), seats, rng), rng.counter)


def arrived(game: Game[Any, Any, Any, Any], state: object, chance: str) -> Position:
    """How a game that moved house goes on, after the line that says so.

    What nobody knows of the `state` that it had is in a new order, by the chance of the new table.
    """
    return Position(1, game.reshuffled(state, SeededRng(f"{chance}/moved")), 0)


def positions(
    game: Game[Any, Any, Any, Any], first: Position, seed: str, lines: Iterable[tuple[Seat, str]]
) -> tuple[Position, ...]:
    """The `first` position and that after each of the `lines` of (seat, notation) that follow it.

    Raises `IllegalAction` where a line is not legal, and `Forgotten` where it goes back beyond the first
    position.
    """
    found = [first]
    for seat, text in lines:
        found.append(_after(game, found, seed, seat, text))
    return tuple(found)


def _after(
    game: Game[Any, Any, Any, Any], found: list[Position], seed: str, seat: Seat, text: str
) -> Position:
    """The position that a line leads to."""
    last = found[-1]
    back = undone_to(text)
    if back is not None:
        at = back - found[0].ply
        if not 0 <= at < len(found):
            raise Forgotten(text)
        return Position(last.ply + 1, found[at].state, found[at].counter, seat, back=back)
    rng = SeededRng(seed, last.counter)
    action = game.parse(text, last.state)
    step = game.apply(last.state, seat, action, rng)
    return Position(last.ply + 1, step.state, rng.counter, seat, action, step.events, before=last.ply)


def lasting(found: Sequence[Position]) -> tuple[Position, ...]:
    """The positions on the way from the first to the last, without what was taken back."""
    way, at = list[Position](), len(found) - 1
    while at > 0:
        position = found[at]
        if position.back is not None:
            at = position.back - found[0].ply
            continue
        way.append(position)
        at -= 1
    return (found[0], *reversed(way))


def replay(
    game: Game[Any, Any, Any, Any],
    options: Mapping[str, str],
    seats: int,
    seed: str,
    lines: Iterable[tuple[Seat, str]],
) -> Position:
    """Play `lines` of (seat, notation) from the start; raises `IllegalAction` where one is not legal."""
    return positions(game, first_position(game, options, seats, seed), seed, lines)[-1]


def moments(found: Sequence[Position], seed: str) -> tuple[Moment, ...]:
    """Every line that was not taken back, with what it was played on."""
    way = lasting(found)
    return tuple(
        Moment(before.state, after.seat, after.action, SeededRng(seed, before.counter))
        for before, after in pairwise(way)
        if after.seat is not None
    )


def outcome_record(outcome: Outcome) -> dict[str, Any]:
    """An outcome as it stands in JSON."""
    points, winners = list(outcome.points), list(outcome.winners)
    return {"ending": outcome.ending, "winners": winners, "points": points}


def is_continued(text: str) -> bool:
    """Whether an exported game goes on from a position that was saved: under newer rules, or at a fork.

    Then its lines from there on, and its outcome, could not be checked against the rules.
    """
    lines = [json.loads(line) for line in text.split("\n") if line.strip()][1:]
    return any(is_new_beginning(str(line.get("action", ""))) for line in lines)


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
    the chain can be checked from where chance is used; see `is_sealed`. From a position that was saved on,
    it is the chain alone, and what the line there commits to; see `is_continued`.
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
        *_origin_problems(header, lines),
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


def _origin_problems(header: Mapping[str, Any], lines: list[Any]) -> Iterator[Problem]:
    """What is told of where the game comes from, against its first line; a later one cannot say that."""
    begun = [parent(line["action"]) for line in lines]
    first = begun[0] if begun else None
    place = None if first is None else {"table": first[0], "ply": first[1]}
    if lines and header.get("from") != place:
        yield Problem(1, f"it is said to go on from {header.get('from')}, its first line says {place}")
    for number, found in enumerate(begun[1:], 3):
        if found is not None:
            yield Problem(number, "a game comes from another table in its first line only")
    seed, position = header.get("seed"), header.get("position")
    if first is not None and None not in (seed, position) and origin(str(seed), str(position)) != first[2]:
        yield Problem(1, "the position is not the one that the first line commits to")


def _play_problems(
    game: Game[Any, Any, Any, Any], header: Mapping[str, Any], lines: list[Any], told: object
) -> Iterator[Problem]:
    """What the rules say against the lines and the outcome told; nothing where chance needs the seed."""
    seeded = header.get("seed") is not None
    seed = str(header["seed"]) if seeded else ""
    found = [first_position(game, _options(header), header["seats"], seed)]
    for number, line in enumerate(lines, 2):
        if is_new_beginning(line["action"]) or (found[-1].counter and not seeded):
            return
        if line["seat"] not in range(header["seats"]):
            yield Problem(number, f"there is no seat {line['seat']}")
            return
        try:
            found.append(_after(game, found, seed, line["seat"], line["action"]))
        except Forgotten:
            yield Problem(number, "it goes back to where the game has not been")
            return
        except IllegalAction as error:
            yield Problem(number, f"not legal there: {error}")
            return
    if seeded or not found[-1].counter:
        outcome = game.outcome(found[-1].state)
        yield from _outcome_problems(len(lines) + 2, told, outcome, seeded=seeded)


def _outcome_problems(
    number: int, told: object, outcome: Outcome | None, *, seeded: bool
) -> Iterator[Problem]:
    record = None if outcome is None else outcome_record(outcome)
    if told != record:
        yield Problem(number, f"the outcome told is {told}, the moves lead to {record}")
    elif seeded and outcome is None:
        yield Problem(number, "the seed is told, so the game is over, but its last lines are missing")
