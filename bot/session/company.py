"""Bots at a table that waits for its players."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from bot.errors import NotSeated, Refused
from bot.seats import Click, a_bot, check_open, has_bots, has_lobby, player_of, seats_for, without_last_bot
from bot.session.lobby import Lobby, host_of
from bot.session.shown import News, Shown
from bot.store import Change, Table, bot_name
from bot.trace import Trace


class Company(Lobby):
    """Seats before a game begins that nobody sits on."""

    async def seat_bot(self, click: Click, table_id: int, level: str, trace: Trace) -> Shown:
        """Somebody who sits here has one of the house's players sit down, on the first free seat.

        Where a game has but one number of players, it begins when all seats are taken; then that is the
        business of whoever opened the table.
        """
        table = await self.table(table_id)
        entry = self.catalogue[table.game]
        if not has_bots(entry.game):
            raise Refused("old-control")
        if has_lobby(entry.game):
            news = News("bots.joined", name=bot_name(level), other=click.person.name)
            return await self._arranged(click, table_id, partial(self._with_bot, level), news, trace)
        check_open(table, None)
        if click.person.id != table.host_id:
            raise Refused("bot-not-host", table, code=table.code, name=host_of(table).name)
        seats = range(entry.game.seats.start)
        asked = [player for player in table.players if player.seated]
        free = next(seat for seat in seats if seat not in {player.seat for player in asked})
        players = sorted((*asked, a_bot(level, free, asked)), key=lambda player: player.seat)
        return await self._begin(click, table, tuple(players), trace)

    async def send_bot_away(self, click: Click, table_id: int, trace: Trace) -> Shown:
        """The bot that sat down last gets up again."""
        news = News("bots.left", name=click.person.name)
        return await self._arranged(click, table_id, self._without_bot, news, trace)

    def _with_bot(self, level: str, click: Click, table: Table) -> Change:
        if player_of(table, click.person) is None:
            raise NotSeated(table)
        most = seats_for(self.catalogue[table.game], table)[-1]
        taken = {player.seat for player in table.players}
        free = next((seat for seat in range(most) if seat not in taken), None)
        if free is None:
            raise Refused("table-full", table, code=table.code, most=most)
        bot = a_bot(level, free, table.players)
        players = tuple(sorted((*table.players, bot), key=lambda player: player.seat))
        return replace(self._change(click, table), players=players)

    def _without_bot(self, click: Click, table: Table) -> Change:
        if player_of(table, click.person) is None:
            raise NotSeated(table)
        players = without_last_bot(table)
        if len(players) == len(table.players):
            raise Refused("no-bot", table, code=table.code)
        return replace(self._change(click, table), players=players)
