"""A tournament: its entrants and its games."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.names import clean_name
from bot.store import Board, Status, StoreError


class StaleTournament(StoreError):  # noqa: N818 - named by what happened
    """The change was made for another revision of the tournament than the stored one."""

    def __init__(self, tournament_id: int) -> None:
        super().__init__(f"tournament {tournament_id} has gone on")


class Form(StrEnum):
    """The form of a tournament."""

    KNOCKOUT = "knockout"  # losers are out
    ROUND_ROBIN = "roundrobin"  # all entrants meet each other


class PairingResult(StrEnum):
    """The result of a game of a tournament."""

    NOT_YET = ""
    FIRST = "first"  # won by seat 0
    SECOND = "second"
    DRAWN = "drawn"
    VOID = "void"  # its table was closed without a result
    BYE = "bye"  # there was no opponent


class ResultKind(StrEnum):
    """How the result of a game came about."""

    PLAYED = ""
    UNPLAYED = "unplayed"  # not really played, so it breaks no ties
    DECIDED = "decided"  # by the organizer, as others had waited for it too long


@dataclass(frozen=True, slots=True)
class Entrant:
    """A participant. `number` counts from 1: the order of sign-up, and once it has begun, the seed.

    `user_id` is none for a forgotten user. `out`: withdrawn. `place` is the final place from 1, and 0 before
    the end.
    """

    number: int
    user_id: int | None
    name: str
    out: bool = False
    place: int = 0

    def __post_init__(self) -> None:
        """Clean the name for display."""
        object.__setattr__(self, "name", clean_name(self.name, self.user_id or 0))


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game of a tournament: the `game`th of match `number` in a round; all three count from 1.

    `first` has seat 0 and `second` seat 1, both by entrant number; `second` is none for a bye. There is no
    table where nothing had to be played. `points` are those of the game, by seat.
    """

    round: int
    number: int
    game: int
    first: int
    second: int | None
    table_id: int | None = None
    ended: PairingResult = PairingResult.NOT_YET
    points: tuple[int, int] = (0, 0)
    how: ResultKind = ResultKind.PLAYED

    @property
    def key(self) -> tuple[int, int, int]:
        """The identity of the game within its tournament."""
        return self.round, self.number, self.game


@dataclass(frozen=True, slots=True)
class TournamentSetup:
    """The settings that a tournament is opened with, for at most `places`.

    `by_rating`: seeds follow the ratings, else the draw. Bots of the level `bots` fill the free places, none
    if it is empty. Its tables have a `clock` in seconds a move, and `threads` of their own.
    """

    game: str
    form: Form
    places: int
    clock: int
    by_rating: bool = True
    bots: str = ""
    threads: bool = True


@dataclass(frozen=True, slots=True)
class Tournament:
    """A stored tournament. `revision` grows with every change; `seed` is the secret of its draw.

    `round` counts from 1, and is 0 during the sign-up. `message` shows the standings. `host_id` is the
    organizer, none once they are forgotten.
    """

    id: int
    setup: TournamentSetup
    guild_id: int
    channel_id: int
    host_id: int | None
    host_name: str
    status: Status
    seed: str
    language: str
    at: float
    changed_at: float
    round: int = 0
    revision: int = 0
    message: Board | None = None
    entrants: tuple[Entrant, ...] = ()
    pairings: tuple[Pairing, ...] = ()

    def entrant(self, number: int) -> Entrant:
        """The entrant with this number."""
        return next(entrant for entrant in self.entrants if entrant.number == number)

    def of(self, user_id: int) -> Entrant | None:
        """The entrant of a user, or none."""
        return next((entrant for entrant in self.entrants if entrant.user_id == user_id), None)
