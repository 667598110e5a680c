"""Lists of any length become lists of at most 25."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.games.catalogue import words_in
from bot.words import Words
from bot.words.menu import (
    LIST_LIMIT,
    Button,
    Does,
    List,
    Menu,
    MenuOption,
    buttons_of,
    merge_into_lists,
    only_lines,
    split_into_lists,
    way_to,
    with_path_prefix,
)

SPEAK = Words({"list.part": "{title}, from {first} to {last}"})
COUNTS = st.integers(0, 200)
GROUPS = st.lists(st.integers(0, 60), max_size=12)


def options(count: int, first: int = 0) -> list[MenuOption]:
    return [MenuOption(f"v{number}", f"n{number}") for number in range(first, first + count)]


@given(COUNTS)
def test_split_keeps_every_option_in_order(count: int) -> None:
    lists = split_into_lists(SPEAK, "Pick", options(count), Does.GO, "p")
    assert [option for part in lists for option in part.options] == options(count)
    assert all(0 < len(part.options) <= LIST_LIMIT for part in lists)
    assert all((part.does, part.prefix, part.most) == (Does.GO, "p", 1) for part in lists)


@given(st.integers(26, 200))
def test_lists_that_were_split_are_of_about_equal_length_and_named_by_their_ends(count: int) -> None:
    lists = split_into_lists(SPEAK, "Pick", options(count), Does.GO)
    lengths = [len(part.options) for part in lists]
    assert len(lists) == -(-count // LIST_LIMIT)
    assert max(lengths) - min(lengths) <= len(lists)
    assert lists[0].title == f"Pick, from n0 to {lists[0].options[-1].label}"


def test_a_list_that_fits_keeps_its_title() -> None:
    assert [part.title for part in split_into_lists(SPEAK, "Pick", options(25), Does.GO)] == ["Pick"]
    assert split_into_lists(SPEAK, "Pick", [], Does.GO) == ()


@given(GROUPS)
def test_groups_keep_every_option_in_order(counts: list[int]) -> None:
    groups, first = [], 0
    for number, count in enumerate(counts):
        groups.append((f"g{number}", options(count, first)))
        first += count
    lists = merge_into_lists(SPEAK, groups, Does.PLAY)
    assert [option for part in lists for option in part.options] == options(first)
    assert all(0 < len(part.options) <= LIST_LIMIT for part in lists)


def test_small_neighbours_share_a_list_that_names_them() -> None:
    lists = merge_into_lists(
        SPEAK, [("north", options(10)), ("east", options(10, 10)), ("south", options(10, 20))], Does.GO
    )
    assert [part.title for part in lists] == ["north, east", "south"]


def test_an_empty_group_is_not_named() -> None:
    assert [
        part.title for part in merge_into_lists(SPEAK, [("hurl", []), ("north", options(2))], Does.GO)
    ] == ["north"]


def test_french_sets_a_blank_before_the_colon_of_a_list() -> None:
    (first, _) = split_into_lists(words_in("fr"), "Un nain", options(26), Does.GO)
    assert first.title == "Un nain\N{NO-BREAK SPACE}: n0 … n12"


GUIDED = {
    "": Menu(buttons=(Button("Fetch", "fetch", Does.GO), Button("Wait", "wait"))),
    "fetch": Menu(buttons=(Button("Back", "", Does.GO), Button("Beer", "fetch beer"))),
}
"""A guided move of two questions, the second of which leads back to the first."""


def test_a_way_names_the_buttons_that_lead_to_an_action() -> None:
    assert way_to(GUIDED.__getitem__, "wait") == ("Wait",)
    assert way_to(GUIDED.__getitem__, "fetch beer") == ("Fetch", "Beer")


def test_a_button_leads_to_all_that_comes_to_the_same() -> None:
    menu = Menu(buttons=(Button("a or b", "4a", also=("4b",)), Button("c", "4c")))
    assert way_to(lambda _: menu, "4b") == way_to(lambda _: menu, "4a") == ("a or b",)
    assert way_to(lambda _: menu, "4c") == ("c",)


def test_there_is_no_way_to_what_no_button_plays() -> None:
    assert way_to(GUIDED.__getitem__, "fetch wine") == ()
    assert way_to(GUIDED.__getitem__, "fetch") == (), "it only leads on"


def test_only_what_is_offered_is_left_of_a_menu_and_what_leads_on_stays() -> None:
    menu = Menu(
        rows=((Button("One", "one"), Button("Two", "two")), (Button("On", "path", Does.GO),)),
        lists=(
            List("Some", (MenuOption("a", "A"), MenuOption("b", "B")), Does.PLAY, "card "),
            List("None", (MenuOption("c", "C"),), Does.PLAY, "item "),
            List("Ways", (MenuOption("d", "D"),), Does.GO, "way "),
        ),
        buttons=(Button("Three", "three"),),
    )
    left = only_lines(menu, {"two", "card b"}.__contains__)
    assert [button.label for button in buttons_of(left)] == ["Two", "On"]
    assert [(part.title, [one.value for one in part.options]) for part in left.lists] == [
        ("Some", ["b"]),
        ("Ways", ["d"]),
    ]


def test_paths_are_put_behind_a_prefix_and_lines_stay_as_they_are() -> None:
    menu = Menu(
        rows=((Button("Play", "step n"), Button("Aim", "card", Does.GO)),),
        lists=(List("Way", (MenuOption("c1", "c1"),), Does.GO, "card "), List("It", (), Does.PLAY, "item ")),
    )
    within = with_path_prefix(menu, "@")
    assert [button.value for button in buttons_of(within)] == ["step n", "@card"]
    assert [part.prefix for part in within.lists] == ["@card ", "item "]
