"""Sets up a game: the map, the decks, and a keeper, an item and a card for each player."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, TypeVar

from data.trogdor import (
    FACTS,
    MAPS,
    MOVEMENT,
    MapFile,
    canonical_deck,
    canonical_map,
    deck_template,
    map_template,
    name_of_map,
    read_deck,
    read_map,
)
from engine.core import Choice, Document, Number, Option, Seat, Settings, pick_key
from engine.deck import shuffled_deck
from engine.rng import Rng, shuffle_items
from engine.trogdor.board import SQUARES, TileKind, square_at
from engine.trogdor.cards import COPIES, Card, Item, Keeper
from engine.trogdor.model import Board, ItemMode, Phase, Player, State, TableRules, Turn, cards_from
from engine.trogdor.rules import open_first_turn

P = TypeVar("P", bound=StrEnum)

ANY: Final = "any"
"""A pick left to chance."""

OPTIONS: Final[tuple[Option, ...]] = (
    Choice("map", "normal", tuple(MAPS)),
    Document("own_map", canonical_map, template=map_template(MAPS["normal"]), name_of=name_of_map),
    Document("own_deck", canonical_deck, template=deck_template(MOVEMENT)),
    Choice("keepers", "dealt", ("dealt", "chosen")),
    Choice("items", "dealt", ("dealt", "chosen")),
    Number("troghammers", FACTS.troghammers, 0, FACTS.troghammers),
    Choice("menders", "knights", ("knights", "troghammer")),
    Choice("lake", "map", ("map", "plain", "water")),
    Choice("recharge", "own", ("own", "any")),
)
"""The options of a game (Rules trogdor:ruling-6, trogdor:ruling-7, trogdor:setup-1)."""


def picks(settings: Settings) -> tuple[Choice, ...]:
    """What each player may choose: a keeper, an item (Rules trogdor:setup-3, trogdor:ruling-7)."""
    offered = (
        ("keepers", Choice("keeper", ANY, (ANY, *Keeper))),
        ("items", Choice("item", ANY, (ANY, *Item))),
    )
    return tuple(choice for option, choice in offered if settings[option] == "chosen")


def start(settings: Settings, seats: int, rng: Rng) -> State:
    """Set up the game: the first player has drawn and must choose.

    Chance decides who begins; turns follow the order of seats (Rules trogdor:setup-1, trogdor:setup-2,
    trogdor:setup-3, trogdor:setup-4, trogdor:ruling-1, trogdor:ruling-5, trogdor:ruling-7).
    """
    facts = _map(settings)
    house = _table_rules(settings, facts)
    keepers = _deal(
        tuple(Keeper), _seat_picks(settings, "keeper", seats), rng, without=_excluded_keepers(seats)
    )
    items = _deal(tuple(Item), _seat_picks(settings, "item", seats), rng)
    first: Seat = rng.below(seats)
    movement = shuffled_deck(tuple(card.id for card in house.cards or cards_from(MOVEMENT)), rng)
    trog = shuffled_deck(tuple(card for card in COPIES for _ in range(COPIES[card])), rng)
    hands = []
    for _ in range(seats):
        card, trog = trog.draw(rng)
        hands.append((Card(card),))
    players = tuple(
        Player(Keeper(keeper), Item(item), hand, asks=ItemMode.ASK if item == Item.POUCH else ItemMode.AUTO)
        for keeper, item, hand in zip(keepers, items, hands, strict=True)
    )
    state = State(house, _board(facts), players, first, Turn(0, first), Phase.LAND, trog, movement)
    return open_first_turn(state, rng)


def _map(settings: Settings) -> MapFile:
    own = str(settings["own_map"])
    return read_map(own) if own else MAPS[str(settings["map"])]


def _table_rules(settings: Settings, facts: MapFile) -> TableRules:
    """The rule variants of the options (Rules trogdor:ruling-6, trogdor:ruling-52)."""
    own, deck, lake = settings["own_map"], str(settings["own_deck"]), settings["lake"]
    name = (facts.name or "own") if own else str(settings["map"])
    return TableRules(
        map=name,
        entry=square_at(*facts.troghammer_entry),
        plain_lake=facts.lake_is_plain if lake == "map" else lake == "plain",
        hammer_mends=settings["menders"] == "troghammer",
        anyone=settings["recharge"] == "any",
        hammers=int(settings["troghammers"]),
        cards=cards_from(read_deck(deck)) if deck else (),
    )


def _board(facts: MapFile) -> Board:
    """The first board: nothing burned, a peasant at each cottage, four on the Trog-Meter.

    Rule trogdor:setup-1.
    """
    kinds = tuple(TileKind(letter) for row in facts.rows for letter in row)
    return Board(
        kinds=kinds,
        burned=(),
        aflame=(),
        peasants=tuple(square for square in SQUARES if kinds[square] is TileKind.COTTAGE),
        lit=(),
        knights=tuple(square_at(*place) for place in facts.knights),
        troghammer=None,
        archer=square_at(*facts.archer),
        trogdor=square_at(*facts.trogdor),
    )


def _seat_picks(settings: Settings, key: str, seats: int) -> list[str]:
    return [str(settings.get(pick_key(key, seat), ANY)) for seat in range(seats)]


def _excluded_keepers(seats: int) -> frozenset[str]:
    """The keepers not dealt: a single player cannot be Yubbitz, having no one to trade with.

    Rule trogdor:ruling-52.
    """
    return frozenset({Keeper.YUBBITZ}) if seats == 1 else frozenset()


def _deal(
    every: tuple[P, ...], picked: list[str], rng: Rng, without: frozenset[str] = frozenset()
) -> tuple[str, ...]:
    """What each seat has: its pick, or else a random one of the rest."""
    rest: Iterable[str] = (item for item in every if item not in picked and item not in without)
    pile = iter(shuffle_items(rest, rng))
    return tuple(next(pile) if pick == ANY else pick for pick in picked)
