"""Bots as players over Discord: they are invited, play at their pace, and never stop a game."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest
from simcord.builders import UserHandle

from bot.features.remarks.service import Remark, Remarks
from bot.features.remarks.text import has_room
from bot.games.catalogue import IN_ENGLISH
from bot.kernel.time.timing import PACE
from bot.kernel.trace import Trace
from bot.minds.analysis import Mark
from bot.minds.pool import NoSearchResult, SearchPool
from bot.store import HOUSE, Status, Table, bot_id, is_bot, level_of
from bot.ui.play.board_layout import message_of
from tests.bot.samples import QUIET
from tests.bot.ui.alarms.test_ticker import open_timed
from tests.bot.ui.opening import behind, open_table, pick
from tests.bot.ui.play.test_budgets import boards, count_words
from tests.bot.ui.world import Posted, World, board, labels, message_text, private_text, says, text_of, walk
from tests.playthroughs.golden import FILES

SOON = PACE / 3600
"""Hours until a bot has moved."""

LONG = 0.1
"""Hours in which a player who waits for a bot may have gone away."""


async def duel(world: World, game: str = "thud", **given: object) -> Table:
    """Ann's table against one of the house's players."""
    await open_table(world.ann, world.channel, game, **{"level": "odo", "side": 0, **given})
    return await world.table()


def public(posted: list[Posted]) -> list[Posted]:
    """New messages for everybody."""
    return [one for one in posted if one.new and not one.private]


def choices(message: Any) -> list[str]:
    """The values of every list of a message."""
    return [option["value"] for part in walk(message.components) for option in part.get("options", ())]


def controls(world: World) -> list[dict[str, Any]]:
    """Everything that the newest message is made of."""
    return list(walk([part.to_dict() for part in world.last().components]))


def lists(world: World) -> list[str]:
    """The titles of the lists of the newest message."""
    return [part["placeholder"] for part in controls(world) if "options" in part]


def buttons(world: World) -> list[str]:
    """The labels of the buttons of the newest message."""
    return [part["label"] for part in controls(world) if "label" in part]


async def bots_turn(world: World) -> None:
    """A game of Trogdor, up to the end of Ann's first turn; Odo and Odo 2 come before her next."""
    await world.ann.click(await lobby(world, bots=2), label="Start")
    while world.session.tables.acting_seats(table := await world.table()) == {0}:
        now = world.session.tables.show(table)
        await world.move(world.ann, str(now.entry.game.legal(now.state, 0)[0]))


# Against a bot


async def test_a_game_against_a_bot_begins_at_once(world: World) -> None:
    shown = board(await open_table(world.ann, world.channel, "thud", level="wenna", side=0))
    table = await world.table()
    assert table.status is Status.PLAYING
    assert [player.name for player in table.players] == ["Ann", "Wenna"]
    assert level_of(table.players[1].user_id) == "wenna"
    assert "Wenna" in text_of(shown.components)


async def test_a_bot_answers_a_move_after_a_while(world: World) -> None:
    await duel(world)
    await world.move(world.ann, QUIET[0])
    assert await world.later(SOON / 2) == []
    (answer,) = await world.later(SOON)
    assert says(answer.text, "thud.moved.trolls", name="Odo") or says(answer.text, "thud.shoved", name="Odo")
    (_, line) = await world.log()
    assert is_bot(line.user_id)
    assert line.seat == 1


async def test_a_move_wakes_a_bot_that_is_next_and_not_for_a_person(world: World) -> None:
    await duel(world)
    surface = world.bot.surface
    assert surface is not None
    surface.due.clear()
    await world.move(world.ann, QUIET[0])
    assert surface.due.is_set()
    surface.due.clear()
    await world.start_table()
    await world.ann.slash(world.channel, "board", table="T2")
    assert not surface.due.is_set()


async def test_a_game_with_a_bot_alone_is_one_message_and_pings_no_player_who_watches(world: World) -> None:
    await duel(world)
    mark = world.mark()
    for piece, target in (("G1", "G2"), ("F1", "F2")):
        await world.picks(world.ann, piece, target)
        await world.later(SOON)
    assert len(await world.log()) == 4
    assert public(world.posts_since(mark)) == []
    assert not any(one.pings for one in world.posts_since(mark))


async def test_a_bot_that_took_long_calls_who_is_next_on_a_new_board(world: World) -> None:
    await duel(world)
    await world.move(world.ann, QUIET[0])
    (answer,) = public(await world.later(LONG))
    assert answer.pings == {world.ann.id}


async def test_one_board_tells_what_bots_have_done_one_after_the_other(world: World) -> None:
    """And calls whose turn it is after them, if they are not there any more."""
    await bots_turn(world)
    shown = await world.shown_board()
    (first,) = await world.later(SOON)
    assert not first.new
    (second,) = await world.later(LONG)
    assert (second.new, second.pings) == (True, {world.ann.id})
    assert "**The land" in first.text, "the events of Ann's own turn, which no one could read so soon"
    assert first.text.index("**The land") < first.text.index("**Odo**")
    own = "\n".join(line for line in first.text.splitlines() if line.startswith("**Odo**"))
    assert own
    assert own.splitlines()[0] in second.text, "who comes back reads of both"
    assert "Odo 2" in second.text
    assert world.is_gone(shown)


async def test_no_one_is_pinged_while_a_bot_is_to_act(world: World) -> None:
    await duel(world)
    mark = world.mark()
    await world.move(world.ann, QUIET[0])
    assert not any(one.pings for one in world.posts_since(mark))
    assert says(message_text(world.last()), "call.thinks.one", names="**Odo**")
    assert "your" not in message_text(world.last())


async def test_while_a_bot_is_to_act_a_board_offers_what_people_can_do_and_no_more(world: World) -> None:
    await duel(world)
    await world.move(world.ann, QUIET[0])
    assert not lists(world), "the trolls are for Odo to move"
    assert {"More", IN_ENGLISH("thud.menu.offer"), "Resign"} <= set(buttons(world))
    await world.later(SOON)
    assert lists(world), "and the dwarfs for Ann"


async def test_no_player_is_told_that_they_may_act_for_a_bot(world: World) -> None:
    """A bot acts automatically; for people there is a time after which others may act."""
    await bots_turn(world)
    assert (await world.table()).terms.patience
    async with world.assert_unchanged():
        refused = private_text(await world.ann.slash(world.channel, "hint"))
        assert says(refused, "not-your-turn-bot", names="Odo")
        assert not says(refused, "refused.stand-in")
        assert not says(private_text(await world.move(world.ann, "finish")), "refused.stand-in")


async def test_while_a_bot_leads_trogdor_no_player_uses_its_cards(world: World) -> None:
    await bots_turn(world)
    assert not [label for label in buttons(world) if label.startswith(("Play ", "Discard "))]
    assert "My keeper" in buttons(world)
    assert not says(message_text(world.last()), "refused.stand-in")


async def test_a_challenge_of_the_bot_account_is_played_by_one_of_its_bots(world: World) -> None:
    assert world.bot.user is not None
    itself = UserHandle(world.env, world.env.backend.get_user(world.bot.user.id))
    await open_table(world.ann, world.channel, "ploc", opponent=itself, side=0)
    table = await world.table()
    assert table.status is Status.PLAYING
    assert table.players[1].name == "Odo"


async def test_a_bot_can_begin(world: World) -> None:
    await duel(world, side=1)
    assert len(await world.later(SOON)) == 1
    assert says(message_text(world.last()), "thud.call.move", names=f"<@{world.ann.id}>", side="the trolls")


async def test_a_table_that_waits_for_a_bot_goes_on_after_a_restart(world: World) -> None:
    await duel(world)
    await world.move(world.ann, QUIET[0])
    await world.restart()
    assert len(await world.later(SOON)) == 1
    assert len(await world.log()) == 2


async def test_a_bot_whose_mind_gives_no_answer_plays_at_a_glance_and_says_so(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def busy(*_: object) -> None:
        raise NoSearchResult("no answer within 180 s")

    monkeypatch.setattr(SearchPool, "plan", busy)
    await duel(world)
    await world.move(world.ann, QUIET[0])
    (answer,) = await world.later(SOON)
    assert says(answer.text, "bots.late", name="Odo")
    assert len(await world.log()) == 2


async def test_an_invitation_can_be_given_to_a_bot_by_its_host_alone(world: World) -> None:
    invitation = board(await open_table(world.ann, world.channel, "thud", side=0))
    refused = await world.ben.click(invitation, label="Add a bot")
    assert says(private_text(refused), "bot-not-host", name="Ann")
    await behind(world.ann, invitation, "Add a bot", "pip")
    assert (await world.table()).status is Status.PLAYING


async def test_a_game_against_a_bot_is_practice(world: World) -> None:
    table = await duel(world)
    await world.move(world.ann, "resign")
    records = await world.session.context.store.schedule.results_of_user(world.ann.id)
    assert [record.counts for record in records] == [False]
    assert (await world.table(table.id)).status is Status.OVER


async def test_a_player_among_bots_can_close_the_table(world: World) -> None:
    await duel(world)
    asked = await world.ann.slash(world.channel, "table close")
    assert asked.response is not None
    await world.ann.click(asked.response, label=labels(asked.response)[0])
    assert (await world.table()).status is Status.CLOSED
    assert await world.later(SOON) == []


async def test_playing_again_is_against_the_same_bot(world: World) -> None:
    await duel(world)
    await world.move(world.ann, "resign")
    await world.ann.click(world.last(), label="Play again")
    again = await world.table(2)
    assert [player.name for player in again.players] == ["Odo", "Ann"]
    assert again.status is Status.PLAYING


async def test_the_log_names_the_bot(world: World) -> None:
    await duel(world)
    await world.move(world.ann, QUIET[0])
    await world.later(SOON)
    answer = await world.ann.slash(world.channel, "table log")
    assert answer.response is not None
    assert "Odo" in text_of(answer.response.components)


# A word now and then


async def test_a_bot_remarks_on_the_current_board_and_pings_no_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def speaks(*_: object) -> Remark:
        return Remark("odo", own=False, mark=Mark.BRILLIANT, number=2)

    await duel(world)
    await world.move(world.ann, QUIET[0])
    monkeypatch.setattr(Remarks, "may_remark", lambda *_: asyncio.sleep(0, result=True))
    monkeypatch.setattr(Remarks, "find_remark", speaks)
    posted = await world.later(SOON)
    assert [one.new for one in posted] == [False, False], "the board, and the board with a line more"
    remark = IN_ENGLISH("remark.odo.yours.brilliant.2")
    assert remark not in posted[0].text
    assert says(posted[1].text, "remark", name="Odo", said=remark)
    assert says(posted[1].text, "thud.moved.trolls", name="Odo") or says(
        posted[1].text, "thud.shoved", name="Odo"
    )
    assert not posted[1].pings
    monkeypatch.setattr(Remarks, "may_remark", lambda *_: asyncio.sleep(0, result=False))
    await world.move(world.ann, QUIET[2])
    assert "Well driven" not in message_text(world.last()), "it goes with the next move"


def test_a_remark_never_makes_a_turn_longer_than_its_budget() -> None:
    """Where the board is full of words already, nothing is said; in few words there is room for it."""
    line, words = "**Odo**: “Well driven.”", IN_ENGLISH
    measured = 0
    for file in FILES:
        for _, shown, _ in boards(file):
            if shown.entry.game.cooperative:
                continue
            board = message_of(words, shown, Trace("test", 1), (line,), picture=b"none").layout
            texts = board.walk_children()
            total = sum(
                count_words(item.content) for item in texts if isinstance(item, discord.ui.TextDisplay)
            )
            assert has_room(words, shown, line) == (total <= 40)
            measured += 1
    assert measured


async def test_what_comes_too_late_is_not_said(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await duel(world)

    async def overtaken(*_: object) -> Remark:
        await world.session.play.move(world.click_by(world.ann), table.id, "resign", Trace("test", 1))
        return Remark("odo", own=True, mark=Mark.BLUNDER, number=1)

    await world.move(world.ann, QUIET[0])
    monkeypatch.setattr(Remarks, "may_remark", lambda *_: asyncio.sleep(0, result=True))
    monkeypatch.setattr(Remarks, "find_remark", overtaken)
    posted = await world.later(SOON)
    assert not [one for one in posted if says(one.text, "remark.odo.own.blunder.1")]


# In a lobby


async def lobby(world: World, **given: object) -> Any:
    return board(await open_table(world.ann, world.channel, "trogdor", **given))


async def test_bots_sit_down_with_the_table(world: World) -> None:
    shown = await lobby(world, bots=2, level="grete")
    assert [player.name for player in (await world.table()).players] == ["Ann", "Grete", "Grete 2"]
    assert "**Grete** (bot)" in text_of(shown.components)


async def test_bots_are_asked_to_a_lobby_and_sent_away(world: World) -> None:
    shown = await lobby(world)
    await behind(world.ann, shown, "Add a bot", "pip")
    await behind(world.ann, shown, "Add a bot", "wenna")
    assert [player.name for player in (await world.table()).players] == ["Ann", "Pip", "Wenna"]
    await behind(world.ann, shown, "Add a bot", "away")
    assert [player.name for player in (await world.table()).players] == ["Ann", "Pip"]


async def test_only_those_who_sit_there_ask_bots(world: World) -> None:
    refused = await world.ben.click(await lobby(world), label="Add a bot")
    assert says(private_text(refused), "join-first")
    assert len((await world.table()).players) == 1


async def test_a_bot_gives_way_to_a_player_who_joins_a_full_table(world: World) -> None:
    shown = await lobby(world, bots=5)
    await world.ben.click(shown, label="Join")
    players = (await world.table()).players
    assert [player.name for player in players] == ["Ann", "Odo", "Odo 2", "Odo 3", "Odo 4", "Ben"]
    assert [player.seat for player in players] == list(range(6))


async def test_a_lobby_of_bots_alone_is_closed(world: World) -> None:
    await behind(world.ann, await lobby(world, bots=2), "Details", "Leave")
    assert (await world.table()).status is Status.CLOSED


async def test_bots_take_their_turns_one_after_the_other(world: World) -> None:
    await world.ann.click(await lobby(world, bots=2, level="odo"), label="Start")
    table = await world.table()
    for _ in range(6):
        assert world.session.tables.acting_seats(table)
        (seat,) = world.session.tables.acting_seats(table)
        if seat == 0:
            break
        assert await world.later(SOON)
        table = await world.table()
    assert world.session.tables.acting_seats(await world.table()) == {0}


async def test_bots_fill_the_seats_of_a_fork(world: World) -> None:
    await world.ann.click(await lobby(world, bots=2, level="odo"), label="Start")
    await world.ann.slash(world.channel, "table fork", table="T1")
    await behind(world.ann, await world.shown_board(2), "Add a bot", "pip")
    await behind(world.ann, await world.shown_board(2), "Add a bot", "grete")
    await world.ann.click(await world.shown_board(2), label="Start")
    table = await world.table(2)
    assert table.status is Status.PLAYING
    assert {player.name for player in table.players} == {"Ann", "Pip", "Grete"}


async def test_a_bot_answers_an_offer_to_trade(world: World) -> None:
    shown = await lobby(world, bots=1, keepers="chosen")
    await pick(world.ann, shown, keeper="yubbitz")
    await world.ann.click(shown, label="Start")
    while 0 not in world.session.tables.acting_seats(table := await world.table()):
        await world.later(SOON)
    now = world.session.tables.show(table)
    offers = [str(action) for action in now.entry.game.legal(now.state, 0) if str(action).startswith("trade")]
    await world.move(world.ann, offers[0])
    assert (await world.log())[-1].user_id == world.ann.id
    posted = await world.later(SOON)
    assert posted
    (*_, answer) = await world.log()
    assert is_bot(answer.user_id)
    assert answer.action in ("accept", "decline")
    assert 0 in world.session.tables.acting_seats(await world.table())


# For an absent player


async def test_the_others_can_have_a_bot_play_for_a_late_player(world: World) -> None:
    await open_timed(world)
    await world.later(10)
    asked = await world.ben.click(world.last("out of time\n"), label="A bot plays…")
    assert asked.response is not None
    chosen = board(await world.ben.select(asked.response, values=["wenna"]))
    assert says(text_of(chosen.components), "time.now.friend", name="Wenna", other="Ann")
    table = await world.table()
    assert table.players[0].substitute is not None
    assert level_of(table.players[0].substitute) == "wenna"
    (played,) = public(await world.later(LONG))
    assert says(played.text, "bots.played", name="Wenna", other="Ann")
    assert played.pings == {world.ben.id}
    (line,) = await world.log()
    assert is_bot(line.user_id)


async def test_bots_do_not_play_on_among_themselves(world: World) -> None:
    table = await timed_against_a_bot(world)
    await world.later(10)
    await world.ann.click(world.last("time is up\n"), label="Taproom plays")
    house = IN_ENGLISH("call.house", name="Ann")
    assert says(message_text(world.last()), "call.thinks.one", names=house)
    await world.later(SOON)
    assert says(message_text(world.last()), "call.rests.one", names="**Odo**")
    log = await world.log(table.id)
    assert len(log) == 1
    assert await world.later(2) == []
    await world.ann.click(await world.shown_board(), label="I'm back")
    assert await world.later(SOON)
    assert len(await world.log(table.id)) == 2


async def test_bots_get_up_when_everybody_else_has_left_which_ends_the_game(world: World) -> None:
    await world.ann.click(await lobby(world, bots=2, level="pip"), label="Start")
    while 0 not in world.session.tables.acting_seats(await world.table()):
        await world.later(SOON)
    await world.move(world.ann, "leave")
    assert "is thinking…" in message_text(world.last())
    shown = await world.later(SOON)  # the card of the game may come at once, and before the board
    assert any("Defeat" in one.text for one in shown)
    assert (await world.table()).status is Status.OVER
    assert [line.action for line in await world.log()][-3:] == ["leave"] * 3


async def timed_against_a_bot(world: World) -> Table:
    """Ann's game against Odo with ten hours for a move; she is to move."""
    return await duel(world, clock=10)


def test_ids_of_bots_are_told_apart() -> None:
    ids = {bot_id(level, number) for level in ("pip", "odo", "wenna", "grete") for number in range(8)}
    assert len(ids) == 32
    assert all(map(is_bot, ids))
    assert not is_bot(HOUSE)
    assert level_of(bot_id("grete", 5)) == "grete"
