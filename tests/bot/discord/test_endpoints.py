"""A control in one object: what stands on its buttons comes back to its handler, and nothing else does."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.discord.endpoints import Endpoint, option, routes
from bot.discord.keyboard import parse_control
from bot.discord.request import Request
from bot.kernel.errors import Refused
from bot.words.menu import ButtonLook

CALLED = list[tuple[object, ...]]()


async def handle_nothing(_: Request) -> None:
    CALLED.append(())


async def handle_one(_: Request, option: int) -> None:
    CALLED.append((option,))


async def handle_two(_: Request, number: int, line: str) -> None:
    CALLED.append((number, line))


async def handle_wrong(_: Request, way: list[int]) -> None:
    """Take what no custom_id can hold."""


NOTHING, ONE, LIST, TWO = (
    Endpoint("nothing", handle_nothing),
    Endpoint("one", handle_one),
    Endpoint("list", handle_one, is_list=True),
    Endpoint("two", handle_two),
)
PAIR = Endpoint("pair", handle_two, is_list=True)


async def handler_calls(endpoint: Endpoint[Any], custom_id: str, *values: str) -> list[tuple[object, ...]]:
    """What the handler is called with."""
    CALLED.clear()
    request = cast("Request", SimpleNamespace(control=parse_control(custom_id), values=values))
    await endpoint.route.handler(request)
    return CALLED


async def test_what_stands_on_a_button_comes_back() -> None:
    plain = NOTHING.button("Go", (7, 3))
    assert (plain.custom_id, plain.label) == ("t7.3.nothing.", "Go")
    assert await handler_calls(NOTHING, "t7.3.nothing.") == [()]
    assert ONE.button("One", (7, 3), ButtonLook.GOOD, 4).custom_id == "t7.3.one.4"
    assert await handler_calls(ONE, "t7.3.one.4") == [(4,)]
    assert (
        TWO.button("Two", (7, 3), ButtonLook.PLAIN, 4, "step e: chomp").custom_id
        == "t7.3.two.4:step e: chomp"
    )
    assert await handler_calls(TWO, "t7.3.two.4:step e: chomp") == [(4, "step e: chomp")]


async def test_what_is_chosen_from_a_list_comes_last() -> None:
    (select,) = LIST.options("Which?", (7, 3), [option("First", "0"), option("Second", "1")]).children
    assert (select.custom_id, [option.value for option in select.options]) == ("t7.3.list.", ["0", "1"])  # type: ignore[attr-defined]
    assert await handler_calls(LIST, "t7.3.list.", "1") == [(1,)]
    (select,) = PAIR.options("Which?", (7, 3), [option("First", "first", chosen=True)], 4).children
    assert select.custom_id == "t7.3.pair.4"  # type: ignore[attr-defined]
    assert await handler_calls(PAIR, "t7.3.pair.4", "first") == [(4, "first")]


@pytest.mark.parametrize(
    ("endpoint", "custom_id", "values"),
    [
        (ONE, "t7.3.one.", ()),
        (ONE, "t7.3.one.x", ()),
        (ONE, "t7.3.one.-1", ()),
        (ONE, "t7.3.one.\N{ARABIC-INDIC DIGIT THREE}", ()),
        (ONE, "t7.3.one.1234567890", ()),
        (LIST, "t7.3.list.", ()),
        (LIST, "t7.3.list.", ("x",)),
        (LIST, "t7.3.list.", ("1", "2")),
        (PAIR, "t7.3.pair.", ("first",)),
        (PAIR, "t7.3.pair.4", ()),
        (TWO, "t7.3.two.4", ()),
    ],
)
async def test_what_none_of_ours_says_is_refused(
    endpoint: Endpoint[Any], custom_id: str, values: tuple[str, ...]
) -> None:
    with pytest.raises(Refused) as refused:
        await handler_calls(endpoint, custom_id, *values)
    assert refused.value.key == "old-control"
    assert CALLED == []


def test_what_no_custom_id_can_hold_is_a_fault_of_ours() -> None:
    with pytest.raises(TypeError, match="the handler of wrong takes"):
        Endpoint("wrong", handle_wrong)
    with pytest.raises(ValueError, match="characters"):
        TWO.button("Two", (7, 3), ButtonLook.PLAIN, 4, "x" * 100)


def test_each_leads_where_its_path_says() -> None:
    assert list(routes(NOTHING, ONE)) == ["nothing", "one"]
