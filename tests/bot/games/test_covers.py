"""Cover pictures of games: painted once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from time import sleep
from typing import Any

from PIL import Image

from bot.games.catalogue import CATALOGUE
from bot.games.covers import cover_of
from render.kit.sheet import Sheet


def test_those_who_come_at_once_have_it_painted_once() -> None:
    painted = list[str]()

    def paint(_: Any, sheet: Sheet) -> Image.Image:
        painted.append(sheet.title)
        sleep(0.05)  # long enough for the others to come
        return Image.new("P", (900, 900))

    entry = replace(CATALOGUE["thud"], drawing=replace(CATALOGUE["thud"].drawing, paint=paint))
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(cover_of, [entry] * 4))
    assert painted == ["Thud"]
    assert all(cover is found[0] for cover in found)
