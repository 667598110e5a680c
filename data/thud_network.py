"""The numbers of the small network that judges positions of Thud (docs/minds/thud.md)."""

from __future__ import annotations

from functools import cache
from typing import Self

from pydantic import BaseModel, ConfigDict, model_validator

from data.loading import read_own
from data.thud import SquareName

Row = tuple[int, ...]
"""A number for each unit of the hidden layer."""


class Network(BaseModel):
    """A layer of units, each the sum of what it has for every piece, and what the units say.

    `dwarf` and `troll` tell what a piece adds to each unit, by the first square, from rank 1 on, of those
    that the turns and mirrors of the board carry into each other; `start` is what a unit begins with.
    `outputs` has a row for one troll, for two, and so on: what each unit counts then; `bases` what is added.
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
    """The network as the file has it. Raises `BadData`."""
    return read_own(Network, "thud_network.json")
