"""What is still to be done before somebody is asked again. A table can wait in between."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.trogdor.board import Direction, Square, Walker


@dataclass(frozen=True, slots=True)
class DrawCard:
    """The active player draws his action card."""

    task: Literal["draw"] = "draw"


@dataclass(frozen=True, slots=True)
class Summon:
    """A Troghammer card: he enters, or moves."""

    task: Literal["summon"] = "summon"


@dataclass(frozen=True, slots=True)
class Settle:
    """The Troghammer moves on if he has stopped on another knight or the archer."""

    task: Literal["settle"] = "settle"


@dataclass(frozen=True, slots=True)
class Stride:
    """A knight or the archer walks on: `steps` are ahead, `trodden` behind, the square he is on last."""

    who: Walker
    steps: tuple[Direction, ...]
    trodden: tuple[Square, ...] = ()
    task: Literal["stride"] = "stride"


@dataclass(frozen=True, slots=True)
class Strike:
    """A knight or an arrow is about to hurt Trogdor. `moving`: it is Trogdor who walked into a knight."""

    who: Walker
    moving: bool = False
    task: Literal["strike"] = "strike"


@dataclass(frozen=True, slots=True)
class LieDown:
    """Trogdor hides where the Hidey Hole has brought him, when the knights there have done what they do."""

    task: Literal["lie-down"] = "lie-down"


@dataclass(frozen=True, slots=True)
class Runners:
    """The burning peasants run, one after the other; `steps` and `trodden` are those of the first."""

    steps: tuple[Direction, ...] = ()
    trodden: tuple[Square, ...] = ()
    task: Literal["runners"] = "runners"


@dataclass(frozen=True, slots=True)
class Scorch:
    """Path o' Burnination goes on over `squares`."""

    squares: tuple[Square, ...]
    task: Literal["scorch"] = "scorch"


@dataclass(frozen=True, slots=True)
class LandTurn:
    """Phase two begins: its card is drawn."""

    task: Literal["land"] = "land"


@dataclass(frozen=True, slots=True)
class SpawnPeasants:
    """Step 1 of phase two."""

    task: Literal["spawn"] = "spawn"


@dataclass(frozen=True, slots=True)
class MarchPeasants:
    """Step 2 of phase two."""

    task: Literal["march"] = "march"


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The turn passes."""

    task: Literal["end"] = "end"


@dataclass(frozen=True, slots=True)
class Rage:
    """Trogdor's Fiery Rage: what is left of the path under way, the paths after it, and what is behind.

    `knights` are those who are still on the board, in its order.
    """

    squares: tuple[Square, ...]
    paths: tuple[tuple[Direction, ...], ...]
    knights: tuple[Walker, ...]
    trodden: tuple[Square, ...] = ()
    task: Literal["rage"] = "rage"


Task: TypeAlias = (
    DrawCard
    | Summon
    | Settle
    | Stride
    | Strike
    | LieDown
    | Runners
    | Scorch
    | LandTurn
    | SpawnPeasants
    | MarchPeasants
    | EndTurn
    | Rage
)
