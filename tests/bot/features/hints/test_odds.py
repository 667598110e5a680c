"""`/odds` over Discord: told to whoever may see the table, as often as they like, and noted nowhere."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.results import InteractionResult, ResponseMessage

from bot.games.catalogue import IN_ENGLISH
from bot.minds.pool import NoSearchResult, SearchPool
from bot.minds.worker import SearchQuestion
from engine.mind import Odds
from engine.minds import MINDS
from tests.bot.discord.test_limits import check
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import World, board, private_text, says, text_of


@pytest.fixture(autouse=True)
def minds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The true odds, without a process of their own."""

    async def ask(_: SearchPool, question: SearchQuestion, *_more: object) -> tuple[Odds, ...]:
        assert question.what == "odds"
        mind: Any = MINDS[question.game]
        odds: tuple[Odds, ...] = mind.odds(question.view, question.actions)
        return odds

    monkeypatch.setattr(SearchPool, "ask", ask)


def private(result: InteractionResult) -> ResponseMessage:
    """The private answer."""
    answers = (result.response, *result.followups)
    (answer,) = (one for one in answers if one is not None and one.ephemeral)
    check(answer.components)
    return answer


async def test_anybody_who_sees_the_table_may_ask_and_nothing_is_noted(world: World) -> None:
    await world.game("dE2-E10")
    async with world.assert_unchanged():
        for person in (world.ann, world.ben, world.cleo):
            text = text_of(private(await person.slash(world.channel, "odds")).components)
            assert text.startswith(IN_ENGLISH("odds.title", game="Thud"))


async def test_thud_tells_which_dwarfs_a_troll_can_take_now(world: World) -> None:
    await world.game("dB11-H11")  # beside J10, which a troll reaches in one step from J9
    text = text_of(private(await world.ben.slash(world.channel, "odds")).components)
    assert says(text, "thud.odds.hang.dwarfs.one", count=1, squares="H11")


async def test_in_thrag_the_odds_are_those_of_what_can_be_done_now(world: World) -> None:
    await open_table(world.ann, world.channel, "thrag")
    shown = world.session.tables.show(await world.table())
    lines = text_of(private(await world.ann.slash(world.channel, "odds")).components).splitlines()
    described = [
        shown.entry.speech.describe(IN_ENGLISH, ("Ann",), shown.state, 0, action)
        for action in shown.entry.game.legal(shown.state, 0)
    ]
    told_of = [line.removeprefix("- ").partition(": ")[0] for line in lines[1:]]
    assert told_of
    assert set(told_of) <= {*described, "Next turn"}


async def test_ploc_names_the_players(world: World) -> None:
    shown = board(await open_table(world.ann, world.channel, "ploc", side=0, opponent=world.ben))
    await world.ben.click(shown, label="Give them that side")
    text = text_of(private(await world.cleo.slash(world.channel, "odds")).components)
    assert says(text, "ploc.odds.berserk")
    assert "**Ben**" in text


async def test_a_game_that_is_over_or_has_not_begun_has_no_odds(world: World) -> None:
    await open_table(world.ann, world.channel, "thud", side=0)
    async with world.assert_unchanged():
        assert says(
            private_text(await world.ann.slash(world.channel, "odds", table="T1")), "odds-not-playing"
        )


async def test_the_deal_of_the_day_has_odds_too(world: World) -> None:
    await open_table(world.ann, world.channel, "thrag", daily=True)
    async with world.assert_unchanged():
        answer = private(await world.ann.slash(world.channel, "odds", table="T1"))
    assert "the odds" in text_of(answer.components)


async def test_who_may_not_see_a_deal_hears_no_odds(world: World) -> None:
    await open_table(world.ann, world.channel, "thrag", daily=True)
    refused = private_text(await world.ben.slash(world.channel, "odds", table="T1"))
    assert "the odds" not in refused


async def test_minds_that_are_busy_say_so(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def busy(*_: object) -> None:
        raise NoSearchResult("no answer")

    await world.game()
    monkeypatch.setattr(SearchPool, "ask", busy)
    async with world.assert_unchanged():
        answer = private(await world.ann.slash(world.channel, "odds"))
    assert says(text_of(answer.components), "odds-busy")
