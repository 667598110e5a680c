"""What pictures say: every label in the language they are given, and counted as that language counts."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from bot.games.catalogue import IN_ENGLISH
from render.kit.sheet import NO_LABELS, PictureLanguage
from render.ploc import labels as ploc
from render.thrag import labels as thrag
from render.thud import labels as thud
from render.trogdor import labels as trogdor

LABELS: dict[str, Mapping[str, str]] = {
    "thud": thud.LABELS,
    "trogdor": trogdor.LABELS,
    "thrag": thrag.LABELS,
    "ploc": ploc.LABELS,
}


@pytest.mark.parametrize("game", LABELS)
def test_a_label_belongs_to_its_game_and_its_pictures(game: str) -> None:
    assert [key for key in LABELS[game] if key.split(".")[:2] != [game, "picture"]] == []


@pytest.mark.parametrize("game", LABELS)
def test_labels_stand_in_the_catalogue_of_the_house_too(game: str) -> None:
    assert {key: IN_ENGLISH.english[key] for key in LABELS[game]} == dict(LABELS[game])


@pytest.mark.parametrize(
    "say",
    [trogdor.in_english, thrag.in_english, ploc.in_english, IN_ENGLISH],
    ids=["trogdor", "thrag", "ploc", "the house"],
)
def test_a_language_can_be_kept_with_a_picture(say: PictureLanguage) -> None:
    assert len({say, say}) == 1


@pytest.mark.parametrize("say", [trogdor.in_english, NO_LABELS], ids=["another", "none"])
def test_what_is_no_label_is_a_fault(say: PictureLanguage) -> None:
    with pytest.raises(KeyError):
        say("trogdor.picture.nothing")
