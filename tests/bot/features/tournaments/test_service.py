"""Tournaments on disk: signed up for, begun, led on from game to game; and what happens to their people."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.features import FEATURES, HOOKS
from bot.features.forks.service import Forks
from bot.features.people.service import PersonalSettings
from bot.features.tournaments.model import (
    Form,
    Pairing,
    PairingResult,
    ResultKind,
    StaleTournament,
    Tournament,
    TournamentSetup,
)
from bot.features.tournaments.pairings import PODIUM, ROUND
from bot.features.tournaments.service import SIGN_UP, Tournaments, TournamentStep
from bot.features.tournaments.storage import TournamentStorage
from bot.features.transfer.service import Transfer
from bot.features.undo.service import Undo
from bot.games.catalogue import CATALOGUE
from bot.kernel.clicks import Opening, Person
from bot.kernel.errors import Illegal
from bot.kernel.session import Context, Session
from bot.kernel.tables.export import options_of
from bot.kernel.tables.results import SETTLED
from bot.ops.location import DatabaseLocation
from bot.store import HOUSE, NAMELESS, Kind, ServerConfig, Status, Store, Table, Terms, is_bot
from bot.ui.alarms.kinds import ALARMS
from engine.octagon.model import EndClaimed
from tests.bot.samples import ANN, BEN, CLEO, HERE, QUIET, THERE, Clock, click, refusing, trace

DAN = Person(15, "Dan")
FOUR = (ANN, BEN, CLEO, DAN)
HOUR = 3600


async def open_tournament(
    session: Session, *others: Person, form: Form = Form.KNOCKOUT, **more: object
) -> Tournament:
    """Ann holds a tournament, and the others sign up."""
    call = TournamentSetup("thud", form, places=8, clock=HOUR, threads=False)
    of = await session.service(Tournaments).open_tournament(click(ANN), replace(call, **more))  # type: ignore[arg-type]
    for person in others:
        of = (await session.service(Tournaments).join(click(person), of.id)).tournament
    return of


async def start_tournament(
    session: Session, *others: Person, form: Form = Form.KNOCKOUT, **more: object
) -> Tournament:
    """The same, and it begins."""
    of = await open_tournament(session, *others, form=form, **more)
    return (await session.service(Tournaments).begin(click(ANN), of.id)).tournament


def running(of: Tournament) -> list[Pairing]:
    return [game for game in of.pairings if game.ended is PairingResult.NOT_YET]


async def tables(session: Session, of: Tournament) -> list[Table]:
    """The tables of the games that go on."""
    return [await session.tables.get(game.table_id or 0) for game in running(of)]


async def play_lines(session: Session, table: Table, *lines: str) -> None:
    """These moves of a table of Thud."""
    people = [Person(one.user_id, one.name) for one in table.players]
    for line in lines:
        await session.play.move(click(people["dT".index(line[0])]), table.id, line, trace())


async def resigns(session: Session, table: Table, user_id: int) -> None:
    person = next(Person(one.user_id, one.name) for one in table.players if one.user_id == user_id)
    await session.play.move(click(person), table.id, "resign", trace())


async def due(session: Session, clock: Clock) -> list[str]:
    """What is due of tournaments is carried out, as the ticker does it; returns what there was."""
    found = list[str]()
    while True:
        alarms = [one for one in await session.schedule.due(clock.now, 100) if one.kind in (ROUND, PODIUM)]
        if not alarms:
            return found
        for alarm in alarms:
            assert await session.schedule.claim(alarm, clock.now)
            if alarm.kind == ROUND:
                await session.service(Tournaments).advance(int(alarm.detail), trace())
            await session.schedule.drop(alarm)
            found.append(alarm.kind)


async def test_a_knock_out_is_played_to_its_end_round_by_round(session: Session, clock: Clock) -> None:
    of = await start_tournament(session, BEN, CLEO, DAN)
    first = await tables(session, of)
    assert len(first) == 2
    for table in first:
        assert (table.status, table.host_id) == (Status.PLAYING, HOUSE)
        assert (table.terms.clock, table.terms.forfeit) == (HOUR, True)
    await resigns(session, first[0], first[0].players[1].user_id)
    await due(session, clock)
    assert len(running(await session.service(Tournaments).get(of.id))) == 1  # the other game goes on
    await resigns(session, first[1], first[1].players[0].user_id)
    assert await due(session, clock) == [ROUND]
    (final,) = await tables(session, await session.service(Tournaments).get(of.id))
    finalists = {first[0].players[0].user_id, first[1].players[1].user_id}
    assert {player.user_id for player in final.players} == finalists
    await play_lines(session, final, *QUIET)
    await resigns(session, final, final.players[0].user_id)
    assert await due(session, clock) == [ROUND, PODIUM]
    of = await session.service(Tournaments).get(of.id)
    assert of.status is Status.OVER
    assert [one.user_id for one in of.entrants if one.place == 1] == [final.players[1].user_id]
    assert await session.service(Tournaments).count_won(final.players[1].user_id) == {"thud": 1}
    assert await session.service(Tournaments).count_won(final.players[0].user_id) == {}
    (score,) = await session.scores.of_person(final.players[1].user_id, None)
    assert (score.tally.games, score.tally.apart) == (1, 1)  # they are games like any other, and rated


async def test_with_the_last_place_it_begins_by_itself(session: Session) -> None:
    of = await open_tournament(session, BEN, CLEO, places=4)
    step = await session.service(Tournaments).join(click(DAN), of.id)
    assert step.tournament.status is Status.PLAYING
    assert len(step.opened) == 2
    with refusing("tournament-begun"):
        await session.service(Tournaments).join(click(Person(16, "Eve")), of.id)


async def test_seeds_go_by_rating(session: Session, clock: Clock) -> None:
    game = await session.lobby.open(click(DAN), _duel(ANN), trace())
    table = (await session.lobby.sit(click(ANN), game.table.id, 0, trace(), agreed=True)).table
    await resigns(session, table, ANN.id)
    clock.now += SETTLED + 1
    of = await start_tournament(session, BEN, CLEO, DAN)
    assert of.entrants[0].name == "Dan"
    assert {(game.first, game.second) for game in of.pairings} & {(1, 4), (4, 1)}


def _duel(guest: Person) -> Opening:
    return Opening("thud", {}, 0, guest)


@pytest.mark.parametrize("who", [CLEO, BEN])
async def test_only_whoever_holds_it_or_manages_the_server_begins_and_cancels_it(
    session: Session, who: Person
) -> None:
    of = await open_tournament(session, BEN, CLEO)
    for act in (session.service(Tournaments).begin, session.service(Tournaments).cancel):
        with refusing("tournament-not-host"):
            await act(click(who), of.id)
    managing = replace(click(who), manages=True)
    assert (await session.service(Tournaments).begin(managing, of.id)).tournament.status is Status.PLAYING
    for player in (click(ANN), managing):  # who holds it, and who manages the server: both play in it
        with refusing("tournament-player"):
            await session.service(Tournaments).cancel(player, of.id)
    managing = replace(click(DAN), manages=True)
    cancelled = await session.service(Tournaments).cancel(managing, of.id)
    assert cancelled.status is Status.CLOSED
    assert all(table.status is Status.PLAYING for table in await tables(session, cancelled))
    with refusing("tournament-over"):
        await session.service(Tournaments).cancel(managing, of.id)


async def test_what_cannot_be_is_refused(session: Session) -> None:
    of = await open_tournament(session, BEN)
    with refusing("tournament-joined"):
        await session.service(Tournaments).join(click(BEN), of.id)
    with refusing("tournament-few"):
        await session.service(Tournaments).begin(click(ANN), of.id)
    with refusing("tournament-not-begun"):
        await session.service(Tournaments).withdraw(click(BEN), of.id)
    with refusing("tournament-not-in"):
        await session.service(Tournaments).leave(click(CLEO), of.id)
    with refusing("tournament-nowhere"):
        await session.service(Tournaments).open_tournament(
            replace(click(ANN), guild_id=None), TournamentSetup("thud", Form.KNOCKOUT, 4, HOUR)
        )
    with refusing("outdated-command"):
        await session.service(Tournaments).open_tournament(
            click(ANN), TournamentSetup("trogdor", Form.KNOCKOUT, 4, HOUR)
        )
    with refusing("tournament-own"):  # it keeps others from holding one
        await open_tournament(session)
    for person in (BEN, CLEO):
        await session.service(Tournaments).open_tournament(
            click(person), TournamentSetup("thud", Form.KNOCKOUT, 4, HOUR)
        )
    with refusing("tournament-many"):
        await session.service(Tournaments).open_tournament(
            click(DAN), TournamentSetup("thud", Form.KNOCKOUT, 4, HOUR)
        )
    await session.context.store.servers.set_server(ServerConfig(3, most=3))
    with refusing("tournament-room"):
        await session.service(Tournaments).open_tournament(
            click(ANN, channel=THERE), TournamentSetup("thud", Form.KNOCKOUT, 8, HOUR)
        )


async def test_whoever_signs_off_makes_room(session: Session) -> None:
    of = await open_tournament(session, BEN, CLEO)
    of = (await session.service(Tournaments).leave(click(BEN), of.id)).tournament
    assert [(one.number, one.name) for one in of.entrants] == [(1, "Ann"), (2, "Cleo")]


async def test_the_same_command_makes_one_tournament(session: Session) -> None:
    call, by = TournamentSetup("thud", Form.KNOCKOUT, 4, HOUR), click(ANN, interaction=77)
    first = await session.service(Tournaments).open_tournament(by, call)
    assert await session.service(Tournaments).open_tournament(by, call) == first


# Double clicks, two processes, and deaths between


async def test_of_two_clicks_at_once_one_begins_it(session: Session) -> None:
    of = await open_tournament(session, BEN, CLEO, DAN)
    begin = session.service(Tournaments).begin
    found = await asyncio.gather(begin(click(ANN), of.id), begin(click(ANN), of.id), return_exceptions=True)
    steps = [one for one in found if isinstance(one, TournamentStep)]
    assert len(steps) == 1
    assert await _count_tables(session) == 2


async def test_all_who_sign_up_at_once_are_in(session: Session) -> None:
    of = await open_tournament(session)
    crowd = [Person(100 + number, f"P{number}") for number in range(6)]
    await asyncio.gather(*(session.service(Tournaments).join(click(one), of.id) for one in crowd))
    of = await session.service(Tournaments).get(of.id)
    assert {one.name for one in of.entrants} == {"Ann"} | {one.name for one in crowd}
    assert [one.number for one in of.entrants] == [1, 2, 3, 4, 5, 6, 7]


async def _count_tables(session: Session) -> int:
    """How many tables there are."""
    return len(await session.context.store.in_channel(HERE, live_only=False, limit=100))


async def test_two_processes_that_lead_on_open_each_table_once(
    session: Session, place: DatabaseLocation, clock: Clock
) -> None:
    of = await start_tournament(session, BEN, CLEO, DAN)
    for table in await tables(session, of):
        await resigns(session, table, table.players[0].user_id)
    other = await Store.open(place, patience=5.0, hooks=HOOKS)
    try:
        twin = Session.over(
            Context(other, CATALOGUE, clock, lambda: "secret", features=FEATURES, alarms=ALARMS)
        )
        both = (session.service(Tournaments), twin.service(Tournaments)) * 3
        steps = await asyncio.gather(*(one.advance(of.id, trace()) for one in both))
    finally:
        await other.close()
    assert sum(len(step.opened) for step in steps) == 1
    assert await _count_tables(session) == 3
    assert len(running(await session.service(Tournaments).get(of.id))) == 1


async def test_whoever_dies_at_any_write_has_opened_nothing_or_all_and_the_next_one_goes_on(
    session: Session, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The alarm is still there, as it is in the transaction that ended the game; nothing comes twice."""
    of = await start_tournament(session, BEN, CLEO, DAN)
    for table in await tables(session, of):
        await resigns(session, table, table.players[0].user_id)
    kept = TournamentStorage.save
    for after in (False, True):

        async def dies(*what: object, after: bool = after) -> object:
            if after:
                await kept(*what)  # type: ignore[arg-type]
            raise ConnectionAbortedError

        monkeypatch.setattr(TournamentStorage, "save", dies)
        with pytest.raises(ConnectionAbortedError):
            await session.service(Tournaments).advance(of.id, trace())
        assert await _count_tables(session) == 2 + after
    monkeypatch.undo()
    assert await due(session, clock) == [ROUND, ROUND]
    assert await _count_tables(session) == 3


async def test_what_was_read_before_somebody_else_changed_it_is_not_saved(session: Session) -> None:
    of = await open_tournament(session, BEN)
    await session.service(Tournaments).join(click(CLEO), of.id)
    with pytest.raises(StaleTournament):
        await TournamentStorage(session.context.store).save(of, {})


# Draws, tables without a result, absence


async def test_a_table_that_is_closed_is_played_again(session: Session, clock: Clock) -> None:
    of = await start_tournament(session, BEN, CLEO, DAN)
    first, _ = await tables(session, of)
    managing = replace(click(Person(16, "Eve")), manages=True)
    await session.management.close(managing, first.id, Status.PLAYING, trace())
    assert await due(session, clock) == [ROUND]
    of = await session.service(Tournaments).get(of.id)
    (again,) = [game for game in running(of) if game.game == 2]
    table = await session.tables.get(again.table_id or 0)
    assert [one.user_id for one in table.players] == [one.user_id for one in reversed(first.players)]


async def test_a_game_that_moves_is_still_the_one_of_its_tournament(session: Session, clock: Clock) -> None:
    of = await start_tournament(session, BEN, CLEO, DAN)
    table, _ = await tables(session, of)
    people = {one.id: one for one in FOUR}
    one, other = (people[player.user_id] for player in table.players)
    arrived = await _move_game(session, table, one, other)
    await resigns(session, arrived, other.id)
    await due(session, clock)
    of = await session.service(Tournaments).get(of.id)
    (game,) = [game for game in of.pairings if game.table_id == arrived.id]
    assert game.ended is PairingResult.FIRST
    assert len(running(of)) == 1


async def _move_game(session: Session, table: Table, one: Person, other: Person) -> Table:
    """Both let a game move to another channel, and sit down there."""
    await session.service(Transfer).ask_to_move(click(one), table.id, THERE)
    await session.service(Transfer).agree_to_move(click(other), table.id)
    there = replace(click(one), channel_id=THERE)
    return (await session.service(Transfer).move_to_channel(click(one), table.id, there, trace())).table


async def test_whoever_runs_out_of_time_loses_and_the_tournament_goes_on(
    session: Session, clock: Clock
) -> None:
    of = await start_tournament(session, BEN, CLEO, DAN)
    clock.now += 2 * HOUR
    for alarm in await session.schedule.due(clock.now, 100):
        if alarm.kind is Kind.UP:
            found = await session.schedule.assess(alarm)
            assert not isinstance(found, float)
            assert found is not None
            assert found.table is not None
            assert found.player is not None
            await session.absence.forfeit(alarm, found.table, found.player, trace())
    await due(session, clock)
    of = await session.service(Tournaments).get(of.id)
    assert of.round == 2
    assert all(game.ended is PairingResult.SECOND for game in of.pairings if game.round == 1)


async def test_somebody_who_has_left_the_server_loses_by_their_clock(session: Session, clock: Clock) -> None:
    of = await start_tournament(session, BEN, CLEO, DAN)
    table, _ = await tables(session, of)
    gone = table.players[0].user_id
    await session.absence.leave_server(table, gone, trace())
    clock.now += 2 * HOUR
    alarms = [one for one in await session.schedule.due(clock.now, 100) if one.table_id == table.id]
    (up,) = [one for one in alarms if one.kind is Kind.UP]
    found = await session.schedule.assess(up)
    assert not isinstance(found, float)
    assert found is not None
    assert found.player is not None
    assert found.player.user_id == gone


async def test_whoever_withdraws_loses_what_is_left(session: Session, clock: Clock) -> None:
    of = await start_tournament(session, BEN, CLEO, DAN, form=Form.ROUND_ROBIN)
    await session.service(Tournaments).withdraw(click(BEN), of.id)
    with refusing("tournament-not-in"):
        await session.service(Tournaments).withdraw(click(BEN), of.id)
    assert ROUND in await due(session, clock)
    of = await session.service(Tournaments).get(of.id)
    ben = next(one.number for one in of.entrants if one.user_id == BEN.id)
    assert not any(ben in (game.first, game.second) for game in running(of))
    while (now := await session.service(Tournaments).get(of.id)).status is Status.PLAYING:
        for table in await tables(session, now):
            assert BEN.id not in {player.user_id for player in table.players}
            await resigns(session, table, table.players[1].user_id)
        await due(session, clock)
    assert now.entrant(ben).place == 4


async def test_after_a_hundred_quiet_moves_either_player_ends_a_battle_of_thud(session: Session) -> None:
    of = await start_tournament(session, BEN, CLEO, DAN)
    table, _ = await tables(session, of)
    people = {one.id: one for one in FOUR}
    dwarfs, trolls = (people[player.user_id] for player in table.players)
    for number in range(100):
        with pytest.raises(Illegal):
            await session.play.move(click(dwarfs), table.id, "claim", trace())
        line = QUIET[number % len(QUIET)]
        await session.play.move(click(dwarfs if line[0] == "d" else trolls), table.id, line, trace())
    shown = await session.play.move(click(dwarfs), table.id, "claim", trace())
    assert any(isinstance(event, EndClaimed) for event in shown.events)


@pytest.mark.parametrize(
    ("game", "option"), [("thud", "quiet_limit"), ("koom", "quiet_limit"), ("ploc", "turn_limit")]
)
async def test_its_games_come_to_an_end_by_rule(session: Session, game: str, option: str) -> None:
    of = await start_tournament(session, BEN, CLEO, game=game)
    for table in await tables(session, of):
        assert int(options_of(table)[option]) == {"quiet_limit": 100, "turn_limit": 40}[option]


async def test_whoever_holds_it_decides_a_game_that_is_stuck(session: Session, clock: Clock) -> None:
    of = await start_tournament(session, BEN, CLEO, DAN)
    (stuck,) = [table for table in await tables(session, of) if ANN.id not in _people(table)]
    own = next(table for table in await tables(session, of) if table.id != stuck.id)
    clock.now += 28 * 24 * HOUR - 1
    assert await session.service(Tournaments).stuck_tables(click(ANN), of.id) == ()
    with refusing("tournament-decide-early"):
        await session.service(Tournaments).decide_game(click(ANN), of.id, stuck.id, PairingResult.SECOND)
    clock.now += 1
    assert [table.id for table in await session.service(Tournaments).stuck_tables(click(ANN), of.id)] == [
        stuck.id
    ]
    with refusing("tournament-decide-own"):
        await session.service(Tournaments).decide_game(click(ANN), of.id, own.id, PairingResult.FIRST)
    for player in (BEN, CLEO, DAN):
        with refusing("tournament-not-host"):
            await session.service(Tournaments).decide_game(
                click(player), of.id, stuck.id, PairingResult.FIRST
            )
    with refusing("old-control"):
        await session.service(Tournaments).decide_game(click(ANN), of.id, stuck.id, PairingResult.BYE)
    await session.service(Tournaments).decide_game(click(ANN), of.id, stuck.id, PairingResult.SECOND)
    assert await due(session, clock)
    assert (await session.tables.get(stuck.id)).status is Status.CLOSED
    assert await session.context.store.schedule.results_of_user(stuck.players[0].user_id) == ()
    of = await session.service(Tournaments).get(of.id)
    (game,) = [one for one in of.pairings if one.table_id == stuck.id]
    assert (game.ended, game.how) == (PairingResult.SECOND, ResultKind.DECIDED)
    with refusing("old-control"):
        await session.service(Tournaments).decide_game(click(ANN), of.id, stuck.id, PairingResult.FIRST)
    await resigns(session, own, ANN.id)
    await due(session, clock)
    (final,) = await tables(session, await session.service(Tournaments).get(of.id))
    assert stuck.players[1].user_id in _people(final)


async def test_who_manages_the_server_decides_none_that_they_play(session: Session, clock: Clock) -> None:
    of = await start_tournament(session, BEN, CLEO, DAN)
    clock.now += 28 * 24 * HOUR
    theirs = next(table for table in await tables(session, of) if BEN.id in _people(table))
    with refusing("tournament-decide-own"):
        await session.service(Tournaments).decide_game(
            replace(click(BEN), manages=True), of.id, theirs.id, PairingResult.FIRST
        )
    others = [table.id for table in await tables(session, of) if table.id != theirs.id]
    stuck = await session.service(Tournaments).stuck_tables(replace(click(BEN), manages=True), of.id)
    assert [table.id for table in stuck] == others


async def test_slow_games_are_stuck_later(session: Session, clock: Clock) -> None:
    of = await start_tournament(session, BEN, CLEO, DAN, clock=7 * 24 * HOUR)
    clock.now += 28 * 7 * 24 * HOUR - 1
    assert await session.service(Tournaments).stuck_tables(click(ANN), of.id) == ()
    clock.now += 1
    assert len(await session.service(Tournaments).stuck_tables(click(ANN), of.id)) == 1


def _people(table: Table) -> set[int]:
    return {player.user_id for player in table.players}


@pytest.mark.parametrize("form", Form)
async def test_where_everybody_withdraws_or_is_forgotten_nobody_has_won(
    session: Session, clock: Clock, form: Form
) -> None:
    of = await start_tournament(session, BEN, CLEO, DAN, form=form)
    for person in (ANN, BEN, CLEO):
        await session.service(Tournaments).withdraw(click(person), of.id)
    await session.forget(DAN.id)
    await due(session, clock)
    of = await session.service(Tournaments).get(of.id)
    assert of.status is Status.OVER
    assert [one.place for one in of.entrants if one.place <= 1] == []
    for person in FOUR:
        assert await session.service(Tournaments).count_won(person.id) == {}


async def test_a_resignation_at_once_wins_a_game_but_breaks_no_ties(session: Session, clock: Clock) -> None:
    of = await start_tournament(session, BEN, CLEO, DAN)
    first, second = await tables(session, of)
    await play_lines(session, second, *QUIET)
    for table in (first, second):
        await resigns(session, table, table.players[0].user_id)
    await due(session, clock)
    of = await session.service(Tournaments).get(of.id)
    found = {game.table_id: (game.ended, game.how) for game in of.pairings if game.round == 1}
    assert found == {
        first.id: (PairingResult.SECOND, ResultKind.UNPLAYED),
        second.id: (PairingResult.SECOND, ResultKind.PLAYED),
    }


async def test_a_game_of_a_tournament_is_not_called_off_by_who_plays_it(session: Session) -> None:
    of = await start_tournament(session, BEN, CLEO, DAN)
    table, _ = await tables(session, of)
    for player in table.players:
        with refusing("close-resign"):
            by = click(Person(player.user_id, player.name))
            await session.management.close(by, table.id, Status.PLAYING, trace())


# Forgetting, undoing, forking, bots, languages


async def test_whoever_is_forgotten_is_out_and_nameless(session: Session, clock: Clock) -> None:
    of = await start_tournament(session, BEN, CLEO, DAN)
    await session.forget(ANN.id)  # she holds it, too
    await due(session, clock)
    of = await session.service(Tournaments).get(of.id)
    (nobody,) = [one for one in of.entrants if one.user_id is None]
    assert (nobody.name, nobody.out, of.host_id, of.host_name) == (NAMELESS, True, None, NAMELESS)
    assert not any(nobody.number in (game.first, game.second) for game in running(of))
    while (now := await session.service(Tournaments).get(of.id)).status is Status.PLAYING:
        for table in await tables(session, now):
            await resigns(session, table, table.players[1].user_id)
        await due(session, clock)
    kept = await session.privacy.data_of(ANN.id)
    assert not any(kept.values())


async def test_what_somebody_holds_and_plays_is_in_their_data(session: Session) -> None:
    of = await start_tournament(session, BEN, CLEO, DAN)
    kept = await session.privacy.data_of(ANN.id)
    assert [row["number"] for row in kept["tournaments"]] == [of.id]
    (entry,) = kept["entries"]
    assert (entry["number"], entry["name"], entry["withdrawn"]) == (of.id, "Ann", 0)
    assert "Ben" not in str((kept["tournaments"], kept["entries"]))


async def test_a_tournament_that_has_not_begun_is_cancelled_with_whoever_held_it(session: Session) -> None:
    of = await open_tournament(session, BEN, CLEO)
    await session.forget(ANN.id)
    assert (await session.service(Tournaments).get(of.id)).status is Status.CLOSED
    with refusing("tournament-cancelled"):
        await session.service(Tournaments).join(click(DAN), of.id)


async def test_a_fork_and_a_rematch_are_no_games_of_the_tournament(session: Session, clock: Clock) -> None:
    of = await start_tournament(session, BEN, CLEO, DAN)
    table, _ = await tables(session, of)
    people = {one.id: one for one in FOUR}
    fork = (
        await session.service(Forks).fork(click(people[table.players[0].user_id]), table.id, None, trace())
    ).table
    fork = (await session.lobby.sit(click(people[table.players[1].user_id]), fork.id, 0, trace())).table
    await resigns(session, fork, table.players[0].user_id)
    assert await due(session, clock) == []
    assert await session.service(Tournaments).get(of.id) == of
    await resigns(session, table, table.players[1].user_id)
    await due(session, clock)
    before = await session.service(Tournaments).get(of.id)
    host, guest = (people[player.user_id] for player in table.players)
    again = (await session.lobby.rematch(click(host), table.id, trace())).table
    again = (await session.lobby.sit(click(guest), again.id, again.revision, trace())).table
    await resigns(session, again, host.id)
    await due(session, clock)
    assert await session.service(Tournaments).get(of.id) == before


async def test_a_move_that_is_taken_back_changes_nothing_of_the_tournament(
    session: Session, clock: Clock
) -> None:
    of = await start_tournament(session, BEN, CLEO, DAN)
    table, _ = await tables(session, of)
    people = {one.id: one for one in FOUR}
    first, second = (people[player.user_id] for player in table.players)
    await session.play.move(click(first), table.id, "dG1-G2", trace())
    await session.play.move(click(second), table.id, "TG7-F7", trace())
    way = await session.service(Undo).find_request(click(first), table.id)
    offered = (await session.service(Undo).place_offer(click(first), way)).offer
    await session.service(Undo).agree(click(second), table.id, offered.revision, offered.ply, trace())
    assert (await session.tables.get(table.id)).plies == 3  # two moves, and that they were taken back
    assert await due(session, clock) == []
    assert await session.service(Tournaments).get(of.id) == of
    await resigns(session, await session.tables.get(table.id), second.id)
    assert await due(session, clock) == [ROUND]
    with refusing("game-over"):
        await session.service(Undo).find_request(click(first), table.id)


async def test_bots_take_the_places_that_are_left(session: Session) -> None:
    of = await start_tournament(session, BEN, bots="pip", places=4)
    names = [one.name for one in of.entrants]
    assert set(names[:2]) == {"Ann", "Ben"}  # whoever is not rated comes before them
    assert set(names[2:]) == {"Pip", "Pip 2"}
    for table in await tables(session, of):
        assert [is_bot(player.user_id) for player in table.players].count(True) == 1


async def test_what_nobody_begins_is_cancelled_and_makes_room(session: Session, clock: Clock) -> None:
    of = await open_tournament(session, BEN)
    clock.now += SIGN_UP - 1
    await session.service(Tournaments).join(click(CLEO), of.id)  # who comes and goes does not keep it
    other = await session.service(Tournaments).open_tournament(
        click(BEN), TournamentSetup("thud", Form.KNOCKOUT, 4, HOUR)
    )
    begun_one = await session.service(Tournaments).open_tournament(
        click(CLEO), TournamentSetup("thud", Form.KNOCKOUT, 3, HOUR)
    )
    for person in (ANN, DAN):
        await session.service(Tournaments).join(click(person), begun_one.id)
    assert await session.service(Tournaments).cancel_unbegun() == ()
    with refusing("tournament-own"):
        await open_tournament(session)
    clock.now += 2
    assert await session.service(Tournaments).cancel_unbegun() == (of.id,)
    found = [(await session.service(Tournaments).get(one.id)).status for one in (of, other, begun_one)]
    assert found == [Status.CLOSED, Status.OPEN, Status.PLAYING]
    with refusing("tournament-cancelled"):
        await session.service(Tournaments).join(click(DAN), of.id)
    await open_tournament(session)
    clock.now += 2 * SIGN_UP
    assert begun_one.id not in await session.service(Tournaments).cancel_unbegun()


@pytest.mark.parametrize(("people", "trophies"), [(1, 0), (2, 0), (3, 1)])
async def test_beating_bots_and_a_friend_is_no_trophy(
    session: Session, clock: Clock, people: int, trophies: int
) -> None:
    of = await start_tournament(session, *FOUR[1:people], bots="pip", places=4)
    for _ in range(2):  # whoever meets Ann gives up
        for table in await tables(session, of):
            loser = next(one for one in table.players if one.user_id != ANN.id)
            await session.play.act_for(table, loser.seat, "resign", None, None, trace())
        await due(session, clock)
        of = await session.service(Tournaments).get(of.id)
    assert of.status is Status.OVER
    assert [one.user_id for one in of.entrants if one.place == 1] == [ANN.id]
    assert sum((await session.service(Tournaments).count_won(ANN.id)).values()) == trophies


async def test_its_tables_speak_what_it_speaks(session: Session) -> None:
    await session.context.store.servers.set_server(ServerConfig(3, language="de"))
    of = await start_tournament(session, BEN, CLEO)
    assert of.language == "de"
    assert {table.terms.language for table in await tables(session, of)} == {"de"}


async def test_a_vacation_stops_no_clock_of_a_tournament(session: Session, clock: Clock) -> None:
    for person in (ANN, BEN, CLEO, DAN):
        await session.service(PersonalSettings).set_vacation(person.id, 10, None)
    of = await start_tournament(session, BEN, CLEO, DAN)
    for person in (ANN, BEN, CLEO, DAN):
        await session.schedule.stop_clocks(person.id, clock.now)
    for table in await tables(session, of):
        (seat,) = session.tables.acting_seats(table)
        assert table.time.clocks[seat].since == clock.now


async def test_a_vacation_stops_the_clock_of_a_game_that_loses_by_time_among_friends(
    session: Session, clock: Clock
) -> None:
    opening = replace(_duel(BEN), terms=Terms(clock=3600, forfeit=True))
    table = (await session.lobby.open(click(ANN), opening, trace())).table
    table = (await session.lobby.sit(click(BEN), table.id, 0, trace(), agreed=True)).table
    (seat,) = session.tables.acting_seats(table)
    away = table.players[seat].user_id
    await session.service(PersonalSettings).set_vacation(away, 10, None)
    await session.schedule.stop_clocks(away, clock.now)
    assert (await session.tables.get(table.id)).time.clocks[seat].since is None
