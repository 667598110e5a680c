"""What the database keeps, as values. Times are seconds since 1970 (UTC); ids are those of Discord.

The house, its bots and whoever is forgotten have user ids as well, so that a seat can be theirs: 0 and below.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.names import clean_name
from engine.core import Seat
from engine.fairness import chance_seed
from engine.mind import LEVELS

HOUSE: Final = 0
"""The user id of the house, where it plays for somebody absent."""

BOTS: Final = -(2**60)
"""The user ids of bots are this and those below it; no nameless seat ever has one of them."""

_MOST: Final = 8
"""The bots of one level that a table can tell apart; it has fewer seats."""

NAMELESS: Final = "N. N."
"""What everybody is called who is forgotten."""

BOTH_ASKED: Final = -1
"""As in `Terms.hints_asked`: both players are asked whether there shall be hints."""

HINTS_SETTLED: Final = -2
"""The same: that is settled, and nobody is asked any more."""

NOTHING: Final = -2
"""As in `Table.answering`: nobody has prepared an answer there."""

WAITING: Final = -1
"""The same: somebody has, and none of it is due."""

ASIDE: Final = 7
"""The place of somebody without a seat; a table has fewer seats than that."""


def is_bot(user_id: int | None) -> bool:
    """Whether a user id is that of a player made of code."""
    return user_id is not None and user_id <= BOTS


def bot_id(level: str, number: int) -> int:
    """The user id of a bot of one of `LEVELS`; `number`, from 0, tells those of one table apart."""
    return BOTS - LEVELS.index(level) * _MOST - number


def level_of(user_id: int) -> str:
    """At which of `LEVELS` a bot plays, by its user id."""
    return LEVELS[(BOTS - user_id) // _MOST]


def bot_name(level: str) -> str:
    """What the bots of a level are called, in every language."""
    return level.capitalize()


def is_nameless(user_id: int | None) -> bool:
    """Whether a user id is that of somebody who is forgotten."""
    return user_id is not None and BOTS < user_id < 0


def nameless_id(table_id: int, seat: Seat) -> int:
    """The user id of whoever is forgotten at this place of this table, and nowhere else."""
    return -(table_id * (ASIDE + 1) + seat) - 1


class Status(StrEnum):
    """Where a table stands in its life."""

    OPEN = "open"  # waiting for players: seats are free, or somebody was challenged
    PLAYING = "playing"
    OVER = "over"  # played to an outcome
    CLOSED = "closed"  # given up before it began; or with a state: put away, or moved house, before its end


class Sides(StrEnum):
    """How it is settled who has which seat of a game for two, where one of them is worth more."""

    FIXED = "fixed"  # as they sit
    DRAWN = "drawn"  # by lot, when the game begins
    WISHED = (
        "wished"  # whoever opened it asks for their seat: as they sit if the other agrees, or else by lot
    )


@dataclass(frozen=True, slots=True)
class SecondBoard:
    """Where a player sees a table who is not in the server where it is played: a second board of it.

    `guild_id` is none where that is in their direct messages with the bot, `language` what is spoken there;
    `message_id` is none as long as nothing was shown.
    """

    guild_id: int | None
    channel_id: int
    language: str
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at a table. `seated` is false while a challenge waits for its answer.

    `picks` is canonical JSON: what they have chosen for themselves before the game begins. `substitute` is
    who plays for them until they are back, `HOUSE` for the house itself. `salt` is what they have added to
    the table's chance while it was open. A negative `user_id` is nobody's: whoever sat there is forgotten.
    Line `from_ply` of the log, and what came before, was somebody's who had the seat and is forgotten.
    `gone`: they have left the server, as far as the bot knows, and are not called until they act again.
    `afar`: where they see the table, if they are not in its server. Then nobody there is shown who they are
    but for the `name`, which they agreed to.
    """

    seat: Seat
    user_id: int
    name: str
    seated: bool = True
    picks: str = "{}"
    substitute: int | None = None
    substitute_name: str = ""
    salt: str = ""
    from_ply: int = 0
    gone: bool = False
    afar: SecondBoard | None = None

    def __post_init__(self) -> None:
        """The names as everybody may read them, also those that were saved as they came."""
        object.__setattr__(self, "name", clean_name(self.name, self.user_id))
        if self.substitute_name:
            object.__setattr__(
                self, "substitute_name", clean_name(self.substitute_name, self.substitute or 0)
            )


@dataclass(frozen=True, slots=True)
class Board:
    """The message that shows a table's current position."""

    channel_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class SeatClock:
    """A seat's time, in seconds. Only tables with a clock have them.

    `bank` is left beside the time for each turn. Of the turn under way, `spent` were used before `since`,
    from when on the clock runs; none: it stands still. `up`: the time is over, and the others were told.
    `last` is what the seat's last turn took.
    """

    seat: Seat
    bank: float
    spent: float = 0.0
    since: float | None = None
    up: bool = False
    nudged: float | None = None
    last: float = 0.0


@dataclass(frozen=True, slots=True)
class Base:
    """A position that the later lines of a log are replayed from: how it stood after line `ply`.

    `state` is the codec's JSON.
    """

    ply: int
    state: str
    counter: int


class Overtime(StrEnum):
    """What is done about a decision that was put to a vote, once its player has no time left."""

    WAIT = "wait"  # nothing of its own: the others choose how the game goes on, as always
    LEADER = "leader"  # what leads the vote is played
    MIND = "mind"  # what the best mind would do is played


class Kind(StrEnum):
    """What an alarm of the kernel is for; features have kinds of their own."""

    CALL = "call"  # it is somebody's turn; it came in their night
    REMIND = "remind"  # most of the time for a turn is over
    SNOOZE = "snooze"  # a reminder that was asked for
    UP = "up"  # the time is over; the others choose how it goes on
    NUDGE = "nudge"  # one of the others asks for a move; detail: `nudge_detail`
    FREE = "free"  # who must act was awaited so long that the others may act for them
    ASKED = "asked"  # somebody is offered something, and need not answer
    GONE = "gone"  # who must act has left the server; the others choose how it goes on
    HOUSE = "house"  # the house plays for somebody absent
    IDLE = "idle"  # nobody has touched a table for long: whether it goes on; later, that it ends


@dataclass(frozen=True, slots=True)
class NewAlarm:
    """Something to be done at `due`. It is dropped if the table is no longer at `turn` by then.

    `user_id` is whom it is for, `detail` what its kind needs besides.
    """

    kind: str
    due: float
    table_id: int | None = None
    user_id: int | None = None
    turn: int | None = None
    detail: str = ""


def nudge_detail(user_id: int, name: str) -> str:
    """The detail of a nudge: who asks for a move."""
    return f"{user_id} {name}"


def nudged_by(detail: str) -> tuple[int | None, str]:
    """Who asks for a move, and their name; none where an earlier version wrote the name alone."""
    number, _, name = detail.partition(" ")
    return (int(number), name) if number.isdecimal() and name else (None, detail)


@dataclass(frozen=True, slots=True)
class Alarm:
    """An alarm on disk. `sending`: since when it has been under way; what came of it is not known yet."""

    id: int
    kind: str
    due: float
    table_id: int | None
    user_id: int | None
    turn: int | None
    detail: str
    sending: float | None


class Result(StrEnum):
    """How a game ended for one seat."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Record:
    """A finished game for one seat. `counts`: whether it is part of ratings and streaks.

    `channel_id` is where the table was opened, `seats` how many played.
    """

    table_id: int
    seat: Seat
    user_id: int
    name: str
    game: str
    guild_id: int | None
    channel_id: int
    result: Result
    points: int
    seats: int
    plies: int
    began: float
    ended: float
    counts: bool

    def __post_init__(self) -> None:
        """The name as everybody may read it."""
        object.__setattr__(self, "name", clean_name(self.name, self.user_id))


@dataclass(frozen=True, slots=True)
class Habits:
    """How somebody wants to be treated. `wakes` and `sleeps` are minutes of their day; equal: always awake.

    `remind`: in the channel (`here`), by direct message (`direct`) or `never`. `digest`: at which minute of
    their day they get the list of their turns; none: not at all. They are on vacation between `away_from` and
    `away_until`, if these are set; in `year` they had `used` seconds of it before that.
    `language` is empty where they go by what Discord says. `quiet`: where they sit, bots make no remarks.
    `warned`: before a move that gives something away, where hints are free, they are asked whether they mean
    it. `known_as` is the name that people of other servers may see; empty: none was agreed to.
    """

    user_id: int
    zone: str = "UTC"
    wakes: int = 0
    sleeps: int = 0
    remind: str = "here"
    digest: int | None = None
    away_from: float | None = None
    away_until: float | None = None
    year: int = 0
    used: float = 0.0
    language: str = ""
    quiet: bool = False
    warned: bool = False
    known_as: str = ""


@dataclass(frozen=True, slots=True)
class Terms:
    """On what terms a table is played; those of the first lines are settled when its game begins.

    What is left out is as usual, or filled in where the table is drafted (`NewTables.draft`). `options` is
    canonical JSON; `salts` are what the players had added to the table's chance by then, in the order of
    their seats. `patience`: after how many seconds others may act for somebody who is awaited; 0: never.
    `clock` is how many seconds there are for a turn (0: no clock), `bank` how many each seat has besides;
    `forfeit`: who runs out of both loses; `overtime` is what is done about a vote where there is a clock, and
    time runs out.

    `hints` is how many hints each seat may take (-1: any number; -2: none, though a bot plays). `hints_asked`
    is the seat in a duel that asks for hints, `BOTH_ASKED` or `HINTS_SETTLED`, and none as long as nobody has
    asked. `language` is what the table speaks. `quiet`: bots make no remarks there. `found`: the bot has
    brought its players together. `day` is the ISO date of a deal of the day, or the week of one of the week,
    which its host begins once, in private; `week` the ISO week of a deal that several people play together,
    in public.
    """

    options: str = "{}"
    rules_version: int = 0
    salts: tuple[str, ...] = ()
    patience: int = 0
    clock: int = 0
    bank: int = 0
    forfeit: bool = False
    overtime: Overtime = Overtime.WAIT
    sides: Sides = Sides.FIXED
    hints: int = 0
    hints_asked: int | None = None
    language: str = "en"
    quiet: bool = False
    found: bool = False
    day: str | None = None
    week: str | None = None

    @property
    def timing(self) -> dict[str, int | bool]:
        """How a table is timed, in seconds: what was agreed when it was opened, and never changes."""
        times = {"patience": self.patience, "clock": self.clock, "bank": self.bank}
        return {**times, "forfeit": self.forfeit}

    def renewed(self) -> Terms:
        """The same for another table: without what was settled at this one, or concerned it alone."""
        return replace(self, salts=(), sides=Sides.FIXED, hints_asked=None, found=False, day=None, week=None)


@dataclass(frozen=True, slots=True)
class Journey:
    """Where a table's game comes from, and where it goes on.

    `parent` is the table, and the line of its log, that a fork goes on from. `moved` is where a game that
    moved house comes from: the code of its table there, that one's last line, and the beginning of the hash
    of its head. `base` is the position that either begins with. `gone` is the table where a closed one goes
    on, `away` tells that its game has left as a file.
    """

    parent: tuple[int, int] | None = None
    moved: tuple[str, int, str] | None = None
    base: Base | None = None
    gone: int | None = None
    away: bool = False


@dataclass(frozen=True, slots=True)
class Time:
    """When a table was opened and last changed, and since when it awaits whoever must act.

    `clocks` are those of the seats, if there is a clock.
    """

    created_at: float
    changed_at: float
    waiting_since: float = 0.0
    clocks: tuple[SeatClock, ...] = ()


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be opened. `seed` is the secret its chance is drawn from.

    Where nobody has to be waited for, `state` and `counter` are those of a game that begins with its table,
    and `entry` is the first line of its log if it begins at a position of its `journey`. `follows` is the
    table that is played again.

    Of a game that moved house, `earlier` is the text of what was played before, `owners` whose game it is, as
    far as is known, and `closes` the change that ends the table it leaves, if that is one of ours. `most` is
    how many tables there may be at once in the server, `most_each` how many of those that their host has
    opened anywhere (0: any number).
    """

    game: str
    guild_id: int | None
    channel_id: int
    host_id: int
    terms: Terms
    seed: str
    players: tuple[Player, ...]
    at: float
    state: str | None = None
    counter: int = 0
    follows: int | None = None
    journey: Journey = Journey()
    entry: str | None = None
    clocks: tuple[SeatClock, ...] = ()
    alarms: tuple[NewAlarm, ...] = ()
    earlier: str = ""
    owners: tuple[int, ...] = ()
    closes: Change | None = None
    most: int | None = None
    most_each: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """A table as it is on disk. `state` is the codec's JSON, none until the game has begun.

    `revision` grows by one with every saved change, `plies` counts the log, `head` is the hash of the
    last line of the log (of the header, as long as there is none). `turn` counts how often it was somebody
    else's move. `home_id` is the channel of the thread that the table is played in. `answering` is the turn
    in which an answer is due that somebody has prepared, or `WAITING`, or `NOTHING`.
    """

    id: int
    game: str
    guild_id: int | None
    channel_id: int
    host_id: int
    status: Status
    terms: Terms
    seed: str
    counter: int
    revision: int
    plies: int
    head: str
    state: str | None
    players: tuple[Player, ...]
    board: Board | None
    time: Time
    turn: int = 0
    journey: Journey = Journey()
    home_id: int | None = None
    answering: int = NOTHING

    @property
    def deal(self) -> str | None:
        """The day or week whose deal is played, which others play as well; none at other tables."""
        return self.terms.day or self.terms.week

    @property
    def chance(self) -> str:
        """What all chance of the game is drawn from: the secret, and what the players added to it."""
        return chance_seed(self.seed, self.terms.salts)

    @property
    def is_answered(self) -> bool:
        """Whether the turn is that of somebody whose prepared answer is about to be played."""
        return self.answering == self.turn

    @property
    def goes_on(self) -> bool:
        """Whether the game began at another table, and goes on from a position here."""
        return self.journey.parent is not None or self.journey.moved is not None

    @property
    def code(self) -> str:
        """The table as people call it: `T7`."""
        return f"T{self.id}"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a table's log: who did what. `user_id` is none where it was the house.

    `action` is the game's notation, or one of `engine.table_lines`. `prepared`: it was entered ahead of time.
    """

    ply: int  # from 1
    seat: Seat
    user_id: int | None
    action: str  # canonical notation
    hash: str  # of the line before and this one, see engine.fairness
    at: float
    prepared: bool = False


@dataclass(frozen=True, slots=True)
class NewLine:
    """A line to be added to a log. `prepared` is the number of the answer that it is, if it was prepared."""

    seat: Seat
    user_id: int | None
    action: str
    prepared: int | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """What one click does to a table, saved whole or not at all.

    It holds for the table as it was at `revision`; `line` is none for changes that are not moves (joining,
    accepting a challenge, closing). `terms` and `journey` are whole; the change that begins the game brings
    its terms: what was agreed, written anew with what the players picked, their salts, and the rules' version
    if it has changed while people gathered. What else is none stays as it is. `clocks` are all of them,
    `alarms` those to add; `records` come with the end of a game. `interaction` is none where the change is
    part of something else that is saved with it. Clocks may change without a revision, such as by a vacation:
    `clocks` hold if the table has those that they were made from, `goes_by`.
    """

    table: int
    revision: int
    interaction: int | None
    status: Status
    players: tuple[Player, ...]
    state: str | None
    counter: int
    at: float
    head: str
    line: NewLine | None = None
    terms: Terms | None = None
    journey: Journey | None = None
    host_id: int | None = None
    waiting_since: float | None = None
    turn: int | None = None
    clocks: tuple[SeatClock, ...] | None = None
    alarms: tuple[NewAlarm, ...] = ()
    records: tuple[Record, ...] = ()
    goes_by: tuple[SeatClock, ...] | None = None


@dataclass(frozen=True, slots=True)
class Unshown:
    """A table whose newest revision is not known to be shown, saved at `since`.

    `turn` is the one for which its players were last called, none if the table was never shown. From `due` on
    the bot shows it by itself; it has tried so `tries` times.
    """

    table_id: int
    revision: int
    turn: int | None
    since: float
    tries: int
    due: float


@dataclass(frozen=True, slots=True)
class OldBoard:
    """A message whose table is shown elsewhere since then, and which may have its controls still.

    From `due` on the bot takes them off by itself; it has tried so `tries` times.
    """

    board: Board
    table_id: int
    since: float
    tries: int
    due: float
