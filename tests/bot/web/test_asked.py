"""Presses on pages: their numbers, and what they may be about."""

from __future__ import annotations

import sqlite3

import discord
import pytest

from bot.cluster.shards import Shards
from bot.discord.keyboard import Control, Verb
from bot.features import FEATURES
from bot.features.tournaments import page as cups
from bot.features.tournaments.service import Tournaments
from bot.kernel.clicks import Person
from bot.ui.controls import controls_of
from bot.web.page_requests import IdGenerator, PressHandler
from bot.web.rights import RULES, Press, Visitor
from tests.bot.features.tournaments.test_page import open_tournament
from tests.bot.ui.world import World, text_of, walk
from tests.bot.web.browser import House

A_MORNING = 1_767_000_000.0


def numbers(shard: int = 0) -> IdGenerator:
    return IdGenerator(shard, clock=lambda: A_MORNING)


@pytest.mark.parametrize("others", [1, 31, 32, 4095, 4096, 99_998])
def test_no_two_processes_make_the_same_number(others: int) -> None:
    first, second = numbers(), numbers(others)
    made = [one.next() for one in (first, second) for _ in range(500)]
    assert len(set(made)) == 1000
    assert max(made) < 2**63


def test_a_number_tells_when_it_was_made_as_discords_do() -> None:
    """Interactions are forgotten by the time in their ids."""
    assert discord.utils.snowflake_time(numbers(99_998).next()).timestamp() == A_MORNING


async def test_moves_in_two_processes_at_the_same_moment_are_both_played(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store carries out each number once, so the second move was taken for a repetition."""
    tables = [await world.start_table() for _ in range(2)]
    surface = world.bot.surface
    assert surface is not None
    monkeypatch.setattr("bot.web.page_requests.IdGenerator", numbers)
    for table, shards in zip(tables, (Shards(0, 3, 8), Shards(4, 7, 8)), strict=True):
        monkeypatch.setattr(world.session.context.store.cluster, "shards", shards)
        desk = PressHandler(surface, world.bot)
        monkeypatch.setattr(world.session.context.store.cluster, "shards", None)
        press = Press(str(Control(table.id, 1, Verb.PLAY, "dE2-E10")))
        await desk.serve(Visitor(table.id, Person(world.ann.id, "Ann")), press)
    assert [(await world.table(table.id)).plies for table in tables] == [1, 1]


# A page is about one table


async def test_a_page_of_a_table_is_none_of_the_tournament_with_its_number(
    world: World, house: House
) -> None:
    await open_tournament(world)
    await world.game()
    page = await house.open_browser(world.ben)
    before = await world.session.service(Tournaments).get(1)
    for what in ("join", "leave", "begin", "withdraw", "details", "cancel?", "cancel"):
        for verb in (cups.CUP.path, cups.SURE.path):
            (told,) = await page.use(str(Control(1, 0, verb, what)))
            assert "out of date" in text_of(told["components"])
    assert await world.session.service(Tournaments).get(1) == before


@pytest.mark.slow
async def test_only_what_was_shown_there_is_pressed_of_what_is_about_no_table(
    world: World, house: House
) -> None:
    """Controls that are not about this table: about people, servers, tournaments, and other tables."""
    await world.game()
    await world.start_table()
    page = await house.open_browser(world.ann)
    details = ("", "yes", "channel", "game/thud/")
    async with world.assert_unchanged():
        for verb, route in controls_of(FEATURES).items():
            for table in {0, 1, 2} - ({0} if verb in RULES else set() if route.bare else {1}):
                for detail in details if route.bare else ("",):
                    answers = await page.use(str(Control(table, 1, verb, detail)))
                    told = [text_of(one.get("components")) for one in answers]
                    assert len(told) == 1, (verb, table, detail, told)
                    assert "out of date" in told[0], (verb, table, detail, told)
                    house.site._by_person._left.clear()  # noqa: SLF001 - a person is slower
                    house.site._by_address._left.clear()  # noqa: SLF001


async def test_what_was_shown_over_one_table_is_not_pressed_over_another(world: World, house: House) -> None:
    """A lesson is about no table, and goes on where it was begun."""
    await world.game()
    await world.game()
    page, other = await house.open_browser(world.ann), await house.open_browser(world.ann, 2)
    (lesson,) = await page.use(str(Control(0, 0, Verb.LEARN, "thud")))
    (step, *_) = [part["custom_id"] for part in walk(lesson["components"]) if part.get("options")]
    for where, sheet, value in ((other, lesson["id"], "E2"), (page, "0", "E2"), (page, lesson["id"], "E3")):
        (refused,) = await where.use(step, sheet=sheet, values=[value])
        assert "out of date" in text_of(refused["components"])
    (on,) = await page.use(step, sheet=lesson["id"], values=["E2"])
    assert (on["how"], on["id"]) == ("update", lesson["id"])


async def test_no_client_chooses_the_number_of_its_press(world: World, house: House) -> None:
    """A fork goes by the number of its question: a large one would have had all others forgotten."""
    await world.game("dE2-E10")
    page = await house.open_browser(world.ann)
    for number in (1 << 62, 1 << 80):
        (told,) = await page.use(str(Control(1, 0, "fork", "yes:1")), sheet=str(number))
        assert "T1" in text_of(told["components"])
    with sqlite3.connect(world.path) as connection:
        ((largest,),) = connection.execute("SELECT max(id) FROM interactions")
    assert largest < 1 << 61
