"""The direction pad: three rows of three, with Trogdor in the middle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.games.trogdor.terms import in_force
from bot.words import Words
from bot.words.menu import Button, Does, Look
from engine.trogdor.board import Direction, Square, name, wrapped
from engine.trogdor.cards import Card, Item
from engine.trogdor.model import Action, Asks, State, Verb
from engine.trogdor.position import walkers

_ROWS: Final = (
    (Direction.NORTHWEST, Direction.NORTH, Direction.NORTHEAST),
    (Direction.WEST, None, Direction.EAST),
    (Direction.SOUTHWEST, Direction.SOUTH, Direction.SOUTHEAST),
)


def pad(words: Words, state: State, steps: Sequence[Action]) -> tuple[tuple[Button, ...], ...]:
    """A button for each step, in its place; no pad if there is no step. Ways that are closed are shown so."""
    open_ways = {action.direction: action for action in steps if action.direction is not None}
    if not open_ways:
        return ()
    return tuple(tuple(_button(words, state, open_ways, way) for way in row) for row in _ROWS)


def _button(
    words: Words, state: State, open_ways: Mapping[Direction, Action], way: Direction | None
) -> Button:
    here = state.board.trogdor
    if way is None:
        return Button(words("trogdor.pad.here", square=name(here)), "", Does.GO, enabled=False)
    arrow = words(f"trogdor.pad.{way}")
    action = open_ways.get(way)
    if action is None:
        return Button(arrow, f"{Verb.STEP} {way}", enabled=False)
    target = wrapped(here, way)
    label = words("trogdor.pad.step", arrow=arrow, square=name(target))
    hits = _hits(state, target)
    if not hits:
        return Button(label, str(action))
    deadly = hits - _stopped(state) > state.board.health
    confirm = words("trogdor.confirm.death") if deadly else ""
    return Button(words("trogdor.pad.knight", step=label), str(action), look=Look.DANGER, confirm=confirm)


def _hits(state: State, square: Square) -> int:
    """How many knights would hurt Trogdor there (Rule trogdor:move-2)."""
    if in_force(state.turn) is Card.INVISIBILITY:
        return 0
    return sum(where == square for _, where in walkers(state.board))


def _stopped(state: State) -> int:
    """How many of their hits the Shield could stop."""
    player = state.players[state.turn.seat]
    ready = player.charged and not state.turn.item and player.asks is not Asks.NEVER
    return int(player.item is Item.SHIELD and ready)
