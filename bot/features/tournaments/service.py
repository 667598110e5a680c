"""Tournaments: called, signed up for, begun, and led on from game to game until somebody has won.

Everything is rows. What a step changes, and the tables that it opens, are saved together or not at all; the
end of a game leaves an alarm in the transaction that ends it, and whoever attends to that leads on from what
is on disk, however often it is tried. See docs/decisions/tournaments.md.
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
"""How often a change is made anew where somebody else was quicker; every time that was somebody's change."""

AT_ONCE: Final = 3
"""How many tournaments a channel has at once."""

SIGN_UP: Final = 14 * 24 * 60 * 60.0
"""Seconds after which a tournament that nobody has begun is cancelled; it takes one of `AT_ONCE`."""

SHOWN: Final = 20.0
"""Seconds after which tables that were opened have their boards, unless the bot cannot write."""

DECISIONS: Final = (PairingResult.FIRST, PairingResult.SECOND, PairingResult.DRAWN)
"""How whoever holds a tournament can end a stuck game."""

LIVE: Final = (Status.OPEN, Status.PLAYING)

Look: TypeAlias = tuple[int, tuple[Board | None, ...]]
"""A revision of a tournament, and the boards of the games that go on."""


@dataclass(frozen=True, slots=True)
class TournamentStep:
    """A tournament after a step, and the ids of the tables that it has opened; whether anything changed.

    `decided` are the tables that were closed by it, as their games were decided.
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

    # Looking

    async def get(self, tournament_id: int) -> Tournament:
        """The tournament with this id; raises `Refused` if there is none."""
        found = await self._tournaments.get(tournament_id)
        if found is None:
            raise Refused("old-control")
        return found

    async def tournaments_in_channel(self, click: Click) -> tuple[Tournament, ...]:
        """Those of a channel that go on, or else the last one that was played."""
        found = await self._tournaments.live_in(click.channel_id)
        return found or await self._tournaments.last_in(click.channel_id, 1)

    async def count_won(self, user_id: int) -> dict[str, int]:
        """How many tournaments somebody has won, by game: those that enough people for one took part in.

        Else anybody could win as many as they like against the weakest bots.
        """
        return await self._tournaments.count_won(user_id, LEAST)

    async def set_message(self, tournament: Tournament, message: Board) -> None:
        """Remember which message shows a tournament."""
        await self._tournaments.set_message(tournament.id, message)

    async def shown_state(self, of: Tournament) -> Look:
        """What the message of a tournament depends on: how it stands, and where its games are shown."""
        boards = [
            None if game.table_id is None else await self._tables.find(game.table_id)
            for game in of.pairings
            if game.ended is PairingResult.NOT_YET
        ]
        return of.revision, tuple(None if table is None else table.board for table in boards)

    def note_shown(self, of: Tournament, look: Look) -> None:
        """The message of a tournament shows it like this."""
        self._shown.note(of.id, (of.message, look))

    def is_shown(self, of: Tournament, look: Look) -> bool:
        """Whether it is known to do so."""
        return self._shown.is_like(of.id, (of.message, look))

    # Before it begins

    async def open_tournament(self, click: Click, call: TournamentSetup) -> Tournament:
        """A tournament that people sign up for, whoever calls it being the first; raises `Refused`."""
        if click.guild_id is None:
            raise Refused("tournament-nowhere")
        entry = self._context.catalogue.get(call.game)
        if entry is None or not is_duel(entry.game) or not LEAST <= call.places <= MOST or call.clock <= 0:
            raise Refused("outdated-command")
        await self._check_opening(click, call.places, opener=True)
        if (made := await self._tournaments.made_by(click.interaction)) is not None:
            return made
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
        """Refuse one more in a channel that has enough, or where this person holds one that has not begun."""
        live = await self._tournaments.live_in(click.channel_id)
        if any(one.status is Status.OPEN and one.host_id == click.person.id for one in live):
            raise Refused("tournament-own")
        if len(live) >= AT_ONCE:
            raise Refused("tournament-many", most=AT_ONCE)

    async def _check_opening(self, click: Click, places: int, *, opener: bool) -> None:
        """Refuse a tournament whose tables its server does not allow; `opener` is as in `check_opening`."""
        most, tables = await self._server.check_opening(click, opener=opener), places // 2
        if most is not None and most < tables:
            raise Refused("tournament-room", most=most, tables=tables)

    async def join(self, click: Click, tournament_id: int) -> TournamentStep:
        """Somebody signs up; with the last place it begins. Raises `Refused`."""
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
        """Somebody signs off again; raises `Refused`."""
        for _ in range(TRIES):
            before = await self._get_open(tournament_id)
            if before.of(click.person.id) is None:
                raise Refused("tournament-not-in")
            with suppress(StaleTournament):
                return await self._save(_remove_entrant(before, click.person.id))
        raise Refused("tournament-busy")

    async def begin(self, click: Click, tournament_id: int) -> TournamentStep:
        """It begins with those who have signed up; bots take the other places, if that was said."""
        for _ in range(TRIES):
            before = await self._get_open(tournament_id)
            _check_organizer(click, before)
            after = await self._begin_play(click, before)
            with suppress(StaleTournament):
                return await self._save(after)
        raise Refused("tournament-busy")

    async def _get_open(self, tournament_id: int) -> Tournament:
        """A tournament that people sign up for."""
        found = await self.get(tournament_id)
        if found.status is Status.OPEN:
            return found
        raise Refused("tournament-cancelled" if found.status is Status.CLOSED else "tournament-begun")

    async def _begin_play(self, click: Click, of: Tournament) -> Tournament:
        """The same with seeds and the games of the first round; raises `Refused` for too few.

        What the server allows may have changed since it was called: that is checked again.
        """
        people = tuple(one for one in of.entrants if one.user_id is not None)
        of = replace(of, entrants=(*people, *_bot_entrants(of, of.setup.places - len(people))))
        if len(of.entrants) < LEAST or not people:
            raise Refused("tournament-few", least=LEAST)
        await self._check_opening(click, len(of.entrants), opener=False)
        ladder = await self._scores.ladder(of.setup.game)
        strength = dict[int, float]()
        for user in (one.user_id or 0 for one in of.entrants):
            rating = ladder.rating_of(user)
            strength[user] = float(_bot_strength(user)) if is_bot(user) else rating.value - rating.uncertainty
        of = replace(of, status=Status.PLAYING, entrants=seed_entrants(of, strength))
        return advance_rounds(of)

    # While it goes on

    async def advance(self, tournament_id: int, trace: Trace) -> TournamentStep:
        """Lead on from the games that have ended: replays, the next round, the end.

        It may be called at any time, and by several at once.
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
        return TournamentStep(await self.get(tournament_id), changed=False)  # others have led on

    async def withdraw(self, click: Click, tournament_id: int) -> Tournament:
        """Somebody is in it no longer, and loses what they have not played; raises `Refused`.

        What follows is an alarm.
        """
        for _ in range(TRIES):
            before = await self._get_playing(tournament_id)
            own = before.of(click.person.id)
            if own is None or own.out:
                raise Refused("tournament-not-in")
            with suppress(StaleTournament):
                return (
                    await self._save(_mark_withdrawn(before, own), self._advance_alarm(before))
                ).tournament
        raise Refused("tournament-busy")

    async def stuck_tables(self, click: Click, tournament_id: int) -> tuple[Table, ...]:
        """The tables of games that have gone on for so long that somebody may decide them."""
        of = await self.get(tournament_id)
        if of.status is not Status.PLAYING or not _is_organizer(click, of):
            return ()
        going_on = [one.table_id for one in of.pairings if one.ended is PairingResult.NOT_YET]
        tables = [await self._tables.get(table_id) for table_id in going_on if table_id is not None]
        return tuple(
            table for table in tables if self._is_stuck(of, table) and seat_of(table, click.person) is None
        )

    def _is_stuck(self, of: Tournament, table: Table) -> bool:
        return table.status is Status.PLAYING and self._context.now() >= table.time.created_at + stuck_after(
            of
        )

    async def decide_game(
        self, click: Click, tournament_id: int, table_id: int, ended: PairingResult
    ) -> Tournament:
        """Whoever holds a tournament says how a stuck game ends that they do not play; raises `Refused`.

        Its table is closed, and what follows is opened, by an alarm.
        """
        for _ in range(TRIES):
            before = await self._get_playing(tournament_id)
            _check_organizer(click, before)
            games = [one for one in before.pairings if one.table_id == table_id]
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

    async def _close_decided(self, of: Tournament, trace: Trace) -> tuple[int, ...]:
        """The tables of games that were decided and went on; they are closed now."""
        closed = list[int]()
        for game in of.pairings:
            if game.how is ResultKind.DECIDED and game.round == of.round and game.table_id is not None:
                table = await self._tables.get(game.table_id)
                while table.status is Status.PLAYING:
                    with suppress(Stale):
                        await self._management.close_automatically(table, trace)
                        closed.append(table.id)
                    table = await self._tables.get(game.table_id)
        return tuple(closed)

    async def cancel(self, click: Click, tournament_id: int) -> Tournament:
        """It ends without a winner; games that go on are games like any other. Raises `Refused`.

        Once it has begun, nobody who plays in it decides that.
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
        """Cancel those that nobody has begun within `SIGN_UP`, each shown by an alarm; returns their ids."""
        cancelled = list[int]()
        for one in await self._tournaments.never_begun(self._context.now() - SIGN_UP):
            with suppress(StaleTournament):
                await self._save(replace(one, status=Status.CLOSED))
                cancelled.append(one.id)
        return tuple(cancelled)

    async def remove_unbegun(self) -> None:
        """Delete those that were cancelled long ago, and had never begun."""
        await self._tournaments.remove_unbegun(self._context.now() - UNPLAYED, SOME)

    async def _get_playing(self, tournament_id: int) -> Tournament:
        found = await self.get(tournament_id)
        if found.status is Status.PLAYING:
            return found
        raise Refused("tournament-not-begun" if found.status is Status.OPEN else "tournament-over")

    async def forget(self, user_id: int, trace: Trace) -> tuple[int, ...]:
        """Somebody wants to be forgotten: they are in none any longer, and one that they called is cancelled.

        One that goes on does so without them; what they were playing in it is given up. Returns the ids of
        those that tell of them.
        """
        called = await self._tournaments.organized_by(user_id)
        entered = await self._tournaments.entered_by(user_id)
        for one in called:
            with suppress(StaleTournament):
                if one.status is Status.OPEN:
                    await self._save(replace(one, status=Status.CLOSED))
        for one in entered:
            for _ in range(TRIES):
                now, own = await self.get(one.id), one.of(user_id)
                if own is None or now.status not in LIVE or (mine := now.of(user_id)) is None:
                    break
                after = (
                    _mark_withdrawn(now, mine)
                    if now.status is Status.PLAYING
                    else _remove_entrant(now, user_id)
                )
                with suppress(StaleTournament):
                    alarms = self._advance_alarm(now) if now.status is Status.PLAYING else ()
                    await self._resign_withdrawn((await self._save(after, alarms)).tournament, trace)
                    break
        return tuple(sorted({one.id for one in (*called, *entered)}))

    async def tables_under_way(self) -> tuple[tuple[Table, int], ...]:
        """The tables of games that go on, each with the channel where its tournament is held."""
        found = await self._tournaments.tables_under_way()
        return tuple([(await self._tables.get(table_id), channel_id) for table_id, channel_id in found])

    async def return_to_channel(self, table: Table, channel_id: int, trace: Trace) -> None:
        """A game whose thread or channel is gone goes on in this channel, where its tournament is held.

        Its board is to be shown there, which the repair does. Raises `Stale` where somebody was quicker.
        """
        await self._tables.save(self._tables.automatic_change(table), trace)
        await self._tables.set_board(table, None)
        await self._store.set_place(table.id, channel_id, None)  # last: until then it is found again

    # What is behind it

    def _advance_alarm(self, of: Tournament) -> tuple[NewAlarm, ...]:
        """That it is led on at once."""
        return (NewAlarm(ROUND, self._context.now(), detail=str(of.id)),)

    async def _save(self, after: Tournament, alarms: tuple[NewAlarm, ...] = ()) -> TournamentStep:
        """The tournament on disk, with the tables of the games that are to be opened."""
        over = after.status is Status.PLAYING and is_decided(after)
        if over:
            after = replace(after, status=Status.OVER)
            alarms = (*alarms, NewAlarm(PODIUM, self._context.now(), detail=str(after.id)))
        tables = {}
        if after.status is Status.PLAYING:
            to_open = [
                one for one in after.pairings if one.ended is PairingResult.NOT_YET and one.table_id is None
            ]
            tables = {one.key: await self._new_table(after, one) for one in to_open}
        # What changed is shown by then, and where boards were put up, the message leads to them.
        shown = self._context.now() + (SHOWN if tables else GRACE)
        alarms = (*alarms, NewAlarm(ROUND, shown, detail=str(after.id)))
        after = replace(after, changed_at=self._context.now())
        saved, opened = await self._tournaments.save(after, tables, alarms)
        return TournamentStep(saved, opened)

    async def _new_table(self, of: Tournament, game: Pairing) -> NewTable:
        """The table of a game: time decides there, nobody gets hints, and nobody is its host."""
        entry, seed = self._context.catalogue[of.setup.game], self._context.seeds()
        options, state, counter = start_game(entry, entry.rules.ends, 2, seed)
        players = tuple(_player_at(of, seat, number) for seat, number in enumerate((game.first, game.second)))
        new = NewTable(
            game=of.setup.game,
            guild_id=of.guild_id,
            channel_id=of.channel_id,
            host_id=HOUSE,
            terms=Terms(
                options=options,
                rules_version=entry.game.rules_version,
                clock=of.setup.clock,
                forfeit=True,
                language=of.language,
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

    async def _ended_games(self, of: Tournament) -> dict[int, GameEnd]:
        """How the games under way have ended, by the table's id; nothing of those that go on."""
        found = dict[int, GameEnd]()
        for game in of.pairings:
            if game.ended is PairingResult.NOT_YET and game.table_id is not None:
                table = await self._tables.get(game.table_id)
                end = self._game_end(table)
                if end is not None and table.status is Status.OVER:
                    logs = [log for _, log in await earlier_games(self._store, table)]
                    if not is_game(table.players, [*logs, await self._store.log(table.id)]):
                        end = replace(end, how=ResultKind.UNPLAYED)
                if end is not None:
                    found[game.table_id] = end
        return found

    def _game_end(self, table: Table) -> GameEnd | None:
        """How the game at a table has ended; none as long as it goes on."""
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

    async def _resign_withdrawn(self, of: Tournament, trace: Trace) -> None:
        """Who has withdrawn loses the games that they are playing there."""
        for game in of.pairings:
            if game.ended is not PairingResult.NOT_YET or game.table_id is None:
                continue
            for seat, number in enumerate((game.first, game.second)):
                entrant = of.entrant(number or 0)
                if entrant.out:
                    await self._resign(game.table_id, seat, entrant.user_id, trace)

    async def _resign(self, table_id: int, seat: Seat, user_id: int | None, trace: Trace) -> None:
        """Whoever has a seat gives up, unless the game has ended."""
        for _ in range(TRIES):
            table = await self._tables.get(table_id)
            if table.status is not Status.PLAYING or not self._tables.is_readable(table):
                return
            with suppress(Stale):
                await self._play.act_for(table, seat, GIVEN_UP, None, user_id, trace)
                return


def _bot_entrants(of: Tournament, places: int) -> tuple[Entrant, ...]:
    """The house's players for the places that are left; each has a name of its own."""
    if not of.setup.bots:
        return ()
    name = bot_name(of.setup.bots)
    called = [name if number == 1 else f"{name} {number}" for number in range(1, places + 1)]
    return tuple(Entrant(0, bot_id(of.setup.bots, 0), one) for one in called)


def _bot_strength(user_id: int) -> int:
    """How strong a bot is for its seed: less than any person, as nobody is rated against it."""
    return -user_id - 2**62  # of two levels the stronger one has the lower id


def _player_at(of: Tournament, seat: int, number: int | None) -> Player:
    """Somebody on a seat of one of its tables."""
    entrant = of.entrant(number or 0)
    return Player(seat, entrant.user_id or 0, entrant.name)


def _remove_entrant(of: Tournament, user_id: int) -> Tournament:
    """A tournament that somebody has signed off from; those behind move up."""
    rest = [one for one in of.entrants if one.user_id != user_id]
    return replace(of, entrants=tuple(replace(one, number=at) for at, one in enumerate(rest, 1)))


def _mark_withdrawn(of: Tournament, own: Entrant) -> Tournament:
    entrants = tuple(replace(one, out=True) if one is own else one for one in of.entrants)
    return replace(of, entrants=entrants)


def _is_organizer(click: Click, of: Tournament) -> bool:
    """Whether somebody has called a tournament, or may manage its server."""
    return click.person.id == of.host_id or (click.manages and click.guild_id == of.guild_id)


def _check_organizer(click: Click, of: Tournament) -> None:
    """Refuse whoever does not hold a tournament."""
    if not _is_organizer(click, of):
        raise Refused("tournament-not-host", name=of.host_name)
