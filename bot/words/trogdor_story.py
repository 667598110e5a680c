"""What happened in Trogdor!!, told in short: what somebody did, what the land did, whose turn began.

Phase two can bring sixty events. What is alike is told in one sentence, at the place of its first.
"""

from __future__ import annotations

from collections.abc import Hashable
from enum import IntEnum
from typing import Final

from bot.words import Names, Words
from bot.words.trogdor_alike import told_together
from bot.words.trogdor_deeds import told_alone
from engine.trogdor.events import (
    ArrowShot,
    CardDrawn,
    CottageMended,
    Event,
    GameEnded,
    HammerDrawn,
    Marched,
    MovementDrawn,
    PeasantLit,
    RageBegan,
    Repaired,
    Spared,
    Spawned,
    TileBurned,
    TurnBegan,
    Walked,
)

LIMIT: Final = 1400
"""The most characters of a story."""


class Part(IntEnum):
    """The parts of a story, in their order."""

    DEED = 0
    LAND = 1
    TURN = 2
    END = 3


_LAND: Final = (ArrowShot, CottageMended, Marched, MovementDrawn, Repaired, Spawned, Walked)


def narrate(words: Words, names: Names, events: tuple[Event, ...]) -> tuple[str, ...]:
    """A paragraph for each part of what happened; those after the first begin on a new line."""
    parts = _parts(events)
    told = [text for part, of_it in parts.items() if (text := _paragraph(words, names, part, of_it))]
    return tuple(f"\n{text}" if number else text for number, text in enumerate(told))


def _parts(events: tuple[Event, ...]) -> dict[Part, list[Event]]:
    """The events by part; an event that could belong to several belongs to the one under way."""
    parts: dict[Part, list[Event]] = {part: [] for part in Part}
    now = _first_part(events)
    for event in events:
        now = max(now, _begins(event))
        parts[now].append(event)
    return parts


def _first_part(events: tuple[Event, ...]) -> Part:
    """A turn that had to wait for an answer while its cards were drawn goes on with the drawing."""
    draws = any(isinstance(event, CardDrawn | HammerDrawn) for event in events)
    begins = any(isinstance(event, TurnBegan) for event in events)
    return Part.TURN if draws and not begins else Part.DEED


def _begins(event: Event) -> Part:
    """The part that an event cannot be earlier than."""
    if isinstance(event, RageBegan | GameEnded):
        return Part.END
    if isinstance(event, TurnBegan):
        return Part.TURN
    return Part.LAND if isinstance(event, _LAND) else Part.DEED


def _paragraph(words: Words, names: Names, part: Part, events: list[Event]) -> str:
    alike: dict[Hashable, list[Event]] = {}
    for event in events:
        alike.setdefault(_kind(event), []).append(event)
    sentences = [_sentence(words, names, same) for same in alike.values()]
    if part is Part.LAND and events and not isinstance(events[0], MovementDrawn):
        sentences.insert(0, words("trogdor.story.land"))
    return " ".join(filter(None, sentences))


def _kind(event: Event) -> Hashable:
    """What is told in one sentence, or one after the other."""
    match event:
        case TileBurned(by=cause) | PeasantLit(by=cause) | Spared(why=cause):
            return type(event), cause
        case _:
            return type(event)


def _sentence(words: Words, names: Names, same: list[Event]) -> str:
    together = told_together(words, same)
    if together is not None:
        return together
    return " ".join(told_alone(words, names, event) for event in same)
