"""Phase two, the land fights back: peasants come out and march, knights and the archer walk and strike."""

from __future__ import annotations

from itertools import combinations

from engine.trogdor import events
from engine.trogdor.board import ORTHOGONAL, SIZE, Direction, Square, Walker, next_square_wrapped, shot_line
from engine.trogdor.burning import light
from engine.trogdor.cards import Item, Keeper
from engine.trogdor.model import (
    EndTurn,
    LandTurn,
    MarchPeasants,
    MovementCard,
    Phase,
    Runners,
    Settle,
    SpawnPeasants,
    State,
    Stride,
    Strike,
    Summon,
    Walk,
    card_of,
)
from engine.trogdor.position import KNIGHTS, cottages, walkers, without_one
from engine.trogdor.state_builder import StateBuilder


def begin_land(builder: StateBuilder, _task: LandTurn) -> None:
    """Draw the land's card, which stays on the table until the turn ends.

    Rules trogdor:turn-1, trogdor:ruling-55.
    """
    card = builder.draw_movement(keep=True)
    builder.start_land(card)
    builder.record(events.MovementDrawn(card.id, card.spawn, card.direction, card.repair, card.path))
    walks = schedule_walks(builder, card)
    builder.change(phase=Phase.LAND)
    builder.schedule_first(SpawnPeasants(), MarchPeasants(), *walks, EndTurn())
    _offer_pouch(builder)


def _offer_pouch(builder: StateBuilder) -> None:
    """Offer the Pouch before peasants come out, if any will walk.

    Rules trogdor:item-pouch, trogdor:ruling-43, trogdor:ruling-57.
    """
    walking = builder.board.peasants or spawn_number(builder.state)
    if walking and builder.consult(Item.POUCH, Phase.POUCH):
        best = best_direction(builder)
        if best is not builder.state.land_direction:
            turn_peasants(builder, best)


def best_direction(builder: StateBuilder) -> Direction:
    """The direction with the fewest repairs, then the most peasants into fire, then the printed one.

    Rule trogdor:prefer-1; peasants who have yet to come out are ignored.
    """
    printed, aflame = builder.state.land_direction, builder.board.aflame
    repairing = _repairs(builder)

    def cost(direction: Direction) -> tuple[int, int, bool]:
        stops = [next_square_wrapped(square, direction) for square in builder.board.peasants]
        lit = sum(stop in aflame for stop in stops)
        repaired = {stop for stop in stops if stop in builder.board.burned and stop not in aflame}
        return (len(repaired) if repairing else 0, -lit, direction is not printed)

    return min(ORTHOGONAL, key=cost)


def turn_peasants(builder: StateBuilder, direction: Direction) -> None:
    """Use the Pouch: the peasants walk another way, and repair as the card says (Rule trogdor:ruling-43)."""
    builder.use_item()
    builder.set_land_direction(direction)
    builder.record(events.DirectionChosen(builder.turn.seat, direction))


def free_cottages(state: State) -> tuple[Square, ...]:
    """The cottages that are not on fire."""
    return tuple(square for square in cottages(state.board) if square not in state.board.aflame)


def spawn_number(state: State) -> int:
    """How many peasants come out: at most the card's number, one a free cottage, and those on the meter.

    Rules trogdor:spawn-1, trogdor:spawn-3, trogdor:ruling-39, trogdor:ruling-40.
    """
    if state.land is None:
        return 0
    wanted = card_of(state.house, state.land.card).spawn - len(state.board.peasants)
    return max(0, min(wanted, len(free_cottages(state)), state.board.health))


def spawn_choices(state: State) -> tuple[tuple[Square, ...], ...]:
    """The ways to place the new peasants (Rule trogdor:spawn-2)."""
    return tuple(combinations(free_cottages(state), spawn_number(state)))


def spawn_peasants(builder: StateBuilder, _task: SpawnPeasants) -> None:
    """Step 1: ask the active player where peasants come out, unless there is no choice or he has left.

    Rules trogdor:spawn-1, trogdor:spawn-2, trogdor:ruling-40, trogdor:leave-1.
    """
    choices = spawn_choices(builder.state)
    if not choices[0]:
        return
    if len(choices) > 1 and not builder.player.gone:
        builder.ask(Phase.SPAWN)
    else:
        spawn(builder, choices[0])


def spawn(builder: StateBuilder, squares: tuple[Square, ...]) -> None:
    """Place new peasants from the Trog-Meter, which is not damage.

    Rules trogdor:damage-1, trogdor:ruling-39.
    """
    board = builder.board
    health = board.health - len(squares)
    builder.change_board(peasants=tuple(sorted((*board.peasants, *squares))), health=health)
    builder.record(events.Spawned(squares, health))
    builder.note_land(spawned=squares)


def march(builder: StateBuilder, _task: MarchPeasants) -> None:
    """Step 2: move all peasants together, then repair tiles, then light those in burning cottages.

    Rules trogdor:march-1, trogdor:march-2, trogdor:board-3, trogdor:run-1, trogdor:ruling-34,
    trogdor:ruling-41, trogdor:ruling-42, trogdor:ruling-51.
    """
    direction, peasants = builder.state.land_direction, builder.board.peasants
    if not peasants or direction is None:
        return
    moves = tuple((square, next_square_wrapped(square, direction)) for square in peasants)
    stops = tuple(sorted(stop for _, stop in moves))
    builder.change_board(peasants=stops)
    builder.record(events.Marched(direction, moves))
    builder.note_land(marched=moves)
    if _repairs(builder):
        _repair(builder, stops)
    burning = [stop for stop in stops if stop in builder.board.aflame]
    for stop in burning:
        light(builder, stop, "cottage")
    if burning:
        builder.schedule_first(Runners())


def _repairs(builder: StateBuilder) -> bool:
    """Whether the peasants repair: the card says so, and it is not Brovelade's turn.

    Rules trogdor:march-2, trogdor:keeper-brovelade.
    """
    land = builder.state.land
    return land is not None and land.repair and not builder.has_power(Keeper.BROVELADE)


def _repair(builder: StateBuilder, stops: tuple[Square, ...]) -> None:
    """Repair the tiles where peasants stop and do not catch fire; recharges the Fireballs.

    Rules trogdor:march-2, trogdor:item-fireballs, trogdor:ruling-19, trogdor:ruling-42.
    """
    board = builder.board
    repaired = tuple(sq for sq in board.burned if sq in stops and sq not in board.aflame)
    if repaired:
        builder.change_board(burned=tuple(sq for sq in board.burned if sq not in repaired))
        builder.record(events.Repaired(repaired))
        builder.note_land(repaired=repaired)
        builder.recharge(Item.FIREBALLS)


# The knights, the Troghammer and the archer


def place_of(builder: StateBuilder, who: Walker) -> Square:
    """Where a knight or the archer is."""
    return builder.board.archer if who is Walker.ARCHER else dict(walkers(builder.board))[who]


def put_walker(builder: StateBuilder, who: Walker, square: Square) -> None:
    """Put a knight or the archer on another square."""
    if who is Walker.ARCHER:
        builder.change_board(archer=square)
    elif who is Walker.TROGHAMMER:
        builder.change_board(troghammer=square)
    else:
        number, knights = KNIGHTS.index(who), builder.board.knights
        builder.change_board(knights=(*knights[:number], square, *knights[number + 1 :]))


def stride(builder: StateBuilder, task: Stride) -> None:
    """Move a walker one square further; a knight mends the cottage he enters, and strikes Trogdor there.

    A knight who starts on Trogdor's square does not strike him, but would on coming back (Rules
    trogdor:knight-1, trogdor:knight-2, trogdor:knight-3, trogdor:archer-1, trogdor:ruling-9,
    trogdor:ruling-44).
    """
    if not task.trodden:
        start = place_of(builder, task.who)
        builder.schedule_first(Stride(task.who, task.steps, (start,)))
        _mend(builder, task.who, start)
    elif task.steps:
        square = next_square_wrapped(task.trodden[-1], task.steps[0])
        put_walker(builder, task.who, square)
        builder.schedule_first(Stride(task.who, task.steps[1:], (*task.trodden, square)))
        _mend(builder, task.who, square)
        if square == builder.board.trogdor and task.who is not Walker.ARCHER:
            builder.schedule_first(Strike(task.who))
    else:
        _stop(builder, task)


def _mend(builder: StateBuilder, who: Walker, square: Square) -> None:
    """Let a knight put out a burning cottage where he starts, passes or stops.

    Not in Worchex's turn, nor against the table's option (Rules trogdor:knight-2, trogdor:keeper-worchex,
    trogdor:ruling-44).
    """
    idle = who is Walker.ARCHER or builder.has_power(Keeper.WORCHEX)
    spared = builder.state.house.hammer_mends and who is not Walker.TROGHAMMER
    if square in builder.board.aflame and not idle and not spared:
        builder.change_board(aflame=without_one(builder.board.aflame, square))
        builder.record(events.CottageMended(who, square))
        builder.note_land(mended=(square,))


def _stop(builder: StateBuilder, task: Stride) -> None:
    walk = Walk(task.who, task.trodden)
    builder.record(events.Walked(task.who, task.trodden))
    builder.note_land(**{"walks" if builder.in_land_turn else "hammer": (walk,)})
    if task.who is Walker.ARCHER:
        _shoot(builder, task.trodden)


def _shoot(builder: StateBuilder, trodden: tuple[Square, ...]) -> None:
    """Shoot both ways along the archer's last step, over the whole row or column except his own square.

    Nothing stops the arrow (Rules trogdor:archer-2, trogdor:ruling-45).
    """
    before, here = trodden[-2:]
    line = shot_line(here, vertical=before % SIZE == here % SIZE)
    hit = builder.board.trogdor in line
    builder.record(events.ArrowShot(here, line, hit))
    builder.note_land(line=line)
    if hit:
        builder.schedule_first(Strike(Walker.ARCHER))


def summon(builder: StateBuilder, _task: Summon) -> None:
    """Put the Troghammer onto his square of the map, or let him walk the path of a movement card.

    Entering strikes no one and mends nothing (Rules trogdor:hammer-2, trogdor:ruling-8, trogdor:ruling-56).
    """
    if builder.board.troghammer is None:
        entry = builder.state.house.entry
        builder.change_board(troghammer=entry)
        builder.record(events.HammerEntered(entry))
        builder.schedule_first(Settle())
    else:
        _walk_hammer(builder)


def settle(builder: StateBuilder, _task: Settle) -> None:
    """Let the Troghammer walk on by another card if he stopped on a knight or the archer.

    Rules trogdor:hammer-3, trogdor:ruling-8, trogdor:ruling-9.
    """
    board = builder.board
    if board.troghammer in (*board.knights, board.archer):
        _walk_hammer(builder)


def _walk_hammer(builder: StateBuilder) -> None:
    builder.schedule_first(Stride(Walker.TROGHAMMER, builder.draw_movement().path), Settle())


def schedule_walks(builder: StateBuilder, card: MovementCard) -> tuple[Stride, ...]:
    """The walks of a movement card: the knights in turn, the Troghammer last, then the archer.

    Rules trogdor:knight-1, trogdor:archer-1, trogdor:ruling-44, trogdor:ruling-51.
    """
    who = (*(walker for walker, _ in walkers(builder.board)), Walker.ARCHER)
    return tuple(Stride(walker, card.path) for walker in who)
