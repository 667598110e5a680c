"""A table that goes on from a position of another one: who sits there, and what stays hidden."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.features import FEATURES, HOOKS
from bot.features.deals.service import Deals
from bot.features.forks.service import Forks
from bot.features.undo.service import Undo
from bot.games.catalogue import CATALOGUE
from bot.kernel.clicks import Opening, Person
from bot.kernel.errors import AlreadyDone
from bot.kernel.session import Context, Session, Shown
from bot.kernel.tables.export import export_files
from bot.kernel.tables.opening import hides_information
from bot.kernel.tables.seats import seats_at
from bot.ops.upgrade import snapshot_changed_games
from bot.store import HOST_ASKED, Status, Store, Table, Terms
from bot.store.upkeep.chains import broken_chains
from bot.ui.alarms.kinds import ALARMS
from engine.__main__ import main
from engine.core import pick_key
from engine.export_format import record_text, with_checksum
from engine.fairness import commitment
from engine.registry import GAMES
from engine.rng import SeededRng
from engine.table_lines import fork_source, position_digest
from engine.verify import verify
from tests.bot.hill import WITH_HILL
from tests.bot.ops.test_upgrade import other_start, with_version
from tests.bot.samples import ANN, BEN, CLEO, QUIET, Clock, act, click, game, refusing, stored_table, trace
from tests.playthroughs.golden import FILES, plies, seats_of

DORA = Person(15, "Dora")


@pytest.fixture
def session(store: Store, clock: Clock) -> Session:
    """Every secret is another one."""
    seeds = count(1)
    return Session.over(
        Context(store, WITH_HILL, clock, lambda: f"secret {next(seeds)}", features=FEATURES, alarms=ALARMS)
    )


async def alone(session: Session, *lines: str, person: Person = ANN) -> Table:
    """A game of Thrag after these lines."""
    table = (await session.lobby.open(click(person), Opening("thrag", {}, None, None), trace())).table
    for line in lines:
        table = (await session.play.move(click(person), table.id, line, trace())).table
    return table


async def together(session: Session, *lines: str, **options: str) -> Table:
    """Ann, Ben and Cleo on the hill, in this order, after these lines of Ann."""
    opening = Opening("hill", options, None, None, terms=Terms(patience=3600))
    table = (await session.lobby.open(click(ANN), opening, trace())).table
    for person in (BEN, CLEO):
        table = (await session.lobby.sit(click(person), table.id, 0, trace())).table
    table = (await session.lobby.start(click(ANN), table.id, table.revision, trace())).table
    for line in lines:
        table = (await session.play.move(click(ANN), table.id, line, trace())).table
    return table


async def fork(session: Session, table: Table, ply: int | None = None, person: Person = ANN) -> Shown:
    return await session.service(Forks).fork(click(person), table.id, ply, trace())


def state_of(shown: Shown) -> Any:
    """The state of a table's game."""
    return shown.state


def seats_and_users(table: Table) -> list[tuple[int, int]]:
    return [(player.seat, player.user_id) for player in table.players]


async def export_of(session: Session, table: Table) -> tuple[dict[str, Any], str]:
    """The header of a table's log, and the whole file."""
    table = await stored_table(session, table)
    exported = export_files(session.catalogue[table.game], table, await session.tables.log(table))
    assert list(exported) == [f"{table.code}.jsonl"]
    (text,) = exported.values()
    header: dict[str, Any] = json.loads(text.splitlines()[0])
    return header, text


async def are_logs_chained(session: Session) -> bool:
    """Whether every log on disk leads from what was agreed to its head."""
    return await session.context.store.reader.read(broken_chains) == ()


# A game for one


async def test_a_game_for_one_begins_where_the_other_stood(session: Session) -> None:
    first = await alone(session)
    (line,) = [line for line in _legal(session, first) if line.startswith("fight")][:1]
    table = (await act_alone(session, first, line)).table
    shown = await fork(session, table, 0)
    new, game_ = shown.table, CATALOGUE["thrag"].game
    assert (new.status, new.journey.parent, new.revision, new.plies) == (Status.PLAYING, (table.id, 0), 0, 1)
    assert (new.terms.options, new.seed != table.seed, new.terms.day) == (table.terms.options, True, None)
    assert game_.view(shown.state, None) == game_.view(
        (await session.history.positions(table))[0].state, None
    )
    (entry,) = await session.tables.log(new)
    assert (entry.ply, entry.seat, entry.user_id) == (1, 0, ANN.id)
    assert fork_source(entry.action) == (table.code, 0, position_digest(new.seed, new.state or ""))
    assert await stored_table(session, table) == table, "the parent goes on as if nothing had been"
    assert await are_logs_chained(session)


def _legal(session: Session, table: Table) -> tuple[str, ...]:
    shown = session.tables.show(table)
    return tuple(map(str, shown.entry.game.legal(shown.state, 0)))


async def act_alone(session: Session, table: Table, line: str, person: Person = ANN) -> Shown:
    return await session.play.move(click(person), table.id, line, trace())


async def test_anybody_may_go_on_from_there_and_the_newest_move_is_meant(session: Session) -> None:
    table = await alone(session)
    table = (await act_alone(session, table, _legal(session, table)[0])).table
    new = (await fork(session, table, person=BEN)).table
    assert (new.journey.parent, seats_and_users(new), new.host_id) == ((table.id, 1), [(0, BEN.id)], BEN.id)
    played = await act_alone(session, new, _legal(session, new)[0], BEN)
    assert [position.ply for position in await session.history.positions(played.table)] == [1, 2]


async def test_what_lies_face_down_is_another_order_under_another_secret(session: Session) -> None:
    table = await alone(session)
    forks = [state_of(await fork(session, table)) for _ in range(3)]
    states = (state_of(session.tables.show(table)), *forks)
    orders = {(state.stacks, state.black, state.pools) for state in states}
    assert len(orders) == 4
    game_ = CATALOGUE["thrag"].game
    assert len({game_.view(state, None) for state in forks}) == 1


async def test_the_file_of_a_fork_keeps_the_position_until_the_game_is_over(
    session: Session, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await alone(session)
    new = (await fork(session, table)).table
    header, text = await export_of(session, new)
    assert header["from"] == {"table": table.code, "ply": 0}
    assert {"seed", "position"}.isdisjoint(header)
    assert new.seed not in text
    assert verify(text, GAMES) == ()
    await act_alone(session, new, "resign")
    header, text = await export_of(session, new)
    assert (header["seed"], header["position"]) == (new.seed, new.state)
    assert verify(text, GAMES) == ()
    (tmp_path / "game.jsonl").write_text(text, encoding="utf-8")
    assert main(["verify", str(tmp_path / "game.jsonl")]) == 0
    assert "its moves could not be played again" in capsys.readouterr().out


async def test_a_position_that_was_not_committed_to_is_found(session: Session) -> None:
    new = (await fork(session, await alone(session))).table
    await act_alone(session, new, "resign")
    header, text = await export_of(session, new)
    state = json.loads(header["position"])
    assert state["stacks"][0]["pile"]
    state["stacks"][0]["pile"].reverse()
    forged = record_text(with_checksum(header | {"position": json.dumps(state)}))
    rest = text.splitlines()[1:]
    (problem,) = verify("\n".join([forged, *rest]), GAMES)
    assert problem.message == "the position is not the one that the game began with"
    elsewhere = record_text(with_checksum(header | {"from": {"table": "T9", "ply": 0}}))
    (problem,) = verify("\n".join([elsewhere, *rest]), GAMES)
    assert (problem.line, problem.key) == (1, "from-line")


# A duel


async def test_in_a_duel_the_own_seat_is_kept_and_the_other_is_open(session: Session) -> None:
    table = await game(session, *QUIET[:1], quiet_limit="4")
    shown = await fork(session, table, person=BEN)
    new = shown.table
    assert (new.status, new.state, seats_and_users(new)) == (Status.OPEN, None, [(1, BEN.id)])
    begun = await session.lobby.sit(click(CLEO), new.id, 0, trace())
    assert (begun.table.status, seats_and_users(begun.table)) == (Status.PLAYING, [(0, CLEO.id), (1, BEN.id)])
    assert begun.state == session.tables.show(table).state
    assert (begun.table.terms.options, begun.table.plies) == (table.terms.options, 1)
    (line,) = await session.tables.log(new)
    assert (line.seat, line.user_id) == (0, CLEO.id)
    assert begun.news is not None
    assert (begun.news.key, begun.news.name, begun.news.other) == ("fork.goes-on", table.code, "1")
    moved = await session.play.move(click(BEN), new.id, "TG7-F7", trace())
    assert moved.table.plies == 2
    assert await are_logs_chained(session)


@pytest.mark.parametrize(("lines", "seat"), [((), 0), (QUIET[:1], 1)])
async def test_a_watcher_plays_who_is_to_act(session: Session, lines: tuple[str, ...], seat: int) -> None:
    table = await game(session, *lines)
    assert seats_and_users((await fork(session, table, person=CLEO)).table) == [(seat, CLEO.id)]


async def test_a_fork_that_waits_survives_a_restart(
    session: Session, store: Store, path: Path, clock: Clock
) -> None:
    new = (await fork(session, await game(session, *QUIET))).table
    await store.close()
    again = await Store.open(path, hooks=HOOKS)
    try:
        later = Session.over(
            Context(again, CATALOGUE, clock, lambda: "another secret", features=FEATURES, alarms=ALARMS)
        )
        begun = await later.lobby.sit(click(BEN), new.id, 0, trace())
        assert (begun.table.seed, begun.table.plies, begun.table.status) == (new.seed, 1, Status.PLAYING)
        assert (await later.history.positions(begun.table))[0].state == begun.state
    finally:
        await again.close()


async def test_a_game_that_is_over_goes_on_from_any_move_but_its_last(session: Session) -> None:
    table = await game(session, *QUIET, "resign")
    for ply in (5, None):
        with refusing("fork-over"):
            await fork(session, table, ply)
    new = (await fork(session, table, 4)).table
    assert new.journey.parent == (table.id, 4)


async def test_the_same_click_delivered_twice_opens_one_table(session: Session) -> None:
    table = await alone(session)
    twice = click(ANN)
    new = (await session.service(Forks).fork(twice, table.id, None, trace())).table
    with pytest.raises(AlreadyDone):
        await session.service(Forks).fork(twice, table.id, None, trace())
    assert await session.context.store.table(new.id + 1) is None


async def test_a_fork_of_a_fork_names_its_own_parent(session: Session) -> None:
    table = await alone(session)
    child = (await fork(session, table)).table
    assert (await fork(session, child)).table.journey.parent == (child.id, 1)
    with refusing("history-no-move"):
        await fork(session, child, 0)


async def test_a_fork_is_played_again_as_an_ordinary_game(session: Session) -> None:
    new = (await fork(session, await alone(session))).table
    await act_alone(session, new, "resign")
    again = (await session.lobby.rematch(click(ANN), new.id, trace())).table
    assert (again.journey.parent, again.journey.base, again.plies) == (None, None, 0)


async def test_nothing_before_its_beginning_can_be_taken_back(session: Session) -> None:
    new = (await fork(session, await alone(session))).table
    with refusing("undo-no-move"):
        await session.service(Undo).find_request(click(ANN), new.id, to=0)
    moved = (await act_alone(session, new, _legal(session, new)[0])).table
    undo_request = await session.service(Undo).find_request(click(ANN), moved.id)
    assert undo_request.takeback.position.ply == 1


@pytest.mark.usefixtures("newcomers")
async def test_whether_there_are_hints_was_decided_at_the_first_table(session: Session) -> None:
    """Who never finished such a game is asked where one is opened, and at no fork of it."""
    first = (await session.lobby.open(click(ANN), Opening("thud", {}, 0, None), trace())).table
    assert first.terms.hints_asked == HOST_ASKED
    begun = (await session.lobby.sit(click(BEN), first.id, 0, trace())).table
    assert (await fork(session, begun)).table.terms.hints_asked is None


async def test_what_is_agreed_goes_along(session: Session) -> None:
    hours = 3600
    opening = Opening(
        "thud", {}, 0, None, terms=Terms(clock=24 * hours, bank=hours, forfeit=True, quiet=True)
    )
    table = (await session.lobby.open(click(ANN), opening, trace())).table
    table = (await session.lobby.sit(click(BEN), table.id, 0, trace())).table
    new = (await fork(session, table)).table
    assert (new.terms.clock, new.terms.bank, new.terms.forfeit) == (24 * hours, hours, True)
    assert new.terms.quiet, "bots say nothing there either"
    begun = (await session.lobby.sit(click(CLEO), new.id, 0, trace())).table
    assert [(clock.seat, clock.bank) for clock in begun.time.clocks] == [(0, hours), (1, hours)]
    assert begun.time.clocks[0].since is not None, "Ann's time runs"


async def test_under_newer_rules_a_fork_goes_on_from_where_it_stands(
    session: Session, store: Store, clock: Clock
) -> None:
    """New rules set a battle up otherwise: the parent cannot be replayed, the fork can."""
    old = await game(session, *QUIET[:2])
    new = (await fork(session, old)).table
    table = (await session.lobby.sit(click(BEN), new.id, 0, trace())).table
    table = (await act(session, table, "dG2-G1")).table
    rules = {"thud": other_start(with_version(2))}
    assert await snapshot_changed_games(store, rules, clock()) == (old.code,)
    later = Session.over(Context(store, rules, clock, str, features=FEATURES, alarms=ALARMS))
    assert [position.ply for position in await later.history.positions(await later.tables.get(table.id))] == [
        1,
        2,
    ]


# What lies face down


@pytest.mark.parametrize(
    ("game_", "hidden"), [("thud", False), ("ploc", False), ("thrag", True), ("trogdor", True)]
)
def test_only_cards_and_tokens_lie_face_down(game_: str, hidden: bool) -> None:
    entry = CATALOGUE[game_]
    options = {option.key: option.default for option in entry.game.options}
    state = entry.game.start(options, entry.game.seats.start, SeededRng("a start"))
    assert hides_information(entry, state) is hidden


def test_of_two_piles_with_two_cards_the_order_is_still_unknown() -> None:
    """And of piles with one card it is not."""
    entry = CATALOGUE["trogdor"]
    options = {option.key: option.default for option in entry.game.options}
    state = entry.game.start(options, 1, SeededRng("a start"))
    for cards, hidden in ((2, True), (1, False)):
        few = replace(
            state,
            trog=replace(state.trog, pile=tuple(sorted(set(state.trog.pile)))[:cards]),
            movement=replace(state.movement, pile=state.movement.pile[:1]),
        )
        assert hides_information(entry, few) is hidden


# Several together


async def test_everybody_of_the_position_must_be_there(session: Session) -> None:
    table = await together(session, "lift", "hand on")
    new = (await fork(session, table, person=BEN)).table
    assert (new.terms.patience, seats_and_users(new)) == (3600, [(1, BEN.id)])
    new = (await session.lobby.sit(click(DORA), new.id, 0, trace())).table
    with refusing("too-few"):
        await session.lobby.start(click(BEN), new.id, new.revision, trace())
    new = (await session.lobby.sit(click(ANN), new.id, 0, trace())).table
    assert seats_and_users(new) == [(0, DORA.id), (1, BEN.id), (2, ANN.id)]
    with refusing("table-full"):
        await session.lobby.sit(click(CLEO), new.id, 0, trace())
    begun = await session.lobby.start(click(BEN), new.id, new.revision, trace())
    assert begun.state == session.tables.show(table).state
    assert state_of(begun).lifted == 1
    assert (await act_alone(session, begun.table, "rest", BEN)).table.plies == 2
    assert verify((await export_of(session, begun.table))[1], {"hill": session.catalogue["hill"].game}) == ()


async def test_who_leaves_before_it_begins_leaves_their_seat_to_others(session: Session) -> None:
    new = (await fork(session, await together(session))).table
    for person in (BEN, CLEO):
        new = (await session.lobby.sit(click(person), new.id, 0, trace())).table
    new = (await session.lobby.leave(click(ANN), new.id, trace())).table
    assert (new.host_id, seats_and_users(new)) == (BEN.id, [(1, BEN.id), (2, CLEO.id)])
    new = (await session.lobby.sit(click(DORA), new.id, 0, trace())).table
    assert seats_and_users(new) == [(0, DORA.id), (1, BEN.id), (2, CLEO.id)]
    for person in (BEN, CLEO, DORA):
        new = (await session.lobby.leave(click(person), new.id, trace())).table
    assert new.status is Status.CLOSED


async def test_settled_choices_cannot_be_picked(session: Session) -> None:
    opening = Opening("hill", {"hats": "chosen"}, None, None)
    table = (await session.lobby.open(click(ANN), opening, trace())).table
    await session.lobby.pick(click(ANN), table.id, {"hat": "beret"}, trace())
    table = (await session.lobby.start(click(ANN), table.id, 1, trace())).table
    new = (await fork(session, table)).table
    with refusing("old-control"):
        await session.lobby.pick(click(ANN), new.id, {"hat": "bowler"}, trace())
    begun = await session.lobby.start(click(ANN), new.id, 0, trace())
    assert state_of(begun).hats == ("beret",)
    assert json.loads(begun.table.terms.options)[pick_key("hat", 0)] == "beret"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_position_tells_how_many_seats_it_has(file: Path) -> None:
    """Also where some have left, and in the middle of a question."""
    text = file.read_text(encoding="utf-8")
    game_, every = plies(text)
    for ply in every[:: max(1, len(every) // 15)]:
        assert seats_at(game_, ply.state) == seats_of(text)


# What cannot be


async def test_what_has_not_begun_or_never_was_cannot_be_gone_on_from(session: Session) -> None:
    waiting = (await session.lobby.open(click(ANN), Opening("thud", {}, 0, None), trace())).table
    with refusing("not-begun"):
        await fork(session, waiting)
    await session.lobby.cancel(click(ANN), waiting.id, 0, trace())
    with refusing("closed"):
        await fork(session, waiting)
    table = await game(session, *QUIET)
    for ply in (5, 999):
        with refusing("history-no-move"):
            await fork(session, table, ply)


async def test_under_rules_that_lead_elsewhere_nothing_is_gone_on_from(
    session: Session, store: Store, clock: Clock
) -> None:
    table = await game(session, *QUIET)
    changed = Session.over(
        Context(store, {"thud": other_start(with_version(2))}, clock, str, features=FEATURES, alarms=ALARMS)
    )
    with refusing("history-other-rules"):
        await changed.service(Forks).fork(click(ANN), table.id, 2, trace())


async def test_a_deal_of_the_day_is_gone_on_from_once_it_is_published(session: Session, clock: Clock) -> None:
    deal = (
        await session.service(Deals).open_deal(click(ANN), Opening("thrag", {}, None, None), trace())
    ).table
    with refusing("fork-deal"):
        await fork(session, deal)
    with refusing("daily-unplayed"):
        await fork(session, deal, person=BEN)
    await act_alone(session, deal, "resign")
    with refusing("fork-deal"):
        await fork(session, deal, 0)
    clock.now += 24 * 3600
    new = (await fork(session, deal, 0, BEN)).table
    assert (new.terms.day, new.journey.parent) == (None, (deal.id, 0))
    assert commitment(new.seed) != commitment(deal.seed)
