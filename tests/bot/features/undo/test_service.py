"""Taking back at tables on a real file: who may, who must agree, what is saved, and what it leaves out."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from dataclasses import replace
from typing import Any

import pytest

from bot.features import FEATURES
from bot.features.deals.service import Deals
from bot.features.undo.service import Undo, UndoRequest
from bot.features.undo.storage import UndoStorage
from bot.games.catalogue import CATALOGUE
from bot.kernel.clicks import Opening, Person
from bot.kernel.errors import AlreadyDone, NotSeated, Refused, Stale
from bot.kernel.session import Context, Session, Shown
from bot.kernel.tables.export import export_files, replay_actions, replayed_moments
from bot.store import HOUSE, Base, Board, CannotWrite, Journey, NewTable, Status, Store, Table, Terms
from bot.ui.alarms.kinds import ALARMS
from engine.registry import GAMES
from engine.table_lines import forked_from_line, position_digest
from engine.thud.thud_file import read_thud
from engine.verify import verify
from tests.bot.hill import WITH_HILL
from tests.bot.kernel.test_gathering import open_lobby, start
from tests.bot.samples import (
    ANN,
    BEN,
    CLEO,
    HERE,
    QUIET,
    THERE,
    Clock,
    act,
    challenge,
    click,
    game,
    refusing,
    stored_table,
    trace,
)
from tests.databases import of_file
from tests.playthroughs.golden import FILES, plies

DORA = Person(24, "Dora")


@pytest.fixture
def session(store: Store, clock: Clock) -> Session:
    return Session.over(Context(store, WITH_HILL, clock, lambda: "secret", features=FEATURES, alarms=ALARMS))


async def way(session: Session, table: Table, person: Person, **where: int) -> UndoRequest:
    return await session.service(Undo).find_request(click(person), table.id, **where)


async def undo(session: Session, table: Table, person: Person, **where: int) -> Shown:
    """Somebody takes back, where nobody else has to be asked."""
    found = await way(session, table, person, **where)
    return await session.service(Undo).take_back(click(person), found, trace())


async def offer(session: Session, table: Table, person: Person, **where: int) -> tuple[int, int, int]:
    """Somebody asks to take back; returns what a button of that message says."""
    made = await session.service(Undo).place_offer(click(person), await way(session, table, person, **where))
    return table.id, made.offer.revision, made.offer.ply


async def play_playthrough(store: Store, clock: Clock, stem: str, count: int) -> tuple[Session, Table]:
    """A playthrough's first lines, Ann on seat 0 and Ben on seat 1."""
    (text,) = (file.read_text(encoding="utf-8") for file in FILES if file.stem == stem)
    said = re.findall(r"^(seed|option): *(.*)$", text, re.MULTILINE)
    seed = next(value for key, value in said if key == "seed")
    key, done = plies(text)
    session = Session.over(Context(store, CATALOGUE, clock, lambda: seed, features=FEATURES, alarms=ALARMS))
    options = dict(value.split("=", 1) for name, value in said if name == "option")
    table = (await session.lobby.open(click(ANN), Opening(key.key, options, 0, None), trace())).table
    if key.key == "ploc":
        table = (await session.lobby.sit(click(BEN), table.id, 0, trace(), agreed=True)).table
    if table.status is Status.OPEN:
        table = (await start(session, table)).table
    for ply in done[:count]:
        table = (await act(session, table, str(ply.action), (ANN, BEN)[ply.seat])).table
    return session, table


async def actions(session: Session, table: Table) -> list[str]:
    return [line.action for line in await session.tables.log(table)]


# Free


async def test_a_move_that_nobody_has_answered_is_taken_back_at_once(session: Session, clock: Clock) -> None:
    begun = await game(session)
    table = (await act(session, begun, "dE2-E10")).table
    clock.now += 60
    shown = await undo(session, table, ANN)
    assert (shown.table.state, shown.table.status) == (begun.state, Status.PLAYING)
    assert (shown.table.revision, shown.table.time.waiting_since) == (table.revision + 1, clock.now)
    assert shown.new_turn
    line = (await session.tables.log(table))[-1]
    assert (line.ply, line.seat, line.user_id, line.action) == (2, 0, ANN.id, "!undo 0")
    assert await stored_table(session, table) == shown.table
    assert shown.news is not None
    assert (shown.news.key, shown.news.name) == ("undo.told.beginning", "Ann")


async def test_any_number_of_moves_and_back_again(session: Session) -> None:
    table = await game(session, *QUIET)
    after_one = await game(session, *QUIET[:1])
    await offer(session, table, ANN, moves=2)
    shown = await session.service(Undo).agree(click(BEN), table.id, table.revision, 0, trace())
    assert shown.table_after is not None
    moved = (await act(session, shown.table_after.table, QUIET[0])).table
    assert moved.state == after_one.state
    redone = await session.service(Undo).place_offer(click(ANN), await way(session, moved, ANN, to=4))
    assert (redone.is_new, redone.offer.ply) == (True, 4)
    again = await session.service(Undo).agree(click(BEN), table.id, moved.revision, 4, trace())
    assert again.table_after is not None
    assert again.table_after.table.state == table.state
    assert await actions(session, table) == [*QUIET, "!undo 0", QUIET[0], "!undo 4"]


async def test_the_same_deed_brings_the_same_dice(store: Store, clock: Clock) -> None:
    session, table = await play_playthrough(store, clock, "ploc_hit_swap", 4)
    other, begun = await play_playthrough(store, clock, "ploc_hit_swap", 3)
    back = (await undo(other, begun, ANN)).table
    assert (await act(other, back, "undo", ANN)).table.status is Status.PLAYING, "the game's own, too"
    back = (await undo(other, begun, ANN, to=2)).table
    for line in ("3a weaken", "done"):
        back = (await act(other, back, line, ANN)).table
    assert (back.state, back.counter) == (table.state, table.counter)
    assert await actions(other, begun) == [
        *("1c weaken", "2b hit lying", "3a weaken", "!undo 2", "undo", "!undo 2", "3a weaken", "done")
    ]
    assert session.tables.show(table).state is not None


async def test_within_a_turn_nobody_is_called(store: Store, clock: Clock) -> None:
    session, table = await play_playthrough(store, clock, "ploc_hit_swap", 2)
    shown = await undo(session, table, ANN)
    assert not shown.new_turn


async def test_the_turn_passes_back(session: Session) -> None:
    begun = await game(session)
    table = (await act(session, begun, QUIET[0])).table
    back = (await undo(session, table, ANN)).table
    assert begun.turn < table.turn < back.turn, "what was due for the other one is due no more"


# What there is to go back to


async def test_without_a_number_it_is_ones_own_last_move_with_what_followed(session: Session) -> None:
    table = await game(session, *QUIET[:3])
    mine, his = await way(session, table, ANN), await way(session, table, BEN)
    assert (mine.takeback.position.ply, mine.takeback.is_free) == (2, True)
    assert (his.takeback.position.ply, his.takeback.is_free, his.voters) == (1, False, (0,))


async def test_moves_are_counted_without_those_that_were_taken_back(session: Session) -> None:
    table = await game(session, *QUIET)
    table = (await undo(session, table, BEN)).table
    assert (await way(session, table, BEN)).takeback.position.ply == 1
    with refusing("undo-fewer") as refused:
        await way(session, table, BEN, moves=2)
    assert refused.value.values["most"] == 1


async def test_what_cannot_be_asked_for(session: Session) -> None:
    table = await game(session, *QUIET[:1])
    with refusing("undo-nothing"):
        await way(session, table, BEN)
    with refusing("undo-either"):
        await way(session, table, ANN, moves=1, to=0)
    with refusing("undo-no-move"):
        await way(session, table, ANN, to=2)
    with refusing("undo-here"):
        await way(session, table, ANN, to=1)
    with pytest.raises(NotSeated):
        await way(session, table, CLEO)
    with pytest.raises(Stale):
        await way(session, table, ANN, revision=table.revision - 1)
    assert await stored_table(session, table) == table


async def test_before_a_game_begins_and_after_it_nothing_is_taken_back(session: Session) -> None:
    waiting = await challenge(session)
    with refusing("not-begun"):
        await way(session, waiting, ANN)
    closed = (await session.lobby.decline(click(BEN), waiting.id, 0, trace())).table
    with refusing("closed"):
        await way(session, closed, ANN)
    over = await game(session, "dE2-E10", "resign")
    with refusing("game-over"):
        await way(session, over, BEN)


async def test_the_table_is_named_where_there_are_several(session: Session) -> None:
    mine = await game(session, "dE2-E10")
    assert await session.search.find_for_undo(click(ANN), None) == mine
    other = await game(session)
    with refusing("which-table"):
        await session.search.find_for_undo(click(ANN), None)
    assert await session.search.find_for_undo(click(ANN), mine.code) == mine
    with refusing("elsewhere"):
        await session.search.find_for_undo(click(ANN, channel=THERE), other.code)
    with refusing("no-table-here"):
        await session.search.find_for_undo(click(CLEO), None)


async def test_a_game_that_began_elsewhere_goes_back_to_its_beginning_at_most(session: Session) -> None:
    parent = await game(session, *QUIET[:2])
    state = (await game(session)).state or ""
    new = NewTable(
        game="thud",
        guild_id=3,
        channel_id=HERE,
        host_id=ANN.id,
        terms=Terms(options=parent.terms.options, rules_version=parent.terms.rules_version),
        seed="another",
        players=parent.players,
        at=1.0,
        state=state,
        journey=Journey(parent=(parent.id, 0), base=Base(1, state, 0)),
        entry=forked_from_line(parent.code, 0, position_digest("another", state)),
    )
    table = await session.context.store.create(new, 1)
    with refusing("undo-nothing"):
        await way(session, table, ANN)
    table = (await act(session, table, QUIET[0])).table
    with refusing("undo-no-move") as refused:
        await way(session, table, ANN, to=0)
    assert (refused.value.values["first"], refused.value.values["last"]) == (1, 2)
    shown = await undo(session, table, ANN)
    assert shown.news is not None
    assert (shown.news.key, await actions(session, table)) == (
        "undo.told.beginning",
        [new.entry, QUIET[0], "!undo 1"],
    )


# Alone


async def test_alone_what_chance_has_told_can_be_taken_back_and_comes_again(
    store: Store, clock: Clock
) -> None:
    session, table = await play_playthrough(store, clock, "thrag_win", 3)
    found = await way(session, table, ANN)
    assert (found.takeback.is_free, found.voters) == (False, ())
    before = (await undo(session, table, ANN)).table
    again = (await act(session, before, "fight red with red", ANN)).table
    assert again.state == table.state


async def test_a_deal_of_the_day_keeps_what_it_has_told(store: Store, clock: Clock) -> None:
    seed = "558"  # of the playthrough: a coin is flipped by the third line
    session = Session.over(Context(store, CATALOGUE, clock, lambda: seed, features=FEATURES, alarms=ALARMS))
    table = (
        await session.service(Deals).open_deal(click(ANN), Opening("thrag", {}, None, None), trace())
    ).table
    for line in ("fight blue", "fight green"):
        table = (await act(session, table, line, ANN)).table
    table = (await undo(session, table, ANN)).table
    for line in ("fight green", "fight red with red"):
        table = (await act(session, table, line, ANN)).table
    with refusing("undo-day"):
        await way(session, table, ANN)
    with refusing("undo-day"):
        await way(session, table, ANN, to=0)
    assert await stored_table(session, table) == table


# The other one's consent


async def test_what_the_other_has_answered_waits_for_his_consent(session: Session) -> None:
    table = await game(session, *QUIET[:2])
    found = await way(session, table, ANN)
    with refusing("undo-asks"):
        await session.service(Undo).take_back(click(ANN), found, trace())
    made = await session.service(Undo).place_offer(click(ANN), found)
    assert (made.is_new, made.previous) == (True, None)
    assert await stored_table(session, table) == table, "asking changes nothing"
    said = await session.service(Undo).agree(click(BEN), table.id, table.revision, 0, trace())
    assert said.table_after is not None
    line = (await session.tables.log(table))[-1]
    assert (line.seat, line.user_id, line.action) == (0, ANN.id, "!undo 0")
    assert said.table_after.news is not None
    assert (said.table_after.news.key, said.table_after.news.name) == ("undo.told.beginning", "Ann")
    assert await UndoStorage(session.context.store).last_offer(table.id) is None


async def test_who_may_answer(session: Session) -> None:
    table = await game(session, *QUIET[:2])
    button = await offer(session, table, ANN)
    with refusing("undo-own"):
        await session.service(Undo).agree(click(ANN), *button, trace())
    with refusing("undo-own"):
        await session.service(Undo).decline(click(ANN), *button)
    with refusing("undo-not-yours") as refused:
        await session.service(Undo).withdraw(click(BEN), *button)
    assert refused.value.values["name"] == "Ann"
    for answer in (session.service(Undo).decline, session.service(Undo).withdraw):
        with pytest.raises(NotSeated):
            await answer(click(CLEO), *button)
    with pytest.raises(NotSeated):
        await session.service(Undo).agree(click(CLEO), *button, trace())
    assert await stored_table(session, table) == table


@pytest.mark.parametrize("answer", ["declined", "withdrawn", "gone on", "another move", "restarted"])
async def test_an_offer_that_is_answered_or_overtaken_is_off(
    session: Session, store: Store, clock: Clock, answer: str
) -> None:
    table = await game(session, *QUIET[:3])
    button = await offer(session, table, ANN, to=0)
    match answer:
        case "declined":
            await session.service(Undo).decline(click(BEN), *button)
        case "withdrawn":
            await session.service(Undo).withdraw(click(ANN), *button)
        case "gone on":
            table = (await act(session, table, QUIET[3])).table
        case "another move":
            await offer(session, table, ANN, to=1)
        case _:
            session = Session.over(
                Context(store, CATALOGUE, clock, lambda: "secret", features=FEATURES, alarms=ALARMS)
            )
            said = await session.service(Undo).agree(click(BEN), *button, trace())
            assert said.table_after is not None, "a restart takes nothing away"
            table = said.table_after.table
    with refusing("undo-off"):
        await session.service(Undo).agree(click(BEN), *button, trace())
    with refusing("undo-off"):
        await session.service(Undo).decline(click(BEN), *button)
    assert await stored_table(session, table) == table


async def test_two_clicks_at_once_are_one(session: Session) -> None:
    table = await game(session, *QUIET[:2])
    button = await offer(session, table, ANN)
    said = await asyncio.gather(
        *(session.service(Undo).agree(click(BEN), *button, trace()) for _ in range(3)), return_exceptions=True
    )
    refused = [one.key for one in said if isinstance(one, Refused)]
    assert (len(said) - len(refused), refused) == (1, ["undo-off", "undo-off"])
    assert await actions(session, table) == [*QUIET[:2], "!undo 0"]


async def test_an_interaction_that_comes_again_changes_nothing(session: Session) -> None:
    table = await game(session, QUIET[0])
    once = click(ANN)
    found = await session.service(Undo).find_request(once, table.id)
    after = (await session.service(Undo).take_back(once, found, trace())).table
    with pytest.raises(AlreadyDone):
        await session.service(Undo).take_back(once, found, trace())
    assert await stored_table(session, table) == after


async def test_the_same_question_leads_to_the_one_that_stands(session: Session) -> None:
    table = await game(session, *QUIET)
    first = await session.service(Undo).place_offer(click(ANN), await way(session, table, ANN))
    assert (await session.service(Undo).place_offer(click(ANN), await way(session, table, ANN))).is_new, (
        "nobody saw it yet"
    )
    await session.service(Undo).note_offer(first.offer, Board(HERE, 77))
    again = await session.service(Undo).place_offer(
        click(BEN), await way(session, table, BEN, to=first.offer.ply)
    )
    assert (again.is_new, again.offer.message) == (False, Board(HERE, 77))
    other = await session.service(Undo).place_offer(click(ANN), await way(session, table, ANN, moves=2))
    assert (other.is_new, other.previous) == (True, again.offer)
    await session.service(Undo).note_offer(first.offer, Board(HERE, 78))
    assert await UndoStorage(session.context.store).last_offer(table.id) == other.offer, (
        "what is replaced is not noted"
    )


# Several


async def hill(session: Session, *people: Person) -> Table:
    return (await start(session, await open_lobby(session, *people))).table


async def test_of_several_more_than_half_must_agree(session: Session) -> None:
    table = await hill(session, ANN, BEN, CLEO, DORA)
    for person, line in ((ANN, "lift"), (BEN, "whistle"), (ANN, "rest")):
        table = (await act(session, table, line, person)).table
    button = await offer(session, table, ANN, moves=2)
    said = await session.service(Undo).agree(click(DORA), *button, trace())
    assert (said.table_after, said.missing) == (None, 1), "two of three"
    with refusing("undo-agreed"):
        await session.service(Undo).agree(click(DORA), *button, trace())
    both = await asyncio.gather(session.service(Undo).agree(click(CLEO), *button, trace()))
    assert both[0].table_after is not None
    assert both[0].missing == 0
    assert await actions(session, table) == ["lift", "whistle", "rest", "!undo 0"]


async def test_one_who_declines_ends_it(session: Session) -> None:
    table = await hill(session, ANN, BEN, CLEO, DORA)
    for person, line in ((ANN, "lift"), (BEN, "whistle")):
        table = (await act(session, table, line, person)).table
    button = await offer(session, table, ANN)
    await session.service(Undo).agree(click(DORA), *button, trace())
    await session.service(Undo).decline(click(CLEO), *button)
    with refusing("undo-off"):
        await session.service(Undo).agree(click(BEN), *button, trace())


async def test_who_has_left_is_not_asked_and_the_last_one_asks_nobody(session: Session) -> None:
    table = await hill(session, ANN, BEN, CLEO)
    for person, line in ((ANN, "lift"), (BEN, "leave")):
        table = (await act(session, table, line, person)).table
    assert (await way(session, table, ANN)).voters == (2,)
    button = await offer(session, table, ANN)
    with refusing("undo-no-voice"):
        await session.service(Undo).agree(click(BEN), *button, trace())
    table = (await act(session, table, "leave", CLEO)).table
    assert (await way(session, table, ANN)).voters == ()
    assert (await undo(session, table, ANN)).table.plies == table.plies + 1


# Somebody absent


async def lend_seat(session: Session, table: Table, seat: int, user_id: int, name: str) -> Table:
    """The table, somebody or the house playing for whoever sits there."""
    players = tuple(
        replace(player, substitute=user_id, substitute_name=name) if player.seat == seat else player
        for player in table.players
    )
    change = replace(session.tables.change(click(ANN), table), players=players)
    return await session.context.store.save(change)


@pytest.mark.parametrize("who", [BEN, CLEO])
async def test_a_friend_answers_for_whom_they_play_and_so_does_the_owner(
    session: Session, who: Person
) -> None:
    table = await lend_seat(session, await game(session, *QUIET[:2]), 1, CLEO.id, "Cleo")
    said = await session.service(Undo).agree(click(who), *await offer(session, table, ANN), trace())
    assert said.table_after is not None
    (_, player) = said.table_after.table.players
    assert player.substitute == (None if who is BEN else CLEO.id), "who comes back plays for themselves"


async def test_a_friend_takes_back_for_whom_they_play(session: Session) -> None:
    table = await lend_seat(session, await game(session, QUIET[0]), 0, CLEO.id, "Cleo")
    shown = await undo(session, table, CLEO)
    line = (await session.tables.log(table))[-1]
    assert (line.seat, line.user_id) == (0, CLEO.id)
    assert shown.news is not None
    assert shown.news.name == "Cleo"


async def test_the_house_is_not_asked(session: Session) -> None:
    table = await lend_seat(session, await game(session, *QUIET[:2]), 1, HOUSE, "")
    assert (await way(session, table, ANN)).voters == ()
    assert (await undo(session, table, ANN)).table.state == (await game(session)).state


# The disk, and what is told afterwards


def _pragma(connection: sqlite3.Connection, setting: str) -> int:
    value: int = connection.execute(f"PRAGMA {setting}").fetchone()[0]
    return value


@pytest.mark.usefixtures("path")
async def test_a_full_disk_leaves_everything_as_it_was(session: Session) -> None:
    store = session.context.store
    table = await game(session, QUIET[0])
    pages = await of_file(store.writer).read(_pragma, "page_count")
    await of_file(store.writer).read(_pragma, f"max_page_count = {pages}")
    last, log = table, await session.tables.log(table)
    with pytest.raises(CannotWrite, match="full"):  # noqa: PT012 - some pages have room left
        while True:
            last = (await undo(session, last, ANN, to=1 - last.plies % 2)).table
            log = await session.tables.log(table)
    assert await stored_table(session, table) == last
    assert await session.tables.log(table) == log
    await of_file(store.writer).read(_pragma, f"max_page_count = {1_000 * pages}")
    assert (await undo(session, last, ANN, to=1 - last.plies % 2)).table.revision == last.revision + 1


async def test_an_exported_game_is_whole_and_its_files_leave_out_what_was_taken_back(
    session: Session,
) -> None:
    table = await game(session, *QUIET)
    said = await session.service(Undo).agree(click(ANN), *await offer(session, table, BEN, to=1), trace())
    assert said.table_after is not None
    table = (await act(session, said.table_after.table, "TG7-F8")).table
    table = (await act(session, table, "resign")).table
    told = export_files(CATALOGUE["thud"], table, await session.tables.log(table))
    assert verify(told["T1.jsonl"], GAMES) == ()
    assert '"!undo 1"' in told["T1.jsonl"]
    assert tuple(map(str, read_thud(told["T1-battle-1.thud"])[1])) == (QUIET[0], "TG7-F8")


async def test_films_and_files_are_made_of_what_lasts(store: Store, clock: Clock) -> None:
    session, table = await play_playthrough(store, clock, "trogdor_solo", 4)
    table = (await undo(session, table, ANN, moves=3)).table
    table = (await act(session, table, "step n", ANN)).table
    entry, lines = CATALOGUE["trogdor"], await session.tables.log(table)
    kept: list[Any] = [moment.action for moment in replayed_moments(entry, table, lines)]
    assert list(map(str, kept)) == ["play sidewise", "step n"]
    assert kept == list(replay_actions(entry, table, lines)[0])
    assert verify(export_files(entry, table, lines)["T1.jsonl"], GAMES) == ()
