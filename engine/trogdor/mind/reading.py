"""From the view of a seat to the compact model: the table and the position on it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.trogdor.board import ORTHOGONAL, TileKind, path, shot_line
from engine.trogdor.cards import Card, Item, Keeper
from engine.trogdor.mind.grid import CELLS, SIDE
from engine.trogdor.mind.world import Position, TableModel, Terrain
from engine.trogdor.model import HOUSE_CARDS, ItemMode, MovementCard, Player, TableRules, View

CARDS: Final = {card: number for number, card in enumerate(Card)}
KEEPERS: Final = {keeper: number for number, keeper in enumerate(Keeper)}
ITEMS: Final = {item: number for number, item in enumerate(Item)}
"""The numbers of cards, keepers and items in the compact model."""


def deck_of(house: TableRules) -> tuple[MovementCard, ...]:
    """The movement cards of a table, in the order of their names."""
    return tuple(sorted(house.cards or HOUSE_CARDS.values(), key=lambda card: card.id))


def mask_of(squares: tuple[int, ...]) -> int:
    """The mask of some squares."""
    return sum({1 << square for square in squares})


def ground_of(kinds: tuple[TileKind, ...], *, plain_lake: bool) -> Terrain:
    """The terrain of a map."""

    def where(*wanted: TileKind) -> int:
        return mask_of(tuple(square for square, kind in enumerate(kinds) if kind in wanted))

    ground = Terrain()
    ground.cottages, ground.mountains = where(TileKind.COTTAGE), where(TileKind.MOUNTAIN)
    ground.tunnels, ground.lake = where(TileKind.TUNNEL), where(TileKind.LAKE)
    ground.water = 0 if plain_lake else ground.lake
    ground.forests, ground.flowers = where(TileKind.FOREST), where(TileKind.FLOWER)
    ground.stumps = where(TileKind.STUMP, TileKind.ROCK)
    return ground


@lru_cache(maxsize=16)
def paths_of(house: TableRules) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """At `card * CELLS + start`: a card's path from a square, and the mask of the arrow after it."""
    trod: list[tuple[int, ...]] = []
    lines: list[int] = []
    for card in deck_of(house):
        for start in range(CELLS):
            squares = path(start, card.path)
            before, stop = squares[-2:]
            trod.append(squares[1:])
            lines.append(mask_of(shot_line(stop, vertical=before % SIDE == stop % SIDE)))
    return tuple(trod), tuple(lines)


def world_of(house: TableRules, players: tuple[Player, ...]) -> TableModel:
    """The table: its movement cards with all paths, its players, its rules."""
    deck = deck_of(house)
    trod, lines = paths_of(house)
    world = TableModel(
        [card.spawn for card in deck],
        [ORTHOGONAL.index(card.direction) for card in deck],
        [int(card.repair) for card in deck],
        [list(squares) for squares in trod],
    )
    world.line = list(lines)
    world.swept = [mask_of(squares) for squares in trod]
    world.stop = [squares[-1] for squares in trod]
    world.hammer_mends, world.anyone = house.hammer_mends, house.anyone
    world.hammers = house.hammers
    world.seat_players(
        [KEEPERS[player.keeper] for player in players],
        [ITEMS[player.item] for player in players],
        sum(1 << seat for seat, player in enumerate(players) if player.gone),
        sum(1 << ITEMS[player.item] for player in players if player.asks is ItemMode.NEVER),
    )
    return world


def position_of(view: View) -> Position:
    """The position of a view; burning peasants who have not run yet count as ordinary ones."""
    board = view.board
    spot = Position(ground_of(board.kinds, plain_lake=view.house.plain_lake))
    spot.burnt, spot.aflame = mask_of(board.burned), mask_of(board.aflame)
    spot.peasants = [*board.peasants, *(runner.square for runner in board.lit)]
    spot.first, spot.second = (*board.knights, -1, -1)[:2]
    spot.hammer = -1 if board.troghammer is None else board.troghammer
    spot.archer, spot.trogdor = board.archer, board.trogdor
    spot.hiding, spot.health = board.hiding, board.health
    spot.souls = board.health + board.void + len(spot.peasants)
    spot.charged = sum(1 << seat for seat, player in enumerate(view.players) if player.charged)
    spot.used, spot.struck = view.turn.item, view.struck
    spot.seat, spot.bonus = view.turn.seat, view.turn.bonus
    return spot


def hands_of(view: View) -> list[list[int]]:
    """The cards of every seat."""
    return [[CARDS[card] for card in player.hand] for player in view.players]


def coming_of(view: View) -> list[int]:
    """The movement cards that can be drawn next, as their indexes in the deck."""
    places = {card.id: number for number, card in enumerate(deck_of(view.house))}
    return [places[card] for card in view.coming] or list(places.values())


def deck_index(view: View, card: str) -> int:
    """The index of a movement card in the deck of the table."""
    return next(number for number, known in enumerate(deck_of(view.house)) if known.id == card)
