"""Playing any game of the registry at random, for tests that hold for all of them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.core import Choice, Game, read_options, read_settings
from engine.registry import GAMES
from engine.rng import SeededRng

AnyGame = Game[Any, Any, Any, Any]
TABLES = [(key, seats) for key, game in GAMES.items() for seats in game.seats]
"""Every game with every number of players."""


def start_game(key: str, seats: int, seed: str = "a seed") -> tuple[AnyGame, Any, SeededRng]:
    """A game at its start, with the rng that dealt it."""
    game, rng = GAMES[key], SeededRng(seed)
    return game, game.start(read_settings(game, {}, seats), seats, rng), rng


def turns(key: str, seats: int, seed: int, plies: int) -> Iterator[tuple[AnyGame, Any, SeededRng]]:
    """A random playout: the game before each of at most `plies` actions, and at its end."""
    chance = Random(seed)
    game, state, rng = start_game(key, seats, str(seed))
    for _ in range(plies):
        yield game, state, rng
        if not game.to_act(state):
            return
        seat = chance.choice(sorted(game.to_act(state)))
        state = game.apply(state, seat, pick(game, state, seat, chance), rng).state
    yield game, state, rng


def pick(game: AnyGame, state: Any, seat: int, chance: Random) -> Any:
    """A legal action, seldom one that gives the game away."""
    legal = game.legal(state, seat)
    kind = chance.choice(sorted({type(action).__name__ for action in legal}))
    of_kind = [action for action in legal if type(action).__name__ == kind]
    return chance.choice(of_kind if chance.random() < 0.1 else legal)


def picks_of(game: AnyGame) -> list[Choice]:
    """What the players of a game can pick, whatever its options."""
    found = {pick.key: pick for pick in game.picks(read_options(game.options, {}))}
    for option in (option for option in game.options if isinstance(option, Choice)):
        for value in option.choices:
            found |= {pick.key: pick for pick in game.picks(read_options(game.options, {option.key: value}))}
    return list(found.values())
