"""Half points are told as points."""

from __future__ import annotations

import pytest

from bot.discord.points import format_half_points


@pytest.mark.parametrize(
    ("halves", "points"),
    [(0, "0"), (1, "½"), (2, "1"), (3, "1½"), (12, "6"), (0.5, "¼"), (1.5, "¾"), (6.5, "3¼"), (7.5, "3¾")],
)
def test_points_are_told_in_quarters(halves: float, points: str) -> None:
    assert format_half_points(halves) == points
