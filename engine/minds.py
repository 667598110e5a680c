"""The search of every game, by key."""

from __future__ import annotations

from typing import Any, Final

from engine.koom.mind import MIND as KOOM
from engine.mind import Mind
from engine.ploc.mind import MIND as PLOC
from engine.thrag.mind import MIND as THRAG
from engine.thud.mind import MIND as THUD
from engine.trogdor.mind import MIND as TROGDOR

MINDS: Final[dict[str, Mind[Any, Any]]] = {
    "thud": THUD,
    "trogdor": TROGDOR,
    "thrag": THRAG,
    "ploc": PLOC,
    "koom": KOOM,
}
