"""What hurts Trogdor, what spares him, and how he dies."""

from __future__ import annotations

from engine.trogdor.board import Walker
from engine.trogdor.cards import Card, Item
from engine.trogdor.course import Course
from engine.trogdor.events import Damaged, Died, HammersShuffled, Reshuffled, Spared
from engine.trogdor.model import Phase
from engine.trogdor.rage import begin_rage
from engine.trogdor.tasks import Strike

PROTECTION = {True: (Item.TRINKET, Phase.TRINKET), False: (Item.SHIELD, Phase.SHIELD)}
"""What protects from an arrow, and from a knight."""


def strike(course: Course, task: Strike) -> None:
    """A knight or an arrow reaches Trogdor: hiding, Block, the Shield or the Trinket may spare him.

    Block holds while knights and archer do their own things, not when Trogdor walks into a knight (Rules
    trogdor:hide-2, trogdor:card-block, trogdor:item-shield, trogdor:item-trinket, trogdor:ruling-4,
    trogdor:ruling-11, trogdor:ruling-21). The Shield is asked again for each knight (Rule
    trogdor:ruling-57).
    """
    if not task.moving:
        if course.board.hiding:
            course.tell(Spared(task.who, "hiding"))
            return
        if course.plays(Card.BLOCK):
            course.tell(Spared(task.who, "card"))
            return
    item, phase = PROTECTION[task.who is Walker.ARCHER]
    used = course.consult(item, phase, task)
    if used is not None:
        (protect if used else hurt)(course, task)


def protect(course: Course, task: Strike) -> None:
    """The Shield or the Trinket takes the hit, which then was none (Rule trogdor:ruling-4)."""
    course.use_item()
    course.tell(Spared(task.who, "trinket" if task.who is Walker.ARCHER else "shield"))


def hurt(course: Course, task: Strike) -> None:
    """A peasant of the Trog-Meter goes to the Void; with none left Trogdor dies.

    The first damage shuffles the Troghammer cards into the pile; the hit that kills shuffles nothing (Rules
    trogdor:damage-1, trogdor:damage-2, trogdor:hammer-1, trogdor:ruling-3, trogdor:ruling-54).
    """
    board = course.board
    if not task.moving:
        course.note(hits=(board.trogdor,))
    if board.health == 0:
        course.tell(Died(task.who, board.trogdor))
        begin_rage(course)
        return
    course.change_board(health=board.health - 1, void=board.void + 1)
    course.tell(Damaged(task.who, board.trogdor, board.health - 1))
    if not course.state.struck:
        _bring_hammers(course)
    course.recharge(Item.POUCH)


def _bring_hammers(course: Course) -> None:
    """The Troghammer cards go into the pile, the discards too if it is empty; with none nothing is shuffled.

    Rules trogdor:hammer-1, trogdor:ruling-3, trogdor:ruling-52.
    """
    course.change(struck=True)
    number = course.state.house.hammers
    if number:
        hammers = (str(Card.TROGHAMMER),) * number
        if not course.state.trog.pile:
            course.tell(Reshuffled("trog"))
        course.change(trog=course.state.trog.shuffled_in(hammers, course.rng))
        course.tell(HammersShuffled(number))
