"""What an entry makes of the rest where it is left out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games.entry import Drawing, Entry, Rules, Speech
from bot.store.codec import Codec
from bot.words.menu import Menu
from engine.core import Outcome
from engine.replay import LogPosition
from tests.bot.hill import EVERY_WORD, HILL, paint
from tests.engine.toy_together import TOGETHER, Did, Hill, HillSeen

NAMES = ("Ann", "Ben")
HILL_AT = Hill(seats=2, hats=("bowler", "beret"), song="", logs=3)
PLAIN: Entry[Hill, str, Did, HillSeen] = Entry(
    game=TOGETHER,
    codec=Codec(Hill),
    english={},
    rules=Rules(
        menu=lambda *_: Menu(),
    ),
    drawing=Drawing(
        paint=paint,
    ),
    speech=Speech(
        narrate=HILL.speech.narrate,
        turn=lambda _words, names, view: f"{names[0]} lifts" if view.state.over is None else "All is up",
    ),
)


def public_view(state: Hill) -> HillSeen:
    return TOGETHER.view(state, None)


def test_nothing_stands_above_the_picture_and_no_files_are_written() -> None:
    assert PLAIN.speech.header(EVERY_WORD, NAMES, public_view(HILL_AT)) == ()
    assert PLAIN.rules.files((), ()) == {}


def test_the_player_on_turn_is_called_with_the_caption() -> None:
    assert PLAIN.speech.call(EVERY_WORD, NAMES, public_view(HILL_AT), "@Ann") == "@Ann · Ann lifts"


def test_the_picture_is_described_by_the_board_as_text() -> None:
    board = TOGETHER.text(public_view(HILL_AT))
    assert PLAIN.speech.alt(EVERY_WORD, NAMES, public_view(HILL_AT)) == f"Ann lifts\n{board}"


def test_what_is_legal_is_offered() -> None:
    assert PLAIN.rules.suggest(HILL_AT, 0) == tuple(map(str, TOGETHER.legal(HILL_AT, 0)))


def test_an_action_is_described_by_its_notation() -> None:
    for action in TOGETHER.legal(HILL_AT, 0):
        assert PLAIN.speech.describe(EVERY_WORD, NAMES, HILL_AT, 0, action) == action


def test_each_action_is_a_turn() -> None:
    assert PLAIN.rules.turn_key(HILL_AT) == HILL_AT


@pytest.mark.parametrize(
    ("over", "told"), [(None, "The game goes on."), (Outcome("up", (0, 1), (1, 1)), "All is up.")]
)
def test_a_review_is_the_last_caption(over: Outcome | None, told: str) -> None:
    last = LogPosition(1, replace(HILL_AT, over=over), 0)
    review = PLAIN.help.review(EVERY_WORD, NAMES, (last,))
    assert (review.result, review.facts, review.tracks, review.turnings) == (told, (), (), ())


def test_what_is_said_is_not_made_up() -> None:
    assert HILL.speech.call(EVERY_WORD, NAMES, public_view(HILL_AT), "@Ann") == "@Ann, go on."
