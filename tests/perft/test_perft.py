"""Every tree of moves has the expected number of leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.octagon.model import Side
from engine.thud.diagram import draw
from engine.thud.model import START, Position
from engine.thud.perft import divide, perft
from engine.thud.thud_file import read_position
from tests.engine.thud import naive
from tests.perft.__main__ import main

HERE = Path(__file__).parent
DWARFS, TROLLS = Side.DWARFS, Side.TROLLS
COUNTS = [  # of 1 ply, of 2 plies, ...; from the second Thud, see tests/perft/__init__.py
    ("start", DWARFS, (656, 22_624, 14_142_624)),
    ("start", TROLLS, (32, 20_360)),
    ("middle", DWARFS, (421, 22_750)),
    ("middle", TROLLS, (53, 22_357)),
    ("late", DWARFS, (367, 11_648)),
    ("late", TROLLS, (31, 11_324, 356_587)),
    ("crowded", DWARFS, (284, 36_096)),
    ("crowded", TROLLS, (130, 35_098)),
    ("hurls", DWARFS, (271, 4_672)),
    ("hurls", TROLLS, (17, 4_599, 80_797)),
    ("shoves", DWARFS, (147, 7_796, 1_132_661)),
    ("shoves", TROLLS, (52, 7_657, 414_997)),
]
CASES = [
    pytest.param(file, side, depth, count, id=f"{file}-{side}-{depth}")
    for file, side, counts in COUNTS
    for depth, count in enumerate(counts, 1)
]


def first_line(file: str) -> str:
    return (HERE / f"{file}.thud").read_text(encoding="utf-8").splitlines()[0]


def differing_moves(position: Position, line: str, side: Side, depth: int) -> str:
    """Where the engine and the naive implementation differ, move by move, up to two plies deep."""
    ours = divide(position, side, min(depth, 2))
    theirs = naive.divide(naive.mailbox(line), side.letter, min(depth, 2))
    differing = [
        f"{move} {ours.get(move)} {theirs.get(move)}"
        for move in sorted(ours.keys() | theirs.keys())
        if ours.get(move) != theirs.get(move)
    ]
    return "\n".join(("move engine naive", *differing, "", draw(position)))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("file", "side", "depth", "count"), CASES)
def test_the_leaves_are_as_many_as_they_should_be(file: str, side: Side, depth: int, count: int) -> None:
    line = first_line(file)
    position = read_position(line)
    assert perft(position, side, depth) == count, differing_moves(position, line, side, depth)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("file", "side", "counts"), COUNTS)
def test_the_counts_are_those_of_the_second_thud(file: str, side: Side, counts: tuple[int, ...]) -> None:
    board = naive.mailbox(first_line(file))
    assert [naive.perft(board, side.letter, depth) for depth in (1, 2)] == list(counts[:2])


def test_every_position_is_counted_and_the_first_is_the_start() -> None:
    assert {file.stem for file in HERE.glob("*.thud")} == {file for file, _, _ in COUNTS}
    assert read_position(first_line("start")) == START


def test_divided_counts_add_up() -> None:
    counts = divide(START, DWARFS, 2)
    assert len(counts) == 656
    assert sum(counts.values()) == 22_624
    assert perft(START, DWARFS, 0) == 1


def test_a_difference_names_its_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(naive, "WAYS", [way for way in naive.WAYS if way != (0, 1)])
    difference = differing_moves(START, first_line("start"), TROLLS, 1)
    assert "TG9-G10 1 None" in difference
    assert "TG9-F9" not in difference


def test_the_second_thud_counts_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(str(HERE / "start.thud"), "trolls", "1") == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 33
    assert (lines[0], lines[-1]) == ("TG7-F6 1", "32")
