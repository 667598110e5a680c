"""Ploc before a decision: what becomes of the match, and what the other village can do next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from bot.words import Names, Words
from bot.words.odds import Chances, Telling, told
from engine.mind import Odds
from engine.ploc.model import View


def chances(words: Words, names: Names, view: View, odds: Sequence[Odds]) -> Chances:
    """A line for each of the odds; raises `KeyError` for odds of another kind."""
    return Chances(told(words, odds, telling(words, names, view)))


def telling(words: Words, names: Names, view: View) -> Mapping[str, Telling]:
    """What is said of the odds of each kind."""
    seat = min(view.to_act, default=view.turn.seat)
    name, other = names[seat], names[1 - seat]
    return {
        "match": lambda found: words(
            "ploc.odds.match", action=found.action, name=name, match=found.values["match"]
        ),
        "finish": lambda found: words.some(
            "ploc.odds.finish", int(found.values["athletes"]), name=name, other=other
        ),
        "struck": lambda found: words(
            "ploc.odds.struck", other=other, mean=words.decimal(Fraction(int(found.values["tenths"]), 10))
        ),
        "berserk": lambda _: words("ploc.odds.berserk", other=other),
        "reroll": lambda found: words(
            "ploc.odds.reroll", action=found.action, name=name, now=found.values["now"]
        ),
        "three": lambda found: words("ploc.odds.three", action=found.action, face=found.values["face"]),
    }
