"""The stand-in player of Trogdor!!."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from engine.core import Seat
from engine.rng import ScriptedRng, SeededRng
from engine.trogdor import GAME
from engine.trogdor.model import Action, ItemMode, Phase, State, Verb
from tests.engine.trogdor.players import ASIDE, Player, game
from tests.engine.trogdor.tables import Table, play_card, table

NO_CHANCE = ScriptedRng([])
BURNED = " ".join([".#"] * 25)
"""Everything burned, Trogdor in the middle of it."""


def house(position: Table, seat: Seat | None = None) -> str:
    """The stand-in's action for the active player, or for a seat."""
    who = position.state.turn.seat if seat is None else seat
    return str(
        GAME.stand_in_action(GAME.view(position.state, who), GAME.legal(position.state, who), NO_CHANCE)
    )


def by_house(state: State, _chance: Random) -> tuple[Seat, Action]:
    seat = state.turn.seat
    return seat, GAME.stand_in_action(GAME.view(state, seat), GAME.legal(state, seat), NO_CHANCE)


def careless(state: State, chance: Random) -> tuple[Seat, Action]:
    """A random answer to the pending decision."""
    seat = state.turn.seat
    away = (*ASIDE, Verb.LEAVE)
    return seat, chance.choice([action for action in GAME.legal(state, seat) if action.verb not in away])


def endings(player: Player, games: int) -> Counter[str]:
    counts = Counter[str]()
    for seed in range(games):
        *_, last = game({"map": "easy"}, 3, seed, player)
        assert last.state.outcome is not None
        counts[last.state.outcome.ending] += 1
    return counts


def with_points(position: Table, points: int) -> Table:
    position.state = replace(position.state, turn=replace(position.state.turn, points=points))
    return position


@pytest.mark.rule("trogdor:away-1", "trogdor:choose-1", "trogdor:choose-2")
@pytest.mark.parametrize(
    ("hand", "line"),
    [
        (("block", "high-energy"), "play high-energy"),
        (("majesty", "wraparound"), "play majesty"),
        (("majesty", "flip-em-up-dan"), "play flip-em-up-dan"),
        (("block", "invisibility"), "discard block"),
    ],
)
def test_the_better_card_is_played_and_of_two_poor_ones_one_is_discarded(
    hand: tuple[str, ...], line: str
) -> None:
    assert house(table(BURNED, hand=hand)) == line


@pytest.mark.rule("trogdor:away-1", "trogdor:card-block", "trogdor:card-hidey-hole")
@pytest.mark.parametrize("card", ["block", "hidey-hole"])
def test_with_no_health_left_shelter_comes_first(card: str) -> None:
    assert house(table(BURNED, hand=(card, "high-energy"), health=0)) == f"play {card}"


@pytest.mark.rule("trogdor:away-1", "trogdor:burn-1", "trogdor:chomp-1")
def test_a_cottage_is_burned_before_a_tile_and_a_tile_before_a_bite() -> None:
    ready = ".# " * 12 + "C#pD " + ".# " * 12
    at = play_card(ready)
    assert house(at) == "burn cottage"
    assert house(at.play("burn cottage")) == "chomp"
    assert house(play_card(". " * 12 + ".pD " + ". " * 12)) == "burn"


@pytest.mark.rule("trogdor:away-1", "trogdor:ruling-15", "trogdor:card-majesty")
def test_an_effect_that_comes_before_the_actions_is_not_lost() -> None:
    """The tile under his feet costs a point, one far away costs none."""
    line = house(play_card(". " * 12 + ".D " + ". " * 12, card="majesty"))
    assert line in {"card a1", "card a5", "card e1", "card e5"}


@pytest.mark.rule("trogdor:away-1", "trogdor:card-tunnel-warp", "trogdor:card-wingaling")
def test_it_never_warps_and_never_flies_onto_a_knight() -> None:
    assert house(play_card("T T" + " .#" * 23, card="tunnel-warp")).startswith("step")
    picture = ".1 ." + " .#" * 23
    assert house(play_card(picture, card="wingaling")) == "card b1"


@pytest.mark.rule("trogdor:away-1", "trogdor:card-path-o-burnination", "trogdor:ruling-50d")
def test_path_o_burnination_is_walked() -> None:
    assert house(play_card(BURNED, "hardybardy ring", card="path-o-burnination")) == "card"


@pytest.mark.rule("trogdor:away-1", "trogdor:move-1", "trogdor:move-2")
def test_trogdor_goes_to_what_is_left_round_the_knights() -> None:
    """South of him a knight stands, so he goes beside him; the way over the tunnels is shorter still."""
    around = """
        .# .# .#  .# .#
        .# .# .#  .# .#
        .# .# .#D .# .#
        .# .# .#1 .#2 .#
        .# .# .   .# .#
    """
    assert house(play_card(around)) == "step w"
    through = """
        .# .# .#  .# .
        .# .# .#  .# T#
        .# .# T#D .# .#
        .# .# .#  .# .#
        .# .# .#  .# .#
    """
    assert house(play_card(through)) == "tunnel e2"


@pytest.mark.rule("trogdor:away-1", "trogdor:burn-2", "trogdor:ruling-6")
def test_the_lake_is_gone_to_when_it_can_be_burned() -> None:
    picture = "L . " + ".# " * 23
    steps = play_card(picture)
    lines = []
    while not (line := house(steps)).startswith("finish"):
        steps.play(line)
        lines.append(line)
        if steps.state.phase is not Phase.ACT:
            break
    assert [line for line in lines if line == "burn"] == ["burn", "burn"], lines
    assert 0 in steps.board.burned


@pytest.mark.rule("trogdor:away-1", "trogdor:burn-2")
def test_the_lake_is_no_goal_while_a_tile_beside_it_is_green() -> None:
    """The Lake of d3 is next to him, but the way leads to c1, or to e3 over another square."""
    assert house(play_card(".# .# . " + ".# " * 10 + "L . " + ".# " * 10)) == "step n"


@pytest.mark.rule("trogdor:away-1", "trogdor:move-2")
def test_a_way_that_ends_at_knights_is_no_way() -> None:
    """South of him the square before the corner is shut on two sides."""
    picture = """
        .#  .#  .# .# .#
        .#D .#  .# .# .#
        .#  .#2 .# .# .#
        .#1 .#  .# .# .#
        .   .#  .# .# .#
    """
    assert house(play_card(picture)) == "step e"


@pytest.mark.rule("trogdor:away-1", "trogdor:card-hidey-hole")
def test_the_hole_is_one_without_a_knight() -> None:
    picture = "M#1 M#2 M# " + ".# " * 9 + ".#D " + ".# " * 12
    after = play_card(picture, card="hidey-hole").play("finish")
    assert house(after) == "card c1"
    full = play_card("M#1 M#2 " + ".# " * 10 + ".#D " + ".# " * 12, card="hidey-hole").play("finish")
    assert house(full) == "finish"


@pytest.mark.rule("trogdor:away-1", "trogdor:card-shot-put")
def test_a_shot_is_put_at_a_cottage_before_a_tile_and_at_a_tile_before_a_peasant() -> None:
    ready = play_card("C# .# " + ".# " * 3 + ".# .# .p " + ".# " * 4 + ".#D . " + ".# " * 11, card="shot-put")
    ready.state = replace(ready.state, board=replace(ready.board, trogdor=12))
    ready.play("finish")
    assert {"card a1 cottage", "card c2", "card c2 peasant", "card d3"} <= set(ready.legal("card"))
    assert house(ready) == "card a1 cottage"
    green = play_card(".# " * 7 + ".#p " + ".# " * 4 + ".#D . " + ".# " * 11, card="shot-put").play("finish")
    assert house(green) == "card d3"


@pytest.mark.rule("trogdor:away-1", "trogdor:hide-1")
def test_with_nothing_left_to_do_trogdor_hides_where_he_can() -> None:
    assert house(play_card(".# " * 12 + "M#D " + ".# " * 11 + ".#")) == "hide"


@pytest.mark.rule("trogdor:away-1", "trogdor:archer-2")
def test_the_last_step_leads_out_of_the_arrows_line_and_not_to_work() -> None:
    """All cards of this table say `nee`: the archer of e5 comes to b4 and shoots along row 4."""
    picture = """
        .# .# .# .#  .#
        .# .# .# .#  .#
        .# .# .# .#  .#
        .# .# .# .#D .
        .# .# .# .#  .#a
    """
    assert house(with_points(play_card(picture), 2)) == "step e"
    assert house(with_points(play_card(picture), 1)) in {"step n", "step s"}
    safe = picture.replace(".#D", ".#").replace(".# .# .# .#  .#\n", ".#D .# .# .#  .#\n", 1)
    assert house(with_points(play_card(safe), 1)) == "finish"


@pytest.mark.rule("trogdor:away-1", "trogdor:knight-3")
def test_the_last_step_leads_out_of_the_knights_way() -> None:
    """`nee` leads the knight over c4 and d4 to e4, and the arrow along row 5."""
    picture = """
        .#a .# .#  .#  .#
        .#  .# .#  .#  .#
        .#  .# .#  .#  .#
        .#  .# .#  .#D .#
        .#  .# .#1 .#  .#
    """
    assert house(with_points(play_card(picture), 1)) == "step n"


@pytest.mark.rule("trogdor:away-1", "trogdor:item-disk", "trogdor:item-baubles", "trogdor:item-ring")
def test_items_are_used_where_they_plainly_help() -> None:
    assert house(play_card(BURNED, "hardybardy disk", health=1, void=2)) == "item"
    assert house(play_card(BURNED, "hardybardy disk", health=3, void=2)) == "finish"
    assert house(play_card(BURNED + "1", "hardybardy baubles")) == "finish"
    flying = play_card(". " + ".# " * 24, "hardybardy ring")
    assert house(flying) == "item a1"
    assert house(with_points(flying, 0)) == "finish"
    assert house(play_card(BURNED, "hardybardy ring")) == "finish"
    assert house(play_card(". " + ".# " * 24, "hardybardy fireballs")) == "item a1"


@pytest.mark.rule("trogdor:away-1", "trogdor:prefer-1")
def test_the_shield_is_used_when_it_is_asked_about() -> None:
    at = play_card(".# " * 7 + ".#1 " + ".# " * 17, "hardybardy shield", asks=ItemMode.ASK).play("step n")
    assert at.state.phase is Phase.SHIELD
    assert house(at) == "yes"


@pytest.mark.rule("trogdor:away-1", "trogdor:item-pouch")
def test_the_pouch_leads_peasants_away_from_burned_tiles() -> None:
    """The card sends him north onto a burned tile; only the west is green."""
    picture = """
        .  .# .# . .
        .  .p .# . .
        .  .# .D . .
        .  .  .  . .
        .  .  .  . .
    """
    asked = play_card(picture, "hardybardy pouch", movement=("0 n+ nee",)).play("finish")
    assert asked.state.phase is Phase.POUCH
    assert house(asked) == "pouch w"
    harmless = play_card(picture, "hardybardy pouch", movement=("0 n nee",)).play("finish")
    assert house(harmless) == "no"


@pytest.mark.rule("trogdor:away-1", "trogdor:spawn-2")
def test_new_peasants_come_out_near_to_trogdor() -> None:
    asked = play_card("C . . . C" + " ." * 7 + " .D" + " ." * 9 + " C . .", movement=("1 s nee",)).play(
        "finish"
    )
    assert asked.state.phase is Phase.SPAWN
    assert house(asked) == "spawn c5"


@pytest.mark.rule("trogdor:away-1", "trogdor:keeper-yubbitz", "trogdor:leave-1")
def test_it_declines_trades_and_never_leaves() -> None:
    trading = table(BURNED, "yubbitz disk", "hardybardy shield", hand=("majesty", "high-energy"))
    with pytest.raises(ValueError, match="nothing to do"):
        house(trading, seat=1)
    trading.play("trade majesty for block with 2")
    assert house(trading, seat=1) == "decline"
    assert house(trading) == "play high-energy", "the active player does not wait for the answer"


@pytest.mark.rule("trogdor:away-1", "trogdor:ruling-5")
def test_the_order_of_the_piles_makes_no_difference() -> None:
    for seed in range(5):
        for ply in game({}, 2, seed, by_house):
            other = GAME.reshuffle(ply.before, SeededRng(str(seed)))
            assert by_house(other, Random(0)) == (ply.seat, ply.action)


@pytest.mark.slow
@pytest.mark.rule("trogdor:away-1", "trogdor:win-1", "trogdor:rage-2")
def test_the_stand_in_wins_games_that_a_careless_player_never_does() -> None:
    assert endings(careless, 30) == {"defeat": 30}
    ends = endings(by_house, 60)
    assert min(ends["victory"], ends["petite-victory"]) >= 3
    assert ends["defeat"] <= 48
