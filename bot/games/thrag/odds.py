"""One Man, Thrag! before a decision: what a fight, a new roll or a payment brings, and how likely it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from bot.words import Names, Words
from bot.words.odds import Chances, Telling, told
from engine.mind import Odds
from engine.thrag.model import View


def chances(words: Words, _names: Names, _view: View, odds: Sequence[Odds]) -> Chances:
    """A line for each of the odds; raises `KeyError` for odds of another kind."""
    return Chances(tuple(_line(words, found) for found in odds))


def _line(words: Words, found: Odds) -> str:
    if found.key == "bare" and not found.chance:
        return words("thrag.odds.bare.lives", action=found.action, damage=found.values["damage"])
    (line,) = told(words, (found,), telling(words))
    return line


def telling(words: Words) -> Mapping[str, Telling]:
    """What is said of the odds of each kind."""
    return {
        "slay": lambda found: words("thrag.odds.slay", action=found.action),
        "coin": lambda found: words(
            "thrag.odds.coin",
            action=found.action,
            need=found.values["need"],
            damage=words.decimal(Fraction(int(found.values["tenths"]), 10)),
        ),
        "death": lambda found: words("thrag.odds.death", action=found.action),
        "bare": lambda found: words("thrag.odds.bare", action=found.action, damage=found.values["damage"]),
        "reroll": lambda found: words("thrag.odds.reroll", action=found.action),
        "own": lambda found: words("thrag.odds.own", action=found.action),
        "heal": lambda found: _heals(words, found),
    }


def _heals(words: Words, found: Odds) -> str:
    return words("thrag.odds.heal.paid", action=found.action) if found.action else words("thrag.odds.heal")
