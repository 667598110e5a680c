"""A second turn ahead: what the next player makes of what the best lines leave."""

from __future__ import annotations

from typing import Final

from engine.trogdor.mind.forces import land, summon
from engine.trogdor.mind.judge import chance_of
from engine.trogdor.mind.line import Budget, Line, settle, worth_of
from engine.trogdor.mind.node import CARD_FIRE_CODE, EFFECT, FIRE_CODE, WON
from engine.trogdor.mind.search import Search
from engine.trogdor.mind.world import HAMMER, PATH, Dice, Pile, Position

TRIES: Final = 6
"""How many Troghammer cards in a row are foreseen."""


QUICK: Final = Budget(150, 1, 4, 0, 0)
"""How much is looked at of the next player's turn."""


def deepen(search: Search, lines: list[Line], draws: list[int]) -> list[Line]:
    """The lines, the best first, when the best few were looked at a turn further.

    What the next player can do more than the judge thought is added to the mean over all cards: so the few
    futures looked at, the same ones for each line, need not stand for all of them. `draws` are the action
    cards that can come.
    """
    if not draws or not lines or lines[0].node.flags & WON or not search.budget.second:
        return lines
    quiet = [line for line in lines if not is_chancy(line)][: search.budget.second]
    gains = [gain(search, line, draws) for line in quiet]
    mean = sum(gains) / len(gains) if gains else 0.0
    for line, more in zip(quiet, gains, strict=True):
        line.worth = min(1.0, max(0.0, line.worth + more))
    top = max([line.worth for line in quiet], default=1.0)
    for line in lines:
        if line not in quiet:
            line.worth = min(1.0, max(0.0, line.worth + mean))
            if not is_chancy(line):
                line.worth = min(line.worth, top)
    return sorted(quiet + [line for line in lines if line not in quiet], key=worth_of, reverse=True)


def is_chancy(line: Line) -> bool:
    """Whether a line ends in something that is drawn within the turn."""
    scorches = line.card == PATH and not line.node.flags & EFFECT
    return scorches or line.node.code // 100 in (FIRE_CODE, CARD_FIRE_CODE)


def gain(search: Search, line: Line, draws: list[int]) -> float:
    """How much better the next player finds it, in the mean, than the judge thought."""
    spot = settle(line.reach, line.node)
    search.hold(spot.seat, line.kept)
    hands = search.hands[:]
    hands[spot.seat] = line.kept
    total = 0.0
    number = min(search.budget.futures, len(search.coming))
    for at in range(number):
        after = spot.copy()
        land(search.world, after, search.coming[at], Pile(search.coming, at + 1), line.card)
        if not after.won and not after.dead:
            thought = chance_of(search.judge.logit(after) + search.side)
            total += next_turn(search, after, hands, draws, at) - thought
    return total / number


def next_turn(search: Search, spot: Position, hands: list[int], draws: list[int], at: int) -> float:
    """What the next player's best line is worth after one draw."""
    pile = Pile(search.coming, at + 2)
    card = draws[at % len(draws)]
    for again in range(1, TRIES):
        if card != HAMMER:
            break
        summon(search.world, spot, pile)
        if spot.dead:
            return 0.0
        card = draws[(at + 7 * again) % len(draws)]
    hand = [one for one in (hands[spot.seat], card) if one >= 0 and one != HAMMER]
    coming = search.coming[at + 1 :] + search.coming[:at]
    if not hand or not coming:
        return chance_of(search.judge.logit(spot) + search.side)
    ahead = Search(search.judge, coming, hands, QUICK, Dice(at + 1))
    return ahead.choices(spot, hand)[0].worth
