"""Prepared answers: what somebody plays in a duel if the other one plays just this.

What fits the game, and what is due, is for `storage` to say, which reads it from the log. See
docs/decisions/prepared-answers.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from bot.features.prepared.model import DEEPEST, CurrentLines, Fit, Played, PreparedAnswer
from bot.features.prepared.storage import AnswerWithdrawn, PositionChanged, PreparedStorage, TooManyPrepared
from bot.games.catalogue import AnyEntry
from bot.kernel.clicks import Click
from bot.kernel.errors import Illegal, Refused
from bot.kernel.session import Session
from bot.kernel.tables.context import News, Shown, alarm_interaction
from bot.kernel.tables.play import GIVING_UP
from bot.kernel.tables.seats import acting_for, check_turn
from bot.kernel.time.timing import when_awake
from bot.kernel.trace import Trace
from bot.store import Alarm, Kind, NewAlarm, Player, Table
from engine.core import IllegalAction, Seat
from engine.replay import seedless_rng


@dataclass(frozen=True, slots=True)
class BranchStep:
    """An action of a branch: whose it is, and the state that it is played on."""

    seat: Seat
    action: Any
    before: Any


@dataclass(frozen=True, slots=True)
class FuturePosition:
    """A position that may come, and what leads there from how the game stands.

    `number` is that of the answer that it follows from, or is being entered with; 0: the game as it stands.
    `events` are those of the last step. `answer` is what is prepared for it already, if something is.
    """

    number: int
    steps: tuple[BranchStep, ...]
    state: Any
    events: tuple[Any, ...] = ()
    answer: PreparedAnswer | None = None


@dataclass(frozen=True, slots=True)
class PreparedList:
    """What somebody has prepared at a table, as its game stands.

    `answers` may come true yet, in the order in which they are told: each before what follows from it.
    `off` are those that came to nothing, and of which the person has not been told.
    """

    table: Table
    entry: AnyEntry
    seat: Seat
    state: Any
    current_lines: CurrentLines
    answers: tuple[PreparedAnswer, ...]
    drafts: tuple[PreparedAnswer, ...]
    off: tuple[PreparedAnswer, ...]

    @property
    def is_opponents_turn(self) -> bool:
        """Whether it is the other one's turn, so that there is something to foresee."""
        return self.seat not in self.entry.game.to_act(self.state)

    @property
    def _state_after_decline(self) -> Any:  # noqa: ANN401 - each game has its own states
        """How the game stands once the person has declined what they are asked, if they are."""
        game, to_move = self.entry.game, self.entry.rules.to_move
        if self.is_opponents_turn or to_move is None or to_move(self.state)[1] == self.seat:
            return self.state
        return game.apply(self.state, self.seat, game.parse("decline", self.state), seedless_rng(0)).state

    def remaining_way(self, answer: PreparedAnswer) -> tuple[Played, ...]:
        """What has yet to be played until an answer is due."""
        return self.current_lines.remaining_way(answer)

    def future_position(self, number: int) -> FuturePosition:
        """The position after an answer, or that for which one is being entered; 0: as the game stands.

        Raises `Refused` where there is none such any more.
        """
        if number == 0:
            return FuturePosition(0, (), self.state)
        found = next((one for one in (*self.answers, *self.drafts) if one.number == number), None)
        if found is None:
            raise Refused("prepared-gone", self.table, code=self.table.code)
        done = len(found.way) - len(self.remaining_way(found))
        return self.position_after(number, found.branch[done:])

    def position_after(self, number: int, way: Iterable[Played]) -> FuturePosition:
        """Where lines lead from how the game stands; raises `Refused` where the rules no longer allow one."""
        game, state, steps, events = (
            self.entry.game,
            self._state_after_decline,
            list[BranchStep](),
            tuple[Any, ...](),
        )
        for seat, line in way:
            try:
                action = game.parse(line, state)
                step = game.apply(state, seat, action, seedless_rng(0))
            except IllegalAction as error:
                raise Refused("prepared-gone", self.table, code=self.table.code) from error
            steps.append(BranchStep(seat, action, state))
            state, events = step.state, step.events
        lines = tuple((step.seat, str(step.action)) for step in steps)
        same = next((one for one in self.answers if self.remaining_way(one) == lines), None)
        return FuturePosition(number, tuple(steps), state, events, same)

    def seat_to_act(self, ahead: FuturePosition) -> Seat | None:
        """Whose action is asked for there, the person's before the other one's; none if the game is over."""
        acting = self.entry.game.to_act(ahead.state)
        return self.seat if self.seat in acting else min(acting, default=None)

    def has_room(self, ahead: FuturePosition) -> bool:
        """Whether a branch may go on there, so that it still ends with an answer."""
        seat = self.seat_to_act(ahead)
        needed = 1 if seat == self.seat else 2
        return seat is not None and len(ahead.steps) + needed <= DEEPEST


class PreparedAnswers:
    """What is prepared at tables of duels."""

    def __init__(self, session: Session) -> None:
        self._context = session.context
        self._store = session.context.store
        self._storage = PreparedStorage(session.context.store)
        self._tables = session.tables
        self._play = session.play
        self._blocks = session.block_list

    # Entering

    async def load(self, click: Click, table_id: int) -> PreparedList:
        """What somebody has prepared at a table where they play; raises `Refused`."""
        table, standing, every = await self._storage.load_prepared(table_id, click.person.id)
        if table is None:
            table = await self._tables.get(table_id)
        seat = check_turn(table, click.person, None)
        shown = self._tables.show(table)
        if not shown.entry.is_foreseeable:
            raise Refused("prepared-chance", table, game=shown.entry.game.title)
        fits = [(standing.fit_of(one), one) for one in every if one.seat == seat]
        ahead = sorted(
            (one for fit, one in fits if fit is Fit.AHEAD and one.answer),
            key=lambda one: [*standing.remaining_way(one), (one.seat, one.answer)],
        )
        return PreparedList(
            table,
            shown.entry,
            seat,
            shown.state,
            standing,
            tuple(ahead),
            tuple(one for fit, one in fits if fit is Fit.AHEAD and not one.answer),
            tuple(one for fit, one in fits if fit is Fit.OFF and one.answer),
        )

    async def drop_off_answers(self, found: PreparedList) -> None:
        """The person was told what came to nothing; it is kept no longer."""
        if found.off:
            numbers = tuple(one.number for one in found.off)
            await self._storage.drop(found.table.id, found.off[0].user_id, numbers)

    async def enter_line(
        self, click: Click, table_id: int, ply: int, number: int, notation: str
    ) -> tuple[PreparedList, FuturePosition]:
        """Enter the next line of a branch: what the other one may play, or the answer to it.

        `number` is where it is entered, as in `Ahead`, `ply` how the game stood then. Returns the position
        after it. Raises `Refused`, and `Illegal` for a line that cannot be played there.
        """
        found = await self.load(click, table_id)
        if found.current_lines.ply != ply:
            raise Refused("prepared-moved-on", found.table, code=found.table.code)
        before = found.future_position(number)
        seat = found.seat_to_act(before)
        if seat is None or not found.is_opponents_turn or not found.has_room(before):
            raise Refused("old-control")
        line = _canonical_line(found, before, seat, notation)
        way = tuple((step.seat, str(step.action)) for step in before.steps)
        draft = any(one.number == number for one in found.drafts)
        new = PreparedAnswer(
            click.person.id, number if draft else self._new_number(found), found.seat, ply, way, ""
        )
        own = seat == found.seat
        new = replace(new, answer=line) if own else replace(new, way=(*way, (seat, line)))
        try:
            await self._storage.enter(table_id, new)
        except PositionChanged as error:
            raise Refused("prepared-moved-on", found.table, code=found.table.code) from error
        except TooManyPrepared as error:
            raise Refused("prepared-many", found.table, most=error.most) from error
        found = await self.load(click, table_id)
        return found, found.future_position(new.number)

    def _new_number(self, found: PreparedList) -> int:
        """A number that none of the person's answers has had: an old message must not be about a new one."""
        known = [one.number for one in (*found.answers, *found.drafts, *found.off)]
        return max(int(self._context.now()), 1, *(one + 1 for one in known))

    async def withdraw(self, click: Click, table_id: int, number: int) -> PreparedList:
        """An answer is prepared no longer, nor is what follows from it; raises `Refused`."""
        found = await self.load(click, table_id)
        if not await self._storage.withdraw(table_id, click.person.id, number):
            raise Refused("prepared-gone", found.table, code=found.table.code)
        return await self.load(click, table_id)

    # Playing

    async def play_due(self, alarm: Alarm, table: Table, player: Player, trace: Trace) -> Shown | None:
        """The table after the answer that is due there; none if there is none any more: its player is called.

        Raises `Stale` where somebody was quicker; then it is looked at again.
        """
        user = alarm.user_id or 0
        current, standing, every = await self._storage.load_prepared(table.id, user)
        if current is None or not current.is_answered:
            return None  # it was played, or the turn has passed
        due = next((one for one in every if one.answer and standing.fit_of(one) is Fit.DUE), None)
        if due is not None and acting_for(player) == user and not await self._blocks.is_blocked(user):
            trace.table, trace.revision, trace.notation = current.code, current.revision, due.answer
            try:
                shown = await self._play.act_for(
                    current,
                    due.seat,
                    due.answer,
                    alarm_interaction(alarm, current),
                    user,
                    trace,
                    prepared=due.number,
                )
            except (
                IllegalAction,
                AnswerWithdrawn,
            ):  # today's rules are others, or its player has thought better
                pass
            else:
                return replace(shown, new_turn=True, news=News("prepared.played", name=player.name))
        await self._call_player(current, player)
        return None

    async def _call_player(self, table: Table, player: Player) -> None:
        """Whoever must act is called, in their day."""
        now, acts = self._context.now(), acting_for(player)
        due = when_awake(await self._store.schedule.habits(acts), now) if acts > 0 else now
        call = NewAlarm(Kind.CALL, due, table.id, acts, table.turn)
        await self._storage.give_up(table, call)


def _canonical_line(found: PreparedList, before: FuturePosition, seat: Seat, notation: str) -> str:
    """A line as the log would write it; raises `Illegal` where a seat cannot play it."""
    game, table = found.entry.game, found.table
    try:
        action = game.parse(notation, before.state)
        if str(action) in GIVING_UP:
            raise Refused("prepared-giving-up", table)
        game.apply(before.state, seat, action, seedless_rng(0))
    except IllegalAction as error:
        names = tuple(player.name for player in table.players if player.seat == seat)
        raise Illegal(table, error, table.game, who=names) from error
    return str(action)
