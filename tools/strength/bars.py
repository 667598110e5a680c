"""What a match is to show, and whether it does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

Record: TypeAlias = dict[str, Any]
"""What `python -m engine arena --json` prints."""


@dataclass(frozen=True, slots=True)
class Found:
    """A bar that was looked at: the figure that was measured, whether it is met, and whether surely so.

    It is surely met if all of its 95 % interval meets it; a figure without an interval is sure.
    """

    claim: str
    met: bool
    sure: bool


@dataclass(frozen=True, slots=True)
class AtLeast:
    """A figure with an interval: `wins` (shares of 1) of the first player, `margin` (points) or `ahead`."""

    what: str
    bar: float

    def found(self, record: Record) -> Found:
        """How the record stands to the bar."""
        figure = record["players"][0]["wins"] if self.what == "wins" else record[self.what]
        if figure is None:  # a single deal has no interval, and shows nothing
            return Found(self.claim, met=False, sure=True)
        return Found(self.claim, figure["value"] >= self.bar, figure["low"] >= self.bar)

    @property
    def claim(self) -> str:
        """The bar in words."""
        words = {
            "wins": f"wins {self.bar:.0%}".replace("%", " %"),
            "margin": f"{self.bar:g} points ahead",
            "ahead": f"{self.bar:.0%} of wins ahead".replace("%", " %"),
        }
        return f"at least {words[self.what]}"


@dataclass(frozen=True, slots=True)
class Stronger:
    """The first player is ahead of the second: in points, or where both play the same deals in wins."""

    def found(self, record: Record) -> Found:
        """How the record stands to the bar."""
        figure = record["ahead"] or record["margin"]
        if figure is None:
            return Found("stronger", met=False, sure=True)
        return Found("stronger", figure["value"] > 0, figure["low"] > 0)


@dataclass(frozen=True, slots=True)
class AtMost:
    """The most of all: `seconds` that a decision of the first player took, or `turns` of a game."""

    what: str
    bar: float

    def found(self, record: Record) -> Found:
        """How the record stands to the bar."""
        spread = record["players"][0]["seconds"] if self.what == "seconds" else record[self.what]
        words = {"seconds": f"{self.bar:g} s a decision", "turns": f"{self.bar:g} turns a match"}
        return Found(
            f"at most {words[self.what]}", spread is not None and spread["most"] <= self.bar, sure=True
        )


Bar: TypeAlias = AtLeast | Stronger | AtMost
