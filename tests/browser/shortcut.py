"""What a test has played without its page, when it has seen enough of a game: lines, or what is best."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

from bot.kernel.session import Shown
from engine.minds import MINDS
from engine.rng import SeededRng


@dataclass(frozen=True)
class Shortcut:
    """Lines for the players who must act at a table; or, for its first seat, those of a bot of this `level`.

    Those of a bot end before the line that ends the game. Other seats are bots then, and play by themselves.
    """

    table: int = 1
    lines: tuple[str, ...] = ()
    level: str = ""

    def write(self, database: Path) -> None:
        """Ask the process that serves this database for it; `is_taken` says when it is done."""
        unfinished = _file(database).with_suffix(".part")
        unfinished.write_text(json.dumps(asdict(self)), encoding="utf-8")
        unfinished.rename(_file(database))

    @classmethod
    def read(cls, database: Path) -> Self | None:
        """What a test has asked for, if it has."""
        if not _file(database).exists():
            return None
        asked = json.loads(_file(database).read_text(encoding="utf-8"))
        return cls(asked["table"], tuple(asked["lines"]), asked["level"])

    @staticmethod
    def remove(database: Path) -> None:
        _file(database).unlink()

    @staticmethod
    def is_taken(database: Path) -> bool:
        return not _file(database).exists()


def _file(database: Path) -> Path:
    return database.with_suffix(".shortcut")


def best_line(shown: Shown, level: str = "odo") -> str:
    """What a sensible person would do for the first seat."""
    game, mind = shown.entry.game, MINDS[shown.table.game]
    view, legal = game.view(shown.state, 0), game.legal(shown.state, 0)
    return str(mind.plan(view, legal, mind.level(level), shown.table.head)[0])


def ends_game(shown: Shown, line: str) -> bool:
    """Whether the game ends after this line of the first seat, with the chance that the table has."""
    game = shown.entry.game
    rng = SeededRng(shown.table.chance, shown.table.counter)
    step = game.apply(shown.state, 0, game.parse(line, shown.state), rng)
    return not game.to_act(step.state)
