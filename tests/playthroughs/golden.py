"""Playing a playthrough: its own lines in, the same lines with the engine's answers out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from bot.store import CorruptState
from bot.store.codec import Codec
from engine.core import Game, IllegalAction, read_settings
from engine.registry import GAMES
from engine.rng import Rng, ScriptedRng, SeededRng

AnyGame = Game[Any, Any, Any, Any]

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.txt"))
_SETTING = re.compile(r"(game|seats|seed|option|position|chance): *(.*)")
_ACTION = re.compile(r"(\d+) (.+)")


@dataclass
class Ply:
    """One line of a playthrough that was played, with the state after it."""

    seat: int
    action: Any
    events: tuple[Any, ...]
    state: Any


class Table:
    """A game set up as the head of a playthrough says."""

    def __init__(self, lines: list[str]) -> None:
        found = [(match[1], match[2]) for line in lines if (match := _SETTING.fullmatch(line))]
        said = dict(found)
        self.game = _game(said.get("game", ""))
        options = dict(_option(value) for key, value in found if key == "option")
        self.seats = int(said.get("seats", self.game.seats.start))
        begun = SeededRng(said.get("seed", ""))
        self.state = self.game.start(read_settings(self.game, options, self.seats), self.seats, begun)
        self.rng: Rng = begun
        if "position" in said:
            self.state = _position(HERE / said["position"], type(self.state))
        if "chance" in said:
            self.rng = _script_rng(said["chance"])

    def play(self, seat: int, text: str) -> Ply:
        action = self.game.parse(text, self.state)
        step = self.game.apply(self.state, seat, action, self.rng)
        self.state = step.state
        return Ply(seat, action, step.events, step.state)


def _game(key: str) -> AnyGame:
    if not key:
        raise ValueError("the head lacks `game:`")
    if key not in GAMES:
        raise ValueError(f"no game {key!r} in engine/registry.py")
    return GAMES[key]


def _option(text: str) -> tuple[str, str]:
    key, mark, value = text.partition("=")
    if not mark:
        raise ValueError(f"'option: {text}' is not `option: key=value`")
    return key.strip(), value.strip()


def _position(file: Path, kind: type) -> Any:
    """The state that a JSON file holds, however it is spaced."""
    try:
        written = json.loads(file.read_text(encoding="utf-8"))
        return Codec[Any](kind).load(json.dumps(written, separators=(",", ":"), ensure_ascii=False))
    except (OSError, ValueError, CorruptState) as error:
        raise ValueError(f"'position: {file.name}' is no position of this game: {error}") from error


def _script_rng(text: str) -> ScriptedRng:
    if not re.fullmatch(r"[\d ]*", text):
        raise ValueError(f"'chance: {text}' is not numbers")
    return ScriptedRng(map(int, text.split()))


def own_lines(text: str) -> list[str]:
    """What the author wrote: everything that is not indented, blank lines included."""
    return [line for line in text.splitlines() if not line.startswith(" ")]


def replay_text(text: str) -> str:
    """The playthrough as it should be: the author's lines, each with the engine's answer below it."""
    lines = own_lines(text)
    table = Table(lines)
    return "".join(f"{line}\n" for own in lines for line in (own, *_answer(table, own)))


def seats_of(text: str) -> int:
    """How many play."""
    return Table(own_lines(text)).seats


@cache
def plies(text: str) -> tuple[AnyGame, list[Ply]]:
    """The game and its plies, refused lines left out; played once a process, so look at them only."""
    lines = own_lines(text)
    table = Table(lines)
    done = []
    for match in filter(None, map(_ACTION.fullmatch, lines)):
        try:
            done.append(table.play(int(match[1]), match[2]))
        except IllegalAction:
            continue
    return table.game, done


def _answer(table: Table, own: str) -> Iterator[str]:
    if own == "board":
        shown = table.game.text(table.game.view(table.state, None))
        yield from (f"    {line}" for line in shown.splitlines() if line)
    elif match := _ACTION.fullmatch(own):
        yield from (f"  {line}" for line in _answer_lines(table, int(match[1]), match[2]))
    elif own and not own.startswith("#") and not _SETTING.fullmatch(own):
        settings = "`game:`, `seats:`, `seed:`, `option: key=value`, `position:`, `chance:`"
        raise ValueError(
            f"{own!r} is not a comment, a setting ({settings}), `board` or an action (`0 resign`)"
        )


def _answer_lines(table: Table, seat: int, text: str) -> Iterator[str]:
    try:
        ply = table.play(seat, text)
    except IllegalAction as error:
        yield f"refused: {error} ({error.rule})"
        return
    yield from map(_event, ply.events)
    outcome = table.game.outcome(table.state)
    if outcome is None:
        yield f"to act: {_value(sorted(table.game.to_act(table.state)))}"
    else:
        yield f"over: {_event(outcome)}"


def _event(event: Any) -> str:
    return " ".join(
        [type(event).__name__, *(f"{f.name}={_value(getattr(event, f.name))}" for f in fields(event))]
    )


def _value(value: Any) -> str:
    if isinstance(value, (tuple, list)):
        return ",".join(map(_value, value)) or "none"
    return "none" if value is None else str(value)
