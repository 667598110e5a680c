"""The ladder of a month in `/stats`, the podium at its end, and the line of trophies."""

from __future__ import annotations

import pytest

from bot.kernel.months import bounds, month_of
from bot.kernel.tables.results import SETTLED
from bot.kernel.trace import Trace
from tests.bot.samples import QUIET
from tests.bot.ui.world import World, labels, list_with, message_text, private, private_text, says

TRACE = Trace("scene", 0)


async def finish_game(world: World) -> str:
    """Finish a game that Ann wins; returns its month."""
    table = await world.start_table(*QUIET)
    await world.session.play.move(world.click_by(world.ben), table.id, "resign", TRACE)
    return month_of(world.clock.now)


async def month_over(world: World, month: str) -> list[str]:
    """The messages about a month after its end."""
    posted = await world.later((bounds(month)[1] + SETTLED - world.clock.now) / 3600)
    return [message.text for message in posted if message.new and "The best of" in message.text]


async def test_this_month_is_a_button_away_and_can_be_shown_to_all(world: World) -> None:
    await finish_game(world)
    panel = private(await world.ben.slash(world.channel, "stats"))
    assert labels(panel)[:3] == ["Yours", "This channel", "This month"]
    await world.ben.click(panel, label="This month")
    now = world.private_messages(world.ben)[-1]
    assert "1.** Ann" in str(now.components)
    assert "1 game: 1 won, 0 drawn, 0 lost" in str(now.components)
    assert "1 game: 0 won, 0 drawn, 1 lost" in str(now.components)
    await world.ben.click(now, label="Show everyone")
    assert says(message_text(world.last("The ladder")), "season", month="January 1970")


async def test_past_months_can_be_picked(world: World) -> None:
    month = await finish_game(world)
    world.clock.now = bounds(month)[1] + 86400
    panel = private(await world.ann.slash(world.channel, "stats", show="month"))
    assert says(str(panel.components), "season.none")
    await world.ann.select(panel, [month], custom_id=list_with(panel, month))
    assert "1.** Ann" in str(world.private_messages(world.ann)[-1].components)


@pytest.mark.slow
async def test_the_podium_comes_once_and_the_trophy_stays(world: World) -> None:
    month = await finish_game(world)
    await finish_game(world)
    (podium,) = await month_over(world, month)
    assert "Ann" in podium
    assert await month_over(world, month_of(world.clock.now)) == []  # no game was played since
    assert "Trophies: 1 month" in private_text(await world.ann.slash(world.channel, "stats"))
    assert "Trophies" not in private_text(await world.ben.slash(world.channel, "stats"))


async def test_a_process_that_dies_before_noting_it_does_not_post_it_twice(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    month = await finish_game(world)

    async def dies(*_: object) -> None:
        raise SystemError("killed")

    with monkeypatch.context() as at:
        at.setattr("bot.ui.alarms.ticker.Ticker.finish", dies)
        assert len(await month_over(world, month)) == 1
    await world.kill()
    await world.tick()
    assert (
        len([message for message in world.channel.history() if says(message_text(message), "season.over")])
        == 1
    )
