"""Reasons for advice, and dangers, as text: phrases to be joined, and their highlights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from bot.words import Words

MOST_FOR: Final = 3
MOST_AGAINST: Final = 2
"""The most reasons shown: more would not be read."""


@dataclass(frozen=True, slots=True)
class WordedReason:
    """A reason as text, with its highlights, in places as `render.kit.sheet.Sheet` names them.

    `phrase` continues the action: "takes two dwarfs"; one that is `against` it is a clause of its own: "a
    troll can take it". `minor` ones are used only where there is nothing else. `good` places are framed in
    teal, `danger` are places and ways in brick red.
    """

    phrase: str
    against: bool = False
    minor: bool = False
    good: tuple[str, ...] = ()
    danger: tuple[str, ...] = ()


def weightiest_reasons(reasons: Sequence[WordedReason]) -> tuple[WordedReason, ...]:
    """Return the reasons to show: the weightiest for and against, in their order."""
    for_ = [reason for reason in reasons if not reason.against]
    major = [reason for reason in for_ if not reason.minor] or for_[:1]
    against = [reason for reason in reasons if reason.against]
    return (*major[:MOST_FOR], *against[:MOST_AGAINST])


def distinctive_reasons(
    reasons: Sequence[WordedReason], others: Sequence[Sequence[WordedReason]]
) -> tuple[WordedReason, ...]:
    """Return the reasons without those for it that most of the other actions have as well.

    `others` are the reasons of the other actions; those without any, such as settings, are no alternatives.
    """
    phrases = [{reason.phrase for reason in given} for given in others if given]
    return tuple(
        reason
        for reason in reasons
        if reason.against or 2 * sum(reason.phrase in given for given in phrases) <= len(phrases)
    )


def describe_reasons(words: Words, reasons: Sequence[WordedReason]) -> str:
    """Return the reasons for an action, then those against it: two sentences at most, or none."""
    for_ = tuple(reason.phrase for reason in reasons if not reason.against)
    against = tuple(reason.phrase for reason in reasons if reason.against)
    sentences = [words("why.for", reasons=words.join_list(for_))] if for_ else []
    key = "why.against" if for_ else "why.against.only"
    sentences += [words(key, reasons=words.join_list(against))] if against else []
    return " ".join(sentences)


def good_places(reasons: Sequence[WordedReason]) -> tuple[str, ...]:
    """Return the places framed in teal."""
    return tuple(dict.fromkeys(chain.from_iterable(reason.good for reason in reasons)))


def danger_places(reasons: Sequence[WordedReason]) -> tuple[str, ...]:
    """Return the places marked in brick red."""
    return tuple(dict.fromkeys(chain.from_iterable(reason.danger for reason in reasons)))


@dataclass(frozen=True, slots=True)
class Danger:
    """What could be lost with the next turn, as text and highlights.

    `lines` are one or two sentences with all that matters. `heat` are places with the chance of a hit, from 0
    to 1, `ways` are attackers with their targets, `good` what the player could take. `written` are texts on
    places; `here` is the one where the player's piece stands.
    """

    lines: tuple[str, ...]
    heat: tuple[tuple[str, float], ...] = ()
    ways: tuple[str, ...] = ()
    good: tuple[str, ...] = ()
    written: tuple[tuple[str, str], ...] = ()
    here: str = ""
