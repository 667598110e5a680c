"""Playing: a line becomes an action of a seat, is applied to the game, and saved.

Where a table has patience, others may act for a player who is awaited for longer than that. A line belongs to
a seat; who wrote it is stored beside it. Bots search for a whole turn in the background, then play it a line
at a time.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.games.catalogue import AnyEntry
from bot.kernel.clicks import Click
from bot.kernel.errors import AlreadyDone, Illegal, Refused, Stale
from bot.kernel.tables.context import Context, News, Shown, Tables, alarm_interaction
from bot.kernel.tables.results import Records
from bot.kernel.tables.seats import (
    LEAVE,
    acting_for,
    asked_seats,
    awaited_seats,
    check_length,
    check_may_act,
    has_gone,
    is_code,
    is_deserted,
    is_for_one,
    is_overdue,
    names_at,
    overdue_from,
    player_at,
    remaining_players,
    seats_beside,
    seats_to_stand_in_for,
    with_current_name,
)
from bot.kernel.time.timing import PACE, Timing, asleep_in, with_time
from bot.kernel.trace import Trace
from bot.minds.pool import NoSearchResult, Urgency
from bot.minds.worker import SearchQuestion
from bot.store import (
    HOUSE,
    Alarm,
    Change,
    Kind,
    NewAlarm,
    NewLine,
    Player,
    SeatClock,
    Status,
    StoreError,
    Table,
    is_bot,
    level_of,
)
from engine.core import Game, IllegalAction, Seat
from engine.fairness import next_hash, seed_of_player
from engine.rng import SeededRng

LOG = logging.getLogger("taproom.session")

GIVING_UP: Final = ("resign", "leave", "concede")
"""Lines that a stand-in cannot write: they could not be undone when the player is back."""

TRIES: Final = 3
"""How often a line is retried after a concurrent change."""

STEPS: Final = 200
"""The most actions that the house takes in one turn; it is over long before."""

PATIENCE: Final = 180.0
"""Seconds that a table waits for a bot's search; after that the house plays a quick move."""

MOMENT: Final = 0.001
"""Seconds that a prepared answer takes: a turn of none at all would count as the one before it."""

FOLLOWING: Final = 3
"""The most lines that follow one automatically."""

AnyGame = Game[Any, Any, Any, Any]


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """An applied line: its seat, its text, the states and events, and the chance that was used."""

    seat: Seat
    action: str
    before: Any
    after: Any
    events: tuple[Any, ...]
    counter: int


class Play:
    """Plays running games."""

    def __init__(self, context: Context, tables: Tables, timing: Timing, records: Records) -> None:
        self._context = context
        self._store = context.store
        self._tables = tables
        self._timing = timing
        self._records = records

    # Lines of people

    async def move(
        self,
        click: Click,
        table_id: int,
        notation: str,
        trace: Trace,
        revision: int | None = None,
        since: int | None = None,
    ) -> Shown:
        """Play and save a person's action. `revision`: of the clicked board, if any.

        `since`: the revision of the clicked private menu, which may be older than the board; but what the
        person has done since then is not done again.
        """
        table = await self._tables.get(table_id)
        await self._preload_preferences(table)
        tries = TRIES + 1 if revision is None else 1
        while True:
            tries -= 1
            trace.table, trace.revision, trace.notation = table.code, table.revision, notation
            own = check_may_act(table, click.person, revision)
            _check_not_resigning(click, table, own, notation)
            if since is not None:
                await self._check_new(click, table, notation, since)
            with trace.span("engine"):
                played = self._apply_line(table, own, notation)
                change = self._move_change(click, table, own, played)
            mine = {own} | seats_beside(table, own)
            follows = await self._next_line(click, table, played.after, own) if played.seat in mine else ""
            if played.action == LEAVE and self._may_leave(table, mine, played.after):
                follows = LEAVE  # with all their seats
            try:
                shown = await self._save_move(click, table, played, change, trace)
                return await self._play_followups(click, shown, follows, trace)
            except Stale as stale:  # a concurrent change; the line may still be legal
                current = table if stale.table is None else stale.table
                if tries <= -TRIES or (tries <= 0 and current.revision != table.revision):
                    raise
                table = await self._tables.get(table_id)

    async def moves(
        self, click: Click, table_id: int, lines: Sequence[str], trace: Trace, revision: int
    ) -> tuple[Shown, int]:
        """Play several lines of one person, each saved separately; returns how many were played.

        The first is as in `move`, and raises what that does; each other one applies to the revision after the
        one before. Stops where a line cannot be played, or at a concurrent change.
        """
        shown, played = await self.move(click, table_id, lines[0], trace, revision=revision), 1
        for line in lines[1:]:
            try:
                after, _ = await self._play_followup(click, shown, line, trace)
            except Refused:
                break
            played += 1
            shown = merge_shown(shown, after)
        return shown, played

    async def _next_line(self, click: Click, table: Table, state: object, seat: Seat) -> str:
        """Return the line that a feature plays automatically after a player's own; usually none."""
        entry = self._context.catalogue[table.game]
        for feature in self._context.features:
            if feature.at_table.next_line is None:
                continue
            try:
                line = await feature.at_table.next_line(self._store, click.person.id, entry, state, seat)
            except StoreError:  # the person's line does not depend on it
                LOG.warning(
                    "table=%s what follows automatically could not be read", table.code, exc_info=True
                )
                return ""
            if line:
                return line
        return ""

    async def _play_followups(self, click: Click, shown: Shown, follows: str, trace: Trace) -> Shown:
        """Play the lines that follow automatically, each saved separately; stops at a failure."""
        for _ in range(FOLLOWING):
            if not follows:
                break
            try:
                after, seat = await self._play_followup(click, shown, follows, trace)
            except Refused:  # a concurrent change
                break
            shown = merge_shown(shown, after)
            follows = await self._next_line(click, shown.table, shown.state, seat)
        return shown

    async def _play_followup(self, click: Click, shown: Shown, line: str, trace: Trace) -> tuple[Shown, Seat]:
        """Play one more line of the same click; returns its seat. Raises `Refused` if it is not possible."""
        table = shown.table
        trace.notation = line
        seat = check_may_act(table, click.person, None)
        with trace.span("engine"):
            tried = self._apply_line(table, seat, line)
            # A second delivery of the click is recognized by its first line.
            change = replace(self._move_change(click, table, seat, tried), interaction=None)
        return await self._save_move(click, table, tried, change, trace), seat

    async def _preload_preferences(self, table: Table) -> None:
        """Load the preferences of everyone at the table, so that a move needs no lookup."""
        for player in table.players:
            await self._store.schedule.habits(acting_for(player))

    async def _save_move(
        self,
        click: Click,
        table: Table,
        played: PlayedLine,
        change: Change,
        trace: Trace,
    ) -> Shown:
        """Save a move; returns the table. Raises `Stale` and `AlreadyDone`."""
        entry = self._context.catalogue[table.game]
        timed = await self._timing.turn_change(table, change.players, played.before, played.after)
        if asking := self._offer_alarms(table, played):
            change = replace(change, alarms=asking)
        change = with_time(change, timed)
        if change.status is Status.OVER:
            outcome = entry.game.outcome(played.after)
            records = await self._records.records_of_end(table, change, outcome)
            change = replace(change, records=records)
        new_turn = entry.rules.turn_key(played.after) != entry.rules.turn_key(played.before)
        saved = await self._tables.save(change, trace)
        return Shown(
            saved,
            entry,
            played.after,
            played.events,
            new_turn=new_turn,
            news=_stand_in_news(click, table, played.seat),
            asleep=asleep_in(timed),
            overdue=is_overdue(saved, self._context.now()),
        )

    async def guide(
        self, click: Click, table_id: int, revision: int | None, path: str, trace: Trace
    ) -> Shown:
        """Return the board with the next question of a guided move, for a player who can act."""
        table = await self._tables.get(table_id)
        trace.table, trace.revision, trace.notation = table.code, table.revision, path
        seat = check_may_act(table, click.person, revision)
        shown = self._tables.show(table)
        game, acting = shown.entry.game, shown.entry.game.to_act(shown.state)
        if seat not in acting and not seats_to_stand_in_for(
            table, game, shown.state, seat, self._context.now()
        ):
            raise not_your_turn(shown, seat)
        return replace(shown, path=path, new_turn=False)

    async def look_ahead(
        self, click: Click, table_id: int, revision: int | None, notation: str, trace: Trace
    ) -> tuple[Shown, Seat, object]:
        """Return the board, and a line's action and seat, for a player who could play it; saves nothing."""
        shown = await self.guide(click, table_id, revision, notation, trace)
        seat = check_may_act(shown.table, click.person, revision)
        played = self._apply_line(shown.table, seat, notation)
        return replace(shown, path=""), played.seat, shown.entry.game.parse(played.action, shown.state)

    def _apply_line(self, table: Table, own: Seat, notation: str) -> PlayedLine:
        """Apply a line to the table's game; raises `Illegal`, and `Refused` at the maximum length."""
        check_length(table, notation)
        entry = self._context.catalogue[table.game]
        game, state = entry.game, entry.codec.load(table.state or "")
        rng = SeededRng(table.chance, table.counter)
        action, seat = None, own
        try:
            action = game.parse(notation, state)
            seat = self._actor(table, game, state, own, action)
            step = game.apply(state, seat, action, rng)
        except IllegalAction as error:
            who = tuple(names_at(table, game.to_act(state)))
            refused = Illegal(table, error, table.game, who=who)
            if action is not None and seat == own and _fits_another(game, state, own, action):
                refused.standing_in = _may_stand_in_from(table, game, state, own)
            raise refused from error
        return PlayedLine(seat, str(action), state, step.state, step.events, rng.counter)

    def _actor(self, table: Table, game: AnyGame, state: object, own: Seat, action: object) -> Seat:
        """Return the seat of an action: the person's, if it can do it; else one they act for."""
        absent = seats_to_stand_in_for(table, game, state, own, self._context.now())
        others = (*absent, *sorted(seats_beside(table, own) - {*absent}))
        if not others or action in game.legal(state, own):
            return own
        return next((seat for seat in others if action in game.legal(state, seat)), others[0])

    def _move_change(self, click: Click, table: Table, own: Seat, played: PlayedLine) -> Change:
        """Return the change for a move."""
        entry = self._context.catalogue[table.game]
        over = entry.game.outcome(played.after) is not None
        return replace(
            self._tables.automatic_change(table),
            interaction=click.interaction,
            status=Status.OVER if over else Status.PLAYING,
            players=with_current_name(table.players, click.person),
            state=entry.codec.dump(played.after),
            counter=played.counter,
            head=next_hash(table.head, table.plies + 1, played.seat, played.action),
            line=NewLine(played.seat, click.person.id, played.action),
            waiting_since=self._awaited_since(table, entry.game, own, played),
        )

    def _may_leave(self, table: Table, seats: Iterable[Seat], state: object) -> bool:
        game = self._context.catalogue[table.game].game
        return any(LEAVE in map(str, game.legal(state, seat)) for seat in seats)

    def _offer_alarms(self, table: Table, played: PlayedLine) -> tuple[NewAlarm, ...]:
        """Return an alarm for each player who got an offer and need not answer."""
        entry, now, alarms = self._context.catalogue[table.game], self._context.now(), list[NewAlarm]()
        seats = asked_seats(entry, played.after) - asked_seats(entry, played.before)
        for player in table.players:
            user, seat = acting_for(player), str(player.seat)
            if player.seat not in seats or has_gone(player):
                continue
            if is_bot(user):
                alarms.append(NewAlarm(Kind.HOUSE, now + PACE, table.id, turn=table.turn, detail=seat))
            elif user > HOUSE:
                alarms.append(NewAlarm(Kind.ASKED, now, table.id, user, table.turn, seat))
        return tuple(alarms)

    def _awaited_since(self, table: Table, game: AnyGame, own: Seat, played: PlayedLine) -> float:
        """Return now, if the awaited player acted or others must act; else the previous time.

        A substitute's move does not make the absent player less absent: the next step need not wait again.
        """
        were, are = game.to_act(played.before), game.to_act(played.after)
        mine = {own} | seats_beside(table, own)
        anew = were != are or (played.seat in were and played.seat in mine)
        return self._context.now() if anew else table.time.waiting_since

    async def _check_new(self, click: Click, table: Table, notation: str, since: int) -> None:
        """Refuse what the person has done already since the table was at revision `since`."""
        age = table.revision - since
        lines = await self._store.log(table.id, after=table.plies - age) if age > 0 else ()
        if any(line.user_id == click.person.id and line.action == notation for line in lines):
            raise AlreadyDone(table)

    # Lines written for a seat by the house, a bot or a substitute

    async def act_for(
        self,
        table: Table,
        seat: Seat,
        notation: str,
        interaction: int | None,
        user_id: int | None,
        trace: Trace,
        *,
        prepared: int | None = None,
    ) -> Shown:
        """Play one action of a seat that another user, a bot or the house takes; raises `Stale`.

        `prepared` is the number of the player's prepared answer, if it is one: that takes no time.
        """
        entry = self._context.catalogue[table.game]
        played = self._apply_line_as(table, seat, notation)
        over = entry.game.outcome(played.after)
        players = table.players
        if is_automatic(user_id) and is_for_one(entry.game) and _ends_turn(entry, played):
            players = tuple(replace(player, substitute=None, substitute_name="") for player in players)
        change = Change(
            table=table.id,
            revision=table.revision,
            interaction=interaction,
            status=Status.PLAYING if over is None else Status.OVER,
            players=players,
            state=entry.codec.dump(played.after),
            counter=played.counter,
            at=self._context.now(),
            head=next_hash(table.head, table.plies + 1, seat, played.action),
            line=NewLine(seat, user_id, played.action, prepared),
            waiting_since=self._context.now(),
            alarms=self._offer_alarms(table, played),
        )
        timely = table
        if prepared is not None:
            timely = replace(table, time=replace(table.time, clocks=_with_fresh_turn(table, seat)))
        timed = await self._timing.turn_change(timely, players, played.before, played.after)
        records = await self._records.records_of_end(table, change, over)
        change = replace(with_time(change, timed), records=records)
        saved = await self._tables.save(change, trace)
        return Shown(saved, entry, played.after, played.events, asleep=asleep_in(timed))

    def _apply_line_as(self, table: Table, seat: Seat, notation: str) -> PlayedLine:
        """Apply a line as that of a seat, by any writer; raises `IllegalAction`."""
        entry = self._context.catalogue[table.game]
        state, rng = entry.codec.load(table.state or ""), SeededRng(table.chance, table.counter)
        action = entry.game.parse(notation, state)
        step = entry.game.apply(state, seat, action, rng)
        return PlayedLine(seat, str(action), state, step.state, step.events, rng.counter)

    # Turns of bots

    async def bot_turn(self, alarm: Alarm, table: Table, player: Player, trace: Trace) -> Shown:
        """Play a bot's turn, an action a transaction; where its search is too slow, the house plays.

        After a concurrent change it searches again. Raises `Stale` if these do not end.
        """
        shown, events, late = self._tables.show(table), tuple[Any, ...](), False
        if is_deserted(shown.entry, table, shown.state):
            return await self._bots_resign(alarm, shown, trace)
        plan: tuple[Any, ...] = ()
        for _ in range(STEPS):
            if not self._goes_on(shown, table, player.seat):
                break
            table_before, actions = shown.table, shown.entry.game.legal(shown.state, player.seat)
            if not plan or plan[0] not in actions:
                plan = await self._plan_turn(shown, player, actions)
            late = late or not plan
            action, plan = (plan[0], plan[1:]) if plan else (self._quick_choice(shown, player.seat), ())
            try:
                shown = await self.act_for(
                    table_before,
                    player.seat,
                    str(action),
                    alarm_interaction(alarm, table_before),
                    acting_for(player),
                    trace,
                )
            except Stale:
                shown, plan = self._tables.show(await self._tables.get(table.id)), ()
                continue
            events += shown.events
            plan = () if any(map(shown.entry.game.reveals, shown.events)) else plan
        return Shown(
            shown.table,
            shown.entry,
            shown.state,
            events,
            new_turn=shown.table.turn != table.turn,
            news=_bot_news(player, late=late),
            asleep=shown.asleep,
        )

    async def _bots_resign(self, alarm: Alarm, shown: Shown, trace: Trace) -> Shown:
        """Make the bots resign once all people have left, which ends the game; raises `Stale`."""
        events = tuple[Any, ...]()
        for bot in remaining_players(shown.entry, shown.table, shown.state):
            table = shown.table
            shown = await self.act_for(
                table, bot.seat, "leave", alarm_interaction(alarm, table), bot.user_id, trace
            )
            events += shown.events
        return replace(shown, events=events, new_turn=True)

    def _goes_on(self, shown: Shown, before: Table, seat: Seat) -> bool:
        """Whether the seat still has to act, in the same turn."""
        if shown.table.turn != before.turn or shown.table.status is not Status.PLAYING:
            return False
        return seat in awaited_seats(shown.entry, shown.state)

    async def _plan_turn(self, shown: Shown, player: Player, actions: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the actions that the bot's search plans; none, if it is too slow."""
        question = SearchQuestion(
            what="plan",
            game=shown.table.game,
            view=shown.entry.game.view(shown.state, player.seat),
            actions=actions,
            level=level_of(acting_for(player)),
            seed=seed_of_player(shown.table.chance, shown.table.head),
        )
        try:
            return await self._context.search_pool.plan(question, Urgency.TABLE, PATIENCE)
        except NoSearchResult:
            return ()

    def _quick_choice(self, shown: Shown, seat: Seat) -> Any:  # noqa: ANN401 - each game has its own actions
        game = shown.entry.game
        view, actions = game.view(shown.state, seat), game.legal(shown.state, seat)
        seed = seed_of_player(shown.table.chance, shown.table.head)
        return game.stand_in_action(view, actions, SeededRng(seed))


def merge_shown(shown: Shown, after: Shown) -> Shown:
    """Merge the tables shown after two lines of the same click, with the events of both."""
    events, new = (*shown.events, *after.events), shown.new_turn or after.new_turn
    news = after.news or shown.news
    return replace(after, events=events, new_turn=new, asleep=shown.asleep | after.asleep, news=news)


def _with_fresh_turn(table: Table, seat: Seat) -> tuple[SeatClock, ...]:
    """Return the clocks of a table, as if the turn of a seat had just begun."""
    return tuple(
        replace(clock, spent=clock.spent + MOMENT, since=None) if clock.seat == seat else clock
        for clock in table.time.clocks
    )


def not_your_turn(shown: Shown, seat: Seat) -> Refused:
    """Return the refusal that others must act before a seat can."""
    table, game = shown.table, shown.entry.game
    acting = game.to_act(shown.state)
    key = "not-your-turn-bot" if _is_for_code(table, acting) else "not-your-turn"
    refused = Refused(key, table, code=table.code, names=tuple(names_at(table, acting)))
    refused.standing_in = _may_stand_in_from(table, game, shown.state, seat)
    return refused


def _may_stand_in_from(table: Table, game: AnyGame, state: object, own: Seat) -> int | None:
    """Return from when on a player may act for the awaited one; bots do so automatically."""
    if _is_for_code(table, game.to_act(state)) or not game.legal(state, own):
        return None
    return overdue_from(table)


def _is_for_code(table: Table, acting: frozenset[Seat]) -> bool:
    """Whether only bots, or the house, have to act."""
    return all(is_code(player) for player in table.players if player.seat in acting)


def _fits_another(game: AnyGame, state: object, own: Seat, action: object) -> bool:
    """Whether another seat that must act could play the action."""
    return any(action in game.legal(state, seat) for seat in game.to_act(state) - {own})


def _check_not_resigning(click: Click, table: Table, seat: Seat, notation: str) -> None:
    """Refuse a stand-in's resignation."""
    owner = player_at(table, seat)
    if owner.user_id != click.person.id and notation.strip().casefold() in GIVING_UP:
        raise Refused("friend-may-not", table, code=table.code, name=owner.name)


def _stand_in_news(click: Click, table: Table, seat: Seat) -> News | None:
    """Return the notice that a user acts for another; None where they act for themselves."""
    owner = player_at(table, seat)
    if owner.user_id == click.person.id:
        return None
    return News("stood-in", name=click.person.name, other=owner.name)


def is_automatic(user_id: int | None) -> bool:
    """Whether a line of a log was written by the house or a bot."""
    return user_id is None or is_bot(user_id)


def _ends_turn(entry: AnyEntry, played: PlayedLine) -> bool:
    """Whether a line has ended a turn."""
    return entry.rules.turn_key(played.before) != entry.rules.turn_key(played.after)


def _bot_news(player: Player, *, late: bool) -> News | None:
    """Return the notice of a bot's turn: for whom it played, and that it was too slow; or None."""
    name = player.name if player.substitute is None else player.substitute_name
    if late:
        return News("bots.late", name=name)
    if player.substitute is None:
        return None
    return News("bots.played", name=name, other=player.name, house=player.seat)
