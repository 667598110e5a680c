"""What the board as text says in English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

PHRASES: Final[Mapping[str, str]] = {
    "ploc.text.turn": "match {match}, turn {turn}",
    "ploc.text.turn.limited": "match {match}, turn {turn} of {limit}",
    "ploc.text.won": "match {match} won by {village}",
    "ploc.text.side": "athletes {athletes}, reserve {reserve}",
    "ploc.text.side.lying": "athletes {athletes} ({lying} lying), reserve {reserve}",
    "ploc.text.before": "before: {turn}",
    "ploc.text.now": "now: {turn}",
    "ploc.text.rolled": "{village} rolled {dice}",
    "ploc.text.rolled.did": "{village} rolled {dice}: {did}",
    "ploc.text.hit": "{die} hit standing",
    "ploc.text.hit.lying": "{die} hit lying",
    "ploc.text.swap": "{die} swap {change}",
    "ploc.text.weaken": "{die} weaken",
    "ploc.text.berserk": "berserk, {standing} standing and {lying} lying removed",
    "ploc.text.offer": "{village} offers to end the match; {other} answers",
    "ploc.text.pass": "{village} may pass the turn on",
    "ploc.text.uses": "{village} uses the dice",
    "ploc.text.rerolls.one": "{count} reroll",
    "ploc.text.rerolls.many": "{count} rerolls",
    "ploc.text.berserk.possible": "berserk possible",
    "ploc.text.over.hit": "over by hit: {village} wins",
    "ploc.text.over.berserk": "over by berserk: {village} wins",
    "ploc.text.over.swap": "over by swap: {village} wins",
    "ploc.text.over.agreement": "over by agreement: {village} wins",
    "ploc.text.over.limit": "over by limit: {village} wins",
    "ploc.text.over.resignation": "over by resignation: {village} wins",
}
"""A die and its place stand together in every language, as in the notation: `4a`."""
