"""`python -m engine best`, for programs that play against a level."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.minds import MINDS
from engine.registry import GAMES
from tests.engine.console import Console
from tests.engine.minds import ScriptedMind
from tests.engine.thud import naive
from tests.engine.toy_together import TOGETHER

ROOT = Path(__file__).parents[2]


@pytest.fixture
def console(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Console:
    return Console(monkeypatch, capsys)


@pytest.fixture
def hill(monkeypatch: pytest.MonkeyPatch) -> ScriptedMind:
    """A hill whose mind always lifts first."""
    asked = ScriptedMind(("lift", "hand on"))
    monkeypatch.setitem(GAMES, "hill", TOGETHER)
    monkeypatch.setitem(MINDS, "hill", asked.mind(rester=lambda _, actions, __: actions[1]))
    return asked


BEST = {"best": "lift", "worth": 0.25, "level": "odo", "seat": 0}


def test_the_end_of_the_lines_asks_for_the_best(console: Console, hill: ScriptedMind) -> None:
    opening, lifted, best = console.records("best", "hill", "--level", "odo", lines="lift\n")
    assert opening == {"ply": 0, "to_act": [0], "outcome": None}
    assert (lifted["ply"], lifted["action"]) == (1, "lift")
    assert best == BEST
    assert len(hill.weighed) == 1


@pytest.mark.parametrize("word", ["go", "best"])
def test_go_asks_for_the_best_and_plays_nothing(console: Console, hill: ScriptedMind, word: str) -> None:
    lines = f"{word}\nhand on\n{word}\n"
    records = console.records("best", "hill", "--seats", "2", "--level", "odo", lines=lines)
    assert records[1] == BEST
    assert records[2]["ply"] == 1
    assert records[3:] == [BEST | {"seat": 1}], "not once more at the end"
    assert len(hill.weighed) == 2


def test_the_best_of_the_same_lines_is_asked_for_with_the_same_seed(
    console: Console, hill: ScriptedMind
) -> None:
    for seed in ("a", "a", "b"):
        console.records("best", "hill", "--seed", seed, lines="lift\n")
    assert hill.weighed[0] == hill.weighed[1] != hill.weighed[2]
    assert not hill.seeds, "nothing is thought of twice"


def test_a_rival_has_weighed_nothing(console: Console, hill: ScriptedMind) -> None:
    del hill
    best = console.records("best", "hill", "--level", "rester")[-1]
    assert best == {"best": "rest", "worth": None, "level": "rester", "seat": 0}


def test_what_cannot_be_is_refused_as_play_refuses_it(console: Console) -> None:
    lines = "e2 f10\n9 resign\n1 g9 g10\nnonsense\n"
    refused = console.records("best", "thud", "--level", "house", lines=lines)
    assert refused[:-1] == console.records("play", "thud", lines=lines)
    assert [record.get("rule") for record in refused[1:-1]] == [
        *("thud:dwarf-1", None, "thud:turn-2", "thud:notation-1")
    ]


def test_after_the_end_there_is_no_best(console: Console) -> None:
    asked = console.records("best", "thud", "--level", "house", lines="resign\ngo\n")
    assert asked[2:] == [{"error": "the game is over", "rule": None}]
    assert len(console.records("best", "thud", "--level", "house", lines="resign\n")) == 2


def test_chance_comes_from_the_seed_as_in_play(console: Console) -> None:
    arguments = ("ploc", "--seed", "a", "--option", "turn_limit=9")
    told = console.records("best", *arguments, "--level", "house", lines="go\n")[-1]["best"]
    assert console.records("play", *arguments, lines=f"{told}\n")[-1]["action"] == told


def save_position(tmp_path: Path, text: str) -> tuple[str, ...]:
    file = tmp_path / "position.thud"
    file.write_text(text, encoding="utf-8")
    return ("best", "thud", "--level", "house", "--position", str(file))


def test_a_file_of_a_position_is_answered_at_once(console: Console, tmp_path: Path) -> None:
    # The only dwarf beside the troll can be taken; all others are far away.
    capture = save_position(tmp_path, "dG10,dA6,TG9,RH8")
    (best,) = console.records(*capture, "--to-move", "trolls", lines="never read\n")
    assert best["best"].endswith("xG10")
    assert (best["level"], best["seat"]) == ("house", 1)
    (best,) = console.records(*capture, "--to-move", "dwarfs")
    assert best["seat"] == 0
    assert best["best"].startswith("d")


def test_the_plies_of_a_file_are_played_and_say_who_moves(console: Console, tmp_path: Path) -> None:
    moved = save_position(tmp_path, f"{naive.FIRST_LINE}\ndE2-E10\n")
    (best,) = console.records(*moved)
    assert best["seat"] == 1
    assert best["best"].startswith("T")
    (best,) = console.records(*moved, "--to-move", "dwarfs")
    assert best["seat"] == 0


@pytest.mark.parametrize(
    ("text", "side", "told"),
    [
        ("", "dwarfs", "is not a piece on a square"),
        ("dA6,TG9,RH8\ndA6-B8\n", "trolls", "not-straight"),
        ("dA6,RH8", "trolls", "the trolls cannot move there"),
    ],
)
def test_a_file_that_cannot_be_used_exits_with_2(
    console: Console, tmp_path: Path, text: str, side: str, told: str
) -> None:
    code, out, err = console.run(*save_position(tmp_path, text), "--to-move", side)
    assert (code, out) == (2, "")
    assert told in err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("thud", "--level", "huge"), "thud has no 'huge'; who can play it: pip, odo, wenna, grete"),
        (("thud", "--to-move", "trolls"), "--to-move goes with --position"),
        (("ploc", "--position", "a.thud"), "only thud has files of positions"),
        (("thud", "--position", "none.thud"), "none.thud"),
    ],
)
def test_arguments_that_cannot_be_met_exit_with_2(
    console: Console, arguments: tuple[str, ...], told: str
) -> None:
    code, out, err = console.run("best", *arguments)
    assert (code, out) == (2, "")
    assert told in err


def test_a_program_keeps_the_pipe_open_and_plays() -> None:
    command = [sys.executable, "-m", "engine", "best", "thrag", "--level", "house", "--seed", "pipe"]
    with subprocess.Popen(  # noqa: S603 - our own module
        command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["to_act"] == [0]
        for ply in range(1, 4):
            process.stdin.write("go\n")
            process.stdin.flush()
            best = json.loads(process.stdout.readline())["best"]
            process.stdin.write(f"{best}\n")
            process.stdin.flush()
            played = json.loads(process.stdout.readline())
            assert (played["ply"], played["action"]) == (ply, best)
        process.stdin.close()
        assert process.wait(60) == 0
