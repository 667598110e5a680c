"""Why an action is advised, and what is in danger, in words: phrases that are joined, and what shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from bot.words import Words

MOST_FOR: Final = 3
MOST_AGAINST: Final = 2
"""How many reasons are told: more would not be read."""


@dataclass(frozen=True, slots=True)
class WordedReason:
    """A reason in words, and what shows it in the picture, in places as `render.kit.sheet.Sheet` names them.

    `phrase` goes on from the action: "takes two dwarfs"; one that is `against` it is a clause of its own: "a
    troll can take it". `minor` ones are told only where there is nothing else. `good` places are framed in
    teal, `danger` are places and ways in brick red.
    """

    phrase: str
    against: bool = False
    minor: bool = False
    good: tuple[str, ...] = ()
    danger: tuple[str, ...] = ()


def weightiest_reasons(told: Sequence[WordedReason]) -> tuple[WordedReason, ...]:
    """Those that are told: the weightiest for and against, in their order."""
    for_ = [one for one in told if not one.against]
    major = [one for one in for_ if not one.minor] or for_[:1]
    against = [one for one in told if one.against]
    return (*major[:MOST_FOR], *against[:MOST_AGAINST])


def describe_reasons(words: Words, told: Sequence[WordedReason]) -> str:
    """What speaks for an action, then what speaks against it: two sentences at most, or none."""
    for_ = tuple(one.phrase for one in told if not one.against)
    against = tuple(one.phrase for one in told if one.against)
    said = [words("why.for", reasons=words.join_list(for_))] if for_ else []
    said += [words("why.against", reasons=words.join_list(against))] if against else []
    return " ".join(said)


def good_places(told: Sequence[WordedReason]) -> tuple[str, ...]:
    """What is framed in teal for reasons."""
    return tuple(dict.fromkeys(chain.from_iterable(one.good for one in told)))


def danger_places(told: Sequence[WordedReason]) -> tuple[str, ...]:
    """What is marked in brick red for reasons."""
    return tuple(dict.fromkeys(chain.from_iterable(one.danger for one in told)))


@dataclass(frozen=True, slots=True)
class Danger:
    """What could be lost with the next turn, in words and in the picture.

    `lines` are a sentence or two, that tell all that matters. `heat` are places with how likely they are hit,
    from 0 to 1, `ways` who comes from where, `good` what whoever asks could take. `written` are words on
    places.
    """

    lines: tuple[str, ...]
    heat: tuple[tuple[str, float], ...] = ()
    ways: tuple[str, ...] = ()
    good: tuple[str, ...] = ()
    written: tuple[tuple[str, str], ...] = ()
