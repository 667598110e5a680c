"""Guided moves of Koom Valley: whatever is offered is legal, and whatever is legal can be reached."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.discord.keyboard import LIMIT, game_rows
from bot.games.catalogue import IN_ENGLISH
from bot.games.koom.menu import menu, suggest
from bot.store import Status
from bot.words.menu import LIST_LIMIT, ButtonLook, Does, Menu, buttons_of, leads_to
from engine.koom import GAME
from engine.koom.model import Action, State
from engine.koom.moves import moves_of
from engine.koom.rules import legal
from engine.octagon.board import SQUARES, bits, name
from engine.octagon.model import PlayerCall, Side
from tests.bot.samples import ANN, BEN, table_of
from tests.engine.koom.boards import BEGIN
from tests.playthroughs.golden import FILES, plies
from tools.gallery.koom import view

NAMES = ("Ann", "Ben")
LONGEST_IDS = replace(table_of((0, ANN), (1, BEN)), id=10**15 - 1, revision=10**9 - 1, status=Status.PLAYING)
LISTS = 4
"""The most lists below a board."""

TRAMPLE = view("F5 J5 H6 G7", "F4", "D12", to_move=Side.TROLLS)


@st.composite
def states(draw: st.DrawFn) -> State:
    """Any pieces anywhere, up to the numbers of a battle, either side to move, perhaps an open offer."""
    pieces = draw(st.lists(st.sampled_from(SQUARES), unique=True, min_size=3, max_size=25))
    trolls = draw(st.integers(1, min(8, len(pieces) - 2)))
    return State(
        dwarfs=bits(pieces[trolls + 1 :][:16]),
        trolls=bits(pieces[1 : trolls + 1]),
        rock=pieces[0],
        to_move=draw(st.sampled_from(Side)),
        battle=draw(st.sampled_from((1, 2))),
        quiet_limit=draw(st.sampled_from((0, 5))),
        offer=draw(st.sampled_from((None, 0, 1))),
    )


def menus(before: State) -> dict[str, Menu]:
    """Every menu that choices lead to, by its path."""
    found: dict[str, Menu] = {}
    paths = [""]
    while paths:
        path = paths.pop()
        if path not in found:
            found[path] = menu(IN_ENGLISH, NAMES, before, path)
            paths.extend(leads_to(found[path]))
    return found


def menu_actions(before: State, found: dict[str, Menu]) -> set[Action]:
    """Every action that something in these menus plays."""
    lines = {button.value for one in found.values() for button in buttons_of(one) if button.does is Does.PLAY}
    for part in (part for one in found.values() for part in one.lists if part.does is Does.PLAY):
        lines |= {part.prefix + option.value for option in part.options}
    return {GAME.parse(line, before) for line in lines}


def check(before: State) -> dict[str, Menu]:
    """The menus offer exactly the legal actions, in lists that Discord can show."""
    found = menus(before)
    assert menu_actions(before, found) == {action for seat in (0, 1) for action in legal(before, seat)}
    for path, shown in found.items():
        assert all(0 < len(part.options) <= LIST_LIMIT for part in shown.lists)
        assert len(shown.lists) <= LISTS, "more than a phone shows with the picture"
        assert all(option.description for part in shown.lists for option in part.options)
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


@settings(deadline=None, max_examples=40)
@given(states())
def test_in_any_position_what_is_offered_is_what_is_legal(before: State) -> None:
    check(before)


@pytest.mark.parametrize(
    "file", [file for file in FILES if file.stem.startswith("koom_")], ids=lambda file: file.stem
)
def test_in_played_games_what_is_offered_is_what_is_legal(file: Path) -> None:
    for number, ply in enumerate(plies(file.read_text())[1]):
        if number % 5 == 0 and ply.state.outcome is None:
            check(ply.state)


def test_the_rock_is_a_button_of_its_own_and_says_what_awaits_it() -> None:
    found = menus(BEGIN)
    (rock,) = [button for button in buttons_of(found[""]) if button.does is Does.GO]
    assert (rock.label, rock.value, rock.look) == ("Push the Rock", "H8", ButtonLook.MAIN)
    assert all(option.value != "H8" for part in found[""].lists for option in part.options)
    pushed = found["H8"]
    assert pushed.chosen == ("H8",)
    told = {option.value: option.description for option in pushed.lists[0].options}
    assert told == {"J9": "south-east", "G9": "south-west", "J8": "east", "G8": "west"}


def test_a_push_that_wins_or_loses_says_so() -> None:
    board = view("F2 H8", "G3 H3 J3 K9", "G2")
    told = {
        option.value: option.description for option in menu(IN_ENGLISH, NAMES, board, "G2").lists[0].options
    }
    assert told["F1"] == told["G1"] == "home: wins the battle"


def test_each_capture_is_one_choice_with_all_that_it_takes() -> None:
    (captures,) = [part for part in menus(TRAMPLE)[""].lists if part.does is Does.PLAY]
    assert [(option.value, option.label, option.description) for option in captures.options] == [
        ("TF4-F6-H8", "F4 to H8", "takes F5 and G7"),
        ("TF4-F6", "F4 to F6", "takes F5"),
    ]


def test_a_troll_tramples_jump_by_jump() -> None:
    found = menus(TRAMPLE)
    first = found["F4"]
    (on,) = [part for part in first.lists if part.does is Does.GO]
    assert [(option.value, option.description) for option in on.options] == [
        ("F6", "over F5 · up to 2 in all")
    ]
    then = found["F4-F6"]
    assert then.chosen == ("F4", "F6")
    assert then.targets == ("H8",)
    stop, back = list(buttons_of(then))
    assert (stop.label, stop.value) == ("Stop here (1 dwarf)", "TF4-F6")
    assert (back.value, back.does) == ("F4", Does.GO)
    assert menu(IN_ENGLISH, NAMES, TRAMPLE, "F4-F6-A1") == found[""], "no such way"


def test_what_wins_comes_first_where_people_type() -> None:
    board = view("F2 H9", "H14 J14 K14", "G2")
    assert set(suggest(board, 0)[:2]) == {"RG2-F1", "RG2-G1"}
    assert set(suggest(board, 0)) == set(map(str, legal(board, 0)))


def test_answers_to_an_offer_stand_in_a_row_of_their_own() -> None:
    offered = replace(BEGIN, offer=1)
    shown = menu(IN_ENGLISH, NAMES, offered, "")
    assert [button.value for button in shown.rows[0]] == [PlayerCall.ACCEPT, PlayerCall.DECLINE]
    waiting = menu(IN_ENGLISH, NAMES, replace(BEGIN, offer=0), "")
    assert not waiting.lists


def test_every_piece_stands_in_one_list() -> None:
    pieces = [option.value for part in menu(IN_ENGLISH, NAMES, BEGIN, "").lists for option in part.options]
    movers = {name(move.origin) for move in moves_of(BEGIN.position, Side.DWARFS)} - {"H8"}
    assert sorted(pieces) == sorted(movers)
    assert pieces[0] == "H9", "the nearest to the Rock first"
