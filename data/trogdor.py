"""The facts of Trogdor!!: cards, keepers and items, and our own maps and movement deck.

The names and numbers are the game's own, the sentences ours. The movement deck and the maps are ours, too:
the published text contains neither (docs/games/trogdor.md). A group that owns the game can bring its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, PositiveInt, StrictInt, model_validator

from data.loading import read_own
from data.trogdor_files import (
    MapFile,
    MovementFact,
    MovementFile,
    canonical_deck,
    canonical_map,
    deck_template,
    map_template,
    name_of_map,
    read_deck,
    read_map,
)

When: TypeAlias = Literal["turn", "before", "once", "after", "path"]
"""When the effect of a card can be used: all turn, or at its moment."""

ACTION_CARDS: Final = 29
KEEPERS: Final = 9
ITEMS: Final = 9


class _Fact(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class CardFact(_Fact):
    """An action card: its number of copies, and the action points of playing it."""

    id: str
    title: str
    copies: PositiveInt
    points: Annotated[StrictInt, Field(ge=0)]
    when: When
    effect: str


class TroghammerFact(_Fact):
    """The card that brings the third knight."""

    title: str
    effect: str


class KeeperFact(_Fact):
    """A Keeper of Trogdor and his power."""

    id: str
    title: str
    effect: str


class ItemFact(_Fact):
    """An item: its use, and what recharges it."""

    id: str
    title: str
    use: str
    recharge: str


class Facts(_Fact):
    """Everything that is printed on the cards; the Trog deck is 29 and 7 (Rule trogdor:ruling-1)."""

    cards: tuple[CardFact, ...]
    troghammers: PositiveInt
    troghammer: TroghammerFact
    keepers: tuple[KeeperFact, ...]
    items: tuple[ItemFact, ...]

    @model_validator(mode="after")
    def _nothing_is_missing_or_there_twice(self) -> Self:
        faults = [
            *_duplicate_faults("card", self.cards),
            *_duplicate_faults("keeper", self.keepers),
            *_duplicate_faults("item", self.items),
            *_count("action cards", sum(card.copies for card in self.cards), ACTION_CARDS),
            *_count("keepers", len(self.keepers), KEEPERS),
            *_count("items", len(self.items), ITEMS),
        ]
        if faults:
            raise ValueError("; ".join(faults))
        return self


def _duplicate_faults(kind: str, facts: Sequence[CardFact | KeeperFact | ItemFact]) -> list[str]:
    ids = [fact.id for fact in facts]
    return [f"more than one {kind} {name}" for name in sorted({name for name in ids if ids.count(name) > 1})]


def _count(kind: str, actual: int, wanted: int) -> list[str]:
    return [] if actual == wanted else [f"{wanted} {kind} belong to the game, here are {actual}"]


class MapsFile(_Fact):
    """The standard maps by name; `house`: they are not the publisher's."""

    house: bool
    maps: dict[str, MapFile]

    def named_maps(self) -> dict[str, MapFile]:
        """The maps, each with its name and with the flag of the file."""
        return {
            name: map_file.model_copy(update={"name": name, "house": self.house})
            for name, map_file in self.maps.items()
        }


FACTS: Final = read_own(Facts, "trogdor.json")
"""Cards, keepers and items; two of them have no effect in code.

Rules trogdor:card-high-energy, trogdor:keeper-hardybardy.
"""

MAPS: Final = read_own(MapsFile, "trogdor_maps.json").named_maps()
"""The standard maps `easy`, `normal` and `hard` (Rule trogdor:ruling-59)."""

MOVEMENT: Final = read_own(MovementFile, "trogdor_movement.json").cards
"""The standard movement deck (Rule trogdor:ruling-58)."""

__all__ = [
    "FACTS",
    "MAPS",
    "MOVEMENT",
    "CardFact",
    "Facts",
    "ItemFact",
    "KeeperFact",
    "MapFile",
    "MapsFile",
    "MovementFact",
    "MovementFile",
    "TroghammerFact",
    "When",
    "canonical_deck",
    "canonical_map",
    "deck_template",
    "map_template",
    "name_of_map",
    "read_deck",
    "read_map",
]
