"""Who plays what in the arena, on which deals, and from which seats."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from engine.core import read_settings
from engine.players import BotPlayer, player_named
from engine.registry import GAMES
from tools.arena.measures import measure

A_DUEL: Final = 2


@dataclass(frozen=True, slots=True)
class Contest:
    """Who plays what: `second` is none where only one level is to be seen.

    `options` are those of the game as they were given, `limit` is how many plies a game may take.
    """

    game: str
    first: str
    second: str | None
    seats: int
    seed: str
    options: tuple[tuple[str, str], ...] = ()
    limit: int = 0

    @property
    def is_duel(self) -> bool:
        """Whether the players sit at one board, against each other."""
        return self.seats == A_DUEL and not GAMES[self.game].cooperative

    @property
    def is_paired(self) -> bool:
        """Whether each deal of a duel is played twice: not if both are the same, which would tell nothing."""
        return self.is_duel and self.first != self.second

    @property
    def players(self) -> tuple[BotPlayer, ...]:
        """The players, one or two; raises `UnknownPlayer`."""
        return tuple(player_named(self.game, name) for name in (self.first, self.second) if name is not None)


@dataclass(frozen=True, slots=True)
class ArenaDeal:
    """One game to be played: its number, the seed, and which of the players has each seat, 0 or 1."""

    number: int
    seed: str
    sides: tuple[int, ...]


def check_contest(contest: Contest) -> Contest:
    """The contest with its limit; raises `UnknownPlayer`, `BadOption`, or `ValueError` for its seats."""
    game = GAMES[contest.game]
    if contest.seats not in game.seats:
        raise ValueError(f"{game.title} is for {game.seats.start} to {game.seats.stop - 1} players")
    if contest.is_duel and contest.second is None:
        raise ValueError(f"{game.title} is a duel: say who plays against {contest.first}")
    if not contest.is_duel and contest.seats > 1 and not game.cooperative:
        raise ValueError("the arena knows duels, and games that are played alone or together")
    read_settings(game, dict(contest.options), contest.seats)
    limit = contest.limit or measure(contest.game).limit
    return replace(contest, limit=limit) if contest.players else contest


def deals(contest: Contest, games: int) -> tuple[ArenaDeal, ...]:
    """What is to be played: so many games of a duel; else so many deals, each played by every player."""
    if contest.is_duel:
        return tuple(_duel_deal(contest, number) for number in range(games))
    sides = range(len(contest.players))
    return tuple(
        ArenaDeal(number, f"{contest.seed}-{number}", (side,) * contest.seats)
        for number in range(games)
        for side in sides
    )


def _duel_deal(contest: Contest, number: int) -> ArenaDeal:
    """A game of a duel: of the two on the same deal, the first player begins the first."""
    deal, exchanged = divmod(number, 2) if contest.is_paired else (number, 0)
    return ArenaDeal(deal, f"{contest.seed}-{deal}", (1, 0) if exchanged else (0, 1))
