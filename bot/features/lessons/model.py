"""A user's progress in a lesson."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """A user's progress in a lesson: exercises `done`, and the `lines` played in the next one."""

    done: int = 0
    lines: tuple[str, ...] = ()
