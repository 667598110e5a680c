"""What pictures say: every label in the language they are given, and counted as that language counts."""

from __future__ import annotations

import pytest

from bot.games.catalogue import IN_ENGLISH
from render.kit.labels import LABELS, Say, in_english

GAMES = ("thud", "trogdor", "thrag", "ploc")


def test_a_label_belongs_to_a_game_and_its_pictures() -> None:
    assert [key for key in LABELS if key.split(".")[:2] not in [[game, "picture"] for game in GAMES]] == []


def test_labels_stand_in_the_catalogue_of_the_house_too() -> None:
    assert {key: IN_ENGLISH.english[key] for key in LABELS} == dict(LABELS)


@pytest.mark.parametrize("say", [in_english, IN_ENGLISH], ids=["by itself", "the house"])
def test_a_language_can_be_kept_with_a_picture(say: Say) -> None:
    assert len({say, say}) == 1


def test_what_is_no_label_is_a_fault() -> None:
    with pytest.raises(KeyError):
        in_english("thud.picture.nothing")
