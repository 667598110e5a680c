"""Finding an opponent in another server: by the panel, and the table of two who see it in two servers.

Whatever happens, nobody's number and nobody's name on Discord stands in a server where they are not.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace

import discord
import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, GuildHandle
from simcord.results import InteractionResult, ResponseMessage

from bot.discord.keyboard import Control
from bot.discord.setting_controls import SERVER_PICK
from bot.features.matchmaking.service import Matchmaking
from bot.features.matchmaking.storage import SearchStorage
from bot.games.catalogue import IN_ENGLISH
from bot.kernel.tables.seats import second_board_of
from bot.kernel.trace import Trace
from bot.store import Status, Table
from bot.ui.alarms import second_boards
from tests.bot.discord.test_limits import check
from tests.bot.discord.test_refusals import strict_channel
from tests.bot.samples import QUIET
from tests.bot.ui.table.test_out_of_reach import direct_texts, lose
from tests.bot.ui.world import World, labels, message_text, pick, private, private_text, says, text_of, walk

HOME_NAME, AWAY_NAME = "Ann", "Zarathustra"
"""What the two are called in their own servers, and nowhere else."""


@dataclass
class Inns:
    """Two servers that take part, each with a channel for it: Ann is in the one, Eve in the other."""

    world: World
    home: ChannelHandle
    abroad: GuildHandle
    hall: ChannelHandle
    away: ChannelHandle
    eve: MemberActor
    keepers: list[MemberActor]

    @property
    def ann(self) -> MemberActor:
        return self.world.ann

    def channel_of(self, actor: MemberActor) -> ChannelHandle:
        return self.home if actor is self.ann else self.away

    async def panel(self, actor: MemberActor, game: str = "thud") -> ResponseMessage:
        """*Find an opponent*, as somebody gets it."""
        channel = self.world.channel if actor is not self.eve else self.hall
        shown = (await actor.slash(channel, "play", game=game)).response
        assert shown is not None
        await actor.click(shown, label="Find an opponent")
        return shown

    async def looks(self, actor: MemberActor, name: str) -> ResponseMessage:
        """Somebody looks for the first time, and types the name that others see."""
        panel = await self.panel(actor)
        form = await actor.click(panel, label="Look for someone")
        seen = (await actor.submit_modal(form, {"name": name})).response
        assert seen is not None
        assert "Looking since" in text_of(seen.components)
        check(seen.components)
        return seen

    async def pair_up(self) -> Table:
        """Both look, and are brought together."""
        await self.looks(self.ann, "Reed")
        await self.looks(self.eve, "Willow")
        await self.world.tick()
        return await self.world.table()

    async def board(self, actor: MemberActor) -> ResponseMessage:
        """The board as somebody sees it in their own server."""
        table = await self.world.table()
        mirror = second_board_of(table)
        assert table.board is not None
        assert mirror is not None
        assert mirror.message_id is not None
        mine = next(player for player in table.players if player.user_id == actor.id)
        there = (table.board.channel_id, table.board.message_id)
        where = there if mine.afar is None else (mirror.channel_id, mirror.message_id)
        return ResponseMessage(self.world.env, self.world.env.backend.get_message(*where))

    async def acting_player(self) -> MemberActor:
        table = await self.world.table()
        (seat,) = self.world.session.tables.acting_seats(table)
        user = next(player.user_id for player in table.players if player.seat == seat)
        return self.ann if user == self.ann.id else self.eve

    async def plays(self, line: str) -> InteractionResult:
        """Whoever must act types a line where they see the board."""
        actor = await self.acting_player()
        result = await actor.slash(self.channel_of(actor), "move", move=line)
        await self.world.tick()
        return result

    def texts(self, channel: ChannelHandle) -> Iterator[str]:
        """All that was ever said there, pictures and controls included."""
        for message in self.world.env.backend.messages.get(channel.id, {}).values():
            yield str(message.components)

    def check_secret(self) -> None:
        """Nobody is told of in a server where they are not."""
        for channel, other, name in (
            (self.home, self.eve, AWAY_NAME),
            (self.world.channel, self.eve, AWAY_NAME),
            (self.away, self.ann, HOME_NAME),
            (self.hall, self.ann, HOME_NAME),
        ):
            for text in self.texts(channel):
                assert str(other.id) not in text
                assert name not in text
        for posted in self.world.posts_since():
            assert not {self.ann.id, self.eve.id} <= posted.pings


@pytest.fixture
async def inns(world: World) -> Inns:
    home = world.guild.create_text_channel("duels")
    abroad = world.env.create_guild("Abroad")
    hall, away = abroad.create_text_channel("hall"), abroad.create_text_channel("strangers")
    eve = abroad.add_member(world.env.create_user("eve", global_name=AWAY_NAME))
    keepers = list[MemberActor]()
    for guild, channel in ((world.guild, home), (abroad, away)):
        manage = guild.create_role("Keepers", permissions=discord.Permissions(manage_guild=True))
        mia = guild.add_member(world.env.create_user(f"mia{channel.id}"), roles=[manage])
        keepers.append(mia)
        place = world.channel if guild is world.guild else hall
        panel = (await mia.slash(place, "server")).response
        assert panel is not None
        custom_id = "t0.0.serverpick.finds"
        settled = (await mia.select(panel, [channel], custom_id=custom_id)).response
        assert settled is not None
        assert says(text_of(settled.components), "server.finds", channel=f"<#{channel.id}>")
    return Inns(world, home, abroad, hall, away, eve, keepers)


# The panel


async def test_who_is_looked_up_keeps_nobody_else_waiting(
    inns: Inns, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer, fetch = asyncio.Event(), discord.Guild.fetch_member

    async def late(guild: discord.Guild, user_id: int, /) -> discord.Member:
        await answer.wait()
        return await fetch(guild, user_id)

    monkeypatch.setattr(discord.Guild, "fetch_member", late)
    await inns.looks(inns.ann, "Reed")
    await inns.looks(inns.eve, "Willow")
    ticker = inns.world.bot.ticker
    assert ticker is not None
    async with asyncio.timeout(10):
        await ticker.poll()
    assert await inns.world.session.service(Matchmaking).count_searches() == 2
    answer.set()
    await inns.world.tick()
    assert (await inns.world.table()).terms.found
    assert await inns.world.session.service(Matchmaking).count_searches() == 0


async def test_it_is_offered_where_a_server_takes_part_and_for_two(world: World) -> None:
    shown = (await world.ann.slash(world.channel, "play", game="thud")).response
    assert shown is not None
    assert IN_ENGLISH("button.find") not in labels(shown)


async def test_controls_are_called_as_they_were_on_old_messages(inns: Inns) -> None:
    panel = await inns.panel(inns.ann)
    there = {part["custom_id"] for part in walk(panel.components) if "custom_id" in part}
    assert there >= {f"t0.0.findpick.{which}/thud/d10" for which in ("pace", "kind", "whom")}
    form = await inns.ann.click(panel, custom_id="t0.0.find.look/thud/d10")
    assert form.modal is not None
    assert form.modal["custom_id"] == "t0.0.findform.look/thud/d10"
    await inns.ann.submit_modal(form, {"name": "Reed"})
    settings = private(await inns.ann.slash(inns.home, "settings"))
    form = await inns.ann.click(settings, custom_id="t0.0.settings.known-as")
    assert form.modal is not None
    assert form.modal["custom_id"] == "t0.0.settingsform.known-as"
    await inns.looks(inns.eve, "Willow")
    await inns.world.tick()
    table = await inns.world.table()
    sure = private(await inns.eve.slash(inns.away, "resign"))
    await inns.eve.click(sure, label=labels(sure)[0])
    await inns.world.tick()
    heard = private_text(
        await inns.eve.click(
            await inns.board(inns.eve), custom_id=f"t{table.id}.{(await inns.world.table()).revision}.apart."
        )
    )
    assert says(heard, "finding.apart", name="Reed")


async def test_a_game_for_several_has_no_opponents(inns: Inns) -> None:
    shown = (await inns.ann.slash(inns.world.channel, "play", game="trogdor")).response
    assert shown is not None
    assert IN_ENGLISH("button.find") not in labels(shown)


async def test_what_is_picked_stands_on_the_panel(inns: Inns) -> None:
    panel = await inns.panel(inns.ann)
    for value in ("s10", "s00", "s01"):
        panel = private(await pick(inns.ann, panel, value))
    await inns.ann.submit_modal(await inns.ann.click(panel, label="Look for someone"), {"name": "Reed"})
    (search,) = await SearchStorage(inns.world.session.context.store).all_searches()
    assert (search.pace, search.rated, search.near) == ("slow", False, True)
    assert search.guild_id == inns.world.guild.id


async def test_looking_is_called_off_once(inns: Inns) -> None:
    panel = await inns.looks(inns.ann, "Reed")
    stopped = private(await inns.ann.click(panel, label="Stop looking"))
    assert IN_ENGLISH("finding.stopped") in text_of(stopped.components).splitlines()
    assert says(text_of(stopped.components), "finding.known-as", name="Reed")
    assert await inns.world.session.service(Matchmaking).count_searches() == 0


async def test_an_old_panel_says_that_its_search_is_over(inns: Inns) -> None:
    panel = await inns.looks(inns.ann, "Reed")
    await inns.looks(inns.eve, "Willow")
    await inns.world.tick()
    late = private(await inns.ann.click(panel, label="Stop looking"))
    assert says(text_of(late.components), "finding.over")
    assert (await inns.world.table()).status is Status.PLAYING


async def test_the_name_can_be_taken_back(inns: Inns) -> None:
    await inns.looks(inns.ann, "Reed")
    panel = (await inns.ann.slash(inns.world.channel, "settings")).response
    assert panel is not None
    assert says(text_of(panel.components), "settings.known-as", name="Reed")
    form = await inns.ann.click(panel, label="Name elsewhere…")
    await inns.ann.submit_modal(form, {"name": ""})
    assert await inns.world.session.service(Matchmaking).count_searches() == 0
    assert (await inns.world.session.people.habits(inns.ann.id)).known_as == ""


async def test_a_server_shows_its_tables_where_the_bot_can_write(inns: Inns) -> None:
    shut, guild = strict_channel(inns.world, "send_messages"), inns.world.guild
    mia = inns.keepers[0]
    panel = (await mia.slash(inns.world.channel, "server")).response
    assert panel is not None
    custom_id = str(Control(0, 0, SERVER_PICK, "finds"))
    refused = private_text(await mia.select(panel, [shut], custom_id=custom_id))
    assert says(refused, "server-finds-shut", channel=f"<#{shut.id}>")
    assert (await inns.world.session.context.store.servers.server(guild.id)).finds == inns.home.id
    settled = (await mia.select(panel, [], custom_id=custom_id)).response
    assert settled is not None
    assert says(text_of(settled.components), "server.finds.none")


async def test_who_was_looking_is_told_that_the_server_takes_part_no_longer(inns: Inns) -> None:
    await inns.looks(inns.ann, "Reed")
    by = replace(inns.world.click_by(inns.ann), manages=True)
    await inns.world.session.server.set_finds(by, None)
    await inns.looks(inns.eve, "Willow")
    await inns.world.tick()
    (heard,) = direct_texts(inns.world, inns.ann.id)
    assert says(heard, "finding.ended.server")
    assert await inns.world.session.context.store.table(1) is None
    await inns.world.later(24 * 7)
    (heard,) = direct_texts(inns.world, inns.eve.id)
    assert says(heard, "finding.ended", game="Thud")


async def test_who_has_left_their_server_is_found_by_nobody(inns: Inns) -> None:
    await inns.looks(inns.ann, "Reed")
    await inns.looks(inns.eve, "Willow")
    inns.abroad.remove_member(inns.eve)
    await inns.world.tick()
    assert await inns.world.session.context.store.table(1) is None
    assert [one.user_id for one in await SearchStorage(inns.world.session.context.store).all_searches()] == [
        inns.ann.id
    ]


# The table in two servers


async def test_each_sees_the_board_in_their_own_server(inns: Inns) -> None:
    mark = inns.world.mark()
    table = await inns.pair_up()
    assert (table.channel_id, table.terms.found) == (inns.home.id, True)
    mine, theirs = await inns.board(inns.ann), await inns.board(inns.eve)
    assert (mine.channel_id, theirs.channel_id) == (inns.home.id, inns.away.id)
    (line,) = [one for one in text_of(mine.components).splitlines() if says(one, "finding.found")]
    assert f"<@{inns.ann.id}>" in line
    assert "**Reed**" in text_of(theirs.components)
    assert f"<@{inns.eve.id}>" in text_of(theirs.components)
    assert sorted(map(sorted, filter(None, inns.world.pings(mark)))) == sorted([[inns.ann.id], [inns.eve.id]])
    inns.check_secret()


async def test_a_move_is_shown_in_both(inns: Inns) -> None:
    await inns.pair_up()
    for ply, line in enumerate(QUIET, 1):
        result = await inns.plays(line)
        assert (await inns.world.table()).plies == ply, private_text(result)
        for actor in (inns.ann, inns.eve):
            shown = await inns.board(actor)
            controls = [str(part.get("custom_id")) for part in walk(shown.components)]
            assert f"t1.{ply}.more." in controls
            check(shown.components)
    inns.check_secret()


async def test_moves_by_lists_work_on_both_boards(inns: Inns) -> None:
    await inns.pair_up()
    for piece, target in (("G1", "G2"), ("G7", "F7")):
        actor = await inns.acting_player()
        choosing = private(await pick(actor, await inns.board(actor), piece))
        await pick(actor, choosing, target)
        await actor.click(choosing, label="Play it")
        await inns.world.tick()
        assert inns.world.is_gone(choosing)
    assert (await inns.world.table()).plies == 2
    inns.check_secret()


async def test_whoever_is_to_move_is_called_in_their_own_server(inns: Inns) -> None:
    await inns.pair_up()
    for line in QUIET:
        inns.world.let_presence_expire()
        mark, actor = inns.world.mark(), await inns.acting_player()
        await inns.plays(line)
        other = inns.eve if actor is inns.ann else inns.ann
        assert [pings for pings in inns.world.pings(mark) if pings] == [{other.id}]
        newest = inns.channel_of(other).history()[-1]
        assert newest.id == (await inns.board(other)).id
    inns.check_secret()


async def test_who_looks_on_and_does_nothing_is_called_a_minute_later(inns: Inns) -> None:
    await inns.pair_up()
    await inns.plays(QUIET[0])
    actor = await inns.acting_player()
    await actor.click(await inns.board(actor), label="More")
    await inns.world.later(2 / 60)
    mark = inns.world.mark()
    await inns.plays(QUIET[1])
    await inns.plays(QUIET[2])
    await inns.world.later(2 / 60)
    assert {user for pings in inns.world.pings(mark) for user in pings}
    inns.check_secret()


async def test_a_reminder_comes_where_somebody_sees_the_board(inns: Inns) -> None:
    await inns.pair_up()
    for _ in range(2):
        inns.world.let_presence_expire()
        actor = await inns.acting_player()
        other = inns.eve if actor is inns.ann else inns.ann
        before = len(inns.channel_of(other).history())
        said_ = [one for one in await inns.world.later(60) if one.pings]
        assert [one.pings for one in said_] == [{actor.id}]
        assert len(inns.channel_of(other).history()) == before
        reminder = inns.channel_of(actor).history()[-1]
        assert (
            f"/channels/{reminder.guild.id if reminder.guild else '@me'}/{reminder.channel.id}/"
            in message_text(reminder)
        )
        await inns.plays(QUIET[(await inns.world.table()).plies])
    inns.check_secret()


async def test_the_end_stands_in_both_and_one_has_enough_of_the_other(inns: Inns) -> None:
    await inns.pair_up()
    sure = (await inns.eve.slash(inns.away, "resign")).response
    assert sure is not None
    await inns.eve.click(sure, label=labels(sure)[0])
    await inns.world.tick()
    assert (await inns.world.table()).status is Status.OVER
    for actor in (inns.ann, inns.eve):
        shown = await inns.board(actor)
        assert "Play again" not in labels(shown)
        assert IN_ENGLISH("button.apart") in labels(shown)
    heard = private_text(await inns.eve.click(await inns.board(inns.eve), label="Not them again"))
    assert says(heard, "finding.apart", name="Reed")
    assert await SearchStorage(inns.world.session.context.store).count_avoided(inns.eve.id) == 1
    inns.check_secret()
    assert await inns.world.session.second_boards.due_boards() == ()


async def test_time_decides(inns: Inns) -> None:
    await inns.pair_up()
    await inns.world.later(24 * 3 + 1)
    await inns.world.tick()
    assert (await inns.world.table()).status is Status.OVER
    for actor in (inns.ann, inns.eve):
        assert IN_ENGLISH("button.apart") in labels(await inns.board(actor))
    inns.check_secret()


async def test_the_board_is_shown_again_where_it_was_taken_away(inns: Inns) -> None:
    await inns.pair_up()
    before = await inns.board(inns.eve)
    assert private_text(await inns.eve.slash(inns.away, "board")) == "Done."
    after = await inns.board(inns.eve)
    assert after.id != before.id
    assert inns.world.is_gone(before)
    assert after.channel_id == inns.away.id


async def test_who_only_looks_on_may_look_in_both(inns: Inns) -> None:
    await inns.pair_up()
    guest = inns.abroad.add_member(inns.world.env.create_user("gil"))
    assert private_text(await guest.click(await inns.board(inns.eve), label="More"))
    refused = private_text(await guest.slash(inns.away, "move", move=QUIET[0]))
    assert str(inns.ann.id) not in refused


async def test_an_old_board_leads_to_the_one_in_the_same_server(inns: Inns) -> None:
    await inns.pair_up()
    if await inns.acting_player() is not inns.eve:
        await inns.plays(QUIET[0])
    old, line = await inns.board(inns.eve), QUIET[(await inns.world.table()).plies]
    await inns.world.session.play.move(inns.world.click_by(inns.eve, inns.away), 1, line, Trace("test", 0))
    answered = private_text(await inns.eve.click(old, label="Type a move"))
    assert says(answered, "old-board")
    assert str(inns.home.id) not in answered
    assert (await inns.world.table()).board is not None
    inns.check_secret()


async def test_within_a_server_it_is_one_board_with_their_own_names(inns: Inns) -> None:
    await inns.looks(inns.ann, "Reed")
    panel = await inns.panel(inns.world.ben)
    form = await inns.world.ben.click(panel, label="Look for someone")
    await inns.world.ben.submit_modal(form, {"name": "Moss"})
    mark = inns.world.mark()
    await inns.world.tick()
    table = await inns.world.table()
    assert second_board_of(table) is None
    assert {player.name for player in table.players} == {"Ann", "Ben"}
    assert {inns.ann.id, inns.world.ben.id} in inns.world.pings(mark)


# What becomes of channels and servers


async def test_a_channel_that_is_gone_leaves_direct_messages(inns: Inns) -> None:
    await inns.pair_up()
    if await inns.acting_player() is not inns.eve:
        await inns.plays(QUIET[0])
    await lose(inns.world, "deleted", inns.away)
    actor = inns.eve.user
    ply = (await inns.world.table()).plies
    await inns.world.session.play.move(inns.world.click_by(inns.eve), 1, QUIET[ply], Trace("test", 0))
    await inns.world.tick()
    await inns.plays(QUIET[ply + 1])
    shown = await inns.board(inns.eve)
    assert shown.channel_id == inns.world.env.backend.get_dm_channel(inns.eve.id).id
    assert f"<@{inns.eve.id}>" in text_of(shown.components)
    piece, target = (("G1", "G2"), ("G7", "F7"), ("G2", "G1"), ("F7", "G7"))[(ply + 2) % 4]
    choosing = private(await pick(actor, shown, piece))
    await pick(actor, choosing, target)
    await actor.click(choosing, label="Play it")
    await inns.world.tick()
    assert (await inns.world.table()).plies == ply + 3
    assert f"t1.{ply + 3}.more." in str((await inns.board(inns.eve)).components)
    inns.check_secret()


async def test_a_server_that_is_gone_leaves_the_game_where_the_second_board_was(inns: Inns) -> None:
    await inns.pair_up()
    await lose(inns.world, "thrown out")
    await inns.world.later(0.1)
    await inns.world.tick()
    table = await inns.world.table()
    assert (table.guild_id, table.channel_id) == (inns.abroad.id, inns.away.id)
    mirror = second_board_of(table)
    assert mirror is not None
    assert mirror.channel_id == inns.world.env.backend.get_dm_channel(inns.ann.id).id
    (seat,) = inns.world.session.tables.acting_seats(table)
    assert any(says(text, "finding.directly") for text in direct_texts(inns.world, inns.ann.id))
    actor = await inns.acting_player()
    shown = await inns.board(actor)
    user = inns.ann.user if actor is inns.ann else inns.eve
    piece, target = ("G1", "G2") if seat == 0 else ("G7", "F7")
    choosing = private(await pick(user, shown, piece))
    await pick(user, choosing, target)
    await user.click(choosing, label="Play it")
    await inns.world.tick()
    assert (await inns.world.table()).plies == 1


async def test_a_second_board_that_is_behind_shows_the_game_once_it_is_the_first(
    inns: Inns, monkeypatch: pytest.MonkeyPatch
) -> None:
    await inns.pair_up()
    if await inns.acting_player() is not inns.ann:
        await inns.plays(QUIET[0])
    moves = (await inns.world.table()).plies
    mark = inns.world.mark()
    with monkeypatch.context() as patched:
        patched.setattr(second_boards, "show_second_board", unreachable)
        await inns.plays(QUIET[moves])
    assert f"t1.{moves}." in str((await inns.board(inns.eve)).components)
    await lose(inns.world, "barred", inns.home)
    await inns.world.later(1 / 60)
    await inns.world.tick()
    assert (await inns.world.table()).channel_id == inns.away.id
    assert f"t1.{moves + 1}." in str((await inns.board(inns.eve)).components)
    assert sum(inns.eve.id in called for called in inns.world.pings(mark)) == 1


async def unreachable(*_: object, **__: object) -> None:
    raise OSError


@pytest.mark.parametrize("loss", ["barred", "deleted"])
async def test_who_takes_the_channel_from_the_bot_stops_no_clock(inns: Inns, loss: str) -> None:
    """The game goes on in the other one's server, and whoever must act loses on time as ever."""
    await inns.pair_up()
    if await inns.acting_player() is not inns.ann:
        await inns.plays(QUIET[0])
    await inns.world.later(1 / 60)
    await lose(inns.world, loss, inns.home)
    await inns.world.later(1 / 60)
    await inns.world.tick()
    table = await inns.world.table()
    assert (table.guild_id, table.channel_id) == (inns.abroad.id, inns.away.id)
    assert any(says(text, "finding.directly") for text in direct_texts(inns.world, inns.ann.id))
    await inns.world.later(71.9)
    assert (await inns.world.table()).status is Status.PLAYING
    await inns.world.later(0.2)
    over = inns.world.session.tables.show(await inns.world.table())
    outcome = over.entry.game.outcome(over.state)
    assert outcome is not None
    assert [over.table.players[seat].user_id for seat in outcome.winners] == [inns.eve.id]


async def test_the_one_whose_server_it_moved_to_cannot_hold_it_either(inns: Inns) -> None:
    await inns.pair_up()
    for loss, channel in (("barred", inns.home), ("deleted", inns.away)):
        await lose(inns.world, loss, channel)
        await inns.world.later(1 / 60)
        await inns.world.tick()
    table = await inns.world.table()
    mirror = second_board_of(table)
    assert (table.guild_id, table.channel_id) == (None, inns.world.env.backend.get_dm_channel(inns.ann.id).id)
    assert mirror is not None
    assert mirror.guild_id is None
    await inns.world.later(73)
    assert (await inns.world.table()).status is Status.OVER


async def test_after_a_restart_what_is_behind_is_shown(inns: Inns) -> None:
    await inns.pair_up()
    line = QUIET[0]
    actor = await inns.acting_player()
    by = inns.world.click_by(actor, inns.channel_of(actor))
    await inns.world.session.play.move(by, 1, line, Trace("test", 0))
    await inns.world.kill()
    await inns.world.tick()
    for one in (inns.ann, inns.eve):
        assert "t1.1.more." in str((await inns.board(one)).components)
    inns.check_secret()
