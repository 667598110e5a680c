"""The weights of events in each game, and the views between one board and the next."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from bot.games.catalogue import CATALOGUE
from bot.games.thud.moments import motion as thud_motion
from bot.games.trogdor.moments import motion as trogdor_motion
from engine.core import read_settings
from engine.koom.model import Move as KoomMove
from engine.octagon.board import BY_NAME, file_of, rank_of
from engine.octagon.model import Captured, Moved, Side
from engine.ploc.events import Swapped, WentBerserk
from engine.replay import Moment
from engine.rng import SeededRng
from engine.thud import GAME as THUD
from engine.thud.model import Move, View
from engine.trogdor import GAME as TROGDOR
from engine.trogdor.events import CottageBurned, RageBegan, TileBurned
from engine.trogdor.model import Verb
from tests.bot.games.whole_games import whole


def test_in_thud_what_is_taken_weighs_its_points() -> None:
    weight = CATALOGUE["thud"].speech.weight
    assert weight(Captured(Side.DWARFS, ("A1", "B1", "C1"))) == 3
    assert weight(Captured(Side.TROLLS, ("A1",))) == 4
    assert weight(Moved(0, Side.DWARFS, "B11", "H11")) == 0


def test_in_ploc_a_turn_weighs_the_athletes_that_it_moves_either_way() -> None:
    weight = CATALOGUE["ploc"].speech.weight
    assert weight(Swapped(0, 5, 2, 3)) == weight(Swapped(0, 2, 5, -3)) == 3
    assert weight(WentBerserk(0, 5, 2, 1)) == 3


def test_in_trogdor_a_cottage_weighs_more_than_a_tile_and_the_rage_most() -> None:
    weight = CATALOGUE["trogdor"].speech.weight
    assert (
        weight(RageBegan(0, ())) > weight(CottageBurned(0, "trogdor")) > weight(TileBurned(0, "trogdor")) > 0
    )


def test_a_piece_of_thud_is_seen_on_every_square_that_it_passes() -> None:
    state = THUD.start({"quiet_limit": 0}, 2, SeededRng("way"))
    action = THUD.parse("dB11-H11", state)
    views = thud_motion(Moment(state, 0, action, SeededRng("way")))
    before, after = (
        THUD.view(state, None),
        THUD.view(THUD.apply(state, 0, action, SeededRng("way")).state, None),
    )
    assert [new(before, view) for view in views] == [{BY_NAME[f"{file}11"]} for file in "CDEFG"]
    assert new(before, after) == {BY_NAME["H11"]}
    assert all(len(view.dwarfs) == len(before.dwarfs) for view in views)
    assert all(view.last is None for view in views), "the trail comes with the last of them"


def new(before: View, after: View) -> set[int]:
    """The squares where a piece is now, and none was."""
    return {*after.dwarfs, *after.trolls} - {*before.dwarfs, *before.trolls}


@pytest.mark.parametrize("stem", ["thud_points_wiped_out_trolls", "thud_draw_level"])
def test_nothing_else_of_thud_moves_and_a_step_has_nothing_between(stem: str) -> None:
    _, _, way = whole(stem)
    for before, after in pairwise(way):
        views = thud_motion(Moment(before.state, after.seat or 0, after.action, SeededRng("")))
        if not isinstance(after.action, Move):
            assert views == ()
            continue
        one, two = after.action.origin, after.action.target
        far = max(abs(file_of(one) - file_of(two)), abs(rank_of(one) - rank_of(two)))
        assert len(views) == far - 1


@pytest.mark.parametrize(
    "stem", ["thud_points_wiped_out_trolls", "thud_draw_level", "koom_battles", "koom_draw_repeated_quiet"]
)
def test_how_a_battle_stood_at_its_end_is_seen_though_the_next_one_has_begun(stem: str) -> None:
    key, _, way = whole(stem)
    entry, ends = CATALOGUE[key], 0
    game = entry.game
    for before, after in pairwise(way):
        left = entry.drawing.final_view(Moment(before.state, after.seat or 0, after.action, SeededRng("")))
        assert (left is None) == (before.state.battle == after.state.battle)
        if left is not None:
            ends += 1
            last = after.action if isinstance(after.action, Move | KoomMove) else None
            assert left.last == last
            assert left.battle == before.state.battle
            assert left.results == before.state.results
            taken = () if last is None else last.captured
            assert pieces(left) == pieces(game.view(before.state, None)) - len(taken)
    assert ends == 1


def pieces(view: Any) -> int:
    return sum(one.bit_count() if isinstance(one, int) else len(one) for one in (view.dwarfs, view.trolls))


def test_the_lands_turn_of_trogdor_is_seen_step_by_step() -> None:
    rng = SeededRng("steps")
    state = TROGDOR.start(read_settings(TROGDOR, {}, 2), 2, rng)
    seen = 0
    for _ in range(60):
        seat = min(TROGDOR.to_act(state))
        action = next(one for one in TROGDOR.legal(state, seat) if one.verb is not Verb.LEAVE)
        moment = Moment(state, seat, action, SeededRng(rng.seed, rng.counter))
        views = trogdor_motion(moment)
        counter = rng.counter
        after = TROGDOR.apply(state, seat, action, rng).state
        assert moment.rng.counter == counter, "what chance gives is not used up by looking"
        boards = [state.board, *(view.board for view in views)]
        assert all(one != two for one, two in pairwise(boards)), "each is another board than the one before"
        seen = max(seen, len(views))
        state = after
        if TROGDOR.outcome(state) is not None:
            break
    assert seen > 5
