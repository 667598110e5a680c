"""Players made of code, by name: the levels of a game's mind, its rivals, and the house."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Final, TypeAlias

from engine.core import Seat
from engine.mind import Level, Mind
from engine.minds import MINDS
from engine.registry import GAMES
from engine.rng import SeededRng

Actions: TypeAlias = tuple[Any, ...]

HOUSE: Final = "house"
"""What the house plays for somebody absent (`Game.stands_in`), by that name in every game."""


@dataclass(frozen=True, slots=True)
class BotPlayer:
    """Who decides, by name: what to do now, and what to do next unless something is revealed first."""

    name: str
    plan: Callable[[Any, Actions, str], Actions] = field(repr=False)


class UnknownPlayer(ValueError):  # noqa: N818 - named by what is wrong
    """A game has no player of that name; the sentence says which there are."""


def player_names(game: str) -> tuple[str, ...]:
    """Everybody who can play a game: the levels of its mind, the weakest first, its rivals, the house."""
    mind = MINDS.get(game)
    if mind is None:
        return (HOUSE,)
    levels = tuple(level.key for level in mind.levels)
    return tuple(dict.fromkeys((*levels, *mind.baselines, HOUSE)))


def player_named(game: str, name: str) -> BotPlayer:
    """The player of that name; raises `UnknownPlayer`."""
    mind = MINDS.get(game)
    if mind is not None and name in mind.baselines:
        return BotPlayer(name, _baseline_plan(mind, name))
    if mind is not None and any(level.key == name for level in mind.levels):
        return BotPlayer(name, _plan_at_level(mind, mind.level(name)))
    if name == HOUSE:
        return BotPlayer(name, _stand_in_plan(game))
    raise UnknownPlayer(f"{game} has no {name!r}; who can play it: {', '.join(player_names(game))}")


def mind_and_level(game: str, name: str) -> tuple[Mind[Any, Any], Level] | None:
    """The mind of a game at the level of that name, none where it is no level."""
    mind = MINDS.get(game)
    found = [level for level in mind.levels if level.key == name] if mind else []
    return (mind, found[0]) if mind and found else None


def search_seed(seed: str, ply: int, seat: Seat) -> str:
    """What a player's own chance is drawn from at a ply; the seed of the game cannot be told from it."""
    return blake2b(f"{seed}/mind/{ply}/{seat}".encode(), digest_size=16).hexdigest()


def _plan_at_level(mind: Mind[Any, Any], level: Level) -> Callable[[Any, Actions, str], Actions]:
    return lambda view, actions, seed: mind.plan(view, actions, level, seed)


def _baseline_plan(mind: Mind[Any, Any], name: str) -> Callable[[Any, Actions, str], Actions]:
    return lambda view, actions, seed: (mind.baselines[name](view, actions, seed),)


def _stand_in_plan(game: str) -> Callable[[Any, Actions, str], Actions]:
    return lambda view, actions, seed: (GAMES[game].stand_in_action(view, actions, SeededRng(seed)),)
