"""Whatever takes long is deferred, and answered all the same: once, and to whom it is for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Final

import discord
import pytest

from bot.discord import answer as answering
from bot.discord import serving
from bot.discord.answer import Answer
from bot.discord.request import Request, Route
from bot.games.catalogue import IN_ENGLISH
from bot.store import Table
from tests.bot.ui.opening import open_table
from tests.bot.ui.world import World, board, labels, list_with, pick, private, private_text, says, text_of

PATIENCE: Final = 20.0
"""Seconds after which what does not happen counts as failed, on a busy machine."""

PAUSE: Final = 0.001
"""Seconds between two looks."""

UPDATE, THINKING = 6, 5
"""Discord's kinds of deferral."""

CALLBACK, FOLLOWUP = "/interactions/*/callback", "/webhooks/*"


async def until(happened: Callable[[], bool]) -> None:
    for _ in range(round(PATIENCE / PAUSE)):
        if happened():
            return
        await asyncio.sleep(PAUSE)
    raise AssertionError("it did not happen")


@pytest.fixture
def slow_world(world: World, monkeypatch: pytest.MonkeyPatch) -> World:
    """A bot whose work takes longer than it may, once it is impatient: first its answer is deferred."""
    check = serving._check  # noqa: SLF001 - what every route passes

    async def slowly(request: Request, route: Route) -> Table | None:
        if request.surface.patience == 0:
            await until(lambda: request.answer.is_begun)
        return await check(request, route)

    monkeypatch.setattr(serving, "_check", slowly)
    return world


def impatient(world: World) -> int:
    """From now on every answer is deferred at once; returns the mark of now."""
    assert world.bot.surface is not None
    world.bot.surface.patience = 0.0
    return world.mark()


def first_answers(world: World, since: int) -> list[tuple[int, bool]]:
    """The kind of each first answer, and whether it is private."""
    bodies: list[dict[str, Any]] = [
        request.json
        for request in world.env.http_requests[since:]
        if request.path.endswith("/callback") and isinstance(request.json, dict)
    ]
    return [(body["type"], bool(int((body.get("data") or {}).get("flags") or 0) & 64)) for body in bodies]


async def test_a_click_is_deferred_and_the_board_changes_in_place(slow_world: World) -> None:
    shown = board(await open_table(slow_world.ann, slow_world.channel, "thrag"))
    mark = impatient(slow_world)
    await slow_world.ann.click(shown, label=labels(shown)[0])
    assert first_answers(slow_world, mark) == [(UPDATE, False)]
    assert (await slow_world.shown_board()).id == shown.id
    assert (await slow_world.table()).plies == 1


async def test_a_click_that_is_deferred_opens_its_private_message(slow_world: World) -> None:
    """The board stays as it is, and whoever clicked it chooses in a message of their own."""
    shown = await slow_world.game()
    mark, seen = impatient(slow_world), text_of(shown.components)
    mine = private(await pick(slow_world.ann, shown, "E2"))
    await pick(slow_world.ann, mine, "E10")
    assert first_answers(slow_world, mark) == [(UPDATE, False)] * 2
    move = IN_ENGLISH("thud.describe.move", origin="E2", target="E10")
    assert says(text_of(mine.components), "choose.sure", move=move)
    assert text_of(shown.components) == seen
    second = private(await pick(slow_world.ann, shown, "F1"))
    assert [one.id for one in slow_world.private_messages(slow_world.ann)] == [second.id], (
        "there is one of them"
    )
    assert not slow_world.is_gone(shown)


async def test_a_click_that_waits_for_the_table_is_deferred(world: World) -> None:
    """The lock is not free: somebody else's board is on its way."""
    shown = board(await open_table(world.ann, world.channel, "thrag"))
    mark = impatient(world)
    assert world.bot.surface is not None
    async with world.bot.surface.posting_lock(1):
        click = asyncio.ensure_future(world.ann.click(shown, label=labels(shown)[0]))
        await until(lambda: first_answers(world, mark) == [(UPDATE, False)])
    await click
    assert (await world.shown_board()).id == shown.id


async def test_a_move_that_is_deferred_is_posted_once_and_calls_once(slow_world: World) -> None:
    await slow_world.game()
    mark = impatient(slow_world)
    await slow_world.picks(slow_world.ann, "E2", "E10")
    assert first_answers(slow_world, mark) == [(UPDATE, False)] * 3
    assert slow_world.pings(mark) == [{slow_world.ben.id}]
    assert (await slow_world.table()).board is not None
    assert [line.action for line in await slow_world.log()] == ["dE2-E10"]


async def test_a_form_that_is_deferred_posts_its_board(slow_world: World) -> None:
    shown = await slow_world.game()
    form = await slow_world.ann.click(shown, label="Type a move")
    mark = impatient(slow_world)
    sent = await slow_world.ann.submit_modal(form, {"move": "dE2-E10"})
    assert first_answers(slow_world, mark) == [(UPDATE, False)]
    assert says(text_of(board(sent).components), "thud.moved.dwarfs")


async def test_a_public_command_that_is_deferred_takes_the_place_of_its_waiting(slow_world: World) -> None:
    await slow_world.game()
    mark = impatient(slow_world)
    sent = await slow_world.move(slow_world.ann, "dE2-E10")
    assert first_answers(slow_world, mark) == [(THINKING, False)]
    assert len(slow_world.public()) == 1
    assert sent.response is not None
    assert (await slow_world.table()).board.message_id == sent.response.id  # type: ignore[union-attr]
    assert slow_world.pings(mark) == [{slow_world.ben.id}]


async def test_a_private_command_that_is_deferred_stays_private(slow_world: World) -> None:
    await slow_world.game()
    before = slow_world.public()
    mark = impatient(slow_world)
    assert "```" in private_text(await slow_world.ann.slash(slow_world.channel, "board", view="text"))
    assert first_answers(slow_world, mark) == [(THINKING, True)]
    assert slow_world.public() == before


async def test_a_refusal_of_a_public_command_that_was_deferred_is_private(slow_world: World) -> None:
    await slow_world.game()
    before = slow_world.public()
    mark = impatient(slow_world)
    assert says(private_text(await slow_world.move(slow_world.ann, "hello")), "thud.not-notation")
    assert first_answers(slow_world, mark) == [(THINKING, False)]
    assert slow_world.public() == before  # nobody is kept waiting, and nobody else reads it


async def test_a_refusal_of_a_click_that_was_deferred_is_private_and_leaves_the_board(
    slow_world: World,
) -> None:
    shown = await slow_world.game()
    impatient(slow_world)
    async with slow_world.assert_unchanged():
        refused = await slow_world.cleo.select(shown, ["E2"], custom_id=list_with(shown, "E2"))
    assert "You're watching" in private_text(refused)


async def test_a_private_command_that_changes_the_board_for_all_is_answered_in_private(
    slow_world: World,
) -> None:
    shown = board(await open_table(slow_world.ann, slow_world.channel, "trogdor"))
    await slow_world.ben.click(shown, label="Join")
    mark = impatient(slow_world)
    answered = await slow_world.ben.slash(slow_world.channel, "leave")
    assert first_answers(slow_world, mark) == [(THINKING, True)]
    assert private_text(answered)
    assert len((await slow_world.table()).players) == 1


async def test_a_fault_after_a_deferral_is_told_in_private(slow_world: World) -> None:
    shown = await slow_world.game()
    impatient(slow_world)
    slow_world.env.inject_error("POST", FOLLOWUP, status=403, code=50013, message="No (by the test)")
    answered = await slow_world.ann.click(shown, label="Offer to end")
    assert says(private_text(answered), "cannot-post", why="No (by the test)")


async def test_a_form_that_would_open_too_late_is_asked_for_again(slow_world: World) -> None:
    shown = await slow_world.game()
    impatient(slow_world)
    late = await slow_world.ann.click(shown, label="Type a move")
    assert late.modal is None
    assert says(private_text(late), "form-late")


async def test_an_answer_waits_for_a_deferral_that_is_under_way(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Never both: the second would be refused, and the board would not change."""
    shown = board(await open_table(world.ann, world.channel, "thrag"))
    deferring, go_on = asyncio.Event(), asyncio.Event()
    defer = discord.InteractionResponse.defer

    async def slowly(response: Any, **how: Any) -> Any:
        deferring.set()
        await go_on.wait()
        return await defer(response, **how)

    monkeypatch.setattr(discord.InteractionResponse, "defer", slowly)
    mark = impatient(world)
    assert world.bot.surface is not None
    async with world.bot.surface.posting_lock(1):
        click = asyncio.ensure_future(world.ann.click(shown, label=labels(shown)[0]))
        await asyncio.wait_for(deferring.wait(), PATIENCE)
    await asyncio.sleep(0)  # the click has the lock now, and its answer is on its way
    go_on.set()
    await click
    assert first_answers(world, mark) == [(UPDATE, False)]
    assert (await world.shown_board()).id == shown.id
    assert (await world.table()).plies == 1


async def test_a_deferral_that_fails_leaves_the_answer_to_the_work(world: World) -> None:
    await world.game()
    mark = impatient(world)
    world.env.inject_error("POST", CALLBACK, status=500, code=0)
    assert world.bot.surface is not None
    async with world.bot.surface.posting_lock(1):
        move = asyncio.ensure_future(world.move(world.ann, "dE2-E10"))
        await until(lambda: len(first_answers(world, mark)) > 0)
        await asyncio.sleep(0.01)
    assert says(text_of(board(await move).components), "thud.moved.dwarfs")


async def test_a_first_answer_is_given_up_once_nobody_would_hear_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py would go on trying it for half a minute."""

    async def trying() -> None:
        await asyncio.Event().wait()

    response = SimpleNamespace(is_done=lambda: False, defer=trying)
    interaction: Any = SimpleNamespace(response=response, message=world.channel)
    monkeypatch.setattr(answering, "TAKEN", 0.01)
    answer = Answer(interaction)
    answer.watch(PATIENCE)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(answer.defer(), PATIENCE)
    assert answer.is_lost
    await answer.close()


async def test_a_step_that_discord_no_longer_knows_is_no_fault_of_the_bot(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    shown = await world.game()
    world.env.inject_error("POST", CALLBACK, status=404, code=10062, times=1)
    caplog.set_level(logging.INFO)
    mark = world.mark()
    async with world.assert_unchanged():
        await world.ann.select(shown, ["E2"], custom_id=list_with(shown, "E2"))
    assert len(first_answers(world, mark)) == 1, "and nothing else is tried"
    (line,) = [record for record in caplog.records if record.name == "taproom.interaction"]
    assert "outcome=unanswered" in line.getMessage()
    assert not any(record.exc_info for record in caplog.records)


async def test_what_is_answered_in_time_is_not_deferred(world: World) -> None:
    await world.game()
    assert world.bot.surface is not None
    world.bot.surface.patience = PATIENCE
    mark = world.mark()
    await world.move(world.ann, "dE2-E10")
    assert [kind for kind, _ in first_answers(world, mark)] == [4]
