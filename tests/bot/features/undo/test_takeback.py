"""The rule for free undos, over the four games and the cooperative toy game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.features.undo.service import Takeback, own_actions, takeback_of
from bot.kernel.tables.undo_index import takes_back_revealed
from engine.core import Game
from engine.registry import GAMES
from engine.replay import LogPosition, effective_positions, first_position, replay_positions
from engine.thrag.events import CoinFlipped
from tests.bot import held, long
from tests.engine.toy_together import TOGETHER
from tests.playthroughs.golden import FILES, plies, seats_of

AnyGame = Game[Any, Any, Any, Any]
Found = tuple[LogPosition, ...]
Lines = Callable[[int], Iterator[long.Played]]


def positions_after(game: AnyGame, seats: int, seed: str, *lines: str, **options: str) -> Found:
    """The positions of a game after these lines, each given with its seat before it."""
    pairs = [(int(line[0]), line[2:]) for line in lines]
    return replay_positions(game, first_position(game, options, seats, seed), seed, pairs)


def thud(*lines: str) -> Found:
    return positions_after(GAMES["thud"], 2, "secret", *lines)


def hill(*lines: str) -> Found:
    return positions_after(TOGETHER, 3, "secret", *lines)


def golden(stem: str, *more: str, count: int) -> tuple[AnyGame, Found]:
    """A playthrough's first lines, and some more."""
    (text,) = (file.read_text(encoding="utf-8") for file in FILES if file.stem == stem)
    game, done = plies(text)
    settings = re.findall(r"^(seed|option): *(.*)$", text, re.MULTILINE)
    seed = next(value for key, value in settings if key == "seed")
    options = dict(value.split("=", 1) for key, value in settings if key == "option")
    lines = [f"{ply.seat} {ply.action}" for ply in done[:count]]
    return game, positions_after(game, seats_of(text), seed, *lines, *more, **options)


def back(positions: Found, seat: int, ply: int, game: AnyGame = GAMES["thud"]) -> Takeback:
    return takeback_of(game, positions, seat, ply)


def action_names(some: Found) -> list[str]:
    return [str(position.action) for position in some]


@pytest.mark.rule("thrag:coin-3", "thrag:undo-1")
@pytest.mark.parametrize("stem", ["thrag_breakfast", "thrag_death", "thrag_win", "thrag_exhaustion_slain"])
def test_what_is_taken_back_freely_shows_no_coin_but_the_one_flipped_last(stem: str) -> None:
    game, positions = golden(stem, count=1000)
    shown = set[bool]()
    for number in range(2, len(positions)):
        stood = positions[:number]
        (*_, last) = [None, *(coin for one in stood for coin in flipped_coins(one))]
        for goal in stood:
            if takeback_of(game, stood, 0, goal.ply).is_free and goal.state.fight is not None:
                coin = goal.state.fight.coin
                assert coin in {None, last}
                shown.add(coin is not None)
    assert True in shown


def flipped_coins(position: LogPosition) -> list[int]:
    """The coins that were turned over by a line."""
    return [event.value for event in position.events if isinstance(event, CoinFlipped)]


# Thud: nothing is hidden, so only the other one's answer counts


def test_a_move_without_an_answer_is_ones_own_to_take_back() -> None:
    positions = thud("0 dE2-E10")
    takeback = back(positions, 0, 0)
    assert takeback.is_free
    assert (action_names(takeback.undone), takeback.redone, takeback.position) == (
        ["dE2-E10"],
        (),
        positions[0],
    )


def test_a_move_that_was_answered_is_not() -> None:
    takeback = back(thud("0 dE2-E10", "1 TG7-F7"), 0, 0)
    assert not takeback.is_free
    assert takeback.others == {1}
    assert takeback.revealed is None
    assert action_names(takeback.undone) == ["dE2-E10", "TG7-F7"]


def test_what_another_did_is_not_ones_own_to_take_back_either() -> None:
    assert back(thud("0 dE2-E10"), 1, 0).others == {0}


def test_an_answer_of_ones_own_is_free_even_after_many_moves() -> None:
    assert back(thud("0 dG1-G2", "1 TG7-F7", "0 dG2-G1", "1 TF7-G7"), 1, 3).is_free


# Chance, and what lies face down


@pytest.mark.parametrize(("stem", "count"), [("ploc_hit_swap", 3), ("thrag_win", 2), ("trogdor_solo", 7)])
def test_what_told_nothing_new_is_free_however_many_steps_it_was(stem: str, count: int) -> None:
    game, positions = golden(stem, count=count)
    assert all(back(positions, 0, ply, game).is_free for ply in range(count))


@pytest.mark.parametrize(
    ("stem", "count", "line"),
    [
        ("ploc_hit_swap", 4, "done"),  # the other side's dice are rolled
        ("thrag_win", 3, "fight red with red"),  # a coin is flipped
        ("trogdor_solo", 8, "finish"),  # the land has its turn, and a card is drawn
    ],
)
def test_what_chance_has_told_is_known(stem: str, count: int, line: str) -> None:
    game, positions = golden(stem, count=count)
    assert str(positions[-1].action) == line
    for ply in range(count):
        takeback = back(positions, 0, ply, game)
        assert (takeback.others, takeback.revealed) == (frozenset(), positions[-1]), f"back to {ply}"


def test_all_that_chance_has_told_since_is_known() -> None:
    game, positions = golden("trogdor_solo", count=400)
    told = tuple(position for position in positions if any(map(game.reveals, position.events)))
    assert len(told) > 2
    assert back(positions, 0, 0, game).revelations == told


def test_after_the_dice_have_fallen_what_is_done_with_them_is_free_again() -> None:
    game, positions = golden("ploc_hit_swap", count=6)
    assert back(positions, 1, 4, game).is_free
    assert back(positions, 1, 3, game).revealed is positions[4]


# Any depth, and back again


def test_a_position_that_was_gone_back_to_is_the_one_that_it_was() -> None:
    positions = thud("0 dE2-E10", "1 TG7-F7", "1 !undo 1", "1 TG7-F8")
    assert back(positions, 1, 3).position is positions[1]
    assert action_names(own_actions(positions, 1)) == ["TG7-F8"]
    assert back(positions, 1, 3) == back(positions, 1, 1)
    assert back(positions, 1, 1).is_free, "since then there was only this"


def test_what_a_game_has_taken_back_by_itself_is_no_move_to_take_back() -> None:
    """A die that was used and taken back within the turn; what is left is the one before it."""
    _, positions = golden("ploc_hit_swap", "0 undo", count=2)
    assert action_names(own_actions(positions, 0)) == ["1c weaken"]
    _, none = golden("ploc_hit_swap", "0 undo", "0 undo", count=2)
    assert own_actions(none, 0) == ()
    _, again = golden("ploc_hit_swap", "0 undo", "0 2b hit lying", "0 3a weaken", count=2)
    assert action_names(own_actions(again, 0)) == ["1c weaken", "2b hit lying", "3a weaken"]
    _, later = golden("ploc_hit_swap", "1 undo", "1 undo", count=6)
    assert action_names(own_actions(later, 1)) == []


def test_moves_that_lead_back_to_where_the_pieces_were_are_moves() -> None:
    positions = thud("0 dG1-G2", "1 TG7-F7", "0 dG2-G1", "1 TF7-G7")
    assert action_names(own_actions(positions, 0)) == ["dG1-G2", "dG2-G1"]


def test_an_undo_can_be_undone() -> None:
    positions = thud("0 dE2-E10", "1 TG7-F7", "1 !undo 1")
    takeback = back(positions, 1, 2)
    assert takeback.is_free
    assert (takeback.undone, action_names(takeback.redone)) == ((), ["TG7-F7"])


def test_what_was_agreed_on_is_not_undone_alone() -> None:
    """The other one's move was taken back with his consent, so he has a say in its return."""
    positions = thud("0 dE2-E10", "1 TG7-F7", "0 !undo 0")
    takeback = back(positions, 0, 2)
    assert not takeback.is_free
    assert action_names(takeback.redone) == ["dE2-E10", "TG7-F7"]
    assert takeback.others == {1}
    again = thud("0 dE2-E10", "1 TG7-F7", "0 !undo 0", "0 !undo 2", "0 dG1-G2")
    assert back(again, 0, 0).others == {1}, "also where there is a way back in between"


def test_a_way_back_across_branches_says_what_goes_and_what_comes() -> None:
    positions = thud("0 dE2-E10", "0 !undo 0", "0 dE2-E9")
    takeback = back(positions, 0, 1)
    assert (action_names(takeback.undone), action_names(takeback.redone)) == (["dE2-E9"], ["dE2-E10"])


def test_what_was_revealed_on_a_way_that_was_left_is_known_all_the_same() -> None:
    game, positions = golden("thrag_win", "0 !undo 2", count=3)
    assert back(positions, 0, 1, game).revealed is positions[3]
    assert back(positions, 0, 2, game).undone == (), "it stands there now"


def test_where_a_game_stands_there_is_nothing_to_take_back() -> None:
    positions = thud("0 dE2-E10", "0 !undo 0")
    for ply in (0, 2):
        takeback = back(positions, 0, ply)
        assert (takeback.undone, takeback.redone) == ((), ())


# Together


def test_in_a_game_for_several_everybody_who_acted_has_a_part() -> None:
    positions = hill("0 lift", "1 whistle", "0 rest", "2 whistle")
    assert back(positions, 0, 0, TOGETHER).others == {1, 2}
    assert back(positions, 0, 2, TOGETHER).others == {2}
    assert back(positions, 2, 3, TOGETHER).is_free


def test_leaving_can_be_thought_better_of() -> None:
    positions = hill("0 lift", "2 leave")
    assert back(positions, 2, 1, TOGETHER).is_free


# A game in which what was known was taken back counts for nothing


def test_alone_a_coin_that_was_taken_back_is_noted_and_a_fight_without_one_is_not() -> None:
    game, free = golden("thrag_win", "0 !undo 0", count=2)
    assert not takes_back_revealed(free, game, 1)
    _, cheated = golden("thrag_win", "0 !undo 2", "0 fight red", count=3)
    assert takes_back_revealed(cheated, game, 1)


def test_an_agreed_hint_of_another_player_is_no_cheating() -> None:
    game, positions = golden("ploc_hit_swap", "0 !undo 3", count=4)
    assert back(positions[:-1], 0, 3, game).revealed is not None
    assert not takes_back_revealed(positions, game, 2)
    assert takes_back_revealed(positions, game, 1), "without other players it would be"


def test_the_way_is_what_lasts() -> None:
    positions = thud("0 dE2-E10", "1 TG7-F7", "0 !undo 0", "0 dE2-E9")
    assert action_names(effective_positions(positions)[1:]) == ["dE2-E9"]
    assert action_names(own_actions(positions, 1)) == []


# Long games


@pytest.mark.parametrize("lines", [long.plain_rounds, long.slip_rounds, long.mixed_lines])
@pytest.mark.parametrize("asks", ["takeback", "own", "revealed"])
def test_the_work_of_a_way_back_grows_no_faster_than_the_game(lines: Lines, asks: str) -> None:
    game, blind = GAMES["thud"], replace(GAMES["thud"], legal=lambda _state, _seat: ())

    def work(count: int) -> int:
        positions = replay_positions(game, first_position(game, {}, 2, "secret"), "secret", lines(count))
        last = positions[-2].ply
        ask = {
            "takeback": lambda: takeback_of(game, positions, 1, last // 2),
            "own": lambda: own_actions(positions, 0),
            "revealed": lambda: takes_back_revealed(positions, blind, 1),
        }
        return held.steps(ask[asks])

    assert work(480) < 2.5 * work(240)
