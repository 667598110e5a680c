"""Whether a game could stand like this: what is asked of a state that was given and not played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from data.trogdor_files import CARDS, MOST_OF_A_NAME, PATH, TILES
from engine.core import Outcome, Seat, failing
from engine.trogdor.board import DIAGONAL, SQUARES, Square, Walker
from engine.trogdor.cards import COPIES, INTERRUPTS, POINTS, Card, Item
from engine.trogdor.course import POINTS_FOR
from engine.trogdor.items import BEANS
from engine.trogdor.model import (
    DISCARD_POINTS,
    HOUSE_CARDS,
    PEASANTS,
    Asks,
    Board,
    DrawCard,
    EndTurn,
    House,
    Land,
    MarchPeasants,
    MovementCard,
    Offer,
    Phase,
    Rage,
    Runners,
    Scorch,
    State,
    Stride,
    Strike,
    Task,
    Turn,
)
from engine.trogdor.position import KNIGHTS, cottages, is_won
from engine.trogdor.setup import OPTIONS
from engine.trogdor.trades import partners
from engine.trogdor.turns import CRANGOLEV, FLOWERS, STUMP

SEATS: Final = 6
LONGEST_ID: Final = 8
MOST_SPAWNED: Final = 4
"""Of a card, in a deck of somebody's own, too."""

LONGEST: Final = 100_000
"""Turns of a game; nobody has ever come near."""

MOST_TASKS: Final = 32
"""Tasks that wait: the land's turn with everybody's walk, and what interrupted it."""

MOST_POINTS: Final = max(*POINTS.values(), DISCARD_POINTS) + CRANGOLEV + FLOWERS + STUMP + BEANS
HAMMERS: Final = next(option.maximum for option in OPTIONS if option.key == "troghammers")  # type: ignore[union-attr]
"""As many Troghammer cards as there are."""

_ASKED: Final = {
    Phase.SHIELD: Item.SHIELD,
    Phase.TRINKET: Item.TRINKET,
    Phase.FLASK: Item.FLASK,
    Phase.POUCH: Item.POUCH,
}
"""Whose item it is that a question is about."""

_RESTING: Final = (Phase.CHOOSE, Phase.ACT, Phase.AFTER, Phase.SPAWN, *_ASKED)
"""What a game that is not over can wait in."""


def check(state: State) -> tuple[str, ...]:
    """The names of what is wrong: numbers out of range first, then what does not go together."""
    return _ranges(state) or _relations(state)


def agreed(state: State) -> object:
    """What was agreed before the game, of its map the cottages, and how many play it.

    Other tiles may change places (Rule trogdor:card-tunnel-warp).
    """
    return state.house, cottages(state.board), len(state.players)


# Numbers in range


def _ranges(state: State) -> tuple[str, ...]:
    board, seats, turn = state.board, range(len(state.players)), state.turn
    places = (*board.knights, board.archer, board.trogdor, *_if(board.troghammer))
    return failing(
        ("house", _house_holds(state.house)),
        ("tiles", Counter(board.kinds) == Counter(TILES)),
        ("squares", _on_map(chain(places, board.burned, board.aflame))),
        ("peasants", len(board.peasants) + len(board.lit) <= PEASANTS),
        ("peasants", _on_map(board.peasants) and _on_map(lit.square for lit in board.lit)),
        ("health", 0 <= board.health <= PEASANTS),
        ("void", 0 <= board.void <= PEASANTS),
        ("knights", len(board.knights) <= len(KNIGHTS)),
        ("players", 1 <= len(state.players) <= SEATS and state.first in seats),
        ("turn", turn.seat in seats and 1 <= turn.number <= LONGEST),
        ("points", 0 <= turn.points <= MOST_POINTS and turn.bonus in (0, FLOWERS)),
        ("todo", len(state.todo) <= MOST_TASKS and all(map(_task_holds, state.todo))),
        ("deed", state.deed is None or _on_map((*state.deed.squares, *_if(state.deed.origin)))),
        ("land", state.land is None or _on_map(_squares_of(state.land))),
        ("offer", state.offer is None or {state.offer.seat, state.offer.partner} <= set(seats)),
    )


def _if(square: Square | None) -> tuple[Square, ...]:
    return () if square is None else (square,)


def _on_map(squares: Iterable[Square]) -> bool:
    return all(square in SQUARES for square in squares)


def _house_holds(house: House) -> bool:
    """Whether a table can have been agreed like this (Rules trogdor:ruling-6, trogdor:ruling-58)."""
    cards = house.cards
    deck = not cards or (len(cards) in CARDS and len({card.id for card in cards}) == len(cards))
    return (
        len(house.map) <= MOST_OF_A_NAME
        and house.entry in SQUARES
        and 0 <= house.hammers <= HAMMERS
        and deck
        and all(map(_card_holds, cards))
    )


def _card_holds(card: MovementCard) -> bool:
    steps = (card.direction, *card.path)
    return (
        0 <= card.spawn <= MOST_SPAWNED
        and len(card.path) in PATH
        and not {*steps} & {*DIAGONAL}
        and len(card.id) <= LONGEST_ID
    )


def _task_holds(task: Task) -> bool:
    """Whether the squares and paths of a task are on the map, and no longer than a card's path."""
    longest = PATH[-1] + 1
    match task:
        case Stride(steps=steps, trodden=trodden) | Runners(steps=steps, trodden=trodden):
            return len(steps) + len(trodden) <= longest and _on_map(trodden)
        case Scorch(squares=squares):
            return len(squares) <= longest and _on_map(squares)
        case Rage():
            return False  # it is over before anybody is asked
        case _:
            return True


def _squares_of(land: Land) -> Iterator[Square]:
    """All squares of the record of the land's turn."""
    alone = (land.spawned, land.repaired, land.lit, land.burned, land.mended, land.line, land.hits)
    yield from chain(*alone, *land.marched)
    for walk in (*land.runs, *land.walks, *land.hammer, *land.rage):
        yield from walk.squares


# What goes together, in a state whose numbers are in range


def _relations(state: State) -> tuple[str, ...]:
    board, running = state.board, state.outcome is None
    return (
        *failing(
            ("burned", _each_once(board.burned)),
            ("aflame", _each_once(board.aflame) and {*board.aflame} <= {*cottages(board)} & {*board.burned}),
            ("peasants", tuple(sorted(board.peasants)) == board.peasants),
            ("peasants", _peasants_of(board) == PEASANTS),
            ("knights", not running or len(board.knights) == len(KNIGHTS)),
            ("troghammer", board.troghammer is None or (state.struck and state.house.hammers > 0)),
            ("won", not running or not is_won(board)),
            ("trog-deck", _trog_deck_holds(state)),
            ("movement-deck", _movement_deck_holds(state)),
            ("offer", state.offer is None or _offer_holds(state, state.offer)),
            ("outcome", _outcome_holds(state, state.outcome)),
        ),
        *_of_players(state),
        *(_of_phase(state) if running else ()),
    )


def _each_once(squares: tuple[Square, ...]) -> bool:
    return tuple(sorted(set(squares))) == squares


def _peasants_of(board: Board) -> int:
    """All peasants, wherever they are; none is ever lost (Rule trogdor:setup-1)."""
    return len(board.peasants) + len(board.lit) + board.health + board.void


def _of_players(state: State) -> tuple[str, ...]:
    players, turn, running = state.players, state.turn, state.outcome is None
    drawn = {turn.seat} if state.phase is Phase.CHOOSE else frozenset[int]()
    cards = [0 if player.gone else 1 + (seat in drawn) for seat, player in enumerate(players)]
    return failing(
        ("keepers", len({player.keeper for player in players}) == len(players)),
        ("turn", any(player.gone for player in players) or turn.seat == _nth(state)),
        ("items", len({player.item for player in players}) == len(players)),
        ("asks", all(_asks_holds(player.item, player.asks) for player in players)),
        ("players", not running or not players[turn.seat].gone),
        ("hands", not running or [len(player.hand) for player in players] == cards),
    )


def _nth(state: State) -> Seat:
    """Whose turn it is if nobody has left (Rule trogdor:setup-2)."""
    return (state.first + state.turn.number - 1) % len(state.players)


def _asks_holds(item: Item, asks: Asks) -> bool:
    """Whether an item behaves as it can be told to (Rule trogdor:prefer-1)."""
    return item in INTERRUPTS or asks is Asks.AUTO


def _trog_deck_holds(state: State) -> bool:
    """Every card of the Trog deck is somewhere, once (Rules trogdor:ruling-1, trogdor:hammer-1)."""
    found = Counter((*state.trog.pile, *state.trog.discards, *chain(*(one.hand for one in state.players))))
    return found == Counter(COPIES) + Counter({Card.TROGHAMMER: state.house.hammers if state.struck else 0})


def _movement_deck_holds(state: State) -> bool:
    """Every movement card is somewhere, once; that of the land's turn lies on the table.

    Where the game ended in that turn it may lie there still (Rules trogdor:ruling-55, trogdor:win-1).
    """
    deck = Counter(card.id for card in state.house.cards) or Counter(list(HOUSE_CARDS))
    found = Counter((*state.movement.pile, *state.movement.discards))
    land = Counter[str]() if state.land is None else Counter([state.land.card])
    if land - deck:
        return False
    if state.outcome is not None:
        return found in (deck, deck - land)
    return found == (deck - land if _lands(state) else deck)


def _lands(state: State) -> bool:
    """Whether the land's turn is under way."""
    return any(isinstance(task, EndTurn) for task in state.todo)


def _offer_holds(state: State, offer: Offer) -> bool:
    """Whether both have what is offered, and may trade it (Rule trogdor:ruling-32)."""
    seat, partner = state.players[offer.seat], state.players[offer.partner]
    return (
        state.phase is Phase.CHOOSE
        and offer.mine in seat.hand
        and offer.theirs in partner.hand
        and offer.mine is not offer.theirs
        and not seat.gone
        and offer.partner in partners(state, offer.seat)
    )


def _outcome_holds(state: State, outcome: Outcome | None) -> bool:
    """Whether the game is over if it must be, and as it must be (Rules trogdor:win-1, trogdor:ruling-49)."""
    over = state.phase is Phase.OVER
    if outcome is None:
        return not over
    if outcome.ending not in POINTS_FOR or not over or state.todo or state.offer is not None:
        return False
    stayed = tuple(seat for seat, player in enumerate(state.players) if not player.gone)
    winners = stayed if outcome.ending != "defeat" else ()
    points = tuple(POINTS_FOR[outcome.ending] if seat in winners else 0 for seat in range(len(state.players)))
    won = is_won(state.board) is (outcome.ending != "defeat")
    return won and (outcome.winners, outcome.points) == (winners, points)


# What somebody is asked, and what waits for the answer


def _of_phase(state: State) -> tuple[str, ...]:
    phase, turn, todo = state.phase, state.turn, state.todo
    player = state.players[turn.seat]
    asked = phase in _ASKED or phase is Phase.SPAWN
    drawing = any(isinstance(task, DrawCard) for task in todo)  # the Troghammer walks, and may hurt
    return failing(
        ("phase", phase in _RESTING),
        ("phase", phase is not Phase.CHOOSE or _is_new(turn)),
        (
            "card",
            turn.card is not Card.TROGHAMMER and (turn.card is None) is (phase is Phase.CHOOSE or drawing),
        ),
        (
            "back",
            (state.back is not None) is asked and state.back not in _ASKED and state.back is not Phase.OVER,
        ),
        ("todo", asked or not todo),
        ("todo", not asked or _waits_for(state)),
        ("peasants", not state.board.lit or any(isinstance(task, Runners) for task in todo)),
        ("item", phase not in _ASKED or (player.item is _ASKED[phase] and player.charged and not turn.item)),
        ("points", phase in (Phase.ACT, *_ASKED) or not turn.points),
        ("hiding", not state.board.hiding or (phase is not Phase.CHOOSE and not turn.points)),
    )


def _is_new(turn: Turn) -> bool:
    """Whether no card was chosen in a turn yet; the Shield may have been used while cards were drawn."""
    return turn.card is None and not (turn.plain or turn.points or turn.acted or turn.effect)


def _waits_for(state: State) -> bool:
    """Whether what is under way is what a question is about."""
    first = state.todo[0] if state.todo else None
    match state.phase:
        case Phase.SHIELD:
            return isinstance(first, Strike) and first.who is not Walker.ARCHER
        case Phase.TRINKET:
            return isinstance(first, Strike) and first.who is Walker.ARCHER
        case Phase.FLASK:
            return isinstance(first, Runners) and bool(state.board.lit) and state.board.lit[0].mine
        case _:
            marches = any(isinstance(task, MarchPeasants) for task in state.todo)
            return state.land is not None and marches and _lands(state)
