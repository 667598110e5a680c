"""The sample pictures of the games, by the games' keys."""

from __future__ import annotations

from typing import Any, Final

from tools.gallery import koom, ploc, thrag, thud, trogdor
from tools.gallery.wall import GameWall

GAMES: Final[dict[str, GameWall[Any, Any]]] = {
    "thud": thud.WALL,
    "trogdor": trogdor.WALL,
    "thrag": thrag.WALL,
    "ploc": ploc.WALL,
    "koom": koom.WALL,
}
