"""All games, by key."""

from __future__ import annotations

from typing import Any, Final

from engine import koom, ploc, thrag, thud, trogdor
from engine.core import Game

GAMES: Final[dict[str, Game[Any, Any, Any, Any]]] = {
    thud.GAME.key: thud.GAME,
    trogdor.GAME.key: trogdor.GAME,
    thrag.GAME.key: thrag.GAME,
    ploc.GAME.key: ploc.GAME,
    koom.GAME.key: koom.GAME,
}
