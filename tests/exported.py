"""What tests ask of exported games."""

from __future__ import annotations

from engine.exported import stretches
from engine.verify import Games, Standing, checked, standing_in


def final_position(text: str, games: Games) -> Standing | None:
    """Where a game stands that is to go on elsewhere; none if the file does not hold, or cannot tell."""
    return standing_in(checked(text, games), games)


def is_sealed(text: str) -> bool:
    """Whether a file in which no fault is found comes without its seed."""
    found, _ = stretches(text)
    return bool(found) and "seed" not in found[-1].header.record
