"""Thud in words: events, and the description of the board."""

from __future__ import annotations

from bot.games.catalogue import IN_ENGLISH
from bot.games.thud.narration import alt, narrate, standing
from engine.octagon.model import BattleBegan, Captured, Moved, Side
from engine.thud import GAME
from engine.thud.model import START, BattleEnd, BattleEnded, Hurled, Shoved, State
from tests.engine.thud.boards import play

NAMES = ("Ann", "Ben")
BEGIN = State(START.dwarfs, START.trolls)


def narrate_events(*events: object) -> tuple[str, ...]:
    return narrate(IN_ENGLISH, NAMES, events)  # type: ignore[arg-type]


def test_a_hurls_sentence_includes_its_capture() -> None:
    assert narrate_events(Hurled(0, "F8", "G8", 2), Captured(Side.TROLLS, ("G8",))) == (
        "**Ann** hurled a dwarf from F8 and took the troll on G8 (a line of 2).",
    )
    assert narrate_events(Hurled(0, "F8", "G8", 1), Captured(Side.TROLLS, ("G8",))) == (
        "**Ann** took the troll on G8 with a lone dwarf from F8.",
    )


def test_what_a_troll_takes_is_told_after_its_move() -> None:
    assert narrate_events(Shoved(1, "G9", "D9", 3), Captured(Side.DWARFS, ("E10", "F9"))) == (
        "**Ben** shoved a troll from G9 to D9 (a line of 3).",
        "2 dwarfs out: E10 and F9.",
    )
    assert narrate_events(Moved(1, Side.TROLLS, "G9", "F9"), Captured(Side.DWARFS, ("E10",)))[1] == (
        "The dwarf on E10 is out."
    )


def test_a_battle_ends_with_its_points_and_with_a_reason_only_where_they_do_not_tell() -> None:
    assert narrate_events(BattleEnded(1, BattleEnd.WIPED_OUT, (32, 0), 0, 32), BattleBegan(2, 1)) == (
        "Battle 1 ends Ann 32 : 0 Ben: **Ann** by 32.",
        "Battle 2: **Ben** has the dwarfs.",
    )
    assert narrate_events(BattleEnded(1, BattleEnd.NO_MOVE, (32, 32), None, 0)) == (
        "There's no move left. Battle 1 ends Ann 32 : 32 Ben: a tie.",
    )


def test_a_picture_is_described_by_what_happened_and_who_stands_where() -> None:
    view = GAME.view(play(play(BEGIN, "dE2-E10").state, "TG9-F9xE10").state, None)
    said = alt(IN_ENGLISH, NAMES, view)
    assert said.startswith(
        "Thud, battle 1 of 2. Last move: G9 to F9, takes E10. Ann: dwarfs to move. "
        "Dwarfs of Ann: F1, G1, J1, K1, L2, "
    )
    assert said.endswith(" Trolls of Ben: G7, H7, J7, G8, J8, F9, H9, J9.")
    assert "No move yet." in alt(IN_ENGLISH, NAMES, GAME.view(BEGIN, None))


def test_without_a_picture_the_points_are_told() -> None:
    view = GAME.view(play(play(BEGIN, "dE2-E10").state, "TG9-F9xE10").state, None)
    assert standing(IN_ENGLISH, NAMES, view) == "Battle 1 of 2 · dwarfs (Ann) 31 : 32 trolls (Ben)"
