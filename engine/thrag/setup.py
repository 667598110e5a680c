"""What a game of Thrag begins with."""

from __future__ import annotations

from typing import Final

from engine.core import Choice, Number, Option, Settings
from engine.rng import Rng, shuffle_items
from engine.thrag.model import BEASTS, TILES, VALUES, Stack, State, Suit
from engine.thrag.turns import begin_turn

ALL: Final = "all"
NONE: Final = "none"
SOME: Final = tuple(suit.value for suit in BEASTS)
PAIRS: Final = ("red-green", "red-blue", "green-blue")

OPTIONS: Final[tuple[Option, ...]] = (
    Choice("weapons", ALL, (ALL, NONE, *SOME, *PAIRS)),
    Number("null_coin", 0, 0, max(VALUES)),
    Choice("track_coins", "no", ("no", "yes")),
)


def start(settings: Settings, _seats: int, rng: Rng) -> State:
    """Stacks and coins shuffled, the first beasts drawn and the dice rolled.

    Rules thrag:setup-1, thrag:setup-2, thrag:setup-3, thrag:setup-4. Chance is drawn in the order red, green,
    blue: the stacks, the black one last, then the coins, then the dice.
    """
    red, green, blue, black = (Stack(shuffle_items(TILES, rng)) for _ in Suit)
    coins = [shuffle_items(VALUES, rng) for _ in BEASTS]
    return begin_turn(
        State(
            weapons=weapons(str(settings["weapons"])),
            null_coin=int(settings["null_coin"]),
            tracks=settings["track_coins"] == "yes",
            turn=1,
            stacks=(red, green, blue),
            black=black,
            pools=(coins[0], coins[1], coins[2]),
        ),
        rng,
    )[0]


def weapons(word: str) -> tuple[Suit, ...]:
    """The pawns that an option puts into play (Rule thrag:setup-5)."""
    return tuple(suit for suit in BEASTS if word == ALL or suit in word.split("-"))
