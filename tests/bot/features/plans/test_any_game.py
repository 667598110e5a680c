"""Plans in a game that says nothing of them, and where hands are hidden."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.plans.storage import PlanStorage
from bot.games.catalogue import IN_ENGLISH
from engine.core import Seat
from tests.bot.features.plans.planning import compose_plan, open_draft, share_plan
from tests.bot.hill import HILL, WITH_HILL
from tests.bot.ui.opening import open_table
from tests.bot.ui.play.test_together import game
from tests.bot.ui.world import World, board, labels, private, private_text, says, text_of
from tests.engine.toy_together import TOGETHER, Hill, HillSeen

pytestmark = pytest.mark.usefixtures("hilly")


async def test_every_game_that_is_played_together_has_plans(world: World) -> None:
    await game(world)
    message = await share_plan(world, world.ben, "lift", "rest", "hand on", name="Steady")
    assert "3. hand on" in text_of(message.components)
    assert "leave" not in str((await open_draft(world, world.cleo)).components)
    mark = world.mark()
    await world.ann.click(message, label="Do it")
    assert [line.action for line in await world.log()] == ["lift", "rest", "hand on"]
    assert [one for one in world.pings(mark) if one] == [{world.ben.id}]


async def test_the_end_of_the_game_can_be_planned_and_takes_the_plan_along(world: World) -> None:
    await game(world, "lift", "lift")
    message = await compose_plan(world, world.ann, "lift")
    assert labels(message) == ["Do it", IN_ENGLISH("button.plan.off"), "Share…"]
    await world.ann.click(message, label="Do it")
    assert "3 of 3" in text_of((await world.shown_board()).components)
    assert await PlanStorage(world.session.context.store).draft(1, world.ann.id) is None


async def test_where_hands_are_hidden_only_who_acts_plans(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def own(state: Hill, viewer: Seat | None) -> HillSeen:
        return HillSeen(state, frozenset({-1 if viewer is None else viewer}))

    monkeypatch.setitem(WITH_HILL, "hill", replace(HILL, game=replace(TOGETHER, view=own)))
    shown = await game(world)
    assert says(private_text(await world.ben.click(shown, label="Plan")), "plan-hidden")
    mine = private(await world.ann.click(shown, label="Plan"))
    assert says(text_of(mine.components), "plan.empty.own")


async def test_duels_and_games_for_one_have_none(world: World) -> None:
    assert "Plan" not in labels(await world.game())
    alone = board(await open_table(world.ann, world.channel, "thrag"))
    assert "Plan" not in labels(alone)
