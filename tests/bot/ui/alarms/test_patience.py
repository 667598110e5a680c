"""Waiting players are informed: games together without a clock, and offers that need no answer."""

from __future__ import annotations

import pytest
from simcord.results import ResponseMessage

from bot.discord.presence import THERE
from bot.games.catalogue import IN_ENGLISH
from bot.store import Habits, TimeChange
from tests.bot.discord.test_limits import check
from tests.bot.ui import dragon
from tests.bot.ui.dragon import DAY, actions, post_game, private_response
from tests.bot.ui.world import World, labels, message_text, private, private_text, says, text_of

pytestmark = pytest.mark.usefixtures("known_cards")

HOUR = 3600
MOST_OF_IT = 0.8 * DAY / HOUR
"""Hours after which a player with a day is reminded."""

OFFER = "trade majesty for sidewise with 2"


async def stand_in_message(world: World) -> ResponseMessage:
    """The message that Ben was awaited for a day."""
    await world.later(MOST_OF_IT)
    await world.later(DAY / HOUR - MOST_OF_IT)
    stored = world.env.backend.messages[world.channel.id].values()
    every = [ResponseMessage(world.env, one) for one in stored]
    (found,) = [one for one in every if "Play for Ben" in labels(one)]
    return found


async def finish_bens_turn(world: World) -> None:
    """Ben plays on until his turn is over."""
    while (await dragon.state(world)).turn.seat == 1:
        (line, *_) = await world.ben.autocomplete(world.channel, "move", "move", "")
        await world.move(world.ben, line["value"])


# Absent players


async def test_most_of_the_patience_over_one_reminder_says_what_will_be(world: World) -> None:
    await post_game(world)
    assert await world.later(MOST_OF_IT - 0.1) == []
    (reminder,) = await world.later(0.1)
    assert reminder.pings == {world.ben.id}
    ends = int((await world.table()).time.waiting_since) + DAY
    assert says(reminder.text, "time.remind.patience", when=f"<t:{ends}:f>")
    assert await world.later(1) == [], "once"


async def test_the_others_are_told_once_that_they_may_act(world: World) -> None:
    shown = await post_game(world)
    await world.later(MOST_OF_IT)
    assert "away" not in text_of(shown.components), "not before it is true"
    notice, board_ = sorted(await world.later(DAY / HOUR - MOST_OF_IT), key=lambda one: not one.new)
    away = IN_ENGLISH("call.away.one", names="**Ben**", span="a day")
    assert notice.text.startswith(f"**Trogdor!!**: {away}")
    assert notice.pings == {world.ann.id, world.cleo.id}
    assert says(board_.text, "call.away.one", names="**Ben**", span="a day")
    assert await world.later(1) == [], "once"


async def test_the_button_plays_in_private_for_who_is_away(world: World) -> None:
    await post_game(world)
    notice = await stand_in_message(world)
    check(notice.components)
    async with world.assert_unchanged():
        mine = private(await world.cleo.click(notice, label="Play for Ben"))
    check(mine.components)
    assert "Play Sidewise! (+6)" in labels(mine)
    await world.cleo.click(mine, label="Play Sidewise! (+6)")
    assert await actions(world) == ["1: play sidewise"]
    assert says(text_of((await world.shown_board()).components), "stood-in", name="Cleo", other="Ben")
    assert world.is_gone(mine)


async def test_no_other_player_plays_for_them(world: World) -> None:
    await post_game(world)
    notice = await stand_in_message(world)
    stranger = world.guild.add_member(world.env.create_user("dora"))
    async with world.assert_unchanged():
        refused = await stranger.click(notice, label=IN_ENGLISH("button.stand-in", name="Ben"))
        assert says(private_text(refused), "not-seated", names="Ann, Ben and Cleo")
        assert "Sidewise" in str(
            labels(private(await world.ben.click(notice, label=IN_ENGLISH("button.stand-in", name="Ben"))))
        )


async def test_who_comes_back_takes_the_notice_away(world: World) -> None:
    await post_game(world)
    notice = await stand_in_message(world)
    for line in ("discard hidey-hole", "finish"):
        await world.move(world.ben, line)
    await finish_bens_turn(world)
    await world.tick()
    assert world.is_gone(notice)
    assert "away" not in text_of((await world.shown_board()).components)


async def test_an_old_notice_leads_nowhere(world: World) -> None:
    await post_game(world)
    notice = await stand_in_message(world)
    world.env.inject_error("DELETE", "*", times=None, status=503)
    await world.move(world.ben, "discard hidey-hole")
    await finish_bens_turn(world)
    async with world.assert_unchanged():
        assert "That's settled" in private_text(
            await world.cleo.click(notice, label=IN_ENGLISH("button.stand-in", name="Ben"))
        )


async def test_every_step_of_theirs_begins_the_wait_anew(world: World) -> None:
    await post_game(world)
    await world.later(MOST_OF_IT - 1)
    await world.move(world.ben, "discard hidey-hole")
    assert [one for one in await world.later(2) if one.new] == []
    (reminder,) = await world.later(MOST_OF_IT - 2)
    assert reminder.pings == {world.ben.id}


async def test_a_lone_player_is_not_told_that_others_may_act(world: World) -> None:
    await post_game(world, seats=1)
    assert await world.later(DAY / HOUR) == []


async def test_a_restart_tells_it_once_all_the_same(world: World) -> None:
    await post_game(world)
    await world.later(MOST_OF_IT)
    await world.restart()
    assert await world.tick() == []
    assert len([one for one in await world.later(DAY / HOUR - MOST_OF_IT) if one.new]) == 1
    await world.restart()
    assert [one for one in await world.later(1) if one.new] == []


# Offers


async def board_with_offer(world: World) -> ResponseMessage:
    """Ann has offered Ben a trade, who had not been seen for a while."""
    shown = await post_game(world)
    world.let_presence_expire()
    anns = await dragon.own_menu(world.ann, shown)
    await dragon.choose(world.ann, anns, OFFER)
    return shown


async def test_a_trade_calls_its_partner_by_the_board(world: World) -> None:
    shown = await board_with_offer(world)
    (called,) = await world.tick()
    assert (called.new, called.pings) == (True, {world.ben.id})
    assert says(called.text, "call.asked", names=f"<@{world.ben.id}>")
    assert says(
        called.text, "trogdor.ask.trade", name="Ann", partner="Ben", mine="Majesty!", theirs="Sidewise!"
    )
    assert world.is_gone(shown), "it is the board"
    after = await world.shown_board()
    assert labels(after)[:2] == ["Accept (Ben)", "Decline (Ben)"]
    check(after.components)
    assert await world.tick() == [], "once"
    await world.ben.click(after, label="Accept (Ben)")
    assert not says(text_of(after.components), "call.asked")


async def test_who_looks_on_is_called_a_minute_later(world: World) -> None:
    shown = await post_game(world)
    private_response(await world.ben.click(shown, label="My keeper"))
    world.clock.now += THERE / 2
    await dragon.choose(world.ann, await dragon.own_menu(world.ann, shown), OFFER)
    assert await world.tick() == []
    world.clock.now += THERE / 2 + 1
    (called,) = [one for one in [*await world.tick(), *await world.later(THERE / HOUR)] if one.new]
    assert called.pings == {world.ben.id}


async def test_a_withdrawn_offer_calls_no_one(world: World) -> None:
    shown = await post_game(world)
    private_response(await world.ben.click(shown, label="My keeper"))
    await dragon.choose(world.ann, await dragon.own_menu(world.ann, shown), OFFER)
    assert await world.tick() == []
    await world.move(world.ann, "withdraw")
    world.clock.now += THERE
    assert [one for one in await world.tick() if one.pings] == []


async def test_in_their_night_they_are_called_in_the_morning(world: World) -> None:
    midnight = 1_000_000 - 1_000_000 % 86_400
    world.clock.now = float(midnight)
    asleep = Habits(world.ben.id, wakes=8 * 60, sleeps=22 * 60)
    await world.session.context.store.schedule.save(TimeChange(habits=asleep))
    await board_with_offer(world)
    assert [one for one in await world.tick() if one.pings] == []
    (called,) = [one for one in await world.later(8) if "yes or no" in one.text]
    assert called.pings == {world.ben.id}


async def test_a_bot_that_died_after_a_call_calls_no_one_twice(world: World) -> None:
    await board_with_offer(world)
    await world.tick()
    await world.kill()
    assert [one for one in await world.tick() if one.pings] == []
    assert says(message_text(world.channel.history()[-1]), "call.asked")
