"""What *Teach me* says of moves in Koom Valley is so on the board."""

from __future__ import annotations

from collections.abc import Iterator

from bot.games.lesson import RIGHT
from engine.koom.model import Move, State
from engine.octagon.board import NEIGHBOURS, rank_of
from tests.bot.games.lessons import exercise_of, tries


def moves(key: str) -> Iterator[tuple[str, Move, State, State]]:
    """The verdict on each move in an exercise, with the states before and after it."""
    entry, exercise = exercise_of("koom", key)
    before = exercise.begin()
    for lines, came in tries("koom", key):
        action = entry.game.parse(lines[-1], before)
        if len(lines) == 1 and isinstance(action, Move):
            yield came.verdict, action, before, came.state


def verdict_by_move(key: str) -> dict[str, str]:
    return {str(move): verdict for verdict, move, _, _ in moves(key)}


def test_a_run_is_right_just_where_a_dwarf_can_push_the_rock_north_then() -> None:
    for verdict, move, before, after in moves("run"):
        north = [at for at in range(225) if NEIGHBOURS.get(after.rock, 0) >> at & 1 and rank_of(at) == 7]
        helped = any(
            NEIGHBOURS[at] & after.dwarfs and not after.position.occupied_squares >> at & 1 for at in north
        )
        beside = bool(NEIGHBOURS[after.rock] & after.dwarfs)
        ran = after.rock == before.rock
        assert (verdict == RIGHT) is (ran and beside and helped), str(move)
        assert (verdict == "rock") is not ran, str(move)


def test_pushing_the_rock_back_is_no_run() -> None:
    told = verdict_by_move("run")
    assert {told[line] for line in ("RH8-G9", "RH8-J9", "RH8-G8")} == {"rock"}
    assert {told[line] for line in ("dG15-G7", "dG15-G8")} == {RIGHT}


def test_a_troll_that_is_beside_the_rock_is_never_told_that_it_is_not() -> None:
    found = {"two": 0, "apart": 0}
    for verdict, move, _, after in moves("siege"):
        if verdict == RIGHT:
            continue
        found[verdict] += 1
        beside = bool(NEIGHBOURS[after.rock] >> move.target & 1)
        assert (verdict == "two") is beside, str(move)
        assert verdict != "two" or NEIGHBOURS[after.rock] >> move.origin & 1, f"{move}: it was not before"
    assert found["two"] == 5
    assert found["apart"]
