"""A button shows the same as its command, to the same people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import pytest
from simcord.results import InteractionResult

from tests.bot.samples import QUIET
from tests.bot.ui.world import World, labels, private, text_of
from tests.docs.test_commands import COMMANDS


@dataclass(frozen=True)
class Pair:
    """A command about the first table, and the labels that lead to its result from the newest board."""

    command: str
    path: tuple[str, ...]
    over: bool = False
    options: tuple[tuple[str, Any], ...] = ()

    async def type_command(self, world: World) -> InteractionResult:
        return await world.ann.slash(world.channel, self.command, table="T1", **dict(self.options))

    async def click_path(self, world: World) -> InteractionResult:
        """Each click is on the private message that the one before has led to."""
        first, *rest = self.path
        result = await world.ann.click(world.last("T1"), label=first)
        for label in rest:
            result = await world.ann.click(private(result), label=label)
        return result


PAIRS: Final = (
    Pair("board", ("More", "As text"), options=(("view", "text"),)),
    Pair("board", ("More", "Other side"), options=(("view", "turned"),)),
    Pair("history", ("More", "History")),
    Pair("odds", ("More", "Odds")),
    Pair("history", ("History",), over=True),
    Pair("undo", ("Undo",)),
    Pair("resign", ("Resign",)),
    Pair("table verify", ("Fair play", "Check this game"), over=True),
)
"""All that only shows something, or asks, by command and by a button at a table of Thud."""

FOR_ALL: Final = {"move", "leave", "table fork", "table language"}
"""Commands that change and show the public board, in either way."""

OF_ONE_WAY: Final = {
    "about",
    "games",
    "help",
    "hint",
    "privacy",
    "puzzle",
    "review",
    "rules",
    "server",
    "settings",
    "stats",
    "table arrive",
    "table close",
    "table export",
    "table log",
    "table transfer",
    "tournament",
}
"""What no button of a table leads to."""


def visible_parts(message: Any) -> tuple[bool, str, list[str], list[str]]:
    """Whether a message is private, its text, its buttons, and its files."""
    files = [one.filename for one in message.attachments]
    return message.ephemeral, text_of(message.components), labels(message), files


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: " ".join((pair.command, *pair.path)))
async def test_a_button_and_its_command_show_the_same_to_the_same_people(pair: Pair, world: World) -> None:
    await world.game(*QUIET, *(("resign",) if pair.over else ()))
    async with world.assert_unchanged():
        by_command = await pair.type_command(world)
        said = visible_parts(private(by_command))
        assert [one.ephemeral for one in (by_command.response, *by_command.followups) if one] == [True]
        assert visible_parts(private(await pair.click_path(world))) == said


def test_no_command_is_forgotten() -> None:
    ways = [{pair.command for pair in PAIRS}, FOR_ALL, OF_ONE_WAY]
    assert sum(map(len, ways)) == len(set().union(*ways))
    assert {name for name in COMMANDS if name.split()[0] != "play"} == set().union(*ways)
