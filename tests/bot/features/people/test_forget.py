"""`/privacy` in the middle of a game of each kind, and how it goes on to its end."""

from __future__ import annotations

import io
import json
import logging
import re
import sqlite3
import zipfile
from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.builders import UserHandle
from simcord.results import InteractionResult, ResponseMessage

from bot.discord.keyboard import Control
from bot.features.history.storage import LastSeen, LastSeenStorage
from bot.features.ladders.storage import LadderStorage
from bot.features.lessons.model import Progress
from bot.features.lessons.storage import LessonStorage
from bot.features.matchmaking.model import OpponentSearch, Pace
from bot.features.matchmaking.storage import SearchStorage
from bot.features.orders.storage import OrderStorage
from bot.features.people import privacy
from bot.features.people.service import PersonalSettings
from bot.features.plans.model import Plan
from bot.features.plans.storage import PlanStorage
from bot.features.prepared.model import PreparedAnswer
from bot.features.prepared.storage import PreparedStorage
from bot.features.puzzles.model import Attempts
from bot.features.puzzles.storage import PuzzleStorage
from bot.features.undo.storage import UndoOffer, UndoStorage
from bot.features.votes.model import Vote
from bot.features.votes.storage import VoteStorage
from bot.games.catalogue import IN_ENGLISH, words_in
from bot.kernel.clicks import Opening, Person
from bot.kernel.tables.seats import acting_for
from bot.kernel.trace import Trace
from bot.store import HOUSE, NAMELESS, Status, Table, Terms
from engine.registry import GAMES
from engine.rng import SeededRng
from engine.verify import verify
from tests.bot.discord.test_limits import check
from tests.bot.parts import PARTS
from tests.bot.traces import bytes_with, snapshot, traces
from tests.bot.ui.opening import open_table
from tests.bot.ui.scripted import export_log
from tests.bot.ui.world import World, board, labels, message_text, private_text, says, text_of
from tests.databases import of_file, run_sql
from tests.exported import is_sealed

NAME = "Zarathustra"
"""A name that occurs nowhere else."""

each = pytest.mark.parametrize("game", ["thud", "trogdor", "thrag", "ploc"])


@pytest.fixture
def people(world: World) -> World:
    """The world, where Ann is called `NAME`."""
    world.ann = world.guild.add_member(world.env.create_user(NAME.lower(), global_name=NAME))
    return world


async def start_game(world: World, game: str, turns: int = 4, clock: int = 0) -> Table:
    """Start a game of Ann, with Ben where there are two, and play some turns; its board is posted."""
    trace, session = Trace("scene", 0), world.session
    guest = Person(world.ben.id, "Ben") if game in ("thud", "ploc") else None
    opening = Opening(game, {}, 0, guest, terms=Terms(clock=clock))
    table = (await session.lobby.open(world.click_by(world.ann), opening, trace)).table
    if game != "thrag":
        table = (await session.lobby.sit(world.click_by(world.ben), table.id, table.revision, trace)).table
    if game == "trogdor":
        table = (await session.lobby.start(world.click_by(world.ann), table.id, table.revision, trace)).table
    for _ in range(turns):
        await turn(world, table.id)
    await world.ann.slash(world.channel, "board", table=table.code)
    return await world.table(table.id)


async def turn(world: World, table_id: int = 1) -> Table:
    """Play as Taproom would for the players to act, until the turn or the game ends."""
    table = await world.table(table_id)
    before = table.turn
    while table.turn == before and table.status is Status.PLAYING:
        shown = world.session.tables.show(table)
        (seat, *_) = sorted(shown.entry.game.to_act(shown.state))
        actor = acting_for(table.players[seat])
        person = next(one for one in (world.ann, world.ben, world.cleo) if one.id == actor)
        actions = shown.entry.game.legal(shown.state, seat)
        view = shown.entry.game.view(shown.state, seat)
        line = str(shown.entry.game.stand_in_action(view, actions, SeededRng(table.head)))
        table = (
            await world.session.play.move(world.click_by(person), table_id, line, Trace("scene", 0))
        ).table
    return table


async def to_the_end(world: World) -> Table:
    """Play on for all players, with Taproom's moves. Ben resigns a duel without progress."""
    table = await world.table()
    while table.status is Status.PLAYING:
        (seat, *_) = sorted(world.session.tables.acting_seats(table))
        if table.players[seat].substitute == HOUSE:
            await world.later(0.01)
        elif table.game == "thud" and table.plies > 12:
            await world.session.play.move(world.click_by(world.ben), table.id, "resign", Trace("scene", 0))
        else:
            await turn(world)
        table = await world.table()
    return table


async def panel_of(world: World, actor: MemberActor | UserHandle) -> ResponseMessage:
    """The panel of `/privacy`, in the channel or in direct messages."""
    if isinstance(actor, MemberActor):
        shown = (await actor.slash(world.channel, "privacy")).response
    else:
        shown = (await actor.slash("privacy")).response
    assert shown is not None
    assert shown.ephemeral
    check(shown.components)
    return shown


async def handed_over(world: World, actor: MemberActor | UserHandle) -> list[ResponseMessage]:
    """The messages that the button brings, with the files."""
    result = await actor.click(await panel_of(world, actor), custom_id=str(Control(0, 0, privacy.DATA.path)))
    found = [one for one in (result.response, *result.followups) if one is not None and one.attachments]
    assert all(message.ephemeral for message in found)
    return found


async def data_of(world: World, actor: MemberActor) -> dict[str, Any]:
    """The answer to a request for the user's data."""
    (message,) = await handed_over(world, actor)
    assert says(text_of(message.components), "privacy.data")
    (file,) = message.attachments
    assert file.filename == "taproom-data.json"
    found: dict[str, Any] = json.loads(await file.read())
    return found


async def forget_question(world: World, actor: MemberActor | UserHandle) -> ResponseMessage:
    """The question before a user is forgotten."""
    panel = await panel_of(world, actor)
    question = (await actor.click(panel, label="Forget me…")).response
    assert question is not None
    assert question.id == panel.id
    check(question.components)
    return question


async def forget(world: World, actor: MemberActor) -> str:
    """Confirm; returns the answer."""
    question = await forget_question(world, actor)
    result = await actor.click(question, label=labels(question)[0])
    assert result.response is not None
    return text_of(result.response.components)


def never_mentioned(world: World) -> bool:
    """Whether no message ever tried to mention a nameless user."""
    sent = json.dumps([request.json for request in world.env.http_requests])
    assert '"users"' in sent, "no user was mentioned"
    return "<@-" not in sent and re.search(r'"users": \[[^]]*-', sent) is None


# A game of each kind


@pytest.mark.sampled(4)
@each
async def test_a_player_is_forgotten_in_the_middle_and_the_game_is_played_to_its_end(
    people: World, game: str
) -> None:
    world = people
    table = await start_game(world, game)
    mine = [line for line in await world.log() if line.user_id == world.ann.id]
    data = await data_of(world, world.ann)
    assert [(row["ply"], row["seat"], row["action"]) for row in data["moves"]] == [
        (line.ply, line.seat, line.action) for line in mine
    ]
    assert [(row["table"], row["game"], row["name"]) for row in data["seats"]] == [("T1", game, NAME)]
    assert str(world.ann.id) in message_text(world.last("T1")) or NAME in message_text(world.last("T1"))
    assert traces(world.path, world.ann.id, NAME)

    answer = await forget(world, world.ann)
    assert answer.startswith(IN_ENGLISH("privacy.forgotten"))
    assert traces(world.path, world.ann.id, NAME) == []
    assert bytes_with(world.path, world.ann.id, NAME) == []
    assert all(NAME not in str(message) for message in await boards(world))

    after = await world.table()
    assert (after.state, after.head) == (table.state, table.head)
    if game == "thrag":
        assert await world.later(24) == []
        taken = await world.cleo.click(await board_of(world), label=f"Take the seat of {NAMELESS}")
        assert says(text_of(board(taken).components), "seat.taken", name="Cleo", other=NAMELESS)
    over = await to_the_end(world)
    assert over.plies > table.plies
    text = await export_log(world)
    assert verify(text, GAMES) == ()
    assert not is_sealed(text)
    await world.tick()
    assert traces(world.path, world.ann.id, NAME) == []
    assert never_mentioned(world)


async def boards(world: World) -> list[object]:
    """Every message that shows a table now, as Discord has it."""
    table = await world.table()
    assert table.board is not None
    stored = world.env.backend.get_message(table.board.channel_id, table.board.message_id)
    return [stored.components]


async def board_of(world: World) -> ResponseMessage:
    """The board of the first table, to be clicked."""
    return board(await world.ben.slash(world.channel, "board", table="T1"))


@each
async def test_the_question_changes_nothing_and_neither_does_going_back(people: World, game: str) -> None:
    world = people
    await start_game(world, game)
    before = snapshot(world.path)
    question = await forget_question(world, world.ann)
    text = text_of(question.components)
    assert says(text, "privacy.forget.ask")
    assert says(text, "privacy.forget.seats.one", count=1)
    assert says(text, "privacy.forget.playing.one", count=1)
    assert labels(question) == [IN_ENGLISH("button.forget.games.one", count=1), "Back"]
    result = await world.ann.click(question, label="Back")
    assert result.response is not None
    assert says(text_of(result.response.components), "privacy.panel")
    assert snapshot(world.path) == before


@each
async def test_the_data_of_a_running_game_tells_no_secret_and_nothing_of_others(
    people: World, game: str
) -> None:
    world = people
    table = await start_game(world, game)
    text = json.dumps(await data_of(world, world.ann))
    secrets = (table.seed, json.dumps(table.state), table.head, "state", "counter")
    assert not [secret for secret in secrets if f'"{secret}"' in text]
    assert str(world.ben.id) not in text
    assert "Ben" not in text


# All that there can be


async def everything(world: World) -> None:
    """One of everything that can be stored about Ann; the running game is T1."""
    trace, session = Trace("scene", 0), world.session
    await start_game(world, "thud", clock=3600)
    await session.service(PersonalSettings).set_hours(world.ann.id, 7 * 60, 22 * 60, "Europe/Berlin")
    await session.service(PersonalSettings).set_digest(world.ann.id, 8 * 60)
    await session.service(PersonalSettings).set_vacation(world.ann.id, 2, date(1970, 1, 20))
    await open_table(world.ann, world.channel, "thrag", daily=True)
    await open_table(world.ann, world.channel, "ploc", opponent=world.cleo)
    await open_table(world.cleo, world.channel, "thud", opponent=world.ann)
    await open_table(world.ann, world.channel, "trogdor")
    over = await start_game(world, "ploc", turns=1)
    await session.play.move(world.click_by(world.ben), over.id, "resign", trace)
    helped = (await session.lobby.open(world.click_by(world.ben), Opening("thrag", {}, 0, None), trace)).table
    (owner,) = helped.players
    lent = replace(owner, substitute=world.ann.id, substitute_name=NAME)
    change = replace(session.tables.change(world.click_by(world.ben), helped), players=(lent,))
    await session.tables.save(change, trace)
    await turn(world, helped.id)
    store = session.context.store
    await UndoStorage(store).set_offer(UndoOffer(1, 1, world.ann.id, 0, 1, (0,), 5.0))
    await LessonStorage(store).save(world.ann.id, "thud", Progress(1))
    await PreparedStorage(store).enter(
        helped.id,
        PreparedAnswer(
            world.ann.id, 1, 0, (await session.tables.get(helped.id)).plies, ((1, "roll"),), "roll"
        ),
    )
    now = await session.tables.get(helped.id)
    mine = Plan(now.id, now.turn, 0, world.ann.id, "{}", ("roll",), 4.0)
    shared = await PlanStorage(store).share(mine, 9_001)
    assert shared is not None
    await PlanStorage(store).toggle_like(shared, world.ann.id, 5.0)
    ask = Vote(now.id, 1, now.turn, now.plies, 0, world.ann.id, "{}", ("roll",), 4.0, 9e9)
    assert await VoteStorage(store).begin(ask, None)
    await VoteStorage(store).cast_vote(ask, world.ann.id, 0, 5.0)
    await LastSeenStorage(store).save({(over.id, world.ann.id): LastSeen(1, 4.0)})
    await PuzzleStorage(store).change(world.ann.id, "ploc", Attempts(), Attempts("1970-01-01", 1))
    await world.ann.slash(world.channel, "tournament", game="ploc")
    await store.visits.log_out(world.ann.id)
    await LadderStorage(store).award(world.channel.id, "1970-01", [("thud", world.ann.id)])


async def looks_for_an_opponent(world: World) -> None:
    """Ann looks for an opponent, never wants Ben again, sees a table in a second place, and has an order."""
    store, ann, ben = world.session.context.store, world.ann.id, world.ben.id
    await OrderStorage(store).set_order(ann, "ploc.end", given=True)
    search = OpponentSearch(ann, "thud", 3, NAME, "en", Pace.DAY, rated=True, near=True, since=1.0, ends=2e9)
    assert await SearchStorage(store).begin(search)
    await SearchStorage(store).add_avoided(ann, ben, 1.0)
    await SearchStorage(store).add_avoided(ben, ann, 1.0)
    await run_sql(
        store,
        "INSERT INTO mirrors (table_id, user_id, channel_id, language, revision, turn, due)"
        " VALUES (1, ?, 66, 'en', -1, -1, 1e18)",
        (ann,),
    )


async def test_everything_that_there_can_be_is_told_and_then_gone(people: World) -> None:
    world = people
    await everything(world)
    await looks_for_an_opponent(world)
    data = await data_of(world, world.ann)
    empty = {part for part in PARTS if not data[part]}
    assert empty == {"agreements", "departures", "nudges", "blocked"}, "and who is blocked is not answered"
    assert {alarm["kind"] for alarm in data["alarms"]} >= {"digest", "away", "back"}
    question = await forget_question(world, world.ann)
    text = text_of(question.components)
    for sentence in (
        "6 games keep",
        "3 games haven't begun",
        "1 of them is",
        "1 unfinished deal",
    ):
        assert sentence in text, sentence
    await world.ann.click(question, label="Forget me and my 6 games")
    assert traces(world.path, world.ann.id, NAME) == []
    assert bytes_with(world.path, world.ann.id, NAME) == []
    assert await nothing(world) == IN_ENGLISH("privacy.none")
    await world.later(24 * 30)
    assert traces(world.path, world.ann.id, NAME) == []
    assert never_mentioned(world)
    assert not any(world.ann.id in posted.pings for posted in world.posts_since()[-5:])


async def nothing(world: World) -> str:
    """Ann's answer when she asks again."""
    result = await world.ann.click(await panel_of(world, world.ann), label="Send me my data")
    assert not any(message.attachments for message in result.followups)
    return private_text(result)


async def test_nothing_is_known_of_a_stranger(people: World) -> None:
    assert await nothing(people) == IN_ENGLISH("privacy.none")
    panel = await panel_of(people, people.ann)
    text = private_text(await people.ann.click(panel, label="Forget me…"))
    assert text == IN_ENGLISH("privacy.none")
    assert "terms" not in text_of(panel.components), "the host has published nothing"


async def test_where_the_host_has_published_them_the_papers_are_linked(people: World) -> None:
    application = people.bot.application
    assert application is not None
    application.privacy_policy_url = "https://example.org/privacy"
    application.terms_of_service_url = "https://example.org/terms"
    text = text_of((await panel_of(people, people.ann)).components)
    assert "[privacy policy](https://example.org/privacy)" in text
    assert "[terms of service](https://example.org/terms)" in text


async def test_the_file_explains_itself_in_the_users_language(people: World) -> None:
    world = people
    await start_game(world, "thrag")
    await world.session.service(PersonalSettings).set_language(world.ann.id, "de")
    (message,) = await handed_over(world, world.ann)
    about = json.loads(await message.attachments[0].read())["about"]
    german = words_in("de")
    assert about["moves"] == german("me.data.about.moves")
    assert set(about) == {"file", "besides", *PARTS}


async def test_it_works_in_direct_messages(people: World) -> None:
    world = people
    await start_game(world, "thrag")
    (message,) = await handed_over(world, world.ann.user)
    assert json.loads(await message.attachments[0].read())["seats"][0]["table"] == "T1"
    question = await forget_question(world, world.ann.user)
    await world.ann.user.click(question, label=labels(question)[0])
    assert traces(world.path, world.ann.id, NAME) == []


@pytest.mark.parametrize("limit", [4096, 300])
async def test_what_is_too_large_comes_packed_and_in_pieces_if_need_be(
    people: World, monkeypatch: pytest.MonkeyPatch, limit: int
) -> None:
    world = people
    table = await start_game(world, "thud")
    rows = [(table.id, 1000 + number, 0, world.ann.id, "dE2-E10", bytes(32), 5.0, 0) for number in range(200)]
    await of_file(world.session.context.store.writer).executemany(
        "INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows
    )
    await of_file(world.session.context.store.writer).execute_fetchall(
        "INSERT OR IGNORE INTO authors VALUES (?, ?)", (world.ann.id, table.id)
    )
    small = property(lambda _: limit, lambda _, _given: None)
    monkeypatch.setattr(discord.Interaction, "filesize_limit", small)
    messages = await handed_over(world, world.ann)
    pieces = [await message.attachments[0].read() for message in messages]
    assert all(len(piece) <= limit for piece in pieces)
    assert (len(pieces) > 1) is (limit == 300)
    with zipfile.ZipFile(io.BytesIO(b"".join(pieces))) as archive:
        (name,) = archive.namelist()
        assert len(json.loads(archive.read(name))["moves"]) >= 200


# What can come in between


async def test_clicking_twice_is_like_clicking_once(people: World) -> None:
    world = people
    await start_game(world, "ploc")
    *both, later = [await forget_question(world, world.ann) for _ in range(3)]
    await world.at_once(*((world.ann, question, labels(question)[0]) for question in both))
    assert traces(world.path, world.ann.id, NAME) == []
    outbox = world.session.context.store.outbox
    await outbox.flush()
    before = snapshot(world.path)
    result = await world.ann.click(later, label=labels(later)[0])
    assert result.response is not None
    assert says(text_of(result.response.components), "privacy.forgotten")
    await outbox.flush()
    assert snapshot(world.path) == before


async def test_a_full_disk_is_told_and_nothing_is_changed(people: World) -> None:
    world = people
    await start_game(world, "thud")
    question, writer = await forget_question(world, world.ann), of_file(world.session.context.store.writer)
    await writer.read(_fill)
    before = snapshot(world.path)
    result = await world.ann.click(question, label=labels(question)[0])
    assert says(aside(result), "disk-full")
    assert snapshot(world.path) == before
    assert (await world.table()).players[0].name == NAME
    await writer.execute_fetchall("PRAGMA max_page_count = 100000")
    await forget(world, world.ann)
    assert traces(world.path, world.ann.id, NAME) == []


def _fill(connection: sqlite3.Connection) -> None:
    """There is no room for one more alarm, such as that of Taproom's turn."""
    connection.execute("COMMIT")  # what fills up is to stay
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    for size in (2000, 200, 20, 1):
        with suppress(sqlite3.OperationalError):
            while True:
                connection.execute(
                    "INSERT INTO alarms (kind, due, table_id, turn, detail) VALUES ('house', 1e12, 1, 99, ?)",
                    ("x" * size,),
                )
    connection.execute("BEGIN")


def aside(result: InteractionResult) -> str:
    """The private messages besides the clicked one."""
    return "\n".join(text_of(message.components) for message in result.followups if message.ephemeral)


async def test_it_outlives_a_restart(people: World) -> None:
    world = people
    await start_game(world, "ploc")
    question = await forget_question(world, world.ann)
    await world.restart()
    await world.ann.click(question, label=labels(question)[0])
    await world.restart()
    assert traces(world.path, world.ann.id, NAME) == []
    assert bytes_with(world.path, world.ann.id, NAME) == []
    assert (await to_the_end(world)).status is Status.OVER


# What is seen in the channel


async def test_boards_of_finished_games_lose_the_name_too(people: World) -> None:
    world = people
    over = await start_game(world, "ploc", turns=1)
    await world.session.play.move(world.click_by(world.ben), over.id, "resign", Trace("scene", 0))
    shown = await board_of(world)
    assert NAME in text_of(shown.components)
    answer = await forget(world, world.ann)
    assert says(answer, "privacy.forgotten.boards.one", count=1)
    text = message_text(world.last("T1"))
    assert NAME not in text
    assert NAMELESS in text
    assert "Play again" in labels(shown)


async def test_an_invitation_loses_the_name_and_its_buttons(people: World) -> None:
    world = people
    await open_table(world.ann, world.channel, "thud", opponent=world.ben)
    shown = world.last("with you")
    await forget(world, world.ann)
    text = message_text(world.last("with you"))
    assert says(text, "table.challenge", host=NAMELESS)
    assert says(text, "closed")
    assert shown.id == world.last("with you").id


async def test_a_challenged_user_is_not_pinged_by_an_unknown_id(people: World) -> None:
    world = people
    await open_table(world.ben, world.channel, "thud", opponent=world.ann)
    await forget(world, world.ann)
    text = message_text(world.last("with you"))
    assert says(text, "table.challenge", guest=f"**{NAMELESS}**", host="Ben")
    assert never_mentioned(world)


async def test_the_notice_that_their_time_is_up_loses_the_name(people: World) -> None:
    world = people
    await start_game(world, "thud", turns=0, clock=3600)
    await world.later(1)
    assert NAME in message_text(world.last_saying("time.up"))
    await forget(world, world.ann)
    assert all(NAME not in message_text(message) for message in world.channel.history())
    assert says(message_text(world.last("forgotten")), "forget.notice")


async def test_a_question_of_theirs_to_take_back_loses_the_name(people: World) -> None:
    world = people
    await world.game("dG1-G2", "TG7-F7")
    asked_first = (await world.ann.slash(world.channel, "undo")).response
    assert asked_first is not None
    await world.ann.click(asked_first, label=labels(asked_first)[0])
    assert NAME in message_text(world.last_saying("undo.asks"))
    await forget(world, world.ann)
    assert all(NAME not in message_text(message) for message in world.channel.history())


async def test_a_board_out_of_reach_is_in_the_log_and_holds_nothing_up(
    people: World, caplog: pytest.LogCaptureFixture
) -> None:
    world = people
    await start_game(world, "thud")
    caplog.set_level(logging.INFO)
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50001, times=None)
    answer = await forget(world, world.ann)
    assert says(answer, "privacy.forgotten")
    assert traces(world.path, world.ann.id, NAME) == []
    assert any("table=T1 the board could not be changed" in one.getMessage() for one in caplog.records)
    assert NAME not in caplog.text


# Taking the seat


async def test_the_button_gives_the_seat_to_the_first_user_who_clicks(people: World) -> None:
    world = people
    await start_game(world, "thud", turns=2)
    await forget(world, world.ann)
    shown = await board_of(world)
    assert says(text_of(shown.components), "seat.free", name=NAMELESS)
    assert "I'm back" not in labels(shown)
    offered = await games_of(world)
    mark = world.mark()
    taken = board(await world.cleo.click(shown, label=f"Take the seat of {NAMELESS}"))
    text = text_of(taken.components)
    assert says(text, "seat.taken", name="Cleo", other=NAMELESS)
    assert f"<@{world.cleo.id}>" in text, "it is their turn"
    assert world.pings(mark) == [], "who has clicked is there already"
    assert IN_ENGLISH("button.take-seat", name=NAMELESS) not in labels(taken)
    assert await world.later(1) == [], "the house plays no more"
    again = await world.cleo.click(offered, label=IN_ENGLISH("button.take-seat.at", code="T1"))
    assert says(private_text(again), "seated-already")
    await world.move(world.cleo, "dG1-G2")
    assert (await world.log())[-1].user_id == world.cleo.id


async def test_of_two_who_click_one_has_the_seat(people: World) -> None:
    world = people
    await start_game(world, "trogdor")
    await forget(world, world.ann)
    shown, label = await board_of(world), f"Take the seat of {NAMELESS}"
    dora = world.guild.add_member(world.env.create_user("dora", global_name="Dora"))
    posted = await world.at_once((world.cleo, shown, label), (dora, shown, label))
    assert sum(says(message.text, "vacant-none", code="T1") for message in posted if message.private) == 1
    assert {player.name for player in (await world.table()).players} in ({"Cleo", "Ben"}, {"Dora", "Ben"})


async def games_of(world: World) -> ResponseMessage:
    """Cleo's answer to `/games`."""
    shown = (await world.cleo.slash(world.channel, "games")).response
    assert shown is not None
    return shown


async def take_the_seat(world: World) -> None:
    """Cleo stands in at T1 for the forgotten user."""
    await world.cleo.click(await games_of(world), label="Take the seat in T1")


async def test_a_free_seat_is_taken_from_the_list_of_games(people: World) -> None:
    world = people
    await start_game(world, "thrag")
    assert labels(await games_of(world)) == []
    await forget(world, world.ann)
    offered = await games_of(world)
    assert text_of(offered.components).splitlines()[-1].endswith(IN_ENGLISH("games.free"))
    await world.cleo.click(offered, label="Take the seat in T1")
    assert says(message_text(world.last("T1")), "seat.taken", name="Cleo", other=NAMELESS)
    assert (await world.table()).players[0].user_id == world.cleo.id
    assert labels(await games_of(world)) == []
    elsewhere = world.guild.create_text_channel("elsewhere")
    other = (await world.ben.slash(elsewhere, "games")).response
    assert other is not None
    assert labels(other) == []


async def test_the_log_and_the_history_tell_who_had_the_seat_before(people: World) -> None:
    world = people
    await start_game(world, "thud", turns=2)
    await forget(world, world.ann)
    await take_the_seat(world)
    result = await world.cleo.slash(world.channel, "table log", table="T1")
    assert result.response is not None
    file = result.response.attachments[0]
    lines = (await file.read()).decode().splitlines()
    first = next(line for line in lines if "   1  " in line)
    assert f"{NAMELESS}: " in first
    assert "Cleo" not in first
    page = await world.cleo.slash(world.channel, "history", table="T1", move=1)
    assert page.response is not None
    text = text_of(page.response.components)
    assert NAMELESS in text
    assert "<@" not in text


async def text_of_log(world: World) -> str:
    """The file of `/table log`."""
    result = await world.cleo.slash(world.channel, "table log", table="T1")
    assert result.response is not None
    file = result.response.attachments[0]
    return (await file.read()).decode()


async def taken_after_the_house(world: World, game: str) -> Table:
    """Ann is forgotten, Taproom stands in, and only then Cleo takes the seat."""
    table = await start_game(world, game, turns=2)
    while acting_for(table.players[min(world.session.tables.acting_seats(table))]) != world.ann.id:
        table = await turn(world)
    await forget(world, world.ann)
    await world.later(0.01)
    before = await world.table()
    assert before.plies > table.plies, "the house has played"
    await take_the_seat(world)
    after = await world.table()
    assert world.cleo.id in {player.user_id for player in after.players}
    return after


@pytest.mark.parametrize("game", ["thud", "ploc", "trogdor"])
async def test_earlier_moves_are_not_of_the_new_player(people: World, game: str) -> None:
    world = people
    table = await taken_after_the_house(world, game)
    text = await text_of_log(world)
    body = text.partition("   1  ")[2]
    before, _, after = body.partition(f"Cleo takes over from {NAMELESS}")
    assert f"Taproom for {NAMELESS}: " in before
    assert "Cleo" not in before + after
    page = await world.cleo.slash(world.channel, "history", table="T1", move=table.plies)
    assert page.response is not None
    shown = text_of(page.response.components)  # what stands above may say that it is her turn by now
    assert f"Taproom for {NAMELESS}\n" in shown
    assert says(shown, "seat.taken", name="Cleo", other=NAMELESS)
    assert shown.partition("**Move ")[2].count("Cleo") == 1, "but for that line nothing is hers yet"
    earlier = await world.cleo.slash(world.channel, "history", table="T1", move=table.plies - 1)
    assert earlier.response is not None
    assert "Cleo" not in text_of(earlier.response.components)


async def test_the_last_move_on_the_board_is_not_of_the_new_player(people: World) -> None:
    world = people
    await taken_after_the_house(world, "thud")
    result = await world.ben.slash(world.channel, "board", table="T1")
    text = text_of(board(result).components)
    (moved,) = [line for line in text.splitlines() if NAMELESS in line]
    assert moved.startswith(f"**{NAMELESS}** ")
    assert "Cleo" not in moved


async def test_what_they_do_from_then_on_is_theirs(people: World) -> None:
    world = people
    taken = await taken_after_the_house(world, "thud")
    for _ in range(2):
        await turn(world)
    (seat,) = [player.seat for player in taken.players if player.user_id == world.cleo.id]
    lines = (await world.session.tables.log(taken))[taken.plies :]
    own = [line for line in lines if line.seat == seat]
    text = await text_of_log(world)
    assert own
    for line in own:
        assert f"Cleo: {line.action}" in text


async def test_a_transfer_question_of_another_player_is_updated_without_the_name(people: World) -> None:
    world = people
    await start_game(world, "thud")
    await world.ben.slash(world.channel, "table transfer", table="T1")
    assert f"<@{world.ann.id}>" in message_text(world.last_saying("move.ask.away", name="Ben"))
    await forget(world, world.ann)
    question = message_text(world.last("wants to move"))
    assert f"<@{world.ann.id}>" not in question
    assert says(question, "move.ask.away", name="Ben")


async def test_a_channel_that_lets_nothing_be_changed_is_not_asked_for_ever(people: World) -> None:
    world, trace = people, Trace("scene", 0)
    for _ in range(8):
        opening = Opening("thrag", {}, None, None)
        table = (await world.session.lobby.open(world.click_by(world.ann), opening, trace)).table
        await world.ann.slash(world.channel, "board", table=table.code)
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50001, times=None)
    mark = world.mark()
    assert says(await forget(world, world.ann), "privacy.forgotten.boards.many", count=8)
    tried = [one for one in world.env.http_requests[mark:] if one.path.startswith("/channels/")]
    assert len([one for one in tried if one.method == "PATCH"]) == 5


async def test_an_answer_that_does_not_arrive_keeps_no_name_on_a_board(people: World) -> None:
    world = people
    await start_game(world, "ploc")
    question = await forget_question(world, world.ann)
    world.env.inject_error("PATCH", "/webhooks/*", status=404, code=10015)
    await world.ann.click(question, label=labels(question)[0])
    assert traces(world.path, world.ann.id, NAME) == []
    assert NAME not in message_text(world.last("T1"))
