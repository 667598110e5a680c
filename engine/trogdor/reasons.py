"""Reasons for and against an action of Trogdor!!: facts of the position, without search.

A reason states what the action does at once, or how likely Trogdor is struck in the land's next turn; chances
are over the movement cards that can be drawn next, which every player can count.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from engine.core import Seat
from engine.trogdor import facts
from engine.trogdor.board import SIZE, SQUARES, Direction, Square, next_square_wrapped, path
from engine.trogdor.cards import Card, Item, Keeper
from engine.trogdor.danger import bare_risk, risk, strikers
from engine.trogdor.effects import swap_tiles
from engine.trogdor.items import BEANS
from engine.trogdor.legality import can_hide, steps, tunnel_ends
from engine.trogdor.model import HOUSE_CARDS, Action, ItemMode, Phase, TargetKind, Verb, View
from engine.trogdor.position import can_burn_cottage, can_burn_here, cottages, is_won, walkers
from engine.trogdor.turns import points_for


def reasons(view: View, seat: Seat, action: Action) -> tuple[facts.Reason, ...]:
    """The reasons for and against a legal action of a seat, most important first.

    Each fact is stated once, for or against it; what an action leaves unchanged is no reason.
    """
    reasons_found = tuple(_reasons_by_verb(view, seat, action))
    return (
        *(reason for reason in reasons_found if not isinstance(reason, facts.AGAINST)),
        *(reason for reason in reasons_found if isinstance(reason, facts.AGAINST)),
    )


def _reasons_by_verb(view: View, seat: Seat, action: Action) -> Iterator[facts.Reason]:  # noqa: C901 - a case a verb
    match action.verb:
        case Verb.PLAY | Verb.DISCARD:
            yield from _choice_reasons(view, seat, action)
        case Verb.STEP | Verb.TUNNEL:
            yield from _arrival_reasons(view, _target(view, action), _points_after_one(view))
        case Verb.CHOMP | Verb.BURN:
            yield from _chomp_or_burn_reasons(view, action)
        case Verb.HIDE:
            yield facts.Shields(view.board.trogdor, bare_risk(view, view.board.trogdor))
        case Verb.CARD:
            yield from _effect_reasons(view, action)
        case Verb.ITEM:
            yield from _item_reasons(view, seat, action)
        case Verb.FINISH:
            yield from _finish_reasons(view)
        case Verb.YES | Verb.NO:
            yield from _answer_reasons(view, seat, action)
        case Verb.POUCH:
            yield _marching(view, action.direction or Direction.NORTH)
        case Verb.SPAWN:
            yield facts.Comes(
                action.squares, _repaired_tiles(view, (*view.board.peasants, *action.squares), None)
            )
        case Verb.TRADE | Verb.ACCEPT | Verb.DECLINE | Verb.WITHDRAW:
            yield from _trade_reasons(view, seat, action)


def _choice_reasons(view: View, seat: Seat, action: Action) -> Iterator[facts.Reason]:
    card = action.card or Card.BLOCK
    plain, here = action.verb is Verb.DISCARD, view.board.trogdor
    if card is Card.BLOCK and not plain:
        yield facts.Shields(here, bare_risk(view, here))
    if card is Card.PATH_O_BURNINATION and not plain:
        yield _scorching(view)
    elif points := points_for(view, seat, card, plain=plain):
        yield facts.Gains(points)
    hand = list(view.players[seat].hand)
    hand.remove(card)
    if hand:
        yield facts.Keeps(hand[0])


def _target(view: View, action: Action) -> Square:
    """Where a step or a tunnel leads."""
    if action.verb is Verb.TUNNEL:
        return action.squares[0]
    return next_square_wrapped(view.board.trogdor, action.direction or Direction.NORTH)


def _points_after_one(view: View) -> int:
    """The action points that are left after spending one."""
    return view.turn.points - 1


def _arrival_reasons(view: View, target: Square, points: int) -> Iterator[facts.Reason]:
    """The reasons for coming to a square with so many points to spend there."""
    here, arrived = view.board.trogdor, _standing_at(view, target)
    before, chance = risk(view, here), risk(arrived, target)
    knights, find = _count_knights(view, target), _opportunity(arrived, target)
    if _is_deadly(view, knights):
        yield facts.Rages(target)
        yield facts.WalksInto(target, knights)
        return
    if find is not None and not knights and view.phase is Phase.ACT and points > 0:
        yield facts.Finds(target, find)
    if chance < before:
        yield facts.Safer(target, chance, before)
    if near := _nearer_opportunity(view, target):
        yield near
    if chance == before == 0:
        yield facts.StaysSafe(target)
    if knights:
        yield facts.WalksInto(target, knights)
    if chance > before:
        yield facts.Riskier(target, chance, before, strikers(arrived, target))


def _standing_at(view: View, target: Square) -> View:
    return replace(view, board=replace(view.board, trogdor=target))


def _opportunity(view: View, square: Square) -> facts.Find | None:
    """What Trogdor can do on a square, the most valuable first; None if there is nothing."""
    board = view.board
    if can_burn_cottage(board, square):
        return "cottage"
    if square in board.peasants:
        return "peasant"
    if can_burn_here(view, square):
        return "tile"
    return "hide" if can_hide(view) else None


def _nearer_opportunity(view: View, target: Square) -> facts.Nears | None:
    """The nearest square with something to do that a step brings him nearer to, but not onto."""
    here, board = view.board.trogdor, view.board
    opportunities = [
        (step_distance(target, square), square, find)
        for square in SQUARES
        if (find := _opportunity(_standing_at(view, square), square)) not in (None, "hide")
    ]
    nearer = [
        candidate for candidate in opportunities if 0 < candidate[0] < step_distance(here, candidate[1])
    ]
    if not nearer or target in board.peasants:
        return None
    away, square, find = min(nearer, key=lambda candidate: candidate[:2])
    return facts.Nears(square, find, away)


def step_distance(first: Square, second: Square) -> int:
    """The number of orthogonal steps between two squares, not wrapping round edges."""
    (row, column), (row_, column_) = divmod(first, SIZE), divmod(second, SIZE)
    return abs(row - row_) + abs(column - column_)


def _count_knights(view: View, square: Square) -> int:
    """Count the knights that strike Trogdor when he comes to a square (Rule trogdor:move-2)."""
    invisible = view.turn.card is Card.INVISIBILITY and not view.turn.plain
    if view.board.hiding or invisible:
        return 0
    return sum(where == square for _, where in walkers(view.board))


def _is_deadly(view: View, knights: int) -> bool:
    """Whether so many knights at once kill him, whatever is decided about the Shield meanwhile."""
    player = view.players[view.turn.seat]
    ready = player.item is Item.SHIELD and player.charged and not view.turn.item
    if ready and player.asks is ItemMode.ASK:
        return False
    return knights - (ready and player.asks is ItemMode.AUTO) > view.board.health


def _burning(view: View, squares: tuple[Square, ...]) -> Iterator[facts.Reason]:
    """The reason that these tiles burn."""
    burned = {*view.board.burned, *squares}
    if is_won(replace(view.board, burned=tuple(sorted(burned)))):
        yield facts.Wins()
    yield facts.Burns(squares, len(SQUARES) - len(burned))


def _torching(view: View, square: Square) -> Iterator[facts.Reason]:
    aflame = tuple(sorted({*view.board.aflame, square}))
    if is_won(replace(view.board, aflame=aflame)):
        yield facts.Wins()
    yield facts.Torches(square, len(cottages(view.board)) - len(aflame))


def _lighting(view: View, square: Square) -> Iterator[facts.Reason]:
    yield facts.Lights(square, len(view.board.peasants) - 1)


def _eating(view: View, square: Square) -> Iterator[facts.Reason]:
    left = list(view.board.peasants)
    left.remove(square)
    if is_won(replace(view.board, peasants=tuple(left))):
        yield facts.Wins()
    yield facts.Heals(view.board.health + 1, square)


def _chomp_or_burn_reasons(view: View, action: Action) -> Iterator[facts.Reason]:
    here = view.board.trogdor
    if action.verb is Verb.CHOMP:
        yield from _eating(view, here)
    elif action.what is TargetKind.PEASANT:
        yield from _lighting(view, here)
    elif action.what is TargetKind.COTTAGE:
        yield from _torching(view, here)
    else:
        yield from _burning(view, (here,))


def _aimed_reasons(view: View, action: Action) -> Iterator[facts.Reason]:
    """What is burned from afar."""
    if action.what is TargetKind.PEASANT:
        yield from _lighting(view, action.squares[0])
    elif action.what is TargetKind.COTTAGE:
        yield from _torching(view, action.squares[0])
    else:
        yield from _burning(view, action.squares)


def _effect_reasons(view: View, action: Action) -> Iterator[facts.Reason]:
    match view.turn.card:
        case Card.JHONKA_HELP:
            yield from _eating(view, action.squares[0])
        case Card.WINGALING:
            yield from _arrival_reasons(view, action.squares[0], view.turn.points)
        case Card.HIDEY_HOLE:
            target = action.squares[0]
            yield facts.Shields(target, bare_risk(_standing_at(view, target), target))
            if target != view.board.trogdor and (knights := _count_knights(view, target)):
                yield facts.WalksInto(target, knights)
        case Card.TUNNEL_WARP:
            first, second = action.squares
            board = swap_tiles(view.board, first, second)
            yield from _risk_change_reasons(view, replace(view, board=board))
            yield facts.Swaps((first, second))
        case Card.PATH_O_BURNINATION:
            yield _scorching(view)
        case _:
            yield from _aimed_reasons(view, action)


def _risk_change_reasons(view: View, then: View) -> Iterator[facts.Reason]:
    """Whether a changed board makes a strike more or less likely."""
    before, chance = risk(view, view.board.trogdor), risk(then, then.board.trogdor)
    if chance < before:
        yield facts.Safer(then.board.trogdor, chance, before)
    if chance > before:
        square = then.board.trogdor
        yield facts.Riskier(square, chance, before, strikers(then, square))


def _scorching(view: View) -> facts.Scorches:
    """What Path o' Burnination burns on average, over the possible cards."""
    cards = {card.id: card for card in view.house.cards} or HOUSE_CARDS
    fresh = [set(path(view.board.trogdor, cards[one].path)) - set(view.board.burned) for one in view.coming]
    return facts.Scorches(round(10 * sum(map(len, fresh)) / max(len(fresh), 1)))


def _item_reasons(view: View, seat: Seat, action: Action) -> Iterator[facts.Reason]:
    match view.players[seat].item:
        case Item.BEANS:
            yield facts.Gains(view.turn.points + BEANS)
        case Item.DISK:
            yield facts.Heals(view.board.health + 1)
        case Item.RING:
            yield from _arrival_reasons(view, action.squares[0], view.turn.points)
        case Item.BAUBLES:
            yield from _risk_change_reasons(view, _with_knight_moved(view, action))
            yield facts.MovesKnight(action.squares[-1])
        case _:
            yield from _aimed_reasons(view, action)


def _with_knight_moved(view: View, action: Action) -> View:
    """The view with a knight on another square."""
    board, target = view.board, action.squares[-1]
    if action.what is TargetKind.TROGHAMMER:
        return replace(view, board=replace(board, troghammer=target))
    if action.squares[0] in board.knights:
        knights = list(board.knights)
        knights[knights.index(action.squares[0])] = target
        return replace(view, board=replace(board, knights=tuple(knights)))
    return replace(view, board=replace(board, troghammer=target))


def _finish_reasons(view: View) -> Iterator[facts.Reason]:
    """How he stands at the end of the actions, and what he could still have done."""
    here, points = view.board.trogdor, view.turn.points
    chance = risk(view, here)
    if view.phase is Phase.ACT and not points:
        yield facts.NoPointsLeft()
    if _is_shielded(view):
        yield facts.Shields(here, bare_risk(view, here))
    elif not chance:
        yield facts.StaysSafe(here)
    else:
        yield facts.EndsInDanger(here, chance, view.board.health == 0, strikers(view, here))
    if view.phase is Phase.ACT and points and (find := _opportunity(view, here)) not in (None, "hide"):
        yield facts.Wastes(points, here, find)


def _is_shielded(view: View) -> bool:
    turn = view.turn
    return view.board.hiding or (turn.card is Card.BLOCK and not turn.plain)


def _answer_reasons(view: View, seat: Seat, action: Action) -> Iterator[facts.Reason]:
    item = view.players[seat].item
    if view.phase is Phase.POUCH:
        yield _marching(view, None)
    elif action.verb is Verb.NO:
        yield facts.Holds(item)
    elif view.phase is Phase.FLASK:
        yield facts.Heals(view.board.health + 1)
    else:
        yield facts.Parries(item)


def _marching(view: View, direction: Direction | None) -> facts.Marches:
    """The march of the peasants; None as direction is the printed one. Ignores peasants still to come."""
    printed = view.land.direction if view.land is not None else Direction.NORTH
    peasants = view.board.peasants
    repairs, instead = _repaired_tiles(view, peasants, direction), _repaired_tiles(view, peasants, printed)
    return facts.Marches(direction or printed, repairs, len(instead))


def _repaired_tiles(
    view: View, peasants: tuple[Square, ...], direction: Direction | None
) -> tuple[Square, ...]:
    """The tiles that peasants repair in a direction, or in the card's if it is None.

    Rule trogdor:march-2.
    """
    land = view.land
    if land is None or not land.repair or view.players[view.turn.seat].keeper is Keeper.BROVELADE:
        return ()
    board = view.board
    stops = {next_square_wrapped(square, direction or land.direction) for square in peasants}
    return tuple(sorted(stop for stop in stops if stop in board.burned and stop not in board.aflame))


def _trade_reasons(view: View, seat: Seat, action: Action) -> Iterator[facts.Reason]:
    offer = view.offer
    if action.verb is Verb.TRADE and action.other is not None:
        yield facts.Gets(action.other)
    elif offer is not None:
        if action.verb is Verb.ACCEPT:
            yield facts.Gets(offer.mine)
        else:
            yield facts.Keeps(offer.theirs if seat == offer.partner else offer.mine)


# Avoidable losses, for a warning before the action

MUCH: Final = 0.25
"""The smallest avoidable chance of a strike that is worth a warning."""


def loss(view: View, _seat: Seat, action: Action) -> facts.Loses | None:
    """What an action gives away; None where that is little, or cannot be avoided."""
    if action.verb is Verb.FINISH and view.phase is Phase.ACT:
        return _loss_at_end(view)
    if action.verb in (Verb.STEP, Verb.TUNNEL):
        target = _target(view, action)
        if _count_knights(view, target) and view.board.trogdor != target:
            return facts.Loses("knights", target, 1.0)
    return None


def _loss_at_end(view: View) -> facts.Loses | None:
    """The loss of ending a turn with points left: on a dangerous square, or near something to do."""
    points, here = view.turn.points, view.board.trogdor
    if not points or view.board.hiding:
        return None
    find = _opportunity(view, here)
    chance = risk(view, here)
    if chance and find == "hide":
        return facts.Loses("struck", here, chance, here, 0.0, points, find)
    ways = [(risk(_standing_at(view, target), target), target) for target in _one_step(view)]
    if ways and (least := min(ways))[0] <= chance - MUCH:
        return facts.Loses("struck", here, chance, least[1], least[0], points)
    if find not in (None, "hide"):
        return facts.Loses("points", here, points=points, find=find)
    return None


def _one_step(view: View) -> Iterator[Square]:
    """Where one action point leads him without a strike."""
    for target in (*(square for _, square in steps(view)), *tunnel_ends(view)):
        if not _count_knights(view, target):
            yield target
