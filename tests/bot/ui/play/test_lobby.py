"""Opening a table, joining it, and everything that can happen before a game begins."""

from __future__ import annotations

import pytest

from bot.games.catalogue import IN_ENGLISH
from bot.kernel.trace import Trace
from bot.store import Status
from tests.bot.ui.opening import behind, open_table
from tests.bot.ui.world import World, board, labels, private, private_text, says, text_of


async def test_a_challenge_calls_its_recipient_only(world: World) -> None:
    result = await open_table(world.ann, world.channel, "thud", opponent=world.ben, side=0)
    assert world.pings() == [{world.ben.id}]
    assert labels(board(result)) == ["Accept", "Decline", "Teach me", "Details"]
    table = await world.table()
    assert (table.status, table.host_id) == (Status.OPEN, world.ann.id)
    assert table.board is not None
    assert table.board.message_id == board(result).id


@pytest.mark.parametrize(("side", "called"), [(0, [{"ann"}]), (1, [])])
async def test_accepting_begins_the_game_and_calls_who_must_move(
    world: World, side: int, called: list[set[str]]
) -> None:
    """Ann with the dwarfs, who move first; Ben, who has just clicked, knows that he does."""
    invitation = board(await open_table(world.ann, world.channel, "thud", opponent=world.ben, side=side))
    world.let_presence_expire()
    mark = world.mark()
    shown = board(await world.ben.click(invitation, label="Accept"))
    assert world.pings(mark) == [{getattr(world, name).id for name in names} for names in called]
    assert (await world.table()).status is Status.PLAYING
    assert shown.attachments[0].filename == "T1-1.png"
    assert IN_ENGLISH("button.type") in labels(shown)


@pytest.mark.parametrize("there", [True, False])
async def test_nothing_is_left_of_the_invitation(world: World, *, there: bool) -> None:
    """It becomes the board where Ann, who begins, sees it; else the board calls her, and it goes."""
    invitation = board(await open_table(world.ann, world.channel, "thud", opponent=world.ben, side=0))
    if not there:
        world.let_presence_expire()
    shown = board(await world.ben.click(invitation, label="Accept"))
    assert [one.id for one in world.channel.history()] == [shown.id]
    assert world.is_gone(invitation) != there


async def test_an_open_seat_pings_no_one_until_a_player_joins(world: World) -> None:
    invitation = board(await open_table(world.ann, world.channel, "thud", side=0))
    assert world.pings() == [set()]
    assert labels(invitation) == ["Join", IN_ENGLISH("button.add-bot"), "Teach me", "Details"]
    mark = world.mark()
    world.let_presence_expire()
    await world.cleo.click(invitation, label="Join")
    assert world.pings(mark) == [{world.ann.id}]
    assert [player.user_id for player in (await world.table()).players] == [world.ann.id, world.cleo.id]


async def test_who_thinks_of_joining_is_told_the_options_that_are_not_as_usual(world: World) -> None:
    invitation = board(await open_table(world.ann, world.channel, "thud", quiet_limit=20))
    option = IN_ENGLISH("agreed.option", option=IN_ENGLISH("thud.option.quiet_limit.title"), value="20")
    assert says(text_of(invitation.components), "agreed", what=option)
    usual = board(await open_table(world.ann, world.channel, "thud", quiet_limit=0))
    assert text_of(usual.components).count("-#") == 1, "only what the game is"


async def test_a_declined_challenge_is_closed_in_place(world: World) -> None:
    invitation = board(await open_table(world.ann, world.channel, "thud", opponent=world.ben))
    mark = world.mark()
    await world.ben.click(invitation, label="Decline")
    assert world.pings(mark) == []
    assert labels(invitation) == []
    assert says(text_of(invitation.components), "table.declined", name="Ben")
    assert (await world.table()).status is Status.CLOSED


async def test_a_table_is_taken_back_by_its_host(world: World) -> None:
    invitation = board(await open_table(world.ann, world.channel, "thud"))
    mine = private(await behind(world.ann, invitation, "Details", "Call it off"))
    assert world.is_gone(invitation), "nobody was asked, so nothing stays in the channel"
    assert says(text_of(mine.components), "table.cancelled", name="Ann")
    assert (await world.table()).status is Status.CLOSED
    assert await world.later(1) == []


async def test_a_challenge_that_is_taken_back_says_so_to_whom_it_pinged(world: World) -> None:
    invitation = board(await open_table(world.ann, world.channel, "thud", opponent=world.ben))
    await behind(world.ann, invitation, "Details", "Call it off")
    assert says(text_of(invitation.components), "table.cancelled", name="Ann")
    assert labels(invitation) == []


@pytest.mark.parametrize(
    ("who", "label", "sentence"),
    [
        ("ann", "Accept", "You can't join your own duel"),
        ("cleo", "Accept", "That challenge is for Ben"),
        ("ann", "Decline", "That challenge is for Ben"),
        ("cleo", "Decline", "That challenge is for Ben"),
    ],
)
async def test_a_challenge_is_between_two(world: World, who: str, label: str, sentence: str) -> None:
    invitation = board(await open_table(world.ann, world.channel, "thud", opponent=world.ben))
    async with world.assert_unchanged():
        assert sentence in private_text(await getattr(world, who).click(invitation, label=label))


async def test_clicks_on_a_closed_invitation_are_answered(world: World) -> None:
    invitation = board(await open_table(world.ann, world.channel, "thud", opponent=world.ben))
    table = await world.table()
    await world.session.lobby.cancel(world.click_by(world.ann), 1, table.revision, Trace("scene", 0))
    assert "Accept" in labels(invitation), "it was not shown yet"
    table = await world.table()
    assert says(private_text(await world.ben.click(invitation, label="Accept")), "closed")
    assert await world.table() == table
    assert labels(invitation) == [], "and shown as it is"


async def test_clicks_on_the_invitation_of_a_game_are_answered(world: World) -> None:
    invitation = board(await open_table(world.ann, world.channel, "thud", opponent=world.ben, side=0))
    world.env.inject_error("DELETE", "*", times=None, status=503)
    world.let_presence_expire()
    await world.ben.click(invitation, label="Accept")
    async with world.assert_unchanged():
        for who, label in ((world.ben, "Accept"), (world.ben, "Decline"), (world.ann, "Details")):
            assert says(private_text(await who.click(invitation, label=label)), "already-begun")


async def test_no_player_plays_against_themselves_or_a_foreign_bot(world: World) -> None:
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    for guest, sentence in ((world.ann, "against yourself"), (robot, "is a bot and can't play")):
        assert sentence in private_text(await open_table(world.ann, world.channel, "thud", opponent=guest))
    assert await world.session.context.store.table(1) is None


async def test_options_of_the_game_are_options_of_the_command(world: World) -> None:
    await open_table(world.ann, world.channel, "thud", quiet_limit=40)
    assert (await world.table()).terms.options == '{"quiet_limit":40}'


async def test_a_closed_table_that_is_shown_again_says_so(world: World) -> None:
    invitation = board(await open_table(world.ann, world.channel, "thud"))
    await behind(world.ann, invitation, "Details", "Call it off")
    shown = board(await world.cleo.slash(world.channel, "board"))
    assert labels(shown) == []
    assert says(text_of(shown.components), "closed")


async def test_an_invitation_that_is_shown_again_pings_no_one(world: World) -> None:
    first = board(await open_table(world.ann, world.channel, "thud", opponent=world.ben))
    mark = world.mark()
    again = board(await world.cleo.slash(world.channel, "board"))
    assert world.pings(mark) == [set()]
    assert world.is_gone(first)
    await world.ben.click(again, label="Accept")
    assert (await world.table()).status is Status.PLAYING
