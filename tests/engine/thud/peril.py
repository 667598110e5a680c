"""A search for captures that the trolls can force.

The search of a level values good places as well, and so may give a dwarf away. This one asks only whether
dwarfs are lost. Of the trolls' quiet moves only those count that threaten a capture, and a troll that a dwarf
could be hurled at captures nothing.
"""

from __future__ import annotations

from engine.thud.mind.field import BESIDE, BIT, FREE, reach, shoved, spread
from engine.thud.mind.ways import after, dwarf_ways, shoves, troll_steps


class Peril:
    """One search within a number of positions; beyond it nothing is found."""

    __slots__ = ("known", "left")

    def __init__(self, limit: int) -> None:
        self.left = limit
        self.known: dict[tuple[int, int, int, int], bool] = {}

    def can_force(self, dwarfs: int, trolls: int, plies: int, lost: int) -> bool:
        """Whether the trolls, to move, can take `lost` dwarfs in so many plies, the last theirs."""
        key = (dwarfs, trolls, plies, lost)
        forced = self.known.get(key)
        if forced is None:
            self.left -= 1
            forced = self.left >= 0 and self.can_take(dwarfs, trolls, plies, lost)
            self.known[key] = forced
        return forced

    def can_take(self, dwarfs: int, trolls: int, plies: int, lost: int) -> bool:
        """As `can_force`, uncached."""
        empty = FREE & ~dwarfs & ~trolls
        contact = spread(dwarfs) & (spread(trolls) | shoved(trolls, empty)) & empty
        targets = empty if plies > 1 else contact
        ways = troll_steps(trolls, targets) + shoves(trolls, empty, contact)
        ways.sort(key=lambda way: -(BESIDE[way >> 8] & dwarfs).bit_count())
        for way in ways:
            taken = (BESIDE[way >> 8] & dwarfs).bit_count()
            if plies == 1 and taken < lost:
                return False
            then_dwarfs, then_trolls = after(dwarfs, trolls, way, dwarfs_move=False)
            if then_trolls & (reach(then_dwarfs, FREE & ~then_dwarfs & ~then_trolls) | spread(then_dwarfs)):
                continue
            if taken >= lost or (
                plies > 1 and self.cannot_be_helped(then_dwarfs, then_trolls, plies, lost - taken)
            ):
                return True
        return False

    def cannot_be_helped(self, dwarfs: int, trolls: int, plies: int, lost: int) -> bool:
        """Whether the trolls can still take them after any move of the dwarfs, who have no hurl."""
        if not self.can_force(dwarfs, trolls, plies - 2, lost):
            return False
        danger = spread((spread(trolls) | shoved(trolls, FREE & ~dwarfs & ~trolls)) & FREE)
        ways = dwarf_ways(dwarfs, FREE & ~dwarfs & ~trolls)
        ways.sort(
            key=lambda way: (
                3 * (danger >> (way >> 8) & 1)
                - 6 * (danger >> (way & 255) & 1)
                - (BESIDE[way >> 8] & dwarfs).bit_count()
            )
        )
        return (
            all(
                self.can_force(dwarfs ^ BIT[way & 255] ^ BIT[way >> 8], trolls, plies - 2, lost)
                for way in ways
            )
            and self.left >= 0
        )
