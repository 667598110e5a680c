"""The search for puzzles: bots play, and where one of them errs the strongest search looks closely.

All randomness comes from the number of the game, and no clock is used: the same call finds the same puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from data.puzzles import Puzzle
from engine.action_order import raise_worth, state_if_turn_goes_on
from engine.core import GIVING_UP, Seat, read_settings
from engine.mind import ActionWorth, Level, Mind
from engine.minds import MINDS
from engine.players import player_named, search_seed
from engine.registry import GAMES
from engine.rng import SeededRng
from tools.arena.games import AnyGame
from tools.puzzles import koom, thud

SAME: Final = 0.2
"""Actions that differ by no more than this share of the gap are equally good."""

LEAST: Final = 0.1
"""The least worth of the best action: lost positions make no puzzles."""

TOLD: Final = 5
"""So many actions are stored with their worth."""

ASKED: Final = 3
"""How often each of the weak players chooses."""

CHANCE: Final = "chance"
"""The name of the player who chooses at random."""

RIVALS: Final = 3
"""So many of the next best actions are searched again a step later, besides the one played."""

HELD: Final = 0.25
"""The share of the gap that must remain a step later."""

IDLE: Final = frozenset({*GIVING_UP, "concede", "undo", "offer", "done", "prefer", "trade", "withdraw"})
"""The first words of actions that are no answer to a puzzle, and are not counted as options."""

SEEDS: Final = ("first", "second")
"""The search must find the solution twice, with different seeds."""


@dataclass(frozen=True, slots=True)
class PuzzleSearch:
    """The parameters of a game's puzzle search.

    `gap` is how much less every other action must be worth than the best ones, of which there may be at most
    `most`; `near` is the share of it that a first glance must see.
    `players` play, by seat, one group a game in turn; `glance` examines their decisions, and `closer_look`
    the apparent errors. The `weak` players are asked for their choice, to see whether one of them errs. If
    `deeper` is given, it examines the result from the next seat's view, where two play against each other
    without randomness. At least `actions` actions must be legal. At most `limit` lines of a game are played,
    the first `skip` are skipped, and puzzles of one game are at least `apart` lines apart. In every second
    game a battle is ended by agreement after `agreed` lines. Only positions that are `is_promising` are
    examined, and only answers that are `is_hidden` accepted.
    """

    seats: int
    players: tuple[tuple[str, ...], ...]
    glance: Level
    closer_look: Level
    actions: int
    gap: float
    most: int
    limit: int
    skip: int = 0
    apart: int = 12
    near: float = 0.8
    weak: tuple[str, ...] = ("pip", "odo")
    deeper: Level | None = None
    agreed: int = 0
    is_promising: Callable[[Any, Seat], bool] = lambda _view, _seat: True
    is_hidden: Callable[[Sequence[Any], Collection[str]], bool] = lambda _actions, _solutions: True
    options: Mapping[str, str] = field(default_factory=dict)


SEARCHES: Final[Mapping[str, PuzzleSearch]] = {
    "thud": PuzzleSearch(
        seats=2,
        players=(
            ("pip", "greedy"),
            ("greedy", "pip"),
            ("pip", "odo"),
            (CHANCE, "pip"),
            ("pip", "pip"),
            ("pip", CHANCE),
        ),
        glance=Level("grete", 1),
        closer_look=Level("grete", 24000),
        deeper=Level("grete", 12000),
        actions=20,
        gap=0.016,
        most=2,
        weak=("greedy", "pip", "odo"),
        limit=150,
        skip=12,
        apart=10,
        agreed=40,
        is_promising=thud.is_promising,
        is_hidden=thud.is_hidden,
    ),
    "koom": PuzzleSearch(
        seats=2,
        players=(("pip", "pip"), ("odo", "pip"), ("pip", "odo"), ("greedy", "odo"), ("odo", "odo")),
        glance=Level("grete", 1),
        closer_look=Level("grete", 24000),
        deeper=Level("grete", 12000),
        actions=20,
        gap=0.06,
        most=2,
        weak=("greedy", "pip", "odo"),
        limit=120,
        skip=10,
        apart=10,
        is_promising=koom.is_promising,
        is_hidden=koom.is_hidden,
        options={"battles": "1"},
    ),
    "trogdor": PuzzleSearch(
        seats=2,
        players=(("pip", "pip"), ("odo", "odo")),
        glance=Level("odo", 1),
        closer_look=Level("grete", 40),
        actions=4,
        gap=0.05,
        most=3,
        limit=250,
        skip=2,
        near=1.6,
    ),
    "thrag": PuzzleSearch(
        seats=1,
        players=(("pip",), ("odo",)),
        glance=Level("wenna", 1),
        closer_look=Level("grete", 3),
        actions=4,
        gap=0.15,
        most=2,
        limit=120,
        skip=1,
        apart=6,
    ),
    "ploc": PuzzleSearch(
        seats=2,
        players=(("pip", "pip"), ("odo", "odo")),
        glance=Level("grete", 0),
        closer_look=Level("grete", 3),
        actions=6,
        gap=0.04,
        most=3,
        limit=160,
        skip=4,
        apart=6,
    ),
}


@dataclass(frozen=True, slots=True)
class PuzzleDecision:
    """A decision in a game: the lines before it, the seat, and what a weak player did there."""

    state: Any
    lines: tuple[str, ...]
    seat: Seat
    actions: tuple[Any, ...]
    played: Any
    rng: tuple[str, int]


def find_puzzles(game: str, number: int, seed: str) -> Iterator[Puzzle]:
    """Yield the puzzles of game number `number` of a seed."""
    search, last = SEARCHES[game], -1_000
    name = f"{seed}-{number}"
    for position in _decisions(GAMES[game], search, name, number):
        if len(position.lines) < max(search.skip, last + search.apart):
            continue
        puzzle = _puzzle(GAMES[game], search, name, position)
        if puzzle is not None:
            last = len(position.lines)
            yield puzzle


def _decisions(game: AnyGame, search: PuzzleSearch, seed: str, number: int) -> Iterator[PuzzleDecision]:
    """Yield every decision of a game of bots with enough options."""
    rng, lines = SeededRng(seed), list[str]()
    state = game.start(read_settings(game, search.options, search.seats), search.seats, rng)
    company = search.players[number % len(search.players)]
    said = {search.agreed: "offer", search.agreed + 1: "accept"} if search.agreed and number % 2 else {}
    ahead: tuple[Any, ...] = ()
    while (acting := game.to_act(state)) and len(lines) < search.limit:
        seat = min(acting)
        actions = game.legal(state, seat)
        call = said.get(len(lines))
        if call is not None:
            plan: tuple[Any, ...] = (game.parse(call, state),)
        else:
            view = game.view(state, seat)
            plan = ahead or _plan(game, company[seat], view, actions, search_seed(seed, len(lines), seat))
            if len(_answers(actions)) >= search.actions and len(acting) == 1:
                played = plan[0] if company[seat] in search.weak else None
                yield PuzzleDecision(state, tuple(lines), seat, actions, played, (seed, rng.counter))
        step = game.apply(state, seat, plan[0], rng)
        alone = game.to_act(step.state) == {seat}
        ahead = plan[1:] if alone and not any(map(game.reveals, step.events)) else ()
        lines.append(f"{seat} {plan[0]}")
        state = step.state


def _plan(
    game: AnyGame,
    name: str,
    view: Any,  # noqa: ANN401 - of any game
    actions: tuple[Any, ...],
    thought: str,
) -> tuple[Any, ...]:
    """Return a player's plan."""
    if name != CHANCE:
        return player_named(game.key, name).plan(view, actions, thought)
    choices = _answers(actions) or actions
    return (choices[SeededRng(thought).below(len(choices))],)


def is_answer(line: str) -> bool:
    """Return whether a line can be the answer to a puzzle."""
    return line.partition(" ")[0] not in IDLE


def _answers(actions: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(action for action in actions if is_answer(str(action)))


def _puzzle(game: AnyGame, search: PuzzleSearch, seed: str, position: PuzzleDecision) -> Puzzle | None:
    """Return the puzzle of a decision, if it was wrong and the right one is clear."""
    mind = MINDS[game.key]
    view = game.view(position.state, position.seat)
    if not search.is_promising(view, position.seat):
        return None
    seen = mind.weigh(view, position.actions, search.glance, f"{seed}/glance")
    near = _near(search, seen)
    if len(near) > search.most or not search.is_hidden(position.actions, {str(action) for action in near}):
        return None
    played = _mistake(game, search, position, near, seed)
    first = None if played is None else solve_decision(game, mind, search, position, SEEDS[0])
    if first is None or not _is_good(game, mind, search, position, first, str(played)):
        return None
    return Puzzle(
        options=dict(search.options),
        seats=search.seats,
        seed=seed,
        lines=position.lines,
        seat=position.seat,
        solutions=tuple(sorted(first.solutions)),
        played=str(played),
        worths=tuple((str(one.action), round(one.worth, 3)) for one in first.weighed[:TOLD]),
    )


def _is_good(
    game: AnyGame,
    mind: Mind[Any, Any],
    search: PuzzleSearch,
    position: PuzzleDecision,
    first: Solution,
    played: str,
) -> bool:
    """Return whether a solution is hard enough to find, and is confirmed by a second search."""
    if played in first.solutions or not search.is_hidden(position.actions, first.solutions):
        return False
    second = solve_decision(game, mind, search, position, SEEDS[1])
    if second is None or second.solutions != first.solutions:
        return False
    return still_holds(game, mind, search, position, first, played)


def _near(search: PuzzleSearch, seen: Sequence[ActionWorth[Any]]) -> frozenset[Any]:
    """Return the actions that are near the best at first glance."""
    return frozenset(one.action for one in seen if one.worth > seen[0].worth - search.gap * search.near)


def _mistake(
    game: AnyGame, search: PuzzleSearch, position: PuzzleDecision, near: Collection[Any], seed: str
) -> Any | None:  # noqa: ANN401 - an action of any game
    """Return what a weak player did or would do there that is not near the best; None if all are right."""
    if position.played is not None and position.played not in near:
        return position.played
    view = game.view(position.state, position.seat)
    for name in search.weak:
        for again in range(ASKED):
            thought = search_seed(f"{seed}/{again}", len(position.lines), position.seat)
            action = player_named(game.key, name).plan(view, position.actions, thought)[0]
            if action not in near and is_answer(str(action)):
                return action
    return None


@dataclass(frozen=True, slots=True)
class Solution:
    """The best actions of a position, and all actions with their worth."""

    solutions: frozenset[str]
    weighed: tuple[ActionWorth[Any], ...]


def solve_decision(
    game: AnyGame, mind: Mind[Any, Any], search: PuzzleSearch, position: PuzzleDecision, seed: str
) -> Solution | None:
    """Return the best actions in a position, if they are few, and clearly better."""
    view = game.view(position.state, position.seat)
    named = mind.weigh(view, position.actions, search.closer_look, seed)
    if named[0].worth < LEAST or _clear(search, named) is None:
        return None
    weighed = named
    for action, worth in _later_worths(game, mind, search.closer_look, position, seed):
        weighed = raise_worth(weighed, action, worth)
    clear = _clear(search, weighed)
    return None if clear is None else Solution(clear, weighed)


def _clear(search: PuzzleSearch, weighed: Sequence[ActionWorth[Any]]) -> frozenset[str] | None:
    """Return the best actions, if no other is near them."""
    best = weighed[0].worth
    clear = [one for one in weighed if one.worth >= best - search.gap]
    if len(clear) > search.most or len(clear) == len(weighed):
        return None
    lines = frozenset(str(one.action) for one in clear)
    return None if not all(map(is_answer, lines)) or clear[-1].worth < best - search.gap * SAME else lines


def _later_worths(
    game: AnyGame, mind: Mind[Any, Any], level: Level, position: PuzzleDecision, seed: str
) -> Iterator[tuple[Any, float]]:
    """Yield every answer after which the turn continues, with its worth a step later.

    It may begin the same steps in another order; the search names only one of the orders.
    """
    for action in _answers(position.actions):
        state = state_if_turn_goes_on(game, position.state, position.seat, action)
        if state is not None:
            legal = game.legal(state, position.seat)
            yield action, mind.weigh(game.view(state, position.seat), legal, level, seed)[0].worth


def still_holds(
    game: AnyGame,
    mind: Mind[Any, Any],
    search: PuzzleSearch,
    position: PuzzleDecision,
    solution: Solution,
    played: str,
) -> bool:
    """Return whether the best is still clearly better a step later, in the view of the seat to act then."""
    if search.deeper is None:
        return True
    others = [str(one.action) for one in solution.weighed if str(one.action) not in solution.solutions]
    rest = [_later(game, mind, search.deeper, position, line) for line in {*others[:RIVALS], played}]
    best = [_later(game, mind, search.deeper, position, line) for line in solution.solutions]
    return min(best) > max(rest) + search.gap * HELD


def _later(game: AnyGame, mind: Mind[Any, Any], level: Level, position: PuzzleDecision, line: str) -> float:
    """Return a line's worth to the seat that plays it, in the other seat's view afterwards."""
    action, rng = game.parse(line, position.state), SeededRng(*position.rng)
    state = game.apply(position.state, position.seat, action, rng).state
    outcome = game.outcome(state)
    if outcome is not None:
        return 0.5 if not outcome.winners else float(position.seat in outcome.winners)
    seat = min(game.to_act(state))
    weighed = mind.weigh(game.view(state, seat), game.legal(state, seat), level, SEEDS[0])
    return weighed[0].worth if seat == position.seat else 1 - weighed[0].worth
