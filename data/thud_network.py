"""The weights of the small neural network that evaluates positions of Thud (docs/minds/thud.md)."""

from __future__ import annotations

from functools import cache
from typing import Self

from pydantic import BaseModel, ConfigDict, model_validator

from data.loading import read_own
from data.thud import SquareName

Row = tuple[int, ...]
"""A number for each unit of the hidden layer."""


class Network(BaseModel):
    """One hidden layer, fed by the pieces of a position, and its outputs.

    `dwarf` and `troll` are what a piece adds to each unit, keyed by the first square, from rank 1 on, of
    those that the symmetries of the board map to each other; `start` is each unit's bias. `outputs` has a row
    of weights for one troll, for two, and so on; `bases` are the output biases.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    start: Row
    dwarf: dict[SquareName, Row]
    troll: dict[SquareName, Row]
    outputs: tuple[Row, ...]
    bases: Row

    @model_validator(mode="after")
    def _of_one_size(self) -> Self:
        rows = [*self.dwarf.values(), *self.troll.values(), *self.outputs]
        if {len(row) for row in rows} != {len(self.start)} or len(self.bases) != len(self.outputs):
            raise ValueError("rows of different length")
        if self.dwarf.keys() != self.troll.keys():
            raise ValueError("squares for dwarfs that trolls have no numbers for, or the other way round")
        return self


@cache
def network() -> Network:
    """The network of the file. Raises `BadData`."""
    return read_own(Network, "thud_network.json")
