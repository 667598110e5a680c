"""The command line of the engine, as people and scripts use it."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.registry import GAMES
from tests.engine.console import Console
from tests.engine.exports import ExportedTable, file_records, open_game, playthrough_game, text_of
from tests.engine.test_verify import thud
from tests.engine.thud import naive
from tests.engine.toy_together import TOGETHER


class Engine(Console):
    """The command line, with games of Thud."""

    def play(self, lines: str, *arguments: str) -> list[dict[str, Any]]:
        return self.records("play", "thud", *arguments, lines=lines)


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Engine:
    return Engine(monkeypatch, capsys)


def test_games_lists_every_game_with_its_seats_and_options(engine: Engine) -> None:
    code, out, _ = engine.run("games")
    games = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [game["key"] for game in games] == list(GAMES)
    assert games[0] == {
        "key": "thud",
        "title": "Thud",
        "seats": [2, 2],
        "options": [{"key": "quiet_limit", "default": 0, "from": 0, "to": 500}],
        "rules_version": 1,
        "endings": ["points", "draw", "resignation"],
    }


def test_play_prints_one_object_a_ply(engine: Engine) -> None:
    begun, moved, resigned = engine.play("dE2-E10\n1 resign\n")
    assert begun == {"ply": 0, "to_act": [0], "outcome": None}
    assert moved == {
        "ply": 1,
        "seat": 0,
        "action": "dE2-E10",
        "events": [{"event": "Moved", "seat": 0, "side": "dwarfs", "origin": "E2", "target": "E10"}],
        "to_act": [1],
        "outcome": None,
    }
    assert (resigned["ply"], resigned["to_act"]) == (2, [])
    assert resigned["outcome"] == {"ending": "resignation", "winners": [0], "points": [0, 0]}


def test_play_writes_the_canonical_line_of_what_was_typed(engine: Engine) -> None:
    assert [ply["action"] for ply in engine.play("e2 e10\n\n  1   g9-g10 \n")[1:]] == ["dE2-E10", "TG9-G10"]


def test_a_question_mark_lists_what_is_legal(engine: Engine) -> None:
    _, dwarfs, trolls = engine.play("?\n1 ?\n")
    assert (dwarfs["seat"], len(dwarfs["legal"])) == (0, 656 + 2)
    assert trolls == {"seat": 1, "legal": ["offer", "resign"]}


def test_a_refused_line_says_why_and_changes_nothing(engine: Engine) -> None:
    records = engine.play("e2 f10\n1 g9 g10\nnonsense\n9 resign\n0 dE2-E10\n")
    assert [record.get("rule") for record in records[1:5]] == [
        "thud:dwarf-1",
        "thud:turn-2",
        "thud:notation-1",
        None,
    ]
    assert records[1]["error"] == "not-straight origin=E2 target=F10"
    assert records[1]["near"][0].startswith("dE2-")
    assert records[4]["error"] == "no seat 9, the seats are 0 to 1"
    assert (records[5]["ply"], records[5]["action"]) == (1, "dE2-E10")


def test_a_line_after_the_end_is_refused(engine: Engine) -> None:
    records = engine.play("resign\nresign\n0 resign\n0 ?\n")
    assert records[2] == {"error": "the game is over", "rule": None}
    assert records[3]["rule"] == "thud:match-2"
    assert records[4]["legal"] == []


def test_play_takes_options(engine: Engine) -> None:
    records = engine.play("dE2-E10\nclaim\n", "--option", "quiet_limit=1")
    assert records[2]["events"][0] == {"event": "EndClaimed", "seat": 1, "quiet": 1}


def hill(engine: Engine, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> tuple[int, str, str]:
    """A console where the cooperative toy game has a scripted search."""
    monkeypatch.setitem(GAMES, "hill", TOGETHER)
    return engine.run("play", "hill", *arguments, lines="lift\n")


def test_an_option_takes_the_text_of_a_file(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "song.txt").write_text("la la\n")
    arguments = ("--option", f"song=@{tmp_path / 'song.txt'}", "--option", "logs=1", "--seats", "6")
    code, out, err = hill(engine, monkeypatch, *arguments)
    assert (code, err) == (0, "")
    assert json.loads(out.splitlines()[-1])["outcome"]["ending"] == "up"
    assert hill(engine, monkeypatch, "--option", "song=la la")[0] == 0


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"lu li", "song=the file: line 1: 'lu' is not sung; line 2"),
        (b"\xff", "is not text"),
        (None, "No such"),
    ],
)
def test_a_file_that_cannot_be_used_exits_with_2(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, data: bytes | None, message: str
) -> None:
    if data is not None:
        (tmp_path / "song.txt").write_bytes(data)
    code, out, err = hill(engine, monkeypatch, "--option", f"song=@{tmp_path / 'song.txt'}")
    assert (code, out) == (2, "")
    assert message in err


def test_picks_are_options_too(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ("--seats", "2", "--option", "hats=chosen", "--option", "hat/1=beret")
    assert hill(engine, monkeypatch, *arguments)[0] == 0
    code, _, err = hill(engine, monkeypatch, *arguments, "--option", "hat/0=beret")
    assert code == 2
    assert "someone else has it" in err


def test_a_file_is_told_as_one(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "hill", TOGETHER)
    *_, record = engine.run("games")[1].splitlines()
    assert json.loads(record)["options"][-1] == {"key": "song", "default": "", "file": True}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("play", "thud", "--option", "speed=9"), "quiet_limit"),
        (("play", "thud", "--option", "quiet_limit=many"), "0 to 500"),
        (("play", "thud", "--option", "quiet_limit"), "0 to 500"),
        (("play", "thud", "--seats", "3"), "2 to 2 players"),
        (("perft", "thud", "--position", "none.thud", "--to-move", "dwarfs", "--depth", "1"), "none.thud"),
        (("verify", "none.jsonl"), "none.jsonl"),
    ],
)
def test_arguments_that_cannot_be_met_exit_with_2(
    engine: Engine, arguments: tuple[str, ...], message: str
) -> None:
    code, out, err = engine.run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("engine: ")
    assert message in err


@pytest.mark.parametrize(
    "arguments", [(), ("dance",), ("play", "chess"), ("play",), ("perft", "thud", "--depth", "1")]
)
def test_arguments_that_mean_nothing_exit_with_2_and_the_usage(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert "usage: python -m engine" in capsys.readouterr().err


def perft_of(text: str, tmp_path: Path) -> tuple[str, ...]:
    file = tmp_path / "position.thud"
    file.write_text(text, encoding="utf-8")
    return ("perft", "thud", "--position", str(file))


def test_perft_counts_from_the_first_line_of_a_file(engine: Engine, tmp_path: Path) -> None:
    start = perft_of(f"{naive.FIRST_LINE}\ndE2-E10\n", tmp_path)
    assert engine.run(*start, "--to-move", "dwarfs", "--depth", "1") == (0, "656\n", "")
    assert engine.run(*start, "--to-move", "dwarfs", "--depth", "2") == (0, "22624\n", "")
    assert engine.run(*start, "--to-move", "trolls", "--depth", "1") == (0, "32\n", "")


def test_perft_divides(engine: Engine, tmp_path: Path) -> None:
    arguments = perft_of("dA6,dA7,TG9,RH8", tmp_path)
    _, out, _ = engine.run(*arguments, "--to-move", "trolls", "--depth", "1", "--divide")
    *moves, total = out.splitlines()
    assert sorted(moves) == [
        "TG9-F10 1",
        "TG9-F8 1",
        "TG9-F9 1",
        "TG9-G10 1",
        "TG9-G8 1",
        "TG9-H10 1",
        "TG9-H9 1",
    ]
    assert total == "7"


@pytest.mark.parametrize(("text", "depth"), [("", "1"), ("dA6,dA7", "1"), ("\n", "1"), ("dA6,RH8", "0")])
def test_perft_of_a_bad_position_or_depth_exits_with_2(
    engine: Engine, tmp_path: Path, text: str, depth: str
) -> None:
    code, out, err = engine.run(*perft_of(text, tmp_path), "--to-move", "dwarfs", "--depth", depth)
    assert (code, out) == (2, "")
    assert err.startswith("engine: ")


def save_file(tmp_path: Path, *tables: ExportedTable) -> str:
    """Save all sections of a game; the name of the file."""
    file = tmp_path / "T7.jsonl"
    file.write_text(text_of(file_records(*tables)), encoding="utf-8")
    return str(file)


def test_verify_of_a_whole_game_exits_with_0_and_tells_what_was_checked(
    engine: Engine, tmp_path: Path
) -> None:
    table = playthrough_game("thud_resignation")
    code, out, _ = engine.run("verify", save_file(tmp_path, table))
    assert code == 0
    assert out.splitlines() == [
        (
            "The game holds: no line was changed, all was played by the rules,"
            " and all chance came from the seed that was sealed."
        ),
        f"T7, Thud, lines of the log: {len(table.lines)}",
        f"  seal: {hashlib.sha256(table.seed.encode()).hexdigest()}",
        f"  seed: {table.seed}",
        "  every line was checked against the rules",
        f"Compare {table.records()[-2]['hash'][:16]} with the fingerprint in Fair play of that game.",
    ]


def test_verify_tells_of_each_part_of_a_game_that_moved_house(engine: Engine, tmp_path: Path) -> None:
    table = open_game("thrag", 1, "one", ("b\N{LATIN SMALL LETTER E WITH ACUTE}n",)).play_on(4)
    moved = table.move_to("T2", "two").play_on(3)
    moved.told = False
    code, out, _ = engine.run("verify", save_file(tmp_path, table, moved))
    assert code == 0
    assert out.startswith("The game holds so far: no line was changed. Its seed is still a secret")
    for line in (
        "T7, One Man, Thrag!, lines of the log: 4",
        "  seed: one",
        '  salts: ["b\N{LATIN SMALL LETTER E WITH ACUTE}n"]',
        "T2, One Man, Thrag!, lines of the log: 4",
        "  seed: still a secret",
    ):
        assert line in out.splitlines()
    unchecked = "  from line 8 of the file on, no move was checked against the rules: "
    assert f"{unchecked}chance came in there, and the seed is still a secret\n" in out
    assert "two" not in out


def test_verify_says_what_the_log_of_an_older_file_does_not_prove(engine: Engine, tmp_path: Path) -> None:
    table = replace(open_game("thrag", 1).play_on(4), format=2)
    moved = replace(table.move_to("T2", "two").play_on(3), format=3)
    said = "It does not prove the code and the terms (patience, clock, bank, forfeit) of "
    for last, tables in ((3, "T7"), (2, "T7, T2")):
        moved.format = last
        code, out, _ = engine.run("verify", save_file(tmp_path, table, moved))
        assert code == 0
        assert (
            out.splitlines()[1]
            == f"{said}{tables}: the log of a file of this older kind does not commit to them."
        )
    table.format = 3
    assert said not in engine.run("verify", save_file(tmp_path, table))[1]


def test_verify_says_when_a_game_that_holds_has_no_outcome(engine: Engine, tmp_path: Path) -> None:
    out = engine.run("verify", save_file(tmp_path, open_game("thud", 2).play_on(3)))[1]
    assert out.startswith(
        "The game holds as far as it goes: no line was changed, and all was played by the rules."
    )


def test_verify_of_a_changed_game_exits_with_1_and_names_the_lines(engine: Engine, tmp_path: Path) -> None:
    records = thud()
    records[0]["seed"] = "other"
    records[2]["action"] = "TJ9-J11xH11"
    file = tmp_path / "T7.jsonl"
    file.write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")
    code, out, _ = engine.run("verify", str(file))
    assert code == 1
    first, *lines = out.splitlines()
    assert first == "Somebody has changed this file, or it is damaged:"
    assert [line.partition(":")[0] for line in lines] == ["line 1", "line 3"]


def test_below_a_move_that_is_not_allowed_verify_says_the_rule_in_full(
    engine: Engine, tmp_path: Path
) -> None:
    table = open_game("thud", 2)
    table.lines.append((0, "dE2-D7"))
    code, out, _ = engine.run("verify", save_file(tmp_path, table))
    assert code == 1
    _, fault, rule = out.splitlines()
    assert fault.startswith("line 2: the rules do not allow dE2-D7 there (thud:")
    name = fault.partition("(")[2].partition(")")[0]
    page = " ".join((Path(__file__).parents[2] / "docs/games/thud.md").read_text("utf-8").split())
    assert f"**{name}** · {rule.strip()} " in page
    assert rule.endswith(".")


def test_a_file_for_another_version_is_not_said_to_be_changed(engine: Engine, tmp_path: Path) -> None:
    records = thud()
    records[0]["format"] = 4
    file = tmp_path / "T7.jsonl"
    file.write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")
    code, out, _ = engine.run("verify", str(file))
    assert code == 1
    assert out.splitlines() == [
        "This file cannot be checked here:",
        "line 1: it is of kind 4, which is not known here; check it with a newer version",
    ]


@pytest.mark.parametrize(
    ("data", "code", "message"),
    [
        (b"\xff\xfe\x00", 2, "is no exported game: it is not text"),
        (b"\x00\x01\x02", 1, "line 1: this is not a line of an exported game"),
        (b"", 1, "line 1: there is nothing in this file"),
        (b"[" * 100_000, 1, "line 1: this is not a line of an exported game"),
        (b" " * 17_000_000, 1, "line 1: the file has more than 4000000 characters"),
        ("\N{SNOWMAN}".encode() * 6_000_000, 2, "is far longer than any exported game"),
    ],
    ids=["bytes", "nulls", "empty", "deep", "long", "far too long"],
)
def test_verify_of_what_is_no_game_says_so(
    engine: Engine, tmp_path: Path, data: bytes, code: int, message: str
) -> None:
    (tmp_path / "T7.jsonl").write_bytes(data)
    exit_code, out, err = engine.run("verify", str(tmp_path / "T7.jsonl"))
    assert exit_code == code
    assert message in (err if code == 2 else out)
    assert len((out + err).splitlines()) == (1 if code == 2 else 2), "a sentence, and the line"


def test_the_engine_runs_as_a_module_and_answers_line_by_line() -> None:
    command = [sys.executable, "-m", "engine", "play", "thud"]
    root = Path(__file__).parents[2]
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}  # as of a service without a locale
    with subprocess.Popen(  # noqa: S603 - our own module
        command,
        cwd=root,
        env=environment,
        encoding="utf-8",
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["ply"] == 0
        process.stdin.write("dE2-E10\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["ply"] == 1
        process.stdin.write("d山-E10\n")
        process.stdin.flush()
        assert "山" in json.loads(process.stdout.readline())["error"]
        process.stdin.close()
        assert process.wait() == 0
