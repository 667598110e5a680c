"""Chance in Trogdor!!: the odds of strikes, and the luck of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.words import Names, Words
from bot.words.luck import luck_line, luck_lines
from bot.words.odds import MOST, Forecast, Sentence, describe_chance, lines_of, short_percent
from engine.luck import total_luck as sum_of
from engine.mind import Odds
from engine.replay import LogPosition
from engine.trogdor.board import name
from engine.trogdor.danger import risk, strike_throws
from engine.trogdor.model import Verb, View

ON_THE_MAP: Final = ("struck", "struck-there")
"""The odds that are written on squares."""

LIKELY, POSSIBLE = 0.4, 0.2
"""The chance of a hit that is told of: with health to spare, and with one or none."""

SAFEST: Final = 2
"""The most target squares that are described: the safest."""


def odds(words: Words, _names: Names, _view: View, all_odds: Sequence[Odds]) -> Forecast:
    """Return a line for each decision, then other possible events; and the chance of a strike by square.

    Without impossible events. Raises `KeyError`.
    """
    places = {
        str(item.values["square"]): short_percent(words, item.chance)
        for item in all_odds
        if item.key in ON_THE_MAP
    }
    choices = [_choice(words, item) for item in all_odds if item.key == "choose"]
    here = [item for item in all_odds if item.key == "struck"]
    there = sorted(
        (item for item in all_odds if item.key == "struck-there"), key=lambda item_there: item_there.chance
    )
    stays = [] if choices else [_stay_text(words, item) for item in here]
    goes = [] if choices else [_go_text(words, item) for item in there[:SAFEST]]
    rest = [item for item in all_odds if item.key not in (*ON_THE_MAP, "choose") and item.chance]
    lines = (*stays, *goes, *choices, *lines_of(words, rest, sentences(words)))
    # Two equal cards, or two peasants in the same danger, make one line.
    return Forecast(tuple(dict.fromkeys(lines))[:MOST], tuple(places.items()))


def hit_chance(view: View) -> float:
    """Return the chance of a strike where Trogdor stands, as in the odds of ending the turn there."""
    return risk(view, view.board.trogdor)


def is_grave(view: View) -> bool:
    """Return whether a hit is likely enough to be told of: sooner with one health or none."""
    return hit_chance(view) >= (LIKELY if view.board.health > 1 else POSSIBLE)


def describe_risk(words: Words, view: View) -> str:
    """Return the chance of a hit where Trogdor stands, and what is at stake; empty if none is possible."""
    share, square = hit_chance(view), name(view.board.trogdor)
    if not share:
        return ""
    key = ("trogdor.ask.risk.last", "trogdor.ask.risk.one", "trogdor.ask.risk")[min(view.board.health, 2)]
    return words(key, share=words.percent(share), square=square)


def _choice(words: Words, item: Odds) -> str:
    """Return a card to play or discard: the chance of a strike at his square, and at the safest target."""
    verb, _, card = item.action.partition(" ")
    key = "trogdor.odds.choose.play" if verb == Verb.PLAY else "trogdor.odds.choose.discard"
    what = words(key, card=words(f"trogdor.card.{card}"), points=item.values["points"])
    return words("trogdor.odds.decision", what=what, hit=_risk_text(words, item))


def _risk_text(words: Words, item: Odds) -> str:
    """Return the chance at his square, and the safest square in reach, if it is safer."""
    if not item.chance:
        return words("trogdor.odds.safe.here")
    steps, least = int(item.values["steps"]), int(item.values["least"]) / 1000
    share = describe_chance(words, item)
    if not steps:
        return words("trogdor.odds.hit.here", share=share)
    square = item.values["square"]
    if not least:
        return words.some("trogdor.odds.hit.or-safe", steps, share=share, square=square)
    return words.some("trogdor.odds.hit.or", steps, share=share, square=square, least=words.percent(least))


def _stay_text(words: Words, item: Odds) -> str:
    """Return the chance if the turn ends at his square, and whether a hit would be the last."""
    what = words("trogdor.odds.stays", square=item.values["square"])
    last = bool(item.chance) and not int(item.values["health"])
    hit = (
        words("trogdor.odds.hit.last", share=describe_chance(words, item)) if last else _hit_text(words, item)
    )
    return words("trogdor.odds.decision", what=what, hit=hit)


def _go_text(words: Words, item: Odds) -> str:
    """Return the chance after a step to another square."""
    verb, _, where = item.action.partition(" ")
    square = str(item.values["square"])
    if verb == Verb.STEP:
        what = words(f"trogdor.describe.step.{where}", square=square)
    else:
        what = words("trogdor.describe.tunnel", squares=square)
    return words("trogdor.odds.decision", what=what, hit=_hit_text(words, item))


def _hit_text(words: Words, item: Odds) -> str:
    return (
        words("trogdor.odds.hit", share=describe_chance(words, item))
        if item.chance
        else words("trogdor.odds.safe")
    )


def sentences(words: Words) -> Mapping[str, Sentence]:
    """Return the sentences of the odds that are no decisions, by kind."""
    return {
        "run-end": lambda item: words.some("trogdor.odds.run.end", int(item.values["tiles"])),
        "run-cottage": lambda _: words("trogdor.odds.run.cottage"),
        "run-lake": lambda _: words("trogdor.odds.run.lake"),
        "repair": lambda _: words("trogdor.odds.repair"),
        "mend": lambda _: words("trogdor.odds.mend"),
    }


def luck(words: Words, _names: Names, positions: Sequence[LogPosition]) -> tuple[str, ...]:
    """Return how often the land struck at Trogdor."""
    lines = []
    if struck := strike_throws(positions):
        luck_found = sum_of(struck, harm=True)
        what = words.some("trogdor.luck", luck_found.total, expected=words.decimal(luck_found.expected_sum))
        lines.append(luck_line(words, what, luck_found))
    return luck_lines(words, lines, words("trogdor.luck.about"))
