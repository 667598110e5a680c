"""Guided moves of Thud: whatever is offered is legal, and whatever is legal can be reached."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.discord.keyboard import LIMIT, game_rows
from bot.games.catalogue import IN_ENGLISH
from bot.games.thud.menu import menu, suggest
from bot.store import Status
from bot.words.menu import LIST_LIMIT, ButtonLook, Does, List, Menu, buttons_of
from engine.octagon.board import BY_NAME, SQUARES, bits, name
from engine.octagon.model import PlayerCall, Side
from engine.thud import GAME
from engine.thud.model import START, STONE_SQUARE, Move, Position, State
from engine.thud.moves import moves_of
from engine.thud.rules import legal
from tests.bot.samples import ANN, BEN, table_of
from tests.engine.thud.boards import state
from tests.playthroughs.golden import FILES, plies

NAMES = ("Ann", "Ben")
LONGEST_IDS = replace(table_of((0, ANN), (1, BEN)), id=10**15 - 1, revision=10**9 - 1, status=Status.PLAYING)
LISTS = 4
"""The most lists below a board."""

FREE = [square for square in SQUARES if square != STONE_SQUARE]


@st.composite
def states(draw: st.DrawFn) -> State:
    """Any pieces anywhere, up to the numbers of a battle, either side to move, perhaps an open offer."""
    pieces = draw(st.lists(st.sampled_from(FREE), unique=True, min_size=2, max_size=40))
    trolls = draw(st.integers(1, min(8, len(pieces) - 1)))
    return State(
        dwarfs=bits(pieces[trolls:][:32]),
        trolls=bits(pieces[:trolls]),
        to_move=draw(st.sampled_from(Side)),
        battle=draw(st.sampled_from((1, 2))),
        quiet=draw(st.integers(0, 9)),
        quiet_limit=draw(st.sampled_from((0, 5))),
        offer=draw(st.sampled_from((None, 0, 1))),
    )


def values(part: List) -> Iterator[str]:
    """Everything that choosing from a list can say: one option, or any of several."""
    for count in range(1, part.most + 1):
        for chosen in combinations(part.options, count):
            yield part.prefix + "".join(option.value for option in chosen)


def choices(shown: Menu, does: Does) -> Iterator[str]:
    yield from (button.value for button in buttons_of(shown) if button.does is does)
    yield from chain.from_iterable(values(part) for part in shown.lists if part.does is does)


def menus(before: State) -> dict[str, Menu]:
    """Every menu that choices lead to, by its path."""
    found: dict[str, Menu] = {}
    paths = [""]
    while paths:
        path = paths.pop()
        if path not in found:
            found[path] = menu(IN_ENGLISH, NAMES, before, path)
            paths.extend(choices(found[path], Does.GO))
    return found


def playable_lines(found: dict[str, Menu]) -> set[str]:
    return set(chain.from_iterable(choices(shown, Does.PLAY) for shown in found.values()))


def legal_lines(before: State) -> set[str]:
    """What either player may do: the controls of a board are there for both."""
    return {str(action) for seat in (0, 1) for action in legal(before, seat)}


def check(before: State) -> dict[str, Menu]:
    """The menus offer exactly the legal actions, in lists that Discord can show."""
    found = menus(before)
    assert playable_lines(found) == legal_lines(before)
    for path, shown in found.items():
        assert all(0 < len(part.options) <= LIST_LIMIT for part in shown.lists)
        assert len(shown.lists) <= LISTS, "more than a phone shows with the picture"
        offered = [(part.does, option.value) for part in shown.lists for option in part.options]
        assert len(set(offered)) == len(offered), "no option twice, in no list"
        if "-" not in path:
            assert all(option.description for part in shown.lists for option in part.options)
        assert all(button.enabled for button in buttons_of(shown))
        assert bool(shown.question) == bool(path)
        ids = [
            item.custom_id
            for row in game_rows(IN_ENGLISH, LONGEST_IDS, shown)
            for item in row.children
            if hasattr(item, "custom_id")
        ]
        assert len(set(ids)) == len(ids)
        assert max(map(len, ids)) <= LIMIT
    return found


@settings(deadline=None, max_examples=60)
@given(states())
def test_in_any_position_what_is_offered_is_what_is_legal(before: State) -> None:
    check(before)


@pytest.mark.parametrize(
    "file", [file for file in FILES if file.stem.startswith("thud_")], ids=lambda file: file.stem
)
def test_in_played_games_what_is_offered_is_what_is_legal(file: Path) -> None:
    for number, ply in enumerate(plies(file.read_text())[1]):
        if number % 7 == 0 and ply.state.outcome is None:
            check(ply.state)


def test_32_dwarfs_on_one_half() -> None:
    half = [square for square in FREE if square < STONE_SQUARE][:32]
    found = check(State(bits(half), bits([BY_NAME["H12"]])))
    assert all(len(part.options) <= LIST_LIMIT for part in found[""].lists)


def test_a_dwarf_with_the_most_targets_there_can_be() -> None:
    before = State(bits([BY_NAME["K9"]]), bits([BY_NAME["A7"]]))
    most = max(len(moves_of(Position(1 << square, 0), Side.DWARFS)) for square in FREE)
    assert len(moves_of(before.position, Side.DWARFS)) == most
    found = check(before)
    assert sum(len(part.options) for part in found["K9"].lists) == len(found["K9"].targets) == most
    assert len(found["K9"].lists) <= 4, "whole directions stay together"


def test_a_troll_with_seven_dwarfs_to_take() -> None:
    """Eight cannot be: the square it comes from, or comes over, is beside the one where it lands."""
    before = state(
        """
     9 . . . d d d . . . . . . . . . 9
    10 . . . d . d . . . . . . . . . 10
    11   . . d T d . . . . . . . .   11
        """,
        Side.TROLLS,
    )
    found = check(before)
    (captures,) = found["E11-E10"].lists
    assert captures.most == len(captures.options) == 7
    assert [button.value for button in found["E11-E10"].buttons] == [
        "TE11-E10xD9xD10xD11xE9xF9xF10xF11",
        "TE11-E10",
        "E11",
    ]


def test_a_shove_offers_no_empty_landing() -> None:
    step = menus(state("   10 . T T T . d . . . . . . . . . 10", Side.TROLLS))["D10"]
    assert list_descriptions(step, 1)["E10"] == "takes nothing", "a step may take nothing"
    shoved = state("   10 . T T T . . d . . . . . . . . 10", Side.TROLLS)
    found = check(shoved)
    assert "TD10-F10xG10" in playable_lines(found)
    assert "TD10-F10" not in playable_lines(found)


def battle_of(to_move: Side, *, dwarfs: str, trolls: str) -> State:
    """These pieces and no others."""
    own, others = (bits(BY_NAME[square] for square in squares.split()) for squares in (dwarfs, trolls))
    return State(own, others, to_move=to_move)


def list_descriptions(shown: Menu, number: int) -> dict[str, str]:
    """What a list says of each of its lines."""
    return {option.label: option.description for option in shown.lists[number].options}


# Which piece


def test_at_the_beginning_the_dwarfs_are_told_by_where_they_stand() -> None:
    shown = menu(IN_ENGLISH, NAMES, State(START.dwarfs, START.trolls), "")
    assert [part.title for part in shown.lists] == [
        "Dwarfs: north, east (16)",
        "Dwarfs: south, west (16)",
    ]
    north, south = (list_descriptions(shown, number) for number in (0, 1))
    assert [square for square, told in north.items() if told.startswith("north")] == [
        *("D3", "E2", "F1", "G1", "J1", "K1", "L2", "M3"),
    ]
    assert south["A9"].startswith("west · ")
    assert south["F15"] == "south · 21 moves"


def test_who_can_capture_and_who_is_in_danger_come_first_with_a_word_on_why() -> None:
    """From F10 the troll would take E10, F9 and G9; no line of dwarfs is aimed at it."""
    trolls = battle_of(Side.TROLLS, dwarfs="D10 E10 F9 G9 E2", trolls="G11")
    shown = menu(IN_ENGLISH, NAMES, trolls, "")
    assert [part.title for part in shown.lists] == ["Captures (4)", "Pick a troll (1)"]
    assert shown.lists[0].does is Does.PLAY, "a capture is one choice"
    assert next(iter(list_descriptions(shown, 0).items())) == ("G11 to F10", "takes E10, F9 and G9")
    assert list_descriptions(shown, 1) == {"G11": "takes 3 dwarfs"}
    shown = menu(IN_ENGLISH, NAMES, replace(trolls, to_move=Side.DWARFS), "")
    assert [part.title for part in shown.lists] == ["Dwarfs in danger (3)", "Other dwarfs (2)"]
    assert list_descriptions(shown, 0) == dict.fromkeys(
        ("E10", "F9", "G9"), "troll G11 can step to F10 and take it"
    )
    assert list(list_descriptions(shown, 1)) == ["E2", "D10"], "clockwise from the north"


def test_who_takes_most_and_who_is_most_in_danger_comes_first() -> None:
    trolls = battle_of(Side.TROLLS, dwarfs="D4 D10 E10 F9 G9", trolls="D6 E12 G11")
    shown = menu(IN_ENGLISH, NAMES, trolls, "")
    captures = list_descriptions(shown, 0)
    taken = [told.count(",") + told.count(" and ") + 1 for told in captures.values()]
    assert next(iter(captures)) == "G11 to F10"
    assert taken == sorted(taken, reverse=True)
    shown = menu(IN_ENGLISH, NAMES, replace(trolls, to_move=Side.DWARFS), "")
    danger = list_descriptions(shown, 0)
    assert next(iter(danger.items())) == ("E10", "trolls E12 and G11 can reach it")
    assert danger["F9"] == danger["G9"] == "troll G11 can step to F10 and take it"


def test_a_piece_that_can_capture_and_is_in_danger_stands_once_and_says_both() -> None:
    before = state("    7 . . . . . d T . . . . . . . . 7", Side.DWARFS)
    shown = menu(IN_ENGLISH, NAMES, before, "")
    assert list_descriptions(shown, 0) == {"F7 to G7": "takes the troll"}
    assert list_descriptions(shown, 1) == {"F7": "takes a troll · troll G7 can step to F6 and take it"}
    turned = menu(IN_ENGLISH, NAMES, replace(before, to_move=Side.TROLLS), "")
    assert list_descriptions(turned, 1) == {"G7": "takes 1 dwarf · dwarf F7 can be hurled at it"}


def test_a_dwarf_that_only_a_shove_can_take_says_so() -> None:
    before = battle_of(Side.DWARFS, dwarfs="L9 B6", trolls="E10 F10 G10")
    shown = menu(IN_ENGLISH, NAMES, before, "")
    assert list_descriptions(shown, 0) == {"L9": "trolls can shove G10 to K10 and take it"}


def test_more_captures_than_a_list_holds_are_chosen_by_their_pieces() -> None:
    """Eight trolls in the open, each beside dwarfs wherever it steps."""
    squares = [square for square in FREE if name(square)[0] in "CEGJLN" and name(square)[1:] in "468"]
    dwarfs = [square + step for square in squares[:8] for step in (1, 16) if square + step in FREE][:32]
    before = State(bits(dwarfs), bits(squares[:8]), to_move=Side.TROLLS)
    shown = check(before)[""]
    assert shown.lists[0].title == "Trolls that can capture (8)"
    assert all(part.does is Does.GO for part in shown.lists)


# Where it goes


def test_a_hurl_is_told_before_the_directions() -> None:
    before = state("    7 . . . . . d T . . . . . . . . 7", Side.DWARFS)
    shown = menus(before)["F7"]
    assert shown.question == "Dwarf on **F7**: move to…"
    assert shown.lists[0].title == "Hurl it at a troll (1)"
    assert list_descriptions(shown, 0) == {"G7": "takes the troll"}
    assert [option.value for option in shown.lists[0].options] == ["G7xG7"]
    assert list_descriptions(shown, 1)["F6"] == "north"


def test_a_troll_goes_where_it_takes_most_first_and_what_it_may_leave_is_told_apart() -> None:
    before = battle_of(Side.TROLLS, dwarfs="E10 F12 G12", trolls="F11")
    shown = check(before)["F11"]
    assert shown.question == "Troll on **F11**: move to…"
    whole, fewer = shown.lists
    assert [(option.label, option.description) for option in whole.options] == [
        ("E11", "takes E10 and F12"),
        ("G11", "takes F12 and G12"),
        ("F10", "takes E10"),
        ("E12", "takes F12"),
        ("G10", "takes nothing"),
    ]
    assert fewer.title == "Take only some of them…"
    assert fewer.does is Does.PLAY, "no third question where every choice has a line"
    ways = [option.description for option in fewer.options if option.label == "E11"]
    assert sorted(ways) == ["takes E10", "takes F12", "takes nothing"]


def test_targets_are_marked_in_the_picture() -> None:
    before = State(START.dwarfs, START.trolls)
    shown = menus(before)["E2"]
    assert shown.chosen == ("E2",)
    mine = {name(move.target) for move in moves_of(before.position, Side.DWARFS) if name(move.origin) == "E2"}
    assert set(shown.targets) == mine


@pytest.mark.parametrize("path", ["A1", "H8", "E2-E3", "nonsense", "-", "G7", "E2-", "💥"])
def test_a_path_that_leads_nowhere_leads_to_a_menu(path: str) -> None:
    before = State(START.dwarfs, START.trolls)
    shown = menu(IN_ENGLISH, NAMES, before, path)
    assert shown in menus(before).values()


def test_resigning_and_claiming_are_asked_about_first() -> None:
    before = replace(State(bits([BY_NAME["E5"]]), bits([BY_NAME["K9"]])), quiet=5, quiet_limit=5)
    asked = {button.value: button.confirm for button in menus(before)[""].buttons}
    assert set(asked) == {PlayerCall.OFFER, PlayerCall.CLAIM, PlayerCall.RESIGN}
    assert asked[PlayerCall.RESIGN]
    assert "Ann 1 : 4 Ben" in asked[PlayerCall.CLAIM]
    assert not asked[PlayerCall.OFFER]


def test_an_open_offer_is_answered_before_all_else() -> None:
    before = replace(State(bits([BY_NAME["E5"]]), bits([BY_NAME["K9"]])), offer=0)
    shown = menus(before)[""]
    assert [[button.value for button in row] for row in shown.rows] == [
        [PlayerCall.ACCEPT, PlayerCall.DECLINE]
    ]
    assert [button.value for button in shown.buttons] == [PlayerCall.RESIGN]
    assert shown.lists == (), "who offered in their own turn waits for the answer"
    assert menus(replace(before, offer=1))[""].lists, "who is asked in their own turn may just move on"


def test_the_ways_out_of_a_game_are_quiet() -> None:
    before = replace(State(bits([BY_NAME["E5"]]), bits([BY_NAME["K9"]])), quiet=5, quiet_limit=5)
    assert {button.look for button in menus(before)[""].buttons} == {ButtonLook.PLAIN}


@settings(deadline=None, max_examples=60)
@given(states(), st.sampled_from((0, 1)))
def test_suggestions_are_what_is_legal_with_the_most_captures_first(before: State, seat: int) -> None:
    lines = suggest(before, seat)
    assert sorted(lines) == sorted(map(str, legal(before, seat)))
    moves = [action for line in lines if isinstance(action := GAME.parse(line, before), Move)]
    taken = [len(move.captured) for move in moves]
    assert taken == sorted(taken, reverse=True)
    assert [line for line in lines if line in set(PlayerCall)] == list(lines[len(moves) :])


@pytest.mark.parametrize(
    "file", [file for file in FILES if file.stem.startswith("thud_")], ids=lambda file: file.stem
)
def test_in_played_games_every_move_takes_two_choices(file: Path) -> None:
    """A piece, and where it goes with what it takes: a third question is for more ways than a list holds."""
    for ply in plies(file.read_text())[1][::7]:
        if ply.state.outcome is None:
            assert all("-" not in path for path in menus(ply.state))
