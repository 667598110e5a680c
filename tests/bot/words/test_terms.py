"""The engine's terms in refusals, in the reader's language."""

from __future__ import annotations

from bot.words import Words
from bot.words.sentences import with_terms
from engine.thrag.model import Suit

TERMS = {"thrag": {"suit": "thrag.suit.{}"}, "thud": {"side": "thud.side.{}"}}
SPEAK = Words({"thrag.suit.red": "rouge", "thud.side.dwarfs": "les nains"}, terms=TERMS)


def test_a_word_of_the_engine_is_said_and_what_is_typed_stays_beside_it() -> None:
    assert with_terms(SPEAK, "thrag.no-beast", {"suit": Suit.RED, "damage": 2}) == {
        "suit": "rouge",
        "typed_suit": "red",
        "damage": 2,
    }


def test_each_game_has_words_of_its_own() -> None:
    assert with_terms(SPEAK, "thud.wrong-letter", {"side": "dwarfs", "square": "E2"})["side"] == "les nains"
    assert with_terms(SPEAK, "ploc.wrong-letter", {"side": "dwarfs"}) == {"side": "dwarfs"}


def test_typed_text_is_left_unchanged() -> None:
    assert with_terms(SPEAK, "thrag.not-notation", {"text": "red"}) == {"text": "red"}


def test_a_refusal_of_the_house_has_no_such_words() -> None:
    assert with_terms(SPEAK, "not-seated", {"code": "T7"}) == {"code": "T7"}
