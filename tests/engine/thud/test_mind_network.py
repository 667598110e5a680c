"""The network: what it says is its numbers' sum, however the board is turned, and it never overflows."""

from __future__ import annotations

from random import Random

import pytest
from pydantic import ValidationError

from data.thud_network import Network, network
from engine.octagon.board import BY_NAME, SQUARES, Bitboard, name, squares_of
from engine.thud.mind.judgement import HUNT_MAX_TROLLS
from engine.thud.mind.network import (
    OUTPUT_SHIFT,
    UNIT_MAX,
    UNIT_ONE,
    UNITS,
    lanes_of_dwarfs,
    lanes_of_trolls,
    network_value,
    symmetry_class,
)
from engine.thud.mind.weights import DWARF_WEIGHTS, TROLL_WEIGHTS
from engine.thud.model import START

LARGEST = 1 << 15
"""What a unit must stay below."""


def evaluate(dwarfs: Bitboard, trolls: Bitboard, outputs: list[int]) -> int:
    """What the network says of a position."""
    return network_value(lanes_of_dwarfs(dwarfs) + lanes_of_trolls(trolls), outputs)


def by_hand(dwarfs: Bitboard, trolls: Bitboard, outputs: list[int]) -> int:
    """The same, unit by unit and piece by piece."""
    numbers, total = network(), 0
    for unit in range(UNITS):
        lane = numbers.start[unit]
        lane += sum(numbers.dwarf[name(symmetry_class(sq))][unit] for sq in squares_of(dwarfs))
        lane += sum(numbers.troll[name(symmetry_class(sq))][unit] for sq in squares_of(trolls))
        total += min(max(lane, 0), UNIT_MAX) * outputs[unit]
    return total >> OUTPUT_SHIFT


@pytest.mark.parametrize("seed", range(20))
def test_it_says_what_its_units_say_together(seed: int) -> None:
    chance = Random(seed)
    squares = chance.sample(SQUARES, 40)
    taken = chance.randrange(40)
    dwarfs = sum(1 << sq for sq in squares[:taken])
    trolls = sum(1 << sq for sq in squares[taken:])
    for weights in DWARF_WEIGHTS[1:9]:
        assert evaluate(dwarfs, trolls, weights.outputs) == by_hand(dwarfs, trolls, weights.outputs)


def test_squares_that_a_turn_carries_into_each_other_are_one_kind() -> None:
    same = {name(sq) for sq in SQUARES if symmetry_class(sq) == BY_NAME["F1"]}
    assert same == {"F1", "K1", "A6", "A10", "P6", "P10", "F15", "K15"}
    assert {symmetry_class(sq) for sq in SQUARES} == {BY_NAME[square] for square in network().dwarf}


def test_no_number_of_pieces_is_too_much_for_a_unit() -> None:
    """A position from a file may have a piece on every square."""
    numbers = network()
    for unit in range(UNITS):
        most = abs(numbers.start[unit]) + sum(
            max(abs(rows[name(symmetry_class(sq))][unit]) for rows in (numbers.dwarf, numbers.troll))
            for sq in SQUARES
        )
        assert most < LARGEST
    full = sum(1 << sq for sq in SQUARES)
    for dwarfs, trolls in ((full, 0), (0, full), (0, 0)):
        assert evaluate(dwarfs, trolls, DWARF_WEIGHTS[8].outputs) == by_hand(
            dwarfs, trolls, DWARF_WEIGHTS[8].outputs
        )


def test_a_unit_counts_neither_below_nought_nor_above_what_is_full() -> None:
    only_one = [[int(unit == one) << OUTPUT_SHIFT for unit in range(UNITS)] for one in range(UNITS)]
    found = [evaluate(START.dwarfs, START.trolls, outputs) for outputs in only_one]
    assert all(0 <= unit <= UNIT_MAX for unit in found)
    assert any(0 < unit < UNIT_MAX for unit in found)
    assert UNIT_MAX == 4 * UNIT_ONE


def test_only_who_commands_the_dwarfs_asks_it() -> None:
    assert all(len(weights.outputs) == UNITS for weights in DWARF_WEIGHTS)
    assert not any(weights.outputs for weights in TROLL_WEIGHTS)
    assert DWARF_WEIGHTS[8].outputs == DWARF_WEIGHTS[len(SQUARES)].outputs, (
        "more trolls than a battle begins with"
    )
    assert DWARF_WEIGHTS[HUNT_MAX_TROLLS].counts != DWARF_WEIGHTS[HUNT_MAX_TROLLS + 1].counts


@pytest.mark.parametrize(
    "change",
    [
        {"start": (1,)},
        {"outputs": ((1,),)},
        {"bases": (1,)},
        {"troll": {}},
    ],
)
def test_a_file_with_rows_of_the_wrong_size_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValidationError, match=r"rows of different length|no numbers for"):
        Network.model_validate(network().model_dump() | change)
