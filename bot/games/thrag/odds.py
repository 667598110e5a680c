"""Chance in One Man, Thrag!: how likely a fight, a new roll or a payment helps, and how lucky a game was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from bot.words import Names, Words
from bot.words.luck import line, whole
from bot.words.odds import Forecast, Sentence, lines_of
from engine.luck import luck as sum_of
from engine.mind import Odds
from engine.replay import Position
from engine.thrag.luck import coins, dice
from engine.thrag.model import View


def odds(words: Words, _names: Names, _view: View, known: Sequence[Odds]) -> Forecast:
    """A line for each of the odds; raises `KeyError` for odds of another kind."""
    return Forecast(tuple(_line(words, found) for found in known))


def _line(words: Words, found: Odds) -> str:
    if found.key == "bare" and not found.chance:
        return words("thrag.odds.bare.lives", action=found.action, damage=found.values["damage"])
    (line,) = lines_of(words, (found,), sentences(words))
    return line


def sentences(words: Words) -> Mapping[str, Sentence]:
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


def luck(words: Words, _names: Names, positions: Sequence[Position]) -> tuple[str, ...]:
    """Dice against dice, and the coins that slew."""
    told = []
    if thrown := dice(positions):
        found = sum_of(thrown)
        total, expected = words.decimal(found.came), words.decimal(found.expected)
        told.append(line(words, words("thrag.luck.dice", sum=total, expected=expected), found))
    if flipped := coins(positions):
        found = sum_of(flipped)
        expected = words.decimal(found.expected)
        what = words.some("thrag.luck.coins", len(flipped), slain=found.came, expected=expected)
        told.append(line(words, what, found))
    return whole(words, told, words("thrag.luck.about"))
