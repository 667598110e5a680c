from __future__ import annotations

from collections import Counter
from itertools import permutations, product

import pytest

from engine.rng import Rng, ScriptedRng, SeededRng, shuffle_items

WORDS = {  # printf %s SEED:COUNTER | b2sum -l 64
    ("taproom", 0): 0x23E10EE9C43A8094,
    ("taproom", 1): 0x87C4D3C1AE6CD001,
    ("taproom", 2): 0x331A9EB39360F839,
    ("", 0): 0x91543CC1B75AE396,
    ("K\N{LATIN SMALL LETTER A WITH DIAERESIS}se", 7): 0xC3E40E037018DCFE,
}


@pytest.mark.parametrize(("seed", "counter"), WORDS)
def test_words_are_blake2b_over_seed_and_counter(seed: str, counter: int) -> None:
    word = WORDS[seed, counter]
    assert SeededRng(seed, counter).below(2**64) == word
    assert SeededRng(seed, counter).below(6) == word % 6
    assert SeededRng(seed, counter).below(52) == word % 52


def test_the_pair_of_seed_and_counter_is_all_there_is_to_store() -> None:
    rng = SeededRng("taproom")
    first = [rng.below(100) for _ in range(20)]
    later = SeededRng(rng.seed, rng.counter)
    assert (later.seed, later.counter) == ("taproom", 20)
    assert [later.below(100) for _ in range(20)] == [rng.below(100) for _ in range(20)] != first
    assert first == [SeededRng("taproom", counter).below(100) for counter in range(20)]


def test_a_word_that_would_favour_small_numbers_is_drawn_again() -> None:
    """Of 2**63 + 1 numbers only one round fits into a word; the word of counter 1 lies beyond it."""
    bound = 2**63 + 1
    assert WORDS["taproom", 1] >= bound > WORDS["taproom", 2]
    rng = SeededRng("taproom", 1)
    assert rng.below(bound) == WORDS["taproom", 2]
    assert rng.counter == 3


@pytest.mark.parametrize("bound", [1, 2, 2**63, 2**64])
def test_powers_of_two_take_the_first_word(bound: int) -> None:
    rng = SeededRng("taproom", 1)
    assert rng.below(bound) == WORDS["taproom", 1] % bound
    assert rng.counter == 2


@pytest.mark.parametrize("bound", [0, -1, 2**64 + 1])
def test_a_bound_that_no_word_serves_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="not between 1 and"):
        SeededRng("taproom").below(bound)


@pytest.mark.parametrize(("bound", "limit"), [(2, 10.83), (6, 20.52), (52, 88.56)])
def test_each_number_comes_as_often_as_the_others(bound: int, limit: float) -> None:
    """Chi-squared of 26,000 draws, below the value that chance passes once in a thousand seeds."""
    rng, draws = SeededRng("uniform"), 26_000
    counts = Counter(rng.below(bound) for _ in range(draws))
    expected = draws / bound
    assert sum((counts[number] - expected) ** 2 / expected for number in range(bound)) < limit


def test_a_stream_has_numbers_of_its_own() -> None:
    rng = SeededRng("taproom", 5)
    first = [rng.stream("dice").below(2**64) for _ in range(2)]
    rng.below(6)
    assert rng.stream("dice").below(2**64) == first[0] == first[1], "whatever is drawn before"
    assert rng.counter == 6, "and nothing is drawn from the seed itself"
    assert rng.stream("tiles").below(2**64) != first[0]
    assert SeededRng("other").stream("dice").below(2**64) != first[0]


def test_a_script_tells_its_streams_too() -> None:
    script = ScriptedRng([1, 2])
    assert (script.stream("dice").below(6), script.below(6)) == (1, 2)


def test_a_script_is_told_in_order_and_must_fit() -> None:
    rng: Rng = ScriptedRng([3, 0, 6])
    assert [rng.below(6), rng.below(1)] == [3, 0]
    with pytest.raises(ValueError, match="the script says 6 where a number below 6"):
        rng.below(6)
    with pytest.raises(ValueError, match="the script is over"):
        rng.below(6)


def test_a_shuffle_swaps_from_the_end() -> None:
    assert shuffle_items("abcd", ScriptedRng([0, 0, 0])) == ("b", "c", "d", "a")
    assert shuffle_items("abcd", ScriptedRng([3, 2, 1])) == ("a", "b", "c", "d")
    assert shuffle_items([], ScriptedRng([])) == ()
    assert shuffle_items("a", ScriptedRng([])) == ("a",)


def test_each_order_is_one_of_all_scripts() -> None:
    scripts = product(range(4), range(3), range(2))
    assert Counter(shuffle_items("abcd", ScriptedRng(script)) for script in scripts) == Counter(
        permutations("abcd")
    )


def test_a_shuffle_is_the_same_wherever_it_is_made() -> None:
    words = [0x23E10EE9C43A8094 % 4, 0x87C4D3C1AE6CD001 % 3, 0x331A9EB39360F839 % 2]
    assert shuffle_items("abcd", SeededRng("taproom")) == shuffle_items("abcd", ScriptedRng(words))
