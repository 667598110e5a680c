"""A player leaves the server: they are not called any more, and the others are told and choose."""

from __future__ import annotations

import pytest
from simcord.actors import MemberActor

from bot.store import HOUSE, Kind, Status, StoreError
from tests.bot.samples import QUIET
from tests.bot.ui.alarms.test_ticker import buttons, news, open_timed
from tests.bot.ui.opening import open_table
from tests.bot.ui.table.test_out_of_reach import together
from tests.bot.ui.world import World, board, labels, message_text, private_text, says, text_of


def leave_server(world: World, actor: MemberActor) -> None:
    world.guild.remove_member(actor)


@pytest.mark.parametrize("seconds", [0, 36_000])
async def test_the_others_are_told_once_and_choose(world: World, seconds: int) -> None:
    await open_timed(world, clock=seconds)
    await world.tick()
    leave_server(world, world.ben)
    await world.move(world.ann, QUIET[0])
    (notice,) = news(await world.tick())
    shown = world.last("left this server")
    assert says(message_text(shown), "time.gone", game="Thud", name="Ben")
    assert "Wait" not in buttons(shown)
    assert notice.pings == {world.ann.id}
    assert not any("Ben" in one.text for one in news(await world.later(9)))
    current = world.last("Dwarfs: Ann")
    assert "<@" not in message_text(current), "no absent player is called"
    assert "What now?" in buttons(current)


async def test_the_others_hear_within_a_day_of_who_leaves_while_they_are_waited_for(world: World) -> None:
    """Without a clock no player is called a second time."""
    await open_timed(world, clock=0)
    await world.move(world.ann, QUIET[0])
    await world.tick()
    leave_server(world, world.ben)
    posted = [one for _ in range(25) for one in news(await world.later(1))]
    (notice,) = posted
    assert says(notice.text, "time.gone", game="Thud", name="Ben")
    assert notice.pings == {world.ann.id}


async def test_a_departure_is_recorded_later_where_the_disk_fails(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_timed(world, clock=0)
    leave_server(world, world.ben)
    with monkeypatch.context() as patch:
        patch.setattr(world.session.absence, "leave_server", _refuse_write)
        await world.move(world.ann, QUIET[0])
        assert not news(await world.tick())
    assert not news(await world.tick()), "not at once again"
    world.clock.now += 61
    assert says(news(await world.tick())[0].text, "time.gone", game="Thud", name="Ben")


async def _refuse_write(*_: object) -> None:
    raise StoreError("the disk is full")


async def test_a_challenge_is_looked_after_as_well(world: World) -> None:
    await open_table(world.ann, world.channel, "thud", opponent=world.ben, side=0)
    await world.tick()
    leave_server(world, world.ben)
    for _ in range(25):
        await world.later(1)
    assert says(message_text(world.last("T1")), "lobby.gone")


async def test_the_choices_are_those_for_an_absent_player(world: World) -> None:
    await open_timed(world, clock=0)
    leave_server(world, world.ben)
    await world.move(world.ann, QUIET[0])
    await world.tick()
    await world.ann.click(world.last("left this server\n"), label="Taproom plays")
    assert (await world.table()).players[1].substitute == HOUSE
    await world.later(0.01)
    assert (await world.table()).plies == 2


async def test_a_duel_with_who_has_left_can_be_ended(world: World) -> None:
    await open_timed(world, clock=0)
    leave_server(world, world.ben)
    await world.move(world.ann, QUIET[0])
    await world.tick()
    asked = await world.ann.click(world.last("left this server\n"), label="End the game")
    assert asked.response is not None
    await world.ann.click(asked.response, label="End the game")
    table = await world.table()
    assert table.status is Status.OVER
    assert [line.user_id for line in await world.log()][-1] == world.ann.id


async def test_who_comes_back_just_plays(world: World) -> None:
    await open_timed(world, clock=0)
    leave_server(world, world.ben)
    await world.move(world.ann, QUIET[0])
    await world.tick()
    ben = world.guild.add_member(world.ben.user)
    await world.move(ben, QUIET[1])
    table = await world.table()
    assert table.plies == 2
    assert not table.players[1].gone


async def test_a_game_together_goes_on_without_them(world: World) -> None:
    (acting,) = world.session.tables.acting_seats(await together(world))
    late, other = (world.person(acting), world.person(1 - acting))
    leave_server(world, late)
    await world.tick()
    asked = await other.click(world.last("left this server\n"), label="Go on without")
    assert asked.response is not None
    await other.click(asked.response, label="Go on without")
    assert (await world.log())[-1].action == "leave"
    assert (await world.table()).status is Status.PLAYING


async def test_a_challenge_to_who_has_left_becomes_an_open_seat(world: World) -> None:
    invitation = board(await open_table(world.ann, world.channel, "thud", opponent=world.ben, side=0))
    leave_server(world, world.ben)
    await world.tick()
    current = world.last("T1")
    assert current.id == invitation.id
    assert says(message_text(current), "lobby.gone", name="Ben")
    await world.cleo.click(current, label="Join")
    assert [player.user_id for player in (await world.table()).players] == [world.ann.id, world.cleo.id]


async def test_no_one_is_challenged_who_is_not_in_the_server(world: World) -> None:
    dora = world.env.create_user("dora", global_name="Dora")
    said_ = private_text(await open_table(world.ann, world.channel, "thud", opponent=dora))
    assert says(said_, "guest-gone", name="Dora")
    assert await world.session.context.store.table(1) is None


async def test_a_member_is_looked_up_once_a_day(world: World) -> None:
    await open_timed(world)
    mark = world.mark()
    for line in QUIET:
        await world.move(world.person((await world.table()).plies % 2), line)
        await world.tick()
    asked = [one for one in world.env.http_requests[mark:] if "/members/" in one.path]
    assert len(asked) <= 2


async def test_alarms_of_who_has_left_are_void(world: World) -> None:
    await open_timed(world)
    leave_server(world, world.ann)
    await world.tick()
    posted = [*news(await world.later(8)), *news(await world.later(3))]
    assert not any(world.ann.id in one.pings for one in posted)
    kinds = [alarm.kind for alarm in await world.session.context.store.schedule.of_table(1)]
    assert Kind.REMIND not in kinds


async def test_the_one_who_has_left_plays_alone_is_not_asked_about(world: World) -> None:
    shown = board(await open_table(world.ann, world.channel, "thud", level="pip", side=0))
    leave_server(world, world.ann)
    assert news(await world.tick()) == []
    assert "What now?" not in labels(shown)
    assert "left" not in text_of(shown.components)
