"""The arena: any two players of a game against each other, so that it can be repeated.

All chance of deal number i comes from the seed `SEED-i`; so does what the players draw for themselves. A
duel plays each deal twice with the seats exchanged. Where one plays alone, or all together, both players
play the same deals, each all of the seats. The clock is an argument, and nothing else depends on it.
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
    """A game as it went. `outcome` is as it stood, with the ending `stopped`, where it went on for too long.

    `mark` stands for all its lines: two games with the same mark went the same way. `seconds` are what each
    player took for each of its decisions.
    """

    deal: ArenaDeal
    outcome: Outcome
    plies: int
    turns: int | None
    mark: str
    seconds: tuple[tuple[float, ...], ...]

    def has_won(self, side: int) -> bool:
        """Whether a player has one of the winning seats."""
        return any(self.deal.sides[seat] == side for seat in self.outcome.winners)

    def points(self, side: int) -> int:
        """The points of a player, of all its seats the most."""
        pairs = zip(self.deal.sides, self.outcome.points, strict=True)
        return max(points for of, points in pairs if of == side)


class IllegalPlay(Exception):  # noqa: N818 - named by what is wrong
    """A player wanted to do what is not legal; the sentence says where it can be seen again."""


def play_game(contest: Contest, deal: ArenaDeal, clock: Clock) -> ArenaGame:
    """A game from its beginning to its end; raises `Unplayable` for a player that breaks the rules."""
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
        said = f"{name} wanted {wrong.action}, which is not legal ({game.key}, {where})"
        raise IllegalPlay(said) from wrong
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
    """How many games went a way of their own."""
    return len({game.mark for game in games})


def seconds(games: Sequence[ArenaGame], side: int) -> tuple[float, ...]:
    """How long a player took for each decision of all games."""
    return tuple(chain.from_iterable(game.seconds[side] for game in games))
