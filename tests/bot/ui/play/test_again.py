"""`Play again` over Discord: the follow-up table, the rest of the old board, and who may click."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from simcord.results import ResponseMessage

from bot.features.deals.service import Deals
from bot.games.catalogue import IN_ENGLISH
from bot.kernel.clicks import Opening, Person
from bot.kernel.tables.seats import companions_of
from bot.kernel.trace import Trace
from bot.store import Status
from tests.bot.discord.test_limits import check
from tests.bot.discord.test_refusals import click_forged, strict_channel
from tests.bot.ui.opening import open_table
from tests.bot.ui.play.test_together import start_hill
from tests.bot.ui.world import World, board, labels, private_text, says, text_of

FAIR = "Fair play"
AGAIN, HISTORY, LUCK = "Play again", "History", "Luck"


async def lost_board(world: World, **options: str) -> ResponseMessage:
    """The last board of a game for one of Ann, which she gave up."""
    trace = Trace("scene", 0)
    shown = await world.session.lobby.open(
        world.click_by(world.ann), Opening("thrag", options, None, None), trace
    )
    await world.session.play.move(world.click_by(world.ann), shown.table.id, "resign", trace)
    return board(await world.ann.slash(world.channel, "board", table=shown.table.code))


async def test_a_game_for_one_begins_for_the_user_who_clicks(world: World) -> None:
    old = await lost_board(world, weapons="red", null_coin="2")
    before = text_of(old.components)
    assert labels(old) == [HISTORY, LUCK, FAIR, AGAIN]
    mark = world.mark()
    new = board(await world.cleo.click(old, label=AGAIN))
    table = await world.table(2)
    assert new.id != old.id
    assert table.board is not None
    assert table.board.message_id == new.id
    assert (table.status, table.players[0].user_id) == (Status.PLAYING, world.cleo.id)
    assert table.terms.options == (await world.table()).terms.options
    assert "who first?" in text_of(new.components)
    assert world.pings(mark) == [set()]
    assert labels(old) == [HISTORY, LUCK, FAIR]
    assert text_of(old.components).startswith(before)
    assert text_of(old.components).endswith(IN_ENGLISH("board.again", code="T2")), (
        "its first message will be gone soon"
    )
    assert "attachment://T1-1.png" in str(old.components) or old.attachments
    for shown in (old, new):
        check(shown.components)


async def test_a_duel_is_a_challenge_with_the_seats_exchanged(world: World) -> None:
    await world.start_table("resign")
    old = board(await world.cleo.slash(world.channel, "board"))
    mark = world.mark()
    invitation = board(await world.ann.click(old, label=AGAIN))
    assert world.pings(mark) == [{world.ben.id}]
    assert says(
        text_of(invitation.components), "table.challenge", guest=f"<@{world.ben.id}>", host="Ann", game="Thud"
    )
    assert labels(invitation) == ["Accept", "Decline", "Teach me", "Details"]
    await world.ben.click(invitation, label="Accept")
    assert [player.user_id for player in (await world.table(2)).players] == [world.ben.id, world.ann.id]


async def test_a_watcher_of_a_duel_opens_a_seat(world: World) -> None:
    await world.start_table("resign")
    old = board(await world.cleo.slash(world.channel, "board"))
    mark = world.mark()
    invitation = board(await world.cleo.click(old, label=AGAIN))
    assert says(text_of(invitation.components), "table.open", host="Cleo", game="Thud")
    assert world.pings(mark) == [set()]


@pytest.mark.usefixtures("hilly")
async def test_beside_the_film_which_stays(world: World) -> None:
    trace, opening = Trace("scene", 0), Opening("hill", {}, None, None)
    table = (await world.session.lobby.open(world.click_by(world.ann), opening, trace)).table
    await world.session.lobby.sit(world.click_by(world.ben), table.id, 0, trace)
    await world.session.lobby.start(world.click_by(world.ann), table.id, 1, trace)
    for person in (world.ann, world.ben):
        await world.session.play.move(world.click_by(person), table.id, "leave", trace)
    old = board(await world.ann.slash(world.channel, "board"))
    assert labels(old) == [IN_ENGLISH("button.film"), HISTORY, FAIR, AGAIN]
    lobby = board(await world.ben.click(old, label=AGAIN))
    assert labels(lobby) == ["Join", "Start", IN_ENGLISH("button.how"), "Details"]
    assert says(text_of(lobby.components), "table.open.drawn", host="Ben")
    assert labels(old) == [IN_ENGLISH("button.film"), HISTORY, FAIR]
    check(old.components)
    await world.cleo.click(old, label="Watch the film")
    assert not says(world.posts_since()[-1].text, "film-nothing")
    assert "the film" in world.posts_since()[-1].text


async def test_a_double_click_opens_one_table(world: World) -> None:
    old = await lost_board(world)
    clicks = ((world.ann, old, AGAIN), (world.ann, old, AGAIN), (world.ben, old, AGAIN))
    posted = await world.at_once(*clicks)
    assert await world.session.context.store.table(3) is None
    late = [one.text for one in posted if one.private]
    assert len(late) == 2
    assert all(text.startswith(IN_ENGLISH("again-opened", next="T2")) for text in late)


async def test_a_late_click_is_answered_with_a_link(world: World) -> None:
    old = await lost_board(world)
    new = board(await world.ann.click(old, label=AGAIN))
    shown = board(await world.ben.slash(world.channel, "board", table="T1"))
    await world.restart()
    async with world.assert_unchanged(2):
        said = private_text(await world.ben.click(shown, label=AGAIN))
    assert said.startswith(IN_ENGLISH("again-opened", next="T2"))
    assert said.endswith(f"/{new.id})")


async def test_the_click_that_comes_twice_opens_one_table(world: World) -> None:
    old = await lost_board(world)
    await world.ann.click(old, label=AGAIN)
    emitted = [body for seam, name, body in world.env.backend.transcript if name == "INTERACTION_CREATE"][-1]
    async with world.assert_unchanged(2):
        world.env.backend.emit("INTERACTION_CREATE", emitted)
        await world.env.settle()
    assert await world.session.context.store.table(3) is None


async def test_an_answer_that_comes_too_late_becomes_a_message(world: World) -> None:
    old = await lost_board(world)
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062, times=1)
    await world.ann.click(old, label=AGAIN)
    table = await world.table(2)
    assert table.board is not None
    assert world.channel.last_message is not None
    assert world.channel.last_message.id == table.board.message_id
    assert labels(old) == [HISTORY, LUCK, FAIR]


async def test_what_cannot_be_posted_is_not_opened(world: World) -> None:
    await lost_board(world)
    channel = strict_channel(world, "attach_files")
    said = await click_forged(world, world.ann, "t1.1.again.", channel)
    assert said.startswith(IN_ENGLISH("missing-permissions", names="Attach Files"))
    assert await world.session.context.store.table(2) is None


async def test_alone_with_the_bot(world: World) -> None:
    user = world.ann.user
    shown = board(await open_table(user, None, "thrag"))
    others = (await user.click(shown, label="Other ways…")).response
    assert others is not None
    asked = (await user.click(others, label="Resign")).response
    assert asked is not None
    await user.click(asked, label="Yes: Resign")
    assert labels(shown) == [HISTORY, LUCK, FAIR, AGAIN]
    await user.click(shown, label=AGAIN)
    assert (await world.table(2)).status is Status.PLAYING
    assert labels(shown) == [HISTORY, LUCK, FAIR]


async def test_a_deal_of_the_day_has_no_such_button_and_a_forged_one_does_nothing(world: World) -> None:
    trace, opening = Trace("scene", 0), Opening("thrag", {}, None, None)
    await world.session.service(Deals).open_deal(world.click_by(world.ann), opening, trace)
    await world.session.play.move(world.click_by(world.ann), 1, "resign", trace)
    shown = (await world.ann.slash(world.channel, "board")).response
    assert shown is not None
    assert shown.ephemeral
    assert labels(shown) == [HISTORY, LUCK, FAIR]
    assert says(await click_forged(world, world.ann, "t1.1.again."), "old-control")
    assert says(await click_forged(world, world.ben, "t1.1.again."), "not-seated-deal")
    assert await world.session.context.store.table(2) is None


async def ended_hill(world: World) -> ResponseMessage:
    """The last board of a game of Ann, Ben and Cleo on the hill."""
    await start_hill(world, "lift", "lift")
    return board(await world.ann.click(await hill_board(world), label="up"))


async def hill_board(world: World) -> ResponseMessage:
    return board(await world.ann.slash(world.channel, "board", table="T1"))


@pytest.mark.usefixtures("hilly")
async def test_all_who_sat_there_are_asked_at_once_with_one_ping_and_none_is_seated(world: World) -> None:
    old = await ended_hill(world)
    mark = world.mark()
    lobby = board(await world.ben.click(old, label=AGAIN))
    assert world.pings(mark) == [{world.ann.id, world.cleo.id}]
    assert f"<@{world.ann.id}> and <@{world.cleo.id}>, another round?" in text_of(lobby.components)
    check(lobby.components)
    new = await world.table(2)
    assert [player.user_id for player in new.players] == [world.ben.id]
    mark = world.mark()
    joined = board(await world.ann.click(lobby, label="Join"))
    assert joined.id == lobby.id
    assert not any(world.pings(mark)), "they are asked once"


@pytest.mark.usefixtures("hilly")
async def test_who_sleeps_is_named_and_not_pinged(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    old = await ended_hill(world)

    async def asleep(users: Iterable[int]) -> frozenset[int]:
        return frozenset({world.cleo.id} & set(users))

    monkeypatch.setattr(world.session.people, "asleep", asleep)
    mark = world.mark()
    lobby = board(await world.ben.click(old, label=AGAIN))
    assert world.pings(mark) == [{world.ann.id}]
    assert f"<@{world.cleo.id}>" in text_of(lobby.components)


@pytest.mark.usefixtures("hilly")
async def test_who_left_the_server_is_not_asked(world: World) -> None:
    await ended_hill(world)
    table = await world.table()
    gone = tuple(replace(player, gone=player.user_id == world.cleo.id) for player in table.players)
    person = Person(world.ben.id, "Ben")
    assert [player.user_id for player in companions_of(replace(table, players=gone), person)] == [
        world.ann.id
    ]
