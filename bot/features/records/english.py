"""The English sentences of a group's record."""

from __future__ import annotations

from typing import Final

ENGLISH: Final[dict[str, str]] = {
    "record.line": "Record ({what}): {won} of {games} won.",
    "record.near": "{left}.",
    "record.next": "Next step, under **More options**: {what}.",
    "record.usual": "As usual",
}
