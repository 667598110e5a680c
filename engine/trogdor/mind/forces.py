"""The land's turn in the compact model: fire, running and marching peasants, knights, arrows."""

from __future__ import annotations

from typing import Final

from engine.trogdor.mind.grid import (
    ALL,
    AROUND,
    CELLS,
    DISTANCE,
    NEXT_SQUARE,
    ORTHOGONAL_WAYS,
    count,
    squares_of,
)
from engine.trogdor.mind.world import (
    BLOCK,
    BROVELADE,
    DAISIES,
    FIREBALLS,
    FLASK,
    POUCH,
    RING,
    SHIELD,
    TRINKET,
    WORCHEX,
    DrawPile,
    Position,
    TableModel,
)

# What the ways of peasants cost in the choice of the Pouch; set by hand, so that repairs count first:

REPAIRED: Final = 100  # for each tile that is repaired
INTO_FIRE: Final = 2  # less for each peasant who stops in a burning cottage
TURNED: Final = 1  # for any way but the printed one
MAX_COST: Final = 1 << 20  # more than any way costs

DAISIES_BONUS: Final = 3
"""The points for the next turn, if Trogdor stands on flowers with the card of that name."""


def recharge(world: TableModel, spot: Position, item: int) -> None:
    """Recharge an item, if it is its owner's turn or the table recharges in any turn."""
    owner = world.owner[item]
    if owner >= 0 and (owner == spot.seat or world.anyone):
        spot.charged |= 1 << owner


def can_use(world: TableModel, spot: Position, item: int) -> bool:
    """Whether the active player can use this item now."""
    return world.items[spot.seat] == item and bool(spot.charged >> spot.seat & 1) and not spot.used


def would_use(world: TableModel, spot: Position, item: int) -> bool:
    """Whether the active player can use this item now, and does not keep it from acting."""
    return can_use(world, spot, item) and not world.idle >> item & 1


def spend_item(spot: Position) -> None:
    """Discharge the active player's item."""
    spot.charged &= ~(1 << spot.seat)
    spot.used = True


def add_health(world: TableModel, spot: Position) -> None:
    """Put one more peasant on the Trog-Meter."""
    spot.health += 1
    recharge(world, spot, SHIELD)


def check_victory(spot: Position) -> None:
    """Set the victory, if all is burned and no peasant is left."""
    if spot.burnt == ALL and spot.aflame == spot.ground.cottages and not spot.peasants:
        spot.won = True


def burn_tile(world: TableModel, spot: Position, square: int) -> None:
    """Burn a tile, then a cottage on it if it can burn."""
    bit = 1 << square
    home = spot.ground.cottages & bit
    if not spot.burnt & bit:
        spot.burnt |= bit
        if home:
            recharge(world, spot, RING)
    if home and not spot.aflame & bit and not AROUND[square] & ~spot.burnt:
        spot.aflame |= bit
        recharge(world, spot, RING)


def run_peasants(world: TableModel, spot: Position, lit: list[int], mine: int, pile: DrawPile) -> None:
    """Let the burning peasants run one after the other; the player lit the first `mine` of them."""
    while lit:
        square = lit[0]
        card = pile.draw()
        _kindle(spot, square, lit)
        if not spot.ground.water >> square & 1:
            burn_tile(world, spot, square)
        saved = False
        for entered in world.trod[card * CELLS + square]:
            if spot.ground.water >> entered & 1:
                spot.peasants.append(entered)
                saved = True
                break
            burn_tile(world, spot, entered)
            _kindle(spot, entered, lit)
        lit.pop(0)
        if not saved and mine > 0 and would_use(world, spot, FLASK):
            spend_item(spot)
            add_health(world, spot)
        mine -= 1
        if not lit:
            check_victory(spot)


def _kindle(spot: Position, square: int, lit: list[int]) -> None:
    """Set all peasants on a square on fire."""
    while square in spot.peasants:
        spot.peasants.remove(square)
        lit.append(square)


def burn_path(world: TableModel, spot: Position, pile: DrawPile) -> None:
    """Play Path o' Burnination from Trogdor's square, and let the peasants that it lights run."""
    card = pile.draw()
    lit: list[int] = []
    for square in [spot.trogdor, *world.trod[card * CELLS + spot.trogdor]]:
        burn_tile(world, spot, square)
        check_victory(spot)
        if spot.won:
            return
        _kindle(spot, square, lit)
    run_peasants(world, spot, lit, len(lit), pile)


def hit_trogdor(world: TableModel, spot: Position, *, arrow: bool) -> None:
    """Hit Trogdor, whom nothing protects: an item or his health takes it, or he dies."""
    if would_use(world, spot, TRINKET if arrow else SHIELD):
        spend_item(spot)
    elif spot.health == 0:
        spot.dead = True
    else:
        spot.health -= 1
        spot.struck = True
        recharge(world, spot, POUCH)


def homes_coming_out(spot: Position, number: int) -> list[int]:
    """The cottages where so many new peasants come out: those nearest to Trogdor."""
    free = squares_of(spot.ground.cottages & ~spot.aflame)
    if number >= len(free):
        return free
    here = spot.trogdor * CELLS
    ranked = sorted([DISTANCE[here + square] * CELLS + square for square in free])
    return [rank % CELLS for rank in ranked[:number]]


def peasants_coming_out(world: TableModel, spot: Position, card: int) -> int:
    """How many peasants come out with a movement card."""
    number = world.spawn[card] - len(spot.peasants)
    if number <= 0:
        return 0
    return min(number, count(spot.ground.cottages & ~spot.aflame), spot.health)


def best_pouch_way(world: TableModel, spot: Position, card: int) -> int:
    """The way that the Pouch sends the peasants: fewest repairs, then most of them into the fire."""
    printed = world.way[card]
    best, least = printed, MAX_COST
    for way in range(ORTHOGONAL_WAYS):
        cost = 0 if way == printed else TURNED
        seen = 0
        for square in spot.peasants:
            bit = 1 << NEXT_SQUARE[way * CELLS + square]
            if spot.aflame & bit:
                cost -= INTO_FIRE
            elif spot.burnt & bit & ~seen and world.repair[card]:
                cost += REPAIRED
                seen |= bit
        if cost < least:
            best, least = way, cost
    return best


def play_land(world: TableModel, spot: Position, card: int, pile: DrawPile, played: int) -> None:
    """Play the land's turn with a movement card; `played` is the action card of this turn.

    It stops as soon as the game is over; otherwise the next player is active after it.
    """
    way = world.way[card]
    if would_use(world, spot, POUCH) and (spot.peasants or peasants_coming_out(world, spot, card)):
        chosen = best_pouch_way(world, spot, card)
        if chosen != way and world.repair[card]:
            spend_item(spot)
            way = chosen
    number = peasants_coming_out(world, spot, card)
    play_settled_land(world, spot, card, pile, played, way, homes_coming_out(spot, number) if number else [])


def play_settled_land(
    world: TableModel, spot: Position, card: int, pile: DrawPile, played: int, way: int, homes: list[int]
) -> None:
    """Play the land's turn with a known way of the peasants and known cottages of the new ones."""
    spot.health -= len(homes)
    spot.peasants += homes
    if spot.peasants:
        march_peasants(world, spot, way, bool(world.repair[card]), pile)
        if spot.won:
            return
    walk_knights(world, spot, card, spot.hiding or played == BLOCK)
    if spot.dead:
        return
    flowers = played == DAISIES and spot.ground.flowers >> spot.trogdor & 1
    spot.bonus = DAISIES_BONUS if flowers else 0
    spot.hiding = False
    spot.used = False
    spot.seat = world.next_seat(spot.seat)


def march_peasants(world: TableModel, spot: Position, way: int, repair: bool, pile: DrawPile) -> None:
    """March the peasants: they repair tiles where they stop, and catch fire in burning cottages."""
    lit: list[int] = []
    stay: list[int] = []
    stops = 0
    for square in spot.peasants:
        stop = NEXT_SQUARE[way * CELLS + square]
        stops |= 1 << stop
        if spot.aflame >> stop & 1:
            lit.append(stop)
        else:
            stay.append(stop)
    spot.peasants = stay
    mended = stops & spot.burnt & ~spot.aflame
    if repair and mended and world.keepers[spot.seat] != BROVELADE:
        spot.burnt &= ~mended
        recharge(world, spot, FIREBALLS)
    if lit:
        lit.sort()
        run_peasants(world, spot, lit, 0, pile)


def walk_knights(world: TableModel, spot: Position, card: int, safe: bool) -> None:
    """Walk the knights, who mend cottages, and let the archer shoot; `safe`: Trogdor cannot be hurt."""
    mends = world.keepers[spot.seat] != WORCHEX
    plain = mends and not world.hammer_mends
    if spot.first >= 0:
        spot.first = walk_knight(world, spot, spot.first, card, plain, safe=safe)
    if spot.second >= 0 and not spot.dead:
        spot.second = walk_knight(world, spot, spot.second, card, plain, safe=safe)
    if spot.hammer >= 0 and not spot.dead:
        spot.hammer = walk_knight(world, spot, spot.hammer, card, mends, safe=safe)
    if spot.dead:
        return
    path = card * CELLS + spot.archer
    spot.archer = world.stop[path]
    if not safe and world.line[path] >> spot.trogdor & 1:
        hit_trogdor(world, spot, arrow=True)


def walk_knight(world: TableModel, spot: Position, start: int, card: int, mends: bool, *, safe: bool) -> int:
    """Walk a knight along a card's path; returns the square where it ends."""
    path = card * CELLS + start
    swept = world.swept[path]
    if mends:
        spot.aflame &= ~(swept | 1 << start)
    if not safe and swept >> spot.trogdor & 1:
        hit_trogdor(world, spot, arrow=False)
    return world.stop[path]
