"""Who of those that look for an opponent plays whom."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from bot.features.matchmaking.model import OpponentSearch, Pace
from bot.features.matchmaking.pairing import NEAR, TERMS, PlayerFacts, find_pairs

NOBODY: frozenset[tuple[int, int]] = frozenset()


def seeking(
    user: int, since: float = 0.0, *, pace: Pace = Pace.DAY, rated: bool = True, near: bool = True
) -> OpponentSearch:
    return OpponentSearch(user, "thud", 3, f"P{user}", "en", pace, rated, near, since, 1e9, 5)


def paired_ids(
    *searches: OpponentSearch,
    now: float = 0.0,
    ratings: Mapping[int, float] | None = None,
    apart: frozenset[tuple[int, int]] = NOBODY,
    met: frozenset[tuple[int, int]] = NOBODY,
) -> list[tuple[int, int]]:
    known = PlayerFacts({"thud": ratings or {}}, apart, met)
    return [(one.user_id, other.user_id) for one, other in find_pairs(searches, known, now)]


def test_the_nearest_is_taken_and_who_has_waited_longest_chooses_first() -> None:
    ratings = {1: 1500.0, 2: 1600.0, 3: 1520.0, 4: 1650.0}
    assert paired_ids(*(seeking(user, since=user) for user in ratings), now=9.0, ratings=ratings) == [
        (1, 3),
        (2, 4),
    ]


def test_what_one_wants_the_other_must_want_too() -> None:
    assert paired_ids(seeking(1), seeking(2, pace=Pace.SLOW)) == []
    assert paired_ids(seeking(1), seeking(2, rated=False)) == []
    assert paired_ids(seeking(1), seeking(2)) == [(1, 2)]


@pytest.mark.parametrize("pace", Pace)
def test_how_far_apart_two_may_be_widens_with_waiting(pace: Pace) -> None:
    both, far = (seeking(1, pace=pace), seeking(2, pace=pace)), {1: 1500.0, 2: 1500 + 3.5 * NEAR}
    for step in range(3):
        assert paired_ids(*both, now=step * TERMS[pace].widens, ratings=far) == []
    assert paired_ids(*both, now=3 * TERMS[pace].widens, ratings=far) == [(1, 2)]


def test_who_takes_anybody_still_waits_for_the_patience_of_who_does_not() -> None:
    far = {1: 1000.0, 2: 2000.0}
    assert paired_ids(seeking(1, near=False), seeking(2), ratings=far) == []
    assert paired_ids(seeking(1, near=False), seeking(2, near=False), ratings=far) == [(1, 2)]


@pytest.mark.parametrize("apart", [{(1, 2)}, {(2, 1)}])
def test_never_across_a_block_whoever_of_them_said_so(apart: set[tuple[int, int]]) -> None:
    assert paired_ids(seeking(1), seeking(2), now=1e8, apart=frozenset(apart)) == []


def test_the_same_two_come_together_again_only_when_nobody_else_comes() -> None:
    met, patience = frozenset({(1, 2)}), TERMS[Pace.DAY].patience
    assert paired_ids(seeking(1), seeking(2), met=met) == []
    assert paired_ids(seeking(1), seeking(2), now=patience, met=met) == [(1, 2)]
    assert paired_ids(seeking(1), seeking(2), seeking(3, since=patience), now=patience, met=met) == [(1, 3)]
