"""The facts of Trogdor!!: cards, keepers and items, the house's maps and its movement deck.

The names and numbers are the game's own, the sentences ours. The movement deck and the maps are the house's:
the published text names neither (docs/games/trogdor.md). A group that owns the game can bring its own.
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
    read_deck,
    read_map,
)

When: TypeAlias = Literal["turn", "before", "once", "after", "path"]
"""When the effect of a card can be used: it holds all turn, or it has its moment."""

ACTION_CARDS: Final = 29
KEEPERS: Final = 9
ITEMS: Final = 9


class _Fact(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class CardFact(_Fact):
    """An action card: how many there are of it, and the action points that it brings when it is played."""

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
    """A Keeper of Trogdor, and the power that goes with being one."""

    id: str
    title: str
    effect: str


class ItemFact(_Fact):
    """An item: what it does, and what charges it again."""

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


def _count(kind: str, found: int, wanted: int) -> list[str]:
    return [] if found == wanted else [f"{wanted} {kind} belong to the game, here are {found}"]


class MapsFile(_Fact):
    """The maps of the house, by name; `house` says that they are not the publisher's."""

    house: bool
    maps: dict[str, MapFile]

    def named_maps(self) -> dict[str, MapFile]:
        """The maps, each with its name and with what the file says of all."""
        return {
            name: found.model_copy(update={"name": name, "house": self.house})
            for name, found in self.maps.items()
        }


FACTS: Final = read_own(Facts, "trogdor.json")
"""Cards, keepers and items; two of them do no more than stand here.

Rules trogdor:card-high-energy, trogdor:keeper-hardybardy.
"""

MAPS: Final = read_own(MapsFile, "trogdor_maps.json").named_maps()
"""The house's maps `easy`, `normal` and `hard` (Rule trogdor:ruling-59)."""

MOVEMENT: Final = read_own(MovementFile, "trogdor_movement.json").cards
"""The house's movement deck (Rule trogdor:ruling-58)."""

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
    "read_deck",
    "read_map",
]
