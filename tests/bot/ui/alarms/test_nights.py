"""Two people on two continents play through the weekends on which their clocks change: no one is woken."""

from __future__ import annotations

from datetime import datetime, time
from zoneinfo import ZoneInfo

import pytest
from simcord.actors import MemberActor

from bot.features.people.service import PersonalSettings
from bot.kernel.tables.seats import acting_for
from tests.bot.samples import QUIET
from tests.bot.ui.alarms.test_ticker import open_timed
from tests.bot.ui.world import World, private_text

BERLIN, NEW_YORK = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")
WAKES, SLEEPS = time(8, 30), time(22)
STEP = 20 * 60
"""Seconds between two visits to the channel."""


def is_awake(zone: ZoneInfo, at: float) -> bool:
    return WAKES <= datetime.fromtimestamp(at, zone).time() < SLEEPS


async def due_player(world: World) -> MemberActor:
    """Who must act."""
    table = await world.table()
    shown = world.session.tables.show(table)
    (seat,) = shown.entry.game.to_act(shown.state)
    return world.ann if acting_for(table.players[seat]) == world.ann.id else world.ben


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "friday",
    [
        datetime(2026, 10, 23, 15, tzinfo=BERLIN),  # Europe goes back on Sunday, America a week later
        datetime(2026, 10, 30, 15, tzinfo=BERLIN),
        datetime(2027, 3, 12, 15, tzinfo=BERLIN),  # America goes forward on Sunday, Europe two weeks later
        datetime(2027, 3, 26, 15, tzinfo=BERLIN),
    ],
)
async def test_no_player_is_pinged_in_their_night(world: World, friday: datetime) -> None:
    world.clock.now = friday.timestamp()
    people = world.session.service(PersonalSettings)
    await people.set_hours(world.ann.id, 8 * 60 + 30, 22 * 60, "Europe/Berlin")
    await people.set_hours(world.ben.id, 8 * 60 + 30, 22 * 60, "America/New_York")
    await open_timed(world)  # ten hours for a move
    zones = {world.ann.id: BERLIN, world.ben.id: NEW_YORK}
    pinged = list[tuple[int, float]]()
    end, move = friday.timestamp() + 4 * 24 * 3600, 0
    while world.clock.now < end:
        posted = await world.later(STEP / 3600)
        person = await due_player(world)
        # Both answer in the last hour of their day, when the other one often sleeps.
        local = datetime.fromtimestamp(world.clock.now, zones[person.id]).time()
        if time(21) <= local < SLEEPS:
            mark = world.mark()
            await world.move(person, QUIET[move % len(QUIET)])
            posted = [*posted, *world.posts_since(mark)]
            move += 1
        pinged += [(int(user), world.clock.now) for one in posted for user in one.pings]
    assert move >= 5
    assert {user for user, _ in pinged} == set(zones)
    woken = [(user, at) for user, at in pinged if not is_awake(zones[user], at)]
    assert woken == []
    # For each turn a player was called all the same: by the board or, after a night, in the morning.
    assert len(pinged) >= move


async def test_everybody_reads_their_own_hours(world: World) -> None:
    world.clock.now = datetime(2026, 10, 24, 12, tzinfo=BERLIN).timestamp()
    await world.session.service(PersonalSettings).set_hours(
        world.ann.id, 8 * 60 + 30, 22 * 60, "Europe/Berlin"
    )
    answer = await world.ann.slash(world.channel, "settings")
    assert "12:00" in private_text(answer)
    world.clock.now += 24 * 3600  # the clocks go back in between
    answer = await world.ann.slash(world.channel, "settings")
    assert "11:00" in private_text(answer)
    assert "8:30" in private_text(answer)
