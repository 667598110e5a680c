"""The great moments of a raid of Trogdor!!, and its films, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from bot.words import Names, Words
from engine.replay import Moment
from engine.rng import SeededRng
from engine.trogdor import GAME, events, unfold
from engine.trogdor.danger import risk
from engine.trogdor.model import View
from engine.trogdor.rules import Frame, Line, land_frames, turn_frames
from render.kit.sheet import Sheet
from render.trogdor.film import film as film_of_frames

_WEIGHTS: Final[dict[type, int]] = {
    events.TileBurned: 1,
    events.CottageBurned: 4,
    events.Chomped: 2,
    events.Healed: 2,
    events.PeasantLit: 1,
    events.PeasantErased: 1,
    events.KnightErased: 2,
    events.CottageMended: 3,
    events.HammerEntered: 2,
    events.Damaged: 3,
    events.Left: 2,
    events.Died: 8,
    events.RageBegan: 8,
    events.GameEnded: 7,
}


def weight(event: events.Event) -> int:
    """Return the weight of fires, wounds, and ends."""
    return _WEIGHTS.get(type(event), 0)


def motion(moment: Moment) -> tuple[View, ...]:
    """Return the views of an action with a new board, without the last one."""
    rng = SeededRng(moment.rng.seed, moment.rng.counter)
    steps = unfold(moment.state, moment.seat, moment.action, rng)
    found, board = list[View](), moment.state.board
    for state, _ in steps[:-1]:
        if state.board != board:
            found.append(GAME.view(state, None))
            board = state.board
    return tuple(found)


CLOSE: Final = 0.4
"""The risk from which a turn of the land without a hit was a near miss."""

_GREAT: Final = (
    events.CottageBurned,
    events.Damaged,
    events.Died,
    events.HammerEntered,
    events.RageBegan,
    events.GameEnded,
)
"""The events that everyone should see."""


def film(words: Words, names: Names, sheet: Sheet, moments: Sequence[Moment]) -> bytes:
    """Return the land's last turn as an animated GIF, of a finished game its last turn; empty without one."""
    lines = _lines(moments)
    frames = land_frames(lines)
    if not frames:
        return b""
    if frames[-1][0].outcome is not None:
        return _film_of_turn(words, names, sheet, turn_frames(lines))
    return film_of_frames(frames, replace(sheet, turn=words("trogdor.film")))


def climax(words: Words, names: Names, sheet: Sheet, moments: Sequence[Moment]) -> bytes:
    """Return the last turn as an animated GIF if it was a great one; empty otherwise."""
    frames = turn_frames(_lines(moments))
    return _film_of_turn(words, names, sheet, frames) if is_great(frames) else b""


def is_great(frames: Sequence[Frame]) -> bool:
    """Return whether a turn burned a cottage, hit or nearly hit Trogdor, or ended the game."""
    return any(isinstance(event, _GREAT) for _, happened in frames for event in happened) or _is_close(frames)


def _is_close(frames: Sequence[Frame]) -> bool:
    """Return whether the land was likely to hit Trogdor, just before it moved."""
    for (before, _), (_, happened) in pairwise(frames):
        if any(isinstance(event, events.MovementDrawn) for event in happened):
            return risk(before, before.board.trogdor) >= CLOSE
    return False


def _film_of_turn(words: Words, _names: Names, sheet: Sheet, frames: Sequence[Frame]) -> bytes:
    turn = frames[0][0].turn
    title = words("trogdor.film.turn", name=sheet.names[turn.seat], number=turn.number)
    return film_of_frames(frames, replace(sheet, turn=title))


def _lines(moments: Sequence[Moment]) -> list[Line]:
    return [(moment.state, moment.seat, moment.action, moment.rng) for moment in moments]
