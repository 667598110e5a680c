"""Plans: what to do in the turn of one, put together by everybody, and played by who acts.

A plan is lines of notation from a position on. They are tried on a ghost: that position with everything in
a new order that nobody knows, so that nothing can be seen which chance would bring. How far a plan has been
played is read off the table: it is where the table looks like one of the positions on its way. So no step
is counted, and none can be played twice (docs/decisions/plans.md).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.features.plans.model import Plan
from bot.features.plans.storage import PlanStorage
from bot.games.catalogue import AnyEntry
from bot.kernel.advice import BEST, HINT_PATIENCE, value_of_end
from bot.kernel.clicks import Click
from bot.kernel.errors import NotSeated, Refused, Stale
from bot.kernel.session import Session
from bot.kernel.tables.context import News, Shown, ShownCache
from bot.kernel.tables.opening import hints_at
from bot.kernel.tables.play import not_your_turn
from bot.kernel.tables.seats import check_turn, is_played_together, seat_of, stands_in_for
from bot.kernel.trace import Trace
from bot.minds.pool import NoSearchResult, Urgency
from bot.minds.worker import SearchQuestion
from bot.names import clean_name
from bot.store import Alarm, Board, CorruptState, Repeated, Table
from engine.core import IllegalAction, Seat
from engine.minds import MINDS
from engine.replay import SeedUnknown, seedless_rng
from engine.rng import SeededRng

MOST_STEPS: Final = 24
"""A turn has fewer steps, and so many can be read."""

NAME: Final = 40
"""The most characters of what a plan is called."""

_ORDER: Final = "plan"
"""What the order of a ghost's hidden things is drawn from: any order but the true one."""


@dataclass(frozen=True, slots=True)
class Preview:
    """Where lines lead a seat, as far as that is known beforehand.

    `states` are the ghosts: the position where it begins, and that after each of the `actions`. Where the
    last of these draws chance there is none after it.
    """

    entry: AnyEntry
    seat: Seat
    states: tuple[Any, ...]
    actions: tuple[Any, ...]

    @property
    def ghost(self) -> Any:  # noqa: ANN401 - a state of any game
        """The last position that is known."""
        return self.states[-1]

    @property
    def draws_chance(self) -> bool:
        """Whether chance decides what the last step comes to."""
        return len(self.actions) == len(self.states)

    @property
    def is_complete(self) -> bool:
        """Whether nothing can be added: by chance, since the seat's turn is over, or since it is long."""
        over = self.seat not in self.entry.game.to_act(self.ghost)
        return self.draws_chance or over or len(self.actions) >= MOST_STEPS

    @property
    def lines(self) -> tuple[str, ...]:
        """The actions in notation."""
        return tuple(map(str, self.actions))

    def steps_to(self, state: object) -> int | None:
        """After how many steps it looks as in `state`, the last if it does so at several; none if nowhere."""
        game = self.entry.game
        seen = game.view(state, self.seat)
        places = reversed(range(len(self.states)))
        return next((at for at in places if game.view(self.states[at], self.seat) == seen), None)


def possible_steps(entry: AnyEntry, state: object, seat: Seat) -> tuple[Any, ...]:
    """The actions of a seat that can be a step of a plan."""
    return tuple(action for action in entry.game.legal(state, seat) if entry.rules.is_plan_step(action))


def preview_of(entry: AnyEntry, state: Any, seat: Seat, lines: Iterable[str]) -> Preview:  # noqa: ANN401 - of any game
    """Where lines lead from a position, up to the first that cannot be taken, or that draws chance."""
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
    """The position after an action; none where chance is drawn or something comes to light."""
    try:
        step = entry.game.apply(state, seat, action, seedless_rng(0))
    except SeedUnknown:
        return None
    return None if any(map(entry.game.reveals, step.events)) else step.state


@dataclass(frozen=True, slots=True)
class DraftPlan:
    """What somebody is putting together at a table: their draft, and where it leads as things stand.

    `acts`: they may play it. `lost` is how many of its steps cannot be taken any more.
    """

    table: Table
    entry: AnyEntry
    draft: Plan
    preview: Preview
    may_play: bool
    dropped_steps: int = 0


@dataclass(frozen=True, slots=True)
class SharedPlan:
    """A plan for all, and how many like it: of those who sit there, and of those who look on."""

    table: Table
    plan: Plan
    preview: Preview
    seated: int = 0
    others: int = 0


class Plans:
    """Plans for the turn that a table is at."""

    def __init__(self, session: Session) -> None:
        self._context = session.context
        self._plans = PlanStorage(session.context.store)
        self._tables = session.tables
        self._play = session.play
        self._shown = ShownCache()

    # Putting one together

    async def load_draft(self, click: Click, table_id: int) -> DraftPlan:
        """What somebody is putting together, as the table stands; raises `Refused` where they cannot."""
        table = await self._tables.get(table_id)
        shown, seat = self._check(click, table)
        draft = await self._plans.draft(table.id, click.person.id)
        if draft is not None and draft.turn == table.turn:
            return await self._refresh_draft(click, shown, seat, draft)
        way = preview_of(shown.entry, shown.state, seat, ())
        empty = self._draft(click, shown, way)  # nothing is kept before there is a step
        return DraftPlan(table, shown.entry, empty, way, self._may_play(click, shown, seat))

    async def add_step(self, click: Click, table_id: int, turn: int, steps: int, line: str) -> DraftPlan:
        """One step more, if there are so many `steps` as where it was clicked; else as it stands."""
        now = await self.load_draft(click, table_id)
        if not _is_current(now, turn, steps) or now.preview.is_complete:
            return now
        longer = preview_of(now.entry, now.preview.states[0], now.preview.seat, (*now.preview.lines, line))
        if len(longer.actions) != steps + 1:
            raise Refused("old-control")
        return await self._save_draft(now, longer)

    async def remove_step(self, click: Click, table_id: int, turn: int, steps: int) -> DraftPlan:
        """The last step less."""
        now = await self.load_draft(click, table_id)
        if not _is_current(now, turn, steps):
            return now
        return await self._save_draft(
            now, preview_of(now.entry, now.preview.states[0], now.preview.seat, now.preview.lines[:-1])
        )

    async def copy_to_draft(self, click: Click, table_id: int, turn: int, number: int) -> DraftPlan:
        """The steps of a plan for all, to go on with; those that can still be taken as the table stands."""
        table = await self._tables.get(table_id)
        shown, seat = self._check(click, table)
        plan = await self._plan(table, turn, number)
        return await self._new_draft(
            click, shown, seat, self._remaining_lines(shown, seat, plan), of=len(plan.lines)
        )

    def _check(self, click: Click, table: Table) -> tuple[Shown, Seat]:
        """The table, and whose turn it is; refuses who does not sit there, and what cannot be planned."""
        own = seat_of(table, click.person)
        if own is None:
            raise NotSeated(table)
        check_turn(table, click.person, None)
        shown = self._tables.show(table)
        game, state = shown.entry.game, shown.state
        if not is_played_together(shown.entry, table) or not game.to_act(state):
            raise Refused("old-control")
        seat = own if own in game.to_act(state) else min(game.to_act(state))
        if game.view(state, own) != game.view(state, seat):
            raise Refused("plan-hidden", table)
        return shown, seat

    async def _new_draft(
        self, click: Click, shown: Shown, seat: Seat, lines: tuple[str, ...], of: int = 0
    ) -> DraftPlan:
        """A new draft with these lines, as far as they can be taken; there were so many once."""
        table = shown.table
        way = preview_of(shown.entry, shown.state, seat, lines)
        kept = await self._store_new_draft(self._draft(click, shown, way))
        lost = max(0, of - len(way.lines)) if lines or of else 0
        return DraftPlan(table, shown.entry, kept, way, self._may_play(click, shown, seat), lost)

    def _draft(self, click: Click, shown: Shown, way: Preview) -> Plan:
        """These steps as a draft that is not kept yet: it has no number."""
        table, now = shown.table, self._context.now()
        return Plan(table.id, table.turn, way.seat, click.person.id, table.state or "", way.lines, now)

    async def _store_new_draft(self, draft: Plan) -> Plan:
        """Keep a draft in place of the one before; raises `Stale` where the turn has passed."""
        kept = await self._plans.begin_draft(draft)
        if kept is None:
            raise Stale(await self._tables.get(draft.table_id))
        return kept

    async def _refresh_draft(self, click: Click, shown: Shown, seat: Seat, draft: Plan) -> DraftPlan:
        """A draft as the table stands, without what was played of it meanwhile, or cannot be any more."""
        left = self._remaining_lines(shown, seat, draft)
        way = preview_of(shown.entry, shown.state, seat, left)
        now = DraftPlan(shown.table, shown.entry, draft, way, self._may_play(click, shown, seat))
        if draft.begins == shown.table.state and way.lines == draft.lines:
            return now
        return replace(await self._save_draft(now, way), dropped_steps=len(left) - len(way.lines))

    def _remaining_lines(self, shown: Shown, seat: Seat, plan: Plan) -> tuple[str, ...]:
        """The lines of a plan that are still to be played; all of them where the table looks otherwise."""
        at = None if plan.seat != seat else self._preview_of_plan(shown.entry, plan).steps_to(shown.state)
        return plan.lines[at or 0 :]

    def _preview_of_plan(self, entry: AnyEntry, plan: Plan) -> Preview:
        """Where a plan leads from where it begins; raises `Refused` if that cannot be read any more."""
        try:
            return preview_of(entry, entry.codec.load(plan.begins), plan.seat, plan.lines)
        except CorruptState as error:
            raise Refused("plan-gone") from error

    async def _save_draft(self, now: DraftPlan, way: Preview) -> DraftPlan:
        """The draft with other steps; raises `Stale` where it was changed by another click meanwhile."""
        begins = now.table.state or ""
        after = replace(now.draft, begins=begins, lines=way.lines, seat=way.seat, at=self._context.now())
        if not now.draft.number:
            after = await self._store_new_draft(after)
        elif not await self._plans.update_draft(now.draft, after):
            raise Refused("plan-twice", now.table)
        return replace(now, draft=after, preview=way, dropped_steps=0)

    def _may_play(self, click: Click, shown: Shown, seat: Seat) -> bool:
        """Whether somebody may act for a seat: it is theirs, or they stand in."""
        own = seat_of(shown.table, click.person)
        if own is None:
            return False
        absent = stands_in_for(shown.table, shown.entry.game, shown.state, own, self._context.now())
        return seat in (own, *absent)

    # For all

    async def share_draft(self, click: Click, table_id: int, turn: int, name: str) -> SharedPlan:
        """A draft becomes a plan for all; raises `Refused` where it is empty, or there are too many."""
        now = await self.load_draft(click, table_id)
        if now.table.turn != turn:
            raise Refused("plan-gone", now.table)
        if not now.preview.actions:
            raise Refused("plan-empty", now.table)
        named = clean_name(" ".join(name.split())[:NAME], 0) if name.strip() else ""
        plan = replace(now.draft, name=named, at=self._context.now(), draft=False)
        try:
            shared = await self._plans.share(plan, click.interaction)
        except Repeated as error:
            raise await self._tables.already_done(error) from error
        if shared is None:
            raise Refused("plan-many", now.table)
        return SharedPlan(now.table, shared, now.preview)

    async def weigh_plan(self, liked: SharedPlan) -> SharedPlan:
        """The plan with what the best mind gives it; without, where there is none, or it takes too long."""
        table, way = liked.table, liked.preview
        game = way.entry.game
        if game.key not in MINDS or hints_at(game, table) == 0:
            return liked
        try:
            now = await self._evaluate(table, way, way.states[0])
            then = await self._evaluate(table, way, way.ghost)
        except NoSearchResult:
            return liked
        plan = replace(liked.plan, worth=then, worth_now=now)
        await self._plans.set_worth(plan)
        return replace(liked, plan=plan)

    async def _evaluate(self, table: Table, way: Preview, state: Any) -> float:  # noqa: ANN401 - of any game
        """What a mind gives those who play, from 0 to 1."""
        game = way.entry.game
        if (outcome := game.outcome(state)) is not None:
            return value_of_end(outcome, together=True)
        view = game.view(state, way.seat)
        question = SearchQuestion("evaluate", game.key, view, (), BEST, f"plan {table.code} {table.revision}")
        return await self._context.search_pool.evaluate(question, Urgency.PERSON, HINT_PATIENCE)

    async def set_message(self, liked: SharedPlan, message: Board) -> None:
        """Remember which message shows a plan: it goes when the turn has passed."""
        await self._plans.set_message(liked.plan, message, self._context.now())
        self.note_shown(liked)

    async def is_posted(self, liked: SharedPlan) -> bool:
        """Whether a message shows a plan, or it is gone."""
        plan = await self._plans.plan(liked.table.id, liked.plan.number)
        return plan is None or plan.message is not None

    async def drop_unposted(self, liked: SharedPlan) -> None:
        """Its message could not be posted, so there is no plan."""
        await self._plans.withdraw(liked.plan, self._context.now())

    async def plan_of_alarm(self, alarm: Alarm, table: Table) -> SharedPlan | None:
        """The plan that an alarm is about, as it is liked; none if it is gone, or known to be shown so."""
        plan = await self._plans.plan(table.id, int(alarm.detail))
        if plan is None or plan.turn != table.turn:
            return None
        liked = self._shared_plan(table, plan, await self._plans.votes(table.id, plan.number))
        is_shown = self._shown.is_like((table.id, plan.number), (liked.seated, liked.others))
        return None if is_shown else liked

    def note_shown(self, liked: SharedPlan) -> None:
        """The message of a plan shows it as it is here."""
        self._shown.note((liked.table.id, liked.plan.number), (liked.seated, liked.others))

    async def load_plan(self, click: Click, table_id: int, turn: int, number: int) -> tuple[SharedPlan, bool]:
        """A plan as it is liked, and whether somebody likes it."""
        table = await self._tables.get(table_id)
        plan = await self._plan(table, turn, number)
        users = await self._plans.votes(table.id, number)
        return self._shared_plan(table, plan, users), click.person.id in users

    async def toggle_like(self, click: Click, table_id: int, turn: int, number: int) -> SharedPlan:
        """Somebody likes a plan, or no longer does."""
        table = await self._tables.get(table_id)
        plan = await self._plan(table, turn, number)
        users = await self._plans.toggle_like(plan, click.person.id, self._context.now())
        if users is None:
            raise Refused("plan-gone", table)
        return self._shared_plan(table, plan, users)

    def _shared_plan(self, table: Table, plan: Plan, users: tuple[int, ...]) -> SharedPlan:
        sitting = {player.user_id for player in table.players}
        seated = sum(user in sitting for user in users)
        way = self._preview_of_plan(self._context.catalogue[table.game], plan)
        return SharedPlan(table, plan, way, seated, len(users) - seated)

    async def _plan(self, table: Table, turn: int, number: int) -> Plan:
        """A plan for all; raises `Refused` where its turn has passed."""
        plan = await self._plans.plan(table.id, number)
        if plan is None or plan.turn != table.turn or turn != table.turn:
            raise Refused("plan-gone", table)
        return plan

    # Playing it

    async def play(self, click: Click, table_id: int, turn: int, number: int, trace: Trace) -> Shown:
        """Play the steps of a plan that are left, or of one's draft (0), each saved by itself.

        Where the table does not look as the plan has it nothing is played: raises `Refused`.
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
        """What is left of a plan for all; raises `Refused` where the table does not look as it has it."""
        way = self._preview_of_plan(shown.entry, plan)
        at = way.steps_to(shown.state) if plan.seat == seat else None
        if at is None:
            raise Refused("plan-differs", shown.table)
        if at == len(way.actions):
            raise Refused("plan-done", shown.table)
        return way.lines[at:]

    async def _draft_lines_to_play(self, click: Click, table: Table, turn: int) -> tuple[str, ...]:
        """What is left of somebody's draft; raises `Refused` where some of it cannot be played any more."""
        now = await self.load_draft(click, table.id)
        if turn != now.table.turn:
            raise Refused("plan-gone", table)
        if now.dropped_steps or not now.preview.actions:
            raise Refused("plan-lost" if now.dropped_steps else "plan-empty", table)
        return now.preview.lines


def _is_current(now: DraftPlan, turn: int, steps: int) -> bool:
    """Whether a control belongs to how a draft stands."""
    return now.table.turn == turn and len(now.preview.actions) == steps
