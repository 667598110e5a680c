"""Chance in One Man, Thrag!: the odds of fights, rerolls and payments, and the luck of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from bot.games.thrag.narration import foe_name
from bot.words import Names, Words
from bot.words.luck import luck_line, luck_lines
from bot.words.odds import MOST, Forecast
from engine.luck import total_luck as sum_of
from engine.mind import Odds
from engine.replay import LogPosition
from engine.thrag.luck import coins, dice
from engine.thrag.model import Suit, Verb, View
from engine.thrag.position import index


def odds(words: Words, _names: Names, view: View, all_odds: Sequence[Odds]) -> Forecast:
    """Return a line for each decision, the best first, without impossible events.

    Raises `KeyError` for odds of another kind.
    """
    by_action: dict[str, dict[str, Odds]] = {}
    for item in all_odds:
        if item.key not in KINDS:
            raise KeyError(item.key)
        by_action.setdefault(item.action, {})[item.key] = item
    ordered = sorted(by_action.values(), key=_rank_kinds, reverse=True)
    lines = (_decision(words, view, kinds) for kinds in ordered)
    return Forecast(tuple(filter(None, lines))[:MOST])


KINDS: Final = ("slay", "coin", "reroll", "own", "heal", "bare", "death")
"""The kinds of odds, the best first."""


def _rank_kinds(kinds: Mapping[str, Odds]) -> tuple[bool, float]:
    """Return a sort key of a decision: kills before healing, and deadly ones last."""
    (key,) = [key for key in KINDS if key in kinds][:1]
    chance_ = kinds[key].chance
    return key in ("slay", "coin", "reroll", "own"), -chance_ if key == "bare" else chance_


def _decision(words: Words, view: View, kinds: Mapping[str, Odds]) -> str:
    """Return a decision and its results; empty if there are none."""
    first = next(iter(kinds.values()))
    outcomes = tuple(filter(None, (_outcome(words, kinds[key]) for key in KINDS if key in kinds)))
    if not outcomes:
        return ""
    what = _action(words, view, first.action)
    if not what:
        return words("thrag.odds.next", outcome=outcomes[0])
    return words("thrag.odds.decision", what=what, outcome=words.join_list(outcomes))


def _outcome(words: Words, item: Odds) -> str:
    """Return a possible result with its chance; empty if impossible."""
    if item.key == "slay":
        return words("thrag.odds.slay")
    if item.key == "bare":
        key = "thrag.odds.bare" if item.chance else "thrag.odds.bare.lives"
        return words(key, damage=item.values["damage"])
    if item.key == "coin":
        mean = words.decimal(Fraction(int(item.values["tenths"]), 10))
        if not item.chance:
            return words("thrag.odds.costs", damage=mean)
        return words("thrag.odds.coin", need=item.values["need"], share=_share(words, item))
    if not item.chance:
        return ""
    return words(f"thrag.odds.{item.key}", share=_share(words, item))


def _share(words: Words, item: Odds) -> str:
    """Return a chance within a sentence."""
    share = words.percent(item.chance)
    return share if item.exact else words("odds.about", share=share)


def _action(words: Words, view: View, line: str) -> str:
    """Return a line of notation in words; empty if it is about no action."""
    parts = line.split()
    if len(parts) < 2:  # noqa: PLR2004 - a verb and what it is about
        return ""
    if parts[0] == Verb.PAY:
        return words("thrag.describe.pay", coins=" + ".join(parts[1:]))
    spent = parts[3] if len(parts) > 3 else ""  # noqa: PLR2004 - `with`, and a pool or a pawn
    if parts[0] == Verb.REROLL:
        key = f"thrag.describe.own.{spent}" if parts[1] == Suit.BLACK else f"thrag.describe.reroll.{parts[1]}"
        return words(key)
    suit = Suit(parts[1])
    foe = view.foes[index(suit)]
    if foe is None:
        raise ValueError(f"no {suit} beast stands")
    text = words("thrag.describe.fight", foe=foe_name(words, suit, foe, fought=True))
    return words(f"thrag.describe.coin.{spent}", fight=text) if spent else text


def luck(words: Words, _names: Names, positions: Sequence[LogPosition]) -> tuple[str, ...]:
    """Return the luck of the dice, and of the coins."""
    lines = []
    if thrown := dice(positions):
        luck_found = sum_of(thrown)
        total, expected = words.decimal(luck_found.total), words.decimal(luck_found.expected_sum)
        lines.append(luck_line(words, words("thrag.luck.dice", sum=total, expected=expected), luck_found))
    if flipped := coins(positions):
        luck_found = sum_of(flipped)
        expected = words.decimal(luck_found.expected_sum)
        what = words.some("thrag.luck.coins", len(flipped), slain=luck_found.total, expected=expected)
        lines.append(luck_line(words, what, luck_found))
    return luck_lines(words, lines, words("thrag.luck.about"))
