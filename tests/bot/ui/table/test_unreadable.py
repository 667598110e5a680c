"""A table whose row is damaged takes nothing with it: lists go on without it, and say which one it is."""

from __future__ import annotations

import logging

import pytest

from bot.ops.upgrade import record_finished_games, snapshot_changed_games
from bot.store.rows import note_unreadable
from tests.bot.ui.world import World, private_text, says
from tests.databases import of_file

DAMAGES = {
    "a state of no game": "UPDATE tables SET state = '{\"ply\":1}' WHERE id = 1",
    "text that is no JSON": "UPDATE tables SET state = 'x' WHERE id = 1",
    "a game that is not there": "UPDATE tables SET game = 'whist' WHERE id = 1",
    "salts that are none": "UPDATE tables SET salts = 'x' WHERE id = 1",
    "a day that is none": "UPDATE tables SET day = 'x' WHERE id = 1",
    "a game without a state": "UPDATE tables SET state = NULL WHERE id = 1",
}
ROWS = [*DAMAGES][3:]
"""The damages of a row itself, and not of its game."""

NAMED = [how for how in DAMAGES if how not in ROWS]
"""The damages with which a table can still be named in a list: who sits there is known."""

each = pytest.mark.parametrize("how", DAMAGES)


@pytest.fixture(autouse=True)
def _nothing_told_yet() -> None:
    note_unreadable.cache_clear()


async def damage_game(world: World, how: str) -> None:
    """Two games of Ann and Ben; the first of them cannot be read."""
    await world.start_table()
    await world.start_table()
    store = world.session.context.store
    await of_file(store.writer).execute_fetchall(DAMAGES[how])
    store.forget()


@each
@pytest.mark.parametrize("whose", ["own", "channel"])
async def test_the_others_are_listed(world: World, how: str, whose: str) -> None:
    await damage_game(world, how)
    actor = world.ann if whose == "own" else world.cleo
    lines = private_text(await actor.slash(world.channel, "games")).splitlines()
    assert any("**T2** Thud" in line for line in lines)
    assert any(says(line, "table.line.unreadable", code="T1") for line in lines) == (how in NAMED)


@each
async def test_the_others_are_offered_and_the_log_names_it_once(
    world: World, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    await damage_game(world, how)
    for typed in ("", "t"):
        offered = await world.ann.autocomplete(world.channel, "board", "table", typed)
        assert [choice["value"] for choice in offered] == ["T2"]
    errors = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(errors) == 1
    assert errors[0].startswith("table=T1 cannot be read")


@each
async def test_a_move_without_a_code_goes_to_the_other(world: World, how: str) -> None:
    await damage_game(world, how)
    await world.ann.slash(world.channel, "move", move="dE2-E10")
    assert (await world.session.tables.get(2)).plies == 1


@pytest.mark.parametrize("how", [how for how in DAMAGES if how != "a game that is not there"])
async def test_who_asks_for_it_hears_that_it_could_not_be_read(world: World, how: str) -> None:
    await damage_game(world, how)
    said = private_text(await world.ann.slash(world.channel, "board", table="T1"))
    assert says(said, "not-read")


@each
async def test_the_bot_starts_all_the_same(world: World, how: str) -> None:
    await damage_game(world, how)
    store, catalogue = world.session.context.store, world.session.catalogue
    await of_file(store.writer).execute_fetchall("UPDATE tables SET status = 'over' WHERE id = 2")
    assert await snapshot_changed_games(store, catalogue, 0.0) == ()
    store.forget()
    await record_finished_games(store, catalogue)
    await of_file(store.writer).execute_fetchall("UPDATE tables SET status = 'over', state = 'x'")
    store.forget()
    await record_finished_games(store, catalogue)


@each
async def test_who_goes_on_vacation_goes(world: World, how: str) -> None:
    await damage_game(world, how)
    await world.session.schedule.stop_clocks(world.ann.id, world.clock.now)
    await world.session.schedule.start_clocks(world.ann.id, world.clock.now)


@each
async def test_who_wants_to_be_forgotten_is(world: World, how: str) -> None:
    await damage_game(world, how)
    await world.session.forget(world.ann.id)
    kept = await world.session.privacy.data_of(world.ann.id)
    assert not any(kept.values())


async def test_who_asks_for_all_their_data_gets_what_is_damaged_as_it_stands(world: World) -> None:
    await damage_game(world, "text that is no JSON")
    store = world.session.context.store
    await of_file(store.writer).execute_fetchall("UPDATE seats SET picks = 'x' WHERE table_id = 1")
    found = await world.session.privacy.data_of(world.ann.id)
    assert [seat["picks"] for seat in found["seats"]] == ["x", "{}"]
    panel = (await world.ann.slash(world.channel, "privacy")).response
    assert panel is not None
    handed = await world.ann.click(panel, label="Send me my data")
    messages = filter(None, (handed.response, *handed.followups))
    (file,) = [file for message in messages for file in message.attachments]
    assert '"picks": "x"' in (await file.read()).decode()
