"""How far somebody has come in a lesson."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """How far somebody has come in a lesson: exercises `done`, and their `lines` in the one after those."""

    done: int = 0
    lines: tuple[str, ...] = ()
