"""Lobbies: opening a table, sitting down, picking, leaving, starting; and playing again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final

from bot.games.catalogue import AnyEntry
from bot.kernel.clicks import Click, Opening, Person
from bot.kernel.errors import NotSeated, Refused, Stale
from bot.kernel.people.servers import ServerSettings
from bot.kernel.tables.context import Context, News, Shown, Tables
from bot.kernel.tables.export import options_of
from bot.kernel.tables.lookup import TableAccess
from bot.kernel.tables.opening import NewTables, check_search_allowed
from bot.kernel.tables.seats import (
    check_open,
    has_bots,
    has_lobby,
    is_for_one,
    may_start_from,
    new_bot,
    picks_at,
    player_of,
    seat_of,
    seats_at,
    seats_beside,
    seats_for,
    second_board_of,
    with_person,
    with_pick,
    without_last_bot,
    without_player,
)
from bot.kernel.trace import Trace
from bot.store import (
    HOUSE,
    Change,
    FollowedBefore,
    Player,
    Sides,
    Status,
    Table,
    bot_name,
    is_bot,
    is_nameless,
    level_of,
)
from engine.core import Game, Seat

SALT: Final = 40
"""The most characters that a player may add to a table's chance."""

_TRIES: Final = 20
"""How often a change is retried after a concurrent change."""


class Lobby:
    """Tables that wait for their players."""

    def __init__(
        self,
        context: Context,
        tables: Tables,
        access: TableAccess,
        server: ServerSettings,
        new_tables: NewTables,
    ) -> None:
        self._context = context
        self._store = context.store
        self._tables = tables
        self._access = access
        self._server = server
        self._new_tables = new_tables

    # Opening

    async def open(self, click: Click, opening: Opening, trace: Trace) -> Shown:
        """Open a table: a lobby, or the running game of a single player; raises `Refused`."""
        check_guest(click.person, opening.guest)
        return await self._new_tables.create(
            click, self._new_tables.draft(click, opening, self._context.seeds()), trace
        )

    async def rematch(self, click: Click, table_id: int, trace: Trace) -> Shown:
        """Open a table to play a finished game again, for the first player who asks.

        A game for one begins, one for several has its lobby. In a duel one of the two challenges the other,
        with the seats exchanged; any other person leaves a seat open. Later clicks get a link to that table.
        """
        old = await self._tables.get(table_id)
        if old.status is not Status.OVER or old.deal is not None or second_board_of(old) is not None:
            raise Refused("old-control")
        opening = self._opening_like(old, click.person)
        check_guest(click.person, opening.guest)
        new = replace(self._new_tables.draft(click, opening, self._context.seeds()), follows=old.id)
        if opening.guest is not None and old.journey.parent is None:
            new = replace(new, terms=replace(new.terms, sides=Sides.FIXED))  # both have one side each time
        try:
            return await self._new_tables.create(click, new, trace)
        except FollowedBefore as error:
            existing = await self._tables.get(error.table_id)
            raise Refused("again-opened", existing, code=old.code, next=existing.code) from error

    def _opening_like(self, old: Table, person: Person) -> Opening:
        """Return the terms of a table, without its players' picks."""
        game = self._context.catalogue[old.game].game
        options, keys = options_of(old), {option.key for option in game.options}
        opening = Opening(
            game=old.game,
            options={key: value for key, value in options.items() if key in keys},
            seat=None,
            guest=None,
            terms=old.terms.renewed(),
            hints=_hints_for_rematch(game, old),
        )
        own = seat_of(old, person)
        bots = [level_of(player.user_id) for player in old.players if is_bot(player.user_id)]
        if has_lobby(game):
            seats = 1 if own is None else 1 + len(seats_beside(old, own))
            opening = replace(opening, own_seats=seats)
        if has_lobby(game) and bots:
            return replace(opening, level=bots[0], bots=len(bots))
        if own is None or has_lobby(game) or is_for_one(game):
            return opening
        if bots:
            return replace(opening, seat=1 - own, level=bots[0], bots=1)
        other = next(player for player in old.players if player.seat != own)
        guest = None if is_nameless(other.user_id) else Person(other.user_id, other.name)
        return replace(opening, seat=1 - own, guest=guest)

    async def move_into_thread(self, table: Table, thread_id: int) -> Table:
        """Move a table into this thread of its channel."""
        await self._store.set_place(table.id, thread_id, table.channel_id)
        return await self._tables.get(table.id)

    async def move_out_of_thread(self, table: Table) -> Table:
        """Move a table back to the channel of its thread, which is gone."""
        if table.home_id is not None:
            await self._store.set_place(table.id, table.home_id, None)
        return await self._tables.get(table.id)

    # Sitting down, and getting up

    async def sit(
        self,
        click: Click,
        table_id: int,
        revision: int | None,
        trace: Trace,
        *,
        salt: str = "",
        agreed: bool = False,
    ) -> Shown:
        """Join a free seat or accept a challenge; with a `salt`, if the player adds one.

        `agreed`: also to the side that was asked for, where one is worth more; else the sides are drawn.

        A game with one possible number of players begins when all seats are taken. A lobby is open as long as
        there is room, however old the clicked message is.
        """
        table = await self._tables.get(table_id)
        entry = self._context.catalogue[table.game]
        if has_lobby(entry.game):
            await self._access.check_deal_unplayed(click.person, table)
            news = News("lobby.joined", name=click.person.name)
            return await self._change_lobby(click, table_id, self._with_person, news, trace)
        check_open(table, revision)
        mine = player_of(table, click.person)
        if mine is not None and mine.seated:
            raise Refused("own-table", table, code=table.code)
        challenged = next((player for player in table.players if not player.seated), None)
        if mine is None and challenged is not None:
            raise Refused("not-asked", table, code=table.code, name=challenged.name)
        players = with_person(table.players, click.person, entry.game.seats.start, salt)
        return await self._new_tables.begin(click, table, players, trace, agreed=agreed)

    async def take_seat(self, click: Click, table_id: int, seat: Seat, trace: Trace) -> Shown:
        """Take one's own seat at a transferred table; a duel begins with the last one."""
        table = await self._tables.get(table_id)
        check_open(table, None)
        entry = self._context.catalogue[table.game]
        if not table.goes_on or table.journey.base is None:
            raise Refused("old-control")
        seats = seats_at(entry.game, entry.codec.load(table.journey.base.state))
        players = _players_with_seat(table, seat, seats, click)
        if len(players) == seats and not has_lobby(entry.game):
            return await self._new_tables.begin(click, table, players, trace)

        def change_seat(click: Click, table: Table) -> Change:
            return replace(
                self._tables.change(click, table), players=_players_with_seat(table, seat, seats, click)
            )

        return await self._change_lobby(
            click, table_id, change_seat, News("lobby.joined", name=click.person.name), trace
        )

    async def decline(self, click: Click, table_id: int, revision: int, trace: Trace) -> Shown:
        """Decline a challenge; the table is closed."""
        table = await self._tables.get(table_id)
        check_open(table, revision)
        challenged = next((player for player in table.players if not player.seated), None)
        if challenged is None or challenged.user_id != click.person.id:
            raise Refused("not-asked", table, code=table.code, name=challenged.name if challenged else "—")
        return await self._tables.close(click, table, trace)

    async def cancel(self, click: Click, table_id: int, revision: int, trace: Trace) -> Shown:
        """Withdraw a table before the game begins, as its opener."""
        table = await self._tables.get(table_id)
        check_open(table, revision)
        if table.host_id != click.person.id:
            raise Refused("not-host", table, code=table.code, name=host_of(table).name)
        return await self._tables.close(click, table, trace)

    async def leave(self, click: Click, table_id: int, trace: Trace) -> Shown:
        """Leave a lobby; the players behind move up, and the last one closes it."""
        table = await self._tables.get(table_id)
        news = News("lobby.left", name=click.person.name)
        if has_lobby(self._context.catalogue[table.game].game):
            return await self._change_lobby(click, table_id, self._without_person, news, trace)
        check_open(table, None)
        if player_of(table, click.person) is None:
            raise NotSeated(table)
        return replace(await self._tables.close(click, table, trace), news=news)

    # Terms, and the start

    async def pick(self, click: Click, table_id: int, picks: Mapping[str, str], trace: Trace) -> Shown:
        """Save a player's picks by key, such as a hero; two players cannot have the same.

        Those for their second seat have the key of `pick_key` with its number.
        """

        def change_picks(click: Click, table: Table) -> Change:
            game, picked = self._context.catalogue[table.game].game, table
            choices = {pick.key: pick for pick in picks_at(game, table)}
            for field, value in picks.items():
                key, _, which = field.partition("/")
                if key not in choices or value not in choices[key].choices or which not in ("", "1"):
                    raise Refused("old-control")
                players = with_pick(picked, click.person, choices[key], value, int(which or 0))
                picked = replace(picked, players=players)
            return replace(self._tables.change(click, table), players=picked.players)

        news = News("lobby.picked", name=click.person.name)
        return await self._change_lobby(click, table_id, change_picks, news, trace)

    async def salt(self, click: Click, table_id: int, text: str, trace: Trace) -> Shown:
        """Set or delete the player's contribution to the table's chance.

        The seed was committed to before, so no one, not even the host, can predict the result. Where a game
        begins with the last seat, the player who takes it adds theirs when sitting down.
        """
        salt = " ".join(text.split())
        if len(salt) > SALT:
            raise Refused("salt-long", most=SALT)
        if not salt.isprintable():
            raise Refused("salt-unprintable")

        table = await self._tables.get(table_id)
        entry = self._context.catalogue[table.game]
        check_chance(entry, table)
        if sits_down_to_salt(entry, table, click.person):
            return await self.sit(click, table_id, None, trace, salt=salt)

        def change_salt(click: Click, table: Table) -> Change:
            mine = player_of(table, click.person)
            if mine is None:
                raise Refused("salt-unseated", table, code=table.code)
            new = replace(mine, name=click.person.name, salt=salt)
            players = tuple(new if player == mine else player for player in table.players)
            return replace(self._tables.change(click, table), players=players)

        news = News("lobby.salted" if salt else "lobby.unsalted", name=click.person.name)
        return await self._change_lobby(click, table_id, change_salt, news, trace)

    async def start(self, click: Click, table_id: int, revision: int, trace: Trace) -> Shown:
        """Start the game: by the host, after a day by any player."""
        table = await self._tables.get(table_id)
        check_open(table, revision)
        if player_of(table, click.person) is None:
            raise Refused("join-first", table)
        free_from = may_start_from(table)
        if click.person.id != table.host_id and self._context.now() < free_from:
            when = f"<t:{int(free_from)}:R>"
            raise Refused("start-is-the-hosts", table, code=table.code, name=host_of(table).name, when=when)
        least = seats_for(self._context.catalogue[table.game], table).start
        if len(table.players) < least:
            raise Refused("too-few", table, code=table.code, least=least)
        return await self._new_tables.begin(click, table, table.players, trace)

    # Bots

    async def seat_bot(self, click: Click, table_id: int, level: str, trace: Trace) -> Shown:
        """Seat a bot on the first free seat, for a player at the table.

        A game with one possible number of players begins when all seats are taken; there only the opener may
        do it.
        """
        table = await self._tables.get(table_id)
        entry = self._context.catalogue[table.game]
        if not has_bots(entry.game):
            raise Refused("old-control")
        await check_search_allowed(self._context, table)
        if has_lobby(entry.game):
            news = News("bots.joined", name=bot_name(level), other=click.person.name)
            return await self._change_lobby(click, table_id, partial(self._with_bot, level), news, trace)
        check_open(table, None)
        self.check_may_seat(click, table)
        seats = range(entry.game.seats.start)
        seated = [player for player in table.players if player.seated]
        free = next(seat for seat in seats if seat not in {player.seat for player in seated})
        players = sorted((*seated, new_bot(level, free, seated)), key=lambda player: player.seat)
        return await self._new_tables.begin(click, table, tuple(players), trace)

    def check_may_seat(self, click: Click, table: Table) -> None:
        """Refuse a person who has no say in which bot sits down."""
        if has_lobby(self._context.catalogue[table.game].game):
            if player_of(table, click.person) is None:
                raise Refused("join-first", table)
        elif click.person.id != table.host_id:
            raise Refused("bot-not-host", table, code=table.code, name=host_of(table).name)

    async def send_bot_away(self, click: Click, table_id: int, trace: Trace) -> Shown:
        """Remove the bot that sat down last."""
        news = News("bots.left", name=click.person.name)
        return await self._change_lobby(click, table_id, self._without_bot, news, trace)

    # Changes of lobbies

    async def _change_lobby(
        self, click: Click, table_id: int, arrange: Callable[[Click, Table], Change], news: News, trace: Trace
    ) -> Shown:
        """Save the change that `arrange` makes; repeated after a concurrent change."""
        for _ in range(_TRIES):
            table = await self._tables.get(table_id)
            check_open(table, None)
            with suppress(Stale):
                table = await self._tables.save(arrange(click, table), trace)
                return Shown(table, self._context.catalogue[table.game], None, new_turn=False, news=news)
        raise Stale(await self._tables.get(table_id))

    def _with_person(self, click: Click, table: Table) -> Change:
        most = seats_for(self._context.catalogue[table.game], table)[-1]
        if player_of(table, click.person) is not None:
            raise Refused("seated-already", table, code=table.code)
        players = table.players
        if len(players) >= most:
            players = without_last_bot(table)  # bots give way to people
        if len(players) >= most:
            raise Refused("table-full", table, code=table.code, most=most)
        return replace(self._tables.change(click, table), players=with_person(players, click.person, most))

    def _without_person(self, click: Click, table: Table) -> Change:
        if player_of(table, click.person) is None:
            raise NotSeated(table)
        rest = without_player(table, click.person)
        named = [player for player in rest if player.user_id > HOUSE]
        if not named:
            return replace(self._tables.change(click, table), status=Status.CLOSED)
        host = named[0].user_id if table.host_id == click.person.id else table.host_id
        return replace(self._tables.change(click, table), players=rest, host_id=host)

    def _with_bot(self, level: str, click: Click, table: Table) -> Change:
        self.check_may_seat(click, table)
        most = seats_for(self._context.catalogue[table.game], table)[-1]
        taken = {player.seat for player in table.players}
        free = next((seat for seat in range(most) if seat not in taken), None)
        if free is None:
            raise Refused("table-full", table, code=table.code, most=most)
        bot = new_bot(level, free, table.players)
        players = tuple(sorted((*table.players, bot), key=lambda player: player.seat))
        return replace(self._tables.change(click, table), players=players)

    def _without_bot(self, click: Click, table: Table) -> Change:
        self.check_may_seat(click, table)
        players = without_last_bot(table)
        if len(players) == len(table.players):
            raise Refused("no-bot", table, code=table.code)
        return replace(self._tables.change(click, table), players=players)


def check_guest(host: Person, guest: Person | None) -> None:
    """Refuse a challenge to oneself or to a bot."""
    if guest is None:
        return
    if guest.id == host.id:
        raise Refused("with-yourself")
    if guest.bot:
        raise Refused("with-a-bot", name=guest.name)


def _hints_for_rematch(game: Game[Any, Any, Any, Any], old: Table) -> int | None:
    """Return the setting of hints for a rematch; for a duel without hints, perhaps none."""
    hints = old.terms.hints or is_for_one(game) or game.cooperative
    return old.terms.hints if hints else None


def _players_with_seat(table: Table, seat: Seat, seats: int, click: Click) -> tuple[Player, ...]:
    """Return the players with the person on this seat, instead of any other; refuses one that is taken."""
    if seat not in range(seats):
        raise Refused("old-control")
    holder = next((player for player in table.players if player.seat == seat), None)
    if holder is not None:
        key = "seat-yours" if holder.user_id == click.person.id else "seat-taken"
        raise Refused(key, table, code=table.code, name=holder.name)
    own = next((player for player in table.players if player.user_id == click.person.id), None)
    salt = "" if own is None else own.salt
    mine = Player(seat, click.person.id, click.person.name, salt=salt)
    others = [player for player in table.players if player is not own]
    return tuple(sorted((*others, mine), key=lambda player: player.seat))


def check_chance(entry: AnyEntry, table: Table) -> None:
    """Raise `Refused` where there is nothing to salt: no chance in the game, or a shared deal."""
    if not entry.rules.chance:
        raise Refused("salt-chanceless", game=entry.game.title)
    if table.deal is not None:
        raise Refused("salt-deal")


def sits_down_to_salt(entry: AnyEntry, table: Table, person: Person) -> bool:
    """Whether salting takes the last seat: a game that begins with it leaves no other moment."""
    return player_of(table, person) is None and not (has_lobby(entry.game) or table.goes_on)


def host_of(table: Table) -> Player:
    """Return the host: the opener, or the player who succeeded them."""
    return next(player for player in table.players if player.user_id == table.host_id)
