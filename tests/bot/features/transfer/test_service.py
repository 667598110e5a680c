"""Transfers: who must agree, what is published, what stays hidden, and how it is verified."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from bot.features import FEATURES, HOOKS
from bot.features.deals.service import Deals
from bot.features.forks.service import Forks
from bot.features.transfer import storage
from bot.features.transfer.service import LONGEST, InvalidExport, Transfer
from bot.features.transfer.storage import TransferStorage
from bot.features.undo.service import Undo
from bot.games.catalogue import CATALOGUE
from bot.kernel.clicks import Click, Opening, Person
from bot.kernel.errors import Refused
from bot.kernel.session import Context, Session
from bot.kernel.tables.seats import has_lobby, is_for_one
from bot.store import Kind, Status, Store, Table, Terms
from bot.store.sql import Cursor, SqlConnection, Values
from bot.ui.alarms.kinds import ALARMS
from engine.__main__ import main
from engine.export_format import record_text, with_checksum
from engine.fairness import chance_seed, commitment, first_hash, next_hash
from engine.registry import GAMES
from engine.rng import SeededRng
from engine.table_lines import forked_from_line, position_digest
from engine.verify import verify
from tests.bot.samples import ANN, BEN, CLEO, Clock, click, game, refusing, stored_table, trace
from tests.engine.exports import sign_records, text_of

DORA, EVE, FAY = Person(21, "Dora"), Person(22, "Eve"), Person(23, "Fay")
OLD, NEW = (ANN, BEN, CLEO), (DORA, EVE, FAY)
SEATS = {"thud": 2, "koom": 2, "ploc": 2, "thrag": 1, "trogdor": 3}


@pytest.fixture
def session(store: Store, clock: Clock) -> Session:
    """Every secret is another one."""
    seeds = count(1)
    return Session.over(
        Context(
            store, CATALOGUE, clock, lambda: f"old secret {next(seeds)}", features=FEATURES, alarms=ALARMS
        )
    )


@pytest.fixture
async def elsewhere(tmp_path: Path, clock: Clock) -> AsyncIterator[Session]:
    """Another installation, with a database of its own."""
    store, seeds = await Store.open(tmp_path / "elsewhere.db", hooks=HOOKS), count(1)
    yield Session.over(
        Context(
            store, CATALOGUE, clock, lambda: f"new secret {next(seeds)}", features=FEATURES, alarms=ALARMS
        )
    )
    await store.close()


async def start_game(session: Session, key: str, people: tuple[Person, ...] = OLD, **options: str) -> Table:
    """Start a game of as many of these people as it has seats here."""
    opening = Opening(key, options, 0 if SEATS[key] > 1 else None, None)
    table = (await session.lobby.open(click(people[0]), opening, trace())).table
    for person in people[1 : SEATS[key]]:
        table = (await session.lobby.sit(click(person), table.id, table.revision, trace(), agreed=True)).table
    if has_lobby(CATALOGUE[key].game):
        table = (await session.lobby.start(click(people[0]), table.id, table.revision, trace())).table
    return table


async def play_lines(session: Session, table: Table, lines: int) -> Table:
    """Play some lines as Taproom would for the players, at most to the end of the game."""
    entry = CATALOGUE[table.game]
    people = {player.seat: Person(player.user_id, player.name) for player in table.players}
    for _ in range(lines):
        shown = session.tables.show(table)
        acting = sorted(entry.game.to_act(shown.state))
        if not acting:
            break
        seat, legal = acting[0], entry.game.legal(shown.state, acting[0])
        view = entry.game.view(shown.state, seat)
        action = entry.game.stand_in_action(view, legal, SeededRng(f"{table.head}/{seat}"))
        table = (await session.play.move(click(people[seat]), table.id, str(action), trace())).table
    return table


async def finish_game(session: Session, table: Table) -> Table:
    """Play some lines, then resign for all players."""
    table = await play_lines(session, table, 12)
    while table.status is Status.PLAYING:
        shown = session.tables.show(table)
        player = table.players[min(shown.entry.game.to_act(shown.state))]
        giving_up = "leave" if shown.entry.game.cooperative else "resign"
        person = Person(player.user_id, player.name)
        table = (await session.play.move(click(person), table.id, giving_up, trace())).table
    return table


async def sent_away(session: Session, table: Table, asked: tuple[Person, ...] = ()) -> str:
    """The exported file of a game, after all players agreed."""
    people = asked or tuple(Person(player.user_id, player.name) for player in table.players)
    await session.service(Transfer).ask_to_move(click(people[0]), table.id, None)
    for person in people[1:]:
        await session.service(Transfer).agree_to_move(click(person), table.id)
    _, exported = await session.service(Transfer).export_game(click(people[0]), table.id, trace())
    return next(iter(exported.values()))


async def import_and_seat(session: Session, text: str, people: tuple[Person, ...] = NEW) -> Table:
    """Import a game, with these people on its seats in order."""
    table = (await session.service(Transfer).import_game(click(people[0]), text, trace())).table
    if is_for_one(CATALOGUE[table.game].game):
        return table
    mine = next(player.seat for player in table.players if player.user_id == people[0].id)
    free = [seat for seat in range(SEATS[table.game]) if seat != mine]
    for person, seat in zip(people[1:], free, strict=False):
        table = (await session.lobby.take_seat(click(person), table.id, seat, trace())).table
    if has_lobby(CATALOGUE[table.game].game):
        table = (await session.lobby.start(click(people[0]), table.id, table.revision, trace())).table
    return table


async def export(session: Session, table: Table) -> str:
    return next(iter((await session.access.export(await stored_table(session, table))).values()))


def headers(text: str) -> list[Mapping[str, object]]:
    """The header of each part of a file."""
    records = [json.loads(line) for line in text.splitlines()]
    return [record for record in records if "format" in record]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("key", GAMES)
async def test_a_game_moves_to_other_people_elsewhere_and_is_verified_at_its_end(
    key: str, session: Session, elsewhere: Session, tmp_path: Path
) -> None:
    table = await play_lines(session, await start_game(session, key), 9)
    text = await sent_away(session, table)
    assert (await stored_table(session, table)).status is Status.CLOSED

    there = await finish_game(elsewhere, await import_and_seat(elsewhere, text))
    assert {player.user_id for player in there.players} <= {person.id for person in NEW}
    whole = await export(elsewhere, there)
    first, second = headers(whole)
    assert (first["seed"], second["seed"]) == (table.seed, there.seed)
    assert first["commitment"] == commitment(table.seed) != second["commitment"] == commitment(there.seed)
    assert verify(whole, GAMES) == ()
    file = tmp_path / "moved.jsonl"
    file.write_text(whole, encoding="utf-8")
    assert main(["verify", str(file)]) == 0


@pytest.mark.parametrize("key", GAMES)
async def test_what_is_known_stays_and_what_is_not_is_shuffled_by_the_new_secret(
    key: str, session: Session, elsewhere: Session
) -> None:
    table = await play_lines(session, await start_game(session, key), 9)
    text = await sent_away(session, table)
    there = await import_and_seat(elsewhere, text)
    entry, before, after = (
        CATALOGUE[key],
        session.tables.show(table).state,
        elsewhere.tables.show(there).state,
    )
    assert entry.game.view(after, None) == entry.game.view(before, None)
    anew = entry.game.reshuffle(before, SeededRng(chance_seed(there.seed, ())).stream("moved"))
    assert entry.codec.dump(after) == entry.codec.dump(anew)


async def test_twice_moved_has_three_parts_each_under_its_own_secret(
    session: Session, elsewhere: Session
) -> None:
    table = await play_lines(session, await start_game(session, "ploc"), 5)
    there = await play_lines(elsewhere, await import_and_seat(elsewhere, await sent_away(session, table)), 5)
    back = await import_and_seat(session, await sent_away(elsewhere, there), OLD)
    whole = await export(session, await finish_game(session, back))
    secrets = [header["seed"] for header in headers(whole)]
    assert secrets == [table.seed, there.seed, back.seed]
    assert verify(whole, GAMES) == ()


async def test_salts_added_on_arrival_go_into_the_new_chance(session: Session, elsewhere: Session) -> None:
    text = await sent_away(session, await play_lines(session, await start_game(session, "thrag"), 3))
    assert headers(text)[0]["seed"]
    duel = await sent_away(session, await play_lines(session, await start_game(session, "ploc"), 3))
    table = (await elsewhere.service(Transfer).import_game(click(DORA), duel, trace())).table
    table = (await elsewhere.lobby.salt(click(DORA), table.id, "pepper", trace())).table
    free = 1 - table.players[0].seat
    there = (await elsewhere.lobby.take_seat(click(EVE), table.id, free, trace())).table
    assert there.terms.salts == ("pepper",)
    whole = await export(elsewhere, await finish_game(elsewhere, there))
    assert verify(whole, GAMES) == ()


# Within one installation


def there(person: Person, channel: int = 9) -> Click:
    return replace(click(person), channel_id=channel)


@pytest.mark.parametrize("key", GAMES)
async def test_within_an_installation_the_same_people_go_on_at_once(key: str, session: Session) -> None:
    old = await play_lines(session, await start_game(session, key), 6)
    await session.service(Transfer).ask_to_move(click(ANN), old.id, 9)
    for person in OLD[1 : SEATS[key]]:
        await session.service(Transfer).agree_to_move(click(person), old.id)
    shown = await session.service(Transfer).move_to_channel(click(ANN), old.id, there(ANN), trace())
    new = shown.table
    assert (new.channel_id, new.status, new.players) == (9, Status.PLAYING, old.players)
    assert shown.news is not None
    hidden = "move.arrived" if key in ("thrag", "trogdor") else "move.arrived.known"
    assert (shown.news.key, shown.news.name) == (hidden, old.code)
    left = await stored_table(session, old)
    assert (left.status, left.journey.gone) == (Status.CLOSED, new.id)
    assert await TransferStorage(session.context.store).pending_transfer(old.id) is None
    assert verify(await export(session, await finish_game(session, new)), GAMES) == ()
    assert verify(await export(session, left), GAMES) == ()


async def test_where_bots_are_quiet_they_stay_so(session: Session) -> None:
    opening = Opening("thrag", {}, None, None, terms=Terms(quiet=True))
    table = (await session.lobby.open(click(ANN), opening, trace())).table
    await session.service(Transfer).ask_to_move(click(ANN), table.id, 9)
    moved = await session.service(Transfer).move_to_channel(click(ANN), table.id, there(ANN), trace())
    assert moved.table.terms.quiet
    text = await sent_away(session, moved.table)
    assert (await session.service(Transfer).import_game(click(ANN), text, trace())).table.terms.quiet


async def test_banks_of_time_go_along(session: Session, clock: Clock) -> None:
    opening = Opening("ploc", {}, 0, None, terms=Terms(clock=3600, bank=7200))
    table = (await session.lobby.open(click(ANN), opening, trace())).table
    table = (await session.lobby.sit(click(BEN), table.id, 0, trace(), agreed=True)).table
    clock.now += 3600 + 600
    table = await play_lines(session, table, 8)
    late = next(one for one in table.time.clocks if one.bank < 7200)
    await session.service(Transfer).ask_to_move(click(ANN), table.id, 9)
    await session.service(Transfer).agree_to_move(click(BEN), table.id)
    new = (await session.service(Transfer).move_to_channel(click(BEN), table.id, there(BEN), trace())).table
    assert {one.seat: one.bank for one in new.time.clocks}[late.seat] == late.bank
    assert (new.terms.clock, new.terms.bank) == (3600, 7200)
    assert (await stored_table(session, table)).time.clocks == ()


async def moved_within(session: Session, old: Table) -> Table:
    await session.service(Transfer).ask_to_move(click(ANN), old.id, 9)
    for player in old.players[1:]:
        await session.service(Transfer).agree_to_move(click(Person(player.user_id, player.name)), old.id)
    return (await session.service(Transfer).move_to_channel(click(ANN), old.id, there(ANN), trace())).table


async def test_who_is_awaited_at_the_new_table_is_awaited_as_long_as_at_the_old_one(
    session: Session, clock: Clock
) -> None:
    opening = Opening("ploc", {}, 0, None, terms=Terms(patience=86_400))
    old = (await session.lobby.open(click(ANN), opening, trace())).table
    old = (await session.lobby.sit(click(BEN), old.id, 0, trace(), agreed=True)).table
    new = await moved_within(session, old)
    free = [one for one in await session.context.store.schedule.of_table(new.id) if one.kind is Kind.FREE]
    assert [one.due for one in free] == [clock.now + 86_400]


async def test_a_game_that_moved_among_its_people_counts_as_one_game(session: Session, clock: Clock) -> None:
    old = await play_lines(session, await start_game(session, "ploc"), 6)
    clock.now += 100
    new = await finish_game(session, await moved_within(session, old))
    mine = await session.context.store.schedule.results_of_user(ANN.id)
    assert [(one.table_id, one.counts, one.plies) for one in mine] == [(new.id, True, 6 + new.plies)]
    assert mine[0].began < clock.now


async def test_a_game_that_left_and_came_back_counts_without_a_restart(session: Session) -> None:
    left = await play_lines(session, await start_game(session, "ploc"), 6)
    new = await import_and_seat(session, await sent_away(session, left), OLD)
    assert (await session.tables.get(left.id)).journey.gone == new.id
    await finish_game(session, new)
    mine = await session.context.store.schedule.results_of_user(ANN.id)
    assert [one.counts for one in mine] == [True]


async def test_without_known_earlier_players_it_does_not_count(session: Session, elsewhere: Session) -> None:
    text = await sent_away(session, await play_lines(session, await start_game(session, "ploc"), 6))
    await finish_game(elsewhere, await import_and_seat(elsewhere, text))
    mine = await elsewhere.context.store.schedule.results_of_user(DORA.id)
    assert [one.counts for one in mine] == [False]


# Who agrees


async def test_a_player_cannot_move_a_game_alone(session: Session) -> None:
    table = await game(session)
    await session.service(Transfer).ask_to_move(click(ANN), table.id, 9)
    with refusing("move-waits"):
        await session.service(Transfer).move_to_channel(click(ANN), table.id, there(ANN), trace())
    with refusing("move-waits"):
        await session.service(Transfer).export_game(click(ANN), table.id, trace())
    with refusing("move-agreed"):
        await session.service(Transfer).agree_to_move(click(ANN), table.id)
    with pytest.raises(Refused):
        await session.service(Transfer).agree_to_move(click(CLEO), table.id)
    assert (await stored_table(session, table)).status is Status.PLAYING


async def test_one_no_is_enough_and_can_be_asked_again(session: Session) -> None:
    table = await game(session)
    await session.service(Transfer).ask_to_move(click(ANN), table.id, 9)
    await session.service(Transfer).refuse_to_move(click(BEN), table.id)
    with refusing("move-off"):
        await session.service(Transfer).agree_to_move(click(BEN), table.id)
    leaving = await session.service(Transfer).ask_to_move(click(BEN), table.id, None)
    assert [table.players[seat].name for seat in leaving.missing] == ["Ann"]


async def test_an_answer_to_an_earlier_question_is_none_to_a_later_one(
    session: Session, clock: Clock
) -> None:
    table = await game(session)
    earlier = (await session.service(Transfer).ask_to_move(click(ANN), table.id, 9)).stamp
    clock.now += 1
    later = (await session.service(Transfer).ask_to_move(click(ANN), table.id, None)).stamp
    with refusing("move-off"):
        await session.service(Transfer).agree_to_move(click(BEN), table.id, earlier)
    assert (await session.service(Transfer).agree_to_move(click(BEN), table.id, later)).missing == ()


async def test_moves_go_on_while_they_think_about_it(session: Session) -> None:
    table = await game(session)
    await session.service(Transfer).ask_to_move(click(ANN), table.id, 9)
    table = await play_lines(session, table, 3)
    await session.service(Transfer).agree_to_move(click(BEN), table.id)
    new = (await session.service(Transfer).move_to_channel(click(BEN), table.id, there(BEN), trace())).table
    assert session.tables.show(new).state == session.tables.show(table).state
    assert new.journey.moved == (table.code, 3, table.head[:32])


async def test_who_has_left_a_table_of_several_is_not_asked_and_need_not_come(
    session: Session, elsewhere: Session
) -> None:
    table = await play_lines(session, await start_game(session, "trogdor"), 4)
    table = (await session.play.move(click(CLEO), table.id, "leave", trace())).table
    await session.service(Transfer).ask_to_move(click(ANN), table.id, None)
    leaving = await session.service(Transfer).agree_to_move(click(BEN), table.id)
    assert leaving.missing == ()
    _, exported = await session.service(Transfer).export_game(click(ANN), table.id, trace())
    new = (
        await elsewhere.service(Transfer).import_game(click(DORA), next(iter(exported.values())), trace())
    ).table
    taken = {player.seat for player in new.players}
    free = next(seat for seat in range(3) if seat not in taken)
    new = (await elsewhere.lobby.take_seat(click(EVE), new.id, free, trace())).table
    new = (await elsewhere.lobby.start(click(DORA), new.id, new.revision, trace())).table
    assert [player.name for player in new.players][2] == "N. N."
    assert new.status is Status.PLAYING


async def test_the_importer_leaves_and_only_absent_players_are_left(
    session: Session, elsewhere: Session
) -> None:
    table = await play_lines(session, await start_game(session, "trogdor"), 4)
    await session.play.move(click(CLEO), table.id, "leave", trace())
    text = await sent_away(session, await stored_table(session, table), OLD[:2])
    new = (await elsewhere.service(Transfer).import_game(click(DORA), text, trace())).table
    await elsewhere.lobby.leave(click(DORA), new.id, trace())
    assert (await stored_table(elsewhere, new)).status is Status.CLOSED
    assert (await elsewhere.service(Transfer).import_game(click(EVE), text, trace())).table.host_id == EVE.id


# What arrives


async def test_in_the_same_installation_only_who_played_brings_it(session: Session) -> None:
    text = await sent_away(session, await play_lines(session, await start_game(session, "ploc"), 3))
    with refusing("arrive-others"):
        await session.service(Transfer).import_game(click(CLEO), text, trace())
    table = (await session.service(Transfer).import_game(click(BEN), text, trace())).table
    assert [(player.seat, player.name) for player in table.players] == [(1, "Ben")], "his own seat"


async def test_an_older_export_of_a_game_that_has_moved_is_told_from_one_that_goes_on(
    session: Session,
) -> None:
    table = await play_lines(session, await start_game(session, "ploc"), 3)
    older = await export(session, table)
    await sent_away(session, table)
    with refusing("arrive-older"):
        await session.service(Transfer).import_game(click(ANN), older, trace())
    with refusing("arrive-running"):  # to others it is one of elsewhere
        await session.service(Transfer).import_game(click(CLEO), older, trace())


async def test_the_same_game_arrives_once(session: Session, elsewhere: Session) -> None:
    text = await sent_away(session, await play_lines(session, await start_game(session, "ploc"), 3))
    table = (await elsewhere.service(Transfer).import_game(click(DORA), text, trace())).table
    with refusing("arrive-before"):
        await elsewhere.service(Transfer).import_game(click(DORA), text, trace())
    await elsewhere.lobby.cancel(click(DORA), table.id, table.revision, trace())
    table = await import_and_seat(elsewhere, text, (DORA, EVE))
    for person in (DORA, EVE):
        with refusing("arrive-before"):
            await elsewhere.service(Transfer).import_game(click(person), text, trace())


# Whose game it is


async def test_a_stranger_who_imports_a_game_first_does_not_take_it_from_its_players(
    session: Session, elsewhere: Session
) -> None:
    """A spectator can have an export; where the game was not played, its players are unknown."""
    text = await sent_away(session, await play_lines(session, await start_game(session, "ploc"), 3))
    theirs = (await elsewhere.service(Transfer).import_game(click(CLEO), text, trace())).table
    ours = await import_and_seat(elsewhere, text, (DORA, EVE))
    assert ours.status is Status.PLAYING
    assert (await stored_table(elsewhere, theirs)).players[0].user_id == CLEO.id


def renamed_to(code: str, text: str, *, old: bool = False) -> str:
    """The file with another code for its table, all its hashes made to fit; of an `old` one the header's."""
    records = [json.loads(line) for line in text.splitlines()]
    records[0]["table"] = code
    if old:
        return "".join(f"{record_text(record)}\n" for record in (with_checksum(records[0]), *records[1:]))
    return text_of(sign_records(records))


@pytest.mark.parametrize("key", ["thud", "thrag", "ploc"])
async def test_a_game_that_is_called_otherwise_in_its_file_is_found_all_the_same(
    key: str, session: Session
) -> None:
    """Its log contains the code; the hash of a file's header is no secret, and can be forged."""
    table = await play_lines(session, await start_game(session, key), 4)
    text = await sent_away(session, table)
    with pytest.raises(InvalidExport) as caught:
        await session.service(Transfer).import_game(click(CLEO), renamed_to("T99", text, old=True), trace())
    assert [problem.key for problem in caught.value.problems] == ["first-hash"]
    new = await session.service(Transfer).import_game(click(ANN), text, trace())
    session.context.store.forget()
    assert (await stored_table(session, table)).journey.gone == new.table.id


async def begun_before(session: Session, path: Path, table: Table) -> None:
    """The table's log as of a version whose logs contained neither code nor terms."""
    hash_ = first_hash(
        table.game, table.terms.options, len(table.players), table.terms.rules_version, commitment(table.seed)
    )
    store = session.context.store
    with sqlite3.connect(path) as connection:
        for line in await store.log(table.id):
            hash_ = next_hash(hash_, line.ply, line.seat, line.action)
            where = (bytes.fromhex(hash_), table.id, line.ply)
            connection.execute("UPDATE lines SET hash = ? WHERE table_id = ? AND ply = ?", where)
        connection.execute("UPDATE tables SET head = ? WHERE id = ?", (hash_, table.id))
    store.forget()


@pytest.mark.parametrize("key", ["thud", "thrag", "ploc"])
async def test_a_game_cannot_be_taken_by_renaming_its_table(key: str, session: Session, path: Path) -> None:
    """A game that began before logs contained the code of their table."""
    table = await play_lines(session, await start_game(session, key), 4)
    await begun_before(session, path, table)
    table = await play_lines(session, await stored_table(session, table), 1)
    text = await sent_away(session, table)
    assert json.loads(text.splitlines()[0])["format"] == 2
    assert verify(text, GAMES) == ()
    with pytest.raises(InvalidExport):
        await session.service(Transfer).import_game(click(CLEO), renamed_to("T99", text, old=True), trace())
    with refusing("arrive-others"):
        await session.service(Transfer).import_game(click(CLEO), text, trace())
    new = await session.service(Transfer).import_game(click(ANN), text, trace())
    assert new.table.journey.moved == (table.code, table.plies, table.head[:32])


async def test_a_game_written_anew_under_another_name_is_another_game(session: Session) -> None:
    """The user has invented a game, which no other game depends on."""
    table = await play_lines(session, await start_game(session, "thrag"), 4)
    text = await sent_away(session, table)
    theirs = (
        await session.service(Transfer).import_game(click(CLEO), renamed_to("T99", text), trace())
    ).table
    session.context.store.forget()
    assert (await stored_table(session, table)).journey.gone is None
    ours = (await session.service(Transfer).import_game(click(ANN), text, trace())).table
    session.context.store.forget()
    assert theirs.id != ours.id == (await stored_table(session, table)).journey.gone


@pytest.mark.parametrize("key", GAMES)
async def test_what_a_file_says_was_agreed_stays_as_it_was_when_the_game_began(
    key: str, session: Session
) -> None:
    """So a file from the middle of a game can be compared with its table at any time."""
    table = await start_game(session, key)
    (before,) = headers(await export(session, table))
    (after,) = headers(await export(session, await finish_game(session, table)))
    assert after.keys() - before.keys() == {"seed"}
    assert {name: after[name] for name in before if name != "hash"} == {
        name: value for name, value in before.items() if name != "hash"
    }


async def test_nothing_that_was_agreed_about_time_can_be_changed_in_a_file(
    session: Session, elsewhere: Session
) -> None:
    text = await sent_away(session, await play_lines(session, await start_game(session, "ploc"), 3))
    header, *rest = text.splitlines()
    record = json.loads(header)
    record["terms"]["clock"] = 60
    forged = "\n".join([record_text(with_checksum(record)), *rest])
    with pytest.raises(InvalidExport) as caught:
        await elsewhere.service(Transfer).import_game(click(DORA), forged, trace())
    assert [(problem.line, problem.key) for problem in caught.value.problems] == [(2, "first-hash")]


async def test_nor_in_one_whose_log_says_nothing_of_it_where_the_game_was_played(
    session: Session, path: Path
) -> None:
    table = await start_game(session, "ploc")
    await begun_before(session, path, table)
    header, *rest = (await sent_away(session, await stored_table(session, table))).splitlines()
    record = json.loads(header)
    assert (record["format"], record["terms"]["clock"]) == (2, table.terms.clock)
    record["terms"] |= {"clock": 60, "forfeit": True}
    forged = "\n".join([record_text(with_checksum(record)), *rest])
    new = (await session.service(Transfer).import_game(click(ANN), forged, trace())).table
    assert (new.terms.clock, new.terms.forfeit) == (table.terms.clock, False)
    await session.lobby.take_seat(click(BEN), new.id, 1 - new.players[0].seat, trace())
    first, second = headers(await export(session, new))
    assert first == json.loads(header), "the file of the new table has what our own table says"
    assert second["terms"] == first["terms"]


async def test_a_changed_file_does_not_arrive(session: Session, elsewhere: Session) -> None:
    text = await sent_away(session, await play_lines(session, await start_game(session, "thud"), 4))
    lines = text.splitlines(keepends=True)
    with pytest.raises(InvalidExport) as caught:
        await elsewhere.service(Transfer).import_game(click(DORA), "".join(lines[:2] + lines[3:]), trace())
    assert [problem.line for problem in caught.value.problems] == [3]
    assert await elsewhere.context.store.in_channel(5, live_only=False) == ()


async def fork_of(session: Session, parent: Table, people: tuple[Person, ...] = OLD) -> Table:
    """A game of these people that goes on from where another one stands."""
    table = (await session.service(Forks).fork(click(people[0]), parent.id, None, trace())).table
    taken = {player.seat for player in table.players}
    for person, seat in zip(people[1:], sorted(set(range(SEATS[table.game])) - taken), strict=False):
        table = (await session.lobby.take_seat(click(person), table.id, seat, trace())).table
    if has_lobby(CATALOGUE[table.game].game):
        table = (await session.lobby.start(click(people[0]), table.id, table.revision, trace())).table
    return table


@pytest.mark.sampled(5)
@pytest.mark.parametrize("key", GAMES)
async def test_a_fork_that_left_comes_home_from_our_own_disk_and_arrives_nowhere_else(
    key: str, session: Session, elsewhere: Session, tmp_path: Path
) -> None:
    options = {"track_coins": "yes"} if key == "thrag" else {}
    parent = await play_lines(session, await start_game(session, key, OLD, **options), 9)
    table = await play_lines(session, await fork_of(session, parent), 5)
    if is_for_one(CATALOGUE[key].game):
        back = await session.service(Undo).find_request(click(ANN), table.id, to=2)
        table = (await session.service(Undo).take_back(click(ANN), back, trace())).table
    assert table.status is Status.PLAYING
    text = await sent_away(session, table)
    assert "position" in headers(text)[0]
    assert ("!undo 2" in text) is (key == "thrag")
    with refusing("arrive-other-rules"):
        await elsewhere.service(Transfer).import_game(click(DORA), text, trace())
    home = await import_and_seat(session, text, tuple(person_at(table, ANN)))
    entry = CATALOGUE[key]
    before, after = [
        entry.codec.load((await stored_table(session, one)).state or "") for one in (table, home)
    ]
    for viewer in (None, *range(SEATS[key])):
        assert entry.game.view(before, viewer) == entry.game.view(after, viewer)
    over = await finish_game(session, home)
    assert over.status is Status.OVER
    whole = await export(session, over)
    assert [header["table"] for header in headers(whole)] == [table.code, home.code]
    (tmp_path / "game.jsonl").write_text(whole, encoding="utf-8")
    assert main(["verify", str(tmp_path / "game.jsonl")]) == 0
    with refusing("arrive-over"):
        await session.service(Transfer).import_game(click(ANN), whole, trace())


def person_at(table: Table, first: Person) -> Iterator[Person]:
    """The players of a table: this one first, the others in the order of their seats."""
    yield first
    for player in table.players:
        if player.user_id != first.id:
            yield Person(player.user_id, player.name)


@pytest.mark.parametrize("position", ["", "{}", "[" * 16_000])
async def test_a_forged_position_is_never_read(position: str, session: Session, elsewhere: Session) -> None:
    """The file commits to it, so that nothing in it contradicts it."""
    table = await play_lines(session, await fork_of(session, await start_game(session, "thrag")), 5)
    records = [json.loads(line) for line in (await sent_away(session, table)).splitlines()]
    header = records[0]
    header["position"] = position
    records[1]["action"] = forked_from_line("T1", 0, position_digest(header["seed"], position))
    text = text_of(sign_records(records))
    assert verify(text, GAMES) == ()
    for here in (session, elsewhere):
        with refusing("arrive-other-rules"):
            await here.service(Transfer).import_game(click(ANN), text, trace())


async def test_a_game_that_still_runs_elsewhere_or_is_over_does_not_arrive(
    session: Session, elsewhere: Session
) -> None:
    table = await play_lines(session, await start_game(session, "ploc"), 3)
    with refusing("arrive-running"):
        await elsewhere.service(Transfer).import_game(click(DORA), await export(session, table), trace())
    over = await finish_game(session, table)
    with refusing("arrive-over"):
        await elsewhere.service(Transfer).import_game(click(DORA), await export(session, over), trace())


async def test_seats_are_taken_once_and_can_be_changed(session: Session, elsewhere: Session) -> None:
    text = await sent_away(session, await play_lines(session, await start_game(session, "trogdor"), 3))
    table = (await elsewhere.service(Transfer).import_game(click(DORA), text, trace())).table
    mine = table.players[0].seat
    with refusing("seat-taken"):
        await elsewhere.lobby.take_seat(click(EVE), table.id, mine, trace())
    other = next(seat for seat in range(3) if seat != mine)
    table = (await elsewhere.lobby.take_seat(click(DORA), table.id, other, trace())).table
    assert [(player.seat, player.name) for player in table.players] == [(other, "Dora")]
    table = (await elsewhere.lobby.take_seat(click(EVE), table.id, mine, trace())).table
    with refusing("too-few"):
        await elsewhere.lobby.start(click(DORA), table.id, table.revision, trace())


async def test_a_deal_of_the_day_stays_where_it_is(session: Session) -> None:
    table = (
        await session.service(Deals).open_deal(click(ANN), Opening("thrag", {}, None, None), trace())
    ).table
    with refusing("move-day"):
        await session.service(Transfer).ask_to_move(click(ANN), table.id, None)


async def test_a_forged_file_gives_no_more_time_than_a_table_can_have(
    session: Session, elsewhere: Session
) -> None:
    text = await sent_away(session, await play_lines(session, await start_game(session, "ploc"), 3))
    records = [json.loads(line) for line in text.splitlines()]
    records[0]["terms"] |= {"clock": 10**9 - 1, "bank": 10**9 - 1, "patience": 10**9 - 1}
    forged = text_of(sign_records(records))
    table = (await elsewhere.service(Transfer).import_game(click(DORA), forged, trace())).table
    assert (table.terms.clock, table.terms.bank, table.terms.patience) == (LONGEST, LONGEST, LONGEST)


async def test_the_question_is_gone_once_the_game_is_over(session: Session) -> None:
    table = await start_game(session, "thud")
    await session.service(Transfer).ask_to_move(click(ANN), table.id, 9)
    await session.play.move(click(ANN), table.id, "resign", trace())
    assert await TransferStorage(session.context.store).pending_transfer(table.id) is None


class Overtaken:
    """A connection where another process saves an agreement right before the first one writes."""

    def __init__(self, connection: SqlConnection, table_id: int) -> None:
        self._connection = connection
        self._table_id = table_id
        self.writes = 0

    def execute(self, sql: str, values: Values = (), /) -> Cursor:
        """The statement; before the first update all seats have agreed."""
        if sql == storage.DISAGREE and not self.writes:
            self._connection.execute(
                "UPDATE departures SET agreed = '[0, 1, 2]' WHERE table_id = ?", (self._table_id,)
            )
        self.writes += sql == storage.DISAGREE
        return self._connection.execute(sql, values)

    def executemany(self, sql: str, rows: Iterable[Values], /) -> object:
        """As it is."""
        return self._connection.executemany(sql, rows)


async def test_forgetting_a_user_keeps_the_votes_of_others(session: Session) -> None:
    table, other = await start_game(session, "trogdor"), await start_game(session, "trogdor", NEW)
    for one, people in ((table, OLD), (other, NEW)):
        await session.service(Transfer).ask_to_move(click(people[0]), one.id, 9)
        await session.service(Transfer).agree_to_move(click(people[1]), one.id)

    def forget(connection: SqlConnection) -> int:
        connection.execute("UPDATE seats SET user_id = 0 WHERE table_id = ? AND seat = 1", (table.id,))
        overtaken = Overtaken(connection, table.id)
        storage.HOOKS.forget(overtaken, BEN.id, 0.0)
        return overtaken.writes

    assert await session.context.store.writer.write(forget) == 2, "once in vain; nothing at the other table"
    departures = TransferStorage(session.context.store)
    kept, untouched = await departures.pending_transfer(table.id), await departures.pending_transfer(other.id)
    assert kept is not None
    assert kept.agreed == (0, 2)
    assert untouched is not None
    assert untouched.agreed == (0, 1)
