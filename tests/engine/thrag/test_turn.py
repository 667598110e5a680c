"""A turn from the draw to the clock."""

from __future__ import annotations

import pytest

from engine.thrag.events import Advanced, Escaped, Reshuffled, TileTurned, TurnBegan
from engine.thrag.model import Foe, TurnedTile
from tests.engine.thrag.nights import Night, as_it_lies, new_night, night

QUIET = (0, 0, 0, 0)
"""All dice of the next turn come up null."""

EMPTYING_BLACK = """
    red    5+0
    green  2+3
    blue   1+5
    black  2    stack 3    coins 0 4
"""


def last_of_each(chance: tuple[int, ...] = QUIET) -> Night:
    """A turn that has one beast, which a 4 slays without a coin."""
    return night(
        """
        red    -    slain 1..5
        green  3+1  stack 5 2  slain 1 4
        blue   -    slain 1..5
        black  4
        """,
        chance=chance,
        turn=6,
    )


@pytest.mark.rule("thrag:turn-1")
def test_a_turn_draws_a_beast_of_each_suit_and_rolls_four_dice() -> None:
    game = night(fights=1, chance=(5, 4, 3, 2)).play("stop")
    began = game.of(TurnBegan)[0]
    assert (began.turn, began.die) == (2, 2)
    assert game.state.foes == began.foes == (Foe(1, 5), Foe(1, 4), Foe(2, 3))
    assert game.stack("red").pile == (2, 4, 5)
    assert game.state.fights == 0


@pytest.mark.rule("thrag:turn-1")
def test_a_die_without_a_beast_is_rolled_and_not_shown() -> None:
    """Four numbers are asked for; the fourth is Thrag's, whatever came before."""
    game = last_of_each((5, 1, 5, 3)).play("fight green")
    assert game.state.foes == (None, Foe(5, 1), None)
    assert game.state.die == 3


@pytest.mark.rule("thrag:turn-1", "thrag:shuffle-1")
def test_a_suit_with_one_beast_left_meets_it_every_turn() -> None:
    game = night(
        """
        red    5+5  slain 1..4
        green  3+1  stack 5 2
        blue   1+0
        black  4
        """,
        fights=1,
        chance=(0, 0, 0, 0),
    ).play("stop")
    assert game.foe("red") == Foe(5, 0)
    assert game.of(Reshuffled)[0].count == 1


@pytest.mark.rule("thrag:turn-2")
def test_nobody_stops_before_a_fight() -> None:
    game = night()
    assert "stop" not in game.legal()
    assert game.expect_refusal("stop").key == "must-fight"
    assert "stop" in night().play("fight blue").legal()


@pytest.mark.rule("thrag:turn-2", "thrag:pawn-3")
def test_a_reroll_is_no_fight() -> None:
    game = night(chance=(1,)).play("reroll red")
    assert "stop" not in game.legal()


@pytest.mark.rule("thrag:turn-2")
def test_a_lost_fight_is_a_fight_too() -> None:
    assert "stop" in night().play("fight red", "pay 2").legal()


@pytest.mark.rule("thrag:turn-3")
def test_with_all_beasts_slain_the_fighting_is_over_by_itself() -> None:
    game = last_of_each().play("fight green")
    assert game.kinds() == ["Slain", "TileTurned", "Advanced", "TurnBegan"]
    assert game.state.turn == 7


@pytest.mark.rule("thrag:turn-3", "thrag:pawn-3")
def test_then_no_reroll_is_asked_for_either() -> None:
    """The red and the blue pawn are black and unspent, and still the turn passes."""
    game = last_of_each().play("fight green")
    assert game.view.black_pawns == ("red", "blue")
    assert game.state.turn == 7


@pytest.mark.rule("thrag:turn-4")
def test_a_turn_ends_with_tile_discards_stacks_and_clock_in_this_order() -> None:
    game = night(
        """
        red    5+0  slain 1 2  discards 3 4
        green  2+3  stack 1 4  discards 5 3
        blue   -    slain 1..5
        black  2    stack 3    coins 0 4
        """,
        fights=1,
        turn=8,
        chance=(*as_it_lies(3), *as_it_lies(5), *QUIET),
    ).play("stop")
    assert game.kinds() == [
        "TileTurned",
        "Escaped",
        "Escaped",
        "Reshuffled",
        "Reshuffled",
        "Advanced",
        "TurnBegan",
    ]
    assert game.of(Escaped) == [Escaped(suit, tile) for suit, tile in (("red", 5), ("green", 2))]  # type: ignore[arg-type]
    assert game.of(Advanced)[0].left == 4


@pytest.mark.rule("thrag:turn-4", "thrag:shuffle-1")
def test_the_black_tile_that_was_turned_last_is_in_the_new_stack() -> None:
    game = night(
        EMPTYING_BLACK,
        fights=1,
        chance=(*as_it_lies(5), *QUIET),
    ).play("stop")
    assert sorted(game.stack("black").pile) == [1, 2, 3, 4, 5]
    assert game.stack("black").discards == ()


@pytest.mark.rule("thrag:turn-4", "thrag:shuffle-1")
def test_a_beast_that_fled_is_in_the_stack_made_anew() -> None:
    game = night(
        """
        red    5+0  slain 1 2  discards 3 4
        green  2+3
        blue   1+5
        black  2
        """,
        fights=1,
        chance=(*as_it_lies(3), *QUIET),
    ).play("stop")
    assert game.foe("red") == Foe(3, 0)
    assert game.stack("red").pile == (4, 5)
    assert game.stack("red").discards == ()
    assert game.stack("red").slain == (1, 2)


@pytest.mark.rule("thrag:shuffle-1")
def test_stacks_are_shuffled_in_the_order_of_the_suits_the_black_one_last() -> None:
    """Two of red swap, one of blue has no order, the black ones lie as they were."""
    game = night(
        """
        red    5+0  slain 1 2 4  discards 3
        green  2+3
        blue   1+5  slain 2 3 4 5
        black  2    stack 3    coins 0 4
        """,
        fights=1,
        chance=(0, *as_it_lies(5), *QUIET),
    ).play("stop")
    assert [(event.suit, event.count) for event in game.of(Reshuffled)] == [
        ("red", 2),
        ("blue", 1),
        ("black", 5),
    ]
    assert game.foe("red") == Foe(5, 0)
    assert game.stack("black").pile == (1, 2, 4, 5, 3)


@pytest.mark.rule("thrag:shuffle-1")
def test_a_stack_that_is_not_empty_keeps_its_order_and_its_discards_wait() -> None:
    game = night(
        """
        red    5+0  stack 4  discards 3 2
        green  2+3
        blue   1+5
        black  2
        """,
        fights=1,
        chance=QUIET,
    ).play("stop")
    assert game.foe("red") == Foe(4, 0)
    assert game.stack("red").pile == ()
    assert game.stack("red").discards == (3, 2, 1, 5)
    assert game.of(Reshuffled) == []


@pytest.mark.rule("thrag:shuffle-1")
def test_slain_beasts_stay_out() -> None:
    game = last_of_each().play("fight green")
    assert game.stack("green").slain == (1, 4, 3)
    assert game.stack("green").pile == (2,)
    assert game.foe("green") == Foe(5, 0)


@pytest.mark.rule("thrag:heal-1")
def test_a_tile_of_a_coin_in_the_healing_pool_brings_it_back() -> None:
    shown = EMPTYING_BLACK.replace("stack 3 ", "stack 3 5")
    game = night(shown, fights=1, chance=QUIET).play("stop")
    assert game.of(TileTurned) == [TileTurned(3, healed=True)]
    assert game.view.hit_points == (0, 3, 4)
    assert game.view.healing_pool == (1, 2, 5)
    assert game.view.black.discards[-1] == 3


@pytest.mark.rule("thrag:heal-1")
@pytest.mark.parametrize("tile", [1, 2, 3, 4, 5])
def test_every_numbered_coin_can_come_back(tile: int) -> None:
    shown = EMPTYING_BLACK.replace("stack 3    coins 0 4", f"stack {tile} {tile % 5 + 1}  coins 0")
    assert night(shown, fights=1, chance=QUIET).play("stop").view.hit_points == (0, tile)


@pytest.mark.rule("thrag:heal-1")
def test_a_tile_of_a_coin_that_thrag_has_does_nothing() -> None:
    shown = EMPTYING_BLACK.replace("stack 3 ", "stack 4 5")
    game = night(shown, fights=1, chance=QUIET).play("stop")
    assert game.of(TileTurned) == [TileTurned(4, healed=False)]
    assert game.view.hit_points == (0, 4)


@pytest.mark.rule("thrag:heal-1")
def test_only_the_exact_coin_comes_back() -> None:
    shown = EMPTYING_BLACK.replace("stack 3    coins 0 4", "stack 5 1  coins 0 5")
    game = night(shown, fights=1, chance=QUIET).play("stop")
    assert game.view.hit_points == (0, 5)


@pytest.mark.rule("thrag:heal-1")
def test_there_is_a_tile_also_after_a_turn_whose_beasts_all_fell() -> None:
    assert last_of_each().play("fight green").of(TileTurned) == [TileTurned(1, healed=True)]


@pytest.mark.rule("thrag:heal-1")
@pytest.mark.parametrize("line", ["reroll green", "fight green"])
def test_the_tile_is_told_until_something_is_done_in_the_new_turn(line: str) -> None:
    game = last_of_each((0, 1, 0, 3, 2)).play("fight green")
    assert game.view.turned == TurnedTile(1, healed=True)
    assert game.play(line).view.turned is None


@pytest.mark.rule("thrag:clock-1", "thrag:setup-1")
@pytest.mark.parametrize("turn", [2, 4, 5, 7, 10])
def test_the_pawn_walks_a_space_a_turn(turn: int) -> None:
    """After nine turns three are left; where it stands is for the picture."""
    game = night(turn=turn - 1, fights=1, chance=QUIET).play("stop")
    assert game.of(Advanced)[0].left == 13 - turn
    assert game.view.turn == turn


@pytest.mark.rule("thrag:clock-1", "thrag:breakfast-1")
def test_the_twelfth_turn_is_the_last() -> None:
    game = night(turn=11, fights=1, chance=QUIET).play("stop")
    assert game.ending is None
    assert game.state.turn == 12
    game.play("fight blue", "pay 2", "stop")
    assert game.ending == "breakfast"


@pytest.mark.rule("thrag:turn-1")
def test_a_new_game_is_in_its_first_turn_with_nothing_fought() -> None:
    game = new_night(0, 0, 0, 0)
    assert (game.state.turn, game.state.fights, game.state.fight) == (1, 0, None)
