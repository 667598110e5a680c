"""What can be known of a fight beforehand: strength against strength, and what a coin can bring."""

from __future__ import annotations

from dataclasses import dataclass

from engine.thrag.model import BEASTS, NULL, VALUES, Action, Suit, View


@dataclass(frozen=True, slots=True)
class Odds:
    """A fight before it is fought, as everybody at the table can judge it.

    `own` is Thrag's die, `against` the beast's strength, `health` what the hit points can pay. `worths` are
    what the coin can add, as far as that is known, none without a coin; `tracked` tells that they are just
    the coins still in the pool. `last` tells that no attack coin is left afterwards.
    """

    own: int
    against: int
    health: int
    worths: tuple[int, ...] = ()
    tracked: bool = False
    last: bool = False

    @property
    def gap(self) -> int:
        """What Thrag's die lacks; 0 if it is enough."""
        return max(self.against - self.own, 0)

    @property
    def least(self) -> int:
        """The damage that no coin can spare Thrag."""
        return max(self.gap - max(self.worths, default=0), 0)

    @property
    def worst(self) -> int:
        """The damage with the worst coin there can be, or without one."""
        return max(self.gap - min(self.worths, default=0), 0)

    @property
    def survived(self) -> tuple[int, ...]:
        """The damages that Thrag could take and live, in rising order; none where the beast falls."""
        lacking = {self.gap - worth for worth in self.worths or (0,)}
        return tuple(sorted(damage for damage in lacking if 0 < damage <= self.health))

    @property
    def certain(self) -> bool:
        """Whether the beast falls whatever the coin shows."""
        return not self.worst

    @property
    def deadly(self) -> bool:
        """Whether Thrag dies whatever the coin shows (Rule thrag:death-1)."""
        return self.least > self.health

    @property
    def risky(self) -> bool:
        """Whether Thrag could die of it (Rule thrag:death-1)."""
        return self.worst > self.health

    @property
    def hopeless(self) -> bool:
        """Whether the beast stands whatever the coin shows."""
        return self.least > 0

    @property
    def chance(self) -> int:
        """How many percent of the coins that are left in the pool slay the beast."""
        return round(100 * sum(worth >= self.gap for worth in self.worths) / max(len(self.worths), 1))


def odds(view: View, action: Action) -> Odds:
    """What is known of a fight that could be fought now (Rule thrag:odds-1)."""
    foe = None if action.suit is None else view.foes[BEASTS.index(action.suit)]
    against = 0 if foe is None else foe.strength
    health = sum(view.hit_points)
    if action.spent is None:
        return Odds(view.die, against, health)
    return Odds(
        view.die,
        against,
        health,
        worths=_worths(view, action.spent),
        tracked=view.unseen is not None,
        last=sum(view.coins) == 1,
    )


def _worths(view: View, pool: Suit) -> tuple[int, ...]:
    """What the coins of a pool can add: those still in it where they are tracked, else any."""
    coins = VALUES if view.unseen is None else view.unseen[BEASTS.index(pool)]
    return tuple(view.null_coin if coin == NULL else coin for coin in coins)
