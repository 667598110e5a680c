"""The engine against the second Thud, on positions that nobody thought of."""

from __future__ import annotations

from random import Random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.octagon.board import SQUARES, bits, name, squares_of
from engine.octagon.model import Side
from engine.thud.diagram import draw
from engine.thud.model import START, STONE_SQUARE, Move, Position
from engine.thud.moves import can_capture, moves_of, position_after
from engine.thud.thud_file import read_thud, write_thud
from tests.engine.thud import naive
from tests.engine.thud.boards import read_diagram

FREE = [sq for sq in SQUARES if sq != STONE_SQUARE]


def mailbox(position: Position) -> naive.Mailbox:
    dwarfs = {naive.cell(name(sq)): "d" for sq in squares_of(position.dwarfs)}
    return dwarfs | {naive.cell(name(sq)): "T" for sq in squares_of(position.trolls)}


@st.composite
def random_positions(draw_: st.DrawFn) -> Position:
    """Any pieces anywhere; crowded in a few rows half of the time, so that lines come about."""
    squares = draw_(st.sampled_from([FREE, FREE[60:105]]))
    dwarfs = draw_(st.sets(st.sampled_from(squares), min_size=draw_(st.integers(0, 32)), max_size=32))
    trolls = (
        draw_(st.sets(st.sampled_from(squares), min_size=draw_(st.integers(0, 12)), max_size=12)) - dwarfs
    )
    return Position(bits(dwarfs), bits(trolls))


@st.composite
def battles(draw_: st.DrawFn) -> list[Move]:
    """The moves of a battle from the start; captures are liked, or the boards would stay full."""
    chance = Random(draw_(st.integers(0, 2**32)))
    position, side, moves = START, Side.DWARFS, []
    for _ in range(draw_(st.integers(0, 60))):
        legal = moves_of(position, side)
        if not legal:
            break
        taking = [move for move in legal if move.captured]
        moves.append(chance.choice(taking if taking and chance.random() < 0.7 else legal))
        position, side = position_after(position, moves[-1]), side.other
    return moves


def end_of(moves: list[Move]) -> Position:
    position = START
    for move in moves:
        position = position_after(position, move)
    return position


def assert_same_moves(position: Position) -> None:
    for side in Side:
        ours = [str(move) for move in moves_of(position, side)]
        theirs = naive.moves(mailbox(position), side.letter)
        assert sorted(ours) == sorted(theirs), f"{side}\n{draw(position)}"


@settings(max_examples=300, deadline=None)
@given(random_positions())
def test_both_find_the_same_moves_wherever_the_pieces_stand(position: Position) -> None:
    assert_same_moves(position)


@settings(max_examples=60, deadline=None)
@given(battles())
@example([])
def test_both_find_the_same_moves_after_any_battle(moves: list[Move]) -> None:
    assert_same_moves(end_of(moves))


@settings(max_examples=60, deadline=None)
@given(random_positions(), st.integers(0, 2**32))
def test_both_play_a_move_alike(position: Position, seed: int) -> None:
    for side in Side:
        legal = moves_of(position, side)
        for move in Random(seed).sample(legal, min(20, len(legal))):
            assert mailbox(position_after(position, move)) == naive.play(mailbox(position), str(move)), move


@settings(max_examples=100, deadline=None)
@given(random_positions(), st.integers(0, 2**32))
def test_a_move_takes_away_its_captures_and_nothing_else(position: Position, seed: int) -> None:
    for side in Side:
        legal = moves_of(position, side)
        for move in Random(seed).sample(legal, min(20, len(legal))):
            then = position_after(position, move)
            assert then.pieces(side).bit_count() == position.pieces(side).bit_count()
            assert then.pieces(side.other) == position.pieces(side.other) & ~bits(move.captured)
            lost = (position.pieces(side.other) ^ then.pieces(side.other)).bit_count()
            assert lost == len(move.captured)
            assert not then.dwarfs & then.trolls


@settings(max_examples=100, deadline=None)
@given(random_positions())
def test_a_diagram_gives_the_position_back(position: Position) -> None:
    assert read_diagram(draw(position)) == position


@settings(max_examples=40, deadline=None)
@given(battles())
def test_a_thud_file_gives_the_battle_back(moves: list[Move]) -> None:
    assert read_thud(write_thud(START, tuple(moves))) == (START, tuple(moves))


@settings(max_examples=100, deadline=None)
@given(random_positions())
def test_a_side_can_capture_when_one_of_its_moves_does(position: Position) -> None:
    for side in Side:
        taking = any("x" in move for move in naive.moves(mailbox(position), side.letter))
        assert can_capture(position, side) is taking
