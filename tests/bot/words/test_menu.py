"""Lists of any length become lists of at most 25."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.words.menu import LIST_LIMIT, Does, Option, grouped, split

COUNTS = st.integers(0, 200)
GROUPS = st.lists(st.integers(0, 60), max_size=12)


def options(count: int, first: int = 0) -> list[Option]:
    return [Option(f"v{number}", f"n{number}") for number in range(first, first + count)]


@given(COUNTS)
def test_split_keeps_every_option_in_order(count: int) -> None:
    lists = split("Pick", options(count), Does.GO, "p")
    assert [option for part in lists for option in part.options] == options(count)
    assert all(0 < len(part.options) <= LIST_LIMIT for part in lists)
    assert all((part.does, part.prefix, part.most) == (Does.GO, "p", 1) for part in lists)


@given(st.integers(26, 200))
def test_lists_that_were_split_are_of_about_equal_length_and_named_by_their_ends(count: int) -> None:
    lists = split("Pick", options(count), Does.GO)
    lengths = [len(part.options) for part in lists]
    assert len(lists) == -(-count // LIST_LIMIT)
    assert max(lengths) - min(lengths) <= len(lists)
    assert lists[0].title == f"Pick: n0 … {lists[0].options[-1].label}"


def test_a_list_that_fits_keeps_its_title() -> None:
    assert [part.title for part in split("Pick", options(25), Does.GO)] == ["Pick"]
    assert split("Pick", [], Does.GO) == ()


@given(GROUPS)
def test_groups_keep_every_option_in_order(counts: list[int]) -> None:
    groups, first = [], 0
    for number, count in enumerate(counts):
        groups.append((f"g{number}", options(count, first)))
        first += count
    lists = grouped(groups, Does.PLAY)
    assert [option for part in lists for option in part.options] == options(first)
    assert all(0 < len(part.options) <= LIST_LIMIT for part in lists)


def test_small_neighbours_share_a_list_that_names_them() -> None:
    lists = grouped([("north", options(10)), ("east", options(10, 10)), ("south", options(10, 20))], Does.GO)
    assert [part.title for part in lists] == ["north, east", "south"]


def test_an_empty_group_is_not_named() -> None:
    assert [part.title for part in grouped([("hurl", []), ("north", options(2))], Does.GO)] == ["north"]
