"""Chance in Trogdor!!: whether he is struck where he stands or could go, and how lucky a game was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.words import Names, Words
from bot.words.luck import luck_line, luck_lines
from bot.words.odds import MOST, Forecast, Sentence, describe_chance, lines_of, short_percent
from engine.luck import total_luck as sum_of
from engine.mind import Odds
from engine.replay import LogPosition
from engine.trogdor.danger import strike_throws
from engine.trogdor.model import Verb, View

ON_THE_MAP: Final = ("struck", "struck-there")
"""The odds that are written on squares."""

SAFEST: Final = 2
"""How many squares that he can go to are told of: the safest."""


def odds(words: Words, _names: Names, _view: View, known: Sequence[Odds]) -> Forecast:
    """What each decision comes to, then what else may happen; and the chance of a strike on its square.

    What cannot happen is left out. Raises `KeyError`.
    """
    places = {
        str(found.values["square"]): short_percent(words, found.chance)
        for found in known
        if found.key in ON_THE_MAP
    }
    choices = [_choice(words, found) for found in known if found.key == "choose"]
    here = [found for found in known if found.key == "struck"]
    there = sorted((found for found in known if found.key == "struck-there"), key=lambda one: one.chance)
    stays = [] if choices else [_stay_text(words, found) for found in here]
    goes = [] if choices else [_go_text(words, found) for found in there[:SAFEST]]
    rest = [found for found in known if found.key not in (*ON_THE_MAP, "choose") and found.chance]
    lines = (*stays, *goes, *choices, *lines_of(words, rest, sentences(words)))
    return Forecast(lines[:MOST], tuple(places.items()))


def _choice(words: Words, found: Odds) -> str:
    """A card to play or to discard: how likely he is struck where he stands, and where he could walk."""
    verb, _, card = found.action.partition(" ")
    key = "trogdor.odds.choose.play" if verb == Verb.PLAY else "trogdor.odds.choose.discard"
    what = words(key, card=words(f"trogdor.card.{card}"), points=found.values["points"])
    return words("trogdor.odds.decision", what=what, hit=_risk_text(words, found))


def _risk_text(words: Words, found: Odds) -> str:
    """Where he stands, and the safest square that he can walk to, if one is safer."""
    if not found.chance:
        return words("trogdor.odds.safe.here")
    steps, least = int(found.values["steps"]), int(found.values["least"]) / 1000
    share = describe_chance(words, found)
    if not steps:
        return words("trogdor.odds.hit.here", share=share)
    square = found.values["square"]
    if not least:
        return words.some("trogdor.odds.hit.or-safe", steps, share=share, square=square)
    return words.some("trogdor.odds.hit.or", steps, share=share, square=square, least=words.percent(least))


def _stay_text(words: Words, found: Odds) -> str:
    """That the turn ends where he stands; that a hit would be the last."""
    what = words("trogdor.odds.stays", square=found.values["square"])
    last = bool(found.chance) and not int(found.values["health"])
    hit = (
        words("trogdor.odds.hit.last", share=describe_chance(words, found))
        if last
        else _hit_text(words, found)
    )
    return words("trogdor.odds.decision", what=what, hit=hit)


def _go_text(words: Words, found: Odds) -> str:
    """That he goes to another square first."""
    verb, _, where = found.action.partition(" ")
    square = str(found.values["square"])
    if verb == Verb.STEP:
        what = words(f"trogdor.describe.step.{where}", square=square)
    else:
        what = words("trogdor.describe.tunnel", squares=square)
    return words("trogdor.odds.decision", what=what, hit=_hit_text(words, found))


def _hit_text(words: Words, found: Odds) -> str:
    return (
        words("trogdor.odds.hit", share=describe_chance(words, found))
        if found.chance
        else words("trogdor.odds.safe")
    )


def sentences(words: Words) -> Mapping[str, Sentence]:
    """What is said of the odds of each kind that is no decision."""
    return {
        "run-end": lambda found: words.some("trogdor.odds.run.end", int(found.values["tiles"])),
        "run-cottage": lambda _: words("trogdor.odds.run.cottage"),
        "run-lake": lambda _: words("trogdor.odds.run.lake"),
        "repair": lambda _: words("trogdor.odds.repair"),
        "mend": lambda _: words("trogdor.odds.mend"),
    }


def luck(words: Words, _names: Names, positions: Sequence[LogPosition]) -> tuple[str, ...]:
    """How often the land struck at Trogdor."""
    told = []
    if struck := strike_throws(positions):
        found = sum_of(struck, harm=True)
        what = words.some("trogdor.luck", found.total, expected=words.decimal(found.expected_sum))
        told.append(luck_line(words, what, found))
    return luck_lines(words, told, words("trogdor.luck.about"))
