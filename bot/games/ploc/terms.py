"""What things are called in Ploc: villages, scores, dice and what they did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.words import Names, Words
from engine.core import Seat
from engine.ploc.model import MATCHES, PLACES, Deed, Side, State, Turn, Use, View


def village(words: Words, seat: Seat) -> str:
    """The village of a seat."""
    return words(f"ploc.village.{seat}")


def athletes(words: Words, count: int) -> str:
    """So many athletes."""
    return words.some("ploc.athletes", count)


def score(words: Words, names: Names, sides: tuple[Side, Side]) -> str:
    """The athletes of both villages and whose they are."""
    first, second = sides
    return words(
        "ploc.score",
        first=names[0],
        first_athletes=first.athletes,
        second_athletes=second.athletes,
        second=names[1],
    )


def is_worth_told(stands: State | View) -> bool:
    """Whether the board says what match 1 is worth: in its first turn, and at an offer to end it."""
    return stands.match < MATCHES and (stands.turn.number == 1 or stands.offer is not None)


def listed(words: Words, numbers: Iterable[int]) -> str:
    """Dice by what they show."""
    return words.listed(tuple(map(str, numbers)))


def rolled(words: Words, turn: Turn) -> str:
    """The dice of a turn by what they show now, marked where they were rolled twice."""
    return words.listed(
        tuple(
            words("ploc.die.rerolled", die=die) if again else str(die)
            for die, again in zip(turn.dice, turn.rerolled, strict=True)
        )
    )


def turn_told(words: Words, turn: Turn) -> str:
    """What the dice of a turn did, in their order; empty if nothing yet."""
    return ", ".join(_told(words, turn))


def _told(words: Words, turn: Turn) -> Iterator[str]:
    for use in turn.uses:
        yield _use(words, turn.dice[use.die], use)
    if turn.berserk is not None:
        yield words("ploc.did.berserk", athletes=athletes(words, sum(turn.berserk)))


def _use(words: Words, die: int, use: Use) -> str:
    key = f"ploc.did.{use.deed}"
    if use.deed is Deed.HIT and use.lying:
        key = "ploc.did.hit.lying"
    return words(key, die=die, place=PLACES[use.place], met=use.met, change=f"{use.change:+}")
