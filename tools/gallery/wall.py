"""What hangs on one wall of the gallery: views with their sheets by name, and how they are painted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from PIL import Image

from render.kit.sheet import Sheet

V = TypeVar("V")
A = TypeVar("A")


@dataclass(frozen=True)
class Wall(Generic[V]):
    """Pictures by name, each a view and its sheet, and their painter."""

    pictures: Mapping[str, tuple[V, Sheet]]
    paint: Callable[[V, Sheet], Image.Image]

    def paint_all(self) -> list[Image.Image]:
        """Every picture that hangs here."""
        return [self.paint(view, sheet) for view, sheet in self.pictures.values()]

    def board(self, name: str) -> Image.Image:
        """One of them; raises `KeyError`."""
        view, sheet = self.pictures[name]
        return self.paint(view, sheet)

    def paint_with(self, name: str, **fields: Any) -> Image.Image:  # noqa: ANN401 - fields of Sheet
        """The same with `fields` of its sheet changed, and nothing chosen or offered; raises `KeyError`."""
        view, sheet = self.pictures[name]
        return self.paint(view, replace(sheet, chosen=(), targets=(), **fields))


@dataclass(frozen=True)
class GameWall(Wall[V], Generic[V, A]):
    """A game's pictures, and on some of them, by name, an action that is advised, or odds on places."""

    hinted: Callable[[V, A], tuple[str, ...]]
    hints: tuple[tuple[str, A], ...]
    odds: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()

    def with_hints(self) -> list[Image.Image]:
        """The pictures with the actions that are advised."""
        return [
            self.paint_with(name, hinted=self.hinted(self.pictures[name][0], action))
            for name, action in self.hints
        ]

    def with_odds(self) -> list[Image.Image]:
        """The pictures with odds."""
        return [self.paint_with(name, written=written) for name, written in self.odds]
