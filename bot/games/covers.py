"""What a game looks like before anybody plays it: a part of its first board, wide or small."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from threading import Lock
from typing import Any, Final

from PIL import Image

from bot.games.catalogue import IN_ENGLISH
from bot.games.entry import AnyEntry
from engine.core import read_settings
from engine.rng import SeededRng
from render.kit.cache import Cache
from render.kit.canvas import png
from render.kit.sheet import Sheet
from render.portraits import portrait

WIDE: Final = (800, 400)
"""Width and height in pixels of the picture of a lobby."""

SMALL: Final = 160
"""Width and height of the one among others."""

FACE: Final = 92
"""Width and height in pixels of the face of a bot on a wide picture."""

GAP: Final = 12
"""Pixels between two of them."""

PLATE: Final = (0x2A, 0x1A, 0x12)
"""What is seen between them, in red, green and blue."""

SEATS: Final = 3
"""How many sit at the board that is shown, where that many play: nobody looks at their panels."""


@dataclass(frozen=True, slots=True)
class Cover:
    """Both pictures of a game: the wide one as PNG, the small one to be put beside others."""

    wide: bytes
    small: Image.Image


_PAINTED: Final = dict[str, tuple[AnyEntry, Cover]]()
"""By the game's key, with the entry it was painted of."""

_PAINTING: Final = Lock()


_SEATED: Final = Cache(4 << 20)
"""Wide pictures with faces, as PNG, by the game's key and the faces; some fifty of them."""

_STRIPS: Final = dict[tuple[str, ...], tuple[tuple[Image.Image, ...], bytes]]()
"""By the games' keys, with the pictures they are made of."""


def cover_of(entry: AnyEntry) -> Cover:
    """The pictures of a game, painted once; that takes up to a second where none of its boards was before.

    One thread paints at a time, and whoever comes meanwhile waits for that: else all who open the panel soon
    after a first start would draw the same sprites.
    """
    found = _cached_cover(entry)
    if found is None:
        with _PAINTING:
            found = _cached_cover(entry)
            if found is None:
                found = _paint_cover(entry)
                _PAINTED[entry.game.key] = (entry, found)
    return found


def _cached_cover(entry: AnyEntry) -> Cover | None:
    kept = _PAINTED.get(entry.game.key)
    return kept[1] if kept is not None and kept[0] is entry else None


def is_painted(entry: AnyEntry, faces: tuple[str, ...] = ()) -> bool:
    """Whether nobody has to wait for the pictures of a game, or for the wide one with these faces."""
    return _cached_cover(entry) is not None and (
        not faces or _SEATED.get((entry.game.key, faces)) is not None
    )


def cover_with(entry: AnyEntry, faces: tuple[str, ...]) -> bytes:
    """The wide picture of a game as PNG, with the faces of those of the house's players who sit there.

    Painted once, too: in about a tenth of a second.
    """
    wide = cover_of(entry).wide
    if not faces:
        return wide
    key = entry.game.key, faces
    found: bytes | None = _SEATED.get(key)
    if found is None:
        picture = Image.open(BytesIO(wide)).convert("RGBA")
        for number, who in enumerate(faces):
            at = (GAP + number * (FACE + GAP), picture.height - FACE - GAP)
            picture.alpha_composite(portrait(who, FACE), at)
        found = _small_png(picture.convert("RGB"))
        _SEATED.put(key, found)
    return found


def _paint_cover(entry: AnyEntry) -> Cover:
    game = entry.game
    seats = min(SEATS, game.seats[-1])
    state = game.start(read_settings(game, {}, seats), seats, SeededRng("cover"))
    names = tuple(map(str, range(1, seats + 1)))
    board = entry.drawing.paint(
        game.view(state, None), Sheet("", "", game.title, "", names=names, say=IN_ENGLISH)
    )
    board = board.convert("RGB")
    left, top, right, bottom = entry.drawing.cover or _middle(board)
    small = board.resize((SMALL, SMALL), Image.Resampling.LANCZOS, (left, top, right, bottom))
    return Cover(_small_png(_widen_square(board, (left, top, right, bottom))), small)


def _widen_square(board: Image.Image, square: tuple[int, int, int, int]) -> Image.Image:
    """The square with what is at its sides; where the board ends there, its own ground goes on."""
    left, top, right, bottom = square
    half = (right - left) // 2
    if left >= half and right + half <= board.width:
        return board.resize(WIDE, Image.Resampling.LANCZOS, (left - half, top, right + half, bottom))
    middle = board.resize((WIDE[1], WIDE[1]), Image.Resampling.LANCZOS, square)
    counted: Any = board.crop(square).getcolors(board.width * board.height)
    wide = Image.new("RGB", WIDE, max(counted)[1])
    wide.paste(middle, ((WIDE[0] - WIDE[1]) // 2, 0))
    return wide


def _middle(board: Image.Image) -> tuple[int, int, int, int]:
    """The middle of a board: a square, half as wide as the board where that is high enough."""
    side = min(board.width // 2, board.height)
    left, top = (board.width - side) // 2, (board.height - side) // 2
    return (left, top, left + side, top + side)


def strip_of(entries: Sequence[AnyEntry]) -> bytes:
    """The small pictures of games side by side, as PNG; put together once."""
    smalls = tuple(cover_of(entry).small for entry in entries)
    keys = tuple(entry.game.key for entry in entries)
    kept = _STRIPS.get(keys)
    if kept is None or kept[0] != smalls:
        kept = _STRIPS[keys] = (smalls, _side_by_side(smalls))
    return kept[1]


def _side_by_side(smalls: Sequence[Image.Image]) -> bytes:
    strip = Image.new("RGB", (len(smalls) * (SMALL + GAP) - GAP, SMALL), PLATE)
    for number, small in enumerate(smalls):
        strip.paste(small, (number * (SMALL + GAP), 0))
    return _small_png(strip)


def _small_png(picture: Image.Image) -> bytes:
    """As PNG with few colours, as boards are."""
    return png(picture.quantize(256, dither=Image.Dither.NONE))
