"""A tournament in a channel: the message, its buttons, the tables that follow each other, and the end."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest
from simcord.actors import MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.results import ResponseMessage

from bot.features.tournaments.model import PairingResult, Tournament
from bot.features.tournaments.service import SIGN_UP, Tournaments
from bot.features.tournaments.texts import standing_lines
from bot.games.catalogue import words_in
from bot.kernel.trace import Trace
from bot.store import Status, Table
from engine.mind import LEVELS
from tests.bot.samples import QUIET
from tests.bot.ui.world import World, board, labels, message_text, private, private_text, says, walk


async def open_tournament(world: World, **options: str | int) -> ResponseMessage:
    """The message of a tournament that Ann holds."""
    given: dict[str, str | int] = {"game": "thud", "players": 4, "tables": "here", **options}
    return board(await world.ann.slash(world.channel, "tournament", **given))


async def start_tournament(world: World, **options: str | int) -> ResponseMessage:
    """The same with Ben and Cleo, begun."""
    message = await open_tournament(world, **options)
    await world.ben.click(message, label="Join")
    await world.cleo.click(message, label="Join")
    await world.ann.click(message, label="Start")
    return message


async def tournament(world: World) -> Tournament:
    return await world.session.service(Tournaments).get(1)


async def running(world: World) -> list[Table]:
    of = await tournament(world)
    games = [game for game in of.pairings if game.ended is PairingResult.NOT_YET]
    return [await world.session.tables.get(game.table_id or 0) for game in games]


async def resigns(world: World, table: Table, seat: int) -> None:
    player = table.players[seat]
    by = world.click_by(_actor(world, player.user_id))
    await world.session.play.move(by, table.id, "resign", Trace("scene", 0))


def _actor(world: World, user_id: int) -> MemberActor:
    return next(one for one in (world.ann, world.ben, world.cleo) if one.id == user_id)


def ids(message: ResponseMessage) -> list[str]:
    """What its controls say about themselves."""
    return [str(part["custom_id"]) for part in walk(message.components) if "custom_id" in part]


def shows(world: World, message: ResponseMessage) -> str:
    """What the message says by now."""
    return message_text(next(one for one in world.channel.history() if one.id == message.id))


async def test_people_sign_up_and_the_message_says_who(world: World) -> None:
    message = await open_tournament(world)
    assert labels(message) == ["Join", "Leave", "Start", "Details"]
    assert "Thud tournament" in shows(world, message)
    await world.ben.click(message, label="Join")
    assert "2. Ben" in shows(world, message)
    assert "in already" in private_text(await world.ben.click(message, label="Join"))
    await world.ben.click(message, label="Leave")
    assert "Ben" not in shows(world, message)


async def test_what_stands_on_messages_from_before_is_what_stands_there_now(world: World) -> None:
    """Boards in channels outlive versions: these are the controls that they have had, letter for letter."""
    message = await open_tournament(world)
    assert ids(message) == [f"t1.0.cup.{what}" for what in ("join", "leave", "begin", "details")]
    assert ids(private(await world.ann.click(message, label="Details"))) == ["t1.0.cupsure.cancel?"]
    await world.ben.click(message, custom_id="t1.0.cup.join")
    await world.cleo.click(message, custom_id="t1.0.cup.join")
    await world.ann.click(message, custom_id="t1.0.cup.begin")
    assert ids(message) == [f"t1.0.cup.{what}" for what in ("words", "details", "withdraw")]
    asked = private(await world.ben.click(message, label="Withdraw"))
    assert ids(asked) == ["t1.0.cupsure.withdraw"]
    await world.ben.click(asked, custom_id="t1.0.cupsure.withdraw")
    assert (await tournament(world)).of(world.ben.id).out  # type: ignore[union-attr]


async def test_what_was_checked_when_it_was_called_is_checked_again_when_it_begins(world: World) -> None:
    message = await open_tournament(world)
    await world.ben.click(message, label="Join")
    files = discord.Permissions(attach_files=True).value
    assert world.bot.user is not None
    overwrite = Overwrite(target_id=world.bot.user.id, type=OverwriteType.MEMBER, allow=0, deny=files)
    world.env.backend.set_overwrite(world.channel.id, overwrite)
    await world.env.settle()
    for actor, label in ((world.cleo, "Join"), (world.ann, "Start")):
        assert says(
            private_text(await actor.click(message, label=label)), "missing-permissions", names="Attach Files"
        )
    world.env.backend.delete_overwrite(world.channel.id, world.bot.user.id)
    await world.cleo.click(message, label="Join")
    servers = world.session.context.store.servers
    settled = await servers.server(world.guild.id)
    other = world.guild.create_text_channel("upstairs")
    await servers.set_server(replace(settled, channels=frozenset({other.id})))
    assert says(private_text(await world.ann.click(message, label="Start")), "opening-channel")
    await servers.set_server(replace(settled, most=1))
    assert (await tournament(world)).status is Status.OPEN
    await world.ann.click(message, label="Start")
    assert (await tournament(world)).status is Status.PLAYING, "three people play one game at once"


async def test_a_round_for_which_there_is_no_room_does_not_begin(world: World) -> None:
    message = await open_tournament(world, bots=LEVELS[0])
    servers = world.session.context.store.servers
    await servers.set_server(replace(await servers.server(world.guild.id), most=1))
    assert says(private_text(await world.ann.click(message, label="Start")), "tournament-room")
    assert (await tournament(world)).status is Status.OPEN


async def test_it_is_played_from_round_to_round_and_its_end_is_told_once(world: World) -> None:
    message = await start_tournament(world)
    assert "Semi-finals" in shows(world, message)
    mark = world.mark()
    await world.tick()
    (table,) = await running(world)  # the first seed has a bye
    first = table.players[0].user_id
    assert {first} in world.pings(mark)  # whose turn it is
    await resigns(world, table, 0)
    await world.tick()
    assert "Final" in shows(world, message)
    (final,) = await running(world)
    assert final.board is not None
    await resigns(world, final, 0)
    won = final.players[1]
    posted = await world.tick()
    podium = [one for one in posted if one.new and "wins the Thud tournament" in one.text]
    assert [one.pings for one in podium] == [{won.user_id}]
    assert f"{won.name} wins" in shows(world, message)
    assert [one for one in await world.later(1) if one.new] == []
    assert (await tournament(world)).status is Status.OVER


async def test_the_message_leads_to_the_boards_once_they_are_up(world: World) -> None:
    message = await start_tournament(world)
    await world.tick()
    (table,) = await running(world)
    assert table.board is not None
    await world.later(0.01)
    assert f"/{table.board.channel_id}/{table.board.message_id}" in shows(world, message)


async def test_a_table_gets_a_thread_of_its_own(world: World) -> None:
    await start_tournament(world, tables="threads")
    await world.tick()
    (table,) = await running(world)
    assert table.home_id == world.channel.id
    assert table.board is not None
    assert table.board.channel_id == table.channel_id != world.channel.id


@pytest.mark.parametrize("is_killed", [False, True])
async def test_a_game_whose_thread_is_gone_goes_on_in_the_channel_by_itself(
    world: World, *, is_killed: bool
) -> None:
    message = await start_tournament(world, tables="threads")
    await world.tick()
    (table,) = await running(world)
    by = world.click_by(_actor(world, table.players[0].user_id))
    table = (await world.session.play.move(by, table.id, QUIET[0], Trace("scene", 0))).table
    await world.tick()
    world.env.backend.delete_channel(table.channel_id)
    await world.env.settle()
    if is_killed:
        await world.kill()
    await world.later(0.05)
    await world.tick()
    (table,) = await running(world)
    assert (table.channel_id, table.home_id) == (world.channel.id, None)
    assert table.board is not None
    assert table.board.channel_id == world.channel.id
    assert [one.id for one in world.channel.history() if one.id == table.board.message_id] != []
    await _actor(world, table.players[1].user_id).slash(world.channel, "move", move=QUIET[1])
    assert (await running(world))[0].plies == 2
    await resigns(world, await world.session.tables.get(table.id), 0)
    await world.tick()
    assert "Final" in shows(world, message)


async def test_a_game_stays_in_a_thread_that_is_folded_away_or_locked(world: World) -> None:
    await start_tournament(world, tables="threads")
    await world.tick()
    (table,) = await running(world)
    for locked in (False, True):
        state = {"archived": True, "locked": locked}
        world.env.backend.edit_channel(table.channel_id, {}, thread_metadata=state)
        await world.env.settle()
        await world.later(0.05)
        assert (await running(world))[0].channel_id == table.channel_id


@pytest.mark.parametrize("dies_at", ["edit", "board", "podium", "told"])
async def test_whoever_dies_on_the_way_leaves_nothing_undone_and_nothing_twice(
    world: World, dies_at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = await start_tournament(world)
    await world.tick()
    (table,) = await running(world)
    await resigns(world, table, 0)
    if dies_at in ("podium", "told"):
        await world.tick()
        (final,) = await running(world)
        await resigns(world, final, 0)
    where = {
        "edit": "bot.features.tournaments.progress.show_tournament",
        "board": "bot.features.tournaments.progress.show_opened_tables",
        "podium": "bot.features.tournaments.alarms.announce_winners",
        "told": "bot.features.tournaments.page.show_tournament",  # after the message that tells who has won
    }[dies_at]

    async def dies(*_: object) -> None:
        raise SystemError("killed")

    with monkeypatch.context() as at:
        at.setattr(where, dies)
        at.setattr("bot.ui.alarms.ticker.Ticker.finish", dies)  # nor is noted how it went
        await world.tick()
    await world.kill()
    world.clock.now += 60
    await world.tick()
    await world.tick()
    of = await tournament(world)
    assert len({game.table_id for game in of.pairings if game.table_id}) == 2
    if dies_at in ("podium", "told"):
        told_ = [one for one in world.channel.history() if "wins the Thud tournament" in message_text(one)]
        assert len([one for one in told_ if one.id != message.id]) == 1
    else:
        assert "Final" in shows(world, message)
        (final,) = await running(world)
        assert final.board is not None


async def test_a_message_that_is_sent_once_more_takes_the_place_of_the_first(world: World) -> None:
    message = await start_tournament(world)
    again = board(await world.ben.slash(world.channel, "tournament"))
    assert again.id != message.id
    assert world.is_gone(message)
    of = await tournament(world)
    assert of.message is not None
    assert of.message.message_id == again.id


async def test_what_nobody_starts_is_cancelled_with_a_reason(world: World) -> None:
    message = await open_tournament(world)
    await world.later(SIGN_UP / 3600)
    await world.later(0.1)  # what was changed is shown by an alarm
    assert "Nobody started this tournament for 14 days" in shows(world, message)
    assert labels(await open_tournament(world)) == ["Join", "Leave", "Start", "Details"]


async def test_where_none_is_held_it_says_how(world: World) -> None:
    assert "/tournament" in private_text(await world.ann.slash(world.channel, "tournament"))


async def test_its_details_say_how_its_games_come_to_an_end(world: World) -> None:
    message = await open_tournament(world)
    assert "After 100 moves in a row without a capture" in private_text(
        await world.ben.click(message, label="Details")
    )


async def test_a_stuck_game_is_decided_for_everybody_to_see(world: World) -> None:
    message = await start_tournament(world, form="roundrobin")
    await world.tick()
    (table,) = await running(world)
    while world.ann.id in {player.user_id for player in table.players}:  # she holds it
        await resigns(world, table, 0)
        await world.tick()
        (table,) = await running(world)
    assert labels(private(await world.ann.click(message, label="Details"))) == []  # she plays in it, too
    world.clock.now += 28 * 24 * 3600
    await world.session.schedule.pause_channels(
        frozenset({world.channel.id}), 28 * 24 * 3600
    )  # as if they had played
    assert labels(private(await world.ben.click(message, label="Details"))) == []
    mine = private(await world.ann.click(message, label="Details"))
    asked = await world.ann.click(mine, label="Decide a stuck game")
    ended = [f"t1.0.cupsure.{how}/{table.id}" for how in ("first", "second", "drawn")]
    assert ids(private(asked)) == ended, "as those had it that stand on messages from before"
    loser, winner = (player.name for player in table.players)
    assert f"{table.code}: {loser} wins" in labels(private(asked))
    mark = world.mark()
    await world.ann.click(private(asked), label=f"{table.code}: {winner} wins")
    told_ = [
        message_text(one)
        for one in world.channel.history()
        if f"decided **{table.code}**" in message_text(one)
    ]
    assert len(told_) == 1
    assert "**Ann**" in told_[0]
    assert f"**{winner}** wins" in told_[0]
    assert {player.user_id for player in table.players} in world.pings(mark)
    await world.tick()
    closed = await world.session.tables.get(table.id)
    assert closed.status is Status.CLOSED
    assert closed.board is not None
    boards = [message_text(one) for one in world.channel.history() if one.id == closed.board.message_id]
    assert f"**{winner}** wins" in boards[0]
    of = await tournament(world)
    (round_,) = [game.round for game in of.pairings if game.table_id == table.id]
    assert "decided without playing on" in "\n".join(
        standing_lines(words_in("en"), replace(of, round=round_))
    )


async def test_whoever_withdraws_is_asked_first(world: World) -> None:
    message = await start_tournament(world)
    asked = private(await world.ben.click(message, label="Withdraw"))
    assert not (await tournament(world)).of(world.ben.id).out  # type: ignore[union-attr]
    await world.ben.click(asked, label="Withdraw")
    assert (await tournament(world)).of(world.ben.id).out  # type: ignore[union-attr]
    await world.tick()
    assert all(world.ben.id not in {one.user_id for one in table.players} for table in await running(world))


async def test_where_everybody_withdraws_it_says_that_nobody_has_won(world: World) -> None:
    message = await start_tournament(world)
    for who in (world.ann, world.ben, world.cleo):
        asked = private(await who.click(message, label="Withdraw"))
        await who.click(asked, label="Withdraw")
    posted = await world.tick()
    assert [one.pings for one in posted if "Nobody wins the Thud tournament" in one.text and one.new] == [
        set()
    ]
    assert "Nobody wins the Thud tournament" in shows(world, message)


async def test_whoever_holds_it_can_cancel_it_and_nobody_else_is_offered_that(world: World) -> None:
    message = await open_tournament(world)
    assert labels(private(await world.ben.click(message, label="Details"))) == []
    mine = private(await world.ann.click(message, label="Details"))
    await world.ann.click(mine, label="Cancel the tournament")
    await world.ann.click(mine, label="Cancel the tournament")
    assert (await tournament(world)).status is Status.CLOSED
    assert "was cancelled" in shows(world, message)


async def test_the_same_is_there_in_words_and_the_seed_at_the_end_alone(world: World) -> None:
    message = await start_tournament(world, form="roundrobin")
    seed = (await tournament(world)).seed
    assert "Sonneborn-Berger" in private_text(await world.cleo.click(message, label="In words"))
    assert seed not in private_text(await world.cleo.click(message, label="Details"))
    while (await tournament(world)).status is Status.PLAYING:
        for table in await running(world):
            await resigns(world, table, 0)
        await world.tick()
    assert seed in private_text(await world.cleo.click(message, label="Details"))


async def test_the_message_names_nobody_who_is_forgotten(world: World) -> None:
    message = await start_tournament(world)
    await world.tick()
    panel = private(await world.ben.slash(world.channel, "privacy"))
    asked = await world.ben.click(panel, label="Forget me\N{HORIZONTAL ELLIPSIS}")
    assert asked.response is not None
    await world.ben.click(asked.response, label=labels(asked.response)[0])
    await world.tick()
    stored = world.env.backend.get_message(world.channel.id, message.id)
    assert "N. N." in str(stored.components)
    assert "Ben" not in str(stored.components)
