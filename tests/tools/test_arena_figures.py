"""Intervals against values worked out by hand."""

from __future__ import annotations

from math import isclose, sqrt

import pytest

from tools.arena.figures import STUDENT, Z, distribution_of, mean, rate


def test_eight_of_ten_by_hand() -> None:
    # z*z = 3.8415; centre (0.8 + 0.19207) / 1.38415 = 0.71674; reach 1.96 * sqrt(0.016 + 0.0096037) / 1.38415
    found = rate(8, 10)
    assert (found.count, found.value) == (10, 0.8)
    assert found.low == pytest.approx(0.71674 - 0.22658, abs=1e-4)
    assert found.high == pytest.approx(0.71674 + 0.22658, abs=1e-4)


def test_none_and_all_of_ten_by_hand() -> None:
    # One bound is the border itself, the other z*z / (10 + z*z) = 3.8415 / 13.8415 away from it.
    assert (rate(0, 10).low, rate(10, 10).high) == pytest.approx((0.0, 1.0))
    assert rate(0, 10).high == pytest.approx(0.27753, abs=1e-4)
    assert rate(10, 10).low == pytest.approx(1 - 0.27753, abs=1e-4)


@pytest.mark.parametrize(("won", "count"), [(1, 2), (8, 10), (57, 100), (4800, 10_000)])
def test_a_bound_is_as_far_from_the_share_as_chance_allows_if_it_were_true(won: int, count: int) -> None:
    found = rate(won, count)
    for bound in (found.low, found.high):
        assert isclose(abs(found.value - bound), Z * sqrt(bound * (1 - bound) / count), rel_tol=1e-9)


@pytest.mark.parametrize(("won", "count"), [(0, 0), (3, 2), (-1, 2)])
def test_what_is_no_share_has_no_interval(won: int, count: int) -> None:
    with pytest.raises(ValueError, match=f"{won} of {count}"):
        rate(won, count)


def test_a_mean_of_five_by_hand() -> None:
    # 1 to 5: variance 10 / 4, standard error sqrt(2.5 / 5) = 0.70711, Student with 4 degrees 2.776
    found = mean([1, 2, 3, 4, 5])
    assert found is not None
    assert (found.count, found.value) == (5, 3.0)
    assert found.high - found.value == pytest.approx(2.776 * 0.70711, abs=1e-4)
    assert found.value - found.low == pytest.approx(found.high - found.value)


def test_a_mean_of_many_has_the_normal_interval() -> None:
    # 50 times -1 and 50 times 1: variance 100 / 99, standard error sqrt(1 / 99) = 0.1005
    found = mean([-1, 1] * 50)
    assert found is not None
    assert found.high == pytest.approx(1.96 * 0.100504, abs=1e-4)


def test_nothing_is_said_of_a_single_value() -> None:
    assert mean([4.0]) is None
    assert mean([]) is None


def test_the_table_of_student_falls_towards_the_normal_value() -> None:
    assert len(STUDENT) == 30
    assert sorted(STUDENT, reverse=True) == list(STUDENT)
    assert STUDENT[-1] > Z


def test_a_spread_is_of_all_values() -> None:
    found = distribution_of([1.0, 10.0, 2.0, 7.0])
    assert found is not None
    assert (found.count, found.mean, found.median, found.least, found.most) == (4, 5.0, 4.5, 1.0, 10.0)
    assert distribution_of([]) is None
