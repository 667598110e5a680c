"""Tournaments: opened, signed up for, started, and advanced game by game until there is a winner.

Everything is stored. A step and the tables that it opens are saved together or not at all; the end of a game
adds an alarm in its own transaction, and its handler advances from the stored state, any number of times. See
docs/decisions/tournaments.md.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from bot.features.tournaments.model import (
    Entrant,
    Pairing,
    PairingResult,
    ResultKind,
    StaleTournament,
    Tournament,
    TournamentSetup,
)
from bot.features.tournaments.pairings import PODIUM, ROUND
from bot.features.tournaments.rounds import (
    DAY,
    LEAST,
    MOST,
    GameEnd,
    advance_rounds,
    is_decided,
    record_ends,
    seed_entrants,
    stuck_after,
)
from bot.features.tournaments.storage import TournamentStorage
from bot.kernel.clicks import Click
from bot.kernel.errors import Refused, Stale
from bot.kernel.people.storage import TABLE
from bot.kernel.session import Session
from bot.kernel.tables.context import ShownCache
from bot.kernel.tables.management import SOME, UNPLAYED
from bot.kernel.tables.opening import NEVER, start_game
from bot.kernel.tables.results import GIVEN_UP, earlier_games, is_duel, is_game
from bot.kernel.tables.seats import seat_of
from bot.kernel.time.timing import Timing
from bot.kernel.trace import Trace
from bot.store import (
    HINTS_SETTLED,
    HOUSE,
    Board,
    NewAlarm,
    NewTable,
    Player,
    Status,
    Table,
    Terms,
    bot_id,
    bot_name,
    is_bot,
)
from bot.store.outbox import GRACE
from engine.core import Seat

TRIES: Final = 20
"""How often a change is retried after a concurrent one."""

AT_ONCE: Final = 3
"""The most live tournaments of a channel."""

SIGN_UP: Final = 14 * 24 * 60 * 60.0
"""Seconds after which a tournament that was not started is cancelled; it counts for `AT_ONCE`."""

SHOWN: Final = 20.0
"""Seconds after which opened tables have their boards, unless the bot cannot write."""

DECISIONS: Final = (PairingResult.FIRST, PairingResult.SECOND, PairingResult.DRAWN)
"""The results that an organizer can give a stuck game."""

LIVE: Final = (Status.OPEN, Status.PLAYING)

Look: TypeAlias = tuple[int, tuple[Board | None, ...]]
"""A revision of a tournament, and the boards of its running games."""


@dataclass(frozen=True, slots=True)
class TournamentStep:
    """A tournament after a step, the ids of the tables that it opened, and whether anything changed.

    `decided` are the tables that were closed because the organizer decided their games.
    """

    tournament: Tournament
    opened: tuple[int, ...] = ()
    changed: bool = True
    decided: tuple[int, ...] = ()


class Tournaments:
    """The tournaments of this bot."""

    def __init__(self, session: Session) -> None:
        self._context = session.context
        self._store = session.context.store
        self._tournaments = TournamentStorage(self._store)
        self._tables = session.tables
        self._timing = Timing(session.context)
        self._server = session.server
        self._scores = session.scores
        self._play = session.play
        self._management = session.management
        self._shown = ShownCache()

    # Reading

    async def get(self, tournament_id: int) -> Tournament:
        """The tournament with this id; raises `Refused` if there is none."""
        tournament = await self._tournaments.get(tournament_id)
        if tournament is None:
            raise Refused("old-control")
        return tournament

    async def tournaments_in_channel(self, click: Click) -> tuple[Tournament, ...]:
        """The live tournaments of a channel, or else the last one that was played."""
        live = await self._tournaments.live_in(click.channel_id)
        return live or await self._tournaments.last_in(click.channel_id, 1)

    async def count_won(self, user_id: int) -> dict[str, int]:
        """How many tournaments a user has won, by game, of those with enough people.

        Else users could win any number against the weakest bots.
        """
        return await self._tournaments.count_won(user_id, LEAST)

    async def set_message(self, tournament: Tournament, message: Board) -> None:
        """Store which message shows a tournament."""
        await self._tournaments.set_message(tournament.id, message)

    async def shown_state(self, tournament: Tournament) -> Look:
        """What the message of a tournament depends on: its revision, and the boards of its games."""
        boards = [
            None if game.table_id is None else await self._tables.find(game.table_id)
            for game in tournament.pairings
            if game.ended is PairingResult.NOT_YET
        ]
        return tournament.revision, tuple(None if table is None else table.board for table in boards)

    def note_shown(self, tournament: Tournament, look: Look) -> None:
        """Note that the message of a tournament shows this state."""
        self._shown.note(tournament.id, (tournament.message, look))

    def is_shown(self, tournament: Tournament, look: Look) -> bool:
        """Whether the message is known to show this state."""
        return self._shown.is_like(tournament.id, (tournament.message, look))

    # Sign-up

    async def open_tournament(self, click: Click, call: TournamentSetup) -> Tournament:
        """Open a tournament for sign-up, with the organizer as its first entrant; raises `Refused`."""
        if click.guild_id is None:
            raise Refused("tournament-nowhere")
        entry = self._context.catalogue.get(call.game)
        if entry is None or not is_duel(entry.game) or not LEAST <= call.places <= MOST or call.clock <= 0:
            raise Refused("outdated-command")
        await self._check_tables_fit(click, call.places, opener=True)
        if (existing := await self._tournaments.made_by(click.interaction)) is not None:
            return existing
        await self._check_room(click)
        now = self._context.now()
        new = Tournament(
            id=0,
            setup=call,
            guild_id=click.guild_id,
            channel_id=click.channel_id,
            host_id=click.person.id,
            host_name=click.person.name,
            status=Status.OPEN,
            seed=self._context.seeds(),
            language=self._tables.language_at(click),
            at=now,
            changed_at=now,
            entrants=(Entrant(1, click.person.id, click.person.name),),
        )
        with self._context.storage.reserve(click.person.id, TABLE, now):
            return await self._tournaments.create(new, click.interaction)

    async def _check_room(self, click: Click) -> None:
        """Refuse another tournament in a full channel, or where the person has one that has not begun."""
        live = await self._tournaments.live_in(click.channel_id)
        if any(other.status is Status.OPEN and other.host_id == click.person.id for other in live):
            raise Refused("tournament-own")
        if len(live) >= AT_ONCE:
            raise Refused("tournament-many", most=AT_ONCE)

    async def _check_tables_fit(self, click: Click, places: int, *, opener: bool) -> None:
        """Refuse where the server does not allow all the tables at once.

        `opener`: check too that the person may open any.
        """
        most = await self._server.check_opening(click, opener=opener)
        tables = places // 2
        if most is not None and most < tables:
            raise Refused("tournament-room", most=most, tables=tables)

    async def join(self, click: Click, tournament_id: int) -> TournamentStep:
        """Sign up; with the last place the tournament begins. Raises `Refused`."""
        for _ in range(TRIES):
            before = await self._get_open(tournament_id)
            if before.of(click.person.id) is not None:
                raise Refused("tournament-joined")
            if len(before.entrants) >= before.setup.places:
                raise Refused("tournament-full", most=before.setup.places)
            new = Entrant(len(before.entrants) + 1, click.person.id, click.person.name)
            after = replace(before, entrants=(*before.entrants, new))
            if len(after.entrants) == after.setup.places:
                after = await self._begin_play(click, after)
            with suppress(StaleTournament):
                return await self._save(after)
        raise Refused("tournament-busy")

    async def leave(self, click: Click, tournament_id: int) -> TournamentStep:
        """Take back the sign-up; raises `Refused`."""
        for _ in range(TRIES):
            before = await self._get_open(tournament_id)
            if before.of(click.person.id) is None:
                raise Refused("tournament-not-in")
            with suppress(StaleTournament):
                return await self._save(_remove_entrant(before, click.person.id))
        raise Refused("tournament-busy")

    async def begin(self, click: Click, tournament_id: int) -> TournamentStep:
        """Start with the current entrants; bots fill the other places, if that was chosen."""
        for _ in range(TRIES):
            before = await self._get_open(tournament_id)
            _check_organizer(click, before)
            after = await self._begin_play(click, before)
            with suppress(StaleTournament):
                return await self._save(after)
        raise Refused("tournament-busy")

    async def _get_open(self, tournament_id: int) -> Tournament:
        """A tournament that is open for sign-up; raises `Refused` for others."""
        tournament = await self.get(tournament_id)
        if tournament.status is Status.OPEN:
            return tournament
        raise Refused("tournament-cancelled" if tournament.status is Status.CLOSED else "tournament-begun")

    async def _begin_play(self, click: Click, tournament: Tournament) -> Tournament:
        """The tournament with seeds and the games of the first round; raises `Refused` for too few entrants.

        The server's limits may have changed since the sign-up was opened, so they are checked again.
        """
        people = tuple(entrant for entrant in tournament.entrants if entrant.user_id is not None)
        tournament = replace(
            tournament, entrants=(*people, *_bot_entrants(tournament, tournament.setup.places - len(people)))
        )
        if len(tournament.entrants) < LEAST or not people:
            raise Refused("tournament-few", least=LEAST)
        await self._check_tables_fit(click, len(tournament.entrants), opener=False)
        ladder = await self._scores.ladder(tournament.setup.game)
        strength = dict[int, float]()
        for user in (entrant.user_id or 0 for entrant in tournament.entrants):
            rating = ladder.rating_of(user)
            strength[user] = float(_bot_strength(user)) if is_bot(user) else rating.value - rating.uncertainty
        tournament = replace(tournament, status=Status.PLAYING, entrants=seed_entrants(tournament, strength))
        return advance_rounds(tournament)

    # Running tournaments

    async def advance(self, tournament_id: int, trace: Trace) -> TournamentStep:
        """Advance after games have ended: replays, the next round, the end.

        It may be called at any time, and concurrently.
        """
        for _ in range(TRIES):
            before = await self.get(tournament_id)
            if before.status is not Status.PLAYING:
                return TournamentStep(before, changed=False)
            await self._resign_withdrawn(before, trace)
            closed = await self._close_decided(before, trace)
            after = advance_rounds(record_ends(before, await self._ended_games(before)))
            if after == before:
                return TournamentStep(before, changed=False, decided=closed)
            with suppress(StaleTournament):
                return replace(await self._save(after), decided=closed)
        return TournamentStep(await self.get(tournament_id), changed=False)  # others have advanced it

    async def withdraw(self, click: Click, tournament_id: int) -> Tournament:
        """Withdraw, which forfeits the unplayed games; raises `Refused`.

        An alarm does what follows.
        """
        for _ in range(TRIES):
            before = await self._get_playing(tournament_id)
            own_entry = before.of(click.person.id)
            if own_entry is None or own_entry.out:
                raise Refused("tournament-not-in")
            with suppress(StaleTournament):
                return (
                    await self._save(_mark_withdrawn(before, own_entry), self._advance_alarm(before))
                ).tournament
        raise Refused("tournament-busy")

    async def stuck_tables(self, click: Click, tournament_id: int) -> tuple[Table, ...]:
        """The tables of stuck games that the user may decide."""
        tournament = await self.get(tournament_id)
        if tournament.status is not Status.PLAYING or not _is_organizer(click, tournament):
            return ()
        going_on = [game.table_id for game in tournament.pairings if game.ended is PairingResult.NOT_YET]
        tables = [await self._tables.get(table_id) for table_id in going_on if table_id is not None]
        return tuple(
            table
            for table in tables
            if self._is_stuck(tournament, table) and seat_of(table, click.person) is None
        )

    def _is_stuck(self, tournament: Tournament, table: Table) -> bool:
        return table.status is Status.PLAYING and self._context.now() >= table.time.created_at + stuck_after(
            tournament
        )

    async def decide_game(
        self, click: Click, tournament_id: int, table_id: int, ended: PairingResult
    ) -> Tournament:
        """Set the result of a stuck game in which the organizer does not play; raises `Refused`.

        An alarm closes its table and opens what follows.
        """
        for _ in range(TRIES):
            before = await self._get_playing(tournament_id)
            _check_organizer(click, before)
            games = [game for game in before.pairings if game.table_id == table_id]
            if ended not in DECISIONS or not games or games[0].ended is not PairingResult.NOT_YET:
                raise Refused("old-control")
            table = await self._tables.get(table_id)
            if seat_of(table, click.person) is not None:
                raise Refused("tournament-decide-own")
            if not self._is_stuck(before, table):
                raise Refused("tournament-decide-early", days=stuck_after(before) // DAY)
            after = record_ends(before, {table_id: GameEnd(ended, how=ResultKind.DECIDED)})
            with suppress(StaleTournament):
                return (await self._save(after, self._advance_alarm(before))).tournament
        raise Refused("tournament-busy")

    async def _close_decided(self, tournament: Tournament, trace: Trace) -> tuple[int, ...]:
        """Close the tables of games that the organizer decided; returns their ids."""
        closed = list[int]()
        for game in tournament.pairings:
            if (
                game.how is ResultKind.DECIDED
                and game.round == tournament.round
                and game.table_id is not None
            ):
                table = await self._tables.get(game.table_id)
                while table.status is Status.PLAYING:
                    with suppress(Stale):
                        await self._management.close_automatically(table, trace)
                        closed.append(table.id)
                    table = await self._tables.get(game.table_id)
        return tuple(closed)

    async def cancel(self, click: Click, tournament_id: int) -> Tournament:
        """Cancel a tournament; its running games become ordinary games. Raises `Refused`.

        Once it has begun, an entrant cannot cancel it.
        """
        for _ in range(TRIES):
            before = await self.get(tournament_id)
            if before.status not in LIVE:
                raise Refused("tournament-over")
            _check_organizer(click, before)
            if before.status is Status.PLAYING and before.of(click.person.id) is not None:
                raise Refused("tournament-player")
            with suppress(StaleTournament):
                return (await self._save(replace(before, status=Status.CLOSED))).tournament
        raise Refused("tournament-busy")

    async def cancel_unbegun(self) -> tuple[int, ...]:
        """Cancel tournaments that were not started within `SIGN_UP`; alarms show that. Returns their ids."""
        cancelled = list[int]()
        for tournament in await self._tournaments.never_begun(self._context.now() - SIGN_UP):
            with suppress(StaleTournament):
                await self._save(replace(tournament, status=Status.CLOSED))
                cancelled.append(tournament.id)
        return tuple(cancelled)

    async def remove_unbegun(self) -> None:
        """Delete tournaments that were cancelled long ago, and had never begun."""
        await self._tournaments.remove_unbegun(self._context.now() - UNPLAYED, SOME)

    async def _get_playing(self, tournament_id: int) -> Tournament:
        tournament = await self.get(tournament_id)
        if tournament.status is Status.PLAYING:
            return tournament
        raise Refused("tournament-not-begun" if tournament.status is Status.OPEN else "tournament-over")

    async def forget(self, user_id: int, trace: Trace) -> tuple[int, ...]:
        """Withdraw a user who is to be forgotten everywhere, and cancel the sign-ups that they opened.

        Resigns their running games. Returns the ids of the tournaments that show them.
        """
        organized = await self._tournaments.organized_by(user_id)
        entered = await self._tournaments.entered_by(user_id)
        for tournament in organized:
            with suppress(StaleTournament):
                if tournament.status is Status.OPEN:
                    await self._save(replace(tournament, status=Status.CLOSED))
        for tournament in entered:
            for _ in range(TRIES):
                current, entry = await self.get(tournament.id), tournament.of(user_id)
                if (
                    entry is None
                    or current.status not in LIVE
                    or (current_entry := current.of(user_id)) is None
                ):
                    break
                after = (
                    _mark_withdrawn(current, current_entry)
                    if current.status is Status.PLAYING
                    else _remove_entrant(current, user_id)
                )
                with suppress(StaleTournament):
                    alarms = self._advance_alarm(current) if current.status is Status.PLAYING else ()
                    await self._resign_withdrawn((await self._save(after, alarms)).tournament, trace)
                    break
        return tuple(sorted({tournament.id for tournament in (*organized, *entered)}))

    async def tables_under_way(self) -> tuple[tuple[Table, int], ...]:
        """The tables of running games, each with the channel of its tournament."""
        running = await self._tournaments.tables_under_way()
        return tuple([(await self._tables.get(table_id), channel_id) for table_id, channel_id in running])

    async def return_to_channel(self, table: Table, channel_id: int, trace: Trace) -> None:
        """Move a game whose thread or channel is gone to the channel of its tournament.

        The repair shows its board there. Raises `Stale` if the table changed meanwhile.
        """
        await self._tables.save(self._tables.automatic_change(table), trace)
        await self._tables.set_board(table, None)
        await self._store.set_place(table.id, channel_id, None)  # last: until then it is retried

    # Helpers

    def _advance_alarm(self, tournament: Tournament) -> tuple[NewAlarm, ...]:
        """The alarm that advances a tournament at once."""
        return (NewAlarm(ROUND, self._context.now(), detail=str(tournament.id)),)

    async def _save(self, after: Tournament, alarms: tuple[NewAlarm, ...] = ()) -> TournamentStep:
        """Save a tournament, with the tables of the games to open."""
        over = after.status is Status.PLAYING and is_decided(after)
        if over:
            after = replace(after, status=Status.OVER)
            alarms = (*alarms, NewAlarm(PODIUM, self._context.now(), detail=str(after.id)))
        tables = {}
        if after.status is Status.PLAYING:
            to_open = [
                game
                for game in after.pairings
                if game.ended is PairingResult.NOT_YET and game.table_id is None
            ]
            tables = {game.key: await self._new_table(after, game) for game in to_open}
        # By then the change should be shown, and the message link the new boards.
        shown = self._context.now() + (SHOWN if tables else GRACE)
        alarms = (*alarms, NewAlarm(ROUND, shown, detail=str(after.id)))
        after = replace(after, changed_at=self._context.now())
        saved, opened = await self._tournaments.save(after, tables, alarms)
        return TournamentStep(saved, opened)

    async def _new_table(self, tournament: Tournament, game: Pairing) -> NewTable:
        """The table of a game: with forfeit on time, without hints and without a host."""
        entry, seed = self._context.catalogue[tournament.setup.game], self._context.seeds()
        options, state, counter = start_game(entry, entry.rules.ends, 2, seed)
        players = tuple(
            _player_at(tournament, seat, number) for seat, number in enumerate((game.first, game.second))
        )
        new = NewTable(
            game=tournament.setup.game,
            guild_id=tournament.guild_id,
            channel_id=tournament.channel_id,
            host_id=HOUSE,
            terms=Terms(
                options=options,
                rules_version=entry.game.rules_version,
                clock=tournament.setup.clock,
                forfeit=True,
                language=tournament.language,
                hints=NEVER if any(is_bot(player.user_id) for player in players) else 0,
                hints_asked=HINTS_SETTLED,
            ),
            seed=seed,
            players=players,
            at=self._context.now(),
            state=entry.codec.dump(state),
            counter=counter,
        )
        return await self._timing.new_table(new)

    async def _ended_games(self, tournament: Tournament) -> dict[int, GameEnd]:
        """The results of running games that have ended, by table id."""
        ends = dict[int, GameEnd]()
        for game in tournament.pairings:
            if game.ended is PairingResult.NOT_YET and game.table_id is not None:
                table = await self._tables.get(game.table_id)
                end = self._game_end(table)
                if end is not None and table.status is Status.OVER:
                    logs = [log for _, log in await earlier_games(self._store, table)]
                    if not is_game(table.players, [*logs, await self._store.log(table.id)]):
                        end = replace(end, how=ResultKind.UNPLAYED)
                if end is not None:
                    ends[game.table_id] = end
        return ends

    def _game_end(self, table: Table) -> GameEnd | None:
        """The result of the game at a table; none while it goes on."""
        if table.status is Status.CLOSED:
            return GameEnd(PairingResult.VOID)
        if table.status is not Status.OVER:
            return None
        if not self._tables.is_readable(table):
            return GameEnd(PairingResult.VOID)
        shown = self._tables.show(table)
        outcome = shown.entry.game.outcome(shown.state)
        if outcome is None:
            return GameEnd(PairingResult.VOID)
        first, second = outcome.points
        ended = PairingResult.DRAWN
        if len(outcome.winners) == 1:
            ended = PairingResult.FIRST if outcome.winners[0] == 0 else PairingResult.SECOND
        return GameEnd(ended, (first, second))

    async def _resign_withdrawn(self, tournament: Tournament, trace: Trace) -> None:
        """Resign the running games of withdrawn entrants."""
        for game in tournament.pairings:
            if game.ended is not PairingResult.NOT_YET or game.table_id is None:
                continue
            for seat, number in enumerate((game.first, game.second)):
                entrant = tournament.entrant(number or 0)
                if entrant.out:
                    await self._resign(game.table_id, seat, entrant.user_id, trace)

    async def _resign(self, table_id: int, seat: Seat, user_id: int | None, trace: Trace) -> None:
        """Resign a seat, unless the game has ended."""
        for _ in range(TRIES):
            table = await self._tables.get(table_id)
            if table.status is not Status.PLAYING or not self._tables.is_readable(table):
                return
            with suppress(Stale):
                await self._play.act_for(table, seat, GIVEN_UP, None, user_id, trace)
                return


def _bot_entrants(tournament: Tournament, places: int) -> tuple[Entrant, ...]:
    """Bots for the free places; each has a name of its own."""
    if not tournament.setup.bots:
        return ()
    name = bot_name(tournament.setup.bots)
    names = [name if number == 1 else f"{name} {number}" for number in range(1, places + 1)]
    return tuple(Entrant(0, bot_id(tournament.setup.bots, 0), bot) for bot in names)


def _bot_strength(user_id: int) -> int:
    """The strength of a bot for its seed: less than any person's, and by level."""
    return -user_id - 2**62  # the stronger of two levels has the lower id


def _player_at(tournament: Tournament, seat: int, number: int | None) -> Player:
    """The player on a seat of a tournament's table."""
    entrant = tournament.entrant(number or 0)
    return Player(seat, entrant.user_id or 0, entrant.name)


def _remove_entrant(tournament: Tournament, user_id: int) -> Tournament:
    """The tournament without an entrant; the later ones move up."""
    rest = [entrant for entrant in tournament.entrants if entrant.user_id != user_id]
    return replace(
        tournament, entrants=tuple(replace(entrant, number=at) for at, entrant in enumerate(rest, 1))
    )


def _mark_withdrawn(tournament: Tournament, withdrawn: Entrant) -> Tournament:
    entrants = tuple(
        replace(entrant, out=True) if entrant is withdrawn else entrant for entrant in tournament.entrants
    )
    return replace(tournament, entrants=entrants)


def _is_organizer(click: Click, tournament: Tournament) -> bool:
    """Whether the user organizes a tournament, or may manage its server."""
    return click.person.id == tournament.host_id or (click.manages and click.guild_id == tournament.guild_id)


def _check_organizer(click: Click, tournament: Tournament) -> None:
    """Refuse users who do not organize a tournament."""
    if not _is_organizer(click, tournament):
        raise Refused("tournament-not-host", name=tournament.host_name)
