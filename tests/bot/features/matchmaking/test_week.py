"""People look for opponents by a simulated clock: a little every day, a thousand of them now and then.

What must never happen is asserted in `week`: a user paired twice at once, across a
block, when they are gone, away, blocked or asleep.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.features.matchmaking.model import Pace
from tests.bot.features.matchmaking.week import Week


async def test_two_days_of_a_hundred_people(tmp_path: Path) -> None:
    week = Week(people=100, servers=12, days=2, seed=7)
    await week.pass_by(tmp_path / "week.db")
    assert week.tables > 20
    assert 0 < week.mirrored < week.tables, "within servers and across them"


@pytest.mark.slow
async def test_a_week_of_a_thousand_people(tmp_path: Path) -> None:
    week = Week(people=1000, servers=60, days=7, seed=25)
    await week.pass_by(tmp_path / "week.db")
    for pace in Pace:
        waits = week.waits[pace]
        assert len(waits.found) > 2 * (waits.given_up + waits.ended + waits.left), "most find an opponent"
    assert week.again, "recent opponents may meet again, if there is no other"
