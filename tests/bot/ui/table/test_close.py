"""`/table close`: a question, and a last board that says who closed the table, without pings."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage

from bot.games.catalogue import IN_ENGLISH
from bot.kernel.clicks import Opening, Person
from bot.kernel.trace import Trace
from bot.store import Status, Terms
from tests.bot.discord.test_limits import check
from tests.bot.discord.test_refusals import new_thread
from tests.bot.samples import QUIET
from tests.bot.ui.opening import film_of, open_table
from tests.bot.ui.play.test_threads import parts
from tests.bot.ui.world import World, board, labels, message_text, private, private_text, says, text_of


@pytest.fixture
def mia(world: World) -> MemberActor:
    """A server manager without a seat."""
    manage = discord.Permissions(manage_guild=True)
    keepers = world.guild.create_role("Keepers", permissions=manage)
    return world.guild.add_member(world.env.create_user("mia", global_name="Mia"), roles=[keepers])


YES = IN_ENGLISH("button.yes", what=IN_ENGLISH("close.yes"))


async def close_question(world: World, actor: MemberActor, **options: Any) -> ResponseMessage:
    """The private question before closing."""
    result = await actor.slash(options.pop("channel", world.channel), "table close", **options)
    assert result.response is not None
    assert result.response.ephemeral
    check(result.response.components)
    return result.response


async def close_table(world: World, actor: MemberActor, **options: Any) -> InteractionResult:
    return await actor.click(await close_question(world, actor, **options), label=YES)


def last_board_text(world: World) -> str:
    """What the newest message of the channel about the table says."""
    return message_text(world.last())


# The question


async def test_it_says_what_closing_means_and_back_changes_nothing(world: World, mia: MemberActor) -> None:
    await world.game("dE2-E10")
    async with world.assert_unchanged():
        question = await close_question(world, mia)
        text = text_of(question.components)
        assert text.startswith(IN_ENGLISH("close.ask.playing", code="T1", game="Thud", names="Ann and Ben"))
        assert labels(question) == [YES, "Back"]
        await mia.click(question, label="Back")
    assert text_of((await close_question(world, mia)).components) == text


async def test_a_table_that_waits_is_asked_about_in_other_words(world: World) -> None:
    await open_table(world.ann, world.channel, "thud")
    text = text_of((await close_question(world, world.ann)).components)
    assert text.startswith(IN_ENGLISH("close.ask.open", code="T1", game="Thud"))


@pytest.mark.parametrize("name", ["ben", "cleo"])
async def test_whose_it_is_not_hears_at_once_what_they_can_do(world: World, name: str) -> None:
    await world.game(*QUIET)
    actor: MemberActor = getattr(world, name)
    async with world.assert_unchanged():
        text = private_text(await actor.slash(world.channel, "table close", table="T1"))
    assert says(text, "close-resign" if name == "ben" else "close-others")


async def test_an_answer_that_comes_too_late_changes_nothing(world: World, mia: MemberActor) -> None:
    """The game has begun since, or another user has closed the table, or the right is gone."""
    invitation = board(await open_table(world.ann, world.channel, "thud", opponent=world.ben, side=0))
    early, own = await close_question(world, mia), await close_question(world, world.ann)
    await world.ben.click(invitation, label="Accept")
    async with world.assert_unchanged():
        for by, question in ((mia, early), (world.ann, own)):
            assert says(private_text(await by.click(question, label=YES)), "old-board")
    again = await close_question(world, mia)
    await close_table(world, mia)
    async with world.assert_unchanged():
        assert says(private_text(await mia.click(again, label=YES)), "closed-midway", code="T1")


# What everybody sees


async def test_the_board_says_who_closed_it_and_only_its_history_is_left(
    world: World, mia: MemberActor
) -> None:
    before = await world.game("dE2-E10")
    mark = world.mark()
    result = await close_table(world, mia)
    assert answer_text(result) == IN_ENGLISH("close.done", code="T1")
    table = await world.table()
    assert (table.status, table.plies) == (Status.CLOSED, 1)
    text = message_text(world.last("Mia"))
    assert says(text, "close.by", name="Mia")
    assert "seed" not in text, "nothing in it was left to chance"
    assert not says(text, "thud.call.move")
    assert [key.label for key in buttons(world.last("Mia"))] == ["History", "Fair play"]
    assert world.last("Mia").id == before.id, "in place"
    assert not any(posted.pings for posted in world.posts_since(mark))
    assert not any(posted.new and not posted.private for posted in world.posts_since(mark))


def answer_text(result: InteractionResult) -> str:
    """What the question says after its answer."""
    assert result.response is not None
    return text_of(result.response.components)


def buttons(message: discord.Message) -> list[discord.Button]:
    found, waiting = [], list[Any](message.components)
    while waiting:
        part = waiting.pop(0)
        found += [part] if isinstance(part, discord.Button) else []
        waiting = [*getattr(part, "children", ()), *waiting]
    return found


async def test_an_invitation_says_so_too(world: World) -> None:
    await open_table(world.ann, world.channel, "thud", opponent=world.ben)
    mark = world.mark()
    await close_table(world, world.ann)
    assert says(last_board_text(world), "close.by.open", name="Ann")
    assert buttons(world.last()) == []
    assert not any(posted.pings for posted in world.posts_since(mark))


async def test_a_lobby_says_so_too(world: World, mia: MemberActor) -> None:
    await open_table(world.ann, world.channel, "trogdor")
    await close_table(world, mia)
    assert says(last_board_text(world), "close.by.open", name="Mia")


async def test_from_elsewhere_it_is_said_where_the_table_is_played(world: World, mia: MemberActor) -> None:
    office = world.guild.create_text_channel("office")
    await world.game("dE2-E10")
    await close_table(world, mia, channel=office, table="T1")
    assert says(last_board_text(world), "close.by", name="Mia")
    assert office.history() == []


async def test_in_a_thread_too(world: World, mia: MemberActor) -> None:
    await open_table(world.ann, world.channel, "thrag", thread=True)
    (thread,) = world.channel.threads
    await close_table(world, mia, table="T1")
    assert says(text_of(parts(world, thread)), "close.by", name="Mia")


async def test_a_board_that_cannot_be_changed_is_followed_by_a_new_one(
    world: World, mia: MemberActor
) -> None:
    before = await world.game("dE2-E10")
    mark = world.mark()
    world.env.inject_error(
        "PATCH", f"/channels/{world.channel.id}/messages/*", times=1, status=400, code=30046
    )
    await close_table(world, mia)
    last = world.last("Mia")
    assert last.id != before.id
    table = await world.table()
    assert table.board is not None
    assert table.board.message_id == last.id
    assert not any(posted.pings for posted in world.posts_since(mark))


async def test_where_nothing_can_be_shown_it_is_closed_all_the_same_and_they_hear_that(
    world: World, mia: MemberActor
) -> None:
    thread = await new_thread(world, world.channel)
    await open_table(world.ann, thread, "thrag")
    question = await close_question(world, mia, table="T1")
    world.env.backend.delete_channel(thread.id)
    await world.env.settle()
    result = await mia.click(question, label=YES)
    (also,) = result.followups
    assert text_of(also.components) == IN_ENGLISH("close.done.unshown", code="T1", channel=f"<#{thread.id}>")
    assert (await world.table()).status is Status.CLOSED


async def test_a_name_is_shown_letter_for_letter(world: World) -> None:
    nasty = world.guild.add_member(world.env.create_user("nasty"), nick="**@everyone** <@1>")
    await open_table(nasty, world.channel, "thrag")
    await close_table(world, nasty)
    assert r"\*\*@everyone\*\* \<@1>" in last_board_text(world)


async def test_what_was_asked_of_its_players_has_no_buttons_any_more(world: World, mia: MemberActor) -> None:
    await world.game("dE2-E10", "TG9-F9xE10")
    asked_first = (await world.ann.slash(world.channel, "undo", table="T1")).response
    assert asked_first is not None
    await world.ann.click(asked_first, label=labels(asked_first)[0])
    offer = world.last("wants to undo this")
    assert buttons(offer)
    await close_table(world, mia, table="T1")
    after = [one for one in world.channel.history() if one.id == offer.id]
    assert not any(buttons(one) for one in after)


async def test_the_notice_that_time_is_up_has_none_either(world: World, mia: MemberActor) -> None:
    trace, session = Trace("scene", 0), world.session
    opening = Opening("thud", {}, 0, Person(world.ben.id, "Ben"), terms=Terms(clock=3600))
    table = (await session.lobby.open(world.click_by(world.ann), opening, trace)).table
    await session.lobby.sit(world.click_by(world.ben), table.id, 0, trace)
    await world.ann.slash(world.channel, "board", table="T1")
    await world.later(2)
    notice = world.last("Ann", world.channel)
    assert buttons(notice)
    await close_table(world, mia, table="T1")
    (after,) = [one for one in world.channel.history() if one.id == notice.id]
    assert buttons(after) == []
    assert await world.later(1000) == [], "and no one is reminded of anything"


# Afterwards


async def test_who_looks_later_sees_the_same_board_and_everything_that_led_to_it(
    world: World, mia: MemberActor
) -> None:
    await world.game("dE2-E10")
    await close_table(world, mia)
    await world.restart()
    again = board(await world.cleo.slash(world.channel, "board", table="T1"))
    assert labels(again) == ["History", "Fair play"]
    assert says(text_of(again.components), "move.closed")
    page = private(await world.cleo.slash(world.channel, "history", table="T1"))
    assert "**Move 1 of 1**" in text_of(page.components)
    assert "Fork here" in labels(page)
    log = (await world.cleo.slash(world.channel, "table log", table="T1")).response
    assert log is not None
    assert says((await log.attachments[0].read()).decode(), "log.closed")
    moves = (await world.cleo.slash(world.channel, "table log", table="T1")).response
    assert moves is not None
    exported = {file.filename: (await file.read()).decode() for file in moves.attachments}
    assert f'"seed": "{(await world.table()).seed}"' in exported["T1.jsonl"]
    assert says(
        private_text(await world.cleo.slash(world.channel, "table verify", table="T1")),
        "fair.holds.so-far.plain",
        what="**T1**",
    )


async def test_a_closed_game_has_its_film(world: World, mia: MemberActor) -> None:
    await world.game("dE2-E10")
    await close_table(world, mia)
    result = await film_of(world.cleo, world.channel, table="T1")
    (film,) = [one for one in (result.response, *result.followups) if one and one.attachments]
    assert film.ephemeral


async def test_it_has_luck_but_no_card(world: World, mia: MemberActor) -> None:
    await open_table(world.ann, world.channel, "thrag")
    await close_table(world, mia, table="T1")
    review = private(await world.ann.slash(world.channel, "review", table="T1"))
    assert says(text_of(review.components), "review-closed")
    assert labels(review) == ["Luck"]
    assert says(private_text(await world.ann.click(review, label="Luck")), "luck.title")


@pytest.mark.parametrize("command", ["history", "review"])
async def test_a_table_that_never_began_has_nothing_to_look_back_on(world: World, command: str) -> None:
    await open_table(world.ann, world.channel, "trogdor")
    await close_table(world, world.ann)
    text = private_text(await world.ann.slash(world.channel, command, table="T1"))
    assert text.startswith(IN_ENGLISH("closed"))


async def test_an_old_control_hears_that_the_table_is_closed(world: World, mia: MemberActor) -> None:
    before = await world.game("dE2-E10")
    world.env.inject_error("PATCH", "*", times=None, status=400, code=30046)
    world.env.inject_error("DELETE", "*", times=None, status=503)  # so it keeps its controls
    await close_table(world, mia)
    async with world.assert_unchanged():
        text = private_text(await world.ben.click(before, label="Resign"))
        assert says(text, "closed-midway", code="T1")
        assert says(text, "closed-midway")


async def test_only_what_can_be_closed_is_offered(world: World, mia: MemberActor) -> None:
    await world.start_table(*QUIET)
    await open_table(world.ben, world.channel, "thud")
    offered = {
        actor.name: [
            one["value"] for one in await actor.autocomplete(world.channel, "table close", "table", "")
        ]
        for actor in (world.ann, world.ben, mia)
    }
    assert offered == {"ann": [], "ben": ["T2"], "mia": ["T2", "T1"]}
    assert await mia.autocomplete(world.channel, "table close", "table", "t1") != []


async def test_in_direct_messages_a_game_for_one_is_closed_by_who_plays_it(world: World) -> None:
    user = world.ann.user
    await open_table(user, None, "thrag")
    question = (await user.slash("table close")).response
    assert question is not None
    await user.click(question, label=YES)
    assert (await world.table()).status is Status.CLOSED


async def test_the_last_board_is_within_the_limits(world: World, mia: MemberActor) -> None:
    await world.game("dE2-E10")
    await close_table(world, mia)
    check(parts(world, world.channel))
