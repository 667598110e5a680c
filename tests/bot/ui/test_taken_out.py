"""A feature that is taken out of the list is gone, and everything else works as before."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

import discord
import pytest
from discord import app_commands
from simcord.results import ResponseMessage

from bot.discord.keyboard import Control, parse_control
from bot.discord.setting_controls import SERVER_PICK
from bot.features import FEATURES
from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.kernel.clicks import Opening
from bot.kernel.feature import Feature, storage_hooks
from bot.kernel.trace import Trace
from bot.store import Habits, NewAlarm, Status, TimeChange
from bot.store.persons import data_queries
from bot.ui.commands import commands_of
from bot.ui.controls import controls_of
from tests.bot.discord.test_forged import control_uses, send_forged
from tests.bot.ui import dragon
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import World, board, labels, private, says, text_of, walk
from tests.databases import tables_of

LEADS = {"plans": "Plan", "votes": "What do you think?", "orders": "Standing orders"}
"""The labels behind *More* that lead to a feature."""


WITH_PEOPLE = [one for one in FEATURES if one.key != "people"]


@pytest.fixture(params=FEATURES, ids=lambda feature: feature.key)
def missing_feature(request: pytest.FixtureRequest) -> Feature:
    """The feature that is not there."""
    found: Feature = request.param
    return found


@pytest.fixture
def features(missing_feature: Feature) -> Sequence[Feature]:
    return tuple(feature for feature in FEATURES if feature is not missing_feature)


@pytest.fixture
def prepared_place(path: Path) -> Path:
    """Return the path without a file, so that the enabled features create it."""
    return path


def names(world: World) -> set[str]:
    every = world.bot.tree.walk_commands()
    return {one.qualified_name for one in every if isinstance(one, app_commands.Command)}


@pytest.mark.sampled(3)
async def test_its_commands_controls_tables_and_personal_data_are_gone(
    world: World, missing_feature: Feature
) -> None:
    session = world.session
    assert names(world).isdisjoint(command.name for command in commands_of(missing_feature, FEATURES))
    assert names(world).isdisjoint(f"table {command.name}" for command in missing_feature.table_commands)
    assert controls_of(FEATURES).keys() - controls_of(session.features).keys() == set(
        missing_feature.controls or ()
    )
    found = await session.privacy.data_of(world.ann.id)
    assert list(found) == list(data_queries(storage_hooks(session.features)))
    assert session.alarm_kinds.keys().isdisjoint(kind.key for kind in missing_feature.alarms)
    if missing_feature.storage is None:
        return
    assert missing_feature.storage.key == missing_feature.key
    assert found.keys().isdisjoint(missing_feature.storage.personal)
    made = {
        name for step in missing_feature.storage.schema for name in re.findall(r"CREATE TABLE (\w+)", step)
    }
    assert made
    assert made.isdisjoint(tables_of(world.path))


@pytest.mark.sampled(3)
@pytest.mark.usefixtures("missing_feature")
async def test_a_raid_goes_on_without_it(world: World) -> None:
    await dragon.post_game(world)
    await world.later(24 * 8)
    assert (await world.table()).status is Status.PLAYING
    await world.session.forget(world.ann.id)
    assert (await world.table()).players[0].user_id != world.ann.id


async def finished_board(world: World) -> ResponseMessage:
    """The last board of a game with chance."""
    table = await world.start_table("resign", game="ploc")
    return board(await world.ann.slash(world.channel, "board", table=table.code))


async def deal_results(world: World) -> ResponseMessage:
    """The message with the results of a deal, in the channel where it was begun."""
    begun = private(await open_table(world.ann, world.channel, "thrag", daily=True))
    for label in ("Other ways…", "Resign"):
        await world.ann.click(begun, label=label)
    ended = await world.ann.click(begun, label="Yes: Resign")
    (results,) = [one for one in ended.followups if not one.ephemeral]
    return results


async def places(world: World) -> AsyncIterator[ResponseMessage]:
    """Messages of the kernel where buttons of features stand, in a server that lets people find opponents."""
    manager = replace(world.click_by(world.ann), manages=True)
    await world.session.server.set_finds(manager, world.channel.id)
    there = names(world)
    for command in there & {"help", "settings", "play"}:
        yield private(await world.ann.slash(world.channel, command))
    for game in CATALOGUE:
        for command in there & {"play", "rules"}:
            yield private(await world.ann.slash(world.channel, command, game=game))
    opened = await world.session.lobby.open(
        world.click_by(world.ann), Opening("thud", {}, None, None), Trace("scene", 0)
    )
    yield board(await world.ann.slash(world.channel, "board", table=opened.table.code))
    await world.session.tables.close(world.click_by(world.ann), opened.table, Trace("scene", 0))
    if any(feature.key == "deals" for feature in world.session.features):
        yield await deal_results(world)
    await world.start_table("dG1-G2")
    yield private(await world.move(world.ben, "TG7-G5"))
    yield await finished_board(world)
    for shown in (await world.game("dE2-E10"), await dragon.post_game(world)):
        yield shown
        for person in (world.ann, world.ben, world.cleo):
            more = private(await person.click(shown, label="More"))
            if "History" in labels(more):
                yield private(await person.click(more, label="History"))
            yield more


async def controls_there(world: World) -> set[str]:
    parts = [part async for shown in places(world) for part in walk(shown.components)]
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    return {control.verb for control in map(parse_control, ids) if control is not None}


@pytest.mark.sampled(3)
async def test_nothing_leads_to_it(world: World, missing_feature: Feature) -> None:
    assert (await controls_there(world)).isdisjoint(missing_feature.controls or ())


@pytest.mark.sampled(3)
@pytest.mark.parametrize("missing_feature", WITH_PEOPLE, indirect=True)
async def test_settings_offer_quiet_bots_only_where_bots_speak(
    world: World, missing_feature: Feature
) -> None:
    settings = private(await world.ann.slash(world.channel, "settings"))
    assert (IN_ENGLISH("button.remarks.off") in labels(settings)) is (missing_feature.key != "remarks")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("missing_feature", WITH_PEOPLE, indirect=True)
async def test_settings_offer_warnings_only_where_something_warns(
    world: World, missing_feature: Feature
) -> None:
    settings = private(await world.ann.slash(world.channel, "settings"))
    assert (IN_ENGLISH("button.warnings") in labels(settings)) is (missing_feature.key != "hints")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("missing_feature", WITH_PEOPLE, indirect=True)
async def test_stats_show_months_only_where_there_are_ladders(world: World, missing_feature: Feature) -> None:
    stats = private(await world.ann.slash(world.channel, "stats"))
    assert (IN_ENGLISH("button.stats.month") in labels(stats)) is (missing_feature.key != "ladders")
    command = world.bot.tree.get_command("stats")
    assert isinstance(command, app_commands.Command)
    shows = {choice.value for choice in command.parameters[0].choices}
    assert ("month" in shows) is (missing_feature.key != "ladders")


@pytest.mark.sampled(3)
async def test_a_panel_lists_deals_only_where_they_can_be_opened(
    world: World, missing_feature: Feature
) -> None:
    panel = private(await world.ann.slash(world.channel, "play", game="thrag"))
    listed = {part.get("placeholder") for part in walk(panel.components)}
    assert (IN_ENGLISH("panel.deal") in listed) is (missing_feature.key != "deals")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "missing_feature", [one for one in WITH_PEOPLE if one.key != "servers"], indirect=True
)
async def test_opponents_elsewhere_are_settled_only_where_they_are_found(
    world: World, missing_feature: Feature
) -> None:
    manage = world.guild.create_role("Keepers", permissions=discord.Permissions(manage_guild=True))
    mia = world.guild.add_member(world.env.create_user("mia"), roles=[manage])
    panel = private(await mia.slash(world.channel, "server"))
    ids = {part.get("custom_id") for part in walk(panel.components)}
    assert (str(Control(0, 0, SERVER_PICK, "finds")) in ids) is (missing_feature.key != "matchmaking")
    assert says(text_of(panel.components), "server.finds.none") is (missing_feature.key != "matchmaking")
    habits = Habits(world.ann.id, known_as="Reed")
    await world.session.context.store.schedule.save(TimeChange(habits=habits))
    settings = private(await world.ann.slash(world.channel, "settings"))
    assert (IN_ENGLISH("button.known-as") in labels(settings)) is (missing_feature.key != "matchmaking")
    assert says(text_of(settings.components), "settings.known-as", name="Reed") is (
        missing_feature.key != "matchmaking"
    )


@pytest.mark.parametrize("missing_feature", [None])
async def test_something_leads_to_each_that_has_controls(world: World) -> None:
    there = await controls_there(world)
    led = {one.key for one in FEATURES if there & set(one.controls or ())}
    assert led == {one.key for one in FEATURES if one.controls} - {"servers", "tournaments", "transfer"}, (
        "which have a command"
    )


@pytest.mark.sampled(3)
async def test_its_buttons_on_old_messages_are_answered(world: World, missing_feature: Feature) -> None:
    board = await dragon.post_game(world)
    table, mark = await world.table(), world.mark()
    for verb in missing_feature.controls or ():
        data = {"custom_id": str(Control(table.id, table.revision, verb)), **next(control_uses(verb))}
        send_forged(world, world.ann, board, data)
    await world.env.settle()
    answers = [str(request.json) for request in world.env.http_requests[mark:]]
    assert sum(says(answer, "old-control") for answer in answers) == len(missing_feature.controls or ())


@pytest.mark.sampled(3)
async def test_its_alarms_are_dropped(world: World, missing_feature: Feature) -> None:
    table = await dragon.start_game(world)
    alarms = tuple(
        NewAlarm(kind.key, world.clock.now, table.id, detail="1") for kind in missing_feature.alarms
    )
    schedule = world.session.schedule
    await schedule.save(TimeChange(alarms=alarms))
    await world.later(1)
    left = await world.session.context.store.schedule.of_table(table.id)
    assert {one.kind for one in left}.isdisjoint(one.key for one in missing_feature.alarms)
