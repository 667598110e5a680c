"""A feature that is taken out of the list is gone, and everything else works as before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from discord import app_commands

from bot.feature import Feature, storage_hooks
from bot.features import FEATURES
from bot.store import NewAlarm, Status, TimeChange
from bot.store.persons import parts
from bot.ui.controls import controls_of
from bot.ui.kit.keyboard import Control
from tests.bot.ui import dragon
from tests.bot.ui.kit.test_forged import send, used
from tests.bot.ui.world import World, labels, private, says
from tests.databases import tables_of

LEADS = {"plans": "Plan", "votes": "What do you think?"}
"""What leads to a feature from behind *More*."""


@pytest.fixture(params=FEATURES, ids=lambda feature: feature.key)
def out(request: pytest.FixtureRequest) -> Feature:
    """The feature that is not there."""
    found: Feature = request.param
    return found


@pytest.fixture
def features(out: Feature) -> Sequence[Feature]:
    return tuple(feature for feature in FEATURES if feature is not out)


@pytest.fixture
def shaped(path: Path) -> Path:
    """There is no file yet: what is in it is made by these features."""
    return path


def names(world: World) -> set[str]:
    every = world.bot.tree.walk_commands()
    return {one.qualified_name for one in every if isinstance(one, app_commands.Command)}


async def test_its_commands_controls_tables_and_personal_data_are_gone(world: World, out: Feature) -> None:
    session = world.session
    assert names(world).isdisjoint(command.name for command in out.commands)
    assert controls_of(FEATURES).keys() - controls_of(session.features).keys() == set(out.controls or ())
    assert out.storage is not None
    assert out.storage.key == out.key
    found = await session.privacy.data_of(world.ann.id)
    assert list(found) == list(parts(storage_hooks(session.features)))
    assert found.keys().isdisjoint(out.storage.personal)
    made = {name for step in out.storage.schema for name in re.findall(r"CREATE TABLE (\w+)", step)}
    assert made
    assert made.isdisjoint(tables_of(world.path))
    assert session.alarm_kinds.keys().isdisjoint(kind.key for kind in out.alarms)


async def test_a_raid_goes_on_without_it(world: World, out: Feature) -> None:
    board = await dragon.game(world)
    if out.key == "plans":
        assert "Plan" not in labels(board)
    more = private(await world.ann.click(board, label="More"))
    assert LEADS.get(out.key) not in labels(more)
    await world.later(24 * 8)
    assert (await world.table()).status is Status.PLAYING
    await world.session.forget(world.ann.id)
    assert (await world.table()).players[0].user_id != world.ann.id


async def test_its_buttons_on_old_messages_are_answered(world: World, out: Feature) -> None:
    board = await dragon.game(world)
    table, mark = await world.table(), world.mark()
    for verb in out.controls or ():
        data = {"custom_id": str(Control(table.id, table.revision, verb)), **next(used(verb))}
        send(world, world.ann, board, data)
    await world.env.settle()
    answers = [str(request.json) for request in world.env.http_requests[mark:]]
    assert sum(says(answer, "old-control") for answer in answers) == len(out.controls or ())


async def test_its_alarms_are_dropped(world: World, out: Feature) -> None:
    table = await dragon.begun(world)
    alarms = tuple(NewAlarm(kind.key, world.clock.now, table.id, detail="1") for kind in out.alarms)
    schedule = world.session.schedule
    await schedule.save(TimeChange(alarms=alarms))
    await world.later(1)
    left = await world.session.context.store.schedule.of_table(table.id)
    assert {one.kind for one in left}.isdisjoint(one.key for one in out.alarms)
