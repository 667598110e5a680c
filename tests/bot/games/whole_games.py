"""The playthroughs as whole games: their positions, and what their text says of them."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.words.review import Review
from engine.core import IllegalAction
from engine.replay import LogPosition
from tests.playthroughs.golden import HERE, Table, own_lines

PEOPLE = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay")
_ACTION = re.compile(r"(\d+) (.+)")


def text(name: str) -> str:
    """A playthrough as it is written."""
    return (HERE / f"{name}.txt").read_text(encoding="utf-8")


@cache
def whole(name: str) -> tuple[str, int, tuple[LogPosition, ...]]:
    """The game of a playthrough, how many play, and every position of it; refused lines left out."""
    lines = own_lines(text(name))
    table = Table(lines)
    found = [LogPosition(0, table.state, 0)]
    for match in filter(None, map(_ACTION.fullmatch, lines)):
        try:
            ply = table.play(int(match[1]), match[2])
        except IllegalAction:
            continue
        at = len(found)
        found.append(LogPosition(at, ply.state, 0, ply.seat, ply.action, ply.events, before=at - 1))
    return table.game.key, table.seats, tuple(found)


def review_of(name: str, *, lines: int | None = None) -> Review:
    """The review of a playthrough, or of its first lines, as its players see it."""
    key, seats, positions = whole(name)
    return CATALOGUE[key].help.review(
        IN_ENGLISH, PEOPLE[:seats], positions[: None if lines is None else lines + 1]
    )


def event_count(name: str, event: str) -> int:
    """How often a playthrough says that something happened."""
    return len(re.findall(rf"^  {event}\b", text(name), re.MULTILINE))


def numbers(name: str, pattern: str) -> list[int]:
    """Every number of a playthrough in such a place."""
    return [int(found) for found in re.findall(pattern, text(name))]


def fact(review: Review, what: str) -> str:
    """What a review says of one thing."""
    (told,) = [value for key, value in review.facts if key == what]
    return told


def values(review: Review, label: str, seat: Any = None) -> tuple[int, ...]:
    """The numbers of one track."""
    (found,) = [track.values for track in review.tracks if (track.label, track.seat) == (label, seat)]
    return found
