"""Trogdor!! for the benchmarks: a game that is played by chance, with a taste for fire."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Final

from bot.games.catalogue import IN_ENGLISH
from engine.rng import Rng
from engine.trogdor import GAME
from engine.trogdor.model import Action, Phase, State, Verb
from engine.trogdor.rules import Line, land_frames
from render.kit.canvas import png
from render.kit.sheet import Sheet
from render.trogdor.film import film
from render.trogdor.paint import paint
from tools.bench import pictures
from tools.bench.measure import Row
from tools.bench.pictures import judged, kilobytes
from tools.selfplay import by_chance, plies

NAMES: Final = ("Ann", "Ben", "Cleo")
SHEET: Final = Sheet("T7", "a1b2c3", "Trogdor!!", "Ann: choose a card", names=NAMES, say=IN_ENGLISH)
KILOBYTES: Final = 60.0
FILM_KILOBYTES: Final = 500.0
_NEVER: Final = (Verb.LEAVE, Verb.PREFER, Verb.TRADE)
_FIRE: Final = (Verb.BURN, Verb.CHOMP, Verb.CARD)


def choice(state: State, rng: Rng) -> Action:
    """Something legal for whoever must act, fire more often than not."""
    every = [action for action in GAME.legal(state, state.turn.seat) if action.verb not in _NEVER]
    fire = [action for action in every if action.verb in _FIRE]
    lines = fire if fire and rng.below(4) else every
    return lines[rng.below(len(lines))]


def played(actions: int, seats: int = 3, seed: str = "bench") -> list[Line]:
    """The first `actions` lines of a game, or all until it is over; the last one's state is the latest."""
    game = islice(plies(GAME, seats, seed, by_chance(choice, seed)), actions)
    return [(ply.before, ply.seat, ply.action, ply.dice) for ply in game]


def scenes() -> Iterator[tuple[str, State]]:
    """The start, some way into a turn, a board after the land's turn, and one of six players."""
    lines = played(60)
    yield "start", lines[0][0]
    states = [line[0] for line in lines]
    yield "in a turn", next(state for state in reversed(states) if state.phase is Phase.ACT)
    yield "after the land", next(state for state in reversed(states) if state.phase is Phase.CHOOSE)
    yield "six players", played(40, 6)[-1][0]


def rows() -> Iterator[Row]:
    """Pictures against their floor."""
    for name, state in scenes():
        yield pictures.row(f"Trogdor, {name}", partial(paint, GAME.view(state, None), SHEET))


def sizes() -> Iterator[tuple[str, bool]]:
    """Every picture of three games and a film of each, and whether they stay below their bars."""
    for seed in ("one", "two", "three"):
        lines = played(400, seed=seed)
        largest = max(kilobytes(png(paint(GAME.view(state, None), SHEET))) for state, *_ in lines)
        yield judged(f"largest of {len(lines)} pictures", largest, KILOBYTES)
        frames = land_frames(lines)
        yield judged(f"film of {len(frames)} steps", kilobytes(film(frames, SHEET)), FILM_KILOBYTES)
