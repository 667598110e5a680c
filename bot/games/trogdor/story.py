"""What happened in Trogdor!!, told in short: what somebody did, what the land did, whose turn began.

Phase two can bring sixty events. What is alike is told in one sentence, at the place of its first.
"""

from __future__ import annotations

from collections.abc import Hashable
from enum import IntEnum
from typing import Final

from bot.games.trogdor.alike import told_together
from bot.games.trogdor.deeds import told_alone
from bot.words import Names, Words
from engine.trogdor.events import (
    ArrowShot,
    CardDrawn,
    CottageMended,
    Damaged,
    Died,
    DirectionChosen,
    Event,
    GameEnded,
    HammerDrawn,
    HammersShuffled,
    ItemRecharged,
    Marched,
    MovementDrawn,
    PeasantLit,
    PeasantRan,
    RageBegan,
    Raged,
    Repaired,
    Reshuffled,
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

_RANK: Final[dict[type, int]] = {
    RageBegan: -2,
    Raged: -1,
    Walked: 1,
    CottageMended: 2,
    ArrowShot: 3,
    Spared: 4,
    Damaged: 5,
    HammersShuffled: 6,
    ItemRecharged: 7,
    Died: 8,
    CardDrawn: 9,
    GameEnded: 10,
}
"""What waits for what: a knight's walk is told before the harm that he did on the way."""


_LEAST: Final[tuple[type, ...]] = (
    Reshuffled,
    ItemRecharged,
    Repaired,
    PeasantLit,
    PeasantRan,
    HammersShuffled,
    PeasantRan,
    CottageMended,
    Spared,
)
"""What a story that is too long does without, one after the other."""


def narrate(words: Words, names: Names, events: tuple[Event, ...]) -> tuple[str, ...]:
    """A paragraph for each part of what happened; those after the first begin on a new line.

    Of what would be too long, what matters least is left out.
    """
    told = _told(words, names, events)
    for least in _LEAST:
        if len(" ".join(told)) <= LIMIT:
            break
        events = tuple(event for event in events if not isinstance(event, least))
        told = _told(words, names, events)
    return told


def _told(words: Words, names: Names, events: tuple[Event, ...]) -> tuple[str, ...]:
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
    for event in _worth_telling(events):
        alike.setdefault(_kind(event), []).append(event)
    kinds = list(alike.values())
    if part is not Part.DEED:
        kinds.sort(key=lambda same: _RANK.get(type(same[0]), 0))
    sentences = [_sentence(words, names, same) for same in kinds]
    if part is Part.LAND and events and not isinstance(events[0], MovementDrawn):
        sentences.insert(0, words("trogdor.story.land"))
    return " ".join(filter(None, sentences))


def _worth_telling(events: list[Event]) -> list[Event]:
    """Not the way the peasants go where the card has just told it."""
    told = any(isinstance(event, MovementDrawn) for event in events)
    turned = any(isinstance(event, DirectionChosen) for event in events)
    return [event for event in events if turned or not told or not isinstance(event, Marched)]


def _kind(event: Event) -> Hashable:
    """What is told in one sentence, or one after the other."""
    match event:
        case TileBurned(by=cause) | PeasantLit(by=cause) | Spared(why=cause):
            return type(event).__name__, cause
        case _:
            return type(event).__name__


def _sentence(words: Words, names: Names, same: list[Event]) -> str:
    together = told_together(words, same)
    if together is not None:
        return together
    return " ".join(told_alone(words, names, event) for event in same)
