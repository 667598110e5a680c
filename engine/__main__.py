"""The command line of the engine: play, count and check games without the bot."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Any, Final

from engine.core import BadOption, Choice, Document, Game, IllegalAction, Option, Seat, read_settings
from engine.exported import LONGEST
from engine.faults import ELSEWHERE, Problem
from engine.referee import Part, Unchecked
from engine.registry import GAMES
from engine.replay import outcome_record
from engine.rng import SeededRng
from engine.thud.model import Side
from engine.thud.perft import divide
from engine.thud.thud_file import read_position
from engine.verify import checked

AnyGame = Game[Any, Any, Any, Any]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code: 0 well, 1 a game that does not hold, 2 bad arguments."""
    given = _parser().parse_args(arguments)
    try:
        return int(given.run(given))
    except (BadOption, OSError, ValueError) as error:
        print(f"engine: {error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    games = commands.add_parser("games", help="the games, their seats and options, one JSON object a line")
    games.set_defaults(run=_games)
    play = commands.add_parser("play", help="read lines `SEAT NOTATION` and print what each does")
    play.add_argument("game", choices=sorted(GAMES))
    play.add_argument("--seats", type=int, help="how many play (default: the fewest)")
    play.add_argument("--seed", default="", help="text that all chance is drawn from")
    play.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help="VALUE of a file's text: @FILE"
    )
    play.set_defaults(run=_play)
    perft = commands.add_parser("perft", help="count the sequences of legal moves")
    perft.add_argument("game", choices=["thud"])
    perft.add_argument("--position", type=Path, required=True, metavar="FILE", help=".thud file")
    perft.add_argument("--to-move", choices=[side.value for side in Side], required=True)
    perft.add_argument("--depth", type=int, required=True)
    perft.add_argument("--divide", action="store_true", help="also the count behind each first move")
    perft.set_defaults(run=_perft)
    check = commands.add_parser("verify", help="replay and check an exported game")
    check.add_argument("file", type=Path)
    check.set_defaults(run=_verify)
    return parser


def _say(record: dict[str, Any]) -> None:
    print(json.dumps(record), flush=True)


def _games(_: argparse.Namespace) -> int:
    for game in GAMES.values():
        seats = [game.seats.start, game.seats.stop - 1]
        options = [_option_record(option) for option in game.options]
        record = {"key": game.key, "title": game.title, "seats": seats, "options": options}
        _say(record | {"rules_version": game.rules_version, "endings": game.endings})
    return 0


def _option_record(option: Option) -> dict[str, Any]:
    if isinstance(option, Choice):
        return {"key": option.key, "default": option.default, "choices": option.choices}
    if isinstance(option, Document):
        return {"key": option.key, "default": option.default, "file": True}
    return {"key": option.key, "default": option.default, "from": option.minimum, "to": option.maximum}


def _play(given: argparse.Namespace) -> int:
    game = GAMES[given.game]
    seats = game.seats.start if given.seats is None else given.seats
    if seats not in game.seats:
        raise ValueError(f"{game.title} is for {game.seats.start} to {game.seats.stop - 1} players")
    options = dict(option.partition("=")[::2] for option in given.option)
    documents = {option.key for option in game.options if isinstance(option, Document)}
    options |= {key: _file(options[key]) for key in documents & options.keys()}
    rng = SeededRng(given.seed)
    state = game.start(read_settings(game, options, seats), seats, rng)
    _say({"ply": 0, "to_act": sorted(game.to_act(state)), "outcome": None})
    _play_lines(game, state, seats, rng, sys.stdin)
    return 0


def _file(value: str) -> str:
    """The text of the file that `@FILE` names, or else what was written; raises `ValueError` for no text."""
    if not value.startswith("@"):
        return value
    try:
        return Path(value[1:]).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{value[1:]} is not text: {error}") from error


def _play_lines(game: AnyGame, state: object, seats: int, rng: SeededRng, lines: Iterable[str]) -> None:
    ply = 0
    for line in filter(None, map(str.strip, lines)):
        try:
            seat, text = _seat_and_text(game, state, seats, line)
            if text == "?":
                _say({"seat": seat, "legal": [str(action) for action in game.legal(state, seat)]})
                continue
            action = game.parse(text, state)
            step = game.apply(state, seat, action, rng)
        except _Unclear as error:
            _say({"error": str(error), "rule": None})
        except IllegalAction as error:
            _say({"error": str(error), "fault": error.fault, "rule": error.rule, "near": error.near})
        else:
            state, ply = step.state, ply + 1
            _say(_ply_record(game, state, ply, seat, str(action), step.events))


class _Unclear(Exception):  # noqa: N818 - a refusal, not a defect
    """A line that does not say whose action it is, or names a seat that is not there."""


def _seat_and_text(game: AnyGame, state: object, seats: int, line: str) -> tuple[Seat, str]:
    """The seat that a line names, or the one that must act, and the notation; raises `_Unclear`."""
    first, _, rest = line.partition(" ")
    if first.isdecimal() and rest:
        if first not in map(str, range(seats)):
            raise _Unclear(f"no seat {first}, the seats are 0 to {seats - 1}")
        return int(first), rest.strip()
    acting = sorted(game.to_act(state))
    if len(acting) != 1:
        raise _Unclear(f"say which seat: {acting}" if acting else "the game is over")
    return acting[0], line


def _ply_record(
    game: AnyGame, state: object, ply: int, seat: Seat, action: str, events: Iterable[Any]
) -> dict[str, Any]:
    outcome = game.outcome(state)
    return {
        "ply": ply,
        "seat": seat,
        "action": action,
        "events": [_event_record(event) for event in events],
        "to_act": sorted(game.to_act(state)),
        "outcome": None if outcome is None else outcome_record(outcome),
    }


def _event_record(event: object) -> dict[str, Any]:
    if not is_dataclass(event) or isinstance(event, type):
        raise TypeError(f"{event!r} is not an event")
    return {"event": type(event).__name__} | asdict(event)


def _perft(given: argparse.Namespace) -> int:
    position = read_position(given.position.read_text(encoding="utf-8").partition("\n")[0])
    if given.depth < 1:
        raise ValueError("the depth is at least 1 ply")
    counts = divide(position, Side(given.to_move), given.depth)
    if given.divide:
        for move, count in counts.items():
            print(f"{move} {count}")
    print(sum(counts.values()))
    return 0


_WHOLE: Final = (
    "The game holds: no line was changed, all was played by the rules, and all chance came from the seed that"
    " was sealed."
)
_RUNNING: Final = (
    "The game holds as far as it goes: no line was changed, and all was played by the rules. It has not come"
    " to its end in this file."
)
_SEALED: Final = (
    "The game holds so far: no line was changed. Its seed is still a secret, so it was checked by the rules"
    " only as far as no chance came in."
)
_CONTINUED: Final = (
    "The game holds as far as it can be told: no line was changed. From some line on its moves could not be"
    " played again, as it goes on there from a position that was saved, or under other rules."
)
_REASONS: Final = {
    Unchecked.SEALED: "chance came in there, and the seed is still a secret",
    Unchecked.SAVED: "they go on from a position that was saved",
    Unchecked.RULES: "they were played by rules of another version",
}
_SHORT: Final = 6  # characters of a hash under a board
_RULES: Final = Path(__file__).parent.parent / "docs" / "games"


def _verify(given: argparse.Namespace) -> int:
    found = checked(_export(given.file), GAMES)
    if found.problems:
        _tell_of(found.problems)
        return 1
    print(_verdict(found.parts))
    for part in found.parts:
        print(*_told_of(part), sep="\n  ")
    head = found.parts[-1].stretch.head[:_SHORT]
    print(f"Compare {head} with the six characters in the corner of the last board.")
    return 0


def _tell_of(problems: Sequence[Problem]) -> None:
    """What is wrong with a file, line by line; below a move that is not allowed the rule in full."""
    foreign = all(problem.key in ELSEWHERE for problem in problems)
    print(
        "This file cannot be checked here:"
        if foreign
        else "Somebody has changed this file, or it is damaged:"
    )
    for problem in problems:
        print(f"line {problem.line}: {problem.what}")
        if rule := _rule(str(problem.values.get("rule", ""))):
            print(f"  {rule}")


def _rule(name: str) -> str:
    """The rule of that id in the words of its game's page; empty where the pages or the rule are missing."""
    page = _RULES / f"{name.partition(':')[0]}.md"
    text = page.read_text(encoding="utf-8") if name and page.is_file() else ""
    found = re.search(rf"^\*\*{re.escape(name)}\*\* · (.+?)(?:\n\n|\Z)", text, re.DOTALL | re.MULTILINE)
    return "" if found is None else " ".join(found[1].split())


def _export(path: Path) -> str:
    """The text of an exported game; raises `ValueError` for a file that cannot be one."""
    with path.open("rb") as file:
        data = file.read(4 * LONGEST + 1)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        if len(data) > 4 * LONGEST:
            raise ValueError(f"{path} is far longer than any exported game") from error
        raise ValueError(f"{path} is no exported game: it is not text") from error


def _verdict(parts: Sequence[Part]) -> str:
    last = parts[-1]
    if any(part.unchecked in (Unchecked.SAVED, Unchecked.RULES) for part in parts):
        return _CONTINUED
    if last.unchecked is Unchecked.SEALED:
        return _SEALED
    closing = last.stretch.closing
    return _RUNNING if closing is None or closing.record["outcome"] is None else _WHOLE


def _told_of(part: Part) -> Iterator[str]:
    """What was checked of one part of a file, and against what, line by line."""
    header = part.stretch.header.record
    title, count = GAMES[header["game"]].title, len(part.stretch.lines)
    yield f"{part.stretch.table}, {title}, lines of the log: {count}"
    yield f"seal: {header['commitment']}"
    yield f"seed: {header['seed']}" if "seed" in header else "seed: still a secret"
    if "salts" in header:
        yield f"salts: {json.dumps(header['salts'], ensure_ascii=False)}"
    if part.unchecked is None:
        yield "every line was checked against the rules"
    else:
        reason = _REASONS[part.unchecked]
        yield f"from line {part.since} of the file on, no move was checked against the rules: {reason}"


if __name__ == "__main__":
    sys.exit(main())
