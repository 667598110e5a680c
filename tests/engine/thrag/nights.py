"""Nights of Thrag written as text: a table in, lines played, a table out.

A row a suit: what stands, and after each word the pieces it is about.

    red    5+3  stack 4 1    discards 2  coins 3 0
    green  -    slain 1..5   coins -
    blue   1+0
    black  2    stack 3 1    coins 0 4

`5+3` is a beast with tile 5 and die 3, `-` is none. Tiles that a row does not name lie in the stack, the
lowest on top, or among the discards where the stack is named. Coins are named from the top; those that are
not were flipped. Without the word the pool is whole, the null on top. The coins of black are the hit points.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeVar

from engine.core import IllegalAction
from engine.rng import Rng, ScriptedRng
from engine.thrag import GAME
from engine.thrag.events import Event
from engine.thrag.model import BEASTS, TILES, VALUES, Foe, Stack, State, Suit, View

E = TypeVar("E")

WORDS = ("stack", "discards", "slain", "coins")
EVENING = """
    red    3+2
    green  2+4
    blue   1+3
    black  4
"""
"""An ordinary turn: strengths 5, 6 and 4 against a 4; every coin is there, the null on top."""


@dataclass(frozen=True)
class Row:
    """What a row says of its suit."""

    stands: str
    said: dict[str, tuple[int, ...]]

    @property
    def foe(self) -> Foe | None:
        if self.stands == "-":
            return None
        tile, _, die = self.stands.partition("+")
        return Foe(int(tile), int(die))

    def stack(self, standing: int | None) -> Stack:
        """Where the tiles lie that do not stand."""
        gone = {standing, *self.said.get("slain", ())}
        free = [tile for tile in TILES if tile not in gone]
        discards = self.said.get("discards", ())
        pile = self.said.get("stack", tuple(tile for tile in free if tile not in discards))
        rest = tuple(tile for tile in free if tile not in (*pile, *discards))
        return Stack(pile, (*discards, *rest), self.said.get("slain", ()))

    def pools(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The coins still face down, and those flipped."""
        pool = self.said.get("coins", VALUES)
        return pool, tuple(value for value in VALUES if value not in pool)


def row(text: str) -> Row:
    stands, *words = text.split()
    said: dict[str, list[str]] = {}
    for word in words:
        if word in WORDS:
            said[word] = []
        else:
            said[list(said)[-1]].append(word)
    return Row(stands, {word: numbers(" ".join(pieces)) for word, pieces in said.items()})


def numbers(text: str) -> tuple[int, ...]:
    """`3 1` as it is, `1..5` written out, `-` for none."""
    first, dots, last = text.partition("..")
    if dots:
        return tuple(range(int(first), int(last) + 1))
    return () if text == "-" else tuple(map(int, text.split()))


@dataclass
class Night:
    """A game under way; `events` are those of the last line, `told` all of them."""

    state: State
    rng: Rng
    events: tuple[Event, ...] = ()
    told: list[Event] = field(default_factory=list)

    @property
    def view(self) -> View:
        return GAME.view(self.state, None)

    def play(self, *lines: str) -> Night:
        for line in lines:
            step = GAME.apply(self.state, 0, GAME.parse(line, self.state), self.rng)
            self.state, self.events = step.state, step.events
            self.told += step.events
        return self

    def expect_refusal(self, line: str, seat: int = 0) -> IllegalAction:
        """The refusal of a line; fails if it is allowed."""
        try:
            GAME.apply(self.state, seat, GAME.parse(line, self.state), self.rng)
        except IllegalAction as error:
            return error
        raise AssertionError(f"{line} is allowed\n{GAME.text(self.view)}")

    def legal(self, start: str = "") -> list[str]:
        """The legal lines that begin so."""
        return [str(action) for action in GAME.legal(self.state, 0) if str(action).startswith(start)]

    def of(self, kind: type[E]) -> list[E]:
        """The events of one kind in the last line."""
        return [event for event in self.events if isinstance(event, kind)]

    def kinds(self) -> list[str]:
        """What happened in the last line, by name."""
        return [type(event).__name__ for event in self.events]

    def foe(self, suit: str) -> Foe | None:
        return self.state.foes[at(suit)]

    def stack(self, suit: str) -> Stack:
        return self.state.black if suit == Suit.BLACK else self.state.stacks[at(suit)]

    def pool(self, suit: str) -> tuple[int, ...]:
        return self.state.pools[at(suit)]

    @property
    def ending(self) -> str | None:
        return None if self.state.outcome is None else self.state.outcome.ending


def at(suit: str) -> int:
    return BEASTS.index(Suit(suit))


def night(
    shown: str = EVENING,
    *,
    chance: tuple[int, ...] = (),
    turn: int = 1,
    fights: int = 0,
    weapons: str = "red green blue",
    spent: str = "",
    null_coin: int = 0,
    tracks: bool = False,
) -> Night:
    """The position that a text shows. `chance` is what dice and shuffles will come to."""
    rows = dict(line.split(maxsplit=1) for line in shown.strip().splitlines())
    red, green, blue = (row(rows[suit]) for suit in BEASTS)
    black = row(rows["black"])
    foes = (red.foe, green.foe, blue.foe)
    tiles = [foe.tile if foe else None for foe in foes]
    state = State(
        weapons=suits(weapons),
        null_coin=null_coin,
        tracks=tracks,
        turn=turn,
        stacks=(red.stack(tiles[0]), green.stack(tiles[1]), blue.stack(tiles[2])),
        black=black.stack(None),
        pools=(red.pools()[0], green.pools()[0], blue.pools()[0]),
        flipped=(red.pools()[1], green.pools()[1], blue.pools()[1]),
        foes=foes,
        die=int(black.stands),
        hit_points=tuple(sorted(black.said.get("coins", (0, 2, 4)))),
        spent=suits(spent),
        fights=fights,
    )
    return Night(state, ScriptedRng(chance))


def suits(text: str) -> tuple[Suit, ...]:
    return tuple(suit for suit in BEASTS if suit in text.split())


def as_it_lies(count: int) -> tuple[int, ...]:
    """The chance of a shuffle that leaves so many pieces in their order."""
    return tuple(range(count - 1, 0, -1))


def new_night(*chance: int, **options: str) -> Night:
    """A new game: every stack and pool in rising order, then the dice red, green, blue, black."""
    order = as_it_lies(5) * 4 + as_it_lies(6) * 3
    rng = ScriptedRng((*order, *chance))
    settings: dict[str, Any] = {"weapons": "all", "null_coin": 0, "track_coins": "no"} | options
    return Night(GAME.start(settings, 1, rng), rng)


def over(game: Night) -> tuple[str | None, bool]:
    """The ending, and whether nothing can be done any more."""
    return game.ending, not GAME.to_act(game.state) and not game.legal()
