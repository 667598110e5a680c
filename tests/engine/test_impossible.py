"""Positions that were given and not played: what a game can get into passes, what it cannot is named."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.games.catalogue import CATALOGUE
from bot.store import CorruptState
from engine.core import Outcome, read_settings
from engine.octagon.board import BOARD
from engine.referee import impossible
from engine.registry import GAMES
from engine.rng import SeededRng
from engine.thrag.model import Suit
from engine.thud.model import START, STONE
from engine.verify import verify
from tests.engine.exports import House, forked, opened, recorded, text_of
from tests.engine.games import TABLES, turns

Given = dict[str, Any]
ROOM = BOARD & ~STONE
SEATS = {"thud": 2, "thrag": 1, "ploc": 2, "trogdor": 3, "koom": 2}


def decode(game: str, position: str) -> Any:
    try:
        return CATALOGUE[game].codec.load(position)
    except CorruptState as error:
        raise ValueError(str(error)) from error


def given_state(key: str, state: Any, change: Callable[[Given], Any]) -> Any:
    """The state with something changed in its JSON, as whoever writes a file can do."""
    raw = json.loads(CATALOGUE[key].codec.dump(state))
    change(raw)
    return decode(key, json.dumps(raw, separators=(",", ":"), sort_keys=False, ensure_ascii=False))


def stood(key: str, seats: int, plies: int) -> Any:
    """How a game stands after so many lines of the house."""
    return opened(key, seats).goes_on(plies).state


# What a game can get into


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_nothing_is_wrong_with_what_a_game_gets_into_and_what_was_agreed_stays(key: str, seats: int) -> None:
    agreed = set()
    for seed in range(3):
        for game, state, _ in turns(key, seats, seed, 120):
            assert game.check(state) == ()
            agreed.add(repr(game.agreed(state)))
    assert len(agreed) == 1


@pytest.mark.parametrize(
    "name",
    [
        "thud_draw_level",
        "thud_draw_no_move",
        "thud_points_agreed",
        "thud_points_wiped_out_trolls",
        "thud_resignation",
        "thud_resignation_wiped_out_dwarfs",
        "thrag_breakfast",
        "thrag_death",
        "thrag_exhaustion",
        "thrag_exhaustion_slain",
        "thrag_win",
        "thrag_win_options",
        "ploc_agreement",
        "ploc_berserk_hit",
        "ploc_hit_swap",
        "ploc_limit",
        "ploc_swap_berserk",
        "trogdor_petite_victory",
        "trogdor_victory",
        "trogdor_table",
    ],
)
def test_nothing_is_wrong_with_a_recorded_game_from_its_beginning_to_its_end(name: str) -> None:
    house = recorded(name)
    for state, _ in house.states:
        assert house.game.check(state) == ()


def test_nothing_is_wrong_at_the_end_of_the_last_turn_after_a_die_was_rolled_anew() -> None:
    """It is forgotten by then, though there was a fight before."""
    last = replace(stood("thrag", 1, 0), fights=2, fight=None, rerolled=Suit.RED, turned=None)
    over = replace(last, rerolled=None, outcome=Outcome("breakfast", (), (0,)))
    assert "fight" not in GAMES["thrag"].check(over)
    assert "fight" in GAMES["thrag"].check(replace(over, outcome=None))


@pytest.mark.parametrize("key", GAMES)
def test_each_game_looks_at_its_positions(key: str) -> None:
    """Of a game that does not, anything would be taken."""
    game = GAMES[key]
    seats = game.seats.start
    state = game.start(read_settings(game, {}, seats), seats, SeededRng("any"))
    assert game.agreed(state) is not None
    wilder = {
        "thud": {"ply": -1},
        "thrag": {"turn": 13},
        "ploc": {"match": 3},
        "trogdor": {"first": 9},
        "koom": {"ply": -1},
    }
    assert game.check(replace(state, **wilder[key]))


# What it cannot


def turned_over(raw: Given, coins: int) -> None:
    """So many coins of a pool lie open."""
    raw["flipped"][0], raw["pools"][0] = raw["pools"][0][:coins], raw["pools"][0][coins:]


def falls(raw: Given, suit: int) -> None:
    """A beast is slain, and nobody has fought."""
    raw["stacks"][suit]["slain"].append(raw["foes"][suit]["tile"])
    raw["foes"][suit] = None


PLANTED: list[tuple[str, int, str, Callable[[Given], Any]]] = [
    ("thud", 6, "trolls", lambda raw: raw.update(trolls=0)),
    ("thud", 6, "dwarfs", lambda raw: raw.update(dwarfs=0)),
    ("thud", 6, "board", lambda raw: raw.update(dwarfs=raw["dwarfs"] | STONE)),
    ("thud", 6, "board", lambda raw: raw.update(trolls=raw["trolls"] | raw["dwarfs"])),
    ("thud", 6, "board", lambda raw: raw.update(dwarfs=1 << 3000)),
    ("thud", 6, "board", lambda raw: raw.update(dwarfs=-1)),
    ("thud", 6, "dwarfs", lambda raw: raw.update(dwarfs=ROOM & ~raw["trolls"])),
    ("thud", 6, "trolls", lambda raw: raw.update(trolls=ROOM & ~raw["dwarfs"])),
    ("thud", 6, "side", lambda raw: raw.update(to_move="trolls", ply=raw["ply"] + 2, quiet=raw["quiet"] + 2)),
    ("thud", 6, "board", lambda raw: raw.update(dwarfs=START.dwarfs >> 1 & ~STONE & BOARD)),
    ("thud", 6, "ply", lambda raw: raw.update(ply=10**9)),
    ("thud", 6, "quiet", lambda raw: raw.update(quiet=raw["ply"] + 1)),
    ("thud", 6, "battle", lambda raw: raw.update(battle=3)),
    ("thud", 6, "quiet-limit", lambda raw: raw.update(quiet_limit=501)),
    ("thud", 6, "offer-wait", lambda raw: raw.update(offer_wait=[3, 0])),
    ("thud", 6, "offer", lambda raw: raw.update(offer=7)),
    ("thud", 6, "captures", lambda raw: raw.update(quiet=0)),
    ("thud", 6, "last", lambda raw: raw["last"].update(target=raw["last"]["target"] ^ 1)),
    ("trogdor", 5, "hiding", lambda raw: (raw.update(phase="choose"), raw["board"].update(hiding=True))),
    (
        "thud",
        6,
        "outcome",
        lambda raw: raw.update(results=[{"end": "agreed", "dwarf_seat": 0, "points": [9, 4]}]),
    ),
    ("thrag", 4, "hit-points", lambda raw: raw.update(hit_points=list(range(1000)))),
    ("thrag", 4, "hit-points", lambda raw: raw.update(hit_points=[0, 10_000_000])),
    ("thrag", 4, "hit-points", lambda raw: raw.update(hit_points=[2, 4])),
    ("thrag", 4, "turn", lambda raw: raw.update(turn=13)),
    ("thrag", 4, "dice", lambda raw: raw.update(die=6)),
    ("thrag", 4, "null-coin", lambda raw: raw.update(null_coin=-1)),
    ("thrag", 4, "tiles", lambda raw: raw["stacks"][0].update(pile=[5])),
    ("thrag", 4, "black-tiles", lambda raw: raw["black"].update(pile=[])),
    ("thrag", 4, "coins", lambda raw: raw["pools"][0].append(5)),
    ("thrag", 4, "fights", lambda raw: raw.update(fights=99)),
    ("thrag", 4, "owed", lambda raw: raw.update(owed=10**7)),
    ("thrag", 4, "spent", lambda raw: raw.update(spent=["black"])),
    ("thrag", 4, "weapons", lambda raw: raw.update(weapons=["blue", "red"])),
    ("thrag", 0, "hit-points", lambda raw: raw.update(hit_points=[0, 1, 2, 3, 4, 5])),
    ("thrag", 4, "hit-points", lambda raw: raw.update(hit_points=[0, 1, 2, 3, 4])),
    ("thrag", 0, "coins", lambda raw: turned_over(raw, 5)),
    ("thrag", 0, "tiles", lambda raw: raw["stacks"][0].update(pile=[], discards=raw["stacks"][0]["pile"])),
    ("thrag", 0, "beasts", lambda raw: falls(raw, 0)),
    ("thrag", 4, "tiles", lambda raw: raw.update(turn=raw["turn"] + 1)),
    ("thrag", 4, "turned", lambda raw: raw.update(turned=None)),
    ("thrag", 4, "turned", lambda raw: raw["turned"].update(tile=1 + raw["turned"]["tile"] % 5)),
    ("thrag", 4, "turned", lambda raw: raw.update(hit_points=[0, 2, 4])),
    ("ploc", 0, "athletes", lambda raw: raw["sides"][0].update(standing=raw["sides"][0]["standing"] - 1)),
    ("ploc", 0, "athletes", lambda raw: raw["sides"][1].update(standing=1, lying=1)),
    ("ploc", 4, "athletes", lambda raw: raw["sides"][0].update(standing=10**7)),
    ("ploc", 4, "athletes", lambda raw: raw["sides"][0].update(standing=-1)),
    ("ploc", 4, "athletes", lambda raw: raw["sides"][0].update(standing=0, lying=0)),
    ("ploc", 4, "columns", lambda raw: raw["sides"][1].update(column=[7, 1, 1])),
    ("ploc", 4, "dice", lambda raw: raw["turn"].update(dice=[0, 1, 1])),
    ("ploc", 4, "rerolls", lambda raw: raw["turn"].update(rerolls=4)),
    ("ploc", 4, "turn", lambda raw: raw["turn"].update(seat=1 - raw["turn"]["seat"])),
    ("ploc", 4, "turn", lambda raw: raw["turn"].update(number=10**9)),
    ("ploc", 4, "match", lambda raw: raw.update(match=0)),
    ("ploc", 4, "limit", lambda raw: raw.update(limit=1000)),
    ("ploc", 4, "offer", lambda raw: raw.update(offer=1, offered=False)),
    ("ploc", 4, "results", lambda raw: raw.update(results=[{"winner": 0, "how": "magic", "turns": 3}])),
    ("trogdor", 5, "peasants", lambda raw: raw["board"].update(peasants=[3] * 400)),
    ("trogdor", 5, "peasants", lambda raw: raw["board"].update(health=raw["board"]["health"] + 1)),
    ("trogdor", 5, "health", lambda raw: raw["board"].update(health=10_000_000)),
    ("trogdor", 5, "void", lambda raw: raw["board"].update(void=-1)),
    ("trogdor", 5, "squares", lambda raw: raw["board"].update(trogdor=25)),
    ("trogdor", 5, "tiles", lambda raw: raw["board"].update(kinds=["C"] * 25)),
    ("trogdor", 5, "knights", lambda raw: raw["board"].update(knights=[1, 2, 3])),
    ("trogdor", 5, "knights", lambda raw: raw["board"].update(knights=[])),
    ("trogdor", 5, "burned", lambda raw: raw["board"].update(burned=[4, 4])),
    ("trogdor", 5, "aflame", lambda raw: raw["board"].update(aflame=[0, 1, 2, 3])),
    ("trogdor", 5, "trog-deck", lambda raw: raw["trog"].update(pile=[])),
    ("trogdor", 5, "trog-deck", lambda raw: raw["trog"]["pile"].append("majesty")),
    ("trogdor", 5, "movement-deck", lambda raw: raw["movement"].update(pile=[])),
    ("trogdor", 5, "hands", lambda raw: raw["players"][0].update(hand=[])),
    ("trogdor", 5, "keepers", lambda raw: raw["players"][0].update(keeper=raw["players"][1]["keeper"])),
    ("trogdor", 5, "turn", lambda raw: raw.update(first=(raw["first"] + 1) % 3)),
    ("trogdor", 5, "points", lambda raw: raw["turn"].update(points=1000)),
    ("trogdor", 5, "turn", lambda raw: raw["turn"].update(number=0)),
    ("trogdor", 5, "players", lambda raw: raw.update(players=[])),
    ("trogdor", 5, "phase", lambda raw: raw.update(phase="land")),
    ("trogdor", 5, "todo", lambda raw: raw.update(todo=[{"task": "draw"}] * 40)),
    ("trogdor", 5, "house", lambda raw: raw["house"].update(hammers=8)),
]


@pytest.mark.parametrize(
    ("key", "plies", "fault", "change"),
    PLANTED,
    ids=[f"{key} {fault} {n}" for n, (key, _, fault, _) in enumerate(PLANTED)],
)
def test_what_no_game_gets_into_is_named(
    key: str, plies: int, fault: str, change: Callable[[Given], Any]
) -> None:
    state = stood(key, SEATS[key], plies)
    assert GAMES[key].check(state) == ()
    assert fault in GAMES[key].check(given_state(key, state, change))


def leaves(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each number of a JSON value."""
    match value:
        case bool():
            return
        case int():
            yield way
        case dict():
            for key, one in value.items():
                yield from leaves(one, (*way, key))
        case list():
            for number, one in enumerate(value):
                yield from leaves(one, (*way, number))


def at(raw: Any, way: Sequence[Any]) -> Any:
    """What stands at the end of a way."""
    return at(raw[way[0]], way[1:]) if way else raw


@pytest.mark.parametrize("key", GAMES)
def test_a_number_that_is_far_out_of_range_is_found_wherever_it_stands(key: str) -> None:
    """And none of them makes the check itself fail."""
    for plies in (1, 7, 23):
        state = stood(key, SEATS[key], plies)
        raw = json.loads(CATALOGUE[key].codec.dump(state))
        for *way, last in leaves(raw):
            for wild in (-(10**30), -1, 10_000_000):
                if at(raw, (*way, last)) == wild:
                    continue

                def change(raw: Given, way: list[Any] = way, last: Any = last, wild: int = wild) -> None:
                    at(raw, way)[last] = wild

                assert GAMES[key].check(given_state(key, state, change)), f"{way} {last} {wild}"


# A fork that is played from such a position


def forged(key: str, plies: int, change: Callable[[Given], Any], **options: str) -> str:
    """The file of a fork, whole but for its position, which its first line commits to."""
    parent = House(GAMES[key], options, SEATS[key], "opened").goes_on(plies)

    def encode(state: Any) -> str:
        raw = json.loads(CATALOGUE[key].codec.dump(state))
        change(raw)
        return json.dumps(raw, separators=(",", ":"), ensure_ascii=False)

    return text_of(forked(parent, encode).records())


def refused(text: str) -> list[tuple[int, str, object]]:
    """What is found in a file: line, kind, and the names of what is wrong with a position."""
    found = verify(text, GAMES, decode=decode)
    assert all(problem.what for problem in found)
    return [(problem.line, problem.key, problem.values.get("faults")) for problem in found]


def test_a_fork_of_a_real_position_holds() -> None:
    for key in GAMES:
        assert refused(forged(key, 5, dict.copy)) == []


@pytest.mark.parametrize(
    ("key", "name", "change"),
    [
        ("thrag", "hit-points", lambda raw: raw.update(hit_points=[0, 10_000_000])),
        ("thud", "trolls", lambda raw: raw.update(trolls=0)),
        ("ploc", "columns", lambda raw: raw["sides"][0].update(column=[9, 9, 9])),
        ("trogdor", "peasants", lambda raw: raw["board"].update(peasants=[3] * 400)),
    ],
)
def test_a_fork_of_a_position_that_no_game_gets_into_is_refused_by_name(
    key: str, name: str, change: Callable[[Given], Any]
) -> None:
    ((line, kind, faults),) = refused(forged(key, 5, change))
    assert (line, kind) == (1, "impossible-position")
    assert name in str(faults).split(", ")


def test_a_fork_of_a_game_with_other_options_is_refused() -> None:
    """Its position is one that a game gets into, but not this one."""
    found = refused(forged("thud", 5, lambda raw: raw.update(quiet_limit=30)))
    assert found == [(1, "impossible-position", "agreed")]
    assert refused(forged("thud", 5, lambda raw: raw.update(quiet_limit=30), quiet_limit="30")) == []
    other_map = refused(forged("trogdor", 5, lambda raw: raw["board"]["kinds"].reverse()))
    assert other_map == [(1, "impossible-position", "agreed")]
    assert refused(forged("thrag", 5, lambda raw: raw.update(null_coin=5))) == [
        (1, "impossible-position", "agreed")
    ]


def test_nothing_goes_on_from_the_end_of_a_game() -> None:
    over = House(GAMES["thrag"], {}, 1, "opened").goes_on(400)
    assert over.game.outcome(over.state) is not None
    found = refused(text_of(forked(over, CATALOGUE["thrag"].codec.dump).records()))
    assert found == [(1, "impossible-position", "over")]
    assert impossible(over.game, over.state, over.header()) == ("over",)
