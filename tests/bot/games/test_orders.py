"""Standing orders never take a decision: it was the only thing to do, or no worse than any other."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from bot.games.catalogue import CATALOGUE
from bot.games.order import Order
from bot.games.ploc.orders import end_turn
from bot.games.thrag.orders import choose_payment
from bot.games.trogdor.orders import ORDERS
from engine.core import read_settings
from engine.ploc import GAME as PLOC
from engine.ploc.model import State as Ploc
from engine.rng import SeededRng
from engine.thrag import GAME as THRAG
from engine.thrag.model import TURNS, Phase
from engine.thrag.model import State as Thrag
from engine.thrag.position import paying_coins, payments, phase
from engine.trogdor import GAME as TROGDOR
from tests.playthroughs import golden

TOLD = Path(golden.__file__).parent
AT_ANY_TIME = {"undo", "offer", "concede", "resign"}
"""What does nothing with the dice."""


def test_every_order_is_of_one_kind_and_no_two_of_a_game_are_called_alike() -> None:
    for entry in CATALOGUE.values():
        assert len({order.key for order in entry.rules.orders}) == len(entry.rules.orders)
        assert all((order.forced_line is None) is not (order.setting is None) for order in entry.rules.orders)


# Ploc: the end of a turn


def tugs(number: int, limit: int = 0) -> Iterator[Ploc]:
    """The states of a game of Ploc that is played at random, and not given up."""
    chance, rng = random.Random(number), SeededRng(f"tug {number}")
    options = {"turn_limit": str(limit)} if limit else {}
    state = PLOC.start(read_settings(PLOC, options, 2), 2, rng)
    for _ in range(400):
        yield state
        if state.outcome is not None:
            return
        (seat,) = PLOC.to_act(state)
        actions = [one for one in PLOC.legal(state, seat) if str(one) not in {"resign", "concede", "undo"}]
        state = PLOC.apply(state, seat, chance.choice(actions), rng).state


@pytest.mark.rule("ploc:order-1")
@pytest.mark.parametrize("limit", [0, 6])
def test_a_turn_of_ploc_ends_by_itself_only_where_nothing_is_left_to_do_with_its_dice(limit: int) -> None:
    forced = asked = last = 0
    for number in range(12):
        for state in tugs(number, limit):
            for seat in range(2):
                line = end_turn(state, seat)
                lines = {str(action) for action in PLOC.legal(state, seat)} - AT_ANY_TIME
                is_last = bool(limit) and state.turn.number >= limit
                assert line == ("done" if lines == {"done"} and not is_last else "")
                forced, asked = forced + bool(line), asked + (not line)
                last += lines == {"done"} and is_last
    assert forced > 50
    assert asked > 200
    assert (last > 0) == bool(limit), "where it ends the match as well it is for the player to say"


@pytest.mark.parametrize("file", sorted(TOLD.glob("ploc_*.txt")), ids=lambda file: file.stem)
def test_in_whole_games_of_ploc_it_plays_what_was_played_or_what_takes_a_turn_back(file: Path) -> None:
    game, plies = golden.plies(file.read_text())
    ends = 0
    for before, after in pairwise(plies):
        state = before.state
        if line := next(filter(None, (end_turn(state, seat) for seat in range(2))), ""):
            assert str(after.action) in {line} | AT_ANY_TIME
            ends += str(after.action) == line
            assert game.parse(line, state) in game.legal(state, state.turn.seat)
    assert ends or len(plies) < 9, "a game that is given up at once"


# Thrag: the payment


def nights(number: int) -> Iterator[Thrag]:
    """The states of a game of Thrag, as it is played at a glance."""
    chance, rng = random.Random(number), SeededRng(f"night {number}")
    state = THRAG.start(read_settings(THRAG, {}, 1), 1, rng)
    while state.outcome is None:
        yield state
        actions = [one for one in THRAG.legal(state, 0) if str(one) != "resign"]
        if phase(state) is Phase.PAY or chance.random() < 0.2:
            action = chance.choice(actions)
        else:
            action = THRAG.stand_in_action(THRAG.view(state, 0), tuple(actions), rng)
        state = THRAG.apply(state, 0, action, rng).state


def debts() -> Iterator[Thrag]:
    for number in range(80):
        yield from (state for state in nights(number) if phase(state) is Phase.PAY)


Future = tuple[tuple[int, ...], tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]
"""The tiles as they lie, those of the piles after that, and the damage of each turn from now on."""


def futures(state: Thrag, chance: random.Random) -> Iterator[Future]:
    """What may come: any order of the pile, any damage; the discards are known to be turned over after it."""
    for _ in range(30):
        pile = chance.sample(state.black.pile, len(state.black.pile))
        later = tuple(tuple(chance.sample(range(1, 6), 5)) for _ in range(3))
        turns = TURNS - state.turn + 1
        damage = tuple(tuple(chance.choices(range(1, 7), k=chance.randrange(3))) for _ in range(turns))
        yield tuple(pile), later, damage


def outlives(held: frozenset[int], discards: tuple[int, ...], future: Future) -> bool:
    """Whether a player who knows the future can pay for all of it with these hit points."""
    pile, later, damage = future
    if not damage:
        return True
    now, *rest = damage
    if now:
        first, *others = now
        return any(
            outlives(held - set(way), discards, (pile, later, (tuple(others), *rest)))
            for way in payments(sorted(held), first)
        )
    if not rest:
        return True
    if not pile:
        # The pile is made anew of the discards, in an order of its own.
        return outlives(held, (), (tuple(one for one in later[0] if one in discards), later[1:], damage))
    return outlives(held | {pile[0]}, (*discards, pile[0]), (pile[1:], later, tuple(rest)))


@pytest.mark.slow
@pytest.mark.rule("thrag:order-1")
def test_what_is_paid_by_itself_outlives_all_that_any_other_payment_would() -> None:
    """Secret: whatever order the tiles lie in, and whatever is still to come."""
    chance, ordered, harder = random.Random(7), 0, 0
    for state in debts():
        line = choose_payment(state, 0)
        if not line:
            continue
        ordered += 1
        chosen = tuple(map(int, line.split()[1:]))
        ways = payments(state.hit_points, state.owed)
        assert chosen in ways
        held = frozenset(paying_coins(state.hit_points))
        for future in futures(state, chance):
            mine = outlives(held - set(chosen), state.black.discards, future)
            others = [outlives(held - set(way), state.black.discards, future) for way in ways]
            assert mine or not any(others)
            harder += mine and not all(others)
    assert ordered > 40
    assert harder > 100, "the others were really worse"


@pytest.mark.slow
def test_where_it_asks_the_ways_to_pay_differ_in_what_they_are_good_for() -> None:
    """No way that is left to the player could do without a question: another one is better some day."""
    chance, asked, differs = random.Random(8), 0, 0
    for state in debts():
        if choose_payment(state, 0) or asked >= 80:
            continue
        asked += 1
        held, ways = frozenset(paying_coins(state.hit_points)), payments(state.hit_points, state.owed)
        came = [
            tuple(outlives(held - set(way), state.black.discards, future) for way in ways)
            for future in futures(state, chance)
        ]
        best = {way for way in range(len(ways)) if all(one[way] or not any(one) for one in came)}
        differs += len(best) < len(ways)
    assert asked == 80
    assert differs > 40


def test_an_order_looks_at_no_tile_that_lies_face_down() -> None:
    """Hidden information: two tables with equal views are paid in the same way."""
    for state in debts():
        other = THRAG.reshuffle(state, SeededRng("another order"))
        assert choose_payment(other, 0) == choose_payment(state, 0)


@pytest.mark.parametrize("file", sorted(TOLD.glob("thrag_*.txt")), ids=lambda file: file.stem)
def test_in_whole_games_of_thrag_it_plays_nothing_where_nothing_is_owed(file: Path) -> None:
    game, plies = golden.plies(file.read_text())
    for ply in plies:
        line = choose_payment(ply.state, 0)
        assert not line or game.parse(line, ply.state) in game.legal(ply.state, 0)
        assert bool(line) <= (phase(ply.state) is Phase.PAY)


# Trogdor: what the rules keep


def settings_of(orders: Sequence[Order[object]], state: object, seat: int) -> dict[str, tuple[str, set[str]]]:
    found = {one.key: one.setting(state, seat) for one in orders if one.setting is not None}
    return {key: (one.now, set(one.lines)) for key, one in found.items() if one is not None}


def test_each_player_of_trogdor_has_the_order_of_their_item() -> None:
    options = {
        "keepers": "chosen",
        "items": "chosen",
        "item/0": "shield",
        "item/1": "pouch",
        "item/2": "disk",
    }
    state = TROGDOR.start(read_settings(TROGDOR, options, 3), 3, SeededRng("dragon"))
    assert settings_of(ORDERS, state, 0) == {"shield": ("auto", {"ask", "never"})}
    assert settings_of(ORDERS, state, 1) == {"pouch": ("ask", {"auto", "never"})}
    assert settings_of(ORDERS, state, 2) == {}
