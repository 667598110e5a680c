"""The setup of Thud (docs/games/thud.md, Rule thud:start-1)."""

from __future__ import annotations

from typing import Annotated, Final, Self

from pydantic import BaseModel, ConfigDict, StringConstraints, model_validator

from data.loading import read_own

SquareName = Annotated[str, StringConstraints(pattern=r"^[A-HJ-P]([1-9]|1[0-5])$")]


class Setup(BaseModel):
    """The squares of every piece, by name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    stone: SquareName
    dwarfs: tuple[SquareName, ...]
    trolls: tuple[SquareName, ...]

    @model_validator(mode="after")
    def _one_piece_a_square(self) -> Self:
        every = (self.stone, *self.dwarfs, *self.trolls)
        twice = sorted({name for name in every if every.count(name) > 1})
        if twice:
            raise ValueError(f"more than one piece on {', '.join(twice)}")
        return self


SETUP: Final = read_own(Setup, "thud.json")
"""The setup of both battles."""
