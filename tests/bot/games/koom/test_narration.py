"""Koom Valley in words: events, captions, the end of a battle, films, hanging pieces."""

from __future__ import annotations

import pytest

from bot.games.catalogue import CATALOGUE, IN_ENGLISH
from engine.koom.model import BattleEnd, BattleEnded, MatchEnded, RockMoved, Trampled
from engine.octagon.board import BY_NAME
from engine.octagon.model import BattleBegan, Captured, Moved, Side
from engine.replay import Moment
from engine.rng import SeededRng
from tests.engine.koom.boards import BEGIN, play_lines
from tools.gallery.koom import view

ENTRY = CATALOGUE["koom"]
NAMES = ("Ann", "Ben")


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Moved(0, Side.DWARFS, "G15", "G7"), "**Ann** moved a dwarf from G15 to G7."),
        (RockMoved(0, "H8", "H7"), "**Ann** pushed the Rock from H8 to H7."),
        (Trampled(1, "F3", ("F5", "H7")), "**Ben** trampled with a troll from F3 to H7."),
        (Captured(Side.DWARFS, ("F4", "G6")), "2 dwarfs out: F4 and G6."),
        (Captured(Side.TROLLS, ("F4",)), "The troll on F4 is caught between two dwarfs and out."),
        (BattleEnded(1, BattleEnd.HOME, 0), "The Rock is home! **Ann** wins battle 1."),
        (BattleEnded(2, BattleEnd.HELD, 0), "Three trolls hold the Rock. **Ann** wins battle 2."),
        (
            BattleEnded(1, BattleEnd.WIPED_OUT, None),
            "No dwarf is left, and too few trolls to hold the Rock: battle 1 is a draw.",
        ),
        (BattleBegan(2, 1), "Battle 2: **Ben** has the dwarfs."),
        (MatchEnded(0, (2, 0)), "**Ann** wins the match, 2 : 0."),
        (MatchEnded(1, (1, 0)), "**Ben** wins the match."),
        (MatchEnded(None, (1, 1)), "The match is a draw, 1 : 1."),
    ],
)
def test_an_event_is_a_sentence(event: object, said: str) -> None:
    assert ENTRY.speech.narrate(IN_ENGLISH, NAMES, (event,)) == (said,)


def test_every_end_of_a_battle_can_be_told() -> None:
    for end in BattleEnd:
        drawn = end in (BattleEnd.AGREED, BattleEnd.REPEATED, BattleEnd.QUIET)
        for winner in (None,) if drawn else (0, 1):
            assert ENTRY.speech.narrate(IN_ENGLISH, NAMES, (BattleEnded(1, end, winner),))


def test_the_text_says_who_has_which_side_and_where_the_rock_is() -> None:
    assert ENTRY.speech.header(IN_ENGLISH, NAMES, BEGIN) == ("Dwarfs: Ann · Trolls: Ben",)
    assert ENTRY.speech.standing is not None
    assert "16 dwarfs (Ann), 8 trolls (Ben) · Rock on H8" in ENTRY.speech.standing(IN_ENGLISH, NAMES, BEGIN)
    assert "The Rock is on H8." in ENTRY.speech.alt(IN_ENGLISH, NAMES, BEGIN)
    assert "Last move: Rock H8 to H7." in ENTRY.speech.alt(
        IN_ENGLISH, NAMES, play_lines(BEGIN, "G15 G7", "F2 F1", "H8 H7")
    )


TRAMPLED = view("F5 G7", "F4", "D12", to_move=Side.TROLLS)


def test_a_film_shows_a_trample_square_by_square_without_taken_pieces() -> None:
    line = "TF4-F6-H8"
    moment = Moment(TRAMPLED, 1, ENTRY.game.parse(line, TRAMPLED), SeededRng(""))
    seen = [(state.trolls, state.dwarfs.bit_count()) for state in ENTRY.drawing.motion(moment)]
    squares = [1 << BY_NAME[square] for square in ("F5", "F6", "G7")]
    assert seen == [(squares[0], 1), (squares[1], 1), (squares[2], 0)]


def test_captures_steps_of_the_rock_and_ends_are_worth_seeing_again() -> None:
    assert ENTRY.speech.weight(Captured(Side.DWARFS, ("F4", "G6"))) == 2
    assert ENTRY.speech.weight(Captured(Side.TROLLS, ("F4",))) == 2
    assert ENTRY.speech.weight(RockMoved(0, "H8", "H7")) == 1
    assert ENTRY.speech.weight(RockMoved(0, "H8", "H9")) == 0
    assert ENTRY.speech.weight(Moved(0, Side.DWARFS, "G15", "G7")) == 0


def test_what_wins_at_once_is_told_before_what_hangs() -> None:
    board = view("G8", "G6 J6 L9", "H7")
    assert ENTRY.help.hangs is not None
    found = ENTRY.help.hangs(IN_ENGLISH, NAMES, board, 0)
    assert found.lines[0] == "If nothing is done, **Ben** puts a third troll beside the Rock next turn."
    assert any(way.startswith("L9>") for way in found.ways)
