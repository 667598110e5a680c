"""`python -m engine arena`, as people and scripts use it."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from engine.minds import MINDS
from engine.registry import GAMES
from tests.engine.console import Console
from tests.engine.minds import ScriptedMind
from tests.engine.toy_together import TOGETHER
from tools.arena import command as arena
from tools.arena.contests import Contest
from tools.arena.games import ArenaGame


@pytest.fixture
def console(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Console:
    return Console(monkeypatch, capsys)


def timeless(record: dict[str, Any]) -> dict[str, Any]:
    """Return a report without its times."""
    for player in record["players"]:
        del player["seconds"]
    return record


def test_it_prints_a_text_that_ends_with_the_command_to_repeat_it(console: Console) -> None:
    arguments = ("arena", "thrag", "house", "--games", "3", "--seed", "two words")
    code, out, err = console.run(*arguments)
    assert (code, err) == (0, "")
    first, *_, last, build = out.splitlines()
    assert first == "games   3 of thrag, 3 of them different"
    assert build == "build   plain"
    assert shlex.split(last.removeprefix("again")) == ["python", "-m", "engine", *arguments]


@pytest.mark.slow
@pytest.mark.noted("ploc")
def test_the_command_that_it_prints_gives_the_same(console: Console) -> None:
    (record,) = console.records("arena", "ploc", "house", "pip", "--games", "4", "--json")
    _, _, _, *again = shlex.split(record["repeat"])
    assert timeless(console.records(*again, "--json")[0]) == timeless(record)


@pytest.mark.slow
def test_the_number_of_processes_changes_nothing(console: Console) -> None:
    arguments = ("arena", "thrag", "house", "house", "--games", "4", "--json")
    one, two = (timeless(console.records(*arguments, "--jobs", jobs)[0]) for jobs in ("1", "2"))
    assert one == two
    assert one["games"] == 8
    assert one["different"] == 4, "the same player on the same deals"


def test_a_dash_or_nothing_stands_for_no_second_player(console: Console) -> None:
    for second in ([], ["-"]):
        (record,) = console.records("arena", "thrag", "house", *second, "--games", "2", "--json")
        assert [player["name"] for player in record["players"]] == ["house"]
        assert record["margin"] is None


def test_ctrl_c_prints_what_there_is(console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = arena.play_contest

    def broken_off(contest: Contest, *how: Any) -> Iterator[ArenaGame]:
        for number, game in enumerate(whole(contest, *how)):
            if number == 2:
                raise KeyboardInterrupt
            yield game

    monkeypatch.setattr(arena, "play_contest", broken_off)
    code, out, _ = console.run("arena", "thrag", "house", "--games", "5", "--json")
    record = json.loads(out)
    assert code == 130
    assert record["games"] == 2
    assert "--games 5" in record["repeat"]


def test_a_player_that_breaks_the_rules_exits_with_1_and_says_where(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "hill", TOGETHER)
    monkeypatch.setitem(MINDS, "hill", ScriptedMind(("fly",)).mind())
    code, out, err = console.run("arena", "hill", "odo", "--seats", "2")
    assert (code, out) == (1, "")
    assert err == "engine: odo wanted fly, which is not legal (hill, seed 'arena-0', ply 0, seat 0)\n"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("thud", "grete", "huge"), "thud has no 'huge'; who can play it: pip, odo, wenna, grete"),
        (("thud", "grete"), "Thud is a duel: say who plays against grete"),
        (("thud", "grete", "pip", "--seats", "4"), "2 to 2 players"),
        (("thud", "grete", "pip", "--option", "speed=9"), "quiet_limit"),
        (("thud", "grete", "pip", "--games", "0"), "at least one game"),
        (("thud", "grete", "pip", "--jobs", "0"), "one process"),
    ],
)
def test_arguments_that_cannot_be_met_exit_with_2(
    console: Console, arguments: tuple[str, ...], told: str
) -> None:
    code, out, err = console.run("arena", *arguments)
    assert (code, out) == (2, "")
    assert told in err


def test_without_the_tools_it_says_so_in_a_sentence(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("tools")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(
        sys.modules, "tools", ModuleType("tools")
    )  # a host has no compiled copy, or another one
    code, out, err = console.run("arena", "thrag", "house", "--json")
    assert (code, out) == (2, "")
    assert err == "engine: the arena is a tool of a checkout (tools/arena), and there is none here\n"
    assert console.run("games")[0] == 0
