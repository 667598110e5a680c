"""Chance in Ploc: the odds before a decision, and the luck of a game's dice."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from bot.words import Names, Words
from bot.words.luck import luck_line, luck_lines
from bot.words.odds import MOST, Forecast, Sentence, lines_of
from engine.luck import total_luck as sum_of
from engine.mind import Odds
from engine.ploc.luck import throws
from engine.ploc.model import PLACES, Deed, Verb, View
from engine.replay import LogPosition

_USE: Final = re.compile(rf"([1-6])([{PLACES}]) ({'|'.join(Deed)})( lying)?(?: standing)?")

_PLAIN: Final = (Verb.DONE, Verb.ACCEPT, Verb.DECLINE)
"""One-word lines that have odds; their labels are those of their buttons."""


def odds(words: Words, names: Names, view: View, all_odds: Sequence[Odds]) -> Forecast:
    """Return the best decisions, then what the other village could do, without impossible events.

    Raises `KeyError` for odds of another kind.
    """
    lines = lines_of(words, all_odds, sentences(words, names, view))
    able = [line for line, item in zip(lines, all_odds, strict=True) if item.chance or item.key == "match"]
    return Forecast(tuple(able[:MOST]))


def sentences(words: Words, names: Names, view: View) -> Mapping[str, Sentence]:
    """Return the sentences of the odds, by kind."""
    seat = min(view.to_act, default=view.turn.seat)
    name, other = names[seat], names[1 - seat]
    return {
        "match": lambda item: words(
            "ploc.odds.match", action=_line_text(words, item.action), name=name, match=item.values["match"]
        ),
        "finish": lambda item: words.some(
            "ploc.odds.finish", int(item.values["athletes"]), name=name, other=other
        ),
        "struck": lambda item: words(
            "ploc.odds.struck", other=other, mean=words.decimal(Fraction(int(item.values["tenths"]), 10))
        ),
        "berserk": lambda _: words("ploc.odds.berserk", other=other),
        "reroll": lambda item: words(
            "ploc.odds.reroll", die=item.values["die"], name=name, now=item.values["now"]
        ),
        "three": lambda item: words("ploc.odds.three", die=item.values["die"], face=item.values["face"]),
    }


def _line_text(words: Words, line: str) -> str:
    """Return a line of notation in words; unchanged if such a line has no odds."""
    verb, _, number = line.partition(" ")
    if match := _USE.fullmatch(line):
        if match[4]:
            return words("ploc.odds.use.hit.lying", die=match[1], place=match[2])
        return words(f"ploc.odds.use.{match[3]}", die=match[1], place=match[2])
    if verb == Verb.BERSERK:
        key = "ploc.odds.use.berserk" if number == "0" else "ploc.odds.use.berserk.lying"
        return words(key, lying=number)
    if verb == Verb.REROLL:
        return words("ploc.menu.reroll", die=number)
    return words(f"ploc.menu.{verb}") if verb in _PLAIN else line


def luck(words: Words, names: Names, positions: Sequence[LogPosition]) -> tuple[str, ...]:
    """Return the sum of the dice for each player; none for a player without a turn."""
    lines = []
    for seat, name in enumerate(names):
        thrown = throws(positions, seat)
        if thrown:
            luck_found = sum_of(thrown)
            expected = words.decimal(luck_found.expected_sum)
            what = words.some("ploc.luck", len(thrown), name=name, sum=luck_found.total, expected=expected)
            lines.append(luck_line(words, what, luck_found))
    return luck_lines(words, lines, words("ploc.luck.about"))
