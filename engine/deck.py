"""A draw pile and the discards beside it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.rng import Rng, shuffle_items


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards by id: the first of `pile` is drawn next, the last of `discards` was discarded last."""

    pile: tuple[str, ...]
    discards: tuple[str, ...] = ()

    def draw(self, rng: Rng) -> tuple[str, Deck]:
        """The next card, and the deck without it; an empty pile is made anew of the shuffled discards.

        Raises `IndexError` if there is no card at all.
        """
        pile, discards = (self.pile, self.discards) if self.pile else (shuffle_items(self.discards, rng), ())
        return pile[0], Deck(pile[1:], discards)

    def with_discards(self, *cards: str) -> Deck:
        """The deck with `cards` on its discards, the last on top."""
        return Deck(self.pile, (*self.discards, *cards))

    def with_shuffled_in(self, cards: tuple[str, ...], rng: Rng) -> Deck:
        """The deck with `cards` shuffled into its pile; into the discards, too, if the pile is empty."""
        if self.pile:
            return Deck(shuffle_items((*self.pile, *cards), rng), self.discards)
        return Deck(shuffle_items((*self.discards, *cards), rng))


def shuffled_deck(cards: tuple[str, ...], rng: Rng) -> Deck:
    """A deck of `cards` in a random order, nothing discarded."""
    return Deck(shuffle_items(cards, rng))
