"""What the trolls can force: so many dwarfs in so many plies, whatever the dwarfs do, and nothing for it.

The search of a level weighs a dwarf against a good place, and so it gives one away, and another one. This one
asks only whether dwarfs are lost. Of the trolls' quiet moves only those count that would take if the dwarfs
did nothing, and a troll that could be hurled at takes nothing.
"""

from __future__ import annotations

from engine.thud.mind.field import BESIDE, BIT, FREE, reach, shoved, spread
from engine.thud.mind.ways import after, dwarf_ways, shoves, troll_steps


class Peril:
    """One look at what can be forced, within so many positions; what is not found in time is not there."""

    __slots__ = ("known", "left")

    def __init__(self, limit: int) -> None:
        self.left = limit
        self.known: dict[tuple[int, int, int, int], bool] = {}

    def can_force(self, dwarfs: int, trolls: int, plies: int, lost: int) -> bool:
        """Whether the trolls, who are to move, can take `lost` dwarfs in so many plies, the last theirs."""
        key = (dwarfs, trolls, plies, lost)
        found = self.known.get(key)
        if found is None:
            self.left -= 1
            found = self.left >= 0 and self.can_take(dwarfs, trolls, plies, lost)
            self.known[key] = found
        return found

    def can_take(self, dwarfs: int, trolls: int, plies: int, lost: int) -> bool:
        """The same, worked out."""
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
        """Whether that can still be taken whatever the dwarfs do, who are to move and can hurl at nobody."""
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
