"""What hurts Trogdor, what spares him, how he dies, and the five paths of his Fiery Rage after that."""

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
"""What protects from an arrow, and from a knight."""


def strike(course: StateBuilder, task: Strike) -> None:
    """A knight or an arrow reaches Trogdor: hiding, Block, the Shield or the Trinket may spare him.

    Block holds while knights and archer do their own things, not when Trogdor walks into a knight (Rules
    trogdor:hide-2, trogdor:card-block, trogdor:item-shield, trogdor:item-trinket, trogdor:ruling-4,
    trogdor:ruling-11, trogdor:ruling-21). The Shield is asked again for each knight (Rule
    trogdor:ruling-57).
    """
    if not task.moving:
        if course.board.hiding:
            course.record(events.Spared(task.who, "hiding"))
            return
        if course.has_effect_of(Card.BLOCK):
            course.record(events.Spared(task.who, "card"))
            return
    item, phase = PROTECTION[task.who is Walker.ARCHER]
    used = course.consult(item, phase, task)
    if used is not None:
        (protect if used else hurt)(course, task)


def protect(course: StateBuilder, task: Strike) -> None:
    """The Shield or the Trinket takes the hit, which then was none (Rule trogdor:ruling-4)."""
    course.use_item()
    course.record(events.Spared(task.who, "trinket" if task.who is Walker.ARCHER else "shield"))


def hurt(course: StateBuilder, task: Strike) -> None:
    """A peasant of the Trog-Meter goes to the Void; with none left Trogdor dies.

    The first damage shuffles the Troghammer cards into the pile; the hit that kills shuffles nothing (Rules
    trogdor:damage-1, trogdor:damage-2, trogdor:hammer-1, trogdor:ruling-3, trogdor:ruling-54).
    """
    board = course.board
    if not task.moving:
        course.note_land(hits=(board.trogdor,))
    if board.health == 0:
        course.record(events.Died(task.who, board.trogdor))
        begin_rage(course)
        return
    course.change_board(health=board.health - 1, void=board.void + 1)
    course.record(events.Damaged(task.who, board.trogdor, board.health - 1))
    if not course.state.struck:
        _bring_hammers(course)
    course.recharge(Item.POUCH)


def _bring_hammers(course: StateBuilder) -> None:
    """The Troghammer cards go into the pile, the discards too if it is empty; with none nothing is shuffled.

    Rules trogdor:hammer-1, trogdor:ruling-3, trogdor:ruling-52.
    """
    course.change(struck=True)
    number = course.state.house.hammers
    if number:
        hammers = (str(Card.TROGHAMMER),) * number
        if not course.state.trog.pile:
            course.record(events.Reshuffled("trog"))
        course.change(trog=course.state.trog.with_shuffled_in(hammers, course.rng))
        course.record(events.HammersShuffled(number))


# Trogdor's Fiery Rage after his death

PATHS: Final = 5


def begin_rage(course: StateBuilder) -> None:
    """Everything else stops; the land's card is discarded, and five cards are dealt before the first step.

    Rules trogdor:rage-1, trogdor:ruling-12, trogdor:ruling-46, trogdor:ruling-48, trogdor:ruling-54.
    """
    _stop_walk(course)
    land = course.state.land
    if course.in_land_turn and land is not None:
        course.change(movement=course.state.movement.with_discards(land.card))
    course.change(todo=(), phase=Phase.LAND, back=None, offer=None)
    course.change_board(hiding=False)
    cards = [course.draw_movement(keep=True) for _ in range(PATHS)]
    course.change(movement=course.state.movement.with_discards(*(card.id for card in cards)))
    start = course.board.trogdor
    course.record(events.RageBegan(start, tuple(card.id for card in cards)))
    first, *rest = (card.path for card in cards)
    course.schedule_first(Rage(path(start, first), tuple(rest), KNIGHTS[: len(course.board.knights)]))


def _stop_walk(course: StateBuilder) -> None:
    """Tell how far the knight came who killed him."""
    stride = next(iter(course.state.todo), None)
    if isinstance(stride, Stride) and stride.trodden:
        course.record(events.Walked(stride.who, stride.trodden))
        walk = Walk(stride.who, stride.trodden)
        course.note_land(**{"walks" if course.in_land_turn else "hammer": (walk,)})


def rage(course: StateBuilder, task: Rage) -> None:
    """One square further: everything there is erased, and it ends in success at once.

    Rules trogdor:rage-1, trogdor:rage-2, trogdor:ruling-48, trogdor:ruling-49, trogdor:ruling-54.
    """
    square, *ahead = task.squares
    trodden = (*task.trodden, square)
    course.change_board(trogdor=square)
    _erase_square(course, square)
    knights = _erase_knights(course, square, task.knights)
    won = is_won(course.board)
    if won or not ahead:
        course.record(events.Raged(trodden))
        course.note_land(rage=(Walk(Walker.TROGDOR, trodden),))
    if won:
        course.end("petite-victory", "rage")
    elif ahead:
        course.schedule_first(Rage(tuple(ahead), task.paths, knights, trodden))
    elif task.paths:
        steps, *rest = task.paths
        course.schedule_first(Rage(path(square, steps)[1:], tuple(rest), knights, (square,)))
    else:
        course.end("defeat", "died")


def _erase_square(course: StateBuilder, square: Square) -> None:
    """Tile, cottage and peasants of a square, without any condition."""
    burn_tile(course, square, "rage")
    board = course.board
    if board.kinds[square] is TileKind.COTTAGE and square not in board.aflame:
        burn_cottage(course, square, "rage")
    _erase_peasants(course, square)


def _erase_knights(course: StateBuilder, square: Square, knights: tuple[Walker, ...]) -> tuple[Walker, ...]:
    """The knights who are left when those of a square are gone; the archer lives (Rule trogdor:rage-1)."""
    board = course.board
    there = tuple(zip(knights, board.knights, strict=True))
    course.record(*(events.KnightErased(who, square) for who, where in there if where == square))
    if board.troghammer == square:
        course.record(events.KnightErased(Walker.TROGHAMMER, square))
    left = tuple((who, where) for who, where in there if where != square)
    course.change_board(
        knights=tuple(where for _, where in left),
        troghammer=None if board.troghammer == square else board.troghammer,
    )
    return tuple(who for who, _ in left)


def _erase_peasants(course: StateBuilder, square: Square) -> None:
    board = course.board
    peasants = tuple(where for where in board.peasants if where != square)
    lit = tuple(runner for runner in board.lit if runner.square != square)
    gone = len(board.peasants) - len(peasants) + len(board.lit) - len(lit)
    course.change_board(peasants=peasants, lit=lit, void=board.void + gone)
    course.record(*[events.PeasantErased(square)] * gone)
