"""`python -m engine best`: what a level would do, for programs that want to play against it.

It reads the lines of `play` and answers them in the same way. After the line `go` (or `best`) it prints one
object with the action of whoever must act: {"best": "dE2-E10", "worth": 0.53, "level": "grete", "seat": 0}.
Nothing is played by that. At the end of the input it prints it once more, unless it just did.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from engine.commands.lines import LineGame, SeatUnclear
from engine.commands.tables import add_arguments, print_record, read_table_arguments, start_game
from engine.octagon.model import Side
from engine.players import mind_and_level, player_named, search_seed
from engine.rng import SeededRng
from engine.thud.model import State
from engine.thud.moves import moves_of, position_after
from engine.thud.thud_file import read_thud

ASKED: Final = ("go", "best")
"""The lines that ask for an action."""

PLACES: Final = 4
"""To how many places a worth is printed."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The command and its arguments."""
    best = commands.add_parser(
        "best",
        help="read lines as `play` does and print what a level would do",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_arguments(best)
    best.add_argument("--level", default="grete", help="pip, odo, wenna, grete or a rival (default: grete)")
    best.add_argument("--position", type=Path, metavar="FILE", help="a .thud file instead of lines")
    best.add_argument("--to-move", choices=[side.value for side in Side], help="who moves in that position")
    best.set_defaults(run=_best)


def _best(given: argparse.Namespace) -> int:
    table, rng = read_table_arguments(given), SeededRng(given.seed)
    player_named(given.game, given.level)  # a level that is not there is told before anything is read
    state = start_game(table, rng)
    if given.position is None and given.to_move is not None:
        raise ValueError("--to-move goes with --position")
    if given.position is None:
        _answer_lines(given, LineGame(table.game, state, table.seats, rng))
        return 0
    if given.game != "thud":
        raise ValueError("only thud has files of positions")
    state = _position(given.position, given.to_move, state)
    print_record(_best_record(given, LineGame(table.game, state, table.seats, rng)))
    return 0


def _answer_lines(given: argparse.Namespace, lines: LineGame) -> None:
    print_record(lines.opening_record())
    told = False
    for line in filter(None, map(str.strip, sys.stdin)):
        told = line in ASKED
        print_record(_best_record(given, lines) if told else lines.play_line(line))
    if not told and lines.game.to_act(lines.state):
        print_record(_best_record(given, lines))


def _best_record(given: argparse.Namespace, lines: LineGame) -> dict[str, Any]:
    """What the level would do now, and what that is worth to the seat: none where nobody has weighed it."""
    try:
        seat = lines.acting_seat()
    except SeatUnclear as error:
        return {"error": str(error), "rule": None}
    game, seed = lines.game, search_seed(given.seed, lines.ply, seat)
    view, actions = game.view(lines.state, seat), game.legal(lines.state, seat)
    found = mind_and_level(game.key, given.level)
    # what is worth most is what is planned, so it is thought about once
    weighed = found[0].weigh(view, actions, found[1], seed) if found else ()
    worth = round(weighed[0].worth, PLACES) if weighed else None
    action = (
        weighed[0].action if weighed else player_named(game.key, given.level).plan(view, actions, seed)[0]
    )
    return {"best": str(action), "worth": worth, "level": given.level, "seat": seat}


def _position(path: Path, to_move: str | None, start: State) -> State:
    """The state after all plies of a file; dwarfs and trolls take turns unless `to_move` says who moves.

    Raises `ValueError` for a file that cannot be read or a side that cannot move, `IllegalAction` for a ply
    that is not legal.
    """
    position, plies = read_thud(path.read_text(encoding="utf-8"))
    for move in plies:
        position = position_after(position, move)
    in_turn = Side.TROLLS if len(plies) % 2 else Side.DWARFS
    side = in_turn if to_move is None else Side(to_move)
    state = replace(start, dwarfs=position.dwarfs, trolls=position.trolls, to_move=side, ply=len(plies))
    if not moves_of(state.position, side):
        raise ValueError(f"the {side} cannot move there")
    return state
