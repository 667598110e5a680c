"""docs/strength.md against its table of matches, and how a figure stands to its bar."""

from __future__ import annotations

import json
import re
import shlex
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from bot.games.catalogue import CATALOGUE
from engine.mind import LEVELS
from engine.minds import MINDS
from engine.registry import GAMES
from tools.arena.contests import Contest, checked
from tools.strength import __main__ as strength
from tools.strength import measuring
from tools.strength.bars import AtLeast, AtMost, Bar, Stronger
from tools.strength.matches import MATCHES, Match
from tools.strength.page import PAGE, UNMEASURED, levels, measured, placed, section

TEXT = PAGE.read_text(encoding="utf-8")


def figure(value: float, low: float, high: float) -> dict[str, float]:
    return {"count": 10, "value": value, "low": low, "high": high}


def record(**more: Any) -> dict[str, Any]:
    """What the arena could say of a contest."""
    seconds = {"count": 9, "mean": 0.25, "median": 0.2, "least": 0.1, "most": 1.5}
    player = {"name": "grete", "wins": figure(0.8, 0.49, 0.94), "seconds": seconds}
    plies = {"count": 10, "mean": 90.0, "median": 90.0, "least": 80, "most": 120}
    found = {"players": [player], "margin": None, "ahead": None, "plies": plies, "turns": None}
    return (
        found
        | {
            "games": 10,
            "different": 10,
            "stopped": 0,
            "build": "plain",
            "repeat": "python -m engine arena ...",
        }
        | more
    )


@pytest.mark.parametrize(
    ("bar", "more", "met", "sure"),
    [
        (AtLeast("wins", 0.75), {}, True, False),
        (AtLeast("wins", 0.45), {}, True, True),
        (AtLeast("wins", 0.85), {}, False, False),
        (AtLeast("margin", 45), {"margin": figure(50, 46, 54)}, True, True),
        (AtLeast("margin", 45), {}, False, True),
        (Stronger(), {"margin": figure(1, -1, 3)}, True, False),
        (Stronger(), {"margin": figure(-1, -2, 0)}, False, False),
        (Stronger(), {"margin": figure(-1, -2, 0), "ahead": figure(0.1, 0.05, 0.15)}, True, True),
        (Stronger(), {}, False, True),
        (AtMost("seconds", 2), {}, True, True),
        (AtMost("seconds", 1), {}, False, True),
        (AtMost("turns", 300), {}, False, True),
        (AtMost("turns", 300), {"turns": {"most": 300}}, True, True),
    ],
)
def test_a_bar_is_met_by_the_figure_and_surely_by_its_interval(
    bar: Bar, more: dict[str, Any], met: bool, sure: bool
) -> None:
    found = bar.found(record(**more))
    assert (found.met, found.sure) == (met, sure)


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: " ".join(match.arguments))
def test_every_match_can_be_played(match: Match) -> None:
    seats = match.seats or GAMES[match.game].seats.start
    options = tuple((key, value) for key, _, value in (option.partition("=") for option in match.options))
    checked(Contest(match.game, match.first, match.second, seats, "s", options))


def test_every_level_of_every_game_is_measured() -> None:
    for game in MINDS:
        played = {name for match in MATCHES if match.game == game for name in (match.first, match.second)}
        assert set(LEVELS) <= played


def test_the_page_has_a_place_for_every_game() -> None:
    assert re.findall(r"<!-- (\w+): begin -->", TEXT) == ["levels", *MINDS]


@pytest.mark.parametrize("game", MINDS)
def test_a_measured_section_shows_the_matches_of_the_table(game: str) -> None:
    found = section(TEXT, game)
    if found.strip() == UNMEASURED:
        return
    told = [shlex.split(line) for line in found.splitlines() if line.startswith("python -m engine arena")]
    assert [sorted(words[3:]) for words in told] == [
        sorted(match.arguments) for match in MATCHES if match.game == game
    ], f"make strength GAMES={game}"


def test_the_three_maps_of_trogdor_are_clearly_ordered() -> None:
    """Rule trogdor:ruling-59: each is harder than the one before, by more than chance does 19 times of 20."""
    text = section(TEXT, "trogdor")
    found = [
        re.search(rf"^\| grete \|  \| map={name}, 3 seats \| (\d+) \| ([\d.]+) %", text, re.MULTILINE)
        for name in ("easy", "normal", "hard")
    ]
    rows = [(int(row[1]), float(row[2]) / 100) for row in found if row is not None]
    assert len(rows) == 3
    for (count, easier), (other, harder) in pairwise(rows):
        error = sqrt(easier * (1 - easier) / count + harder * (1 - harder) / other)
        assert easier - harder > 1.96 * error


def test_the_page_tells_of_every_rival() -> None:
    assert {name for mind in MINDS.values() for name in mind.rivals} <= set(re.findall(r"`(\w+)`", TEXT))


def test_the_levels_are_told_as_they_are() -> None:
    assert section(TEXT, "levels").strip() == levels(), "python -m tools.strength --levels"


def test_a_section_takes_its_place_and_leaves_the_others() -> None:
    page = "a\n<!-- x: begin -->\nold\n<!-- x: end -->\nb\n<!-- y: begin -->\nkept\n<!-- y: end -->\n"
    new = placed(page, "x", "one\ntwo\n")
    assert new == page.replace("old", "one\ntwo")
    assert (section(new, "x"), section(new, "y")) == ("one\ntwo\n", "kept\n")
    with pytest.raises(ValueError, match="no place for z"):
        placed(page, "z", "")


def test_a_row_tells_who_what_and_whether_it_is_shown() -> None:
    matches = (
        Match("thud", "grete", "house", 10, (AtLeast("margin", 45), AtMost("seconds", 1))),
        Match("thrag", "grete", None, 10, (AtLeast("wins", 0.75),), ("track_coins=yes",)),
    )
    records = (record(margin=figure(50, 46, 54)), record(build="compiled", stopped=2))
    text = measured(matches, records, 0.5)
    *_, duel, night, _, _, _, _, _ = text.splitlines()
    assert [cell.strip() for cell in duel.strip("|").split("|")] == [
        *("grete", "house", "", "10", "80.0 % [49.0 to 94.0]", "50.0 [46.0 to 54.0] points", "120 plies"),
        *("0.250, at most 1.500", "at least 45 points ahead: met; at most 1 s a decision: **not met**"),
    ]
    assert "| track_coins=yes | 10 (2 stopped) |" in night
    assert night.endswith("| at least wins 75 %: met, not surely |")
    assert "compiled minds" in text
    assert "Met: 2 of 3 figures." in text


def test_a_row_tells_how_often_the_same_game_was_played_and_who_sat_where() -> None:
    matches = (Match("ploc", "odo", "odo", 10), Match("thud", "odo", "pip", 10))
    records = (record(), record(different=4, stopped=1))
    equals, repeated = [
        row for row in measured(matches, records, 0.5).splitlines() if row.startswith("| odo |")
    ]
    assert "| odo | odo | the first has seat 0 | 10 |" in equals
    assert "| 10 (1 stopped, 6 repeated) |" in repeated


def test_the_page_says_what_the_seats_of_ploc_are_worth_as_ratings_take_it() -> None:
    """Broadford has seat 1; the share that ratings go by lies among those that were measured."""
    found = re.findall(
        r"^\| (\w+) \| \1 \| the first has seat 0\S* .*?\| ([\d.]+) %", section(TEXT, "ploc"), re.MULTILINE
    )
    broadford = sorted(1 - float(share) / 100 for _, share in found)
    assert len(broadford) == 4
    assert broadford[0] <= CATALOGUE["ploc"].rules.second_wins <= broadford[-1]


def test_what_was_played_is_kept_until_a_source_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[str] = []

    def play(match: Match, folder: Path, jobs: int, _games: Path) -> str:
        played.append(f"{match.game} {folder.name} {jobs}")
        return json.dumps(record())

    monkeypatch.setattr(measuring, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(measuring, "ROOT", tmp_path)
    monkeypatch.setattr(measuring, "_played", play)
    mind = tmp_path / "fast" / "engine" / "ploc"
    mind.mkdir(parents=True)
    match = Match("ploc", "grete", "house", 2)
    for _ in range(2):
        measuring.record(match, tmp_path / "fast", 3)
    assert played == ["ploc fast 3"]
    (mind / "mind.py").write_text("DEPTH = 2\n")
    measuring.record(match, tmp_path / "fast", 1)
    (mind.parent / "rng.py").write_text("NUMBERS = ()\n")
    measuring.record(match, tmp_path / "fast", 2)
    assert played == ["ploc fast 3", "ploc fast 1", "ploc fast 2"]


def test_the_levels_can_be_told_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    page = tmp_path / "strength.md"
    page.write_text(placed(TEXT, "levels", "old"), encoding="utf-8")
    monkeypatch.setattr(strength, "PAGE", page)
    assert strength.main(["--levels"]) == 0
    assert page.read_text(encoding="utf-8") == placed(TEXT, "levels", levels())


def test_an_unknown_game_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        strength.main(["chess"])
    assert "no game chess; there are thud, trogdor, thrag, ploc" in capsys.readouterr().err


def test_a_first_look_plays_a_part_and_leaves_the_page(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[Match] = []

    def play(match: Match, _fast: Path | None, _jobs: int) -> dict[str, Any]:
        asked.append(match)
        return record(margin=figure(9, 8, 10), turns={"most": 9})

    monkeypatch.setattr(strength, "copy", lambda: PAGE.parent)
    monkeypatch.setattr(strength, "record", play)
    monkeypatch.setattr(strength, "yardstick", lambda: 0.5)
    assert strength.main(["ploc", "--part", "100"]) == 1, "80 % of wins are too few"
    assert [match.games for match in asked] == [max(m.games // 100, 2) for m in MATCHES if m.game == "ploc"]
    assert "**not met**" in capsys.readouterr().out
    assert PAGE.read_text(encoding="utf-8") == TEXT
