"""docs/strength.md against the minds: its levels, its commands, and what its figures must show."""

from __future__ import annotations

import re
import shlex
from itertools import pairwise
from math import sqrt
from pathlib import Path

import pytest

from bot.games.catalogue import CATALOGUE
from engine.__main__ import _parser
from engine.mind import LEVELS
from engine.minds import MINDS
from engine.registry import GAMES
from tools.arena.command import contest_of

TEXT = (Path(__file__).parents[2] / "docs" / "strength.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^python -m engine (arena .+)$", TEXT, re.MULTILINE)


def section(name: str) -> str:
    """What stands under the title of a game."""
    return TEXT.split(f"\n## {name}\n")[1].split("\n## ")[0]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_row_can_be_played_again(command: str) -> None:
    contest_of(_parser(with_arena=True).parse_args(shlex.split(command)))


def test_every_level_of_every_game_is_measured() -> None:
    for game in MINDS:
        played = {
            word for command in COMMANDS if command.startswith(f"arena {game} ") for word in command.split()
        }
        assert set(LEVELS) <= played


def test_the_three_maps_of_trogdor_are_clearly_ordered() -> None:
    """Rule trogdor:ruling-59: each is harder than the one before, by more than chance does 19 times of 20."""
    found = [
        re.search(rf"^\| grete \| \| map={name} \| (\d+) \| ([\d.]+) %", section("Trogdor"), re.MULTILINE)
        for name in ("easy", "normal", "hard")
    ]
    rows = [(int(row[1]), float(row[2]) / 100) for row in found if row is not None]
    assert len(rows) == 3
    for (count, easier), (other, harder) in pairwise(rows):
        error = sqrt(easier * (1 - easier) / count + harder * (1 - harder) / other)
        assert easier - harder > 1.96 * error


def test_the_page_tells_of_every_rival() -> None:
    assert {name for mind in MINDS.values() for name in mind.baselines} <= set(re.findall(r"`(\w+)`", TEXT))


@pytest.mark.parametrize("game", MINDS)
def test_the_levels_are_told_as_they_are(game: str) -> None:
    budgets = " | ".join(str(level.budget) for level in MINDS[game].levels)
    assert re.search(rf"^\| {GAMES[game].title} \| [a-z ]+ \| {re.escape(budgets)} \|$", TEXT, re.MULTILINE)


def test_the_page_says_what_the_seats_of_ploc_are_worth_as_ratings_take_it() -> None:
    """Broadford has seat 1; the share that ratings go by lies among those that were measured."""
    found = re.findall(r"^\| (\w+) \| \1 \|[a-z ]*\| \d+ \| ([\d.]+) %", section("Ploc"), re.MULTILINE)
    broadford = sorted(1 - float(share) / 100 for _, share in found)
    assert len(broadford) == 4
    assert broadford[0] <= CATALOGUE["ploc"].rules.second_wins <= broadford[-1]
