"""A tournament: who takes part, and its games."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.names import clean_name
from bot.store import Board, Status, StoreError


class StaleTournament(StoreError):  # noqa: N818 - named by what happened
    """The change was made for another revision of a tournament than the one on disk."""

    def __init__(self, tournament_id: int) -> None:
        super().__init__(f"tournament {tournament_id} has gone on")


class Form(StrEnum):
    """How a tournament is played."""

    KNOCKOUT = "knockout"  # whoever loses is out
    ROUND_ROBIN = "roundrobin"  # everybody meets everybody


class PairingResult(StrEnum):
    """How a game of a tournament has ended."""

    NOT_YET = ""
    FIRST = "first"  # won by whoever has seat 0
    SECOND = "second"
    DRAWN = "drawn"
    VOID = "void"  # its table was put away, so there is no result
    BYE = "bye"  # there was nobody to meet


class ResultKind(StrEnum):
    """How a game of a tournament came to its end."""

    PLAYED = ""
    UNPLAYED = "unplayed"  # there was hardly a game, so it breaks no ties
    DECIDED = "decided"  # by whoever holds the tournament, as others waited for it for long


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody in a tournament. `number` counts from 1: how they came, and once it has begun, their seed.

    `user_id` is none for whoever is forgotten. `out`: they have withdrawn. `place` is how they came off,
    from 1, and 0 before the end.
    """

    number: int
    user_id: int | None
    name: str
    out: bool = False
    place: int = 0

    def __post_init__(self) -> None:
        """The name as everybody may read it."""
        object.__setattr__(self, "name", clean_name(self.name, self.user_id or 0))


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game of a tournament: the `game`th of match `number` in a round; all three count from 1.

    `first` has seat 0 and `second` the other one, both by their number; none for a bye. There is no table
    where nothing had to be played. `points` are those of the game, by seat.
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
        """What tells it from the others of its tournament."""
        return self.round, self.number, self.game


@dataclass(frozen=True, slots=True)
class TournamentSetup:
    """What somebody calls people to: a tournament for at most `places`.

    `by_rating`: the strongest are kept apart, else the draw decides. Bots of the level `bots` take the places
    that are left, none if it is empty. Its tables have a `clock`, in seconds a move, and `threads` of their
    own.
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
    """A tournament as it is on disk. `revision` grows with every change; `seed` is the secret of its draw.

    `round` counts from 1, and is 0 as long as people sign up. `message` shows how it stands. `host_id` is
    none once whoever called it is forgotten.
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
        """Whoever has this number."""
        return next(one for one in self.entrants if one.number == number)

    def of(self, user_id: int) -> Entrant | None:
        """Somebody as one of its entrants, or none."""
        return next((one for one in self.entrants if one.user_id == user_id), None)
