"""Games written down as files, with the engine's rules and hashes but without its writer of files."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from typing import Any

from engine.core import Game, IllegalAction, read_settings
from engine.registry import GAMES
from engine.rng import SeededRng
from engine.table_lines import forked_from_line, position_digest
from tests.playthroughs.golden import HERE, own_lines

AnyGame = Game[Any, Any, Any, Any]
Records = list[dict[str, Any]]
TERMS = {"patience": 0, "clock": 86400, "bank": 3600, "forfeit": False}


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def chance_of(seed: str, salts: tuple[str, ...]) -> str:
    return digest(canonical([seed, *salts])) if salts else seed


def text_of(records: Records) -> str:
    return "".join(f"{json.dumps(record, ensure_ascii=False)}\n" for record in records)


def start_of(header: dict[str, Any]) -> str:
    """The hash that a log starts from."""
    keys = ("game", "options", "seats", "rules_version", "commitment")
    told = [canonical(header[key]) if key == "options" else str(header[key]) for key in keys]
    told += [canonical(header["salts"])] if "salts" in header else []
    told += [header["table"], canonical(header["terms"])] if header["format"] > 2 else []
    return digest("\n".join(told))


def sign_records(records: Records) -> Records:
    """One part of a file with every hash made to fit: what a forger can do who writes a whole file anew."""
    header, *lines, closing = [{k: v for k, v in record.items() if k != "hash"} for record in records]
    head = start_of(header)
    for ply, line in enumerate(lines, 1):
        line["ply"] = ply
        head = digest(f"{head}\n{ply} {line['seat']} {line['action']}")
        line["hash"] = head
    header["hash"] = digest(canonical(header))[:32]
    closing["end"] = len(lines)
    closing["hash"] = digest(f"{head}\n{canonical(closing)}")[:32]
    return [header, *lines, closing]


@dataclass
class ExportedTable:
    """A game at one table: what was agreed, how it stands, and what was played there."""

    game: AnyGame
    options: dict[str, str]
    seats: int
    seed: str
    salts: tuple[str, ...] = ()
    code: str = "T7"
    told: bool = True
    outcome: bool = True
    format: int = 3
    origin: dict[str, Any] = field(default_factory=dict)
    position: str | None = None
    lines: list[tuple[int, str]] = field(default_factory=list)
    states: list[tuple[Any, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = chance_of(self.seed, self.salts)
        if not self.states:
            rng = SeededRng(self.chance)
            settings = read_settings(self.game, self.options, self.seats)
            self.states = [(self.game.start(settings, self.seats, rng), rng.counter)]

    @property
    def state(self) -> Any:
        return self.states[-1][0]

    def play(self, seat: int, text: str) -> None:
        """One line, written as the game writes it; raises `IllegalAction`."""
        state, counter = self.states[-1]
        rng = SeededRng(self.chance, counter)
        action = self.game.parse(text, state)
        self.states.append((self.game.apply(state, seat, action, rng).state, rng.counter))
        self.lines.append((seat, str(action)))

    def play_on(self, plies: int) -> ExportedTable:
        """So many lines more, or as many as there are left, as the house plays for somebody absent."""
        for ply in range(plies):
            for seat in sorted(self.game.to_act(self.state))[:1]:
                legal, view = self.game.legal(self.state, seat), self.game.view(self.state, seat)
                self.play(seat, str(self.game.stand_in_action(view, legal, SeededRng(f"{self.code} {ply}"))))
        return self

    def undo(self, line: int) -> ExportedTable:
        """Back to how it stood after a line of this log."""
        self.states.append(self.states[line - (len(self.lines) - len(self.states) + 1)])
        self.lines.append((0, f"!undo {line}"))
        return self

    def hint(self, seat: int) -> ExportedTable:
        """A hint is noted; the game stands as before."""
        self.states.append(self.states[-1])
        self.lines.append((seat, "!hint"))
        return self

    def move_to(self, code: str, seed: str, salts: tuple[str, ...] = ()) -> ExportedTable:
        """The same game at its next table, once it has left this one."""
        self.told, ply = True, len(self.lines)
        head = (self.records()[-2]["hash"] if ply else start_of(self.header()))[:32]
        new = replace(
            self, code=code, seed=seed, salts=salts, lines=[(0, f"!moved {self.code} {ply} {head}")]
        )
        new.origin = {"moved": {"table": self.code, "ply": ply, "head": head}}
        new.position = None
        rng = SeededRng(f"{chance_of(seed, salts)}/moved")
        new.states = [(self.game.reshuffle(self.state, rng), 0)]
        return new

    def header(self) -> dict[str, Any]:
        header: dict[str, Any] = {"format": self.format, "game": self.game.key}
        header["options"] = dict(sorted(read_settings(self.game, self.options, self.seats).items()))
        header |= {"seats": self.seats, "rules_version": self.game.rules_version}
        header |= {"commitment": digest(self.seed)} | ({"salts": list(self.salts)} if self.salts else {})
        header |= {"table": self.code} | self.origin | {"terms": TERMS}
        header |= {"seed": self.seed} if self.told else {}
        return header | ({"position": self.position} if self.told and self.position is not None else {})

    def records(self) -> Records:
        """The part of a file that was played here; with its seed if that is `told`."""
        outcome = self.game.outcome(self.state)
        ended: dict[str, Any] | None = None
        if outcome is not None:
            ended = {"ending": outcome.ending, "winners": list(outcome.winners)}
            ended["points"] = list(outcome.points)
        log = [{"ply": 0, "seat": seat, "action": action} for seat, action in self.lines]
        return sign_records([self.header(), *log, {"end": 0, "outcome": ended}])


def fork_game(parent: ExportedTable, encode: Any, code: str = "T8", seed: str = "forked") -> ExportedTable:
    """A game that goes on at another table from how it stands here; `encode` makes a text of its position."""
    state = parent.game.reshuffle(parent.state, SeededRng(f"{seed}/fork"))
    text, ply = encode(state), len(parent.lines)
    new = replace(parent, code=code, seed=seed, salts=(), position=text, states=[(state, 0)])
    new.origin = {"from": {"table": parent.code, "ply": ply}}
    new.lines = [(0, forked_from_line(parent.code, ply, position_digest(seed, text)))]
    return new


def file_records(*houses: ExportedTable) -> Records:
    """A file of all parts of a game; each but the last says where the game went on."""
    records = Records()
    for number, house in enumerate(houses):
        found = house.records()
        if number + 1 < len(houses):
            closing = found[-1]
            found[-1] = {
                "end": closing["end"],
                "outcome": closing["outcome"],
                "next": houses[number + 1].code,
            }
            found = sign_records(found)
        records += found
    return records


@cache
def _load_playthrough(name: str) -> ExportedTable:
    lines = own_lines((HERE / f"{name}.txt").read_text(encoding="utf-8"))
    head = [(key, value.strip()) for key, _, value in (line.partition(":") for line in lines)]
    said = dict(head)
    options = dict(value.partition("=")[::2] for key, value in head if key == "option")
    game = GAMES[said["game"]]
    house = ExportedTable(game, options, int(said.get("seats", game.seats.start)), said.get("seed", ""))
    for seat, _, text in (line.partition(" ") for line in lines):
        if seat.isdecimal():
            try:
                house.play(int(seat), text)
            except IllegalAction:
                continue
    return house


def playthrough_game(name: str) -> ExportedTable:
    """A playthrough as it was played at a table; lines that were refused are not in its log."""
    return replace(
        _load_playthrough(name),
        lines=list(_load_playthrough(name).lines),
        states=list(_load_playthrough(name).states),
    )


def open_game(key: str, seats: int, seed: str = "opened", salts: tuple[str, ...] = ()) -> ExportedTable:
    """A game with its usual options, before its first line."""
    return ExportedTable(GAMES[key], {}, seats, seed, salts)
