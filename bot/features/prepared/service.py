"""Prepared answers: what a user plays in a duel if the opponent makes the foreseen move.

`storage` decides from the log which answers fit and which is due. See docs/decisions/prepared-answers.md.
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
from bot.kernel.tables.seats import acting_for, check_may_act
from bot.kernel.time.timing import when_awake
from bot.kernel.trace import Trace
from bot.store import Alarm, Kind, NewAlarm, Player, Table
from engine.core import IllegalAction, Seat
from engine.replay import seedless_rng


@dataclass(frozen=True, slots=True)
class BranchStep:
    """An action of a branch, with its seat and the state before it."""

    seat: Seat
    action: Any
    before: Any


@dataclass(frozen=True, slots=True)
class FuturePosition:
    """A possible position, and the steps to it from the current one.

    `number` is that of the answer before it, or of the one being entered; 0: the current position. `events`
    are those of the last step. `answer` is the one already prepared for it, if any.
    """

    number: int
    steps: tuple[BranchStep, ...]
    state: Any
    events: tuple[Any, ...] = ()
    answer: PreparedAnswer | None = None


@dataclass(frozen=True, slots=True)
class PreparedList:
    """A user's prepared answers at a table, for its current position.

    `answers` are still possible, each before those that follow from it. `off` are those that became
    impossible and that the user has not been told of.
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
        """Whether the opponent is to act, so that there is something to foresee."""
        return self.seat not in self.entry.game.to_act(self.state)

    @property
    def _state_after_decline(self) -> Any:  # noqa: ANN401 - a state of any game
        """The current state, once the user has declined an open offer."""
        game, to_move = self.entry.game, self.entry.rules.to_move
        if self.is_opponents_turn or to_move is None or to_move(self.state)[1] == self.seat:
            return self.state
        return game.apply(self.state, self.seat, game.parse("decline", self.state), seedless_rng(0)).state

    def remaining_way(self, answer: PreparedAnswer) -> tuple[Played, ...]:
        """The lines until an answer is due."""
        return self.current_lines.remaining_way(answer)

    def future_position(self, number: int) -> FuturePosition:
        """The position after an answer, or for one being entered; 0: the current one.

        Raises `Refused` where there is no such answer any more.
        """
        if number == 0:
            return FuturePosition(0, (), self.state)
        answer = next((other for other in (*self.answers, *self.drafts) if other.number == number), None)
        if answer is None:
            raise Refused("prepared-gone", self.table, code=self.table.code)
        done = len(answer.way) - len(self.remaining_way(answer))
        return self.position_after(number, answer.branch[done:])

    def position_after(self, number: int, way: Iterable[Played]) -> FuturePosition:
        """The position after lines from the current one; raises `Refused` for an illegal line."""
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
        same = next((answer for answer in self.answers if self.remaining_way(answer) == lines), None)
        return FuturePosition(number, tuple(steps), state, events, same)

    def seat_to_act(self, position: FuturePosition) -> Seat | None:
        """The seat whose action is asked for, the user's first; none if the game is over."""
        acting = self.entry.game.to_act(position.state)
        return self.seat if self.seat in acting else min(acting, default=None)

    def has_room(self, position: FuturePosition) -> bool:
        """Whether a branch may continue there and still end with an answer."""
        seat = self.seat_to_act(position)
        needed = 1 if seat == self.seat else 2
        return seat is not None and len(position.steps) + needed <= DEEPEST


class PreparedAnswers:
    """The prepared answers of duels."""

    def __init__(self, session: Session) -> None:
        self._context = session.context
        self._store = session.context.store
        self._storage = PreparedStorage(session.context.store)
        self._tables = session.tables
        self._play = session.play
        self._blocks = session.block_list

    # Entering

    async def load(self, click: Click, table_id: int) -> PreparedList:
        """The user's prepared answers at a table; raises `Refused`."""
        table, standing, answers = await self._storage.load_prepared(table_id, click.person.id)
        if table is None:
            table = await self._tables.get(table_id)
        seat = check_may_act(table, click.person, None)
        shown = self._tables.show(table)
        if not shown.entry.is_foreseeable:
            raise Refused("prepared-chance", table, game=shown.entry.game.title)
        fits = [(standing.fit_of(answer), answer) for answer in answers if answer.seat == seat]
        ahead = sorted(
            (answer for fit, answer in fits if fit is Fit.AHEAD and answer.answer),
            key=lambda answer: [*standing.remaining_way(answer), (answer.seat, answer.answer)],
        )
        return PreparedList(
            table,
            shown.entry,
            seat,
            shown.state,
            standing,
            tuple(ahead),
            tuple(answer for fit, answer in fits if fit is Fit.AHEAD and not answer.answer),
            tuple(answer for fit, answer in fits if fit is Fit.OFF and answer.answer),
        )

    async def drop_off_answers(self, prepared: PreparedList) -> None:
        """Delete the answers that became impossible, once the user has been told."""
        if prepared.off:
            numbers = tuple(answer.number for answer in prepared.off)
            await self._storage.drop(prepared.table.id, prepared.off[0].user_id, numbers)

    async def enter_line(
        self, click: Click, table_id: int, ply: int, number: int, notation: str
    ) -> tuple[PreparedList, FuturePosition]:
        """Enter the next line of a branch: a move of the opponent, or the answer to it.

        `number` is the prepared answer or draft that the line continues, 0 the game itself. `ply` is the
        game's last line when it was asked for; refused if the game has moved on. Returns the position after
        the line. Raises `Refused`, and `Illegal` for an illegal line.
        """
        prepared = await self.load(click, table_id)
        if prepared.current_lines.ply != ply:
            raise Refused("prepared-moved-on", prepared.table, code=prepared.table.code)
        before = prepared.future_position(number)
        seat = prepared.seat_to_act(before)
        if seat is None or not prepared.is_opponents_turn or not prepared.has_room(before):
            raise Refused("old-control")
        line = _canonical_line(prepared, before, seat, notation)
        way = tuple((step.seat, str(step.action)) for step in before.steps)
        is_draft = any(other.number == number for other in prepared.drafts)
        new = PreparedAnswer(
            click.person.id, number if is_draft else self._new_number(prepared), prepared.seat, ply, way, ""
        )
        is_own_answer = seat == prepared.seat
        new = replace(new, answer=line) if is_own_answer else replace(new, way=(*way, (seat, line)))
        try:
            await self._storage.enter(table_id, new)
        except PositionChanged as error:
            raise Refused("prepared-moved-on", prepared.table, code=prepared.table.code) from error
        except TooManyPrepared as error:
            raise Refused("prepared-many", prepared.table, most=error.most) from error
        prepared = await self.load(click, table_id)
        return prepared, prepared.future_position(new.number)

    def _new_number(self, prepared: PreparedList) -> int:
        """A number that none of the user's answers has had: an old message must not match a new answer."""
        known = [answer.number for answer in (*prepared.answers, *prepared.drafts, *prepared.off)]
        return max(int(self._context.now()), 1, *(number + 1 for number in known))

    async def withdraw(self, click: Click, table_id: int, number: int) -> PreparedList:
        """Delete an answer and those that follow from it; raises `Refused`."""
        prepared = await self.load(click, table_id)
        if not await self._storage.withdraw(table_id, click.person.id, number):
            raise Refused("prepared-gone", prepared.table, code=prepared.table.code)
        return await self.load(click, table_id)

    # Playing

    async def play_due(self, alarm: Alarm, table: Table, player: Player, trace: Trace) -> Shown | None:
        """Play the due answer of a table; if it is gone, schedule a call to its player and return none.

        Raises `Stale` if the table changed meanwhile; the alarm then tries again.
        """
        user = alarm.user_id or 0
        current, standing, answers = await self._storage.load_prepared(table.id, user)
        if current is None or not current.is_answered:
            return None  # it was played, or the turn has passed
        due = next(
            (answer for answer in answers if answer.answer and standing.fit_of(answer) is Fit.DUE), None
        )
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
            ):  # the rules have changed, or the answer was withdrawn
                pass
            else:
                return replace(shown, new_turn=True, news=News("prepared.played", name=player.name))
        await self._call_player(current, player)
        return None

    async def _call_player(self, table: Table, player: Player) -> None:
        """Schedule a call to the player to act, in their day."""
        now, acts = self._context.now(), acting_for(player)
        due = when_awake(await self._store.schedule.habits(acts), now) if acts > 0 else now
        call = NewAlarm(Kind.CALL, due, table.id, acts, table.turn)
        await self._storage.give_up(table, call)


def _canonical_line(prepared: PreparedList, before: FuturePosition, seat: Seat, notation: str) -> str:
    """A line in canonical notation; raises `Illegal` where a seat cannot play it."""
    game, table = prepared.entry.game, prepared.table
    try:
        action = game.parse(notation, before.state)
        if str(action) in GIVING_UP:
            raise Refused("prepared-giving-up", table)
        game.apply(before.state, seat, action, seedless_rng(0))
    except IllegalAction as error:
        names = tuple(player.name for player in table.players if player.seat == seat)
        raise Illegal(table, error, table.game, who=names) from error
    return str(action)
