"""Fire and the land in the compact model: burning, running peasants, marches, knights and arrows."""

from __future__ import annotations

from engine.trogdor.mind.grid import ALL, AROUND, DISTANCE, WRAPPED, count, squares_of
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
    Pile,
    Position,
    World,
)


def recharge(world: World, spot: Position, item: int) -> None:
    """What charges an item has happened: on its owner's turn, or on anyone's."""
    owner = world.owner[item]
    if owner >= 0 and (owner == spot.seat or world.anyone):
        spot.charged |= 1 << owner


def has(world: World, spot: Position, item: int) -> bool:
    """Whether the active player can use this item now."""
    return world.items[spot.seat] == item and bool(spot.charged >> spot.seat & 1) and not spot.used


def works(world: World, spot: Position, item: int) -> bool:
    """Whether an item that waits for its moment would be used then."""
    return has(world, spot, item) and not world.idle >> item & 1


def spend(spot: Position) -> None:
    """The active player's item is discharged."""
    spot.charged &= ~(1 << spot.seat)
    spot.used = True


def heal(world: World, spot: Position) -> None:
    """One peasant more on the Trog-Meter."""
    spot.health += 1
    recharge(world, spot, SHIELD)


def check(spot: Position) -> None:
    """Victory, if nobody is running."""
    if spot.burnt == ALL and spot.aflame == spot.ground.cottages and not spot.peasants:
        spot.won = True


def scorch(world: World, spot: Position, square: int) -> None:
    """A tile burns, then a cottage on it if it can at that moment."""
    bit = 1 << square
    home = spot.ground.cottages & bit
    if not spot.burnt & bit:
        spot.burnt |= bit
        if home:
            recharge(world, spot, RING)
    if home and not spot.aflame & bit and not AROUND[square] & ~spot.burnt:
        spot.aflame |= bit
        recharge(world, spot, RING)


def run(world: World, spot: Position, lit: list[int], mine: int, pile: Pile) -> None:
    """The burning peasants run one after the other; the player lit the first `mine` of them."""
    while lit:
        square = lit[0]
        card = pile.draw()
        _kindle(spot, square, lit)
        if not spot.ground.water >> square & 1:
            scorch(world, spot, square)
        saved = False
        for entered in world.trod[card * 25 + square]:
            if spot.ground.water >> entered & 1:
                spot.peasants.append(entered)
                saved = True
                break
            scorch(world, spot, entered)
            _kindle(spot, entered, lit)
        lit.pop(0)
        if not saved and mine > 0 and works(world, spot, FLASK):
            spend(spot)
            heal(world, spot)
        mine -= 1
        if not lit:
            check(spot)


def _kindle(spot: Position, square: int, lit: list[int]) -> None:
    while square in spot.peasants:
        spot.peasants.remove(square)
        lit.append(square)


def blaze(world: World, spot: Position, pile: Pile) -> None:
    """Path o' Burnination from Trogdor's square, and the peasants that it lights."""
    card = pile.draw()
    lit: list[int] = []
    for square in [spot.trogdor, *world.trod[card * 25 + spot.trogdor]]:
        scorch(world, spot, square)
        check(spot)
        if spot.won:
            return
        _kindle(spot, square, lit)
    run(world, spot, lit, len(lit), pile)


def strike(world: World, spot: Position, *, arrow: bool) -> None:
    """Something reaches Trogdor that neither hiding nor a card keeps off."""
    if works(world, spot, TRINKET if arrow else SHIELD):
        spend(spot)
    elif spot.health == 0:
        spot.dead = True
    else:
        spot.health -= 1
        spot.struck = True
        recharge(world, spot, POUCH)


def homes_for(spot: Position, number: int) -> list[int]:
    """At which cottages so many new peasants come out: near to Trogdor."""
    free = squares_of(spot.ground.cottages & ~spot.aflame)
    if number >= len(free):
        return free
    here = spot.trogdor * 25
    ranked = sorted([DISTANCE[here + square] * 25 + square for square in free])
    return [rank % 25 for rank in ranked[:number]]


def wanted(world: World, spot: Position, card: int) -> int:
    """How many peasants come out with a card."""
    number = world.spawn[card] - len(spot.peasants)
    if number <= 0:
        return 0
    return min(number, count(spot.ground.cottages & ~spot.aflame), spot.health)


def best_way(world: World, spot: Position, card: int) -> int:
    """Which way the Pouch would send the peasants: fewest repairs, then most of them into the fire."""
    printed = world.way[card]
    best, least = printed, 1 << 20
    for way in range(4):
        cost = 0 if way == printed else 1
        seen = 0
        for square in spot.peasants:
            bit = 1 << WRAPPED[way * 25 + square]
            if spot.aflame & bit:
                cost -= 2
            elif spot.burnt & bit & ~seen and world.repair[card]:
                cost += 100
                seen |= bit
        if cost < least:
            best, least = way, cost
    return best


def land(world: World, spot: Position, card: int, pile: Pile, played: int) -> None:
    """Phase two with a movement card, `played` being the action card that holds in this turn.

    Stops as soon as the game is over; the next player's turn has begun otherwise.
    """
    way = world.way[card]
    if works(world, spot, POUCH) and (spot.peasants or wanted(world, spot, card)):
        chosen = best_way(world, spot, card)
        if chosen != way and world.repair[card]:
            spend(spot)
            way = chosen
    number = wanted(world, spot, card)
    settle_land(world, spot, card, pile, played, way, homes_for(spot, number) if number else [])


def settle_land(
    world: World, spot: Position, card: int, pile: Pile, played: int, way: int, homes: list[int]
) -> None:
    """Phase two when the way of the peasants and the places of the new ones are known."""
    spot.health -= len(homes)
    spot.peasants += homes
    if spot.peasants:
        march(world, spot, way, bool(world.repair[card]), pile)
        if spot.won:
            return
    walk(world, spot, card, spot.hiding or played == BLOCK)
    if spot.dead:
        return
    flowers = played == DAISIES and spot.ground.flowers >> spot.trogdor & 1
    spot.bonus = 3 if flowers else 0
    spot.hiding = False
    spot.used = False
    spot.seat = world.next_seat(spot.seat)


def march(world: World, spot: Position, way: int, repair: bool, pile: Pile) -> None:
    """The peasants go, repair where they stop, and catch fire in burning cottages."""
    lit: list[int] = []
    stay: list[int] = []
    stops = 0
    for square in spot.peasants:
        stop = WRAPPED[way * 25 + square]
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
        run(world, spot, lit, 0, pile)


def walk(world: World, spot: Position, card: int, safe: bool) -> None:
    """The knights walk and mend, the archer shoots; `safe`: nothing hurts Trogdor."""
    mends = world.keepers[spot.seat] != WORCHEX
    plain = mends and not world.hammer_mends
    if spot.first >= 0:
        spot.first = stride(world, spot, spot.first, card, plain, safe=safe)
    if spot.second >= 0 and not spot.dead:
        spot.second = stride(world, spot, spot.second, card, plain, safe=safe)
    if spot.hammer >= 0 and not spot.dead:
        spot.hammer = stride(world, spot, spot.hammer, card, mends, safe=safe)
    if spot.dead:
        return
    at = card * 25 + spot.archer
    spot.archer = world.stop[at]
    if not safe and world.line[at] >> spot.trogdor & 1:
        strike(world, spot, arrow=True)


def stride(world: World, spot: Position, start: int, card: int, mends: bool, *, safe: bool) -> int:
    """A knight walks a path; returns where he stops."""
    at = card * 25 + start
    swept = world.swept[at]
    if mends:
        spot.aflame &= ~(swept | 1 << start)
    if not safe and swept >> spot.trogdor & 1:
        strike(world, spot, arrow=False)
    return world.stop[at]
