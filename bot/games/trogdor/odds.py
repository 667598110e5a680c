"""Chance in Trogdor!!: whether he is struck where he stands or could go, and how lucky a game was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.words import Names, Words
from bot.words.luck import line, whole
from bot.words.odds import Forecast, Sentence, chance, lines_of, short
from engine.luck import luck as sum_of
from engine.mind import Odds
from engine.replay import Position
from engine.trogdor.luck import strikes
from engine.trogdor.model import View

ON_THE_MAP: Final = ("struck", "struck-there")
"""The odds that are written on squares."""

SAFEST: Final = 2
"""How many squares that are safer than his own have a line of their own; the others share one."""


def odds(words: Words, _names: Names, _view: View, known: Sequence[Odds]) -> Forecast:
    """Lines for the odds, and the chance of a strike on its square; raises `KeyError`."""
    places = {
        str(found.values["square"]): short(words, found.chance) for found in known if found.key in ON_THE_MAP
    }
    here = next((found.chance for found in known if found.key == "struck"), 1.0)
    there = [found for found in known if found.key == "struck-there"]
    safest = [found for found in there if found.chance < here][:SAFEST]
    first = [found for found in known if found.key == "struck"] + safest
    rest = [found for found in known if found.key not in ON_THE_MAP]
    others = [found for found in there if found not in safest]
    lines = (
        *lines_of(words, first, sentences(words)),
        *_elsewhere(words, others),
        *lines_of(words, rest, sentences(words)),
    )
    return Forecast(lines, tuple(places.items()))


def _elsewhere(words: Words, known: Sequence[Odds]) -> tuple[str, ...]:
    """One line for all of these squares, those that are as dangerous together."""
    if not known:
        return ()
    by_chance: dict[str, list[str]] = {}
    for found in known:
        sure = found.chance in (0, 1)
        share = words.percent(found.chance) if sure else chance(words, found)
        by_chance.setdefault(share, []).append(str(found.values["square"]))
    places = " · ".join(f"{' '.join(squares)} **{share}**" for share, squares in by_chance.items())
    return (words("trogdor.odds.struck.elsewhere", places=places),)


def sentences(words: Words) -> Mapping[str, Sentence]:
    """What is said of the odds of each kind."""
    return {
        "struck": lambda found: _struck(words, found),
        "struck-there": lambda found: words(
            "trogdor.odds.struck.there", action=found.action, square=found.values["square"]
        ),
        "run-end": lambda found: words.some(
            "trogdor.odds.run.end", int(found.values["tiles"]), action=found.action
        ),
        "run-cottage": lambda found: words("trogdor.odds.run.cottage", action=found.action),
        "run-lake": lambda found: words("trogdor.odds.run.lake", action=found.action),
        "repair": lambda _: words("trogdor.odds.repair"),
        "mend": lambda _: words("trogdor.odds.mend"),
    }


def _struck(words: Words, found: Odds) -> str:
    """That he is struck where he stands; that it would be the end, where he has no health left to lose."""
    square = found.values["square"]
    if int(found.values["health"]):
        return words("trogdor.odds.struck", square=square)
    return words("trogdor.odds.struck.last", square=square)


def luck(words: Words, _names: Names, positions: Sequence[Position]) -> tuple[str, ...]:
    """How often the land struck at Trogdor."""
    told = []
    if struck := strikes(positions):
        found = sum_of(struck, harm=True)
        what = words.some("trogdor.luck", found.came, expected=words.decimal(found.expected))
        told.append(line(words, what, found))
    return whole(words, told, words("trogdor.luck.about"))
