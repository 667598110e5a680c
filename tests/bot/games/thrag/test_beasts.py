"""Beasts can be called by the names that the board shows, in every language."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games.catalogue import words_in
from bot.words import LANGUAGES
from engine.core import read_settings
from engine.rng import SeededRng
from engine.thrag import GAME
from engine.thrag.model import BEASTS, TILES, Foe, Suit


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("suit", BEASTS)
def test_a_beast_is_fought_by_its_name(language: str, suit: Suit) -> None:
    words = words_in(language)
    state = GAME.start(read_settings(GAME, {}, 1), 1, SeededRng("names"))
    for tile in TILES:
        red, green, blue = (Foe(tile if one is suit else tile % 5 + 1, 2) for one in BEASTS)
        standing = replace(state, foes=(red, green, blue))
        for form in ("", ".subject", ".object"):
            name = words(f"thrag.beast.{suit}.{tile}{form}")
            assert str(GAME.parse(f"fight {name}", standing)) == f"fight {suit}"
            assert str(GAME.parse(name, standing)) == f"fight {suit}"
