"""The pictures of tournaments: small enough for any number of people and any name, and told apart by eye."""

from __future__ import annotations

import pytest
from PIL import Image

from render.card.colours import PALETTE
from render.card.paint import TALLEST, WIDTH
from render.kit.canvas import png
from render.kit.sheet import Sheet
from render.tournament import Bracket, Crosstable, CrosstableRow, Match, MatchPlayer, bracket, crosstable
from tests.render.eyes import EYES, contrast

LARGEST = 40_000
"""Bytes."""

SHEET = Sheet("Knock-out", "", "Thud tournament", "Final")
LONG = "W" * 32
"""As long as Discord lets a name be, and as wide."""


def tree(rounds: int, name: str = LONG, *, running: bool = False, bye: bool = False) -> Image.Image:
    every = [
        tuple(
            Match(
                MatchPlayer(name, 1, "1"),
                MatchPlayer(name, 16, "0", lost=True),
                running=running,
                bye=bye and not number,
            )
            for _ in range(2 ** (rounds - number - 1))
        )
        for number in range(rounds)
    ]
    return bracket(Bracket(SHEET, tuple(every), ("Round of 16",) * rounds))


def table(size: int, name: str = LONG) -> Image.Image:
    rows = tuple(
        CrosstableRow(at + 1, name, ("\N{VULGAR FRACTION ONE HALF}",) * size, ("12", "99"))
        for at in range(size)
    )
    return crosstable(Crosstable(SHEET, rows, ("Points", "SB")))


@pytest.mark.parametrize("picture", [tree(2), tree(4), table(3), table(16)])
def test_every_size_is_a_picture_that_a_phone_shows(picture: Image.Image) -> None:
    assert picture.width == WIDTH
    assert picture.height <= TALLEST
    assert len(png(picture)) <= LARGEST


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("ink", ["cream", "muted", "amber", "brass-deep"])
def test_names_scores_and_edges_stand_out_from_a_plaque(ink: str, eyes: str) -> None:
    assert contrast(PALETTE[ink], PALETTE["plaque"], eyes) >= 3


def test_a_match_that_is_played_looks_otherwise_and_a_bye_is_not_drawn() -> None:
    assert png(tree(2)) != png(tree(2, running=True))
    gone = tree(2, bye=True)
    plaque = PALETTE.index("plaque")
    first = gone.crop((0, 0, WIDTH // 2, gone.height))
    assert plaque not in set(first.tobytes())
