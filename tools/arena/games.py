"""A game of the arena: any two players of a game, reproducibly.

All randomness of deal number i comes from the seed `SEED-i`, including that of the players. A duel plays each
deal twice with the seats exchanged. In a solo or cooperative game both players play the same deals, each in
all of the seats. The clock is an argument, and nothing else depends on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain, islice
from typing import Any, TypeAlias

from engine.core import Game, Outcome, Seat
from engine.players import search_seed
from engine.registry import GAMES
from tools import selfplay
from tools.arena.contests import ArenaDeal, Contest
from tools.arena.measures import STOPPED, measure

AnyGame: TypeAlias = Game[Any, Any, Any, Any]

Clock: TypeAlias = Callable[[], float]
"""Seconds since any moment."""


@dataclass(frozen=True, slots=True)
class ArenaGame:
    """A played game. If it was cut short, `outcome` is the evaluation, with the ending `stopped`.

    `mark` is a hash of all its lines: games with the same mark are equal. `seconds` are each player's times
    per decision.
    """

    deal: ArenaDeal
    outcome: Outcome
    plies: int
    turns: int | None
    mark: str
    seconds: tuple[tuple[float, ...], ...]

    def has_won(self, side: int) -> bool:
        """Return whether a player has one of the winning seats."""
        return any(self.deal.sides[seat] == side for seat in self.outcome.winners)

    def points(self, side: int) -> int:
        """Return the points of a player, of all its seats the most."""
        pairs = zip(self.deal.sides, self.outcome.points, strict=True)
        return max(points for owner, points in pairs if owner == side)


class IllegalPlay(Exception):  # noqa: N818 - named by what is wrong
    """A player chose an illegal action; the message says where to reproduce it."""


def play_game(contest: Contest, deal: ArenaDeal, clock: Clock) -> ArenaGame:
    """Play a game from beginning to end; raises `IllegalPlay` for a player that breaks the rules."""
    game, took = GAMES[contest.game], tuple(list[float]() for _ in contest.players)

    def choose(state: object, seat: Seat, actions: tuple[Any, ...], ply: int) -> tuple[Any, ...]:
        side, view, seed = deal.sides[seat], game.view(state, seat), search_seed(deal.seed, ply, seat)
        before = clock()
        plan = contest.players[side].plan(view, actions, seed)
        took[side].append(clock() - before)
        return plan

    lines, state = list[str](), None
    try:
        going = selfplay.plies(game, contest.seats, deal.seed, choose, dict(contest.options))
        for ply in islice(going, contest.limit):
            lines.append(f"{ply.seat} {ply.action}")
            state = ply.after
    except selfplay.Unplayable as wrong:
        name = contest.players[deal.sides[wrong.seat]].name
        where = f"seed {deal.seed!r}, ply {wrong.ply}, seat {wrong.seat}"
        message = f"{name} wanted {wrong.action}, which is not legal ({game.key}, {where})"
        raise IllegalPlay(message) from wrong
    measured, view = measure(contest.game), game.view(state, None)
    outcome = game.outcome(state) or measured.stopped(view) or Outcome(STOPPED, (), (0,) * contest.seats)
    return ArenaGame(
        deal,
        outcome,
        len(lines),
        measured.turns(view),
        sha256("\n".join(lines).encode()).hexdigest()[:16],
        tuple(map(tuple, took)),
    )


def count_different(games: Sequence[ArenaGame]) -> int:
    """Return how many different games there are."""
    return len({game.mark for game in games})


def seconds(games: Sequence[ArenaGame], side: int) -> tuple[float, ...]:
    """Return how long a player took for each decision of all games."""
    return tuple(chain.from_iterable(game.seconds[side] for game in games))
