"""What tests ask of exported games."""

from __future__ import annotations

from engine.export_format import read_sections
from engine.verify import Games, TransferableGame, check_export, transferable_game


def final_position(text: str, games: Games) -> TransferableGame | None:
    """Where a game stands that is to go on elsewhere; none if the file does not hold, or cannot tell."""
    return transferable_game(check_export(text, games), games)


def is_sealed(text: str) -> bool:
    """Whether a file in which no fault is found comes without its seed."""
    found, _ = read_sections(text)
    return bool(found) and "seed" not in found[-1].header.record
