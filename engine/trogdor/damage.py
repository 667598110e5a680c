"""Damage to Trogdor: protection, death, and the five paths of his Fiery Rage after it."""

from __future__ import annotations

from typing import Final

from engine.trogdor import events
from engine.trogdor.board import Square, TileKind, Walker, path
from engine.trogdor.burning import burn_cottage, burn_tile
from engine.trogdor.cards import Card, Item
from engine.trogdor.model import Phase, Rage, Stride, Strike, Walk
from engine.trogdor.position import KNIGHTS, is_won
from engine.trogdor.state_builder import StateBuilder

PROTECTION = {True: (Item.TRINKET, Phase.TRINKET), False: (Item.SHIELD, Phase.SHIELD)}
"""The items that protect from an arrow, and from a knight."""


def strike(builder: StateBuilder, task: Strike) -> None:
    """Let a knight or an arrow strike Trogdor, unless hiding, Block, the Shield or the Trinket protects him.

    Block protects during the land's turn, not when Trogdor walks into a knight (Rules trogdor:hide-2,
    trogdor:card-block, trogdor:item-shield, trogdor:item-trinket, trogdor:ruling-4, trogdor:ruling-11,
    trogdor:ruling-21). The Shield is asked about for each knight (Rule trogdor:ruling-57).
    """
    if not task.moving:
        if builder.board.hiding:
            builder.record(events.Spared(task.who, "hiding"))
            return
        if builder.has_effect_of(Card.BLOCK):
            builder.record(events.Spared(task.who, "card"))
            return
    item, phase = PROTECTION[task.who is Walker.ARCHER]
    used = builder.consult(item, phase, task)
    if used is not None:
        (protect if used else hurt)(builder, task)


def protect(builder: StateBuilder, task: Strike) -> None:
    """Let the Shield or the Trinket take the hit, which then does not count as one.

    Rule trogdor:ruling-4.
    """
    builder.use_item()
    builder.record(events.Spared(task.who, "trinket" if task.who is Walker.ARCHER else "shield"))


def hurt(builder: StateBuilder, task: Strike) -> None:
    """Take damage: a peasant of the Trog-Meter goes to the Void; with none left Trogdor dies.

    The first damage shuffles the Troghammer cards into the pile, a fatal one does not (Rules
    trogdor:damage-1, trogdor:damage-2, trogdor:hammer-1, trogdor:ruling-3, trogdor:ruling-54).
    """
    board = builder.board
    if not task.moving:
        builder.note_land(hits=(board.trogdor,))
    if board.health == 0:
        builder.record(events.Died(task.who, board.trogdor))
        begin_rage(builder)
        return
    builder.change_board(health=board.health - 1, void=board.void + 1)
    builder.record(events.Damaged(task.who, board.trogdor, board.health - 1))
    if not builder.state.struck:
        _bring_hammers(builder)
    builder.recharge(Item.POUCH)


def _bring_hammers(builder: StateBuilder) -> None:
    """Shuffle the Troghammer cards into the pile, with the discards if it is empty; none, no shuffling.

    Rules trogdor:hammer-1, trogdor:ruling-3, trogdor:ruling-52.
    """
    builder.change(struck=True)
    number = builder.state.house.hammers
    if number:
        hammers = (str(Card.TROGHAMMER),) * number
        if not builder.state.trog.pile:
            builder.record(events.Reshuffled("trog"))
        builder.change(trog=builder.state.trog.with_shuffled_in(hammers, builder.rng))
        builder.record(events.HammersShuffled(number))


# Trogdor's Fiery Rage after his death

PATHS: Final = 5


def begin_rage(builder: StateBuilder) -> None:
    """Begin the Fiery Rage: drop all tasks, discard the land's card, and deal five movement cards.

    Rules trogdor:rage-1, trogdor:ruling-12, trogdor:ruling-46, trogdor:ruling-48, trogdor:ruling-54.
    """
    _stop_walk(builder)
    land = builder.state.land
    if builder.in_land_turn and land is not None:
        builder.change(movement=builder.state.movement.with_discards(land.card))
    builder.change(todo=(), phase=Phase.LAND, back=None, offer=None)
    builder.change_board(hiding=False)
    cards = [builder.draw_movement(keep=True) for _ in range(PATHS)]
    builder.change(movement=builder.state.movement.with_discards(*(card.id for card in cards)))
    start = builder.board.trogdor
    builder.record(events.RageBegan(start, tuple(card.id for card in cards)))
    first, *rest = (card.path for card in cards)
    builder.schedule_first(Rage(path(start, first), tuple(rest), KNIGHTS[: len(builder.board.knights)]))


def _stop_walk(builder: StateBuilder) -> None:
    """Record how far the knight came who killed Trogdor."""
    stride = next(iter(builder.state.todo), None)
    if isinstance(stride, Stride) and stride.trodden:
        builder.record(events.Walked(stride.who, stride.trodden))
        walk = Walk(stride.who, stride.trodden)
        builder.note_land(**{"walks" if builder.in_land_turn else "hammer": (walk,)})


def rage(builder: StateBuilder, task: Rage) -> None:
    """Move one square further: erase everything there; ends the game at once if that wins it.

    Rules trogdor:rage-1, trogdor:rage-2, trogdor:ruling-48, trogdor:ruling-49, trogdor:ruling-54.
    """
    square, *ahead = task.squares
    trodden = (*task.trodden, square)
    builder.change_board(trogdor=square)
    _erase_square(builder, square)
    knights = _erase_knights(builder, square, task.knights)
    won = is_won(builder.board)
    if won or not ahead:
        builder.record(events.Raged(trodden))
        builder.note_land(rage=(Walk(Walker.TROGDOR, trodden),))
    if won:
        builder.end("petite-victory", "rage")
    elif ahead:
        builder.schedule_first(Rage(tuple(ahead), task.paths, knights, trodden))
    elif task.paths:
        steps, *rest = task.paths
        builder.schedule_first(Rage(path(square, steps)[1:], tuple(rest), knights, (square,)))
    else:
        builder.end("defeat", "died")


def _erase_square(builder: StateBuilder, square: Square) -> None:
    """Burn tile and cottage of a square and remove its peasants, unconditionally."""
    burn_tile(builder, square, "rage")
    board = builder.board
    if board.kinds[square] is TileKind.COTTAGE and square not in board.aflame:
        burn_cottage(builder, square, "rage")
    _erase_peasants(builder, square)


def _erase_knights(builder: StateBuilder, square: Square, knights: tuple[Walker, ...]) -> tuple[Walker, ...]:
    """Remove the knights of a square; the archer is not affected (Rule trogdor:rage-1)."""
    board = builder.board
    on_board = tuple(zip(knights, board.knights, strict=True))
    builder.record(*(events.KnightErased(who, square) for who, where in on_board if where == square))
    if board.troghammer == square:
        builder.record(events.KnightErased(Walker.TROGHAMMER, square))
    left = tuple((who, where) for who, where in on_board if where != square)
    builder.change_board(
        knights=tuple(where for _, where in left),
        troghammer=None if board.troghammer == square else board.troghammer,
    )
    return tuple(who for who, _ in left)


def _erase_peasants(builder: StateBuilder, square: Square) -> None:
    board = builder.board
    peasants = tuple(where for where in board.peasants if where != square)
    lit = tuple(runner for runner in board.lit if runner.square != square)
    gone = len(board.peasants) - len(peasants) + len(board.lit) - len(lit)
    builder.change_board(peasants=peasants, lit=lit, void=board.void + gone)
    builder.record(*[events.PeasantErased(square)] * gone)
