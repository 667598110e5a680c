"""The arena: any two players of a game against each other, so that it can be repeated.

All chance of deal number i comes from the seed `SEED-i`; so does what the players draw for themselves. A
duel plays each deal twice with the seats exchanged. Where one plays alone, or all together, both players
play the same deals, each all of the seats. The clock is an argument, and nothing else depends on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from typing import Any, TypeAlias

from engine.core import Game, Outcome, Seat, read_settings
from engine.players import Player, seed_of_thought
from engine.registry import GAMES
from engine.rng import SeededRng
from tools.arena.contests import Contest, Deal
from tools.arena.measures import STOPPED, measure

AnyGame: TypeAlias = Game[Any, Any, Any, Any]

Clock: TypeAlias = Callable[[], float]
"""Seconds since any moment."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game as it went. `outcome` is as it stood, with the ending `stopped`, where it went on for too long.

    `mark` stands for all its lines: two games with the same mark went the same way. `seconds` are what each
    player took for each of its decisions.
    """

    deal: Deal
    outcome: Outcome
    plies: int
    turns: int | None
    mark: str
    seconds: tuple[tuple[float, ...], ...]

    def won(self, side: int) -> bool:
        """Whether a player has one of the winning seats."""
        return any(self.deal.sides[seat] == side for seat in self.outcome.winners)

    def points(self, side: int) -> int:
        """The points of a player, of all its seats the most."""
        pairs = zip(self.deal.sides, self.outcome.points, strict=True)
        return max(points for of, points in pairs if of == side)


class Unplayable(Exception):  # noqa: N818 - named by what is wrong
    """A player wanted to do what is not legal; the sentence says where it can be seen again."""


def played(contest: Contest, deal: Deal, clock: Clock) -> Played:
    """A game from its beginning to its end; raises `Unplayable` for a player that breaks the rules."""
    game, rng = GAMES[contest.game], SeededRng(deal.seed)
    state = game.start(read_settings(game, dict(contest.options), contest.seats), contest.seats, rng)
    table = _Table(game, state, rng, deal, tuple(_Thinker(one, clock) for one in contest.players))
    while game.to_act(table.state) and len(table.lines) < contest.limit:
        table.step()
    measured, view = measure(contest.game), game.view(table.state, None)
    outcome = (
        game.outcome(table.state) or measured.stopped(view) or Outcome(STOPPED, (), (0,) * contest.seats)
    )
    return Played(
        deal,
        outcome,
        len(table.lines),
        measured.turns(view),
        sha256("\n".join(table.lines).encode()).hexdigest()[:16],
        tuple(tuple(thinker.seconds) for thinker in table.thinkers),
    )


class _Thinker:
    """A player, and how long it thought each time."""

    def __init__(self, one: Player, clock: Clock) -> None:
        self.name = one.name
        self.seconds: list[float] = []
        self._plan = one.plan
        self._clock = clock

    def plan(self, view: object, actions: tuple[Any, ...], seed: str) -> tuple[Any, ...]:
        before = self._clock()
        plan = self._plan(view, actions, seed)
        self.seconds.append(self._clock() - before)
        return plan


class _Table:
    """A game that is being played; `ahead` is what is left of the plan of whoever acted last."""

    def __init__(
        self, game: AnyGame, state: object, rng: SeededRng, deal: Deal, thinkers: Sequence[_Thinker]
    ) -> None:
        self.game, self.state, self.rng, self.deal, self.thinkers = game, state, rng, deal, thinkers
        self.lines: list[str] = []
        self.ahead: tuple[Any, ...] = ()

    def step(self) -> None:
        """One ply; a plan holds as long as nothing is revealed and nobody else has to act."""
        seat = min(self.game.to_act(self.state))
        action, *ahead = self._chosen(seat)
        step = self.game.apply(self.state, seat, action, self.rng)
        self.state = step.state
        self.lines.append(f"{seat} {action}")
        alone = self.game.to_act(step.state) == {seat}
        self.ahead = tuple(ahead) if alone and not any(map(self.game.reveals, step.events)) else ()

    def _chosen(self, seat: Seat) -> tuple[Any, ...]:
        """What a seat does now and plans to do next."""
        actions, thinker = self.game.legal(self.state, seat), self.thinkers[self.deal.sides[seat]]
        ply = len(self.lines)
        plan = self.ahead or thinker.plan(
            self.game.view(self.state, seat), actions, seed_of_thought(self.deal.seed, ply, seat)
        )
        if not plan or plan[0] not in actions:
            what = str(plan[0]) if plan else "nothing"
            where = f"seed {self.deal.seed!r}, ply {ply}, seat {seat}"
            raise Unplayable(f"{thinker.name} wanted {what}, which is not legal ({self.game.key}, {where})")
        return plan


def different(games: Sequence[Played]) -> int:
    """How many games went a way of their own."""
    return len({game.mark for game in games})


def seconds(games: Sequence[Played], side: int) -> tuple[float, ...]:
    """How long a player took for each decision of all games."""
    return tuple(chain.from_iterable(game.seconds[side] for game in games))
