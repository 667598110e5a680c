"""*What do you think?*: whoever must decide puts it to a vote, and the others say what they would do.

A vote is a row with the lines to choose from, and an alarm that closes it. Nothing is played by it: whoever
asks decides, unless their time runs out at a table that has agreed on what is done then (`Overtime`). See
docs/decisions/votes.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.features.votes.model import Vote
from bot.features.votes.storage import VoteStorage
from bot.games.catalogue import AnyEntry, words_in
from bot.kernel.clicks import Click, Person
from bot.kernel.errors import Refused, Stale
from bot.kernel.session import Session
from bot.kernel.tables.context import News, Shown, ShownCache, alarm_interaction
from bot.kernel.tables.play import not_your_turn
from bot.kernel.tables.seats import (
    acting_for,
    check_turn,
    has_gone,
    is_played_together,
    overdue_from,
    remaining_players,
    seat_of,
    stands_in_for,
)
from bot.kernel.time.timing import due_at
from bot.kernel.trace import Trace
from bot.minds.pool import NoSearchResult, Urgency
from bot.minds.worker import SearchQuestion
from bot.store import (
    HOUSE,
    Alarm,
    Board,
    CorruptState,
    Line,
    Overtime,
    Player,
    Status,
    StoreError,
    Table,
    bot_id,
    bot_name,
)
from bot.words import ENGLISH, Names, Words
from bot.words.menu import LIST_LIMIT, lines_in
from engine.core import IllegalAction, Seat
from engine.fairness import seed_of_player
from engine.mind import LEVELS
from engine.minds import MINDS
from engine.rng import SeededRng
from engine.table_lines import is_table_line, undo_target

BEST: Final = LEVELS[-1]
"""Who decides where nothing leads."""

PATIENCE: Final = 90.0
"""Seconds that a table waits for what that one thinks."""

SHARE: Final = 3
"""A vote takes so much of the time that is left: a third, so that there is time to act."""

USUAL: Final = 4 * 60 * 60.0
"""Seconds that it takes at the most, and where nobody's time is counted."""

SHORTEST: Final = 60.0
"""Seconds that it takes at the least."""

FEWEST: Final = 2
"""With fewer options there is nothing to ask."""


def voting_options(
    entry: AnyEntry,
    words: Words,
    names: Names,
    state: Any,  # noqa: ANN401 - a state of any game
    seat: Seat,
) -> tuple[tuple[str, str], ...]:
    """What a seat can do at this step of its turn, as lines and in the words of the game's menu.

    Those are `LIST_LIMIT` at the most. What is no step of a turn is not among them, such as giving up.
    """
    legal = {str(action) for action in entry.game.legal(state, seat) if entry.rules.is_plan_step(action)}
    found = dict[str, str]()
    for line, told in lines_in(lambda path: entry.rules.menu(words, names, state, path)):
        if line in legal:
            found.setdefault(line, told)
        if len(found) == LIST_LIMIT:
            break
    return tuple(found.items())


@dataclass(frozen=True, slots=True)
class Ballot:
    """A vote, and how it stands: for which option each has voted, by user id.

    `seated` are those who sit there; others who have voted look on. `state` is the position that it is about,
    none if it cannot be read any more. `is_open`: the decision is still to be taken.
    `is_new`: what was done has changed it.
    """

    table: Table
    entry: AnyEntry
    vote: Vote
    state: Any | None
    votes: Mapping[int, int]
    seated: frozenset[int]
    is_open: bool = True
    is_new: bool = True

    def is_running(self, now: float) -> bool:
        """Whether people can vote."""
        return self.is_open and not self.vote.closed and self.vote.ends > now

    def count(self, option: int) -> tuple[int, int]:
        """How many are for an option: of those who sit there, and of those who look on."""
        users = [user for user, choice in self.votes.items() if choice == option]
        seated = sum(user in self.seated for user in users)
        return seated, len(users) - seated

    @property
    def leaders(self) -> tuple[int, ...]:
        """The options that lead, several where they are level; none without a vote.

        Those who sit there count first; those who look on decide among what is level with these.
        """
        counts = [self.count(option) for option in range(len(self.vote.lines))]
        most = max(counts)
        return tuple(option for option, one in enumerate(counts) if one == most) if any(most) else ()


class Votes:
    """Decisions that are put to a vote."""

    def __init__(self, session: Session) -> None:
        self._context = session.context
        self._votes = VoteStorage(session.context.store)
        self._tables = session.tables
        self._play = session.play
        self._shown = ShownCache()

    # Asking

    def may_ask(self, person: Person, shown: Shown) -> bool:
        """Whether the decision at hand is somebody's to put to a vote."""
        own = seat_of(shown.table, person)
        if own is None or not is_played_together(shown.entry, shown.table):
            return False
        with suppress(Refused):
            return self._deciding_seat(shown, own) in shown.entry.game.to_act(shown.state)
        return False

    async def begin_vote(self, click: Click, table_id: int) -> Ballot:
        """Put the decision at hand to a vote; raises `Refused` where it is nobody's, or not theirs."""
        table = await self._tables.get(table_id)
        own = check_turn(table, click.person, None)
        shown = self._tables.show(table)
        entry, state = shown.entry, shown.state
        if not is_played_together(entry, table):
            raise Refused("old-control")
        seat = self._deciding_seat(shown, own)
        if entry.game.view(state, seat) != entry.game.view(state, None):
            raise Refused("ask-hidden", table)
        names = tuple(player.name for player in table.players)
        lines = tuple(line for line, _ in voting_options(entry, words_in(ENGLISH), names, state, seat))
        if len(lines) < FEWEST:
            raise Refused("ask-one", table)
        before = await self._votes.of_table(table.id)
        if before is not None and not before.closed and await self._is_undecided(shown, before):
            raise Refused("ask-open", table, when=f"<t:{int(before.ends)}:R>")
        number = table.revision if before is None else max(table.revision, before.number + 1)
        now, begins = self._context.now(), table.state or ""
        ask = Vote(
            table.id,
            number,
            table.turn,
            table.plies,
            seat,
            click.person.id,
            begins,
            lines,
            now,
            self._closing_time(table, seat),
        )
        if not await self._votes.begin(ask, before):
            raise Stale(await self._tables.get(table.id))
        return self._ballot(shown, ask, {}, is_open=True)

    async def open_vote(self, table_id: int) -> Ballot | None:
        """The vote of a table; none if it has none, or it is closed."""
        table = await self._tables.get(table_id)
        ask = await self._votes.of_table(table.id)
        if ask is None or ask.closed:
            return None
        shown, votes = self._tables.show(table), await self._votes.votes(table.id)
        return self._ballot(shown, ask, votes, is_open=await self._is_undecided(shown, ask))

    def _deciding_seat(self, shown: Shown, own: Seat) -> Seat:
        """Whose decision it is that somebody may take: their own, or that of whom they stand in for."""
        game = shown.entry.game
        if own in game.to_act(shown.state):
            return own
        absent = stands_in_for(shown.table, game, shown.state, own, self._context.now())
        if not absent:
            raise not_your_turn(shown, own)
        return absent[0]

    def _closing_time(self, table: Table, seat: Seat) -> float:
        """When a vote closes: after a share of the time that is left, and never later than `USUAL`."""
        now = self._context.now()
        ends = [end for end in (due_at(table, seat), overdue_from(table)) if end is not None and end > now]
        return now + max(SHORTEST, min([USUAL, *((end - now) / SHARE for end in ends)]))

    async def set_message(self, asked: Ballot, message: Board) -> None:
        """Remember which message shows a vote."""
        await self._votes.set_message(asked.vote, message, self._context.now())

    def note_shown(self, asked: Ballot) -> None:
        """The message of a vote shows it as it is here."""
        self._shown.note(asked.table.id, (asked.vote.number, dict(asked.votes)))

    def is_shown(self, asked: Ballot) -> bool:
        """Whether it is known to do so."""
        return self._shown.is_like(asked.table.id, (asked.vote.number, dict(asked.votes)))

    async def drop_unposted(self, asked: Ballot) -> None:
        """Its message could not be posted, so there is no vote."""
        await self._votes.drop(asked.vote)

    # Voting

    async def cast_vote(self, click: Click, table_id: int, number: int, option: int) -> Ballot:
        """Somebody votes, or changes their vote; the last of those who sit there closes it.

        Raises `Refused` where it is closed, or the decision is taken, and for who has asked.
        """
        table = await self._tables.get(table_id)
        shown, ask = self._tables.show(table), await self._votes.of_table(table.id)
        if ask is None or ask.number != number or ask.closed or not await self._is_undecided(shown, ask):
            raise Refused("ask-closed", table)
        if click.person.id == ask.user_id:
            raise Refused("ask-own", table)
        if option >= len(ask.lines):
            raise Refused("old-control")
        known = await self._votes.votes(table.id)
        if known.get(click.person.id) == option:
            return replace(self._ballot(shown, ask, known, is_open=True), is_new=False)
        votes = await self._votes.cast_vote(ask, click.person.id, option, self._context.now())
        if votes is None:
            raise Refused("ask-closed", table)
        awaited = self._awaited_voters(shown, ask)
        if awaited and awaited <= votes.keys():
            await self._votes.close(ask, self._context.now())
            ask = replace(ask, closed=True)
        return self._ballot(shown, ask, votes, is_open=True)

    def _awaited_voters(self, shown: Shown, ask: Vote) -> frozenset[int]:
        """Who has a say and sits there, by user id: people, but who has asked."""
        there = remaining_players(shown.entry, shown.table, shown.state)
        users = {acting_for(player) for player in there if not has_gone(player)}
        return frozenset(user for user in users if user > HOUSE and user != ask.user_id)

    def _ballot(self, shown: Shown, ask: Vote, votes: Mapping[int, int], *, is_open: bool) -> Ballot:
        table = shown.table
        seated = {user for one in table.players for user in (one.user_id, one.substitute) if user is not None}
        try:
            state = shown.entry.codec.load(ask.begins)
        except CorruptState:
            state = None
        return Ballot(table, shown.entry, ask, state, votes, frozenset(seated), is_open)

    async def _is_undecided(self, shown: Shown, ask: Vote) -> bool:
        """Whether the decision is still to be taken that is voted on.

        It is taken once whoever has it has done anything that is a step of a turn, and gone once that was
        undone, or the turn has passed.
        """
        table = shown.table
        if table.status is not Status.PLAYING or table.turn != ask.turn:
            return False
        if table.plies == ask.ply:
            return True
        since = await self._tables.log(table, after=ask.ply)
        if any(_settles_decision(shown, ask.seat, line) for line in since):
            return False
        game, state = shown.entry.game, shown.state
        legal = {str(action) for action in game.legal(state, ask.seat)}
        return ask.seat in game.to_act(state) and legal.issuperset(ask.lines)

    # What comes of it

    async def play_option(
        self, click: Click, table_id: int, number: int, option: int, message: Board, trace: Trace
    ) -> Shown:
        """Play what was voted for; raises `Refused` where the decision is taken already.

        The message that offered it has no use any more, however the table is shown.
        """
        table = await self._tables.get(table_id)
        shown, ask = self._tables.show(table), await self._votes.of_table(table.id)
        if ask is None or ask.number != number or not await self._is_undecided(shown, ask):
            raise Refused("ask-decided", table)
        if option >= len(ask.lines):
            raise Refused("old-control")
        own = seat_of(table, click.person)
        if own is not None and self._deciding_seat(shown, own) != ask.seat:
            raise not_your_turn(shown, own)
        shown = await self._play.move(click, table.id, ask.lines[option], trace, table.revision)
        with suppress(StoreError):  # it goes with the turn, too
            await self._votes.drop_message(table.id, message, self._context.now())
        return shown

    async def ballot_of_alarm(self, alarm: Alarm, table: Table) -> Ballot | None:
        """The vote that an alarm is about, as it stands; none if there is another one by now, or none."""
        ask = await self._votes.of_table(table.id)
        if ask is None or str(ask.number) != alarm.detail:
            return None
        shown = self._tables.show(table)
        votes = await self._votes.votes(table.id)
        return self._ballot(shown, ask, votes, is_open=await self._is_undecided(shown, ask))

    async def close(self, alarm: Alarm, table: Table) -> Ballot | None:
        """The same, once nobody can vote any more."""
        asked = await self.ballot_of_alarm(alarm, table)
        if asked is None:
            return None
        await self._votes.close(asked.vote, self._context.now())
        return await self.ballot_of_alarm(alarm, table)

    async def set_result_message(self, asked: Ballot, message: Board) -> None:
        """Who has asked was told what came of it, by a message that goes with the turn."""
        await self._votes.set_result_message(asked.vote, message, self._context.now())

    async def drop_message(self, table: Table, message: Board) -> None:
        """A message about a vote has no use any more."""
        await self._votes.drop_message(table.id, message, self._context.now())

    async def drop_vote(self, asked: Ballot) -> None:
        """The decision is taken, and its vote says so: nothing more comes of it."""
        await self._votes.drop(asked.vote)

    # Where time runs out

    async def play_by_default(self, alarm: Alarm, table: Table, player: Player, trace: Trace) -> Shown | None:
        """Play a decision that was put to a vote and not taken in time, as the table has agreed on it.

        None where nothing was agreed on, or nothing is put to a vote, or somebody was quicker.
        """
        shown = self._tables.show(table)
        if table.terms.overtime is Overtime.WAIT or not is_played_together(shown.entry, table):
            return None
        ask = await self._votes.of_table(table.id)
        if ask is None or ask.seat != player.seat or not await self._is_undecided(shown, ask):
            return None
        asked = self._ballot(shown, ask, await self._votes.votes(table.id), is_open=True)
        lines = (
            [ask.lines[option] for option in asked.leaders] if table.terms.overtime is Overtime.LEADER else []
        )
        if len(lines) == 1:
            line, user, key, name = lines[0], None, "ask.default.leader", ""
        else:
            line = await self._best_line(shown, player.seat, lines)
            user, key, name = bot_id(BEST, player.seat), "ask.default.mind", bot_name(BEST)
        with suppress(Stale):
            played = await self._play.act_for(
                table, player.seat, line, alarm_interaction(alarm, table), user, trace
            )
            news = News(key, name=name, other=player.name, house=player.seat)
            new_turn = played.table.turn != table.turn
            return replace(played, news=news, new_turn=new_turn)
        return None

    async def _best_line(self, shown: Shown, seat: Seat, lines: list[str]) -> str:
        """What the best mind would do: of these lines, or of all that are a step of a turn."""
        table, entry = shown.table, shown.entry
        legal = [action for action in entry.game.legal(shown.state, seat) if entry.rules.is_plan_step(action)]
        actions = tuple(action for action in legal if str(action) in lines) or tuple(legal)
        view, seed = entry.game.view(shown.state, seat), seed_of_player(table.chance, table.head)
        if entry.game.key in MINDS:
            question = SearchQuestion("weigh", table.game, view, actions, BEST, seed)
            with suppress(NoSearchResult):
                if weighed := await self._context.search_pool.weigh(question, Urgency.TABLE, PATIENCE):
                    return str(weighed[0].action)
        return str(entry.game.stand_in_action(view, actions, SeededRng(seed)))


def _settles_decision(shown: Shown, seat: Seat, line: Line) -> bool:
    """Whether a line of the log takes a decision of a seat, or takes one back."""
    if is_table_line(line.action):
        return undo_target(line.action) is not None
    if line.seat != seat:
        return False
    try:
        return shown.entry.rules.is_plan_step(shown.entry.game.parse(line.action, shown.state))
    except IllegalAction:
        return True
