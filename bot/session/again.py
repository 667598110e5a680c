"""Playing again: a new table of the same game, agreed as before."""

from __future__ import annotations

from dataclasses import replace

from bot.errors import Refused
from bot.export import options_of
from bot.seats import Click, Opening, Person, check_guest, has_lobby, is_for_one, seat_of
from bot.session.company import Company
from bot.session.shown import Shown
from bot.store import FollowedBefore, Status, Table, is_bot, is_nameless, level_of
from bot.trace import Trace


class Again(Company):
    """Tables that follow one whose game is over."""

    async def again(self, click: Click, table_id: int, trace: Trace) -> Shown:
        """A new table for a game that is over, opened by whoever asks first.

        A game for one begins, one for several has its lobby. In a duel one of the two challenges the other,
        with the seats exchanged; anybody else leaves a seat open. Whoever is later hears where it goes on.
        """
        old = await self.table(table_id)
        if old.status is not Status.OVER or old.day is not None:
            raise Refused("old-control")
        opening = self._opening_like(old, click.person)
        check_guest(click.person, opening.guest)
        new = replace(self._new(click, opening, self._seeds()), follows=old.id)
        try:
            return await self._created(click, new, trace)
        except FollowedBefore as error:
            there = await self.table(error.table_id)
            raise Refused("again-opened", there, code=old.code, next=there.code) from error

    def _opening_like(self, old: Table, person: Person) -> Opening:
        """What was agreed at a table, without what its players had picked."""
        game = self.catalogue[old.game].game
        given, keys = options_of(old), {option.key for option in game.options}
        opening = Opening(
            game=old.game,
            options={key: value for key, value in given.items() if key in keys},
            seat=None,
            guest=None,
            patience=old.patience,
            clock=old.clock,
            bank=old.bank,
            forfeit=old.forfeit,
            hints=old.hints,
        )
        own = seat_of(old, person)
        bots = [level_of(player.user_id) for player in old.players if is_bot(player.user_id)]
        if has_lobby(game) and bots:
            return replace(opening, level=bots[0], bots=len(bots))
        if own is None or has_lobby(game) or is_for_one(game):
            return opening
        if bots:
            return replace(opening, seat=1 - own, level=bots[0], bots=1)
        other = next(player for player in old.players if player.seat != own)
        guest = None if is_nameless(other.user_id) else Person(other.user_id, other.name)
        return replace(opening, seat=1 - own, guest=guest)
