"""The matches of docs/strength.md, in one table. All of it takes about three hours on one core, compiled.

Change a number of games here, then run `make strength GAMES=<that game>`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tools.strength.bars import AtLeast, AtMost, Bar, Stronger

SEED: Final = "strength"


@dataclass(frozen=True, slots=True)
class Match:
    """A row of the page. `plain` is one whose minds are not compiled, wherever that could be done."""

    game: str
    first: str
    second: str | None
    games: int
    bars: tuple[Bar, ...] = ()
    options: tuple[str, ...] = ()
    seats: int | None = None
    plain: bool = False

    @property
    def arguments(self) -> list[str]:
        """The words behind `python -m engine` that play it."""
        words = ["arena", self.game, self.first, *([self.second] if self.second else [])]
        words += ["--games", str(self.games), "--seed", SEED]
        words += [] if self.seats is None else ["--seats", str(self.seats)]
        for option in self.options:
            words += ["--option", option]
        return words


_STRONGER: Final = (Stronger(),)
_THUD: Final = (AtMost("seconds", 2),)
_TRACKED: Final = ("track_coins=yes",)
_QUIET: Final = ("quiet_limit=300",)
"""`house` agrees to no end while it is behind, so that a battle could go on for ever.

The rulebook has no such limit; this one leaves time to catch whoever can be caught.
"""

_BATTLE: Final = ("battles=1",)

MATCHES: Final = (
    # Thud: a game is a match of two battles
    Match("thud", "grete", "greedy", 8, (AtLeast("margin", 45), *_THUD), _QUIET),
    Match("thud", "grete", "house", 80, (AtLeast("margin", 45), *_THUD), _QUIET),
    Match("thud", "grete", "house", 1, _THUD, _QUIET, plain=True),
    Match("thud", "grete", "wenna", 8, _STRONGER, _QUIET),
    Match("thud", "grete", "odo", 8, _STRONGER, _QUIET),
    Match("thud", "grete", "pip", 8, _STRONGER, _QUIET),
    Match("thud", "wenna", "odo", 24, _STRONGER, _QUIET),
    Match("thud", "odo", "pip", 6, _STRONGER, _QUIET),
    # Koom Valley: each battle is a game; the sides are exchanged, so the better one wins in the end
    Match("koom", "grete", "greedy", 100, (AtLeast("wins", 0.95), AtMost("seconds", 2)), _BATTLE, plain=True),
    Match("koom", "grete", "wenna", 16, _STRONGER, _BATTLE, plain=True),
    Match("koom", "wenna", "odo", 40, _STRONGER, _BATTLE, plain=True),
    Match("koom", "odo", "pip", 40, _STRONGER, _BATTLE, plain=True),
    # Ploc
    Match("ploc", "grete", "hitter", 1000, (AtLeast("wins", 0.95),)),
    Match("ploc", "grete", "grete", 1000, (AtMost("turns", 300),)),
    # What a seat is worth: seat 0 is Plockton. At so few wins of it the sides are drawn where it counts.
    Match("ploc", "wenna", "wenna", 400, plain=True),
    Match("ploc", "odo", "odo", 1000, plain=True),
    Match("ploc", "pip", "pip", 1000, plain=True),
    Match("ploc", "grete", "wenna", 400, _STRONGER),
    Match("ploc", "wenna", "odo", 400, _STRONGER),
    Match("ploc", "odo", "pip", 400, _STRONGER),
    # Thrag: all levels play the same deals
    Match("thrag", "grete", None, 10_000, (AtLeast("wins", 0.47),), _TRACKED),
    Match("thrag", "grete", None, 10_000, (), ("track_coins=no",)),
    Match("thrag", "grete", "wenna", 1000, _STRONGER, _TRACKED),
    Match("thrag", "wenna", "odo", 1000, _STRONGER, _TRACKED),
    Match("thrag", "odo", "pip", 1000, _STRONGER, _TRACKED),
    # Trogdor: three keepers, a petite victory is not a win
    Match("trogdor", "grete", None, 1000, (AtLeast("wins", 0.60),), ("map=easy",), 3),
    Match("trogdor", "grete", None, 1000, (AtLeast("wins", 0.40),), ("map=normal",), 3),
    Match("trogdor", "grete", None, 1000, (AtLeast("wins", 0.30),), ("map=hard",), 3),
    Match("trogdor", "grete", "wenna", 20, _STRONGER, ("map=normal",), 3),
    Match("trogdor", "wenna", "odo", 600, _STRONGER, ("map=normal",), 3),
    Match("trogdor", "odo", "pip", 40, _STRONGER, ("map=normal",), 3),
)
