"""Players of whole games: one who does anything at all, one who means well, and one between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from engine.core import Seat, read_settings
from engine.rng import SeededRng
from engine.trogdor import GAME
from engine.trogdor.board import ORTHOGONAL, SQUARES, Direction, Square, next_square_wrapped
from engine.trogdor.cards import Card, Item
from engine.trogdor.events import Event
from engine.trogdor.model import Action, Board, Phase, State, TargetKind, Verb
from engine.trogdor.position import can_burn_cottage, can_burn_here, walkers

Player: TypeAlias = Callable[[State, Random], tuple[Seat, Action]]
"""Who acts next, and what they do."""

ASIDE: Final = frozenset({Verb.TRADE, Verb.ACCEPT, Verb.DECLINE, Verb.WITHDRAW, Verb.PREFER})
"""What can be done beside the turn."""

LEAVING: Final = 0.004
"""How seldom the wild player leaves, at each action."""


@dataclass(frozen=True)
class Ply:
    """An action: the state before it with the chance it drew from, and what came of it."""

    before: State
    rng: SeededRng
    seat: Seat
    action: Action
    state: State
    events: tuple[Event, ...]


def game(given: dict[str, str], seats: int, seed: int, player: Player) -> Iterator[Ply]:
    """A whole game, action by action."""
    chance, rng = Random(seed), SeededRng(str(seed))
    state = GAME.start(read_settings(GAME, given, seats), seats, rng)
    while state.outcome is None:
        seat, action = player(state, chance)
        before, counter = state, rng.counter
        step = GAME.apply(state, seat, action, rng)
        state = step.state
        yield Ply(before, SeededRng(rng.seed, counter), seat, action, state, step.events)


def wild(state: State, chance: Random) -> tuple[Seat, Action]:
    """Anything: burns and bites more often than not, sometimes leaves, and others do things aside."""
    seat = chance.randrange(len(state.players)) if chance.random() < 0.15 else state.turn.seat
    legal = [action for action in GAME.legal(state, seat) if action.verb is not Verb.LEAVE]
    if not legal or chance.random() < LEAVING:
        stayed = [seat for seat, player in enumerate(state.players) if not player.gone]
        if chance.random() < 0.5 or chance.random() < LEAVING:
            return chance.choice(stayed), Action(Verb.LEAVE)
        return _on_turn(state, chance)
    if Action(Verb.ACCEPT) in legal and chance.random() < 0.5:
        return seat, Action(Verb.ACCEPT)
    if seat != state.turn.seat:
        return seat, chance.choice(legal)
    return _on_turn(state, chance)


def fickle(state: State, chance: Random) -> tuple[Seat, Action]:
    """Means well most of the time, and does anything in between."""
    return (wild if chance.random() < 0.08 else sensible)(state, chance)


def _on_turn(state: State, chance: Random) -> tuple[Seat, Action]:
    """The active player does something that is asked of him, or now and then something aside."""
    seat = state.turn.seat
    legal = [action for action in GAME.legal(state, seat) if action.verb is not Verb.LEAVE]
    asked = [action for action in legal if action.verb not in ASIDE]
    eager = [action for action in asked if action.verb in (Verb.BURN, Verb.CHOMP, Verb.CARD)]
    busy = [action for action in asked if action.verb is not Verb.FINISH]
    if eager and chance.random() < 0.6:
        return seat, chance.choice(eager)
    if busy and state.turn.points and chance.random() < 0.9:
        return seat, chance.choice(busy)
    return seat, chance.choice(asked if chance.random() < 0.9 else legal)


VALUE: Final = {
    Card.HIGH_ENERGY: 7,
    Card.STUMP_AND_ROCK: 6,
    Card.MAJESTY: 6,
    Card.SIDEWISE: 6,
    Card.SLANTWISE: 6,
    Card.SHOT_PUT: 6,
    Card.FLIP_EM_UP_DAN: 7,
    Card.FLIP_EM_UP_FRAN: 7,
    Card.JHONKA_HELP: 6,
    Card.CONSUMMATE_VS: 5,
    Card.WINGALING: 5,
    Card.WRAPAROUND: 5,
    Card.HIDEY_HOLE: 5,
    Card.PATH_O_BURNINATION: 4,
}
"""What the sensible player thinks of a card; 4.5 of the others, 5 of a discard."""


def sensible(state: State, _chance: Random) -> tuple[Seat, Action]:
    """Burns what it can, bites, keeps away from knights, goes to what is left, and uses every effect."""
    seat = state.turn.seat
    legal = [a for a in GAME.legal(state, seat) if a.verb not in ASIDE and a.verb is not Verb.LEAVE]
    return seat, _ANSWERS.get(state.phase, _first)(state, legal)


def _first(_state: State, legal: list[Action]) -> Action:
    return legal[0]


def _choose(state: State, legal: list[Action]) -> Action:
    """The best card; of two bad ones the worse is discarded."""

    def worth(action: Action) -> float:
        value = VALUE.get(action.card, 4.5) if action.card else 0
        if action.verb is Verb.DISCARD:
            return 5.4 - value / 10
        in_need = action.card in (Card.BLOCK, Card.HIDEY_HOLE) and state.board.health == 0
        return value + 3 * in_need

    return max(legal, key=worth)


def _pouch(state: State, legal: list[Action]) -> Action:
    """The way on which the fewest burned tiles are met."""
    if state.land is None:
        return legal[-1]

    def count_repairs(direction: Direction) -> int:
        return sum(
            next_square_wrapped(peasant, direction) in state.board.burned for peasant in state.board.peasants
        )

    best = min(ORTHOGONAL, key=count_repairs)
    if not state.land.repair or count_repairs(best) == count_repairs(state.land.direction):
        return legal[-1]
    return next(action for action in legal if action.direction is best)


def _after(state: State, legal: list[Action]) -> Action:
    """The largest effect; into a hole without a knight."""
    knights = {where for _, where in walkers(state.board)}
    good = [a for a in legal if a.verb is Verb.CARD and not (_is_hole(state) and knights & set(a.squares))]
    best = max(good, key=_weight, default=None)
    return best or legal[-1]


def _is_hole(state: State) -> bool:
    return state.turn.card is Card.HIDEY_HOLE


def _weight(action: Action) -> tuple[bool, bool, int]:
    return action.what is TargetKind.COTTAGE, action.what is not TargetKind.PEASANT, len(action.squares)


def _act(state: State, legal: list[Action]) -> Action:
    """The first of what is worth doing."""
    ways = (_fire, _effect, _item, _walk, _hide)
    found = (action for way in ways if (action := way(state, legal)) is not None)
    return next(found, next((action for action in legal if action.verb is Verb.FINISH), legal[0]))


def _fire(_state: State, legal: list[Action]) -> Action | None:
    """A cottage, the tile, or a bite."""
    wanted = (Action(Verb.BURN, what=TargetKind.COTTAGE), Action(Verb.BURN), Action(Verb.CHOMP))
    return next((action for action in wanted if action in legal), None)


def _effect(state: State, legal: list[Action]) -> Action | None:
    """The effect of the card, as far away as may be; nothing is warped."""
    aims = [action for action in legal if action.verb is Verb.CARD]
    if state.turn.card is Card.TUNNEL_WARP or not aims:
        return None
    if state.turn.card is Card.WINGALING:
        targets = set(_goals(state.board)) - _dangers(state)
        aims = [action for action in aims if action.squares[0] in targets]
    far = sorted(aims, key=lambda action: _far(state.board, action.squares))
    return far[-1] if far else None


def _far(board: Board, squares: Iterable[Square]) -> int:
    return sum(abs(sq % 5 - board.trogdor % 5) + abs(sq // 5 - board.trogdor // 5) for sq in squares)


def _item(state: State, legal: list[Action]) -> Action | None:
    """The item: fire and flight to what is left, beans with something to do, the Disk in need."""
    uses = [action for action in legal if action.verb is Verb.ITEM]
    item = state.players[state.turn.seat].item
    if not uses or item is Item.BAUBLES or (item is Item.DISK and state.board.health > 1):
        return None
    if item is Item.RING:
        targets = set(_goals(state.board)) - _dangers(state)
        uses = [use for use in uses if use.squares[0] in targets] if state.turn.points > 0 else []
    uses.sort(key=lambda use: (use.what is TargetKind.COTTAGE, _far(state.board, use.squares)))
    return uses[-1] if uses else None


def _dangers(state: State) -> set[Square]:
    return {where for _, where in walkers(state.board)}


def _goals(board: Board) -> tuple[Square, ...]:
    """The squares with something to do: an unburned tile, a peasant, a cottage that is ready."""
    return tuple(
        square
        for square in SQUARES
        if square not in board.burned or square in board.peasants or can_burn_cottage(board, square)
    )


def _walk(state: State, legal: list[Action]) -> Action | None:
    """A step on the shortest way to something to do, round the knights."""
    if not state.turn.points:
        return None
    goals = {
        square
        for square in _goals(state.board)
        if square in state.board.burned or can_burn_here(state, square) or square in state.board.peasants
    }
    avoid = _dangers(state)
    moves = [action for action in legal if action.verb in (Verb.STEP, Verb.TUNNEL)]
    first = {_target(state, move): move for move in moves if _target(state, move) not in avoid}
    ring, seen = dict(first), set(first)
    while ring:
        hits = [square for square in ring if square in goals]
        if hits:
            return ring[min(hits, key=lambda square: (not _ready(state, square), square))]
        ring = {
            near: move
            for square, move in ring.items()
            for near in _near(square)
            if near not in seen and near not in avoid
        }
        seen |= set(ring)
    return None


def _near(square: Square) -> Iterator[Square]:
    for direction in ORTHOGONAL:
        near = next_square_wrapped(square, direction)
        if abs(near % 5 - square % 5) + abs(near // 5 - square // 5) == 1:
            yield near


def _ready(state: State, square: Square) -> bool:
    return can_burn_cottage(state.board, square) or square in state.board.peasants


def _target(state: State, move: Action) -> Square:
    if move.verb is Verb.TUNNEL:
        return move.squares[0]
    return next_square_wrapped(state.board.trogdor, move.direction) if move.direction else state.board.trogdor


def _hide(_state: State, legal: list[Action]) -> Action | None:
    """With nothing else to do."""
    return Action(Verb.HIDE) if Action(Verb.HIDE) in legal else None


def _spawn(state: State, legal: list[Action]) -> Action:
    """Near to Trogdor, who can eat them."""
    return min(legal, key=lambda action: _far(state.board, action.squares))


_ANSWERS: Final[dict[Phase, Callable[[State, list[Action]], Action]]] = {
    Phase.CHOOSE: _choose,
    Phase.ACT: _act,
    Phase.AFTER: _after,
    Phase.POUCH: _pouch,
    Phase.SPAWN: _spawn,
}
