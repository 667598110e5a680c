"""Where a beast can kill, *What hangs?* says what to do about it."""

from __future__ import annotations

from dataclasses import replace

from bot.games.catalogue import IN_ENGLISH
from bot.games.thrag.reasons import hangs
from engine.thrag import GAME
from engine.thrag.model import TURNS, State
from tests.bot.games.thrag.test_menu import LATE, NAMES


def advice(state: State) -> str:
    return hangs(IN_ENGLISH, NAMES, GAME.view(state, None), None).lines[0]


WEAK = replace(LATE, hit_points=(1,))


def test_what_cannot_kill_needs_no_advice() -> None:
    assert advice(replace(LATE, hit_points=(5, 5, 5))) == IN_ENGLISH("thrag.hangs.none", die=2)


def test_what_costs_nothing_comes_first() -> None:
    assert advice(replace(WEAK, die=3)).endswith("Start there: it costs nothing.")


def test_a_beast_that_cannot_kill_comes_next() -> None:
    assert advice(WEAK).endswith("**Ditch Heron** can't kill you, so start there.")


def test_where_any_fight_can_kill_stopping_is_safe_unless_the_turn_is_the_last() -> None:
    dying = replace(LATE, hit_points=(0,))
    assert advice(replace(dying, fights=1)).endswith("Stopping is safe.")
    for state in (dying, replace(dying, fights=1, turn=TURNS)):
        assert advice(state).endswith("The least risk: **Ditch Heron**.")
