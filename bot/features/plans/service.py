"""Plans: a turn that everyone at a table can compose and the player to act can play.

A plan is a list of lines from a position on. They are tried on a ghost: the position with its hidden parts
reshuffled, so that a plan reveals nothing that is hidden. How far a plan was played is found by comparing the
table with the positions along the plan, so no step is counted or played twice (docs/decisions/plans.md).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.features.plans.model import Plan
from bot.features.plans.storage import PlanStorage
from bot.games.catalogue import AnyEntry
from bot.kernel.advice import value_of_end, weigh_question
from bot.kernel.clicks import Click
from bot.kernel.errors import NotSeated, Refused, Stale
from bot.kernel.session import Session
from bot.kernel.tables.context import News, Shown, ShownCache
from bot.kernel.tables.opening import hints_at
from bot.kernel.tables.play import not_your_turn
from bot.kernel.tables.seats import check_may_act, is_played_together, seat_of, seats_to_stand_in_for
from bot.kernel.trace import Trace
from bot.minds.analysis import worth_of
from bot.minds.pool import NoSearchResult, Urgency
from bot.names import clean_name
from bot.store import Alarm, Board, CorruptState, Repeated, Table
from engine.core import IllegalAction, Seat
from engine.mind import ActionWorth
from engine.minds import MINDS
from engine.replay import SeedUnknown, seedless_rng
from engine.rng import SeededRng

MOST_STEPS: Final = 24
"""The most steps of a plan: more than a turn has, and few enough to read."""

NAME: Final = 40
"""The most characters of a plan's name."""

PATIENCE: Final = 5.0
"""Seconds that a shared plan waits for its chance of victory; then it is posted without it."""

_ORDER: Final = "plan"
"""The seed for the ghost's hidden parts: any order but the real one."""


@dataclass(frozen=True, slots=True)
class Preview:
    """Where lines lead a seat, as far as chance allows to say.

    `states` are the ghosts: the starting position, and the position after each of the `actions`. If the last
    action draws chance, there is no state after it.
    """

    entry: AnyEntry
    seat: Seat
    states: tuple[Any, ...]
    actions: tuple[Any, ...]

    @property
    def ghost(self) -> Any:  # noqa: ANN401 - a state of any game
        """The last known position."""
        return self.states[-1]

    @property
    def draws_chance(self) -> bool:
        """Whether the last step draws chance."""
        return len(self.actions) == len(self.states)

    @property
    def is_complete(self) -> bool:
        """Whether no step can be added: by chance, as the turn is over, or as the plan is at its limit."""
        over = self.seat not in self.entry.game.to_act(self.ghost)
        return self.draws_chance or over or len(self.actions) >= MOST_STEPS

    @property
    def lines(self) -> tuple[str, ...]:
        """The actions in notation."""
        return tuple(map(str, self.actions))

    def steps_to(self, state: object) -> int | None:
        """After how many steps the position looks like `state`, the highest if several; none if never."""
        game = self.entry.game
        seen = game.view(state, self.seat)
        places = reversed(range(len(self.states)))
        return next((at for at in places if game.view(self.states[at], self.seat) == seen), None)


def possible_steps(entry: AnyEntry, state: object, seat: Seat) -> tuple[Any, ...]:
    """The actions of a seat that can be a step of a plan."""
    return tuple(action for action in entry.game.legal(state, seat) if entry.rules.is_plan_step(action))


def preview_of(entry: AnyEntry, state: Any, seat: Seat, lines: Iterable[str]) -> Preview:  # noqa: ANN401 - of any game
    """Where lines lead from a position, up to the first illegal one, or the first that draws chance."""
    game = entry.game
    states, actions = [game.reshuffle(state, SeededRng(_ORDER))], list[Any]()
    for line in lines:
        if seat not in game.to_act(states[-1]) or len(actions) == MOST_STEPS:
            break
        try:
            action = game.parse(line, states[-1])
        except IllegalAction:
            break
        if action not in possible_steps(entry, states[-1], seat):
            break
        actions.append(action)
        after = _state_after(entry, states[-1], seat, action)
        if after is None:
            break
        states.append(after)
    return Preview(entry, seat, tuple(states), tuple(actions))


def _state_after(entry: AnyEntry, state: Any, seat: Seat, action: Any) -> Any | None:  # noqa: ANN401 - of any game
    """The position after an action; none where chance is drawn or hidden information revealed."""
    try:
        step = entry.game.apply(state, seat, action, seedless_rng(0))
    except SeedUnknown:
        return None
    return None if any(map(entry.game.reveals, step.events)) else step.state


@dataclass(frozen=True, slots=True)
class DraftPlan:
    """A user's draft at a table, with its preview from the current position.

    `may_play`: the user may play it. `dropped_steps` is the number of steps that became illegal.
    """

    table: Table
    entry: AnyEntry
    draft: Plan
    preview: Preview
    may_play: bool
    dropped_steps: int = 0


@dataclass(frozen=True, slots=True)
class SharedPlan:
    """A shared plan with its likes: those of seated players, and of spectators (`others`)."""

    table: Table
    plan: Plan
    preview: Preview
    seated: int = 0
    others: int = 0


class Plans:
    """The plans for the current turn of a table."""

    def __init__(self, session: Session) -> None:
        self._context = session.context
        self._plans = PlanStorage(session.context.store)
        self._tables = session.tables
        self._play = session.play
        self._shown = ShownCache()

    # Drafts

    async def load_draft(self, click: Click, table_id: int) -> DraftPlan:
        """The user's draft for the current position; raises `Refused` where the user cannot plan."""
        table = await self._tables.get(table_id)
        shown, seat = self._check(click, table)
        draft = await self._plans.draft(table.id, click.person.id)
        if draft is not None and draft.turn == table.turn:
            return await self._refresh_draft(click, shown, seat, draft)
        preview = preview_of(shown.entry, shown.state, seat, ())
        empty = self._draft(click, shown, preview)  # stored with its first step
        return DraftPlan(table, shown.entry, empty, preview, self._may_play(click, shown, seat))

    async def add_step(self, click: Click, table_id: int, turn: int, steps: int, line: str) -> DraftPlan:
        """Add a step if the draft still has `steps` steps; returns the current draft."""
        draft = await self.load_draft(click, table_id)
        if not _is_current(draft, turn, steps) or draft.preview.is_complete:
            return draft
        longer = preview_of(
            draft.entry, draft.preview.states[0], draft.preview.seat, (*draft.preview.lines, line)
        )
        if len(longer.actions) != steps + 1:
            raise Refused("old-control")
        return await self._save_draft(draft, longer)

    async def remove_step(self, click: Click, table_id: int, turn: int, steps: int) -> DraftPlan:
        """Remove the last step if the draft still has `steps` steps; returns the current draft."""
        draft = await self.load_draft(click, table_id)
        if not _is_current(draft, turn, steps):
            return draft
        return await self._save_draft(
            draft,
            preview_of(draft.entry, draft.preview.states[0], draft.preview.seat, draft.preview.lines[:-1]),
        )

    async def copy_to_draft(self, click: Click, table_id: int, turn: int, number: int) -> DraftPlan:
        """A new draft with the steps of a shared plan that are still possible."""
        table = await self._tables.get(table_id)
        shown, seat = self._check(click, table)
        plan = await self._plan(table, turn, number)
        return await self._new_draft(
            click, shown, seat, self._remaining_lines(shown, seat, plan), total=len(plan.lines)
        )

    def _check(self, click: Click, table: Table) -> tuple[Shown, Seat]:
        """The table and the seat to act; refuses users without a seat and games that cannot be planned."""
        own_seat = seat_of(table, click.person)
        if own_seat is None:
            raise NotSeated(table)
        check_may_act(table, click.person, None)
        shown = self._tables.show(table)
        game, state = shown.entry.game, shown.state
        if not is_played_together(shown.entry, table) or not game.to_act(state):
            raise Refused("old-control")
        seat = own_seat if own_seat in game.to_act(state) else min(game.to_act(state))
        if game.view(state, own_seat) != game.view(state, seat):
            raise Refused("plan-hidden", table)
        return shown, seat

    async def _new_draft(
        self, click: Click, shown: Shown, seat: Seat, lines: tuple[str, ...], total: int = 0
    ) -> DraftPlan:
        """A new draft with the lines that are legal; `total` is how many lines there were."""
        table = shown.table
        preview = preview_of(shown.entry, shown.state, seat, lines)
        draft = await self._store_new_draft(self._draft(click, shown, preview))
        lost = max(0, total - len(preview.lines)) if lines or total else 0
        return DraftPlan(table, shown.entry, draft, preview, self._may_play(click, shown, seat), lost)

    def _draft(self, click: Click, shown: Shown, preview: Preview) -> Plan:
        """These steps as a draft that is not stored yet: its number is 0."""
        table, now = shown.table, self._context.now()
        return Plan(
            table.id, table.turn, preview.seat, click.person.id, table.state or "", preview.lines, now
        )

    async def _store_new_draft(self, draft: Plan) -> Plan:
        """Store a draft in place of the user's previous one; raises `Stale` if the turn has passed."""
        stored = await self._plans.begin_draft(draft)
        if stored is None:
            raise Stale(await self._tables.get(draft.table_id))
        return stored

    async def _refresh_draft(self, click: Click, shown: Shown, seat: Seat, draft: Plan) -> DraftPlan:
        """A draft without the steps that were played meanwhile or became illegal."""
        left = self._remaining_lines(shown, seat, draft)
        preview = preview_of(shown.entry, shown.state, seat, left)
        current = DraftPlan(shown.table, shown.entry, draft, preview, self._may_play(click, shown, seat))
        if draft.begins == shown.table.state and preview.lines == draft.lines:
            return current
        return replace(await self._save_draft(current, preview), dropped_steps=len(left) - len(preview.lines))

    def _remaining_lines(self, shown: Shown, seat: Seat, plan: Plan) -> tuple[str, ...]:
        """The lines of a plan that are still to be played; all of them if the table left the plan."""
        at = None if plan.seat != seat else self._preview_of_plan(shown.entry, plan).steps_to(shown.state)
        return plan.lines[at or 0 :]

    def _preview_of_plan(self, entry: AnyEntry, plan: Plan) -> Preview:
        """The preview of a plan from its start; raises `Refused` if its position cannot be read."""
        try:
            return preview_of(entry, entry.codec.load(plan.begins), plan.seat, plan.lines)
        except CorruptState as error:
            raise Refused("plan-gone") from error

    async def _save_draft(self, draft: DraftPlan, preview: Preview) -> DraftPlan:
        """Store other steps for a draft; raises `Refused` if another click changed it meanwhile."""
        begins = draft.table.state or ""
        after = replace(
            draft.draft, begins=begins, lines=preview.lines, seat=preview.seat, at=self._context.now()
        )
        if not draft.draft.number:
            after = await self._store_new_draft(after)
        elif not await self._plans.update_draft(draft.draft, after):
            raise Refused("plan-twice", draft.table)
        return replace(draft, draft=after, preview=preview, dropped_steps=0)

    def _may_play(self, click: Click, shown: Shown, seat: Seat) -> bool:
        """Whether the user may act for a seat: as its owner, or as a stand-in."""
        own_seat = seat_of(shown.table, click.person)
        if own_seat is None:
            return False
        absent = seats_to_stand_in_for(
            shown.table, shown.entry.game, shown.state, own_seat, self._context.now()
        )
        return seat in (own_seat, *absent)

    # Shared plans

    async def share_draft(self, click: Click, table_id: int, turn: int, name: str) -> SharedPlan:
        """Turn a draft into a shared plan; raises `Refused` if it is empty, or there are too many."""
        draft = await self.load_draft(click, table_id)
        if draft.table.turn != turn:
            raise Refused("plan-gone", draft.table)
        if not draft.preview.actions:
            raise Refused("plan-empty", draft.table)
        named = clean_name(" ".join(name.split())[:NAME], 0) if name.strip() else ""
        plan = replace(draft.draft, name=named, at=self._context.now(), draft=False)
        try:
            shared = await self._plans.share(plan, click.interaction)
        except Repeated as error:
            raise await self._tables.already_done(error) from error
        if shared is None:
            raise Refused("plan-many", draft.table)
        return SharedPlan(draft.table, shared, draft.preview)

    async def weigh_plan(self, shared: SharedPlan) -> SharedPlan:
        """The plan with the engine's evaluation; without it if there is no engine, or it takes too long."""
        table, preview = shared.table, shared.preview
        game = preview.entry.game
        if game.key not in MINDS or hints_at(game, table) == 0:
            return shared
        try:
            worth_now, worth_then = await asyncio.gather(
                self._worth(preview, preview.states[0]),
                self._worth(preview, preview.ghost, preview.lines[-1] if preview.draws_chance else None),
            )
        except NoSearchResult:
            return shared
        plan = replace(shared.plan, worth=worth_then, worth_now=worth_now)
        await self._plans.set_worth(plan)
        return replace(shared, plan=plan)

    async def _worth(self, preview: Preview, state: Any, line: str | None = None) -> float:  # noqa: ANN401 - of any game
        """The chance of victory from a state, or with a `line` there: the number that a hint gives."""
        game = preview.entry.game
        if (outcome := game.outcome(state)) is not None:
            return value_of_end(outcome, together=True)
        seat = min(game.to_act(state))
        weighed = await self._context.search_pool.weigh(
            weigh_question(preview.entry, state, seat), Urgency.PERSON, PATIENCE
        )
        listed = tuple(ActionWorth(str(option.action), option.worth) for option in weighed)
        worth = None if line is None else worth_of(line, listed)
        return weighed[0].worth if worth is None else worth

    async def set_message(self, shared: SharedPlan, message: Board) -> None:
        """Store which message shows a plan; the message is deleted when the turn passes."""
        await self._plans.set_message(shared.plan, message, self._context.now())
        self.note_shown(shared)

    async def is_posted(self, shared: SharedPlan) -> bool:
        """Whether a message shows a plan, or the plan is gone."""
        plan = await self._plans.plan(shared.table.id, shared.plan.number)
        return plan is None or plan.message is not None

    async def drop_unposted(self, shared: SharedPlan) -> None:
        """Delete a plan whose message could not be posted."""
        await self._plans.withdraw(shared.plan, self._context.now())

    async def plan_of_alarm(self, alarm: Alarm, table: Table) -> SharedPlan | None:
        """The plan of an alarm with its likes; none if it is gone, or its message is known to be current."""
        plan = await self._plans.plan(table.id, int(alarm.detail))
        if plan is None or plan.turn != table.turn:
            return None
        shared = self._shared_plan(table, plan, await self._plans.votes(table.id, plan.number))
        is_shown = self._shown.is_like((table.id, plan.number), (shared.seated, shared.others))
        return None if is_shown else shared

    def note_shown(self, shared: SharedPlan) -> None:
        """Note that the message of a plan shows these likes."""
        self._shown.note((shared.table.id, shared.plan.number), (shared.seated, shared.others))

    async def load_plan(self, click: Click, table_id: int, turn: int, number: int) -> tuple[SharedPlan, bool]:
        """A shared plan with its likes, and whether the user likes it."""
        table = await self._tables.get(table_id)
        plan = await self._plan(table, turn, number)
        users = await self._plans.votes(table.id, number)
        return self._shared_plan(table, plan, users), click.person.id in users

    async def toggle_like(self, click: Click, table_id: int, turn: int, number: int) -> SharedPlan:
        """Add or remove the user's like."""
        table = await self._tables.get(table_id)
        plan = await self._plan(table, turn, number)
        users = await self._plans.toggle_like(plan, click.person.id, self._context.now())
        if users is None:
            raise Refused("plan-gone", table)
        return self._shared_plan(table, plan, users)

    def _shared_plan(self, table: Table, plan: Plan, users: tuple[int, ...]) -> SharedPlan:
        sitting = {player.user_id for player in table.players}
        seated = sum(user in sitting for user in users)
        preview = self._preview_of_plan(self._context.catalogue[table.game], plan)
        return SharedPlan(table, plan, preview, seated, len(users) - seated)

    async def _plan(self, table: Table, turn: int, number: int) -> Plan:
        """A shared plan; raises `Refused` if its turn has passed."""
        plan = await self._plans.plan(table.id, number)
        if plan is None or plan.turn != table.turn or turn != table.turn:
            raise Refused("plan-gone", table)
        return plan

    # Playing

    async def play(self, click: Click, table_id: int, turn: int, number: int, trace: Trace) -> Shown:
        """Play the remaining steps of a plan, or of the user's draft (`number` 0), each saved on its own.

        Raises `Refused`, and plays nothing, if the table has left the plan.
        """
        table = await self._tables.get(table_id)
        shown, seat = self._check(click, table)
        if not self._may_play(click, shown, seat):
            raise not_your_turn(shown, seat_of(table, click.person) or 0)
        if number:
            left = self._lines_to_play(shown, seat, await self._plan(table, turn, number))
        else:
            left = await self._draft_lines_to_play(click, table, turn)
        done, played = await self._play.moves(click, table.id, left, trace, table.revision)
        if played < len(left) and done.table.turn == table.turn:
            return replace(done, news=News("plan.rest", name=click.person.name))
        return done

    def _lines_to_play(self, shown: Shown, seat: Seat, plan: Plan) -> tuple[str, ...]:
        """The remaining lines of a shared plan; raises `Refused` if the table has left the plan."""
        preview = self._preview_of_plan(shown.entry, plan)
        at = preview.steps_to(shown.state) if plan.seat == seat else None
        if at is None:
            raise Refused("plan-differs", shown.table)
        if at == len(preview.actions):
            raise Refused("plan-done", shown.table)
        return preview.lines[at:]

    async def _draft_lines_to_play(self, click: Click, table: Table, turn: int) -> tuple[str, ...]:
        """The remaining lines of the user's draft; raises `Refused` if a step became illegal."""
        draft = await self.load_draft(click, table.id)
        if turn != draft.table.turn:
            raise Refused("plan-gone", table)
        if draft.dropped_steps or not draft.preview.actions:
            raise Refused("plan-lost" if draft.dropped_steps else "plan-empty", table)
        return draft.preview.lines


def _is_current(draft: DraftPlan, turn: int, steps: int) -> bool:
    """Whether a control belongs to the current steps of a draft."""
    return draft.table.turn == turn and len(draft.preview.actions) == steps
