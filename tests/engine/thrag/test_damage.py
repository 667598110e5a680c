"""Damage, how it is paid, and the last breath."""

from __future__ import annotations

from itertools import chain, combinations

import pytest

from engine.thrag.events import Paid
from engine.thrag.position import payments
from tests.engine.thrag.nights import Night, night


def strike_for(damage: int, hit_points: str) -> Night:
    """A null of Thrag's against a red beast that is stronger by the damage, which he takes."""
    tile = max(damage - 5, 1)
    shown = f"""
        red    {tile}+{damage - tile}
        green  2+0
        blue   1+5
        black  0    coins {hit_points}
    """
    return night(shown).play("fight red")


def sets(text: str) -> list[str]:
    return text.split(", ") if text else []


@pytest.mark.rule("thrag:pay-1")
@pytest.mark.parametrize(
    ("damage", "hit_points", "ways"),
    [
        (2, "0 1 4 5", "pay 4, pay 5"),  # the text's example: not 1 and 4
        (1, "0 1 4 5", "pay 1, pay 4, pay 5"),
        (5, "0 1 4 5", "pay 5, pay 1 4"),  # equal sums: fewer coins first
        (6, "0 1 4 5", "pay 1 5, pay 4 5"),
        (4, "0 1 3 4", "pay 4, pay 1 3"),
        (4, "0 1 2 3", "pay 1 3, pay 2 3"),
        (3, "0 1 2 5", "pay 1 2, pay 5"),
    ],
)
def test_any_coins_pay_that_cover_the_damage_with_none_to_spare(
    damage: int, hit_points: str, ways: str
) -> None:
    game = strike_for(damage, hit_points)
    assert game.view.owed == damage
    assert set(game.legal("pay")) == set(sets(ways))
    assert game.legal()[-1] == "resign"


@pytest.mark.rule("thrag:pay-1")
def test_needless_and_insufficient_payments_are_refused() -> None:
    game = strike_for(2, "0 1 4 5")
    assert game.expect_refusal("pay 1 4").key == "needless"
    assert game.expect_refusal("pay 1").key == "too-little"
    assert game.expect_refusal("pay 2").key == "not-held"


@pytest.mark.rule("thrag:pay-1")
def test_the_ways_are_those_that_a_second_reckoning_finds() -> None:
    """All sets of coins, with every damage: those that cover it, and no longer do without any one coin."""
    every = (1, 2, 3, 4, 5)
    subsets = list(chain.from_iterable(combinations(every, size) for size in range(6)))
    for held in subsets:
        for damage in range(1, 11):
            within = [chosen for chosen in subsets if chosen and set(chosen) <= set(held)]
            right = [
                chosen
                for chosen in within
                if sum(chosen) >= damage and all(sum(chosen) - coin < damage for coin in chosen)
            ]
            assert sorted(payments((0, *held), damage)) == sorted(right)


@pytest.mark.rule("thrag:pay-2")
def test_there_are_at_most_seven_ways() -> None:
    every = chain.from_iterable(combinations((1, 2, 3, 4, 5), size) for size in range(6))
    assert max(len(payments(held, damage)) for held in every for damage in range(1, 11)) == 7


@pytest.mark.rule("thrag:pay-2", "thrag:pay-3")
def test_a_single_way_is_paid_without_asking() -> None:
    """3 damage, and only the 4 covers it: there is no change."""
    game = strike_for(3, "0 2 4")
    assert game.view.owed == 0
    assert game.of(Paid) == [Paid((4,), 3, chosen=False)]
    assert game.view.hit_points == (0, 2)
    assert game.view.healing_pool == (1, 3, 4, 5)


@pytest.mark.rule("thrag:pay-1", "thrag:pay-3")
def test_what_was_chosen_is_paid_and_goes_to_the_healing_pool() -> None:
    game = strike_for(2, "0 1 4 5").play("pay 4")
    assert game.of(Paid) == [Paid((4,), 2, chosen=True)]
    assert game.view.hit_points == (0, 1, 5)
    assert game.view.healing_pool == (2, 3, 4)
    assert game.view.owed == 0
    assert "stop" in game.legal()


@pytest.mark.rule("thrag:pay-1", "thrag:pay-2")
def test_damage_of_all_numbered_coins_is_paid_with_all_of_them_and_survived() -> None:
    game = strike_for(6, "0 2 4")
    assert game.of(Paid) == [Paid((2, 4), 6, chosen=False)]
    assert game.view.hit_points == (0,)
    assert game.ending is None


@pytest.mark.rule("thrag:breath-1")
def test_the_null_pays_for_nothing() -> None:
    game = strike_for(1, "0 1 2")
    assert game.legal("pay") == ["pay 1", "pay 2"]
    assert game.expect_refusal("pay 0 1").key == "last-breath"
    assert game.expect_refusal("pay 0").rule == "thrag:breath-1"


@pytest.mark.rule("thrag:breath-1", "thrag:death-1")
def test_with_the_null_alone_thrag_lives_until_the_next_damage() -> None:
    game = strike_for(6, "0 2 4")
    assert game.legal("fight red") == ["fight red", "fight red with red"]
    game.play("fight red")
    assert game.kinds() == ["Struck", "Ended"]
    assert game.ending == "death"


@pytest.mark.rule("thrag:breath-1", "thrag:heal-1")
def test_the_null_alone_can_be_healed_again() -> None:
    game = night(
        """
        red    5+1
        green  2+0
        blue   1+5
        black  0    stack 3 1   coins 0
        """,
        fights=1,
        chance=(0, 0, 0, 0),
    ).play("stop")
    assert game.view.hit_points == (0, 3)
