"""Lobbies: sitting down, picking, leaving, starting; and all of it concurrently."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from bot.features import FEATURES
from bot.kernel.clicks import Opening, Person
from bot.kernel.errors import AlreadyDone, NotSeated, Refused, Stale
from bot.kernel.session import Context, Session, Shown
from bot.kernel.tables.export import export_files
from bot.kernel.tables.seats import HOST_TIME
from bot.store import Status, Store, Table, Terms
from bot.ui.alarms.kinds import ALARMS
from engine.fairness import commitment, first_hash
from engine.verify import verify
from tests.bot.hill import HILL, WITH_HILL
from tests.bot.samples import ANN, BEN, CLEO, Clock, click, refusing, start_place, stored_table, trace
from tests.engine.toy_together import TOGETHER

SIX = (ANN, BEN, CLEO, *(Person(20 + number, f"Guest {number}") for number in range(3)))


@pytest.fixture
def session(store: Store, clock: Clock) -> Session:
    return Session.over(Context(store, WITH_HILL, clock, lambda: "secret", features=FEATURES, alarms=ALARMS))


async def open_lobby(session: Session, *people: Person, **options: str) -> Table:
    """Return a lobby where these people sit, the first as host."""
    opening = Opening("hill", options, None, None, terms=Terms(patience=3600))
    table = (await session.lobby.open(click(people[0]), opening, trace())).table
    for person in people[1:]:
        table = (await session.lobby.sit(click(person), table.id, table.revision, trace())).table
    return table


async def start(session: Session, table: Table, person: Person = ANN) -> Shown:
    return await session.lobby.start(click(person), table.id, table.revision, trace())


def seats(table: Table) -> list[tuple[int, int]]:
    return [(player.seat, player.user_id) for player in table.players]


async def test_the_opener_sits_first_and_others_follow_in_order(session: Session) -> None:
    table = await open_lobby(session, *SIX)
    assert seats(table) == [(seat, person.id) for seat, person in enumerate(SIX)]
    assert (table.status, table.state, table.host_id, table.terms.patience) == (
        Status.OPEN,
        None,
        ANN.id,
        3600,
    )
    assert await stored_table(session, table) == table


async def test_there_is_room_for_six_and_no_player_sits_twice(session: Session) -> None:
    table = await open_lobby(session, *SIX)
    with refusing("table-full"):
        await session.lobby.sit(click(Person(99, "Dora")), table.id, table.revision, trace())
    with refusing("seated-already"):
        await session.lobby.sit(click(BEN), table.id, table.revision, trace())
    assert await stored_table(session, table) == table


async def test_who_leaves_makes_room_and_those_behind_move_up(session: Session) -> None:
    table = await open_lobby(session, ANN, BEN, CLEO)
    shown = await session.lobby.leave(click(BEN), table.id, trace())
    assert seats(shown.table) == [(0, ANN.id), (1, CLEO.id)]
    assert not shown.new_turn
    with pytest.raises(NotSeated):
        await session.lobby.leave(click(BEN), table.id, trace())
    again = await session.lobby.sit(click(BEN), table.id, 0, trace())
    assert seats(again.table) == [(0, ANN.id), (1, CLEO.id), (2, BEN.id)]


async def test_a_host_who_leaves_is_followed_by_the_next(session: Session) -> None:
    table = await open_lobby(session, ANN, BEN, CLEO)
    table = (await session.lobby.leave(click(ANN), table.id, trace())).table
    assert (table.host_id, seats(table)) == (BEN.id, [(0, BEN.id), (1, CLEO.id)])
    with refusing("start-is-the-hosts"):
        await start(session, table, CLEO)
    assert (await start(session, table, BEN)).table.status is Status.PLAYING


async def test_the_last_who_leaves_closes_the_table(session: Session) -> None:
    table = await open_lobby(session, ANN, BEN)
    await session.lobby.leave(click(ANN), table.id, trace())
    closed = (await session.lobby.leave(click(BEN), table.id, trace())).table
    assert closed.status is Status.CLOSED
    assert await stored_table(session, table) == closed
    with refusing("closed"):
        await session.lobby.sit(click(CLEO), table.id, closed.revision, trace())
    assert session.context.store is not None


async def test_the_host_starts_with_the_players_who_are_there(session: Session, clock: Clock) -> None:
    table = await open_lobby(session, ANN, BEN, CLEO)
    clock.now += 60
    shown = await start(session, table)
    assert (shown.table.status, shown.new_turn) == (Status.PLAYING, True)
    assert shown.table.time.waiting_since == clock.now
    assert shown.state is not None
    assert shown.state.seats == 3
    assert await stored_table(session, table) == shown.table
    for step in (session.lobby.sit, session.lobby.start):
        with refusing("already-begun"):
            await step(click(CLEO), table.id, shown.table.revision, trace())
    with refusing("already-begun"):
        await session.lobby.leave(click(CLEO), table.id, trace())


async def test_one_alone_can_start_where_the_game_allows_it(session: Session) -> None:
    assert (await start(session, await open_lobby(session, ANN))).table.status is Status.PLAYING


async def test_after_a_day_anybody_who_sits_there_starts(session: Session, clock: Clock) -> None:
    table = await open_lobby(session, ANN, BEN)
    clock.now += HOST_TIME - 1
    with pytest.raises(Refused) as refused:
        await start(session, table, BEN)
    assert refused.value.values["when"] == f"<t:{int(table.time.created_at) + HOST_TIME}:R>"
    clock.now += 1
    with refusing("join-first"):
        await start(session, table, CLEO)
    assert (await start(session, table, BEN)).table.status is Status.PLAYING


async def test_a_start_is_for_those_who_were_seen_there(session: Session) -> None:
    table = await open_lobby(session, ANN, BEN)
    await session.lobby.leave(click(BEN), table.id, trace())
    with pytest.raises(Stale):
        await start(session, table)


# Picks


async def test_what_is_picked_is_agreed_when_the_game_begins(session: Session) -> None:
    table = await open_lobby(session, ANN, BEN, CLEO, hats="chosen")
    await session.lobby.pick(click(BEN), table.id, {"hat": "beret"}, trace())
    table = (await session.lobby.pick(click(CLEO), table.id, {"hat": "bowler"}, trace())).table
    assert [player.picks for player in table.players] == ["{}", '{"hat":"beret"}', '{"hat":"bowler"}']
    assert await stored_table(session, table) == table
    shown = await start(session, table)
    assert shown.state is not None
    assert shown.state.hats[1:] == ("beret", "bowler")
    options = json.loads(shown.table.terms.options)
    assert [options[f"hat/{seat}"] for seat in range(3)] == ["dealt", "beret", "bowler"]
    agreed = (shown.table.terms.options, 3, TOGETHER.rules_version, commitment("secret"))
    assert shown.table.head == first_hash("hill", *agreed, **start_place(shown.table))


async def test_picks_move_up_with_their_players(session: Session) -> None:
    table = await open_lobby(session, ANN, BEN, CLEO, hats="chosen")
    await session.lobby.pick(click(CLEO), table.id, {"hat": "beret"}, trace())
    table = (await session.lobby.leave(click(BEN), table.id, trace())).table
    shown = await start(session, table)
    assert shown.state is not None
    assert shown.state.hats[1] == "beret"


async def test_no_player_picks_what_another_has_but_it_can_be_given_back(session: Session) -> None:
    table = await open_lobby(session, ANN, BEN, hats="chosen")
    await session.lobby.pick(click(ANN), table.id, {"hat": "beret"}, trace())
    with pytest.raises(Refused) as refused:
        await session.lobby.pick(click(BEN), table.id, {"hat": "beret"}, trace())
    assert (refused.value.key, refused.value.values) == ("picked-already", {"name": "Ann"})
    await session.lobby.pick(click(ANN), table.id, {"hat": "dealt"}, trace())
    await session.lobby.pick(click(BEN), table.id, {"hat": "dealt"}, trace())
    table = (await session.lobby.pick(click(BEN), table.id, {"hat": "beret"}, trace())).table
    assert [player.picks for player in table.players] == ["{}", '{"hat":"beret"}']


@pytest.mark.parametrize(
    ("person", "key", "value", "refusal"),
    [
        (CLEO, "hat", "beret", "pick-unseated"),
        (ANN, "shoe", "left", "old-control"),
        (ANN, "hat", "crown", "old-control"),
    ],
)
async def test_picks_that_cannot_be(
    session: Session, person: Person, key: str, value: str, refusal: str
) -> None:
    table = await open_lobby(session, ANN, BEN, hats="chosen")
    with refusing(refusal):
        await session.lobby.pick(click(person), table.id, {key: value}, trace())
    assert await stored_table(session, table) == table


async def test_where_hats_are_dealt_there_is_nothing_to_pick(session: Session) -> None:
    table = await open_lobby(session, ANN)
    with refusing("old-control"):
        await session.lobby.pick(click(ANN), table.id, {"hat": "beret"}, trace())


# Concurrency


async def test_five_who_join_at_once_all_sit_and_the_sixth_has_no_room(session: Session) -> None:
    table = await open_lobby(session, ANN)
    crowd = [*SIX[1:], Person(98, "Dora"), Person(99, "Emil")]
    joining = (session.lobby.sit(click(person), table.id, 0, trace()) for person in crowd)
    results = await asyncio.gather(*joining, return_exceptions=True)
    assert sum(isinstance(result, Shown) for result in results) == 5
    assert [result.key for result in results if isinstance(result, Refused)] == ["table-full"] * 2
    table = await stored_table(session, table)
    assert [seat for seat, _ in seats(table)] == list(range(6))
    assert len({user for _, user in seats(table)}) == 6


async def test_one_hat_wanted_by_all_is_had_by_one(session: Session) -> None:
    table = await open_lobby(session, *SIX, hats="chosen")
    picking = (session.lobby.pick(click(person), table.id, {"hat": "beret"}, trace()) for person in SIX)
    results = await asyncio.gather(*picking, return_exceptions=True)
    refused = [result for result in results if isinstance(result, Refused)]
    assert [refusal.key for refusal in refused] == ["picked-already"] * 5
    assert [player.picks for player in (await stored_table(session, table)).players].count("{}") == 5


async def test_joining_leaving_and_starting_at_once_leave_a_whole_table(session: Session) -> None:
    """Whatever comes first: one start, and a game of exactly those who sit there then."""
    for round_ in range(8):
        table = await open_lobby(session, ANN, BEN)
        steps = [
            start(session, table),
            session.lobby.sit(click(CLEO), table.id, 0, trace()),
            session.lobby.leave(click(BEN), table.id, trace()),
            start(session, table),
        ]
        steps = steps[round_ % 4 :] + steps[: round_ % 4]
        await asyncio.gather(*steps, return_exceptions=True)
        after = await stored_table(session, table)
        assert [seat for seat, _ in seats(after)] == list(range(len(after.players)))
        if after.status is Status.PLAYING:
            state = HILL.codec.load(after.state or "")
            assert state.seats == len(after.players)
        agreed = len(after.players) if after.status is Status.PLAYING else 0
        parts = (after.terms.options, agreed, after.terms.rules_version, commitment(after.seed))
        assert after.head == first_hash("hill", *parts, **start_place(after))


async def test_two_starts_begin_one_game(session: Session) -> None:
    table = await open_lobby(session, ANN, BEN)
    results = await asyncio.gather(start(session, table), start(session, table), return_exceptions=True)
    assert sum(isinstance(result, Shown) for result in results) == 1
    (lost,) = (result for result in results if isinstance(result, Refused))
    assert lost.key in {"old-board", "already-begun"}
    assert (await stored_table(session, table)).revision == table.revision + 1


async def test_the_very_same_click_counts_once(session: Session) -> None:
    table = await open_lobby(session, ANN, BEN)
    again = click(CLEO)
    results = await asyncio.gather(
        *(session.lobby.sit(again, table.id, 0, trace()) for _ in range(3)), return_exceptions=True
    )
    assert sum(isinstance(result, Shown) for result in results) == 1
    assert {type(result) for result in results} <= {Shown, AlreadyDone, Refused}
    assert len((await stored_table(session, table)).players) == 3


# A file among the options


async def test_a_file_is_kept_in_its_canonical_form(session: Session) -> None:
    table = await open_lobby(session, ANN, song=" la\nla ")
    assert json.loads(table.terms.options)["song"] == "la la"


async def test_every_fault_of_a_file_has_its_line(session: Session) -> None:
    with pytest.raises(Refused) as refused:
        await open_lobby(session, ANN, song="la lu la li")
    assert refused.value.key == "bad-file"
    faults = refused.value.values["faults"]
    assert isinstance(faults, tuple)
    assert [str(fault) for fault in faults] == [
        "line 2: 'lu' is not sung",
        "line 4: 'li' is not sung",
        "a song has at most three lines",
    ]
    assert await session.context.store.table(1) is None


async def test_a_game_begins_by_the_rules_of_the_day_on_which_it_begins(
    store: Store, session: Session, clock: Clock
) -> None:
    """The bot was upgraded while the lobby was open."""
    table = await open_lobby(session, ANN, BEN)
    newer = replace(HILL, game=replace(TOGETHER, rules_version=2))
    updated = Session.over(
        Context(store, {"hill": newer}, clock, lambda: "secret", features=FEATURES, alarms=ALARMS)
    )
    table = (await start(updated, table)).table
    assert table.terms.rules_version == 2
    assert await stored_table(updated, table) == table
    (text,) = export_files(newer, table, await updated.tables.log(table)).values()
    assert verify(text, {"hill": newer.game}) == ()


# Exports


async def test_an_exported_game_holds_what_was_picked(session: Session) -> None:
    table = await open_lobby(session, ANN, BEN, hats="chosen", song="la")
    await session.lobby.pick(click(BEN), table.id, {"hat": "beret"}, trace())
    table = (await start(session, await stored_table(session, table))).table
    for line in ("lift", "lift", "lift"):
        table = (await session.play.move(click(ANN), table.id, line, trace())).table
    assert table.status is Status.OVER
    (text,) = export_files(HILL, table, await session.tables.log(table)).values()
    assert json.loads(text.splitlines()[0])["options"]["hat/1"] == "beret"
    assert verify(text, {"hill": TOGETHER}) == ()
    assert verify(text.replace('"hat/1": "beret"', '"hat/1": "bowler"'), {"hill": TOGETHER})
    assert verify(text.replace('"seats": 2', '"seats": 3'), {"hill": TOGETHER})
