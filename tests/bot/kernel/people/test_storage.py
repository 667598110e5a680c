"""How much one person may store in a day: tables, files that arrive, lines, tournaments."""

from __future__ import annotations

import json

import pytest

from bot.features import FEATURES
from bot.features.tournaments.model import Form, TournamentSetup
from bot.features.tournaments.service import Tournaments
from bot.features.transfer.service import Transfer
from bot.games.catalogue import CATALOGUE
from bot.kernel.clicks import Opening
from bot.kernel.errors import AlreadyDone, Refused
from bot.kernel.people import storage
from bot.kernel.people.storage import LINE, TABLE
from bot.kernel.session import Context, Session
from bot.store import Store
from bot.ui.alarms.kinds import ALARMS
from tests.bot.samples import ANN, BEN, Clock, click, refusing, trace
from tests.data.test_trogdor_files import MAP
from tests.engine.exports import sign_records, text_of

DAY = 24 * 60 * 60
KILO = 1024
HINTS = 400
SOLO = Opening("thrag", {}, None, None)


@pytest.fixture
def session(store: Store, clock: Clock) -> Session:
    clock.now = 20_000.0 * DAY  # midnight
    return Session.over(Context(store, CATALOGUE, clock, lambda: "secret", features=FEATURES, alarms=ALARMS))


async def left_with_hints(session: Session) -> str:
    """A game for one that leaves as a file, in which its player had written hints and nothing else."""
    table = (await session.lobby.open(click(BEN), SOLO, trace())).table
    await session.service(Transfer).ask_to_move(click(BEN), table.id, None)
    _, files = await session.service(Transfer).export_game(click(BEN), table.id, trace())
    return next(iter(files.values()))


def pad_with_hints(text: str, hints: int) -> str:
    """The same file with lines of hints, as anybody can write them."""
    header, *lines, closing = [json.loads(line) for line in text.splitlines()]
    hint = {"ply": 0, "seat": 0, "action": "!hint"}
    header = {**header, "table": f"T{hints}"}
    return text_of(sign_records([header, *lines, *[dict(hint) for _ in range(hints)], closing]))


async def stored_bytes(session: Session) -> int:
    """How many bytes of files there are that arrived."""
    every = await session.context.store.in_channel(click(ANN).channel_id, live_only=False, limit=100)
    texts = [await session.context.store.servers.earlier(table.id) for table in every]
    return sum(len(text.encode()) for text in texts)


async def test_files_of_hints_fill_no_disk(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    text = await left_with_hints(session)
    size = len(pad_with_hints(text, HINTS).encode())
    room = 3 * (size + 2 * TABLE)
    monkeypatch.setattr(storage, "A_DAY", room)
    refusals = list[Refused]()
    for more in range(5):
        try:
            await session.service(Transfer).import_game(
                click(ANN), pad_with_hints(text, HINTS + more), trace()
            )
        except Refused as refused:
            refusals.append(refused)
    assert [one.key for one in refusals] == ["stored-enough"] * 2
    assert 2 * size < await stored_bytes(session) <= room
    told = refusals[0].values
    assert told["needs"] * KILO > size  # type: ignore[operator]
    assert told["left"] < told["needs"]  # type: ignore[operator]
    assert told["most"] == room // KILO


async def test_a_game_that_moves_to_and_fro_counts_each_time(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each table brings the file of all that was played before."""
    text = pad_with_hints(await left_with_hints(session), HINTS)
    size = len(text.encode())
    monkeypatch.setattr(storage, "A_DAY", 4 * size)
    table = (await session.service(Transfer).import_game(click(ANN), text, trace())).table
    with refusing("stored-enough"):
        for channel in (501, 502, 503, 504):
            await session.service(Transfer).ask_to_move(click(ANN), table.id, channel)
            there = click(ANN, channel=channel)
            table = (
                await session.service(Transfer).move_to_channel(click(ANN), table.id, there, trace())
            ).table
    assert await session.tables.get(table.id) == table, "it goes on where it is"


async def test_tables_lines_and_tournaments_count_and_a_new_day_begins_anew(
    session: Session, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "A_DAY", 4 * TABLE)
    call = TournamentSetup("thud", Form.KNOCKOUT, 4, 3600)
    await session.service(Tournaments).open_tournament(click(ANN), call)
    table = (await session.lobby.open(click(ANN), SOLO, trace())).table
    with refusing("stored-enough"):
        for _ in range(3):
            await session.lobby.open(click(ANN), SOLO, trace())
    with refusing("stored-enough"):
        await session.service(Tournaments).open_tournament(click(ANN, channel=501), call)
    await session.lobby.open(click(BEN), SOLO, trace())  # others have their own
    await session.forget(BEN.id)
    with refusing("stored-enough"):  # to be forgotten is no way to more
        for _ in range(4):
            await session.lobby.open(click(BEN), SOLO, trace())
    clock.now += DAY
    for _ in range(2):
        await session.lobby.open(click(ANN), SOLO, trace())
    assert (await session.play.move(click(ANN), table.id, "resign", trace())).table.plies == 1


async def test_lines_count_as_people_write_them(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    table = (await session.lobby.open(click(ANN), Opening("thud", {}, 0, None), trace())).table
    table = (await session.lobby.sit(click(BEN), table.id, table.revision, trace())).table
    monkeypatch.setattr(storage, "A_DAY", 0)
    person = next(one for one in (ANN, BEN) if one.id == table.players[0].user_id)
    with refusing("stored-enough"):
        await session.play.move(click(person), table.id, "resign", trace())
    assert (await session.tables.get(table.id)).plies == 0
    shown = await session.play.act_for(table, 0, "resign", None, None, trace())  # as the house would
    assert shown.table.plies == 1


async def test_what_fails_or_comes_twice_is_not_counted(session: Session, clock: Clock) -> None:
    kept = session.context.storage
    await session.lobby.open(click(ANN, interaction=7), SOLO, trace())
    with pytest.raises(AlreadyDone):
        await session.lobby.open(click(ANN, interaction=7), SOLO, trace())
    used = [kept.bytes_left(ANN.id, clock.now)]
    await session.play.move(click(ANN, interaction=8), 1, "resign", trace())
    used.append(kept.bytes_left(ANN.id, clock.now))
    assert used[0] - used[1] == LINE


async def test_a_map_of_ones_own_counts(session: Session, clock: Clock) -> None:
    kept, used = session.context.storage, list[int]()
    for options in ({}, {"own_map": json.dumps(MAP)}):
        before = kept.bytes_left(ANN.id, clock.now)
        await session.lobby.open(click(ANN), Opening("trogdor", options, None, None), trace())
        used.append(before - kept.bytes_left(ANN.id, clock.now))
    assert used[1] - used[0] > sum(map(len, MAP["rows"]))
