"""Thrag himself: his die and the pawns that reroll it; when it is over, what has become of him."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

from PIL import Image

from engine.thrag.model import NULL, Suit, View
from render.kit.canvas import Face, width
from render.kit.labels import Say
from render.thrag.arena import RING, ring
from render.thrag.endings import ending
from render.thrag.pieces import Kind, Piece, on_ground, put, sprite
from render.thrag.table import HERO, LABEL, label, line, plaque
from render.thrag.warrior import Mood, warrior

DIE: Final = 92
PAWN: Final = 50
STEP: Final = 29
BUST: Final = 140
_BESIDE: Final = 134
"""Where what stands beside Thrag can begin, in pixels."""


class Hero(NamedTuple):
    """Thrag's die, whether it was just rolled anew, his black pawns, and what a null coin counts.

    `mood` is how he looks: worried at the last breath. `ending` and `score` are how it ended, none while the
    game runs.
    """

    die: int
    rerolled: bool
    pawns: tuple[Suit, ...]
    null_coin: int
    mood: Mood
    ending: str | None
    score: int | None


def hero_of(view: View) -> Hero:
    """What there is to see of Thrag."""
    end = view.outcome.ending if view.outcome is not None else None
    rerolled = view.rerolled is Suit.BLACK
    mood = Mood.WORRIED if view.hit_points == (NULL,) else Mood.GRIM
    return Hero(view.die, rerolled, view.black_pawns, view.null_coin, mood, end, view.score)


@lru_cache(maxsize=256)
def hero(of: Hero, say: Say) -> Image.Image:
    """Thrag's plaque; shared, so paste it only."""
    if of.ending is not None:
        return ending(of.ending, of.score, of.pawns, say)
    tile = _ground(of.mood).copy()
    ground = "walnut"
    x, y = HERO.width - 20 - DIE, 22
    if of.rerolled:
        tile.paste(ring(DIE, "walnut"), (x - RING, y - RING))
        ground = "lamplight"
    put(tile, Piece(Kind.DIE, DIE, Suit.BLACK, of.die), (x, y), ground)
    if of.pawns:
        right = HERO.width - 14
        tile.paste(_pawns(of.pawns), (right - (PAWN + 2 * STEP), 156))
        text = say("thrag.picture.rerolls")
        left = max(_BESIDE, min(170, right - width(text, Face.LABEL, LABEL)))
        label(tile, text, (left, 150), ("walnut", "lamplight"), right - left)
    if of.null_coin:
        put(tile, Piece(Kind.COIN, 36, Suit.BLACK), (162, 220), "walnut")
        line(tile, f"= {of.null_coin}", (206, 247), 26, ("walnut", "cream"))
    return tile


@cache
def _ground(mood: Mood) -> Image.Image:
    tile = plaque(HERO, "walnut", "brass-deep")
    tile.paste(on_ground(warrior(BUST, mood), "walnut"), (4, HERO.height - 5 - BUST))
    label(tile, "THRAG", (16, 32), ("walnut", "lamplight"), 110)
    return tile


@cache
def _pawns(suits: tuple[Suit, ...]) -> Image.Image:
    """Black pawns side by side, the last one on the right."""
    row = Image.new("RGBA", (PAWN + 2 * STEP, PAWN))
    for place, suit in enumerate(reversed(suits)):
        row.alpha_composite(sprite(Piece(Kind.BLACK_PAWN, PAWN, suit)), ((2 - place) * STEP, 0))
    return on_ground(row, "walnut")


def prepare() -> None:
    """Model Thrag in both moods of a game that runs."""
    for mood in (Mood.GRIM, Mood.WORRIED):
        _ground(mood)
