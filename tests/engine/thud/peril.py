"""What the trolls can force: so many dwarfs in so many plies, whatever the dwarfs do, and nothing for it.

The search of a level weighs a dwarf against a good place, and so it gives one away, and another one. This one
asks only whether dwarfs are lost. Of the trolls' quiet moves only those count that would take if the dwarfs
did nothing, and a troll that could be hurled at takes nothing.
"""

from __future__ import annotations

from engine.thud.mind.field import (
    BESIDE,
    BIT,
    FREE,
    ORIGIN_MASK,
    TARGET_SHIFT,
    hurl_reach,
    shove_landings,
    widen,
)
from engine.thud.mind.ways import after, dwarf_moves, shoves, troll_steps


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
        contact = widen(dwarfs) & (widen(trolls) | shove_landings(trolls, empty)) & empty
        targets = empty if plies > 1 else contact
        moves = troll_steps(trolls, targets) + shoves(trolls, empty, contact)
        moves.sort(key=lambda move: -(BESIDE[move >> TARGET_SHIFT] & dwarfs).bit_count())
        for move in moves:
            taken = (BESIDE[move >> TARGET_SHIFT] & dwarfs).bit_count()
            if plies == 1 and taken < lost:
                return False
            then_dwarfs, then_trolls = after(dwarfs, trolls, move, dwarfs_move=False)
            if then_trolls & (
                hurl_reach(then_dwarfs, FREE & ~then_dwarfs & ~then_trolls) | widen(then_dwarfs)
            ):
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
        danger = widen((widen(trolls) | shove_landings(trolls, FREE & ~dwarfs & ~trolls)) & FREE)
        moves = dwarf_moves(dwarfs, FREE & ~dwarfs & ~trolls)
        moves.sort(
            key=lambda move: (
                3 * (danger >> (move >> TARGET_SHIFT) & 1)
                - 6 * (danger >> (move & ORIGIN_MASK) & 1)
                - (BESIDE[move >> TARGET_SHIFT] & dwarfs).bit_count()
            )
        )
        return (
            all(
                self.can_force(
                    dwarfs ^ BIT[move & ORIGIN_MASK] ^ BIT[move >> TARGET_SHIFT], trolls, plies - 2, lost
                )
                for move in moves
            )
            and self.left >= 0
        )
