from __future__ import annotations

from datetime import UTC, datetime

import pytest
from simcord.results import InteractionResult

from bot.discord.frame import names_of
from bot.features.deals.service import Deals
from bot.features.forks.service import Forks
from bot.features.reviews.luck import luck_of
from bot.games.catalogue import IN_ENGLISH
from bot.kernel.clicks import Opening
from bot.kernel.trace import Trace
from bot.store import Table
from engine.replay import effective_positions
from tests.bot.discord.test_limits import check
from tests.bot.samples import Clock, refusing
from tests.bot.ui import dragon
from tests.bot.ui.opening import review_button
from tests.bot.ui.scripted import playthrough
from tests.bot.ui.world import World, board, labels, private, private_text, says, text_of

GAMES = ("ploc_resignation", "thrag_resignation")


def answer(result: InteractionResult) -> str:
    """The report in a private answer."""
    assert result.response is not None
    check(result.response.components)
    return private_text(result)


async def luck_lines(world: World, table: Table) -> tuple[str, ...]:
    """What the game itself says of its luck, in English."""
    entry = world.session.catalogue[table.game]
    assert entry.help.luck is not None
    return entry.help.luck(
        IN_ENGLISH, names_of(table), effective_positions(await world.session.history.positions(table))
    )


@pytest.mark.parametrize("stem", GAMES)
async def test_the_button_under_the_last_board_tells_anybody_in_private(
    world: World, monkeypatch: pytest.MonkeyPatch, stem: str
) -> None:
    script = playthrough(stem, monkeypatch)
    shown = await script.game(world, len(script.plies))
    assert "Luck" in labels(shown)
    async with world.assert_unchanged():
        report = answer(await world.cleo.click(shown, label="Luck"))
    title, *lines = report.splitlines()
    assert title == IN_ENGLISH("luck.title", game=script.entry.game.title)
    assert tuple(lines) == await luck_lines(world, await world.table())
    assert lines


@pytest.mark.parametrize("stem", GAMES)
async def test_the_button_under_the_review_tells_the_same(
    world: World, monkeypatch: pytest.MonkeyPatch, stem: str
) -> None:
    script = playthrough(stem, monkeypatch)
    shown = await script.game(world, len(script.plies))
    by_click = private_text(await world.ann.click(shown, label="Luck"))
    async with world.assert_unchanged():
        assert text_of((await review_button(world.ben, world.channel, "Luck")).components) == by_click


@pytest.mark.usefixtures("known_cards")
async def test_a_game_that_was_played_together_has_one_line_for_all(world: World) -> None:
    await dragon.start_game(world, *dragon.TO_CLEO)
    trace = Trace("scene", 0)
    for person in dragon.seated_people(world):
        await world.session.play.move(world.click_by(person), 1, "leave", trace)
    shown = board(await world.ann.slash(world.channel, "board", table="T1"))
    report = answer(await world.ann.click(shown, label="Luck"))
    assert report.count("is average.") == 1


# Where there is nothing to tell


async def test_of_a_game_that_goes_on_nothing_is_told(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    script = playthrough("thrag_resignation", monkeypatch)
    shown = await script.game(world, len(script.plies) - 1)
    assert "Luck" not in labels(shown)
    with refusing("luck-running"):
        await luck_of(IN_ENGLISH, world.session, await world.table())


async def test_a_game_that_has_not_begun_has_none(world: World) -> None:
    opening = Opening("ploc", {}, 0, None)
    await world.session.lobby.open(world.click_by(world.ann), opening, Trace("scene", 0))
    with refusing("not-begun"):
        await luck_of(IN_ENGLISH, world.session, await world.table())


async def test_a_table_that_was_closed_has_none(world: World) -> None:
    opening, trace = Opening("ploc", {}, 0, None), Trace("scene", 0)
    table = (await world.session.lobby.open(world.click_by(world.ann), opening, trace)).table
    await world.session.lobby.cancel(world.click_by(world.ann), table.id, 0, trace)
    with refusing("closed"):
        await luck_of(IN_ENGLISH, world.session, await world.table())


async def test_in_a_game_without_chance_there_is_none(world: World) -> None:
    shown = await world.game("dG1-G2", "resign")
    assert "Play again" in labels(shown)
    assert "Luck" not in labels(shown)
    assert labels(private(await world.ann.slash(world.channel, "review", table="T1"))) == ["Card"]
    with refusing("luck-no-chance"):
        await luck_of(IN_ENGLISH, world.session, await world.table())


# Where not all is told


async def test_the_luck_of_a_deal_of_the_day_is_for_whoever_has_played_it(world: World, clock: Clock) -> None:
    clock.now = datetime(2026, 11, 21, 12, tzinfo=UTC).timestamp()
    trace, daily = Trace("scene", 0), Opening("thrag", {}, None, None)
    table = (await world.session.service(Deals).open_deal(world.click_by(world.ann), daily, trace)).table
    await world.session.play.move(world.click_by(world.ann), table.id, "resign", trace)
    own = text_of((await review_button(world.ann, world.channel, "Luck")).components)
    assert own.startswith(IN_ENGLISH("luck.title", game="One Man, Thrag!, 21 November"))
    assert says(private_text(await world.ben.slash(world.channel, "review", table="T1")), "daily-unplayed")


async def test_a_fork_counts_what_fell_in_it_and_says_so(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = playthrough("thrag_win", monkeypatch)
    await script.start(world, 1)
    trace, ann = Trace("scene", 0), world.click_by(world.ann)
    fork = (await world.session.service(Forks).fork(ann, 1, 1, trace)).table
    await world.session.play.move(world.click_by(world.ann), fork.id, "resign", trace)
    report = text_of((await review_button(world.ann, world.channel, "Luck", fork.code)).components)
    assert says(report, "luck.nothing")
    assert says(report, "luck.since", ply=1)
