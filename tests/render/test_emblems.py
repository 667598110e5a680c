"""Every ending of every game has its own sign, for the card and the last picture of films."""

from __future__ import annotations

import pytest
from PIL import Image

from bot.games.catalogue import CATALOGUE
from tests.bot.games.whole_games import whole
from tests.playthroughs.golden import FILES

STEMS = tuple(sorted(file.stem for file in FILES if "example" not in file.stem))


def sign(stem: str) -> tuple[str, Image.Image] | None:
    key, _, way = whole(stem)
    entry, state = CATALOGUE[key], way[-1].state
    if entry.game.outcome(state) is None:
        return None
    assert entry.drawing.emblem is not None
    return f"{key} {state.outcome.ending} {state.outcome.winners}", entry.drawing.emblem(
        entry.game.view(state, None)
    )


@pytest.mark.parametrize("stem", STEMS)
def test_a_game_that_is_over_has_one(stem: str) -> None:
    signs = sign(stem)
    if signs is None:
        return
    _, picture = signs
    assert picture.mode == "RGBA"
    assert 0.8 <= picture.width / picture.height <= 1.25
    assert picture.getbbox() is not None
    assert len(picture.convert("RGB").getcolors(1 << 16) or ()) > 8, "something is drawn there"


def test_another_ending_of_a_game_has_another() -> None:
    found = [one for one in map(sign, STEMS) if one is not None]
    by_game: dict[str, dict[str, bytes]] = {}
    for ending, picture in found:
        game, how, _ = ending.split(" ", 2)
        if game in ("trogdor", "thrag"):
            by_game.setdefault(game, {})[how] = picture.tobytes()
    for game, signs in by_game.items():
        assert len(set(signs.values())) == len(signs) > 1, game


@pytest.mark.parametrize("game", CATALOGUE)
def test_a_game_that_goes_on_has_none(game: str) -> None:
    (stem,) = [one for one in STEMS if one.startswith(game)][:1]
    _, _, way = whole(stem)
    entry = CATALOGUE[game]
    assert entry.drawing.emblem is not None
    with pytest.raises(ValueError, match="has not ended"):
        entry.drawing.emblem(entry.game.view(way[0].state, None))
