"""The films that a page plays by itself, such as the land's turn: drawn once for all who look on."""

from __future__ import annotations

import asyncio
from io import BytesIO
from typing import Final

from aiohttp import web
from PIL import Image, ImageSequence

from bot.discord.request import Surface
from bot.kernel.errors import Refused
from bot.kernel.session import Shown
from bot.ui.play.private_menu import draw_film
from bot.web.async_cache import AsyncCache
from bot.words import Words

FILMS: Final = 16
"""The most cached films, each of about 100 kB."""

LASTS: Final = "X-Taproom-Lasts"
"""The header with a film's length in milliseconds: the page hides it then, as it would begin again."""


class Films:
    """Draws the films of tables, once for a revision and a language."""

    def __init__(self) -> None:
        self._drawn = AsyncCache[tuple[bytes, int]](FILMS)

    async def response(self, surface: Surface, words: Words, shown: Shown) -> web.Response:
        """Return the film of a table; raises `HTTPNotFound` if there is none."""

        async def draw() -> tuple[bytes, int]:
            gif = await draw_film(surface, words, shown)
            return gif, await asyncio.to_thread(_length_of, gif)

        key = shown.table.id, shown.table.revision, words.language
        try:
            gif, lasts = await self._drawn.get(key, draw)
        except Refused as refused:
            raise web.HTTPNotFound from refused
        response = web.Response(body=gif, content_type="image/gif")
        response.headers["Cache-Control"] = "private, max-age=86400"  # the URL contains the revision
        response.headers[LASTS] = str(lasts)
        return response


def _length_of(gif: bytes) -> int:
    """Return how long a film lasts, in milliseconds."""
    return sum(frame.info.get("duration", 0) for frame in ImageSequence.Iterator(Image.open(BytesIO(gif))))
