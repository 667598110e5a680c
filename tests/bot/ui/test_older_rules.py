"""A game that began under other rules: it opens as it was saved, says so, and goes on under today's."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games.catalogue import CATALOGUE
from bot.store import Status
from tests.bot.ops.test_upgrade import other_start
from tests.bot.samples import QUIET
from tests.bot.ui.world import World, board, message_text, private, private_text, says, text_of, walk

TODAY = {
    **CATALOGUE,
    "thud": other_start(
        replace(CATALOGUE["thud"], game=replace(CATALOGUE["thud"].game, rules_version=2)),
    ),
}
"""The games, but a battle of Thud now begins with one dwarf fewer."""


async def upgrade_bot(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of three moves, and then a bot with other rules."""
    await world.game(*QUIET[:3])
    monkeypatch.setattr("bot.client.CATALOGUE", TODAY)
    await world.restart()


async def test_it_opens_on_its_snapshot_and_says_so(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await upgrade_bot(world, monkeypatch)
    shown = board(await world.ann.slash(world.channel, "board"))
    text = text_of(shown.components)
    (shot,) = (item for part in walk(shown.components) for item in part.get("items", ()))
    dwarfs = str(shot["description"]).partition("Dwarfs of Ann: ")[2].partition(".")[0]
    assert len(dwarfs.split(", ")) == 32, "as it stood, with all its dwarfs"
    assert says(text, "board.older-rules", ply=4)


async def test_it_goes_on(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await upgrade_bot(world, monkeypatch)
    await world.move(world.ben, QUIET[3])
    table = await world.table()
    assert table.status is Status.PLAYING
    assert [line.action for line in await world.log()] == [*QUIET[:3], "!rules 2", QUIET[3]]
    shown = message_text(world.last_saying("thud.moved.trolls", name="Ben"))
    assert says(shown, "board.older-rules")


async def test_its_history_begins_there_and_undo_goes_no_further(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await upgrade_bot(world, monkeypatch)
    page = private(await world.cleo.slash(world.channel, "history"))
    assert says(text_of(page.components), "history.other-rules")
    refused = await world.ann.slash(world.channel, "undo", to=1)
    assert "no move 1" in private_text(refused)


async def test_another_start_changes_nothing_more(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await upgrade_bot(world, monkeypatch)
    lines = await world.log()
    await world.restart()
    assert await world.log() == lines
