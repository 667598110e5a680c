"""The stand-in player: burns and eats what it can, then keeps out of danger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias

from engine.rng import Rng
from engine.trogdor.board import (
    ORTHOGONAL,
    SIZE,
    SQUARES,
    Direction,
    Square,
    TileKind,
    neighbours,
    next_square_wrapped,
    path,
    shot_line,
)
from engine.trogdor.cards import Card, Item
from engine.trogdor.model import (
    DISCARD_POINTS,
    HOUSE_CARDS,
    Action,
    MovementCard,
    Phase,
    TargetKind,
    Verb,
    View,
)
from engine.trogdor.position import can_burn_cottage, walkers

# Facts of a view: where there is something to do, and where danger


def goals(view: View) -> frozenset[Square]:
    """The squares where Trogdor could burn the tile or the cottage, or eat a peasant."""
    board = view.board
    return frozenset(
        square
        for square in SQUARES
        if _can_burn_tile(view, square) or square in board.peasants or can_burn_cottage(board, square)
    )


def _can_burn_tile(view: View, square: Square) -> bool:
    """Whether Trogdor could burn a tile if he stood there (Rules trogdor:burn-1, trogdor:burn-2)."""
    burned = view.board.burned
    if square in burned:
        return False
    water = view.board.kinds[square] is TileKind.LAKE and not view.house.plain_lake
    return not water or all(near in burned for near in neighbours(square, ORTHOGONAL))


def knight_squares(view: View) -> frozenset[Square]:
    """The squares of the knights, who strike Trogdor when he comes there (Rule trogdor:move-2)."""
    return frozenset(square for _, square in walkers(view.board))


def distance(view: View, squares: Iterable[Square]) -> int:
    """The sum of the distances of some squares from Trogdor."""
    row, column = divmod(view.board.trogdor, SIZE)
    return sum(abs(square // SIZE - row) + abs(square % SIZE - column) for square in squares)


def target(view: View, move: Action) -> Square:
    """Where a step or a tunnel leads."""
    return move.squares[0] if move.direction is None else path(view.board.trogdor, (move.direction,))[-1]


def shortest_move(view: View, moves: Iterable[Action], wanted: frozenset[Square]) -> Action | None:
    """The first of the `moves` on a shortest way to one of the squares, avoiding knights; else None.

    The moves are legal steps and tunnels; beyond them only plain steps are considered.
    """
    shut = knight_squares(view)
    ring = {square: move for move in moves if (square := target(view, move)) not in shut}
    seen = {view.board.trogdor, *ring}
    while ring:
        if reached := wanted.intersection(ring):
            return ring[min(reached)]
        ring = {
            near: move
            for square, move in ring.items()
            for near in neighbours(square, ORTHOGONAL)
            if near not in seen and near not in shut
        }
        seen |= set(ring)
    return None


def count_dangers(view: View) -> Counter[Square]:
    """For each square how many of the movement cards would hurt Trogdor there.

    Which of them are still in the pile is ignored.
    """
    dangers = Counter[Square]()
    for card in view.house.cards or HOUSE_CARDS.values():
        dangers.update(_struck_squares(view, card))
    return dangers


def _struck_squares(view: View, card: MovementCard) -> Iterator[Square]:
    """The squares that knights enter and the arrow crosses (Rules trogdor:knight-3, trogdor:archer-2)."""
    for _, square in walkers(view.board):
        yield from path(square, card.path)[1:]
    before, stop = path(view.board.archer, card.path)[-2:]
    yield from shot_line(stop, vertical=before % SIZE == stop % SIZE)


Actions: TypeAlias = tuple[Action, ...]

# Choosing an action


NEVER: Final = frozenset({Verb.TRADE, Verb.ACCEPT, Verb.WITHDRAW, Verb.PREFER, Verb.LEAVE})
"""Actions that only the player may take."""

VALUES: Final = {
    Card.HIGH_ENERGY: 7,
    Card.FLIP_EM_UP_DAN: 7,
    Card.FLIP_EM_UP_FRAN: 7,
    Card.STUMP_AND_ROCK: 6,
    Card.MAJESTY: 6,
    Card.SIDEWISE: 6,
    Card.SLANTWISE: 6,
    Card.SHOT_PUT: 6,
    Card.JHONKA_HELP: 6,
}
"""The worth of the better cards in action points; the others are worth less than a discard."""

POOR: Final = 4
"""The worth of the other cards."""

SHELTER: Final = frozenset({Card.BLOCK, Card.HIDEY_HOLE})
"""The cards that are worth most when the next hit would be fatal."""


def stand_in_action(view: View, actions: Actions, _rng: Rng) -> Action:
    """Choose the next obviously good action, or the end of the actions; declines trades and offers none.

    Raises `ValueError` if no other action is legal.

    Rule trogdor:away-1.
    """
    ways = tuple(action for action in actions if action.verb not in NEVER)
    if not ways:
        raise ValueError("there is nothing to do but to trade, to change how an item works, or to leave")
    asked = tuple(action for action in ways if action.verb is not Verb.DECLINE)
    return _ANSWERS.get(view.phase, _first)(view, asked) if asked else ways[0]


def _first(_view: View, actions: Actions) -> Action:
    """Answer yes for the Shield, the Trinket or the Flask."""
    return actions[0]


def _choose(view: View, actions: Actions) -> Action:
    """Choose the best card to play; of two poor ones, discard one and keep the better."""

    def worth(action: Action) -> tuple[int, int]:
        value = VALUES.get(action.card, POOR) if action.card else POOR
        in_need = action.card in SHELTER and view.board.health == 0
        if action.verb is Verb.DISCARD:
            return DISCARD_POINTS, -value
        return 2 * DISCARD_POINTS if in_need else value, 0

    return max(actions, key=worth)


def _act(view: View, actions: Actions) -> Action:
    """Choose the first good action, without losing an effect that must come before the points."""
    choices = (deed(view, actions) for deed in (_effect, _fire, _item, _walk, _retreat))
    return next((action for action in choices if action is not None), _finish_action(actions))


def _finish_action(actions: Actions) -> Action:
    """The end of the actions, or Path o' Burnination if it must be used first (Rule trogdor:ruling-50d)."""
    ends = (action for action in actions if action.verb is Verb.FINISH)
    return next(ends, actions[0])


def _of_verb(actions: Actions, *verbs: Verb) -> Actions:
    return tuple(action for action in actions if action.verb in verbs)


def _fire(_view: View, actions: Actions) -> Action | None:
    """Burn a cottage or the tile, or eat a peasant."""
    wanted = (Action(Verb.BURN, what=TargetKind.COTTAGE), Action(Verb.BURN), Action(Verb.CHOMP))
    return next((action for action in wanted if action in actions), None)


def _effect(view: View, actions: Actions) -> Action | None:
    """Use the card's effect, as far away as possible; never warp, nor jump onto a knight."""
    aims = _of_verb(actions, Verb.CARD)
    if view.turn.card is Card.TUNNEL_WARP:
        return None
    if view.turn.card is Card.WINGALING:
        aims = _leading(view, aims)
    return max(aims, key=lambda action: distance(view, action.squares), default=None)


def _item(view: View, actions: Actions) -> Action | None:
    """Use fire, or jump to what is left, or beans; the Disk in need, and the Baubles never."""
    uses = _of_verb(actions, Verb.ITEM)
    item = view.players[view.turn.seat].item
    if item is Item.BAUBLES or (item is Item.DISK and view.board.health > 1):
        return None
    if item is Item.RING:
        uses = _leading(view, uses) if view.turn.points else ()
    return max(
        uses,
        key=lambda action: (action.what is TargetKind.COTTAGE, distance(view, action.squares)),
        default=None,
    )


def _leading(view: View, jumps: Actions) -> Actions:
    """The jumps that lead to something to do, and not onto a knight."""
    wanted = goals(view) - knight_squares(view)
    return tuple(jump for jump in jumps if jump.squares[0] in wanted)


def _walk(view: View, actions: Actions) -> Action | None:
    """Step towards something to do, as long as a point is left to do it with."""
    return (
        shortest_move(view, _of_verb(actions, Verb.STEP, Verb.TUNNEL), goals(view))
        if view.turn.points > 1
        else None
    )


def _retreat(view: View, actions: Actions) -> Action | None:
    """Hide, or step onto a square where fewer of the movement cards would hurt."""
    if Action(Verb.HIDE) in actions:
        return Action(Verb.HIDE)
    danger, shut = count_dangers(view), knight_squares(view)
    places = {target(view, move): move for move in _of_verb(actions, Verb.STEP, Verb.TUNNEL)}
    safest = min((square for square in places if square not in shut), key=danger.__getitem__, default=None)
    if safest is None or danger[safest] >= danger[view.board.trogdor]:
        return None
    return places[safest]


def _act_after_actions(view: View, actions: Actions) -> Action:
    """Choose what follows the actions: the card's largest effect, else the item, else the end of the actions.

    No mountain with a knight is chosen for Hidey Hole.
    """
    shut = knight_squares(view) if view.turn.card is Card.HIDEY_HOLE else frozenset()
    aims = (action for action in _of_verb(actions, Verb.CARD) if not shut.intersection(action.squares))
    return max(aims, key=_weight, default=None) or _item(view, actions) or _finish_action(actions)


def _weight(action: Action) -> tuple[bool, bool, int]:
    """Rate a target: a cottage before tiles, many tiles before few, and peasants last."""
    return action.what is TargetKind.COTTAGE, action.what is not TargetKind.PEASANT, len(action.squares)


def _pouch(view: View, actions: Actions) -> Action:
    """Choose the direction with the fewest repairs by peasants; the printed one (a no) among equals."""
    land = view.land
    if land is None or not land.repair:
        return Action(Verb.NO)

    def repair_cost(action: Action) -> tuple[int, bool]:
        direction = action.direction or land.direction
        return _count_repairs(view, direction), action.verb is not Verb.NO

    return min(actions, key=repair_cost)


def _count_repairs(view: View, direction: Direction) -> int:
    """Count the tiles that the peasants would repair (Rules trogdor:march-2, trogdor:ruling-42)."""
    board = view.board
    stops = {next_square_wrapped(square, direction) for square in board.peasants}
    return len(stops.intersection(board.burned).difference(board.aflame))


def _spawn(view: View, actions: Actions) -> Action:
    """Choose cottages near Trogdor, who can eat the peasants."""
    return min(actions, key=lambda action: distance(view, action.squares))


_ANSWERS: Final[dict[Phase, Callable[[View, Actions], Action]]] = {
    Phase.CHOOSE: _choose,
    Phase.ACT: _act,
    Phase.AFTER: _act_after_actions,
    Phase.POUCH: _pouch,
    Phase.SPAWN: _spawn,
}
