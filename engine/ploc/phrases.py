"""The English phrases of the board as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

PHRASES: Final[Mapping[str, str]] = {
    "ploc.text.turn": "Match {match}, turn {turn}.",
    "ploc.text.turn.limited": "Match {match}, turn {turn} of {limit}.",
    "ploc.text.won": "{village} won match {match}.",
    "ploc.text.side": "{village}:{blank} column {column}; {athletes}, {reserve} in reserve.",
    "ploc.text.side.lying": (
        "{village}:{blank} column {column}; {athletes} ({lying} lying), {reserve} in reserve."
    ),
    "ploc.text.athletes.one": "{count} athlete",
    "ploc.text.athletes.many": "{count} athletes",
    "ploc.text.rolled": "{village} rolled {dice}.",
    "ploc.text.rolled.did": "{village} rolled {dice}: {did}.",
    "ploc.text.rerolled": "{die} (rerolled)",
    "ploc.text.hit": "the {die} hit at {place}",
    "ploc.text.hit.lying": "the {die} hit someone lying at {place}",
    "ploc.text.swap": "the {die} swapped in at {place} ({change})",
    "ploc.text.weaken": "the {die} floored someone at {place}",
    "ploc.text.berserk": "berserk, {athletes} out",
    "ploc.text.berserk.lying": "berserk, {athletes} ({lying} lying) out",
    "ploc.text.offer": "{village} offers to end the match; {other} answers.",
    "ploc.text.pass": "{village} can end the turn.",
    "ploc.text.uses": "{village} to use: {dice}.",
    "ploc.text.hits": "The {die} hits at {places}.",
    "ploc.text.hits.lying": "The {die} hits someone lying at {places}.",
    "ploc.text.hits.both": "The {die} hits at {places}, and someone lying at {others}.",
    "ploc.text.hits.none": "The {die} hits nobody.",
    "ploc.text.rerolls.one": "{count} reroll left.",
    "ploc.text.rerolls.many": "{count} rerolls left.",
    "ploc.text.berserk.possible": "Berserk is possible.",
    "ploc.text.over.hit": "{village} wins by a hit.",
    "ploc.text.over.berserk": "{village} wins by going berserk.",
    "ploc.text.over.swap": "{village} wins by a swap of the other side.",
    "ploc.text.over.agreement": "{village} wins by agreement.",
    "ploc.text.over.limit": "{village} wins: the turns are up.",
    "ploc.text.over.resignation": "{village} wins by resignation.",
}
