"""What is kept about somebody as a file for them: one JSON document that explains itself. Pure."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from bot.store.persons import PARTS, Kept
from bot.words import Words

NAME: Final = "taproom-data.json"

_MOMENTS: Final = frozenset(
    {"opened", "changed", "since", "nudged", "at", "due", "began", "ended", "away_from", "away_until"}
)
_IDS: Final = frozenset({"server", "channel", "parent_channel"})
_YES_OR_NO: Final = frozenset({"seated", "played_for", "up", "counts"})


@dataclass(frozen=True, slots=True)
class Games:
    """How many tables somebody has a seat at: all of them, those yet to begin, those that go on, and deals.

    `deals` are deals of the day that go on; they are not among `playing`.
    """

    all: int
    open: int
    playing: int
    deals: int


def games_of(kept: Kept) -> Games:
    """How many games forgetting somebody would change."""
    seats = kept["seats"]
    playing = [seat for seat in seats if seat["status"] == "playing"]
    deals = sum(seat["day"] is not None for seat in playing)
    waiting = sum(seat["status"] == "open" for seat in seats)
    return Games(len(seats), waiting, len(playing) - deals, deals)


def is_nothing(kept: Kept) -> bool:
    """Whether nothing at all is kept."""
    return not any(kept.values())


def document(words: Words, user_id: int, kept: Kept, at: float) -> str:
    """The file: what each part of it is, in the person's language, and then every part, whole.

    Moments are in UTC; ids are strings, as many readers of JSON round large numbers.
    """
    when = _moment(at)
    about = {"file": words("me.data.about", user=str(user_id), when=when)}
    about |= {part: words(f"me.data.about.{part}") for part in PARTS}
    about["besides"] = words("me.data.about.besides")
    parts = {part: [_readable(row) for row in rows] for part, rows in kept.items()}
    whole = {"about": about, "user": str(user_id), "as_of": when, **parts}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def packed(text: str, limit: int) -> tuple[tuple[str, bytes], ...]:
    """A document as files of at most `limit` bytes, by name: itself, as a ZIP file, or that in pieces.

    The pieces, one after the other, are the ZIP file again.
    """
    plain = text.encode()
    if len(plain) <= limit:
        return ((NAME, plain),)
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(NAME, plain)
    data, name = whole.getvalue(), f"{NAME}.zip"
    if len(data) <= limit:
        return ((name, data),)
    pieces = [data[at : at + limit] for at in range(0, len(data), limit)]
    return tuple((f"{name}.{number:03}", piece) for number, piece in enumerate(pieces, 1))


def _readable(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _said(name, value) for name, value in row.items()}


def _said(name: str, value: Any) -> Any:  # noqa: ANN401 - whatever SQLite has in a column
    if value is None:
        return None
    if name in _MOMENTS:
        return _moment(value)
    if name in _YES_OR_NO:
        return bool(value)
    if name == "picks":
        return json.loads(value)
    return str(value) if name in _IDS else value


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
