"""How a game is set up: the map, the decks, and a keeper, an item and a card for everybody."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, TypeVar

from data.trogdor import FACTS, MAPS, MOVEMENT, MapFile, own_deck, own_map, read_deck, read_map
from engine.core import Choice, Document, Number, Option, Seat, Settings, pick_key
from engine.deck import shuffled_deck
from engine.rng import Rng, shuffled
from engine.trogdor.board import SQUARES, Kind, at
from engine.trogdor.cards import COPIES, Card, Item, Keeper
from engine.trogdor.model import Asks, Board, House, Phase, Player, State, Turn, cards_from
from engine.trogdor.rules import opened

P = TypeVar("P", bound=StrEnum)

ANY: Final = "any"
"""A pick that is left to the lot."""

OPTIONS: Final[tuple[Option, ...]] = (
    Choice("map", "normal", tuple(MAPS)),
    Document("own_map", own_map),
    Document("own_deck", own_deck),
    Choice("keepers", "dealt", ("dealt", "chosen")),
    Choice("items", "dealt", ("dealt", "chosen")),
    Number("troghammers", FACTS.troghammers, 0, FACTS.troghammers),
    Choice("menders", "knights", ("knights", "troghammer")),
    Choice("lake", "map", ("map", "plain", "water")),
    Choice("recharge", "own", ("own", "any")),
)
"""What can be agreed before a game begins (Rules trogdor:ruling-6, trogdor:ruling-7, trogdor:setup-1)."""


def picks(settings: Settings) -> tuple[Choice, ...]:
    """What each player may choose: a keeper, an item (Rules trogdor:setup-3, trogdor:ruling-7)."""
    offered = (
        ("keepers", Choice("keeper", ANY, (ANY, *Keeper))),
        ("items", Choice("item", ANY, (ANY, *Item))),
    )
    return tuple(choice for option, choice in offered if settings[option] == "chosen")


def start(settings: Settings, seats: int, rng: Rng) -> State:
    """The first player has drawn and must choose.

    The lot says who begins, then it goes on in the order of seats (Rules trogdor:setup-1, trogdor:setup-2,
    trogdor:setup-3, trogdor:setup-4, trogdor:ruling-1, trogdor:ruling-5, trogdor:ruling-7).
    """
    facts = _map(settings)
    house = _house(settings, facts)
    keepers = _dealt(tuple(Keeper), _picked(settings, "keeper", seats), rng, without=_undealt(seats))
    items = _dealt(tuple(Item), _picked(settings, "item", seats), rng)
    first: Seat = rng.below(seats)
    movement = shuffled_deck(tuple(card.id for card in house.cards or cards_from(MOVEMENT)), rng)
    trog = shuffled_deck(tuple(card for card in COPIES for _ in range(COPIES[card])), rng)
    hands = []
    for _ in range(seats):
        card, trog = trog.drawn(rng)
        hands.append((Card(card),))
    players = tuple(
        Player(Keeper(keeper), Item(item), hand, asks=Asks.ASK if item == Item.POUCH else Asks.AUTO)
        for keeper, item, hand in zip(keepers, items, hands, strict=True)
    )
    state = State(house, _board(facts), players, first, Turn(0, first), Phase.LAND, trog, movement)
    return opened(state, rng)


def _map(settings: Settings) -> MapFile:
    own = str(settings["own_map"])
    return read_map(own) if own else MAPS[str(settings["map"])]


def _house(settings: Settings, facts: MapFile) -> House:
    """What the options come to (Rules trogdor:ruling-6, trogdor:ruling-52)."""
    own, deck, lake = settings["own_map"], str(settings["own_deck"]), settings["lake"]
    name = (facts.name or "own") if own else str(settings["map"])
    return House(
        map=name,
        entry=at(*facts.troghammer_entry),
        plain_lake=facts.lake_is_plain if lake == "map" else lake == "plain",
        hammer_mends=settings["menders"] == "troghammer",
        anyone=settings["recharge"] == "any",
        hammers=int(settings["troghammers"]),
        cards=cards_from(read_deck(deck)) if deck else (),
    )


def _board(facts: MapFile) -> Board:
    """Nothing burned, a peasant at each cottage, four on the Trog-Meter (Rule trogdor:setup-1)."""
    kinds = tuple(Kind(letter) for row in facts.rows for letter in row)
    return Board(
        kinds=kinds,
        burned=(),
        aflame=(),
        peasants=tuple(square for square in SQUARES if kinds[square] is Kind.COTTAGE),
        lit=(),
        knights=tuple(at(*place) for place in facts.knights),
        troghammer=None,
        archer=at(*facts.archer),
        trogdor=at(*facts.trogdor),
    )


def _picked(settings: Settings, key: str, seats: int) -> list[str]:
    return [str(settings.get(pick_key(key, seat), ANY)) for seat in range(seats)]


def _undealt(seats: int) -> frozenset[str]:
    """Nobody to trade with: Yubbitz is not dealt to one alone (Rule trogdor:ruling-52)."""
    return frozenset({Keeper.YUBBITZ}) if seats == 1 else frozenset()


def _dealt(
    every: tuple[P, ...], picked: list[str], rng: Rng, without: frozenset[str] = frozenset()
) -> tuple[str, ...]:
    """What each seat has: what it picked, the rest dealt at random."""
    rest: Iterable[str] = (one for one in every if one not in picked and one not in without)
    pile = iter(shuffled(rest, rng))
    return tuple(next(pile) if pick == ANY else pick for pick in picked)
