"""Forks over Discord: the command, the button in a history, the invitation, and who joins."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from bot.kernel.clicks import Opening
from bot.kernel.session import Shown
from bot.kernel.trace import Trace
from bot.store import Base, Status, Table, Terms
from bot.store.codec import canonical
from bot.ui.play.board_layout import message_of
from engine.registry import GAMES
from engine.verify import verify
from render.kit.canvas import png
from render.kit.sheet import Sheet
from tests.bot.discord.test_limits import check, components, worst_table
from tests.bot.discord.test_refusals import click_forged, strict_channel
from tests.bot.features.history.test_page import BACK, FIRST, LAST, NEXT, keys
from tests.bot.samples import QUIET
from tests.bot.ui.opening import behind, open_table, tap
from tests.bot.ui.scripted import Script, export_log, playthrough
from tests.bot.ui.world import World, board, labels, private, private_text, says, text_of, walk
from tests.playthroughs.golden import FILES, plies, seats_of

FORK, YES, PARENT = "Fork here", "Yes: Play on", "T1, move 2"


async def history(world: World, **options: object) -> ResponseMessage:
    page = private(await world.cleo.slash(world.channel, "history", **options))
    return board(await world.cleo.click(page, label="Show everyone"))


def link(world: World, message_id: int) -> str:
    return f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{message_id}"


async def trogdor_table(world: World, *lines: str) -> Table:
    """Ann, Ben and Cleo at Trogdor, after these lines of the players to act."""
    session, trace = world.session, Trace("scene", 0)
    opening = Opening("trogdor", {}, None, None, terms=Terms(patience=3600))
    table = (await session.lobby.open(world.click_by(world.ann), opening, trace)).table
    for actor in (world.ben, world.cleo):
        table = (await session.lobby.sit(world.click_by(actor), table.id, 0, trace)).table
    table = (await session.lobby.start(world.click_by(world.ann), table.id, table.revision, trace)).table
    people = (world.ann, world.ben, world.cleo)
    for line in lines:
        shown = session.tables.show(table)
        (seat,) = shown.entry.game.to_act(shown.state)
        table = (await session.play.move(world.click_by(people[seat]), table.id, line, trace)).table
    return table


async def fork_question(actor: MemberActor, page: ResponseMessage) -> ResponseMessage:
    """Click the fork button of a history; returns its question."""
    question = (await actor.click(page, label=FORK)).response
    assert question is not None
    assert question.ephemeral
    return question


async def fork_by_button(actor: MemberActor, page: ResponseMessage) -> ResponseMessage:
    """Fork by the button of a history and confirm; returns the board of the new table."""
    return board(await actor.click(await fork_question(actor, page), label=YES))


# A duel


async def test_the_invitation_names_the_parent_and_shows_the_position(world: World) -> None:
    first = await world.game(*QUIET[:2], "dG2-G1")
    shown = await history(world, move=2)
    mark = world.mark()
    question = await fork_question(world.ann, shown)
    assert text_of(question.components) == IN_ENGLISH("fork.ask", code="T1", ply=2)
    assert labels(question) == [YES, "Back"]
    result = await world.ann.click(question, label=YES)
    invitation = board(result)
    assert set().union(*world.pings(mark)) == set()
    text = text_of(invitation.components)
    assert text.startswith(IN_ENGLISH("fork.open", host="Ann", code="T1", ply=2, game="Thud"))
    assert says(
        text, "thud.standing", battle=1, dwarfs_name="Ann", dwarfs=32, trolls=32, trolls_name="open seat"
    )
    assert says(text, "fork.known"), "nothing lies face down"
    assert labels(invitation) == ["Join", IN_ENGLISH("button.add-bot"), "Teach me", "Details"]
    assert PARENT in labels(private(await world.cleo.click(invitation, label="Details")))
    assert text_of(question.components) == IN_ENGLISH(
        "fork.told", code="T2", parent="T1", link=link(world, first.id), ply=2
    )
    assert labels(question) == []
    check(invitation.components)
    table = await world.table(2)
    assert table.board is not None
    assert table.board.message_id == invitation.id
    entry, state = CATALOGUE["thud"], (await world.session.history.positions(await world.table()))[2].state
    view = entry.game.view(state, None)
    names = ("Ann", "open seat")
    turn = entry.speech.turn(IN_ENGLISH, names, view)
    sheet = Sheet("T2", "", "Thud", turn, names=names, say=IN_ENGLISH)
    assert await invitation.attachments[0].read() == png(entry.drawing.paint(view, sheet))
    alt = next(part["items"][0]["description"] for part in walk(invitation.components) if part["type"] == 12)
    assert "Ann" in alt
    assert "open seat" in alt


def board_of(result: object) -> ResponseMessage:
    """The new public message; the messages after it are private."""
    response = getattr(result, "response", None)
    assert isinstance(response, ResponseMessage)
    assert not response.ephemeral
    return response


async def test_the_history_stays_as_it_was_and_a_private_one_leads_to_a_table_for_all(world: World) -> None:
    first = await world.game(*QUIET)
    shown = await history(world)
    private = (await tap(world.cleo, first, "History")).response
    assert private is not None
    for actor, page in ((world.ann, shown), (world.cleo, private)):
        before = str(page.components)
        await fork_by_button(actor, page)
        assert str(page.components) == before
    assert [(await world.table(number)).host_id for number in (2, 3)] == [world.ann.id, world.cleo.id]
    assert labels(first)[:3] == ["Undo", IN_ENGLISH("button.type"), "More"]


async def test_the_player_who_joins_begins_the_game_which_says_where_it_comes_from(world: World) -> None:
    await world.start_table(*QUIET[:2])
    invitation = board_of(await world.ann.slash(world.channel, "table fork"))
    await world.restart()
    mark = world.mark()
    shown = board(await world.cleo.click(invitation, label="Join"))
    assert world.pings(mark) == [{world.ann.id}]
    assert says(text_of(shown.components), "fork.goes-on", name="T1", other="2")
    assert says(text_of(shown.components), "thud.header", dwarfs_name="Ann", trolls_name="Cleo")
    table = await world.table(2)
    assert [player.user_id for player in table.players] == [world.ann.id, world.cleo.id]
    await world.ann.slash(world.channel, "move", move="dG2-G1", table="T2")
    page = await history(world, table="T2")
    assert says(text_of(page.components), "history.move", ply=2, last=2, told="Ann")
    await world.cleo.click(page, label="⏮")
    goes_on = IN_ENGLISH("history.forked", code="T1", ply=2)
    assert says(text_of(page.components), "history.move", ply=1, last=2, told=goes_on)


async def test_the_button_of_the_parent_leads_to_its_move(world: World) -> None:
    await world.start_table(*QUIET)
    invitation = board_of(await world.ann.slash(world.channel, "table fork", move=2))
    async with world.assert_unchanged(2):
        text = private_text(await behind(world.ben, invitation, "Details", PARENT))
    assert "### Thud, history" in text
    assert says(text, "history.move", ply=2, last=4, told="Ben")


async def test_it_leads_there_from_another_channel_and_no_other_control_does(world: World) -> None:
    await world.start_table(*QUIET)
    upstairs, cellar = map(world.guild.create_text_channel, ("upstairs", "cellar"))
    invitation = board_of(await world.ann.slash(upstairs, "table fork", table="T1", move=2))
    page = (await behind(world.cleo, invitation, "Details", PARENT)).response
    assert page is not None
    assert "### Thud, history" in text_of(page.components)
    await world.cleo.click(page, label="▶")
    assert "**Move 3 of 4**" in text_of(page.components)
    for place, custom_id in ((upstairs, "t1.4.ask.resign"), (cellar, "t1.0.history.2")):
        assert says(await click_forged(world, world.cleo, custom_id, place), "no-table", code="T1")
    assert "### Thud, history" in await click_forged(world, world.ann, "t1.0.history.2", cellar), (
        "she sits there"
    )


async def test_the_first_page_of_a_fork_leads_to_its_parent(world: World) -> None:
    first = await world.game(*QUIET)
    invitation = board_of(await world.ann.slash(world.channel, "table fork", table="T1"))
    await world.ben.click(invitation, label="Join")
    page = await history(world, table="T2")
    assert says(text_of(page.components), "history.forked.link", code="T1", link=link(world, first.id), ply=4)
    check(page.components)


async def test_the_pages_of_a_fork_end_with_its_newest_move(world: World) -> None:
    """Its first page is that of line 1, as there is no board before that."""
    await world.start_table(*QUIET[:2])
    invitation = board_of(await world.ann.slash(world.channel, "table fork"))
    await world.cleo.click(invitation, label="Join")
    await world.ann.slash(world.channel, "move", move="dG2-G1", table="T2")
    page = await history(world, table="T2")
    assert keys(page) == FIRST + BACK + LAST
    await world.cleo.click(page, label=BACK)
    assert keys(page) == NEXT + LAST


async def test_a_challenge_cannot_be_declined_where_none_was_made(world: World) -> None:
    await world.start_table(*QUIET)
    invitation = board_of(await world.ann.slash(world.channel, "table fork"))
    assert "Decline" not in labels(invitation)
    async with world.assert_unchanged(2):
        assert says(private_text(await world.ann.click(invitation, label="Join")), "own-table")
    await behind(world.ann, invitation, "Details", "Call it off")
    assert (await world.table(2)).status is Status.CLOSED
    assert world.is_gone(invitation)


# A game for one


async def test_a_game_for_one_goes_on_for_the_importer(world: World) -> None:
    trace, opening = Trace("scene", 0), Opening("thrag", {"null_coin": "2"}, None, None)
    await world.session.lobby.open(world.click_by(world.ann), opening, trace)
    first = board(await world.ann.slash(world.channel, "board"))
    page = await history(world)
    mark = world.mark()
    question = await fork_question(world.ben, page)
    shown = board(await world.ben.click(question, label=YES))
    table = await world.table(2)
    assert set().union(*world.pings(mark)) == set()
    assert (table.status, table.players[0].user_id) == (Status.PLAYING, world.ben.id)
    assert table.terms.options == (await world.table()).terms.options
    assert f"[T1]({link(world, first.id)})" in text_of(question.components)
    assert says(text_of(shown.components), "fork.goes-on", name="T1", other="0")
    assert "who first?" in text_of(shown.components)
    check(shown.components)


async def test_a_fork_is_played_to_its_end_and_its_file_can_be_checked(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: Script = playthrough("thrag_win", monkeypatch)
    await played.game(world, len(played.plies))
    await world.ann.slash(world.channel, "table fork", move=3, table="T1")
    await world.ann.slash(world.channel, "move", move="resign", table="T2")
    assert (await world.table(2)).status is Status.OVER
    result = await world.cleo.slash(world.channel, "table log", table="T2")
    assert result.response is not None
    file = result.response.attachments[1]
    assert verify((await file.read()).decode(), GAMES) == ()
    assert verify(await export_log(world), GAMES) == (), "the parent's as well"


# Several together


async def test_the_lobby_of_a_fork_waits_for_every_seat(world: World) -> None:
    await trogdor_table(world)
    mark = world.mark()
    lobby = board_of(await world.ben.slash(world.channel, "table fork"))
    text = text_of(lobby.components)
    assert says(text, "fork.lobby.many", host="Ben", code="T1", ply=0, game="Trogdor!!")
    assert says(text, "fork.lobby.many", count=3)
    free = [IN_ENGLISH("fork.free", number=number) for number in (1, 3)]
    assert "\n2. **Ben**\n".join(free) in text
    alt = next(part["items"][0]["description"] for part in walk(lobby.components) if part.get("type") == 12)
    seats = ("open seat 1", "Ben", "open seat 3")
    assert all(re.search(rf"{name}, \w+, [\w', ]+ charged: ", alt) for name in seats), "who has which keeper"
    assert says(text, "fork.unknown")
    assert labels(lobby) == ["Join", IN_ENGLISH("button.add-bot"), "Start", "Teach me", "Details"]
    check(lobby.components)
    async with world.assert_unchanged(2):
        assert says(private_text(await world.ben.click(lobby, label="Start")), "too-few", least=3)
    await world.cleo.click(lobby, label="Join")
    assert f"1. **Cleo**\n2. **Ben**\n{free[1]}\n" in text_of(lobby.components)
    await world.ann.click(lobby, label="Join")
    world.let_presence_expire()
    shown = board(await world.ben.click(lobby, label="Start"))
    assert says(text_of(shown.components), "fork.goes-on", name="T1", other="0")
    table = await world.table(2)
    assert [player.user_id for player in table.players] == [world.cleo.id, world.ben.id, world.ann.id]
    assert sum(bool(pings) for pings in world.pings(mark)) == 1, "one ping at the start, none for a lobby"


async def test_a_game_of_one_where_several_could_be_starts_with_one(world: World) -> None:
    session, trace = world.session, Trace("scene", 0)
    await session.lobby.open(world.click_by(world.ann), Opening("trogdor", {}, None, None), trace)
    await session.lobby.start(world.click_by(world.ann), 1, 0, trace)
    lobby = board_of(await world.ben.slash(world.channel, "table fork"))
    assert says(text_of(lobby.components), "fork.lobby.one", host="Ben")
    async with world.assert_unchanged(2):
        assert says(private_text(await world.cleo.click(lobby, label="Join")), "table-full", most=1)
    board(await world.ben.click(lobby, label="Start"))
    assert (await world.table(2)).status is Status.PLAYING


# What cannot be


async def test_where_a_game_was_over_there_is_no_fork(world: World) -> None:
    await world.start_table(*QUIET, "resign")
    shown = await history(world)
    (key,) = [part for part in walk(shown.components) if part.get("label") == FORK]
    assert key["disabled"]
    text = private_text(await world.ann.slash(world.channel, "table fork"))
    assert text.startswith(IN_ENGLISH("fork-over", ply=5))
    assert says(await click_forged(world, world.ann, "t1.0.fork.5"), "fork-over", ply=5)
    await world.cleo.click(shown, label="◀")
    await fork_by_button(world.cleo, shown)
    assert (await world.table(2)).journey.parent == (1, 4)


async def test_a_deal_that_others_can_still_play_has_no_fork(world: World) -> None:
    await open_table(world.ann, world.channel, "thrag", daily=True)
    page = (await world.ann.slash(world.channel, "history")).response
    assert page is not None
    assert [part["disabled"] for part in walk(page.components) if part.get("label") == FORK] == [True]
    text = private_text(await world.ann.slash(world.channel, "table fork"))
    assert text.startswith(IN_ENGLISH("fork-deal"))
    for actor, sentence in ((world.ann, "nobody can fork it yet"), (world.ben, "still play that deal")):
        assert sentence in await click_forged(world, actor, "t1.0.fork.0")
        answer = sentence if actor is world.ben else "out of date"
        assert answer in await click_forged(world, actor, "t1.0.fork.yes:0")
    assert await world.session.context.store.table(2) is None


@pytest.mark.parametrize(
    ("custom_id", "sentence"),
    [
        ("t1.0.fork.99", "There's no move 99: they go from 0 to 4."),
        ("t1.0.fork.", "This button is out of date"),
        ("t1.0.fork.-1", "This button is out of date"),
        ("t1.0.fork.yes:", "This button is out of date"),
        ("t1.0.fork.yes:1", "This button is out of date"),
        ("t1.0.fork.no", "This button is out of date"),
        ("t1.0.fork.maybe:1", "This button is out of date"),
        ("t9.0.fork.0", "There's no game T9"),
    ],
)
async def test_controls_that_no_page_has(world: World, custom_id: str, sentence: str) -> None:
    await world.start_table(*QUIET)
    assert sentence in await click_forged(world, world.cleo, custom_id)
    assert await world.session.context.store.table(2) is None


async def test_what_could_not_be_posted_is_not_opened(world: World) -> None:
    await world.start_table(*QUIET)
    channel = strict_channel(world, "attach_files")
    text = private_text(await world.ann.slash(channel, "table fork", table="T1"))
    assert text.startswith(IN_ENGLISH("missing-permissions", names="Attach Files"))
    text = private_text(await world.ann.user.slash("table fork", table="T1"))
    assert says(text, "alone-here", game="Thud", seats=2)
    assert await world.session.context.store.table(2) is None


async def test_an_answer_that_comes_too_late_becomes_a_message(world: World) -> None:
    await world.start_table(*QUIET)
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062, times=1)
    await world.ann.slash(world.channel, "table fork")
    table = await world.table(2)
    assert table.board is not None
    assert world.channel.last_message is not None
    assert world.channel.last_message.id == table.board.message_id


# The question


async def test_back_opens_nothing(world: World) -> None:
    await world.start_table(*QUIET)
    question = await fork_question(world.ann, await history(world))
    await world.ann.click(question, label="Back")
    assert text_of(question.components) == IN_ENGLISH("nothing-to-confirm")
    assert labels(question) == []
    assert await world.session.context.store.table(2) is None


async def test_the_question_can_be_answered_after_a_restart(world: World) -> None:
    await world.start_table(*QUIET)
    question = await fork_question(world.ann, await history(world, move=1))
    await world.restart()
    await world.ann.click(question, label=YES)
    assert (await world.table(2)).journey.parent == (1, 1)


async def test_two_clicks_on_one_question_open_one_table(world: World) -> None:
    """The second is on its way before the buttons are gone."""
    await world.start_table(*QUIET)
    page = await history(world)
    question = await fork_question(world.ann, page)
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062, times=1)
    await world.ann.click(question, label=YES)
    assert labels(question) == [YES, "Back"], "the buttons could not be taken off"
    posted = (await world.table(2)).board
    assert posted is not None
    text = private_text(await world.ann.click(question, label=YES))
    assert text.startswith(IN_ENGLISH("already-done"))
    assert link(world, posted.message_id) in text
    assert await world.session.context.store.table(3) is None
    await fork_by_button(world.ann, page)
    assert (await world.table(3)).journey.parent == (1, 4), "a new request asks again"


async def test_a_click_that_comes_twice_opens_one_table(world: World) -> None:
    await world.start_table(*QUIET)
    await world.ann.slash(world.channel, "table fork")
    emitted = [body for _, name, body in world.env.backend.transcript if name == "INTERACTION_CREATE"][-1]
    async with world.assert_unchanged(2):
        world.env.backend.emit("INTERACTION_CREATE", emitted)
        await world.env.settle()
    assert await world.session.context.store.table(3) is None


@pytest.mark.sampled(4)
@pytest.mark.parametrize("status", [Status.OPEN, Status.CLOSED])
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_invitation_to_a_fork_is_within_the_limits(
    file: Path, status: Status, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pictures have tests of their own; here only what stands around them counts."""
    monkeypatch.setattr("bot.ui.play.lobby.png", lambda _: b"picture")
    text = file.read_text(encoding="utf-8")
    game, every = plies(text)
    entry = CATALOGUE[game.key]
    options = canonical({option.key: "x" * 99 for option in game.options})
    table = worst_table("*" * 32, "`" * 32, status, seats_of(text))
    table = replace(
        table,
        game=game.key,
        terms=replace(table.terms, options=options),
    )
    for ply in every[:: max(1, len(every) // 10)]:
        if game.outcome(ply.state) is None:
            base = Base(1, entry.codec.dump(ply.state), 0)
            fork = replace(
                table,
                journey=replace(table.journey, parent=(table.id - 1, 10**9 - 1), base=base),
                terms=replace(table.terms, clock=3600, bank=3600),
            )
            for players in (fork.players, fork.players[:1]):
                shown = Shown(replace(fork, players=players), entry, None)
                check(components(message_of(IN_ENGLISH, shown, Trace("test", 0)).layout))
