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
    """Open a tournament as Ann, and sign up the others."""
    call = TournamentSetup("thud", form, places=8, clock=HOUR, threads=False)
    tournament = await session.service(Tournaments).open_tournament(click(ANN), replace(call, **more))  # type: ignore[arg-type]
    for person in others:
        tournament = (await session.service(Tournaments).join(click(person), tournament.id)).tournament
    return tournament


async def start_tournament(
    session: Session, *others: Person, form: Form = Form.KNOCKOUT, **more: object
) -> Tournament:
    """A started tournament of Ann and the others."""
    tournament = await open_tournament(session, *others, form=form, **more)
    return (await session.service(Tournaments).begin(click(ANN), tournament.id)).tournament


def running(tournament: Tournament) -> list[Pairing]:
    return [game for game in tournament.pairings if game.ended is PairingResult.NOT_YET]


async def tables(session: Session, tournament: Tournament) -> list[Table]:
    """The tables of the games that go on."""
    return [await session.tables.get(game.table_id or 0) for game in running(tournament)]


async def play_lines(session: Session, table: Table, *lines: str) -> None:
    """Play moves at a table of Thud."""
    people = [Person(player.user_id, player.name) for player in table.players]
    for line in lines:
        await session.play.move(click(people["dT".index(line[0])]), table.id, line, trace())


async def resigns(session: Session, table: Table, user_id: int) -> None:
    person = next(
        Person(player.user_id, player.name) for player in table.players if player.user_id == user_id
    )
    await session.play.move(click(person), table.id, "resign", trace())


async def due(session: Session, clock: Clock) -> list[str]:
    """Run the due alarms of tournaments as the ticker does; returns their kinds."""
    result = list[str]()
    while True:
        alarms = [one for one in await session.schedule.due(clock.now, 100) if one.kind in (ROUND, PODIUM)]
        if not alarms:
            return result
        for alarm in alarms:
            assert await session.schedule.claim(alarm, clock.now)
            if alarm.kind == ROUND:
                await session.service(Tournaments).advance(int(alarm.detail), trace())
            await session.schedule.drop(alarm)
            result.append(alarm.kind)


async def test_a_knock_out_is_played_to_its_end_round_by_round(session: Session, clock: Clock) -> None:
    tournament = await start_tournament(session, BEN, CLEO, DAN)
    first = await tables(session, tournament)
    assert len(first) == 2
    for table in first:
        assert (table.status, table.host_id) == (Status.PLAYING, HOUSE)
        assert (table.terms.clock, table.terms.forfeit) == (HOUR, True)
    await resigns(session, first[0], first[0].players[1].user_id)
    await due(session, clock)
    assert len(running(await session.service(Tournaments).get(tournament.id))) == 1  # the other game goes on
    await resigns(session, first[1], first[1].players[0].user_id)
    assert await due(session, clock) == [ROUND]
    (final,) = await tables(session, await session.service(Tournaments).get(tournament.id))
    finalists = {first[0].players[0].user_id, first[1].players[1].user_id}
    assert {player.user_id for player in final.players} == finalists
    await play_lines(session, final, *QUIET)
    await resigns(session, final, final.players[0].user_id)
    assert await due(session, clock) == [ROUND, PODIUM]
    tournament = await session.service(Tournaments).get(tournament.id)
    assert tournament.status is Status.OVER
    assert [entrant.user_id for entrant in tournament.entrants if entrant.place == 1] == [
        final.players[1].user_id
    ]
    assert await session.service(Tournaments).count_won(final.players[1].user_id) == {"thud": 1}
    assert await session.service(Tournaments).count_won(final.players[0].user_id) == {}
    (score,) = await session.scores.of_person(final.players[1].user_id, None)
    assert (score.tally.games, score.tally.apart) == (1, 1)  # tournament games are rated as any other


async def test_with_the_last_place_it_begins_by_itself(session: Session) -> None:
    tournament = await open_tournament(session, BEN, CLEO, places=4)
    step = await session.service(Tournaments).join(click(DAN), tournament.id)
    assert step.tournament.status is Status.PLAYING
    assert len(step.opened) == 2
    with refusing("tournament-begun"):
        await session.service(Tournaments).join(click(Person(16, "Eve")), tournament.id)


async def test_seeds_go_by_rating(session: Session, clock: Clock) -> None:
    game = await session.lobby.open(click(DAN), _duel(ANN), trace())
    table = (await session.lobby.sit(click(ANN), game.table.id, 0, trace(), agreed=True)).table
    await resigns(session, table, ANN.id)
    clock.now += SETTLED + 1
    tournament = await start_tournament(session, BEN, CLEO, DAN)
    assert tournament.entrants[0].name == "Dan"
    assert {(game.first, game.second) for game in tournament.pairings} & {(1, 4), (4, 1)}


def _duel(guest: Person) -> Opening:
    return Opening("thud", {}, 0, guest)


@pytest.mark.parametrize("who", [CLEO, BEN])
async def test_only_its_organizer_or_a_server_manager_begins_and_cancels_it(
    session: Session, who: Person
) -> None:
    tournament = await open_tournament(session, BEN, CLEO)
    for act in (session.service(Tournaments).begin, session.service(Tournaments).cancel):
        with refusing("tournament-not-host"):
            await act(click(who), tournament.id)
    managing = replace(click(who), manages=True)
    assert (
        await session.service(Tournaments).begin(managing, tournament.id)
    ).tournament.status is Status.PLAYING
    for player in (click(ANN), managing):  # who holds it, and who manages the server: both play in it
        with refusing("tournament-player"):
            await session.service(Tournaments).cancel(player, tournament.id)
    managing = replace(click(DAN), manages=True)
    cancelled = await session.service(Tournaments).cancel(managing, tournament.id)
    assert cancelled.status is Status.CLOSED
    assert all(table.status is Status.PLAYING for table in await tables(session, cancelled))
    with refusing("tournament-over"):
        await session.service(Tournaments).cancel(managing, tournament.id)


async def test_what_cannot_be_is_refused(session: Session) -> None:
    tournament = await open_tournament(session, BEN)
    with refusing("tournament-joined"):
        await session.service(Tournaments).join(click(BEN), tournament.id)
    with refusing("tournament-few"):
        await session.service(Tournaments).begin(click(ANN), tournament.id)
    with refusing("tournament-not-begun"):
        await session.service(Tournaments).withdraw(click(BEN), tournament.id)
    with refusing("tournament-not-in"):
        await session.service(Tournaments).leave(click(CLEO), tournament.id)
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


async def test_a_taken_back_sign_up_makes_room(session: Session) -> None:
    tournament = await open_tournament(session, BEN, CLEO)
    tournament = (await session.service(Tournaments).leave(click(BEN), tournament.id)).tournament
    assert [(entrant.number, entrant.name) for entrant in tournament.entrants] == [(1, "Ann"), (2, "Cleo")]


async def test_the_same_command_makes_one_tournament(session: Session) -> None:
    call, by = TournamentSetup("thud", Form.KNOCKOUT, 4, HOUR), click(ANN, interaction=77)
    first = await session.service(Tournaments).open_tournament(by, call)
    assert await session.service(Tournaments).open_tournament(by, call) == first


# Double clicks, two processes, and deaths between


async def test_of_two_clicks_at_once_one_begins_it(session: Session) -> None:
    tournament = await open_tournament(session, BEN, CLEO, DAN)
    begin = session.service(Tournaments).begin
    found = await asyncio.gather(
        begin(click(ANN), tournament.id), begin(click(ANN), tournament.id), return_exceptions=True
    )
    steps = [one for one in found if isinstance(one, TournamentStep)]
    assert len(steps) == 1
    assert await _count_tables(session) == 2


async def test_all_who_sign_up_at_once_are_in(session: Session) -> None:
    tournament = await open_tournament(session)
    crowd = [Person(100 + number, f"P{number}") for number in range(6)]
    await asyncio.gather(*(session.service(Tournaments).join(click(one), tournament.id) for one in crowd))
    tournament = await session.service(Tournaments).get(tournament.id)
    assert {one.name for one in tournament.entrants} == {"Ann"} | {one.name for one in crowd}
    assert [one.number for one in tournament.entrants] == [1, 2, 3, 4, 5, 6, 7]


async def _count_tables(session: Session) -> int:
    """The number of tables in the channel."""
    return len(await session.context.store.in_channel(HERE, live_only=False, limit=100))


async def test_two_processes_that_lead_on_open_each_table_once(
    session: Session, place: DatabaseLocation, clock: Clock
) -> None:
    tournament = await start_tournament(session, BEN, CLEO, DAN)
    for table in await tables(session, tournament):
        await resigns(session, table, table.players[0].user_id)
    other = await Store.open(place, patience=5.0, hooks=HOOKS)
    try:
        twin = Session.over(
            Context(other, CATALOGUE, clock, lambda: "secret", features=FEATURES, alarms=ALARMS)
        )
        both = (session.service(Tournaments), twin.service(Tournaments)) * 3
        steps = await asyncio.gather(*(one.advance(tournament.id, trace()) for one in both))
    finally:
        await other.close()
    assert sum(len(step.opened) for step in steps) == 1
    assert await _count_tables(session) == 3
    assert len(running(await session.service(Tournaments).get(tournament.id))) == 1


async def test_a_process_that_dies_at_any_write_has_opened_nothing_or_all_and_the_next_one_goes_on(
    session: Session, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The alarm is still there, as it is in the transaction that ended the game; nothing comes twice."""
    tournament = await start_tournament(session, BEN, CLEO, DAN)
    for table in await tables(session, tournament):
        await resigns(session, table, table.players[0].user_id)
    kept = TournamentStorage.save
    for after in (False, True):

        async def dies(*what: object, after: bool = after) -> object:
            if after:
                await kept(*what)  # type: ignore[arg-type]
            raise ConnectionAbortedError

        monkeypatch.setattr(TournamentStorage, "save", dies)
        with pytest.raises(ConnectionAbortedError):
            await session.service(Tournaments).advance(tournament.id, trace())
        assert await _count_tables(session) == 2 + after
    monkeypatch.undo()
    assert await due(session, clock) == [ROUND, ROUND]
    assert await _count_tables(session) == 3


async def test_a_change_to_an_outdated_revision_is_not_saved(session: Session) -> None:
    tournament = await open_tournament(session, BEN)
    await session.service(Tournaments).join(click(CLEO), tournament.id)
    with pytest.raises(StaleTournament):
        await TournamentStorage(session.context.store).save(tournament, {})


# Draws, tables without a result, absence


async def test_a_table_that_is_closed_is_played_again(session: Session, clock: Clock) -> None:
    tournament = await start_tournament(session, BEN, CLEO, DAN)
    first, _ = await tables(session, tournament)
    managing = replace(click(Person(16, "Eve")), manages=True)
    await session.management.close(managing, first.id, Status.PLAYING, trace())
    assert await due(session, clock) == [ROUND]
    tournament = await session.service(Tournaments).get(tournament.id)
    (again,) = [game for game in running(tournament) if game.game == 2]
    table = await session.tables.get(again.table_id or 0)
    assert [player.user_id for player in table.players] == [
        player.user_id for player in reversed(first.players)
    ]


async def test_a_game_that_moves_is_still_the_one_of_its_tournament(session: Session, clock: Clock) -> None:
    tournament = await start_tournament(session, BEN, CLEO, DAN)
    table, _ = await tables(session, tournament)
    people = {one.id: one for one in FOUR}
    one, other = (people[player.user_id] for player in table.players)
    arrived = await _move_game(session, table, one, other)
    await resigns(session, arrived, other.id)
    await due(session, clock)
    tournament = await session.service(Tournaments).get(tournament.id)
    (game,) = [game for game in tournament.pairings if game.table_id == arrived.id]
    assert game.ended is PairingResult.FIRST
    assert len(running(tournament)) == 1


async def _move_game(session: Session, table: Table, one: Person, other: Person) -> Table:
    """Move a game to another channel, with the agreement of both."""
    await session.service(Transfer).ask_to_move(click(one), table.id, THERE)
    await session.service(Transfer).agree_to_move(click(other), table.id)
    there = replace(click(one), channel_id=THERE)
    return (await session.service(Transfer).move_to_channel(click(one), table.id, there, trace())).table


async def test_a_player_who_runs_out_of_time_loses_and_the_tournament_goes_on(
    session: Session, clock: Clock
) -> None:
    tournament = await start_tournament(session, BEN, CLEO, DAN)
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
    tournament = await session.service(Tournaments).get(tournament.id)
    assert tournament.round == 2
    assert all(game.ended is PairingResult.SECOND for game in tournament.pairings if game.round == 1)


async def test_an_entrant_who_has_left_the_server_loses_on_time(session: Session, clock: Clock) -> None:
    tournament = await start_tournament(session, BEN, CLEO, DAN)
    table, _ = await tables(session, tournament)
    gone = table.players[0].user_id
    await session.absence.leave_server(table, gone, trace())
    clock.now += 2 * HOUR
    alarms = [alarm for alarm in await session.schedule.due(clock.now, 100) if alarm.table_id == table.id]
    (up,) = [alarm for alarm in alarms if alarm.kind is Kind.UP]
    found = await session.schedule.assess(up)
    assert not isinstance(found, float)
    assert found is not None
    assert found.player is not None
    assert found.player.user_id == gone


async def test_an_entrant_who_withdraws_loses_the_remaining_games(session: Session, clock: Clock) -> None:
    tournament = await start_tournament(session, BEN, CLEO, DAN, form=Form.ROUND_ROBIN)
    await session.service(Tournaments).withdraw(click(BEN), tournament.id)
    with refusing("tournament-not-in"):
        await session.service(Tournaments).withdraw(click(BEN), tournament.id)
    assert ROUND in await due(session, clock)
    tournament = await session.service(Tournaments).get(tournament.id)
    ben = next(entrant.number for entrant in tournament.entrants if entrant.user_id == BEN.id)
    assert not any(ben in (game.first, game.second) for game in running(tournament))
    while (now := await session.service(Tournaments).get(tournament.id)).status is Status.PLAYING:
        for table in await tables(session, now):
            assert BEN.id not in {player.user_id for player in table.players}
            await resigns(session, table, table.players[1].user_id)
        await due(session, clock)
    assert now.entrant(ben).place == 4


async def test_after_a_hundred_quiet_moves_either_player_ends_a_battle_of_thud(session: Session) -> None:
    tournament = await start_tournament(session, BEN, CLEO, DAN)
    table, _ = await tables(session, tournament)
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
    tournament = await start_tournament(session, BEN, CLEO, game=game)
    for table in await tables(session, tournament):
        assert int(options_of(table)[option]) == {"quiet_limit": 100, "turn_limit": 40}[option]


async def test_the_organizer_decides_a_stuck_game(session: Session, clock: Clock) -> None:
    tournament = await start_tournament(session, BEN, CLEO, DAN)
    (stuck,) = [table for table in await tables(session, tournament) if ANN.id not in _people(table)]
    own = next(table for table in await tables(session, tournament) if table.id != stuck.id)
    clock.now += 28 * 24 * HOUR - 1
    assert await session.service(Tournaments).stuck_tables(click(ANN), tournament.id) == ()
    with refusing("tournament-decide-early"):
        await session.service(Tournaments).decide_game(
            click(ANN), tournament.id, stuck.id, PairingResult.SECOND
        )
    clock.now += 1
    assert [
        table.id for table in await session.service(Tournaments).stuck_tables(click(ANN), tournament.id)
    ] == [stuck.id]
    with refusing("tournament-decide-own"):
        await session.service(Tournaments).decide_game(click(ANN), tournament.id, own.id, PairingResult.FIRST)
    for player in (BEN, CLEO, DAN):
        with refusing("tournament-not-host"):
            await session.service(Tournaments).decide_game(
                click(player), tournament.id, stuck.id, PairingResult.FIRST
            )
    with refusing("old-control"):
        await session.service(Tournaments).decide_game(click(ANN), tournament.id, stuck.id, PairingResult.BYE)
    await session.service(Tournaments).decide_game(click(ANN), tournament.id, stuck.id, PairingResult.SECOND)
    assert await due(session, clock)
    assert (await session.tables.get(stuck.id)).status is Status.CLOSED
    assert await session.context.store.schedule.results_of_user(stuck.players[0].user_id) == ()
    tournament = await session.service(Tournaments).get(tournament.id)
    (game,) = [one for one in tournament.pairings if one.table_id == stuck.id]
    assert (game.ended, game.how) == (PairingResult.SECOND, ResultKind.DECIDED)
    with refusing("old-control"):
        await session.service(Tournaments).decide_game(
            click(ANN), tournament.id, stuck.id, PairingResult.FIRST
        )
    await resigns(session, own, ANN.id)
    await due(session, clock)
    (final,) = await tables(session, await session.service(Tournaments).get(tournament.id))
    assert stuck.players[1].user_id in _people(final)


async def test_who_manages_the_server_decides_none_that_they_play(session: Session, clock: Clock) -> None:
    tournament = await start_tournament(session, BEN, CLEO, DAN)
    clock.now += 28 * 24 * HOUR
    theirs = next(table for table in await tables(session, tournament) if BEN.id in _people(table))
    with refusing("tournament-decide-own"):
        await session.service(Tournaments).decide_game(
            replace(click(BEN), manages=True), tournament.id, theirs.id, PairingResult.FIRST
        )
    others = [table.id for table in await tables(session, tournament) if table.id != theirs.id]
    stuck = await session.service(Tournaments).stuck_tables(replace(click(BEN), manages=True), tournament.id)
    assert [table.id for table in stuck] == others


async def test_slow_games_are_stuck_later(session: Session, clock: Clock) -> None:
    tournament = await start_tournament(session, BEN, CLEO, DAN, clock=7 * 24 * HOUR)
    clock.now += 28 * 7 * 24 * HOUR - 1
    assert await session.service(Tournaments).stuck_tables(click(ANN), tournament.id) == ()
    clock.now += 1
    assert len(await session.service(Tournaments).stuck_tables(click(ANN), tournament.id)) == 1


def _people(table: Table) -> set[int]:
    return {player.user_id for player in table.players}


@pytest.mark.parametrize("form", Form)
async def test_where_all_entrants_withdraw_or_are_forgotten_there_is_no_winner(
    session: Session, clock: Clock, form: Form
) -> None:
    tournament = await start_tournament(session, BEN, CLEO, DAN, form=form)
    for person in (ANN, BEN, CLEO):
        await session.service(Tournaments).withdraw(click(person), tournament.id)
    await session.forget(DAN.id)
    await due(session, clock)
    tournament = await session.service(Tournaments).get(tournament.id)
    assert tournament.status is Status.OVER
    assert [entrant.place for entrant in tournament.entrants if entrant.place <= 1] == []
    for person in FOUR:
        assert await session.service(Tournaments).count_won(person.id) == {}


async def test_a_resignation_at_once_wins_a_game_but_breaks_no_ties(session: Session, clock: Clock) -> None:
    tournament = await start_tournament(session, BEN, CLEO, DAN)
    first, second = await tables(session, tournament)
    await play_lines(session, second, *QUIET)
    for table in (first, second):
        await resigns(session, table, table.players[0].user_id)
    await due(session, clock)
    tournament = await session.service(Tournaments).get(tournament.id)
    found = {game.table_id: (game.ended, game.how) for game in tournament.pairings if game.round == 1}
    assert found == {
        first.id: (PairingResult.SECOND, ResultKind.UNPLAYED),
        second.id: (PairingResult.SECOND, ResultKind.PLAYED),
    }


async def test_a_game_of_a_tournament_is_not_called_off_by_who_plays_it(session: Session) -> None:
    tournament = await start_tournament(session, BEN, CLEO, DAN)
    table, _ = await tables(session, tournament)
    for player in table.players:
        with refusing("close-resign"):
            by = click(Person(player.user_id, player.name))
            await session.management.close(by, table.id, Status.PLAYING, trace())


# Forgetting, undoing, forking, bots, languages


async def test_a_forgotten_entrant_is_out_and_nameless(session: Session, clock: Clock) -> None:
    tournament = await start_tournament(session, BEN, CLEO, DAN)
    await session.forget(ANN.id)  # she holds it, too
    await due(session, clock)
    tournament = await session.service(Tournaments).get(tournament.id)
    (nameless,) = [entrant for entrant in tournament.entrants if entrant.user_id is None]
    assert (nameless.name, nameless.out, tournament.host_id, tournament.host_name) == (
        NAMELESS,
        True,
        None,
        NAMELESS,
    )
    assert not any(nameless.number in (game.first, game.second) for game in running(tournament))
    while (now := await session.service(Tournaments).get(tournament.id)).status is Status.PLAYING:
        for table in await tables(session, now):
            await resigns(session, table, table.players[1].user_id)
        await due(session, clock)
    data = await session.privacy.data_of(ANN.id)
    assert not any(data.values())


async def test_organized_and_entered_tournaments_are_in_the_users_data(session: Session) -> None:
    tournament = await start_tournament(session, BEN, CLEO, DAN)
    data = await session.privacy.data_of(ANN.id)
    assert [row["number"] for row in data["tournaments"]] == [tournament.id]
    (entry,) = data["entries"]
    assert (entry["number"], entry["name"], entry["withdrawn"]) == (tournament.id, "Ann", 0)
    assert "Ben" not in str((data["tournaments"], data["entries"]))


async def test_a_tournament_that_has_not_begun_is_cancelled_with_its_organizer(session: Session) -> None:
    tournament = await open_tournament(session, BEN, CLEO)
    await session.forget(ANN.id)
    assert (await session.service(Tournaments).get(tournament.id)).status is Status.CLOSED
    with refusing("tournament-cancelled"):
        await session.service(Tournaments).join(click(DAN), tournament.id)


async def test_a_fork_and_a_rematch_are_no_games_of_the_tournament(session: Session, clock: Clock) -> None:
    tournament = await start_tournament(session, BEN, CLEO, DAN)
    table, _ = await tables(session, tournament)
    people = {one.id: one for one in FOUR}
    fork = (
        await session.service(Forks).fork(click(people[table.players[0].user_id]), table.id, None, trace())
    ).table
    fork = (await session.lobby.sit(click(people[table.players[1].user_id]), fork.id, 0, trace())).table
    await resigns(session, fork, table.players[0].user_id)
    assert await due(session, clock) == []
    assert await session.service(Tournaments).get(tournament.id) == tournament
    await resigns(session, table, table.players[1].user_id)
    await due(session, clock)
    before = await session.service(Tournaments).get(tournament.id)
    host, guest = (people[player.user_id] for player in table.players)
    again = (await session.lobby.rematch(click(host), table.id, trace())).table
    again = (await session.lobby.sit(click(guest), again.id, again.revision, trace())).table
    await resigns(session, again, host.id)
    await due(session, clock)
    assert await session.service(Tournaments).get(tournament.id) == before


async def test_a_move_that_is_taken_back_changes_nothing_of_the_tournament(
    session: Session, clock: Clock
) -> None:
    tournament = await start_tournament(session, BEN, CLEO, DAN)
    table, _ = await tables(session, tournament)
    people = {one.id: one for one in FOUR}
    first, second = (people[player.user_id] for player in table.players)
    await session.play.move(click(first), table.id, "dG1-G2", trace())
    await session.play.move(click(second), table.id, "TG7-F7", trace())
    undo_request = await session.service(Undo).find_request(click(first), table.id)
    offered = (await session.service(Undo).place_offer(click(first), undo_request)).offer
    await session.service(Undo).agree(click(second), table.id, offered.revision, offered.ply, trace())
    assert (await session.tables.get(table.id)).plies == 3  # two moves, and that they were taken back
    assert await due(session, clock) == []
    assert await session.service(Tournaments).get(tournament.id) == tournament
    await resigns(session, await session.tables.get(table.id), second.id)
    assert await due(session, clock) == [ROUND]
    with refusing("game-over"):
        await session.service(Undo).find_request(click(first), table.id)


async def test_bots_take_the_places_that_are_left(session: Session) -> None:
    tournament = await start_tournament(session, BEN, bots="pip", places=4)
    names = [entrant.name for entrant in tournament.entrants]
    assert set(names[:2]) == {"Ann", "Ben"}  # unrated entrants come before them
    assert set(names[2:]) == {"Pip", "Pip 2"}
    for table in await tables(session, tournament):
        assert [is_bot(player.user_id) for player in table.players].count(True) == 1


async def test_a_tournament_not_started_is_cancelled_and_makes_room(session: Session, clock: Clock) -> None:
    tournament = await open_tournament(session, BEN)
    clock.now += SIGN_UP - 1
    await session.service(Tournaments).join(click(CLEO), tournament.id)  # who comes and goes does not keep it
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
    assert await session.service(Tournaments).cancel_unbegun() == (tournament.id,)
    found = [
        (await session.service(Tournaments).get(one.id)).status for one in (tournament, other, begun_one)
    ]
    assert found == [Status.CLOSED, Status.OPEN, Status.PLAYING]
    with refusing("tournament-cancelled"):
        await session.service(Tournaments).join(click(DAN), tournament.id)
    await open_tournament(session)
    clock.now += 2 * SIGN_UP
    assert begun_one.id not in await session.service(Tournaments).cancel_unbegun()


@pytest.mark.parametrize(("people", "trophies"), [(1, 0), (2, 0), (3, 1)])
async def test_beating_bots_and_a_friend_is_no_trophy(
    session: Session, clock: Clock, people: int, trophies: int
) -> None:
    tournament = await start_tournament(session, *FOUR[1:people], bots="pip", places=4)
    for _ in range(2):  # Ann's opponent gives up
        for table in await tables(session, tournament):
            loser = next(one for one in table.players if one.user_id != ANN.id)
            await session.play.act_for(table, loser.seat, "resign", None, None, trace())
        await due(session, clock)
        tournament = await session.service(Tournaments).get(tournament.id)
    assert tournament.status is Status.OVER
    assert [one.user_id for one in tournament.entrants if one.place == 1] == [ANN.id]
    assert sum((await session.service(Tournaments).count_won(ANN.id)).values()) == trophies


async def test_its_tables_speak_what_it_speaks(session: Session) -> None:
    await session.context.store.servers.set_server(ServerConfig(3, language="de"))
    tournament = await start_tournament(session, BEN, CLEO)
    assert tournament.language == "de"
    assert {table.terms.language for table in await tables(session, tournament)} == {"de"}


async def test_a_vacation_stops_no_clock_of_a_tournament(session: Session, clock: Clock) -> None:
    for person in (ANN, BEN, CLEO, DAN):
        await session.service(PersonalSettings).set_vacation(person.id, 10, None)
    tournament = await start_tournament(session, BEN, CLEO, DAN)
    for person in (ANN, BEN, CLEO, DAN):
        await session.schedule.stop_clocks(person.id, clock.now)
    for table in await tables(session, tournament):
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
