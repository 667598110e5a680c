"""A warning before a blunder: for who has asked for it, in private, before anything is saved."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from simcord.results import ResponseMessage

from bot.features.hints.service import Hints
from bot.games.catalogue import IN_ENGLISH
from bot.minds.pool import SearchPool
from tests.bot.discord.test_limits import check
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import World, board, labels, private, private_text, says, text_of

ANYWAY, BACK = "Do it anyway", "Take it back"


@pytest.fixture(autouse=True)
def no_minds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is thought out for a warning."""

    async def ask(*_: object) -> None:
        raise AssertionError("a mind was asked")

    monkeypatch.setattr(SearchPool, "ask", ask)


async def wary(world: World) -> None:
    """Ann wants to be warned."""
    panel = private(await world.ann.slash(world.channel, "settings"))
    assert "Warnings" not in text_of(panel.components)
    changed = await world.ann.click(panel, label="Warn me before blunders")
    assert "**Warnings:**" in text_of(private(changed).components)
    assert IN_ENGLISH("button.warnings.off") in labels(private(changed))


async def at_a_payment(world: World) -> tuple[ResponseMessage, str, str]:
    """The board of Thrag where Ann has to pay, the way that costs least, and one that costs more."""
    await open_table(world.ann, world.channel, "thrag")
    await world.move(world.ann, "fight red")
    shown = world.session.tables.show(await world.table())
    entry, names = shown.entry, ("Ann",)
    view, legal = entry.game.view(shown.state, 0), entry.game.legal(shown.state, 0)
    assert entry.help.loses is not None
    lossy = [str(one) for one in legal if entry.help.loses(IN_ENGLISH, names, view, 0, one)]
    fine = [str(one) for one in legal if str(one).startswith("pay") and str(one) not in lossy]
    return board(await world.ann.slash(world.channel, "board")), fine[0], lossy[0]


async def _lines(world: World) -> list[str]:
    return [line.action for line in await world.log()]


async def test_there_are_no_warnings_unless_turned_on(world: World) -> None:
    _, _, lossy = await at_a_payment(world)
    await world.move(world.ann, lossy)
    assert (await _lines(world))[-1] == lossy


async def test_who_asks_for_it_hears_what_a_move_gives_away_before_it_is_saved(world: World) -> None:
    _, _, lossy = await at_a_payment(world)
    await wary(world)
    async with world.assert_unchanged():
        answer = private(await world.move(world.ann, lossy))
    check(answer.components)
    text = text_of(answer.components)
    assert text.startswith(
        IN_ENGLISH("warning", action="Pay 4", lost=IN_ENGLISH("thrag.loses.points.many", count=2))
    )
    assert says(text, "thrag.loses.points.many")
    assert "/settings" in text
    assert labels(answer) == [ANYWAY, BACK]


async def test_do_it_anyway_plays_it(world: World) -> None:
    _, _, lossy = await at_a_payment(world)
    await wary(world)
    answer = private(await world.move(world.ann, lossy))
    await world.ann.click(answer, label=ANYWAY)
    assert (await _lines(world))[-1] == lossy


async def test_take_it_back_plays_nothing(world: World) -> None:
    _, fine, lossy = await at_a_payment(world)
    await wary(world)
    answer = private(await world.move(world.ann, lossy))
    async with world.assert_unchanged():
        result = await world.ann.click(answer, label=BACK)
    assert says(text_of(private(result).components), "warning.gone")
    await world.move(world.ann, fine)
    assert (await _lines(world))[-1] == fine, "what gives nothing away is played at once"


async def test_once_the_game_has_gone_on_the_warning_is_old(world: World) -> None:
    _, fine, lossy = await at_a_payment(world)
    await wary(world)
    answer = private(await world.move(world.ann, lossy))
    await world.move(world.ann, fine)
    async with world.assert_unchanged():
        assert "moved on" in private_text(await world.ann.click(answer, label=ANYWAY))


async def test_there_are_no_warnings_in_rated_duels_and_daily_deals(world: World) -> None:
    await wary(world)
    await world.start_table()
    table = await world.table()
    assert not await world.session.service(Hints).may_warn(table)
    await open_table(world.ann, world.channel, "thrag", daily=True)
    assert not await world.session.service(Hints).may_warn(await world.table(2))
    await open_table(world.ann, world.channel, "thud", side=0, level="pip")
    assert await world.session.service(Hints).may_warn(await world.table(3))


async def test_what_is_not_legal_is_refused_as_ever(world: World) -> None:
    await at_a_payment(world)
    await wary(world)
    async with world.assert_unchanged():
        assert "Sure" not in private_text(await world.move(world.ann, "fight green"))


async def test_it_is_counted_beside_the_bot_and_not_on_its_event_loop(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, lossy = await at_a_payment(world)
    await wary(world)
    counted = list[Any]()
    to_thread = asyncio.to_thread

    async def note_call(function: Any, *given: Any, **named: Any) -> Any:
        counted.append(function.__name__)
        return await to_thread(function, *given, **named)

    monkeypatch.setattr(asyncio, "to_thread", note_call)
    await world.move(world.ann, lossy)
    assert "_describe_loss" in counted
