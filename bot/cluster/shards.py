"""Which of Discord's shards a process runs, and which servers those are."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Self

_WRITTEN: Final = re.compile(r"\s*(\d{1,5})\s*(?:-\s*(\d{1,5})\s*)?/\s*(\d{1,5})\s*")

_TIME: Final = 22
"""The bits of an id below its time; Discord deals servers out to shards by that."""


def shard_of(guild_id: int | None, count: int) -> int:
    """The shard of so many that hears of a server; direct messages come to the first."""
    return 0 if guild_id is None else (guild_id >> _TIME) % count


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards from `first` to `last`, both included, of `count` in all; they are numbered from 0."""

    first: int
    last: int
    count: int

    @classmethod
    def read(cls, text: str) -> Self:
        """The shards that `0-3/16` or `5/16` means; raises `ValueError`."""
        found = _WRITTEN.fullmatch(text)
        if found is None:
            raise ValueError("write which shards of how many, such as 0-3/16 or 5/16")
        first, last, count = int(found[1]), int(found[2] or found[1]), int(found[3])
        if not count:
            raise ValueError("there is at least one shard: 0/1")
        if first > last:
            raise ValueError(f"write the smaller number first: {last}-{first}/{count}")
        if last >= count:
            raise ValueError(f"shards count from 0, so the last of {count} is {count - 1}")
        return cls(first, last, count)

    def __str__(self) -> str:
        """As it is read."""
        own = str(self.first) if self.first == self.last else f"{self.first}-{self.last}"
        return f"{own}/{self.count}"

    @property
    def numbers(self) -> range:
        """The shards, one by one."""
        return range(self.first, self.last + 1)

    @property
    def is_all(self) -> bool:
        """Whether there are no others."""
        return len(self.numbers) == self.count

    @property
    def share(self) -> float:
        """How many they are of all, as a share of 1."""
        return len(self.numbers) / self.count

    def has(self, guild_id: int | None) -> bool:
        """Whether a server is one of theirs; the first shard has what is in none."""
        return self.first <= shard_of(guild_id, self.count) <= self.last


ONE: Final = Shards(0, 0, 1)
"""The only shard of a bot that needs no more."""
