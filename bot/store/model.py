"""The stored values. Times are seconds since 1970 (UTC); ids are those of Discord.

The house, bots and forgotten people have user ids as well, so that a seat can be theirs: 0 and below.
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
"""The user id of the house, which plays for absent players."""

BOTS: Final = -(2**60)
"""Bots have this user id or a lower one; no nameless seat ever has one of them."""

_MOST: Final = 8
"""The number of bots of one level that a table can distinguish; it has fewer seats."""

NAMELESS: Final = "N. N."
"""The name of forgotten people."""

HOST_ASKED: Final = -1
"""A value of `Terms.hints_asked`: in its lobby, the host of a duel is offered to allow hints."""

HINTS_SETTLED: Final = -2
"""A value of `Terms.hints_asked`: that is decided, and not asked any more."""

NOTHING: Final = -2
"""A value of `Table.answering`: no player has prepared an answer."""

WAITING: Final = -1
"""A value of `Table.answering`: there is a prepared answer, and none of it is due."""

ASIDE: Final = 7
"""The place of a user without a seat; a table has fewer seats than that."""


def is_bot(user_id: int | None) -> bool:
    """Whether a user id is a bot's."""
    return user_id is not None and user_id <= BOTS


def bot_id(level: str, number: int) -> int:
    """Return the user id of a bot of one of `LEVELS`; `number`, from 0, distinguishes those of one table."""
    return BOTS - LEVELS.index(level) * _MOST - number


def level_of(user_id: int) -> str:
    """Return a bot's level, one of `LEVELS`, by its user id."""
    return LEVELS[(BOTS - user_id) // _MOST]


def bot_name(level: str) -> str:
    """Return the name of a level's bots, in every language."""
    return level.capitalize()


def is_nameless(user_id: int | None) -> bool:
    """Whether a user id is that of a forgotten person."""
    return user_id is not None and BOTS < user_id < 0


def nameless_id(table_id: int, seat: Seat) -> int:
    """Return the user id of a forgotten person at this seat of this table, used nowhere else."""
    return -(table_id * (ASIDE + 1) + seat) - 1


class Status(StrEnum):
    """The state of a table's life."""

    OPEN = "open"  # a lobby: seats are free, or a player was challenged
    PLAYING = "playing"
    OVER = "over"  # played to an outcome
    CLOSED = "closed"  # given up before it began; or with a state: closed or transferred before its end


class Sides(StrEnum):
    """How seats are assigned in a game for two, where one of them is an advantage."""

    FIXED = "fixed"  # as they sit
    DRAWN = "drawn"  # by lot, when the game begins
    WISHED = "wished"  # the opener asks for their seat: as they sit if the other agrees, or else by lot


@dataclass(frozen=True, slots=True)
class SecondBoard:
    """A second board: where a player sees a table who is not in its server.

    `guild_id` is None in their direct messages with the bot, `language` the language there; `message_id` is
    None as long as nothing was shown.
    """

    guild_id: int | None
    channel_id: int
    language: str
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """A player at a table. `seated` is false while a challenge waits for its answer.

    `picks` is canonical JSON: what they have picked for themselves before the game begins. `substitute` is
    who plays for them until they are back, `HOUSE` for the house itself. `salt` is their contribution to the
    table's chance. A negative `user_id` is nameless: the player was forgotten. Line `from_ply` of the log,
    and earlier ones, belong to a forgotten player who had the seat. `gone`: they have left the server, as far
    as the bot knows, and are not called until they act again. `afar`: their second board, if they are not in
    the table's server. Then others there see only the `name`, which they agreed to.
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
        """Clean the names for display, also those stored by older versions."""
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

    `bank` is left beside the time for each turn. Of the current turn, `spent` were used before `since`, from
    when on the clock runs; None: it is stopped. `up`: the time is over, and the others were told. `last` is
    what the seat's last turn took.
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
    """A position from which the later lines of a log are replayed: the state after line `ply`.

    `state` is the codec's JSON.
    """

    ply: int
    state: str
    counter: int


class Overtime(StrEnum):
    """What happens to a decision under vote, once its player has no time left."""

    WAIT = "wait"  # nothing special: the others choose how the game goes on, as always
    LEADER = "leader"  # the leading option is played
    MIND = "mind"  # the strongest bot's choice is played


class Kind(StrEnum):
    """The purpose of a kernel alarm; features have kinds of their own."""

    CALL = "call"  # a turn that began in the player's night
    REMIND = "remind"  # most of the time for a turn is over
    SNOOZE = "snooze"  # a postponed reminder
    UP = "up"  # the time is over; the others choose how it goes on
    NUDGE = "nudge"  # another player asks for a move; detail: `nudge_detail`
    FREE = "free"  # the player was awaited so long that the others may act for them
    ASKED = "asked"  # an offer that the player need not answer
    GONE = "gone"  # the awaited player has left the server; the others choose how it goes on
    HOUSE = "house"  # the house plays for an absent player
    IDLE = "idle"  # an idle table: whether it goes on; later, that it ends


@dataclass(frozen=True, slots=True)
class NewAlarm:
    """Something to be done at `due`. It is dropped if the table is no longer at `turn` by then.

    `user_id` is its recipient, `detail` what its kind needs besides.
    """

    kind: str
    due: float
    table_id: int | None = None
    user_id: int | None = None
    turn: int | None = None
    detail: str = ""


def nudge_detail(user_id: int, name: str) -> str:
    """Return the detail of a nudge: who asks for a move."""
    return f"{user_id} {name}"


def nudged_by(detail: str) -> tuple[int | None, str]:
    """Return who asks for a move, and their name; None where an earlier version stored the name alone."""
    number, _, name = detail.partition(" ")
    return (int(number), name) if number.isdecimal() and name else (None, detail)


@dataclass(frozen=True, slots=True)
class Alarm:
    """A stored alarm. `sending`: since when it has been under way; its outcome is not known yet."""

    id: int
    kind: str
    due: float
    table_id: int | None
    user_id: int | None
    turn: int | None
    detail: str
    sending: float | None


class Result(StrEnum):
    """A game's result for one seat."""

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
        """Clean the name for display."""
        object.__setattr__(self, "name", clean_name(self.name, self.user_id))


@dataclass(frozen=True, slots=True)
class Habits:
    """A person's preferences. `wakes` and `sleeps` are minutes of their day; equal: always awake.

    `remind`: in the channel (`here`), by direct message (`direct`) or `never`. `digest`: at which minute of
    their day they get the list of their turns; None: never. They are on vacation between `away_from` and
    `away_until`, if these are set; in `year` they had `used` seconds of it before that. `language` is empty
    for the language of their Discord. `quiet`: where they sit, bots make no remarks. `warned`: before a move
    that gives something away, where hints are free, they are asked to confirm it. `known_as` is the name that
    people of other servers may see; empty: none was agreed to.
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
    """The terms of a table; those of the first lines are final when its game begins.

    Missing ones are the default, or filled in when the table is drafted (`NewTables.draft`). `options` is
    canonical JSON; `salts` are the players' contributions to the table's chance by then, in the order of
    their seats. `patience`: after how many seconds others may act for an absent player; 0: never. `clock` is
    how many seconds there are for a turn (0: no clock), `bank` how many each seat has besides; `forfeit`: who
    runs out of both loses; `overtime` is what happens to a vote where there is a clock, and time runs out.

    `hints` is how many hints each seat may take (-1: any number; -2: none, though a bot plays). `hints_asked`
    is the seat in a duel that asks for hints, `HOST_ASKED` or `HINTS_SETTLED`, and None as long as neither
    has asked. `language` is the table's language. `quiet`: no remarks and films there. `found`: a game of
    matchmaking. `day` is the ISO date of a deal of the day, or the week of one of the week, which its host
    begins once, in private; `week` the ISO week of a deal that several people play together, in public.
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
        """The table's timing, in seconds: agreed when it was opened, and never changed."""
        times = {"patience": self.patience, "clock": self.clock, "bank": self.bank}
        return {**times, "forfeit": self.forfeit}

    def renewed(self) -> Terms:
        """Return the terms for another table: without what is final at this one, or specific to it."""
        return replace(self, salts=(), sides=Sides.FIXED, hints_asked=None, found=False, day=None, week=None)


@dataclass(frozen=True, slots=True)
class Journey:
    """Where a table's game comes from, and where it goes on.

    `parent` is the table, and the line of its log, that a fork goes on from. `moved` is the origin of a
    transferred game: the code of its table there, that one's last line, and the beginning of the hash of its
    head. `base` is the position that either begins with. `gone` is the table where a closed one goes on,
    `away` tells that its game was exported as a file.
    """

    parent: tuple[int, int] | None = None
    moved: tuple[str, int, str] | None = None
    base: Base | None = None
    gone: int | None = None
    away: bool = False


@dataclass(frozen=True, slots=True)
class Time:
    """When a table was opened and last changed, and since when a player is awaited.

    `clocks` are those of the seats, if there is a clock.
    """

    created_at: float
    changed_at: float
    waiting_since: float = 0.0
    clocks: tuple[SeatClock, ...] = ()


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be opened. `seed` is the secret its chance is drawn from.

    Where no player is waited for, `state` and `counter` are those of a game that begins with its table, and
    `entry` is the first line of its log if it begins at a position of its `journey`. `follows` is the table
    that is played again.

    Of a transferred game, `earlier` is the text of what was played before, `owners` its players, as far as
    known, and `closes` the change that ends the previous table, if that is one of ours. `most` is the limit
    on live tables in the server, `most_each` that on those that their host has opened anywhere (0: any
    number).
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
    """A stored table. `state` is the codec's JSON, None until the game has begun.

    `revision` grows by one with every saved change, `plies` counts the log, `head` is the hash of the last
    line of the log (of the header, as long as there is none). `turn` counts how often the turn passed.
    `home_id` is the channel of the thread that the table is played in. `answering` is the turn in which a
    prepared answer is due, or `WAITING`, or `NOTHING`.
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
        """The day or week of a shared deal; None at other tables."""
        return self.terms.day or self.terms.week

    @property
    def chance(self) -> str:
        """The source of all chance in the game: the secret, and the players' contributions."""
        return chance_seed(self.seed, self.terms.salts)

    @property
    def is_answered(self) -> bool:
        """Whether the current turn's prepared answer is about to be played."""
        return self.answering == self.turn

    @property
    def goes_on(self) -> bool:
        """Whether the game began at another table, and goes on from a position here."""
        return self.journey.parent is not None or self.journey.moved is not None

    @property
    def code(self) -> str:
        """The table's code: `T7`."""
        return f"T{self.id}"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a table's log: who did what. `user_id` is None for the house.

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
    """A line to be added to a log. `prepared` is the number of the prepared answer, if it is one."""

    seat: Seat
    user_id: int | None
    action: str
    prepared: int | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """What one click does to a table, saved whole or not at all.

    It applies to the table at `revision`; `line` is None for changes that are not moves (joining, accepting a
    challenge, closing). `terms` and `journey` are whole; the change that begins the game brings its terms:
    the options with the players' picks, their salts, and the rules' version if it has changed since the lobby
    opened. Other None fields stay unchanged. `clocks` are all of them, `alarms` those to add; `records` come
    with the end of a game. `interaction` is None where the change is part of something else that is saved
    with it. Clocks may change without a revision, such as by a vacation: `clocks` apply if the table has
    those that they were made from, `goes_by`.
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

    `turn` is the one for which its players were last called, None if the table was never shown. From `due` on
    the bot shows it automatically; it has tried so `tries` times.
    """

    table_id: int
    revision: int
    turn: int | None
    since: float
    tries: int
    due: float


@dataclass(frozen=True, slots=True)
class OldBoard:
    """A message whose table is shown elsewhere since then, and which may still have its controls.

    From `due` on the bot removes them automatically; it has tried so `tries` times.
    """

    board: Board
    table_id: int
    since: float
    tries: int
    due: float
