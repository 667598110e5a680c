"""Which of Discord's shards a process runs, and which servers belong to them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Self

_WRITTEN: Final = re.compile(r"\s*(\d{1,5})\s*(?:-\s*(\d{1,5})\s*)?/\s*(\d{1,5})\s*")

_TIME: Final = 22
"""The bits of an id below its timestamp; Discord assigns servers to shards by the rest."""


def shard_of(guild_id: int | None, count: int) -> int:
    """Return the shard, of `count`, that receives a server's events; direct messages go to the first."""
    return 0 if guild_id is None else (guild_id >> _TIME) % count


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards from `first` to `last`, both included, of `count` in all; they are numbered from 0."""

    first: int
    last: int
    count: int

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse `0-3/16` or `5/16`; raises `ValueError`."""
        match = _WRITTEN.fullmatch(text)
        if match is None:
            raise ValueError("write which shards of how many, such as 0-3/16 or 5/16")
        first, last, count = int(match[1]), int(match[2] or match[1]), int(match[3])
        if not count:
            raise ValueError("there is at least one shard: 0/1")
        if first > last:
            raise ValueError(f"write the smaller number first: {last}-{first}/{count}")
        if last >= count:
            raise ValueError(f"shards count from 0, so the last of {count} is {count - 1}")
        return cls(first, last, count)

    def __str__(self) -> str:
        """The notation that `read` parses."""
        numbers = str(self.first) if self.first == self.last else f"{self.first}-{self.last}"
        return f"{numbers}/{self.count}"

    @property
    def numbers(self) -> range:
        """The shard numbers, in order."""
        return range(self.first, self.last + 1)

    @property
    def is_all(self) -> bool:
        """Whether these are all shards."""
        return len(self.numbers) == self.count

    @property
    def share(self) -> float:
        """Their share of all shards, from 0 to 1."""
        return len(self.numbers) / self.count

    def has(self, guild_id: int | None) -> bool:
        """Whether a server belongs to these shards; the first shard has what is in no server."""
        return self.first <= shard_of(guild_id, self.count) <= self.last


ONE: Final = Shards(0, 0, 1)
"""The only shard of a small bot."""
