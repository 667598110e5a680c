"""*What do you think?*: the player to act puts a decision to a vote, and the others say what they would do.

A vote is a row with the lines to choose from, and an alarm that closes it. It plays nothing: the asker
decides, unless their time runs out at a table with an overtime rule (`Overtime`). See
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
    check_may_act,
    has_gone,
    is_played_together,
    overdue_from,
    remaining_players,
    seat_of,
    seats_to_stand_in_for,
)
from bot.kernel.time.timing import due_at, when_awake
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
"""The bot that decides where no option leads."""

PATIENCE: Final = 90.0
"""Seconds that a table waits for its search."""

SHARE: Final = 3
"""A vote takes this fraction of the time left (one third), so that there is time to act."""

USUAL: Final = 4 * 60 * 60.0
"""The most seconds of a vote, and its duration where there is no clock."""

SHORTEST: Final = 60.0
"""The fewest seconds of a vote."""

FEWEST: Final = 2
"""The fewest options of a vote."""


def voting_options(
    entry: AnyEntry,
    words: Words,
    names: Names,
    state: Any,  # noqa: ANN401 - a state of any game
    seat: Seat,
) -> tuple[tuple[str, str], ...]:
    """The seat's choices at this step of its turn, as lines with the labels of the game's menu.

    At most `LIST_LIMIT`. Lines that are no step of a turn, such as resigning, are left out.
    """
    legal = {str(action) for action in entry.game.legal(state, seat) if entry.rules.is_plan_step(action)}
    options = dict[str, str]()
    for line, label in lines_in(lambda path: entry.rules.menu(words, names, state, path)):
        if line in legal:
            options.setdefault(line, label)
        if len(options) == LIST_LIMIT:
            break
    return tuple(options.items())


@dataclass(frozen=True, slots=True)
class Ballot:
    """A vote with the votes cast: the option by user id.

    `seated` are the users with a seat; other voters are spectators. `state` is the position of the decision,
    none if it cannot be read. `is_open`: the decision is still to be taken. `is_new`: the last action has
    changed the votes. `asked` are the seated users whose votes are awaited.
    """

    table: Table
    entry: AnyEntry
    vote: Vote
    state: Any | None
    votes: Mapping[int, int]
    seated: frozenset[int]
    is_open: bool = True
    is_new: bool = True
    asked: tuple[int, ...] = ()

    def is_running(self, now: float) -> bool:
        """Whether people can vote."""
        return self.is_open and not self.vote.closed and self.vote.ends > now

    def count(self, option: int) -> tuple[int, int]:
        """The votes for an option: of seated players, and of spectators."""
        users = [user for user, choice in self.votes.items() if choice == option]
        seated = sum(user in self.seated for user in users)
        return seated, len(users) - seated

    @property
    def leaders(self) -> tuple[int, ...]:
        """The leading options, several if they are equal; none without a vote.

        Seated players count first; spectators decide between options that are equal.
        """
        counts = [self.count(option) for option in range(len(self.vote.lines))]
        most = max(counts)
        return tuple(option for option, count in enumerate(counts) if count == most) if any(most) else ()


class Votes:
    """Decisions that are put to a vote."""

    def __init__(self, session: Session) -> None:
        self._context = session.context
        self._votes = VoteStorage(session.context.store)
        self._tables = session.tables
        self._play = session.play
        self._shown, self._called = ShownCache(), ShownCache()

    # Starting a vote

    def may_ask(self, person: Person, shown: Shown) -> bool:
        """Whether a person may put the current decision to a vote."""
        own_seat = seat_of(shown.table, person)
        if own_seat is None or not is_played_together(shown.entry, shown.table):
            return False
        with suppress(Refused):
            return self._deciding_seat(shown, own_seat) in shown.entry.game.to_act(shown.state)
        return False

    async def begin_vote(self, click: Click, table_id: int) -> Ballot:
        """Put the current decision to a vote; raises `Refused` where the user cannot."""
        table = await self._tables.get(table_id)
        own_seat = check_may_act(table, click.person, None)
        shown = self._tables.show(table)
        entry, state = shown.entry, shown.state
        if not is_played_together(entry, table):
            raise Refused("old-control")
        seat = self._deciding_seat(shown, own_seat)
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
        vote = Vote(
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
        if not await self._votes.begin(vote, before):
            raise Stale(await self._tables.get(table.id))
        return self._ballot(shown, vote, {}, is_open=True)

    async def voters_to_call(self, ballot: Ballot) -> tuple[int, ...]:
        """The awaited voters who are awake, until a vote of this turn is shown; none for a later one."""
        vote, now = ballot.vote, self._context.now()
        if self._called.is_like(vote.table_id, vote.turn):
            return ()
        habits = [await self._context.store.schedule.habits(user) for user in ballot.asked]
        return tuple(known.user_id for known in habits if when_awake(known, now) <= now)

    async def open_vote(self, table_id: int) -> Ballot | None:
        """The open vote of a table, or none."""
        table = await self._tables.get(table_id)
        vote = await self._votes.of_table(table.id)
        if vote is None or vote.closed:
            return None
        shown, votes = self._tables.show(table), await self._votes.votes(table.id)
        return self._ballot(shown, vote, votes, is_open=await self._is_undecided(shown, vote))

    def _deciding_seat(self, shown: Shown, own_seat: Seat) -> Seat:
        """The seat that a player may decide for: their own, or one that they stand in for."""
        game = shown.entry.game
        if own_seat in game.to_act(shown.state):
            return own_seat
        absent = seats_to_stand_in_for(shown.table, game, shown.state, own_seat, self._context.now())
        if not absent:
            raise not_your_turn(shown, own_seat)
        return absent[0]

    def _closing_time(self, table: Table, seat: Seat) -> float:
        """When a vote closes: after a share of the time left, and after `USUAL` at the latest."""
        now = self._context.now()
        ends = [end for end in (due_at(table, seat), overdue_from(table)) if end is not None and end > now]
        return now + max(SHORTEST, min([USUAL, *((end - now) / SHARE for end in ends)]))

    async def set_message(self, ballot: Ballot, message: Board) -> None:
        """Store which message shows a vote."""
        await self._votes.set_message(ballot.vote, message, self._context.now())

    def note_shown(self, ballot: Ballot) -> None:
        """Note that the message of a vote shows these votes, and that it has pinged who is asked."""
        self._called.note(ballot.table.id, ballot.vote.turn)
        self._shown.note(ballot.table.id, (ballot.vote.number, dict(ballot.votes)))

    def is_shown(self, ballot: Ballot) -> bool:
        """Whether the message is known to show these votes."""
        return self._shown.is_like(ballot.table.id, (ballot.vote.number, dict(ballot.votes)))

    async def drop_unposted(self, ballot: Ballot) -> None:
        """Delete a vote whose message could not be posted."""
        await self._votes.drop(ballot.vote)

    # Voting

    async def cast_vote(self, click: Click, table_id: int, number: int, option: int) -> Ballot:
        """Cast or change a vote; the last of the seated players closes it.

        Raises `Refused` for a closed vote, a taken decision, and the asker.
        """
        table = await self._tables.get(table_id)
        shown, vote = self._tables.show(table), await self._votes.of_table(table.id)
        if vote is None or vote.number != number or vote.closed or not await self._is_undecided(shown, vote):
            raise Refused("ask-closed", table)
        if click.person.id == vote.user_id:
            raise Refused("ask-own", table)
        if option >= len(vote.lines):
            raise Refused("old-control")
        known = await self._votes.votes(table.id)
        if known.get(click.person.id) == option:
            return replace(self._ballot(shown, vote, known, is_open=True), is_new=False)
        votes = await self._votes.cast_vote(vote, click.person.id, option, self._context.now())
        if votes is None:
            raise Refused("ask-closed", table)
        awaited = self._awaited_voters(shown, vote)
        if awaited and awaited <= votes.keys():
            await self._votes.close(vote, self._context.now())
            vote = replace(vote, closed=True)
        return self._ballot(shown, vote, votes, is_open=True)

    def _awaited_voters(self, shown: Shown, vote: Vote) -> frozenset[int]:
        """The users whose votes are awaited: seated people in the game, without the asker."""
        playing = remaining_players(shown.entry, shown.table, shown.state)
        users = {acting_for(player) for player in playing if not has_gone(player)}
        return frozenset(user for user in users if user > HOUSE and user != vote.user_id)

    def _ballot(self, shown: Shown, vote: Vote, votes: Mapping[int, int], *, is_open: bool) -> Ballot:
        table = shown.table
        seated = {
            user
            for player in table.players
            for user in (player.user_id, player.substitute)
            if user is not None
        }
        try:
            state = shown.entry.codec.load(vote.begins)
        except CorruptState:
            state = None
        asked = tuple(sorted(self._awaited_voters(shown, vote))) if is_open else ()
        return Ballot(table, shown.entry, vote, state, votes, frozenset(seated), is_open, asked=asked)

    async def _is_undecided(self, shown: Shown, vote: Vote) -> bool:
        """Whether the decision of a vote is still to be taken.

        It is taken once its seat has played a step of a turn, and void after an undo or the end of the turn.
        """
        table = shown.table
        if table.status is not Status.PLAYING or table.turn != vote.turn:
            return False
        if table.plies == vote.ply:
            return True
        since = await self._tables.log(table, after=vote.ply)
        if any(_settles_decision(shown, vote.seat, line) for line in since):
            return False
        game, state = shown.entry.game, shown.state
        legal = {str(action) for action in game.legal(state, vote.seat)}
        return vote.seat in game.to_act(state) and legal.issuperset(vote.lines)

    # The result

    async def play_option(
        self, click: Click, table_id: int, number: int, option: int, message: Board, trace: Trace
    ) -> Shown:
        """Play an option; raises `Refused` where the decision is taken already.

        The message that offered it is deleted.
        """
        table = await self._tables.get(table_id)
        shown, vote = self._tables.show(table), await self._votes.of_table(table.id)
        if vote is None or vote.number != number or not await self._is_undecided(shown, vote):
            raise Refused("ask-decided", table)
        if option >= len(vote.lines):
            raise Refused("old-control")
        own_seat = seat_of(table, click.person)
        if own_seat is not None and self._deciding_seat(shown, own_seat) != vote.seat:
            raise not_your_turn(shown, own_seat)
        shown = await self._play.move(click, table.id, vote.lines[option], trace, table.revision)
        with suppress(StoreError):  # it is deleted with the turn in any case
            await self._votes.drop_message(table.id, message, self._context.now())
        return shown

    async def ballot_of_alarm(self, alarm: Alarm, table: Table) -> Ballot | None:
        """The vote of an alarm; none if the table has another one by now, or none."""
        vote = await self._votes.of_table(table.id)
        if vote is None or str(vote.number) != alarm.detail:
            return None
        shown = self._tables.show(table)
        votes = await self._votes.votes(table.id)
        return self._ballot(shown, vote, votes, is_open=await self._is_undecided(shown, vote))

    async def close(self, alarm: Alarm, table: Table) -> Ballot | None:
        """Close the vote of an alarm, and return it."""
        ballot = await self.ballot_of_alarm(alarm, table)
        if ballot is None:
            return None
        await self._votes.close(ballot.vote, self._context.now())
        return await self.ballot_of_alarm(alarm, table)

    async def set_result_message(self, ballot: Ballot, message: Board) -> None:
        """Store the message with the result, which is deleted when the turn passes."""
        await self._votes.set_result_message(ballot.vote, message, self._context.now())

    async def drop_message(self, table: Table, message: Board) -> None:
        """Delete a message about a vote."""
        await self._votes.drop_message(table.id, message, self._context.now())

    async def drop_vote(self, ballot: Ballot) -> None:
        """Delete a vote whose decision is taken, once its message says so."""
        await self._votes.drop(ballot.vote)

    # Overtime

    async def play_by_default(self, alarm: Alarm, table: Table, player: Player, trace: Trace) -> Shown | None:
        """Play a decision that was put to a vote and not taken in time, by the table's overtime rule.

        None where there is no such rule, no vote, or the table changed meanwhile.
        """
        shown = self._tables.show(table)
        if table.terms.overtime is Overtime.WAIT or not is_played_together(shown.entry, table):
            return None
        vote = await self._votes.of_table(table.id)
        if vote is None or vote.seat != player.seat or not await self._is_undecided(shown, vote):
            return None
        ballot = self._ballot(shown, vote, await self._votes.votes(table.id), is_open=True)
        lines = (
            [vote.lines[option] for option in ballot.leaders]
            if table.terms.overtime is Overtime.LEADER
            else []
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
        """The best bot's choice: of these lines, or of all that are a step of a turn."""
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
    """Whether a line of the log takes a decision of a seat, or undoes one."""
    if is_table_line(line.action):
        return undo_target(line.action) is not None
    if line.seat != seat:
        return False
    try:
        return shown.entry.rules.is_plan_step(shown.entry.game.parse(line.action, shown.state))
    except IllegalAction:
        return True
