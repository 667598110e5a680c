"""Turns of players made of code: thought out beside the bot, then played a line at a time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from bot.errors import Stale
from bot.seats import acting_for
from bot.session.absence import STEPS, Absent, alarmed
from bot.session.shown import News, Shown
from bot.session.vacant import is_deserted, still_in
from bot.store import Alarm, Player, Status, Table, level_of
from bot.thinking import CannotThink, Urgency
from bot.trace import Trace
from bot.worker import Question
from engine.core import Seat
from engine.rng import SeededRng

PATIENCE: Final = 180.0
"""Seconds after which a table no longer waits for a bot's thought: the house plays on at a glance."""


class Bots(Absent):
    """Seats that nobody sits on, and those that a bot keeps for somebody."""

    async def bot_turn(self, alarm: Alarm, table: Table, player: Player, trace: Trace) -> Shown:
        """A bot plays a turn, an action a transaction; what its mind does not say in time, the house plays.

        Where somebody else has changed the table meanwhile, it thinks again. Raises `Stale` if that does not
        end.
        """
        shown, events, late = self.shown(table), tuple[Any, ...](), False
        if is_deserted(shown.entry, table, shown.state):
            return await self._all_left(alarm, shown, trace)
        plan: tuple[Any, ...] = ()
        for _ in range(STEPS):
            if not self._goes_on(shown, table, player.seat):
                break
            at, actions = shown.table, shown.entry.game.legal(shown.state, player.seat)
            if not plan or plan[0] not in actions:
                plan = await self._planned(shown, player, actions)
            late = late or not plan
            action, plan = (plan[0], plan[1:]) if plan else (self._at_a_glance(shown, player.seat), ())
            try:
                shown = await self._for(
                    at, player.seat, str(action), alarmed(alarm, at), acting_for(player), trace
                )
            except Stale:
                shown, plan = self.shown(await self.table(table.id)), ()
                continue
            events += shown.events
            plan = () if any(map(shown.entry.game.reveals, shown.events)) else plan
        return Shown(
            shown.table,
            shown.entry,
            shown.state,
            events,
            new_turn=shown.table.turn != table.turn,
            news=_told(player, late=late),
            asleep=shown.asleep,
        )

    async def _all_left(self, alarm: Alarm, shown: Shown, trace: Trace) -> Shown:
        """With nobody to keep company the bots get up as well, which ends the game; raises `Stale`."""
        events = tuple[Any, ...]()
        for bot in still_in(shown.entry, shown.table, shown.state):
            at = shown.table
            shown = await self._for(at, bot.seat, "leave", alarmed(alarm, at), bot.user_id, trace)
            events += shown.events
        return replace(shown, events=events, new_turn=True)

    def _goes_on(self, shown: Shown, before: Table, seat: Seat) -> bool:
        """Whether there is something to do for the seat still, in the turn that it had."""
        if shown.table.turn != before.turn or shown.table.status is not Status.PLAYING:
            return False
        return seat in self.awaited(shown.entry, shown.state)

    async def _planned(self, shown: Shown, player: Player, actions: tuple[Any, ...]) -> tuple[Any, ...]:
        """What the bot's mind would do; nothing, if it does not say so in time."""
        question = Question(
            what="plan",
            game=shown.table.game,
            view=shown.entry.game.view(shown.state, player.seat),
            actions=actions,
            level=level_of(acting_for(player)),
            seed=shown.table.head,
        )
        try:
            return await self.thinking.plan(question, Urgency.TABLE, PATIENCE)
        except CannotThink:
            return ()

    def _at_a_glance(self, shown: Shown, seat: Seat) -> Any:  # noqa: ANN401 - each game has its own actions
        game = shown.entry.game
        view, actions = game.view(shown.state, seat), game.legal(shown.state, seat)
        return game.stands_in(view, actions, SeededRng(shown.table.head))


def _told(player: Player, *, late: bool) -> News | None:
    """For whom a bot has played, and that it had no time to think; nothing where both go without saying."""
    name = player.name if player.substitute is None else player.substitute_name
    if late:
        return News("bots.late", name=name)
    if player.substitute is None:
        return None
    return News("bots.played", name=name, other=player.name, house=player.seat)
