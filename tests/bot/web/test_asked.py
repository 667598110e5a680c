"""Presses on pages: their numbers, and what they may be about."""

from __future__ import annotations

import discord
import pytest

from bot.clicks import Person
from bot.shards import Shards
from bot.ui.kit.keyboard import Control, Verb
from bot.web.asked import Desk, Numbers, Press, Visitor
from tests.bot.ui.world import World

A_MORNING = 1_767_000_000.0


def numbers(shard: int = 0) -> Numbers:
    return Numbers(shard, clock=lambda: A_MORNING)


@pytest.mark.parametrize("others", [1, 31, 32, 4095, 4096, 99_998])
def test_no_two_processes_make_the_same_number(others: int) -> None:
    first, second = numbers(), numbers(others)
    made = [one.next() for one in (first, second) for _ in range(500)]
    assert len(set(made)) == 1000
    assert max(made) < 2**63


def test_a_number_tells_when_it_was_made_as_discords_do() -> None:
    """What is remembered of interactions is forgotten by their time."""
    assert discord.utils.snowflake_time(numbers(99_998).next()).timestamp() == A_MORNING


async def test_moves_in_two_processes_at_the_same_moment_are_both_played(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store carries out each number once, so the second move was taken for a repetition."""
    tables = [await world.begun() for _ in range(2)]
    surface = world.bot.surface
    assert surface is not None
    monkeypatch.setattr("bot.web.asked.Numbers", numbers)
    for table, shards in zip(tables, (Shards(0, 3, 8), Shards(4, 7, 8)), strict=True):
        monkeypatch.setattr(world.session.context.store.cluster, "shards", shards)
        desk = Desk(surface, world.bot)
        monkeypatch.setattr(world.session.context.store.cluster, "shards", None)
        press = Press(str(Control(table.id, 1, Verb.PLAY, "dE2-E10")))
        await desk.serve(Visitor(table.id, Person(world.ann.id, "Ann")), press)
    assert [(await world.table(table.id)).plies for table in tables] == [1, 1]
